/* SPDX-License-Identifier: MIT */
/*
 * Training while people label: after every N finished pages, `texttractor train` runs in the background with
 * low priority, starting from the model of --model. Every fourth finished page is held back from all
 * training. On these pages, the new model is compared with the one in use, and the better one is used from
 * then on.
 *
 *   finished pages ─┬─> texttractor-train SET -o SET/annotate-next.model ─┐
 *                   │                                                     v
 *                   └─> those held back ──────────> trial of both: is it better? ─> SET/annotate.model
 *
 * Messages of the training and the result of the trial are in SET/annotate.log.
 */
#pragma once

#include "cli/cli.h"
#include "annotate/tools/trial.h"

G_BEGIN_DECLS

/* Pages held back that a trial needs: fewer would tell too little. */
#define RETRAIN_MINIMUM_HELD 3

typedef struct _Retrain Retrain;

/* retrain_new: @every: finished pages between two trainings, 1 or more
 * @n_finished: pages that are finished already
 * @options: of the model; outlive it, as does @parser
 * @features: of that model
 * Returns: (transfer full) */
Retrain *retrain_new (const char *set, guint every, guint n_finished, ExtractParser *parser,
                      const CliModelOptions *options, const ExtractFeatureSet *features);
/* retrain_free: ends a training that is under way. */
void retrain_free (Retrain *retrain);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Retrain, retrain_free)

/* retrain_is_due: whether enough pages have been finished since the last training, and none is under way.
 * @n_finished: pages that are finished by now, their labels written */
gboolean retrain_is_due (const Retrain *retrain, guint n_finished);

/*
 * retrain_start:
 * @held: (element-type TrainEntry): pages that are not trained on
 * @measured: (element-type TrainEntry): those of them that are finished; at least RETRAIN_MINIMUM_HELD
 * @current: (nullable): what proposes now
 */
gboolean retrain_start (Retrain *retrain, guint n_finished, const GPtrArray *held, const GPtrArray *measured,
                        ExtractClassifier *current, GError **error);

typedef enum {
  RETRAIN_NO_NEWS,
  RETRAIN_BETTER, /* the new model is better, and in SET/annotate.model */
  RETRAIN_NO_BETTER,
  RETRAIN_FAILED,
} RetrainNews;

/* What has come of a training. */
typedef struct {
  ExtractModel *model;           /* of RETRAIN_BETTER, owned */
  ExtractClassifier *classifier; /* the same, set up by the options; owned */
  char *sentence;                /* message for the annotator: the model in use, and both figures */
} RetrainResult;

void retrain_result_clear (RetrainResult *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RetrainResult, retrain_result_clear)

/*
 * retrain_look: looks whether a training has ended, and then a trial. To be called now and then; it does not
 * wait.
 * @error: with RETRAIN_FAILED: the last sentence of the training, or why there was none
 */
RetrainNews retrain_look (Retrain *retrain, RetrainResult *result, GError **error);

G_END_DECLS
