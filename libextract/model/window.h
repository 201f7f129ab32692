/* SPDX-License-Identifier: MIT */
/* Blocks and their neighbours, as a network sees them. */
#pragma once

#include "libextract/model/network.h"
#include "libextract/feature/values.h"

/* extract_columns_new: @scale: (nullable): [@n]; without, what is not known is 0. Returns: (transfer full) */
ExtractColumn *extract_columns_new (guint n, const ExtractScale *scale);

/* A network over blocks and their neighbours; immutable. */
typedef struct _ExtractWindow ExtractWindow;

/*
 * extract_window_new:
 * @n_features: of a block
 * @n_core: the first ones, which the neighbours give as well
 * @n_of_page: the last ones, which all blocks of a page share
 * @width: neighbours on each side
 * @scale: (nullable): [n_features]; without, what is not known is 0
 * @network: takes @n_features + 2 @width @n_core inputs
 *
 * Returns: (transfer full)
 */
ExtractWindow *extract_window_new (guint n_features, guint n_core, guint n_of_page, guint width,
                                   const ExtractScale *scale, ExtractNetwork *network);
void extract_window_free (ExtractWindow *window);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractWindow, extract_window_free)

/* Puts feature k of block i to x[(i - @first) + k @stride], for blocks @first .. @end - 1. @x: (inout): zero
 */
typedef void (*ExtractWindowFill) (gconstpointer source, ExtractValuesParts parts, gsize first, gsize end,
                                   float *x, gsize stride);

/*
 * extract_window_score: scores of @n blocks: but for their last bits, those that extract_scale_apply (),
 * extract_inputs_gather () and extract_network_score () give one after the other
 */
void extract_window_score (const ExtractWindow *window, gsize n, ExtractWindowFill fill, gconstpointer source,
                           float *scores);
/* The same by a kernel; all give the same bits. */
void extract_window_score_on (const ExtractWindow *window, const ExtractKernel *kernel, gsize n,
                              ExtractWindowFill fill, gconstpointer source, float *scores);
