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
 * Speed comes from running LANES samples side by side. Each value of a layer is a row of LANES
 * floats, one for each sample; a weight is read once for the row. So the weights stay in the order
 * in which they came, layers of any size fill the vector registers, and the activations run in
 * them too. Lanes know nothing of each other: a sample gets the same outputs to the last bit in
 * whatever batch it comes. One sample alone costs as much as LANES: callers should come with many.
 */
#include <math.h>

#include "extract.h"

#define MAX_LAYERS 16
#define MAX_NEURONS 65536

/* Four samples in one vector of the machine (SSE2, NEON), or what the compiler makes of it. */
typedef float Vector __attribute__ ((vector_size (16), may_alias));
typedef gint32 Mask __attribute__ ((vector_size (16), may_alias));
typedef guint32 Bits __attribute__ ((vector_size (16), may_alias));

/* One value of a layer, for LANES samples. */
typedef struct {
  Vector low, high;
} Row;

#define LANES (sizeof (Row) / sizeof (float))

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

static inline Vector
choose (Mask mask, Vector yes, Vector no)
{
  return (Vector) ((mask & (Mask) yes) | (~mask & (Mask) no));
}

static inline Vector
splat (float value)
{
  return (Vector){ value, value, value, value };
}

/* NaN stays NaN: both comparisons fail. */
static inline Vector
clamp (Vector x, float low, float high)
{
  x = choose (x > high, splat (high), x);
  return choose (x < low, splat (low), x);
}

static inline Vector
absolute (Vector x)
{
  return (Vector) ((Bits) x & 0x7fffffffU);
}

/*
 * exp (x) = 2^n exp (r) with n = round (x / ln 2) and r = x - n ln 2, |r| <= ln 2 / 2, where a
 * polynomial (of Cephes) comes within 1e-7 of exp (r). Adding 1.5 2^23 rounds to an integer and
 * leaves it in the low bits, from where it moves into the exponent. ln 2 is taken off in two parts
 * of which the first has few bits, so that n times it is exact. Beyond +-87 the result would not be
 * a normal number: x is cut to it, which changes the activations by less than 1e-37.
 */
static inline Vector
exponential (Vector x)
{
  const float magic = 0x1.8p23F;

  x = clamp (x, -87, 87);
  Vector shifted = x * 1.44269504F + magic;
  Vector n = shifted - magic;
  Vector r = x - n * 0.693359375F - n * -2.12194440e-4F;
  Vector p = splat (1.98756915e-4F);
  p = p * r + 1.39819995e-3F;
  p = p * r + 8.33345191e-3F;
  p = p * r + 4.16657959e-2F;
  p = p * r + 1.66666655e-1F;
  p = p * r + 5.00000012e-1F;
  p = p * r * r + r + 1.0F;
  Vector power = (Vector) (((Bits) shifted << 23) + 0x3f800000U);
  return p * power;
}

static inline Vector
stepwise (const Stepwise *f, Vector s)
{
  Vector y = splat (f->minimum);

  for (guint i = 0; i < N_PIECES; i++)
    y = choose (s >= f->pieces[i].v, (s - f->pieces[i].v) * f->pieces[i].slope + f->pieces[i].r, y);
  return choose (s >= f->end, splat (f->maximum), y);
}

static inline Vector
activate_one (ExtractActivation activation, Vector s)
{
  switch (activation) {
  case EXTRACT_ACTIVATION_SIGMOID:
    return 1.0F / (exponential (-2.0F * s) + 1.0F);
  case EXTRACT_ACTIVATION_SIGMOID_STEPWISE:
    return stepwise (&sigmoid_stepwise, s);
  case EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC:
    return 2.0F / (exponential (-2.0F * s) + 1.0F) - 1.0F;
  case EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC_STEPWISE:
    return stepwise (&sigmoid_symmetric_stepwise, s);
  case EXTRACT_ACTIVATION_GAUSSIAN:
    return exponential (-s * s);
  case EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC:
    return exponential (-s * s) * 2.0F - 1.0F;
  case EXTRACT_ACTIVATION_ELLIOT:
    return s / 2.0F / (absolute (s) + 1.0F) + 0.5F;
  case EXTRACT_ACTIVATION_ELLIOT_SYMMETRIC:
    return s / (absolute (s) + 1.0F);
  case EXTRACT_ACTIVATION_LINEAR_PIECE:
    return clamp (s, 0, 1);
  case EXTRACT_ACTIVATION_LINEAR_PIECE_SYMMETRIC:
    return clamp (s, -1, 1);
  case EXTRACT_ACTIVATION_LINEAR:
  case EXTRACT_N_ACTIVATIONS:
    break;
  }
  return s;
}

/* y = f (s), s = k y cut to [-150/k, 150/k]: from the sums of a layer to its values, in place. */
static void
activate (const ExtractLayer *layer, Row *y)
{
  const float k = layer->steepness;
  const float limit = 150 / k;

  for (guint j = 0; j < layer->size; j++) {
    y[j].low = activate_one (layer->activation, clamp (y[j].low * k, -limit, limit));
    y[j].high = activate_one (layer->activation, clamp (y[j].high * k, -limit, limit));
  }
}

/*
 * The sums of the @size neurons of a layer, each over @m + 1 terms (the last one is the bias):
 *
 *   y[j] = w[j][0] x[0] + ... + w[j][m] x[m]
 *
 * in FANN's order: first the m + 1 mod 4 terms at the front, backwards, then the others by fours,
 * each four added up by themselves.
 */
static void
weigh (guint m, const Row *restrict x, guint size, const float *restrict w, Row *restrict y)
{
  const guint n_terms = m + 1;
  const guint n_front = n_terms % 4;

  for (guint j = 0; j < size; j++, w += n_terms) {
    Row sum = { { 0 }, { 0 } };

    for (guint i = n_front; i-- > 0;) {
      sum.low += w[i] * x[i].low;
      sum.high += w[i] * x[i].high;
    }
    for (guint i = n_front; i < n_terms; i += 4) {
      const float *v = w + i;
      const Row *r = x + i;
      sum.low += v[0] * r[0].low + v[1] * r[1].low + v[2] * r[2].low + v[3] * r[3].low;
      sum.high += v[0] * r[0].high + v[1] * r[1].high + v[2] * r[2].high + v[3] * r[3].high;
    }
    y[j] = sum;
  }
}

void
extract_network_run (const ExtractNetwork *network, gsize n_samples, const float *inputs, float *outputs)
{
  g_return_if_fail (network != NULL);

  if (n_samples == 0)
    return;

  const guint n_inputs = network->n_inputs;
  const guint n_outputs = extract_network_get_n_outputs (network);
  const gsize n_rows = (gsize) network->widest + 1; /* one more for the bias */
  Row *rows = g_aligned_alloc0 (2 * n_rows, sizeof (Row), 64);

  for (gsize first = 0; first < n_samples; first += LANES) {
    const gsize n_lanes = MIN (LANES, n_samples - first);
    const float *w = network->weights;
    guint m = n_inputs;
    Row *x = rows, *y = rows + n_rows;

    /* In the last round, lanes beyond the samples run along with what they held before. */
    for (gsize lane = 0; lane < n_lanes; lane++, inputs += n_inputs) {
      float *values = (float *) x + lane;
      for (guint i = 0; i < n_inputs; i++)
        values[i * LANES] = inputs[i];
    }
    for (guint l = 0; l < network->n_layers; l++) {
      const ExtractLayer *layer = &network->layers[l];
      x[m] = (Row){ splat (1), splat (1) };
      weigh (m, x, layer->size, w, y);
      activate (layer, y);
      w += ((gsize) m + 1) * layer->size;
      m = layer->size;
      Row *swap = x;
      x = y;
      y = swap;
    }
    for (gsize lane = 0; lane < n_lanes; lane++, outputs += n_outputs) {
      const float *values = (const float *) x + lane;
      for (guint i = 0; i < n_outputs; i++)
        outputs[i] = values[i * LANES];
    }
  }
  g_aligned_free (rows);
}

void
extract_network_score (const ExtractNetwork *network, gsize n_samples, const float *inputs, float *scores)
{
  const guint n_outputs = extract_network_get_n_outputs (network);
  const ExtractLayer *last = &network->layers[network->n_layers - 1];
  const gboolean symmetric = extract_activation_get_info (last->activation)->minimum < 0;
  g_autofree float *outputs = n_outputs > 1 ? g_new (float, n_samples *n_outputs) : NULL;

  extract_network_run (network, n_samples, inputs, outputs ? outputs : scores);
  for (gsize i = 0; i < n_samples; i++) {
    float y = outputs ? outputs[i * n_outputs] : scores[i];
    float score = symmetric ? (y + 1) / 2 : y;

    scores[i] = isfinite (score) ? CLAMP (score, 0, 1) : 0;
  }
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

  /* At most 16 x 65537 x 65536, far below 2^64. */
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
    needed += ((guint64) before + 1) * layer->size;
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
  return network->n_inputs;
}

guint
extract_network_get_n_outputs (const ExtractNetwork *network)
{
  return network->layers[network->n_layers - 1].size;
}

guint
extract_network_get_n_layers (const ExtractNetwork *network)
{
  return network->n_layers;
}

const ExtractLayer *
extract_network_get_layer (const ExtractNetwork *network, guint i)
{
  g_return_val_if_fail (i < network->n_layers, NULL);
  return &network->layers[i];
}

const float *
extract_network_get_weights (const ExtractNetwork *network, gsize *n)
{
  *n = network->n_weights;
  return network->weights;
}
