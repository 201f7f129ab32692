/* SPDX-License-Identifier: MIT */
/*
 * Each candidate labels copies of the pages by the same scores, and is judged by the mean word F1: first the
 * threshold for good blocks without rules, then that for near-good blocks, each rule alone, the rules that
 * help together, and the first threshold again.
 */
#include "train/learn/decide.h"
#include "libextract/model/model.h"

#include "train/learn/cuts.h"

#include <math.h>
#include <string.h>

#include "cli/cli.h"

/* Thresholds are looked for among the hundredths of [LOW, HIGH]. */
#define THRESHOLD_LOW 10
#define THRESHOLD_HIGH 80
/* Differences of mean F1 up to this say nothing. */
#define TIE 0.001
/* A rule has to lift F1 by this much to become a default, and by more than its standard error: less is noise
 * (see texttractor-train(1)). */
#define RULE_GAIN 0.0005

ExtractModel *
train_decision_to_model (const TrainDecision *decision, const char *const *card,
                         const ExtractModelParts *parts, GError **error)
{
  ExtractModelParts decided = *parts;
  gsize n_rules;
  const ExtractRule *table = extract_rule_get_all (&n_rules);
  g_autoptr (GPtrArray) rules = g_ptr_array_new ();

  for (guint r = 0; r < n_rules; r++)
    if (decision->rules & (1u << r))
      g_ptr_array_add (rules, (gpointer) table[r].name);
  g_ptr_array_add (rules, NULL);
  decided.good = decision->good;
  decided.near_good = decision->near_good;
  decided.no_text = decision->no_text;
  decided.precision = decision->precision;
  decided.recall = decision->recall;
  decided.rules = (const char *const *) rules->pdata;
  return extract_model_new (card, &decided, error);
}

static ExtractModel *
candidate_new (const TrainDecision *decision, const ExtractModelParts *parts)
{
  static const char *const card[] = { "name", "candidate", NULL };

  return train_decision_to_model (decision, card, parts, NULL);
}

ExtractClassifier *
train_decision_to_classifier (const TrainDecision *decision, const ExtractModelParts *parts)
{
  g_autoptr (ExtractModel) model = candidate_new (decision, parts);
  ExtractClassifier *classifier = model ? extract_classifier_new (model) : NULL;

  if (!classifier)
    return NULL;
  extract_classifier_clear_rules (classifier);
  for (const char *const *name = extract_model_get_rules (model); *name; name++)
    extract_classifier_set_rule (classifier, *name, TRUE);
  return classifier;
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

/* The parts that labels come from: nothing else is looked at. */
static ExtractModelParts
bare_parts (const TrainJudge *judge)
{
  return (ExtractModelParts){ .stages[EXTRACT_STAGE_FIRST] = judge->parts->stages[EXTRACT_STAGE_FIRST],
                              .tables = judge->parts->tables };
}

/* Scores of each page that counts under @decision. Returns: (transfer full) (array) */
static TrainScores *
judge_all (const TrainJudge *judge, const TrainDecision *decision)
{
  ExtractModelParts bare = bare_parts (judge);
  g_autoptr (ExtractClassifier) classifier = train_decision_to_classifier (decision, &bare);
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

/* ---- Thresholds ----------------------------------------------------------------------------- */

/* Mean F1 by threshold, in hundredths. */
typedef double Curve[THRESHOLD_HIGH + 1];

static TrainDecision
with_threshold (const TrainDecision *decision, int hundredths)
{
  TrainDecision with = *decision;

  with.good = hundredths / 100.0;
  with.near_good = MIN (decision->near_good, with.good);
  return with;
}

/* Adds the F1 of @page at each threshold, without rules. */
static void
add_page_curve (const TrainPage *page, const float *scores, Curve curve)
{
  g_autoptr (GArray) cuts = train_cuts_new (page, scores);

  for (int t = THRESHOLD_LOW; t <= THRESHOLD_HIGH; t++)
    curve[t] += train_cut_score (train_cuts_find (cuts, t / 100.0), page).f1;
}

/* The mean over @pages. */
static void
judge_thresholds (const TrainJudge *judge, GArray *pages, const TrainDecision *decision, Curve curve)
{
  TrainJudge of_pages = *judge;

  of_pages.pages = pages;
  memset (curve, 0, sizeof (Curve));
  if (decision->rules == 0) {
    for (guint i = 0; i < pages->len; i++) {
      const TrainPage *page = g_ptr_array_index (judge->corpus->pages, g_array_index (pages, guint, i));

      add_page_curve (page, judge->scores + page->first_block, curve);
    }
    for (int t = THRESHOLD_LOW; t <= THRESHOLD_HIGH; t++)
      curve[t] /= pages->len;
    return;
  }
  for (int t = THRESHOLD_LOW; t <= THRESHOLD_HIGH; t++) {
    TrainDecision candidate = with_threshold (decision, t);

    curve[t] = train_decision_mean_f1 (&of_pages, &candidate);
  }
}

/* The threshold for good blocks with the best mean F1, other things as they are. Of those that are
 * as good as the best on the pages that count, the one that suits all pages best. */
static void
find_good (const TrainJudge *judge, TrainDecision *decision)
{
  TrainDecision found = *decision;
  Curve f1, of_all;
  double best = -1, best_of_all = -1;

  judge_thresholds (judge, judge->pages, decision, f1);
  if (judge->scored->len > judge->pages->len)
    judge_thresholds (judge, judge->scored, decision, of_all);
  else
    memcpy (of_all, f1, sizeof f1);
  for (int t = THRESHOLD_LOW; t <= THRESHOLD_HIGH; t++)
    best = MAX (best, f1[t]);
  for (int t = THRESHOLD_LOW; t <= THRESHOLD_HIGH; t++)
    if (f1[t] >= best - TIE && of_all[t] > best_of_all) {
      found = with_threshold (decision, t);
      best_of_all = of_all[t];
    }
  *decision = found;
}

void
train_decision_find_threshold (const TrainJudge *judge, TrainDecision *decision)
{
  *decision = (TrainDecision){ 0.5, 0, 0, 1 };
  find_good (judge, decision);
  decision->near_good = decision->good;
}

/* The threshold for near-good blocks that serves block-neighbours best. */
static void
find_near_good (const TrainJudge *judge, TrainDecision *decision, guint rules)
{
  double best_f1 = -1, best = decision->good;

  for (int t = 1; t <= round (decision->good * 100); t++) {
    TrainDecision candidate = { decision->good, t / 100.0, rules, 1 };
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
  TrainDecision with = { decision->good, decision->near_good, decision->rules | (1u << rule), 1 };
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

static gboolean
is_worth_it (TrainRuleEffect effect)
{
  return effect.gain > MAX (RULE_GAIN, effect.error);
}

/* What every model has on, whatever was decided. Returns: (transfer full) */
static ExtractClassifier *
classifier_of_any_model (const TrainJudge *judge, const TrainDecision *decision)
{
  ExtractModelParts bare = bare_parts (judge);
  g_autoptr (ExtractModel) model = candidate_new (decision, &bare);

  return extract_classifier_new (model);
}

/* Thresholds without rules, then each rule alone, then those that help together. */
void
train_decision_find (const TrainJudge *judge, TrainDecision *decision, TrainRuleEffect *effects)
{
  gsize n_rules;
  const ExtractRule *table = extract_rule_get_all (&n_rules);
  g_autoptr (ExtractClassifier) any = NULL;

  train_decision_find_threshold (judge, decision);
  any = classifier_of_any_model (judge, decision);
  for (guint r = 0; r < n_rules; r++)
    if (g_str_equal (table[r].name, "block-neighbours"))
      find_near_good (judge, decision, 1u << r);
  for (guint r = 0; r < n_rules; r++)
    effects[r] = rule_effect (judge, decision, r);
  for (guint r = 0; r < n_rules; r++)
    if (extract_classifier_get_rule (any, table[r].name))
      effects[r].on = TRUE;
    else if (is_worth_it (effects[r]) && is_worth_it (rule_effect (judge, decision, r))) {
      effects[r].on = TRUE;
      decision->rules |= 1u << r;
    }
  find_good (judge, decision);
}
