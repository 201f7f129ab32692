/* SPDX-License-Identifier: MIT */
/*
 * FANN (S. Nissen, 2.2) as an engine: the reference, and algorithms that the matrix engine does not have.
 * This file hides its weaknesses: it draws initial weights by the clock, prints errors to stderr, and loses
 * the state of its algorithms when it saves a network. No other file includes fann.h, whose struct is not
 * stable and whose names are everywhere.
 */
#include "train/learn/engine-private.h"
#include "libextract/model/model.h"

#include <fann.h>
#include <gio/gio.h>
#include <stdlib.h>

typedef struct fann Fann;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fann, fann_destroy)

typedef struct {
  Fann *fann;
  struct fann_train_data rows;     /* FANN's own struct, filled by hand */
  float *values;                   /* [n][n_inputs] */
  float *targets;                  /* [n]: in the range of the output */
  float **inputs, **outputs;       /* [n]: rows in values; rows of one in targets */
  float *memory[TRAIN_N_MEMORIES]; /* arrays of fann, by TRAIN_MEMORY_…; not owned */
} FannEngine;

static const enum fann_activationfunc_enum fann_activations[EXTRACT_N_ACTIVATIONS] = {
  [EXTRACT_ACTIVATION_LINEAR] = FANN_LINEAR,
  [EXTRACT_ACTIVATION_SIGMOID] = FANN_SIGMOID,
  [EXTRACT_ACTIVATION_SIGMOID_STEPWISE] = FANN_SIGMOID_STEPWISE,
  [EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC] = FANN_SIGMOID_SYMMETRIC,
  [EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC_STEPWISE] = FANN_SIGMOID_SYMMETRIC_STEPWISE,
  [EXTRACT_ACTIVATION_GAUSSIAN] = FANN_GAUSSIAN,
  [EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC] = FANN_GAUSSIAN_SYMMETRIC,
  [EXTRACT_ACTIVATION_ELLIOT] = FANN_ELLIOT,
  [EXTRACT_ACTIVATION_ELLIOT_SYMMETRIC] = FANN_ELLIOT_SYMMETRIC,
  [EXTRACT_ACTIVATION_LINEAR_PIECE] = FANN_LINEAR_PIECE,
  [EXTRACT_ACTIVATION_LINEAR_PIECE_SYMMETRIC] = FANN_LINEAR_PIECE_SYMMETRIC,
};

static const enum fann_train_enum fann_algorithms[] = {
  [TRAIN_ALGORITHM_RPROP] = FANN_TRAIN_RPROP,
  [TRAIN_ALGORITHM_INCREMENTAL] = FANN_TRAIN_INCREMENTAL,
  [TRAIN_ALGORITHM_BATCH] = FANN_TRAIN_BATCH,
  [TRAIN_ALGORITHM_QUICKPROP] = FANN_TRAIN_QUICKPROP,
};

/* A network of FANN without weights. */
static Fann *
fann_from_plan (const TrainPlan *plan, guint n_inputs)
{
  unsigned int sizes[TRAIN_MAX_LAYERS + 1] = { n_inputs };
  Fann *fann;

  for (guint l = 0; l < plan->n_layers; l++)
    sizes[l + 1] = plan->layers[l].size;
  fann = fann_create_standard_array (plan->n_layers + 1, sizes);
  if (!fann)
    return NULL;
  fann_set_error_log ((struct fann_error *) fann, NULL);
  for (guint l = 0; l < plan->n_layers; l++) {
    fann_set_activation_function_layer (fann, fann_activations[plan->layers[l].activation], l + 1);
    fann_set_activation_steepness_layer (fann, plan->layers[l].steepness, l + 1);
  }
  fann_set_training_algorithm (fann, fann_algorithms[plan->algorithm]);
  fann_set_train_error_function (fann,
                                 plan->loss == TRAIN_LOSS_TANH ? FANN_ERRORFUNC_TANH : FANN_ERRORFUNC_LINEAR);
  fann_set_rprop_increase_factor (fann, plan->rprop_increase);
  fann_set_rprop_decrease_factor (fann, plan->rprop_decrease);
  fann_set_rprop_delta_zero (fann, plan->rprop_first_step);
  fann_set_rprop_delta_min (fann, plan->rprop_minimum_step);
  fann_set_rprop_delta_max (fann, plan->rprop_maximum_step);
  fann_set_learning_rate (fann, train_plan_get_learning_rate (plan));
  fann_set_learning_momentum (fann, plan->momentum);
  fann_set_quickprop_decay (fann, plan->quickprop_decay);
  fann_set_quickprop_mu (fann, plan->quickprop_mu);
  return fann;
}

/*
 * FANN makes these arrays in its first epoch. Made before, with the same values, they are there to be saved,
 * and to take what was saved. FANN frees them.
 */
static gboolean
remember (Fann *fann, fann_type **array, float value)
{
  *array = calloc (fann->total_connections_allocated, sizeof **array);
  for (unsigned int i = 0; *array && i < fann->total_connections_allocated; i++)
    (*array)[i] = value;
  return *array != NULL;
}

static gboolean
remember_all (FannEngine *engine, const TrainPlan *plan)
{
  Fann *fann = engine->fann;

  engine->memory[TRAIN_MEMORY_WEIGHTS] = fann->weights;
  switch (plan->algorithm) {
  case TRAIN_ALGORITHM_RPROP:
  case TRAIN_ALGORITHM_QUICKPROP:
    /* train_slopes are sums within an epoch, and 0 between epochs. */
    if (!remember (fann, &fann->train_slopes, 0) || !remember (fann, &fann->prev_train_slopes, 0) ||
        !remember (fann, &fann->prev_steps,
                   plan->algorithm == TRAIN_ALGORITHM_RPROP ? plan->rprop_first_step : 0))
      return FALSE;
    engine->memory[TRAIN_MEMORY_STEPS] = fann->prev_steps;
    engine->memory[TRAIN_MEMORY_SLOPES] = fann->prev_train_slopes;
    break;
  case TRAIN_ALGORITHM_INCREMENTAL:
    if (!remember (fann, &fann->prev_weights_deltas, 0))
      return FALSE;
    engine->memory[TRAIN_MEMORY_DELTAS] = fann->prev_weights_deltas;
    break;
  case TRAIN_ALGORITHM_BATCH:
  case TRAIN_ALGORITHM_ADAM:
    break;
  }
  return TRUE;
}

static void
fann_engine_destroy (gpointer self)
{
  FannEngine *engine = self;

  g_clear_pointer (&engine->fann, fann_destroy);
  g_free (engine->values);
  g_free (engine->targets);
  g_free (engine->inputs);
  g_free (engine->outputs);
  g_free (engine);
}

static void
take_samples (FannEngine *engine, const TrainSamples *samples, gboolean symmetric)
{
  engine->values = g_new (float, samples->n * samples->n_inputs);
  engine->targets = g_new (float, samples->n);
  engine->inputs = g_new (float *, samples->n);
  engine->outputs = g_new (float *, samples->n);
  for (gsize i = 0; i < samples->n; i++) {
    engine->inputs[i] = engine->values + i * samples->n_inputs;
    train_samples_gather (samples, i, engine->inputs[i]);
    engine->targets[i] = train_map_target (samples->targets[i], symmetric);
    engine->outputs[i] = &engine->targets[i];
  }
  engine->rows = (struct fann_train_data){ .num_data = samples->n,
                                           .num_input = samples->n_inputs,
                                           .num_output = 1,
                                           .input = engine->inputs,
                                           .output = engine->outputs };
}

static gpointer
fann_engine_create (const TrainPlan *plan, const TrainSamples *samples, const float *weights, gsize n_weights,
                    guint threads, GError **error)
{
  gboolean symmetric = train_activation_is_symmetric (plan->layers[plan->n_layers - 1].activation);
  FannEngine *engine = g_new0 (FannEngine, 1);

  if (samples->n <= G_MAXINT)
    engine->fann = fann_from_plan (plan, samples->n_inputs);
  if (!engine->fann || fann_get_total_connections (engine->fann) != n_weights ||
      !remember_all (engine, plan)) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                         "FANN cannot train a network and samples of this size");
    fann_engine_destroy (engine);
    return NULL;
  }
  /* Weights stand in FANN as in ExtractNetwork: layer by layer, neuron by neuron, the bias last. */
  memcpy (engine->fann->weights, weights, n_weights * sizeof *weights);
  take_samples (engine, samples, symmetric);
  return engine;
}

static double
fann_engine_run_epoch (gpointer self, guint32 seed, guint64 pass)
{
  FannEngine *engine = self;

  return fann_train_epoch (engine->fann, &engine->rows);
}

static float *const *
fann_engine_get_memory (gpointer self)
{
  return ((FannEngine *) self)->memory;
}

const TrainEngineClass train_engine_fann = {
  .name = "fann",
  .algorithms = 1 << TRAIN_ALGORITHM_RPROP | 1 << TRAIN_ALGORITHM_INCREMENTAL | 1 << TRAIN_ALGORITHM_BATCH |
                1 << TRAIN_ALGORITHM_QUICKPROP,
  .losses = 1 << TRAIN_LOSS_SQUARE | 1 << TRAIN_LOSS_TANH,
  .weighted = FALSE,
  .create = fann_engine_create,
  .destroy = fann_engine_destroy,
  .run_epoch = fann_engine_run_epoch,
  .get_memory = fann_engine_get_memory,
};
