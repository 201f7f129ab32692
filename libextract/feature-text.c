/* SPDX-License-Identifier: MIT */
/* Features of the text of a block. */
#include "feature-private.h"

typedef struct {
  double none;
} Facts;

static void
compute (const ExtractRich *rich, gpointer facts)
{
}

static const ExtractFeatureRow rows[] = {};

const ExtractFeatureFamily extract_feature_text = {
  "text", rows, G_N_ELEMENTS (rows), sizeof (Facts), compute,
};
