/* SPDX-License-Identifier: MIT */
/* What the page is like: the same for all of its blocks. */
#include "feature-private.h"

typedef struct {
  double none;
} Facts;

static void
compute (const ExtractRich *rich, gpointer facts)
{
}

static const ExtractFeatureRow rows[] = {};

const ExtractFeatureFamily extract_feature_page = {
  "page", rows, G_N_ELEMENTS (rows), sizeof (Facts), compute,
};
