/* SPDX-License-Identifier: MIT */
/* Tags, ancestors, and the words of class and id. */
#include "feature-private.h"

typedef struct {
  double none;
} Facts;

static void
compute (const ExtractRich *rich, gpointer facts)
{
}

static const ExtractFeatureRow rows[] = {};

const ExtractFeatureFamily extract_feature_markup = {
  "markup", rows, G_N_ELEMENTS (rows), sizeof (Facts), compute,
};
