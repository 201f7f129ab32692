/* SPDX-License-Identifier: MIT */
/* Blocks and their neighbours, as a network sees them. */
#pragma once

#include "document-private.h"

typedef struct {
  guint n_features;          /* of a block */
  guint n_core;              /* the first ones, which the neighbours give as well */
  guint width;               /* neighbours on each side */
  const ExtractScale *scale; /* (nullable): [n_features] */
} ExtractWindow;

/*
 * extract_window_score: scores of @n blocks: as extract_scale_apply (), extract_inputs_gather () and
 * extract_network_score () give them one after the other. Without a scale, what is not known is 0.
 * @values: [n][n_features]
 */
void extract_window_score (const ExtractWindow *window, const ExtractNetwork *network, gsize n,
                           const float *values, float *scores);
