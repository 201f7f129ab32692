/* SPDX-License-Identifier: MIT */
#include "train/eval-options.h"

#include "train/data/select.h"

#include <string.h>

#define N_SITES 10
#define N_CHANGES 3
#define MAX_COUNT 1000000

static gboolean
parse_measures (const char *option, const char *text, gpointer data, GError **error)
{
  EvalOptions *options = data;
  return train_measures_parse (option, text, &options->measures, error);
}

static gboolean
parse_by (const char *option, const char *text, gpointer data, GError **error)
{
  EvalOptions *options = data;
  options->by_given = TRUE;
  return train_by_parse (option, text, &options->by, error);
}

static gboolean
parse_number_of (const char *option, const char *text, guint *value, GError **error)
{
  guint64 number;
  if (!cli_parse_count (option, text, 0, MAX_COUNT, &number, error))
    return FALSE;
  *value = (guint) number;
  return TRUE;
}

static gboolean
parse_sites (const char *option, const char *text, gpointer data, GError **error)
{
  EvalOptions *options = data;
  options->sites_given = TRUE;
  return parse_number_of (option, text, &options->n_sites, error);
}

static gboolean
parse_changes (const char *option, const char *text, gpointer data, GError **error)
{
  EvalOptions *options = data;
  options->changes_given = TRUE;
  return parse_number_of (option, text, &options->n_changes, error);
}

static gboolean
parse_site (const char *option, const char *text, gpointer data, GError **error)
{
  EvalOptions *options = data;
  if (strcmp (text, "auto") != 0)
    return cli_fail_value (error, option, "auto", text);
  g_free (options->site);
  options->site = g_strdup (text);
  return TRUE;
}

static gboolean
parse_fail_under (const char *option, const char *text, gpointer data, GError **error)
{
  EvalOptions *options = data;
  return cli_parse_number (option, text, 0, 1, &options->fail_under, error);
}

GOptionGroup *
eval_options_init (EvalOptions *o)
{
  const GOptionEntry entries[] = {
    { "measures", 0, 0, G_OPTION_ARG_CALLBACK, parse_measures, "Compute these measures, too (see below)",
      "NAME,…" },
    { "all-measures", 0, 0, G_OPTION_ARG_NONE, &o->all_measures, "Compute all measures", NULL },
    { "blocks", 0, 0, G_OPTION_ARG_NONE, &o->blocks, "Also measure the labels of the blocks", NULL },
    { "rules-effect", 0, 0, G_OPTION_ARG_NONE, &o->rules_effect, "Measure the effect of each rule on F1",
      NULL },
    { "speed", 0, 0, G_OPTION_ARG_NONE, &o->speed,
      "Print the speed of parsing and labelling to standard error", NULL },
    { "outputs", 0, 0, G_OPTION_ARG_FILENAME, &o->outputs,
      "Measure the texts DIR/<id>.txt instead of running a model", "DIR" },
    { "metadata", 0, 0, G_OPTION_ARG_NONE, &o->metadata,
      "Measure titles, authors and dates instead of main texts", NULL },
    { "compare", 0, 0, G_OPTION_ARG_NONE, &o->compare,
      "Compare two models or folders of texts, given as operands, or one with --model", NULL },
    { "site", 0, 0, G_OPTION_ARG_CALLBACK, parse_site,
      "Learn from the pages what those of a site share, without labels, and use it (see extract)", "auto" },
    { "changes", 0, 0, G_OPTION_ARG_CALLBACK, parse_changes,
      "With --compare: show the N pages that differ most (default 3)", "N" },
    { "by", 0, 0, G_OPTION_ARG_CALLBACK, parse_by,
      "Print a line for each type, lang, site or set (default type,lang)", "NAME,…" },
    { "sites", 0, 0, G_OPTION_ARG_CALLBACK, parse_sites,
      "With --by=site: only the N sites that lose most (default 10; 0: all)", "N" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &o->json, "Print a line of JSON for each set instead of a table",
      NULL },
    { "pages", 0, 0, G_OPTION_ARG_FILENAME, &o->pages, "Write the scores of each page to this file", "FILE" },
    { "thesis", 0, 0, G_OPTION_ARG_FILENAME, &o->thesis,
      "Write the block counts of each page to this file, in the columns of the thesis", "FILE" },
    { "curve", 0, 0, G_OPTION_ARG_FILENAME, &o->curve,
      "Write the precision-recall curve of the scores to this file", "FILE" },
    { "report", 0, 0, G_OPTION_ARG_FILENAME, &o->report,
      "Write a report, to be read in a browser, into this folder", "DIR" },
    { "fail-under", 0, 0, G_OPTION_ARG_CALLBACK, parse_fail_under,
      "Exit with 1 if the mean F1 of all pages is below this", "F1" },
    { NULL },
  };

  *o = (EvalOptions){ .by = TRAIN_BY_DEFAULT, .n_sites = N_SITES, .n_changes = N_CHANGES, .fail_under = -1 };
  GOptionGroup *group = g_option_group_new ("eval", "What is measured:", "What is measured", o, NULL);
  g_option_group_add_entries (group, entries);
  return group;
}

void
eval_options_clear (EvalOptions *options)
{
  g_clear_pointer (&options->outputs, g_free);
  g_clear_pointer (&options->site, g_free);
  g_clear_pointer (&options->pages, g_free);
  g_clear_pointer (&options->thesis, g_free);
  g_clear_pointer (&options->curve, g_free);
  g_clear_pointer (&options->report, g_free);
}

gboolean
eval_options_need_blocks (const EvalOptions *options)
{
  return options->blocks || options->thesis || options->curve || options->report ||
         train_measures_need_blocks (options->measures);
}

/* ---- Sense -------------------------------------------------------------------------------- */

/* With --compare, a folder with an index is a set, and anything else a system. */
static gboolean
is_system (const EvalOptions *options, const char *operand)
{
  g_autofree char *index = g_build_filename (operand, "index.jsonl", NULL);
  return options->compare && !g_file_test (index, G_FILE_TEST_EXISTS);
}

static char **
select_operands (const EvalOptions *options, char **operands, gboolean systems)
{
  GStrvBuilder *builder = g_strv_builder_new ();
  for (char **operand = operands; *operand; operand++)
    if (is_system (options, *operand) == systems)
      g_strv_builder_add (builder, *operand);
  char **selected = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return selected;
}

static gboolean
is_model_given (const CliModelOptions *model)
{
  return model->name || model->no_rules || model->rules || model->rules_off || model->threshold > 0 ||
         model->favour != 0;
}

static gboolean
check_metadata (const EvalOptions *options, const CliModelOptions *model)
{
  if (options->outputs || options->compare || options->site || options->measures != 0 ||
      options->all_measures || options->rules_effect || options->speed || options->pages ||
      options->fail_under >= 0 || options->by_given || options->sites_given || options->changes_given ||
      eval_options_need_blocks (options) || is_model_given (model)) {
    cli_usage ("--metadata measures titles, authors and dates: options about models and main texts cannot be "
               "used with it");
    return FALSE;
  }
  return TRUE;
}

static gboolean
check_outputs (EvalOptions *options, const CliModelOptions *model, char **sets)
{
  if (g_strv_length (sets) > 1) {
    cli_usage ("--outputs takes one set");
    return FALSE;
  }
  if (eval_options_need_blocks (options) || options->rules_effect || options->speed || options->site ||
      is_model_given (model)) {
    cli_usage ("--outputs measures existing texts: options about models and blocks cannot be used with it");
    return FALSE;
  }
  if (!g_file_test (options->outputs, G_FILE_TEST_IS_DIR)) {
    cli_usage ("there is no folder \"%s\"", options->outputs);
    return FALSE;
  }
  return TRUE;
}

static gboolean
check_compare (const EvalOptions *options, char **systems)
{
  guint n = g_strv_length (systems);
  if (options->site && n > 0) {
    cli_usage ("--compare with --site compares the model without and with it: it takes no other");
    return FALSE;
  }
  if (!options->site && (n < 1 || n > 2)) {
    cli_usage ("--compare takes one or two models, or folders of texts");
    return FALSE;
  }
  if (options->outputs || options->measures != 0 || options->all_measures || options->pages ||
      options->rules_effect || options->speed || options->fail_under >= 0 ||
      eval_options_need_blocks (options)) {
    cli_usage ("--compare compares F1: of the options about measures, only --by, --sites, --changes and "
               "--json can be used with it");
    return FALSE;
  }
  return TRUE;
}

gboolean
eval_options_check_elements (const EvalOptions *options, const CliModelOptions *model)
{
  if (options->metadata || options->outputs || options->compare || options->measures != 0 ||
      options->all_measures || options->rules_effect || options->speed || options->pages ||
      options->by_given || options->sites_given || options->changes_given ||
      eval_options_need_blocks (options) || model->no_rules || model->rules || model->rules_off ||
      model->threshold > 0 || model->favour != 0) {
    cli_usage ("sets of elements are measured as a whole: of the options, --model, --decode, --json and "
               "--fail-under can be used with them");
    return FALSE;
  }
  return TRUE;
}

gboolean
eval_options_check (EvalOptions *options, const CliModelOptions *model, char **operands, char ***sets,
                    char ***systems)
{
  gsize n;
  const TrainMeasure *table = train_measure_get_all (&n);

  *sets = select_operands (options, operands, FALSE);
  *systems = select_operands (options, operands, TRUE);
  if (!**sets) {
    cli_usage ("name the folder of a set of pages");
    return FALSE;
  }
  if (!train_selection_check (*sets))
    return FALSE;
  if (options->metadata)
    return check_metadata (options, model);
  if (options->site && options->report) {
    cli_usage ("--site and --report cannot be used together: a report is about a model");
    return FALSE;
  }
  if (options->changes_given && !options->compare) {
    cli_usage ("--changes needs --compare");
    return FALSE;
  }
  if (options->sites_given && !(options->by & (1u << TRAIN_BY_SITE))) {
    cli_usage ("--sites needs --by=site");
    return FALSE;
  }
  if (options->compare ? !check_compare (options, *systems)
                       : options->outputs && !check_outputs (options, model, *sets))
    return FALSE;

  /* All there is: texts have no blocks. */
  for (gsize i = 0; options->all_measures && i < n; i++)
    if (!options->outputs || !train_measures_need_blocks ((TrainMeasures) 1 << i))
      options->measures |= (TrainMeasures) 1 << i;
  for (gsize i = 0; options->curve && i < n; i++)
    if (table[i].get_total)
      options->measures |= (TrainMeasures) 1 << i;
  return TRUE;
}
