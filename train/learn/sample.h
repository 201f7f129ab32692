/* SPDX-License-Identifier: MIT */
/* From the blocks of a corpus to samples with weights. */
#pragma once

#include "train/learn/corpus.h"
#include "train/learn/engine.h"
#include "train/learn/inputs.h"

G_BEGIN_DECLS

/* What samples are made from; all lent. */
typedef struct {
  const TrainCorpus *corpus;
  const TrainInputs *rows; /* of the blocks of the corpus */
  const float *targets;    /* (nullable) [n_blocks]: in place of the labels of the corpus, 0..1; NAN: label */
  const double *page_weights; /* (nullable) [pages]: >= 0; what a page weighs, if not 1 */
  guint n_classes; /* if not 0, targets are numbers of classes; blocks whose target is NAN are no samples */
} TrainMaterial;

/*
 * train_samples_from_pages: samples of @pages (guint: places in the corpus), as the plan says. Each page
 * weighs the same, or what it is said to; weights have the mean 1. A block without a label is no sample, even
 * if it has a target. Returns: (transfer full)
 */
TrainSamples *
train_samples_from_pages (const TrainMaterial *material, GArray *pages, const TrainPlan *plan, guint32 seed);

/* train_page_has_samples: whether there is anything to learn from @page. */
gboolean train_page_has_samples (const TrainPage *page);

/* train_corpus_dup_digest: SHA-256 of what training sees of @corpus: pages, folds, features, words, labels.
 * Returns: (transfer full) */
char *train_corpus_dup_digest (const TrainCorpus *corpus);

G_END_DECLS
