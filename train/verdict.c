/* SPDX-License-Identifier: MIT */
#include "train/verdict.h"
#include "libextract/model/model.h"

#include "train/learn/favour.h"
#include "train/measure/class-results.h"
#include "train/report/learning.h"
#include "train/report/report.h"

#include <math.h>
#include <string.h>

/* ---- Judging ---------------------------------------------------------------------------------- */

/* What a page is labelled by: one for each fold that was scored. Its networks for the scores do not run. */
static GPtrArray *
make_classifiers (const TrainRun *run, const TrainStack *stack)
{
  GPtrArray *classifiers = g_ptr_array_new_with_free_func ((GDestroyNotify) extract_classifier_unref);

  for (guint fold = 0; fold + 1 < stack->chains->len; fold++) {
    const TrainChain *chain = stack->chains->pdata[fold];
    ExtractModelParts parts;

    train_chain_get_parts (chain ? chain : stack->best, run->set, &parts);
    g_ptr_array_add (classifiers,
                     train_decision_to_classifier (train_stack_get_decision (stack, fold), &parts));
  }
  return classifiers;
}

/* Whether the network for the outcome found that page @p has no main text. 1 as a threshold: never. */
static gboolean
found_none (const TrainStack *stack, guint p, const TrainPage *page)
{
  const double threshold = train_stack_get_decision (stack, page->entry->fold)->no_text;

  return stack->outcomes && threshold < 1 && stack->outcomes[p][1] >= threshold;
}

/* The classes of the blocks whose class people gave: of those that agree with the label, the likeliest one.
 */
static void
measure_classes (const TrainStack *stack, const TrainPage *page, ExtractDocument *labelled,
                 TrainResult *result)
{
  const TrainClassStage *stage = stack->classes;
  const char *const *names = stage ? (const char *const *) stage->names : NULL;

  for (guint i = 0; stage && page->labels->classes && i < extract_document_get_n_blocks (labelled); i++) {
    const char *class = page->labels->classes[i];
    const float *probabilities = stage->probabilities + (page->first_block + i) * stage->n_classes;
    const gboolean is_good =
        extract_block_get_label (extract_document_get_block (labelled, i)) == EXTRACT_LABEL_GOOD;
    const guint found = extract_classes_choose (names, probabilities, is_good);
    guint own = 0;

    if (!class)
      continue;
    while (names[own] && strcmp (names[own], class) != 0)
      own++;
    train_result_add_class (result,
                            &(TrainClassResult){ class, g_intern_string (names[found]),
                                                 names[own] ? probabilities[own] : 0, probabilities[found] });
  }
}

/* Measures page @p as eval does, but by networks that had not seen it. @text: (out) (transfer full) */
static TrainResult *
measure_page (const TrainRun *run, const TrainStack *stack, guint p, ExtractClassifier *classifier,
              TrainPageOutcome *outcome, char **text)
{
  const TrainPage *page = train_corpus_get_page (run->corpus, p);
  g_autoptr (ExtractDocument) copy = extract_document_copy (page->document);
  TrainResult *result;

  extract_classifier_label_scored (classifier, copy, stack->scores + page->first_block, NULL);
  *text = extract_document_to_string (copy, EXTRACT_FORMAT_TEXT, EXTRACT_WRITE_DEFAULT, NULL);
  result = train_result_new (page->entry, *text, page->labels->reference);
  train_result_measure_blocks (result, copy, page->alignment);
  if (!stack->interrupted)
    measure_classes (stack, page, copy, result);
  *outcome = (TrainPageOutcome){ extract_document_get_confidence (copy), found_none (stack, p, page),
                                 page->reference->n == 0 };
  return result;
}

static void
measure (TrainVerdict *verdict, const TrainRun *run, const TrainStack *stack)
{
  g_autoptr (GPtrArray) classifiers = make_classifiers (run, stack);

  verdict->results = g_ptr_array_new_with_free_func ((GDestroyNotify) train_result_free);
  verdict->texts = g_ptr_array_new_with_free_func (g_free);
  verdict->outcomes = g_array_new (FALSE, FALSE, sizeof (TrainPageOutcome));
  for (guint i = 0; i < stack->scored->len; i++) {
    guint p = g_array_index (stack->scored, guint, i),
          fold = train_corpus_get_page (run->corpus, p)->entry->fold;
    TrainPageOutcome outcome;
    char *text;

    g_ptr_array_add (verdict->results,
                     measure_page (run, stack, p, classifiers->pdata[fold], &outcome, &text));
    g_ptr_array_add (verdict->texts, text);
    g_array_append_val (verdict->outcomes, outcome);
  }
}

gboolean
train_run_decides (const TrainRun *run, const TrainEntry *entry)
{
  return !run->options->tune || g_str_equal (entry->dataset->name, run->options->tune);
}

/* Figures of the pages that decide. */
static void
summarise (TrainVerdict *verdict, const TrainRun *run)
{
  g_autoptr (GPtrArray) counted = g_ptr_array_new ();

  for (guint i = 0; i < verdict->results->len; i++) {
    const TrainResult *result = verdict->results->pdata[i];

    if (train_run_decides (run, result->entry))
      g_ptr_array_add (counted, verdict->results->pdata[i]);
  }
  train_summary_compute (counted, run->plan->seed, &verdict->summary);
}

/* The passes by themselves, and what the thresholds and rules of the model make of the scores. */
static void
measure_passes (TrainVerdict *verdict, const TrainRun *run, const TrainStack *stack)
{
  ExtractModelParts parts;
  TrainJudge judge = { .corpus = run->corpus,
                       .pages = stack->deciding,
                       .scored = stack->scored,
                       .parts = &parts,
                       .jobs = run->page->jobs };
  TrainDecision decision;

  train_chain_get_parts (stack->best, run->set, &parts);
  judge.scores = stack->first;
  train_decision_find_threshold (&judge, &decision);
  verdict->first = (TrainPassFigure){ decision.good, train_decision_mean_f1 (&judge, &decision) };
  judge.scores = stack->scores;
  train_decision_find_threshold (&judge, &decision);
  verdict->second = (TrainPassFigure){ decision.good, train_decision_mean_f1 (&judge, &decision) };
  verdict->model_f1 = train_decision_mean_f1 (&judge, &stack->decision);
}

TrainVerdict *
train_verdict_new (const TrainRun *run, const TrainStack *stack)
{
  TrainVerdict *verdict;

  if (stack->deciding->len == 0)
    return NULL;
  verdict = g_new0 (TrainVerdict, 1);
  measure (verdict, run, stack);
  summarise (verdict, run);
  if (stack->nested)
    measure_passes (verdict, run, stack);
  return verdict;
}

void
train_verdict_free (TrainVerdict *verdict)
{
  g_ptr_array_unref (verdict->results);
  g_ptr_array_unref (verdict->texts);
  g_array_unref (verdict->outcomes);
  g_clear_pointer (&verdict->learning, train_learning_free);
  g_free (verdict);
}

/* ---- For people ------------------------------------------------------------------------------- */

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
report_decision (GString *text, const TrainDecision *decision, const char *tune)
{
  g_autofree char *good = number (decision->good, "%.2f");
  g_autofree char *near_good = number (decision->near_good, "%.2f");

  g_string_append_printf (text, "thresholds         good %s, near-good %s   (chosen on %s)\n", good,
                          near_good, tune ? tune : "all pages");
}

/* Of the pages that the thresholds were chosen on, each by those of its fold. */
static void
report_favour (GString *text, const TrainRun *run, const TrainStack *stack, gboolean precision)
{
  const ExtractFavour *favour = precision ? &stack->decision.precision : &stack->decision.recall;
  const guint n = stack->deciding->len;
  g_autofree char *threshold = number (favour->threshold, "%.2f");
  g_autofree char *share = number (favour->share, "%.2f");
  TrainScores sum = { 0 };

  for (guint i = 0; i < n; i++) {
    const TrainPage *page = train_corpus_get_page (run->corpus, g_array_index (stack->deciding, guint, i));
    TrainScores s = train_favour_score (page, stack->scores + page->first_block,
                                        train_stack_get_decision (stack, page->entry->fold), precision);
    sum.precision += s.precision;
    sum.recall += s.recall;
    sum.f1 += s.f1;
  }
  g_autofree char *p = number (sum.precision / n, "%.4f");
  g_autofree char *r = number (sum.recall / n, "%.4f");
  g_autofree char *f1 = number (sum.f1 / n, "%.4f");
  g_string_append_printf (text, "%-18s threshold %s, share %s: precision %s, recall %s, word F1 %s\n",
                          precision ? "for precision" : "for recall", threshold, share, p, r, f1);
}

static void
report_pass (GString *text, const char *name, const TrainPassFigure *figure)
{
  g_autofree char *f1 = number (figure->f1, "%.4f");
  g_autofree char *good = number (figure->good, "%.2f");

  g_string_append_printf (text, "%-18s word F1 %s at %s\n", name, f1, good);
}

/* The figures of the table are by thresholds of the folds; what the passes are worth, and the thresholds of
 * the model, is measured where they were chosen. */
static void
report_passes (GString *text, const TrainVerdict *verdict, const TrainStack *stack)
{
  g_autofree char *f1 = number (verdict->model_f1, "%.4f");

  g_string_append (text, "of the folds       good");
  for (guint fold = 0; fold + 1 < stack->chains->len; fold++) {
    g_autofree char *good = number (train_stack_get_decision (stack, fold)->good, "%.2f");

    g_string_append_printf (text, "%s %s", fold ? "," : "", good);
  }
  g_string_append (text, "   (used for the tables above)\n");
  report_pass (text, "first stage", &verdict->first);
  if (stack->best->context)
    report_pass (text, "second stage", &verdict->second);
  g_string_append_printf (text, "as decided         word F1 %s   (with thresholds and rules of the model)\n",
                          f1);
}

/* What the verdict on pages came to. */
static void
report_verdicts (GString *text, const TrainVerdict *verdict, const TrainStack *stack)
{
  guint n_empty = 0, n_found = 0, n_false = 0;
  g_autofree char *threshold = number (stack->decision.no_text, "%.2f");

  for (guint i = 0; i < verdict->results->len; i++) {
    const TrainPageOutcome *outcome = &g_array_index (verdict->outcomes, TrainPageOutcome, i);

    n_empty += outcome->empty;
    n_found += outcome->empty && outcome->no_text;
    n_false += !outcome->empty && outcome->no_text;
  }
  g_string_append_printf (text, "no main text       from %s on: %u of %u pages found, %u false alarms\n",
                          threshold, n_found, n_empty, n_false);
}

#define N_BINS 10

/* Expected and true F1, by bins of the expected one; gap = sum over the bins of n |expected - true| / pages.
 */
static void
report_confidence (GString *text, const TrainVerdict *verdict)
{
  double expected[N_BINS] = { 0 }, f1[N_BINS] = { 0 }, n[N_BINS] = { 0 }, gap = 0, n_pages = 0;
  g_autofree char *mean_gap = NULL;

  for (guint i = 0; i < verdict->results->len; i++) {
    const TrainResult *result = verdict->results->pdata[i];
    double confidence = g_array_index (verdict->outcomes, TrainPageOutcome, i).confidence;
    guint bin = MIN (confidence * N_BINS, N_BINS - 1);

    if (!result->scored)
      continue;
    expected[bin] += confidence;
    f1[bin] += result->scores.f1;
    n[bin]++;
    n_pages++;
  }
  g_string_append (text, "confidence           pages  expected F1  true F1\n");
  for (guint bin = 0; bin < N_BINS; bin++) {
    g_autofree char *from = number ((double) bin / N_BINS, "%.1f");
    g_autofree char *to = number ((bin + 1.0) / N_BINS, "%.1f");
    g_autofree char *mean = number (n[bin] > 0 ? expected[bin] / n[bin] : 0, "%.4f");
    g_autofree char *true_f1 = number (n[bin] > 0 ? f1[bin] / n[bin] : 0, "%.4f");

    gap += fabs (expected[bin] - f1[bin]);
    if (n[bin] > 0)
      g_string_append_printf (text, "%s to %s         %7.0f %12s %8s\n", from, to, n[bin], mean, true_f1);
  }
  mean_gap = number (n_pages > 0 ? gap / n_pages : 0, "%.4f");
  g_string_append_printf (text, "mean gap           %s\n", mean_gap);
}

/* How long a network was trained, and what was seen of it. */
static void
report_network (GString *text, const TrainFit *fit)
{
  const GArray *epochs = fit->history->epochs;
  g_autofree char *error = number (g_array_index (epochs, TrainEpoch, fit->history->best - 1).error, "%.5f");
  g_autofree char *f1 = isnan (fit->held_f1) ? NULL : number (fit->held_f1, "%.4f");

  g_string_append_printf (text, "%-18s kept epoch %u of %u, error %s%s%s\n", fit->history->name,
                          fit->history->best, epochs->len, error, f1 ? ", validation F1 " : "", f1 ? f1 : "");
}

static void
report_networks (GString *text, const TrainStack *stack)
{
  for (guint c = 0; c < stack->chains->len; c++) {
    const TrainChain *chain = stack->chains->pdata[c];

    if (chain)
      report_network (text, chain->first);
    if (chain && chain->context)
      report_network (text, chain->context);
  }
}

/* By networks and decoders that had not seen the page. */
static void
report_classes (GString *text, const TrainVerdict *verdict, guint32 seed)
{
  g_autoptr (TrainClassFigures) figures = train_class_figures_new (verdict->results, NULL);

  if (!figures)
    return;
  g_string_append_c (text, '\n');
  train_class_figures_append (text, figures, seed);
  g_string_append_c (text, '\n');
}

void
train_verdict_append_report (GString *text, const TrainVerdict *verdict, const TrainRun *run,
                             const TrainStack *stack)
{
  g_autofree char *scores = train_verdict_dup_scores (verdict, run, stack);

  report_sets (text, verdict->results, run->sets, run->plan->seed);
  report_rules (text, stack->effects);
  report_decision (text, &stack->decision, run->options->tune);
  report_favour (text, run, stack, TRUE);
  report_favour (text, run, stack, FALSE);
  if (stack->nested)
    report_passes (text, verdict, stack);
  if (stack->best->outcome) {
    report_verdicts (text, verdict, stack);
    report_confidence (text, verdict);
  }
  report_networks (text, stack);
  report_classes (text, verdict, run->plan->seed);
  if (verdict->learning)
    train_report_append_learning (text, verdict->learning);
  g_string_append_printf (text, "figure to quote     %s\n", scores);
}

char *
train_verdict_dup_scores (const TrainVerdict *verdict, const TrainRun *run, const TrainStack *stack)
{
  const char *tune = run->options->tune;
  g_autofree char *f1 = number (verdict->summary.scores.f1, "%.4f");
  g_autofree char *low = number (verdict->summary.f1_low, "%.4f");
  g_autofree char *high = number (verdict->summary.f1_high, "%.4f");

  return g_strdup_printf ("word F1 %s (%s to %s) over %u pages%s%s", f1, low, high, stack->deciding->len,
                          tune ? " of " : "", tune ? tune : "");
}

/* ---- For other programs ----------------------------------------------------------------------- */

gboolean
train_verdict_write_texts (const TrainVerdict *verdict, const char *folder, GError **error)
{
  for (guint i = 0; i < verdict->results->len; i++) {
    const TrainEntry *entry = ((const TrainResult *) verdict->results->pdata[i])->entry;
    g_autofree char *of_set = g_build_filename (folder, entry->dataset->name, NULL);
    g_autofree char *path = g_strdup_printf ("%s/%s.txt", of_set, entry->id);

    if (g_mkdir_with_parents (of_set, 0777) != 0)
      return cli_fail_errno (error, "cannot be created");
    if (!cli_write_file (path, verdict->texts->pdata[i], -1, error))
      return FALSE;
  }
  return TRUE;
}

/* ---- To look at ------------------------------------------------------------------------------- */

/* What features are worth to the network of the first fold, on the pages of that fold: those that it has not
 * seen. Returns: (transfer full) (nullable) */
static GArray *
compute_importances (const TrainRun *run, const TrainStack *stack)
{
  static const char *const card[] = { "name", "fold", NULL };
  const TrainChain *chain = stack->chains->pdata[0];
  TrainCorpus held = *run->corpus;
  ExtractModelParts parts;
  g_autoptr (ExtractModel) model = NULL;
  GArray *importances = NULL;

  if (!chain)
    return NULL;
  held.pages = g_ptr_array_new ();
  for (guint p = 0; p < run->corpus->pages->len; p++)
    if (train_corpus_get_page (run->corpus, p)->entry->fold == 0)
      g_ptr_array_add (held.pages, train_corpus_get_page (run->corpus, p));
  train_chain_get_parts (chain, run->set, &parts);
  parts.stages[EXTRACT_STAGE_CONTEXT] = parts.stages[EXTRACT_STAGE_OUTCOME] = (ExtractStage){ 0 };
  model = train_decision_to_model (&stack->decision, card, &parts, NULL);
  if (held.pages->len > 0)
    importances = train_importance_compute (&held, model, run->plan->seed, run->page->jobs);
  g_ptr_array_unref (held.pages);
  return importances;
}

gboolean
train_verdict_write_report (const TrainVerdict *verdict, const TrainRun *run, const TrainStack *stack,
                            const char *const *facts, const char *folder, GError **error)
{
  g_autofree char *title = g_strdup_printf ("Model %s", facts[1]);
  g_autoptr (GPtrArray) histories = g_ptr_array_new ();
  g_autoptr (GArray) importances = compute_importances (run, stack);
  TrainReport report = {
    .title = title,
    .facts = facts,
    .results = verdict->results,
    .histories = histories,
    .importances = importances,
    .rules = stack->effects,
    .learning = verdict->learning,
    .parser = run->page->parser,
    .seed = run->plan->seed,
    .quotable = !run->options->tune,
  };

  for (guint c = 0; c < stack->chains->len; c++) {
    const TrainChain *chain = stack->chains->pdata[c];

    if (chain)
      g_ptr_array_add (histories, chain->first->history);
    if (chain && chain->context)
      g_ptr_array_add (histories, chain->context->history);
  }
  return train_report_write (&report, folder, error);
}
