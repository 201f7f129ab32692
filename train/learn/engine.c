/* SPDX-License-Identifier: MIT */
/*
 * What the engines share: samples, checks, first weights, and saved states.
 *
 * A saved state is a head, the arrays of what the engine remembers (engine-private.h), and a SHA-256 of both:
 *
 *   magic  order  version  engine  n_arrays  n_weights  n_epochs  seed  digest | weights … | … | SHA-256
 *
 * The digest is over all that has to be the same in the engine that takes the state: the parts of the plan
 * that engines read, and the samples. All is checked before the first float is copied.
 */
#include "train/learn/engine-private.h"
#include "libextract/model/model.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#define DIGEST_LENGTH 32
#define STATE_VERSION 3
#define STATE_ORDER 0x01020304
/* Far beyond what samples of pages can fill: 64 MiB of weights, and some of those arrays. */
#define MAX_WEIGHTS (1 << 24)
#define MAX_NEURONS 65536

static const TrainEngineClass *const classes[] = {
  [TRAIN_ENGINE_MATRIX] = &train_engine_matrix,
  [TRAIN_ENGINE_FANN] = &train_engine_fann,
};

static const char *const algorithm_names[] = {
  [TRAIN_ALGORITHM_RPROP] = "RPROP",
  [TRAIN_ALGORITHM_INCREMENTAL] = "incremental training",
  [TRAIN_ALGORITHM_BATCH] = "batch training",
  [TRAIN_ALGORITHM_QUICKPROP] = "quickprop",
  [TRAIN_ALGORITHM_ADAM] = "Adam",
};

static const char *const loss_names[] = {
  [TRAIN_LOSS_SQUARE] = "square",
  [TRAIN_LOSS_TANH] = "tanh",
  [TRAIN_LOSS_CROSS_ENTROPY] = "cross-entropy",
};

struct _TrainEngine {
  const TrainEngineClass *class;
  TrainPlan plan;
  const TrainSamples *samples;
  gsize n_weights;
  guint32 seed;
  guint64 n_epochs;    /* that have been run */
  gpointer self;       /* of the class */
  gboolean has_digest; /* it costs a look at all samples */
  guint8 digest[DIGEST_LENGTH];
};

/* ---- Samples ---------------------------------------------------------------------------------- */

TrainSamples *
train_samples_new (guint n_features, guint n_core, guint window)
{
  TrainSamples *samples = g_new0 (TrainSamples, 1);

  samples->n_features = n_features;
  samples->n_core = n_core;
  samples->window = window;
  samples->n_inputs = n_features + 2 * window * n_core;
  return samples;
}

void
train_samples_add (TrainSamples *samples, const float *rows, gsize n_rows, gsize i, float target,
                   float weight)
{
  if (samples->n == samples->n_allocated) {
    samples->n_allocated = MAX (64, samples->n_allocated * 2);
    samples->places = g_renew (TrainPlace, samples->places, samples->n_allocated);
    samples->targets = g_renew (float, samples->targets, samples->n_allocated);
    samples->weights = g_renew (float, samples->weights, samples->n_allocated);
  }
  samples->places[samples->n] = (TrainPlace){ .row = rows + i * samples->n_features,
                                              .before = MIN (i, samples->window),
                                              .after = MIN (n_rows - 1 - i, samples->window) };
  samples->targets[samples->n] = target;
  samples->weights[samples->n] = weight;
  samples->n++;
}

void
train_samples_gather (const TrainSamples *samples, gsize i, float *inputs)
{
  const TrainPlace *place = &samples->places[i];
  gint64 window = samples->window, before = place->before, after = place->after;

  for (gint64 k = -window; k <= window; k++) {
    gsize width = k == 0 ? samples->n_features : samples->n_core;

    if (k >= -before && k <= after)
      memcpy (inputs, place->row + k * (gint64) samples->n_features, width * sizeof *inputs);
    else
      memset (inputs, 0, width * sizeof *inputs);
    inputs += width;
  }
}

void
train_samples_free (TrainSamples *samples)
{
  g_free (samples->places);
  g_free (samples->targets);
  g_free (samples->weights);
  g_free (samples);
}

/* ---- Checks ----------------------------------------------------------------------------------- */

static gboolean refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
refuse (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error)
    *error = g_error_new_valist (G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, format, arguments);
  va_end (arguments);
  return FALSE;
}

static const TrainEngineClass *
find_class (const TrainPlan *plan)
{
  return plan->engine == TRAIN_ENGINE_MATRIX && train_layers_are_sequence (plan->layers, plan->n_layers)
             ? &train_engine_sequence
             : classes[plan->engine];
}

/* Inputs of a neuron. */
static guint64
get_fan_in (guint before, const ExtractLayer *layer)
{
  return (2 * (guint64) layer->reach + 1) * before;
}

/* Returns: the number of weights, 0 if the layers make no network. */
static gsize
check_layers (const TrainPlan *plan, guint n_inputs, guint n_classes, GError **error)
{
  guint64 n_weights = 0;
  guint before = n_inputs;

  if (plan->n_layers < 1 || plan->n_layers > TRAIN_MAX_LAYERS)
    return refuse (error, "a network has 1 to %d layers, not %u", TRAIN_MAX_LAYERS, plan->n_layers);
  if (n_inputs < 1 || n_inputs > MAX_NEURONS)
    return refuse (error, "a network has 1 to %d inputs, not %u", MAX_NEURONS, n_inputs);
  for (guint l = 0; l < plan->n_layers; l++) {
    const ExtractLayer *layer = &plan->layers[l];

    if (layer->size < 1 || layer->size > MAX_NEURONS)
      return refuse (error, "a layer has 1 to %d neurons, not %u", MAX_NEURONS, layer->size);
    if ((guint) layer->activation >= EXTRACT_N_ACTIVATIONS)
      return refuse (error, "layer %u has no known activation", l + 1);
    if (!isfinite (layer->steepness) || layer->steepness <= 0)
      return refuse (error, "the steepness of layer %u is not a number above 0", l + 1);
    if (layer->reach > EXTRACT_MAX_REACH)
      return refuse (error, "the kernel of layer %u is larger than %d", l + 1, 2 * EXTRACT_MAX_REACH + 1);
    n_weights += (get_fan_in (before, layer) + 1) * layer->size;
    before = layer->size;
  }
  if (n_classes > 0 && before != n_classes)
    return refuse (error, "the last layer has %u neurons, but there are %u classes", before, n_classes);
  if (n_classes == 0 && before != 1 && before != EXTRACT_N_LABELS && before != EXTRACT_N_PAIRS)
    return refuse (error, "the last layer has %u neurons, not one, or one for each label or pair of labels",
                   before);
  if (n_weights > MAX_WEIGHTS)
    return refuse (error, "the network has more than %d weights", MAX_WEIGHTS);
  return n_weights;
}

static gboolean
check_plan (const TrainEngineClass *class, const TrainPlan *plan, GError **error)
{
  const ExtractLayer *last = &plan->layers[plan->n_layers - 1];

  if ((guint) plan->algorithm >= G_N_ELEMENTS (algorithm_names) ||
      (guint) plan->loss >= G_N_ELEMENTS (loss_names))
    return refuse (error, "the plan names no known algorithm and loss");
  if (!(class->algorithms & 1U << plan->algorithm))
    return refuse (error, "the engine %s has no %s", class->name, algorithm_names[plan->algorithm]);
  if (plan->algorithm == TRAIN_ALGORITHM_ADAM && (plan->batch < 1 || plan->epochs < 1))
    return refuse (error, "Adam needs to know the size of a batch and the number of epochs");
  if (!(class->losses & 1U << plan->loss))
    return refuse (error, "the engine %s has no loss %s", class->name, loss_names[plan->loss]);
  if (last->size > 1 && last->activation != EXTRACT_ACTIVATION_LINEAR)
    return refuse (error, "several outputs need the activation linear in the last layer");
  if (plan->loss == TRAIN_LOSS_CROSS_ENTROPY && last->size == 1 &&
      last->activation != EXTRACT_ACTIVATION_SIGMOID)
    return refuse (error, "the loss cross-entropy needs the activation sigmoid in the last layer");
  if (class == &train_engine_sequence && plan->snippet < 1)
    return refuse (error, "a network of convolutions needs to know the blocks of a snippet");
  if (class != &train_engine_sequence && plan->l2 != 0)
    return refuse (error, "only networks of convolutions know l2");
  for (guint l = 0; l < plan->n_layers && class == &train_engine_fann; l++)
    if (plan->layers[l].reach > 0 || plan->layers[l].activation == EXTRACT_ACTIVATION_RELU)
      return refuse (error, "FANN has neither convolutions nor the activation relu");
  return TRUE;
}

/* Whether the exponents of all floats of @row leave room above. */
static gboolean
row_is_finite (const float *row, guint n)
{
  const guint32 exponent = 0x7f800000;
  guint32 n_others = 0;

#pragma omp simd reduction(+ : n_others)
  for (guint i = 0; i < n; i++) {
    guint32 bits;

    memcpy (&bits, &row[i], sizeof bits);
    n_others += (bits & exponent) == exponent;
  }
  return n_others == 0;
}

static gboolean
check_samples (const TrainEngineClass *class, const TrainSamples *samples, GError **error)
{
  g_autofree float *inputs = g_new (float, samples->n_inputs);
  double sum = 0;

  if (samples->n == 0)
    return refuse (error, "there are no samples to train on");
  for (gsize i = 0; i < samples->n; i++) {
    float weight = samples->weights[i], target = samples->targets[i];

    train_samples_gather (samples, i, inputs);
    if (!row_is_finite (inputs, samples->n_inputs))
      return refuse (error, "an input of sample %" G_GSIZE_FORMAT " is no finite number", i + 1);
    if (samples->n_classes > 0 && !(target >= 0 && target < samples->n_classes && target == floorf (target)))
      return refuse (error, "the target of sample %" G_GSIZE_FORMAT " is no class", i + 1);
    if (samples->n_classes == 0 && !(target >= 0 && target <= 1))
      return refuse (error, "the target of sample %" G_GSIZE_FORMAT " is not from 0 to 1", i + 1);
    if (!isfinite (weight) || weight < 0)
      return refuse (error, "the weight of sample %" G_GSIZE_FORMAT " is no finite number from 0", i + 1);
    if (!class->weighted && weight != 1)
      return refuse (error, "the engine %s has no weights of samples: let pages give samples that are drawn",
                     class->name);
    sum += weight;
  }
  if (sum <= 0)
    return refuse (error, "all samples have the weight 0");
  return TRUE;
}

static gboolean
check_start (const TrainPlan *plan, guint n_inputs, const ExtractNetwork *start, GError **error)
{
  if (extract_network_get_n_inputs (start) != n_inputs)
    return refuse (error, "the network to start from has %u inputs, the samples have %u",
                   extract_network_get_n_inputs (start), n_inputs);
  if (extract_network_get_n_layers (start) != plan->n_layers)
    return refuse (error, "the network to start from has %u layers, the plan has %u",
                   extract_network_get_n_layers (start), plan->n_layers);
  for (guint l = 0; l < plan->n_layers; l++) {
    const ExtractLayer *a = extract_network_get_layer (start, l), *b = &plan->layers[l];

    if (a->size != b->size || a->activation != b->activation || a->steepness != b->steepness ||
        a->reach != b->reach)
      return refuse (error, "layer %u of the network to start from is not that of the plan", l + 1);
  }
  return TRUE;
}

/* ---- Engines ---------------------------------------------------------------------------------- */

/* Even in ±1 / (steepness x sqrt (fan-in)). */
static void
draw_weights (const TrainPlan *plan, guint n_inputs, guint32 seed, float *weights)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  guint64 fan_in = get_fan_in (n_inputs, &plan->layers[0]);

  for (guint l = 0; l < plan->n_layers; l++) {
    double reach = 1 / (plan->layers[l].steepness * sqrt ((double) fan_in));

    for (gsize i = (gsize) plan->layers[l].size * (fan_in + 1); i > 0; i--)
      *weights++ = g_rand_double_range (rand, -reach, reach);
    if (l + 1 < plan->n_layers)
      fan_in = get_fan_in (plan->layers[l].size, &plan->layers[l + 1]);
  }
}

TrainEngine *
train_engine_new (const TrainPlan *plan, const TrainSamples *samples, ExtractNetwork *start, guint32 seed,
                  guint threads, GError **error)
{
  const TrainEngineClass *class;
  gsize n_weights;
  g_autofree float *weights = NULL;
  gpointer self;
  TrainEngine *engine;

  if ((guint) plan->engine >= G_N_ELEMENTS (classes)) {
    refuse (error, "the plan names no known engine");
    return NULL;
  }
  class = find_class (plan);
  n_weights = check_layers (plan, samples->n_inputs, samples->n_classes, error);
  if (n_weights == 0 || !check_plan (class, plan, error) || !check_samples (class, samples, error) ||
      (start && !check_start (plan, samples->n_inputs, start, error)))
    return NULL;

  weights = g_new (float, n_weights);
  if (start) {
    gsize n;
    memcpy (weights, extract_network_get_weights (start, &n), n_weights * sizeof *weights);
  } else
    draw_weights (plan, samples->n_inputs, seed, weights);
  self = class->create (plan, samples, weights, n_weights, MAX (threads, 1), error);
  if (!self)
    return NULL;
  engine = g_new0 (TrainEngine, 1);
  *engine = (TrainEngine){
    .class = class, .plan = *plan, .samples = samples, .n_weights = n_weights, .seed = seed, .self = self
  };
  return engine;
}

void
train_engine_free (TrainEngine *engine)
{
  engine->class->destroy (engine->self);
  g_free (engine);
}

float *const *
train_engine_get_memory (TrainEngine *engine, gsize *n_weights)
{
  *n_weights = engine->n_weights;
  return engine->class->get_memory (engine->self);
}

gboolean
train_engine_run_epoch (TrainEngine *engine, double *mean, GError **error)
{
  float *const *memory = engine->class->get_memory (engine->self);
  double loss = engine->class->run_epoch (engine->self, engine->seed, engine->n_epochs++);
  gboolean finite = isfinite (loss);

  for (guint m = 0; m < TRAIN_N_MEMORIES; m++)
    finite = finite && (!memory[m] || row_is_finite (memory[m], engine->n_weights));
  if (!finite) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                         "training has left the finite numbers: its steps are too large");
    return FALSE;
  }
  if (mean)
    *mean = loss;
  return TRUE;
}

ExtractNetwork *
train_engine_dup_network (TrainEngine *engine, GError **error)
{
  return extract_network_new (engine->samples->n_inputs, engine->plan.layers, engine->plan.n_layers,
                              engine->class->get_memory (engine->self)[TRAIN_MEMORY_WEIGHTS],
                              engine->n_weights, error);
}

/* ---- Saved states ----------------------------------------------------------------------------- */

typedef struct {
  char magic[8];
  guint32 order; /* of bytes */
  guint32 version;
  guint32 engine;
  guint32 n_arrays;
  guint64 n_weights;
  guint64 n_epochs;
  guint64 seed;
  guint8 digest[DIGEST_LENGTH];
} StateHead;

G_STATIC_ASSERT (sizeof (StateHead) == 80); /* no holes */

static const char state_magic[] = "TXTTRAIN"; /* without the zero byte */

static void
sum_up (gconstpointer data, gsize length, guint8 *digest)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  gsize n = DIGEST_LENGTH;

  g_checksum_update (checksum, data, length);
  g_checksum_get_digest (checksum, digest, &n);
}

/* FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo), by words: it tells samples apart, nothing more. */
static guint64
mix (guint64 hash, const float *values, gsize n)
{
  for (gsize i = 0; i < n; i++) {
    guint32 bits;

    memcpy (&bits, &values[i], sizeof bits);
    hash = (hash ^ bits) * G_GUINT64_CONSTANT (0x100000001b3);
  }
  return hash;
}

/* What else counts in a network of convolutions. */
static void
append_sequence (GByteArray *bytes, const TrainPlan *plan)
{
  const double numbers[] = { plan->steps, plan->snippet, plan->l2 };

  g_byte_array_append (bytes, (const guint8 *) numbers, sizeof numbers);
  for (guint l = 0; l < plan->n_layers; l++) {
    const double reach = plan->layers[l].reach;

    g_byte_array_append (bytes, (const guint8 *) &reach, sizeof reach);
  }
}

static const guint8 *
get_digest (TrainEngine *engine)
{
  const TrainPlan *plan = &engine->plan;
  const TrainSamples *samples = engine->samples;
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);
  gboolean is_adam = plan->algorithm == TRAIN_ALGORITHM_ADAM;
  /* Every number as a double, so that no padding of a struct enters the checksum. */
  const double numbers[] = {
    plan->engine,
    plan->algorithm,
    plan->loss,
    plan->rprop_increase,
    plan->rprop_decrease,
    plan->rprop_first_step,
    plan->rprop_minimum_step,
    plan->rprop_maximum_step,
    train_plan_get_learning_rate (plan),
    plan->momentum,
    plan->quickprop_decay,
    plan->quickprop_mu,
    is_adam ? plan->batch : 0,
    is_adam ? plan->epochs : 0,
    is_adam ? plan->dropout : 0,
    is_adam ? plan->schedule : 0,
    samples->n_inputs,
    samples->n,
    plan->n_layers,
  };
  g_autoptr (GByteArray) bytes = NULL;
  g_autofree float *inputs = NULL;

  if (engine->has_digest)
    return engine->digest;
  bytes = g_byte_array_new ();
  g_byte_array_append (bytes, (const guint8 *) numbers, sizeof numbers);
  for (guint l = 0; l < plan->n_layers; l++) {
    const ExtractLayer *layer = &plan->layers[l];
    const double row[] = { layer->size, layer->activation, layer->steepness };

    g_byte_array_append (bytes, (const guint8 *) row, sizeof row);
  }
  if (engine->class == &train_engine_sequence)
    append_sequence (bytes, plan);
  inputs = g_new (float, samples->n_inputs);
  for (gsize i = 0; i < samples->n; i++) {
    train_samples_gather (samples, i, inputs);
    hash = mix (hash, inputs, samples->n_inputs);
  }
  hash = mix (hash, samples->targets, samples->n);
  hash = mix (hash, samples->weights, samples->n);
  g_byte_array_append (bytes, (const guint8 *) &hash, sizeof hash);
  sum_up (bytes->data, bytes->len, engine->digest);
  engine->has_digest = TRUE;
  return engine->digest;
}

/* The head that a state of this engine has. */
static StateHead
make_head (TrainEngine *engine)
{
  float *const *memory = engine->class->get_memory (engine->self);
  StateHead head = { .order = STATE_ORDER,
                     .version = STATE_VERSION,
                     .engine = engine->plan.engine,
                     .n_weights = engine->n_weights,
                     .n_epochs = engine->n_epochs,
                     .seed = engine->seed };

  memcpy (head.magic, state_magic, sizeof head.magic);
  memcpy (head.digest, get_digest (engine), sizeof head.digest);
  for (guint m = 0; m < TRAIN_N_MEMORIES; m++)
    head.n_arrays += memory[m] != NULL;
  return head;
}

static gsize
array_size (const TrainEngine *engine)
{
  return engine->n_weights * sizeof (float);
}

GBytes *
train_engine_save (TrainEngine *engine)
{
  float *const *memory = engine->class->get_memory (engine->self);
  StateHead head = make_head (engine);
  gsize size = sizeof head + head.n_arrays * array_size (engine);
  guint8 *state = g_malloc (size + DIGEST_LENGTH), *p = state;

  memcpy (p, &head, sizeof head);
  p += sizeof head;
  for (guint m = 0; m < TRAIN_N_MEMORIES; m++)
    if (memory[m]) {
      memcpy (p, memory[m], array_size (engine));
      p += array_size (engine);
    }
  sum_up (state, size, p);
  return g_bytes_new_take (state, size + DIGEST_LENGTH);
}

static gboolean
reject (GError **error, const char *sentence)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, sentence);
  return FALSE;
}

/* Whether @state has the head @expected, all of its bytes, and finite numbers. */
static gboolean
check_state (const guint8 *state, gsize length, const StateHead *expected, GError **error)
{
  gsize n = expected->n_arrays * expected->n_weights;
  gsize size = sizeof (StateHead) + n * sizeof (float);
  StateHead head;
  guint8 digest[DIGEST_LENGTH];

  if (length < sizeof head + DIGEST_LENGTH)
    return reject (error, "the saved training is cut off");
  memcpy (&head, state, sizeof head);
  if (memcmp (head.magic, expected->magic, sizeof head.magic) != 0)
    return reject (error, "this is no saved training");
  if (head.order != expected->order || head.version != expected->version)
    return reject (error, "the training was saved by another kind of machine or version of the program");
  if (head.engine != expected->engine || head.n_arrays != expected->n_arrays ||
      head.n_weights != expected->n_weights || memcmp (head.digest, expected->digest, DIGEST_LENGTH) != 0)
    return reject (error, "the training was saved with another plan or other samples");
  if (length != size + DIGEST_LENGTH)
    return reject (error, "the saved training does not have the length that it should");
  sum_up (state, size, digest);
  if (memcmp (digest, state + size, DIGEST_LENGTH) != 0)
    return reject (error, "the saved training is damaged: its checksum is another");
  for (gsize i = 0; i < n; i++) {
    float value;

    memcpy (&value, state + sizeof head + i * sizeof value, sizeof value);
    if (!isfinite (value))
      return reject (error, "the saved training has a number that is not finite");
  }
  return TRUE;
}

gboolean
train_engine_restore (TrainEngine *engine, GBytes *state, GError **error)
{
  float *const *memory = engine->class->get_memory (engine->self);
  StateHead head = make_head (engine);
  gsize length;
  const guint8 *p = g_bytes_get_data (state, &length);

  if (!check_state (p, length, &head, error))
    return FALSE;
  memcpy (&head, p, sizeof head);
  engine->n_epochs = head.n_epochs;
  engine->seed = head.seed;
  p += sizeof head;
  for (guint m = 0; m < TRAIN_N_MEMORIES; m++)
    if (memory[m]) {
      memcpy (memory[m], p, array_size (engine));
      p += array_size (engine);
    }
  return TRUE;
}
