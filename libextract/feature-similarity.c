/* SPDX-License-Identifier: MIT */
/* How like a block is to the title of the page and to its structured data. */
#include "feature-private.h"

typedef struct {
  double none;
} Facts;

static void
compute (const ExtractRich *rich, gpointer facts)
{
}

static const ExtractFeatureRow rows[] = {};

const ExtractFeatureFamily extract_feature_similarity = {
  "similarity", rows, G_N_ELEMENTS (rows), sizeof (Facts), compute,
};
