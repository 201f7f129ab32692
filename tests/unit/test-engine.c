/* SPDX-License-Identifier: MIT */
/*
 * What both engines promise: they learn, the same every time; they go on from a saved state as if nothing had
 * been, and take no other; they refuse what they cannot do. Samples are made by hand or from a seed:
 *
 *   XOR         inputs (0, 0) (0, 1) (1, 0) (1, 1)  ->  0 1 1 0
 *   two moons   two half circles, each reaching into the other
 *   one place   the same row with different targets: the best answer is their mean
 */
#include <math.h>

#include "engine-cases.h"
#include "libextract/model/model.h"

static const ExtractLayer thesis_layers[TRAIN_MAX_LAYERS] = THESIS;
static const ExtractLayer symmetric_layers[TRAIN_MAX_LAYERS] = {
  { 8, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.5F }, { 1, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.5F }
};
static const ExtractLayer sigmoid_layers[TRAIN_MAX_LAYERS] = {
  { 8, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.5F }, { 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F }
};

/* Every algorithm and loss that there is. */
static const struct {
  const char *name;
  TrainEngineKind engine;
  TrainAlgorithm algorithm;
  TrainLoss loss;
  const ExtractLayer *layers;
  double learning_rate, momentum;
  guint xor_epochs;
  guint batch;
} ways[] = {
  { "matrix, square", TRAIN_ENGINE_MATRIX, TRAIN_ALGORITHM_RPROP, TRAIN_LOSS_SQUARE, symmetric_layers, 0, 0,
    500 },
  { "matrix, cross-entropy", TRAIN_ENGINE_MATRIX, TRAIN_ALGORITHM_RPROP, TRAIN_LOSS_CROSS_ENTROPY,
    sigmoid_layers, 0, 0, 500 },
  { "matrix, Adam, cross-entropy", TRAIN_ENGINE_MATRIX, TRAIN_ALGORITHM_ADAM, TRAIN_LOSS_CROSS_ENTROPY,
    sigmoid_layers, 0.1, 0, 500, 16 },
  { "matrix, Adam, square", TRAIN_ENGINE_MATRIX, TRAIN_ALGORITHM_ADAM, TRAIN_LOSS_SQUARE, symmetric_layers,
    0.1, 0, 500, 3 },
  { "fann, RPROP, square", TRAIN_ENGINE_FANN, TRAIN_ALGORITHM_RPROP, TRAIN_LOSS_SQUARE, symmetric_layers, 0,
    0, 500 },
  { "fann, RPROP, tanh", TRAIN_ENGINE_FANN, TRAIN_ALGORITHM_RPROP, TRAIN_LOSS_TANH, sigmoid_layers, 0, 0,
    500 },
  { "fann, incremental", TRAIN_ENGINE_FANN, TRAIN_ALGORITHM_INCREMENTAL, TRAIN_LOSS_SQUARE, symmetric_layers,
    0.7, 0, 4000 },
  { "fann, momentum", TRAIN_ENGINE_FANN, TRAIN_ALGORITHM_INCREMENTAL, TRAIN_LOSS_SQUARE, symmetric_layers,
    0.5, 0.5, 4000 },
  { "fann, batch", TRAIN_ENGINE_FANN, TRAIN_ALGORITHM_BATCH, TRAIN_LOSS_SQUARE, symmetric_layers, 4, 0,
    4000 },
  { "fann, quickprop", TRAIN_ENGINE_FANN, TRAIN_ALGORITHM_QUICKPROP, TRAIN_LOSS_SQUARE, symmetric_layers, 0.7,
    0, 4000 },
};

/* The first ones: good at the problems that are for all of them. */
#define N_ALIKE 5

static TrainPlan
plan_of_way (guint way)
{
  TrainPlan plan = make_plan (ways[way].engine, ways[way].layers);

  plan.algorithm = ways[way].algorithm;
  plan.loss = ways[way].loss;
  plan.learning_rate = ways[way].learning_rate;
  plan.momentum = ways[way].momentum;
  plan.batch = ways[way].batch;
  plan.epochs = 500;
  return plan;
}

static const float xor_inputs[4][2] = { { 0, 0 }, { 0, 1 }, { 1, 0 }, { 1, 1 } };
static const float xor_targets[4] = { 0, 1, 1, 0 };

static TrainSamples *
make_xor (void)
{
  TrainSamples *samples = train_samples_new (2, 0, 0);

  for (guint i = 0; i < 4; i++)
    train_samples_add (samples, xor_inputs[i], 1, 0, xor_targets[i], 1);
  return samples;
}

/* ---- Learning ----------------------------------------------------------------------------------- */

static void
test_xor (void)
{
  g_autoptr (TrainSamples) samples = make_xor ();

  for (guint way = 0; way < G_N_ELEMENTS (ways); way++) {
    TrainPlan plan = plan_of_way (way);
    g_autoptr (TrainEngine) engine = make_engine (&plan, samples, 1, 1);
    double middle = ways[way].layers == symmetric_layers ? 0 : 0.5, first = run_epochs (engine, 1);
    double last = run_epochs (engine, ways[way].xor_epochs);
    g_autoptr (ExtractNetwork) network = train_engine_dup_network (engine, NULL);
    float outputs[4];

    g_test_message ("%s: %g, then %g", ways[way].name, first, last);
    g_assert_cmpfloat (last, <, first / 10);
    extract_network_run (network, 4, xor_inputs[0], outputs);
    for (guint i = 0; i < 4; i++)
      g_assert_true ((outputs[i] > middle) == (xor_targets[i] > 0));
  }
}

static void
test_moons (void)
{
  enum { N = 600 };
  static float rows[N][2];
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  g_autoptr (TrainSamples) samples = train_samples_new (2, 0, 0);

  for (guint i = 0; i < N; i++) {
    double angle = g_rand_double_range (rand, 0, G_PI), upper = i % 2;
    rows[i][0] = (float) (upper ? cos (angle) : 1 - cos (angle));
    rows[i][1] = (float) (upper ? sin (angle) : 0.5 - sin (angle));
    if (i < N / 2)
      train_samples_add (samples, rows[i], 1, 0, (float) upper, 1);
  }
  for (guint way = 0; way < N_ALIKE; way++) {
    TrainPlan plan = plan_of_way (way);
    g_autoptr (TrainEngine) engine = make_engine (&plan, samples, 1, 1);
    guint right = 0;
    float outputs[N];

    run_epochs (engine, 300);
    g_autoptr (ExtractNetwork) network = train_engine_dup_network (engine, NULL);
    extract_network_run (network, N, rows[0], outputs);
    for (guint i = N / 2; i < N; i++)
      right += (outputs[i] > (ways[way].layers == symmetric_layers ? 0 : 0.5)) == i % 2;
    g_test_message ("%s: %u of %u", ways[way].name, right, N / 2);
    g_assert_cmpuint (right, >=, N / 2 * 97 / 100);
  }
}

/* The mean of the targets: what the square makes least, and cross-entropy as well. Weights count as often. */
static void
test_one_place (void)
{
  static const struct {
    float bad, good; /* weights, or how often for FANN */
    double mean;
  } cases[] = { { 1, 1, 0.5 }, { 3, 1, 0.25 }, { 1, 3, 0.75 }, { 1, 9, 0.9 } };
  const float row[2] = { 0.25F, 0.75F };

  for (guint way = 0; way < N_ALIKE; way++)
    for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
      TrainPlan plan = plan_of_way (way);
      g_autoptr (TrainSamples) samples = train_samples_new (2, 0, 0);
      float output;

      if (plan.engine == TRAIN_ENGINE_MATRIX) {
        train_samples_add (samples, row, 1, 0, 0, cases[c].bad);
        train_samples_add (samples, row, 1, 0, 1, cases[c].good);
      } else {
        for (guint i = 0; i < cases[c].bad + cases[c].good; i++)
          train_samples_add (samples, row, 1, 0, i >= cases[c].bad, 1);
      }
      g_autoptr (TrainEngine) engine = make_engine (&plan, samples, 1, 1);
      run_epochs (engine, 200);
      g_autoptr (ExtractNetwork) network = train_engine_dup_network (engine, NULL);
      extract_network_run (network, 1, row, &output);
      if (ways[way].layers == symmetric_layers)
        output = (output + 1) / 2;
      g_test_message ("%s: %g of %g", ways[way].name, (double) output, cases[c].mean);
      g_assert_cmpfloat_with_epsilon (output, cases[c].mean, 0.01);
    }
}

/* ---- The first weights ---------------------------------------------------------------------------- */

static void
test_first_weights (void)
{
  g_autofree float *rows = NULL;
  g_autoptr (TrainSamples) samples = make_samples (78, 20, &rows);
  TrainPlan plan = make_plan (TRAIN_ENGINE_FANN, thesis_layers);
  g_autoptr (TrainEngine) fann = make_engine (&plan, samples, 7, 1);
  plan.engine = TRAIN_ENGINE_MATRIX;
  g_autoptr (TrainEngine) matrix = make_engine (&plan, samples, 7, 1);
  g_autoptr (TrainEngine) other = make_engine (&plan, samples, 8, 1);
  g_autoptr (ExtractNetwork) network = train_engine_dup_network (fann, NULL);
  guint before = 78;
  gsize n, n_weights;
  const float *weights = extract_network_get_weights (network, &n);

  g_assert_cmpuint (n, ==, 79 * 39 + 40 * 19 + 20 * 9 + 10);
  g_assert_cmpmem (weights, n * sizeof *weights, train_engine_get_memory (matrix, &n_weights)[0],
                   n * sizeof *weights);
  g_assert_false (same_state (matrix, other));
  for (guint l = 0; l < extract_network_get_n_layers (network); l++) {
    const ExtractLayer *layer = extract_network_get_layer (network, l);
    double reach = 1 / (layer->steepness * sqrt (before)), most = 0;

    g_assert_cmpuint (layer->size, ==, thesis_layers[l].size);
    g_assert_cmpint (layer->activation, ==, thesis_layers[l].activation);
    g_assert_cmpfloat (layer->steepness, ==, thesis_layers[l].steepness);
    for (gsize i = (before + 1) * (gsize) layer->size; i > 0; i--, weights++)
      most = MAX (most, fabs (*weights));
    g_assert_cmpfloat (most, <=, reach);
    g_assert_cmpfloat (most, >, 0.6 * reach);
    before = layer->size;
  }
}

static void
test_warm_start (void)
{
  g_autoptr (TrainSamples) samples = make_xor ();

  for (guint way = 0; way < G_N_ELEMENTS (ways); way++) {
    TrainPlan plan = plan_of_way (way);
    g_autoptr (TrainEngine) engine = make_engine (&plan, samples, 1, 1);
    run_epochs (engine, 50);
    g_autoptr (ExtractNetwork) start = train_engine_dup_network (engine, NULL);
    g_autoptr (TrainEngine) next = train_engine_new (&plan, samples, start, 2, 1, NULL);
    g_autoptr (ExtractNetwork) same = train_engine_dup_network (next, NULL);
    gsize n;
    const float *a = extract_network_get_weights (start, &n), *b = extract_network_get_weights (same, &n);

    g_assert_cmpmem (a, n * sizeof *a, b, n * sizeof *b);
    /* Its first epoch sees what the other engine would have seen next; but there is momentum within one, and
     * Adam has an order of samples. */
    if (ways[way].momentum > 0 || plan.algorithm == TRAIN_ALGORITHM_ADAM)
      continue;
    g_assert_cmpfloat (run_epochs (next, 1), ==, run_epochs (engine, 1));
  }
}

/* ---- Saved states --------------------------------------------------------------------------------- */

static void
test_states (void)
{
  g_autofree float *rows = NULL;
  g_autoptr (TrainSamples) samples = make_samples (5, 60, &rows);

  for (guint way = 0; way < G_N_ELEMENTS (ways); way++) {
    TrainPlan plan = plan_of_way (way);
    g_autoptr (GError) error = NULL;
    g_autoptr (TrainEngine) straight = make_engine (&plan, samples, 1, 1);
    g_autoptr (TrainEngine) stopped = make_engine (&plan, samples, 1, 1);
    /* Another seed: nothing of its own may be left. */
    g_autoptr (TrainEngine) resumed = make_engine (&plan, samples, 2, 1);

    run_epochs (straight, 25);
    run_epochs (stopped, 12);
    g_autoptr (GBytes) state = train_engine_save (stopped);
    g_assert_true (train_engine_restore (resumed, state, &error));
    g_assert_no_error (error);
    g_assert_true (same_state (resumed, stopped));
    g_assert_cmpfloat (run_epochs (resumed, 13), ==, run_epochs (stopped, 13));
    g_assert_true (same_state (resumed, straight));
    g_assert_true (same_state (stopped, straight));

    /* Back in time. */
    g_assert_true (train_engine_restore (straight, state, &error));
    run_epochs (straight, 13);
    g_assert_true (same_state (resumed, straight));
  }
}

static void
assert_rejected (TrainEngine *engine, const guint8 *data, gsize length)
{
  g_autoptr (GBytes) before = train_engine_save (engine);
  g_autoptr (GBytes) state = g_bytes_new (data, length);
  g_autoptr (GError) error = NULL;

  g_assert_false (train_engine_restore (engine, state, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_autoptr (GBytes) after = train_engine_save (engine);
  g_assert_true (g_bytes_equal (before, after));
}

static void
test_damaged_states (void)
{
  g_autoptr (TrainSamples) samples = make_xor ();

  for (guint way = 0; way < G_N_ELEMENTS (ways); way++) {
    TrainPlan plan = plan_of_way (way);
    g_autoptr (TrainEngine) engine = make_engine (&plan, samples, 1, 1);
    g_autoptr (GBytes) state = train_engine_save (engine);
    gsize length;
    const guint8 *data = g_bytes_get_data (state, &length);
    g_autofree guint8 *damaged = g_malloc (length + 1);

    run_epochs (engine, 3);
    for (gsize n = 0; n < length; n++)
      assert_rejected (engine, data, n);
    memcpy (damaged, data, length);
    damaged[length] = 0;
    assert_rejected (engine, damaged, length + 1);
    for (gsize i = 0; i < length; i++) {
      damaged[i] ^= 1 << i % 8;
      assert_rejected (engine, damaged, length);
      damaged[i] ^= 1 << i % 8;
    }

    /* A weight that is no number, with a checksum that fits. */
    const float nothing = NAN;
    g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
    gsize n_digest = 32;
    memcpy (damaged + 80 + 4, &nothing, sizeof nothing);
    g_checksum_update (checksum, damaged, length - 32);
    g_checksum_get_digest (checksum, damaged + length - 32, &n_digest);
    assert_rejected (engine, damaged, length);
  }
}

/* Each of these differs in one thing from the engine that saved. */
static void
test_foreign_states (void)
{
  g_autofree float *rows = NULL, *other_rows = NULL;
  g_autoptr (TrainSamples) samples = make_samples (5, 60, &rows);
  g_autoptr (TrainSamples) others = make_samples (5, 60, &other_rows);
  TrainPlan plan = plan_of_way (0);
  g_autoptr (TrainEngine) engine = make_engine (&plan, samples, 1, 1);
  g_autoptr (GBytes) state = train_engine_save (engine);
  gsize length;
  const guint8 *data = g_bytes_get_data (state, &length);

  /* Same values elsewhere in memory, and more threads, are no difference; nor is what engines do not read. */
  plan.epochs = 99;
  plan.batch = 7;
  g_autoptr (TrainEngine) same = make_engine (&plan, others, 3, 2);
  g_assert_true (train_engine_restore (same, state, NULL));

  other_rows[17] = 0.123F;
  g_autoptr (TrainEngine) other_input = make_engine (&plan, others, 1, 1);
  assert_rejected (other_input, data, length);
  other_rows[17] = rows[17];
  others->targets[3] = 0.5F;
  g_autoptr (TrainEngine) other_target = make_engine (&plan, others, 1, 1);
  assert_rejected (other_target, data, length);
  others->targets[3] = samples->targets[3];
  others->weights[4] = 2;
  g_autoptr (TrainEngine) other_weight = make_engine (&plan, others, 1, 1);
  assert_rejected (other_weight, data, length);

  for (guint change = 0; change < 7; change++) {
    TrainPlan changed = plan;

    switch (change) {
    case 0:
      changed.engine = TRAIN_ENGINE_FANN;
      break;
    case 1:
      changed.rprop_increase = 1.3;
      break;
    case 2:
      changed.rprop_maximum_step = 49;
      break;
    case 3:
      changed.layers[0].steepness = 0.25F;
      break;
    case 4:
      changed.layers[0].activation = EXTRACT_ACTIVATION_ELLIOT;
      break;
    case 5:
      changed.layers[0].size = 9;
      break;
    case 6:
      changed.algorithm = TRAIN_ALGORITHM_ADAM;
      break;
    }
    g_autoptr (TrainEngine) foreign = make_engine (&changed, samples, 1, 1);
    assert_rejected (foreign, data, length);
  }

  /* With adam, the schedule counts. */
  plan.algorithm = TRAIN_ALGORITHM_ADAM;
  g_autoptr (TrainEngine) adam = make_engine (&plan, samples, 1, 1);
  g_autoptr (GBytes) adam_state = train_engine_save (adam);
  data = g_bytes_get_data (adam_state, &length);
  for (guint change = 0; change < 3; change++) {
    TrainPlan changed = plan;

    changed.epochs += change == 0;
    changed.batch += change == 1;
    changed.learning_rate = change == 2 ? 0.005 : 0;
    g_autoptr (TrainEngine) foreign = make_engine (&changed, samples, 1, 1);
    assert_rejected (foreign, data, length);
  }
}

/* ---- Refusals ------------------------------------------------------------------------------------- */

typedef enum {
  NO_SAMPLES,
  WITH_NAN,
  WITH_INFINITY,
  TARGET_ABOVE,
  TARGET_BELOW,
  TARGET_NAN,
  WEIGHT_BELOW,
  WEIGHT_INFINITE,
  WEIGHTS_OF_NOTHING,
  WEIGHTS_OF_TWO,
  NO_ENGINE,
  QUICKPROP,
  TANH,
  ADAM,
  NO_BATCH,
  NO_EPOCHS,
  ENTROPY,
  NO_LAYERS,
  TOO_MANY_LAYERS,
  EMPTY_LAYER,
  HUGE_LAYERS,
  THREE_OUTPUTS,
  NO_STEEPNESS,
  NO_ACTIVATION,
  START_INPUTS,
  START_LAYERS,
  START_SIZE,
  START_ACTIVATION,
  START_STEEPNESS,
} Wrong;

static const struct {
  Wrong wrong;
  TrainEngineKind engine;
  const char *sentence;
} refusals[] = {
  { NO_SAMPLES, TRAIN_ENGINE_MATRIX, "there are no samples*" },
  { NO_SAMPLES, TRAIN_ENGINE_FANN, "there are no samples*" },
  { WITH_NAN, TRAIN_ENGINE_MATRIX, "an input of sample 3 is no finite number" },
  { WITH_INFINITY, TRAIN_ENGINE_FANN, "an input of sample 3 is no finite number" },
  { TARGET_ABOVE, TRAIN_ENGINE_MATRIX, "the target of sample 3 *" },
  { TARGET_BELOW, TRAIN_ENGINE_FANN, "the target of sample 3 *" },
  { TARGET_NAN, TRAIN_ENGINE_MATRIX, "the target of sample 3 *" },
  { WEIGHT_BELOW, TRAIN_ENGINE_MATRIX, "the weight of sample 3 *" },
  { WEIGHT_INFINITE, TRAIN_ENGINE_MATRIX, "the weight of sample 3 *" },
  { WEIGHTS_OF_NOTHING, TRAIN_ENGINE_MATRIX, "all samples have the weight 0" },
  { WEIGHTS_OF_TWO, TRAIN_ENGINE_FANN, "the engine fann has no weights of samples*" },
  { NO_ENGINE, TRAIN_ENGINE_FANN, "the plan names no known engine" },
  { QUICKPROP, TRAIN_ENGINE_MATRIX, "the engine matrix has no quickprop" },
  { TANH, TRAIN_ENGINE_MATRIX, "the engine matrix has no loss tanh" },
  { ADAM, TRAIN_ENGINE_FANN, "the engine fann has no Adam" },
  { NO_BATCH, TRAIN_ENGINE_MATRIX, "Adam needs to know *" },
  { NO_EPOCHS, TRAIN_ENGINE_MATRIX, "Adam needs to know *" },
  { ENTROPY, TRAIN_ENGINE_FANN, "the engine fann has no loss cross-entropy" },
  { ENTROPY, TRAIN_ENGINE_MATRIX, "the loss cross-entropy needs the activation sigmoid*" },
  { NO_LAYERS, TRAIN_ENGINE_MATRIX, "a network has 1 to 16 layers, not 0" },
  { TOO_MANY_LAYERS, TRAIN_ENGINE_MATRIX, "a network has 1 to 16 layers, not 17" },
  { EMPTY_LAYER, TRAIN_ENGINE_FANN, "a layer has 1 to 65536 neurons, not 0" },
  { HUGE_LAYERS, TRAIN_ENGINE_MATRIX, "the network has more than 16777216 weights" },
  { THREE_OUTPUTS, TRAIN_ENGINE_MATRIX, "the last layer has 3 neurons*" },
  { NO_STEEPNESS, TRAIN_ENGINE_MATRIX, "the steepness of layer 1 *" },
  { NO_ACTIVATION, TRAIN_ENGINE_MATRIX, "layer 1 has no known activation" },
  { START_INPUTS, TRAIN_ENGINE_MATRIX, "the network to start from has 3 inputs, the samples have 2" },
  { START_LAYERS, TRAIN_ENGINE_FANN, "the network to start from has 1 layers, the plan has 2" },
  { START_SIZE, TRAIN_ENGINE_MATRIX, "layer 1 of the network to start from *" },
  { START_ACTIVATION, TRAIN_ENGINE_MATRIX, "layer 2 of the network to start from *" },
  { START_STEEPNESS, TRAIN_ENGINE_FANN, "layer 1 of the network to start from *" },
};

/* A network like that of the plan but for one thing. */
static ExtractNetwork *
make_start (Wrong wrong)
{
  ExtractLayer layers[] = { symmetric_layers[0], symmetric_layers[1] };
  guint n_inputs = wrong == START_INPUTS ? 3 : 2, n_layers = wrong == START_LAYERS ? 1 : 2;
  float weights[100] = { 0 };

  if (wrong == START_SIZE)
    layers[0].size = 7;
  if (wrong == START_ACTIVATION)
    layers[1].activation = EXTRACT_ACTIVATION_ELLIOT_SYMMETRIC;
  if (wrong == START_STEEPNESS)
    layers[0].steepness = 1;
  return extract_network_new (n_inputs, layers, n_layers, weights,
                              (n_inputs + 1) * layers[0].size + (n_layers - 1) * (layers[0].size + 1), NULL);
}

static void
spoil_samples (TrainSamples *samples, Wrong wrong, float *row)
{
  switch (wrong) {
  case NO_SAMPLES:
    samples->n = 0;
    break;
  case WITH_NAN:
  case WITH_INFINITY:
    row[1] = wrong == WITH_NAN ? NAN : -INFINITY;
    samples->places[2].row = row;
    break;
  case TARGET_ABOVE:
    samples->targets[2] = 1.001F;
    break;
  case TARGET_BELOW:
    samples->targets[2] = -1;
    break;
  case TARGET_NAN:
    samples->targets[2] = NAN;
    break;
  case WEIGHT_BELOW:
    samples->weights[2] = -0.5F;
    break;
  case WEIGHT_INFINITE:
    samples->weights[2] = INFINITY;
    break;
  case WEIGHTS_OF_NOTHING:
    memset (samples->weights, 0, samples->n * sizeof *samples->weights);
    break;
  case WEIGHTS_OF_TWO:
    samples->weights[2] = 2;
    break;
  default:
    break;
  }
}

static void
spoil_plan (TrainPlan *plan, Wrong wrong)
{
  switch (wrong) {
  case NO_ENGINE:
    plan->engine = 7;
    break;
  case QUICKPROP:
    plan->algorithm = TRAIN_ALGORITHM_QUICKPROP;
    break;
  case TANH:
    plan->loss = TRAIN_LOSS_TANH;
    break;
  case ADAM:
  case NO_BATCH:
  case NO_EPOCHS:
    plan->algorithm = TRAIN_ALGORITHM_ADAM;
    plan->batch *= wrong != NO_BATCH;
    plan->epochs *= wrong != NO_EPOCHS;
    break;
  case ENTROPY:
    plan->loss = TRAIN_LOSS_CROSS_ENTROPY;
    break;
  case NO_LAYERS:
    plan->n_layers = 0;
    break;
  case TOO_MANY_LAYERS:
    plan->n_layers = 17;
    break;
  case EMPTY_LAYER:
    plan->layers[0].size = 0;
    break;
  case HUGE_LAYERS:
    plan->n_layers = 3;
    plan->layers[0].size = plan->layers[1].size = 65536;
    plan->layers[2] = (ExtractLayer){ 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F };
    break;
  case THREE_OUTPUTS:
    plan->layers[1].size = 3;
    break;
  case NO_STEEPNESS:
    plan->layers[0].steepness = 0;
    break;
  case NO_ACTIVATION:
    plan->layers[0].activation = EXTRACT_N_ACTIVATIONS;
    break;
  default:
    break;
  }
}

static void
test_refusals (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++) {
    Wrong wrong = refusals[i].wrong;
    TrainPlan plan = make_plan (refusals[i].engine, symmetric_layers);
    g_autoptr (TrainSamples) samples = make_xor ();
    g_autoptr (ExtractNetwork) start = wrong >= START_INPUTS ? make_start (wrong) : NULL;
    g_autoptr (GError) error = NULL;
    float row[2] = { 0, 0 };

    spoil_samples (samples, wrong, row);
    spoil_plan (&plan, wrong);
    g_assert_null (train_engine_new (&plan, samples, start, 1, 1, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
    g_test_message ("%s", error->message);
    g_assert_true (g_pattern_match_simple (refusals[i].sentence, error->message));
    /* Nobody has to listen. */
    g_assert_null (train_engine_new (&plan, samples, start, 1, 1, NULL));
  }
}

/* Numbers that no page gives: an error, or a network that is fit for use; and a good state heals the engine.
 */
static void
test_not_finite (void)
{
  static const ExtractLayer layers[TRAIN_MAX_LAYERS] = { { 3, EXTRACT_ACTIVATION_LINEAR, 1e-3F },
                                                         { 1, EXTRACT_ACTIVATION_LINEAR, 1 } };
  static const float rows[][2] = { { 3e38F, 3e38F }, { -3e38F, 3e38F }, { 1, 0 } };
  g_autoptr (TrainSamples) samples = train_samples_new (2, 0, 0);
  guint n_failed = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    train_samples_add (samples, rows[i], 1, 0, i % 2, 1);
  for (guint way = 0; way < G_N_ELEMENTS (ways); way++) {
    TrainPlan plan = plan_of_way (way);
    g_autoptr (GError) error = NULL;
    double mean = -1;

    if (plan.loss == TRAIN_LOSS_CROSS_ENTROPY)
      continue;
    memcpy (plan.layers, layers, sizeof layers);
    plan.learning_rate = 1e30;
    g_autoptr (TrainEngine) engine = make_engine (&plan, samples, 1, 1);
    g_autoptr (GBytes) state = train_engine_save (engine);
    for (guint epoch = 0; epoch < 10 && !error; epoch++)
      train_engine_run_epoch (engine, &mean, &error);
    if (error) {
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
      n_failed++;
    } else {
      g_autoptr (ExtractNetwork) network = train_engine_dup_network (engine, &error);
      g_assert_no_error (error);
      g_assert_nonnull (network);
      g_assert_true (isfinite (mean));
    }
    g_test_message ("%s: %s", ways[way].name, error ? error->message : "a network");
    g_assert_true (train_engine_restore (engine, state, NULL));
    g_autoptr (GBytes) again = train_engine_save (engine);
    g_assert_true (g_bytes_equal (state, again));
  }
  g_assert_cmpuint (n_failed, >=, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/xor", test_xor);
  g_test_add_func ("/engine/moons", test_moons);
  g_test_add_func ("/engine/one-place", test_one_place);
  g_test_add_func ("/engine/first-weights", test_first_weights);
  g_test_add_func ("/engine/warm-start", test_warm_start);
  g_test_add_func ("/engine/states", test_states);
  g_test_add_func ("/engine/damaged-states", test_damaged_states);
  g_test_add_func ("/engine/foreign-states", test_foreign_states);
  g_test_add_func ("/engine/refusals", test_refusals);
  g_test_add_func ("/engine/not-finite", test_not_finite);
  return g_test_run ();
}
