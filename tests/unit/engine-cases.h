/* SPDX-License-Identifier: MIT */
/* What the tests of the engines share: plans, and samples that are made from a seed. */
#pragma once

#include <string.h>

#include <gio/gio.h>

#include "train/learn/engine-private.h"
#include "libextract/model/model.h"

/* The network of the thesis. */
#define THESIS                                                \
  {                                                           \
    { 39, EXTRACT_ACTIVATION_SIGMOID_STEPWISE, 0.65F },       \
        { 19, EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC, 0.75F }, \
        { 9, EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC, 0.75F },  \
    {                                                         \
      1, EXTRACT_ACTIVATION_LINEAR_PIECE_SYMMETRIC, 0.8F      \
    }                                                         \
  }

static inline TrainPlan
make_plan (TrainEngineKind kind, const ExtractLayer *layers)
{
  TrainPlan plan = { .engine = kind,
                     .rprop_increase = 1.2,
                     .rprop_decrease = 0.5,
                     .rprop_first_step = 0.002,
                     .rprop_maximum_step = 50,
                     .learning_rate = 0.7,
                     .quickprop_decay = -0.0001,
                     .quickprop_mu = 1.75,
                     .batch = 2048,
                     .epochs = 300 };

  for (guint l = 0; l < TRAIN_MAX_LAYERS && layers[l].size > 0; l++)
    plan.layers[plan.n_layers++] = layers[l];
  return plan;
}

static inline TrainEngine *
make_engine (const TrainPlan *plan, const TrainSamples *samples, guint32 seed, guint threads)
{
  g_autoptr (GError) error = NULL;
  TrainEngine *engine = train_engine_new (plan, samples, NULL, seed, threads, &error);

  g_assert_no_error (error);
  g_assert_nonnull (engine);
  return engine;
}

static inline double
run_epochs (TrainEngine *engine, guint n)
{
  g_autoptr (GError) error = NULL;
  double mean = -1;

  for (guint i = 0; i < n; i++) {
    train_engine_run_epoch (engine, &mean, &error);
    g_assert_no_error (error);
  }
  return mean;
}

/* @n rows of values in [0, 1], in *@rows; the target is whether the first of the two first is the larger,
 * for some samples less surely so. */
static inline TrainSamples *
make_samples (guint n_inputs, gsize n, float **rows)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  TrainSamples *samples = train_samples_new (n_inputs, 0, 0);

  *rows = g_new (float, n *n_inputs);
  for (gsize i = 0; i < n; i++) {
    float *row = *rows + i * n_inputs;

    for (guint j = 0; j < n_inputs; j++)
      row[j] = (float) g_rand_double (rand);
    train_samples_add (samples, row, 1, 0, i % 7 == 3 ? 0.75F : row[0] > row[1 % n_inputs], 1);
  }
  return samples;
}

static inline gboolean
same_state (TrainEngine *a, TrainEngine *b)
{
  g_autoptr (GBytes) x = train_engine_save (a);
  g_autoptr (GBytes) y = train_engine_save (b);

  return g_bytes_equal (x, y);
}
