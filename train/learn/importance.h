/* SPDX-License-Identifier: MIT */
/*
 * The importance of a feature for a model: the loss of word F1 if its values are permuted among blocks
 * (permutation importance: L. Breiman, Random Forests, 2001).
 */
#pragma once

#include "train/learn/corpus.h"

G_BEGIN_DECLS

typedef struct {
  const ExtractFeature *feature;
  double loss;  /* F1 with the feature as it is - mean F1 with it exchanged */
  double error; /* standard error of that mean difference, over pages */
} TrainImportance;

/*
 * train_importance_compute: @corpus: pages that the network of @model has not seen, if the figures are to say
 * something. Thresholds are those of the model; rules are left out. A feature is exchanged in all blocks of
 * the window at once. The same arguments but for @jobs give the same figures.
 * Returns: (transfer full): of TrainImportance, in the order of the feature set
 */
GArray *train_importance_compute (const TrainCorpus *corpus, ExtractModel *model, guint32 seed, guint jobs);

G_END_DECLS
