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
#include "train/learn/stack-work.h"
#include "train/learn/teacher.h"

#include <string.h>

/* Batches of Adam are not larger than this part of all blocks: few pages are not learnt in a handful of
 * steps. */
#define MINIMUM_STEPS 64

static guint
n_blocks_of (const TrainPage *page)
{
  return extract_document_get_n_blocks (page->document);
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
chain_new (TrainStackWork *work, guint fold)
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

TrainFitter
train_stack_get_fitter (const TrainStackWork *work)
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

gboolean
train_stack_fit (TrainStackWork *work, const TrainFitter *fitter, const char *name, guint32 without,
                 guint epochs, TrainFit **fit, GError **error)
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
ask (TrainStackWork *work, guint fold, guint left_out, GError **error)
{
  const TrainCorpus *corpus = work->task->corpus;
  guint32 without = 1u << fold | (left_out < work->folds ? 1u << left_out : 0);
  g_autofree float *scores = g_new0 (float, corpus->n_blocks + 1);
  TrainFitter fitter = train_stack_get_fitter (work);

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
soften (TrainStackWork *work, guint left_out, GError **error)
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
  TrainStackWork *work;
  const float *scores;
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

/* What second networks read in the scores of the first ones; the scale is that of the pages that are not in
 * @without. */
static void
fill_context (TrainStackWork *work, const float *scores, guint32 without)
{
  const TrainCorpus *corpus = work->task->corpus;
  g_autoptr (GArray) pages = train_crossval_list_pages (corpus, work->task->page_weights, without);
  Reading reading = { .work = work, .scores = scores };

  g_clear_pointer (&work->context->scale, g_free);
  cli_parallel (corpus->pages->len, work->task->jobs, read_context, train_stack_go_on, NULL, &reading);
  train_inputs_standardise (work->context, corpus, pages);
}

static TrainFitter
context_fitter (const TrainStackWork *work)
{
  TrainFitter fitter = train_stack_get_fitter (work);

  fitter.rows = work->context;
  fitter.targets = NULL;
  fitter.plan = &work->context_plan;
  fitter.start = NULL;
  return fitter;
}

/* The second network of a chain. @scores: out-of-fold scores of the first stage */
static gboolean
fit_context (TrainStackWork *work, TrainChain *chain, const char *chain_name, const float *scores,
             guint32 without, GError **error)
{
  g_autofree char *name = g_strconcat (chain_name, ", context", NULL);
  TrainFitter fitter = context_fitter (work);

  fill_context (work, scores, without);
  chain->context_scale = g_memdup2 (work->context->scale, work->context->n_features * sizeof (ExtractScale));
  return train_stack_fit (work, &fitter, name, without, work->context_plan.epochs, &chain->context, error);
}

/* ---- The chain of a fold ---------------------------------------------------------------------- */

/* The first network, and the scores of the fold. */
static gboolean
begin_chain (TrainStackWork *work, TrainChain *chain, guint fold, GError **error)
{
  g_autofree char *name = g_strdup_printf ("fold %u", fold + 1);
  TrainFitter fitter = train_stack_get_fitter (work);

  if (!train_stack_fit (work, &fitter, name, 1u << fold, 0, &chain->first, error))
    return FALSE;
  if (chain->first)
    train_crossval_score_fold (&fitter, fold, chain->first->network, work->stack->first, NULL);
  return TRUE;
}

/* Puts the scores of the pages of @fold into a copy of @scores. Returns: (transfer full) */
static float *
with_fold (const TrainStackWork *work, const float *scores, guint fold, const float *of_fold)
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
score_inner (TrainStackWork *work, const TrainChain *chain, guint fold, float *scores, GError **error)
{
  guint epochs = chain->first->history->best;

  for (guint inner = 0; inner < work->folds && !work->stack->interrupted; inner++) {
    g_autofree char *name = g_strdup_printf ("fold %u without %u", inner + 1, fold + 1);
    guint32 without = 1u << fold | 1u << inner;
    TrainFitter fitter = train_stack_get_fitter (work);
    g_autoptr (TrainFit) fit = NULL;

    if (inner == fold)
      continue;
    train_view_leave_out (work->view, without);
    if (!train_stack_fit (work, &fitter, name, without, epochs, &fit, error))
      return FALSE;
    if (fit)
      train_crossval_score_fold (&fitter, inner, fit->network, scores, NULL);
    cli_progress_skip (work->task->progress, (work->plan->epochs - epochs) * (gsize) work->plan->restarts);
  }
  return TRUE;
}

/* The second network of the chain, and the final scores of the fold. */
static gboolean
go_on_with_context (TrainStackWork *work, TrainChain *chain, guint fold, GError **error)
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
list_scored (TrainStackWork *work, guint fold)
{
  for (guint p = 0; p < work->task->corpus->pages->len; p++)
    if (train_corpus_get_page (work->task->corpus, p)->entry->fold == fold)
      g_array_append_val (work->stack->scored, p);
}

static gboolean
run_chain (TrainStackWork *work, guint fold, GError **error)
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
run_plain (TrainStackWork *work, GError **error)
{
  TrainStack *stack = work->stack;
  TrainFitter fitter;
  g_autoptr (TrainCrossval) crossval = NULL;

  train_view_leave_out (work->view, 0);
  fitter = train_stack_get_fitter (work);
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
run_chains (TrainStackWork *work, GError **error)
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
usual_epochs (const TrainStackWork *work)
{
  g_autoptr (GPtrArray) fits = g_ptr_array_new ();

  for (guint fold = 0; fold < work->folds; fold++)
    g_ptr_array_add (fits, ((TrainChain *) work->stack->chains->pdata[fold])->first);
  return train_crossval_get_epochs (fits);
}

/* The networks of all pages: for as many epochs as served the folds, nothing is held back. */
static gboolean
run_final (TrainStackWork *work, GError **error)
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
  fitter = train_stack_get_fitter (work);
  cli_progress_skip (work->task->progress, (work->plan->epochs - epochs) * (gsize) work->plan->restarts);
  if (!train_stack_fit (work, &fitter, "all pages", 0, epochs, &chain->first, error))
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
find_best (const TrainStackWork *work)
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
decide_fold (TrainStackWork *work, TrainChain *chain, guint fold, GError **error)
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
  deciding = train_stack_select_deciding (work, others, TRUE);
  train_stack_decide (work, chain, deciding, others, stack->scores, &chain->decision, effects);
  if (!work->outcomes)
    return TRUE;
  if (!train_stack_fit_outcome (work, chain, stack->scores, 1u << fold, deciding, &chain->decision, NULL,
                                error))
    return FALSE;
  for (guint p = 0; p < work->task->corpus->pages->len; p++)
    if (train_corpus_get_page (work->task->corpus, p)->entry->fold == fold)
      train_outcome_net_run (chain->outcome, work->outcomes, p, stack->outcomes[p]);
  return TRUE;
}

static gboolean
decide_folds (TrainStackWork *work, GError **error)
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
decide_all (TrainStackWork *work, GError **error)
{
  TrainStack *stack = work->stack;
  TrainChain *final = stack->chains->pdata[work->folds];
  gsize n_rules;

  stack->deciding = train_stack_select_deciding (work, stack->scored, FALSE);
  if (stack->deciding->len == 0)
    return TRUE;
  extract_rule_get_all (&n_rules);
  stack->effects = work->with_rules ? g_new0 (TrainRuleEffect, n_rules) : NULL;
  train_stack_decide (work, stack->best, stack->deciding, stack->scored, stack->scores, &stack->decision,
                      stack->effects);
  if (stack->nested && !decide_folds (work, error))
    return FALSE;
  if (!work->outcomes)
    return TRUE;
  if (final)
    return train_stack_fit_outcome (work, final, stack->scores, 0, stack->deciding, &stack->decision,
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
work_init (TrainStackWork *work, const TrainStackTask *task, gboolean with_rules)
{
  gsize n_blocks = task->corpus->n_blocks + 1;

  *work = (TrainStackWork){ .task = task, .folds = task->plan->folds, .with_rules = with_rules };
  work->own_plan = *task->plan;
  if (!train_layers_are_sequence (task->plan->layers, task->plan->n_layers))
    work->own_plan.batch = MIN (task->plan->batch, MAX (count_blocks (task) / MINIMUM_STEPS, 1));
  work->plan = &work->own_plan;
  train_stack_plan_context (work->plan, &work->context_plan);
  train_stack_plan_edges (work->plan, &work->edges_plan);
  work->view = train_view_new (task->corpus, task->set, task->page_weights, work->folds, task->plan->scale,
                               task->jobs);
  if (task->plan->passes > 1)
    work->context = train_inputs_new (extract_feature_set_get_context (), task->corpus->n_blocks);
  if (train_stack_has_edges (task->plan))
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
  work->stack->nested = train_stack_is_nested (task->plan);
  work->stack->chains = g_ptr_array_new_with_free_func (free_chain);
  g_ptr_array_set_size (work->stack->chains, work->folds + 1);
  work->stack->first = g_new0 (float, n_blocks);
  work->stack->scores = g_new0 (float, n_blocks);
  work->stack->scored = g_array_new (FALSE, FALSE, sizeof (guint));
  if (task->plan->outcome)
    work->stack->outcomes = g_malloc0_n (task->corpus->pages->len + 1, sizeof *work->stack->outcomes);
}

static void
work_clear (TrainStackWork *work)
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

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrainStackWork, work_clear)

static gboolean
is_plain (const TrainStackWork *work)
{
  return !work->stack->nested && !work->taught && !train_view_depends (work->view);
}

TrainStack *
train_stack_run (const TrainStackTask *task, gboolean with_final, GError **error)
{
  g_auto (TrainStackWork) work = { 0 };
  TrainStack *stack;

  work_init (&work, task, with_final || task->part);
  stack = work.stack;
  if (!(is_plain (&work) ? run_plain (&work, error) : run_chains (&work, error)))
    return NULL;
  if (with_final && !stack->interrupted && !run_final (&work, error))
    return NULL;
  if (task->plan->decode != EXTRACT_DECODING_THRESHOLD && !stack->interrupted &&
      !train_stack_decode (&work, error))
    return NULL;
  if (task->plan->classes && !stack->interrupted && !train_stack_classify (&work, error))
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
