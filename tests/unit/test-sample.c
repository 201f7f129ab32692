/* SPDX-License-Identifier: MIT */
/*
 * Weights of samples, worked out by hand for two pages:
 *
 *   a   4 words good, 9 words bad, no words, 1 word bad     square roots 2 3 . 1   sum 6
 *   b   16 words good, 16 words bad                         square roots 4 4       sum 8
 *
 * Each page weighs 1, all five samples together weigh 5: the scale is 5/2.
 */
#include <math.h>

#include "made-plan.h"
#include "made-corpus.h"
#include "train/learn/sample.h"

#define FOUR "red green blue white"
#define SIXTEEN "m1 m2 m3 m4 m5 m6 m7 m8 m9 m10 m11 m12 m13 m14 m15 m16"
#define OTHERS "n1 n2 n3 n4 n5 n6 n7 n8 n9 n10 n11 n12 n13 n14 n15 n16"

static const MadePage two_pages[] = {
  { "a", NULL, "<p>" FOUR "</p><p>one two three four five six seven eight nine</p><p>***</p><p>home</p>",
    FOUR },
  { "b", NULL, "<p>" SIXTEEN "</p><p>" OTHERS "</p>", SIXTEEN },
};

/* Which block of the corpus a sample is. */
static gsize
block_of (const MadeCorpus *made, const TrainSamples *samples, gsize i)
{
  return (gsize) (samples->places[i].row - made->rows->values) / made->rows->n_features;
}

static TrainSamples *
take_samples (const MadeCorpus *made, GArray *pages, const TrainPlan *plan, guint32 seed)
{
  const TrainMaterial material = { .corpus = made->corpus, .rows = made->rows };

  return train_samples_from_pages (&material, pages, plan, seed);
}

static void
test_weights (void)
{
  static const gsize blocks[] = { 0, 1, 3, 4, 5 };
  static const float targets[] = { 1, 0, 0, 1, 0 };
  static const struct {
    const char *length;
    const char *good_weight;
    double weights[5];
  } cases[] = {
    { "sqrt-words", "1", { 5.0 / 6, 5.0 / 4, 5.0 / 12, 5.0 / 4, 5.0 / 4 } },
    { "words", "1", { 10.0 / 14, 22.5 / 14, 2.5 / 14, 1.25, 1.25 } },
    { "even", "1", { 5.0 / 6, 5.0 / 6, 5.0 / 6, 1.25, 1.25 } },
    /* 4 3 1 of 8; 8 4 of 12 */
    { "sqrt-words", "2", { 1.25, 7.5 / 8, 2.5 / 8, 5.0 / 3, 2.5 / 3 } },
    /* 1/2 1 1 of 5/2; 1/2 1 of 3/2 */
    { "even", "0.5", { 0.5, 1, 1, 2.5 / 3, 5.0 / 3 } },
  };
  g_autoptr (MadeCorpus) made = made_corpus_new (two_pages, 2, 2);
  g_autoptr (GArray) pages = made_all_pages (made);

  g_assert_cmpuint (made->corpus->n_blocks, ==, 6);
  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++) {
    TrainPlan plan;

    made_plan_init (&plan);
    train_plan_set (&plan, "", "length", cases[c].length, NULL);
    train_plan_set (&plan, "", "good-weight", cases[c].good_weight, NULL);
    g_autoptr (TrainSamples) samples = take_samples (made, pages, &plan, 1);
    g_test_message ("%s, %s", cases[c].length, cases[c].good_weight);
    g_assert_cmpuint (samples->n, ==, 5);
    for (gsize i = 0; i < samples->n; i++) {
      g_assert_cmpuint (block_of (made, samples, i), ==, blocks[i]);
      g_assert_cmpfloat (samples->targets[i], ==, targets[i]);
      g_assert_cmpfloat_with_epsilon (samples->weights[i], cases[c].weights[i], 1e-6);
    }
  }
}

/* A block that is alone on its page weighs as much as a hundred, but counts no more than thirty. */
static void
test_largest_weight (void)
{
  g_autoptr (GString) menu = g_string_new (NULL);

  for (guint i = 0; i < 100; i++)
    g_string_append_printf (menu, "<p>item%u</p>", i);
  const MadePage pages[] = { { "a", NULL, "<p>" FOUR "</p>", FOUR }, { "b", NULL, menu->str, "item7" } };
  g_autoptr (MadeCorpus) made = made_corpus_new (pages, 2, 2);
  g_autoptr (GArray) all = made_all_pages (made);
  TrainPlan plan;

  made_plan_init (&plan);
  g_autoptr (TrainSamples) samples = take_samples (made, all, &plan, 1);
  g_assert_cmpuint (samples->n, ==, 101);
  g_assert_cmpfloat_with_epsilon (samples->weights[0], 30, 1e-6);
  g_assert_cmpfloat_with_epsilon (samples->weights[1], 0.505, 1e-6);
}

/* Soft targets, where they are known and the block has a label, and pages that weigh more or nothing. */
static void
test_material (void)
{
  static const float soft[] = { 0.75F, NAN, 0.5F, 0.25F, 0, 1 };
  static const float targets[] = { 0.75F, 0, 0.25F, 0, 1 };
  static const double weights[2][2] = { { 3, 1 }, { 0, 1 } };
  static const double expected[2][5] = {
    /* 3 x 2/6, 3 x 3/6, 3 x 1/6, 1/2, 1/2: the sum is 4 */
    { 1.25, 1.875, 0.625, 0.625, 0.625 },
    { 0, 0, 0, 2.5, 2.5 },
  };
  g_autoptr (MadeCorpus) made = made_corpus_new (two_pages, 2, 2);
  g_autoptr (GArray) pages = made_all_pages (made);
  TrainPlan plan;

  made_plan_init (&plan);
  for (guint c = 0; c < 2; c++) {
    const TrainMaterial material = { made->corpus, made->rows, soft, weights[c] };
    g_autoptr (TrainSamples) samples = train_samples_from_pages (&material, pages, &plan, 1);

    g_assert_cmpuint (samples->n, ==, 5);
    for (gsize i = 0; i < samples->n; i++) {
      g_assert_cmpfloat (samples->targets[i], ==, targets[i]);
      g_assert_cmpfloat_with_epsilon (samples->weights[i], expected[c][i], 1e-6);
    }
  }
  /* Where blocks are drawn, a page that weighs more gives more of them. */
  plan.samples = 40;
  for (guint c = 0; c < 2; c++) {
    const TrainMaterial material = { made->corpus, made->rows, NULL, weights[c] };
    g_autoptr (TrainSamples) samples = train_samples_from_pages (&material, pages, &plan, 1);

    g_assert_cmpuint (samples->n, ==, 40 * (weights[c][0] + weights[c][1]));
  }
}

/* Systematic: of n draws a block of the share w gets n w, rounded down or up; all have the weight 1. */
static void
test_drawn (void)
{
  static const double shares[] = { 1.0 / 3, 1.0 / 2, 0, 1.0 / 6, 1.0 / 2, 1.0 / 2 };
  static const char *const counts[] = { "1", "2", "6", "7", "60", "10000" };
  g_autoptr (MadeCorpus) made = made_corpus_new (two_pages, 2, 2);
  g_autoptr (GArray) pages = made_all_pages (made);
  gboolean differ = FALSE;

  for (gsize c = 0; c < G_N_ELEMENTS (counts); c++)
    for (guint32 seed = 1; seed <= 20; seed++) {
      TrainPlan plan;
      guint drawn[6] = { 0 };

      made_plan_init (&plan);
      train_plan_set (&plan, "", "samples", counts[c], NULL);
      g_autoptr (TrainSamples) samples = take_samples (made, pages, &plan, seed);
      g_autoptr (TrainSamples) again = take_samples (made, pages, &plan, seed);
      g_autoptr (TrainSamples) other = take_samples (made, pages, &plan, seed + 1);
      gsize size = samples->n * sizeof *samples->places;

      g_test_message ("%s draws, seed %u", counts[c], seed);
      g_assert_cmpuint (samples->n, ==, 2 * plan.samples);
      g_assert_cmpmem (samples->places, size, again->places, again->n * sizeof *again->places);
      differ |= memcmp (samples->places, other->places, size) != 0;
      for (gsize i = 0; i < samples->n; i++) {
        gsize block = block_of (made, samples, i);

        g_assert_cmpfloat (samples->weights[i], ==, 1);
        g_assert_cmpfloat (samples->targets[i], ==, block == 0 || block == 4);
        drawn[block]++;
      }
      for (guint b = 0; b < 6; b++) {
        g_assert_cmpfloat (drawn[b], >=, floor (plan.samples * shares[b] - 1e-6));
        g_assert_cmpfloat (drawn[b], <=, ceil (plan.samples * shares[b] + 1e-6));
      }
    }
  g_assert_true (differ);
}

/* Pages that teach nothing give no samples, and no page is asked for that was not named. */
static void
test_no_samples (void)
{
  static const MadePage pages[] = {
    { "a", NULL, "<p>***</p><p>---</p>", "" },
    { "b", NULL, "", "" },
    { "c", NULL, "<p>" FOUR "</p>", "quite something else" },
    { "d", NULL, "<p>" FOUR "</p>", FOUR },
  };
  g_autoptr (MadeCorpus) made = made_corpus_new (pages, 4, 2);
  g_autoptr (GArray) all = made_all_pages (made);
  TrainPlan plan;

  g_assert_false (train_page_has_samples (made_page (made, 0)));
  g_assert_false (train_page_has_samples (made_page (made, 1)));
  g_assert_false (train_page_has_samples (made_page (made, 2))); /* not trusted */
  g_assert_true (train_page_has_samples (made_page (made, 3)));

  made_plan_init (&plan);
  g_array_set_size (all, 2);
  for (guint n = 0; n <= 3; n += 3) {
    plan.samples = n;
    g_autoptr (TrainSamples) samples = take_samples (made, all, &plan, 1);
    g_assert_cmpuint (samples->n, ==, 0);
  }
  g_array_set_size (all, 0);
  g_autoptr (TrainSamples) none = take_samples (made, all, &plan, 1);
  g_assert_cmpuint (none->n, ==, 0);
}

static char *
digest_of (const MadePage *pages, guint n, guint folds)
{
  g_autoptr (MadeCorpus) made = made_corpus_new (pages, n, folds);
  g_autofree char *name = g_strdup (made->dataset->name);

  /* The name of the folder is another one each time. */
  g_free (made->dataset->name);
  made->dataset->name = g_strdup ("set");
  return train_corpus_dup_digest (made->corpus);
}

static void
test_digest (void)
{
  MadePage pages[2] = { two_pages[0], two_pages[1] };
  g_autofree char *digest = digest_of (pages, 2, 2);
  g_autofree char *again = digest_of (pages, 2, 2);

  g_assert_cmpuint (strlen (digest), ==, 64);
  g_assert_cmpstr (digest, ==, again);

  static const MadePage others[] = {
    { "a", NULL, NULL, FOUR " home" },        /* another label */
    { "a", NULL, NULL, "red green blue" },    /* the same labels by other words */
    { "a", NULL, NULL, FOUR " elsewhere" },   /* the same labels and matches, a longer reference */
    { "a", "http://a.example/", NULL, FOUR }, /* another site */
    { "c", NULL, NULL, FOUR },                /* another name */
    { "a", NULL, "<p>" FOUR "</p>", FOUR },   /* fewer blocks */
  };
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++) {
    pages[0] = others[i];
    if (!pages[0].html)
      pages[0].html = two_pages[0].html;
    g_autofree char *changed = digest_of (pages, 2, 2);
    g_test_message ("change %" G_GSIZE_FORMAT, i);
    g_assert_cmpstr (digest, !=, changed);
  }
  g_autofree char *fewer = digest_of (two_pages, 1, 2);
  g_assert_cmpstr (digest, !=, fewer);

  /* The folds are a part of it: a network of fold 1 has not seen its pages. */
  g_autoptr (MadeCorpus) made = made_corpus_new (two_pages, 2, 2);
  g_autofree char *before = train_corpus_dup_digest (made->corpus);
  TrainEntry *entry = made->dataset->entries->pdata[0];
  entry->fold = !entry->fold;
  g_autofree char *after = train_corpus_dup_digest (made->corpus);
  g_assert_cmpstr (before, !=, after);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sample/weights", test_weights);
  g_test_add_func ("/sample/largest-weight", test_largest_weight);
  g_test_add_func ("/sample/material", test_material);
  g_test_add_func ("/sample/drawn", test_drawn);
  g_test_add_func ("/sample/no-samples", test_no_samples);
  g_test_add_func ("/sample/digest", test_digest);
  return g_test_run ();
}
