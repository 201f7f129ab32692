/* SPDX-License-Identifier: MIT */
#include "annotate/tools/opinions.h"
#include "libextract/page/page.h"

#include <string.h>

static int
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* What a label and its block have in common. */
static char *
dup_key (const char *fingerprint, guint occurrence)
{
  return g_strdup_printf ("%s %u", fingerprint, occurrence);
}

/* Returns: (transfer full): key -> number of the block + 1 */
static GHashTable *
number_blocks (ExtractDocument *document)
{
  GHashTable *numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    g_autofree char *fingerprint = extract_block_dup_fingerprint (block);
    g_hash_table_insert (numbers, dup_key (fingerprint, extract_block_get_occurrence (block)),
                         GUINT_TO_POINTER (i + 1));
  }
  return numbers;
}

/* Returns: (transfer full): the names of all people, sorted. */
static char **
list_people (const ExtractBlockLabel **rows, gsize n_rows, guint *n)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  for (gsize r = 0; r < n_rows; r++)
    if (rows[r]->annotator == EXTRACT_ANNOTATOR_PERSON && g_hash_table_add (seen, (gpointer) rows[r]->who))
      g_ptr_array_add (names, g_strdup (rows[r]->who));
  g_ptr_array_sort (names, compare_strings);
  *n = names->len;
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_steal (names, NULL);
}

static guint
find_person (const Opinions *opinions, const char *who)
{
  guint person = 0;
  while (strcmp (opinions->people[person], who) != 0)
    person++;
  return person;
}

gboolean
opinions_load (const TrainEntry *entry, ExtractParser *parser, Opinions **opinions, GError **error)
{
  *opinions = NULL;
  g_autoptr (Opinions) all = g_new0 (Opinions, 1);
  if (!train_entry_load_labels (entry, &all->annotation, error))
    return FALSE;
  if (!all->annotation)
    return TRUE;
  if (!(all->document = train_entry_load_page (entry, parser, error)))
    return FALSE;

  gsize n_rows;
  g_autofree const ExtractBlockLabel **rows = extract_annotation_dup_labels (all->annotation, &n_rows);
  g_autoptr (GHashTable) numbers = number_blocks (all->document);
  all->n_blocks = extract_document_get_n_blocks (all->document);
  all->people = list_people (rows, n_rows, &all->n_people);
  all->labels = g_new0 (const ExtractBlockLabel *, (gsize) all->n_people * all->n_blocks + 1);
  for (gsize r = 0; r < n_rows; r++) {
    if (rows[r]->annotator != EXTRACT_ANNOTATOR_PERSON)
      continue;
    g_autofree char *key = dup_key (rows[r]->fingerprint, rows[r]->occurrence);
    guint number = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, key));
    if (number > 0)
      all->labels[(gsize) find_person (all, rows[r]->who) * all->n_blocks + number - 1] = rows[r];
  }
  *opinions = g_steal_pointer (&all);
  return TRUE;
}

void
opinions_free (Opinions *opinions)
{
  if (!opinions)
    return;
  g_clear_pointer (&opinions->document, extract_document_unref);
  g_clear_pointer (&opinions->annotation, extract_annotation_unref);
  g_strfreev (opinions->people);
  g_free (opinions->labels);
  g_free (opinions);
}

const ExtractBlockLabel *
opinions_get (const Opinions *opinions, guint person, guint block)
{
  return opinions->labels[(gsize) person * opinions->n_blocks + block];
}
