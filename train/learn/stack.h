/* SPDX-License-Identifier: MIT */
/*
 * All networks of a model, and cross-validated scores of every page; see stack-run.c.
 */
#pragma once

#include "train/learn/class-stage.h"
#include "train/learn/crossval.h"
#include "train/learn/decide.h"
#include "train/learn/decoder.h"
#include "train/learn/outcome.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"

G_BEGIN_DECLS

/* What a run is about; all lent. */
typedef struct {
  const TrainCorpus *corpus; /* folds of the entries have been assigned */
  const ExtractFeatureSet *set;
  const TrainPlan *plan;
  const double *page_weights; /* (nullable) [pages] */
  const guint8 *part;    /* (nullable) [pages]: only these decide; all others weigh 0; rules are looked at */
  const char *tune;      /* (nullable): name of the set whose pages decide; else all do */
  ExtractNetwork *start; /* (nullable): for the first networks */
  TrainCheckpoint *checkpoint; /* (nullable) */
  CliProgress *progress;       /* one step is an epoch: train_stack_count_steps () */
  guint jobs;                  /* threads; the result does not depend on it */
} TrainStackTask;

/* What was learnt without one fold, or from all pages. */
typedef struct {
  ExtractTokenTables *tables; /* (nullable) */
  ExtractScale *scale;        /* (nullable) */
  TrainFit *first;
  TrainFit *context;           /* (nullable) */
  ExtractScale *context_scale; /* (nullable) */
  TrainFit *edges;             /* (nullable): the network for edges */
  TrainDecoder *decoder;       /* (nullable) */
  ExtractModelClasses classes; /* lent by the stack */
  TrainOutcomeNet *outcome;    /* (nullable) */
  TrainDecision decision;      /* chosen without the fold */
  gboolean whole;              /* all of it was trained to its end */
} TrainChain;

typedef struct {
  GPtrArray
      *chains;  /* [folds + 1] of TrainChain (nullable): by the fold left out; the last one learnt from all */
  float *first; /* [n_blocks]: scores of the first stage, 0 in pages that were not scored */
  float *scores;            /* [n_blocks]: final ones */
  GArray *scored;           /* of guint: places in the corpus of the pages that were scored */
  GArray *deciding;         /* of guint: those of them that decide; may be empty */
  TrainClassStage *classes; /* (nullable) */
  float (*outcomes)[2];     /* (nullable) [pages]: expected F1, likelihood of no main text */
  gboolean nested;          /* thresholds and rules of a fold were chosen without it: TrainChain.decision */
  TrainDecision decision;   /* on all pages that were scored; of the model */
  TrainRuleEffect *effects; /* (nullable): one for each rule, if rules were looked at */
  gboolean interrupted;     /* not all of it was done */
  const TrainChain *best;   /* lent: that of the model */
} TrainStack;

/*
 * train_stack_run:
 * @with_final: train the networks on all pages, and look at rules, too; else the best chain of a fold stands
 * for the model
 *
 * An interrupted run has what was done until then: pages of folds that were not finished are not scored, and
 * if the last networks were not, those of a fold stand in for them. Returns: (transfer full) (nullable): NULL
 * with @error; NULL without if there is nothing yet.
 */
TrainStack *train_stack_run (const TrainStackTask *task, gboolean with_final, GError **error);
void train_stack_free (TrainStack *stack);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainStack, train_stack_free)

/* train_stack_count_steps: the epochs of all networks, at most. */
gsize train_stack_count_steps (const TrainPlan *plan, gboolean with_final);

/* train_stack_get_n_left_out: how many folds are left out at a time, at most: so many and one more need pages
 * to learn from. */
guint train_stack_get_n_left_out (const TrainPlan *plan);

/* train_chain_get_parts: @parts: (out): lent, without decision */
void train_chain_get_parts (const TrainChain *chain, const ExtractFeatureSet *set, ExtractModelParts *parts);

/* train_stack_get_decision: that by which pages of @fold are measured. */
const TrainDecision *train_stack_get_decision (const TrainStack *stack, guint fold);

G_END_DECLS
