/* SPDX-License-Identifier: MIT */
/* The steps of extract_classifier_label () with a model. */
#pragma once

#include "libextract/feature/values.h"
#include "libextract/model/model.h"

/* Returns: (transfer full) */
ExtractValues *extract_classifier_gather (ExtractClassifier *classifier, ExtractDocument *document);
/* Both passes. @scores: (out caller-allocates): [blocks] */
void extract_classifier_score (ExtractClassifier *classifier, ExtractDocument *document,
                               const ExtractValues *values, float *scores);
