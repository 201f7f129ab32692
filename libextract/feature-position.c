/* SPDX-License-Identifier: MIT */
/* Where on the page a block stands. */
#include "feature-private.h"

typedef struct {
  double none;
} Facts;

static void
compute (const ExtractRich *rich, gpointer facts)
{
}

static const ExtractFeatureRow rows[] = {};

const ExtractFeatureFamily extract_feature_position = {
  "position", rows, G_N_ELEMENTS (rows), sizeof (Facts), compute,
};
