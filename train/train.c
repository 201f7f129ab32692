/* SPDX-License-Identifier: MIT */
/*
 * texttractor-train: from sets of pages to a model.
 *
 *   sets -> corpus -> folds (a site is never in two)
 *     for each fold: a network trained on the others scores its pages    (out-of-fold scores)
 *   out-of-fold scores -> rules and thresholds with the best word F1 per page -> report
 *   one more network, trained on all pages -> model
 *
 * So all figures of the report, and all choices, are cross-validated by site. With --sweep: the same for many
 * plans, without a model.
 */
#include <string.h>

#include "cli/cli.h"
#include "train/data/check.h"
#include "train/learn/crossval.h"
#include "train/run.h"
#include "train/run-elements.h"
#include "train/learn/sample.h"
#include "train/data/select.h"
#include "train/learn/sweep.h"
#include "train/learn/trained.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"

/* ---- Options -------------------------------------------------------------------------------- */

static TrainOptions options;

/* Of a set. */
#define MAX_WEIGHT 1000

static const GOptionEntry entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output,
    "Write the model (with --sweep: the table) to FILE", "FILE" },
  { "card", 0, 0, G_OPTION_ARG_FILENAME, &options.card,
    "Write the card of the model, with the report, to FILE in Markdown", "FILE" },
  { "scores", 0, 0, G_OPTION_ARG_FILENAME, &options.scores,
    "Write the cross-validated score of each block to FILE", "FILE" },
  { "outputs", 0, 0, G_OPTION_ARG_FILENAME, &options.outputs,
    "Write the cross-validated main text of each page to DIR/SET/<id>.txt", "DIR" },
  { "checkpoint", 0, 0, G_OPTION_ARG_FILENAME, &options.checkpoint,
    "Save the state to FILE while training, and resume from it if it exists", "FILE" },
  { "report", 0, 0, G_OPTION_ARG_FILENAME, &options.report,
    "Write a report, to be read in a browser, into this folder", "DIR" },
  { "learning-curve", 0, 0, G_OPTION_ARG_NONE, &options.learning_curve,
    "Train on parts of the pages, too, and report by page type what 50 more pages would bring", NULL },
  { "sweep", 0, 0, G_OPTION_ARG_FILENAME, &options.sweep,
    "Measure each plan in FILE instead of making a model", "FILE" },
  { "start", 0, 0, G_OPTION_ARG_FILENAME, &options.start, "Start from the network of this model",
    "NAME|FILE" },
  { "design", 0, 0, G_OPTION_ARG_STRING, &options.design,
    "Preset of features and hyperparameters: rich (default), classic", "NAME" },
  { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.settings, "Set a hyperparameter; --set=help lists them",
    "NAME=VALUE" },
  { "features", 0, 0, G_OPTION_ARG_STRING, &options.features, "Feature set (default: that of the design)",
    "SET" },
  { "set-weight", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.set_weights,
    "Weight of the pages of this set (default: 1; 0: measure only)", "SET=X" },
  { "tune", 0, 0, G_OPTION_ARG_STRING, &options.tune,
    "Choose thresholds and rules on this set (default: on all)", "SET" },
  { "name", 0, 0, G_OPTION_ARG_STRING, &options.name, "Name of the model (default: of FILE, without .model)",
    "NAME" },
  { "date", 0, 0, G_OPTION_ARG_STRING, &options.date, "Date for the model's card", "DATE" },
  { "licence", 0, 0, G_OPTION_ARG_STRING, &options.licence, "Terms of use, for the card", "TEXT" },
  { "attribution", 0, 0, G_OPTION_ARG_STRING, &options.attribution, "Credits for the data, for the card",
    "TEXT" },
  { "note", 0, 0, G_OPTION_ARG_STRING, &options.note, "Note for the card", "TEXT" },
  { "minimum-recall", 0, 0, G_OPTION_ARG_STRING, &options.minimum_recall,
    "Skip pages that contain less than this fraction of their reference text (default: 0.5)", "SHARE" },
  { "check", 0, 0, G_OPTION_ARG_NONE, &options.check, "Check the sets and report problems; train nothing",
    NULL },
  { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, "With --check: print a line of JSON", NULL },
  { NULL },
};

static void
run_clear (TrainRun *run)
{
  g_clear_pointer (&run->start, extract_network_unref);
  g_clear_pointer (&run->start_model, extract_model_unref);
  g_clear_pointer (&run->corpus, train_corpus_free);
  g_clear_pointer (&run->page_weights, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrainRun, run_clear)

/* ---- The program ------------------------------------------------------------------------------ */

/* Whether @name is the name of one of @sets. */
static gboolean
is_set (GPtrArray *sets, const char *name)
{
  for (guint s = 0; s < sets->len; s++)
    if (g_str_equal (((const TrainDataset *) g_ptr_array_index (sets, s))->name, name))
      return TRUE;
  return FALSE;
}

/* Sets the plan up for the network of --start. */
static CliExit
take_start (TrainRun *run)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = cli_load_model (options.start, &error);

  if (!model)
    return cli_fail (NULL, error);
  if (train_plan_is_given (run->plan, "network"))
    return cli_usage ("--start and --network cannot be used together: --start brings its network");
  if (extract_model_get_feature_set (model) != run->set) {
    cli_error (options.start, "is a model of the feature set %s, not %s",
               extract_feature_set_get_name (extract_model_get_feature_set (model)),
               extract_feature_set_get_name (run->set));
    return CLI_EXIT_FAILED;
  }
  run->start = extract_network_ref (extract_model_get_stage (model, EXTRACT_STAGE_FIRST)->network);
  run->start_model = extract_model_ref (model);
  train_plan_set_network (run->plan, run->start);
  if (!train_plan_check (run->plan, &error))
    return cli_fail (NULL, error);
  return CLI_EXIT_DONE;
}

char *
train_run_describe (const TrainRun *run)
{
  g_autofree char *plan = train_plan_describe (run->plan);
  g_autofree char *digest = train_corpus_dup_digest (run->corpus);
  g_autofree char *start = NULL;
  g_autoptr (GString) of_sets = g_string_new (NULL);

  for (guint i = 0; options.set_weights && options.set_weights[i]; i++)
    g_string_append_printf (of_sets, "\n%s", options.set_weights[i]);
  if (run->start) {
    gsize n;
    const float *weights = extract_network_get_weights (run->start, &n);

    start = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) weights, n * sizeof *weights);
  }
  return g_strdup_printf ("%s\n%s\n%s\n%s%s", plan, extract_feature_set_get_name (run->set), digest,
                          start ? start : "", of_sets->str);
}

/* What the pages of @dataset weigh: the last --set-weight that names it. */
static double
weight_of (const TrainDataset *dataset)
{
  double weight = 1;

  for (guint i = 0; options.set_weights[i]; i++) {
    const char *sign = strrchr (options.set_weights[i], '=');

    if (strlen (dataset->name) == (gsize) (sign - options.set_weights[i]) &&
        g_str_has_prefix (options.set_weights[i], dataset->name))
      cli_parse_number ("--set-weight", sign + 1, 0, MAX_WEIGHT, &weight, NULL);
  }
  return weight;
}

/* Returns: (transfer full) (nullable): of each page; NULL if all weigh the same */
static double *
weigh_pages (const TrainCorpus *corpus)
{
  double *weights = options.set_weights ? g_new (double, corpus->pages->len + 1) : NULL;

  for (guint p = 0; weights && p < corpus->pages->len; p++)
    weights[p] = weight_of (train_corpus_get_page (corpus, p)->entry->dataset);
  return weights;
}

/* The pages that are not trained on, and why. They are measured all the same. */
static void
name_untrusted (const TrainCorpus *corpus)
{
  for (guint i = 0; i < corpus->untrusted->len; i++) {
    const TrainUntrusted *one = &g_array_index (corpus->untrusted, TrainUntrusted, i);
    g_autofree char *place = g_build_filename (one->entry->dataset->path, one->entry->id, NULL);

    cli_error (place, "not used for training: %s", one->reason);
  }
}

/* Sites of the pages that can be trained on. */
static guint
count_sites (const TrainRun *run)
{
  g_autoptr (GArray) pages = train_crossval_list_pages (run->corpus, run->page_weights, 0);
  g_autoptr (GHashTable) sites = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < pages->len; i++) {
    const TrainPage *page = train_corpus_get_page (run->corpus, g_array_index (pages, guint, i));

    g_hash_table_add (sites, train_entry_dup_site (page->entry));
  }
  return g_hash_table_size (sites);
}

/* Whether the sites are enough for all that is left out at the same time, and for something to learn from.
 * @n_left_out: folds */
static gboolean
check_sites (const TrainRun *run, guint n_left_out)
{
  guint n_sites = count_sites (run);

  if (train_crossval_is_possible (run->corpus, run->page_weights, n_left_out))
    return TRUE;
  if (n_sites == 0)
    cli_error (NULL, "there is nothing to learn from: no page has usable labels and a weight above 0");
  else if (n_sites > n_left_out)
    cli_error (NULL, "too few folds have pages to learn from: try more --folds");
  else if (n_sites == 1)
    cli_error (NULL, "training needs pages of at least two sites, so that one can be held back");
  else
    cli_error (
        NULL,
        "two stages, a teacher or an outcome need pages of at least three sites; --design=classic needs two");
  return FALSE;
}

/* Whether pages of the set --tune are there to be measured. */
static gboolean
check_tuned (const TrainRun *run)
{
  for (guint p = 0; options.tune && p < run->corpus->pages->len; p++) {
    const TrainPage *page = train_corpus_get_page (run->corpus, p);

    if (g_str_equal (page->entry->dataset->name, options.tune))
      return TRUE;
  }
  if (options.tune)
    cli_error (options.tune, "has no page with a reference text or labels, so --tune cannot use it");
  return !options.tune;
}

/* What --start has seen is no test of what comes of it. */
static void
warn_of_start (const TrainRun *run)
{
  guint n = 0;

  for (guint p = 0; run->start_model && p < run->corpus->pages->len; p++)
    n += train_trained_has (run->start_model, train_corpus_get_page (run->corpus, p)->checksum);
  if (n > 0)
    cli_error (options.start, "was trained on %u of these pages, so the figures of the report are too good",
               n);
}

/* @n_left_out: folds that are left out at the same time */
static CliExit
load_pages (TrainRun *run, guint n_left_out)
{
  train_dataset_assign_folds (run->entries, run->plan->folds, run->plan->seed);
  run->corpus =
      train_corpus_load (run->entries, run->page->parser, run->set, run->minimum_recall, run->page->jobs);
  name_untrusted (run->corpus);
  if (run->corpus->pages->len == 0) {
    cli_error (NULL, "there is no page with a reference text or labels in these sets");
    return CLI_EXIT_FAILED;
  }
  run->page_weights = weigh_pages (run->corpus);
  warn_of_start (run);
  return check_tuned (run) && check_sites (run, n_left_out) ? CLI_EXIT_DONE : CLI_EXIT_FAILED;
}

/* Whether all can be written, and nothing of it is read. */
static CliExit
check_files (char **sets)
{
  const CliOutput files[] = {
    { "--output", options.output, FALSE },  { "--card", options.card, FALSE },
    { "--scores", options.scores, FALSE },  { "--checkpoint", options.checkpoint, FALSE },
    { "--outputs", options.outputs, TRUE }, { "--report", options.report, TRUE },
  };
  g_autoptr (GError) error = NULL;
  CliExit status = cli_check_outputs (files, G_N_ELEMENTS (files));
  gboolean good = status != CLI_EXIT_DONE || !options.sweep || cli_guard_input (options.sweep, &error);

  for (char **set = sets; status == CLI_EXIT_DONE && good && *set; set++)
    good = train_dataset_guard (*set, &error);
  return good ? status : cli_fail (NULL, error);
}

/* Sets the plan up for the design, but for what was given as options. */
static CliExit
take_design (TrainRun *run)
{
  g_autoptr (GError) error = NULL;
  gsize n;
  const TrainDesign *design = options.design ? train_design_find (options.design) : train_design_get_all (&n);

  if (!design) {
    const TrainDesign *table = train_design_get_all (&n);
    g_autofree CliName *names = g_new (CliName, n);

    for (gsize d = 0; d < n; d++)
      names[d] = (CliName){ .name = table[d].name };
    g_autofree char *joined = cli_names_join (names, n);
    return cli_usage_value ("--design", joined, options.design);
  }
  for (guint i = 0; options.settings && options.settings[i]; i++)
    if (!train_plan_give (run->plan, options.settings[i], &error))
      return cli_fail (NULL, error);
  train_plan_apply_design (run->plan, design);
  run->set = extract_feature_set_find (options.features ? options.features : design->features);
  if (!run->set) {
    g_autofree char *names = g_strjoinv (", ", (char **) extract_feature_set_get_names ());

    g_autofree char *hint = cli_dup_hint (options.features, names);
    return cli_usage ("--features takes one of %s, not \"%s\"%s", names, options.features, hint);
  }
  return CLI_EXIT_DONE;
}

/* Each is SET=X. */
static gboolean
check_set_weights (GError **error)
{
  for (guint i = 0; options.set_weights && options.set_weights[i]; i++) {
    const char *sign = strrchr (options.set_weights[i], '=');
    double weight;

    if (!sign || sign == options.set_weights[i])
      return cli_fail_value (error, "--set-weight", "SET=X", options.set_weights[i]);
    if (!cli_parse_number ("--set-weight", sign + 1, 0, MAX_WEIGHT, &weight, error))
      return FALSE;
  }
  return TRUE;
}

static CliExit
fail_set (GPtrArray *sets, const char *option, const char *name)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < sets->len; i++)
    g_string_append_printf (names, "%s%s", i ? ", " : "", ((TrainDataset *) sets->pdata[i])->name);
  g_autofree char *hint = cli_dup_hint (name, names->str);
  return cli_usage ("%s: no set \"%s\" was given (given: %s)%s", option, name, names->str, hint);
}

/* Whether each --set-weight names one of @sets. */
static CliExit
check_weighted_sets (GPtrArray *sets)
{
  for (guint i = 0; options.set_weights && options.set_weights[i]; i++) {
    g_autofree char *name =
        g_strndup (options.set_weights[i], strrchr (options.set_weights[i], '=') - options.set_weights[i]);

    if (!is_set (sets, name))
      return fail_set (sets, "--set-weight", name);
  }
  return CLI_EXIT_DONE;
}

/* What is to be made. */
static CliExit
check_outputs (char **sets)
{
  if (!options.output)
    return cli_usage (options.sweep ? "name the output file of the table with -o FILE"
                                    : "name the output file of the model with -o FILE");
  if (options.sweep && (options.card || options.scores || options.checkpoint || options.outputs ||
                        options.report || options.learning_curve))
    return cli_usage ("--sweep makes no model: --card, --scores, --checkpoint, --outputs, --report and "
                      "--learning-curve cannot be used with it");
  if (options.sweep &&
      (options.name || options.date || options.licence || options.attribution || options.note))
    return cli_usage (
        "--sweep makes no model: --name, --date, --licence, --attribution and --note cannot be used with it");
  return check_files (sets);
}

/* With --check, too, no value is taken that is none. */
static CliExit
check_options (char **operands, TrainRun *run)
{
  g_autoptr (GError) error = NULL;
  CliExit status;

  if (!operands[0])
    return cli_usage ("name at least one set of pages");
  if (!train_selection_check (operands))
    return CLI_EXIT_USAGE;
  if (options.minimum_recall &&
      !cli_parse_number ("--minimum-recall", options.minimum_recall, 0, 1, &run->minimum_recall, &error))
    return cli_fail (NULL, error);
  if (options.json && !options.check)
    return cli_usage ("--json needs --check");
  status = options.check ? CLI_EXIT_DONE : check_outputs (operands);
  if (status != CLI_EXIT_DONE)
    return status;
  status = take_design (run);
  if (status != CLI_EXIT_DONE)
    return status;
  if (!check_set_weights (&error))
    return cli_fail (NULL, error);
  if (options.start)
    return take_start (run);
  if (!train_plan_check (run->plan, &error))
    return cli_fail (NULL, error);
  return CLI_EXIT_DONE;
}

/* Options that say how main text is learnt, and so nothing about elements. */
static CliExit
check_element_options (const TrainPlan *plan)
{
  const struct {
    const char *name;
    gboolean given;
  } rows[] = {
    { "scores", options.scores != NULL },
    { "outputs", options.outputs != NULL },
    { "checkpoint", options.checkpoint != NULL },
    { "report", options.report != NULL },
    { "learning-curve", options.learning_curve },
    { "sweep", options.sweep != NULL },
    { "start", options.start != NULL },
    { "design", options.design != NULL },
    { "features", options.features != NULL },
    { "set-weight", options.set_weights != NULL },
    { "tune", options.tune != NULL },
    { "minimum-recall", options.minimum_recall != NULL },
    { "check", options.check },
    { "json", options.json },
  };
  static const char *const of_elements[] = { "seed", "decode", "decode-weight", NULL };
  g_autoptr (GArray) parameters = train_plan_get_parameters ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].given)
      return cli_usage ("--%s cannot be used with a set of elements", rows[i].name);
  for (guint i = 0; i < parameters->len; i++) {
    const char *key = g_array_index (parameters, TrainParameter, i).key;

    if (!g_strv_contains (of_elements, key) && train_plan_is_given (plan, key))
      return cli_usage ("the hyperparameter %s is not one of sets of elements: they have seed, decode and "
                        "decode-weight",
                        key);
  }
  return options.output ? CLI_EXIT_DONE : cli_usage ("name the output file of the model with -o FILE");
}

static CliExit
train_elements (char **sets, TrainPlan *plan, const TrainSelection *selection, guint jobs)
{
  const CliOutput files[] = { { "--output", options.output, FALSE }, { "--card", options.card, FALSE } };
  const RunElementsFiles outputs = { options.output,  options.card,        options.name, options.date,
                                     options.licence, options.attribution, options.note };
  g_autoptr (GError) error = NULL;
  CliExit status;

  for (guint i = 0; options.settings && options.settings[i]; i++)
    if (!train_plan_give (plan, options.settings[i], &error))
      return cli_fail (NULL, error);
  if (selection->conditions)
    return cli_usage ("--where and --split cannot be used with a set of elements");
  status = check_element_options (plan);
  if (status == CLI_EXIT_DONE)
    status = cli_check_outputs (files, G_N_ELEMENTS (files));
  const RunElementsPlan learning = { { plan->decode, plan->decode_weight }, plan->seed, jobs };
  return status == CLI_EXIT_DONE ? run_elements_train (sets, &outputs, &learning, FALSE) : status;
}

/* How many folds are left out at the same time, at most, by any of the plans. @variants: (nullable) */
static guint
most_left_out (const TrainPlan *plan, GPtrArray *variants)
{
  guint most = variants ? 1 : train_stack_get_n_left_out (plan);

  for (guint v = 0; variants && v < variants->len; v++)
    most = MAX (most, train_stack_get_n_left_out (&((const TrainVariant *) variants->pdata[v])->plan));
  return most;
}

int
main (int argc, char **argv)
{
  TrainPlan plan;
  g_auto (CliPageOptions) page = { 0 };
  g_auto (TrainSelection) selection = { 0 };
  g_auto (TrainSelected) selected = { 0 };
  g_auto (TrainRun)
      run = { .options = &options, .page = &page, .plan = &plan, .minimum_recall = TRAIN_MINIMUM_RECALL };
  g_autoptr (GOptionContext) context = NULL;
  GOptionGroup *outputs; /* owned by context */
  g_autoptr (GPtrArray) variants = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) operands = NULL;
  int status;

  cli_init ("texttractor train");
  context = cli_context_new ("SET…", "Trains a model on labelled sets of pages and measures it.");
  outputs = g_option_group_new ("made", "Model and training:", "Model and training", NULL, NULL);
  g_option_group_add_entries (outputs, entries);
  g_option_context_add_group (context, outputs); /* the first of --help */
  g_option_context_add_group (context, train_plan_options_init (&plan));
  g_option_context_add_group (context, train_selection_options_init (&selection));
  g_option_context_add_group (context, cli_page_options_init (&page, CLI_PAGE_JOBS | CLI_PAGE_BUSY));
  if (!cli_parse (context, argv, &operands, &status))
    return status;
  if (options.settings && g_strv_contains ((const char *const *) options.settings, "help")) {
    g_autofree char *table = train_plan_dup_table ();
    return cli_print (table);
  }
  CliExit mixed;
  if (*operands && element_corpus_is (operands, &mixed))
    return (int) (mixed == CLI_EXIT_DONE ? train_elements (operands, &plan, &selection, page.jobs) : mixed);
  status = check_options (operands, &run);
  if (status != CLI_EXIT_DONE)
    return status;
  if (options.sweep && !(variants = train_sweep_load (options.sweep, &plan, &error)))
    return cli_fail (NULL, error);
  if (!train_selection_open (&selection, operands, &selected))
    return CLI_EXIT_FAILED;
  if (options.tune && !is_set (selected.datasets, options.tune))
    return fail_set (selected.datasets, "--tune", options.tune);
  status = check_weighted_sets (selected.datasets);
  if (status != CLI_EXIT_DONE)
    return status;
  if (options.check)
    return train_check (&selected, &page, run.minimum_recall, options.json);

  run.sets = selected.datasets;
  run.entries = selected.entries;
  status = load_pages (&run, most_left_out (&plan, variants));
  if (status == CLI_EXIT_DONE)
    status = variants ? train_run_sweep (&run, variants) : train_run_make_model (&run);
  if (status == CLI_EXIT_DONE && (selected.incomplete || run.corpus->n_failed > 0))
    return CLI_EXIT_FAILED;
  return status;
}
