/* SPDX-License-Identifier: MIT */
/*
 * Two benchmarks that keep their reference texts in JSON, and a page in html/ID.html.gz.
 *
 *   FOLDER/ground-truth.json       {"ID": {"articleBody": "…", "url": "…"}, …}
 *
 * Source: README of scrapinghub/article-extraction-benchmark ("Data"). The keys "title", "with" and "without"
 * are those of the first edition of WCXB, which had the same layout.
 *
 *   FOLDER/ground-truth/ID.json    {"url": "…", "_internal": {"page_type": {"primary": "article"}},
 *                                   "ground_truth": {"title": "…", "main_content": "…", "with": [],
 * "without": []}}
 *
 * Source: Murrough-Foley/web-content-extraction-benchmark ("schema_version" 2.0); such folders are dev/ and
 * test/ there, their names become the split.
 */
#include "train/data/import.h"

#include "train/data/dataset.h"
#include "cli/json-read.h"

#include <string.h>

/* Returns: (transfer full) (nullable): the page of @id in @folder. */
static char *
find_page (const char *folder, const char *id)
{
  static const char *const suffixes[] = { ".html.gz", ".html" };
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++) {
    g_autofree char *name = g_strconcat (id, suffixes[i], NULL);
    g_autofree char *path = g_build_filename (folder, "html", name, NULL);
    if (g_file_test (path, G_FILE_TEST_EXISTS))
      return g_steal_pointer (&path);
  }
  return NULL;
}

/* ---- article-extraction-benchmark -------------------------------------------------------------- */

/* Adds the page @id of @folder. */
static gboolean
add_entry (TrainImportList *list, const char *folder, const char *id, JsonNode *node, GError **error)
{
  /* Ids are names of files here: an unchecked one could lead anywhere. */
  if (!train_id_is_safe (id)) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                         "its id has other characters than letters, digits, _ and -");
    return FALSE;
  }
  if (!JSON_NODE_HOLDS_OBJECT (node)) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "is not an object");
    return FALSE;
  }
  g_autofree char *place = find_page (folder, id);
  if (!place) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "there is no html/%s.html.gz", id);
    return FALSE;
  }

  JsonObject *object = json_node_get_object (node);
  g_autoptr (TrainSetPage) page = train_set_page_new (id, place);
  if (!cli_json_get_string (object, "articleBody", &page->truth, error) ||
      !cli_json_get_url (object, "url", &page->url, error) ||
      !cli_json_get_string (object, "title", &page->title, error) ||
      !cli_json_get_strings (object, "with", &page->with, error) ||
      !cli_json_get_strings (object, "without", &page->without, error))
    return FALSE;
  g_ptr_array_add (list->pages, g_steal_pointer (&page));
  return TRUE;
}

static int
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (a, b);
}

static gboolean
list_benchmark (const char *folder, TrainImportList *list, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "ground-truth.json", NULL);
  if (!train_import_check_file (path, error)) {
    g_prefix_error (error, "%s: ", path);
    return FALSE;
  }
  g_autoptr (GBytes) bytes = train_import_read_table (path, error);
  if (!bytes)
    return FALSE;
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  g_autoptr (JsonObject) object = cli_json_parse (text, length, error);
  if (!object) {
    g_prefix_error (error, "%s: ", path);
    return FALSE;
  }
  GList *ids = g_list_sort (json_object_get_members (object), compare_strings);
  for (GList *l = ids; l; l = l->next) {
    g_autoptr (GError) local_error = NULL;
    if (!add_entry (list, folder, l->data, json_object_get_member (object, l->data), &local_error))
      train_import_complain (list, path, "skipped \"%s\": %s", (const char *) l->data, local_error->message);
  }
  g_list_free (ids);
  return TRUE;
}

gboolean
train_import_list_article_extraction_benchmark (char **sources, TrainImportList *list, GError **error)
{
  for (char **source = sources; *source; source++)
    if (!list_benchmark (*source, list, error))
      return FALSE;
  return TRUE;
}

/* ---- WCXB -------------------------------------------------------------------------------------- */

static gboolean
list_part (const char *folder, const char *split, TrainImportList *list, GError **error)
{
  g_autofree char *truths = g_build_filename (folder, "ground-truth", NULL);
  g_autoptr (GPtrArray) names = train_import_list_names (truths, error);
  if (!names)
    return FALSE;
  for (guint i = 0; i < names->len; i++) {
    const char *name = names->pdata[i];
    if (!g_str_has_suffix (name, ".json"))
      continue;
    g_autofree char *id = g_strndup (name, strlen (name) - strlen (".json"));
    g_autofree char *text_place = g_build_filename (truths, name, NULL);
    g_autofree char *place = find_page (folder, id);
    if (!place) {
      train_import_complain (list, text_place, "skipped: there is no html/%s.html.gz", id);
      continue;
    }
    TrainSetPage *page = train_set_page_new (id, place);
    page->text_place = g_steal_pointer (&text_place);
    page->split = split ? g_utf8_make_valid (split, -1) : NULL;
    g_ptr_array_add (list->pages, page);
  }
  return TRUE;
}

static gboolean
has_truths (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "ground-truth", NULL);
  return g_file_test (path, G_FILE_TEST_IS_DIR);
}

gboolean
train_import_list_wcxb (char **sources, TrainImportList *list, GError **error)
{
  for (char **source = sources; *source; source++) {
    if (has_truths (*source)) {
      if (!list_part (*source, NULL, list, error))
        return FALSE;
      continue;
    }
    g_autoptr (GPtrArray) names = train_import_list_names (*source, error);
    if (!names)
      return FALSE;
    for (guint i = 0; i < names->len; i++) {
      g_autofree char *folder = g_build_filename (*source, names->pdata[i], NULL);
      if (has_truths (folder) && !list_part (folder, names->pdata[i], list, error))
        return FALSE;
    }
  }
  return TRUE;
}

gboolean
train_import_finish_wcxb (TrainSetPage *page, GBytes *text, GError **error)
{
  gsize length;
  const char *bytes = g_bytes_get_data (text, &length);
  g_autoptr (JsonObject) object = cli_json_parse (bytes, length, error);
  JsonObject *truth = NULL, *internal = NULL, *type = NULL;
  gboolean good = object && cli_json_get_url (object, "url", &page->url, error) &&
                  cli_json_get_object (object, "ground_truth", &truth, error) &&
                  cli_json_get_object (object, "_internal", &internal, error) &&
                  (!internal || cli_json_get_object (internal, "page_type", &type, error)) &&
                  (!type || cli_json_get_string (type, "primary", &page->type, error)) &&
                  (!truth || (cli_json_get_string (truth, "main_content", &page->truth, error) &&
                              cli_json_get_string (truth, "title", &page->title, error) &&
                              cli_json_get_strings (truth, "with", &page->with, error) &&
                              cli_json_get_strings (truth, "without", &page->without, error)));
  if (good && !truth) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "has no \"ground_truth\"");
    good = FALSE;
  }
  if (!good)
    g_prefix_error (error, "its text %s: ", page->text_place);
  return good;
}
