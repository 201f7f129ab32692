/* SPDX-License-Identifier: MIT */
#include "annotate/tools/collect.h"

#include "train/data/import.h"
#include "train/data/set-writer.h"

#include <string.h>

#define LIST_BYTES ((gsize) 64 * 1024 * 1024)

gboolean
collect_is_set (const char *path)
{
  g_autofree char *index = g_build_filename (path, "index.jsonl", NULL);
  return g_file_test (index, G_FILE_TEST_IS_REGULAR);
}

/* Appends the lines of the file @path that are not empty. */
static gboolean
read_list (const char *path, GPtrArray *places, GError **error)
{
  const ExtractSourceLimits limits = { .max_bytes = LIST_BYTES };
  g_autoptr (GBytes) bytes = train_place_read (path, &limits, error);
  if (!bytes)
    return FALSE;
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  if (length > 0 && memchr (data, '\0', length)) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                         "is not a list of pages: it contains a zero byte");
    return FALSE;
  }
  g_autofree char *text = g_strndup (data ? data : "", length);
  g_auto (GStrv) lines = cli_split_lines (text);
  for (char **line = lines; *line; line++)
    if (**line)
      g_ptr_array_add (places, g_strdup (*line));
  return TRUE;
}

GPtrArray *
collect_list (char **places, const char *files_from, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_free);

  for (char **place = places; *place; place++)
    g_ptr_array_add (all, g_strdup (*place));
  return files_from && !read_list (files_from, all, error) ? NULL : g_steal_pointer (&all);
}

/* Whether nothing that is read is part of the set that is written. */
static gboolean
guard_set (const char *set, char **places, const char *files_from, GError **error)
{
  gboolean good = train_set_writer_guard (set, error) && (!files_from || cli_guard_input (files_from, error));
  for (char **place = places; good && *place; place++)
    good = extract_source_is_url (*place) || cli_guard_input (*place, error);
  return good;
}

CliExit
collect_pages (const char *set, char **places, const char *files_from, const CliPageOptions *page)
{
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GError) error = NULL;
  if ((*places || files_from) && !guard_set (set, places, files_from, &error))
    return cli_fail (NULL, error);
  if (!(all = collect_list (places, files_from, &error)))
    return cli_fail (files_from, error);
  if (all->len == 0)
    return CLI_EXIT_DONE;
  g_ptr_array_add (all, NULL);

  g_autofree char *folder = g_canonicalize_filename (set, NULL);
  g_autofree char *index = g_build_filename (folder, "index.jsonl", NULL);
  if (g_mkdir_with_parents (folder, 0777) != 0) {
    cli_fail_errno (&error, "cannot be made");
    return cli_fail (set, error);
  }
  g_autoptr (CliLock) lock = cli_lock_new (index, &error);
  if (!lock)
    return cli_fail (set, error);

  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *date = g_date_time_format (now, "%Y-%m-%d");
  const TrainImportOptions options = {
    .format = train_import_find_format ("pages"),
    .limits = &page->source,
    .parser = page->parser,
    .jobs = page->jobs,
    .append = TRUE,
    .date = date,
  };
  TrainImportCounts counts;
  gboolean good = train_import_run (&options, (char **) all->pdata, set, &counts);
  if (counts.n_added + counts.n_there > 0)
    cli_error (set, "%u pages added, %u already there; %u pages in the set", counts.n_added, counts.n_there,
               counts.n_pages);
  return good ? CLI_EXIT_DONE : CLI_EXIT_FAILED;
}
