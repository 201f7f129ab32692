/* SPDX-License-Identifier: MIT */
#include "verdict.h"

#include "report.h"

#include <math.h>

/* ---- Judging ---------------------------------------------------------------------------------- */

static const TrainPage *
page_at (const TrainCorpus *corpus, guint p)
{
  return g_ptr_array_index (corpus->pages, p);
}

/* Whether a page has a say in the decision: it is of the set --tune, or all are asked. */
static gboolean
decides (const TrainRun *run, const TrainEntry *entry)
{
  return !run->options->tune || g_str_equal (entry->dataset->name, run->options->tune);
}

static GArray *
select_pages (const TrainRun *run, GArray *scored)
{
  GArray *pages = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < scored->len; i++) {
    guint p = g_array_index (scored, guint, i);

    if (decides (run, page_at (run->corpus, p)->entry))
      g_array_append_val (pages, p);
  }
  return pages;
}

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

/* Figures of the pages that decide. */
static void
summarise (TrainVerdict *verdict, const TrainRun *run)
{
  g_autoptr (GPtrArray) counted = g_ptr_array_new ();

  for (guint i = 0; i < verdict->results->len; i++) {
    const TrainResult *result = verdict->results->pdata[i];

    if (decides (run, result->entry))
      g_ptr_array_add (counted, verdict->results->pdata[i]);
  }
  train_summary_compute (counted, run->plan->seed, &verdict->summary);
}

TrainVerdict *
train_verdict_new (const TrainRun *run, const TrainCrossval *crossval, gboolean with_rules)
{
  TrainVerdict *verdict = g_new0 (TrainVerdict, 1);
  gsize n_rules;

  verdict->judge = (TrainJudge){ .corpus = run->corpus,
                                 .pages = select_pages (run, crossval->scored),
                                 .scored = crossval->scored,
                                 .scores = crossval->scores,
                                 .set = run->set,
                                 .network = crossval->network,
                                 .jobs = run->page->jobs };
  if (verdict->judge.pages->len == 0) {
    train_verdict_free (verdict);
    return NULL;
  }
  extract_rule_get_all (&n_rules);
  if (with_rules) {
    verdict->effects = g_new0 (TrainRuleEffect, n_rules);
    train_decision_find (&verdict->judge, &verdict->decision, verdict->effects);
  } else {
    train_decision_find_threshold (&verdict->judge, &verdict->decision);
  }
  verdict->results = measure (&verdict->judge, &verdict->decision);
  summarise (verdict, run);
  return verdict;
}

void
train_verdict_free (TrainVerdict *verdict)
{
  g_array_unref (verdict->judge.pages);
  g_clear_pointer (&verdict->results, g_ptr_array_unref);
  g_free (verdict->effects);
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

void
train_verdict_append_report (GString *text, const TrainVerdict *verdict, const TrainRun *run,
                             const TrainCrossval *crossval)
{
  report_sets (text, verdict->results, run->sets, run->plan->seed);
  report_rules (text, verdict->effects);
  report_decision (text, &verdict->decision, run->options->tune);
  report_networks (text, crossval);
}

char *
train_verdict_dup_scores (const TrainVerdict *verdict, const TrainRun *run)
{
  const char *tune = run->options->tune;
  g_autofree char *f1 = number (verdict->summary.scores.f1, "%.4f");
  g_autofree char *low = number (verdict->summary.f1_low, "%.4f");
  g_autofree char *high = number (verdict->summary.f1_high, "%.4f");

  return g_strdup_printf ("word F1 %s (%s to %s) over %u pages%s%s", f1, low, high, verdict->judge.pages->len,
                          tune ? " of " : "", tune ? tune : "");
}

/* ---- To look at ------------------------------------------------------------------------------- */

/* What features are worth to the network of the first fold, on the pages of that fold: those that it has not
 * seen. Returns: (transfer full) (nullable) */
static GArray *
compute_importances (const TrainVerdict *verdict, const TrainRun *run, const TrainCrossval *crossval)
{
  static const char *const card[] = { "name", "fold", NULL };
  const TrainFit *fit = crossval->fits->pdata[0];
  TrainCorpus held = *run->corpus;
  g_autoptr (ExtractModel) model = NULL;
  GArray *importances = NULL;

  if (!fit)
    return NULL;
  held.pages = g_ptr_array_new ();
  for (guint p = 0; p < run->corpus->pages->len; p++)
    if (page_at (run->corpus, p)->entry->fold == 0)
      g_ptr_array_add (held.pages, run->corpus->pages->pdata[p]);
  model = train_decision_to_model (&verdict->decision, card, fit->network, run->set, NULL);
  if (held.pages->len > 0)
    importances = train_importance_compute (&held, model, run->plan->seed, run->page->jobs);
  g_ptr_array_unref (held.pages);
  return importances;
}

gboolean
train_verdict_write_report (const TrainVerdict *verdict, const TrainRun *run, const TrainCrossval *crossval,
                            const char *const *facts, const char *folder, GError **error)
{
  g_autofree char *title = g_strdup_printf ("Model %s", facts[1]);
  g_autoptr (GPtrArray) histories = g_ptr_array_new ();
  g_autoptr (GArray) importances = compute_importances (verdict, run, crossval);
  TrainReport report = {
    .title = title,
    .facts = facts,
    .results = verdict->results,
    .histories = histories,
    .importances = importances,
    .rules = verdict->effects,
    .parser = run->page->parser,
    .seed = run->plan->seed,
  };

  for (guint f = 0; f < crossval->fits->len; f++)
    if (crossval->fits->pdata[f])
      g_ptr_array_add (histories, ((TrainFit *) crossval->fits->pdata[f])->history);
  return train_report_write (&report, folder, error);
}
