/* SPDX-License-Identifier: MIT */
/*
 * Tables of URLs in CSV.
 *
 *   url,text,lang                                        the names of columns; without them the order is
 *   https://site.example/a,"Text, ""quoted""",en         url, text, lang, type, title, id
 *   pages/b.html,,de                                     a file, found from the folder of the table
 *
 * A page is fetched later, by a worker. An empty field means unknown: the main text of a page with an empty
 * text is not known.
 */
#include "train/data/import.h"
#include "libextract/base/url.h"

#include "train/data/table.h"

#include <string.h>

/* ---- Rows -------------------------------------------------------------------------------------- */

static gboolean
row_is_empty (const TrainTable *table)
{
  return table->fields->len == 1 && *(char *) table->fields->pdata[0] == '\0';
}

/* ---- Columns ----------------------------------------------------------------------------------- */

/* What a row says. The strings are those of the row. */
typedef enum { URL, TEXT, LANG, TYPE, TITLE, ID, PAGE, N_COLUMNS } Column;

static const char *const column_names[N_COLUMNS] = { "url", "text", "lang", "type", "title", "id", "file" };

/* Which field of a row is which column; -1 for those that are not there. */
typedef struct {
  int fields[N_COLUMNS];
  guint n_fields; /* of a row; 0 if it is not known */
} Columns;

/* Whether the row is names of columns, not a page: it has the name "url". */
static gboolean
read_columns (const TrainTable *table, Columns *columns)
{
  Columns named = { .n_fields = table->fields->len };
  for (guint c = 0; c < N_COLUMNS; c++) {
    named.fields[c] = -1;
    columns->fields[c] = c == PAGE ? -1 : (int) c; /* a file has to be named */
    for (guint f = 0; f < table->fields->len; f++) {
      g_autofree char *name = g_ascii_strdown (table->fields->pdata[f], -1);
      if (named.fields[c] < 0 && strcmp (g_strstrip (name), column_names[c]) == 0)
        named.fields[c] = (int) f;
    }
  }
  if (named.fields[URL] < 0)
    return FALSE;
  *columns = named;
  return TRUE;
}

/* Returns: (nullable): the field of @column; NULL if it is empty. */
static const char *
get_field (const TrainTable *table, const Columns *columns, Column column)
{
  int f = columns->fields[column];
  const char *field = f >= 0 && (guint) f < table->fields->len ? table->fields->pdata[f] : "";
  return *field ? field : NULL;
}

/* ---- Pages ------------------------------------------------------------------------------------- */

/* Returns: (transfer full) (nullable): the file that @url means, found from @folder. */
static char *
dup_path (const char *url, const char *folder, GError **error)
{
  g_autofree char *path = NULL;
  if (g_ascii_strncasecmp (url, "file:", strlen ("file:")) == 0) {
    if (!(path = g_filename_from_uri (url, NULL, error)))
      return NULL;
  } else if (strstr (url, "://")) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                         "only http, https and file URLs are read");
    return NULL;
  } else {
    path = g_path_is_absolute (url) ? g_strdup (url) : g_build_filename (folder, url, NULL);
  }
  return train_import_check_file (path, error) ? g_steal_pointer (&path) : NULL;
}

/* Adds the page of a row. */
static gboolean
add_row (TrainImportList *list, const TrainTable *table, const Columns *columns, const char *folder,
         GError **error)
{
  const char *url = get_field (table, columns, URL);
  const char *id = get_field (table, columns, ID);
  const char *damage = table->damage;
  if (!damage && columns->n_fields > 0 && table->fields->len > columns->n_fields)
    damage = "it has more fields than the first row";
  if (!damage && !url)
    damage = "it has no url";
  if (damage) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, damage);
    return FALSE;
  }

  const char *file = get_field (table, columns, PAGE);
  gboolean on_web = extract_source_is_url (url);
  if (file && !on_web) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 "%s: is not the address of a page: http or https", url);
    return FALSE;
  }
  g_autofree char *place = on_web && !file ? g_strdup (url) : dup_path (file ? file : url, folder, error);
  if (!place) {
    g_prefix_error (error, "%s: ", file ? file : url);
    return FALSE;
  }
  g_autofree char *name = id ? g_strdup (id) : train_import_dup_name (url);
  TrainSetPage *page = train_set_page_new (name, place);
  page->url = on_web ? extract_url_dup_without_user (url) : NULL;
  page->truth = g_strdup (get_field (table, columns, TEXT));
  page->lang = g_strdup (get_field (table, columns, LANG));
  page->type = g_strdup (get_field (table, columns, TYPE));
  page->title = g_strdup (get_field (table, columns, TITLE));
  g_ptr_array_add (list->pages, page);
  return TRUE;
}

static gboolean
list_table (const char *path, TrainImportList *list, GError **error)
{
  g_autoptr (GBytes) bytes = train_import_read_table (path, error);
  if (!bytes)
    return FALSE;
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  g_autoptr (GPtrArray) fields = g_ptr_array_new_with_free_func (g_free);
  TrainTable table = { .p = data, .end = data + length, .line = 1, .fields = fields };
  g_autofree char *folder = g_path_get_dirname (path);
  Columns columns = { 0 };

  if (length >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0)
    table.p += 3;
  for (gboolean first = TRUE; train_table_read_row (&table);) {
    g_autoptr (GError) local_error = NULL;
    if (row_is_empty (&table))
      continue;
    gboolean is_head = first && read_columns (&table, &columns);
    first = FALSE;
    if (is_head)
      continue;
    if (!add_row (list, &table, &columns, folder, &local_error))
      train_import_complain (list, path, "skipped the row of line %u: %s", table.row_line,
                             local_error->message);
  }
  return TRUE;
}

gboolean
train_import_list_csv (char **sources, TrainImportList *list, GError **error)
{
  for (char **source = sources; *source; source++)
    if (!list_table (*source, list, error))
      return FALSE;
  return TRUE;
}
