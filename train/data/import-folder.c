/* SPDX-License-Identifier: MIT */
/*
 * Pages and texts that are matched by name, in one folder or in several:
 *
 *   folder/7.html  folder/7.txt        pages/7.html  texts/7-cleaned.txt       pages/7.html  texts/7.html.txt
 *
 * A text in the folder of the page comes before texts in other folders.
 */
#include "train/data/import.h"

#include "train/data/words.h"

#include <string.h>

typedef struct {
  char *path;
  char *folder;
  char *stem;
  char *name;     /* without the folder */
  gboolean named; /* itself, not its folder */
  gboolean taken; /* by a page */
} File;

static void
file_free (gpointer data)
{
  File *file = data;
  g_free (file->path);
  g_free (file->folder);
  g_free (file->stem);
  g_free (file->name);
  g_free (file);
}

typedef struct {
  GPtrArray *pages;    /* of File */
  GPtrArray *texts;    /* of File */
  GHashTable *by_stem; /* stem -> the first File of texts that has it, lent */
  GHashTable *by_path; /* "folder/stem" -> File of texts, lent */
} Files;

static void
files_clear (Files *files)
{
  g_clear_pointer (&files->by_stem, g_hash_table_unref);
  g_clear_pointer (&files->by_path, g_hash_table_unref);
  g_clear_pointer (&files->pages, g_ptr_array_unref);
  g_clear_pointer (&files->texts, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Files, files_clear)

static void
add_file (Files *files, const char *folder, const char *name, gboolean named)
{
  g_autofree char *stem = train_import_dup_stem (name);
  gboolean is_text = !stem && g_str_has_suffix (name, ".txt");
  if (is_text)
    stem = g_strndup (name, strlen (name) - strlen (".txt"));
  if (!stem)
    return;

  File *file = g_new0 (File, 1);
  file->path = g_build_filename (folder, name, NULL);
  file->folder = g_strdup (folder);
  file->name = g_strdup (name);
  file->named = named;
  file->stem = g_steal_pointer (&stem);
  g_ptr_array_add (is_text ? files->texts : files->pages, file);
  if (is_text) {
    if (!g_hash_table_contains (files->by_stem, file->stem))
      g_hash_table_insert (files->by_stem, file->stem, file);
    g_hash_table_insert (files->by_path, g_build_filename (folder, file->stem, NULL), file);
  }
}

static gboolean
list_files (char **sources, Files *files, GError **error)
{
  files->pages = g_ptr_array_new_with_free_func (file_free);
  files->texts = g_ptr_array_new_with_free_func (file_free);
  files->by_stem = g_hash_table_new (g_str_hash, g_str_equal);
  files->by_path = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (char **source = sources; *source; source++) {
    if (g_file_test (*source, G_FILE_TEST_EXISTS) && !g_file_test (*source, G_FILE_TEST_IS_DIR)) {
      g_autofree char *folder = g_path_get_dirname (*source);
      g_autofree char *name = g_path_get_basename (*source);
      add_file (files, folder, name, TRUE);
      continue;
    }
    g_autoptr (GPtrArray) names = train_import_list_names (*source, error);
    if (!names)
      return FALSE;
    for (guint i = 0; i < names->len; i++)
      add_file (files, *source, names->pdata[i], FALSE);
  }
  return TRUE;
}

/* Returns: (transfer none) (nullable): the text of @page. */
static File *
find_text (const Files *files, const File *page)
{
  g_autofree char *cleaned = g_strconcat (page->stem, "-cleaned", NULL);
  const char *const stems[] = { page->stem, cleaned, page->name };
  File *text = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (stems) && !text; i++) {
    g_autofree char *path = g_build_filename (page->folder, stems[i], NULL);
    text = g_hash_table_lookup (files->by_path, path);
  }
  for (guint i = 0; i < G_N_ELEMENTS (stems) && !text; i++)
    text = g_hash_table_lookup (files->by_stem, stems[i]);
  return text;
}

/* @strict: a page without a text, and a text without a page, are left out and named */
static gboolean
list_pages (char **sources, gboolean strict, TrainImportList *list, GError **error)
{
  g_auto (Files) files = { 0 };
  if (!list_files (sources, &files, error))
    return FALSE;

  for (guint i = 0; i < files.pages->len; i++) {
    const File *file = files.pages->pdata[i];
    File *text = find_text (&files, file);
    if (!text && strict) {
      train_import_complain (list, file->path, "skipped: there is no text %s.txt or %s-cleaned.txt",
                             file->stem, file->stem);
      continue;
    }
    TrainSetPage *page = train_set_page_new (file->stem, file->path);
    page->named = file->named;
    g_ptr_array_add (list->pages, page);
    if (text) {
      page->text_place = g_strdup (text->path);
      text->taken = TRUE;
    }
  }
  for (guint i = 0; strict && i < files.texts->len; i++) {
    const File *text = files.texts->pdata[i];
    if (!text->taken)
      train_import_complain (list, text->path, "skipped: there is no page of this name");
  }
  return TRUE;
}

gboolean
train_import_list_folder (char **sources, TrainImportList *list, GError **error)
{
  return list_pages (sources, FALSE, list, error);
}

gboolean
train_import_list_pairs (char **sources, TrainImportList *list, GError **error)
{
  return list_pages (sources, TRUE, list, error);
}

gboolean
train_import_finish_folder (TrainSetPage *page, GBytes *text, GError **error)
{
  if (text) {
    gsize length;
    const char *bytes = g_bytes_get_data (text, &length);
    page->truth = train_import_decode (bytes, length, NULL);
  }
  return TRUE;
}
