/* SPDX-License-Identifier: MIT */
/*
 * Pages in memory, ready for training: blocks with features and labels, and the words to score any
 * choice of blocks by.
 *
 *   sets -> entries -> documents -> features, and labels: of people, or by alignment (labels.h)
 */
#pragma once

#include <libextract/extract.h>

#include "train/data/align.h"
#include "train/data/dataset.h"
#include "train/data/labels.h"
#include "train/measure/metrics.h"

typedef struct {
  const TrainEntry *entry;
  ExtractDocument *document; /* features computed, not labelled */
  TrainLabels *labels;
  const TrainAlignment *alignment; /* that of labels */
  gboolean trusted;                /* that of labels: the page is to be trained on */
  guint64 checksum;                /* of its bytes: train_trained_checksum () */
  gsize first_block;               /* number of blocks of all pages before it: the index of its first block */

  /* The words that a choice of blocks would print. */
  TrainWords *words;     /* of all blocks, in order */
  gsize *ends;           /* [n_blocks]: where the words of each block end in `words` */
  TrainWords *reference; /* words of the reference text, see TrainLabels.reference */
} TrainPage;

/* A page that is not trained on. It is measured all the same, if it has a reference. */
typedef struct {
  const TrainEntry *entry;
  double recall; /* of the reference */
  char *reason;  /* a sentence */
} TrainUntrusted;

typedef struct {
  GPtrArray *pages;  /* of TrainPage, in the order of the entries */
  GArray *untrusted; /* of TrainUntrusted, in the order of the entries */
  guint n_failed;    /* pages that could not be read */
  gsize n_blocks;    /* of all pages */
} TrainCorpus;

/*
 * train_corpus_load:
 * @entries: of TrainEntry; those without a reference text or labels, and pages that cannot be read (named on
 *   stderr), are left out
 * @minimum_recall: pages of whose reference less is on the page are untrusted; TRAIN_MINIMUM_RECALL
 *
 * Returns: (transfer full)
 */
TrainCorpus *train_corpus_load (GPtrArray *entries, ExtractParser *parser, const ExtractFeatureSet *set,
                                double minimum_recall, guint jobs);
void train_corpus_free (TrainCorpus *corpus);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainCorpus, train_corpus_free)

static inline TrainPage *
train_corpus_get_page (const TrainCorpus *corpus, guint p)
{
  return g_ptr_array_index (corpus->pages, p);
}

/* train_page_get_label: what block @i of @page is, by people or by alignment; NONE if nothing is known of it:
 * then it is no sample. */
ExtractLabel train_page_get_label (const TrainPage *page, guint i);

/* train_page_score: scores of the words of the good blocks of @labelled, a labelled copy of the
 * page's document. */
void train_page_score (const TrainPage *page, ExtractDocument *labelled, TrainScores *scores);
