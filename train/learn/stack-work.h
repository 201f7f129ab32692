/* SPDX-License-Identifier: MIT */
/* What the files stack*.c have in common: a run, and its parts. */
#pragma once

#include "train/learn/stack.h"
#include "train/learn/view.h"

G_BEGIN_DECLS

/* Purposes have seeds of their own. */
#define TRAIN_CONTEXT_SEED 104729u
#define TRAIN_OUTCOME_SEED 1299709u
#define TRAIN_EDGES_SEED 15485863u

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
} TrainStackWork;

/* For cli_parallel () where results are nothing but what is written meanwhile. */
static inline gboolean
train_stack_go_on (gsize i, gpointer result, gpointer data)
{
  return TRUE;
}

/* ---- Plans (stack-plan.c) --------------------------------------------------------------------- */

/* Whether thresholds and rules of a fold are chosen without it. */
gboolean train_stack_is_nested (const TrainPlan *plan);
/* @context, @edges: (out): of the second network, and of that for edges */
void train_stack_plan_context (const TrainPlan *plan, TrainPlan *context);
void train_stack_plan_edges (const TrainPlan *plan, TrainPlan *edges);
gboolean train_stack_has_edges (const TrainPlan *plan);
/* Whether the network for edges is trained by itself; that of a CRF comes with the rest of it. */
gboolean train_stack_trains_edges (const TrainPlan *plan);

/* ---- Networks (stack-run.c) ----------------------------------------------------------------------- */

/* For a first network; others change what differs. */
TrainFitter train_stack_get_fitter (const TrainStackWork *work);
/* A network from the pages of all folds but @without, a bit for each. @fit: (out) (nullable): NULL if it was
 * interrupted before the first epoch */
gboolean train_stack_fit (TrainStackWork *work, const TrainFitter *fitter, const char *name, guint32 without,
                          guint epochs, TrainFit **fit, GError **error);

/* ---- Once all chains are there (stack-decode.c) ------------------------------------------------ */

/* Decoders of all chains, and scores of the folds by them. An interrupted run decodes nothing: its scores
 * would not be of one kind. */
gboolean train_stack_decode (TrainStackWork *work, GError **error);
/* Networks for the classes of blocks, of all chains. */
gboolean train_stack_classify (TrainStackWork *work, GError **error);

/* ---- Thresholds, rules, outcomes (stack-outcome.c) ---------------------------------------------- */

/* Of @scored those that decide; all of them if that is none, and @any. Returns: (transfer full) */
GArray *train_stack_select_deciding (const TrainStackWork *work, GArray *scored, gboolean any);
/* @decision: (out); @effects: (nullable): of the rules, if they are to be looked at */
void
train_stack_decide (const TrainStackWork *work, const TrainChain *chain, GArray *deciding, GArray *scored,
                    const float *scores, TrainDecision *decision, TrainRuleEffect *effects);
/* The outcome of a chain: networks from its out-of-fold scores, and the threshold for pages without main
 * text.
 * @outputs: (nullable): out-of-fold outcomes, where they are known */
gboolean train_stack_fit_outcome (TrainStackWork *work, TrainChain *chain, const float *scores,
                                  guint32 without, GArray *deciding, TrainDecision *decision,
                                  const float (*outputs)[2], GError **error);

G_END_DECLS
