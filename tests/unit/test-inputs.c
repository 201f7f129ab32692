/* SPDX-License-Identifier: MIT */
/* Rows of a corpus: features as documents have them, their scale worked out by hand, and scores of pages. */
#include <math.h>

#include "made-corpus.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"

/* Blocks of one page, and of another with three. */
static const MadePage two_pages[] = {
  { "a", NULL, "<p>one two three</p>", "one two three" },
  { "b", NULL, "<p>red green</p><h2>blue</h2><p>white black</p>", "red green" },
};

static void
test_features (void)
{
  g_autoptr (MadeCorpus) made = made_corpus_toy (5);
  const TrainInputs *rows = made->rows;
  g_autofree float *inputs = g_new (float, rows->n_inputs);
  g_autofree float *gathered = g_new (float, rows->n_inputs);

  g_assert_cmpuint (rows->n_blocks, ==, made->corpus->n_blocks);
  g_assert_null (rows->scale);
  for (guint p = 0; p < made->corpus->pages->len; p++) {
    const TrainPage *page = made_page (made, p);
    guint n = extract_document_get_n_blocks (page->document);

    for (guint i = 0; i < n; i++) {
      extract_document_get_inputs (page->document, i, inputs);
      extract_inputs_gather (rows->set, rows->values + page->first_block * rows->n_features, n, i, gathered);
      g_assert_cmpmem (inputs, rows->n_inputs * sizeof (float), gathered, rows->n_inputs * sizeof (float));
    }
  }
}

/*
 * Page a has 7, page b 1, 4 and nothing: each page weighs 1, each block of b 1/3, so that what is known
 * weighs 5/3 and the sum of it is 7 + 5/3.
 *
 *   mean = 26/5     deviation^2 = (1.8^2 + (4.2^2 + 1.2^2) / 3) 3/5 = 5.76
 */
static void
test_scale (void)
{
  static const float column[] = { 7, 1, 4, NAN };
  static const float standardised[] = { 0.75F, -1.75F, -0.5F, 0 };
  g_autoptr (MadeCorpus) made = made_corpus_new (two_pages, 2, 2);
  g_autoptr (GArray) pages = made_all_pages (made);
  TrainInputs *rows = made->rows;
  gsize n = rows->n_features;

  g_assert_cmpuint (rows->n_blocks, ==, 4);
  for (guint b = 0; b < 4; b++) {
    rows->values[b * n] = column[b];
    rows->values[b * n + 1] = NAN;
    rows->values[b * n + 2] = 3;
  }
  train_inputs_standardise (rows, made->corpus, pages);
  g_assert_cmpfloat_with_epsilon (rows->scale[0].mean, 5.2, 1e-6);
  g_assert_cmpfloat_with_epsilon (rows->scale[0].deviation, 2.4, 1e-6);
  g_assert_cmpfloat (rows->scale[1].mean, ==, 0);
  g_assert_cmpfloat (rows->scale[1].deviation, ==, 0);
  g_assert_cmpfloat_with_epsilon (rows->scale[2].mean, 3, 1e-6);
  g_assert_cmpfloat_with_epsilon (rows->scale[2].deviation, 0, 1e-6);
  for (guint b = 0; b < 4; b++) {
    g_assert_cmpfloat_with_epsilon (rows->values[b * n], standardised[b], 1e-6);
    g_assert_cmpfloat (rows->values[b * n + 1], ==, 0);
    g_assert_cmpfloat_with_epsilon (rows->values[b * n + 2], 0, 1e-5);
  }
}

/* The scale is that of some pages, and goes for all. */
static void
test_scale_of_some (void)
{
  g_autoptr (MadeCorpus) made = made_corpus_new (two_pages, 2, 2);
  g_autoptr (GArray) pages = g_array_new (FALSE, FALSE, sizeof (guint));
  TrainInputs *rows = made->rows;
  gsize n = rows->n_features;
  const guint second = 1;

  g_array_append_val (pages, second);
  for (guint b = 0; b < 4; b++)
    rows->values[b * n] = (float[]){ 9, 0, 0, 6 }[b];
  train_inputs_standardise (rows, made->corpus, pages);
  g_assert_cmpfloat (rows->scale[0].mean, ==, 2);
  g_assert_cmpfloat_with_epsilon (rows->values[0], 7 / sqrt (8), 1e-6);
}

/* A page with more blocks than are scored at a time, and values that are not known. */
static void
test_scores (void)
{
  g_autoptr (GString) html = g_string_new (NULL);
  const ExtractLayer layer = { 1, EXTRACT_ACTIVATION_SIGMOID, 1 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 700; i++)
    g_string_append_printf (html, "<p>word%u and %u</p>", i, i % 7);
  const MadePage pages[] = { two_pages[1], { "long", NULL, html->str, "word5 and 5" } };
  g_autoptr (MadeCorpus) made = made_corpus_new (pages, 2, 2);
  TrainInputs *rows = made->rows;
  guint n = extract_document_get_n_blocks (made_page (made, 1)->document);
  g_autofree float *weights = g_new (float, rows->n_inputs + 1);
  g_autofree float *inputs = g_new (float, rows->n_inputs);
  g_autofree float *scores = g_new (float, n);

  for (guint i = 0; i <= rows->n_inputs; i++)
    weights[i] = (float) g_rand_double_range (rand, -1, 1);
  g_autoptr (ExtractNetwork) network =
      extract_network_new (rows->n_inputs, &layer, 1, weights, rows->n_inputs + 1, &error);
  g_assert_no_error (error);
  train_inputs_score_page (rows, made->corpus, 1, network, scores);
  for (guint i = 0; i < n; i++) {
    float score;

    extract_document_get_inputs (made_page (made, 1)->document, i, inputs);
    extract_network_score (network, 1, inputs, &score);
    g_assert_cmpfloat (scores[i], ==, score);
  }

  float known = scores[300];
  rows->values[(3 + 300) * rows->n_features] = 0;
  train_inputs_score_page (rows, made->corpus, 1, network, scores);
  float zero = scores[300];
  rows->values[(3 + 300) * rows->n_features] = NAN;
  train_inputs_score_page (rows, made->corpus, 1, network, scores);
  g_assert_cmpfloat (scores[300], ==, zero);
  g_assert_cmpfloat (zero, !=, known);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rows/features", test_features);
  g_test_add_func ("/rows/scale", test_scale);
  g_test_add_func ("/rows/scale-of-some", test_scale_of_some);
  g_test_add_func ("/rows/scores", test_scores);
  return g_test_run ();
}
