/* SPDX-License-Identifier: MIT */
/*
 * A set of pages on disk, and its division into folds.
 *
 *   index.jsonl -> one JSON object a line -> TrainEntry -> html/<id>.html.gz -> ExtractDocument
 *                                                       -> truth/<id>.txt    -> text
 *
 * Folds: the pages of one site are a group and stay together. With c (f, s) the pages of stratum
 * s (set, type, language) in fold f, and n (s) all pages of s, folds are even when
 *
 *   sum over s of 1/n (s) * sum over f of c (f, s)^2
 *
 * is small. Groups are placed one by one, the largest first, each where it adds least to the sum.
 */
#include "train/data/dataset.h"

#include "libextract/base/url.h"
#include "libextract/page/page.h"

#include "cli/cli.h"
#include "cli/json-read.h"
#include "train/data/words.h"

#include <string.h>

#define MAX_FILE ((gsize) 1 << 30) /* of an index, of a text */

/* ---- The index ---------------------------------------------------------------------------- */

static void
entry_free (gpointer data)
{
  TrainEntry *entry = data;
  g_free (entry->id);
  g_free (entry->url);
  g_free (entry->lang);
  g_free (entry->type);
  g_free (entry->title);
  g_free (entry->author);
  g_free (entry->date);
  g_free (entry->site);
  g_free (entry->charset);
  g_free (entry->split);
  g_strfreev (entry->with);
  g_strfreev (entry->without);
  g_clear_pointer (&entry->page, g_bytes_unref);
  g_free (entry);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainEntry, entry_free)

gboolean
train_id_is_safe (const char *id)
{
  for (const char *p = id; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_' && *p != '-')
      return FALSE;
  return *id != '\0';
}

/* Returns: (transfer full) (nullable): what a line says. Its id is any string, and may be unsafe. */
static TrainEntry *
read_line (const char *line, gsize length, GError **error)
{
  g_autoptr (JsonObject) object = cli_json_parse (line, length, error);
  if (!object)
    return NULL;

  g_autoptr (TrainEntry) entry = g_new0 (TrainEntry, 1);
  if (!cli_json_get_string (object, "id", &entry->id, error) ||
      !cli_json_get_url (object, "url", &entry->url, error) ||
      !cli_json_get_string (object, "lang", &entry->lang, error) ||
      !cli_json_get_string (object, "type", &entry->type, error) ||
      !cli_json_get_string (object, "title", &entry->title, error) ||
      !cli_json_get_string (object, "author", &entry->author, error) ||
      !cli_json_get_string (object, "date", &entry->date, error) ||
      !cli_json_get_string (object, "site", &entry->site, error) ||
      !cli_json_get_string (object, "charset", &entry->charset, error) ||
      !cli_json_get_string (object, "split", &entry->split, error) ||
      !cli_json_get_strings (object, "with", &entry->with, error) ||
      !cli_json_get_strings (object, "without", &entry->without, error))
    return NULL;
  if (!entry->id) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "has no \"id\"");
    return NULL;
  }
  return g_steal_pointer (&entry);
}

gboolean
train_dataset_guard (const char *path, GError **error)
{
  static const char *const folders[] = { "html", "truth", "labels" };
  g_autofree char *index = g_build_filename (path, "index.jsonl", NULL);
  gboolean good = cli_guard_input (index, error);
  for (gsize i = 0; good && i < G_N_ELEMENTS (folders); i++) {
    g_autofree char *folder = g_build_filename (path, folders[i], NULL);
    good = cli_guard_input_folder (folder, error);
  }
  return good;
}

TrainDataset *
train_dataset_new (const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  TrainDataset *dataset = g_new0 (TrainDataset, 1);

  dataset->path = g_strdup (path);
  dataset->name = g_path_get_basename (absolute);
  dataset->entries = g_ptr_array_new_with_free_func (entry_free);
  dataset->warnings = g_ptr_array_new_with_free_func (g_free);
  return dataset;
}

TrainEntry *
train_dataset_add (TrainDataset *dataset, const char *id)
{
  TrainEntry *entry = g_new0 (TrainEntry, 1);

  entry->id = g_strdup (id);
  entry->dataset = dataset;
  g_ptr_array_add (dataset->entries, entry);
  return entry;
}

TrainDataset *
train_dataset_open (const char *path, GError **error)
{
  g_autofree char *index = g_build_filename (path, "index.jsonl", NULL);
  g_autofree char *contents = NULL;
  gsize length;
  g_autoptr (GError) local_error = NULL;
  if (!cli_read_file (index, MAX_FILE, &contents, &length, &local_error)) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "%s: is not a set of pages: %s", path,
                 local_error->message);
    return NULL;
  }

  g_autoptr (TrainDataset) dataset = train_dataset_new (path);
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);

  const char *end = contents + length;
  guint number = 1;
  for (const char *line = contents, *next; line < end; line = next, number++) {
    const char *newline = memchr (line, '\n', (gsize) (end - line));
    gsize n = (gsize) ((newline ? newline : end) - line);
    next = newline ? newline + 1 : end;
    while (n > 0 && g_ascii_isspace (line[n - 1]))
      n--;
    if (n == 0)
      continue;

    g_autoptr (TrainEntry) entry = read_line (line, n, error);
    if (!entry) {
      g_prefix_error (error, "%s: line %u: ", index, number);
      return NULL;
    }
    if (!train_id_is_safe (entry->id)) {
      g_ptr_array_add (dataset->warnings,
                       g_strdup_printf ("%s: line %u: skipped: the id \"%s\" has other characters than "
                                        "letters, digits, _ and -",
                                        index, number, entry->id));
      continue;
    }
    if (!g_hash_table_add (ids, entry->id)) {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: line %u: the id \"%s\" is there twice",
                   index, number, entry->id);
      return NULL;
    }
    entry->dataset = dataset;
    g_ptr_array_add (dataset->entries, g_steal_pointer (&entry));
  }
  return g_steal_pointer (&dataset);
}

void
train_dataset_free (TrainDataset *dataset)
{
  if (!dataset)
    return;
  g_free (dataset->path);
  g_free (dataset->name);
  g_ptr_array_unref (dataset->entries);
  g_ptr_array_unref (dataset->warnings);
  g_free (dataset);
}

/* ---- Sites -------------------------------------------------------------------------------- */

char *
train_entry_dup_known_site (const TrainEntry *entry)
{
  char *domain = entry->url ? extract_url_dup_site (entry->url) : NULL;
  if (!domain && entry->site) {
    g_autofree char *url = g_strconcat ("http://", entry->site, "/", NULL);
    domain = extract_url_dup_site (url);
  }
  return domain;
}

char *
train_entry_dup_site (const TrainEntry *entry)
{
  char *site = train_entry_dup_known_site (entry);
  return site ? site : g_strdup (entry->id);
}

/* ---- Folds -------------------------------------------------------------------------------- */

typedef struct {
  char *site;
  GPtrArray *entries; /* of TrainEntry, lent */
  guint32 order;      /* random: the order of groups of one size */
} Group;

static void
group_free (gpointer data)
{
  Group *group = data;
  g_free (group->site);
  g_ptr_array_unref (group->entries);
  g_free (group);
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const Group *x = *(Group *const *) a, *y = *(Group *const *) b;
  if (x->entries->len != y->entries->len)
    return x->entries->len > y->entries->len ? -1 : 1;
  if (x->order != y->order)
    return x->order < y->order ? -1 : 1;
  return strcmp (x->site, y->site);
}

static char *
dup_stratum (const TrainEntry *entry)
{
  return g_strjoin ("\t", entry->dataset ? entry->dataset->name : "", entry->type ? entry->type : "",
                    entry->lang ? entry->lang : "", NULL);
}

/* The numbers of the strata of @entries, one each; @sizes gets the pages of each stratum. */
static guint *
number_strata (GPtrArray *entries, GArray *sizes)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint *strata = g_new (guint, entries->len);

  for (guint i = 0; i < entries->len; i++) {
    char *stratum = dup_stratum (entries->pdata[i]);
    gpointer number;
    if (g_hash_table_lookup_extended (numbers, stratum, NULL, &number)) {
      g_free (stratum);
    } else {
      guint zero = 0;
      number = GUINT_TO_POINTER (sizes->len);
      g_array_append_val (sizes, zero);
      g_hash_table_insert (numbers, stratum, number);
    }
    strata[i] = GPOINTER_TO_UINT (number);
    g_array_index (sizes, guint, strata[i])++;
  }
  return strata;
}

/* All groups, the largest first. */
static GPtrArray *
make_groups (GPtrArray *entries, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GHashTable) by_site = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *groups = g_ptr_array_new_with_free_func (group_free);

  for (guint i = 0; i < entries->len; i++) {
    g_autofree char *site = train_entry_dup_site (entries->pdata[i]);
    Group *group = g_hash_table_lookup (by_site, site);
    if (!group) {
      group = g_new0 (Group, 1);
      group->site = g_steal_pointer (&site);
      group->entries = g_ptr_array_new ();
      group->order = g_rand_int (random);
      g_hash_table_insert (by_site, group->site, group);
      g_ptr_array_add (groups, group);
    }
    g_ptr_array_add (group->entries, entries->pdata[i]);
  }
  g_ptr_array_sort (groups, compare_groups);
  return groups;
}

void
train_dataset_assign_folds (GPtrArray *entries, guint n_folds, guint32 seed)
{
  g_return_if_fail (n_folds >= 1);

  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint *strata = number_strata (entries, sizes);
  g_autoptr (GPtrArray) groups = make_groups (entries, seed);
  g_autofree guint *counts = g_new0 (guint, (gsize) n_folds * sizes->len); /* c (f, s) */
  g_autofree guint *pages = g_new0 (guint, n_folds);

  g_autoptr (GHashTable) stratum_of = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < entries->len; i++)
    g_hash_table_insert (stratum_of, entries->pdata[i], GUINT_TO_POINTER (strata[i]));

  for (guint g = 0; g < groups->len; g++) {
    const Group *group = groups->pdata[g];
    guint best = 0;
    double best_cost = G_MAXDOUBLE;

    /* Adding the pages of the group one by one, page after page of stratum s costs
     * ((c + 1)^2 - c^2)/n = (2 c + 1)/n; they are taken off again for the next fold. */
    for (guint f = 0; f < n_folds; f++) {
      guint *count = counts + (gsize) f * sizes->len;
      double cost = 0;
      for (guint i = 0; i < group->entries->len; i++) {
        guint s = GPOINTER_TO_UINT (g_hash_table_lookup (stratum_of, group->entries->pdata[i]));
        cost += (2.0 * count[s]++ + 1) / g_array_index (sizes, guint, s);
      }
      for (guint i = 0; i < group->entries->len; i++)
        count[GPOINTER_TO_UINT (g_hash_table_lookup (stratum_of, group->entries->pdata[i]))]--;

      /* If two folds cost the same, the smaller one is chosen. */
      if (cost < best_cost - 1e-9 || (cost < best_cost + 1e-9 && pages[f] < pages[best])) {
        best = f;
        best_cost = cost;
      }
    }

    guint *count = counts + (gsize) best * sizes->len;
    for (guint i = 0; i < group->entries->len; i++) {
      TrainEntry *entry = group->entries->pdata[i];
      count[GPOINTER_TO_UINT (g_hash_table_lookup (stratum_of, entry))]++;
      entry->fold = best;
    }
    pages[best] += group->entries->len;
  }
}

/* ---- Pages and texts ---------------------------------------------------------------------- */

GBytes *
train_place_read (const char *place, const ExtractSourceLimits *limits, GError **error)
{
  ExtractSourceLimits one_page = *limits;
  one_page.only_pages = TRUE;
  g_autoptr (ExtractSource) source = extract_source_new (place, &one_page);
  g_autoptr (GError) local_error = NULL;
  g_autoptr (ExtractRecord) record = extract_source_next (source, &local_error);
  if (record)
    return g_bytes_ref (record->bytes);
  if (!local_error)
    local_error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "has nothing in it");
  g_propagate_error (error, g_steal_pointer (&local_error));
  return NULL;
}

GBytes *
train_entry_load_bytes (const TrainEntry *entry, ExtractParser *parser, GError **error)
{
  if (entry->page)
    return g_bytes_ref (entry->page);
  g_autofree char *zipped_name = g_strconcat (entry->id, ".html.gz", NULL);
  g_autofree char *plain_name = g_strconcat (entry->id, ".html", NULL);
  g_autofree char *zipped = g_build_filename (entry->dataset->path, "html", zipped_name, NULL);
  g_autofree char *plain = g_build_filename (entry->dataset->path, "html", plain_name, NULL);
  const char *path = g_file_test (zipped, G_FILE_TEST_EXISTS) ? zipped : plain;

  ExtractSourceLimits limits = { .max_bytes = extract_parser_get_limit (parser, EXTRACT_LIMIT_BYTES),
                                 .max_milliseconds =
                                     extract_parser_get_limit (parser, EXTRACT_LIMIT_MILLISECONDS) };
  return train_place_read (path, &limits, error);
}

/* As it was made, whatever the options of the parser that pages are read with. */
static ExtractDocument *
parse_own_page (const TrainEntry *entry, GError **error)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (ExtractDocument) document =
      extract_parser_parse_bytes (parser, entry->page, "text/html; charset=utf-8", NULL, error);

  if (document && extract_document_get_n_blocks (document) != entry->n_blocks) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%u blocks were expected, not %u",
                 entry->n_blocks, extract_document_get_n_blocks (document));
    return NULL;
  }
  return g_steal_pointer (&document);
}

ExtractDocument *
train_entry_parse (const TrainEntry *entry, ExtractParser *parser, GBytes *bytes, GError **error)
{
  if (entry->page)
    return parse_own_page (entry, error);
  g_autofree char *content_type = NULL;
  if (entry->charset)
    content_type = g_strconcat ("text/html; charset=", entry->charset, NULL);
  return extract_parser_parse_bytes (parser, bytes, content_type, entry->url, error);
}

ExtractDocument *
train_entry_load_page (const TrainEntry *entry, ExtractParser *parser, GError **error)
{
  g_autoptr (GBytes) bytes = train_entry_load_bytes (entry, parser, error);
  return bytes ? train_entry_parse (entry, parser, bytes, error) : NULL;
}

static char *
dup_labels_path (const TrainEntry *entry)
{
  g_autofree char *name = g_strconcat (entry->id, ".labels", NULL);
  return g_build_filename (entry->dataset->path, "labels", name, NULL);
}

gboolean
train_entry_has_labels (const TrainEntry *entry)
{
  g_autofree char *path = dup_labels_path (entry);
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

ExtractAnnotation *
train_labels_load (const char *path, GError **error)
{
  char *contents;
  gsize length;

  if (!cli_read_file (path, MAX_FILE, &contents, &length, error))
    return NULL;
  g_autoptr (GBytes) bytes = g_bytes_new_take (contents, length);
  return extract_annotation_load_bytes (bytes, error);
}

gboolean
train_entry_load_labels (const TrainEntry *entry, ExtractAnnotation **annotation, GError **error)
{
  g_autofree char *path = dup_labels_path (entry);
  g_autoptr (GError) local_error = NULL;

  *annotation = train_labels_load (path, &local_error);
  if (!local_error || g_error_matches (local_error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return TRUE;
  g_propagate_prefixed_error (error, g_steal_pointer (&local_error), "labels/%s.labels: ", entry->id);
  return FALSE;
}

gboolean
train_text_load (const char *path, char **text, GError **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autofree char *bytes = NULL;
  gsize length;

  *text = NULL;
  if (!cli_read_file (path, MAX_FILE, &bytes, &length, &local_error)) {
    if (g_error_matches (local_error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
      return TRUE;
    g_propagate_error (error, g_steal_pointer (&local_error));
    return FALSE;
  }
  *text = train_text_decode (bytes, length);
  return TRUE;
}

gboolean
train_entry_load_truth (const TrainEntry *entry, char **text, GError **error)
{
  g_autofree char *name = g_strconcat (entry->id, ".txt", NULL);
  g_autofree char *path = g_build_filename (entry->dataset->path, "truth", name, NULL);
  return train_text_load (path, text, error);
}
