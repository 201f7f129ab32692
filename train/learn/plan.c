/* SPDX-License-Identifier: MIT */
#include "train/learn/plan.h"
#include "libextract/model/model.h"

#include "cli/cli.h"

#include <stddef.h>
#include <string.h>

/* ---- The table ------------------------------------------------------------------------------ */

typedef enum { KIND_NETWORK, KIND_CHOICE, KIND_COUNT, KIND_NUMBER } Kind;

typedef struct {
  TrainParameter info;
  Kind kind;
  gsize offset;               /* of the value in TrainPlan: an enum, a guint or a double */
  const char *const *choices; /* CHOICE: names of its values, NULL-terminated */
  double minimum, maximum;
  const char *initial;  /* as train_plan_set () takes it: of the design rich */
  const char *classic;  /* (nullable): of the design classic, where it differs */
  gboolean everyday;    /* has an option of its own in --help; --set is for the others */
  const char *web2text; /* (nullable): of the design web2text, where it differs */
} Row;

static const char *const engines[] = { "matrix", "fann", NULL };
static const char *const algorithms[] = { "rprop", "incremental", "batch", "quickprop", "adam", NULL };
static const char *const losses[] = { "square", "tanh", "cross-entropy", NULL };
static const char *const lengths[] = { "sqrt-words", "words", "even", "block", NULL };
static const char *const schedules[] = { "cycle", "constant", NULL };
static const char *const decodings[] = { "threshold", "viterbi", "crf", NULL };
static const char *const edges[] = { "transitions", "network", NULL };
static const char *const teachers[] = { "none", "networks", NULL };
static const char *const switches[] = { "off", "on", NULL };

#define MAX_LAYER 65536 /* neurons */

/* A network is read and written as TrainLayers, the first one, too. */
G_STATIC_ASSERT (offsetof (TrainPlan, layers) == 0 &&
                 offsetof (TrainPlan, n_layers) == offsetof (TrainLayers, n_layers));

/* @least, @most: outputs */
#define NETWORK(field, least, most) KIND_NETWORK, offsetof (TrainPlan, field), NULL, least, most
/* Only the layers before the outputs. */
#define HIDDEN(field) KIND_NETWORK, offsetof (TrainPlan, field), NULL, 1, MAX_LAYER
#define CHOICE(field, names) KIND_CHOICE, offsetof (TrainPlan, field), names, 0, 0
#define COUNT(field, minimum, maximum) KIND_COUNT, offsetof (TrainPlan, field), NULL, minimum, maximum
#define NUMBER(field, minimum, maximum) KIND_NUMBER, offsetof (TrainPlan, field), NULL, minimum, maximum

/* Of classic: what the thesis has. FANN trains it, which knows no weights of blocks but draws them. */
static const Row rows[] = {
  { { "network", "LAYERS", "Layers SIZE[:ACTIVATION[:STEEPNESS[:KERNEL]]],… after the inputs, or thesis" },
    NETWORK (layers, 1, EXTRACT_N_LABELS),
    "32,16,1",
    "thesis",
    TRUE,
    "50:relu:1,50:relu:1,50:relu:1:3,10:relu:1:3,2:linear:1:3" },
  { { "engine", "NAME", "Training engine: matrix, fann" }, CHOICE (engine, engines), "matrix", "fann", TRUE },
  { { "algorithm", "NAME", "Training algorithm: rprop; adam (matrix); incremental, batch, quickprop (fann)" },
    CHOICE (algorithm, algorithms),
    "adam",
    "rprop",
    FALSE },
  { { "loss", "NAME", "Loss function: square; cross-entropy (matrix), tanh (fann)" },
    CHOICE (loss, losses),
    "cross-entropy",
    "square",
    FALSE },
  { { "epochs", "N", "Maximum number of passes over the samples" },
    COUNT (epochs, 1, 100000),
    "8",
    "300",
    TRUE,
    "50" },
  { { "held", "SHARE", "Validation share: sites held back for early stopping; 0: none" },
    NUMBER (held, 0, 0.5),
    "0",
    "0.1",
    FALSE },
  { { "patience", "N", "Epochs without a better validation F1 before training stops" },
    COUNT (patience, 1, 100000),
    "40",
    NULL,
    FALSE },
  { { "restarts", "N", "Networks with other initial weights; the best is kept" },
    COUNT (restarts, 1, 100),
    "1",
    NULL,
    FALSE },
  { { "folds", "K", "Folds of the cross-validation, 2 to 20" }, COUNT (folds, 2, 20), "5", NULL, TRUE },
  { { "seed", "N", "Seed of all random numbers" }, COUNT (seed, 0, G_MAXINT32), "1", NULL, TRUE },
  { { "samples", "N", "Blocks drawn from each page; 0: all, with weights" },
    COUNT (samples, 0, 10000),
    "0",
    "40",
    FALSE },
  { { "length", "NAME",
      "Weight of a block within its page: sqrt-words, words, even; block: the same in all pages" },
    CHOICE (length, lengths),
    "sqrt-words",
    NULL,
    FALSE,
    "block" },
  { { "good-weight", "X", "Weight of good blocks relative to others" },
    NUMBER (good_weight, 0.001, 1000),
    "1",
    NULL,
    FALSE },
  { { "pages", "N", "Maximum number of training pages, drawn at random; 0: all" },
    COUNT (pages, 0, G_MAXINT32),
    "0",
    NULL,
    FALSE },
  { { "rprop-increase", "X", "Growth of a step while the gradient keeps its sign" },
    NUMBER (rprop_increase, 1.0001, 10),
    "1.2",
    NULL,
    FALSE },
  { { "rprop-decrease", "X", "Shrinkage of a step when the gradient changes its sign" },
    NUMBER (rprop_decrease, 0.0001, 0.9999),
    "0.5",
    NULL,
    FALSE },
  { { "rprop-first-step", "X", "First step" }, NUMBER (rprop_first_step, 1e-9, 10), "0.002", NULL, FALSE },
  { { "rprop-minimum-step", "X", "Smallest step" }, NUMBER (rprop_minimum_step, 0, 1), "0", NULL, FALSE },
  { { "rprop-maximum-step", "X", "Largest step" },
    NUMBER (rprop_maximum_step, 1e-6, 1000),
    "50",
    NULL,
    FALSE },
  { { "learning-rate", "X",
      "Learning rate; 0: 0.004 for adam (its peak), 0.7 for incremental, batch, quickprop" },
    NUMBER (learning_rate, 0, 100),
    "0",
    NULL,
    FALSE,
    "0.001" },
  { { "momentum", "X", "Momentum of incremental" }, NUMBER (momentum, 0, 0.9999), "0", NULL, FALSE },
  { { "quickprop-decay", "X", "Weight decay of quickprop" },
    NUMBER (quickprop_decay, -1, 0),
    "-0.0001",
    NULL,
    FALSE },
  { { "quickprop-mu", "X", "Largest growth of a step of quickprop" },
    NUMBER (quickprop_mu, 1.0001, 100),
    "1.75",
    NULL,
    FALSE },
  { { "batch", "N", "Batch size of adam: blocks; snippets, if the network has convolutions" },
    COUNT (batch, 1, G_MAXINT32),
    "2048",
    NULL,
    FALSE,
    "128" },
  { { "dropout", "SHARE",
      "Dropout rate on the inputs (adam); on the hidden layers, if the network has convolutions" },
    NUMBER (dropout, 0, 0.9),
    "0.3",
    "0",
    FALSE,
    "0.2" },
  { { "schedule", "NAME", "Learning rate of adam over the steps: cycle, constant" },
    CHOICE (schedule, schedules),
    "cycle",
    NULL,
    FALSE,
    "constant" },
  { { "l2", "X", "Penalty on the squares of the weights (convolutions)" },
    NUMBER (l2, 0, 1),
    "0",
    NULL,
    FALSE,
    "0.0001" },
  { { "steps", "N", "Steps of an epoch (convolutions); 0: as many as take all blocks once" },
    COUNT (steps, 0, 1000000),
    "0",
    NULL,
    FALSE,
    "100" },
  { { "snippet", "N", "Blocks of a snippet (convolutions)" }, COUNT (snippet, 1, 10000), "9", NULL, FALSE },
  { { "scale", "NAME", "Standardise the features; the model keeps the scale: on, off" },
    CHOICE (scale, switches),
    "on",
    "off",
    FALSE },
  { { "passes", "N", "Stages; 2: a second network reads the scores of the first" },
    COUNT (passes, 1, 2),
    "2",
    "1",
    FALSE,
    "1" },
  { { "context-network", "LAYERS", "Layers of the second network" },
    NETWORK (context, 1, 1),
    "32,16,1",
    NULL,
    FALSE },
  { { "context-epochs", "N", "Epochs of the second network" },
    COUNT (context_epochs, 1, 100000),
    "20",
    NULL,
    FALSE },
  { { "teacher", "NAME", "Source of soft labels: none, networks" },
    CHOICE (teacher, teachers),
    "networks",
    "none",
    FALSE,
    "none" },
  { { "teacher-network", "LAYERS", "Layers of the teacher's networks" },
    NETWORK (teacher_network, 1, 1),
    "128,32,1",
    NULL,
    FALSE },
  { { "teacher-count", "N", "Number of the teacher's networks; their scores are averaged" },
    COUNT (teacher_count, 1, 100),
    "3",
    NULL,
    FALSE },
  { { "teacher-epochs", "N", "Epochs of the teacher's networks" },
    COUNT (teacher_epochs, 1, 100000),
    "8",
    NULL,
    FALSE },
  { { "soft", "SHARE", "Share of the teacher's score in a label" }, NUMBER (soft, 0, 1), "0.5", NULL, FALSE },
  { { "decode", "NAME", "From scores to labels: threshold, viterbi, crf" },
    CHOICE (decode, decodings),
    "threshold",
    NULL,
    FALSE,
    "viterbi" },
  { { "decode-weight", "X", "Weight of what joins labels of neighbours, for viterbi" },
    NUMBER (decode_weight, 0, 1000),
    "0.1",
    NULL,
    FALSE },
  { { "edges", "NAME", "What joins labels of neighbours: transitions, network" },
    CHOICE (edges, edges),
    "transitions",
    NULL,
    FALSE,
    "network" },
  { { "edge-network", "LAYERS", "Layers of the network for edges; crf: one layer" },
    NETWORK (edge_network, EXTRACT_N_PAIRS, EXTRACT_N_PAIRS),
    "4",
    NULL,
    FALSE,
    "50:relu:1,50:relu:1,50:relu:1:3,10:relu:1:3,4:linear:1:3" },
  { { "outcome", "NAME", "Networks for page confidence and for pages without main text: on, off" },
    CHOICE (outcome, switches),
    "on",
    "off",
    FALSE,
    "off" },
  { { "classes", "NAME", "Tell the classes of people's labels, such as heading or comment: on, off" },
    CHOICE (classes, switches),
    "off",
    NULL,
    TRUE },
  { { "class-network", "LAYERS", "Layers of the network for classes, before its outputs" },
    HIDDEN (class_network),
    "32:relu:1,32:relu:1:3",
    NULL,
    FALSE },
  { { "class-epochs", "N", "Epochs of the network for classes" },
    COUNT (class_epochs, 1, 100000),
    "20",
    NULL,
    FALSE },
  { { "class-decode", "NAME", "From probabilities to classes: threshold, viterbi, crf" },
    CHOICE (class_decode, decodings),
    "threshold",
    NULL,
    FALSE },
};

/* TrainPlan.given has a bit for each row. */
G_STATIC_ASSERT (G_N_ELEMENTS (rows) <= 64);

static const Row *
row_find (const char *key)
{
  for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
    if (strcmp (rows[r].info.key, key) == 0)
      return &rows[r];
  return NULL;
}

GArray *
train_plan_get_parameters (void)
{
  GArray *table = g_array_new (FALSE, FALSE, sizeof (TrainParameter));

  for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
    g_array_append_val (table, rows[r].info);
  return table;
}

/* ---- Networks as text ----------------------------------------------------------------------- */

/* 78-39-19-9-1: the network of the thesis. */
static const char thesis[] = "39:sigmoid-stepwise:0.65,19:gaussian-symmetric:0.75,9:gaussian-symmetric:0.75,"
                             "1:linear-piece-symmetric:0.8";

/* What layers have that say no more than their size. */
#define HIDDEN_ACTIVATION EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC
#define OUTPUT_ACTIVATION EXTRACT_ACTIVATION_SIGMOID
#define STEEPNESS 0.5f

static gboolean
read_activation (const char *name, ExtractActivation *activation)
{
  for (guint a = 0; a < EXTRACT_N_ACTIVATIONS; a++)
    if (strcmp (extract_activation_get_info (a)->name, name) == 0) {
      *activation = a;
      return TRUE;
    }
  return FALSE;
}

/* "39:sigmoid-stepwise:0.65", "50:relu:1:3". Several outputs are linear: what is made of them is a softmax.
 */
static gboolean
read_layer (const char *text, gboolean is_output, ExtractLayer *layer)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 4);
  const guint n = g_strv_length (parts);
  guint64 size, kernel = 1;
  double steepness;

  if (n < 1 || !cli_parse_count ("", parts[0], 1, MAX_LAYER, &size, NULL))
    return FALSE;
  *layer = (ExtractLayer){ .size = size, .activation = HIDDEN_ACTIVATION };
  if (is_output)
    layer->activation = size > 1 ? EXTRACT_ACTIVATION_LINEAR : OUTPUT_ACTIVATION;
  steepness = layer->activation == EXTRACT_ACTIVATION_LINEAR ? 1 : STEEPNESS;
  if (n > 1 && !read_activation (parts[1], &layer->activation))
    return FALSE;
  if (n > 2 && !cli_parse_number ("", parts[2], 0.001, 1000, &steepness, NULL))
    return FALSE;
  if (n > 3 &&
      (!cli_parse_count ("", parts[3], 1, 2 * EXTRACT_MAX_REACH + 1, &kernel, NULL) || kernel % 2 == 0))
    return FALSE;
  layer->steepness = steepness;
  layer->reach = kernel / 2;
  return TRUE;
}

/* @least, @most: outputs; without any, the last layer is like the others */
static gboolean
read_network (TrainLayers *network, const char *text, guint least, guint most)
{
  g_auto (GStrv) layers = g_strsplit (strcmp (text, "thesis") == 0 ? thesis : text, ",", -1);
  guint n = g_strv_length (layers);
  ExtractLayer read[TRAIN_MAX_LAYERS];

  if (n < 1 || n > (most < MAX_LAYER ? TRAIN_MAX_LAYERS : TRAIN_MAX_LAYERS - 1))
    return FALSE;
  for (guint l = 0; l < n; l++)
    if (!read_layer (layers[l], l == n - 1 && most < MAX_LAYER, &read[l]))
      return FALSE;
  if (read[n - 1].size < least || read[n - 1].size > most)
    return FALSE;
  *network = (TrainLayers){ .n_layers = n };
  memcpy (network->layers, read, n * sizeof *read);
  return TRUE;
}

/* A short text that is read as @value again, as a float or a double: 0.65, not 0.649999976. */
static char *
format_number (double value, gboolean is_float)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  int digits = 5; /* %.6g drops trailing zeros, and has an exponent only from 1e+06 */
  double again;

  do {
    char format[] = "%.00g";

    digits++;
    format[2] = '0' + digits / 10;
    format[3] = '0' + digits % 10;
    again = g_ascii_strtod (g_ascii_formatd (buffer, sizeof buffer, format, value), NULL);
  } while ((is_float ? (double) (float) again : again) != value && digits < 17);
  return g_strdup (buffer);
}

static char *
format_network (const TrainLayers *network)
{
  GString *text = g_string_new (NULL);

  for (guint l = 0; l < network->n_layers; l++) {
    const ExtractLayer *layer = &network->layers[l];
    g_autofree char *steepness = format_number (layer->steepness, TRUE);

    g_string_append_printf (text, "%s%u:%s:%s", l ? "," : "", layer->size,
                            extract_activation_get_info (layer->activation)->name, steepness);
    if (layer->reach > 0)
      g_string_append_printf (text, ":%u", 2 * layer->reach + 1);
  }
  return g_string_free (text, FALSE);
}

void
train_plan_set_network (TrainPlan *plan, const ExtractNetwork *network)
{
  plan->n_layers = MIN (extract_network_get_n_layers (network), TRAIN_MAX_LAYERS);
  for (guint l = 0; l < plan->n_layers; l++)
    plan->layers[l] = *extract_network_get_layer (network, l);
}

/* ---- Values --------------------------------------------------------------------------------- */

static gboolean
set_choice (guint *value, const char *const *choices, const char *option, const char *text, GError **error)
{
  g_autofree char *expected = NULL;

  for (guint c = 0; choices[c]; c++)
    if (strcmp (choices[c], text) == 0) {
      *value = c;
      return TRUE;
    }
  expected = g_strjoinv (" or ", (char **) choices);
  return cli_fail_value (error, option, expected, text);
}

/* For "did you mean". Returns: (transfer full) */
static char *
join_keys (void)
{
  GString *keys = g_string_new (NULL);

  for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
    g_string_append_printf (keys, " %s", rows[r].info.key);
  return g_string_free (keys, FALSE);
}

static gboolean
fail_network (const Row *row, const char *option, const char *text, GError **error)
{
  const char *const syntax = "layers SIZE[:ACTIVATION[:STEEPNESS[:KERNEL]]],…";

  if (row->maximum == MAX_LAYER)
    return cli_fail_value (error, option, syntax, text);
  g_autofree char *outputs = row->minimum < row->maximum
                                 ? g_strdup_printf ("%g or %g outputs", row->minimum, row->maximum)
                                 : g_strdup_printf ("%g outputs", row->maximum);
  g_autofree char *expected =
      g_strconcat (syntax, " with ", row->maximum > 1 ? outputs : "one output", ", or thesis", NULL);

  return cli_fail_value (error, option, expected, text);
}

gboolean
train_plan_set (TrainPlan *plan, const char *option, const char *key, const char *text, GError **error)
{
  const Row *row = row_find (key);
  gpointer value = row ? G_STRUCT_MEMBER_P (plan, row->offset) : NULL;
  guint64 count;

  if (!row) {
    g_autofree char *names = join_keys ();
    g_autofree char *hint = cli_dup_hint (key, names);

    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "there is no hyperparameter \"%s\"%s", key,
                 hint);
    return FALSE;
  }
  switch (row->kind) {
  case KIND_NETWORK:
    return read_network (value, text, row->minimum, row->maximum) || fail_network (row, option, text, error);
  case KIND_CHOICE:
    return set_choice (value, row->choices, option, text, error);
  case KIND_COUNT:
    if (!cli_parse_count (option, text, row->minimum, row->maximum, &count, error))
      return FALSE;
    *(guint *) value = count;
    return TRUE;
  case KIND_NUMBER:
    return cli_parse_number (option, text, row->minimum, row->maximum, value, error);
  }
  g_return_val_if_reached (FALSE);
}

gboolean
train_plan_is_given (const TrainPlan *plan, const char *key)
{
  return (plan->given & (G_GUINT64_CONSTANT (1) << (row_find (key) - rows))) != 0;
}

static const TrainDesign designs[] = {
  { "rich", "rich", "many features, tables of tokens, two stages, soft labels, and a confidence" },
  { "classic", "classic", "the 26 features and the network of the thesis, trained by FANN" },
  { "web2text", "web2text", "the features, the two networks of convolutions and the decoding of Web2Text" },
};

const TrainDesign *
train_design_get_all (gsize *n)
{
  *n = G_N_ELEMENTS (designs);
  return designs;
}

const TrainDesign *
train_design_find (const char *name)
{
  for (guint d = 0; d < G_N_ELEMENTS (designs); d++)
    if (strcmp (designs[d].name, name) == 0)
      return &designs[d];
  return NULL;
}

static const char *
value_of_design (const Row *row, const TrainDesign *design)
{
  const char *value = design == &designs[1] ? row->classic : design == &designs[2] ? row->web2text : NULL;

  return value ? value : row->initial;
}

void
train_plan_apply_design (TrainPlan *plan, const TrainDesign *design)
{
  for (guint r = 0; r < G_N_ELEMENTS (rows); r++) {
    const char *key = rows[r].info.key;
    const char *value = value_of_design (&rows[r], design);

    if (!train_plan_is_given (plan, key))
      train_plan_set (plan, key, key, value, NULL);
  }
}

void
train_plan_init (TrainPlan *plan)
{
  *plan = (TrainPlan){ 0 };
  for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
    train_plan_set (plan, rows[r].info.key, rows[r].info.key, rows[r].initial, NULL);
}

char *
train_plan_dup_value (const TrainPlan *plan, const char *key)
{
  const Row *row = row_find (key);
  gconstpointer value;

  g_return_val_if_fail (row != NULL, NULL);
  value = G_STRUCT_MEMBER_P (plan, row->offset);
  switch (row->kind) {
  case KIND_NETWORK:
    return format_network (value);
  case KIND_CHOICE:
    return g_strdup (row->choices[*(const guint *) value]);
  case KIND_COUNT:
    return g_strdup_printf ("%u", *(const guint *) value);
  case KIND_NUMBER:
    return format_number (*(const double *) value, FALSE);
  }
  g_return_val_if_reached (NULL);
}

char *
train_plan_describe (const TrainPlan *plan)
{
  GString *text = g_string_new (NULL);
  TrainPlan initial;

  train_plan_init (&initial);
  for (guint r = 0; r < G_N_ELEMENTS (rows); r++) {
    const char *key = rows[r].info.key;
    g_autofree char *value = train_plan_dup_value (plan, key);
    g_autofree char *usual = train_plan_dup_value (&initial, key);

    if (r == 0 || strcmp (value, usual) != 0)
      g_string_append_printf (text, "%s%s %s", text->len ? "; " : "", key, value);
  }
  return g_string_free (text, FALSE);
}

static gboolean
fail (GError **error, const char *sentence)
{
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, sentence);
  return FALSE;
}

static gboolean
ends_in_sigmoid (const TrainLayers *network)
{
  return network->layers[network->n_layers - 1].activation == EXTRACT_ACTIVATION_SIGMOID;
}

static gboolean
is_sequence (const TrainLayers *network)
{
  return train_layers_are_sequence (network->layers, network->n_layers);
}

/* Networks of convolutions, and decoding. */
static gboolean
check_sequence (const TrainPlan *plan, GError **error)
{
  const gboolean first = train_layers_are_sequence (plan->layers, plan->n_layers);
  const gboolean any = first || is_sequence (&plan->context) || is_sequence (&plan->teacher_network);
  const gboolean has_edges = plan->decode != EXTRACT_DECODING_THRESHOLD && plan->edges == TRAIN_EDGES_NETWORK;
  const ExtractLayer *last = &plan->layers[plan->n_layers - 1];

  if (last->size > 1 && last->activation != EXTRACT_ACTIVATION_LINEAR)
    return fail (error, "a network with two outputs needs them linear, as in 50:relu:1,2");
  if ((any || (has_edges && plan->decode == EXTRACT_DECODING_VITERBI)) &&
      (plan->engine != TRAIN_ENGINE_MATRIX || plan->algorithm != TRAIN_ALGORITHM_ADAM ||
       plan->loss != TRAIN_LOSS_CROSS_ENTROPY || plan->samples > 0))
    return fail (error,
                 "convolutions, two outputs and networks for edges need engine=matrix, algorithm=adam, "
                 "loss=cross-entropy and samples=0");
  if (plan->l2 > 0 && !any)
    return fail (error, "l2 needs a network of convolutions, such as 50:relu:1:3,1");
  if (plan->edge_network.layers[plan->edge_network.n_layers - 1].activation != EXTRACT_ACTIVATION_LINEAR)
    return fail (error, "the edge-network needs four linear outputs");
  if (has_edges && plan->decode == EXTRACT_DECODING_CRF &&
      (plan->edge_network.n_layers > 1 || plan->edge_network.layers[0].reach > 0))
    return fail (error, "decode=crf needs edge-network=4");
  return TRUE;
}

gboolean
train_plan_check (const TrainPlan *plan, GError **error)
{
  gboolean fann = plan->engine == TRAIN_ENGINE_FANN;

  if (fann && plan->algorithm == TRAIN_ALGORITHM_ADAM)
    return fail (error, "algorithm=adam needs engine=matrix");
  if (!fann && plan->algorithm != TRAIN_ALGORITHM_RPROP && plan->algorithm != TRAIN_ALGORITHM_ADAM)
    return fail (error, "incremental, batch and quickprop need engine=fann");
  if (plan->dropout > 0 && plan->algorithm != TRAIN_ALGORITHM_ADAM)
    return fail (error, "dropout needs algorithm=adam");
  if (!fann && plan->loss == TRAIN_LOSS_TANH)
    return fail (error, "loss=tanh needs engine=fann");
  if (fann && plan->loss == TRAIN_LOSS_CROSS_ENTROPY)
    return fail (error, "loss=cross-entropy needs engine=matrix");
  if (fann && plan->samples == 0)
    return fail (error, "FANN has no sample weights: engine=fann needs samples=N, such as 60");
  if (plan->loss == TRAIN_LOSS_CROSS_ENTROPY && plan->layers[plan->n_layers - 1].size == 1 &&
      plan->layers[plan->n_layers - 1].activation != EXTRACT_ACTIVATION_SIGMOID)
    return fail (error, "loss=cross-entropy needs a network with the output sigmoid, such as 39,19,1");
  if (plan->loss == TRAIN_LOSS_CROSS_ENTROPY && plan->passes > 1 && !ends_in_sigmoid (&plan->context))
    return fail (error, "loss=cross-entropy needs a context-network with the output sigmoid");
  if (plan->loss == TRAIN_LOSS_CROSS_ENTROPY && plan->teacher == TRAIN_TEACHER_NETWORKS &&
      !ends_in_sigmoid (&plan->teacher_network))
    return fail (error, "loss=cross-entropy needs a teacher-network with the output sigmoid");
  if (plan->folds < 3 && (plan->passes > 1 || plan->outcome || plan->teacher != TRAIN_TEACHER_NONE))
    return fail (error, "two stages, a teacher or an outcome need folds=3 at least");
  if (plan->rprop_minimum_step > plan->rprop_maximum_step)
    return fail (error, "rprop-minimum-step is larger than rprop-maximum-step");
  if (plan->rprop_first_step > plan->rprop_maximum_step)
    return fail (error, "rprop-first-step is larger than rprop-maximum-step");
  return check_sequence (plan, error);
}

/* ---- Options -------------------------------------------------------------------------------- */

/* "Passes over the samples (default: 8; classic: 300; web2text: 50)" */
static char *
describe_row (const Row *row)
{
  return g_strconcat (row->info.sentence, " (default: ", row->initial, row->classic ? "; classic: " : "",
                      row->classic ? row->classic : "", row->web2text ? "; web2text: " : "",
                      row->web2text ? row->web2text : "", ")", NULL);
}

char *
train_plan_dup_table (void)
{
  GString *text = g_string_new ("Hyperparameters, for --set=NAME=VALUE and the lines of a sweep:\n");

  for (guint r = 0; r < G_N_ELEMENTS (rows); r++) {
    g_autofree char *value = g_strconcat (rows[r].info.key, "=", rows[r].info.argument, NULL);
    g_autofree char *sentence = describe_row (&rows[r]);

    g_string_append_printf (text, "  %-26s %s\n", value, sentence);
  }
  return g_string_free (text, FALSE);
}

/* What the option group owns. */
typedef struct {
  TrainPlan *plan;
  char *sentences[G_N_ELEMENTS (rows)];
} PlanGroup;

static void
plan_group_free (gpointer data)
{
  PlanGroup *group = data;

  for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
    g_free (group->sentences[r]);
  g_free (group);
}

static gboolean
give (TrainPlan *plan, const char *option, const char *key, const char *text, GError **error)
{
  if (!train_plan_set (plan, option, key, text, error))
    return FALSE;
  plan->given |= G_GUINT64_CONSTANT (1) << (row_find (key) - rows);
  return TRUE;
}

gboolean
train_plan_give (TrainPlan *plan, const char *setting, GError **error)
{
  const char *sign = strchr (setting, '=');
  g_autofree char *key = sign ? g_strndup (setting, sign - setting) : NULL;

  return key ? give (plan, key, key, sign + 1, error)
             : cli_fail_value (error, "--set", "NAME=VALUE, or help", setting);
}

static gboolean
parse_parameter (const char *option, const char *text, gpointer data, GError **error)
{
  return give (((PlanGroup *) data)->plan, option, option + strlen ("--"), text, error);
}

GOptionGroup *
train_plan_options_init (TrainPlan *plan)
{
  PlanGroup *data = g_new0 (PlanGroup, 1);
  GOptionEntry entries[G_N_ELEMENTS (rows) + 1] = { 0 };
  GOptionGroup *group;

  data->plan = plan;
  train_plan_init (plan);
  group = g_option_group_new ("plan", "How networks are trained:", "How networks are trained", data,
                              plan_group_free);
  for (guint r = 0; r < G_N_ELEMENTS (rows); r++) {
    data->sentences[r] = describe_row (&rows[r]);
    entries[r] = (GOptionEntry){ .long_name = rows[r].info.key,
                                 .flags = rows[r].everyday ? 0 : G_OPTION_FLAG_HIDDEN,
                                 .arg = G_OPTION_ARG_CALLBACK,
                                 .arg_data = parse_parameter,
                                 .description = data->sentences[r],
                                 .arg_description = rows[r].info.argument };
  }
  g_option_group_add_entries (group, entries);
  return group;
}
