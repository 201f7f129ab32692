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
  const char *initial; /* as train_plan_set () takes it: of the design rich */
  const char *classic; /* (nullable): of the design classic, where it differs */
  gboolean everyday;   /* has an option of its own in --help; --set is for the others */
} Row;

static const char *const engines[] = { "matrix", "fann", NULL };
static const char *const algorithms[] = { "rprop", "incremental", "batch", "quickprop", "adam", NULL };
static const char *const losses[] = { "square", "tanh", "cross-entropy", NULL };
static const char *const lengths[] = { "sqrt-words", "words", "even", NULL };
static const char *const teachers[] = { "none", "networks", NULL };
static const char *const switches[] = { "off", "on", NULL };

/* A network is read and written as TrainLayers, the first one, too. */
G_STATIC_ASSERT (offsetof (TrainPlan, layers) == 0 &&
                 offsetof (TrainPlan, n_layers) == offsetof (TrainLayers, n_layers));

#define NETWORK(field) KIND_NETWORK, offsetof (TrainPlan, field), NULL, 0, 0
#define CHOICE(field, names) KIND_CHOICE, offsetof (TrainPlan, field), names, 0, 0
#define COUNT(field, minimum, maximum) KIND_COUNT, offsetof (TrainPlan, field), NULL, minimum, maximum
#define NUMBER(field, minimum, maximum) KIND_NUMBER, offsetof (TrainPlan, field), NULL, minimum, maximum

/* Of classic: what the thesis has. FANN trains it, which knows no weights of blocks but draws them. */
static const Row rows[] = {
  { { "network", "LAYERS", "Layers SIZE[:ACTIVATION[:STEEPNESS]],… after the inputs, or thesis" },
    NETWORK (layers),
    "32,16,1",
    "thesis",
    TRUE },
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
    TRUE },
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
  { { "length", "NAME", "Weight of a block within its page: sqrt-words, words, even" },
    CHOICE (length, lengths),
    "sqrt-words",
    NULL,
    FALSE },
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
    FALSE },
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
  { { "batch", "N", "Batch size of adam" }, COUNT (batch, 1, G_MAXINT32), "2048", NULL, FALSE },
  { { "dropout", "SHARE", "Dropout rate on the inputs (adam)" },
    NUMBER (dropout, 0, 0.9),
    "0.3",
    "0",
    FALSE },
  { { "scale", "NAME", "Standardise the features; the model keeps the scale: on, off" },
    CHOICE (scale, switches),
    "on",
    "off",
    FALSE },
  { { "passes", "N", "Stages; 2: a second network reads the scores of the first" },
    COUNT (passes, 1, 2),
    "2",
    "1",
    FALSE },
  { { "context-network", "LAYERS", "Layers of the second network" },
    NETWORK (context),
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
    FALSE },
  { { "teacher-network", "LAYERS", "Layers of the teacher's networks" },
    NETWORK (teacher_network),
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
  { { "outcome", "NAME", "Networks for page confidence and for pages without main text: on, off" },
    CHOICE (outcome, switches),
    "on",
    "off",
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

/* "39:sigmoid-stepwise:0.65" */
static gboolean
read_layer (const char *text, gboolean is_output, ExtractLayer *layer)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 3);
  guint64 size;
  double steepness = STEEPNESS;

  layer->activation = is_output ? OUTPUT_ACTIVATION : HIDDEN_ACTIVATION;
  if (!parts[0] || !cli_parse_count ("", parts[0], 1, 65536, &size, NULL) || (is_output && size != 1))
    return FALSE;
  if (parts[1] && !read_activation (parts[1], &layer->activation))
    return FALSE;
  if (parts[1] && parts[2] && !cli_parse_number ("", parts[2], 0.001, 1000, &steepness, NULL))
    return FALSE;
  layer->size = size;
  layer->steepness = steepness;
  return TRUE;
}

static gboolean
read_network (TrainLayers *network, const char *text)
{
  g_auto (GStrv) layers = g_strsplit (strcmp (text, "thesis") == 0 ? thesis : text, ",", -1);
  guint n = g_strv_length (layers);
  ExtractLayer read[TRAIN_MAX_LAYERS];

  if (n < 1 || n > TRAIN_MAX_LAYERS)
    return FALSE;
  for (guint l = 0; l < n; l++)
    if (!read_layer (layers[l], l == n - 1, &read[l]))
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
    return read_network (value, text) ||
           cli_fail_value (error, option, "layers SIZE[:ACTIVATION[:STEEPNESS]],… with one output, or thesis",
                           text);
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

void
train_plan_apply_design (TrainPlan *plan, const TrainDesign *design)
{
  for (guint r = 0; r < G_N_ELEMENTS (rows); r++) {
    const char *key = rows[r].info.key;
    const char *value = design != &designs[0] && rows[r].classic ? rows[r].classic : rows[r].initial;

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
  if (plan->loss == TRAIN_LOSS_CROSS_ENTROPY &&
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
  return TRUE;
}

/* ---- Options -------------------------------------------------------------------------------- */

/* "Passes over the samples (default: 8; classic: 300)" */
static char *
describe_row (const Row *row)
{
  return row->classic ? g_strdup_printf ("%s (default: %s; classic: %s)", row->info.sentence, row->initial,
                                         row->classic)
                      : g_strdup_printf ("%s (default: %s)", row->info.sentence, row->initial);
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
