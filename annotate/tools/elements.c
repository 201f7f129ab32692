/* SPDX-License-Identifier: MIT */
#include "annotate/tools/elements.h"

#include "annotate/tools/collect.h"
#include "cli/json.h"
#include "libextract/source/anchors.h"

#define BUILTIN "elements"

gboolean
label_set_is (const char *path, gboolean of_elements)
{
  return of_elements ? train_element_set_is (path) : collect_is_set (path);
}

gboolean
label_set_open (LabelSet *set, const char *path, gboolean of_elements, GError **error)
{
  if (!of_elements)
    return (set->pages = train_dataset_open (path, error)) != NULL;
  set->classes = element_classes_new ();
  set->elements = train_element_set_open (path, set->classes, error);
  set->pages = set->elements ? set->elements->dataset : NULL;
  return set->pages != NULL;
}

void
label_set_clear (LabelSet *set)
{
  if (!set->elements)
    g_clear_pointer (&set->pages, train_dataset_free);
  g_clear_pointer (&set->elements, train_element_set_free);
  g_clear_pointer (&set->classes, element_classes_free);
  g_clear_pointer (&set->network, element_network_free);
  set->pages = NULL;
}

Classes *
label_set_load_classes (const LabelSet *set, GError **error)
{
  return set->classes ? classes_new_for_elements (set->classes) : classes_load (set->pages->path, error);
}

const ElementNetwork *
label_set_load_network (LabelSet *set, const CliModelOptions *options, GError **error)
{
  g_autoptr (ExtractModel) model = cli_load_any_model (options->name ? options->name : BUILTIN, error);

  return set->network = model ? element_network_new (model, error) : NULL;
}

/* ---- Collecting ----------------------------------------------------------------------------------- */

/* So many of a page. */
#define MAX_LINKS 10000
#define MAX_FILE ((gsize) 1 << 30)

/* Pages that come into a set. */
typedef struct {
  const CliPageOptions *page;
  GString *lines;  /* of elements.jsonl */
  GHashTable *ids; /* of the pages that are there */
  guint n_added, n_there;
} Collection;

static void
collection_clear (Collection *collection)
{
  g_string_free (collection->lines, TRUE);
  g_hash_table_unref (collection->ids);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Collection, collection_clear)

/* Where relative addresses begin: a page of which nobody says where it was is one of localhost.
 * Returns: (transfer full) */
static char *
dup_address (const Collection *collection, const ExtractRecord *record, const char *place)
{
  const char *known = record->uri                     ? record->uri
                      : collection->page->url         ? collection->page->url
                      : extract_source_is_url (place) ? place
                                                      : NULL;
  g_autofree char *base = known ? NULL : g_path_get_basename (place);
  g_autofree char *escaped = base ? g_uri_escape_string (base, NULL, FALSE) : NULL;

  return known ? g_strdup (known) : g_strconcat ("http://localhost/", escaped, NULL);
}

/* Appends a line for the page, unless it is there. */
static gboolean
add_record (Collection *collection, const ExtractRecord *record, const char *place, GError **error)
{
  g_autofree char *address = dup_address (collection, record, place);
  g_autofree char *page = record->uri ? g_strdup (record->uri) : g_filename_display_name (place);
  g_autofree char *id = train_element_page_dup_id (page);
  g_autoptr (GUri) uri = g_uri_parse (address, G_URI_FLAGS_PARSE_RELAXED, NULL);
  g_autofree char *json = NULL;

  if (g_hash_table_contains (collection->ids, id)) {
    collection->n_there++;
    return TRUE;
  }
  json = extract_anchors_to_json (record->bytes, record->content_type, address, EXTRACT_ANCHORS_ALL,
                                  collection->page->source.max_bytes, MAX_LINKS, error);
  if (!json)
    return FALSE;
  g_string_append_c (collection->lines, '{');
  cli_json_append_string (collection->lines, "page", page);
  cli_json_append_string (collection->lines, "site", uri ? g_uri_get_host (uri) : NULL);
  cli_json_append_string (collection->lines, "address", address);
  g_string_append_printf (collection->lines, ", \"elements\": %s}\n", json);
  g_hash_table_add (collection->ids, g_steal_pointer (&id));
  collection->n_added++;
  return TRUE;
}

static gboolean
add_place (Collection *collection, const char *place)
{
  g_autoptr (ExtractSource) source = extract_source_new (place, &collection->page->source);
  gboolean good = TRUE;

  for (;;) {
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractRecord) record = extract_source_next (source, &error);

    if (!record) {
      if (error)
        cli_fail (place, error);
      return good && !error;
    }
    if (!add_record (collection, record, place, &error)) {
      cli_fail (place, error);
      good = FALSE;
    }
  }
}

/* What the set has already. */
static gboolean
read_set (Collection *collection, const char *path, const char *file, GError **error)
{
  g_autoptr (ElementClasses) classes = element_classes_new ();
  g_autoptr (TrainElementSet) set = NULL;
  g_autofree char *text = NULL;
  gsize length;

  if (!train_element_set_is (path))
    return TRUE;
  if (!(set = train_element_set_open (path, classes, error)))
    return FALSE;
  for (guint i = 0; i < set->dataset->entries->len; i++)
    g_hash_table_add (collection->ids, g_strdup (((TrainEntry *) set->dataset->entries->pdata[i])->id));
  if (!cli_read_file (file, MAX_FILE, &text, &length, error)) {
    g_prefix_error (error, "%s: ", file);
    return FALSE;
  }
  g_string_append_len (collection->lines, text, (gssize) length);
  if (length > 0 && text[length - 1] != '\n')
    g_string_append_c (collection->lines, '\n');
  return TRUE;
}

CliExit
elements_collect (const char *path, char **places, const char *files_from, const CliPageOptions *page)
{
  g_autofree char *file = g_build_filename (path, "elements.jsonl", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (CliLock) lock = NULL;
  g_autoptr (GPtrArray) all = NULL;
  gboolean good = TRUE;

  if (!*places && !files_from)
    return CLI_EXIT_DONE;
  if (!(all = collect_list (places, files_from, &error)))
    return cli_fail (files_from, error);
  if (g_mkdir_with_parents (path, 0777) != 0) {
    cli_fail_errno (&error, "cannot be made");
    return cli_fail (path, error);
  }
  if (!(lock = cli_lock_new (file, &error)))
    return cli_fail (path, error);

  g_auto (Collection) collection = { page, g_string_new (NULL),
                                     g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL), 0, 0 };
  if (!read_set (&collection, path, file, &error))
    return cli_fail (NULL, error);
  for (guint i = 0; i < all->len; i++)
    good &= add_place (&collection, all->pdata[i]);
  if (collection.n_added > 0 &&
      !cli_write_file (file, collection.lines->str, (gssize) collection.lines->len, &error))
    return cli_fail (file, error);
  cli_error (path, "%u pages added, %u already there", collection.n_added, collection.n_there);
  return good ? CLI_EXIT_DONE : CLI_EXIT_FAILED;
}
