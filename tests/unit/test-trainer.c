/* SPDX-License-Identifier: MIT */
/*
 * Training on samples that are made by hand, or at random from a seed:
 *
 *   XOR         inputs (0, 0) (0, 1) (1, 0) (1, 1)  ->  -1 1 1 -1
 *   one place   the same row with different answers: the answer of the network is their mean
 */
#include <math.h>
#include <string.h>

#include <gio/gio.h>

#include "train/trainer.h"

static const ExtractLayer small_layers[] = {
  { 8, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.5F },
  { 1, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.5F },
};

/* The shape of the network that models have. */
static const ExtractLayer usual_layers[] = {
  { 39, EXTRACT_ACTIVATION_SIGMOID_STEPWISE, 0.65F },
  { 19, EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC, 0.75F },
  { 9, EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC, 0.75F },
  { 1, EXTRACT_ACTIVATION_LINEAR_PIECE_SYMMETRIC, 0.8F },
};

static float minus = -1, plus = 1;
static float xor_inputs[4][2] = { { 0, 0 }, { 0, 1 }, { 1, 0 }, { 1, 1 } };
static float *xor_outputs[4] = { &minus, &plus, &plus, &minus };

static void
add_sample (TrainSamples *samples, float *inputs, float *output)
{
  g_ptr_array_add (samples->inputs, inputs);
  g_ptr_array_add (samples->outputs, output);
}

static TrainSamples *
make_xor (void)
{
  TrainSamples *samples = train_samples_new (2);
  for (guint i = 0; i < G_N_ELEMENTS (xor_outputs); i++)
    add_sample (samples, xor_inputs[i], xor_outputs[i]);
  return samples;
}

/* @n_rows rows of @n_inputs random values each, in *@rows; the answer is whether the first is the larger
 * of the first two. */
static TrainSamples *
make_random (guint n_inputs, guint n_rows, float **rows)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  TrainSamples *samples = train_samples_new (n_inputs);

  *rows = g_new (float, (gsize) n_inputs *n_rows);
  for (gsize i = 0; i < (gsize) n_inputs * n_rows; i++)
    (*rows)[i] = (float) g_rand_double (rand);
  for (guint i = 0; i < n_rows; i++) {
    float *row = *rows + (gsize) i * n_inputs;
    add_sample (samples, row, row[0] > row[1] ? &plus : &minus);
  }
  return samples;
}

/* What the progress of a training said. */
typedef struct {
  guint n_calls;
  double first;
  double last;
} Errors;

static void
note_error (guint epoch, double error, gpointer data)
{
  Errors *errors = data;

  g_assert_cmpuint (epoch, ==, errors->n_calls + 1);
  g_assert_true (isfinite (error) && error >= 0);
  errors->n_calls++;
  if (epoch == 1)
    errors->first = error;
  errors->last = error;
}

static ExtractNetwork *
train (const TrainSamples *samples, const ExtractLayer *layers, guint n_layers, guint epochs, guint32 seed,
       Errors *errors)
{
  TrainPlan plan = { .layers = layers, .n_layers = n_layers, .epochs = epochs, .seed = seed };
  Errors unused = { 0 };
  g_autoptr (GError) error = NULL;
  ExtractNetwork *network = train_network (samples, &plan, note_error, errors ? errors : &unused, &error);

  g_assert_no_error (error);
  g_assert_nonnull (network);
  return network;
}

static gboolean
same_weights (const ExtractNetwork *a, const ExtractNetwork *b)
{
  gsize n_a, n_b;
  const float *x = extract_network_get_weights (a, &n_a);
  const float *y = extract_network_get_weights (b, &n_b);

  g_assert_cmpuint (n_a, ==, n_b);
  return memcmp (x, y, n_a * sizeof *x) == 0;
}

static void
test_learns (void)
{
  g_autoptr (TrainSamples) samples = make_xor ();

  for (guint32 seed = 1; seed <= 5; seed++) {
    Errors errors = { 0 };
    float outputs[4];
    g_autoptr (ExtractNetwork) network =
        train (samples, small_layers, G_N_ELEMENTS (small_layers), 500, seed, &errors);

    g_test_message ("seed %u: error %g, then %g", seed, errors.first, errors.last);
    g_assert_cmpfloat (errors.last, <, errors.first / 10);
    extract_network_run (network, 4, xor_inputs[0], outputs);
    for (guint i = 0; i < 4; i++) {
      g_assert_cmpfloat (fabs (outputs[i]), <=, 1);
      g_assert_cmpfloat (outputs[i] * *xor_outputs[i], >, 0.5);
    }
  }
}

/* It has learnt, not learnt by heart: other rows are right, too. */
static void
test_generalizes (void)
{
  enum { N_INPUTS = 78, N_ROWS = 400, N_LEARNT = 300 };
  g_autofree float *rows = NULL;
  g_autoptr (TrainSamples) samples = make_random (N_INPUTS, N_ROWS, &rows);
  g_autofree float *outputs = g_new (float, N_ROWS);
  guint right = 0;

  g_ptr_array_set_size (samples->inputs, N_LEARNT);
  g_ptr_array_set_size (samples->outputs, N_LEARNT);
  g_autoptr (ExtractNetwork) network =
      train (samples, usual_layers, G_N_ELEMENTS (usual_layers), 60, 1, NULL);
  extract_network_run (network, N_ROWS, rows, outputs);
  for (guint i = 0; i < N_ROWS; i++) {
    const float *row = rows + (gsize) i * N_INPUTS;
    g_assert_cmpfloat (outputs[i], >=, -1);
    g_assert_cmpfloat (outputs[i], <=, 1);
    if (i >= N_LEARNT && (outputs[i] > 0) == (row[0] > row[1]))
      right++;
  }
  g_test_message ("%u of %u", right, N_ROWS - N_LEARNT);
  g_assert_cmpuint (right, >=, 75);
}

static void
test_seeds (void)
{
  g_autofree float *rows = NULL;
  g_autoptr (TrainSamples) samples = make_random (78, 50, &rows);
  guint n = G_N_ELEMENTS (usual_layers);
  g_autoptr (ExtractNetwork) one = train (samples, usual_layers, n, 10, 7, NULL);
  g_autoptr (ExtractNetwork) again = train (samples, usual_layers, n, 10, 7, NULL);
  g_autoptr (ExtractNetwork) other = train (samples, usual_layers, n, 10, 8, NULL);
  g_autoptr (ExtractNetwork) longer = train (samples, usual_layers, n, 11, 7, NULL);

  g_assert_true (same_weights (one, again));
  g_assert_false (same_weights (one, other));
  g_assert_false (same_weights (one, longer));
}

/* The plan comes out as it went in. */
static void
test_shape (void)
{
  g_autofree float *rows = NULL;
  g_autoptr (TrainSamples) samples = make_random (78, 20, &rows);
  g_autoptr (ExtractNetwork) network = train (samples, usual_layers, G_N_ELEMENTS (usual_layers), 1, 1, NULL);
  gsize n;
  const float *weights = extract_network_get_weights (network, &n);

  g_assert_cmpuint (extract_network_get_n_inputs (network), ==, 78);
  g_assert_cmpuint (extract_network_get_n_outputs (network), ==, 1);
  g_assert_cmpuint (extract_network_get_n_layers (network), ==, G_N_ELEMENTS (usual_layers));
  for (guint i = 0; i < G_N_ELEMENTS (usual_layers); i++) {
    const ExtractLayer *layer = extract_network_get_layer (network, i);
    g_assert_cmpuint (layer->size, ==, usual_layers[i].size);
    g_assert_cmpint (layer->activation, ==, usual_layers[i].activation);
    g_assert_cmpfloat (layer->steepness, ==, usual_layers[i].steepness);
  }
  g_assert_cmpuint (n, ==, 79 * 39 + 40 * 19 + 20 * 9 + 10);
  for (gsize i = 0; i < n; i++)
    g_assert_true (isfinite (weights[i]));
}

/*
 * FANN reports the error of an epoch before it changes the weights. So what it says of epoch k + 1
 * is its own forward pass through the network that k epochs gave; ours must come to the same. It
 * halves the differences of symmetric outputs.
 */
static void
test_agrees_with_fann (void)
{
  enum { N_ROWS = 100 };
  static const guint epochs[] = { 1, 5, 40 };
  g_autofree float *rows = NULL;
  g_autoptr (TrainSamples) samples = make_random (78, N_ROWS, &rows);
  guint n_layers = G_N_ELEMENTS (usual_layers);

  for (guint k = 0; k < G_N_ELEMENTS (epochs); k++) {
    Errors errors = { 0 };
    float outputs[N_ROWS];
    double sum = 0;
    g_autoptr (ExtractNetwork) network = train (samples, usual_layers, n_layers, epochs[k], 3, NULL);
    g_autoptr (ExtractNetwork) next = train (samples, usual_layers, n_layers, epochs[k] + 1, 3, &errors);

    extract_network_run (network, N_ROWS, rows, outputs);
    for (guint i = 0; i < N_ROWS; i++) {
      double difference = (*(const float *) samples->outputs->pdata[i] - (double) outputs[i]) / 2;
      sum += difference * difference;
    }
    g_test_message ("after %u epochs: %.9f, by FANN %.9f", epochs[k], sum / N_ROWS, errors.last);
    g_assert_cmpfloat_with_epsilon (sum / N_ROWS, errors.last, 1e-5);
  }
}

static void
test_progress (void)
{
  static const guint epochs[] = { 1, 2, 33 };
  g_autoptr (TrainSamples) samples = make_xor ();

  for (guint i = 0; i < G_N_ELEMENTS (epochs); i++) {
    Errors errors = { 0 };
    g_autoptr (ExtractNetwork) network =
        train (samples, small_layers, G_N_ELEMENTS (small_layers), epochs[i], 1, &errors);
    g_assert_cmpuint (errors.n_calls, ==, epochs[i]);
  }

  /* Nobody has to listen, and it makes no difference. */
  TrainPlan plan = {
    .layers = small_layers, .n_layers = G_N_ELEMENTS (small_layers), .epochs = 33, .seed = 1
  };
  g_autoptr (ExtractNetwork) silent = train_network (samples, &plan, NULL, NULL, NULL);
  g_autoptr (ExtractNetwork) heard = train (samples, small_layers, plan.n_layers, 33, 1, NULL);
  g_assert_nonnull (silent);
  g_assert_true (same_weights (silent, heard));
}

static void
test_empty (void)
{
  g_autoptr (TrainSamples) samples = train_samples_new (2);
  TrainPlan plan = {
    .layers = small_layers, .n_layers = G_N_ELEMENTS (small_layers), .epochs = 3, .seed = 1
  };
  g_autoptr (GError) error = NULL;
  Errors errors = { 0 };

  g_assert_null (train_network (samples, &plan, note_error, &errors, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
  g_assert_cmpuint (errors.n_calls, ==, 0);
}

static void
ignore_error (guint epoch, double error, gpointer data)
{
}

/* Values that no page gives: an error, or a network that is fit for use; never a damaged one. */
static void
test_not_finite (void)
{
  static const float values[] = { NAN, INFINITY, -INFINITY, 3e38F };
  static const struct {
    const ExtractLayer *layers;
    guint n_layers;
  } shapes[] = { { small_layers, G_N_ELEMENTS (small_layers) },
                 { usual_layers, G_N_ELEMENTS (usual_layers) } };

  for (guint s = 0; s < G_N_ELEMENTS (shapes); s++)
    for (guint v = 0; v < G_N_ELEMENTS (values); v++) {
      float row[2] = { values[v], 0.5F };
      TrainPlan plan = {
        .layers = shapes[s].layers, .n_layers = shapes[s].n_layers, .epochs = 20, .seed = 1
      };
      g_autoptr (TrainSamples) samples = make_xor ();
      g_autoptr (GError) error = NULL;

      add_sample (samples, row, &plus);
      g_autoptr (ExtractNetwork) network = train_network (samples, &plan, ignore_error, NULL, &error);
      g_test_message ("%g: %s", (double) values[v], error ? error->message : "a network");
      if (!network) {
        g_assert_nonnull (error);
        continue;
      }
      gsize n;
      const float *weights = extract_network_get_weights (network, &n);
      g_assert_no_error (error);
      for (gsize i = 0; i < n; i++)
        g_assert_true (isfinite (weights[i]));
    }
}

/* One row with the answers -1 and 1, each a number of times: least squares give their mean. */
static void
test_repeated_rows (void)
{
  static const struct {
    guint n_minus;
    guint n_plus;
    double mean;
  } cases[] = { { 1, 1, 0 }, { 3, 1, -0.5 }, { 1, 3, 0.5 }, { 30, 10, -0.5 }, { 1, 9, 0.8 } };
  static const ExtractLayer layers[] = { { 4, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.5F },
                                         { 1, EXTRACT_ACTIVATION_LINEAR_PIECE_SYMMETRIC, 0.5F } };
  float row[2] = { 0.25F, 0.75F };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TrainSamples) samples = train_samples_new (2);
    float output;

    for (guint n = 0; n < cases[i].n_minus; n++)
      add_sample (samples, row, &minus);
    for (guint n = 0; n < cases[i].n_plus; n++)
      add_sample (samples, row, &plus);
    g_autoptr (ExtractNetwork) network = train (samples, layers, G_N_ELEMENTS (layers), 300, 1, NULL);
    extract_network_run (network, 1, row, &output);
    g_test_message ("case %u: %g", i, (double) output);
    g_assert_cmpfloat_with_epsilon (output, cases[i].mean, 0.02);
  }
}

static gpointer
train_in_thread (gpointer samples)
{
  return train (samples, usual_layers, G_N_ELEMENTS (usual_layers), 20, 9, NULL);
}

static void
test_threads (void)
{
  enum { N_THREADS = 3 };
  g_autofree float *rows = NULL;
  g_autoptr (TrainSamples) samples = make_random (78, 60, &rows);
  g_autoptr (ExtractNetwork) alone = train_in_thread (samples);
  GThread *threads[N_THREADS];

  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("train", train_in_thread, samples);
  for (guint i = 0; i < N_THREADS; i++) {
    g_autoptr (ExtractNetwork) network = g_thread_join (threads[i]);
    g_assert_true (same_weights (network, alone));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trainer/learns", test_learns);
  g_test_add_func ("/trainer/generalizes", test_generalizes);
  g_test_add_func ("/trainer/seeds", test_seeds);
  g_test_add_func ("/trainer/shape", test_shape);
  g_test_add_func ("/trainer/agrees-with-fann", test_agrees_with_fann);
  g_test_add_func ("/trainer/progress", test_progress);
  g_test_add_func ("/trainer/empty", test_empty);
  g_test_add_func ("/trainer/not-finite", test_not_finite);
  g_test_add_func ("/trainer/repeated-rows", test_repeated_rows);
  g_test_add_func ("/trainer/threads", test_threads);
  return g_test_run ();
}
