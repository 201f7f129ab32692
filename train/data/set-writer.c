/* SPDX-License-Identifier: MIT */
#include "train/data/set-writer.h"
#include "libextract/base/url.h"

#include "cli/cli.h"
#include "train/data/dataset.h"
#include "cli/json-read.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#define MAX_INDEX ((gsize) 1 << 30)
#define MAX_ID 100 /* most bytes of an id, so that file names stay short enough with their suffixes */

/* A page of the index. */
typedef struct {
  char *line;
  gboolean old;     /* it was there before */
  gboolean claimed; /* a page of this import is the same */
} Line;

struct _TrainSetWriter {
  char *path;
  GHashTable *lines;   /* id -> Line */
  GHashTable *urls;    /* URL -> GPtrArray of Line, lent: of pages that were there before */
  GHashTable *numbers; /* id without number -> the number that is tried next */
  guint n_truths;      /* pages added with a reference */
};

TrainSetPage *
train_set_page_new (const char *name, const char *place)
{
  TrainSetPage *page = g_new0 (TrainSetPage, 1);
  page->name = g_strdup (name);
  page->place = g_strdup (place);
  return page;
}

void
train_set_page_free (TrainSetPage *page)
{
  g_free (page->name);
  g_free (page->place);
  g_free (page->text_place);
  g_clear_pointer (&page->bytes, g_bytes_unref);
  g_clear_pointer (&page->packed, g_bytes_unref);
  g_clear_pointer (&page->archive, extract_source_free);
  g_free (page->url);
  g_free (page->site);
  g_free (page->lang);
  g_free (page->type);
  g_free (page->title);
  g_free (page->charset);
  g_free (page->split);
  g_strfreev (page->with);
  g_strfreev (page->without);
  g_free (page->truth);
  g_free (page->labels);
  g_free (page);
}

static void
line_free (gpointer data)
{
  Line *line = data;
  g_free (line->line);
  g_free (line);
}

char *
train_set_id_from_name (const char *name)
{
  g_autoptr (GString) id = g_string_new (NULL);
  g_autofree char *public = extract_url_dup_without_user (name);
  g_autofree char *valid = g_utf8_make_valid (public, -1);
  g_autofree char *ascii = g_str_to_ascii (valid, "C"); /* letters without their accents */
  for (const char *p = ascii; *p && id->len < MAX_ID; p++) {
    if (g_ascii_isalnum (*p) || *p == '_')
      g_string_append_c (id, *p);
    else if (id->len > 0 && id->str[id->len - 1] != '-')
      g_string_append_c (id, '-');
  }
  while (id->len > 0 && id->str[id->len - 1] == '-')
    g_string_truncate (id, id->len - 1);
  return g_strdup (id->len > 0 ? id->str : "page");
}

/* ---- What is there ---------------------------------------------------------------------------- */

/* The index was read without an error before. */
static gboolean
read_line (TrainSetWriter *writer, const char *text, gsize length, GError **error)
{
  g_autoptr (JsonObject) object = cli_json_parse (text, length, error);
  g_autofree char *id = NULL;
  g_autofree char *url = NULL;
  if (!object || !cli_json_get_string (object, "id", &id, error) ||
      !cli_json_get_url (object, "url", &url, error))
    return FALSE;

  Line *line = g_new0 (Line, 1);
  line->line = g_strndup (text, length);
  line->old = TRUE;
  g_hash_table_insert (writer->lines, g_steal_pointer (&id), line);
  if (url) {
    GPtrArray *lines = g_hash_table_lookup (writer->urls, url);
    if (!lines) {
      lines = g_ptr_array_new ();
      g_hash_table_insert (writer->urls, g_steal_pointer (&url), lines);
    }
    g_ptr_array_add (lines, line);
  }
  return TRUE;
}

static gboolean
read_index (TrainSetWriter *writer, const char *index, GError **error)
{
  /* It reports what is wrong with a line. Lines with unsafe ids are kept: an import deletes nothing. */
  g_autoptr (TrainDataset) dataset = train_dataset_open (writer->path, error);
  g_autofree char *text = NULL;
  gsize length;
  if (!dataset || !cli_read_file (index, MAX_INDEX, &text, &length, error))
    return FALSE;

  for (const char *p = text, *end = text + length, *next; p < end; p = next) {
    const char *newline = memchr (p, '\n', (gsize) (end - p));
    gsize n = (gsize) ((newline ? newline : end) - p);
    next = newline ? newline + 1 : end;
    while (n > 0 && g_ascii_isspace (p[n - 1]))
      n--;
    if (n > 0 && !read_line (writer, p, n, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
train_set_writer_guard (const char *path, GError **error)
{
  static const char *const parts[] = { "index.jsonl", "html", "truth", "labels" };
  gboolean good = TRUE;
  for (gsize i = 0; good && i < G_N_ELEMENTS (parts); i++) {
    g_autofree char *part = g_build_filename (path, parts[i], NULL);
    good = cli_guard_output ("--output", part, error);
  }
  return good;
}

TrainSetWriter *
train_set_writer_new (const char *path, gboolean append, GError **error)
{
  g_autoptr (TrainSetWriter) writer = g_new0 (TrainSetWriter, 1);
  writer->path = g_strdup (path);
  writer->lines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, line_free);
  writer->urls = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  writer->numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_autofree char *index = g_build_filename (path, "index.jsonl", NULL);
  if (!g_file_test (index, G_FILE_TEST_EXISTS) && !g_file_test (index, G_FILE_TEST_IS_SYMLINK))
    return g_steal_pointer (&writer);
  if (!append) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS, "%s: is a set already; --append adds pages to it",
                 path);
    return NULL;
  }
  if (!read_index (writer, index, error))
    return NULL;
  return g_steal_pointer (&writer);
}

void
train_set_writer_free (TrainSetWriter *writer)
{
  g_free (writer->path);
  g_clear_pointer (&writer->lines, g_hash_table_unref);
  g_clear_pointer (&writer->urls, g_hash_table_unref);
  g_clear_pointer (&writer->numbers, g_hash_table_unref);
  g_free (writer);
}

gboolean
train_set_writer_has_url (TrainSetWriter *writer, const char *url)
{
  GPtrArray *lines = g_hash_table_lookup (writer->urls, url);
  if (!lines || lines->len == 0)
    return FALSE;
  ((Line *) lines->pdata[0])->claimed = TRUE;
  g_ptr_array_remove_index (lines, 0);
  return TRUE;
}

/* Returns: (transfer full): SET/@folder/@id@suffix */
static char *
dup_path (const TrainSetWriter *writer, const char *folder, const char *id, const char *suffix)
{
  g_autofree char *name = g_strconcat (id, suffix, NULL);
  return g_build_filename (writer->path, folder, name, NULL);
}

/* What stands under a name: even a link that leads nowhere is something. */
typedef enum { NOTHING, SAME, OTHER } Standing;

static Standing
compare_file (const char *path, GBytes *bytes)
{
  const ExtractSourceLimits limits = { .max_bytes = g_bytes_get_size (bytes) };
  if (!g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    return NOTHING;
  g_autoptr (GBytes) old =
      g_file_test (path, G_FILE_TEST_IS_REGULAR) ? train_place_read (path, &limits, NULL) : NULL;
  return old && g_bytes_equal (old, bytes) ? SAME : OTHER;
}

/* Whether the page @id of the set has @bytes. */
static gboolean
has_bytes (const TrainSetWriter *writer, const char *id, GBytes *bytes)
{
  g_autofree char *packed = dup_path (writer, "html", id, ".html.gz");
  g_autofree char *plain = dup_path (writer, "html", id, ".html");
  Standing standing = compare_file (packed, bytes);
  return standing == SAME || (standing == NOTHING && compare_file (plain, bytes) == SAME);
}

/* Returns: (transfer full) (nullable): a free id for @page; NULL if the page was there before. */
static char *
choose_id (TrainSetWriter *writer, const TrainSetPage *page)
{
  char *base = train_set_id_from_name (page->name);
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (writer->numbers, base));
  for (number = MAX (number, 1);; number++) {
    g_autofree char *id = number == 1 ? g_strdup (base) : g_strdup_printf ("%s-%u", base, number);
    Line *line = g_hash_table_lookup (writer->lines, id);
    gboolean same = line && line->old && !line->claimed && has_bytes (writer, id, page->bytes);
    if (line && !same)
      continue;
    g_hash_table_insert (writer->numbers, base, GUINT_TO_POINTER (number + 1)); /* takes base */
    if (!same)
      return g_steal_pointer (&id);
    line->claimed = TRUE;
    return NULL;
  }
}

/* ---- Writing ---------------------------------------------------------------------------------- */

/* Writes the file @path. */
static gboolean
write_file (const char *path, GBytes *bytes, GError **error)
{
  g_autofree char *parent = g_path_get_dirname (path);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  if (g_mkdir_with_parents (parent, 0777) != 0) {
    cli_fail_errno (error, "cannot be made");
    g_prefix_error (error, "%s: ", parent);
    return FALSE;
  }
  if (!cli_write_file (path, data, (gssize) length, error)) {
    g_prefix_error (error, "%s: ", path);
    return FALSE;
  }
  return TRUE;
}

/* A file of a page: what is in it, and what is written for that; NULL if there is no such file. */
typedef struct {
  const char *folder;
  const char *suffix;
  GBytes *bytes;   /* (nullable) */
  GBytes *written; /* (nullable) */
} File;

/* All of them, or none if something else stands in the place of one. */
static TrainSetOutcome
write_files (const TrainSetWriter *writer, const char *id, const File *files, guint n, GError **error)
{
  gboolean is_there[8] = { FALSE };
  g_assert (n <= G_N_ELEMENTS (is_there));
  for (guint i = 0; i < n; i++) {
    g_autofree char *path = dup_path (writer, files[i].folder, id, files[i].suffix);
    Standing standing = files[i].bytes ? compare_file (path, files[i].bytes) : NOTHING;
    is_there[i] = standing == SAME;
    if (standing == OTHER) {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
                   "skipped: %s is there already, and not of this page; move it away", path);
      return TRAIN_SET_REFUSED;
    }
  }
  for (guint i = 0; i < n; i++) {
    g_autofree char *path = dup_path (writer, files[i].folder, id, files[i].suffix);
    if (files[i].written && !is_there[i] && !write_file (path, files[i].written, error))
      return TRAIN_SET_FAILED;
  }
  return TRAIN_SET_ADDED;
}

static void
set_member (JsonObject *object, const char *key, const char *value)
{
  if (value)
    json_object_set_string_member (object, key, value);
}

static void
set_members (JsonObject *object, const char *key, char **values)
{
  if (!values)
    return;
  JsonArray *array = json_array_new ();
  for (char **value = values; *value; value++)
    json_array_add_string_element (array, *value);
  json_object_set_array_member (object, key, array);
}

static char *
make_line (const char *id, const TrainSetPage *page)
{
  g_autoptr (JsonObject) object = json_object_new ();
  set_member (object, "id", id);
  set_member (object, "url", page->url);
  set_member (object, "site", page->site);
  set_member (object, "lang", page->lang);
  set_member (object, "type", page->type);
  set_member (object, "title", page->title);
  set_member (object, "charset", page->charset);
  set_member (object, "split", page->split);
  set_members (object, "with", page->with);
  set_members (object, "without", page->without);
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), object);
  return json_to_string (node, FALSE);
}

TrainSetOutcome
train_set_writer_add (TrainSetWriter *writer, const TrainSetPage *page, GError **error)
{
  g_autofree char *id = choose_id (writer, page);
  if (!id)
    return TRAIN_SET_THERE;

  g_autoptr (GBytes) truth = page->truth ? g_bytes_new (page->truth, strlen (page->truth)) : NULL;
  g_autoptr (GBytes) labels = page->labels ? g_bytes_new (page->labels, strlen (page->labels)) : NULL;
  const File files[] = {
    { "html", ".html.gz", page->bytes, page->packed },
    { "html", ".html", page->bytes, NULL },
    { "truth", ".txt", truth, truth },
    { "labels", ".tsv", labels, labels },
  };
  TrainSetOutcome outcome = write_files (writer, id, files, G_N_ELEMENTS (files), error);
  if (outcome != TRAIN_SET_ADDED)
    return outcome;

  Line *line = g_new0 (Line, 1);
  line->line = make_line (id, page);
  g_hash_table_insert (writer->lines, g_steal_pointer (&id), line);
  writer->n_truths += page->truth != NULL;
  return TRAIN_SET_ADDED;
}

static int
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

gboolean
train_set_writer_commit (TrainSetWriter *writer, GError **error)
{
  guint n;
  g_autofree gpointer *ids = g_hash_table_get_keys_as_array (writer->lines, &n);
  qsort (ids, n, sizeof *ids, compare_strings);
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < n; i++) {
    const Line *line = g_hash_table_lookup (writer->lines, ids[i]);
    g_string_append (text, line->line);
    g_string_append_c (text, '\n');
  }
  g_autofree char *path = g_build_filename (writer->path, "index.jsonl", NULL);
  g_autoptr (GBytes) bytes = g_bytes_new (text->str, text->len);
  return write_file (path, bytes, error);
}

guint
train_set_writer_get_n_pages (const TrainSetWriter *writer)
{
  return g_hash_table_size (writer->lines);
}

gboolean
train_set_writer_add_readme (TrainSetWriter *writer, const char *origin, GError **error)
{
  g_autofree char *path = g_build_filename (writer->path, "README.md", NULL);
  if (g_file_test (path, G_FILE_TEST_EXISTS) || g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    return TRUE;

  g_autofree char *absolute = g_canonicalize_filename (writer->path, NULL);
  g_autofree char *name = g_path_get_basename (absolute);
  g_autofree char *text =
      g_strdup_printf ("# %s\n\n"
                       "Pages: %u, with a reference text: %u.\n"
                       "%s\n\n"
                       "Source: not stated yet.\n"
                       "Licence: not stated yet. Pages belong to their publishers.\n"
                       "What counts as main text: not stated yet.\n",
                       name, train_set_writer_get_n_pages (writer), writer->n_truths, origin);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  return write_file (path, bytes, error);
}
