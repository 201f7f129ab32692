/* SPDX-License-Identifier: MIT */
/*
 * The inputs of networks for each block of a corpus: its row of values, and those of its neighbours in the
 * window. The values of all blocks are in one matrix, from which inputs are gathered on demand.
 */
#pragma once

#include "train/learn/corpus.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"

G_BEGIN_DECLS

typedef struct {
  const ExtractFeatureSet *set; /* what the columns are, and the window */
  guint n_features;             /* columns */
  guint n_inputs;               /* of a network */
  gsize n_blocks;
  float *values;       /* [n_blocks][n_features]; standardised if there is a scale */
  ExtractScale *scale; /* (nullable) [n_features] */
} TrainInputs;

/* train_inputs_new: Returns: (transfer full): all values 0, no scale. */
TrainInputs *train_inputs_new (const ExtractFeatureSet *set, gsize n_blocks);
void train_inputs_free (TrainInputs *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainInputs, train_inputs_free)

/* train_inputs_take_features: copies the features of the documents of @corpus, which are of the set. What is
 * not known of a block is NAN until the rows are standardised, or train_inputs_clear_unknown (). */
void train_inputs_take_features (TrainInputs *rows, const TrainCorpus *corpus);

/*
 * train_inputs_standardise: finds the scale of each column and applies it.
 * @pages: (element-type guint): over their blocks; each page weighs the same
 *
 * Mean and deviation are over the values that are known (not NAN).
 */
void train_inputs_standardise (TrainInputs *rows, const TrainCorpus *corpus, GArray *pages);

/* train_inputs_clear_unknown: 0 for what is not known, as models without a scale read it. */
void train_inputs_clear_unknown (TrainInputs *rows);

/* train_inputs_score_page: @scores: (out caller-allocates): of the blocks of page @p of @corpus */
void train_inputs_score_page (const TrainInputs *rows, const TrainCorpus *corpus, guint p,
                              const ExtractNetwork *network, float *scores);

/* train_inputs_score_blocks: the same for @n rows of a page, wherever they are; what is not known counts 0.
 */
void train_inputs_score_blocks (const ExtractFeatureSet *set, const float *values, guint n,
                                const ExtractNetwork *network, float *scores);

G_END_DECLS
