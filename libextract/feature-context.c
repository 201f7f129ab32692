/* SPDX-License-Identifier: MIT */
/* The second pass: nothing but the scores around a block. */
#include "feature-private.h"

typedef struct {
  double none;
} Facts;

static void
compute (const ExtractRich *rich, gpointer facts)
{
}

static const ExtractFeatureRow rows[] = {};

const ExtractFeatureFamily extract_feature_context = {
  "context", rows, G_N_ELEMENTS (rows), sizeof (Facts), compute,
};
