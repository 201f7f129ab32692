/* SPDX-License-Identifier: MIT */
/*
 * The values of the features of a page, some blocks at a time. What families need of the whole page is
 * computed once; facts and values of blocks on request.
 */
#pragma once

#include "libextract/feature/family.h"

typedef struct _ExtractValues ExtractValues;

/*
 * extract_values_new: has the families find out what they need to know of the page
 * @rich: (transfer full): of the page; has read the texts if a family wants them
 * @only: (nullable): leave out the other families
 *
 * Returns: (transfer full): in the scratch memory of this thread: what is taken there later is given back
 * earlier
 */
ExtractValues *
extract_values_new (const ExtractFeatureSet *set, ExtractRich *rich, const ExtractFeatureFamily *only);
void extract_values_free (ExtractValues *values);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractValues, extract_values_free)

/* extract_values_new_for_document: of blocks. Returns: (transfer full) */
ExtractValues *extract_values_new_for_document (ExtractDocument *document, const ExtractFeatureSet *set,
                                                ExtractTokenTables *tables);

typedef enum {
  EXTRACT_VALUES_OF_BLOCKS = 1 << 0,
  EXTRACT_VALUES_OF_PAGE = 1 << 1, /* the same for all blocks */
  EXTRACT_VALUES_ALL = EXTRACT_VALUES_OF_BLOCKS | EXTRACT_VALUES_OF_PAGE
} ExtractValuesParts;

/*
 * extract_values_fill: feature k of block i goes to x[(i - @first) @block_step + k @feature_step], for blocks
 * @first .. @end - 1
 * @parts: which features
 * @x: (inout): zero where a family has bits: only those that are set are written
 */
void extract_values_fill (const ExtractValues *values, ExtractValuesParts parts, gsize first, gsize end,
                          float *x, gsize block_step, gsize feature_step);
