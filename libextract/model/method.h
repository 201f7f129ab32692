/* SPDX-License-Identifier: MIT */
/* Published methods with the interface of a network: a score for each block of a page. */
#pragma once

#include "libextract/model/model.h"
#include "libextract/page/document.h"

/* @scores: (out caller-allocates) (array): one for each block: 1 main text, 0.5 nearly, 0 not. */
void extract_method_score (const ExtractMethod *method, ExtractDocument *document, float *scores);

/* Blocks of these scores and above are good, and near-good. */
#define EXTRACT_METHOD_GOOD 0.75
#define EXTRACT_METHOD_NEAR_GOOD 0.5

/* The larger ones, a file each. */
void extract_method_justext (ExtractDocument *document, float *scores);
void extract_method_boilerpipe (ExtractDocument *document, float *scores);
void extract_method_bte (ExtractDocument *document, float *scores);
void extract_method_readability (ExtractDocument *document, float *scores);
void extract_method_content_code_blurring (ExtractDocument *document, float *scores);
void extract_method_document_slope_curve (ExtractDocument *document, float *scores);
void extract_method_feature_extractor (ExtractDocument *document, float *scores);
void extract_method_k_feature_extractor (ExtractDocument *document, float *scores);
