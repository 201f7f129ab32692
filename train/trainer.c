/* SPDX-License-Identifier: MIT */
/*
 * FANN behind a door of our own. What it does badly is kept in here: it draws its first weights
 * from the clock, and prints errors to stderr.
 */
#include "trainer.h"

#include <fann.h>
#include <gio/gio.h>
#include <math.h>

/* First step of RPROP. FANN's own 0.1 throws away the first weights of nets with small inputs. */
#define FIRST_STEP 0.002f

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

typedef struct fann Fann;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fann, fann_destroy)

TrainSamples *
train_samples_new (guint n_inputs)
{
  TrainSamples *samples = g_new0 (TrainSamples, 1);

  samples->n_inputs = n_inputs;
  samples->inputs = g_ptr_array_new ();
  samples->outputs = g_ptr_array_new ();
  return samples;
}

void
train_samples_free (TrainSamples *samples)
{
  g_ptr_array_unref (samples->inputs);
  g_ptr_array_unref (samples->outputs);
  g_free (samples);
}

static gboolean
fail (GError **error, const char *sentence)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, sentence);
  return FALSE;
}

/* An untrained network of FANN; all weights are 0. */
static Fann *
fann_from_layers (guint n_inputs, const ExtractLayer *layers, guint n_layers, GError **error)
{
  g_autofree unsigned int *sizes = g_new (unsigned int, n_layers + 1);
  Fann *fann;

  sizes[0] = n_inputs;
  for (guint l = 0; l < n_layers; l++)
    sizes[l + 1] = layers[l].size;
  fann = fann_create_standard_array (n_layers + 1, sizes);
  if (!fann) {
    fail (error, "FANN cannot make a network of this size");
    return NULL;
  }
  fann_set_error_log ((struct fann_error *) fann, NULL);
  for (guint l = 0; l < n_layers; l++) {
    fann_set_activation_function_layer (fann, fann_activations[layers[l].activation], l + 1);
    fann_set_activation_steepness_layer (fann, layers[l].steepness, l + 1);
  }
  return fann;
}

/* Weights stand in FANN layer by layer, neuron by neuron, the bias last: as ExtractNetwork has them. */
static void
fann_put_weights (Fann *fann, const float *weights)
{
  unsigned int n = fann_get_total_connections (fann);
  g_autofree struct fann_connection *connections = g_new (struct fann_connection, n);

  fann_get_connection_array (fann, connections);
  for (unsigned int i = 0; i < n; i++)
    connections[i].weight = weights[i];
  fann_set_weight_array (fann, connections, n);
}

static ExtractNetwork *
fann_to_network (Fann *fann, GError **error)
{
  guint n_layers = fann_get_num_layers (fann) - 1;
  unsigned int n = fann_get_total_connections (fann);
  g_autofree unsigned int *sizes = g_new (unsigned int, n_layers + 1);
  g_autofree ExtractLayer *layers = g_new (ExtractLayer, n_layers);
  g_autofree struct fann_connection *connections = g_new (struct fann_connection, n);
  g_autofree float *weights = g_new (float, n);

  fann_get_layer_array (fann, sizes);
  for (guint l = 0; l < n_layers; l++) {
    enum fann_activationfunc_enum function = fann_get_activation_function (fann, l + 1, 0);

    layers[l] = (ExtractLayer){ .size = sizes[l + 1],
                                .activation = EXTRACT_N_ACTIVATIONS,
                                .steepness = fann_get_activation_steepness (fann, l + 1, 0) };
    for (guint a = 0; a < EXTRACT_N_ACTIVATIONS; a++)
      if (fann_activations[a] == function)
        layers[l].activation = a;
    if (layers[l].activation == EXTRACT_N_ACTIVATIONS) {
      fail (error, "the FANN network has an activation function that models do not know");
      return NULL;
    }
  }
  fann_get_connection_array (fann, connections);
  for (unsigned int i = 0; i < n; i++)
    weights[i] = connections[i].weight;
  return extract_network_new (sizes[0], layers, n_layers, weights, n, error);
}

/* Uniform in +- 1 / (steepness x sqrt (fan-in)): the sums of the first epoch lie where the
 * activation functions bend. */
static void
draw_weights (Fann *fann, const TrainPlan *plan, guint n_inputs)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (plan->seed);
  g_autofree float *weights = g_new (float, fann_get_total_connections (fann));
  guint fan_in = n_inputs;
  gsize k = 0;

  for (guint l = 0; l < plan->n_layers; l++) {
    double reach = 1 / (plan->layers[l].steepness * sqrt (fan_in));

    for (gsize i = 0; i < plan->layers[l].size * (gsize) (fan_in + 1); i++)
      weights[k++] = g_rand_double_range (rand, -reach, reach);
    fan_in = plan->layers[l].size;
  }
  fann_put_weights (fann, weights);
}

ExtractNetwork *
train_network (const TrainSamples *samples, const TrainPlan *plan, TrainProgress progress, gpointer data,
               GError **error)
{
  g_autoptr (Fann) fann = fann_from_layers (samples->n_inputs, plan->layers, plan->n_layers, error);
  /* FANN's own struct, filled by hand: the rows stay where they are. */
  struct fann_train_data rows = {
    .num_data = samples->inputs->len,
    .num_input = samples->n_inputs,
    .num_output = 1,
    .input = (fann_type **) samples->inputs->pdata,
    .output = (fann_type **) samples->outputs->pdata,
  };

  if (!fann)
    return NULL;
  if (samples->inputs->len == 0) {
    fail (error, "there is nothing to train on");
    return NULL;
  }
  fann_set_training_algorithm (fann, FANN_TRAIN_RPROP);
  fann_set_train_error_function (fann, FANN_ERRORFUNC_LINEAR);
  fann_set_rprop_delta_zero (fann, FIRST_STEP);
  draw_weights (fann, plan, samples->n_inputs);
  for (guint epoch = 1; epoch <= plan->epochs; epoch++) {
    double mean = fann_train_epoch (fann, &rows);

    if (!isfinite (mean)) {
      fail (error, "training did not converge");
      return NULL;
    }
    if (progress)
      progress (epoch, mean, data);
  }
  return fann_to_network (fann, error);
}
