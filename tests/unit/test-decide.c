/* SPDX-License-Identifier: MIT */
/*
 * The threshold is found by a curve that counts every word once; here every threshold labels all pages, as
 * texttractor-train(1) tells it: among 0.10, 0.11 ... 0.80, of those that come within 0.1 points of the best
 * mean F1 on the pages that count, the one with the best mean F1 on all pages, the lowest of equal ones.
 */
#include <math.h>

#include "made-corpus.h"
#include "train/learn/decide.h"
#include "train/learn/favour.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"

typedef struct {
  MadeCorpus *made;
  ExtractNetwork *network;
  GArray *all;
  float *scores;
  ExtractModelParts parts;
  TrainJudge judge;
} Bench;

static ExtractNetwork *
make_network (guint n_inputs)
{
  static const ExtractLayer layer = { 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F };
  g_autofree float *weights = g_new0 (float, n_inputs + 1);

  return extract_network_new (n_inputs, &layer, 1, weights, n_inputs + 1, NULL);
}

static void
bench_set_up (Bench *bench, gconstpointer data)
{
  bench->made = made_corpus_toy (2);
  bench->network = make_network (bench->made->rows->n_inputs);
  bench->all = made_all_pages (bench->made);
  bench->scores = g_new0 (float, bench->made->corpus->n_blocks);
  bench->parts =
      (ExtractModelParts){ .stages[EXTRACT_STAGE_FIRST] = { .set = extract_feature_set_find ("classic"),
                                                            .network = bench->network } };
  bench->judge = (TrainJudge){ .corpus = bench->made->corpus,
                               .pages = bench->all,
                               .scored = bench->all,
                               .scores = bench->scores,
                               .parts = &bench->parts,
                               .jobs = 1 };
}

static void
bench_tear_down (Bench *bench, gconstpointer data)
{
  g_free (bench->scores);
  g_array_unref (bench->all);
  extract_network_unref (bench->network);
  made_corpus_free (bench->made);
}

static double
brute_f1 (const Bench *bench, GArray *pages, int hundredths)
{
  TrainJudge judge = bench->judge;
  TrainDecision decision = { hundredths / 100.0, 0, 0, 1 };

  judge.pages = pages;
  return train_decision_mean_f1 (&judge, &decision);
}

static double
brute_threshold (const Bench *bench)
{
  double f1[81], best = -1, best_of_all = -1, found = NAN;

  for (int t = 10; t <= 80; t++) {
    f1[t] = brute_f1 (bench, bench->judge.pages, t);
    best = MAX (best, f1[t]);
  }
  for (int t = 10; t <= 80; t++) {
    double of_all;

    if (f1[t] < best - 0.001)
      continue;
    of_all = brute_f1 (bench, bench->judge.scored, t);
    if (of_all > best_of_all) {
      best_of_all = of_all;
      found = t / 100.0;
    }
  }
  return found;
}

static void
assert_threshold (const Bench *bench)
{
  TrainDecision decision;

  train_decision_find_threshold (&bench->judge, &decision);
  g_assert_cmpfloat (decision.good, ==, brute_threshold (bench));
  g_assert_cmpfloat (decision.near_good, ==, decision.good);
  g_assert_cmpuint (decision.rules, ==, 0);
}

/* Scores that know something of the labels, and not all. */
static void
draw_scores (Bench *bench, guint32 seed, double noise)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  for (guint p = 0; p < bench->all->len; p++) {
    const TrainPage *page = made_page (bench->made, p);

    for (guint i = 0; i < page->alignment->n_blocks; i++) {
      double known = train_page_get_label (page, i) == EXTRACT_LABEL_GOOD ? 0.7 : 0.3;
      bench->scores[page->first_block + i] = CLAMP (known + g_rand_double_range (rand, -noise, noise), 0, 1);
    }
  }
}

static void
test_all_pages (Bench *bench, gconstpointer data)
{
  static const double noises[] = { 0, 0.2, 0.5, 1 };

  for (gsize n = 0; n < G_N_ELEMENTS (noises); n++)
    for (guint32 seed = 1; seed <= 3; seed++) {
      g_test_message ("noise %g, seed %u", noises[n], seed);
      draw_scores (bench, seed, noises[n]);
      assert_threshold (bench);
    }
}

/* What is on with every model is not decided on: candidates go without it, and no model names it. */
static void
test_repairs (Bench *bench, gconstpointer data)
{
  static const char *const card[] = { "name", "decided", NULL };
  gsize n;
  const ExtractRule *rules = extract_rule_get_all (&n);
  g_autofree TrainRuleEffect *effects = g_new0 (TrainRuleEffect, n);
  g_autoptr (ExtractClassifier) candidate = NULL;
  g_autoptr (ExtractModel) model = NULL;
  g_autoptr (ExtractClassifier) classifier = NULL;
  g_autoptr (GError) error = NULL;
  TrainDecision decision;

  draw_scores (bench, 1, 0.5);
  train_decision_find (&bench->judge, &decision, effects);
  candidate = train_decision_to_classifier (&decision, &bench->parts);
  model = train_decision_to_model (&decision, card, &bench->parts, &error);
  g_assert_no_error (error);
  classifier = extract_classifier_new (model);
  for (gsize r = 0; r < n; r++) {
    gboolean decided = (decision.rules & (1u << r)) != 0;
    gboolean repair = g_str_equal (rules[r].name, "whole-tables");

    g_test_message ("%s", rules[r].name);
    g_assert_false (repair && decided);
    g_assert_cmpint (effects[r].on, ==, decided || repair);
    g_assert_cmpint (extract_classifier_get_rule (candidate, rules[r].name), ==, decided);
    g_assert_cmpint (extract_classifier_get_rule (classifier, rules[r].name), ==, decided || repair);
  }
}

/* Each page decides alone, one of them with an empty reference; of what is as good, all pages together. */
static void
test_single_pages (Bench *bench, gconstpointer data)
{
  guint n_empty = 0;

  draw_scores (bench, 9, 0.6);
  for (guint p = 0; p < bench->all->len; p++) {
    g_autoptr (GArray) one = g_array_new (FALSE, FALSE, sizeof (guint));

    g_array_append_val (one, p);
    g_test_message ("%s", made_page (bench->made, p)->entry->id);
    n_empty += made_page (bench->made, p)->reference->n == 0;
    bench->judge.pages = one;
    assert_threshold (bench);
    bench->judge.scored = one;
    assert_threshold (bench);
    bench->judge.scored = bench->all;
  }
  g_assert_cmpuint (n_empty, ==, 1);
}

/* Scores that are thresholds themselves, as floats, which lie beside the doubles. */
static void
test_on_threshold (Bench *bench, gconstpointer data)
{
  for (guint32 seed = 1; seed <= 3; seed++) {
    g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

    for (gsize b = 0; b < bench->made->corpus->n_blocks; b++)
      bench->scores[b] = (float) (g_rand_int_range (rand, 5, 90) / 100.0);
    assert_threshold (bench);
  }
}

static void
test_extremes (Bench *bench, gconstpointer data)
{
  static const float values[] = { 0, 0.1F, 0.5F, 0.8F, 1 };

  for (gsize v = 0; v < G_N_ELEMENTS (values); v++) {
    for (gsize b = 0; b < bench->made->corpus->n_blocks; b++)
      bench->scores[b] = values[v];
    g_test_message ("%g", (double) values[v]);
    assert_threshold (bench);
  }
}

/* By hand. Page a: "one two" good with 0.6, "three four" bad with 0.4; b: no main text, "five" with 0.5. From
 * 0.41 to 0.50 a has 1 and b 0, from 0.51 to 0.60 both have 1: the lowest of these is taken. */
static void
test_by_hand (Bench *bench, gconstpointer data)
{
  static const MadePage pages[] = { { "a", NULL, "<p>one two</p><p>three four</p>", "one two" },
                                    { "b", NULL, "<p>five</p>", "" } };
  static float scores[] = { 0.6F, 0.4F, 0.5F };
  /* Floats: 0.6F > 0.60, 0.4F > 0.40, 0.5F = 0.50. Mean F1 up to 0.40: (2/3 + 0) / 2. */
  static const struct {
    double threshold;
    double f1;
  } points[] = { { 0.40, 1.0 / 3 }, { 0.41, 0.5 }, { 0.50, 0.5 }, { 0.51, 1 }, { 0.60, 1 }, { 0.61, 0.5 } };
  g_autoptr (MadeCorpus) made = made_corpus_new (pages, 2, 2);
  g_autoptr (GArray) all = made_all_pages (made);
  TrainJudge judge = bench->judge;
  TrainDecision decision;

  g_assert_cmpuint (made->corpus->n_blocks, ==, 3);
  judge.corpus = made->corpus;
  judge.pages = judge.scored = all;
  judge.scores = scores;
  for (gsize i = 0; i < G_N_ELEMENTS (points); i++) {
    TrainDecision at = { points[i].threshold, 0, 0, 1 };
    g_assert_cmpfloat_with_epsilon (train_decision_mean_f1 (&judge, &at), points[i].f1, 1e-12);
  }
  train_decision_find_threshold (&judge, &decision);
  g_assert_cmpfloat (decision.good, ==, 0.51);
}

/* ---- Precision or recall ---------------------------------------------------------------------- */

/* Mean precision (recall) and mean F0.5 (F2) of pages that the classifier labels; each page as
 * train_favour_score () says it, too. */
static void
label_favoured (const Bench *bench, const TrainDecision *decision, gboolean precision, double *wanted,
                double *f)
{
  static const char *const card[] = { "name", "decided", NULL };
  g_autoptr (ExtractModel) model = train_decision_to_model (decision, card, &bench->parts, NULL);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  const double b = precision ? 0.25 : 4;

  extract_classifier_clear_rules (classifier);
  extract_classifier_favour (classifier, precision);
  *wanted = *f = 0;
  for (guint p = 0; p < bench->all->len; p++) {
    const TrainPage *page = made_page (bench->made, p);
    const float *scores = bench->scores + page->first_block;
    g_autoptr (ExtractDocument) copy = extract_document_copy (page->document);
    TrainScores labelled, said = train_favour_score (page, scores, decision, precision);

    extract_classifier_label_scored (classifier, copy, scores, NULL);
    train_page_score (page, copy, &labelled);
    g_assert_cmpfloat_with_epsilon (labelled.precision, said.precision, 1e-12);
    g_assert_cmpfloat_with_epsilon (labelled.recall, said.recall, 1e-12);
    *wanted += (precision ? labelled.precision : labelled.recall) / bench->all->len;
    if (labelled.precision + labelled.recall > 0)
      *f += (1 + b) * labelled.precision * labelled.recall / (b * labelled.precision + labelled.recall) /
            bench->all->len;
  }
}

/* No other choice is better: of those that reach what is asked for, or of all if none does. */
static void
assert_favour (const Bench *bench, gboolean precision)
{
  const double least = precision ? 0.93 : 0.97;
  TrainDecision decision, other;
  double wanted, f, best_wanted, best_f;

  train_decision_find_threshold (&bench->judge, &decision);
  train_decision_find_favours (&bench->judge, &decision);
  label_favoured (bench, &decision, precision, &best_wanted, &best_f);
  other = decision;
  for (int t = 3; t < 100; t += 12)
    for (int share = 2; share <= 100; share += 14) {
      if (precision ? t / 100.0 < decision.good || share < 50 : t / 100.0 > decision.good)
        continue;
      *(precision ? &other.precision : &other.recall) = (ExtractFavour){ t / 100.0, share / 100.0 };
      label_favoured (bench, &other, precision, &wanted, &f);
      if (wanted >= least)
        g_assert_cmpfloat (best_wanted, >=, least);
      if ((wanted >= least) == (best_wanted >= least))
        g_assert_cmpfloat (f, <=, best_f + 1e-12);
    }
}

static void
test_favours (Bench *bench, gconstpointer data)
{
  static const double noises[] = { 0, 0.3, 0.5, 1 };

  for (gsize n = 0; n < G_N_ELEMENTS (noises); n++) {
    g_test_message ("noise %g", noises[n]);
    draw_scores (bench, 1, noises[n]);
    assert_favour (bench, TRUE);
    assert_favour (bench, FALSE);
  }
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *name;
    void (*function) (Bench *bench, gconstpointer data);
  } tests[] = {
    { "/decide/all-pages", test_all_pages },       { "/decide/single-pages", test_single_pages },
    { "/decide/on-threshold", test_on_threshold }, { "/decide/extremes", test_extremes },
    { "/decide/by-hand", test_by_hand },           { "/decide/repairs", test_repairs },
    { "/decide/favours", test_favours },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].name, Bench, NULL, bench_set_up, tests[i].function, bench_tear_down);
  return g_test_run ();
}
