/* SPDX-License-Identifier: MIT */
/* Learning curves: laws that are found again, what more pages bring, and when nothing can be said. */
#include <math.h>
#include <string.h>

#include "train/report/learning.h"

#define N_PAGES 30

/* ---- The law ------------------------------------------------------------------------------------ */

typedef struct {
  const char *name;
  double a, b, c;
  guint n_points;
  double n[5];
} LawCase;

static const LawCase laws[] = {
  { "usual", 0.1, 0.8, 0.5, 5, { 50, 100, 200, 300, 400 } },
  { "nothing-left", 0, 1, 0.3, 5, { 125, 250, 500, 750, 1000 } },
  { "fast", 0.2, 100, 1.5, 4, { 25, 50, 75, 100 } },
  { "slow", 0.05, 0.5, 0.1, 5, { 10, 20, 40, 60, 80 } },
  { "by-halves", 0.12, 2, 1, 4, { 8, 16, 32, 64 } },
};

static void
test_law (gconstpointer data)
{
  const LawCase *example = data;
  const TrainLaw law = { example->a, example->b, example->c };
  double errors[5];
  TrainLaw found;

  for (guint j = 0; j < example->n_points; j++)
    errors[j] = example->a + example->b * pow (example->n[j], -example->c);
  g_assert_cmpfloat (train_law_fit (example->n, errors, example->n_points, &found), <, 1e-12);
  g_assert_cmpfloat_with_epsilon (found.a, example->a, 1e-3);
  g_assert_cmpfloat_with_epsilon (found.b / example->b, 1, 1e-2);
  g_assert_cmpfloat_with_epsilon (found.c, example->c, 1e-3);
  for (guint j = 0; j < example->n_points; j++)
    g_assert_cmpfloat_with_epsilon (train_law_get (&found, 2 * example->n[j]),
                                    train_law_get (&law, 2 * example->n[j]), 1e-4);
}

/* An error that stays, or rises, is a constant: the mean by pages. */
static void
test_no_fall (void)
{
  static const double n[] = { 10, 20, 30, 40 }, same[] = { 0.3, 0.3, 0.3, 0.3 },
                      rising[] = { 0.1, 0.2, 0.3, 0.4 };
  TrainLaw law;

  g_assert_cmpfloat (train_law_fit (n, same, 4, &law), <, 1e-20);
  g_assert_cmpfloat (law.b, ==, 0);
  g_assert_cmpfloat_with_epsilon (law.a, 0.3, 1e-12);
  train_law_fit (n, rising, 4, &law);
  g_assert_cmpfloat (law.b, ==, 0);
  g_assert_cmpfloat_with_epsilon (law.a, 0.3, 1e-12); /* (1 + 4 + 9 + 16) / 100 */
}

/* A law that would end below 0 is one that ends there: errors are no less. */
static void
test_not_below_nothing (void)
{
  static const double n[] = { 100, 200, 300, 400 }, errors[] = { 0.4, 0.3, 0.2, 0.1 };
  TrainLaw law;

  train_law_fit (n, errors, 4, &law);
  g_assert_cmpfloat (law.a, ==, 0);
  g_assert_cmpfloat (law.b, >, 0);
  g_assert_cmpfloat (train_law_get (&law, 1e6), >=, 0);
}

/* ---- What more pages bring ---------------------------------------------------------------------- */

/* All pages have the same F1, by these errors. */
typedef struct {
  const char *name;
  guint n_points;
  double n[5];
  double errors[5];
  TrainGainKind kind;
  double gain;
} GainCase;

static const GainCase gains[] = {
  /* 0.1 + 2 / n: 2/100 - 2/150 */
  { "law", 4, { 25, 50, 75, 100 }, { 0.18, 0.14, 0.126666667, 0.12 }, TRAIN_GAIN_ESTIMATED, 0.0066667 },
  /* A size without such pages does not count. */
  { "none-at-first",
    5,
    { 0, 25, 50, 75, 100 },
    { 0.9, 0.18, 0.14, 0.126666667, 0.12 },
    TRAIN_GAIN_ESTIMATED,
    0.0066667 },
  { "flat", 4, { 25, 50, 75, 100 }, { 0.2, 0.2, 0.2, 0.2 }, TRAIN_GAIN_FLAT, NAN },
  { "rising", 4, { 25, 50, 75, 100 }, { 0.1, 0.12, 0.15, 0.2 }, TRAIN_GAIN_FLAT, NAN },
  { "no-points", 0, { 0 }, { 0 }, TRAIN_GAIN_FEW_PAGES, NAN },
  { "few-pages", 4, { 6, 12, 18, 24 }, { 0.4, 0.3, 0.25, 0.22 }, TRAIN_GAIN_FEW_PAGES, NAN },
  { "enough-pages", 4, { 6, 12, 18, 25 }, { 0.4, 0.3, 0.266666667, 0.248 }, TRAIN_GAIN_ESTIMATED, 0.032 },
  { "three-points", 3, { 25, 50, 100 }, { 0.4, 0.3, 0.2 }, TRAIN_GAIN_FEW_POINTS, NAN },
  { "three-with-pages", 4, { 0, 25, 50, 100 }, { 0.5, 0.4, 0.3, 0.2 }, TRAIN_GAIN_FEW_POINTS, NAN },
  { "three-different", 5, { 25, 25, 50, 50, 100 }, { 0.4, 0.4, 0.3, 0.3, 0.2 }, TRAIN_GAIN_FEW_POINTS, NAN },
};

static void
test_gain (gconstpointer data)
{
  const GainCase *example = data;
  double values[5][N_PAGES];
  double *f1[5];
  TrainGain gain;
  TrainLaw law;

  for (guint j = 0; j < 5; j++) {
    f1[j] = values[j];
    for (guint i = 0; i < N_PAGES; i++)
      values[j][i] = 1 - example->errors[j];
  }
  train_gain_estimate (example->n, f1, example->n_points, N_PAGES, 1, &gain, &law);
  g_assert_cmpint (gain.kind, ==, example->kind);
  if (gain.kind != TRAIN_GAIN_ESTIMATED) {
    g_assert_true (isnan (gain.gain) && isnan (gain.low) && isnan (gain.high));
    g_assert_cmpstr (train_gain_explain (&gain), !=, "");
    return;
  }
  /* Nothing is off the law, and no page differs from another: nothing is uncertain. */
  g_assert_cmpfloat_with_epsilon (gain.gain, example->gain, 1e-5);
  g_assert_cmpfloat_with_epsilon (gain.low, gain.gain, 1e-5);
  g_assert_cmpfloat_with_epsilon (gain.high, gain.gain, 1e-5);
}

/* Points that are off the law make the interval wider, and so do pages that differ. */
static void
test_interval (void)
{
  static const double n[] = { 25, 50, 75, 100 }, errors[] = { 0.18, 0.14, 0.126666667, 0.12 };
  double width[4];

  for (guint variant = 0; variant < 4; variant++) {
    double values[4][N_PAGES];
    double *f1[4];
    TrainGain gain, again;
    TrainLaw law;

    for (guint j = 0; j < 4; j++) {
      f1[j] = values[j];
      for (guint i = 0; i < N_PAGES; i++) {
        values[j][i] = 1 - errors[j];
        if (variant & 1) /* points */
          values[j][i] += j % 2 ? 0.004 : -0.004;
        if (variant & 2) /* pages */
          values[j][i] += (i % 2 ? 1 : -1) * errors[j] / 2;
      }
    }
    train_gain_estimate (n, f1, 4, N_PAGES, 5, &gain, &law);
    train_gain_estimate (n, f1, 4, N_PAGES, 5, &again, &law);
    g_assert_cmpfloat (gain.gain, ==, again.gain);
    g_assert_cmpfloat (gain.low, ==, again.low);
    g_assert_cmpfloat (gain.high, ==, again.high);
    g_assert_cmpint (gain.kind, ==, TRAIN_GAIN_ESTIMATED);
    g_assert_cmpfloat (gain.low, <=, gain.gain);
    g_assert_cmpfloat (gain.high, >=, gain.gain);
    g_assert_cmpfloat (gain.low, >=, 0);
    width[variant] = gain.high - gain.low;
  }
  g_assert_cmpfloat (width[0], <, 1e-5);
  g_assert_cmpfloat (width[1], >, 1e-3);
  g_assert_cmpfloat (width[2], >, 1e-3);
  g_assert_cmpfloat (width[3], >, width[1]);
  g_assert_cmpfloat (width[3], >, width[2]);
}

/* ---- The curve ---------------------------------------------------------------------------------- */

/* Forty articles and ten pages of a forum; sizes learn from every eighth, fourth, second, and all of them. */
static void
test_rows (void)
{
  static const char *const shares[] = { "1/8", "1/4", "1/2", "1" };
  TrainEntry entries[50];
  GPtrArray *learnt[4], *results[4];
  TrainLearningSize sizes[4];

  for (guint i = 0; i < 50; i++)
    entries[i] = (TrainEntry){ .id = (char *) "page", .type = (char *) (i < 40 ? "article" : "forum") };
  for (guint s = 0; s < 4; s++) {
    const guint n = 50 >> (3 - s);
    learnt[s] = g_ptr_array_new ();
    results[s] = g_ptr_array_new_with_free_func ((GDestroyNotify) train_result_free);
    for (guint i = 0; i < 50; i += 8 >> s)
      g_ptr_array_add (learnt[s], &entries[i]);
    for (guint i = 0; i < 50; i++) {
      TrainResult *result = g_new0 (TrainResult, 1);
      result->entry = &entries[i];
      result->scored = i != 7;
      result->scores.f1 = i == 7 ? 0.5 : 1 - 0.1 - 2.0 / n - (i < 40 ? 0 : 0.1);
      g_ptr_array_add (results[s], result);
    }
    sizes[s] = (TrainLearningSize){ shares[s], learnt[s], results[s] };
  }
  g_autoptr (TrainLearning) learning = train_learning_new (sizes, 4, 1);
  g_autoptr (TrainLearning) none = train_learning_new (sizes, 0, 1);
  g_autoptr (GString) table = g_string_new (NULL), tsv = g_string_new (NULL), nothing = g_string_new (NULL);

  g_assert_cmpuint (learning->rows->len, ==, 3);
  const TrainLearningRow *all = learning->rows->pdata[0], *articles = learning->rows->pdata[1],
                         *forum = learning->rows->pdata[2];
  g_assert_null (all->type);
  g_assert_cmpstr (articles->type, ==, "article");
  g_assert_cmpstr (forum->type, ==, "forum");
  g_assert_cmpuint (all->n_pages, ==, 49); /* one has no reference */
  g_assert_cmpuint (articles->n_pages, ==, 39);
  g_assert_cmpuint (g_array_index (articles->points, TrainLearningPoint, 0).n, ==, 5);
  g_assert_cmpuint (g_array_index (forum->points, TrainLearningPoint, 3).n, ==, 10);
  g_assert_cmpfloat_with_epsilon (g_array_index (articles->points, TrainLearningPoint, 3).f1, 0.86, 1e-9);
  g_assert_cmpint (all->gain.kind, ==, TRAIN_GAIN_ESTIMATED);
  g_assert_cmpint (articles->gain.kind, ==, TRAIN_GAIN_ESTIMATED);
  g_assert_cmpint (forum->gain.kind, ==, TRAIN_GAIN_FEW_PAGES);

  train_report_append_learning (table, learning);
  g_assert_true (g_str_has_prefix (
      table->str, "learning curve: F1             1/8       1/4       1/2         1   gain by 50 more pages\n"
                  "all                         "));
  g_assert_nonnull (strstr (
      table->str, "\ntype forum                  0.4667    0.6333    0.7200    0.7600   no estimate: fewer "
                  "than 25 pages to learn from\n"
                  "  pages learnt from              2         3         5        10\n"));
  train_report_append_learning_tsv (tsv, learning);
  g_assert_nonnull (strstr (tsv->str, "\ntype\tforum\t1/8\t10\t2\t0.4667\t0.4667\t0.4667\n"));
  g_assert_nonnull (strstr (tsv->str, "\ntype\tarticle\tgain\t39\t90\t"));
  g_assert_null (strstr (tsv->str, "forum\tgain"));
  g_assert_cmpuint (none->rows->len, ==, 0);
  train_report_append_learning_tsv (nothing, none);
  g_assert_cmpstr (nothing->str, ==, "by\tname\tshare\tpages\tlearnt\tf1\tf1_low\tf1_high\n");

  for (guint s = 0; s < 4; s++) {
    g_ptr_array_unref (learnt[s]);
    g_ptr_array_unref (results[s]);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (laws); i++) {
    g_autofree char *path = g_strconcat ("/learning/law/", laws[i].name, NULL);
    g_test_add_data_func (path, &laws[i], test_law);
  }
  g_test_add_func ("/learning/no-fall", test_no_fall);
  g_test_add_func ("/learning/not-below-nothing", test_not_below_nothing);
  for (guint i = 0; i < G_N_ELEMENTS (gains); i++) {
    g_autofree char *path = g_strconcat ("/learning/gain/", gains[i].name, NULL);
    g_test_add_data_func (path, &gains[i], test_gain);
  }
  g_test_add_func ("/learning/interval", test_interval);
  g_test_add_func ("/learning/rows", test_rows);
  return g_test_run ();
}
