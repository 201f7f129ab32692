/* SPDX-License-Identifier: MIT */
/* What cross-validation came to: the decision that its scores speak for, and how good all pages are by it. */
#pragma once

#include "crossval.h"
#include "decide.h"
#include "metrics.h"
#include "run.h"

G_BEGIN_DECLS

typedef struct {
  TrainJudge judge; /* its pages are those that decide: of the set --tune, or all that were scored */
  TrainDecision decision;
  TrainRuleEffect *effects; /* (nullable): one for each rule; NULL if there are no rules in the decision */
  GPtrArray *results; /* of TrainResult: all pages that were scored, each by a network that had not seen it */
  TrainSummary summary; /* of those that decide */
} TrainVerdict;

/*
 * train_verdict_new: @with_rules: look at rules and the second threshold, too
 * Returns: (transfer full) (nullable): NULL if no page that would decide was scored
 */
TrainVerdict *train_verdict_new (const TrainRun *run, const TrainCrossval *crossval, gboolean with_rules);
void train_verdict_free (TrainVerdict *verdict);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainVerdict, train_verdict_free)

/* train_verdict_append_report: for people. */
void train_verdict_append_report (GString *text, const TrainVerdict *verdict, const TrainRun *run,
                                  const TrainCrossval *crossval);

/* train_verdict_dup_scores: Returns: (transfer full): "word F1 0.8119 (0.7993 to 0.8240) over 1358 pages of
 * wcxb-dev": of the pages that decided */
char *train_verdict_dup_scores (const TrainVerdict *verdict, const TrainRun *run);

/* train_verdict_write_report: @facts: key, value, key, value ..., NULL. The same to look at, into a folder.
 */
gboolean
train_verdict_write_report (const TrainVerdict *verdict, const TrainRun *run, const TrainCrossval *crossval,
                            const char *const *facts, const char *folder, GError **error);

G_END_DECLS
