/* SPDX-License-Identifier: MIT */
/* The results of training: cross-validated figures of all pages. */
#pragma once

#include "train/measure/learning.h"
#include "train/measure/metrics.h"
#include "train/run.h"
#include "train/learn/stack.h"

G_BEGIN_DECLS

/* A decision without rules, chosen on the pages that it is measured on. */
typedef struct {
  double good;
  double f1;
} TrainPassFigure;

/* What the network for the outcome said of a page. */
typedef struct {
  double confidence;
  gboolean no_text; /* the verdict: there is no main text */
  gboolean empty;   /* the truth: the reference has no words */
} TrainPageOutcome;

typedef struct {
  GPtrArray *results; /* of TrainResult: all pages that were scored, each by networks that had not seen it */
  GPtrArray *texts;   /* of char *: the text that each of them prints */
  GArray *outcomes;   /* of TrainPageOutcome: of each of them */
  TrainSummary summary; /* of those that decide */
  /* If thresholds were chosen for each fold: */
  TrainPassFigure first, second; /* the passes by themselves */
  double model_f1;               /* with the model's thresholds and rules, without verdicts on pages */
  TrainLearning *learning;       /* (nullable): of train_run_learn () */
} TrainVerdict;

/* train_run_decides: whether a page has a say in the decision: it is of the set --tune, or all are asked. */
gboolean train_run_decides (const TrainRun *run, const TrainEntry *entry);

/* train_run_learn: the learning curve of the run, whose results with all pages are those of @whole.
 * @checkpoint: (nullable): of the run, has the networks of the parts, too. Returns: (transfer full)
 * (nullable): NULL with
 * @error if training fails, without if it is interrupted */
TrainLearning *
train_run_learn (const TrainRun *run, TrainCheckpoint *checkpoint, const TrainVerdict *whole, GError **error);

/* train_verdict_new: Returns: (transfer full) (nullable): NULL if no page that would decide was scored */
TrainVerdict *train_verdict_new (const TrainRun *run, const TrainStack *stack);
void train_verdict_free (TrainVerdict *verdict);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainVerdict, train_verdict_free)

/* train_verdict_append_report: for people. */
void train_verdict_append_report (GString *text, const TrainVerdict *verdict, const TrainRun *run,
                                  const TrainStack *stack);

/* train_verdict_dup_scores: Returns: (transfer full): "word F1 0.8119 (0.7993 to 0.8240) over 1358 pages of
 * wcxb-dev": of the pages that decided */
char *train_verdict_dup_scores (const TrainVerdict *verdict, const TrainRun *run, const TrainStack *stack);

/* train_verdict_write_texts: the text of each page, as @folder/SET/<id>.txt, where eval --outputs and
 * --compare look for it. */
gboolean train_verdict_write_texts (const TrainVerdict *verdict, const char *folder, GError **error);

/* train_verdict_write_report: @facts: key, value, key, value ..., NULL. The same to look at, into a folder.
 */
gboolean
train_verdict_write_report (const TrainVerdict *verdict, const TrainRun *run, const TrainStack *stack,
                            const char *const *facts, const char *folder, GError **error);

G_END_DECLS
