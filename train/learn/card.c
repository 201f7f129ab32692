/* SPDX-License-Identifier: MIT */
#include "train/learn/card.h"

#include "cli/cli.h"
#include "train/learn/sample.h"

#include <string.h>

/* "wcxb-dev 1347 pages, toy 23 pages": those that were trained on. */
static char *
describe_sets (const TrainCorpus *corpus, const double *weights, GPtrArray *sets)
{
  GString *text = g_string_new (NULL);

  for (guint s = 0; s < sets->len; s++) {
    const TrainDataset *set = g_ptr_array_index (sets, s);
    guint n = 0;

    for (guint p = 0; p < corpus->pages->len; p++)
      n += train_corpus_get_page (corpus, p)->entry->dataset == set &&
           train_page_has_samples (train_corpus_get_page (corpus, p)) && (!weights || weights[p] > 0);
    g_string_append_printf (text, "%s%s %u pages", s ? ", " : "", set->name, n);
  }
  return g_string_free (text, FALSE);
}

static int
by_count (gconstpointer a, gconstpointer b, gpointer counts)
{
  const char *x = *(const char *const *) a, *y = *(const char *const *) b;
  int m = GPOINTER_TO_INT (g_hash_table_lookup (counts, x)),
      n = GPOINTER_TO_INT (g_hash_table_lookup (counts, y));

  return m != n ? n - m : strcmp (x, y);
}

/* The languages of the pages, most frequent first. */
static char *
describe_languages (const TrainCorpus *corpus)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) languages = g_ptr_array_new ();

  for (guint p = 0; p < corpus->pages->len; p++) {
    char *lang = train_corpus_get_page (corpus, p)->entry->lang;
    int n;

    if (!lang)
      continue;
    n = GPOINTER_TO_INT (g_hash_table_lookup (counts, lang));
    if (n == 0)
      g_ptr_array_add (languages, lang);
    g_hash_table_insert (counts, lang, GINT_TO_POINTER (n + 1));
  }
  g_ptr_array_sort_with_data (languages, by_count, counts);
  g_ptr_array_add (languages, NULL);
  return g_strjoinv (" ", (char **) languages->pdata);
}

char **
train_card_new (const TrainCardFacts *facts, const TrainCorpus *corpus, GPtrArray *sets)
{
  g_autofree char *data = describe_sets (corpus, facts->page_weights, sets);
  g_autofree char *languages = describe_languages (corpus);
  g_autofree char *seed = g_strdup_printf ("%u", facts->seed);
  const char *const rows[][2] = {
    { "name", facts->name },
    { "language", languages },
    { "data", data },
    { "split", facts->split },
    { "seed", seed },
    { "date", facts->date },
    { "trainer", facts->trainer },
    { "scores", facts->scores },
    { "licence", facts->licence },
    { "attribution", facts->attribution },
    { "note", facts->note },
  };
  GPtrArray *card = g_ptr_array_new ();

  for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
    if (rows[r][1] && *rows[r][1]) {
      g_ptr_array_add (card, g_strdup (rows[r][0]));
      g_ptr_array_add (
          card, cli_escape (rows[r][1])); /* names of sets are arbitrary, but models refuse such characters */
    }
  g_ptr_array_add (card, NULL);
  return (char **) g_ptr_array_free (card, FALSE);
}

char *
train_card_to_markdown (char **card, GBytes *model, const char *report)
{
  GString *text = g_string_new (NULL);
  g_autofree char *checksum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, model);

  g_string_append_printf (text, "# Model %s\n\n", card[1]);
  for (guint i = 2; card[i]; i += 2)
    g_string_append_printf (text, "- %s: %s\n", card[i], card[i + 1]);
  g_string_append_printf (text, "- SHA-256 of the file: %s\n\n```\n%s```\n", checksum, report);
  return g_string_free (text, FALSE);
}
