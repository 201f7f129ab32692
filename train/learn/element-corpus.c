/* SPDX-License-Identifier: MIT */
#include "train/learn/element-corpus.h"

#include "cli/cli.h"
#include "element/feature.h"

#include <string.h>

const char *
element_by_get_name (ElementBy by)
{
  static const char *const names[ELEMENT_N_BY] = { "sites", "styles" };

  return names[by];
}

gboolean
element_corpus_is (char **sets, CliExit *status)
{
  guint n = 0, all = g_strv_length (sets);

  *status = CLI_EXIT_DONE;
  for (guint i = 0; i < all; i++) {
    g_autofree char *index = g_build_filename (sets[i], "index.jsonl", NULL);
    n += train_element_set_is (sets[i]) && !g_file_test (index, G_FILE_TEST_EXISTS);
  }
  if (n > 0 && n < all)
    *status = cli_usage ("sets of elements and sets of pages cannot be used together");
  return n > 0;
}

void
element_corpus_free (ElementCorpus *corpus)
{
  if (!corpus)
    return;
  for (guint b = 0; b < ELEMENT_N_BY; b++) {
    g_array_unref (corpus->groups[b]);
    g_ptr_array_unref (corpus->names[b]);
  }
  g_ptr_array_unref (corpus->elements);
  g_array_unref (corpus->chains);
  g_array_unref (corpus->learnt);
  g_ptr_array_unref (corpus->sets);
  element_classes_free (corpus->classes);
  g_free (corpus->values);
  g_free (corpus);
}

static guint
find_group (GPtrArray *names, char *name)
{
  for (guint i = 0; i < names->len; i++)
    if (strcmp (names->pdata[i], name) == 0)
      return i;
  g_ptr_array_add (names, name);
  return names->len - 1;
}

guint
element_corpus_get_output (const ElementCorpus *corpus, guint i)
{
  const Element *element = corpus->elements->pdata[i];
  guint output = 0;

  while (g_array_index (corpus->learnt, guint, output) != (guint) element->class)
    output++;
  return output;
}

static void
add_page (ElementCorpus *corpus, const ElementPage *page)
{
  char *const names[ELEMENT_N_BY] = { page->site, page->style };
  gboolean follows = FALSE;

  for (guint i = 0; i < page->elements->len; i++) {
    Element *element = page->elements->pdata[i];

    if (element->class < 0) {
      corpus->n_unlabelled++;
      follows = FALSE;
      continue;
    }
    if (follows)
      g_array_index (corpus->chains, ElementChain, corpus->chains->len - 1).n++;
    else {
      const ElementChain chain = { corpus->elements->len, 1 };
      g_array_append_val (corpus->chains, chain);
    }
    follows = TRUE;
    g_ptr_array_add (corpus->elements, element);
    for (guint b = 0; b < ELEMENT_N_BY; b++) {
      const guint group = find_group (corpus->names[b], names[b]);
      g_array_append_val (corpus->groups[b], group);
    }
  }
}

static gboolean
add_set (ElementCorpus *corpus, const char *folder)
{
  g_autoptr (GError) error = NULL;
  TrainElementSet *set = train_element_set_open (folder, corpus->classes, &error);
  guint n_taken, n_disputed;

  if (!set) {
    cli_fail (NULL, error);
    return FALSE;
  }
  g_ptr_array_add (corpus->sets, set);
  if (!train_element_set_take_labels (set, corpus->classes, &n_taken, &n_disputed, &error)) {
    cli_fail (NULL, error);
    return FALSE;
  }
  if (n_disputed > 0)
    cli_error (folder, "%u elements are left out, because people say different things of them", n_disputed);
  return TRUE;
}

static void
find_learnt (ElementCorpus *corpus)
{
  for (guint c = 0; c < element_classes_get_n (corpus->classes); c++) {
    gboolean there = c < ELEMENT_N_CLASSES;

    for (guint i = 0; i < corpus->elements->len && !there; i++)
      there = ((const Element *) corpus->elements->pdata[i])->class == (int) c;
    if (there)
      g_array_append_val (corpus->learnt, c);
  }
}

ElementCorpus *
element_corpus_open (char **folders)
{
  g_autoptr (ElementCorpus) corpus = g_new0 (ElementCorpus, 1);
  const gsize n_features = element_features_get_n ();

  corpus->sets = g_ptr_array_new_with_free_func ((GDestroyNotify) train_element_set_free);
  corpus->classes = element_classes_new ();
  corpus->elements = g_ptr_array_new ();
  corpus->chains = g_array_new (FALSE, FALSE, sizeof (ElementChain));
  corpus->learnt = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint b = 0; b < ELEMENT_N_BY; b++) {
    corpus->groups[b] = g_array_new (FALSE, FALSE, sizeof (guint));
    corpus->names[b] = g_ptr_array_new ();
  }
  for (char **folder = folders; *folder; folder++)
    if (!add_set (corpus, *folder))
      return NULL;
  for (guint s = 0; s < corpus->sets->len; s++) {
    const TrainElementSet *set = corpus->sets->pdata[s];

    for (guint p = 0; p < set->pages->len; p++)
      add_page (corpus, set->pages->pdata[p]);
  }
  if (corpus->elements->len == 0) {
    cli_error (folders[0], "no element has a class: texttractor annotate --elements gives them");
    return NULL;
  }
  find_learnt (corpus);
  corpus->values = g_new (float, corpus->elements->len *n_features);
  for (guint i = 0; i < corpus->elements->len; i++)
    element_features_compute (corpus->elements->pdata[i], corpus->values + i * n_features);
  return g_steal_pointer (&corpus);
}
