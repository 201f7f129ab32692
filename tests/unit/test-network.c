/* SPDX-License-Identifier: MIT */
/*
 * The forward pass against that of FANN, sample by sample; and what FANN's own cannot promise: the
 * same bits in any batch and from any thread.
 */
#include <float.h>
#include <math.h>

#include <fann.h>
#include <libextract/extract.h>
#include <libextract/model/model.h>

#define TOLERANCE 1e-5

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

static const ExtractLayer usual_layers[] = {
  { 39, EXTRACT_ACTIVATION_SIGMOID_STEPWISE, 0.65F },
  { 19, EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC, 0.75F },
  { 9, EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC, 0.75F },
  { 1, EXTRACT_ACTIVATION_LINEAR_PIECE_SYMMETRIC, 0.8F },
};

static float *
random_floats (GRand *rand, gsize n, double size)
{
  float *floats = g_new (float, n);

  for (gsize i = 0; i < n; i++)
    floats[i] = (float) g_rand_double_range (rand, -size, size);
  return floats;
}

static gsize
count_weights (guint n_inputs, const ExtractLayer *layers, guint n_layers)
{
  gsize n = 0;

  for (guint l = 0; l < n_layers; l++)
    n += (gsize) ((l == 0 ? n_inputs : layers[l - 1].size) + 1) * layers[l].size;
  return n;
}

/* Each weight is up to 2 / sqrt (size of the layer before), so that sums are neither tiny nor huge. */
static float *
random_weights (GRand *rand, guint n_inputs, const ExtractLayer *layers, guint n_layers)
{
  float *weights = random_floats (rand, count_weights (n_inputs, layers, n_layers), 2);
  float *w = weights;

  for (guint l = 0; l < n_layers; l++) {
    guint before = l == 0 ? n_inputs : layers[l - 1].size;
    for (gsize n = (gsize) (before + 1) * layers[l].size; n > 0; n--)
      *w++ /= sqrtf ((float) before);
  }
  return weights;
}

static ExtractNetwork *
make_network (guint n_inputs, const ExtractLayer *layers, guint n_layers, const float *weights)
{
  g_autoptr (GError) error = NULL;
  ExtractNetwork *network = extract_network_new (n_inputs, layers, n_layers, weights,
                                                 count_weights (n_inputs, layers, n_layers), &error);

  g_assert_no_error (error);
  g_assert_nonnull (network);
  return network;
}

static struct fann *
make_fann (guint n_inputs, const ExtractLayer *layers, guint n_layers, const float *weights)
{
  unsigned int sizes[17] = { n_inputs };

  for (guint l = 0; l < n_layers; l++)
    sizes[l + 1] = layers[l].size;
  struct fann *fann = fann_create_standard_array (n_layers + 1, sizes);
  g_assert_nonnull (fann);
  for (guint l = 0; l < n_layers; l++) {
    fann_set_activation_function_layer (fann, fann_activations[layers[l].activation], (int) l + 1);
    fann_set_activation_steepness_layer (fann, layers[l].steepness, (int) l + 1);
  }
  gsize n_weights = count_weights (n_inputs, layers, n_layers);
  g_assert_cmpuint (fann_get_total_connections (fann), ==, n_weights);
  memcpy (fann->weights, weights, n_weights * sizeof *weights);
  return fann;
}

/* Runs both on the same samples. Returns the largest difference, relative above 1. */
static double
compare (guint n_inputs, const ExtractLayer *layers, guint n_layers, const float *weights, gsize n_samples,
         float *inputs)
{
  g_autoptr (ExtractNetwork) network = make_network (n_inputs, layers, n_layers, weights);
  struct fann *fann = make_fann (n_inputs, layers, n_layers, weights);
  guint n_outputs = extract_network_get_n_outputs (network);
  g_autofree float *outputs = g_new (float, n_samples *n_outputs);
  double worst = 0;

  extract_network_run (network, n_samples, inputs, outputs);
  for (gsize s = 0; s < n_samples; s++) {
    const fann_type *expected = fann_run (fann, inputs + s * n_inputs);
    for (guint i = 0; i < n_outputs; i++) {
      double difference =
          fabs ((double) outputs[s * n_outputs + i] - expected[i]) / MAX (1, fabs (expected[i]));
      g_assert_false (isnan (difference));
      worst = MAX (worst, difference);
    }
  }
  fann_destroy (fann);
  return worst;
}

/* A network of one weight, 1, shows the bare activation: near and far, and on both sides of each jump. */
static void
test_activations (void)
{
  static const float corners[] = { 0,           0.549306154F, 1,     1.47221935F, 1.47221947F,
                                   2.64665246F, 2.64665294F,  9,     13.3F,       43.5F,
                                   44,          87,           88,    149,         150,
                                   151,         1e4F,         1e10F, 1e30F,       FLT_MAX,
                                   1e-6F,       FLT_MIN,      1e-45F };
  static const float steepnesses[] = { 1, 0.65F, 0.5F, 1e-3F, 20, 150, 1e4F, 1e-30F };
  static const float weights[] = { 1, 0 };
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (float));

  for (guint i = 0; i < G_N_ELEMENTS (corners); i++) {
    for (int sign = -1; sign <= 1; sign += 2) {
      float around[] = { sign * nextafterf (corners[i], -INFINITY), sign * corners[i],
                         sign * nextafterf (corners[i], FLT_MAX) };
      g_array_append_vals (inputs, around, G_N_ELEMENTS (around));
    }
  }
  for (int i = -20000; i <= 20000; i++) {
    float x = (float) i / 1000;
    g_array_append_val (inputs, x);
  }

  /* The last one, relu, FANN does not have; test-sequence.c looks at it. */
  for (guint a = 0; a < EXTRACT_ACTIVATION_RELU; a++) {
    for (guint k = 0; k < G_N_ELEMENTS (steepnesses); k++) {
      ExtractLayer layer = { 1, (ExtractActivation) a, steepnesses[k] };
      double worst = compare (1, &layer, 1, weights, inputs->len, (float *) (gpointer) inputs->data);
      g_test_message ("%s, steepness %g: differs by %g", extract_activation_get_info (layer.activation)->name,
                      steepnesses[k], worst);
      g_assert_cmpfloat (worst, <, 1e-6);
    }
  }
}

static void
test_activation_table (void)
{
  for (guint a = 0; a < EXTRACT_N_ACTIVATIONS; a++) {
    const ExtractActivationInfo *info = extract_activation_get_info ((ExtractActivation) a);
    ExtractLayer layer = { 1, (ExtractActivation) a, 1 };
    static const float weights[] = { 1, 0 };
    static const float far[] = { -140, 140, 0 };
    float outputs[3];

    g_assert_nonnull (info->name);
    for (guint b = 0; b < a; b++)
      g_assert_cmpstr (info->name, !=, extract_activation_get_info ((ExtractActivation) b)->name);
    g_autoptr (ExtractNetwork) network = make_network (1, &layer, 1, weights);
    extract_network_run (network, 3, far, outputs);
    for (guint i = 0; i < 3; i++) {
      g_assert_cmpfloat (outputs[i], >=, info->minimum);
      g_assert_cmpfloat (outputs[i], <=, info->maximum);
    }
  }
}

static void
test_usual (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint i = 0; i < 20; i++) {
    g_autofree float *weights = random_weights (rand, 78, usual_layers, G_N_ELEMENTS (usual_layers));
    g_autofree float *inputs = random_floats (rand, 78 * 500, i % 2 ? 1 : 10);
    double worst = compare (78, usual_layers, G_N_ELEMENTS (usual_layers), weights, 500, inputs);
    g_test_message ("differs by %g", worst);
    g_assert_cmpfloat (worst, <, TOLERANCE);
  }
}

/* Sizes of every remainder by 4 and by the lanes, up to the largest in sight. */
static void
test_shapes (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  static const ExtractLayer large[] = { { 64, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.5F },
                                        { 32, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.5F },
                                        { 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F } };

  for (guint i = 0; i < 400; i++) {
    ExtractLayer layers[16] = { 0 };
    guint n_inputs = (guint) g_rand_int_range (rand, 1, 100);
    guint n_layers = (guint) g_rand_int_range (rand, 1, 6);
    for (guint l = 0; l < n_layers; l++) {
      layers[l].size = (guint) g_rand_int_range (rand, 1, 40);
      layers[l].activation = (ExtractActivation) g_rand_int_range (rand, 0, EXTRACT_ACTIVATION_RELU);
      layers[l].steepness = (float) g_rand_double_range (rand, 0.1, 1);
    }
    gsize n_samples = (gsize) g_rand_int_range (rand, 1, 60);
    g_autofree float *weights = random_weights (rand, n_inputs, layers, n_layers);
    g_autofree float *inputs = random_floats (rand, n_inputs * n_samples, 2);
    g_assert_cmpfloat (compare (n_inputs, layers, n_layers, weights, n_samples, inputs), <, TOLERANCE);
  }

  g_autofree float *weights = random_weights (rand, 700, large, G_N_ELEMENTS (large));
  g_autofree float *inputs = random_floats (rand, 700 * 100, 1);
  g_assert_cmpfloat (compare (700, large, G_N_ELEMENTS (large), weights, 100, inputs), <, TOLERANCE);
}

/* The sums lose digits, but the same ones as FANN's do. */
static void
test_large_values (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

#if defined(FP_FAST_FMAF) || defined(__i386__)
  g_test_skip ("FANN is compiled with the multiply-adds or the long registers of this machine, and loses "
               "other digits");
  return;
#endif
  for (guint a = 0; a < EXTRACT_ACTIVATION_RELU; a++) {
    for (double size = 1e2; size < 1e20; size *= 1e3) {
      const ExtractLayer layers[] = { { 7, (ExtractActivation) a, 0.65F },
                                      { 2, EXTRACT_ACTIVATION_ELLIOT, 0.5F } };
      g_autofree float *weights = random_floats (rand, count_weights (53, layers, 2), 10);
      g_autofree float *inputs = random_floats (rand, 53 * 200, size);
      g_assert_cmpfloat (compare (53, layers, 2, weights, 200, inputs), <, TOLERANCE);
    }
  }
}

static void
test_batches (void)
{
  enum { N = 70 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  g_autofree float *weights = random_weights (rand, 78, usual_layers, G_N_ELEMENTS (usual_layers));
  g_autofree float *inputs = random_floats (rand, 78 * N, 1);
  g_autoptr (ExtractNetwork) network = make_network (78, usual_layers, G_N_ELEMENTS (usual_layers), weights);
  float alone[N], batch[N];

  for (guint s = 0; s < N; s++)
    extract_network_run (network, 1, inputs + 78 * s, alone + s);
  for (guint first = 0; first < 9; first++) {
    for (guint n = 0; n <= N - first; n++) {
      memset (batch, 0xff, sizeof batch);
      extract_network_run (network, n, inputs + 78 * first, batch);
      g_assert_cmpmem (batch, n * sizeof (float), alone + first, n * sizeof (float));
    }
  }
}

typedef struct {
  const ExtractNetwork *network;
  const float *inputs;
  const float *expected;
  gsize n_samples;
} ThreadData;

static gpointer
run_often (gpointer user_data)
{
  const ThreadData *data = user_data;
  g_autofree float *outputs = g_new (float, data->n_samples);

  for (guint i = 0; i < 200; i++) {
    extract_network_run (data->network, data->n_samples, data->inputs, outputs);
    if (memcmp (outputs, data->expected, data->n_samples * sizeof (float)) != 0)
      return GINT_TO_POINTER (FALSE);
  }
  return GINT_TO_POINTER (TRUE);
}

static void
test_threads (void)
{
  enum { N = 37, THREADS = 4 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  g_autofree float *weights = random_weights (rand, 78, usual_layers, G_N_ELEMENTS (usual_layers));
  g_autoptr (ExtractNetwork) network = make_network (78, usual_layers, G_N_ELEMENTS (usual_layers), weights);
  float *inputs[THREADS], expected[THREADS][N];
  ThreadData data[THREADS];
  GThread *threads[THREADS];

  for (guint t = 0; t < THREADS; t++) {
    inputs[t] = random_floats (rand, 78 * N, 1);
    extract_network_run (network, N, inputs[t], expected[t]);
    data[t] = (ThreadData){ network, inputs[t], expected[t], N };
  }
  for (guint t = 0; t < THREADS; t++)
    threads[t] = g_thread_new ("run", run_often, &data[t]);
  for (guint t = 0; t < THREADS; t++) {
    g_assert_true (GPOINTER_TO_INT (g_thread_join (threads[t])));
    g_free (inputs[t]);
  }
}

/* Whatever comes in, something comes out, and the sample beside it is not touched. */
static void
test_not_finite (void)
{
  enum { N = 24 };
  static const float strange[] = { NAN, INFINITY, -INFINITY, FLT_MAX, -FLT_MAX };
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);

  for (guint a = 0; a < EXTRACT_N_ACTIVATIONS; a++) {
    const ExtractLayer layers[] = { { 5, (ExtractActivation) a, 0.5F },
                                    { 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F } };
    g_autofree float *weights = random_weights (rand, 11, layers, 2);
    g_autofree float *inputs = random_floats (rand, 11 * N, 1);
    g_autoptr (ExtractNetwork) network = make_network (11, layers, 2, weights);
    float before[N], after[N];

    extract_network_run (network, N, inputs, before);
    for (guint s = 0; s < N; s += 2)
      inputs[11 * s + s % 11] = strange[s / 2 % G_N_ELEMENTS (strange)];
    extract_network_run (network, N, inputs, after);
    for (guint s = 0; s < N; s++) {
      if (s % 2)
        g_assert_true (after[s] == before[s]);
      else
        g_assert_true (isnan (after[s]) || (after[s] >= 0 && after[s] <= 1));
    }
  }
}

static void
test_accessors (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autofree float *weights = random_weights (rand, 78, usual_layers, G_N_ELEMENTS (usual_layers));
  g_autoptr (ExtractNetwork) network = make_network (78, usual_layers, G_N_ELEMENTS (usual_layers), weights);
  g_autoptr (ExtractNetwork) again = g_boxed_copy (EXTRACT_TYPE_NETWORK, network);
  gsize n;

  g_assert_true (again == network);
  g_assert_cmpuint (extract_network_get_n_inputs (network), ==, 78);
  g_assert_cmpuint (extract_network_get_n_outputs (network), ==, 1);
  g_assert_cmpuint (extract_network_get_n_layers (network), ==, 4);
  for (guint l = 0; l < 4; l++) {
    const ExtractLayer *layer = extract_network_get_layer (network, l);
    g_assert_cmpuint (layer->size, ==, usual_layers[l].size);
    g_assert_cmpint (layer->activation, ==, usual_layers[l].activation);
    g_assert_true (layer->steepness == usual_layers[l].steepness);
  }
  const float *stored = extract_network_get_weights (network, &n);
  g_assert_cmpmem (stored, n * sizeof (float), weights, 4031 * sizeof (float));
}

static void
test_invalid (void)
{
  static const float weights[] = { 1, 2, 3, 4 };
  static const float nan_weights[] = { 1, NAN };
  static const float infinite_weights[] = { -INFINITY, 1 };
  static const ExtractLayer good = { 1, EXTRACT_ACTIVATION_LINEAR, 1 };
  const struct {
    guint n_inputs;
    guint n_layers;
    ExtractLayer layer;
    const float *weights;
    gsize n_weights;
    const char *message;
  } cases[] = {
    { 0, 1, good, weights, 1, "0 inputs" },
    { 65537, 1, good, weights, 4, "65537 inputs" },
    { 1, 0, good, weights, 0, "0 layers" },
    { 1, 17, good, weights, 2, "17 layers" },
    { 1, G_MAXUINT, good, weights, 2, "layers" },
    { 1, 1, { 0, EXTRACT_ACTIVATION_LINEAR, 1 }, weights, 0, "0 neurons" },
    { 1, 1, { 65537, EXTRACT_ACTIVATION_LINEAR, 1 }, weights, 2, "65537 neurons" },
    { 1, 1, { G_MAXUINT, EXTRACT_ACTIVATION_LINEAR, 1 }, weights, 2, "neurons" },
    { 1, 1, { 1, EXTRACT_N_ACTIVATIONS, 1 }, weights, 2, "activation" },
    { 1, 1, { 1, (ExtractActivation) -1, 1 }, weights, 2, "activation" },
    { 1, 1, { 1, EXTRACT_ACTIVATION_LINEAR, 0 }, weights, 2, "steepness" },
    { 1, 1, { 1, EXTRACT_ACTIVATION_LINEAR, -1 }, weights, 2, "steepness" },
    { 1, 1, { 1, EXTRACT_ACTIVATION_LINEAR, NAN }, weights, 2, "steepness" },
    { 1, 1, { 1, EXTRACT_ACTIVATION_LINEAR, INFINITY }, weights, 2, "steepness" },
    { 1, 1, good, weights, 0, "need 2 weights, not 0" },
    { 1, 1, good, weights, 1, "need 2 weights, not 1" },
    { 1, 1, good, weights, 3, "need 2 weights, not 3" },
    { 65536, 1, { 65536, EXTRACT_ACTIVATION_LINEAR, 1 }, weights, 0, "need 4295032832 weights" },
    { 65536, 1, { 65535, EXTRACT_ACTIVATION_LINEAR, 1 }, weights, 4, "need 4294967295 weights" },
    { 1, 1, good, nan_weights, 2, "weight 2" },
    { 1, 1, good, infinite_weights, 2, "weight 1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_test_message ("%s", cases[i].message);
    g_assert_null (extract_network_new (cases[i].n_inputs, &cases[i].layer, cases[i].n_layers,
                                        cases[i].weights, cases[i].n_weights, &error));
    g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT);
    g_assert_nonnull (strstr (error->message, cases[i].message));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/network/activation-table", test_activation_table);
  g_test_add_func ("/network/activations", test_activations);
  g_test_add_func ("/network/usual", test_usual);
  g_test_add_func ("/network/shapes", test_shapes);
  g_test_add_func ("/network/large-values", test_large_values);
  g_test_add_func ("/network/batches", test_batches);
  g_test_add_func ("/network/threads", test_threads);
  g_test_add_func ("/network/not-finite", test_not_finite);
  g_test_add_func ("/network/accessors", test_accessors);
  g_test_add_func ("/network/invalid", test_invalid);
  return g_test_run ();
}
