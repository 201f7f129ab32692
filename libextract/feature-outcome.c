/* SPDX-License-Identifier: MIT */
/* How sure the scores of a page are, for the confidence and the verdict; one row of values for the page. */
#include "feature-private.h"

typedef struct {
  double none;
} Facts;

static void
compute (const ExtractRich *rich, gpointer facts)
{
}

static const ExtractFeatureRow rows[] = {};

const ExtractFeatureFamily extract_feature_outcome = {
  "outcome", rows, G_N_ELEMENTS (rows), sizeof (Facts), compute,
};
