/* SPDX-License-Identifier: MIT */
#include "annotate/record/ledger.h"
#include "libextract/page/page.h"

#include <string.h>

struct _Ledger {
  Journal *journal; /* lent */
  GArray *rows;     /* of LedgerRow */
  GHashTable *ids;  /* id, lent by the set -> number of its row + 1 */
};

const char *
ledger_state_get_name (LedgerState state)
{
  static const char *const names[] = {
    [LEDGER_NEW] = "new",
    [LEDGER_BEGUN] = "begun",
    [LEDGER_FINISHED] = "finished",
    [LEDGER_SKIPPED] = "skipped",
  };
  g_return_val_if_fail ((guint) state < G_N_ELEMENTS (names), NULL);
  return names[state];
}

LedgerState
ledger_row_get_state (const LedgerRow *row)
{
  if (row->skipped)
    return LEDGER_SKIPPED;
  if (row->n_all > 0 && row->n_done >= row->n_all)
    return LEDGER_FINISHED;
  return row->n_done > 0 ? LEDGER_BEGUN : LEDGER_NEW;
}

/* A page that the journal does not know: labels of the annotator that came from elsewhere. */
static void
count_labels (const Ledger *ledger, LedgerRow *row)
{
  g_autoptr (ExtractAnnotation) annotation = NULL;
  if (!train_entry_load_labels (row->entry, &annotation, NULL) || !annotation)
    return; /* opening the page reports files that cannot be read */

  gsize n;
  g_autofree const ExtractBlockLabel **labels = extract_annotation_dup_labels (annotation, &n);
  for (gsize i = 0; i < n; i++)
    row->n_done += labels[i]->annotator == journal_get_annotator (ledger->journal) &&
                   strcmp (labels[i]->who, journal_get_who (ledger->journal)) == 0;
}

void
ledger_update (Ledger *ledger, guint page)
{
  g_return_if_fail (page < ledger->rows->len);
  LedgerRow *row = &g_array_index (ledger->rows, LedgerRow, page);
  const GPtrArray *entries = journal_get_entries (ledger->journal, row->entry->id);
  const JournalEntry *last = entries ? entries->pdata[entries->len - 1] : NULL;

  g_clear_pointer (&row->when, g_free);
  *row = (LedgerRow){ .entry = row->entry };
  if (!last) {
    count_labels (ledger, row);
    return;
  }
  row->n_done = last->n_done;
  row->n_all = last->n_all;
  row->skipped = last->skipped;
  row->n_notes = last->n_notes;
  row->when = g_strdup (last->when);
}

Ledger *
ledger_new (const TrainDataset *set, Journal *journal)
{
  Ledger *ledger = g_new0 (Ledger, 1);
  ledger->journal = journal;
  ledger->rows = g_array_new (FALSE, TRUE, sizeof (LedgerRow));
  ledger->ids = g_hash_table_new (g_str_hash, g_str_equal);
  g_array_set_size (ledger->rows, set->entries->len);
  for (guint i = 0; i < set->entries->len; i++) {
    LedgerRow *row = &g_array_index (ledger->rows, LedgerRow, i);
    row->entry = set->entries->pdata[i];
    g_hash_table_insert (ledger->ids, row->entry->id, GUINT_TO_POINTER (i + 1));
    ledger_update (ledger, i);
  }
  return ledger;
}

void
ledger_free (Ledger *ledger)
{
  if (!ledger)
    return;
  for (guint i = 0; i < ledger->rows->len; i++)
    g_free (g_array_index (ledger->rows, LedgerRow, i).when);
  g_array_unref (ledger->rows);
  g_hash_table_unref (ledger->ids);
  g_free (ledger);
}

guint
ledger_get_n (const Ledger *ledger)
{
  return ledger->rows->len;
}

const LedgerRow *
ledger_get (const Ledger *ledger, guint page)
{
  g_return_val_if_fail (page < ledger->rows->len, NULL);
  return &g_array_index (ledger->rows, LedgerRow, page);
}

int
ledger_find (const Ledger *ledger, const char *id)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (ledger->ids, id)) - 1;
}

GPtrArray *
ledger_list_held (const Ledger *ledger)
{
  const GPtrArray *entries = journal_get_all (ledger->journal);
  g_autoptr (GHashTable) finished = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *held = g_ptr_array_new ();
  for (guint i = 0; i < entries->len; i++) {
    const JournalEntry *entry = entries->pdata[i];
    int page = ledger_find (ledger, entry->page);
    if (page < 0 || entry->n_all == 0 || entry->n_done < entry->n_all ||
        !g_hash_table_add (finished, entry->page))
      continue;
    if (g_hash_table_size (finished) % LEDGER_HELD_EVERY == 2)
      g_ptr_array_add (held, (gpointer) ledger_get (ledger, (guint) page));
  }
  return held;
}

guint
ledger_count (const Ledger *ledger, LedgerState state)
{
  guint n = 0;
  for (guint i = 0; i < ledger->rows->len; i++)
    n += ledger_row_get_state (&g_array_index (ledger->rows, LedgerRow, i)) == state;
  return n;
}
