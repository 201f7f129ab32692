/* SPDX-License-Identifier: MIT */
/*
 * The engine for networks of convolutions: gradients against differences of the loss, for all kinds of
 * outputs; the same bytes for any number of threads, and after a saved state; dropout and l2.
 */
#include <math.h>

#include "engine-cases.h"

enum { N_FEATURES = 3, N_BLOCKS = 23, N_PAGES = 4, N = N_BLOCKS * N_PAGES };

/* Smooth, for differences; the last layer is put behind them. */
#define HIDDEN                                          \
  { 5, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.5F, 0 }, \
  {                                                     \
    4, EXTRACT_ACTIVATION_SIGMOID, 0.5F, 1              \
  }
static const ExtractLayer of_score[TRAIN_MAX_LAYERS] = { HIDDEN, { 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F, 2 } };
static const ExtractLayer of_labels[TRAIN_MAX_LAYERS] = { HIDDEN, { 2, EXTRACT_ACTIVATION_LINEAR, 1.5F, 1 } };
static const ExtractLayer of_pairs[TRAIN_MAX_LAYERS] = { HIDDEN, { 4, EXTRACT_ACTIVATION_LINEAR, 1, 1 } };
static const ExtractLayer of_classes[TRAIN_MAX_LAYERS] = { HIDDEN,
                                                           { 3, EXTRACT_ACTIVATION_LINEAR, 1.25F, 0 } };
static const ExtractLayer of_paper[TRAIN_MAX_LAYERS] = { { 20, EXTRACT_ACTIVATION_RELU, 1, 0 },
                                                         { 20, EXTRACT_ACTIVATION_RELU, 1, 1 },
                                                         { 2, EXTRACT_ACTIVATION_LINEAR, 1, 1 } };

static TrainPlan
make_sequence_plan (const ExtractLayer *layers)
{
  TrainPlan plan = make_plan (TRAIN_ENGINE_MATRIX, layers);

  plan.algorithm = TRAIN_ALGORITHM_ADAM;
  plan.loss = TRAIN_LOSS_CROSS_ENTROPY;
  plan.schedule = TRAIN_SCHEDULE_CONSTANT;
  plan.learning_rate = 0.01;
  plan.batch = 37; /* more than two tiles, and not all of the last one */
  plan.snippet = 9;
  plan.steps = 2;
  plan.epochs = 4;
  return plan;
}

/* Pages of N_BLOCKS; a block is good if the block before it has a larger first feature than its own second
 * one: only a convolution can know. Some weigh nothing, some are soft. */
static TrainSamples *
make_pages (float *rows)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  TrainSamples *samples = train_samples_new (N_FEATURES, 0, 1);

  for (guint k = 0; k < N * N_FEATURES; k++)
    rows[k] = (float) g_rand_double_range (rand, -1, 1);
  for (guint p = 0; p < N_PAGES; p++)
    for (guint i = 0; i < N_BLOCKS; i++) {
      const float *page = rows + p * N_BLOCKS * N_FEATURES, *row = page + i * N_FEATURES;
      const gboolean good = i > 0 && row[-N_FEATURES] > row[1];

      train_samples_add (samples, page, N_BLOCKS, i, i % 7 == 3 ? 0.75F : good, i % 5 == 4 ? 0 : 1 + i % 3);
    }
  return samples;
}

/* ---- Gradients ---------------------------------------------------------------------------------- */

/* The loss of the first batch of a network with these weights. */
static double
get_loss (const TrainPlan *plan, const TrainSamples *samples, const float *weights, gsize n_weights)
{
  g_autoptr (ExtractNetwork) start =
      extract_network_new (N_FEATURES, plan->layers, plan->n_layers, weights, n_weights, NULL);
  g_autoptr (TrainEngine) engine = train_engine_new (plan, samples, start, 3, 1, NULL);

  g_assert_nonnull (engine);
  return run_epochs (engine, 1);
}

/* Each block has one of three classes. */
static void
give_classes (TrainSamples *samples)
{
  samples->n_classes = 3;
  for (guint i = 0; i < N; i++)
    samples->targets[i] = (float) (i % 5 % 3);
}

/* The first step of Adam leaves a tenth of the slope in the running mean. */
static void
check_gradients (const ExtractLayer *layers, gboolean with_classes)
{
  static float rows[N * N_FEATURES];
  g_autoptr (TrainSamples) samples = make_pages (rows);
  TrainPlan plan = make_sequence_plan (layers);
  double slope_sum = 0, difference_sum = 0, error = 0;
  gsize n_weights;

  if (with_classes)
    give_classes (samples);
  plan.steps = 1;
  plan.epochs = 1;
  g_autoptr (TrainEngine) engine = make_engine (&plan, samples, 3, 1);
  g_autoptr (ExtractNetwork) first = train_engine_dup_network (engine, NULL);
  const float *own_weights = extract_network_get_weights (first, &n_weights);
  g_autofree float *weights = g_memdup2 (own_weights, n_weights * sizeof *weights);
  /* The slope is of the sum over all samples of the batch, the loss a mean by weight: they differ by a factor
   * that all weights share. */
  run_epochs (engine, 1);
  const float *means = train_engine_get_memory (engine, &n_weights)[TRAIN_MEMORY_MEANS];
  g_autofree double *differences = g_new (double, n_weights);
  for (gsize k = 0; k < n_weights; k++) {
    const float own = weights[k], step = 0.004F;

    weights[k] = own + step;
    const double above = get_loss (&plan, samples, weights, n_weights);
    weights[k] = own - step;
    const double below = get_loss (&plan, samples, weights, n_weights);
    weights[k] = own;
    differences[k] = (above - below) / (2 * step);
    slope_sum += fabs (means[k] * 10);
    difference_sum += fabs (differences[k]);
  }
  g_assert_cmpfloat (difference_sum, >, 0.01);
  const double factor = difference_sum / slope_sum;
  g_assert_cmpfloat (factor, >, 0.5);
  g_assert_cmpfloat (factor, <, 4);
  for (gsize k = 0; k < n_weights; k++)
    error = MAX (error, fabs (means[k] * 10 * factor + differences[k]));
  g_test_message ("%zu weights, factor %g, error %g of %g", n_weights, factor, error,
                  difference_sum / n_weights);
  g_assert_cmpfloat (error, <, 0.01 * difference_sum / n_weights + 1e-4);
}

static void
test_gradients (void)
{
  check_gradients (of_score, FALSE);
  check_gradients (of_labels, FALSE);
  check_gradients (of_pairs, FALSE);
  check_gradients (of_classes, TRUE);
}

/* l2 w is taken off each slope but those of biases. */
static void
test_l2 (void)
{
  static float rows[N * N_FEATURES];
  g_autoptr (TrainSamples) samples = make_pages (rows);
  TrainPlan plan = make_sequence_plan (of_labels), with = plan;
  gsize n_weights, n_changed = 0;

  plan.steps = with.steps = 1;
  with.l2 = 0.5;
  g_autoptr (TrainEngine) a = make_engine (&plan, samples, 3, 1), b = make_engine (&with, samples, 3, 1);
  g_autoptr (ExtractNetwork) first = train_engine_dup_network (a, NULL);
  const float *weights = extract_network_get_weights (first, &n_weights);
  run_epochs (a, 1);
  run_epochs (b, 1);
  const float *without = train_engine_get_memory (a, &n_weights)[TRAIN_MEMORY_MEANS];
  const float *taken = train_engine_get_memory (b, &n_weights)[TRAIN_MEMORY_MEANS];
  for (gsize k = 0; k < n_weights; k++) {
    const double off = 10 * ((double) without[k] - taken[k]);

    g_assert_true (fabs (off - 0.5 * weights[k]) < 1e-5 || off == 0);
    n_changed += off != 0;
  }
  /* 5 + 4 + 2 biases. */
  g_assert_cmpuint (n_weights - n_changed, ==, 11);
}

/* ---- Training ----------------------------------------------------------------------------------- */

static void
test_learns (void)
{
  static float rows[N * N_FEATURES];
  g_autoptr (TrainSamples) samples = make_pages (rows);
  TrainPlan plan = make_sequence_plan (of_paper);
  guint right = 0;
  float scores[N];

  plan.steps = 50;
  plan.epochs = 12;
  g_autoptr (TrainEngine) engine = make_engine (&plan, samples, 1, 2);
  const double first = run_epochs (engine, 1), last = run_epochs (engine, 11);
  g_autoptr (ExtractNetwork) network = train_engine_dup_network (engine, NULL);
  for (guint p = 0; p < N_PAGES; p++)
    extract_network_score_sequence (network, N_BLOCKS, rows + p * N_BLOCKS * N_FEATURES,
                                    scores + p * N_BLOCKS);
  for (guint i = 0; i < N; i++)
    right += (scores[i] >= 0.5F) == (samples->targets[i] >= 0.5F);
  g_test_message ("loss %g, then %g; %u of %d right", first, last, right, N);
  g_assert_cmpfloat (last, <, first / 2);
  g_assert_cmpuint (right, >, N * 8 / 10);
}

static void
test_threads (void)
{
  static float rows[N * N_FEATURES];
  g_autoptr (TrainSamples) samples = make_pages (rows);
  TrainPlan plan = make_sequence_plan (of_paper);

  plan.dropout = 0.2;
  plan.l2 = 1e-4;
  g_autoptr (TrainEngine) one = make_engine (&plan, samples, 7, 1), two = make_engine (&plan, samples, 7, 2);
  g_autoptr (TrainEngine) five = make_engine (&plan, samples, 7, 5),
                          other = make_engine (&plan, samples, 8, 1);
  run_epochs (one, 3);
  run_epochs (two, 3);
  run_epochs (five, 3);
  run_epochs (other, 3);
  g_assert_true (same_state (one, two));
  g_assert_true (same_state (one, five));
  g_assert_false (same_state (one, other));
}

static void
test_saved (void)
{
  static float rows[N * N_FEATURES];
  g_autoptr (TrainSamples) samples = make_pages (rows);
  TrainPlan plan = make_sequence_plan (of_pairs), others[4] = { plan, plan, plan, plan };
  g_autoptr (GError) error = NULL;

  plan.dropout = 0.2;
  g_autoptr (TrainEngine) whole = make_engine (&plan, samples, 7, 1),
                          again = make_engine (&plan, samples, 7, 2);
  run_epochs (whole, 2);
  g_autoptr (GBytes) state = train_engine_save (whole);
  run_epochs (whole, 2);
  g_assert_true (train_engine_restore (again, state, &error));
  g_assert_no_error (error);
  run_epochs (again, 2);
  g_assert_true (same_state (whole, again));

  others[0].snippet = 8;
  others[1].steps = 3;
  others[2].l2 = 0.25;
  others[3].schedule = TRAIN_SCHEDULE_CYCLE;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    others[i].dropout = 0.2;
    g_autoptr (TrainEngine) other = make_engine (&others[i], samples, 7, 1);
    g_assert_false (train_engine_restore (other, state, NULL));
  }
}

/* A page of one block, and pages shorter than a snippet. */
static void
test_short_pages (void)
{
  static const float rows[] = { 1, 2, 3, 4 };
  const ExtractLayer layers[TRAIN_MAX_LAYERS] = { { 2, EXTRACT_ACTIVATION_RELU, 1, 2 },
                                                  { 4, EXTRACT_ACTIVATION_LINEAR, 1, 1 } };
  g_autoptr (TrainSamples) samples = train_samples_new (1, 0, 1);
  TrainPlan plan = make_sequence_plan (layers);

  train_samples_add (samples, rows, 1, 0, 1, 1);
  for (guint i = 0; i < 3; i++)
    train_samples_add (samples, rows + 1, 3, i, i % 2, 1);
  g_autoptr (TrainEngine) engine = make_engine (&plan, samples, 1, 2);
  g_assert_true (isfinite (run_epochs (engine, 4)));
  plan.steps = 0;
  g_autoptr (TrainEngine) passes = make_engine (&plan, samples, 1, 1);
  g_assert_true (isfinite (run_epochs (passes, 4)));
}

/* ---- Refusals ----------------------------------------------------------------------------------- */

static void
refuse (const TrainPlan *plan, const TrainSamples *samples, const char *word)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (train_engine_new (plan, samples, NULL, 1, 1, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, word));
}

static void
test_refusals (void)
{
  static float rows[N * N_FEATURES];
  const ExtractLayer three[TRAIN_MAX_LAYERS] = { { 3, EXTRACT_ACTIVATION_LINEAR, 1, 1 } };
  const ExtractLayer curved[TRAIN_MAX_LAYERS] = { { 2, EXTRACT_ACTIVATION_SIGMOID, 1, 1 } };
  const ExtractLayer wide[TRAIN_MAX_LAYERS] = { { 1, EXTRACT_ACTIVATION_SIGMOID, 1, EXTRACT_MAX_REACH + 1 } };
  const ExtractLayer dense[TRAIN_MAX_LAYERS] = { { 1, EXTRACT_ACTIVATION_SIGMOID, 1, 0 } };
  const ExtractLayer relu[TRAIN_MAX_LAYERS] = { { 3, EXTRACT_ACTIVATION_RELU, 1, 0 },
                                                { 1, EXTRACT_ACTIVATION_SIGMOID, 1, 0 } };
  g_autoptr (TrainSamples) samples = make_pages (rows);
  TrainPlan plan = make_sequence_plan (three);

  refuse (&plan, samples, "3 neurons");
  plan = make_sequence_plan (curved);
  refuse (&plan, samples, "linear");
  plan = make_sequence_plan (wide);
  refuse (&plan, samples, "kernel");
  plan = make_sequence_plan (of_labels);
  plan.algorithm = TRAIN_ALGORITHM_RPROP;
  refuse (&plan, samples, "RPROP");
  plan = make_sequence_plan (of_labels);
  plan.loss = TRAIN_LOSS_SQUARE;
  refuse (&plan, samples, "square");
  plan = make_sequence_plan (of_labels);
  plan.snippet = 0;
  refuse (&plan, samples, "snippet");
  plan = make_sequence_plan (dense);
  plan.l2 = 0.1;
  refuse (&plan, samples, "l2");
  plan = make_plan (TRAIN_ENGINE_FANN, relu);
  refuse (&plan, samples, "relu");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine-sequence/gradients", test_gradients);
  g_test_add_func ("/engine-sequence/l2", test_l2);
  g_test_add_func ("/engine-sequence/learns", test_learns);
  g_test_add_func ("/engine-sequence/threads", test_threads);
  g_test_add_func ("/engine-sequence/saved", test_saved);
  g_test_add_func ("/engine-sequence/short-pages", test_short_pages);
  g_test_add_func ("/engine-sequence/refusals", test_refusals);
  return g_test_run ();
}
