/* SPDX-License-Identifier: MIT */
/*
 * Trees on problems whose answers are known. Their bytes are not looked at: two models are the same if they
 * give the same scores, bit by bit.
 */
#include <math.h>
#include <string.h>

#include "train/learn/pool.h"
#include "train/learn/trees.h"

/* Rows in pages of PAGE rows, made from a seed; every row is a sample of the weight 1. */
#define PAGE 10

typedef struct {
  gsize n;
  guint n_columns;
  float *values;   /* [n][n_columns] */
  guint32 *pages;  /* [n] */
  guint32 *rows;   /* [n]: 0, 1, ... */
  float *targets;  /* [n] */
  float *weights;  /* [n] */
  GArray *inputs;  /* of TrainTreesInput: each column, without an offset */
  TrainBins *bins; /* (nullable): made when they are needed */
} Problem;

static Problem *
problem_new (gsize n, guint n_columns)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  Problem *problem = g_new0 (Problem, 1);

  problem->n = n;
  problem->n_columns = n_columns;
  problem->values = g_new (float, n *n_columns);
  problem->pages = g_new (guint32, n);
  problem->rows = g_new (guint32, n);
  problem->targets = g_new0 (float, n);
  problem->weights = g_new (float, n);
  problem->inputs = g_array_new (FALSE, FALSE, sizeof (TrainTreesInput));
  for (gsize i = 0; i < n * n_columns; i++)
    problem->values[i] = g_rand_double_range (rand, -1, 1);
  for (gsize i = 0; i < n; i++) {
    problem->pages[i] = i / PAGE;
    problem->rows[i] = i;
    problem->weights[i] = 1;
  }
  for (guint c = 0; c < n_columns; c++) {
    TrainTreesInput input = { c, 0 };

    g_array_append_val (problem->inputs, input);
  }
  return problem;
}

static void
problem_free (Problem *problem)
{
  g_free (problem->values);
  g_free (problem->pages);
  g_free (problem->rows);
  g_free (problem->targets);
  g_free (problem->weights);
  g_array_unref (problem->inputs);
  g_clear_pointer (&problem->bins, train_bins_free);
  g_free (problem);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Problem, problem_free)

static float
value_at (const Problem *problem, gsize row, guint column)
{
  return problem->values[row * problem->n_columns + column];
}

static TrainTreesSamples
problem_samples (Problem *problem, guint threads)
{
  if (!problem->bins)
    problem->bins = train_bins_new (problem->values, problem->n, problem->n_columns, problem->pages, threads);
  return (TrainTreesSamples){
    .bins = problem->bins,
    .inputs = (const TrainTreesInput *) problem->inputs->data,
    .n_inputs = problem->inputs->len,
    .rows = problem->rows,
    .targets = problem->targets,
    .weights = problem->weights,
    .n = problem->n,
  };
}

/* For a few rows, with all of them and all inputs. */
static TrainTreesPlan
make_plan (void)
{
  TrainTreesPlan plan;

  train_trees_plan_init (&plan);
  plan.trees = 60;
  plan.leaves = 16;
  plan.minimum_hessian = 1;
  plan.column_share = plan.row_share = 1;
  return plan;
}

/* Returns: (transfer full): [n] scores of all rows */
static float *
fit_and_score (Problem *problem, const TrainTreesPlan *plan, guint32 seed, guint threads)
{
  TrainTreesSamples samples = problem_samples (problem, threads);
  g_autoptr (TrainTrees) trees = train_trees_fit (&samples, plan, seed, threads, NULL, NULL);
  float *scores = g_new (float, problem->n);

  train_trees_score (trees, problem->bins, problem->rows, problem->n, threads, scores);
  return scores;
}

static double
mean_distance (const float *a, const float *b, gsize n)
{
  double sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += fabs (a[i] - b[i]);
  return sum / n;
}

/* ---- Bins ------------------------------------------------------------------------------------- */

static void
test_bins (void)
{
  static const float x = NAN, e = INFINITY;
  static const float values[] = {
    /* order, constant, constant or unknown, unknown, infinite */
    3, 7, 1, x, 0,  //
    1, 7, x, x, -e, //
    2, 7, 1, x, e,  //
    2, 7, 1, x, 0,
  };
  static const guint32 pages[] = { 5, 5, 5, 6 };
  static const guint8 expected[][5] = {
    { 3, 1, 2, 2, 0 }, { 0 }, { 1, 0, 1, 1, 0 }, { 0 }, { 2, 1, 3, 2, 0 }
  };
  g_autoptr (TrainBins) bins = train_bins_new (values, 4, 5, pages, 2);

  for (guint c = 0; c < 5; c++)
    if (expected[c][0])
      g_assert_cmpmem (bins->columns[c], 5, expected[c], 5);
    else
      g_assert_null (bins->columns[c]);
  g_assert_cmpuint (bins->n_bins[0], ==, 4);

  g_assert_cmpuint (train_bins_find_row (bins, 0, 2), ==, 2);
  g_assert_cmpuint (train_bins_find_row (bins, 2, -2), ==, 0);
  g_assert_cmpuint (train_bins_find_row (bins, 2, 1), ==, 4);
  g_assert_cmpuint (train_bins_find_row (bins, 3, -1), ==, 4);
  g_assert_cmpuint (train_bins_find_row (bins, 0, -1), ==, 4);
  g_assert_cmpuint (train_bins_find_row (bins, 3, 1), ==, 4);
}

/* Half of the values are 0, some below, the others above, all different: 0 is alone, and no bin holds much
 * more than its share. */
static void
assert_quantiles (gsize n_below)
{
  enum { N = 20000 };
  g_autoptr (Problem) problem = problem_new (N, 1);
  guint counts[TRAIN_MAX_BINS] = { 0 };
  float least[TRAIN_MAX_BINS], most[TRAIN_MAX_BINS];

  for (gsize i = 0; i < N; i++) {
    float value = (1 + i) / (float) N;

    problem->values[i] = i % 2 == 0 ? 0 : i / 2 < n_below ? -value : value;
  }
  g_autoptr (TrainBins) bins = train_bins_new (problem->values, N, 1, problem->pages, 1);
  for (gsize i = 0; i < N; i++) {
    guint bin = bins->columns[0][i];
    float value = problem->values[i];

    least[bin] = counts[bin] ? MIN (least[bin], value) : value;
    most[bin] = counts[bin] ? MAX (most[bin], value) : value;
    counts[bin]++;
  }
  g_assert_cmpuint (counts[0], ==, 0);
  g_assert_cmpuint (bins->n_bins[0], >, 250);
  for (guint bin = 1; bin < bins->n_bins[0]; bin++) {
    gboolean zero = least[bin] == 0 && most[bin] == 0;

    g_assert_true (zero || least[bin] > 0 || most[bin] < 0);
    g_assert_cmpuint (counts[bin], >, 0);
    g_assert_cmpuint (counts[bin], <=, zero ? N / 2 : N / 2 / 254 + 2);
    if (bin > 1)
      g_assert_cmpfloat (most[bin - 1], <, least[bin]);
  }
}

static void
test_quantiles (void)
{
  static const gsize n_below[] = { 0, 1, 7, 777, 5000, 9999, 10000 };

  for (guint i = 0; i < G_N_ELEMENTS (n_below); i++)
    assert_quantiles (n_below[i]);
}

/* As many values as bins, one of them in most rows: each has a bin. */
static void
test_few_values (void)
{
  g_autoptr (Problem) problem = problem_new (20000, 1);

  for (gsize i = 0; i < problem->n; i++)
    problem->values[i] = i < 255 ? i : 100;
  g_autoptr (TrainBins) bins = train_bins_new (problem->values, problem->n, 1, problem->pages, 1);
  g_assert_cmpuint (bins->n_bins[0], ==, TRAIN_MAX_BINS);
  for (gsize i = 0; i < 255; i++)
    g_assert_cmpuint (bins->columns[0][i], ==, 1 + i);
}

/* ---- What they learn -------------------------------------------------------------------------- */

static float
exclusive_or (const Problem *problem, gsize i)
{
  return (value_at (problem, i, 0) > 0) != (value_at (problem, i, 1) > 0);
}

static float
sum_of_columns (const Problem *problem, gsize i)
{
  return value_at (problem, i, 0) + 2 * value_at (problem, i, 1) - value_at (problem, i, 2) > 0.3F;
}

static float
next_row (const Problem *problem, gsize i)
{
  return i % PAGE + 1 < PAGE && value_at (problem, i + 1, 0) > 0;
}

static float
row_before_last (const Problem *problem, gsize i)
{
  return i % PAGE >= 2 && value_at (problem, i - 2, 2) > 0.5F;
}

static float
always (const Problem *problem, gsize i)
{
  return 1;
}

/*
 * One split, by hand: two rows with the target 0 and two with 1, p = 1/2. On each side G = 2 (1/2), up or
 * down, H = 2 (1/4); with l2 = 1 and the rate 0.3 the sides say 0.3 x 1 / (0.5 + 1) = 0.2.
 */
static void
test_one_split (void)
{
  g_autoptr (Problem) problem = problem_new (4, 1);
  TrainTreesPlan plan = { .trees = 1, .leaves = 2, .rate = 0.3, .minimum_hessian = 0.4, .l2 = 1 };

  for (gsize i = 0; i < 4; i++)
    problem->values[i] = problem->targets[i] = i / 2;
  plan.column_share = 1;
  for (plan.row_share = 0; plan.row_share <= 1; plan.row_share++) {
    g_autofree float *scores = fit_and_score (problem, &plan, 1, 1);

    for (gsize i = 0; i < 4; i++)
      g_assert_cmpfloat_with_epsilon (scores[i], 1 / (1 + exp (plan.row_share * (i / 2 ? -0.2 : 0.2))), 1e-6);
  }
}

/* A few good rows at one end of the values: too few for a leaf. */
static void
test_minimum_hessian (void)
{
  for (int side = -1; side <= 1; side += 2) {
    g_autoptr (Problem) problem = problem_new (2000, 1);
    TrainTreesPlan plan = make_plan ();

    for (gsize i = 0; i < problem->n; i++)
      problem->targets[i] = side * value_at (problem, i, 0) > 0.99F;
    for (plan.minimum_hessian = 0.01; plan.minimum_hessian <= 5; plan.minimum_hessian += 4.99) {
      g_autofree float *scores = fit_and_score (problem, &plan, 1, 1);
      float most = 0;

      for (gsize i = 0; i < problem->n; i++)
        most = MAX (most, scores[i]);
      if (plan.minimum_hessian < 1)
        g_assert_cmpfloat (most, >, 0.9);
      else
        g_assert_cmpfloat (most, <, 0.5);
    }
  }
}

static const struct {
  const char *name;
  float (*target) (const Problem *problem, gsize i);
  guint column;
  gint offset; /* one more input */
  double error;
} lessons[] = {
  { "exclusive or", exclusive_or, 0, 0, 0.03 },
  { "sum", sum_of_columns, 0, 0, 0.05 },
  { "next row", next_row, 0, 1, 0.02 },
  { "row before the last", row_before_last, 2, -2, 0.02 },
  { "always", always, 0, 0, 0.001 },
};

static void
test_lessons (void)
{
  for (guint l = 0; l < G_N_ELEMENTS (lessons); l++) {
    g_autoptr (Problem) problem = problem_new (4000, 3);
    TrainTreesPlan plan = make_plan ();
    TrainTreesInput neighbour = { lessons[l].column, lessons[l].offset };

    if (neighbour.offset)
      g_array_append_val (problem->inputs, neighbour);
    for (gsize i = 0; i < problem->n; i++)
      problem->targets[i] = lessons[l].target (problem, i);
    g_autofree float *scores = fit_and_score (problem, &plan, 1, 1);
    double error = mean_distance (scores, problem->targets, problem->n);
    g_test_message ("%s: %g", lessons[l].name, error);
    g_assert_cmpfloat (error, <, lessons[l].error);
  }
}

/* Half of the rows are learnt from, with half of the inputs; the others are told right. */
static void
test_unseen_rows (void)
{
  g_autoptr (Problem) problem = problem_new (8000, 6);
  TrainTreesPlan plan = make_plan ();

  plan.trees = 150;
  plan.column_share = plan.row_share = 0.5;
  for (gsize i = 0; i < problem->n; i++)
    problem->targets[i] = sum_of_columns (problem, i);
  TrainTreesSamples samples = problem_samples (problem, 1);
  samples.n /= 2;
  g_autoptr (TrainTrees) trees = train_trees_fit (&samples, &plan, 1, 1, NULL, NULL);
  g_autofree float *scores = g_new (float, samples.n);
  train_trees_score (trees, problem->bins, problem->rows + samples.n, samples.n, 1, scores);
  g_assert_cmpfloat (mean_distance (scores, problem->targets + samples.n, samples.n), <, 0.1);
}

/* Scores are means of the targets, also of soft ones. */
static void
test_soft_targets (void)
{
  static const float means[] = { 0.05F, 0.3F, 0.5F, 0.9F };
  g_autoptr (Problem) problem = problem_new (4000, 1);
  TrainTreesPlan plan = make_plan ();

  for (gsize i = 0; i < problem->n; i++) {
    problem->values[i] = i % 4;
    /* Around the mean, half by half. */
    problem->targets[i] = means[i % 4] + (i / 4 % 2 ? 0.05F : -0.05F);
  }
  g_autofree float *scores = fit_and_score (problem, &plan, 1, 1);
  for (gsize i = 0; i < problem->n; i++)
    g_assert_cmpfloat_with_epsilon (scores[i], means[i % 4], 0.005);
}

/* A weight of 2 is a sample that occurs twice, one of 0 is none. */
static void
test_weights (void)
{
  g_autoptr (Problem) problem = problem_new (1000, 3);
  TrainTreesPlan plan = make_plan ();
  g_autofree guint32 *rows = g_new (guint32, 2 * problem->n);
  g_autofree float *targets = g_new (float, 2 * problem->n), *weights = g_new (float, 2 * problem->n);
  g_autofree float *repeated = g_new (float, problem->n);
  gsize n = 0;

  for (gsize i = 0; i < problem->n; i++) {
    /* A grid of values: splits between two bins without samples are the same split. */
    for (guint c = 0; c < 3; c++)
      problem->values[i * 3 + c] = roundf (value_at (problem, i, c) * 4);
    problem->targets[i] = sum_of_columns (problem, i);
    problem->weights[i] = i % 3;
    for (guint twice = 0; twice < i % 3; twice++, n++) {
      rows[n] = i;
      targets[n] = problem->targets[i];
      weights[n] = 1;
    }
  }
  g_autofree float *weighted = fit_and_score (problem, &plan, 1, 1);
  TrainTreesSamples samples = problem_samples (problem, 1);
  samples.rows = rows;
  samples.targets = targets;
  samples.weights = weights;
  samples.n = n;
  g_autoptr (TrainTrees) trees = train_trees_fit (&samples, &plan, 1, 1, NULL, NULL);
  train_trees_score (trees, problem->bins, problem->rows, problem->n, 1, repeated);
  for (gsize i = 0; i < problem->n; i++)
    if (problem->weights[i] > 0)
      g_assert_cmpfloat_with_epsilon (weighted[i], repeated[i], 1e-4);
}

/* What is not known is good like high values in column 0, like low ones in column 1, like none in column 2.
 */
static void
test_unknown_values (void)
{
  for (guint column = 0; column < 3; column++) {
    g_autoptr (Problem) problem = problem_new (3000, 3);
    TrainTreesPlan plan = make_plan ();

    for (gsize i = 0; i < problem->n; i++) {
      float value = value_at (problem, i, column);

      if (i % 3 == 0) {
        problem->values[i * 3 + column] = NAN;
        problem->targets[i] = 1;
      } else
        problem->targets[i] = column == 0 ? value > 0 : column == 1 ? value < 0 : 0;
    }
    g_autofree float *scores = fit_and_score (problem, &plan, 1, 1);
    g_assert_cmpfloat (mean_distance (scores, problem->targets, problem->n), <, 0.01);
    /* One split is enough but for column 2. */
    plan.leaves = 2;
    g_autofree float *stumps = fit_and_score (problem, &plan, 1, 1);
    g_assert_cmpfloat (mean_distance (stumps, problem->targets, problem->n), <, 0.01);
  }
}

/* What was known of all samples goes with most of them where it is not known. */
static void
test_unknown_later (void)
{
  for (guint low = 0; low < 2; low++) {
    g_autoptr (Problem) problem = problem_new (1000, 1);
    TrainTreesPlan plan = make_plan ();

    plan.leaves = 2;
    for (gsize i = 0; i < problem->n; i++) {
      problem->values[i] = i % 3 == 0 ? low : !low;
      problem->targets[i] = i % 3 == 0;
    }
    problem->values[problem->n - 1] = NAN;
    TrainTreesSamples samples = problem_samples (problem, 1);
    samples.n--;
    g_autoptr (TrainTrees) trees = train_trees_fit (&samples, &plan, 1, 1, NULL, NULL);
    float score;
    train_trees_score (trees, problem->bins, problem->rows + samples.n, 1, 1, &score);
    g_assert_cmpfloat (score, <, 0.1);
  }
}

/* ---- Always the same -------------------------------------------------------------------------- */

static void
test_threads (void)
{
  g_autoptr (Problem) problem = problem_new (5000, 37);
  TrainTreesPlan plan = make_plan ();
  g_autofree float *one = NULL, *other_seed = NULL;

  plan.column_share = plan.row_share = 0.6;
  plan.trees = 20;
  for (gsize i = 0; i < problem->n; i++) {
    TrainTreesInput neighbour = { i % 37, (gint) (i % 3) - 1 };

    if (i < 50)
      g_array_append_val (problem->inputs, neighbour);
    problem->targets[i] = sum_of_columns (problem, i);
    problem->weights[i] = 0.5F + i % 7;
  }
  one = fit_and_score (problem, &plan, 1, 1);
  for (guint threads = 2; threads <= 3; threads++) {
    g_clear_pointer (&problem->bins, train_bins_free);
    g_autofree float *more = fit_and_score (problem, &plan, 1, threads);
    g_assert_cmpmem (one, problem->n * sizeof *one, more, problem->n * sizeof *more);
  }
  other_seed = fit_and_score (problem, &plan, 2, 1);
  g_assert_cmpint (memcmp (one, other_seed, problem->n * sizeof *one), !=, 0);
}

static void
count_item (guint item, gpointer data)
{
  ((guint *) data)[item]++;
}

static void
count_late (guint item, gpointer data)
{
  g_usleep (1000);
  count_item (item, data);
}

static void
test_pool (void)
{
  for (guint threads = 1; threads <= 4; threads++) {
    g_autoptr (TrainPool) pool = train_pool_new (threads);
    guint counts[50] = { 0 };

    for (guint loop = 0; loop < 1000; loop++)
      train_pool_run (pool, loop % 51, count_item, counts);
    for (guint item = 0; item < 50; item++) {
      guint expected = 0;

      for (guint loop = 0; loop < 1000; loop++)
        expected += loop % 51 > item;
      g_assert_cmpuint (counts[item], ==, expected);
      counts[item] = 0;
    }
    /* Nothing is under way any more. */
    for (guint loop = 1; loop <= 20; loop++) {
      train_pool_run (pool, threads, count_late, counts);
      for (guint item = 0; item < threads; item++)
        g_assert_cmpuint (counts[item], ==, loop);
    }
  }
}

/* ---- Small and strange ------------------------------------------------------------------------ */

static const struct {
  gsize n;
  guint n_columns;
  float target, weight;
  gboolean constant; /* all values are the same */
  guint trees, leaves;
  double row_share;
  double score;
} oddities[] = {
  { 1, 1, 0.5, 1, FALSE, 10, 8, 1, 0.5 },      { 1, 3, 1, 1, FALSE, 10, 8, 0.01, 1 },
  { 2, 1, 0.25, 1, FALSE, 10, 8, 0.5, 0.25 },  { 100, 2, 0, 1, FALSE, 10, 8, 1, 0 },
  { 100, 2, 0.7F, 1, FALSE, 10, 8, 0.5, 0.7 }, { 100, 2, 0.7F, 1, TRUE, 10, 8, 1, 0.7 },
  { 100, 0, 0.7F, 1, FALSE, 10, 8, 1, 0.7 },   { 100, 2, 0.7F, 0, FALSE, 10, 8, 1, 0.5 },
  { 100, 2, 0.7F, 1, FALSE, 0, 8, 1, 0.7 },    { 100, 2, 0.7F, 1, FALSE, 10, 1, 1, 0.7 },
  { 100, 2, 0.7F, 1, FALSE, 10, 8, 0, 0.7 },   { 0, 2, 0, 1, FALSE, 10, 8, 1, 0 },
};

/* All targets are equal: so are the scores. */
static void
test_oddities (void)
{
  for (guint o = 0; o < G_N_ELEMENTS (oddities); o++) {
    g_autoptr (Problem) problem = problem_new (oddities[o].n, oddities[o].n_columns);
    TrainTreesPlan plan = make_plan ();

    plan.trees = oddities[o].trees;
    plan.leaves = oddities[o].leaves;
    plan.row_share = oddities[o].row_share;
    for (gsize i = 0; i < problem->n; i++) {
      problem->targets[i] = oddities[o].target;
      problem->weights[i] = oddities[o].weight;
    }
    for (gsize i = 0; oddities[o].constant && i < problem->n * problem->n_columns; i++)
      problem->values[i] = 3;
    g_autofree float *scores = fit_and_score (problem, &plan, 1, 2);
    for (gsize i = 0; i < problem->n; i++)
      g_assert_cmpfloat_with_epsilon (scores[i], oddities[o].score, 2e-4);
  }
}

static gboolean
stop_at (guint n_grown, gpointer data)
{
  guint *steps = data;

  g_assert_cmpuint (n_grown, ==, ++steps[0]);
  return n_grown < steps[1];
}

static void
test_steps (void)
{
  g_autoptr (Problem) problem = problem_new (100, 2);
  TrainTreesPlan plan = make_plan ();
  TrainTreesSamples samples = problem_samples (problem, 1);
  guint broken_off[] = { 0, 5 }, whole[] = { 0, 1000 };

  g_assert_null (train_trees_fit (&samples, &plan, 1, 1, stop_at, broken_off));
  g_assert_cmpuint (broken_off[0], ==, 5);
  g_autoptr (TrainTrees) trees = train_trees_fit (&samples, &plan, 1, 1, stop_at, whole);
  g_assert_nonnull (trees);
  g_assert_cmpuint (whole[0], ==, plan.trees);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trees/bins", test_bins);
  g_test_add_func ("/trees/quantiles", test_quantiles);
  g_test_add_func ("/trees/few-values", test_few_values);
  g_test_add_func ("/trees/one-split", test_one_split);
  g_test_add_func ("/trees/minimum-hessian", test_minimum_hessian);
  g_test_add_func ("/trees/lessons", test_lessons);
  g_test_add_func ("/trees/unseen-rows", test_unseen_rows);
  g_test_add_func ("/trees/soft-targets", test_soft_targets);
  g_test_add_func ("/trees/weights", test_weights);
  g_test_add_func ("/trees/unknown-values", test_unknown_values);
  g_test_add_func ("/trees/unknown-later", test_unknown_later);
  g_test_add_func ("/trees/threads", test_threads);
  g_test_add_func ("/trees/pool", test_pool);
  g_test_add_func ("/trees/oddities", test_oddities);
  g_test_add_func ("/trees/steps", test_steps);
  return g_test_run ();
}
