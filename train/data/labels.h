/* SPDX-License-Identifier: MIT */
/*
 * The labels of the blocks of a page, the same for all that train on them or measure them.
 *
 *   labels/<id>.labels, of people ─┐
 *   truth/<id>.txt, by alignment  ─┴> a label for each block, a reference text, whether to learn from it
 */
#pragma once

#include <libextract/extract.h>

#include "train/data/align.h"
#include "train/data/dataset.h"

G_BEGIN_DECLS

/* A page of whose reference less is on it teaches wrong labels. */
#define TRAIN_MINIMUM_RECALL 0.5

/* Where the labels of a page come from. */
typedef enum {
  TRAIN_LABELS_NONE,      /* nothing is known of it */
  TRAIN_LABELS_ALIGNMENT, /* the reference text */
  TRAIN_LABELS_PEOPLE,    /* people, at least for some of the blocks */
  TRAIN_N_LABEL_SOURCES
} TrainLabelSource;

/* train_label_source_get_nick: "none", "alignment" or "people". */
const char *train_label_source_get_nick (TrainLabelSource source);

typedef struct {
  TrainLabelSource source;
  TrainAlignment *alignment; /* (nullable): for train_alignment_get_label (); NULL if source is NONE */
  char *reference; /* (nullable): that of the set, else the blocks that people took for main text, a line each
                    */
  guint n_given;   /* blocks that people labelled */
  const char **classes; /* (nullable) [n_blocks]: the class that people gave, interned; NULL where they gave
                           none */
  gboolean trusted;     /* to be trained on */
  char *reason;         /* (nullable): if not, why: a sentence */
} TrainLabels;

/*
 * train_labels_new_for_document:
 * @document: the page of @entry
 * @reference: (nullable): its reference text; NULL if there is none
 * @minimum_recall: TRAIN_MINIMUM_RECALL, or what the user says
 *
 * Labels of people go before those of the alignment. Blocks that they did not label get that of the alignment
 * if there is a reference of which enough is on the page, else none. Labels of models are not used. If people
 * contradict each other, the page is not trusted; nothing is known of it then without a reference.
 * Returns: (transfer full) (nullable): NULL with @error if there are labels that cannot be read.
 */
TrainLabels *train_labels_new_for_document (const TrainEntry *entry, ExtractDocument *document,
                                            const char *reference, double minimum_recall, GError **error);
void train_labels_free (TrainLabels *labels);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainLabels, train_labels_free)

/* train_labels_get_recall: share of the words of the reference that are on the page; 1 if there is none. */
double train_labels_get_recall (const TrainLabels *labels);

G_END_DECLS
