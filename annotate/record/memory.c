/* SPDX-License-Identifier: MIT */
/*
 *   fingerprint ─> Text ─> the decisions about it on each page: (page, class, when)
 *   page ─> its texts, to be forgotten when the page is added again
 */
#include "annotate/record/memory.h"
#include "libextract/page/page.h"

#include "train/data/dataset.h"

#include <string.h>

typedef struct {
  const char *page;       /* lent by Memory.pages */
  const char *class_name; /* interned */
  char *when;
} Witness;

typedef struct {
  char *fingerprint;
  GArray *witnesses; /* of Witness; one page may have several, of several occurrences */
  Remembered answer;
} Text;

struct _Memory {
  char *who;
  GHashTable *texts; /* fingerprint, lent by the text -> Text, owned */
  GHashTable *pages; /* id, owned -> GPtrArray of Text, lent */
};

static void
clear_witness (gpointer data)
{
  g_free (((Witness *) data)->when);
}

static void
free_text (gpointer data)
{
  Text *text = data;
  g_free (text->fingerprint);
  g_array_unref (text->witnesses);
  g_free (text);
}

static void
free_list (gpointer list)
{
  g_ptr_array_unref (list);
}

static Text *
memory_get_text (Memory *memory, const char *fingerprint)
{
  Text *text = g_hash_table_lookup (memory->texts, fingerprint);
  if (text)
    return text;
  text = g_new0 (Text, 1);
  text->fingerprint = g_strdup (fingerprint);
  text->witnesses = g_array_new (FALSE, FALSE, sizeof (Witness));
  g_array_set_clear_func (text->witnesses, clear_witness);
  g_hash_table_insert (memory->texts, text->fingerprint, text);
  return text;
}

/* Forgets what @page said. Returns: (transfer none): its list of texts, which is empty; @id: its key */
static GPtrArray *
memory_clear_page (Memory *memory, const char *page, const char **id)
{
  gpointer key, value;
  if (!g_hash_table_lookup_extended (memory->pages, page, &key, &value)) {
    key = g_strdup (page);
    value = g_ptr_array_new ();
    g_hash_table_insert (memory->pages, key, value);
  }
  GPtrArray *texts = value;
  for (guint t = 0; t < texts->len; t++) {
    GArray *witnesses = ((Text *) texts->pdata[t])->witnesses;
    for (guint i = witnesses->len; i-- > 0;)
      if (g_array_index (witnesses, Witness, i).page == key)
        g_array_remove_index_fast (witnesses, i);
  }
  g_ptr_array_set_size (texts, 0);
  *id = key;
  return texts;
}

void
memory_put (Memory *memory, const char *page, ExtractAnnotation *annotation)
{
  const char *id;
  GPtrArray *texts = memory_clear_page (memory, page, &id);
  gsize n;
  g_autofree const ExtractBlockLabel **labels = extract_annotation_dup_labels (annotation, &n);

  for (gsize i = 0; i < n; i++) {
    const ExtractBlockLabel *label = labels[i];
    if (label->annotator != EXTRACT_ANNOTATOR_PERSON || strcmp (label->who, memory->who) != 0)
      continue;
    Text *text = memory_get_text (memory, label->fingerprint);
    Witness witness = { id, g_intern_string (label->class_name), g_strdup (label->when) };
    g_array_append_val (text->witnesses, witness);
    g_ptr_array_add (texts, text);
  }
}

const Remembered *
memory_find (Memory *memory, const char *fingerprint, const char *page)
{
  Text *text = g_hash_table_lookup (memory->texts, fingerprint);
  const Witness *first = NULL;

  for (guint i = 0; text && i < text->witnesses->len; i++) {
    const Witness *witness = &g_array_index (text->witnesses, Witness, i);
    if (strcmp (witness->page, page) == 0)
      continue;
    if (first && first->class_name != witness->class_name)
      return NULL;
    int order = first ? strcmp (witness->when, first->when) : -1;
    if (order < 0 || (order == 0 && strcmp (witness->page, first->page) < 0))
      first = witness;
  }
  if (!first)
    return NULL;
  text->answer = (Remembered){ .class_name = first->class_name, .page = first->page };
  return &text->answer;
}

/* "SET/labels/<id>.labels" */
static void
load_file (Memory *memory, const char *folder, const char *name, GPtrArray *warnings)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *page = g_strndup (name, strlen (name) - strlen (".labels"));
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractAnnotation) annotation = train_labels_load (path, &error);

  if (annotation)
    memory_put (memory, page, annotation);
  else
    g_ptr_array_add (warnings, g_strdup_printf ("%s: %s", path, error->message));
}

Memory *
memory_load (const char *path, const char *who, GPtrArray *warnings)
{
  Memory *memory = g_new0 (Memory, 1);
  memory->who = g_strdup (who);
  memory->texts = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, free_text);
  memory->pages = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_list);

  g_autofree char *folder = g_build_filename (path, "labels", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  while (dir && (name = g_dir_read_name (dir)))
    if (*name != '.' && g_str_has_suffix (name, ".labels"))
      load_file (memory, folder, name, warnings);
  return memory;
}

void
memory_free (Memory *memory)
{
  if (!memory)
    return;
  g_hash_table_unref (memory->texts);
  g_hash_table_unref (memory->pages);
  g_free (memory->who);
  g_free (memory);
}
