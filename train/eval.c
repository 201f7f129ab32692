/* SPDX-License-Identifier: MIT */
/*
 * texttractor eval: how good main texts are, against the reference texts of sets.
 *
 *   worker threads (eval_page):  page -> blocks -> labels -> main text ─┐
 *                  with --outputs: the text that some program wrote    ─┴> words -> TrainResult
 *   the main thread:             results of each set -> table or JSON, and a line for each page
 *
 * A page that fails is named, and counts as one without output.
 */
#include "bin/cli.h"
#include "dataset.h"
#include "metrics.h"
#include "select.h"

/* Of the bootstrap: any number, but always the same one. */
#define SEED 1

static gboolean opt_json;
static gboolean opt_blocks;
static char *opt_pages;
static char *opt_outputs;

static const GOptionEntry entries[] = {
  { "json", 0, 0, G_OPTION_ARG_NONE, &opt_json, "Print a line of JSON for each set instead of a table",
    NULL },
  { "pages", 0, 0, G_OPTION_ARG_FILENAME, &opt_pages, "Write the scores of each page to this file", "FILE" },
  { "blocks", 0, 0, G_OPTION_ARG_NONE, &opt_blocks, "Measure the labels of the blocks, too", NULL },
  { "outputs", 0, 0, G_OPTION_ARG_FILENAME, &opt_outputs,
    "Measure the texts DIR/<id>.txt instead of running a model", "DIR" },
  { NULL },
};

/* A run over all pages of all sets. Workers only read. */
typedef struct {
  GPtrArray *entries; /* of TrainEntry, lent */
  ExtractParser *parser;
  ExtractClassifier *classifier; /* (nullable): NULL with --outputs */
  CliProgress *progress;
  GPtrArray *results; /* of TrainResult, one for each of entries */
  gboolean failed;    /* a page failed */
} Run;

typedef struct {
  TrainResult *result;
  GError *error; /* (nullable): why the page failed */
} Outcome;

/* Returns: (transfer full) (nullable): the main text of a page, whose labels are held against
 * @reference if that was asked for. */
static char *
extract_text (const Run *run, const TrainEntry *entry, const char *reference, TrainResult *blocks,
              GError **error)
{
  g_autoptr (ExtractDocument) document = train_entry_load_page (entry, run->parser, error);
  if (!document || !extract_classifier_label (run->classifier, document, error))
    return NULL;

  g_autofree char *text =
      extract_document_to_string (document, EXTRACT_FORMAT_TEXT, EXTRACT_WRITE_DEFAULT, error);
  if (text && opt_blocks && reference) {
    TrainScript script = train_script_from_language (entry->lang);
    g_autoptr (TrainAlignment) alignment = train_alignment_new_for_document (document, reference, script);
    train_result_measure_blocks (blocks, document, alignment);
  }
  return g_steal_pointer (&text);
}

/* Returns: FALSE with @error if there is a text that cannot be read. No text at all is no error. */
static gboolean
load_output (const TrainEntry *entry, char **text, GError **error)
{
  g_autofree char *name = g_strconcat (entry->id, ".txt", NULL);
  g_autofree char *path = g_build_filename (opt_outputs, name, NULL);
  return train_text_load (path, text, error);
}

static gpointer
eval_page (gsize i, gpointer data)
{
  const Run *run = data;
  const TrainEntry *entry = run->entries->pdata[i];
  Outcome *outcome = g_new0 (Outcome, 1);
  g_autofree char *reference = NULL;
  g_autofree char *text = NULL;
  TrainResult blocks = { 0 };

  if (train_entry_load_truth (entry, &reference, &outcome->error)) {
    if (opt_outputs)
      load_output (entry, &text, &outcome->error);
    else
      text = extract_text (run, entry, reference, &blocks, &outcome->error);
  }
  outcome->result = train_result_new (entry, text, reference);
  outcome->result->has_blocks = blocks.has_blocks;
  outcome->result->blocks = blocks.blocks;
  outcome->result->words = blocks.words;
  outcome->result->block_results = blocks.block_results;
  return outcome;
}

static gboolean
collect_page (gsize i, gpointer data, gpointer user_data)
{
  Run *run = user_data;
  Outcome *outcome = data;
  const TrainEntry *entry = run->entries->pdata[i];

  if (outcome->error) {
    g_autofree char *place = g_build_filename (entry->dataset->path, entry->id, NULL);
    cli_fail (place, outcome->error);
    run->failed = TRUE;
  }
  cli_progress_step (run->progress, outcome->error == NULL);
  g_ptr_array_add (run->results, outcome->result);
  g_clear_error (&outcome->error);
  g_free (outcome);
  return TRUE;
}

static GPtrArray *
filter_results (GPtrArray *results, const TrainDataset *dataset)
{
  GPtrArray *filtered = g_ptr_array_new ();
  for (guint i = 0; i < results->len; i++) {
    TrainResult *result = results->pdata[i];
    if (result->entry->dataset == dataset)
      g_ptr_array_add (filtered, result);
  }
  return filtered;
}

static void
report (GString *text, const char *name, GPtrArray *results)
{
  if (opt_json) {
    train_report_append_json (text, name, results, SEED);
    return;
  }
  if (text->len > 0)
    g_string_append_c (text, '\n');
  train_report_append_table (text, name, results, SEED);
}

/* The report of each set and, if there are several, of all together. */
static CliExit
print_reports (GPtrArray *datasets, GPtrArray *results)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < datasets->len; i++) {
    const TrainDataset *dataset = datasets->pdata[i];
    g_autoptr (GPtrArray) filtered = filter_results (results, dataset);
    report (text, dataset->name, filtered);
  }
  if (datasets->len > 1)
    report (text, "overall", results);
  return cli_print (text->str);
}

static gboolean
write_pages (CliFile *file, GPtrArray *results, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  train_report_append_pages_head (text);
  train_report_append_pages (text, results);
  return cli_file_write (file, text->str, text->len, error) && cli_file_commit (file, error);
}

/* Returns: FALSE if the options do not go together. */
static gboolean
check_options (char **places, const CliModelOptions *model)
{
  if (!*places) {
    cli_usage ("name the folder of a set of pages");
    return FALSE;
  }
  if (!opt_outputs)
    return TRUE;
  if (places[1]) {
    cli_usage ("--outputs takes one set");
    return FALSE;
  }
  if (opt_blocks || model->name || model->no_rules || model->rules || model->rules_off ||
      model->threshold > 0) {
    cli_usage ("--outputs measures texts that are there; options of the model cannot go with it");
    return FALSE;
  }
  if (!g_file_test (opt_outputs, G_FILE_TEST_IS_DIR)) {
    cli_usage ("there is no folder \"%s\"", opt_outputs);
    return FALSE;
  }
  return TRUE;
}

int
main (int argc, char **argv)
{
  cli_init ("texttractor eval");

  g_autoptr (GOptionContext) context =
      cli_context_new ("SET…", "Measures main texts against the reference texts of sets of pages.");
  g_option_context_add_main_entries (context, entries, NULL);
  g_auto (CliPageOptions) page = { 0 };
  g_auto (CliModelOptions) model_options = { 0 };
  g_auto (TrainSelection) selection = { 0 };
  g_option_context_add_group (context, train_selection_options_init (&selection));
  g_option_context_add_group (context, cli_page_options_init (&page, CLI_PAGE_JOBS));
  g_option_context_add_group (context, cli_model_options_init (&model_options));
  g_autofree char *rules = cli_describe_rules ();
  g_autofree char *methods = cli_describe_methods ();
  g_autofree char *tables = g_strconcat (rules, "\n\n", methods, NULL);
  g_option_context_set_description (context, tables);

  g_auto (GStrv) places = NULL;
  int status;
  if (!cli_parse (context, argv, &places, &status))
    return status;
  if (!check_options (places, &model_options))
    return CLI_EXIT_USAGE;

  g_autoptr (ExtractClassifier) classifier = NULL;
  g_autoptr (GError) error = NULL;
  if (!opt_outputs && !(classifier = cli_load_classifier (&model_options, NULL, &error)))
    return cli_fail (NULL, error);

  g_auto (TrainSelected) selected = { 0 };
  if (!train_selection_open (&selection, places, &selected))
    return CLI_EXIT_FAILED;

  /* Before the work, which would be in vain if the file cannot be made. */
  g_autoptr (CliFile) pages = opt_pages ? cli_file_open (opt_pages, &error) : NULL;
  if (opt_pages && !pages)
    return cli_fail (opt_pages, error);

  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func ((GDestroyNotify) train_result_free);
  Run run = { .entries = selected.entries,
              .parser = page.parser,
              .classifier = classifier,
              .progress = cli_progress_new ("pages", selected.entries->len),
              .results = results,
              .failed = selected.incomplete };
  cli_parallel (selected.entries->len, page.jobs, eval_page, collect_page, NULL, &run);
  cli_progress_free (run.progress);

  if (pages && !write_pages (pages, results, &error)) {
    cli_fail (opt_pages, error);
    run.failed = TRUE;
  }
  if (print_reports (selected.datasets, results) != CLI_EXIT_DONE)
    run.failed = TRUE;
  return run.failed ? CLI_EXIT_FAILED : CLI_EXIT_DONE;
}
