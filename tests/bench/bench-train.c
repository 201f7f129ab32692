/* SPDX-License-Identifier: MIT */
/*
 * bench-train [SAMPLES [SHAPE]]
 *
 * What an epoch of training costs: FANN's RPROP, and ours and Adam in one thread and on all processors. Each
 * round measures all of them, one after the other; the best of the rounds is printed, by the clock and by the
 * time of processors, which other programs disturb less. A sample takes
 *
 *   4 x weights + 2 x (weights - those of the first layer)     operations: forward, slopes, backward
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "train/learn/engine.h"
#include "libextract/model/model.h"

#define N_ROUNDS 3
#define BLOCKS_OF_PAGE 300

typedef struct {
  const char *name;
  guint n_features, n_core, window;
  ExtractLayer layers[TRAIN_MAX_LAYERS];
  guint n_layers;
  gboolean with_fann; /* which takes its time */
} Shape;

#define TANH(n)                                \
  {                                            \
    n, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 1 \
  }
#define ELLIOT(n)                                \
  {                                              \
    n, EXTRACT_ACTIVATION_ELLIOT_SYMMETRIC, 0.5F \
  }
#define RELU(n, reach)                   \
  {                                      \
    n, EXTRACT_ACTIVATION_RELU, 1, reach \
  }
#define OUTPUT                          \
  {                                     \
    1, EXTRACT_ACTIVATION_SIGMOID, 0.5F \
  }

static const Shape shapes[] = {
  { "78-39-19-9-1 (thesis)",
    26,
    26,
    1,
    { { 39, EXTRACT_ACTIVATION_SIGMOID_STEPWISE, 0.65F },
      { 19, EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC, 0.75F },
      { 9, EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC, 0.75F },
      { 1, EXTRACT_ACTIVATION_LINEAR_PIECE_SYMMETRIC, 0.8F } },
    4,
    TRUE },
  { "78-39-19-1", 26, 26, 1, { TANH (39), TANH (19), OUTPUT }, 3, TRUE },
  { "500-48-24-1 (window)", 216, 71, 2, { TANH (48), TANH (24), OUTPUT }, 3, FALSE },
  { "500-48-24-1 (elliot)", 216, 71, 2, { ELLIOT (48), ELLIOT (24), OUTPUT }, 3, FALSE },
  { "765-64-32-1 (window)", 201, 141, 2, { TANH (64), TANH (32), OUTPUT }, 3, FALSE },
  { "35-32-1 (second stage)", 35, 0, 0, { TANH (32), OUTPUT }, 2, FALSE },
  { "128-50-50-50-10-2 (convolutions of web2text)",
    128,
    0,
    1,
    { RELU (50, 0), RELU (50, 0), RELU (50, 1), RELU (10, 1), { 2, EXTRACT_ACTIVATION_LINEAR, 1, 1 } },
    5,
    FALSE },
};

typedef struct {
  TrainEngineKind engine;
  TrainAlgorithm algorithm;
  gboolean all_threads;
  const char *name;
} Way;

static const Way ways[] = {
  { TRAIN_ENGINE_MATRIX, TRAIN_ALGORITHM_RPROP, FALSE, "rprop, 1 thread" },
  { TRAIN_ENGINE_MATRIX, TRAIN_ALGORITHM_RPROP, TRUE, "rprop, all threads" },
  { TRAIN_ENGINE_MATRIX, TRAIN_ALGORITHM_ADAM, FALSE, "adam, 1 thread" },
  { TRAIN_ENGINE_MATRIX, TRAIN_ALGORITHM_ADAM, TRUE, "adam, all threads" },
  { TRAIN_ENGINE_FANN, TRAIN_ALGORITHM_RPROP, FALSE, "fann" },
};

typedef struct {
  double wall, cpu; /* seconds of an epoch */
} Cost;

static double
seconds (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

/* Networks of convolutions know adam alone. */
static gboolean
is_sequence (const Shape *shape)
{
  return train_layers_are_sequence (shape->layers, shape->n_layers);
}

static gboolean
is_possible (const Shape *shape, const Way *way)
{
  if (way->engine == TRAIN_ENGINE_FANN)
    return shape->with_fann;
  return !is_sequence (shape) || way->algorithm == TRAIN_ALGORITHM_ADAM;
}

/* Values in [0, 1], a third of them 0, as those of pages are. */
static TrainSamples *
make_samples (const Shape *shape, gsize n, float **rows)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  TrainSamples *samples = train_samples_new (shape->n_features, shape->n_core, shape->window);

  *rows = g_new (float, n * shape->n_features);
  for (gsize i = 0; i < n * shape->n_features; i++)
    (*rows)[i] = (float) MAX (0, g_rand_double_range (rand, -0.5, 1));
  for (gsize i = 0; i < n; i++) {
    gsize first = i - i % BLOCKS_OF_PAGE;
    const float *row = *rows + i * shape->n_features;

    train_samples_add (samples, *rows + first * shape->n_features, MIN (BLOCKS_OF_PAGE, n - first), i - first,
                       row[0] + row[1] * row[2] > 0.5F, 1);
  }
  return samples;
}

static TrainEngine *
make_engine (const Shape *shape, const Way *way, const TrainSamples *samples)
{
  TrainPlan plan = { .n_layers = shape->n_layers,
                     .engine = way->engine,
                     .algorithm = way->algorithm,
                     .rprop_increase = 1.2,
                     .rprop_decrease = 0.5,
                     .rprop_first_step = 0.002,
                     .rprop_maximum_step = 50,
                     .batch = 2048,
                     .epochs = 100 };
  g_autoptr (GError) error = NULL;
  TrainEngine *engine;

  for (guint l = 0; l < shape->n_layers; l++)
    plan.layers[l] = shape->layers[l];
  if (is_sequence (shape)) {
    plan.loss = TRAIN_LOSS_CROSS_ENTROPY;
    plan.batch = 128;
    plan.snippet = 9;
  }
  engine = train_engine_new (&plan, samples, NULL, 1, way->all_threads ? g_get_num_processors () : 1, &error);
  if (!engine)
    g_error ("%s", error->message);
  return engine;
}

static void
measure (const Shape *shape, const Way *way, const TrainSamples *samples, Cost *best)
{
  g_autoptr (TrainEngine) engine = make_engine (shape, way, samples);
  double wall = seconds (CLOCK_MONOTONIC), cpu = seconds (CLOCK_PROCESS_CPUTIME_ID);

  if (!train_engine_run_epoch (engine, NULL, NULL))
    g_error ("training failed");
  best->wall = MIN (best->wall, seconds (CLOCK_MONOTONIC) - wall);
  best->cpu = MIN (best->cpu, seconds (CLOCK_PROCESS_CPUTIME_ID) - cpu);
}

static double
count_operations (const Shape *shape, guint n_inputs)
{
  double n = 0;
  guint before = n_inputs;

  for (guint l = 0; l < shape->n_layers; before = shape->layers[l++].size)
    n += (l == 0 ? 4.0 : 6.0) * (2 * shape->layers[l].reach + 1) * before * shape->layers[l].size;
  return n;
}

static void
bench (const Shape *shape, gsize n)
{
  g_autofree float *rows = NULL;
  g_autoptr (TrainSamples) samples = make_samples (shape, n, &rows);
  double operations = count_operations (shape, samples->n_inputs) * (double) n;
  Cost costs[G_N_ELEMENTS (ways)];

  for (guint w = 0; w < G_N_ELEMENTS (ways); w++)
    costs[w] = (Cost){ 1e9, 1e9 };
  for (guint round = 0; round < N_ROUNDS; round++)
    for (guint w = 0; w < G_N_ELEMENTS (ways); w++)
      if (is_possible (shape, &ways[w]))
        measure (shape, &ways[w], samples, &costs[w]);
  printf ("%s\n  %-18s %10s %11s %24s\n", shape->name, "seconds an epoch", "by clock", "processor",
          "GFLOP a processor second");
  for (guint w = 0; w < G_N_ELEMENTS (ways); w++)
    if (is_possible (shape, &ways[w]))
      printf ("  %-18s %8.3f %11.3f %12.1f\n", ways[w].name, costs[w].wall, costs[w].cpu,
              1e-9 * operations / costs[w].cpu);
}

int
main (int argc, char **argv)
{
  gsize n = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : 200000;

  printf ("%" G_GSIZE_FORMAT " samples, best of %d rounds\n", n, N_ROUNDS);
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    if (argc < 3 || g_str_has_prefix (shapes[i].name, argv[2]))
      bench (&shapes[i], n);
  return 0;
}
