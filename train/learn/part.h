/* SPDX-License-Identifier: MIT */
/* Parts of the pages of a corpus, for learning curves: whole sites, and each part has all of the smaller
 * ones. */
#pragma once

#include "train/learn/corpus.h"

G_BEGIN_DECLS

/*
 * train_part_choose: about @share of the pages to learn from (0..1), taking turns of the folds, so that each
 * keeps its share; it may be none if sites are large.
 * @weights: (nullable): of the pages; those that weigh 0 are not learnt from
 * @n: (out): how many pages to learn from it has
 *
 * Returns: (transfer full): a flag for each page of the corpus
 */
guint8 *
train_part_choose (const TrainCorpus *corpus, const double *weights, double share, guint32 seed, guint *n);

G_END_DECLS
