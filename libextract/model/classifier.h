/* SPDX-License-Identifier: MIT */
/* The steps of extract_classifier_label () with a model. */
#pragma once

#include "libextract/feature/values.h"
#include "libextract/model/model.h"

/* Returns: (transfer full) */
ExtractValues *extract_classifier_gather (ExtractClassifier *classifier, ExtractDocument *document);
/* Returns: (transfer none) (nullable): NULL if a method stands in its place */
ExtractModel *extract_classifier_get_model (ExtractClassifier *classifier);
/* The first of both passes. */
void extract_classifier_score_first (ExtractClassifier *classifier, ExtractDocument *document,
                                     const ExtractValues *values, float *scores);
/* Both passes. @scores: (out caller-allocates): [blocks] */
void extract_classifier_score (ExtractClassifier *classifier, ExtractDocument *document,
                               const ExtractValues *values, float *scores);
