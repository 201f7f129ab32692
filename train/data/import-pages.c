/* SPDX-License-Identifier: MIT */
/*
 * Pages as they come: files, folders of them, URLs. A URL is fetched later, by a worker; what a file is
 * called does not matter if it is named itself.
 */
#include "train/data/import.h"
#include "libextract/base/url.h"

#include <string.h>

static void
add_page (TrainImportList *list, char *name, const char *place, const char *url)
{
  g_autofree char *taken = name;
  TrainSetPage *page = train_set_page_new (taken, place);
  page->url = url ? extract_url_dup_without_user (url) : NULL;
  page->named = TRUE;
  g_ptr_array_add (list->pages, page);
}

/* The file @place, which is looked at as a folder would be, if it is called as pages are. */
static gboolean
add_files (TrainImportList *list, const char *place, GError **error)
{
  g_autofree char *name = g_path_get_basename (place);
  g_autofree char *stem = train_import_dup_stem (name);
  if (!g_file_test (place, G_FILE_TEST_EXISTS)) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "%s: no such file or folder", place);
    return FALSE;
  }
  if (!stem && !g_file_test (place, G_FILE_TEST_IS_DIR)) { /* a pipe, too, for it is named */
    add_page (list, g_steal_pointer (&name), place, NULL);
    return TRUE;
  }
  char *sources[] = { (char *) place, NULL };
  guint n = list->pages->len;
  if (!train_import_list_folder (sources, list, error))
    return FALSE;
  if (list->pages->len == n)
    train_import_complain (list, place, "there are no pages in this folder");
  return TRUE;
}

gboolean
train_import_list_pages (char **sources, TrainImportList *list, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  for (char **source = sources; *source; source++) {
    if (!g_hash_table_add (seen, *source))
      continue;
    if (extract_source_is_url (*source))
      add_page (list, train_import_dup_name (*source), *source, *source);
    else if (!add_files (list, *source, error))
      return FALSE;
  }
  return TRUE;
}
