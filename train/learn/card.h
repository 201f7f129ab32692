/* SPDX-License-Identifier: MIT */
/* The card of a new model, also as Markdown with the report. */
#pragma once

#include "train/learn/corpus.h"

G_BEGIN_DECLS

/* What the program knows; NULL, or empty, is left out. */
typedef struct {
  const char *name;
  const char *date;
  const char *licence;
  const char *attribution;
  const char *note;
  const char *split;
  const char *trainer;
  const char *scores;
  guint32 seed;
  const double *page_weights; /* (nullable): of the pages of the corpus */
} TrainCardFacts;

/*
 * train_card_new: @corpus: what was trained on; @sets: of TrainDataset, those that it comes from
 * Returns: (transfer full) (array zero-terminated=1): key, value, key, value ... as for extract_model_new ()
 */
char **train_card_new (const TrainCardFacts *facts, const TrainCorpus *corpus, GPtrArray *sets);

/* train_card_to_markdown: @model: the bytes of the model file. Returns: (transfer full) */
char *train_card_to_markdown (char **card, GBytes *model, const char *report);

G_END_DECLS
