/* SPDX-License-Identifier: MIT */
/*
 * Every candidate labels copies of the pages by the same scores; the mean of their word F1 is what
 * it is worth. First the threshold for good blocks without rules, then the one for near-good blocks,
 * then each rule alone, then those that help together, and the first threshold once more.
 */
#include "decide.h"

#include <math.h>

#include "bin/cli.h"

/* Thresholds are looked for among the hundredths of [LOW, HIGH]. */
#define THRESHOLD_LOW 10
#define THRESHOLD_HIGH 80
/* Differences of mean F1 up to this say nothing. */
#define TIE 0.001
/* A rule has to lift F1 by this much to become a default: less is noise (see texttractor-train(1)). */
#define RULE_GAIN 0.0005

ExtractModel *
train_decision_to_model (const TrainDecision *decision, const char *const *card, ExtractNetwork *network,
                         const ExtractFeatureSet *set, GError **error)
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
  const TrainJudge *judge;
  ExtractClassifier *classifier;
  TrainScores *scores; /* [judge->pages->len] */
} Judging;

static gpointer
judge_page (gsize i, gpointer data)
{
  Judging *one = data;
  guint p = g_array_index (one->judge->pages, guint, i);
  const TrainPage *page = g_ptr_array_index (one->judge->corpus->pages, p);
  g_autoptr (ExtractDocument) copy = extract_document_copy (page->document);

  extract_classifier_label_scored (one->classifier, copy, one->judge->scores + page->first_block, NULL);
  train_page_score (page, copy, &one->scores[i]);
  return NULL;
}

static gboolean
page_judged (gsize i, gpointer result, gpointer data)
{
  return TRUE;
}

/* Scores of each page that counts under @decision. Returns: (transfer full) (array) */
static TrainScores *
judge_all (const TrainJudge *judge, const TrainDecision *decision)
{
  static const char *const card[] = { "name", "candidate", NULL };
  g_autoptr (ExtractModel) model = train_decision_to_model (decision, card, judge->network, judge->set, NULL);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  Judging one = { judge, classifier, g_new (TrainScores, judge->pages->len) };

  cli_parallel (judge->pages->len, judge->jobs, judge_page, page_judged, NULL, &one);
  return one.scores;
}

double
train_decision_mean_f1 (const TrainJudge *judge, const TrainDecision *decision)
{
  g_autofree TrainScores *scores = judge_all (judge, decision);
  double sum = 0;

  for (guint i = 0; i < judge->pages->len; i++)
    sum += scores[i].f1;
  return sum / judge->pages->len;
}

static TrainDecision
with_threshold (const TrainDecision *decision, int hundredths)
{
  double good = hundredths / 100.0;

  return (TrainDecision){ good, MIN (decision->near_good, good), decision->rules };
}

/* The threshold for good blocks with the best mean F1, other things as they are. Of those that are
 * as good as the best on the pages that count, the one that suits all pages of the corpus best. */
static void
find_good (const TrainJudge *judge, TrainDecision *decision)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (guint));
  TrainJudge judge_of_all = *judge;
  TrainDecision found = *decision;
  double f1[THRESHOLD_HIGH + 1], best = -1, best_of_all = -1;

  for (guint p = 0; p < judge->corpus->pages->len; p++)
    g_array_append_val (all, p);
  judge_of_all.pages = all;

  for (int t = THRESHOLD_LOW; t <= THRESHOLD_HIGH; t++) {
    TrainDecision candidate = with_threshold (decision, t);

    f1[t] = train_decision_mean_f1 (judge, &candidate);
    best = MAX (best, f1[t]);
  }
  for (int t = THRESHOLD_LOW; t <= THRESHOLD_HIGH; t++) {
    TrainDecision candidate = with_threshold (decision, t);
    double of_all = f1[t] < best - TIE ? -1 : train_decision_mean_f1 (&judge_of_all, &candidate);

    if (of_all > best_of_all) {
      found = candidate;
      best_of_all = of_all;
    }
  }
  *decision = found;
}

/* The threshold for near-good blocks that serves block-neighbours best. */
static void
find_near_good (const TrainJudge *judge, TrainDecision *decision, guint rules)
{
  double best_f1 = -1, best = decision->good;

  for (int t = 1; t <= round (decision->good * 100); t++) {
    TrainDecision candidate = { decision->good, t / 100.0, rules };
    double f1 = train_decision_mean_f1 (judge, &candidate);

    if (f1 > best_f1) {
      best = t / 100.0;
      best_f1 = f1;
    }
  }
  decision->near_good = best;
}

static TrainRuleEffect
rule_effect (const TrainJudge *judge, const TrainDecision *decision, guint rule)
{
  TrainDecision with = { decision->good, decision->near_good, decision->rules | (1u << rule) };
  g_autofree TrainScores *before = judge_all (judge, decision);
  g_autofree TrainScores *after = judge_all (judge, &with);
  guint n = judge->pages->len;
  double sum = 0, squares = 0;

  for (guint i = 0; i < n; i++) {
    double d = after[i].f1 - before[i].f1;

    sum += d;
    squares += d * d;
  }
  return (TrainRuleEffect){ .gain = sum / n, .error = sqrt (MAX (squares / n - sum / n * sum / n, 0) / n) };
}

/* Thresholds without rules, then each rule alone, then those that help together. */
void
train_decision_find (const TrainJudge *judge, TrainDecision *decision, TrainRuleEffect *effects)
{
  gsize n_rules;
  const ExtractRule *table = extract_rule_get_all (&n_rules);

  *decision = (TrainDecision){ 0.5, 0, 0 };
  find_good (judge, decision);
  for (guint r = 0; r < n_rules; r++)
    if (g_str_equal (table[r].name, "block-neighbours"))
      find_near_good (judge, decision, 1u << r);
  for (guint r = 0; r < n_rules; r++)
    effects[r] = rule_effect (judge, decision, r);
  for (guint r = 0; r < n_rules; r++)
    if (effects[r].gain > RULE_GAIN && rule_effect (judge, decision, r).gain > RULE_GAIN) {
      effects[r].on = TRUE;
      decision->rules |= 1u << r;
    }
  find_good (judge, decision);
}
