/* SPDX-License-Identifier: MIT */
/* Scores and classes of a stack once all its chains are there: see the head of stack-run.c. */
#include "train/learn/stack-work.h"

#include <string.h>

/* ---- Decoding --------------------------------------------------------------------------------- */

static gpointer
read_edges (gsize p, gpointer data)
{
  const TrainStackWork *work = data;
  const TrainPage *page = train_corpus_get_page (work->task->corpus, p);

  extract_document_compute_edges (page->document,
                                  work->edges->values + page->first_block * work->edges->n_features);
  return NULL;
}

/* Features of edges, by the scale of the pages that are not in @without. */
static void
fill_edges (TrainStackWork *work, guint32 without)
{
  const TrainCorpus *corpus = work->task->corpus;
  g_autoptr (GArray) pages = train_crossval_list_pages (corpus, work->task->page_weights, without);

  g_clear_pointer (&work->edges->scale, g_free);
  cli_parallel (corpus->pages->len, work->task->jobs, read_edges, train_stack_go_on, NULL, work);
  train_inputs_standardise (work->edges, corpus, pages);
}

static gboolean
fit_edges (TrainStackWork *work, TrainChain *chain, const char *chain_name, guint32 without, GError **error)
{
  g_autofree char *name = g_strconcat (chain_name, ", edges", NULL);
  TrainFitter fitter = train_stack_get_fitter (work);

  fitter.rows = work->edges;
  fitter.targets = NULL;
  fitter.plan = &work->edges_plan;
  fitter.start = NULL;
  return train_stack_fit (work, &fitter, name, without, work->edges_plan.epochs, &chain->edges, error);
}

/* Of the pages of @pages, those that were scored. */
static GArray *
keep_scored (const TrainStackWork *work, GArray *pages)
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
fit_decoder (TrainStackWork *work, TrainChain *chain, guint fold, GError **error)
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
  if (train_stack_trains_edges (work->plan) && !fit_edges (work, chain, name, without, error))
    return FALSE;
  if (work->stack->interrupted)
    return TRUE;
  chain->decoder = train_decoder_new (&task, chain->edges ? chain->edges->network : NULL, error);
  return chain->decoder != NULL;
}

static void
decode_fold (const TrainStackWork *work, const TrainChain *chain, guint fold, float *decoded)
{
  for (guint p = 0; p < work->task->corpus->pages->len; p++) {
    const TrainPage *page = train_corpus_get_page (work->task->corpus, p);

    if (page->entry->fold == fold)
      train_decoder_run (chain->decoder, work->task->corpus, work->edges, p, decoded + page->first_block);
  }
}

gboolean
train_stack_decode (TrainStackWork *work, GError **error)
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

gboolean
train_stack_classify (TrainStackWork *work, GError **error)
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
