/* SPDX-License-Identifier: MIT */
/*
 * texttractor elements: trains and measures the network that tells what elements of pages do.
 *
 *   SET/elements.jsonl ──> features ──> for each class a network: it, or another one ──> one network of all
 *
 * Measured by cross-validation: the elements of a site are told by networks that have not seen it.
 */
#include "cli/cli.h"
#include "element/feature.h"
#include "element/network.h"
#include "train/learn/engine.h"

#include <math.h>
#include <string.h>

/* Of one network, and how many with other first weights vote for a class. */
#define HIDDEN 8
#define VOTES 3
#define EPOCHS 40
#define BATCH 32
#define MAX_FILE ((gsize) 1 << 30)

static char *opt_output;
static gboolean opt_features;
static gboolean opt_wrong;
static guint64 opt_seed = 1;

static gboolean
parse_seed (const char *option, const char *text, gpointer data, GError **error)
{
  return cli_parse_count (option, text, 0, G_MAXUINT32, &opt_seed, error);
}

static const GOptionEntry entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &opt_output,
    "Train on all sites, and write the network to this file", "FILE" },
  { "features", 0, 0, G_OPTION_ARG_NONE, &opt_features, "Print the table of features: name and meaning",
    NULL },
  { "seed", 0, 0, G_OPTION_ARG_CALLBACK, parse_seed, "Seed of all random numbers (default 1)", "N" },
  { "wrong", 0, 0, G_OPTION_ARG_NONE, &opt_wrong, "Print the elements whose class was not found", NULL },
  { NULL },
};

/* ---- The sets -------------------------------------------------------------------------------------------
 */

typedef struct {
  GPtrArray *pages;    /* ElementPage; owned */
  GPtrArray *elements; /* Element; lent by the pages */
  GArray *sites;       /* guint: of each element, which site */
  GPtrArray *names;    /* char: of the sites; lent by the pages */
  float *values;       /* [elements][features]; owned */
} Set;

static void
set_clear (Set *set)
{
  g_ptr_array_unref (set->pages);
  g_ptr_array_unref (set->elements);
  g_array_unref (set->sites);
  g_ptr_array_unref (set->names);
  g_free (set->values);
}

static guint
find_site (Set *set, char *site)
{
  for (guint i = 0; i < set->names->len; i++)
    if (strcmp (set->names->pdata[i], site) == 0)
      return i;
  g_ptr_array_add (set->names, site);
  return set->names->len - 1;
}

static void
add_page (Set *set, ElementPage *page)
{
  const guint site = find_site (set, page->site);

  g_ptr_array_add (set->pages, page);
  for (guint i = 0; i < page->elements->len; i++) {
    g_ptr_array_add (set->elements, page->elements->pdata[i]);
    g_array_append_val (set->sites, site);
  }
}

static gboolean
add_set (Set *set, const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length = 0, number = 0;

  if (!cli_read_file (path, MAX_FILE, &text, &length, error))
    return FALSE;
  for (const char *line = text, *end; line < text + length; line = end + 1) {
    ElementPage *page;

    end = memchr (line, '\n', (gsize) (text + length - line));
    end = end ? end : text + length;
    number++;
    page = element_page_parse (line, (gsize) (end - line), error);
    if (!page) {
      g_prefix_error (error, "line %" G_GSIZE_FORMAT ": ", number);
      return FALSE;
    }
    add_page (set, page);
  }
  return TRUE;
}

/* ---- Training -------------------------------------------------------------------------------------------
 */

static TrainPlan
make_plan (void)
{
  TrainPlan plan;

  train_plan_init (&plan);
  plan.engine = TRAIN_ENGINE_MATRIX;
  plan.algorithm = TRAIN_ALGORITHM_ADAM;
  plan.loss = TRAIN_LOSS_CROSS_ENTROPY;
  plan.layers[0] = (ExtractLayer){ HIDDEN, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.5F };
  plan.layers[1] = (ExtractLayer){ 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F };
  plan.n_layers = 2;
  plan.batch = BATCH;
  plan.epochs = EPOCHS;
  plan.dropout = 0.1;
  return plan;
}

/* @without: the site that is left out; G_MAXUINT: none. Returns: (transfer full) (nullable) */
static ExtractNetwork *
train_class (const Set *set, guint class, guint vote, guint without, GError **error)
{
  const guint n_features = element_features_get_n ();
  const TrainPlan plan = make_plan ();
  g_autoptr (TrainSamples) samples = train_samples_new (n_features, 0, 0);
  g_autoptr (TrainEngine) engine = NULL;

  for (guint i = 0; i < set->elements->len; i++)
    if (g_array_index (set->sites, guint, i) != without) {
      const Element *element = set->elements->pdata[i];
      const gboolean is_it = element->class == (int) class;
      train_samples_add (samples, set->values + (gsize) i * n_features, 1, 0, is_it, 1);
    }
  engine = train_engine_new (&plan, samples, NULL, (guint32) opt_seed + class * VOTES + vote, 1, error);
  for (guint epoch = 0; engine && epoch < plan.epochs; epoch++)
    if (!train_engine_run_epoch (engine, NULL, error))
      return NULL;
  return engine ? train_engine_dup_network (engine, error) : NULL;
}

#define N_NETWORKS (ELEMENT_N_CLASSES * VOTES)

/* Side by side: the inputs are shared, and each output reads the hidden neurons of its class alone. It is the
 * sigmoid of the mean of what the voters have before theirs. */
static ExtractNetwork *
join (ExtractNetwork **networks, GError **error)
{
  const guint n_inputs = element_features_get_n (), n_hidden = HIDDEN * N_NETWORKS;
  const TrainPlan plan = make_plan ();
  ExtractLayer layers[] = { plan.layers[0], plan.layers[1] };
  g_autoptr (GArray) weights = g_array_new (FALSE, FALSE, sizeof (float));
  gsize n = 0;

  layers[0].size = n_hidden;
  layers[1].size = ELEMENT_N_CLASSES;
  for (guint k = 0; k < N_NETWORKS; k++)
    g_array_append_vals (weights, extract_network_get_weights (networks[k], &n), HIDDEN * (n_inputs + 1));
  for (guint c = 0; c < ELEMENT_N_CLASSES; c++) {
    float bias = 0;

    for (guint k = 0; k < N_NETWORKS; k++) {
      const float *last = extract_network_get_weights (networks[k], &n) + HIDDEN * (n_inputs + 1);

      for (guint h = 0; h < HIDDEN; h++) {
        const float weight = k / VOTES == c ? last[h] / VOTES : 0;
        g_array_append_val (weights, weight);
      }
      bias += k / VOTES == c ? last[HIDDEN] / VOTES : 0;
    }
    g_array_append_val (weights, bias);
  }
  return extract_network_new (n_inputs, layers, G_N_ELEMENTS (layers), (const float *) weights->data,
                              weights->len, error);
}

static ExtractNetwork *
train (const Set *set, guint without, GError **error)
{
  ExtractNetwork *networks[N_NETWORKS] = { NULL };
  ExtractNetwork *joined = NULL;
  guint n = 0;

  while (n < N_NETWORKS && (networks[n] = train_class (set, n / VOTES, n % VOTES, without, error)))
    n++;
  if (n == N_NETWORKS)
    joined = join (networks, error);
  for (guint k = 0; k < n; k++)
    extract_network_unref (networks[k]);
  return joined;
}

/* ---- Measuring ------------------------------------------------------------------------------------------
 */

typedef struct {
  guint counts[ELEMENT_N_CLASSES][ELEMENT_N_CLASSES]; /* [class][found] */
  guint clicked, clicked_wrong; /* Revealers, Closers and Consents that may be clicked */
  double log_loss;
  guint n;
} Measures;

static gboolean
is_clicked (ElementClass class)
{
  return class == ELEMENT_REVEALER || class == ELEMENT_CLOSER || class == ELEMENT_CONSENT;
}

static void
measure (Measures *measures, const Element *element, ExtractNetwork *network)
{
  float probabilities[ELEMENT_N_CLASSES];
  const ElementClass found = element_network_classify (network, element, probabilities);
  const gboolean forbidden = element_is_forbidden (element);

  measures->counts[element->class][found]++;
  measures->n++;
  measures->log_loss -= log (probabilities[element->class]);
  if (is_clicked (found) && !forbidden) {
    measures->clicked++;
    measures->clicked_wrong += !is_clicked ((ElementClass) element->class);
  }
  if (opt_wrong && (int) found != element->class) {
    g_autofree char *line = g_strdup_printf (
        "%s\t%s\t%.2f\t%s\t%s\t%s\t%s\n", element_class_get_info ((ElementClass) element->class)->name,
        element_class_get_info (found)->name, probabilities[found], forbidden ? "forbidden" : "",
        element->tag, element->text, element->names);
    cli_print (line);
  }
}

static double
to_share (guint part, guint whole)
{
  return whole > 0 ? (double) part / whole : 0;
}

static CliExit
print_measures (const Measures *measures)
{
  g_autoptr (GString) text = g_string_new ("class      precision  recall     F1  elements  found as");
  guint right = 0;
  double sum = 0;

  for (guint c = 0; c < ELEMENT_N_CLASSES; c++)
    g_string_append_printf (text, "  %.4s", element_class_get_info (c)->name);
  g_string_append_c (text, '\n');
  for (guint c = 0; c < ELEMENT_N_CLASSES; c++) {
    const guint hits = measures->counts[c][c];
    guint found = 0, all = 0;

    for (guint k = 0; k < ELEMENT_N_CLASSES; k++) {
      found += measures->counts[k][c];
      all += measures->counts[c][k];
    }
    const double precision = to_share (hits, found), recall = to_share (hits, all);
    const double f1 = precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0;
    right += hits;
    sum += f1;
    g_string_append_printf (text, "%-9s      %.3f   %.3f  %.3f  %8u          ",
                            element_class_get_info (c)->name, precision, recall, f1, all);
    for (guint k = 0; k < ELEMENT_N_CLASSES; k++)
      g_string_append_printf (text, "%6u", measures->counts[c][k]);
    g_string_append_c (text, '\n');
  }
  g_string_append_printf (text, "macro F1 %.3f, accuracy %.3f, log loss %.3f\n", sum / ELEMENT_N_CLASSES,
                          to_share (right, measures->n), measures->log_loss / MAX (measures->n, 1));
  g_string_append_printf (text, "would be clicked: %u, of these %u that reveal or close nothing\n",
                          measures->clicked, measures->clicked_wrong);
  return cli_print (text->str);
}

static gboolean
cross_validate (const Set *set, Measures *measures, GError **error)
{
  for (guint site = 0; site < set->names->len; site++) {
    g_autoptr (ExtractNetwork) network = train (set, site, error);

    if (!network)
      return FALSE;
    for (guint i = 0; i < set->elements->len; i++)
      if (g_array_index (set->sites, guint, i) == site)
        measure (measures, set->elements->pdata[i], network);
  }
  return TRUE;
}

static CliExit
write_network (const Set *set)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractNetwork) network = train (set, G_MAXUINT, &error);
  g_autoptr (GBytes) bytes = network ? extract_network_to_fann (network) : NULL;

  if (bytes &&
      cli_write_file (opt_output, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), &error))
    return CLI_EXIT_DONE;
  return cli_fail (opt_output, error);
}

static CliExit
run (const Set *set)
{
  g_autoptr (GError) error = NULL;
  Measures measures = { 0 };

  if (set->names->len < 2)
    return cli_usage ("elements needs at least two sites");
  if (opt_output)
    return write_network (set);
  if (!cross_validate (set, &measures, &error))
    return cli_fail (NULL, error);
  return print_measures (&measures);
}

static char *
describe_classes (void)
{
  GString *text = g_string_new ("Classes:");

  for (guint c = 0; c < ELEMENT_N_CLASSES; c++) {
    const ElementClassInfo *info = element_class_get_info ((ElementClass) c);
    g_string_append_printf (text, "\n  %-9s %s", info->name, info->sentence);
  }
  return g_string_free (text, FALSE);
}

static CliExit
print_features (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < element_features_get_n (); i++)
    g_string_append_printf (text, "%s\t%s\n", element_features_get_info (i)->name,
                            element_features_get_info (i)->sentence);
  return cli_print (text->str);
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = cli_context_new (
      "SET…",
      "Measures and trains the network that tells which elements of pages to click. A SET is a folder with\n"
      "elements.jsonl.");
  g_auto (GStrv) operands = NULL;
  g_autoptr (GError) error = NULL;
  Set set;
  CliExit status = CLI_EXIT_DONE;
  int parsed;

  cli_init ("texttractor elements");
  g_autofree char *classes = describe_classes ();
  g_option_context_set_description (context, classes);
  g_option_context_add_main_entries (context, entries, NULL);
  if (!cli_parse (context, argv, &operands, &parsed))
    return parsed;
  if (opt_features)
    return print_features ();
  if (!*operands)
    return cli_usage ("no set given");
  set = (Set){ g_ptr_array_new_with_free_func ((GDestroyNotify) element_page_free), g_ptr_array_new (),
               g_array_new (FALSE, FALSE, sizeof (guint)), g_ptr_array_new (), NULL };
  for (char **folder = operands; *folder && status == CLI_EXIT_DONE; folder++) {
    g_autofree char *path = g_build_filename (*folder, "elements.jsonl", NULL);
    if (!add_set (&set, path, &error))
      status = cli_fail (path, error);
  }
  set.values = g_new (float, (gsize) set.elements->len *element_features_get_n () + 1);
  for (guint i = 0; i < set.elements->len; i++)
    element_features_compute (set.elements->pdata[i], set.values + (gsize) i * element_features_get_n ());
  if (status == CLI_EXIT_DONE)
    status = run (&set);
  set_clear (&set);
  return (int) status;
}
