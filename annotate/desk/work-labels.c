/* SPDX-License-Identifier: MIT */
/*
 * The labels file of a page that is open: what it says when the page is opened, and the decisions that go
 * into it when the page is left. Rows of others stay as they are.
 *
 *   labels file ─> conflicts, for a judge; own labels that are newer than the journal
 *   decisions ─> own rows; their scores; how each came about
 */
#include "annotate/desk/work-private.h"
#include "libextract/page/page.h"

#include "cli/cli.h"
#include "annotate/record/labels-file.h"

#include <string.h>

/* ---- Reading ----------------------------------------------------------------------------------- */

static gboolean
is_own (const Work *work, const ExtractBlockLabel *label)
{
  return label->annotator == journal_get_annotator (work->setup.journal) &&
         strcmp (label->who, journal_get_who (work->setup.journal)) == 0;
}

/* @data: classes by block */
static const char *
choose_from_file (Work *work, guint i, gpointer data)
{
  const char *const *names = data;
  return names[i] && work_counts (work, i) ? names[i] : JOURNAL_KEEP;
}

/* Labels of this person that came into the file otherwise: those later than what the journal says. */
static gboolean
take_own_labels (Work *work, const ExtractBlockLabel **labels, gsize n, GError **error)
{
  const GPtrArray *entries = journal_get_entries (work->setup.journal, work->entry->id);
  const char *last = entries ? ((const JournalEntry *) entries->pdata[entries->len - 1])->when : "";
  g_autofree const char **names = g_new0 (const char *, (gsize) work->n_blocks + 1);
  gboolean any = FALSE;

  for (gsize i = 0; i < n; i++) {
    if (!is_own (work, labels[i]) || strcmp (labels[i]->when, last) <= 0)
      continue;
    int place = work_find_place (work, labels[i]->fingerprint, labels[i]->occurrence);
    if (place < 0)
      continue;
    names[place] = labels[i]->class_name;
    any = TRUE;
  }
  return !any || work_label_by (work, 0, work->n_blocks - 1, JOURNAL_BY_FILE, choose_from_file,
                                (gpointer) names, NULL, error);
}

/* What people say of each block, "jan: content, eva: boilerplate"; only where they say different things. */
static void
find_conflicts (Work *work, const ExtractBlockLabel **labels, gsize n)
{
  g_autofree const char **classes = g_new0 (const char *, (gsize) work->n_blocks + 1); /* the first one */
  g_autofree gboolean *differ = g_new0 (gboolean, (gsize) work->n_blocks + 1);

  work->conflicts = g_new0 (char *, (gsize) work->n_blocks + 1);
  for (gsize i = 0; i < n; i++) {
    if (labels[i]->annotator != EXTRACT_ANNOTATOR_PERSON)
      continue;
    int place = work_find_place (work, labels[i]->fingerprint, labels[i]->occurrence);
    if (place < 0)
      continue;
    char *said = work->conflicts[place];
    work->conflicts[place] = g_strdup_printf ("%s%s%s: %s", said ? said : "", said ? ", " : "",
                                              labels[i]->who, labels[i]->class_name);
    g_free (said);
    differ[place] |= classes[place] && strcmp (classes[place], labels[i]->class_name) != 0;
    classes[place] = labels[i]->class_name;
  }
  work->n_all = 0;
  for (guint i = 0; i < work->n_blocks; i++) {
    if (!differ[i])
      g_clear_pointer (&work->conflicts[i], g_free);
    work->n_all += work->conflicts[i] != NULL;
  }
}

gboolean
work_read_labels (Work *work, GError **error)
{
  g_autoptr (ExtractAnnotation) annotation = NULL;
  if (!train_entry_load_labels (work->entry, &annotation, error))
    return FALSE;
  gsize n = 0;
  g_autofree const ExtractBlockLabel **labels =
      annotation ? extract_annotation_dup_labels (annotation, &n) : NULL;
  if (work_is_judged (work))
    find_conflicts (work, labels, n);
  work_replay (work);
  return work->n_blocks == 0 || take_own_labels (work, labels, n, error);
}

/* ---- Writing ----------------------------------------------------------------------------------- */

/* The rows of others, and those of this person whose blocks are no longer on the page.
 * @hows: [n_blocks]: how she came to those that she has in the file */
static ExtractAnnotation *
work_load_others (Work *work, ExtractHow *hows, GError **error)
{
  g_autoptr (ExtractAnnotation) annotation = NULL;
  if (!train_entry_load_labels (work->entry, &annotation, error))
    return NULL;
  if (!annotation)
    return extract_annotation_new ();

  /* In the file a row is a line, in the order in which dup_labels () has them, after the two of its head. */
  gsize n;
  g_autofree const ExtractBlockLabel **labels = extract_annotation_dup_labels (annotation, &n);
  g_autoptr (GBytes) bytes = extract_annotation_to_bytes (annotation);
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GString) kept = g_string_new (NULL);
  const gsize n_head = 2;
  for (gsize i = 0; lines[i]; i++) {
    const ExtractBlockLabel *label = i >= n_head && i - n_head < n ? labels[i - n_head] : NULL;
    int place =
        label && is_own (work, label) ? work_find_place (work, label->fingerprint, label->occurrence) : -1;
    if (place >= 0)
      hows[place] = label->how;
    else if (*lines[i] != '\0')
      g_string_append_printf (kept, "%s\n", lines[i]);
  }
  g_autoptr (GBytes) rest = g_string_free_to_bytes (g_steal_pointer (&kept));
  return extract_annotation_load_bytes (rest, error);
}

/* @in_file: how she came to the one that the file has */
static ExtractHow
get_how (const BlockState *state, ExtractHow in_file)
{
  static const ExtractHow hows[] = {
    [JOURNAL_BY_KEY] = EXTRACT_HOW_CHOSEN,
    [JOURNAL_BY_PROPOSAL] = EXTRACT_HOW_ACCEPTED,
    [JOURNAL_BY_MEMORY] = EXTRACT_HOW_REMEMBERED,
  };
  return state->entry->way == JOURNAL_BY_FILE ? in_file : hows[state->entry->way];
}

static gboolean
write_labels (Work *work, const char *path, GError **error)
{
  ExtractAnnotator annotator = journal_get_annotator (work->setup.journal);
  const char *who = journal_get_who (work->setup.journal);
  g_autofree ExtractHow *hows = g_new0 (ExtractHow, (gsize) work->n_blocks + 1);
  g_autoptr (ExtractAnnotation) annotation = work_load_others (work, hows, error);
  if (!annotation)
    return FALSE;
  /* A label from memory alone is no opinion about this page. */
  for (guint i = 0; i < work->n_blocks && work->n_own > 0; i++) {
    const BlockState *state = &work->states[i];
    if (state->class_number == NO_CLASS)
      continue;
    if (!extract_annotation_set (annotation, work->document, i,
                                 classes_get (work->setup.classes, state->class_number)->name, annotator, who,
                                 state->entry->when, work_get_score (work, i), error))
      return FALSE;
    extract_annotation_set_how (annotation, work->document, i, annotator, who, get_how (state, hows[i]));
  }
  if (work->setup.memory)
    memory_put (work->setup.memory, work->entry->id, annotation);
  if (extract_annotation_get_n_labels (annotation) == 0 && !g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  g_autoptr (GBytes) bytes = extract_annotation_to_bytes (annotation);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  return cli_write_file (path, data, (gssize) length, error);
}

gboolean
work_save (Work *work, GError **error)
{
  if (!work->unsaved)
    return TRUE;
  g_autofree char *path = labels_file_dup_path (work->entry);
  g_autoptr (CliLock) lock = labels_file_lock (path, error);
  if (!lock || !write_labels (work, path, error)) {
    g_prefix_error (error, "%s: ", path);
    return FALSE;
  }
  if (!work_write (work, journal_entry_new (JOURNAL_SAVED, work->entry->id), error))
    return FALSE;
  work->unsaved = FALSE;
  return TRUE;
}
