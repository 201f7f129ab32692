/* SPDX-License-Identifier: MIT */
/*
 * Cross-validation: each page is scored by a network that has not seen its fold.
 *
 *   folds -> a network for each, trained on the others -> scores of its pages (out-of-fold scores)
 *
 * Folds can be left out: they are neither trained on nor scored. Sets of folds are bits: 1 << fold.
 */
#pragma once

#include "train/learn/fit.h"
#include "libextract/model/model.h"

G_BEGIN_DECLS

typedef struct {
  GPtrArray *fits;      /* [folds] of TrainFit (nullable) */
  float *scores;        /* [corpus->n_blocks]: 0 in pages that were not scored */
  GArray *scored;       /* of guint: places in the corpus of the pages that were scored */
  gboolean interrupted; /* not all of it was done */
} TrainCrossval;

/*
 * train_crossval_run: the folds of the entries must have been assigned.
 * @without: folds that are left out
 * @epochs: if not 0, train for exactly so many, and hold nothing back
 * @suffix: of the names of the networks, "fold 1" and "fold 1 without 2"
 * @jobs: threads; the result does not depend on it
 *
 * Of an interrupted run the pages of folds that were not begun are not scored. Returns: (transfer full)
 * (nullable): NULL with @error
 */
TrainCrossval *train_crossval_run (const TrainFitter *fitter, guint32 without, guint epochs,
                                   const char *suffix, guint jobs, GError **error);
void train_crossval_free (TrainCrossval *crossval);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainCrossval, train_crossval_free)

/* train_crossval_list_pages: those to learn from that are not in the folds @without, and whose weight is not
 * 0. @weights: (nullable): of the pages. Returns: (transfer full): of guint */
GArray *train_crossval_list_pages (const TrainCorpus *corpus, const double *weights, guint32 without);

/* train_crossval_is_possible: whether pages to learn from remain without any @n_left_out of the folds. */
gboolean train_crossval_is_possible (const TrainCorpus *corpus, const double *weights, guint n_left_out);

/* train_crossval_score_fold: the scores of the pages of @fold by @network go to their places in @scores.
 * @scored: (nullable): their places in the corpus are added */
void train_crossval_score_fold (const TrainFitter *fitter, guint fold, const ExtractNetwork *network,
                                float *scores, GArray *scored);

/* train_crossval_get_epochs: the median of the epochs that were kept in @fits (of TrainFit (nullable)). */
guint train_crossval_get_epochs (GPtrArray *fits);

G_END_DECLS
