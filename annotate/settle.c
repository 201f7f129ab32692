/* SPDX-License-Identifier: MIT */
#include "annotate/settle.h"

#include <gio/gio.h>
#include <string.h>

static gboolean
is_behind (const GPtrArray *entries)
{
  for (guint i = entries->len; i-- > 0;) {
    const JournalEntry *entry = entries->pdata[i];
    if (entry->kind != JOURNAL_AT)
      return entry->kind != JOURNAL_SAVED;
  }
  return FALSE;
}

static const TrainEntry *
find_entry (const TrainDataset *set, const char *id)
{
  for (guint i = 0; i < set->entries->len; i++) {
    const TrainEntry *entry = set->entries->pdata[i];
    if (strcmp (entry->id, id) == 0)
      return entry;
  }
  return NULL;
}

guint
settle_journal (const WorkSetup *setup, GPtrArray *warnings)
{
  WorkSetup plain = *setup;
  g_autoptr (GPtrArray) pages = journal_get_pages (setup->journal);
  guint n = 0;

  plain.memory = NULL; /* nothing is decided here */
  for (guint i = 0; i < pages->len; i++) {
    const char *id = pages->pdata[i];
    const TrainEntry *entry = find_entry (setup->set, id);
    if (!entry || !is_behind (journal_get_entries (setup->journal, id)))
      continue;
    g_autoptr (GError) error = NULL;
    g_autoptr (Work) work = work_open (&plain, entry, &error);
    if (!work || !work_save (work, &error))
      g_ptr_array_add (warnings, g_strdup_printf ("%s: %s", id, error->message));
    n++;
  }
  return n;
}

guint
settle_all (const TrainDataset *set, ExtractParser *parser, GPtrArray *warnings)
{
  static const ExtractAnnotator annotators[] = { EXTRACT_ANNOTATOR_PERSON, EXTRACT_ANNOTATOR_JUDGE };
  guint n = 0;

  for (guint g = 0; g < G_N_ELEMENTS (annotators); g++) {
    g_auto (GStrv) people = journal_list (set->path, annotators[g]);
    for (guint i = 0; people[i]; i++) {
      g_autoptr (GError) error = NULL;
      g_autoptr (Journal) journal = journal_open (set->path, annotators[g], people[i], &error);
      g_autoptr (Classes) classes = classes_load (NULL, NULL);
      if (journal)
        n += settle_journal (
            &(WorkSetup){ .set = set, .parser = parser, .classes = classes, .journal = journal }, warnings);
      else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BUSY))
        g_ptr_array_add (warnings, g_strdup (error->message));
    }
  }
  return n;
}
