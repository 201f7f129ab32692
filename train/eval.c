/* SPDX-License-Identifier: MIT */
/*
 * texttractor eval: measures main texts against the reference texts of sets.
 *
 *   worker threads (eval_page):  page -> blocks -> labels -> main text ─┐
 *                  with --outputs: the text that some program wrote    ─┴> words -> TrainResult
 *   the main thread:             results of each set -> table or JSON, and a line for each page
 *
 * A comparison runs two systems over each page and compares their results. A page that fails is reported, and
 * counts as a page without output.
 */
#include <time.h>

#include "cli/cli.h"
#include "libextract/model/model.h"
#include "train/measure/changes.h"
#include "train/measure/class-results.h"
#include "train/report/compare.h"
#include "train/learn/effect.h"
#include "train/learn/element-corpus.h"
#include "train/eval-elements.h"
#include "train/eval-metadata.h"
#include "train/eval-options.h"
#include "train/eval-report.h"
#include "cli/json.h"
#include "train/data/labels.h"
#include "train/measure/text.h"
#include "train/data/select.h"
#include "train/data/system.h"
#include "train/learn/trained.h"

/* Of the bootstrap: any number, but always the same one. */
#define SEED 1
#define MAX_SYSTEMS 2

/* A run over all pages of all sets. Workers only read. */
typedef struct {
  const EvalOptions *options;
  GPtrArray *entries; /* of TrainEntry, lent */
  ExtractParser *parser;
  TrainSystem systems[MAX_SYSTEMS]; /* the second one with --compare */
  guint n_systems;
  gboolean with_classes; /* all of them tell classes of blocks */
  TrainEffects *effects; /* (nullable): with --rules-effect */
  CliProgress *progress;
  GPtrArray *results[MAX_SYSTEMS]; /* of TrainResult, one for each of entries */
  double seconds;                  /* of one processor, for parsing and labelling */
  double bytes;                    /* of the pages that took them */
  guint n_timed;
  gboolean failed; /* a page failed */
} Run;

typedef struct {
  TrainResult *results[MAX_SYSTEMS];
  double seconds;
  gsize n_bytes;
  guint64 checksum; /* of the bytes, if there are any */
  GError *error;    /* (nullable): why the page failed */
} Outcome;

static void
run_clear (Run *run)
{
  for (guint s = 0; s < MAX_SYSTEMS; s++) {
    train_system_clear (&run->systems[s]);
    g_clear_pointer (&run->results[s], g_ptr_array_unref);
  }
  g_clear_pointer (&run->effects, train_effects_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

/* ---- A page ------------------------------------------------------------------------------- */

/* The time of the processor that this thread has taken. */
static double
thread_seconds (void)
{
  struct timespec time;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec + (double) time.tv_nsec * 1e-9;
}

/* All that was asked for beyond the usual. @labelled, @labels: (nullable): NULL for texts from a folder */
static void
measure_more (const Run *run, TrainResult *result, ExtractDocument *labelled, const TrainLabels *labels,
              const char *text, const char *reference)
{
  const EvalOptions *options = run->options;

  if (train_measures_need (options->measures, TRAIN_COUNTED_SHINGLES))
    train_result_measure_shingles (result, text, reference);
  if (train_measures_need (options->measures, TRAIN_COUNTED_SEQUENCE))
    train_result_measure_sequence (result, text, reference);
  if (labelled && labels && labels->alignment && eval_options_need_blocks (options))
    train_result_measure_blocks (result, labelled, labels->alignment);
  if (labelled && labels && run->with_classes)
    train_result_measure_classes (result, labelled, labels);
  if (labelled && run->effects)
    train_effects_measure (run->effects, result, labelled, reference);
}

/* Reads and parses the page of @outcome, whose time is taken. */
static ExtractDocument *
parse_page (const Run *run, const TrainEntry *entry, Outcome *outcome, GError **error)
{
  g_autoptr (GBytes) bytes = train_entry_load_bytes (entry, run->parser, error);
  ExtractDocument *document;

  if (!bytes)
    return NULL;
  outcome->n_bytes = g_bytes_get_size (bytes);
  outcome->checksum = train_trained_checksum (bytes);
  outcome->seconds = -thread_seconds ();
  document = train_entry_parse (entry, run->parser, bytes, error);
  outcome->seconds += thread_seconds ();
  return document;
}

/*
 * What the blocks of the page should be, where that is asked for; and where there is no reference text but
 * labels of people, the text of the blocks that they took for main text is the reference.
 * @labels: (out) (nullable): NULL if there is no need of them
 */
static gboolean
load_labels (const Run *run, const TrainEntry *entry, ExtractDocument *document, const char *reference,
             TrainLabels **labels, GError **error)
{
  *labels = NULL;
  if (!document || (reference && !eval_options_need_blocks (run->options) && !run->with_classes))
    return TRUE;
  *labels = train_labels_new_for_document (entry, document, reference, TRAIN_MINIMUM_RECALL, error);
  return *labels != NULL;
}

static gboolean
run_systems (const Run *run, const TrainEntry *entry, const char *truth, Outcome *outcome, GError **error)
{
  g_autoptr (ExtractDocument) document = NULL;
  g_autoptr (TrainLabels) labels = NULL;
  const char *reference;

  if (run->systems[0].classifier || run->systems[1].classifier ||
      (!truth && train_entry_has_labels (entry))) {
    document = parse_page (run, entry, outcome, error);
    if (!document)
      return FALSE;
  }
  if (!load_labels (run, entry, document, truth, &labels, error))
    return FALSE;
  reference = labels ? labels->reference : truth;

  for (guint s = 0; s < run->n_systems; s++) {
    /* Labelling seals a document: the last model takes it, the others take a copy. */
    g_autoptr (ExtractDocument) labelled = NULL;
    g_autofree char *text = NULL;
    double start = thread_seconds ();

    if (run->systems[s].classifier)
      labelled = s + 1 < run->n_systems ? extract_document_copy (document) : g_steal_pointer (&document);
    if (!train_system_run (&run->systems[s], entry, &labelled, &text, error))
      return FALSE;
    if (s == 0)
      outcome->seconds += thread_seconds () - start;
    outcome->results[s] = train_result_new (entry, text, reference);
    if (reference)
      measure_more (run, outcome->results[s], labelled, labels, text, reference);
  }
  return TRUE;
}

static gpointer
eval_page (gsize i, gpointer data)
{
  const Run *run = data;
  const TrainEntry *entry = run->entries->pdata[i];
  Outcome *outcome = g_new0 (Outcome, 1);
  g_autofree char *reference = NULL;

  if (train_entry_load_truth (entry, &reference, &outcome->error))
    run_systems (run, entry, reference, outcome, &outcome->error);
  for (guint s = 0; s < run->n_systems; s++)
    if (!outcome->results[s])
      outcome->results[s] = train_result_new (entry, NULL, reference);
  for (guint s = 0; s < run->n_systems; s++)
    outcome->results[s]->trained = run->systems[s].model && outcome->n_bytes > 0 &&
                                   train_trained_has (run->systems[s].model, outcome->checksum);
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
  } else if (outcome->n_bytes > 0) {
    run->seconds += outcome->seconds;
    run->bytes += (double) outcome->n_bytes;
    run->n_timed++;
  }
  cli_progress_step (run->progress, outcome->error == NULL);
  for (guint s = 0; s < run->n_systems; s++)
    g_ptr_array_add (run->results[s], outcome->results[s]);
  g_clear_error (&outcome->error);
  g_free (outcome);
  return TRUE;
}

/* ---- Reports ------------------------------------------------------------------------------ */

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

/* What changed on a page. It is labelled once more: what was made of all pages has not been kept. */
static GPtrArray *
find_changes (const Run *run, const TrainEntry *entry)
{
  ExtractDocument *labelled[MAX_SYSTEMS] = { NULL };
  char *texts[MAX_SYSTEMS] = { NULL };
  g_autofree char *reference = NULL;
  g_autoptr (TrainLabels) labels = NULL;
  GPtrArray *changes;

  train_entry_load_truth (entry, &reference, NULL);
  g_autoptr (ExtractDocument) document = train_entry_load_page (entry, run->parser, NULL);
  for (guint s = 0; s < run->n_systems; s++) {
    if (run->systems[s].classifier && !document)
      continue;
    if (run->systems[s].classifier)
      labelled[s] = extract_document_copy (document);
    train_system_run (&run->systems[s], entry, &labelled[s], &texts[s], NULL);
  }

  if (document)
    labels = train_labels_new_for_document (entry, document, reference, TRAIN_MINIMUM_RECALL, NULL);
  if (labelled[0] && labelled[1] && labels && labels->alignment) {
    changes = train_changes_of_blocks (labelled[0], labelled[1], labels->alignment);
  } else {
    const char *truth = labels && labels->reference ? labels->reference : reference ? reference : "";
    changes = train_changes_of_texts (texts[0] ? texts[0] : "", texts[1] ? texts[1] : "", truth);
  }
  for (guint s = 0; s < run->n_systems; s++) {
    g_clear_pointer (&labelled[s], extract_document_unref);
    g_free (texts[s]);
  }
  return changes;
}

static void
append_changes (GString *text, const Run *run, GPtrArray *a, GPtrArray *b)
{
  g_autoptr (GArray) pages = train_compare_find_changes (a, b, run->options->n_changes);

  for (guint i = 0; i < pages->len; i++) {
    guint index = g_array_index (pages, guint, i);
    const TrainResult *x = a->pdata[index], *y = b->pdata[index];
    g_autoptr (GPtrArray) changes = find_changes (run, x->entry);
    if (run->options->json) {
      cli_json_append_item (text);
      g_string_append_c (text, '{');
      cli_json_append_string (text, "id", x->entry->id);
      cli_json_append_number (text, "f1_a", x->scores.f1);
      cli_json_append_number (text, "f1_b", y->scores.f1);
      cli_json_append_key (text, "only_one");
      train_changes_append_json (text, changes);
      g_string_append_c (text, '}');
    } else {
      g_string_append_printf (text, "\n%s:", x->entry->id);
      train_print_cell (text, TRUE, x->scores.f1);
      train_print_cell (text, TRUE, y->scores.f1);
      g_string_append_c (text, '\n');
      train_changes_append_text (text, changes);
    }
  }
}

/* How both tell the classes of blocks, if they do, and people gave some. */
static void
append_class_comparison (GString *text, const Run *run, GPtrArray *a, GPtrArray *b)
{
  g_autoptr (TrainClassFigures) of_a = train_class_figures_new (a, b), of_b = train_class_figures_new (b, a);

  if (!of_a || !of_b)
    return;
  if (run->options->json)
    train_class_figures_append_json_comparison (text, of_a, of_b, SEED);
  else
    train_class_figures_append_comparison (text, of_a, of_b, run->systems[0].name, run->systems[1].name,
                                           SEED);
}

/* @with_changes: not for several sets together, whose pages have been shown before */
static void
append_comparison (GString *text, const Run *run, const char *name, GPtrArray *a, GPtrArray *b,
                   gboolean with_changes)
{
  const TrainCompareOptions options = { .name_a = run->systems[0].name,
                                        .name_b = run->systems[1].name,
                                        .seed = SEED,
                                        .by = run->options->by,
                                        .n_sites = run->options->n_sites };
  if (run->options->json) {
    train_compare_append_json (text, name, a, b, &options);
    append_class_comparison (text, run, a, b);
    if (with_changes) {
      cli_json_append_key (text, "changes");
      g_string_append_c (text, '[');
      append_changes (text, run, a, b);
      g_string_append_c (text, ']');
    }
    g_string_append (text, "}\n");
  } else {
    train_compare_append_table (text, name, a, b, &options);
    append_class_comparison (text, run, a, b);
    if (with_changes)
      append_changes (text, run, a, b);
  }
}

static void
append_report (GString *text, const Run *run, const char *name, const TrainDataset *dataset)
{
  const EvalOptions *options = run->options;
  g_autoptr (GPtrArray) results = NULL;
  if (!options->json && text->len > 0)
    g_string_append_c (text, '\n');

  results = dataset ? filter_results (run->results[0], dataset) : g_ptr_array_ref (run->results[0]);
  if (options->compare) {
    g_autoptr (GPtrArray) others = NULL;
    others = dataset ? filter_results (run->results[1], dataset) : g_ptr_array_ref (run->results[1]);
    append_comparison (text, run, name, results, others, dataset != NULL && options->n_changes > 0);
    return;
  }
  g_autoptr (TrainClassFigures) classes = train_class_figures_new (results, NULL);
  const TrainPrint print = { .seed = SEED,
                             .by = options->by,
                             .n_sites = options->n_sites,
                             .blocks = options->blocks,
                             .classes = classes,
                             .measures = options->measures };
  (options->json ? train_print_json : train_print_table) (text, name, results, &print);
  guint n_trained = train_results_count_trained (results);
  if (!options->json && n_trained > 0)
    g_string_append_printf (text, "trained on %u of these pages: the figures are too good\n", n_trained);
}

/* The report of each set and, if there are several, of all together. */
static CliExit
print_reports (const Run *run, GPtrArray *datasets)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < datasets->len; i++) {
    const TrainDataset *dataset = datasets->pdata[i];
    append_report (text, run, dataset->name, dataset);
  }
  if (datasets->len > 1)
    append_report (text, run, "overall", NULL);
  return cli_print (text->str);
}

/* ---- Files -------------------------------------------------------------------------------- */

/* A file with a line for each page, or each point of a curve. */
typedef struct {
  const char *path; /* (nullable): it was not asked for */
  void (*append) (GString *text, const Run *run);
  CliFile *file;
} Sheet;

static void
append_pages (GString *text, const Run *run)
{
  train_print_pages_head (text, run->options->measures);
  train_print_pages (text, run->results[0], run->options->measures);
}

static void
append_thesis (GString *text, const Run *run)
{
  train_print_thesis (text, run->results[0]);
}

static void
append_curve (GString *text, const Run *run)
{
  train_print_curve (text, run->results[0]);
}

static void
write_sheet (Sheet *sheet, Run *run)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  sheet->append (text, run);
  if (!cli_file_write (sheet->file, text->str, text->len, &error) || !cli_file_commit (sheet->file, &error)) {
    cli_fail (sheet->path, error);
    run->failed = TRUE;
  }
}

/* Whether all can be written, and nothing of it is read. */
static CliExit
check_files (const EvalOptions *options, char **sets)
{
  const CliOutput files[] = { { "--pages", options->pages, FALSE },
                              { "--thesis", options->thesis, FALSE },
                              { "--curve", options->curve, FALSE },
                              { "--report", options->report, TRUE } };
  g_autoptr (GError) error = NULL;
  CliExit status = cli_check_outputs (files, G_N_ELEMENTS (files));
  gboolean good = TRUE;
  for (char **set = sets; status == CLI_EXIT_DONE && good && *set; set++)
    good = train_dataset_guard (*set, &error);
  return good ? status : cli_fail (NULL, error);
}

/* ---- The whole ---------------------------------------------------------------------------- */

/* The systems to be measured: with --compare two, of which the first may be the model of the options. */
static gboolean
open_systems (Run *run, const CliModelOptions *model, char **compared, GError **error)
{
  const char *places[MAX_SYSTEMS] = { run->options->outputs, NULL };
  CliModelOptions own = *model; /* the second one decodes as it was trained, so that the two may be one */

  own.decode = 0;
  run->n_systems = run->options->compare ? 2 : 1;
  if (run->options->compare) {
    places[0] = compared[0] && compared[1] ? compared[0] : NULL;
    places[1] = compared[0] && compared[1] ? compared[1] : compared[0];
  }
  for (guint s = 0; s < run->n_systems; s++) {
    gboolean folder = places[s] && g_file_test (places[s], G_FILE_TEST_IS_DIR);
    if (folder && !cli_guard_input_folder (places[s], error))
      return FALSE;
    if (folder)
      train_system_open_folder (&run->systems[s], places[s]);
    else if (!train_system_open_model (&run->systems[s], s == 0 ? model : &own, places[s], error))
      return FALSE;
  }
  run->with_classes = TRUE;
  for (guint s = 0; s < run->n_systems; s++)
    run->with_classes &=
        run->systems[s].model && extract_model_get_parts (run->systems[s].model)->classes.network != NULL;
  if ((run->options->rules_effect || run->options->report) &&
      !(run->effects = train_effects_new (model, error)))
    return FALSE;
  return TRUE;
}

/* With --site: before the pages are measured. With --compare, of the second system alone. */
static void
learn_sites (Run *run, guint jobs)
{
  TrainSystem *system = &run->systems[run->n_systems - 1];
  if (!run->options->site)
    return;
  train_system_learn_sites (system, run->entries, run->parser, jobs);
  g_autofree char *name = g_steal_pointer (&system->name);
  system->name = g_strdup_printf ("%s, --site=%s", name, run->options->site);
}

static void
warn_of_folders (const Run *run)
{
  for (guint s = 0; s < run->n_systems; s++)
    if (run->systems[s].folder && !train_system_has_texts (&run->systems[s], run->entries))
      cli_error (run->systems[s].folder, "has no text for any of the pages");
}

/* Nobody is to take what a model says of pages that it knows for what it can do. */
static void
warn_of_trained (const Run *run, GPtrArray *datasets)
{
  for (guint i = 0; i < datasets->len * run->n_systems; i++) {
    const TrainDataset *dataset = datasets->pdata[i / run->n_systems];
    const TrainSystem *system = &run->systems[i % run->n_systems];
    g_autoptr (GPtrArray) results = filter_results (run->results[i % run->n_systems], dataset);
    guint n = train_results_count_trained (results);

    if (n > 0)
      cli_error (dataset->path,
                 "the model %s was trained on %u of these %u pages, so the figures are too good; those of "
                 "its card are cross-validated",
                 system->name, n, results->len);
    else if (system->model && !train_trained_names (system->model) &&
             train_trained_has_set (system->model, dataset->name))
      cli_error (
          dataset->path,
          "the model %s was trained on a set of this name; if these are its pages, the figures are too "
          "good, and those of its card are cross-validated",
          system->name);
  }
}

/* A set with neither references nor snippets leaves nothing to measure. */
static void
check_measured (Run *run, GPtrArray *datasets)
{
  for (guint d = 0; d < datasets->len; d++) {
    const TrainDataset *dataset = datasets->pdata[d];
    g_autoptr (GPtrArray) results = filter_results (run->results[0], dataset);
    TrainSummary summary;
    train_summary_compute (results, SEED, &summary);
    gboolean snippets = !run->options->compare && summary.n_with + summary.n_without > 0;
    if (summary.n_scored > 0 || snippets)
      continue;
    cli_error (dataset->path, "has no reference texts, so there is nothing to measure");
    run->failed = TRUE;
  }
}

static void
check_f1 (Run *run)
{
  TrainSummary summary;
  char f1[G_ASCII_DTOSTR_BUF_SIZE], limit[G_ASCII_DTOSTR_BUF_SIZE];

  train_summary_compute (run->results[0], SEED, &summary);
  if (run->options->fail_under < 0 || summary.scores.f1 >= run->options->fail_under)
    return;
  g_ascii_formatd (f1, sizeof f1, "%.5f", summary.scores.f1);
  g_ascii_formatd (limit, sizeof limit, "%g", run->options->fail_under);
  cli_error (NULL, "the mean F1 is %s, below the %s of --fail-under", f1, limit);
  run->failed = TRUE;
}

static void
print_speed (const Run *run)
{
  char pages[G_ASCII_DTOSTR_BUF_SIZE], megabytes[G_ASCII_DTOSTR_BUF_SIZE];
  double seconds = MAX (run->seconds, 1e-9);

  g_ascii_formatd (pages, sizeof pages, "%.1f", run->n_timed / seconds);
  g_ascii_formatd (megabytes, sizeof megabytes, "%.2f", run->bytes / 1e6 / seconds);
  cli_error (NULL, "%s pages/s, %s MB/s in one thread, parsing and labelling %u pages", pages, megabytes,
             run->n_timed);
}

int
main (int argc, char **argv)
{
  cli_init ("texttractor eval");

  g_autoptr (GOptionContext) context =
      cli_context_new ("SET… [SYSTEM…]", "Measures main texts against the reference texts of sets of pages.");
  g_auto (EvalOptions) options = { 0 };
  g_auto (CliPageOptions) page = { 0 };
  g_auto (CliModelOptions) model_options = { 0 };
  g_auto (TrainSelection) selection = { 0 };
  g_option_context_set_main_group (context, eval_options_init (&options));
  g_option_context_add_group (context, train_selection_options_init (&selection));
  g_option_context_add_group (context, cli_page_options_init (&page, CLI_PAGE_JOBS));
  g_option_context_add_group (context, cli_model_options_init (&model_options));
  g_autofree char *rules = cli_describe_rules (), *measures = train_measures_describe ();
  g_autofree char *methods = cli_describe_methods ();
  g_autofree char *tables = g_strjoin ("\n\n", measures, rules, methods, NULL);
  g_option_context_set_description (context, tables);

  g_auto (GStrv) operands = NULL, sets = NULL, systems = NULL;
  int status;
  if (!cli_parse (context, argv, &operands, &status))
    return status;
  CliExit mixed;
  if (*operands && element_corpus_is (operands, &mixed)) {
    if (mixed != CLI_EXIT_DONE || selection.conditions ||
        !eval_options_check_elements (&options, &model_options))
      return selection.conditions
                 ? (int) cli_usage ("--where and --split cannot be used with a set of elements")
                 : CLI_EXIT_USAGE;
    return (int) eval_elements (operands, model_options.name, model_options.decode, options.json,
                                options.fail_under);
  }
  if (!eval_options_check (&options, &model_options, operands, &sets, &systems))
    return CLI_EXIT_USAGE;

  g_auto (TrainSelected) selected = { 0 };
  if (options.metadata)
    return train_selection_open (&selection, sets, &selected)
               ? eval_metadata (&selected, page.parser, page.jobs, options.json)
               : CLI_EXIT_FAILED;

  g_auto (Run) run = { .options = &options, .parser = page.parser };
  g_autoptr (GError) error = NULL;
  status = check_files (&options, sets);
  if (status != CLI_EXIT_DONE)
    return status;
  if (!open_systems (&run, &model_options, systems, &error))
    return cli_fail (NULL, error);

  if (!train_selection_open (&selection, sets, &selected))
    return CLI_EXIT_FAILED;
  run.entries = selected.entries;
  run.failed = selected.incomplete;
  warn_of_folders (&run);

  /* Before the work, so that it is not in vain if a file cannot be made. */
  Sheet sheets[] = { { options.pages, append_pages, NULL },
                     { options.thesis, append_thesis, NULL },
                     { options.curve, append_curve, NULL } };
  status = CLI_EXIT_DONE;
  for (gsize i = 0; i < G_N_ELEMENTS (sheets) && status == CLI_EXIT_DONE; i++)
    if (sheets[i].path && !(sheets[i].file = cli_file_open (sheets[i].path, &error)))
      status = cli_fail (sheets[i].path, error);

  if (status == CLI_EXIT_DONE) {
    for (guint s = 0; s < run.n_systems; s++)
      run.results[s] = g_ptr_array_new_with_free_func ((GDestroyNotify) train_result_free);
    learn_sites (&run, page.jobs);
    run.progress = cli_progress_new ("pages", selected.entries->len);
    cli_parallel (selected.entries->len, page.jobs, eval_page, collect_page, NULL, &run);
    cli_progress_free (run.progress);

    for (gsize i = 0; i < G_N_ELEMENTS (sheets); i++)
      if (sheets[i].file)
        write_sheet (&sheets[i], &run);
    warn_of_trained (&run, selected.datasets);
    const EvalReport report = { run.entries, run.results[0], run.systems[0].name, &model_options, page.parser,
                                SEED,        page.jobs };
    if (options.report && !eval_report_write (&report, options.report, &error)) {
      cli_fail (options.report, error);
      run.failed = TRUE;
    }
    /* Last, as the reader of this output may have gone. */
    if (print_reports (&run, selected.datasets) != CLI_EXIT_DONE)
      run.failed = TRUE;
    check_measured (&run, selected.datasets);
    check_f1 (&run);
    if (options.speed)
      print_speed (&run);
    status = run.failed ? CLI_EXIT_FAILED : CLI_EXIT_DONE;
  }
  for (gsize i = 0; i < G_N_ELEMENTS (sheets); i++)
    g_clear_pointer (&sheets[i].file, cli_file_free);
  return status;
}
