/* SPDX-License-Identifier: MIT */
/*
 * Network files of FANN: what we write FANN reads and evaluates as we do, what FANN writes we read, both ways
 * to the last bit; and whatever else such a file may hold is refused by one sentence with the number of a
 * line.
 */
#include <float.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include <fann.h>
#include <glib/gstdio.h>
#include <libextract/extract.h>
#include <libextract/model/model.h>

#define TOLERANCE 1e-5
#define STEEPNESS "5.00000000000000000000e-01"
#define ZERO "0.00000000000000000000e+00"

/* A network of one input and one neuron, weights 0.25 and -2, as libfann 2.2.0 saves it. */
static const char small_file[] =
    "FANN_FLO_2.1\n"
    "num_layers=2\n"
    "learning_rate=0.700000\n"
    "connection_rate=1.000000\n"
    "network_type=0\n"
    "learning_momentum=0.000000\n"
    "training_algorithm=2\n"
    "train_error_function=1\n"
    "train_stop_function=0\n"
    "cascade_output_change_fraction=0.010000\n"
    "quickprop_decay=-0.000100\n"
    "quickprop_mu=1.750000\n"
    "rprop_increase_factor=1.200000\n"
    "rprop_decrease_factor=0.500000\n"
    "rprop_delta_min=0.000000\n"
    "rprop_delta_max=50.000000\n"
    "rprop_delta_zero=0.100000\n"
    "cascade_output_stagnation_epochs=12\n"
    "cascade_candidate_change_fraction=0.010000\n"
    "cascade_candidate_stagnation_epochs=12\n"
    "cascade_max_out_epochs=150\n"
    "cascade_min_out_epochs=50\n"
    "cascade_max_cand_epochs=150\n"
    "cascade_min_cand_epochs=50\n"
    "cascade_num_candidate_groups=2\n"
    "bit_fail_limit=3.49999994039535522461e-01\n"
    "cascade_candidate_limit=1.00000000000000000000e+03\n"
    "cascade_weight_multiplier=4.00000005960464477539e-01\n"
    "cascade_activation_functions_count=10\n"
    "cascade_activation_functions=3 5 7 8 10 11 14 15 16 17 \n"
    "cascade_activation_steepnesses_count=4\n"
    "cascade_activation_steepnesses=2.50000000000000000000e-01 5.00000000000000000000e-01 "
    "7.50000000000000000000e-01 1.00000000000000000000e+00 \n"
    "layer_sizes=2 2 \n"
    "scale_included=0\n"
    "neurons (num_inputs, activation_function, activation_steepness)=(0, 0, " ZERO ") (0, 0, " ZERO
    ") (2, 4, " STEEPNESS ") (0, 0, " ZERO ") \n"
    "connections (connected_to_neuron, weight)=(0, 2.50000000000000000000e-01) "
    "(1, -2.00000000000000000000e+00) \n";

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

/* ---- Networks and files ------------------------------------------------------------------- */

static char *
make_path (void)
{
  char *path;
  int fd = g_file_open_tmp ("test-fann-file.XXXXXX", &path, NULL);

  g_assert_cmpint (fd, >=, 0);
  g_assert_true (g_close (fd, NULL));
  return path;
}

static struct fann *
load_by_fann (GBytes *bytes)
{
  g_autofree char *path = make_path ();
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  g_assert_true (g_file_set_contents (path, data, (gssize) size, NULL));
  struct fann *fann = fann_create_from_file (path);
  g_assert_nonnull (fann);
  g_unlink (path);
  return fann;
}

static GBytes *
save_by_fann (struct fann *fann, int (*save) (struct fann *, const char *))
{
  g_autofree char *path = make_path ();
  char *data;
  gsize size;

  g_assert_cmpint (save (fann, path), !=, -1);
  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  g_unlink (path);
  return g_bytes_new_take (data, size);
}

static ExtractNetwork *
read_network (GBytes *bytes)
{
  g_autoptr (GError) error = NULL;
  ExtractNetwork *network = extract_network_from_fann (bytes, &error);

  g_assert_no_error (error);
  g_assert_nonnull (network);
  return network;
}

/* A layer of each size with any activation; weights up to 2 / sqrt (size of the layer before). */
static ExtractNetwork *
make_network (GRand *rand, guint n_inputs, const ExtractLayer *layers, guint n_layers)
{
  g_autoptr (GArray) weights = g_array_new (FALSE, FALSE, sizeof (float));
  g_autoptr (GError) error = NULL;

  for (guint l = 0, before = n_inputs; l < n_layers; before = layers[l++].size) {
    for (guint n = (before + 1) * layers[l].size; n > 0; n--) {
      float weight = (float) (g_rand_double_range (rand, -2, 2) / sqrt (before));
      g_array_append_val (weights, weight);
    }
  }
  ExtractNetwork *network = extract_network_new (
      n_inputs, layers, n_layers, (const float *) (gpointer) weights->data, weights->len, &error);
  g_assert_no_error (error);
  return network;
}

static void
assert_same (const ExtractNetwork *a, const ExtractNetwork *b)
{
  gsize n_a, n_b;
  const float *weights_a = extract_network_get_weights (a, &n_a);
  const float *weights_b = extract_network_get_weights (b, &n_b);

  g_assert_cmpmem (weights_a, n_a * sizeof (float), weights_b, n_b * sizeof (float));
  g_assert_cmpuint (extract_network_get_n_inputs (a), ==, extract_network_get_n_inputs (b));
  g_assert_cmpuint (extract_network_get_n_layers (a), ==, extract_network_get_n_layers (b));
  for (guint l = 0; l < extract_network_get_n_layers (a); l++) {
    const ExtractLayer *layer_a = extract_network_get_layer (a, l);
    const ExtractLayer *layer_b = extract_network_get_layer (b, l);
    g_assert_cmpuint (layer_a->size, ==, layer_b->size);
    g_assert_cmpint (layer_a->activation, ==, layer_b->activation);
    g_assert_true (layer_a->steepness == layer_b->steepness);
  }
}

/* Both give the same outputs for random inputs. */
static void
assert_runs_alike (GRand *rand, const ExtractNetwork *network, struct fann *fann)
{
  enum { N = 50 };
  const guint n_inputs = extract_network_get_n_inputs (network);
  const guint n_outputs = extract_network_get_n_outputs (network);
  g_autofree float *inputs = g_new (float, N *n_inputs);
  g_autofree float *outputs = g_new (float, N *n_outputs);

  g_assert_cmpuint (fann_get_num_input (fann), ==, n_inputs);
  g_assert_cmpuint (fann_get_num_output (fann), ==, n_outputs);
  for (guint i = 0; i < N * n_inputs; i++)
    inputs[i] = (float) g_rand_double_range (rand, -2, 2);
  extract_network_run (network, N, inputs, outputs);
  for (guint s = 0; s < N; s++) {
    const fann_type *expected = fann_run (fann, inputs + s * n_inputs);
    for (guint i = 0; i < n_outputs; i++)
      g_assert_cmpfloat (fabs ((double) outputs[s * n_outputs + i] - expected[i]), <,
                         TOLERANCE * MAX (1, fabs (expected[i])));
  }
}

/* ---- Both ways ---------------------------------------------------------------------------- */

/* Written down by hand, written by us, and saved by FANN. */
static void
test_small (void)
{
  static const float weights[] = { 0.25F, -2 };
  static const ExtractLayer layer = { 1, EXTRACT_ACTIVATION_SIGMOID_STEPWISE, 0.5F };
  g_autoptr (ExtractNetwork) network = extract_network_new (1, &layer, 1, weights, 2, NULL);
  g_autoptr (GBytes) ours = extract_network_to_fann (network);
  struct fann *fann = fann_create_standard (2, 1, 1);
  memcpy (fann->weights, weights, sizeof weights);
  g_autoptr (GBytes) theirs = save_by_fann (fann, fann_save);
  g_autoptr (ExtractNetwork) read = read_network (theirs);

  g_assert_cmpmem (g_bytes_get_data (ours, NULL), g_bytes_get_size (ours), small_file, strlen (small_file));
  g_assert_true (g_bytes_equal (ours, theirs));
  assert_same (read, network);
  fann_destroy (fann);
}

/* Every activation, in a hidden layer and for the outputs. */
static void
test_ours_by_fann (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint a = 0; a < EXTRACT_ACTIVATION_RELU; a++) {
    const ExtractLayer layers[] = { { 7, (ExtractActivation) a, 0.65F },
                                    { 4, EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC, 0.75F },
                                    { 2, (ExtractActivation) a, 0.3F } };
    g_autoptr (ExtractNetwork) network = make_network (rand, 9, layers, G_N_ELEMENTS (layers));
    g_autoptr (GBytes) bytes = extract_network_to_fann (network);
    struct fann *fann = load_by_fann (bytes);

    g_test_message ("%s", extract_activation_get_info ((ExtractActivation) a)->name);
    g_assert_cmpint (fann_get_activation_function (fann, 1, 0), ==, fann_activations[a]);
    g_assert_true (fann_get_activation_steepness (fann, 3, 0) == 0.3F);
    assert_runs_alike (rand, network, fann);

    g_autoptr (ExtractNetwork) read = read_network (bytes);
    assert_same (read, network);
    g_autoptr (GBytes) again = save_by_fann (fann, fann_save);
    g_autoptr (ExtractNetwork) saved = read_network (again);
    assert_same (saved, network);
    fann_destroy (fann);
  }
}

/* Trained and saved by FANN, in whatever way it was trained. */
static void
test_theirs_by_us (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);

  for (guint a = 0; a < EXTRACT_ACTIVATION_RELU; a++) {
    struct fann *fann = fann_create_standard (4, 5, 8, 3, 2);
    struct fann_train_data *data = fann_create_train (20, 5, 2);
    for (guint i = 0; i < 20; i++) {
      for (guint k = 0; k < 5; k++)
        data->input[i][k] = (float) g_rand_double (rand);
      for (guint k = 0; k < 2; k++)
        data->output[i][k] = (float) g_rand_double (rand);
    }
    fann_set_activation_function_hidden (fann, fann_activations[a]);
    fann_set_activation_function_output (fann, FANN_SIGMOID);
    fann_set_activation_steepness_hidden (fann, 0.4F);
    fann_set_training_algorithm (fann, a % 2 ? FANN_TRAIN_QUICKPROP : FANN_TRAIN_RPROP);
    fann_set_learning_momentum (fann, 0.1F);
    for (guint epoch = 0; epoch < 30; epoch++)
      fann_train_epoch (fann, data);

    g_autoptr (GBytes) saved = save_by_fann (fann, fann_save);
    g_autoptr (ExtractNetwork) network = read_network (saved);
    gsize n;
    const float *weights = extract_network_get_weights (network, &n);
    g_assert_cmpmem (weights, n * sizeof (float), fann->weights, 83 * sizeof (float)); /* 6*8 + 9*3 + 4*2 */
    assert_runs_alike (rand, network, fann);
    g_autoptr (GBytes) ours = extract_network_to_fann (network);
    g_autoptr (ExtractNetwork) again = read_network (ours);
    assert_same (again, network);
    fann_destroy_train (data);
    fann_destroy (fann);
  }
}

static void
test_exact (void)
{
  static const float special[] = { 0, -0.0F, 1, -1, 0.1F, FLT_MAX, -FLT_MAX, FLT_MIN, 1e-45F, -1e-45F };
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  enum { N = 100 };

  for (guint round = 0; round < 50; round++) {
    union {
      guint32 bits;
      float value;
    } u;
    float weights[N + 1];
    for (guint i = 0; i <= N; i++) {
      do
        u.bits = g_rand_int (rand);
      while (!isfinite (u.value));
      weights[i] = i < G_N_ELEMENTS (special) ? special[i] : u.value;
    }
    const ExtractLayer layer = { 1, EXTRACT_ACTIVATION_ELLIOT, (float) g_rand_double_range (rand, 1e-3, 10) };
    g_autoptr (ExtractNetwork) network = extract_network_new (N, &layer, 1, weights, N + 1, NULL);
    g_autoptr (GBytes) bytes = extract_network_to_fann (network);
    g_autoptr (ExtractNetwork) read = read_network (bytes);
    g_autoptr (GBytes) again = extract_network_to_fann (read);

    assert_same (read, network);
    g_assert_true (g_bytes_equal (bytes, again));
  }
}

/* ---- Refusals ----------------------------------------------------------------------------- */

static void
assert_refused (GBytes *bytes, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractNetwork) network = extract_network_from_fann (bytes, &error);

  if (error != NULL)
    g_test_message ("%s", error->message);
  g_assert_null (network);
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT);
  g_assert_true (g_str_has_prefix (error->message, "line "));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_null (strchr (error->message, '\n'));
  if (strstr (error->message, message) == NULL)
    g_error ("\"%s\" does not say \"%s\"", error->message, message);
}

/* The small file with its first @from made into @to. */
static GBytes *
edit (const char *from, const char *to)
{
  const char *at = strstr (small_file, from);

  g_assert_nonnull (at);
  char *text = g_strdup_printf ("%.*s%s%s", (int) (at - small_file), small_file, to, at + strlen (from));
  return g_bytes_new_take (text, strlen (text));
}

static void
test_edits (void)
{
  static const struct {
    const char *from, *to, *message;
  } cases[] = {
    { "FANN_FLO_2.1\n", "", "line 1: this is not a network file of FANN" },
    { "FANN_FLO_2.1", "texttractor-model 1", "line 1: this is not a network file of FANN" },
    { "FLO_2.1", "FLO_2.0", "line 1: the file is not of version 2.1" },
    { "FLO_2.1", "FLO_2.11", "line 1: the file is not of version 2.1" },
    { "FLO_2.1\n", "FLO_2.1\r\n", "line 1: the file is not of version 2.1" },
    { "FANN_FLO_2.1", "FANN_FIX_2.0", "line 1: the network has fixed-point weights" },
    { "num_layers=2", "num_layers=1", "line 2: the network has 1 layers" },
    { "num_layers=2", "num_layers=18", "line 2: the network has 18 layers" },
    { "num_layers=2", "num_layers=0", "line 2: the network has 0 layers" },
    { "num_layers=2", "num_layers=-2", "line 2: num_layers is not a whole number" },
    { "num_layers=2", "num_layers=", "line 2: num_layers is not a whole number" },
    { "num_layers=2", "num_layers=4294967298", "line 2: num_layers is not a whole number" },
    { "num_layers=2", "num_layers=2 ", "line 2: the line has extra text" },
    { "num_layers=2", "num_layers=3", "line 33: the size of a layer is not a whole number" },
    { "num_layers", "layers", "line 2: \"num_layers=\" is expected here" },
    { "learning_rate=0.700000", "learning_rate=0,700000",
      "line 3: learning_rate has a comma where a point is expected" },
    { "learning_rate=0.7", "learning_rate=nan", "line 3: learning_rate is not a number" },
    { "learning_rate=0.7", "learning_rate= 0.7", "line 3: learning_rate is not a number" },
    { "learning_rate=0.7", "learning_rate=0x1p3", "line 3: the line has extra text" },
    { "learning_rate=0.7", "learning_rate=+0.7", "line 3: learning_rate is not a number" },
    { "learning_rate=0.7", "learning_rate=.7", "line 3: learning_rate is not a number" },
    { "learning_rate=0.700000", "learning_rate=1e", "line 3: learning_rate is not a number" },
    { "learning_rate=0.700000", "learning_rate=1-2", "line 3: learning_rate is not a number" },
    { "learning_rate=0.7",
      "learning_rate=00000000000000000000000000000000000000000000000000000000000000000000000000000000.7",
      "line 3: learning_rate is not a number" },
    { "connection_rate=1.000000", "connection_rate=0.500000", "line 4: the network is sparse" },
    { "connection_rate=1.000000\n", "", "line 4: \"connection_rate=\" is expected here" },
    { "network_type=0", "network_type=1", "line 5: the network has connections across layers" },
    { "functions_count=10", "functions_count=11", "line 30: cascade_activation_functions is not" },
    { "functions_count=10", "functions_count=9", "line 30: the line has extra text" },
    { "functions_count=10", "functions_count=999999999", "line 30: cascade_activation_functions is not" },
    { "steepnesses=2.5", "steepnesses=2,5", "line 32: cascade_activation_steepnesses has a comma" },
    { "layer_sizes=2 2 ", "layer_sizes=2 ", "line 33: the size of a layer is not" },
    { "layer_sizes=2 2 ", "layer_sizes=2 2 2 ", "line 33: the line has extra text" },
    { "layer_sizes=2 2 ", "layer_sizes=2 1 ", "line 33: a layer has 1 neurons with its bias" },
    { "layer_sizes=2 2 ", "layer_sizes=0 2 ", "line 33: a layer has 0 neurons" },
    { "layer_sizes=2 2 ", "layer_sizes=65538 2 ", "line 33: a layer has 65538 neurons" },
    { "layer_sizes=2 2 ", "layer_sizes=65537 65537 ", "line 35: neuron 2 of layer 0 has 2 inputs" },
    { "layer_sizes=2 2 ", "layer_sizes=2 3 ", "line 35: neuron 1 of layer 1 has 0 inputs, not 2" },
    { "scale_included=0", "scale_included=1\nscale_mean_in=0.000000 ", "line 34: the network scales" },
    { "scale_included=0\n", "", "line 34: \"scale_included=\" is expected here" },
    { "neurons (", "neurons(", "line 35: \"neurons (num_inputs" },
    { "(2, 4, ", "(1, 4, ", "line 35: neuron 0 of layer 1 has 1 inputs, not 2" },
    { "(2, 4, ", "(2, 1, ", "line 35: layer 1 has the activation function FANN_THRESHOLD" },
    { "(2, 4, ", "(2, 17, ", "line 35: layer 1 has the activation function FANN_COS," },
    { "(2, 4, ", "(2, 18, ", "line 35: the activation function 18 of layer 1" },
    { "(2, 4, ", "(2, 999999999, ", "line 35: the activation function 999999999" },
    { "(2, 4, 5.0", "(2, 4, 5,0", "line 35: a steepness has a comma" },
    { "(2, 4, 5.0", "(2, 4, -5.0", "the steepness of layer 1 of the network is not a number above 0" },
    { "(2, 4, 5.00000000000000000000e-01", "(2, 4, 1e999", "the steepness of layer 1 of the network" },
    { "(2, 4, 5.00000000000000000000e-01", "(2, 4, 0", "the steepness of layer 1 of the network" },
    { "(2, 4, 5.00000000000000000000e-01", "(2, 4, inf", "line 35: a steepness is not a number" },
    { "(0, 2.5", "(1, 2.5", "line 36: a connection comes from neuron 1, not 0" },
    { "(1, -2.0", "(0, -2.0", "line 36: a connection comes from neuron 0, not 1" },
    { "(1, -2.0", "(999999999, -2.0", "line 36: a connection comes from neuron 999999999" },
    { "(1, -2.0", "(4294967297, -2.0", "line 36: the number of a neuron is not a whole number" },
    { "(1, -2.0", "(1, -2,0", "line 36: a weight has a comma" },
    { "-2.00000000000000000000e+00", "1e39", "line 36: weight 2 of the network is not a finite number" },
    { "-2.00000000000000000000e+00", "-inf", "line 36: a weight is not a number" },
    { "-2.00000000000000000000e+00", "nan", "line 36: a weight is not a number" },
    { "-2.00000000000000000000e+00", "-", "line 36: a weight is not a number" },
    { "(1, -2.00000000000000000000e+00) ", "", "line 36: \"(\" is expected here" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GBytes) bytes = edit (cases[i].from, cases[i].to);
    assert_refused (bytes, cases[i].message);
  }
}

/* What follows the last line; and less than a file. */
static void
test_ends (void)
{
  static const char *const tails[] = { "\n", " ", "x", "FANN_FLO_2.1\n" };

  for (guint i = 0; i < G_N_ELEMENTS (tails); i++) {
    g_autofree char *text = g_strconcat (small_file, tails[i], NULL);
    g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
    assert_refused (bytes, "line 37: the file has extra text");
  }
  for (gsize size = 0; size < strlen (small_file); size++) {
    g_autoptr (GBytes) bytes = g_bytes_new_static (small_file, size);
    assert_refused (bytes, "");
  }
}

/* The head of a network of 65537 x 65536 weights, in a file that cannot hold them. */
static void
test_too_short (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *sizes = strstr (small_file, "layer_sizes=");

  g_string_append_len (text, small_file, sizes - small_file);
  g_string_append (text, "layer_sizes=65537 65537 \nscale_included=0\n"
                         "neurons (num_inputs, activation_function, activation_steepness)=");
  for (guint i = 0; i < 65537; i++)
    g_string_append (text, "(0, 0, 0) ");
  for (guint i = 0; i < 65536; i++)
    g_string_append (text, "(65537, 4, 1) ");
  g_string_append (text, "(0, 0, 0) \nconnections (connected_to_neuron, weight)=(0, 1) ");
  g_autoptr (GBytes) bytes = g_bytes_new_static (text->str, text->len);
  assert_refused (bytes, "line 36: the file is too short for 4295032832 connections");
}

/* What FANN can save and models cannot have. */
static void
test_other_networks (void)
{
  struct fann *plain = fann_create_standard (3, 3, 4, 1);
  struct fann *shortcut = fann_create_shortcut (3, 3, 4, 1);
  struct fann *sparse = fann_create_sparse (0.5F, 3, 6, 6, 1);
  g_autoptr (GBytes) fixed_bytes = save_by_fann (plain, fann_save_to_fixed);
  g_autoptr (GBytes) shortcut_bytes = save_by_fann (shortcut, fann_save);
  g_autoptr (GBytes) sparse_bytes = save_by_fann (sparse, fann_save);

  assert_refused (fixed_bytes, "line 1: the network has fixed-point weights");
  assert_refused (shortcut_bytes, "line 5: the network has connections across layers");
  assert_refused (sparse_bytes, "line 4: the network is sparse");

  fann_set_activation_steepness (plain, 0.25F, 1, 2);
  g_autoptr (GBytes) mixed_bytes = save_by_fann (plain, fann_save);
  assert_refused (mixed_bytes,
                  "line 35: the neurons of layer 1 differ in their activation function or steepness");
  fann_set_activation_steepness (plain, 0.5F, 1, 2);
  fann_set_activation_function (plain, FANN_GAUSSIAN, 1, 3);
  g_autoptr (GBytes) other_bytes = save_by_fann (plain, fann_save);
  assert_refused (other_bytes,
                  "line 35: the neurons of layer 1 differ in their activation function or steepness");

  struct fann *scaled = fann_create_standard (3, 1, 2, 1);
  struct fann_train_data *data = fann_create_train (2, 1, 1);
  for (guint i = 0; i < 2; i++)
    data->input[i][0] = data->output[i][0] = (float) i;
  g_assert_cmpint (fann_set_scaling_params (scaled, data, 0, 1, 0, 1), ==, 0);
  g_autoptr (GBytes) scaled_bytes = save_by_fann (scaled, fann_save);
  assert_refused (scaled_bytes, "line 34: the network scales its inputs and outputs");

  fann_destroy_train (data);
  fann_destroy (scaled);
  fann_destroy (plain);
  fann_destroy (shortcut);
  fann_destroy (sparse);
}

/* FANN writes as the locale has it; we do not, and say so of its files. */
static void
test_comma_locale (void)
{
  static const char *const locales[] = { "cs_CZ.UTF-8", "de_DE.UTF-8", "fr_FR.UTF-8", "cs_CZ", "de_DE" };
  guint i = 0;

  while (i < G_N_ELEMENTS (locales) && setlocale (LC_NUMERIC, locales[i]) == NULL)
    i++;
  if (i == G_N_ELEMENTS (locales)) {
    g_test_skip ("no locale with decimal commas");
    return;
  }
  g_assert_cmpstr (localeconv ()->decimal_point, ==, ",");
  g_autoptr (GBytes) ours = g_bytes_new_static (small_file, strlen (small_file));
  g_autoptr (ExtractNetwork) network = read_network (ours);
  g_autoptr (GBytes) again = extract_network_to_fann (network);
  struct fann *fann = fann_create_standard (2, 1, 1);
  g_autoptr (GBytes) theirs = save_by_fann (fann, fann_save);
  fann_destroy (fann);
  setlocale (LC_NUMERIC, "C");

  g_assert_true (g_bytes_equal (ours, again));
  assert_refused (theirs, "line 3: learning_rate has a comma");
}

/* Any byte changed to any other: refused by a sentence, or a network that comes back as it is. */
static void
test_flips (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  guint n_taken = 0;

  for (gsize i = 0; i < strlen (small_file); i++) {
    for (guint round = 0; round < 8; round++) {
      g_autofree char *text = g_strdup (small_file);
      text[i] = (char) (round < 6 ? "0-,.\n "[round] : g_rand_int_range (rand, 0, 256));
      g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (small_file));
      g_autoptr (GError) error = NULL;
      g_autoptr (ExtractNetwork) network = extract_network_from_fann (bytes, &error);
      if (network == NULL) {
        g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT);
        g_assert_true (g_str_has_prefix (error->message, "line "));
        continue;
      }
      g_autoptr (GBytes) written = extract_network_to_fann (network);
      g_autoptr (ExtractNetwork) again = read_network (written);
      assert_same (again, network);
      n_taken++;
    }
  }
  g_assert_cmpuint (n_taken, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fann-file/small", test_small);
  g_test_add_func ("/fann-file/ours-by-fann", test_ours_by_fann);
  g_test_add_func ("/fann-file/theirs-by-us", test_theirs_by_us);
  g_test_add_func ("/fann-file/exact", test_exact);
  g_test_add_func ("/fann-file/edits", test_edits);
  g_test_add_func ("/fann-file/ends", test_ends);
  g_test_add_func ("/fann-file/too-short", test_too_short);
  g_test_add_func ("/fann-file/other-networks", test_other_networks);
  g_test_add_func ("/fann-file/comma-locale", test_comma_locale);
  g_test_add_func ("/fann-file/flips", test_flips);
  return g_test_run ();
}
