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
#include "trainer.h"

/* The network of the thesis: 78-39-19-9-1. */
static const ExtractLayer classic_layers[] = {
  { 39, EXTRACT_ACTIVATION_SIGMOID_STEPWISE, 0.65f },
  { 19, EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC, 0.75f },
  { 9, EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC, 0.75f },
  { 1, EXTRACT_ACTIVATION_LINEAR_PIECE_SYMMETRIC, 0.8f },
};

/* Thresholds are looked for among the hundredths of [LOW, HIGH]. */
#define THRESHOLD_LOW 10
#define THRESHOLD_HIGH 80
/* A rule has to lift F1 by this much to become a default: less is noise (see texttractor-train(1)). */
#define RULE_GAIN 0.0005

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
  { "name", 0, 0, G_OPTION_ARG_STRING, &opt_name, "Name of the model (default: of FILE, without .model)", "NAME" },
  { "date", 0, 0, G_OPTION_ARG_STRING, &opt_date, "Date for the model's card", "DATE" },
  { "tune", 0, 0, G_OPTION_ARG_STRING, &opt_tune, "Choose thresholds and rules on this one of the sets (default: on all)", "SET" },
  { "epochs", 0, 0, G_OPTION_ARG_INT, &opt_epochs, "Passes over the samples (default: 200)", "N" },
  { "folds", 0, 0, G_OPTION_ARG_INT, &opt_folds, "Folds of the cross-validation, 2 to 20 (default: 5)", "K" },
  { "samples", 0, 0, G_OPTION_ARG_INT, &opt_samples, "Samples that a page gives (default: 60)", "N" },
  { "seed", 0, 0, G_OPTION_ARG_INT, &opt_seed, "Seed of all random numbers (default: 1)", "N" },
  { NULL },
};

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
    const TrainPage *page = g_ptr_array_index (corpus->pages, p);

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

/* Scores of all blocks of the corpus, each by a network that has not seen its page. */
static float *
score_out_of_fold (const TrainCorpus *corpus, ExtractNetwork **networks)
{
  float *scores = g_new (float, corpus->n_blocks);

  for (guint p = 0; p < corpus->pages->len; p++) {
    const TrainPage *page = g_ptr_array_index (corpus->pages, p);
    guint n = extract_document_get_n_blocks (page->document);

    extract_network_run (networks[page->entry->fold], n, corpus->inputs + page->first_block * corpus->n_inputs,
                         scores + page->first_block);
  }
  for (gsize i = 0; i < corpus->n_blocks; i++)
    scores[i] = CLAMP ((scores[i] + 1) / 2, 0, 1);
  return scores;
}

/* ---- Decisions -------------------------------------------------------------------------------- */

/* A way to turn scores into labels. */
typedef struct {
  double good;
  double near_good;
  guint rules; /* bit r: rule r of the table is on */
} Decision;

/* The model that decides so; its network does not matter where scores are given. */
static ExtractModel *
model_new (const char *const *card, ExtractNetwork *network, const ExtractFeatureSet *set, const Decision *decision,
           GError **error)
{
  gsize n_rules;
  const ExtractRule *table = extract_rule_get_all (&n_rules);
  g_autoptr (GPtrArray) rules = g_ptr_array_new ();

  for (guint r = 0; r < n_rules; r++)
    if (decision->rules & (1u << r))
      g_ptr_array_add (rules, (gpointer) table[r].name);
  g_ptr_array_add (rules, NULL);
  return extract_model_new (card, set, network, decision->good, decision->near_good,
                            (const char *const *) rules->pdata, error);
}

typedef struct {
  const TrainCorpus *corpus;
  GArray *tuning; /* guint: the pages that decisions are judged by */
  const ExtractFeatureSet *set;
  ExtractNetwork *network;
  const float *scores;
  guint jobs;
} Judging;

typedef struct {
  const Judging *judging;
  ExtractClassifier *classifier;
  TrainScores *scores; /* [tuning->len] */
} JudgingOne;

static gpointer
judge_page (gsize i, gpointer data)
{
  JudgingOne *one = data;
  guint p = g_array_index (one->judging->tuning, guint, i);
  const TrainPage *page = g_ptr_array_index (one->judging->corpus->pages, p);
  g_autoptr (ExtractDocument) copy = extract_document_copy (page->document);

  extract_classifier_label_scored (one->classifier, copy, one->judging->scores + page->first_block, NULL);
  train_page_score (page, copy, &one->scores[i]);
  return NULL;
}

static gboolean
page_judged (gsize i, gpointer result, gpointer data)
{
  return TRUE;
}

/* Scores of each page for tuning under @decision. Returns: (transfer full) (array length=tuning->len) */
static TrainScores *
judge (const Judging *judging, const Decision *decision)
{
  static const char *const card[] = { "name", "candidate", NULL };
  g_autoptr (ExtractModel) model = model_new (card, judging->network, judging->set, decision, NULL);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  JudgingOne one = { judging, classifier, g_new (TrainScores, judging->tuning->len) };

  cli_parallel (judging->tuning->len, judging->jobs, judge_page, page_judged, NULL, &one);
  return one.scores;
}

static double
mean_f1 (const Judging *judging, const Decision *decision)
{
  g_autofree TrainScores *scores = judge (judging, decision);
  double sum = 0;

  for (guint i = 0; i < judging->tuning->len; i++)
    sum += scores[i].f1;
  return sum / judging->tuning->len;
}

/* The threshold for good blocks with the best mean F1, other things as they are. */
static double
find_good (const Judging *judging, Decision *decision)
{
  Decision best = *decision;
  double best_f1 = -1;

  for (int t = THRESHOLD_LOW; t <= THRESHOLD_HIGH; t++) {
    Decision candidate = { t / 100.0, MIN (decision->near_good, t / 100.0), decision->rules };
    double f1 = mean_f1 (judging, &candidate);

    if (f1 > best_f1) {
      best = candidate;
      best_f1 = f1;
    }
  }
  *decision = best;
  return best_f1;
}

/* The threshold for near-good blocks that serves block-neighbours best. */
static void
find_near_good (const Judging *judging, Decision *decision, guint rules)
{
  double best_f1 = -1, best = decision->good;

  for (int t = 1; t <= round (decision->good * 100); t++) {
    Decision candidate = { decision->good, t / 100.0, rules };
    double f1 = mean_f1 (judging, &candidate);

    if (f1 > best_f1) {
      best = t / 100.0;
      best_f1 = f1;
    }
  }
  decision->near_good = best;
}

/* What a rule does alone. */
typedef struct {
  double gain;  /* mean difference of F1 with and without it */
  double error; /* standard error of that mean, over pages */
  gboolean on;  /* became a default */
} RuleEffect;

static RuleEffect
rule_effect (const Judging *judging, const Decision *decision, guint rule)
{
  Decision with = { decision->good, decision->near_good, decision->rules | (1u << rule) };
  g_autofree TrainScores *before = judge (judging, decision);
  g_autofree TrainScores *after = judge (judging, &with);
  guint n = judging->tuning->len;
  double sum = 0, squares = 0;

  for (guint i = 0; i < n; i++) {
    double d = after[i].f1 - before[i].f1;

    sum += d;
    squares += d * d;
  }
  return (RuleEffect){ .gain = sum / n, .error = sqrt (MAX (squares / n - sum / n * sum / n, 0) / n) };
}

/* Thresholds without rules, then each rule alone, then those that help together. */
static void
decide (const Judging *judging, Decision *decision, RuleEffect *effects, gsize n_rules)
{
  gsize n;
  const ExtractRule *table = extract_rule_get_all (&n);

  *decision = (Decision){ 0.5, 0, 0 };
  find_good (judging, decision);
  for (guint r = 0; r < n_rules; r++)
    if (g_str_equal (table[r].name, "block-neighbours"))
      find_near_good (judging, decision, 1u << r);
  for (guint r = 0; r < n_rules; r++)
    effects[r] = rule_effect (judging, decision, r);
  for (guint r = 0; r < n_rules; r++)
    if (effects[r].gain > RULE_GAIN && rule_effect (judging, decision, r).gain > RULE_GAIN) {
      effects[r].on = TRUE;
      decision->rules |= 1u << r;
    }
  find_good (judging, decision);
}

/* ---- Report ----------------------------------------------------------------------------------- */

static const TrainDataset *
page_dataset (const TrainCorpus *corpus, guint p)
{
  return ((const TrainPage *) g_ptr_array_index (corpus->pages, p))->entry->dataset;
}

/* Pages of each set as eval would measure them, but by networks that had not seen them. */
static void
report_sets (GString *text, const Judging *judging, const Decision *decision, GPtrArray *sets)
{
  static const char *const card[] = { "name", "candidate", NULL };
  const TrainCorpus *corpus = judging->corpus;
  g_autoptr (ExtractModel) model = model_new (card, judging->network, judging->set, decision, NULL);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);

  for (guint s = 0; s < sets->len; s++) {
    const TrainDataset *set = g_ptr_array_index (sets, s);
    g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func (g_free);

    for (guint p = 0; p < corpus->pages->len; p++) {
      const TrainPage *page = g_ptr_array_index (corpus->pages, p);
      g_autoptr (ExtractDocument) copy = NULL;
      TrainResult *result;

      if (page_dataset (corpus, p) != set)
        continue;
      copy = extract_document_copy (page->document);
      extract_classifier_label_scored (classifier, copy, judging->scores + page->first_block, NULL);
      result = g_new0 (TrainResult, 1);
      result->entry = page->entry;
      result->scored = TRUE;
      train_page_score (page, copy, &result->scores);
      train_result_measure_blocks (result, copy, page->alignment);
      g_ptr_array_add (results, result);
    }
    train_report_append_table (text, set->name, results, opt_seed);
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
report_rules (GString *text, const RuleEffect *effects)
{
  gsize n;
  const ExtractRule *table = extract_rule_get_all (&n);

  g_string_append (text, "rule               alone, in points of F1   default\n");
  for (guint r = 0; r < n; r++) {
    g_autofree char *gain = number (effects[r].gain * 100, "%+.2f");
    g_autofree char *error = number (effects[r].error * 100, "%.2f");

    g_string_append_printf (text, "%-18s %7s ± %-14s %s\n", table[r].name, gain, error, effects[r].on ? "on" : "off");
  }
}

/* The pages of the set named @name, or all. */
static GArray *
select_tuning (const TrainCorpus *corpus, const char *name)
{
  GArray *tuning = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint p = 0; p < corpus->pages->len; p++)
    if (!name || g_str_equal (page_dataset (corpus, p)->name, name))
      g_array_append_val (tuning, p);
  return tuning;
}

/* ---- The program ------------------------------------------------------------------------------ */

/* "wcxb 1358, toy 12": pages that were trained on, of each set. */
static char *
describe_sets (const TrainCorpus *corpus, GPtrArray *sets)
{
  GString *text = g_string_new (NULL);

  for (guint s = 0; s < sets->len; s++) {
    const TrainDataset *set = g_ptr_array_index (sets, s);
    guint n = 0;

    for (guint p = 0; p < corpus->pages->len; p++)
      n += page_dataset (corpus, p) == set && ((TrainPage *) g_ptr_array_index (corpus->pages, p))->trusted;
    g_string_append_printf (text, "%s%s %u pages", s ? ", " : "", set->name, n);
  }
  return g_string_free (text, FALSE);
}

/* The languages of the pages, most frequent first. */
static int
by_count (gconstpointer a, gconstpointer b, gpointer counts)
{
  const char *x = *(const char *const *) a, *y = *(const char *const *) b;
  int m = GPOINTER_TO_INT (g_hash_table_lookup (counts, x)), n = GPOINTER_TO_INT (g_hash_table_lookup (counts, y));

  return m != n ? n - m : strcmp (x, y);
}

static char *
describe_languages (const TrainCorpus *corpus)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) languages = g_ptr_array_new ();

  for (guint p = 0; p < corpus->pages->len; p++) {
    char *lang = ((TrainPage *) g_ptr_array_index (corpus->pages, p))->entry->lang;
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

static CliExit
write_model (const Judging *judging, const Decision *decision, ExtractNetwork *network, GPtrArray *sets,
             const char *report, const char *scores)
{
  g_autofree char *base = g_path_get_basename (opt_output);
  g_autofree char *data = describe_sets (judging->corpus, sets);
  g_autofree char *languages = describe_languages (judging->corpus);
  g_autofree char *seed = g_strdup_printf ("%d", opt_seed);
  g_autofree char *split = g_strdup_printf ("all pages; figures by %d-fold cross-validation grouped by site", opt_folds);
  g_autofree char *trainer = g_strdup_printf ("FANN RPROP, %d epochs, %d samples a page", opt_epochs, opt_samples);
  g_autoptr (GPtrArray) card = g_ptr_array_new ();
  g_autoptr (ExtractModel) model = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;
  const char *contents;

  if (g_str_has_suffix (base, ".model"))
    base[strlen (base) - strlen (".model")] = '\0';
#define CARD(key, value)                                                                                      \
  if (value && *value) {                                                                                      \
    g_ptr_array_add (card, (gpointer) key);                                                                   \
    g_ptr_array_add (card, (gpointer) value);                                                                 \
  }
  CARD ("name", (opt_name ? opt_name : base));
  CARD ("language", languages);
  CARD ("data", data);
  CARD ("split", split);
  CARD ("seed", seed);
  CARD ("date", opt_date);
  CARD ("trainer", trainer);
  CARD ("scores", scores);
#undef CARD
  g_ptr_array_add (card, NULL);
  model = model_new ((const char *const *) card->pdata, network, judging->set, decision, &error);
  if (!model)
    return cli_fail (NULL, error);
  bytes = extract_model_to_bytes (model);
  contents = g_bytes_get_data (bytes, &length);
  if (!cli_write_file (opt_output, contents, length, &error))
    return cli_fail (opt_output, error);
  if (opt_card) {
    g_autoptr (GString) text = g_string_new (NULL);
    g_autofree char *checksum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);

    g_string_append_printf (text, "# Model %s\n\n", extract_model_get_name (model));
    for (guint i = 2; i + 1 < card->len; i += 2)
      g_string_append_printf (text, "- %s: %s\n", (char *) card->pdata[i], (char *) card->pdata[i + 1]);
    g_string_append_printf (text, "- SHA-256 of the file: %s\n\n```\n%s```\n", checksum, report);
    if (!cli_write_file (opt_card, text->str, text->len, &error))
      return cli_fail (opt_card, error);
  }
  return CLI_EXIT_DONE;
}

static CliExit
run (const CliPageOptions *page, GPtrArray *sets, GPtrArray *all)
{
  const ExtractFeatureSet *set = extract_feature_set_find ("classic");
  g_autoptr (TrainCorpus) corpus = NULL;
  g_autoptr (GPtrArray) networks = g_ptr_array_new_with_free_func ((GDestroyNotify) extract_network_unref);
  g_autoptr (GArray) tuning = NULL;
  g_autofree float *scores = NULL;
  g_autofree RuleEffect *effects = NULL;
  g_autoptr (GString) report = g_string_new (NULL);
  g_autofree char *f1_text = NULL, *good = NULL, *near_good = NULL, *summary = NULL;
  Decision decision;
  gsize n_rules;

  train_dataset_assign_folds (all, opt_folds, opt_seed);
  corpus = train_corpus_load (all, page->parser, set, page->jobs);
  if (corpus->pages->len == 0) {
    cli_error (NULL, "there is no page with a reference text in these sets");
    return CLI_EXIT_FAILED;
  }
  tuning = select_tuning (corpus, opt_tune);
  if (tuning->len == 0)
    return cli_usage ("--tune names no set that was given: \"%s\"", opt_tune);
  g_ptr_array_set_size (networks, opt_folds + 1);
  {
    g_autoptr (CliProgress) progress = cli_progress_new ("epochs", (gsize) opt_epochs * (opt_folds + 1));
    Training training = { corpus, progress, (ExtractNetwork **) networks->pdata, NULL };

    cli_parallel (opt_folds + 1, page->jobs, train_fold, fold_trained, NULL, &training);
    if (training.error) {
      g_autoptr (GError) error = training.error;
      return cli_fail (NULL, error);
    }
  }
  scores = score_out_of_fold (corpus, (ExtractNetwork **) networks->pdata);

  extract_rule_get_all (&n_rules);
  effects = g_new0 (RuleEffect, n_rules);
  {
    Judging judging = { corpus, tuning, set, networks->pdata[opt_folds], scores, page->jobs };

    decide (&judging, &decision, effects, n_rules);
    report_sets (report, &judging, &decision, sets);
    report_rules (report, effects);
    good = number (decision.good, "%.2f");
    near_good = number (decision.near_good, "%.2f");
    g_string_append_printf (report, "thresholds         good %s, near-good %s   (chosen on %s)\n", good, near_good,
                            opt_tune ? opt_tune : "all pages");
    f1_text = number (mean_f1 (&judging, &decision), "%.4f");
    summary = g_strdup_printf ("word F1 %s over %u pages%s%s", f1_text, tuning->len, opt_tune ? " of " : "",
                               opt_tune ? opt_tune : "");
    if (cli_print (report->str) != CLI_EXIT_DONE)
      return CLI_EXIT_FAILED;
    return write_model (&judging, &decision, networks->pdata[opt_folds], sets, report->str, summary);
  }
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
  int status;

  cli_init ("texttractor train");
  context = cli_context_new ("SET…", "Trains a model on labelled sets of pages and measures it.");
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_add_group (context, cli_page_options_init (&page, CLI_PAGE_JOBS));
  if (!cli_parse (context, argv, &operands, &status))
    return status;
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

  for (char **path = operands; *path; path++) {
    g_autoptr (GError) error = NULL;
    TrainDataset *dataset = train_dataset_open (*path, &error);

    if (!dataset)
      return cli_fail (*path, error);
    g_ptr_array_add (sets, dataset);
    for (guint i = 0; i < dataset->warnings->len; i++)
      cli_error (NULL, "%s", (char *) g_ptr_array_index (dataset->warnings, i));
    for (guint i = 0; i < dataset->entries->len; i++)
      g_ptr_array_add (all, g_ptr_array_index (dataset->entries, i));
  }
  return run (&page, sets, all);
}
