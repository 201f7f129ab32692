/* SPDX-License-Identifier: MIT */
/* Parts of datasets/toy, whose eight sites have three pages each. */
#include <string.h>

#include "made-corpus.h"
#include "train/learn/crossval.h"
#include "train/learn/part.h"

#define N_FOLDS 4

static guint
count (const guint8 *part, guint n)
{
  guint sum = 0;
  for (guint p = 0; p < n; p++)
    sum += part[p];
  return sum;
}

/* Whole sites, as many as come nearest to the share; each part has all of the smaller ones. */
static void
test_nested (void)
{
  static const struct {
    double share;
    guint n_pages;
  } rows[] = { { 0, 0 },   { 0.05, 0 }, { 0.125, 3 }, { 0.25, 6 },
               { 0.3, 6 }, { 0.5, 12 }, { 0.75, 18 }, { 1, 24 } };
  g_autoptr (MadeCorpus) made = made_corpus_toy (N_FOLDS);
  const guint n = made->corpus->pages->len;

  for (guint32 seed = 1; seed <= 5; seed++) {
    g_autofree guint8 *smaller = g_new0 (guint8, n);
    for (guint r = 0; r < G_N_ELEMENTS (rows); r++) {
      guint n_pages, n_again;
      g_autofree guint8 *part = train_part_choose (made->corpus, NULL, rows[r].share, seed, &n_pages);
      g_autofree guint8 *again = train_part_choose (made->corpus, NULL, rows[r].share, seed, &n_again);

      g_assert_cmpuint (n_pages, ==, rows[r].n_pages);
      g_assert_cmpuint (count (part, n), ==, n_pages);
      g_assert_cmpmem (part, n, again, n);
      for (guint p = 0; p < n; p++) {
        g_assert_true (part[p] || !smaller[p]);
        for (guint q = 0; q < n; q++) {
          g_autofree char *one = train_entry_dup_site (made_page (made, p)->entry);
          g_autofree char *other = train_entry_dup_site (made_page (made, q)->entry);
          g_assert_true (part[p] == part[q] || strcmp (one, other) != 0);
        }
      }
      memcpy (smaller, part, n);
    }
  }
}

/* Half of the pages: each fold has as many, one of its two sites; another seed chooses others. */
static void
test_folds (void)
{
  g_autoptr (MadeCorpus) made = made_corpus_toy (N_FOLDS);
  const guint n = made->corpus->pages->len;
  g_autofree guint8 *first = NULL;
  guint n_different = 0;

  for (guint32 seed = 1; seed <= 5; seed++) {
    guint n_pages, of_folds[N_FOLDS] = { 0 };
    g_autofree guint8 *part = train_part_choose (made->corpus, NULL, 0.5, seed, &n_pages);

    for (guint p = 0; p < n; p++)
      of_folds[made_page (made, p)->entry->fold] += part[p];
    for (guint f = 0; f < N_FOLDS; f++)
      g_assert_cmpuint (of_folds[f], ==, 3);
    if (!first)
      first = g_memdup2 (part, n);
    n_different += memcmp (first, part, n) != 0;
  }
  g_assert_cmpuint (n_different, >, 0);
}

/* Pages that are not learnt from do not count. */
static void
test_weights (void)
{
  g_autoptr (MadeCorpus) made = made_corpus_toy (N_FOLDS);
  const guint n = made->corpus->pages->len;
  g_autofree double *weights = g_new (double, n);
  guint n_pages, n_learnt = 0;

  for (guint p = 0; p < n; p++)
    weights[p] = p % 3 == 0 ? 0 : 2;
  g_autofree guint8 *part = train_part_choose (made->corpus, weights, 0.5, 1, &n_pages);
  g_assert_cmpuint (n_pages, ==, 8);
  for (guint p = 0; p < n; p++)
    n_learnt += part[p] && weights[p] > 0;
  g_assert_cmpuint (n_learnt, ==, 8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/part/nested", test_nested);
  g_test_add_func ("/part/folds", test_folds);
  g_test_add_func ("/part/weights", test_weights);
  return g_test_run ();
}
