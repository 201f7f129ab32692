/* SPDX-License-Identifier: MIT */
/* What pages teach: from the blocks of a corpus to samples with weights. */
#pragma once

#include "corpus.h"
#include "engine.h"

G_BEGIN_DECLS

/*
 * train_samples_from_pages: samples of @pages (guint: places in @corpus), as the plan says. Each page weighs
 * the same; weights have the mean 1. Returns: (transfer full)
 */
TrainSamples *
train_samples_from_pages (const TrainCorpus *corpus, GArray *pages, const TrainPlan *plan, guint32 seed);

/* train_page_has_samples: whether there is anything to learn from @page. */
gboolean train_page_has_samples (const TrainPage *page);

/* train_corpus_dup_digest: SHA-256 of what training sees of @corpus: pages, folds, inputs, words, labels.
 * Returns: (transfer full) */
char *train_corpus_dup_digest (const TrainCorpus *corpus);

G_END_DECLS
