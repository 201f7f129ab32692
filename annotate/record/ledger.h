/* SPDX-License-Identifier: MIT */
/*
 * The progress of an annotator on each page of a set: from the journal, and from labels files for pages that
 * are not in it. No page is read for this.
 */
#pragma once

#include "annotate/record/journal.h"

#include "train/data/dataset.h"

G_BEGIN_DECLS

typedef enum {
  LEDGER_NEW,      /* nothing decided */
  LEDGER_BEGUN,    /* some blocks decided */
  LEDGER_FINISHED, /* all of them */
  LEDGER_SKIPPED,  /* skipped by the annotator */
  LEDGER_N_STATES
} LedgerState;

/* ledger_state_get_name: "new", "begun", "finished", "skipped" */
const char *ledger_state_get_name (LedgerState state);

/* A row: a page, in the order of the set. */
typedef struct {
  const TrainEntry *entry;
  guint n_done;
  guint n_all; /* 0 if nobody has opened the page yet */
  gboolean skipped;
  guint n_notes;
  char *when; /* (nullable): of the last decision */
} LedgerRow;

LedgerState ledger_row_get_state (const LedgerRow *row);

typedef struct _Ledger Ledger;

/* ledger_new: @journal: of the annotator; outlives the ledger, as @set does. Returns: (transfer full) */
Ledger *ledger_new (const TrainDataset *set, Journal *journal);
void ledger_free (Ledger *ledger);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Ledger, ledger_free)

guint ledger_get_n (const Ledger *ledger);
const LedgerRow *ledger_get (const Ledger *ledger, guint page);
/* ledger_find: Returns: the number of the page with that id, -1 if there is none. */
int ledger_find (const Ledger *ledger, const char *id);
/* ledger_update: reads what the journal says of the page again. */
void ledger_update (Ledger *ledger, guint page);
/* ledger_count: pages in @state. */
guint ledger_count (const Ledger *ledger, LedgerState state);

/* One page of so many is held back. */
#define LEDGER_HELD_EVERY 4
/*
 * ledger_list_held: Returns: (transfer container): of LedgerRow: the pages that no model of this set learns
 * from, so that models can be measured on them: the second page that was finished, and every fourth after it,
 * whatever has become of it since. So a page that is held back stays so.
 */
GPtrArray *ledger_list_held (const Ledger *ledger);

G_END_DECLS
