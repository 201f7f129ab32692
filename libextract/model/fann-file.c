/* SPDX-License-Identifier: MIT */
/*
 * The network files of FANN, as fann_save () of version 2.2 writes them (FANN_FLO_2.1):
 *
 *   FANN_FLO_2.1
 *   num_layers=3                            with the layer of the inputs
 *   learning_rate=0.700000                  how FANN would train on: the rows of the table below
 *   ...
 *   layer_sizes=79 40 2                     [num_layers] neurons, each time with one for the bias
 *   scale_included=0
 *   neurons (num_inputs, activation_function, activation_steepness)=(0, 0, 0.0e+00) ...
 *   connections (connected_to_neuron, weight)=(0, 1.66864693164825439453e-03) ...
 *
 * Neurons are numbered from 0 through all layers, the bias is the last one of its layer; that of the outputs
 * is there too, and of no use. Connections stand neuron by neuron, so that the weights of a network that is
 * fully connected have the order of extract_network_new (). 21 digits bring each weight back exactly.
 *
 * fann_create_from_file () believes the numbers of the head: a crafted file makes it write beyond its arrays.
 * So we read such files ourselves, line by line as they are written, and take memory only for what the rest
 * of the file can hold. Whether the network is one that models can have is said as early as possible.
 */
#include <string.h>

#include "libextract/model/model-private.h"

#define MAGIC "FANN_FLO_2.1\n"
#define MAX_LAYERS 17 /* with that of the inputs */
#define MAX_SIZE 65537
#define MAX_NUMBER 64 /* characters; a float by %f has 47 at most */
#define NEURONS "neurons (num_inputs, activation_function, activation_steepness)="
#define CONNECTIONS "connections (connected_to_neuron, weight)="
#define LEAST_CONNECTION "(0, 0) "

/* ---- Tables ------------------------------------------------------------------------------- */

typedef enum {
  COUNT,
  NUMBER,
  COUNTS, /* two lines: KEY_count, and KEY with so many words */
  NUMBERS,
} Kind;

/* What stands between num_layers and layer_sizes. It is written as a new network of FANN has it. */
static const struct {
  const char *key;
  Kind kind;
  const char *value;
  const char *refusal; /* (nullable): the sentence if it has another value */
} rows[] = {
  { "learning_rate", NUMBER, "0.700000" },
  { "connection_rate", NUMBER, "1.000000",
    "the network is sparse (connection_rate is not 1): models have fully connected layers" },
  { "network_type", COUNT, "0",
    "the network has connections across layers (network_type is not 0): models have none" },
  { "learning_momentum", NUMBER, "0.000000" },
  { "training_algorithm", COUNT, "2" },
  { "train_error_function", COUNT, "1" },
  { "train_stop_function", COUNT, "0" },
  { "cascade_output_change_fraction", NUMBER, "0.010000" },
  { "quickprop_decay", NUMBER, "-0.000100" },
  { "quickprop_mu", NUMBER, "1.750000" },
  { "rprop_increase_factor", NUMBER, "1.200000" },
  { "rprop_decrease_factor", NUMBER, "0.500000" },
  { "rprop_delta_min", NUMBER, "0.000000" },
  { "rprop_delta_max", NUMBER, "50.000000" },
  { "rprop_delta_zero", NUMBER, "0.100000" },
  { "cascade_output_stagnation_epochs", COUNT, "12" },
  { "cascade_candidate_change_fraction", NUMBER, "0.010000" },
  { "cascade_candidate_stagnation_epochs", COUNT, "12" },
  { "cascade_max_out_epochs", COUNT, "150" },
  { "cascade_min_out_epochs", COUNT, "50" },
  { "cascade_max_cand_epochs", COUNT, "150" },
  { "cascade_min_cand_epochs", COUNT, "50" },
  { "cascade_num_candidate_groups", COUNT, "2" },
  { "bit_fail_limit", NUMBER, "3.49999994039535522461e-01" },
  { "cascade_candidate_limit", NUMBER, "1.00000000000000000000e+03" },
  { "cascade_weight_multiplier", NUMBER, "4.00000005960464477539e-01" },
  { "cascade_activation_functions", COUNTS, "3 5 7 8 10 11 14 15 16 17 " },
  { "cascade_activation_steepnesses", NUMBERS,
    "2.50000000000000000000e-01 5.00000000000000000000e-01 7.50000000000000000000e-01 "
    "1.00000000000000000000e+00 " },
};

/* In the order of FANN's enumeration, whose numbers stand in the file. */
static const struct {
  const char *name;
  ExtractActivation activation; /* EXTRACT_N_ACTIVATIONS: none of ours */
} functions[] = {
  { "FANN_LINEAR", EXTRACT_ACTIVATION_LINEAR },
  { "FANN_THRESHOLD", EXTRACT_N_ACTIVATIONS },
  { "FANN_THRESHOLD_SYMMETRIC", EXTRACT_N_ACTIVATIONS },
  { "FANN_SIGMOID", EXTRACT_ACTIVATION_SIGMOID },
  { "FANN_SIGMOID_STEPWISE", EXTRACT_ACTIVATION_SIGMOID_STEPWISE },
  { "FANN_SIGMOID_SYMMETRIC", EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC },
  { "FANN_SIGMOID_SYMMETRIC_STEPWISE", EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC_STEPWISE },
  { "FANN_GAUSSIAN", EXTRACT_ACTIVATION_GAUSSIAN },
  { "FANN_GAUSSIAN_SYMMETRIC", EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC },
  { "FANN_GAUSSIAN_STEPWISE", EXTRACT_N_ACTIVATIONS },
  { "FANN_ELLIOT", EXTRACT_ACTIVATION_ELLIOT },
  { "FANN_ELLIOT_SYMMETRIC", EXTRACT_ACTIVATION_ELLIOT_SYMMETRIC },
  { "FANN_LINEAR_PIECE", EXTRACT_ACTIVATION_LINEAR_PIECE },
  { "FANN_LINEAR_PIECE_SYMMETRIC", EXTRACT_ACTIVATION_LINEAR_PIECE_SYMMETRIC },
  { "FANN_SIN_SYMMETRIC", EXTRACT_N_ACTIVATIONS },
  { "FANN_COS_SYMMETRIC", EXTRACT_N_ACTIVATIONS },
  { "FANN_SIN", EXTRACT_N_ACTIVATIONS },
  { "FANN_COS", EXTRACT_N_ACTIVATIONS },
};

static guint
function_of (ExtractActivation activation)
{
  guint f = 0;

  while (functions[f].activation != activation)
    f++;
  return f;
}

/* ---- Writing ------------------------------------------------------------------------------ */

static guint
count_words (const char *list)
{
  guint n = 0;

  for (; *list != '\0'; list++)
    n += *list == ' ';
  return n;
}

static void
append_value (GString *file, double value)
{
  char text[MAX_NUMBER];

  g_string_append (file, g_ascii_formatd (text, sizeof text, "%.20e", value));
}

static void
append_neuron (GString *file, guint n_inputs, guint function, float steepness)
{
  g_string_append_printf (file, "(%u, %u, ", n_inputs, function);
  append_value (file, steepness);
  g_string_append (file, ") ");
}

static gboolean
has_layer (const ExtractLayer *layer)
{
  return layer->reach == 0 && layer->activation != EXTRACT_ACTIVATION_RELU;
}

GBytes *
extract_network_to_fann (ExtractNetwork *network)
{
  g_return_val_if_fail (network != NULL, NULL);

  const guint n_layers = extract_network_get_n_layers (network);
  const guint n_inputs = extract_network_get_n_inputs (network);
  gsize n_weights;
  const float *weight = extract_network_get_weights (network, &n_weights);

  for (guint l = 0; l < n_layers; l++)
    if (!has_layer (extract_network_get_layer (network, l)))
      return NULL;

  GString *file = g_string_new (MAGIC);

  g_string_append_printf (file, "num_layers=%u\n", n_layers + 1);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    if (rows[i].kind >= COUNTS)
      g_string_append_printf (file, "%s_count=%u\n", rows[i].key, count_words (rows[i].value));
    g_string_append_printf (file, "%s=%s\n", rows[i].key, rows[i].value);
  }
  g_string_append_printf (file, "layer_sizes=%u ", n_inputs + 1);
  for (guint l = 0; l < n_layers; l++)
    g_string_append_printf (file, "%u ", extract_network_get_layer (network, l)->size + 1);
  g_string_append (file, "\nscale_included=0\n" NEURONS);

  for (guint i = 0; i <= n_inputs; i++)
    append_neuron (file, 0, 0, 0);
  for (guint l = 0, before = n_inputs; l < n_layers; l++) {
    const ExtractLayer *layer = extract_network_get_layer (network, l);
    for (guint j = 0; j < layer->size; j++)
      append_neuron (file, before + 1, function_of (layer->activation), layer->steepness);
    append_neuron (file, 0, 0, 0);
    before = layer->size;
  }

  g_string_append (file, "\n" CONNECTIONS);
  guint first = 0; /* number of the first neuron in the layer before */
  for (guint l = 0, before = n_inputs; l < n_layers; l++) {
    const guint size = extract_network_get_layer (network, l)->size;
    for (guint j = 0; j < size; j++) {
      for (guint i = 0; i <= before; i++) {
        g_string_append_printf (file, "(%u, ", first + i);
        append_value (file, *weight++);
        g_string_append (file, ") ");
      }
    }
    first += before + 1;
    before = size;
  }
  g_string_append_c (file, '\n');
  return g_string_free_to_bytes (file);
}

/* ---- Reading ------------------------------------------------------------------------------ */

/* Errors are set without the number of the line; whoever called puts it before them. */
typedef struct {
  const char *at;
  const char *end;
  guint line; /* from 1 */
} Reader;

static gboolean
comes (const Reader *reader, const char *text)
{
  const gsize length = strlen (text);

  return (gsize) (reader->end - reader->at) >= length && memcmp (reader->at, text, length) == 0;
}

/* @text has no line feed but as its last character. */
static gboolean
take_text (Reader *reader, const char *text, GError **error)
{
  if (!comes (reader, text)) {
    g_autofree char *shown = g_strndup (text, strcspn (text, "\n"));
    if (reader->at == reader->end)
      return extract_model_refuse (error, "the file ends in the middle of the network");
    if (*shown == '\0')
      return extract_model_refuse (error, "the line has extra text at its end");
    return extract_model_refuse (error, "\"%s\" is expected here", shown);
  }
  reader->at += strlen (text);
  reader->line += g_str_has_suffix (text, "\n");
  return TRUE;
}

static gboolean
digit_comes (const Reader *reader, gsize i)
{
  return (gsize) (reader->end - reader->at) > i && g_ascii_isdigit (reader->at[i]);
}

/* @what is for the sentence: "the size of a layer". */
static gboolean
take_count (Reader *reader, const char *what, guint *value, GError **error)
{
  gsize n = 0;

  *value = 0;
  while (n < 9 && digit_comes (reader, n))
    *value = *value * 10 + (guint) g_ascii_digit_value (reader->at[n++]);
  if (n == 0 || digit_comes (reader, n))
    return extract_model_refuse (error, "%s is not a whole number of up to 9 digits", what);
  reader->at += n;
  return TRUE;
}

/* [-] digits [. digits] [e [+-] digits]: what printf () writes for finite numbers, and no more. */
static gboolean
take_number (Reader *reader, const char *what, double *value, GError **error)
{
  char text[MAX_NUMBER + 1];
  gsize n = 0;

  while (n < MAX_NUMBER && reader->at + n < reader->end &&
         (g_ascii_isdigit (reader->at[n]) ||
          (reader->at[n] != '\0' && strchr ("+-.e", reader->at[n]) != NULL))) {
    text[n] = reader->at[n];
    n++;
  }
  text[n] = '\0';
  if (n > 0 && n < MAX_NUMBER && reader->at + n < reader->end && reader->at[n] == ',' &&
      digit_comes (reader, n + 1))
    return extract_model_refuse (error,
                                 "%s has a comma where a point is expected: FANN saved the file in a "
                                 "locale with decimal commas; save it with LC_NUMERIC=C",
                                 what);

  char *rest;
  const char *digits = text + (text[0] == '-');
  *value = g_ascii_strtod (text, &rest);
  if (!g_ascii_isdigit (*digits) || *rest != '\0' || digit_comes (reader, n))
    return extract_model_refuse (error, "%s is not a number as FANN writes it", what);
  reader->at += n;
  return TRUE;
}

static gboolean
take_value (Reader *reader, gboolean whole, const char *what, double *value, GError **error)
{
  guint count;

  if (!whole)
    return take_number (reader, what, value, error);
  if (!take_count (reader, what, &count, error))
    return FALSE;
  *value = count;
  return TRUE;
}

static gboolean
take_key (Reader *reader, const char *key, GError **error)
{
  g_autofree char *text = g_strconcat (key, "=", NULL);

  return take_text (reader, text, error);
}

/* "KEY_count=2\nKEY=1 2 \n": of no meaning to us. */
static gboolean
skip_list (Reader *reader, const char *key, gboolean whole, GError **error)
{
  g_autofree char *count_key = g_strconcat (key, "_count", NULL);
  double value;
  guint n;

  if (!take_key (reader, count_key, error) || !take_count (reader, count_key, &n, error) ||
      !take_text (reader, "\n", error) || !take_key (reader, key, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!take_value (reader, whole, key, &value, error) || !take_text (reader, " ", error))
      return FALSE;
  return take_text (reader, "\n", error);
}

static gboolean
read_rows (Reader *reader, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    const gboolean whole = rows[i].kind == COUNT || rows[i].kind == COUNTS;
    double value;

    if (rows[i].kind >= COUNTS) {
      if (!skip_list (reader, rows[i].key, whole, error))
        return FALSE;
      continue;
    }
    if (!take_key (reader, rows[i].key, error) || !take_value (reader, whole, rows[i].key, &value, error))
      return FALSE;
    if (rows[i].refusal != NULL && value != g_ascii_strtod (rows[i].value, NULL))
      return extract_model_refuse (error, "%s", rows[i].refusal);
    if (!take_text (reader, "\n", error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_magic (Reader *reader, GError **error)
{
  if (comes (reader, "FANN_FIX_"))
    return extract_model_refuse (error,
                                 "the network has fixed-point weights (FANN_FIX): save it by fann_save () "
                                 "of the floating-point library");
  if (!comes (reader, "FANN_FLO_"))
    return extract_model_refuse (error, "this is not a network file of FANN");
  if (!comes (reader, MAGIC))
    return extract_model_refuse (
        error, "the file is not of version 2.1 of FANN's format, the only one that is read");
  return take_text (reader, MAGIC, error);
}

/* The sizes of all layers, with the neuron of the bias. */
static gboolean
read_sizes (Reader *reader, guint n_layers, guint sizes[MAX_LAYERS], GError **error)
{
  guint scaled;

  if (!take_key (reader, "layer_sizes", error))
    return FALSE;
  for (guint l = 0; l < n_layers; l++) {
    if (!take_count (reader, "the size of a layer", &sizes[l], error) || !take_text (reader, " ", error))
      return FALSE;
    if (sizes[l] < 2 || sizes[l] > MAX_SIZE)
      return extract_model_refuse (error, "a layer has %u neurons with its bias, not 2 to %d", sizes[l],
                                   MAX_SIZE);
  }
  if (!take_text (reader, "\n", error) || !take_key (reader, "scale_included", error) ||
      !take_count (reader, "scale_included", &scaled, error))
    return FALSE;
  if (scaled != 0)
    return extract_model_refuse (error,
                                 "the network scales its inputs and outputs (scale_included is not 0): "
                                 "models give it the features as they are");
  return take_text (reader, "\n", error);
}

/* Neuron @j of layer @l; the first one of a layer sets the @layer. */
static gboolean
read_neuron (Reader *reader, guint l, guint j, const guint *sizes, ExtractLayer *layer, GError **error)
{
  const gboolean bears_nothing = l == 0 || j == sizes[l] - 1; /* an input or a bias */
  guint n_inputs, function;
  double steepness;

  if (!take_text (reader, "(", error) || !take_count (reader, "the number of inputs", &n_inputs, error) ||
      !take_text (reader, ", ", error) || !take_count (reader, "an activation function", &function, error) ||
      !take_text (reader, ", ", error) || !take_number (reader, "a steepness", &steepness, error) ||
      !take_text (reader, ") ", error))
    return FALSE;
  if (n_inputs != (bears_nothing ? 0 : sizes[l - 1]))
    return extract_model_refuse (error,
                                 "neuron %u of layer %u has %u inputs, not %u: models have fully connected "
                                 "layers",
                                 j, l, n_inputs, bears_nothing ? 0 : sizes[l - 1]);
  if (bears_nothing)
    return TRUE;
  if (function >= G_N_ELEMENTS (functions))
    return extract_model_refuse (error, "the activation function %u of layer %u is not one of FANN's",
                                 function, l);
  if (functions[function].activation == EXTRACT_N_ACTIVATIONS)
    return extract_model_refuse (error, "layer %u has the activation function %s, which models do not have",
                                 l, functions[function].name);
  if (j == 0)
    *layer = (ExtractLayer){ sizes[l] - 1, functions[function].activation, (float) steepness };
  else if (layer->activation != functions[function].activation || layer->steepness != (float) steepness)
    return extract_model_refuse (error,
                                 "the neurons of layer %u differ in their activation function or steepness: "
                                 "models have one for each layer",
                                 l);
  return TRUE;
}

static gboolean
read_neurons (Reader *reader, guint n_layers, const guint *sizes, ExtractLayer *layers, GError **error)
{
  if (!take_text (reader, NEURONS, error))
    return FALSE;
  for (guint l = 0; l < n_layers; l++)
    for (guint j = 0; j < sizes[l]; j++)
      if (!read_neuron (reader, l, j, sizes, l > 0 ? &layers[l - 1] : NULL, error))
        return FALSE;
  return take_text (reader, "\n", error);
}

/* The weights of all neurons of layer @l, whose layer before begins with the neuron @first. */
static gboolean
read_connections (Reader *reader, guint l, const guint *sizes, guint first, float **weight, GError **error)
{
  for (guint j = 0; j < sizes[l] - 1; j++) {
    for (guint i = 0; i < sizes[l - 1]; i++) {
      guint from;
      double value;

      if (!take_text (reader, "(", error) || !take_count (reader, "the number of a neuron", &from, error) ||
          !take_text (reader, ", ", error) || !take_number (reader, "a weight", &value, error) ||
          !take_text (reader, ") ", error))
        return FALSE;
      if (from != first + i)
        return extract_model_refuse (error,
                                     "a connection comes from neuron %u, not %u: models have fully connected "
                                     "layers",
                                     from, first + i);
      *(*weight)++ = (float) value;
    }
  }
  return TRUE;
}

static ExtractNetwork *
read_network (Reader *reader, GError **error)
{
  guint sizes[MAX_LAYERS];
  ExtractLayer layers[MAX_LAYERS - 1];
  g_autofree float *weights = NULL;
  guint n_layers, first = 0;
  guint64 n_weights = 0;

  if (!read_magic (reader, error) || !take_key (reader, "num_layers", error) ||
      !take_count (reader, "num_layers", &n_layers, error))
    return NULL;
  if (n_layers < 2 || n_layers > MAX_LAYERS) {
    extract_model_refuse (error, "the network has %u layers with that of the inputs, not 2 to %d", n_layers,
                          MAX_LAYERS);
    return NULL;
  }
  if (!take_text (reader, "\n", error) || !read_rows (reader, error) ||
      !read_sizes (reader, n_layers, sizes, error) ||
      !read_neurons (reader, n_layers, sizes, layers, error) || !take_text (reader, CONNECTIONS, error))
    return NULL;

  /* At most 16 x 65537 x 65536, far below 2^64. */
  for (guint l = 1; l < n_layers; l++)
    n_weights += (guint64) sizes[l - 1] * (sizes[l] - 1);
  if (n_weights > (gsize) (reader->end - reader->at) / strlen (LEAST_CONNECTION)) {
    extract_model_refuse (error, "the file is too short for %" G_GUINT64_FORMAT " connections", n_weights);
    return NULL;
  }
  weights = g_new (float, n_weights);
  float *weight = weights;
  for (guint l = 1; l < n_layers; l++) {
    if (!read_connections (reader, l, sizes, first, &weight, error))
      return NULL;
    first += sizes[l - 1];
  }
  const guint last_line = reader->line;
  if (!take_text (reader, "\n", error))
    return NULL;
  if (reader->at != reader->end) {
    extract_model_refuse (error, "the file has extra text at its end");
    return NULL;
  }
  reader->line = last_line;
  return extract_network_new (sizes[0] - 1, layers, n_layers - 1, weights, n_weights, error);
}

ExtractNetwork *
extract_network_from_fann (GBytes *bytes, GError **error)
{
  g_return_val_if_fail (bytes != NULL, NULL);

  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  Reader reader = { .at = size > 0 ? data : "", .line = 1 };
  reader.end = reader.at + size;
  ExtractNetwork *network = read_network (&reader, error);

  if (network == NULL)
    g_prefix_error (error, "line %u: ", reader.line);
  return network;
}
