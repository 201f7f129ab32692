/* SPDX-License-Identifier: MIT */
/*
 * A chain is what a model is made of: tables, scale, first network, second network, outcome. There is one for
 * each fold k, trained on the other folds D = all but k, and one for all pages, which is the model.
 *
 *   for a page of       fold j in D                     fold k
 *
 *   tables of           D without j                     D
 *   soft label by       a teacher of D without j        -
 *   first score by      a network of D without j  ──┐   the first network, of D ───┐
 *                                                   │                              │
 *                             context of the scores of D ──> the second network ───┴─> final score: reported
 *
 * No table, scale, teacher or network that scores a page of fold k has seen a label of fold k. Within D this
 * holds for one more fold: no table, teacher or network is used on a page that it was trained on. Full
 * separation would need teachers for all sets of three folds. So within D, the inner network for fold j is
 * trained on soft labels that labels of j have influenced (those of a page of fold i come from a teacher of D
 * without i). This may make the scores that the second network is trained on slightly too good, but never
 * those of pages of fold k.
 *
 * Thresholds, rules and the outcome of fold k are chosen on the reported scores of the pages of D. No page of
 * fold k is among them, but the networks that gave these scores were trained on fold k. Scores of inner
 * networks would avoid this, but they are too good, so their thresholds do not suit scores of unknown pages.
 *
 * The chain of all pages has no inner networks: it uses the scores of the chains of the folds.
 *
 * Networks, with K folds:
 *
 *   first      K + K (K - 1) + 1     chains of the folds, inner ones, all pages
 *   second     K + 1
 *   teachers   K (K - 1) / 2 + K     one without j and k serves both chains; one without j that of all pages
 *   outcome    K + K (K - 1) + 1     tiny: a sample is a page
 *
 * Scores are decoded once all chains are there: the decoder of a chain comes from the out-of-fold scores of
 * the pages of D, as thresholds do, and decodes those of fold k; its network for edges is trained on D.
 * Thresholds, rules and outcomes are then those of decoded scores.
 *
 *   edges      K + 1                 for decode=viterbi, edges=network
 *
 * Classes of blocks (class-stage.h) come after that: where they are decoded, they make the scores anew.
 *
 *   classes    K + 1                 for classes=on
 *
 * With one stage, no outcome and no teacher, only K + 1 first networks are trained.
 */
#include "train/learn/stack.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"

#include "train/learn/favour.h"
#include "train/learn/teacher.h"
#include "train/learn/view.h"

#include <string.h>

/* Purposes have seeds of their own. */
#define CONTEXT_SEED 104729u
#define OUTCOME_SEED 1299709u
#define EDGES_SEED 15485863u

/* Batches of Adam are not larger than this part of all blocks: few pages are not learnt in a handful of
 * steps. */
#define MINIMUM_STEPS 64

typedef struct {
  const TrainStackTask *task;
  TrainPlan own_plan;
  const TrainPlan *plan; /* own_plan */
  TrainPlan context_plan;
  TrainPlan edges_plan;
  guint folds;
  gboolean with_rules;
  TrainView *view;
  TrainInputs *context;    /* (nullable): of the chain at hand */
  TrainInputs *edges;      /* (nullable): as well */
  TrainOutcomes *outcomes; /* (nullable): of the chain at hand */
  float **taught; /* (nullable) [folds + 1][n_blocks]: scores of the teachers that have not seen the fold */
  guint32 *asked; /* [folds + 1]: bit j: the pages of fold j have such scores */
  float *targets; /* (nullable): soft labels for the current chain */
  TrainStack *stack;
} Work;

static guint
n_blocks_of (const TrainPage *page)
{
  return extract_document_get_n_blocks (page->document);
}

/* ---- Plans ------------------------------------------------------------------------------------ */

static gboolean
is_nested (const TrainPlan *plan)
{
  return plan->passes > 1 || plan->outcome;
}

guint
train_stack_get_n_left_out (const TrainPlan *plan)
{
  return plan->passes > 1 || plan->outcome || plan->teacher != TRAIN_TEACHER_NONE ? 2 : 1;
}

static void
plan_for_context (const TrainPlan *plan, TrainPlan *context)
{
  *context = *plan;
  memcpy (context->layers, plan->context.layers, sizeof context->layers);
  context->n_layers = plan->context.n_layers;
  context->epochs = plan->context_epochs;
  context->held = 0;
  context->dropout = 0;
  context->restarts = 1;
  context->seed = plan->seed + CONTEXT_SEED;
}

static gboolean
has_edges (const TrainPlan *plan)
{
  return plan->decode != EXTRACT_DECODING_THRESHOLD && plan->edges == TRAIN_EDGES_NETWORK;
}

/* Whether the network for edges is trained by itself; that of a CRF comes with the rest of it. */
static gboolean
trains_edges (const TrainPlan *plan)
{
  return has_edges (plan) && plan->decode == EXTRACT_DECODING_VITERBI;
}

/* Its batch counts snippets, as that of a first network of convolutions. */
static void
plan_for_edges (const TrainPlan *plan, TrainPlan *edges)
{
  *edges = *plan;
  memcpy (edges->layers, plan->edge_network.layers, sizeof edges->layers);
  edges->n_layers = plan->edge_network.n_layers;
  edges->held = 0;
  edges->restarts = 1;
  edges->seed = plan->seed + EDGES_SEED;
  if (!train_layers_are_sequence (plan->layers, plan->n_layers))
    edges->batch = MAX (plan->batch / plan->snippet, 1);
}

gsize
train_stack_count_steps (const TrainPlan *plan, gboolean with_final)
{
  gsize folds = plan->folds, chains = folds + (with_final ? 1 : 0), inner = folds * (folds - 1);
  gsize teachers = inner / 2 + (with_final ? folds : 0);
  gsize steps = chains * plan->epochs * plan->restarts;

  if (plan->passes > 1)
    steps += inner * plan->epochs * plan->restarts + chains * plan->context_epochs;
  if (plan->teacher != TRAIN_TEACHER_NONE)
    steps += teachers * train_teacher_count_steps (plan);
  if (trains_edges (plan))
    steps += chains * plan->epochs;
  if (plan->classes)
    steps += chains * plan->class_epochs;
  return steps;
}

/* ---- Chains ----------------------------------------------------------------------------------- */

static void
free_chain (gpointer data)
{
  TrainChain *chain = data;

  if (!chain)
    return;
  g_clear_pointer (&chain->tables, extract_token_tables_unref);
  g_free (chain->scale);
  g_clear_pointer (&chain->first, train_fit_free);
  g_clear_pointer (&chain->context, train_fit_free);
  g_free (chain->context_scale);
  g_clear_pointer (&chain->edges, train_fit_free);
  g_clear_pointer (&chain->decoder, train_decoder_free);
  g_clear_pointer (&chain->outcome, train_outcome_net_free);
  g_free (chain);
}

/* Takes from the view what the networks of the chain are going to read by. */
static TrainChain *
chain_new (Work *work, guint fold)
{
  TrainChain *chain = g_new0 (TrainChain, 1);
  const TrainInputs *rows = train_view_get_rows (work->view);
  ExtractTokenTables *tables = train_view_get_tables (work->view);

  chain->tables = tables ? extract_token_tables_ref (tables) : NULL;
  chain->scale = rows->scale ? g_memdup2 (rows->scale, rows->n_features * sizeof *rows->scale) : NULL;
  work->stack->chains->pdata[fold] = chain;
  return chain;
}

void
train_chain_get_parts (const TrainChain *chain, const ExtractFeatureSet *set, ExtractModelParts *parts)
{
  *parts = (ExtractModelParts){
    .stages[EXTRACT_STAGE_FIRST] = { set, chain->scale, chain->first->network },
    .tables = chain->tables,
    .no_text = 1,
  };
  if (chain->context)
    parts->stages[EXTRACT_STAGE_CONTEXT] =
        (ExtractStage){ .scale = chain->context_scale, .network = chain->context->network };
  if (chain->decoder) {
    parts->decoding = chain->decoder->decoding;
    parts->stages[EXTRACT_STAGE_EDGES] =
        (ExtractStage){ .scale = chain->decoder->scale, .network = chain->decoder->edges };
  }
  parts->classes = chain->classes;
  if (chain->outcome)
    parts->stages[EXTRACT_STAGE_OUTCOME] =
        (ExtractStage){ .scale = chain->outcome->scale, .network = chain->outcome->network };
}

/* ---- First networks --------------------------------------------------------------------------- */

static TrainFitter
first_fitter (const Work *work)
{
  const TrainStackTask *task = work->task;

  return (TrainFitter){ .corpus = task->corpus,
                        .rows = train_view_get_rows (work->view),
                        .targets = work->targets,
                        .page_weights = task->page_weights,
                        .plan = work->plan,
                        .start = task->start,
                        .checkpoint = task->checkpoint,
                        .progress = task->progress,
                        .threads = task->jobs };
}

/* A network from the pages of all folds but @without. @fit: (out) (nullable): NULL if it was interrupted
 * before the first epoch */
static gboolean
fit_one (Work *work, const TrainFitter *fitter, const char *name, guint32 without, guint epochs,
         TrainFit **fit, GError **error)
{
  g_autoptr (GArray) pages = train_crossval_list_pages (fitter->corpus, fitter->page_weights, without);
  GError *failure = NULL;

  *fit = train_fit_pages (fitter, name, pages, epochs, &failure);
  work->stack->interrupted |= !*fit || (*fit)->interrupted;
  if (failure)
    g_propagate_error (error, failure);
  return failure == NULL;
}

/* ---- Teachers --------------------------------------------------------------------------------- */

static void
copy_fold (const TrainCorpus *corpus, guint fold, const float *from, float *to)
{
  for (guint p = 0; p < corpus->pages->len; p++) {
    const TrainPage *page = train_corpus_get_page (corpus, p);

    if (page->entry->fold == fold)
      memcpy (to + page->first_block, from + page->first_block, n_blocks_of (page) * sizeof *to);
  }
}

/* Asks the teacher that has seen neither @fold nor @left_out (folds: none is left out); its scores of the one
 * fold serve the chain of the other. */
static gboolean
ask (Work *work, guint fold, guint left_out, GError **error)
{
  const TrainCorpus *corpus = work->task->corpus;
  guint32 without = 1u << fold | (left_out < work->folds ? 1u << left_out : 0);
  g_autofree float *scores = g_new0 (float, corpus->n_blocks + 1);
  TrainFitter fitter = first_fitter (work);

  fitter.targets = NULL;
  if (!train_teacher_load (&fitter, without, scores)) {
    train_view_leave_out (work->view, without);
    if (!train_teacher_score (&fitter, without, scores, &work->stack->interrupted, error))
      return FALSE;
  }
  copy_fold (corpus, fold, scores, work->taught[left_out]);
  work->asked[left_out] |= 1u << fold;
  if (left_out < work->folds) {
    copy_fold (corpus, left_out, scores, work->taught[fold]);
    work->asked[fold] |= 1u << left_out;
  }
  return TRUE;
}

/* Soft labels for the chain that leaves out @left_out. */
static gboolean
soften (Work *work, guint left_out, GError **error)
{
  g_clear_pointer (&work->targets, g_free);
  if (!work->taught)
    return TRUE;
  for (guint fold = 0; fold < work->folds && !work->stack->interrupted; fold++)
    if (fold != left_out && !(work->asked[left_out] & 1u << fold) && !ask (work, fold, left_out, error))
      return FALSE;
  work->targets = train_teacher_soften (work->task->corpus, work->plan, work->taught[left_out]);
  return TRUE;
}

/* ---- Second networks --------------------------------------------------------------------------- */

typedef struct {
  Work *work;
  const float *scores;
  const TrainDecision *decision;
  ExtractClassifier *classifier;
} Reading;

static gpointer
read_context (gsize p, gpointer data)
{
  const Reading *reading = data;
  const TrainInputs *rows = reading->work->context;
  const TrainPage *page = train_corpus_get_page (reading->work->task->corpus, p);

  extract_document_compute_context (page->document, reading->scores + page->first_block,
                                    rows->values + page->first_block * rows->n_features);
  return NULL;
}

static gboolean
done (gsize i, gpointer result, gpointer data)
{
  return TRUE;
}

/* What second networks read in the scores of the first ones; the scale is that of the pages that are not in
 * @without. */
static void
fill_context (Work *work, const float *scores, guint32 without)
{
  const TrainCorpus *corpus = work->task->corpus;
  g_autoptr (GArray) pages = train_crossval_list_pages (corpus, work->task->page_weights, without);
  Reading reading = { .work = work, .scores = scores };

  g_clear_pointer (&work->context->scale, g_free);
  cli_parallel (corpus->pages->len, work->task->jobs, read_context, done, NULL, &reading);
  train_inputs_standardise (work->context, corpus, pages);
}

static TrainFitter
context_fitter (const Work *work)
{
  TrainFitter fitter = first_fitter (work);

  fitter.rows = work->context;
  fitter.targets = NULL;
  fitter.plan = &work->context_plan;
  fitter.start = NULL;
  return fitter;
}

/* The second network of a chain. @scores: out-of-fold scores of the first stage */
static gboolean
fit_context (Work *work, TrainChain *chain, const char *chain_name, const float *scores, guint32 without,
             GError **error)
{
  g_autofree char *name = g_strconcat (chain_name, ", context", NULL);
  TrainFitter fitter = context_fitter (work);

  fill_context (work, scores, without);
  chain->context_scale = g_memdup2 (work->context->scale, work->context->n_features * sizeof (ExtractScale));
  return fit_one (work, &fitter, name, without, work->context_plan.epochs, &chain->context, error);
}

/* ---- Decoding --------------------------------------------------------------------------------- */

static gpointer
read_edges (gsize p, gpointer data)
{
  const Work *work = data;
  const TrainPage *page = train_corpus_get_page (work->task->corpus, p);

  extract_document_compute_edges (page->document,
                                  work->edges->values + page->first_block * work->edges->n_features);
  return NULL;
}

/* Features of edges, by the scale of the pages that are not in @without. */
static void
fill_edges (Work *work, guint32 without)
{
  const TrainCorpus *corpus = work->task->corpus;
  g_autoptr (GArray) pages = train_crossval_list_pages (corpus, work->task->page_weights, without);

  g_clear_pointer (&work->edges->scale, g_free);
  cli_parallel (corpus->pages->len, work->task->jobs, read_edges, done, NULL, work);
  train_inputs_standardise (work->edges, corpus, pages);
}

static gboolean
fit_edges (Work *work, TrainChain *chain, const char *chain_name, guint32 without, GError **error)
{
  g_autofree char *name = g_strconcat (chain_name, ", edges", NULL);
  TrainFitter fitter = first_fitter (work);

  fitter.rows = work->edges;
  fitter.targets = NULL;
  fitter.plan = &work->edges_plan;
  fitter.start = NULL;
  return fit_one (work, &fitter, name, without, work->edges_plan.epochs, &chain->edges, error);
}

/* Of the pages of @pages, those that were scored. */
static GArray *
keep_scored (const Work *work, GArray *pages)
{
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint8 *scored = g_new0 (guint8, work->task->corpus->pages->len + 1);

  for (guint i = 0; i < work->stack->scored->len; i++)
    scored[g_array_index (work->stack->scored, guint, i)] = 1;
  for (guint i = 0; i < pages->len; i++)
    if (scored[g_array_index (pages, guint, i)])
      g_array_append_val (kept, g_array_index (pages, guint, i));
  return kept;
}

/* The decoder of a chain: from out-of-fold scores of the pages that the chain has seen, as thresholds are. */
static gboolean
fit_decoder (Work *work, TrainChain *chain, guint fold, GError **error)
{
  const guint32 without = fold < work->folds ? 1u << fold : 0;
  g_autofree char *name = without ? g_strdup_printf ("fold %u", fold + 1) : g_strdup ("all pages");
  g_autoptr (GArray) learnt =
      train_crossval_list_pages (work->task->corpus, work->task->page_weights, without);
  g_autoptr (GArray) pages = keep_scored (work, learnt);
  const TrainDecoderTask task = { .corpus = work->task->corpus,
                                  .plan = work->plan,
                                  .rows = work->edges,
                                  .pages = pages,
                                  .scores = work->stack->scores,
                                  .page_weights = work->task->page_weights,
                                  .jobs = work->task->jobs };

  if (work->edges)
    fill_edges (work, without);
  if (trains_edges (work->plan) && !fit_edges (work, chain, name, without, error))
    return FALSE;
  if (work->stack->interrupted)
    return TRUE;
  chain->decoder = train_decoder_new (&task, chain->edges ? chain->edges->network : NULL, error);
  return chain->decoder != NULL;
}

static void
decode_fold (const Work *work, const TrainChain *chain, guint fold, float *decoded)
{
  for (guint p = 0; p < work->task->corpus->pages->len; p++) {
    const TrainPage *page = train_corpus_get_page (work->task->corpus, p);

    if (page->entry->fold == fold)
      train_decoder_run (chain->decoder, work->task->corpus, work->edges, p, decoded + page->first_block);
  }
}

/* All chains, and the scores of the folds. An interrupted run decodes nothing: its scores would not be of one
 * kind. */
static gboolean
run_decoders (Work *work, GError **error)
{
  TrainStack *stack = work->stack;
  g_autofree float *decoded = g_memdup2 (stack->scores, (work->task->corpus->n_blocks + 1) * sizeof (float));

  for (guint fold = 0; fold <= work->folds && !stack->interrupted; fold++) {
    TrainChain *chain = stack->chains->pdata[fold];

    if (!chain)
      continue;
    if (!fit_decoder (work, chain, fold, error))
      return FALSE;
    if (chain->decoder && fold < work->folds)
      decode_fold (work, chain, fold, decoded);
  }
  for (guint fold = 0; fold <= work->folds && stack->interrupted; fold++)
    if (stack->chains->pdata[fold])
      g_clear_pointer (&((TrainChain *) stack->chains->pdata[fold])->decoder, train_decoder_free);
  if (!stack->interrupted)
    memcpy (stack->scores, decoded, work->task->corpus->n_blocks * sizeof *decoded);
  return TRUE;
}

/* ---- Classes ---------------------------------------------------------------------------------- */

static gboolean
run_classes (Work *work, GError **error)
{
  TrainStack *stack = work->stack;
  g_autofree guint8 *wanted = g_new0 (guint8, work->folds + 1);
  const TrainClassTask task = { .corpus = work->task->corpus,
                                .plan = work->plan,
                                .view = work->view,
                                .page_weights = work->task->page_weights,
                                .checkpoint = work->task->checkpoint,
                                .progress = work->task->progress,
                                .jobs = work->task->jobs,
                                .wanted = wanted,
                                .scored = stack->scored };

  for (guint fold = 0; fold <= work->folds; fold++)
    wanted[fold] = stack->chains->pdata[fold] != NULL;
  stack->classes = train_class_stage_run (&task, stack->scores, error);
  if (!stack->classes)
    return FALSE;
  stack->interrupted |= stack->classes->interrupted;
  for (guint fold = 0; fold <= work->folds; fold++)
    if (wanted[fold])
      ((TrainChain *) stack->chains->pdata[fold])->classes = train_class_stage_get (stack->classes, fold);
  return TRUE;
}

/* ---- Decisions -------------------------------------------------------------------------------- */

/* Of @scored those that decide; all of them if that is none, and @any. Returns: (transfer full) */
static GArray *
select_deciding (const Work *work, GArray *scored, gboolean any)
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

/* @effects: (nullable): of the rules, if they are to be looked at */
static void
decide (const Work *work, const TrainChain *chain, GArray *deciding, GArray *scored, const float *scores,
        TrainDecision *decision, TrainRuleEffect *effects)
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
fill_outcomes (Work *work, const TrainChain *chain, const float *scores, const TrainDecision *decision)
{
  ExtractModelParts parts;
  g_autoptr (ExtractClassifier) classifier = NULL;
  Reading reading = { .work = work, .scores = scores, .decision = decision };

  train_chain_get_parts (chain, work->task->set, &parts);
  parts.stages[EXTRACT_STAGE_OUTCOME] = (ExtractStage){ 0 };
  reading.classifier = classifier = train_decision_to_classifier (decision, &parts);
  cli_parallel (work->task->corpus->pages->len, work->task->jobs, read_outcome, done, NULL, &reading);
}

static GArray *
pages_to_judge (const Work *work, guint32 without)
{
  return train_crossval_list_pages (work->task->corpus, work->task->page_weights, without);
}

/* Outcomes of the pages of @fold by a network that knows neither them nor the folds @without. */
static gboolean
judge_fold (Work *work, guint fold, guint32 without, float (*outputs)[2], GError **error)
{
  const TrainCorpus *corpus = work->task->corpus;
  g_autoptr (GArray) pages = pages_to_judge (work, without | 1u << fold);
  g_autoptr (TrainOutcomeNet) net = train_outcome_net_new (work->outcomes, pages, work->task->page_weights,
                                                           work->plan->seed + OUTCOME_SEED, error);

  for (guint p = 0; net && p < corpus->pages->len; p++)
    if (train_corpus_get_page (corpus, p)->entry->fold == fold)
      train_outcome_net_run (net, work->outcomes, p, outputs[p]);
  return net != NULL;
}

/* The outcome of a chain: networks from its out-of-fold scores, and the threshold for pages without main
 * text.
 * @outputs: (nullable): out-of-fold outcomes, where they are known */
static gboolean
fit_outcome (Work *work, TrainChain *chain, const float *scores, guint32 without, GArray *deciding,
             TrainDecision *decision, const float (*outputs)[2], GError **error)
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
                                          work->plan->seed + OUTCOME_SEED, error);
  return chain->outcome != NULL;
}

/* ---- The chain of a fold ---------------------------------------------------------------------- */

/* The first network, and the scores of the fold. */
static gboolean
begin_chain (Work *work, TrainChain *chain, guint fold, GError **error)
{
  g_autofree char *name = g_strdup_printf ("fold %u", fold + 1);
  TrainFitter fitter = first_fitter (work);

  if (!fit_one (work, &fitter, name, 1u << fold, 0, &chain->first, error))
    return FALSE;
  if (chain->first)
    train_crossval_score_fold (&fitter, fold, chain->first->network, work->stack->first, NULL);
  return TRUE;
}

/* Puts the scores of the pages of @fold into a copy of @scores. Returns: (transfer full) */
static float *
with_fold (const Work *work, const float *scores, guint fold, const float *of_fold)
{
  float *all = g_memdup2 (scores, (work->task->corpus->n_blocks + 1) * sizeof *all);

  copy_fold (work->task->corpus, fold, of_fold, all);
  return all;
}

/*
 * Out-of-fold scores of the first stage within the chain. The inner network for a fold sees the pages as that
 * of the chain does, one fold deeper: it learns from tables that leave out a fold more than those it is used
 * with. If it read the tables of the chain, they would tell by small differences which fold a page is of, and
 * the tables of the fold that it scores would be none of those that it knows.
 */
static gboolean
score_inner (Work *work, const TrainChain *chain, guint fold, float *scores, GError **error)
{
  guint epochs = chain->first->history->best;

  for (guint inner = 0; inner < work->folds && !work->stack->interrupted; inner++) {
    g_autofree char *name = g_strdup_printf ("fold %u without %u", inner + 1, fold + 1);
    guint32 without = 1u << fold | 1u << inner;
    TrainFitter fitter = first_fitter (work);
    g_autoptr (TrainFit) fit = NULL;

    if (inner == fold)
      continue;
    train_view_leave_out (work->view, without);
    if (!fit_one (work, &fitter, name, without, epochs, &fit, error))
      return FALSE;
    if (fit)
      train_crossval_score_fold (&fitter, inner, fit->network, scores, NULL);
    cli_progress_skip (work->task->progress, (work->plan->epochs - epochs) * (gsize) work->plan->restarts);
  }
  return TRUE;
}

/* The second network of the chain, and the final scores of the fold. */
static gboolean
go_on_with_context (Work *work, TrainChain *chain, guint fold, GError **error)
{
  g_autofree char *name = g_strdup_printf ("fold %u", fold + 1);
  g_autofree float *inner = g_new0 (float, work->task->corpus->n_blocks + 1);
  g_autofree float *all = NULL;
  TrainFitter fitter = context_fitter (work);

  if (!score_inner (work, chain, fold, inner, error))
    return FALSE;
  if (work->stack->interrupted)
    return TRUE;
  all = with_fold (work, inner, fold, work->stack->first);
  if (!fit_context (work, chain, name, all, 1u << fold, error))
    return FALSE;
  if (!work->stack->interrupted)
    train_crossval_score_fold (&fitter, fold, chain->context->network, work->stack->scores, NULL);
  return TRUE;
}

static void
list_scored (Work *work, guint fold)
{
  for (guint p = 0; p < work->task->corpus->pages->len; p++)
    if (train_corpus_get_page (work->task->corpus, p)->entry->fold == fold)
      g_array_append_val (work->stack->scored, p);
}

static gboolean
run_chain (Work *work, guint fold, GError **error)
{
  TrainStack *stack = work->stack;
  TrainChain *chain;

  if (!soften (work, fold, error))
    return FALSE;
  if (stack->interrupted)
    return TRUE;
  train_view_leave_out (work->view, 1u << fold);
  chain = chain_new (work, fold);
  if (!begin_chain (work, chain, fold, error))
    return FALSE;
  if (!chain->first) {
    g_clear_pointer (&stack->chains->pdata[fold], free_chain);
    return TRUE;
  }
  copy_fold (work->task->corpus, fold, stack->first, stack->scores);
  if (work->plan->passes > 1 && !stack->interrupted && !go_on_with_context (work, chain, fold, error))
    return FALSE;
  chain->whole = !stack->interrupted;
  return TRUE;
}

/* ---- All chains ------------------------------------------------------------------------------- */

/* With one stage and no teacher, only the networks of the folds are trained, side by side. */
static gboolean
run_plain (Work *work, GError **error)
{
  TrainStack *stack = work->stack;
  TrainFitter fitter;
  g_autoptr (TrainCrossval) crossval = NULL;

  train_view_leave_out (work->view, 0);
  fitter = first_fitter (work);
  crossval = train_crossval_run (&fitter, 0, 0, "", work->task->jobs, error);
  if (!crossval)
    return FALSE;
  stack->interrupted = crossval->interrupted;
  for (guint fold = 0; fold < work->folds; fold++) {
    TrainFit *fit = crossval->fits->pdata[fold];

    if (!fit)
      continue;
    crossval->fits->pdata[fold] = NULL;
    chain_new (work, fold)->first = fit;
    ((TrainChain *) stack->chains->pdata[fold])->whole = !fit->interrupted;
    list_scored (work, fold);
    copy_fold (work->task->corpus, fold, crossval->scores, stack->first);
    copy_fold (work->task->corpus, fold, crossval->scores, stack->scores);
  }
  return TRUE;
}

/* Folds are scored by whole chains; if there is none, by the first network of the one that was begun. */
static gboolean
run_chains (Work *work, GError **error)
{
  TrainStack *stack = work->stack;

  for (guint fold = 0; fold < work->folds && !stack->interrupted; fold++) {
    const TrainChain *chain;

    if (!run_chain (work, fold, error))
      return FALSE;
    chain = stack->chains->pdata[fold];
    if (chain && (chain->whole || fold == 0 || !stack->nested))
      list_scored (work, fold);
    else
      g_clear_pointer (&stack->chains->pdata[fold], free_chain);
  }
  return TRUE;
}

static guint
usual_epochs (const Work *work)
{
  g_autoptr (GPtrArray) fits = g_ptr_array_new ();

  for (guint fold = 0; fold < work->folds; fold++)
    g_ptr_array_add (fits, ((TrainChain *) work->stack->chains->pdata[fold])->first);
  return train_crossval_get_epochs (fits);
}

/* The networks of all pages: for as many epochs as served the folds, nothing is held back. */
static gboolean
run_final (Work *work, GError **error)
{
  TrainStack *stack = work->stack;
  guint epochs = usual_epochs (work);
  TrainFitter fitter;
  TrainChain *chain;

  if (!soften (work, work->folds, error))
    return FALSE;
  if (stack->interrupted)
    return TRUE;
  train_view_leave_out (work->view, 0);
  chain = chain_new (work, work->folds);
  fitter = first_fitter (work);
  cli_progress_skip (work->task->progress, (work->plan->epochs - epochs) * (gsize) work->plan->restarts);
  if (!fit_one (work, &fitter, "all pages", 0, epochs, &chain->first, error))
    return FALSE;
  if (work->plan->passes > 1 && !stack->interrupted &&
      !fit_context (work, chain, "all pages", stack->first, 0, error))
    return FALSE;
  chain->whole = !stack->interrupted;
  if (!chain->first || (stack->nested && !chain->whole))
    g_clear_pointer (&stack->chains->pdata[work->folds], free_chain);
  return TRUE;
}

/* That of all pages; without it, that of the fold whose first network has the best held-back F1. */
static const TrainChain *
find_best (const Work *work)
{
  const TrainChain *best = work->stack->chains->pdata[work->folds];

  for (guint fold = 0; fold < work->folds && !work->stack->chains->pdata[work->folds]; fold++) {
    const TrainChain *chain = work->stack->chains->pdata[fold];

    if (chain && (!best || chain->first->held_f1 > best->first->held_f1))
      best = chain;
  }
  return best;
}

/* Thresholds, rules and outcome of the chain of @fold, from the scores of the other folds; those of all
 * pages, if no other fold was scored. */
static gboolean
decide_fold (Work *work, TrainChain *chain, guint fold, GError **error)
{
  TrainStack *stack = work->stack;
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) deciding = NULL;
  gsize n_rules;
  g_autofree TrainRuleEffect *effects = NULL;

  for (guint i = 0; i < stack->scored->len; i++) {
    guint p = g_array_index (stack->scored, guint, i);

    if (train_corpus_get_page (work->task->corpus, p)->entry->fold != fold)
      g_array_append_val (others, p);
  }
  chain->decision = stack->decision;
  if (others->len == 0)
    return TRUE;
  extract_rule_get_all (&n_rules);
  effects = work->with_rules ? g_new0 (TrainRuleEffect, n_rules) : NULL;
  deciding = select_deciding (work, others, TRUE);
  decide (work, chain, deciding, others, stack->scores, &chain->decision, effects);
  if (!work->outcomes)
    return TRUE;
  if (!fit_outcome (work, chain, stack->scores, 1u << fold, deciding, &chain->decision, NULL, error))
    return FALSE;
  for (guint p = 0; p < work->task->corpus->pages->len; p++)
    if (train_corpus_get_page (work->task->corpus, p)->entry->fold == fold)
      train_outcome_net_run (chain->outcome, work->outcomes, p, stack->outcomes[p]);
  return TRUE;
}

static gboolean
decide_folds (Work *work, GError **error)
{
  for (guint fold = 0; fold < work->folds; fold++) {
    TrainChain *chain = work->stack->chains->pdata[fold];

    if (chain && chain->whole && !decide_fold (work, chain, fold, error))
      return FALSE;
  }
  return TRUE;
}

/* The decision of the model, on all scores; and its outcome. */
static gboolean
decide_all (Work *work, GError **error)
{
  TrainStack *stack = work->stack;
  TrainChain *final = stack->chains->pdata[work->folds];
  gsize n_rules;

  stack->deciding = select_deciding (work, stack->scored, FALSE);
  if (stack->deciding->len == 0)
    return TRUE;
  extract_rule_get_all (&n_rules);
  stack->effects = work->with_rules ? g_new0 (TrainRuleEffect, n_rules) : NULL;
  decide (work, stack->best, stack->deciding, stack->scored, stack->scores, &stack->decision, stack->effects);
  if (stack->nested && !decide_folds (work, error))
    return FALSE;
  if (!work->outcomes)
    return TRUE;
  if (final)
    return fit_outcome (work, final, stack->scores, 0, stack->deciding, &stack->decision,
                        (const float (*)[2]) stack->outcomes, error);
  if (stack->best->whole)
    stack->decision.no_text = stack->best->decision.no_text;
  return TRUE;
}

/* ---- Beginning and end ------------------------------------------------------------------------ */

/* Of the part, if it is about one. */
static gsize
count_blocks (const TrainStackTask *task)
{
  gsize n = 0;

  for (guint p = 0; task->part && p < task->corpus->pages->len; p++)
    n += task->part[p] ? n_blocks_of (train_corpus_get_page (task->corpus, p)) : 0;
  return task->part ? n : task->corpus->n_blocks;
}

static void
work_init (Work *work, const TrainStackTask *task, gboolean with_rules)
{
  gsize n_blocks = task->corpus->n_blocks + 1;

  *work = (Work){ .task = task, .folds = task->plan->folds, .with_rules = with_rules };
  work->own_plan = *task->plan;
  if (!train_layers_are_sequence (task->plan->layers, task->plan->n_layers))
    work->own_plan.batch = MIN (task->plan->batch, MAX (count_blocks (task) / MINIMUM_STEPS, 1));
  work->plan = &work->own_plan;
  plan_for_context (work->plan, &work->context_plan);
  plan_for_edges (work->plan, &work->edges_plan);
  work->view = train_view_new (task->corpus, task->set, task->page_weights, work->folds, task->plan->scale,
                               task->jobs);
  if (task->plan->passes > 1)
    work->context = train_inputs_new (extract_feature_set_get_context (), task->corpus->n_blocks);
  if (has_edges (task->plan))
    work->edges = train_inputs_new (extract_feature_set_get_edges (), task->corpus->n_blocks);
  if (task->plan->outcome)
    work->outcomes = train_outcomes_new (task->corpus);
  if (task->plan->teacher != TRAIN_TEACHER_NONE) {
    work->taught = g_new0 (float *, work->folds + 2);
    for (guint fold = 0; fold <= work->folds; fold++)
      work->taught[fold] = g_new0 (float, n_blocks);
  }
  work->asked = g_new0 (guint32, work->folds + 1);
  work->stack = g_new0 (TrainStack, 1);
  work->stack->nested = is_nested (task->plan);
  work->stack->chains = g_ptr_array_new_with_free_func (free_chain);
  g_ptr_array_set_size (work->stack->chains, work->folds + 1);
  work->stack->first = g_new0 (float, n_blocks);
  work->stack->scores = g_new0 (float, n_blocks);
  work->stack->scored = g_array_new (FALSE, FALSE, sizeof (guint));
  if (task->plan->outcome)
    work->stack->outcomes = g_malloc0_n (task->corpus->pages->len + 1, sizeof *work->stack->outcomes);
}

static void
work_clear (Work *work)
{
  for (guint fold = 0; work->taught && fold <= work->folds; fold++)
    g_free (work->taught[fold]);
  g_free (work->taught);
  g_free (work->asked);
  g_free (work->targets);
  g_clear_pointer (&work->view, train_view_free);
  g_clear_pointer (&work->context, train_inputs_free);
  g_clear_pointer (&work->edges, train_inputs_free);
  g_clear_pointer (&work->outcomes, train_outcomes_free);
  g_clear_pointer (&work->stack, train_stack_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Work, work_clear)

static gboolean
is_plain (const Work *work)
{
  return !work->stack->nested && !work->taught && !train_view_depends (work->view);
}

TrainStack *
train_stack_run (const TrainStackTask *task, gboolean with_final, GError **error)
{
  g_auto (Work) work = { 0 };
  TrainStack *stack;

  work_init (&work, task, with_final || task->part);
  stack = work.stack;
  if (!(is_plain (&work) ? run_plain (&work, error) : run_chains (&work, error)))
    return NULL;
  if (with_final && !stack->interrupted && !run_final (&work, error))
    return NULL;
  if (task->plan->decode != EXTRACT_DECODING_THRESHOLD && !stack->interrupted && !run_decoders (&work, error))
    return NULL;
  if (task->plan->classes && !stack->interrupted && !run_classes (&work, error))
    return NULL;
  stack->best = find_best (&work);
  if (!stack->best || !decide_all (&work, error))
    return NULL;
  return g_steal_pointer (&work.stack);
}

void
train_stack_free (TrainStack *stack)
{
  g_ptr_array_unref (stack->chains);
  g_free (stack->first);
  g_free (stack->scores);
  g_array_unref (stack->scored);
  train_class_stage_free (stack->classes);
  g_clear_pointer (&stack->deciding, g_array_unref);
  g_free (stack->outcomes);
  g_free (stack->effects);
  g_free (stack);
}

const TrainDecision *
train_stack_get_decision (const TrainStack *stack, guint fold)
{
  const TrainChain *chain = stack->chains->pdata[fold];

  return stack->nested && chain && chain->whole ? &chain->decision : &stack->decision;
}
