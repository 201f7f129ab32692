/* SPDX-License-Identifier: MIT */
/*
 * What an epoch of training costs: FANN's RPROP, and ours in one thread and on all processors. Each round
 * measures all of them, one after the other; the best of the rounds is printed, by the clock and by the
 * time of processors, which other programs disturb less.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "train/engine.h"

#define N_INPUTS 78
#define N_ROUNDS 5
#define EPOCHS_OF_MATRIX 4 /* a round */

typedef struct {
  const char *name;
  ExtractLayer layers[TRAIN_MAX_LAYERS];
  guint n_layers;
} Shape;

static const Shape shapes[] = {
  { "78-39-19-9-1 (thesis)",
    { { 39, EXTRACT_ACTIVATION_SIGMOID_STEPWISE, 0.65F },
      { 19, EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC, 0.75F },
      { 9, EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC, 0.75F },
      { 1, EXTRACT_ACTIVATION_LINEAR_PIECE_SYMMETRIC, 0.8F } },
    4 },
  { "78-39-19-1",
    { { 39, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.5F },
      { 19, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.5F },
      { 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F } },
    3 },
  { "78-48-24-1",
    { { 48, EXTRACT_ACTIVATION_ELLIOT_SYMMETRIC, 0.5F },
      { 24, EXTRACT_ACTIVATION_ELLIOT_SYMMETRIC, 0.5F },
      { 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F } },
    3 },
};

typedef struct {
  double wall, cpu; /* milliseconds of an epoch */
} Cost;

static double
milliseconds (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return 1e3 * (double) time.tv_sec + 1e-6 * (double) time.tv_nsec;
}

/* Inputs in [0, 1], a third of them 0, as those of pages are. */
static TrainSamples *
make_samples (gsize n, float **rows)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  TrainSamples *samples = train_samples_new (N_INPUTS, 0, 0);

  *rows = g_new (float, n *N_INPUTS);
  for (gsize i = 0; i < n; i++) {
    float *row = *rows + i * N_INPUTS;

    for (guint j = 0; j < N_INPUTS; j++)
      row[j] = (float) MAX (0, g_rand_double_range (rand, -0.5, 1));
    train_samples_add (samples, row, 1, 0, row[0] + row[1] * row[2] > 0.5F, 1);
  }
  return samples;
}

static TrainEngine *
make_engine (const Shape *shape, TrainEngineKind kind, const TrainSamples *samples, guint threads)
{
  TrainPlan plan = { .n_layers = shape->n_layers,
                     .engine = kind,
                     .rprop_increase = 1.2,
                     .rprop_decrease = 0.5,
                     .rprop_first_step = 0.002,
                     .rprop_maximum_step = 50 };
  g_autoptr (GError) error = NULL;
  TrainEngine *engine;

  for (guint l = 0; l < shape->n_layers; l++)
    plan.layers[l] = shape->layers[l];
  engine = train_engine_new (&plan, samples, NULL, 1, threads, &error);
  if (!engine)
    g_error ("%s", error->message);
  return engine;
}

static void
measure (TrainEngine *engine, guint n_epochs, Cost *best)
{
  double wall = milliseconds (CLOCK_MONOTONIC), cpu = milliseconds (CLOCK_PROCESS_CPUTIME_ID);

  for (guint i = 0; i < n_epochs; i++)
    if (!train_engine_run_epoch (engine, NULL, NULL))
      g_error ("training failed");
  best->wall = MIN (best->wall, (milliseconds (CLOCK_MONOTONIC) - wall) / n_epochs);
  best->cpu = MIN (best->cpu, (milliseconds (CLOCK_PROCESS_CPUTIME_ID) - cpu) / n_epochs);
}

static void
bench (const Shape *shape, const TrainSamples *samples)
{
  guint threads = g_get_num_processors ();
  g_autoptr (TrainEngine) fann = make_engine (shape, TRAIN_ENGINE_FANN, samples, 1);
  g_autoptr (TrainEngine) one = make_engine (shape, TRAIN_ENGINE_MATRIX, samples, 1);
  g_autoptr (TrainEngine) all = make_engine (shape, TRAIN_ENGINE_MATRIX, samples, threads);
  Cost costs[] = { { 1e9, 1e9 }, { 1e9, 1e9 }, { 1e9, 1e9 } };
  g_autofree char *name = g_strdup_printf ("matrix, %u threads", threads);
  const char *const names[] = { "fann", "matrix, 1 thread", name };

  for (guint round = 0; round < N_ROUNDS; round++) {
    measure (fann, 1, &costs[0]);
    measure (one, EPOCHS_OF_MATRIX, &costs[1]);
    measure (all, EPOCHS_OF_MATRIX, &costs[2]);
  }
  printf ("%s\n%43s %24s\n  %-18s %10s %11s %12s %11s\n", shape->name, "ms an epoch", "fann / this", "",
          "by clock", "processor", "by clock", "processor");
  for (guint i = 0; i < G_N_ELEMENTS (costs); i++)
    printf ("  %-18s %10.1f %11.1f %12.1f %11.1f\n", names[i], costs[i].wall, costs[i].cpu,
            costs[0].wall / costs[i].wall, costs[0].cpu / costs[i].cpu);
}

int
main (int argc, char **argv)
{
  gsize n = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : 200000;
  g_autofree float *rows = NULL;
  g_autoptr (TrainSamples) samples = make_samples (n, &rows);

  printf ("%" G_GSIZE_FORMAT " samples of %d inputs, best of %d rounds\n", n, N_INPUTS, N_ROUNDS);
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    bench (&shapes[i], samples);
  return 0;
}
