/* SPDX-License-Identifier: MIT */
/*
 * The matrix engine against FANN, epoch by epoch; its slopes against finite differences of a network that is
 * written down here, in doubles, from the formulas; and what FANN does not have: weights of samples, windows,
 * cross-entropy, Adam, the same result for any number of threads.
 */
#include <math.h>

#include "engine-cases.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"

static const ExtractLayer thesis_layers[TRAIN_MAX_LAYERS] = THESIS;
static const ExtractLayer small_layers[TRAIN_MAX_LAYERS] = {
  { 5, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.5F }, { 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F }
};

/* ---- Activations ------------------------------------------------------------------------------ */

/* The formulas of extract.h, in doubles; not the stepwise ones. */
static double
activate (ExtractActivation activation, double s)
{
  switch (activation) {
  case EXTRACT_ACTIVATION_SIGMOID:
    return 1 / (1 + exp (-2 * s));
  case EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC:
    return tanh (s);
  case EXTRACT_ACTIVATION_GAUSSIAN:
    return exp (-s * s);
  case EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC:
    return 2 * exp (-s * s) - 1;
  case EXTRACT_ACTIVATION_ELLIOT:
    return s / 2 / (1 + fabs (s)) + 0.5;
  case EXTRACT_ACTIVATION_ELLIOT_SYMMETRIC:
    return s / (1 + fabs (s));
  case EXTRACT_ACTIVATION_LINEAR_PIECE:
    return CLAMP (s, 0, 1);
  case EXTRACT_ACTIVATION_LINEAR_PIECE_SYMMETRIC:
    return CLAMP (s, -1, 1);
  case EXTRACT_ACTIVATION_RELU:
    return MAX (s, 0);
  default:
    return s;
  }
}

static gboolean
is_stepwise (ExtractActivation activation)
{
  return activation == EXTRACT_ACTIVATION_SIGMOID_STEPWISE ||
         activation == EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC_STEPWISE;
}

static void
test_activations (void)
{
  enum { N = 4096 };
  static float sums[N], values[N], derivatives[N], other_values[N], other_derivatives[N];
  guint n_kernels;
  const TrainKernel *kernels = train_kernel_get_all (&n_kernels);

  for (guint i = 0; i < N; i++)
    sums[i] = i % 64 == 0 ? (float) (i * 1e30) : ((float) i - N / 2) / 128;
  for (guint a = 0; a < EXTRACT_N_ACTIVATIONS; a++) {
    memcpy (values, sums, sizeof sums);
    kernels[0].activate (a, 0.75F, N, values, derivatives);
    for (guint i = 0; i < N && !is_stepwise (a); i++)
      g_assert_cmpfloat_with_epsilon (values[i], activate (a, CLAMP (0.75 * sums[i], -200, 200)),
                                      1e-6 * (1 + fabs (values[i])));
    for (guint v = 1; v < n_kernels; v++) {
      memcpy (other_values, sums, sizeof sums);
      kernels[v].activate (a, 0.75F, N, other_values, other_derivatives);
      g_assert_cmpmem (values, sizeof values, other_values, sizeof other_values);
      g_assert_cmpmem (derivatives, sizeof derivatives, other_derivatives, sizeof other_derivatives);
    }
  }
}

/* Products of all sizes up to a few blocks of rows, against sums in doubles; both ways to read A. */
static void
test_products (void)
{
  enum { MAX_ROWS = 14, MAX_DEPTH = 20, MAX_COLUMNS = 48 };
  static float a[MAX_ROWS * MAX_DEPTH], b[MAX_DEPTH * MAX_COLUMNS] __attribute__ ((aligned (64)));
  static float c[MAX_ROWS * MAX_COLUMNS] __attribute__ ((aligned (64)));
  static float start[MAX_ROWS * MAX_COLUMNS], first[MAX_ROWS * MAX_COLUMNS];
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint n_kernels;
  const TrainKernel *kernels = train_kernel_get_all (&n_kernels);

  for (guint i = 0; i < G_N_ELEMENTS (a); i++)
    a[i] = (float) g_rand_double_range (rand, -1, 1);
  for (guint i = 0; i < G_N_ELEMENTS (b); i++)
    b[i] = (float) g_rand_double_range (rand, -1, 1);
  for (guint i = 0; i < G_N_ELEMENTS (start); i++)
    start[i] = (float) g_rand_double_range (rand, -1, 1);
  for (gsize rows = 1; rows <= MAX_ROWS; rows++)
    for (gsize depth = 0; depth <= MAX_DEPTH; depth += 5)
      for (gsize columns = TRAIN_LANES; columns <= MAX_COLUMNS; columns += TRAIN_LANES)
        for (guint turned = 0; turned < 2; turned++)
          for (guint kernel = 0; kernel < n_kernels; kernel++) {
            gsize a_row = turned ? 1 : MAX_DEPTH, a_depth = turned ? MAX_ROWS : 1;

            memcpy (c, start, sizeof c);
            kernels[kernel].add_product (rows, depth, columns, a, a_row, a_depth, b, c);
            if (kernel == 0)
              memcpy (first, c, sizeof c);
            g_assert_cmpmem (c, sizeof c, first, sizeof first);
            for (gsize i = 0; kernel == 0 && i < G_N_ELEMENTS (c); i++) {
              double sum = start[i];
              for (gsize k = 0; i < rows * columns && k < depth; k++)
                sum += (double) a[i / columns * a_row + k * a_depth] * b[k * columns + i % columns];
              g_assert_cmpfloat_with_epsilon (c[i], sum, 1e-5);
            }
          }
}

/* ---- FANN -------------------------------------------------------------------------------------- */

#define HIDDEN(activation)                            \
  {                                                   \
    "hidden " #activation, 6, 150,                    \
    {                                                 \
      { 7, EXTRACT_ACTIVATION_##activation, 0.7F },   \
      {                                               \
        1, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.5F \
      }                                               \
    }                                                 \
  }
#define OUTPUT(activation)                               \
  {                                                      \
    "output " #activation, 6, 150,                       \
    {                                                    \
      { 7, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.7F }, \
      {                                                  \
        1, EXTRACT_ACTIVATION_##activation, 0.6F         \
      }                                                  \
    }                                                    \
  }

static const struct {
  const char *name;
  guint n_inputs;
  gsize n_samples;
  ExtractLayer layers[TRAIN_MAX_LAYERS];
} shapes[] = {
  { "thesis", 78, 700, THESIS },
  { "78-39-1",
    78,
    700,
    { { 39, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.5F },
      { 1, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.5F } } },
  { "no hidden layer", 3, 40, { { 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F } } },
  { "one input",
    1,
    600,
    { { 4, EXTRACT_ACTIVATION_ELLIOT, 0.9F }, { 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F } } },
  /* Around the edges of blocks (512) and of vectors (16). */
  { "1 sample", 6, 1, { { 7, EXTRACT_ACTIVATION_GAUSSIAN, 1 }, { 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F } } },
  { "17 samples", 6, 17, { { 7, EXTRACT_ACTIVATION_GAUSSIAN, 1 }, { 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F } } },
  { "511 samples", 6, 511, { { 7, EXTRACT_ACTIVATION_ELLIOT, 1 }, { 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F } } },
  { "512 samples", 6, 512, { { 7, EXTRACT_ACTIVATION_ELLIOT, 1 }, { 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F } } },
  { "513 samples", 6, 513, { { 7, EXTRACT_ACTIVATION_ELLIOT, 1 }, { 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F } } },
  { "1537 samples",
    6,
    1537,
    { { 7, EXTRACT_ACTIVATION_ELLIOT, 1 }, { 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F } } },
  HIDDEN (LINEAR),
  HIDDEN (SIGMOID),
  HIDDEN (SIGMOID_STEPWISE),
  HIDDEN (SIGMOID_SYMMETRIC_STEPWISE),
  HIDDEN (GAUSSIAN),
  HIDDEN (GAUSSIAN_SYMMETRIC),
  HIDDEN (ELLIOT),
  HIDDEN (ELLIOT_SYMMETRIC),
  HIDDEN (LINEAR_PIECE),
  HIDDEN (LINEAR_PIECE_SYMMETRIC),
  OUTPUT (LINEAR),
  OUTPUT (SIGMOID),
  OUTPUT (SIGMOID_STEPWISE),
  OUTPUT (SIGMOID_SYMMETRIC_STEPWISE),
  OUTPUT (GAUSSIAN),
  OUTPUT (GAUSSIAN_SYMMETRIC),
  OUTPUT (ELLIOT),
  OUTPUT (ELLIOT_SYMMETRIC),
  OUTPUT (LINEAR_PIECE),
  OUTPUT (LINEAR_PIECE_SYMMETRIC),
};

static double
largest (const float *values, gsize n)
{
  double most = 0;

  for (gsize i = 0; i < n; i++)
    most = MAX (most, fabs (values[i]));
  return most;
}

/*
 * One epoch of both from the same state. Slopes differ by the rounding of sums. A step depends on the sign of
 * a slope only, so weights are the same, but where a slope is as good as 0.
 * Returns: how many weights are not the same.
 */
static guint
compare_memories (float *const *fann, float *const *matrix, gsize n_weights)
{
  double noise = 1e-4 * largest (fann[TRAIN_MEMORY_SLOPES], n_weights) + 1e-6;
  guint n_other = 0;

  for (gsize i = 0; i < n_weights; i++) {
    double slope = fann[TRAIN_MEMORY_SLOPES][i], ours = matrix[TRAIN_MEMORY_SLOPES][i];
    double weight = fann[TRAIN_MEMORY_WEIGHTS][i];

    g_assert_cmpfloat_with_epsilon (slope, ours, noise);
    if (fabs (matrix[TRAIN_MEMORY_WEIGHTS][i] - weight) <= 1e-6 * (1 + fabs (weight)))
      continue;
    g_assert_cmpfloat (fabs (slope), <=, noise);
    g_assert_cmpfloat (fabs (ours), <=, noise);
    n_other++;
  }
  return n_other;
}

static void
test_steps_of_fann (void)
{
  enum { N_EPOCHS = 50 };

  for (guint s = 0; s < G_N_ELEMENTS (shapes); s++) {
    g_autofree float *rows = NULL;
    g_autoptr (TrainSamples) samples = make_samples (shapes[s].n_inputs, shapes[s].n_samples, &rows);
    TrainPlan plan = make_plan (TRAIN_ENGINE_FANN, shapes[s].layers);
    g_autoptr (TrainEngine) fann = make_engine (&plan, samples, 3, 1);
    plan.engine = TRAIN_ENGINE_MATRIX;
    g_autoptr (TrainEngine) matrix = make_engine (&plan, samples, 3, 1);
    gsize n_weights;
    float *const *theirs = train_engine_get_memory (fann, &n_weights);
    float *const *ours = train_engine_get_memory (matrix, &n_weights);
    double a = 1;
    guint n_other = 0;

    /* Where nothing is left to learn, slopes are nothing but rounding. */
    for (guint epoch = 1; epoch <= N_EPOCHS && a > 1e-6; epoch++) {
      for (guint m = 0; m <= TRAIN_MEMORY_SLOPES; m++)
        memcpy (ours[m], theirs[m], n_weights * sizeof (float));
      a = run_epochs (fann, 1);
      double b = run_epochs (matrix, 1);
      g_assert_cmpfloat_with_epsilon (a, b, 1e-4 * a + 1e-7);
      n_other += compare_memories (theirs, ours, n_weights);
      if (epoch == 1)
        g_assert_cmpuint (n_other, ==, 0);
    }
    g_test_message ("%s: %u of %" G_GSIZE_FORMAT " steps are other ones", shapes[s].name, n_other,
                    n_weights * N_EPOCHS);
    g_assert_cmpuint (n_other, <=, n_weights * N_EPOCHS / 200);
  }
}

/* Left alone, the two part slowly: a slope that is as good as 0 has another sign here and there. */
static void
test_way_of_fann (void)
{
  static const struct {
    guint epochs;
    double tolerance; /* of the mean square, relative */
  } cases[] = { { 1, 1e-5 }, { 10, 1e-3 }, { 50, 0.25 } };

  for (guint s = 0; s < 2; s++)
    for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
      g_autofree float *rows = NULL;
      g_autoptr (TrainSamples) samples = make_samples (shapes[s].n_inputs, shapes[s].n_samples, &rows);
      TrainPlan plan = make_plan (TRAIN_ENGINE_FANN, shapes[s].layers);
      g_autoptr (TrainEngine) fann = make_engine (&plan, samples, 3, 1);
      plan.engine = TRAIN_ENGINE_MATRIX;
      g_autoptr (TrainEngine) matrix = make_engine (&plan, samples, 3, 1);
      gsize n_weights, n_other = 0;
      float *const *theirs = train_engine_get_memory (fann, &n_weights);
      float *const *ours = train_engine_get_memory (matrix, &n_weights);

      run_epochs (fann, cases[c].epochs);
      run_epochs (matrix, cases[c].epochs);
      for (gsize i = 0; i < n_weights; i++)
        n_other += fabs (ours[0][i] - theirs[0][i]) > 1e-4;
      double a = run_epochs (fann, 1), b = run_epochs (matrix, 1);
      g_test_message ("%s, %u epochs: %g, FANN %g; %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT
                      " weights are other ones",
                      shapes[s].name, cases[c].epochs, b, a, n_other, n_weights);
      g_assert_cmpfloat_with_epsilon (a, b, cases[c].tolerance * a);
    }
}

/* ---- Slopes ------------------------------------------------------------------------------------- */

/* The sum of the losses of all samples, from the formulas. */
static double
reference_loss (const TrainPlan *plan, const TrainSamples *samples, const double *weights)
{
  gboolean symmetric =
      extract_activation_get_info (plan->layers[plan->n_layers - 1].activation)->minimum == -1;
  double loss = 0;

  for (gsize i = 0; i < samples->n; i++) {
    double x[64], y[64], t = samples->targets[i], e;
    const double *w = weights;
    guint m = samples->n_inputs;

    for (guint j = 0; j < m; j++)
      x[j] = samples->places[i].row[j];
    for (guint l = 0; l < plan->n_layers; l++) {
      for (guint j = 0; j < plan->layers[l].size; j++, w += m + 1) {
        double sum = w[m];
        for (guint k = 0; k < m; k++)
          sum += w[k] * x[k];
        y[j] = activate (plan->layers[l].activation, plan->layers[l].steepness * sum);
      }
      m = plan->layers[l].size;
      memcpy (x, y, sizeof x);
    }
    e = symmetric ? (2 * t - 1 - x[0]) / 2 : t - x[0];
    loss += samples->weights[i] *
            (plan->loss == TRAIN_LOSS_SQUARE ? e * e : -t * log (x[0]) - (1 - t) * log (1 - x[0]));
  }
  return loss;
}

/* Gaussians have the steepness 1: with others FANN's derivative, which is ours, too, is not the true one. */
static const struct {
  const char *name;
  TrainLoss loss;
  double factor; /* of the slope, from minus the derivative of the loss */
  ExtractLayer layers[TRAIN_MAX_LAYERS];
} gradients[] = {
  { "square, sigmoid",
    TRAIN_LOSS_SQUARE,
    0.5,
    { { 6, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.5F },
      { 4, EXTRACT_ACTIVATION_ELLIOT, 0.7F },
      { 1, EXTRACT_ACTIVATION_SIGMOID, 0.6F } } },
  { "square, tanh",
    TRAIN_LOSS_SQUARE,
    1,
    { { 6, EXTRACT_ACTIVATION_GAUSSIAN, 1 },
      { 4, EXTRACT_ACTIVATION_SIGMOID, 0.7F },
      { 1, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.6F } } },
  { "square, linear",
    TRAIN_LOSS_SQUARE,
    0.5,
    { { 6, EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC, 1 }, { 1, EXTRACT_ACTIVATION_LINEAR, 0.6F } } },
  { "cross-entropy",
    TRAIN_LOSS_CROSS_ENTROPY,
    1,
    { { 6, EXTRACT_ACTIVATION_ELLIOT_SYMMETRIC, 0.5F },
      { 4, EXTRACT_ACTIVATION_LINEAR, 0.7F },
      { 1, EXTRACT_ACTIVATION_SIGMOID, 0.6F } } },
  { "cross-entropy, no hidden layer",
    TRAIN_LOSS_CROSS_ENTROPY,
    1,
    { { 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F } } },
};

/* Adam keeps a tenth of the mean slope of its first batch. */
static void
test_gradient (gconstpointer data)
{
  enum { N_SAMPLES = 30 };
  gboolean adam = GPOINTER_TO_INT (data);

  for (guint c = 0; c < G_N_ELEMENTS (gradients); c++) {
    g_autofree float *rows = NULL;
    g_autoptr (TrainSamples) samples = make_samples (5, N_SAMPLES, &rows);
    TrainPlan plan = make_plan (TRAIN_ENGINE_MATRIX, gradients[c].layers);
    gsize n_weights;
    double sum = 0, worst = 0;

    plan.loss = gradients[c].loss;
    for (guint i = 0; i < N_SAMPLES; i++) {
      samples->targets[i] = (float) (i % 11) / 10;
      samples->weights[i] = (float) (i % 5) / 2;
      sum += samples->weights[i];
    }
    plan.algorithm = adam ? TRAIN_ALGORITHM_ADAM : TRAIN_ALGORITHM_RPROP;
    g_autoptr (TrainEngine) engine = make_engine (&plan, samples, 3, 1);
    float *const *memory = train_engine_get_memory (engine, &n_weights);
    const float *slopes = memory[adam ? TRAIN_MEMORY_MEANS : TRAIN_MEMORY_SLOPES];
    double factor = gradients[c].factor * (adam ? 0.1 / sum : 1);
    g_autofree double *weights = g_new (double, n_weights);
    for (gsize i = 0; i < n_weights; i++)
      weights[i] = memory[TRAIN_MEMORY_WEIGHTS][i];
    double mean = run_epochs (engine, 1);
    g_assert_cmpfloat_with_epsilon (mean, reference_loss (&plan, samples, weights) / sum, 1e-6);

    double most = largest (slopes, n_weights);
    for (gsize i = 0; i < n_weights; i++) {
      const double h = 1e-5;
      double weight = weights[i], above, below;

      weights[i] = weight + h;
      above = reference_loss (&plan, samples, weights);
      weights[i] = weight - h;
      below = reference_loss (&plan, samples, weights);
      weights[i] = weight;
      worst = MAX (worst, fabs (factor * (below - above) / (2 * h) - slopes[i]));
    }
    g_test_message ("%s: slopes up to %g, off by %g", gradients[c].name, most, worst);
    g_assert_cmpfloat (worst, <=, 1e-5 * most);
  }
}

/* A sample of weight 2 is the sample twice, one of weight 0 is none. */
static void
test_weights (void)
{
  enum { N = 700 };
  static const TrainLoss losses[] = { TRAIN_LOSS_SQUARE, TRAIN_LOSS_CROSS_ENTROPY };

  for (guint c = 0; c < G_N_ELEMENTS (losses); c++) {
    g_autofree float *rows = NULL;
    g_autoptr (TrainSamples) samples = make_samples (4, N, &rows);
    g_autoptr (TrainSamples) copies = train_samples_new (4, 0, 0);
    TrainPlan plan = make_plan (TRAIN_ENGINE_MATRIX, small_layers);
    gsize n;

    plan.loss = losses[c];
    for (guint i = 0; i < N; i++) {
      samples->weights[i] = (float) (i % 3);
      for (guint k = 0; k < i % 3; k++)
        train_samples_add (copies, samples->places[i].row, 1, 0, samples->targets[i], 1);
    }
    g_autoptr (TrainEngine) weighted = make_engine (&plan, samples, 1, 1);
    g_autoptr (TrainEngine) copied = make_engine (&plan, copies, 1, 1);
    g_assert_cmpfloat_with_epsilon (run_epochs (weighted, 1), run_epochs (copied, 1), 1e-7);
    const float *a = train_engine_get_memory (weighted, &n)[TRAIN_MEMORY_SLOPES];
    const float *b = train_engine_get_memory (copied, &n)[TRAIN_MEMORY_SLOPES];
    for (gsize i = 0; i < n; i++)
      g_assert_cmpfloat_with_epsilon (a[i], b[i], 1e-5 * largest (a, n));

    /* All of them by 4: the same network to the last bit, for 4 is a power of 2. */
    g_autoptr (TrainEngine) plain = make_engine (&plan, samples, 1, 1);
    double mean = run_epochs (plain, 20);
    for (guint i = 0; i < N; i++)
      samples->weights[i] *= 4;
    g_autoptr (TrainEngine) heavy = make_engine (&plan, samples, 1, 1);
    g_assert_cmpfloat (run_epochs (heavy, 20), ==, mean);
    g_assert_cmpmem (train_engine_get_memory (plain, &n)[TRAIN_MEMORY_WEIGHTS], n * sizeof (float),
                     train_engine_get_memory (heavy, &n)[TRAIN_MEMORY_WEIGHTS], n * sizeof (float));
  }
}

/* ---- Windows ------------------------------------------------------------------------------------ */

/* Samples that refer to rows are as good as those whose inputs were written out by the library. */
static void
test_windows (void)
{
  static const ExtractLayer layers[TRAIN_MAX_LAYERS] = { { 5, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.5F },
                                                         { 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F } };
  static const struct {
    TrainEngineKind engine;
    TrainAlgorithm algorithm;
  } ways[] = { { TRAIN_ENGINE_MATRIX, TRAIN_ALGORITHM_RPROP },
               { TRAIN_ENGINE_MATRIX, TRAIN_ALGORITHM_ADAM },
               { TRAIN_ENGINE_FANN, TRAIN_ALGORITHM_RPROP } };
  static const char *const sets[] = { "classic", "rich", "classic-alone" };
  static const guint pages[] = { 1, 2, 3, 7, 40 };

  for (guint s = 0; s < G_N_ELEMENTS (sets); s++) {
    const ExtractFeatureSet *set = extract_feature_set_find (sets[s]);
    guint n_features = extract_feature_set_get_n_features (set);
    guint n_inputs = extract_feature_set_get_n_inputs (set);
    g_autoptr (TrainSamples) windows = train_samples_new (n_features, extract_feature_set_get_n_core (set),
                                                          extract_feature_set_get_window (set));
    g_autoptr (TrainSamples) expanded = train_samples_new (n_inputs, 0, 0);
    g_autoptr (GRand) rand = g_rand_new_with_seed (3);
    g_autofree float *rows = g_new (float, 40 * n_features);
    g_autofree float *inputs = g_new (float, 53 * n_inputs);
    g_autofree float *gathered = g_new (float, n_inputs);
    float *next = inputs;

    if (n_features == 0)
      continue;
    g_assert_cmpuint (windows->n_inputs, ==, n_inputs);
    for (guint i = 0; i < 40 * n_features; i++)
      rows[i] = (float) g_rand_double (rand);
    for (guint p = 0; p < G_N_ELEMENTS (pages); p++)
      for (guint i = 0; i < pages[p]; i++, next += n_inputs) {
        float target = rows[i * n_features] > 0.5F;

        extract_inputs_gather (set, rows, pages[p], i, next);
        train_samples_add (expanded, next, 1, 0, target, 1);
        train_samples_add (windows, rows, pages[p], i, target, 1);
        train_samples_gather (windows, windows->n - 1, gathered);
        g_assert_cmpmem (gathered, n_inputs * sizeof (float), next, n_inputs * sizeof (float));
      }
    for (guint w = 0; w < G_N_ELEMENTS (ways); w++) {
      TrainPlan plan = make_plan (ways[w].engine, layers);

      plan.algorithm = ways[w].algorithm;
      plan.batch = 20;
      g_autoptr (TrainEngine) a = make_engine (&plan, windows, 1, 1);
      g_autoptr (TrainEngine) b = make_engine (&plan, expanded, 1, 1);
      g_assert_cmpfloat (run_epochs (a, 5), ==, run_epochs (b, 5));
      g_assert_true (same_state (a, b));
    }
  }
}

/* ---- Adam --------------------------------------------------------------------------------------- */

/* Steps of two weights, by the formulas, in doubles: the rate grows over the first three of ten. */
static void
test_adam_steps (void)
{
  enum { N_STEPS = 10 };
  static const double slopes[N_STEPS + 2][2] = { { 4, -8 },    { 2, 1 }, { 0, 1 }, { 1, 1 },
                                                 { -3, 1e-3 }, { 5, 0 }, { 1, 1 }, { 2, 2 },
                                                 { 4, 4 },     { 8, 1 }, { 1, 1 }, { 9, 9 } };
  const TrainPlan plan = { .algorithm = TRAIN_ALGORITHM_ADAM, .learning_rate = 0.1 };
  float weights[2] = { 1, -1 }, means[2] = { 0 }, squares[2] = { 0 };
  float *const memory[TRAIN_N_MEMORIES] = {
    [TRAIN_MEMORY_WEIGHTS] = weights, [TRAIN_MEMORY_MEANS] = means, [TRAIN_MEMORY_SQUARES] = squares
  };
  double w[2] = { 1, -1 }, m[2] = { 0 }, v[2] = { 0 };

  for (guint step = 0; step < N_STEPS + 2; step++) {
    double t = (step + 0.5) / N_STEPS, rate = 0.1 * (t < 0.3 ? t / 0.3 : t < 1 ? (1 - t) / 0.7 : 0);

    train_step_adam (&plan, 2, slopes[step], 0.25, step, N_STEPS, memory);
    for (guint i = 0; i < 2; i++) {
      double g = slopes[step][i] / 4;

      m[i] = 0.9 * m[i] + 0.1 * g;
      v[i] = 0.999 * v[i] + 0.001 * g * g;
      w[i] += rate * m[i] / (1 - pow (0.9, step + 1)) / (sqrt (v[i] / (1 - pow (0.999, step + 1))) + 1e-8);
      g_assert_cmpfloat_with_epsilon (weights[i], w[i], 1e-6);
    }
  }
  g_assert_cmpfloat (fabs (w[0] - 1), >, 0.2);
}

/* A batch that holds all samples is a step along the slopes of all; smaller ones see other samples each
 * epoch, by the seed. */
static void
test_adam_batches (void)
{
  enum { N = 1000 };
  g_autofree float *rows = NULL;
  g_autoptr (TrainSamples) samples = make_samples (4, N, &rows);
  TrainPlan plan = make_plan (TRAIN_ENGINE_MATRIX, small_layers);
  gsize n;

  plan.algorithm = TRAIN_ALGORITHM_ADAM;
  plan.batch = N;
  g_autoptr (TrainEngine) one = make_engine (&plan, samples, 1, 1);
  g_autoptr (ExtractNetwork) start = train_engine_dup_network (one, NULL);
  double first = run_epochs (one, 1);

  for (guint batch = 1; batch < 2 * N; batch += batch / 3 + 1) {
    plan.batch = batch;
    g_autoptr (TrainEngine) a = train_engine_new (&plan, samples, start, 1, 1, NULL);
    g_autoptr (TrainEngine) b = train_engine_new (&plan, samples, start, 1, 2, NULL);
    g_autoptr (TrainEngine) other = train_engine_new (&plan, samples, start, 2, 1, NULL);
    double mean = run_epochs (a, 2);

    g_assert_cmpfloat (mean, ==, run_epochs (b, 2));
    g_assert_true (same_state (a, b));
    run_epochs (other, 2);
    const float *x = train_engine_get_memory (a, &n)[TRAIN_MEMORY_WEIGHTS];
    const float *y = train_engine_get_memory (other, &n)[TRAIN_MEMORY_WEIGHTS];
    if (batch < N)
      g_assert_cmpint (memcmp (x, y, n * sizeof *x), !=, 0);
    if (batch >= N)
      for (gsize i = 0; i < n; i++)
        g_assert_cmpfloat_with_epsilon (x[i], y[i], 1e-4);
    if (batch < N / 10)
      g_assert_cmpfloat (mean, <, first);
  }
}

/* ---- Threads ------------------------------------------------------------------------------------ */

static void
test_threads (void)
{
  static const guint threads[] = { 2, 3, 5, 100 };
  static const struct {
    guint n_inputs;
    gsize n_samples;
    const ExtractLayer *layers;
    TrainAlgorithm algorithm;
  } cases[] = {
    { 78, 5003, thesis_layers, TRAIN_ALGORITHM_RPROP }, { 3, 40000, small_layers, TRAIN_ALGORITHM_RPROP },
    { 2, 5, small_layers, TRAIN_ALGORITHM_RPROP },      { 78, 5003, thesis_layers, TRAIN_ALGORITHM_ADAM },
    { 3, 40000, small_layers, TRAIN_ALGORITHM_ADAM },   { 2, 5, small_layers, TRAIN_ALGORITHM_ADAM }
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    g_autofree float *rows = NULL;
    g_autoptr (TrainSamples) samples = make_samples (cases[c].n_inputs, cases[c].n_samples, &rows);
    TrainPlan plan = make_plan (TRAIN_ENGINE_MATRIX, cases[c].layers);
    plan.algorithm = cases[c].algorithm;
    g_autoptr (TrainEngine) one = make_engine (&plan, samples, 1, 1);
    double mean = run_epochs (one, 6);

    for (guint t = 0; t < G_N_ELEMENTS (threads); t++) {
      g_autoptr (TrainEngine) several = make_engine (&plan, samples, 1, threads[t]);
      g_assert_cmpfloat (run_epochs (several, 6), ==, mean);
      g_assert_true (same_state (one, several));
    }
  }
}

/* The threads of this process; 0 where the system does not say. */
static guint
count_threads (void)
{
  g_autoptr (GDir) tasks = g_dir_open ("/proc/self/task", 0, NULL);
  guint n = 0;

  while (tasks && g_dir_read_name (tasks))
    n++;
  return n;
}

static void
test_thread_count (void)
{
  g_autofree float *rows = NULL;
  g_autoptr (TrainSamples) samples = make_samples (3, 5000, &rows);
  TrainPlan plan = make_plan (TRAIN_ENGINE_MATRIX, small_layers);
  guint before = count_threads ();

  if (before == 0) {
    g_test_skip ("no /proc/self/task");
    return;
  }
  g_autoptr (TrainEngine) one = make_engine (&plan, samples, 1, 1);
  run_epochs (one, 1);
  g_assert_cmpuint (count_threads (), ==, before);
  g_autoptr (TrainEngine) three = make_engine (&plan, samples, 1, 3);
  run_epochs (three, 1);
  g_assert_cmpuint (count_threads (), ==, before + 2);
}

static const TrainSamples *shared_samples;

static gpointer
train_in_thread (gpointer kind)
{
  TrainPlan plan = make_plan (GPOINTER_TO_UINT (kind), thesis_layers);
  g_autoptr (TrainEngine) engine = make_engine (&plan, shared_samples, 1, 2);

  run_epochs (engine, 20);
  return train_engine_save (engine);
}

/* Engines of both kinds at the same time, with threads of their own. */
static void
test_many_engines (void)
{
  enum { N_THREADS = 6, N_ROUNDS = 5 };
  g_autofree float *rows = NULL;
  g_autoptr (TrainSamples) samples = make_samples (78, 1300, &rows);

  shared_samples = samples;
  g_autoptr (GBytes) matrix = train_in_thread (GUINT_TO_POINTER (TRAIN_ENGINE_MATRIX));
  g_autoptr (GBytes) fann = train_in_thread (GUINT_TO_POINTER (TRAIN_ENGINE_FANN));
  for (guint round = 0; round < N_ROUNDS; round++) {
    GThread *threads[N_THREADS];

    for (guint i = 0; i < N_THREADS; i++)
      threads[i] = g_thread_new ("engine", train_in_thread,
                                 GUINT_TO_POINTER (i % 3 ? TRAIN_ENGINE_MATRIX : TRAIN_ENGINE_FANN));
    for (guint i = 0; i < N_THREADS; i++) {
      g_autoptr (GBytes) state = g_thread_join (threads[i]);
      g_assert_true (g_bytes_equal (state, i % 3 ? matrix : fann));
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine-matrix/activations", test_activations);
  g_test_add_func ("/engine-matrix/products", test_products);
  g_test_add_func ("/engine-matrix/steps-of-fann", test_steps_of_fann);
  g_test_add_func ("/engine-matrix/way-of-fann", test_way_of_fann);
  g_test_add_data_func ("/engine-matrix/gradient/rprop", GINT_TO_POINTER (FALSE), test_gradient);
  g_test_add_data_func ("/engine-matrix/gradient/adam", GINT_TO_POINTER (TRUE), test_gradient);
  g_test_add_func ("/engine-matrix/weights", test_weights);
  g_test_add_func ("/engine-matrix/windows", test_windows);
  g_test_add_func ("/engine-matrix/adam-steps", test_adam_steps);
  g_test_add_func ("/engine-matrix/adam-batches", test_adam_batches);
  g_test_add_func ("/engine-matrix/threads", test_threads);
  g_test_add_func ("/engine-matrix/thread-count", test_thread_count);
  g_test_add_func ("/engine-matrix/many-engines", test_many_engines);
  return g_test_run ();
}
