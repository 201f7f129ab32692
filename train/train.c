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
 * the network at hand had not seen. With --sweep: the same for many plans, without a model.
 */
#include <math.h>
#include <string.h>

#include "bin/cli.h"
#include "card.h"
#include "check.h"
#include "corpus.h"
#include "crossval.h"
#include "decide.h"
#include "sample.h"
#include "select.h"
#include "sweep.h"

/* ---- Options -------------------------------------------------------------------------------- */

static char *opt_output;
static char *opt_card;
static char *opt_scores;
static char *opt_checkpoint;
static char *opt_sweep;
static char *opt_start;
static char *opt_features;
static char *opt_tune;
static char *opt_name;
static char *opt_date;
static char *opt_licence;
static char *opt_attribution;
static char *opt_note;
static char *opt_minimum_recall;
static double minimum_recall = TRAIN_MINIMUM_RECALL;
static gboolean opt_check;
static gboolean opt_json;

static const GOptionEntry entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &opt_output, "Write the model (with --sweep: the table) to FILE",
    "FILE" },
  { "card", 0, 0, G_OPTION_ARG_FILENAME, &opt_card, "Write what was measured to FILE, in Markdown", "FILE" },
  { "scores", 0, 0, G_OPTION_ARG_FILENAME, &opt_scores,
    "Write the score of each block, by the network that had not seen its page, to FILE", "FILE" },
  { "checkpoint", 0, 0, G_OPTION_ARG_FILENAME, &opt_checkpoint,
    "Keep the state in FILE while training, and go on from it if it is there", "FILE" },
  { "sweep", 0, 0, G_OPTION_ARG_FILENAME, &opt_sweep, "Measure all plans of FILE instead of making a model",
    "FILE" },
  { "start", 0, 0, G_OPTION_ARG_FILENAME, &opt_start, "Begin with the network of this model", "NAME|FILE" },
  { "features", 0, 0, G_OPTION_ARG_STRING, &opt_features, "Feature set (default: classic)", "SET" },
  { "tune", 0, 0, G_OPTION_ARG_STRING, &opt_tune,
    "Choose thresholds and rules on this one of the sets (default: on all)", "SET" },
  { "name", 0, 0, G_OPTION_ARG_STRING, &opt_name, "Name of the model (default: of FILE, without .model)",
    "NAME" },
  { "date", 0, 0, G_OPTION_ARG_STRING, &opt_date, "Date for the model's card", "DATE" },
  { "licence", 0, 0, G_OPTION_ARG_STRING, &opt_licence, "Terms of use, for the card", "TEXT" },
  { "attribution", 0, 0, G_OPTION_ARG_STRING, &opt_attribution,
    "Who is to be named for the data, for the card", "TEXT" },
  { "note", 0, 0, G_OPTION_ARG_STRING, &opt_note, "Anything else, for the card", "TEXT" },
  { "minimum-recall", 0, 0, G_OPTION_ARG_STRING, &opt_minimum_recall,
    "Learn from no page of whose reference less than this share is on it (default: 0.5)", "SHARE" },
  { "check", 0, 0, G_OPTION_ARG_NONE, &opt_check, "Only look at the sets, and say what is wrong with them",
    NULL },
  { "json", 0, 0, G_OPTION_ARG_NONE, &opt_json, "With --check: print a line of JSON", NULL },
  { NULL },
};

/* A run of the program: what everything below reads. */
typedef struct {
  const CliPageOptions *page;
  TrainPlan *plan;
  const ExtractFeatureSet *set;
  ExtractNetwork *start; /* (nullable), owned */
  GPtrArray *sets;       /* of TrainDataset, lent */
  GPtrArray *entries;    /* of TrainEntry, lent: the pages of the sets that were chosen */
  TrainCorpus *corpus;   /* owned */
} Run;

static void
run_clear (Run *run)
{
  g_clear_pointer (&run->start, extract_network_unref);
  g_clear_pointer (&run->corpus, train_corpus_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static const TrainPage *
page_at (const TrainCorpus *corpus, guint p)
{
  return g_ptr_array_index (corpus->pages, p);
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

  for (guint i = 0; i < judge->scored->len; i++) {
    const TrainPage *page = page_at (judge->corpus, g_array_index (judge->scored, guint, i));
    g_autoptr (ExtractDocument) copy = extract_document_copy (page->document);
    g_autofree char *text = NULL;
    TrainResult *result;

    extract_classifier_label_scored (classifier, copy, judge->scores + page->first_block, NULL);
    text = extract_document_to_string (copy, EXTRACT_FORMAT_TEXT, EXTRACT_WRITE_DEFAULT, NULL);
    result = train_result_new (page->entry, text, page->labels->reference);
    train_result_measure_blocks (result, copy, page->alignment);
    g_ptr_array_add (results, result);
  }
  return results;
}

static void
report_sets (GString *text, GPtrArray *results, GPtrArray *sets, guint32 seed)
{
  for (guint s = 0; s < sets->len; s++) {
    const TrainDataset *set = g_ptr_array_index (sets, s);
    g_autoptr (GPtrArray) of_set = g_ptr_array_new ();

    for (guint i = 0; i < results->len; i++)
      if (((const TrainResult *) g_ptr_array_index (results, i))->entry->dataset == set)
        g_ptr_array_add (of_set, g_ptr_array_index (results, i));
    train_report_append_table (text, set->name, of_set, seed);
    g_string_append_c (text, '\n');
  }
  if (sets->len > 1) {
    train_report_append_table (text, "overall", results, seed);
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

static void
report_decision (GString *text, const TrainDecision *decision)
{
  g_autofree char *good = number (decision->good, "%.2f");
  g_autofree char *near_good = number (decision->near_good, "%.2f");

  g_string_append_printf (text, "thresholds         good %s, near-good %s   (chosen on %s)\n", good,
                          near_good, opt_tune ? opt_tune : "all pages");
}

/* How long each network was trained, and what was seen of it. */
static void
report_networks (GString *text, const TrainCrossval *crossval)
{
  for (guint f = 0; f < crossval->fits->len; f++) {
    const TrainFit *fit = crossval->fits->pdata[f];
    const GArray *epochs = fit ? fit->history->epochs : NULL;
    g_autofree char *error =
        fit ? number (g_array_index (epochs, TrainEpoch, fit->history->best - 1).error, "%.5f") : NULL;
    g_autofree char *f1 = fit && !isnan (fit->held_f1) ? number (fit->held_f1, "%.4f") : NULL;

    if (fit)
      g_string_append_printf (text, "%-18s kept epoch %u of %u, error %s%s%s\n", fit->history->name,
                              fit->history->best, epochs->len, error, f1 ? ", held-back F1 " : "",
                              f1 ? f1 : "");
  }
}

/* "word F1 0.8119 (0.7993 to 0.8240) over 1358 pages of wcxb-dev": of the pages that decided. */
static char *
describe_scores (const TrainJudge *judge, GPtrArray *results, guint32 seed)
{
  g_autoptr (GPtrArray) counted = g_ptr_array_new ();
  TrainSummary summary;
  g_autofree char *f1 = NULL, *low = NULL, *high = NULL;

  for (guint i = 0; i < results->len; i++)
    for (guint j = 0; j < judge->pages->len; j++)
      if (g_array_index (judge->scored, guint, i) == g_array_index (judge->pages, guint, j))
        g_ptr_array_add (counted, results->pdata[i]);
  train_summary_compute (counted, seed, &summary);
  f1 = number (summary.scores.f1, "%.4f");
  low = number (summary.f1_low, "%.4f");
  high = number (summary.f1_high, "%.4f");
  return g_strdup_printf ("word F1 %s (%s to %s) over %u pages%s%s", f1, low, high, counted->len,
                          opt_tune ? " of " : "", opt_tune ? opt_tune : "");
}

/* ---- Outputs ---------------------------------------------------------------------------------- */

/* Where the results go: opened before the work, which would be in vain if they cannot be written. */
typedef struct {
  char *name; /* of the model */
  CliLock *lock;
  CliFile *model;
  CliFile *card;   /* (nullable) */
  CliFile *scores; /* (nullable) */
} Outputs;

static void
outputs_clear (Outputs *outputs)
{
  g_free (outputs->name);
  g_clear_pointer (&outputs->model, cli_file_free);
  g_clear_pointer (&outputs->card, cli_file_free);
  g_clear_pointer (&outputs->scores, cli_file_free);
  g_clear_pointer (&outputs->lock, cli_lock_free);
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

/* Whether two of the files are the same: one would overwrite, or remove, the other. */
static gboolean
outputs_collide (void)
{
  const char *const files[] = { opt_output, opt_card, opt_scores, opt_checkpoint };
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint f = 0; f < G_N_ELEMENTS (files); f++)
    if (files[f] && !g_hash_table_add (seen, g_canonicalize_filename (files[f], NULL)))
      return TRUE;
  return FALSE;
}

static CliExit
outputs_open (Outputs *outputs)
{
  g_autoptr (GError) error = NULL;

  outputs->name = model_name ();
  if (!*outputs->name || outputs->name[strspn (outputs->name, "abcdefghijklmnopqrstuvwxyz0123456789-")])
    return cli_usage ("a model's name has only a-z, 0-9 and -, not \"%s\": choose one with --name",
                      outputs->name);
  if (!(outputs->lock = cli_lock_new (opt_output, &error)) ||
      !(outputs->model = cli_file_open (opt_output, &error)))
    return cli_fail (opt_output, error);
  if (opt_card && !(outputs->card = cli_file_open (opt_card, &error)))
    return cli_fail (opt_card, error);
  if (opt_scores && !(outputs->scores = cli_file_open (opt_scores, &error)))
    return cli_fail (opt_scores, error);
  return CLI_EXIT_DONE;
}

static gboolean
write_whole (CliFile *file, const char *path, const char *contents, gsize length)
{
  g_autoptr (GError) error = NULL;

  if (cli_file_write (file, contents, length, &error) && cli_file_commit (file, &error))
    return TRUE;
  cli_fail (path, error);
  return FALSE;
}

/* Returns: (transfer full): as train_card_new () */
static char **
make_card (const Outputs *outputs, const Run *run, const char *scores)
{
  g_autofree char *split =
      g_strdup_printf ("all pages; figures by %u-fold cross-validation grouped by site", run->plan->folds);
  g_autofree char *trainer = train_plan_describe (run->plan);
  TrainCardFacts facts = {
    .name = outputs->name,
    .date = opt_date,
    .licence = opt_licence,
    .attribution = opt_attribution,
    .note = opt_note,
    .split = split,
    .trainer = trainer,
    .scores = scores,
    .seed = run->plan->seed,
  };

  return train_card_new (&facts, run->corpus, run->sets);
}

/* More than models can have; how many that is, they say themselves. */
#define MAX_WEIGHTS (1 << 24)

/* Whether there can be a model with this card and these layers: to be known before the work, not after it. */
static gboolean
check_model (const Outputs *outputs, const Run *run, GError **error)
{
  static const TrainDecision any = { 0.5, 0.5, 0 };
  const TrainPlan *plan = run->plan;
  guint64 n_weights = 0;
  guint before = run->corpus->n_inputs;
  g_autofree float *weights = NULL;
  g_autoptr (ExtractNetwork) network = NULL;
  g_autoptr (ExtractModel) model = NULL;
  g_auto (GStrv) card = make_card (outputs, run, "word F1");

  for (guint l = 0; l < plan->n_layers; before = plan->layers[l++].size)
    n_weights += ((guint64) before + 1) * plan->layers[l].size;
  if (n_weights > MAX_WEIGHTS) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "the network has more than %d weights",
                 MAX_WEIGHTS);
    return FALSE;
  }
  weights = g_new0 (float, n_weights);
  network =
      extract_network_new (run->corpus->n_inputs, plan->layers, plan->n_layers, weights, n_weights, error);
  if (network)
    model = train_decision_to_model (&any, (const char *const *) card, network, run->set, error);
  return model != NULL;
}

static CliExit
write_model (Outputs *outputs, const Run *run, const TrainJudge *judge, const TrainDecision *decision,
             const char *report, const char *scores)
{
  g_auto (GStrv) card = make_card (outputs, run, scores);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model =
      train_decision_to_model (decision, (const char *const *) card, judge->network, judge->set, &error);
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *markdown = NULL;
  gsize length;
  const char *contents;

  if (!model)
    return cli_fail (NULL, error);
  bytes = extract_model_to_bytes (model);
  contents = g_bytes_get_data (bytes, &length);
  if (!write_whole (outputs->model, opt_output, contents, length))
    return CLI_EXIT_FAILED;
  markdown = train_card_to_markdown (card, bytes, report);
  if (outputs->card && !write_whole (outputs->card, opt_card, markdown, strlen (markdown)))
    return CLI_EXIT_FAILED;
  return CLI_EXIT_DONE;
}

/* Out-of-fold scores: what a second network, stacked on this one, may be trained on. */
static CliExit
write_scores (Outputs *outputs, const TrainJudge *judge)
{
  g_autoptr (GString) text = g_string_new ("set\tid\tblock\tfold\twords\tshare\tlabel\tscore\n");

  for (guint s = 0; s < judge->scored->len; s++) {
    const TrainPage *page = page_at (judge->corpus, g_array_index (judge->scored, guint, s));

    for (guint i = 0; i < page->alignment->n_blocks; i++) {
      g_autofree char *share = number (train_alignment_get_share (page->alignment, i), "%.4f");
      g_autofree char *score = number (judge->scores[page->first_block + i], "%.6f");

      g_string_append_printf (text, "%s\t%s\t%u\t%u\t%u\t%s\t%s\t%s\n", page->entry->dataset->name,
                              page->entry->id, i, page->entry->fold + 1, page->alignment->n_words[i], share,
                              extract_label_get_nick (train_page_get_label (page, i)), score);
    }
  }
  return write_whole (outputs->scores, opt_scores, text->str, text->len) ? CLI_EXIT_DONE : CLI_EXIT_FAILED;
}

/* ---- Judging ---------------------------------------------------------------------------------- */

/* Those of the pages that were scored that decide: of the set --tune, or all. */
static GArray *
select_pages (const TrainCorpus *corpus, GArray *scored)
{
  GArray *pages = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < scored->len; i++) {
    guint p = g_array_index (scored, guint, i);

    if (!opt_tune || g_str_equal (page_at (corpus, p)->entry->dataset->name, opt_tune))
      g_array_append_val (pages, p);
  }
  return pages;
}

static TrainJudge
judge_for (const Run *run, const TrainCrossval *crossval, GArray *pages)
{
  return (TrainJudge){ .corpus = run->corpus,
                       .pages = pages,
                       .scored = crossval->scored,
                       .scores = crossval->scores,
                       .set = run->set,
                       .network = crossval->network,
                       .jobs = run->page->jobs };
}

/* ---- A model ---------------------------------------------------------------------------------- */

static CliExit
report_and_write (const Run *run, const TrainCrossval *crossval, Outputs *outputs)
{
  gsize n_rules;
  TrainDecision decision;
  g_autofree TrainRuleEffect *effects = (extract_rule_get_all (&n_rules), g_new0 (TrainRuleEffect, n_rules));
  g_autoptr (GArray) pages = select_pages (run->corpus, crossval->scored);
  TrainJudge judge = judge_for (run, crossval, pages);
  g_autoptr (GString) report = g_string_new (NULL);
  g_autoptr (GPtrArray) results = NULL;
  g_autofree char *scores = NULL;

  if (pages->len == 0) {
    cli_error (opt_tune, "none of its pages was scored");
    return CLI_EXIT_FAILED;
  }
  train_decision_find (&judge, &decision, effects);
  results = measure (&judge, &decision);
  report_sets (report, results, run->sets, run->plan->seed);
  report_rules (report, effects);
  report_decision (report, &decision);
  report_networks (report, crossval);
  scores = describe_scores (&judge, results, run->plan->seed);
  if (cli_print (report->str) != CLI_EXIT_DONE)
    return CLI_EXIT_FAILED;
  if (outputs->scores && write_scores (outputs, &judge) != CLI_EXIT_DONE)
    return CLI_EXIT_FAILED;
  return write_model (outputs, run, &judge, &decision, report->str, scores);
}

/* What the networks depend on. */
static char *
describe_run (const Run *run)
{
  g_autofree char *plan = train_plan_describe (run->plan);
  g_autofree char *digest = train_corpus_dup_digest (run->corpus);
  g_autofree char *start = NULL;

  if (run->start) {
    gsize n;
    const float *weights = extract_network_get_weights (run->start, &n);

    start = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) weights, n * sizeof *weights);
  }
  return g_strdup_printf ("%s\n%s\n%s\n%s", plan, extract_feature_set_get_name (run->set), digest,
                          start ? start : "");
}

/* Networks for all folds, and one for all pages. Returns: (transfer full) (nullable): NULL after saying why
 */
static TrainCrossval *
train_networks (const Run *run, TrainCheckpoint *checkpoint)
{
  const TrainPlan *plan = run->plan;
  g_autoptr (CliProgress) progress =
      cli_progress_new ("epochs", (gsize) plan->epochs * plan->restarts * (plan->folds + 1));
  TrainFitter fitter = { run->corpus, plan, run->start, checkpoint, progress, 1 };
  g_autoptr (GError) error = NULL;
  TrainCrossval *crossval = train_crossval_run (&fitter, TRUE, run->page->jobs, &error);

  if (error)
    cli_fail (NULL, error);
  else if (!crossval)
    cli_error (NULL, "interrupted before there was a network");
  return crossval;
}

static CliExit
make_model (const Run *run)
{
  g_auto (Outputs) outputs = { NULL };
  g_autoptr (TrainCheckpoint) checkpoint = NULL;
  g_autoptr (TrainCrossval) crossval = NULL;
  g_autofree char *depends = opt_checkpoint ? describe_run (run) : NULL;
  g_autoptr (GError) error = NULL;
  CliExit status = outputs_open (&outputs);

  if (status != CLI_EXIT_DONE)
    return status;
  if (opt_checkpoint && !(checkpoint = train_checkpoint_open (opt_checkpoint, depends, &error)))
    return cli_fail (opt_checkpoint, error);
  if (!check_model (&outputs, run, &error) || !cli_interrupt_catch (&error))
    return cli_fail (NULL, error);
  crossval = train_networks (run, checkpoint);
  if (!crossval)
    return CLI_EXIT_FAILED;
  if (crossval->interrupted)
    cli_error (NULL, "interrupted: the model is the best network so far%s",
               checkpoint ? "; the same command goes on from the checkpoint" : "");
  status = report_and_write (run, crossval, &outputs);
  if (status == CLI_EXIT_DONE && checkpoint && !crossval->interrupted)
    train_checkpoint_remove (checkpoint);
  return crossval->interrupted ? CLI_EXIT_FAILED : status;
}

/* ---- A sweep ---------------------------------------------------------------------------------- */

static int
by_size (gconstpointer a, gconstpointer b)
{
  guint x = *(const guint *) a, y = *(const guint *) b;

  return (x > y) - (x < y);
}

/* What the folds came to: the median of their epochs, and the mean of their errors. */
static void
summarise_fits (const TrainCrossval *crossval, TrainSweepResult *result)
{
  g_autoptr (GArray) epochs = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint f = 0; f < crossval->fits->len; f++) {
    const TrainFit *fit = crossval->fits->pdata[f];

    if (!fit)
      continue;
    g_array_append_val (epochs, fit->history->best);
    result->error += g_array_index (fit->history->epochs, TrainEpoch, fit->history->best - 1).error;
  }
  g_array_sort (epochs, by_size);
  result->epochs = g_array_index (epochs, guint, epochs->len / 2);
  result->error /= epochs->len;
}

/* Returns: FALSE with @error, or without if the work was interrupted. */
static gboolean
measure_variant (const Run *run, const TrainVariant *variant, CliProgress *progress, TrainSweepResult *result,
                 GError **error)
{
  TrainFitter fitter = { run->corpus, &variant->plan, run->start, NULL, progress, 1 };
  g_autoptr (TrainCrossval) crossval = NULL;
  g_autoptr (GArray) pages = NULL;
  g_autoptr (GPtrArray) results = NULL, counted = g_ptr_array_new ();
  TrainDecision decision;
  TrainSummary summary;

  crossval = train_crossval_run (&fitter, FALSE, run->page->jobs, error);
  if (!crossval || crossval->interrupted)
    return FALSE;
  pages = select_pages (run->corpus, crossval->scored);
  TrainJudge judge = judge_for (run, crossval, pages);
  train_decision_find_threshold (&judge, &decision);
  results = measure (&judge, &decision);
  for (guint i = 0; i < results->len; i++) {
    const TrainResult *one = results->pdata[i];

    if (!opt_tune || g_str_equal (one->entry->dataset->name, opt_tune))
      g_ptr_array_add (counted, results->pdata[i]);
  }
  train_summary_compute (counted, run->plan->seed, &summary);
  *result = (TrainSweepResult){ .f1 = summary.scores.f1,
                                .f1_low = summary.f1_low,
                                .f1_high = summary.f1_high,
                                .precision = summary.scores.precision,
                                .recall = summary.scores.recall,
                                .good = decision.good };
  summarise_fits (crossval, result);
  return TRUE;
}

static CliExit
sweep_variants (const Run *run, GPtrArray *variants, TrainSweepTable *table)
{
  CliExit status = CLI_EXIT_DONE;

  for (guint v = 0; v < variants->len; v++) {
    const TrainVariant *variant = variants->pdata[v];
    g_autofree char *noun = g_strdup_printf ("epochs of variant %u of %u", v + 1, variants->len);
    g_autoptr (CliProgress) progress = NULL;
    g_autoptr (GError) error = NULL;
    TrainSweepResult result;

    if (train_sweep_table_has (table, variant->name))
      continue;
    train_dataset_assign_folds (run->entries, variant->plan.folds, variant->plan.seed);
    progress =
        cli_progress_new (noun, (gsize) variant->plan.epochs * variant->plan.restarts * variant->plan.folds);
    if (!measure_variant (run, variant, progress, &result, &error)) {
      status = CLI_EXIT_FAILED;
      if (!error) {
        cli_error (NULL, "interrupted: the same command goes on with the variants that are left");
        break;
      }
      cli_error (variant->name, "%s", error->message); /* the others may do better */
      continue;
    }
    if (!train_sweep_table_add (table, variant->name, &result, &error))
      return cli_fail (opt_output, error);
  }
  return status;
}

static CliExit
sweep (const Run *run, GPtrArray *variants)
{
  g_autofree char *depends = describe_run (run);
  g_autoptr (CliLock) lock = NULL;
  g_autoptr (TrainSweepTable) table = NULL;
  g_autofree char *ranking = NULL;
  g_autoptr (GError) error = NULL;
  CliExit status;

  if (!(lock = cli_lock_new (opt_output, &error)) ||
      !(table = train_sweep_table_open (opt_output, depends, &error)) || !cli_interrupt_catch (&error))
    return cli_fail (opt_output, error);
  status = sweep_variants (run, variants, table);
  ranking = train_sweep_table_rank (table);
  return cli_print (ranking) == CLI_EXIT_DONE ? status : CLI_EXIT_FAILED;
}

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
take_start (Run *run)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = cli_load_model (opt_start, &error);

  if (!model)
    return cli_fail (NULL, error);
  if (extract_model_get_feature_set (model) != run->set) {
    cli_error (opt_start, "is a model of the feature set %s, not %s",
               extract_feature_set_get_name (extract_model_get_feature_set (model)),
               extract_feature_set_get_name (run->set));
    return CLI_EXIT_FAILED;
  }
  run->start = extract_network_ref (extract_model_get_network (model));
  train_plan_set_network (run->plan, run->start);
  if (!train_plan_check (run->plan, &error))
    return cli_fail (NULL, error);
  return CLI_EXIT_DONE;
}

/* The pages that are not learnt from, and why. They are measured all the same. */
static void
name_untrusted (const TrainCorpus *corpus)
{
  for (guint i = 0; i < corpus->untrusted->len; i++) {
    const TrainUntrusted *one = &g_array_index (corpus->untrusted, TrainUntrusted, i);
    g_autofree char *place = g_build_filename (one->entry->dataset->path, one->entry->id, NULL);

    cli_error (place, "not learnt from: %s", one->reason);
  }
}

static CliExit
load_pages (Run *run)
{
  train_dataset_assign_folds (run->entries, run->plan->folds, run->plan->seed);
  run->corpus =
      train_corpus_load (run->entries, run->page->parser, run->set, minimum_recall, run->page->jobs);
  name_untrusted (run->corpus);
  if (run->corpus->pages->len == 0) {
    cli_error (NULL, "there is no page with a reference text or labels in these sets");
    return CLI_EXIT_FAILED;
  }
  if (!train_crossval_is_possible (run->corpus)) {
    cli_error (NULL, "pages of at least two sites are needed, so that one can be held back");
    return CLI_EXIT_FAILED;
  }
  return CLI_EXIT_DONE;
}

static CliExit
check_options (char **operands, Run *run)
{
  g_autoptr (GError) error = NULL;

  if (!operands[0])
    return cli_usage ("name one set of pages or more");
  if (opt_minimum_recall &&
      !cli_parse_number ("--minimum-recall", opt_minimum_recall, 0, 1, &minimum_recall, &error))
    return cli_fail (NULL, error);
  if (opt_json && !opt_check)
    return cli_usage ("--json goes with --check only");
  if (opt_check)
    return CLI_EXIT_DONE;
  if (!opt_output)
    return cli_usage (opt_sweep ? "name the file of the table with -o FILE"
                                : "name the model's file with -o FILE");
  if (opt_sweep && (opt_card || opt_scores || opt_checkpoint))
    return cli_usage ("--sweep makes no model: --card, --scores and --checkpoint cannot go with it");
  if (outputs_collide ())
    return cli_usage ("--output, --card, --scores and --checkpoint have to be different files");
  run->set = extract_feature_set_find (opt_features ? opt_features : "classic");
  if (!run->set) {
    g_autofree char *names = g_strjoinv (", ", (char **) extract_feature_set_get_names ());

    return cli_usage ("--features takes one of %s, not \"%s\"", names, opt_features);
  }
  if (opt_start)
    return take_start (run);
  if (!train_plan_check (run->plan, &error))
    return cli_fail (NULL, error);
  return CLI_EXIT_DONE;
}

int
main (int argc, char **argv)
{
  TrainPlan plan;
  g_auto (CliPageOptions) page = { 0 };
  g_auto (TrainSelection) selection = { 0 };
  g_auto (TrainSelected) selected = { 0 };
  g_auto (Run) run = { .page = &page, .plan = &plan };
  g_autoptr (GOptionContext) context = NULL;
  g_autoptr (GPtrArray) variants = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) operands = NULL;
  int status;

  cli_init ("texttractor train");
  context = cli_context_new ("SET…", "Trains a model on labelled sets of pages and measures it.");
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_add_group (context, train_plan_options_init (&plan));
  g_option_context_add_group (context, train_selection_options_init (&selection));
  g_option_context_add_group (context, cli_page_options_init (&page, CLI_PAGE_JOBS));
  if (!cli_parse (context, argv, &operands, &status))
    return status;
  status = check_options (operands, &run);
  if (status != CLI_EXIT_DONE)
    return status;
  if (opt_sweep && !(variants = train_sweep_load (opt_sweep, &plan, &error)))
    return cli_fail (NULL, error);
  if (!train_selection_open (&selection, operands, &selected))
    return CLI_EXIT_FAILED;
  if (opt_check)
    return train_check (&selected, &page, minimum_recall, opt_json);
  if (opt_tune && !is_set (selected.datasets, opt_tune))
    return cli_usage ("--tune names no set that was given: \"%s\"", opt_tune);

  run.sets = selected.datasets;
  run.entries = selected.entries;
  status = load_pages (&run);
  if (status == CLI_EXIT_DONE)
    status = variants ? sweep (&run, variants) : make_model (&run);
  if (status == CLI_EXIT_DONE && (selected.incomplete || run.corpus->n_failed > 0))
    return CLI_EXIT_FAILED;
  return status;
}
