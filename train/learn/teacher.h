/* SPDX-License-Identifier: MIT */
/*
 * Teachers: models of which only the scores are kept, on pages that they have not seen.
 *
 *   soft label = (1 - soft) x label + soft x score of the teacher
 *
 * Soft labels express uncertainty, and weaken wrong labels.
 */
#pragma once

#include "train/learn/fit.h"

G_BEGIN_DECLS

/* train_teacher_load: the scores of a teacher from the checkpoint of @fitter. Returns: whether they are
 * there. */
gboolean train_teacher_load (const TrainFitter *fitter, guint32 without, float *scores);

/*
 * train_teacher_score: @fitter: its plan says how many networks the teacher has; their scores are averaged
 * @without: folds, bit f for fold f: what it does not see, and scores
 * @scores: (out caller-allocates): [n_blocks]: those of the pages of these folds are set
 * @interrupted: (out): set to TRUE if it could not be trained to its end; then the scores are good for
 * nothing They are put into the checkpoint, if there is one. Returns: FALSE with @error
 */
gboolean train_teacher_score (const TrainFitter *fitter, guint32 without, float *scores,
                              gboolean *interrupted, GError **error);

/* train_teacher_count_steps: of the progress, for one teacher. */
gsize train_teacher_count_steps (const TrainPlan *plan);

/* train_teacher_soften: labels and @scores of the teacher to soft labels, NAN in blocks without a label.
 * Returns: (transfer full): [n_blocks] */
float *train_teacher_soften (const TrainCorpus *corpus, const TrainPlan *plan, const float *scores);

G_END_DECLS
