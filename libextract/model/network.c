/* SPDX-License-Identifier: MIT */
/*
 * A fully connected feed-forward network: the forward pass alone, over weights that never change.
 *
 *   N inputs --> layer 1 --> ... --> layer L --> outputs
 *
 * With m values x[0] .. x[m-1] in the layer before, x[m] = 1 for the bias neuron, steepness k and
 * activation f, each neuron of a layer gives
 *
 *   s = k (w[0] x[0] + ... + w[m] x[m]), cut to [-150/k, 150/k];   y = f (s)
 *
 * as fann_run () does, whose network each call writes into, so that threads cannot share it. The
 * terms are added up in the order of FANN (see weigh ()), hence sums of the same values are the same
 * to the last bit. This matters for the stepwise activations, which jump at their ends: a sum that
 * falls on the other side by its last bit would move the output by 0.005 or 0.01.
 *
 * Speed comes from running EXTRACT_LANES samples side by side. Each value of a layer is a row of
 * floats, one for each sample; a weight is read once for the row. So the weights stay in the order
 * in which they came, layers of any size fill the vector registers, and the activations run in
 * them too. Lanes know nothing of each other: a sample gets the same outputs to the last bit in
 * whatever batch it comes. One sample alone costs as much as EXTRACT_LANES: callers should come with
 * many. The loops are in network-kernel.h, compiled for registers of several widths; the processor
 * decides which of them run.
 */
#include <math.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "libextract/model/network.h"
#include "libextract/base/scratch.h"

#define MAX_LAYERS 16
#define MAX_NEURONS 65536

struct _ExtractNetwork {
  gatomicrefcount ref_count;
  guint n_inputs;                  /*      N                                             */
  guint n_layers;                  /*      L                                             */
  guint widest;                    /*      the largest of N and the sizes of the layers  */
  ExtractLayer layers[MAX_LAYERS]; /* [L]                                                */
  gsize n_weights;                 /*      W = sum over layers of (size before + 1) size */
  float *weights;                  /* [W]  as in extract_network_new (); owned           */
};

G_DEFINE_BOXED_TYPE (ExtractNetwork, extract_network, extract_network_ref, extract_network_unref)

static const ExtractActivationInfo activations[EXTRACT_N_ACTIVATIONS] = {
  [EXTRACT_ACTIVATION_LINEAR] = { "linear", -INFINITY, INFINITY },
  [EXTRACT_ACTIVATION_SIGMOID] = { "sigmoid", 0, 1 },
  [EXTRACT_ACTIVATION_SIGMOID_STEPWISE] = { "sigmoid-stepwise", 0, 1 },
  [EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC] = { "sigmoid-symmetric", -1, 1 },
  [EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC_STEPWISE] = { "sigmoid-symmetric-stepwise", -1, 1 },
  [EXTRACT_ACTIVATION_GAUSSIAN] = { "gaussian", 0, 1 },
  [EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC] = { "gaussian-symmetric", -1, 1 },
  [EXTRACT_ACTIVATION_ELLIOT] = { "elliot", 0, 1 },
  [EXTRACT_ACTIVATION_ELLIOT_SYMMETRIC] = { "elliot-symmetric", -1, 1 },
  [EXTRACT_ACTIVATION_LINEAR_PIECE] = { "linear-piece", 0, 1 },
  [EXTRACT_ACTIVATION_LINEAR_PIECE_SYMMETRIC] = { "linear-piece-symmetric", -1, 1 },
  [EXTRACT_ACTIVATION_RELU] = { "relu", 0, INFINITY },
};

const ExtractActivationInfo *
extract_activation_get_info (ExtractActivation activation)
{
  g_return_val_if_fail ((guint) activation < EXTRACT_N_ACTIVATIONS, NULL);
  return &activations[activation];
}

/* The numbers of FANN's stepwise sigmoids: on the piece from v, s becomes r + slope (s - v). Left
   of the first piece the function is its minimum, from the end of the last one its maximum. */
#define N_PIECES 5

typedef struct {
  float minimum, maximum;
  struct {
    float v, r, slope;
  } pieces[N_PIECES];
  float end;
} Stepwise;

#define PIECE(v1, r1, v2, r2)             \
  {                                       \
    v1, r1, ((r2) - (r1)) / ((v2) - (v1)) \
  }

static const Stepwise sigmoid_stepwise = {
  .minimum = 0,
  .maximum = 1,
  .pieces = { PIECE (-2.64665246F, 0.005F, -1.47221947F, 0.05F),
              PIECE (-1.47221947F, 0.05F, -0.549306154F, 0.25F),
              PIECE (-0.549306154F, 0.25F, 0.549306154F, 0.75F),
              PIECE (0.549306154F, 0.75F, 1.47221935F, 0.95F),
              PIECE (1.47221935F, 0.95F, 2.64665294F, 0.995F) },
  .end = 2.64665294F,
};

static const Stepwise sigmoid_symmetric_stepwise = {
  .minimum = -1,
  .maximum = 1,
  .pieces = { PIECE (-2.64665294F, -0.99F, -1.47221935F, -0.9F),
              PIECE (-1.47221935F, -0.9F, -0.549306154F, -0.5F),
              PIECE (-0.549306154F, -0.5F, 0.549306154F, 0.5F), PIECE (0.549306154F, 0.5F, 1.47221935F, 0.9F),
              PIECE (1.47221935F, 0.9F, 2.64665294F, 0.99F) },
  .end = 2.64665294F,
};

static double
apply_stepwise (const Stepwise *f, double s)
{
  double y = f->minimum;

  for (guint i = 0; i < N_PIECES; i++)
    if (s >= f->pieces[i].v)
      y = (s - f->pieces[i].v) * f->pieces[i].slope + f->pieces[i].r;
  return s >= f->end ? f->maximum : y;
}

double
extract_activation_apply (ExtractActivation activation, double s)
{
  switch (activation) {
  case EXTRACT_ACTIVATION_SIGMOID:
    return 1 / (exp (-2 * s) + 1);
  case EXTRACT_ACTIVATION_SIGMOID_STEPWISE:
    return apply_stepwise (&sigmoid_stepwise, s);
  case EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC:
    return tanh (s);
  case EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC_STEPWISE:
    return apply_stepwise (&sigmoid_symmetric_stepwise, s);
  case EXTRACT_ACTIVATION_GAUSSIAN:
    return exp (-s * s);
  case EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC:
    return exp (-s * s) * 2 - 1;
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
  case EXTRACT_ACTIVATION_LINEAR:
  case EXTRACT_N_ACTIVATIONS:
    break;
  }
  return s;
}

/* ---- Kernels -------------------------------------------------------------------------------- */

#define WIDTH 4
#define COUNT 2
#define NEURONS 2
#define MANY 4
#define NAME(name) name##_4
#define TARGET
#include "libextract/model/network-kernel.h"

#if defined(__x86_64__)
#define WIDTH 8
#define COUNT 2
#define NEURONS 2
#define MANY 4
#define NAME(name) name##_8
#define TARGET __attribute__ ((target ("avx2")))
#include "libextract/model/network-kernel.h"

#define WIDTH 16
#define COUNT 1
#define NEURONS 4
#define MANY 16
#define NAME(name) name##_16
#define TARGET __attribute__ ((target ("avx512f")))
#include "libextract/model/network-kernel.h"
#endif

const ExtractKernel *
extract_kernel_get_all (guint *n)
{
  static const ExtractKernel kernels[] = {
#if defined(__x86_64__)
    { "avx512", run_layer_16, is_any_row_16, choose_terms_16, add_terms_16, activate_layer_16,
      standardise_16 },
    { "avx2", run_layer_8, is_any_row_8, choose_terms_8, add_terms_8, activate_layer_8, standardise_8 },
#endif
    { "plain", run_layer_4, is_any_row_4, choose_terms_4, add_terms_4, activate_layer_4, standardise_4 },
  };
  guint first = 0;

#if defined(__x86_64__)
  first = __builtin_cpu_supports ("avx512f") ? 0 : __builtin_cpu_supports ("avx2") ? 1 : 2;
#endif
  *n = G_N_ELEMENTS (kernels) - first;
  return kernels + first;
}

/* ---- Running -------------------------------------------------------------------------------- */

/* What a run needs besides the inputs. */
typedef struct {
  float *x,
      *y; /* [widest + EXTRACT_NEURONS][EXTRACT_LANES]: values of two layers, and the ones of the bias */
  guint32 *rows; /* [widest + 1]: where the rows of x begin */
} Room;

static void
room_take (Room *room, const ExtractNetwork *network, ExtractScratch *scratch)
{
  gsize n = (gsize) network->widest + EXTRACT_NEURONS;

  room->x = extract_scratch_take (scratch, n * EXTRACT_LANES, sizeof (float));
  room->y = extract_scratch_take (scratch, n * EXTRACT_LANES, sizeof (float));
  room->rows = extract_scratch_take (scratch, n, sizeof (guint32));
  for (gsize k = 0; k < n; k++)
    room->rows[k] = (guint32) (k * EXTRACT_LANES);
}

static void
set_ones (float *row)
{
  for (guint lane = 0; lane < EXTRACT_LANES; lane++)
    row[lane] = 1;
}

/* room->y has the values of @layer: adds the bias, and makes them room->x. */
static void
end_layer (const ExtractLayer *layer, Room *room)
{
  float *y = room->y;

  set_ones (y + layer->size * EXTRACT_LANES);
  room->y = room->x;
  room->x = y;
}

/* EXTRACT_LANES samples, from layer @l on. @at: of its inputs, and the ones. Returns: (transfer none):
 * [number of outputs][EXTRACT_LANES] */
static const float *
run_lanes (const ExtractNetwork *network, const ExtractKernel *kernel, Room *room, guint l, const float *x,
           const guint32 *at)
{
  const float *w = network->weights;
  guint n_terms = network->n_inputs + 1;

  for (guint i = 0; i < network->n_layers; i++) {
    const ExtractLayer *layer = &network->layers[i];

    if (i >= l) {
      kernel->run_layer (layer, n_terms, x, at, w, room->y);
      end_layer (layer, room);
      x = room->x;
      at = room->rows;
    }
    w += (gsize) n_terms * layer->size;
    n_terms = layer->size + 1;
  }
  return x;
}

void
extract_network_run_on (const ExtractNetwork *network, const ExtractKernel *kernel, gsize n_samples,
                        const float *inputs, float *outputs)
{
  const guint n_inputs = network->n_inputs;
  const guint n_outputs = extract_network_get_n_outputs (network);
  ExtractScratch *scratch = extract_scratch_begin ();
  float *x = extract_scratch_take (scratch, ((gsize) n_inputs + 1) * EXTRACT_LANES, sizeof (float));
  Room room;

  room_take (&room, network, scratch);
  memset (x, 0, (gsize) n_inputs * EXTRACT_LANES * sizeof *x);
  set_ones (x + (gsize) n_inputs * EXTRACT_LANES);
  for (gsize first = 0; first < n_samples; first += EXTRACT_LANES) {
    const gsize n_lanes = MIN (EXTRACT_LANES, n_samples - first);
    const float *y;

    /* In the last round, lanes beyond the samples run along with what they held before. */
    for (gsize lane = 0; lane < n_lanes; lane++, inputs += n_inputs)
      for (guint i = 0; i < n_inputs; i++)
        x[i * EXTRACT_LANES + lane] = inputs[i];
    y = run_lanes (network, kernel, &room, 0, x, room.rows);
    for (gsize lane = 0; lane < n_lanes; lane++, outputs += n_outputs)
      for (guint i = 0; i < n_outputs; i++)
        outputs[i] = y[i * EXTRACT_LANES + lane];
  }
  extract_scratch_end (scratch);
}

void
extract_network_run (const ExtractNetwork *network, gsize n_samples, const float *inputs, float *outputs)
{
  g_return_if_fail (network != NULL);
  g_return_if_fail (n_samples == 0 || (inputs != NULL && outputs != NULL));
  g_return_if_fail (extract_network_get_reach (network) == 0);

  guint n;

  extract_network_run_on (network, extract_kernel_get_all (&n), n_samples, inputs, outputs);
}

/* From the first output of a network to a score. */
static float
score_of (const ExtractNetwork *network, float y)
{
  const ExtractLayer *last = &network->layers[network->n_layers - 1];
  const gboolean symmetric = extract_activation_get_info (last->activation)->minimum < 0;
  float score = symmetric ? (y + 1) / 2 : y;

  return isfinite (score) ? CLAMP (score, 0, 1) : 0;
}

double
extract_network_get_score (const ExtractNetwork *network, double output)
{
  const ExtractLayer *last = &network->layers[network->n_layers - 1];
  const gboolean symmetric = extract_activation_get_info (last->activation)->minimum < 0;

  return CLAMP (symmetric ? (output + 1) / 2 : output, 0, 1);
}

void
extract_network_score (const ExtractNetwork *network, gsize n_samples, const float *inputs, float *scores)
{
  g_return_if_fail (network != NULL);
  g_return_if_fail (n_samples == 0 || (inputs != NULL && scores != NULL));

  const guint n_outputs = extract_network_get_n_outputs (network);
  g_autofree float *outputs = n_outputs > 1 ? g_new (float, n_samples *n_outputs) : NULL;

  extract_network_run (network, n_samples, inputs, outputs ? outputs : scores);
  for (gsize i = 0; i < n_samples; i++)
    scores[i] = score_of (network, outputs ? outputs[i * n_outputs] : scores[i]);
}

void
extract_network_score_columns (const ExtractNetwork *network, const ExtractInputLayer *first,
                               const ExtractKernel *kernel, gsize n_samples, const float *base, guint n_terms,
                               const ExtractTerm *terms, const float *x, float *scores)
{
  ExtractScratch *scratch = extract_scratch_begin ();
  ExtractTerm *left = extract_scratch_take (scratch, n_terms + 1, sizeof *left);
  Room room;

  room_take (&room, network, scratch);
  for (gsize sample = 0; sample < n_samples; sample += EXTRACT_LANES, x += EXTRACT_LANES) {
    const gsize n_lanes = MIN (EXTRACT_LANES, n_samples - sample);
    const guint n_left = kernel->choose_terms (n_terms, terms, x, left);
    const float *y;

    kernel->add_terms (first, base, n_left, left, x, room.y);
    kernel->activate_layer (&network->layers[0], room.y);
    end_layer (&network->layers[0], &room);
    y = run_lanes (network, kernel, &room, 1, room.x, room.rows);
    for (gsize lane = 0; lane < n_lanes; lane++)
      scores[sample + lane] = score_of (network, y[lane]);
  }
  extract_scratch_end (scratch);
}

ExtractNetwork *
extract_network_new (guint n_inputs, const ExtractLayer *layers, guint n_layers, const float *weights,
                     gsize n_weights, GError **error)
{
  g_return_val_if_fail (n_layers == 0 || layers != NULL, NULL);
  g_return_val_if_fail (n_weights == 0 || weights != NULL, NULL);

  if (n_inputs < 1 || n_inputs > MAX_NEURONS) {
    g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT, "the network has %u inputs, not 1 to %d",
                 n_inputs, MAX_NEURONS);
    return NULL;
  }
  if (n_layers < 1 || n_layers > MAX_LAYERS) {
    g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT, "the network has %u layers, not 1 to %d",
                 n_layers, MAX_LAYERS);
    return NULL;
  }

  /* At most 16 x (17 x 65536 + 1) x 65536, far below 2^64. */
  guint64 needed = 0;
  guint before = n_inputs, widest = n_inputs;
  for (guint l = 0; l < n_layers; l++) {
    const ExtractLayer *layer = &layers[l];
    if (layer->size < 1 || layer->size > MAX_NEURONS) {
      g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT,
                   "layer %u of the network has %u neurons, not 1 to %d", l + 1, layer->size, MAX_NEURONS);
      return NULL;
    }
    if ((guint) layer->activation >= EXTRACT_N_ACTIVATIONS) {
      g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT,
                   "layer %u of the network has no known activation", l + 1);
      return NULL;
    }
    if (!isfinite (layer->steepness) || layer->steepness <= 0) {
      g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT,
                   "the steepness of layer %u of the network is not a number above 0", l + 1);
      return NULL;
    }
    if (layer->reach > EXTRACT_MAX_REACH) {
      g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT,
                   "the kernel of layer %u of the network is larger than %d", l + 1,
                   2 * EXTRACT_MAX_REACH + 1);
      return NULL;
    }
    needed += ((2 * (guint64) layer->reach + 1) * before + 1) * layer->size;
    before = layer->size;
    widest = MAX (widest, before);
  }
  if (n_weights != needed) {
    g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT,
                 "the layers of the network need %" G_GUINT64_FORMAT " weights, not %" G_GSIZE_FORMAT, needed,
                 n_weights);
    return NULL;
  }
  for (gsize i = 0; i < n_weights; i++) {
    if (!isfinite (weights[i])) {
      g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT,
                   "weight %" G_GSIZE_FORMAT " of the network is not a finite number", i + 1);
      return NULL;
    }
  }

  ExtractNetwork *network = g_new0 (ExtractNetwork, 1);
  g_atomic_ref_count_init (&network->ref_count);
  network->n_inputs = n_inputs;
  network->n_layers = n_layers;
  network->widest = widest;
  memcpy (network->layers, layers, n_layers * sizeof *layers);
  network->n_weights = n_weights;
  network->weights = g_memdup2 (weights, n_weights * sizeof *weights);
  return network;
}

ExtractNetwork *
extract_network_ref (ExtractNetwork *network)
{
  g_return_val_if_fail (network != NULL, NULL);
  g_atomic_ref_count_inc (&network->ref_count);
  return network;
}

void
extract_network_unref (ExtractNetwork *network)
{
  g_return_if_fail (network != NULL);
  if (!g_atomic_ref_count_dec (&network->ref_count))
    return;
  g_free (network->weights);
  g_free (network);
}

guint
extract_network_get_n_inputs (const ExtractNetwork *network)
{
  g_return_val_if_fail (network != NULL, 0);
  return network->n_inputs;
}

guint
extract_network_get_n_outputs (const ExtractNetwork *network)
{
  g_return_val_if_fail (network != NULL, 0);
  return network->layers[network->n_layers - 1].size;
}

guint
extract_network_get_reach (const ExtractNetwork *network)
{
  g_return_val_if_fail (network != NULL, 0);

  guint reach = 0;

  for (guint l = 0; l < network->n_layers; l++)
    reach += network->layers[l].reach;
  return reach;
}

gboolean
extract_network_is_sequence (const ExtractNetwork *network)
{
  g_return_val_if_fail (network != NULL, FALSE);
  return extract_network_get_reach (network) > 0 || extract_network_get_n_outputs (network) > 1;
}

guint
extract_network_get_n_layers (const ExtractNetwork *network)
{
  g_return_val_if_fail (network != NULL, 0);
  return network->n_layers;
}

const ExtractLayer *
extract_network_get_layer (const ExtractNetwork *network, guint i)
{
  g_return_val_if_fail (network != NULL, NULL);
  g_return_val_if_fail (i < network->n_layers, NULL);
  return &network->layers[i];
}

const float *
extract_network_get_weights (const ExtractNetwork *network, gsize *n)
{
  g_return_val_if_fail (network != NULL, NULL);
  g_return_val_if_fail (n != NULL, NULL);
  *n = network->n_weights;
  return network->weights;
}
