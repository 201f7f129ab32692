/* SPDX-License-Identifier: MIT */
/*
 * Block labels from a reference text: which words of each block are in the text. Each word of the text
 * matches one word of the page.
 */
#pragma once

#include <libextract/extract.h>

#include "train/data/words.h"

G_BEGIN_DECLS

typedef struct {
  guint n_blocks;
  guint32 *n_words;   /* words of each block */
  guint32 *n_matched; /* and how many of them were found in the reference */
  gsize n_reference;  /* words of the reference */
  gsize n_found;      /* and how many of them were found in the page */
  guint8 *labels;     /* (nullable) [n_blocks] ExtractLabel: they count instead of the shares; see labels.h */
} TrainAlignment;

/*
 * train_alignment_new:
 * @page: the words of all blocks, in reading order
 * @ends: (array length=n_blocks): where the words of each block end in @page
 * @reference: the words of the main text, of the same vocabulary
 *
 * Returns: (transfer full)
 */
TrainAlignment *
train_alignment_new (const TrainWords *page, const gsize *ends, guint n_blocks, const TrainWords *reference);

/* train_alignment_new_for_document: the same for the blocks of @document and a text in UTF-8. */
TrainAlignment *
train_alignment_new_for_document (ExtractDocument *document, const char *reference, TrainScript script);
void train_alignment_free (TrainAlignment *alignment);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainAlignment, train_alignment_free)

/* train_alignment_get_share: matched words of a block / its words; 0 for a block without words. */
double train_alignment_get_share (const TrainAlignment *alignment, guint block);

/* train_alignment_get_label: that of labels, if there are any, else GOOD from a share of one half on, else
 * BAD; NONE for a block without words, which has nothing to learn from. */
ExtractLabel train_alignment_get_label (const TrainAlignment *alignment, guint block);

/* train_alignment_get_recall: found words / words of the reference; 1 for an empty reference. */
double train_alignment_get_recall (const TrainAlignment *alignment);

G_END_DECLS
