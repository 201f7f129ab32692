/* SPDX-License-Identifier: MIT */
/* Thresholds, rules and outcomes of a chain: see the head of stack-run.c. */
#include "train/learn/stack-work.h"
#include "train/learn/favour.h"

/* ---- Decisions -------------------------------------------------------------------------------- */

GArray *
train_stack_select_deciding (const TrainStackWork *work, GArray *scored, gboolean any)
{
  const char *tune = work->task->tune;
  GArray *pages = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < scored->len; i++) {
    guint p = g_array_index (scored, guint, i);

    if (work->task->part && !work->task->part[p])
      continue;
    if (!tune || g_str_equal (train_corpus_get_page (work->task->corpus, p)->entry->dataset->name, tune))
      g_array_append_val (pages, p);
  }
  if (pages->len == 0 && any)
    g_array_append_vals (pages, scored->data, scored->len);
  return pages;
}

void
train_stack_decide (const TrainStackWork *work, const TrainChain *chain, GArray *deciding, GArray *scored,
                    const float *scores, TrainDecision *decision, TrainRuleEffect *effects)
{
  ExtractModelParts parts;
  TrainJudge judge = { .corpus = work->task->corpus,
                       .pages = deciding,
                       .scored = scored,
                       .scores = scores,
                       .parts = &parts,
                       .jobs = work->task->jobs };

  train_chain_get_parts (chain, work->task->set, &parts);
  if (effects)
    train_decision_find (&judge, decision, effects);
  else
    train_decision_find_threshold (&judge, decision);
  train_decision_find_favours (&judge, decision);
}

/* ---- Outcomes --------------------------------------------------------------------------------- */

typedef struct {
  TrainStackWork *work;
  const float *scores;
  const TrainDecision *decision;
  ExtractClassifier *classifier;
} Reading;

static gpointer
read_outcome (gsize p, gpointer data)
{
  const Reading *reading = data;
  TrainOutcomes *outcomes = reading->work->outcomes;
  const TrainPage *page = train_corpus_get_page (reading->work->task->corpus, p);
  const float *scores = reading->scores + page->first_block;
  g_autoptr (ExtractDocument) copy = extract_document_copy (page->document);
  TrainScores words;

  extract_document_compute_outcome (page->document, scores, reading->decision->good,
                                    outcomes->values + p * outcomes->n_values);
  extract_classifier_label_scored (reading->classifier, copy, scores, NULL);
  train_page_score (page, copy, &words);
  outcomes->f1[p] = words.f1;
  return NULL;
}

/* What the scores say of each page, and what comes of them under @decision. */
static void
fill_outcomes (TrainStackWork *work, const TrainChain *chain, const float *scores,
               const TrainDecision *decision)
{
  ExtractModelParts parts;
  g_autoptr (ExtractClassifier) classifier = NULL;
  Reading reading = { .work = work, .scores = scores, .decision = decision };

  train_chain_get_parts (chain, work->task->set, &parts);
  parts.stages[EXTRACT_STAGE_OUTCOME] = (ExtractStage){ 0 };
  reading.classifier = classifier = train_decision_to_classifier (decision, &parts);
  cli_parallel (work->task->corpus->pages->len, work->task->jobs, read_outcome, train_stack_go_on, NULL,
                &reading);
}

static GArray *
pages_to_judge (const TrainStackWork *work, guint32 without)
{
  return train_crossval_list_pages (work->task->corpus, work->task->page_weights, without);
}

/* Outcomes of the pages of @fold by a network that knows neither them nor the folds @without. */
static gboolean
judge_fold (TrainStackWork *work, guint fold, guint32 without, float (*outputs)[2], GError **error)
{
  const TrainCorpus *corpus = work->task->corpus;
  g_autoptr (GArray) pages = pages_to_judge (work, without | 1u << fold);
  g_autoptr (TrainOutcomeNet) net = train_outcome_net_new (work->outcomes, pages, work->task->page_weights,
                                                           work->plan->seed + TRAIN_OUTCOME_SEED, error);

  for (guint p = 0; net && p < corpus->pages->len; p++)
    if (train_corpus_get_page (corpus, p)->entry->fold == fold)
      train_outcome_net_run (net, work->outcomes, p, outputs[p]);
  return net != NULL;
}

gboolean
train_stack_fit_outcome (TrainStackWork *work, TrainChain *chain, const float *scores, guint32 without,
                         GArray *deciding, TrainDecision *decision, const float (*outputs)[2], GError **error)
{
  g_autofree float (*inner)[2] = g_malloc0_n (work->task->corpus->pages->len + 1, sizeof *inner);
  g_autoptr (GArray) pages = pages_to_judge (work, without);

  fill_outcomes (work, chain, scores, decision);
  for (guint fold = 0; fold < work->folds && !outputs; fold++)
    if (!(without & 1u << fold) && !judge_fold (work, fold, without, inner, error))
      return FALSE;
  decision->no_text =
      train_outcome_choose (work->outcomes, outputs ? outputs : (const float (*)[2]) inner, deciding);
  chain->outcome = train_outcome_net_new (work->outcomes, pages, work->task->page_weights,
                                          work->plan->seed + TRAIN_OUTCOME_SEED, error);
  return chain->outcome != NULL;
}
