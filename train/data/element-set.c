/* SPDX-License-Identifier: MIT */
#include "train/data/element-set.h"
#include "libextract/page/page.h"

#include "cli/cli.h"

#include <string.h>

#define MAX_FILE ((gsize) 1 << 30)

gboolean
train_element_set_is (const char *path)
{
  g_autofree char *file = g_build_filename (path, "elements.jsonl", NULL);

  return g_file_test (file, G_FILE_TEST_IS_REGULAR);
}

void
train_element_set_free (TrainElementSet *set)
{
  if (!set)
    return;
  train_dataset_free (set->dataset);
  g_ptr_array_unref (set->pages);
  g_free (set);
}

char *
train_element_class_dup_label (const ElementClassRow *row)
{
  return g_ascii_strdown (row->name, -1);
}

/* ---- Pages ------------------------------------------------------------------------------------ */

char *
train_element_page_dup_id (const char *page)
{
  char *id = g_strdup (*page ? page : "page");

  for (char *p = id; *p; p++)
    if (!g_ascii_isalnum (*p) && *p != '_')
      *p = '-';
  return id;
}

static gboolean
is_seen (const char *text)
{
  for (const char *p = text; *p; p = g_utf8_next_char (p)) {
    const gunichar c = g_utf8_get_char (p);

    if (g_unichar_isgraph (c) && !g_unichar_iszerowidth (c) && !g_unichar_ismark (c))
      return TRUE;
  }
  return FALSE;
}

/* What stands for the element in a list: its text, else what is said to those who cannot see, else its names.
 */
static const char *
get_words (const Element *element)
{
  return is_seen (element->text)    ? element->text
         : is_seen (element->label) ? element->label
         : is_seen (element->names) ? element->names
                                    : element->tag;
}

/* A paragraph for each element: a block that has a letter at least, whatever the page has written. */
static GBytes *
make_page (const ElementPage *page)
{
  GString *html = g_string_new ("<!DOCTYPE html><html><head><meta charset=utf-8></head><body>\n");

  for (guint i = 0; i < page->elements->len; i++) {
    g_autofree char *words = g_utf8_normalize (get_words (page->elements->pdata[i]), -1, G_NORMALIZE_NFC);
    g_autofree char *plain = cli_escape (words ? words : "");
    g_autofree char *text = g_markup_escape_text (is_seen (plain) ? plain : "?", -1);

    g_string_append_printf (html, "<p>%s</p>\n", text);
  }
  g_string_append (html, "</body></html>\n");
  return g_string_free_to_bytes (html);
}

/* Takes @page. */
static void
add_page (TrainElementSet *set, ElementPage *page, const char *id)
{
  TrainEntry *entry = train_dataset_add (set->dataset, id);

  g_ptr_array_add (set->pages, page);
  entry->url = *page->address ? g_strdup (page->address) : NULL;
  entry->site = *page->site ? g_strdup (page->site) : NULL;
  entry->type = *page->style ? g_strdup (page->style) : NULL;
  entry->title = g_strdup_printf ("%s, %u elements", page->page, page->elements->len);
  entry->elements = page;
  entry->page = make_page (page);
  entry->n_blocks = page->elements->len;
}

/* @ids: those that there are */
static gboolean
read_line (TrainElementSet *set, const char *line, gsize n, GHashTable *ids, const ElementClasses *classes,
           GError **error)
{
  g_autoptr (ElementPage) page = element_page_parse (line, n, classes, error);
  g_autofree char *id = page ? train_element_page_dup_id (page->page) : NULL;

  if (!page)
    return FALSE;
  if (!g_hash_table_add (ids, g_strdup (id))) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "the page \"%s\" is there twice", id);
    return FALSE;
  }
  add_page (set, g_steal_pointer (&page), id);
  return TRUE;
}

TrainElementSet *
train_element_set_open (const char *path, ElementClasses *classes, GError **error)
{
  g_autofree char *file = g_build_filename (path, "elements.jsonl", NULL);
  g_autofree char *text = NULL;
  gsize length = 0;
  guint number = 1;
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (TrainElementSet) set = NULL;

  if (!element_classes_read (classes, path, error))
    return NULL;
  if (!cli_guard_input (file, error))
    return NULL;
  if (!cli_read_file (file, MAX_FILE, &text, &length, error)) {
    g_prefix_error (error, "%s: ", file);
    return NULL;
  }
  set = g_new0 (TrainElementSet, 1);
  set->dataset = train_dataset_new (path);
  set->pages = g_ptr_array_new_with_free_func ((GDestroyNotify) element_page_free);
  for (const char *line = text, *end; line < text + length; line = end + 1, number++) {
    end = memchr (line, '\n', (gsize) (text + length - line));
    end = end ? end : text + length;
    if (end == line)
      continue;
    if (!read_line (set, line, (gsize) (end - line), ids, classes, error)) {
      g_prefix_error (error, "%s: line %u: ", file, number);
      return NULL;
    }
  }
  return g_steal_pointer (&set);
}

/* ---- What people say -------------------------------------------------------------------------- */

typedef struct {
  const ElementClasses *classes;
  guint *n_taken, *n_disputed;
} Take;

static gboolean
take_label (const Take *take, Element *element, const ExtractBlockLabel *label, gboolean disputed,
            GError **error)
{
  const int class = element_classes_find (take->classes, label->class_name);

  if (disputed) {
    element->class = -1;
    ++*take->n_disputed;
    return TRUE;
  }
  if (class < 0) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 "%s gave the class \"%s\", which is not known: classes.tsv of the set can name it",
                 label->who, label->class_name);
    return FALSE;
  }
  element->class = class;
  ++*take->n_taken;
  return TRUE;
}

static gboolean
take_page (const Take *take, const TrainEntry *entry, GPtrArray *elements, GError **error)
{
  g_autoptr (ExtractAnnotation) annotation = NULL;
  g_autoptr (ExtractDocument) document = NULL;
  g_autofree ExtractConflict *conflicts = NULL;
  g_autoptr (GHashTable) disputed = g_hash_table_new (NULL, NULL);
  gsize n = 0;

  if (!train_entry_load_labels (entry, &annotation, error))
    return FALSE;
  if (!annotation)
    return TRUE;
  if (!(document = train_entry_parse (entry, NULL, entry->page, error)))
    return FALSE;
  conflicts = extract_annotation_dup_conflicts (annotation, &n);
  for (gsize i = 0; i < n; i++)
    g_hash_table_add (disputed, (gpointer) conflicts[i].a);
  for (guint i = 0; i < elements->len; i++) {
    const ExtractBlockLabel *label = extract_annotation_get (annotation, document, i);

    if (label && label->annotator != EXTRACT_ANNOTATOR_MODEL &&
        !take_label (take, elements->pdata[i], label, g_hash_table_contains (disputed, label), error)) {
      g_prefix_error (error, "labels/%s.labels: ", entry->id);
      return FALSE;
    }
  }
  return TRUE;
}

gboolean
train_element_set_take_labels (TrainElementSet *set, const ElementClasses *classes, guint *n_taken,
                               guint *n_disputed, GError **error)
{
  const Take take = { classes, n_taken, n_disputed };

  *n_taken = *n_disputed = 0;
  for (guint i = 0; i < set->pages->len; i++) {
    const ElementPage *page = set->pages->pdata[i];

    if (!take_page (&take, set->dataset->entries->pdata[i], page->elements, error)) {
      g_prefix_error (error, "%s: ", set->dataset->path);
      return FALSE;
    }
  }
  return TRUE;
}
