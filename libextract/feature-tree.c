/* SPDX-License-Identifier: MIT */
/* Subtrees around a block, the best container, groups of like blocks, neighbours. */
#include "feature-private.h"

typedef struct {
  double none;
} Facts;

static void
compute (const ExtractRich *rich, gpointer facts)
{
}

static const ExtractFeatureRow rows[] = {};

const ExtractFeatureFamily extract_feature_tree = {
  "tree", rows, G_N_ELEMENTS (rows), sizeof (Facts), compute,
};
