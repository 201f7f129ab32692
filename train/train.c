/* SPDX-License-Identifier: MIT */
/*
 * texttractor-train: from sets of pages to a model.
 *
 *   sets -> corpus -> folds (a site is never in two)
 *     for each fold: a network trained on the others scores its pages    (out-of-fold scores)
 *   out-of-fold scores -> rules and thresholds with the best word F1 per page -> report
 *   one more network, trained on all pages -> model
 *
 * So every figure in the report, and every choice made by figures, is about pages of sites that
 * the network at hand had not seen.
 */
#include <math.h>
#include <string.h>

#include "bin/cli.h"
#include "corpus.h"
#include "decide.h"
#include "trainer.h"

/* The network of the thesis: 78-39-19-9-1. */
static const ExtractLayer classic_layers[] = {
  { 39, EXTRACT_ACTIVATION_SIGMOID_STEPWISE, 0.65f },
  { 19, EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC, 0.75f },
  { 9, EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC, 0.75f },
  { 1, EXTRACT_ACTIVATION_LINEAR_PIECE_SYMMETRIC, 0.8f },
};

/* ---- Options -------------------------------------------------------------------------------- */

static char *opt_output;
static char *opt_card;
static char *opt_name;
static char *opt_date;
static char *opt_tune;
static int opt_epochs = 200;
static int opt_folds = 5;
static int opt_samples = 60;
static int opt_seed = 1;

static const GOptionEntry entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &opt_output, "Write the model to FILE", "FILE" },
  { "card", 0, 0, G_OPTION_ARG_FILENAME, &opt_card, "Write what was measured to FILE, in Markdown", "FILE" },
  { "name", 0, 0, G_OPTION_ARG_STRING, &opt_name, "Name of the model (default: of FILE, without .model)",
    "NAME" },
  { "date", 0, 0, G_OPTION_ARG_STRING, &opt_date, "Date for the model's card", "DATE" },
  { "tune", 0, 0, G_OPTION_ARG_STRING, &opt_tune,
    "Choose thresholds and rules on this one of the sets (default: on all)", "SET" },
  { "epochs", 0, 0, G_OPTION_ARG_INT, &opt_epochs, "Passes over the samples (default: 200)", "N" },
  { "folds", 0, 0, G_OPTION_ARG_INT, &opt_folds, "Folds of the cross-validation, 2 to 20 (default: 5)", "K" },
  { "samples", 0, 0, G_OPTION_ARG_INT, &opt_samples, "Samples that a page gives (default: 60)", "N" },
  { "seed", 0, 0, G_OPTION_ARG_INT, &opt_seed, "Seed of all random numbers (default: 1)", "N" },
  { NULL },
};

static const TrainPage *
page_at (const TrainCorpus *corpus, guint p)
{
  return g_ptr_array_index (corpus->pages, p);
}

/* ---- Samples ---------------------------------------------------------------------------------- */

/*
 * What a page teaches: `n` of its blocks, drawn with the weight sqrt (words), so that every page
 * weighs the same and a long block more than a menu entry. FANN has no weights; a block that is
 * drawn twice is in the samples twice. Systematic sampling: one random number for each page, then
 * even steps through the weights.
 */
static void
add_samples (const TrainCorpus *corpus, const TrainPage *page, guint n, GRand *rand, TrainSamples *samples)
{
  static float targets[] = { -1, 1 }; /* the range of the symmetric output */
  guint n_blocks = extract_document_get_n_blocks (page->document);
  double sum = 0, next, step;

  for (guint i = 0; i < n_blocks; i++)
    sum += sqrt (page->alignment->n_words[i]);
  step = sum / n;
  next = g_rand_double (rand) * step;
  sum = 0;
  for (guint i = 0; i < n_blocks; i++) {
    gboolean good = train_alignment_get_label (page->alignment, i) == EXTRACT_LABEL_GOOD;

    sum += sqrt (page->alignment->n_words[i]);
    for (; next < sum; next += step) {
      g_ptr_array_add (samples->inputs, corpus->inputs + (page->first_block + i) * corpus->n_inputs);
      g_ptr_array_add (samples->outputs, &targets[good]);
    }
  }
}

/* Samples of all trusted pages but those of one fold; @without = n_folds leaves none out. */
static TrainSamples *
samples_without (const TrainCorpus *corpus, guint without)
{
  TrainSamples *samples = train_samples_new (corpus->n_inputs);
  g_autoptr (GRand) rand = g_rand_new_with_seed (opt_seed);

  for (guint p = 0; p < corpus->pages->len; p++) {
    const TrainPage *page = page_at (corpus, p);

    if (page->trusted && page->entry->fold != without)
      add_samples (corpus, page, opt_samples, rand, samples);
  }
  return samples;
}

/* ---- Networks --------------------------------------------------------------------------------- */

typedef struct {
  const TrainCorpus *corpus;
  CliProgress *progress;
  ExtractNetwork **networks; /* [n_folds + 1]: the last one has seen all pages */
  GError *error;
} Training;

static void
epoch_done (guint epoch, double error, gpointer data)
{
  cli_progress_step (data, TRUE);
}

static gpointer
train_fold (gsize fold, gpointer data)
{
  Training *training = data;
  g_autoptr (TrainSamples) samples = samples_without (training->corpus, fold);
  TrainPlan plan = { classic_layers, G_N_ELEMENTS (classic_layers), opt_epochs, opt_seed };
  GError *error = NULL;
  ExtractNetwork *network = train_network (samples, &plan, epoch_done, training->progress, &error);

  training->networks[fold] = network;
  return error;
}

static gboolean
fold_trained (gsize fold, gpointer result, gpointer data)
{
  Training *training = data;

  training->error = result;
  return result == NULL;
}

/* Scores of all blocks of the corpus, each by a network that has not seen its page. Thresholds and
 * rules do not change scores, so any will do. */
static float *
score_out_of_fold (const TrainCorpus *corpus, const ExtractFeatureSet *set, ExtractNetwork **networks)
{
  static const char *const card[] = { "name", "fold", NULL };
  const TrainDecision any = { 0.5, 0.5, 0 };
  float *scores = g_new (float, corpus->n_blocks);

  for (int fold = 0; fold < opt_folds; fold++) {
    g_autoptr (ExtractModel) model = train_decision_to_model (&any, card, networks[fold], set, NULL);
    g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);

    for (guint p = 0; p < corpus->pages->len; p++) {
      const TrainPage *page = page_at (corpus, p);
      g_autoptr (ExtractDocument) copy = NULL;

      if (page->entry->fold != (guint) fold)
        continue;
      copy = extract_document_copy (page->document);
      extract_classifier_label (classifier, copy, NULL);
      for (guint i = 0; i < extract_document_get_n_blocks (copy); i++)
        scores[page->first_block + i] = extract_block_get_score (extract_document_get_block (copy, i));
    }
  }
  return scores;
}

/* ---- Report ----------------------------------------------------------------------------------- */

/* Measures pages as eval does, but by networks that had not seen them. */
static GPtrArray *
measure (const TrainJudge *judge, const TrainDecision *decision)
{
  static const char *const card[] = { "name", "candidate", NULL };
  g_autoptr (ExtractModel) model = train_decision_to_model (decision, card, judge->network, judge->set, NULL);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  GPtrArray *results = g_ptr_array_new_with_free_func ((GDestroyNotify) train_result_free);

  for (guint p = 0; p < judge->corpus->pages->len; p++) {
    const TrainPage *page = page_at (judge->corpus, p);
    g_autoptr (ExtractDocument) copy = extract_document_copy (page->document);
    g_autofree char *text = NULL, *truth = NULL;
    TrainResult *result;

    extract_classifier_label_scored (classifier, copy, judge->scores + page->first_block, NULL);
    text = extract_document_to_string (copy, EXTRACT_FORMAT_TEXT, EXTRACT_WRITE_DEFAULT, NULL);
    train_entry_load_truth (page->entry, &truth, NULL);
    result = train_result_new (page->entry, text, truth);
    train_result_measure_blocks (result, copy, page->alignment);
    g_ptr_array_add (results, result);
  }
  return results;
}

static void
report_sets (GString *text, GPtrArray *results, GPtrArray *sets)
{
  for (guint s = 0; s < sets->len; s++) {
    const TrainDataset *set = g_ptr_array_index (sets, s);
    g_autoptr (GPtrArray) of_set = g_ptr_array_new ();

    for (guint i = 0; i < results->len; i++)
      if (((const TrainResult *) g_ptr_array_index (results, i))->entry->dataset == set)
        g_ptr_array_add (of_set, g_ptr_array_index (results, i));
    train_report_append_table (text, set->name, of_set, opt_seed);
    g_string_append_c (text, '\n');
  }
  if (sets->len > 1) {
    train_report_append_table (text, "overall", results, opt_seed);
    g_string_append_c (text, '\n');
  }
}

static char *
number (double value, const char *format)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, format, value));
}

static void
report_rules (GString *text, const TrainRuleEffect *effects)
{
  gsize n;
  const ExtractRule *table = extract_rule_get_all (&n);

  g_string_append (text, "rule               alone, in points of F1   default\n");
  for (guint r = 0; r < n; r++) {
    g_autofree char *gain = number (effects[r].gain * 100, "%+.2f");
    g_autofree char *error = number (effects[r].error * 100, "%.2f");

    g_string_append_printf (text, "%-18s %7s ± %-14s %s\n", table[r].name, gain, error,
                            effects[r].on ? "on" : "off");
  }
}

/* ---- The program ------------------------------------------------------------------------------ */

/* "wcxb-dev 1347 pages, toy 23 pages": those that were trained on. */
static char *
describe_sets (const TrainCorpus *corpus, GPtrArray *sets)
{
  GString *text = g_string_new (NULL);

  for (guint s = 0; s < sets->len; s++) {
    const TrainDataset *set = g_ptr_array_index (sets, s);
    guint n = 0;

    for (guint p = 0; p < corpus->pages->len; p++)
      n += page_at (corpus, p)->trusted && page_at (corpus, p)->entry->dataset == set;
    g_string_append_printf (text, "%s%s %u pages", s ? ", " : "", set->name, n);
  }
  return g_string_free (text, FALSE);
}

static int
by_count (gconstpointer a, gconstpointer b, gpointer counts)
{
  const char *x = *(const char *const *) a, *y = *(const char *const *) b;
  int m = GPOINTER_TO_INT (g_hash_table_lookup (counts, x)),
      n = GPOINTER_TO_INT (g_hash_table_lookup (counts, y));

  return m != n ? n - m : strcmp (x, y);
}

/* The languages of the pages, most frequent first. */
static char *
describe_languages (const TrainCorpus *corpus)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) languages = g_ptr_array_new ();

  for (guint p = 0; p < corpus->pages->len; p++) {
    char *lang = page_at (corpus, p)->entry->lang;
    int n;

    if (!lang)
      continue;
    n = GPOINTER_TO_INT (g_hash_table_lookup (counts, lang));
    if (n == 0)
      g_ptr_array_add (languages, lang);
    g_hash_table_insert (counts, lang, GINT_TO_POINTER (n + 1));
  }
  g_ptr_array_sort_with_data (languages, by_count, counts);
  g_ptr_array_add (languages, NULL);
  return g_strjoinv (" ", (char **) languages->pdata);
}

/* Where the results go: opened before the work, which would be in vain if they cannot be written. */
typedef struct {
  char *name; /* of the model */
  CliFile *model;
  CliFile *card; /* (nullable) */
} Outputs;

static void
outputs_clear (Outputs *outputs)
{
  g_free (outputs->name);
  g_clear_pointer (&outputs->model, cli_file_free);
  g_clear_pointer (&outputs->card, cli_file_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outputs, outputs_clear)

static char *
model_name (void)
{
  char *name = opt_name ? g_strdup (opt_name) : g_path_get_basename (opt_output);

  if (!opt_name && g_str_has_suffix (name, ".model"))
    name[strlen (name) - strlen (".model")] = '\0';
  return name;
}

static CliExit
outputs_open (Outputs *outputs)
{
  g_autoptr (GError) error = NULL;

  outputs->name = model_name ();
  if (!*outputs->name || outputs->name[strspn (outputs->name, "abcdefghijklmnopqrstuvwxyz0123456789-")])
    return cli_usage ("a model's name has only a-z, 0-9 and -, not \"%s\": choose one with --name",
                      outputs->name);
  if (!(outputs->model = cli_file_open (opt_output, &error)))
    return cli_fail (opt_output, error);
  if (opt_card && !(outputs->card = cli_file_open (opt_card, &error)))
    return cli_fail (opt_card, error);
  return CLI_EXIT_DONE;
}

/* The card that people read: what the model's card says, and the whole report. */
static char *
card_to_markdown (const char *const *card, GBytes *model, const char *report)
{
  GString *text = g_string_new (NULL);
  g_autofree char *checksum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, model);

  g_string_append_printf (text, "# Model %s\n\n", card[1]);
  for (guint i = 2; card[i]; i += 2)
    g_string_append_printf (text, "- %s: %s\n", card[i], card[i + 1]);
  g_string_append_printf (text, "- SHA-256 of the file: %s\n\n```\n%s```\n", checksum, report);
  return g_string_free (text, FALSE);
}

static CliExit
write_model (Outputs *outputs, const TrainJudge *judge, const TrainDecision *decision, GPtrArray *sets,
             const char *report, const char *scores)
{
  g_autofree char *data = describe_sets (judge->corpus, sets);
  g_autofree char *languages = describe_languages (judge->corpus);
  g_autofree char *seed = g_strdup_printf ("%d", opt_seed);
  g_autofree char *split =
      g_strdup_printf ("all pages; figures by %d-fold cross-validation grouped by site", opt_folds);
  g_autofree char *trainer =
      g_strdup_printf ("FANN RPROP, %d epochs, %d samples a page", opt_epochs, opt_samples);
  const char *const rows[][2] = {
    { "name", outputs->name }, { "language", languages }, { "data", data },       { "split", split },
    { "seed", seed },          { "date", opt_date },      { "trainer", trainer }, { "scores", scores },
  };
  const char *card[2 * G_N_ELEMENTS (rows) + 1] = { NULL };
  g_autoptr (ExtractModel) model = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *markdown = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;
  const char *contents;

  for (guint r = 0, i = 0; r < G_N_ELEMENTS (rows); r++)
    if (rows[r][1] && *rows[r][1]) {
      card[i++] = rows[r][0];
      card[i++] = rows[r][1];
    }
  model = train_decision_to_model (decision, card, judge->network, judge->set, &error);
  if (!model)
    return cli_fail (NULL, error);
  bytes = extract_model_to_bytes (model);
  contents = g_bytes_get_data (bytes, &length);
  if (!cli_file_write (outputs->model, contents, length, &error) || !cli_file_commit (outputs->model, &error))
    return cli_fail (opt_output, error);
  markdown = card_to_markdown (card, bytes, report);
  if (outputs->card && (!cli_file_write (outputs->card, markdown, strlen (markdown), &error) ||
                        !cli_file_commit (outputs->card, &error)))
    return cli_fail (opt_card, error);
  return CLI_EXIT_DONE;
}

/* ---- The program ------------------------------------------------------------------------------ */

/* The pages of the set named @name, or all. */
static GArray *
select_pages (const TrainCorpus *corpus, const char *name)
{
  GArray *pages = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint p = 0; p < corpus->pages->len; p++)
    if (!name || g_str_equal (page_at (corpus, p)->entry->dataset->name, name))
      g_array_append_val (pages, p);
  return pages;
}

static gboolean
has_samples (const TrainPage *page)
{
  return page->trusted && page->words->n > 0;
}

/* Whether every fold leaves pages to train on. */
static gboolean
can_cross_validate (const TrainCorpus *corpus)
{
  int first = -1;

  for (guint p = 0; p < corpus->pages->len; p++) {
    const TrainPage *page = page_at (corpus, p);

    if (has_samples (page) && first < 0)
      first = page->entry->fold;
    else if (has_samples (page) && page->entry->fold != (guint) first)
      return TRUE;
  }
  return FALSE;
}

static gboolean
train_networks (const TrainCorpus *corpus, guint jobs, ExtractNetwork **networks)
{
  g_autoptr (CliProgress) progress = cli_progress_new ("epochs", (gsize) opt_epochs * (opt_folds + 1));
  Training training = { corpus, progress, networks, NULL };
  g_autoptr (GError) error = NULL;

  cli_parallel (opt_folds + 1, jobs, train_fold, fold_trained, (GDestroyNotify) g_error_free, &training);
  error = training.error;
  if (error)
    cli_fail (NULL, error);
  return error == NULL;
}

static CliExit
report_and_write (const TrainJudge *judge, Outputs *outputs, GPtrArray *sets)
{
  gsize n_rules;
  TrainDecision decision;
  g_autofree TrainRuleEffect *effects = (extract_rule_get_all (&n_rules), g_new0 (TrainRuleEffect, n_rules));
  g_autoptr (GString) report = g_string_new (NULL);
  g_autoptr (GPtrArray) results = NULL;
  g_autofree char *good = NULL, *near_good = NULL, *f1 = NULL, *scores = NULL;

  train_decision_find (judge, &decision, effects);
  results = measure (judge, &decision);
  report_sets (report, results, sets);
  report_rules (report, effects);
  good = number (decision.good, "%.2f");
  near_good = number (decision.near_good, "%.2f");
  g_string_append_printf (report, "thresholds         good %s, near-good %s   (chosen on %s)\n", good,
                          near_good, opt_tune ? opt_tune : "all pages");
  f1 = number (train_decision_mean_f1 (judge, &decision), "%.4f");
  scores = g_strdup_printf ("word F1 %s over %u pages%s%s", f1, judge->pages->len, opt_tune ? " of " : "",
                            opt_tune ? opt_tune : "");
  if (cli_print (report->str) != CLI_EXIT_DONE)
    return CLI_EXIT_FAILED;
  return write_model (outputs, judge, &decision, sets, report->str, scores);
}

static void
free_network (gpointer network)
{
  g_clear_pointer ((ExtractNetwork **) &network, extract_network_unref);
}

/* The name of one of @sets, or NULL for all. */
static gboolean
is_set (GPtrArray *sets, const char *name)
{
  for (guint s = 0; s < sets->len; s++)
    if (!name || g_str_equal (((const TrainDataset *) g_ptr_array_index (sets, s))->name, name))
      return TRUE;
  return FALSE;
}

static CliExit
run (const CliPageOptions *page, GPtrArray *sets, GPtrArray *all)
{
  const ExtractFeatureSet *set = extract_feature_set_find ("classic");
  g_auto (Outputs) outputs = { NULL };
  g_autoptr (TrainCorpus) corpus = NULL;
  g_autoptr (GArray) pages = NULL;
  g_autoptr (GPtrArray) networks = g_ptr_array_new_with_free_func (free_network);
  g_autofree float *scores = NULL;
  CliExit status;

  if (!is_set (sets, opt_tune))
    return cli_usage ("--tune names no set that was given: \"%s\"", opt_tune);
  status = outputs_open (&outputs);
  if (status != CLI_EXIT_DONE)
    return status;
  train_dataset_assign_folds (all, opt_folds, opt_seed);
  corpus = train_corpus_load (all, page->parser, set, page->jobs);
  if (corpus->pages->len == 0) {
    cli_error (NULL, "there is no page with a reference text in these sets");
    return CLI_EXIT_FAILED;
  }
  pages = select_pages (corpus, opt_tune);
  if (pages->len == 0) {
    cli_error (opt_tune, "there is no page with a reference text in this set");
    return CLI_EXIT_FAILED;
  }
  if (!can_cross_validate (corpus)) {
    cli_error (NULL, "pages of at least two sites are needed, so that one can be held back");
    return CLI_EXIT_FAILED;
  }
  g_ptr_array_set_size (networks, opt_folds + 1);
  if (!train_networks (corpus, page->jobs, (ExtractNetwork **) networks->pdata))
    return CLI_EXIT_FAILED;
  scores = score_out_of_fold (corpus, set, (ExtractNetwork **) networks->pdata);

  TrainJudge judge = { corpus, pages, scores, set, networks->pdata[opt_folds], page->jobs };
  status = report_and_write (&judge, &outputs, sets);
  return status == CLI_EXIT_DONE && corpus->n_failed > 0 ? CLI_EXIT_FAILED : status;
}

static CliExit
check_options (char **operands)
{
  if (!operands[0])
    return cli_usage ("name one set of pages or more");
  if (!opt_output)
    return cli_usage ("name the model's file with -o FILE");
  if (opt_folds < 2 || opt_folds > 20)
    return cli_usage ("--folds goes from 2 to 20");
  if (opt_epochs < 1 || opt_epochs > 100000)
    return cli_usage ("--epochs goes from 1 to 100000");
  if (opt_samples < 1 || opt_samples > 10000)
    return cli_usage ("--samples goes from 1 to 10000");
  if (opt_seed < 0)
    return cli_usage ("--seed is 0 or more");
  return CLI_EXIT_DONE;
}

static void
free_dataset (gpointer dataset)
{
  train_dataset_free (dataset);
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = NULL;
  g_auto (CliPageOptions) page = { 0 };
  g_auto (GStrv) operands = NULL;
  g_autoptr (GPtrArray) sets = g_ptr_array_new_with_free_func (free_dataset);
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  gboolean complete = TRUE;
  int status;

  cli_init ("texttractor train");
  context = cli_context_new ("SET…", "Trains a model on labelled sets of pages and measures it.");
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_add_group (context, cli_page_options_init (&page, CLI_PAGE_JOBS));
  if (!cli_parse (context, argv, &operands, &status))
    return status;
  status = check_options (operands);
  if (status != CLI_EXIT_DONE)
    return status;

  for (char **path = operands; *path; path++) {
    g_autoptr (GError) error = NULL;
    TrainDataset *dataset = train_dataset_open (*path, &error);

    if (!dataset)
      return cli_fail (NULL, error);
    g_ptr_array_add (sets, dataset);
    for (guint i = 0; i < dataset->warnings->len; i++) {
      cli_error (NULL, "%s", (char *) g_ptr_array_index (dataset->warnings, i));
      complete = FALSE;
    }
    for (guint i = 0; i < dataset->entries->len; i++)
      g_ptr_array_add (all, g_ptr_array_index (dataset->entries, i));
  }
  status = run (&page, sets, all);
  return status == CLI_EXIT_DONE && !complete ? CLI_EXIT_FAILED : status;
}
