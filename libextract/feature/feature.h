/* SPDX-License-Identifier: MIT */
/*
 * The door of this room for rooms above it and for programs: sets of features, their values, and the tables
 * of tokens that some come from.
 */
#pragma once

#include "libextract/extract.h"

typedef struct _ExtractTokenCounts ExtractTokenCounts;
typedef struct _ExtractTokenTables ExtractTokenTables;

/* ---- Sets --------------------------------------------------------------------------------- */

/* extract_feature_set_find: Returns: (transfer none) (nullable): the feature set of that name. */
const ExtractFeatureSet *extract_feature_set_find (const char *name);
/* extract_feature_set_get_names: Returns: (transfer none): names of all sets, NULL-terminated. */
const char *const *extract_feature_set_get_names (void);
const char *extract_feature_set_get_name (const ExtractFeatureSet *set);
/* extract_feature_set_get_version: grows whenever a value of the set changes its meaning. */
guint extract_feature_set_get_version (const ExtractFeatureSet *set);
/* extract_feature_set_get_window: how many blocks on each side belong to the inputs of a block. */
guint extract_feature_set_get_window (const ExtractFeatureSet *set);
/* extract_feature_set_get_n_core: the first so many features are given by the neighbours, too. */
guint extract_feature_set_get_n_core (const ExtractFeatureSet *set);
/* extract_feature_set_get_n_inputs: features + 2 x window x features of the core. */
guint extract_feature_set_get_n_inputs (const ExtractFeatureSet *set);
/* extract_feature_set_get_context: what a second network reads of each block: nothing but scores. It is not
 * among the names. */
const ExtractFeatureSet *extract_feature_set_get_context (void);
/* extract_feature_set_get_edges: what the network for edges reads of each block and the next one. */
const ExtractFeatureSet *extract_feature_set_get_edges (void);
/* extract_feature_set_get_outcome: what the network for the confidence reads of a page. */
const ExtractFeatureSet *extract_feature_set_get_outcome (void);

/* ---- Values ------------------------------------------------------------------------------- */

/*
 * extract_features_compute: fills in the features of every block, as @set defines them.
 * @tables: (nullable): for the features of the family "token"; without them these are unknown (NAN)
 *
 * extract_classifier_label () does not need it, and keeps no features. Fails with EXTRACT_ERROR_SEALED,
 * _OUT_OF_MEMORY, _OUT_OF_TIME.
 */
gboolean extract_features_compute (ExtractDocument *document, const ExtractFeatureSet *set,
                                   ExtractTokenTables *tables, GError **error);

/* ExtractScale: how a value is standardised: x' = (x - mean) / max (deviation, 0.03), cut to -6..6, and 0
 * for one that is not known (NAN). */
typedef struct {
  float mean;
  float deviation;
} ExtractScale;

/* extract_scale_apply: @values: (inout) (array): @n_rows x @n_columns, row by row; column k by @scale[k] */
void extract_scale_apply (const ExtractScale *scale, guint n_columns, gsize n_rows, float *values);

/*
 * extract_inputs_gather: the inputs of a network for one block.
 * @rows: (array): features of the blocks of a page, in the order of @set, standardised where the model has a
 *   scale: @n x n_features
 * @inputs: (out caller-allocates): extract_feature_set_get_n_inputs () values
 *
 * For the blocks i-w .. i+w of the window in this order: all features of block @i, those of the core of the
 * others; zeros beyond both ends of the page.
 */
void extract_inputs_gather (const ExtractFeatureSet *set, const float *rows, guint n, guint i, float *inputs);

/* extract_document_get_inputs: extract_inputs_gather () for block @i, with the features of the document,
 * which must have been computed; not standardised, 0 for what is not known. */
void extract_document_get_inputs (ExtractDocument *document, guint i, float *inputs);

/*
 * extract_document_compute_context: the inputs of a second network, from the scores of a first one.
 * @scores: (array): one for each block, 0..1
 * @values: (out caller-allocates): blocks x the features of extract_feature_set_get_context ()
 */
void extract_document_compute_context (ExtractDocument *document, const float *scores, float *values);

/* extract_document_compute_edges: the inputs of a network for edges. @values: (out caller-allocates): blocks
 * x the features of extract_feature_set_get_edges () */
void extract_document_compute_edges (ExtractDocument *document, float *values);

/*
 * extract_document_compute_outcome: what the scores say of the page as a whole.
 * @scores: (array): the final ones
 * @threshold: for good blocks
 * @values: (out caller-allocates): the features of extract_feature_set_get_outcome ()
 */
void extract_document_compute_outcome (ExtractDocument *document, const float *scores, double threshold,
                                       float *values);

/* ---- Tables of tokens ---------------------------------------------------------------------- */

/*
 * extract_token_counts_new: Returns: (transfer full): counts of no pages. What is counted for a token (a tag,
 * a word of a class or id, a word of the text) is how much of the text that goes with it is main text.
 */
ExtractTokenCounts *extract_token_counts_new (void);
void extract_token_counts_free (ExtractTokenCounts *counts);
/* extract_token_counts_add: @shares: (array): share of the words of each block that is main text, 0..1; NAN
 * if nothing is known of it
 * @weight: of the page, > 0 */
void extract_token_counts_add (ExtractTokenCounts *counts, ExtractDocument *document, const float *shares,
                               double weight);
/* extract_token_counts_merge: adds @other to @counts. */
void extract_token_counts_merge (ExtractTokenCounts *counts, const ExtractTokenCounts *other);

/* extract_token_tables_new: Returns: (transfer full): tables of the tokens that were counted on pages
 * enough. */
ExtractTokenTables *extract_token_tables_new (const ExtractTokenCounts *counts);
ExtractTokenTables *extract_token_tables_ref (ExtractTokenTables *tables);
void extract_token_tables_unref (ExtractTokenTables *tables);
/* extract_token_tables_get_n: tokens of all tables. */
guint extract_token_tables_get_n (const ExtractTokenTables *tables);
