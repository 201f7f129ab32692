/* SPDX-License-Identifier: MIT */
/* A page that is open, as work.c changes it, work-labels.c reads and writes its labels file, and work-view.c
 * shows it. */
#pragma once

#include "annotate/desk/work.h"

#define NO_CLASS G_MAXUINT8

/* What is known of a block from the annotator. */
typedef struct {
  const JournalEntry *entry; /* (nullable): the decision about it, lent by the journal */
  guint8 class_number;       /* NO_CLASS: not decided */
  gboolean touched : 8;      /* was decided once, even if undone since: memory leaves it alone */
} BlockState;

struct _Work {
  WorkSetup setup;
  const TrainEntry *entry;
  ExtractDocument *document;
  ExtractDocument *scored;   /* (nullable): the same page, labelled by the model */
  ExtractDocument *features; /* (nullable): the same page with features; made on demand */
  guint8
      *proposals; /* (nullable) [n_blocks]: classes, by a network for elements, or a model that tells them */
  float *probabilities; /* (nullable) [n_blocks][classes of the network] */
  guint link_density;   /* its place among the features of document */
  guint n_blocks;
  BlockState *states; /* [n_blocks] */
  GHashTable *places; /* (nullable): "FINGERPRINT:OCCURRENCE" -> number of the block + 1; made on demand */
  GHashTable *notes;  /* block, or -1 -> text, owned */
  char **conflicts;   /* (nullable) [n_blocks] each (nullable): of a judge */
  gboolean skipped;
  GArray *changes; /* of Change */
  guint n_applied;
  guint n_all, n_done, n_lost;
  guint n_own; /* blocks decided otherwise than from memory */
  gboolean unsaved;
};

gboolean work_is_judged (const Work *work);

/* work_find_place: the number of a block, -1 if it is no longer on the page. */
int work_find_place (Work *work, const char *fingerprint, guint occurrence);

/* The class of block @i, JOURNAL_KEEP to leave it alone, NULL to take its decision away. */
typedef const char *(*ChooseClass) (Work *work, guint i, gpointer data);

/* work_label_by: one line for those blocks of @first .. @last that are not to be left alone. @n: (out)
 * (nullable): how many */
gboolean work_label_by (Work *work, guint first, guint last, JournalWay way, ChooseClass choose,
                        gpointer data, guint *n, GError **error);

/* work_write: takes @entry. What it does to the page is done before by the caller. */
gboolean work_write (Work *work, JournalEntry *entry, GError **error);

/* work_replay: does what the journal says of the page. */
void work_replay (Work *work);

/* work_read_labels: conflicts, what the journal says, and own labels that came into the file otherwise. */
gboolean work_read_labels (Work *work, GError **error);
