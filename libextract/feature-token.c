/* SPDX-License-Identifier: MIT */
/* Log-odds of tokens, from tables. */
#include "feature-private.h"

typedef struct {
  double none;
} Facts;

static void
compute (const ExtractRich *rich, gpointer facts)
{
}

static const ExtractFeatureRow rows[] = {};

const ExtractFeatureFamily extract_feature_token = {
  "token", rows, G_N_ELEMENTS (rows), sizeof (Facts), compute,
};
