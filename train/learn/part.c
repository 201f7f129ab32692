/* SPDX-License-Identifier: MIT */
#include "train/learn/part.h"

#include "train/learn/crossval.h"

/* The random order of sites has a seed of its own. */
#define PART_SEED 32452843u

typedef struct {
  char *name;
  guint fold;
  guint n_pages; /* to learn from */
  guint turn;    /* among the sites of its fold */
} Site;

static void
site_free (gpointer data)
{
  Site *site = data;
  g_free (site->name);
  g_free (site);
}

/* Returns: (transfer full): of Site, in the order of their pages */
static GPtrArray *
list_sites (const TrainCorpus *corpus, GArray *pages)
{
  GPtrArray *sites = g_ptr_array_new_with_free_func (site_free);
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < pages->len; i++) {
    const TrainEntry *entry = train_corpus_get_page (corpus, g_array_index (pages, guint, i))->entry;
    g_autofree char *name = train_entry_dup_site (entry);
    Site *site = g_hash_table_lookup (by_name, name);
    if (!site) {
      site = g_new0 (Site, 1);
      site->name = g_steal_pointer (&name);
      site->fold = entry->fold;
      g_hash_table_insert (by_name, site->name, site);
      g_ptr_array_add (sites, site);
    }
    site->n_pages++;
  }
  return sites;
}

static void
shuffle (GPtrArray *sites, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);

  for (guint i = sites->len; i > 1; i--) {
    const guint j = (guint) g_rand_int_range (random, 0, (gint32) i);
    gpointer swapped = sites->pdata[i - 1];
    sites->pdata[i - 1] = sites->pdata[j];
    sites->pdata[j] = swapped;
  }
}

static int
compare_turns (gconstpointer a, gconstpointer b)
{
  const Site *x = *(Site *const *) a, *y = *(Site *const *) b;

  if (x->turn != y->turn)
    return x->turn < y->turn ? -1 : 1;
  return (x->fold > y->fold) - (x->fold < y->fold);
}

/* At random, but first one site of each fold, then a second one of each ... */
static void
put_in_order (GPtrArray *sites, guint32 seed)
{
  guint turns[32] = { 0 }; /* of folds, which are bits elsewhere */

  shuffle (sites, seed);
  for (guint i = 0; i < sites->len; i++) {
    Site *site = sites->pdata[i];
    site->turn = turns[site->fold]++;
  }
  g_ptr_array_sort (sites, compare_turns);
}

guint8 *
train_part_choose (const TrainCorpus *corpus, const double *weights, double share, guint32 seed, guint *n)
{
  g_autoptr (GArray) pages = train_crossval_list_pages (corpus, weights, 0);
  g_autoptr (GPtrArray) sites = list_sites (corpus, pages);
  g_autoptr (GHashTable) chosen = g_hash_table_new (g_str_hash, g_str_equal);
  guint8 *part = g_new0 (guint8, (gsize) corpus->pages->len + 1);

  put_in_order (sites, seed + PART_SEED);
  *n = 0;
  for (guint i = 0; i < sites->len; i++) {
    const Site *site = sites->pdata[i];
    if (*n + site->n_pages / 2.0 > share * pages->len)
      break; /* so that a larger part has all of a smaller one */
    g_hash_table_add (chosen, site->name);
    *n += site->n_pages;
  }
  for (guint p = 0; p < corpus->pages->len; p++) {
    g_autofree char *name = train_entry_dup_site (train_corpus_get_page (corpus, p)->entry);
    part[p] = g_hash_table_contains (chosen, name);
  }
  return part;
}
