/* SPDX-License-Identifier: MIT */
/*
 * Cross-validation: each page is scored by a network that has not seen its fold.
 *
 *   folds -> a network for each, trained on the others -> scores of its pages (out-of-fold scores)
 *         -> one more network, trained on all pages, for as many epochs as served the folds
 */
#pragma once

#include "fit.h"

G_BEGIN_DECLS

typedef struct {
  GPtrArray *fits;         /* [folds + 1] of TrainFit (nullable): the last one has seen all pages */
  float *scores;           /* [corpus->n_blocks]: 0 in pages that were not scored */
  GArray *scored;          /* of guint: places in the corpus of the pages that were scored */
  gboolean interrupted;    /* not all of it was done */
  ExtractNetwork *network; /* lent: the one to keep; NULL without @with_final */
} TrainCrossval;

/*
 * train_crossval_run: the folds of the entries must have been assigned.
 * @with_final: train the network on all pages, too
 * @jobs: threads; the result does not depend on it
 *
 * An interrupted run has what was done until then: pages of folds that were not begun are not scored, and if
 * the last network was not begun, the one of the fold with the best held-back F1 stands in for it. Returns:
 * (transfer full) (nullable): NULL with @error; NULL without if there is nothing yet.
 */
TrainCrossval *
train_crossval_run (const TrainFitter *fitter, gboolean with_final, guint jobs, GError **error);
void train_crossval_free (TrainCrossval *crossval);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainCrossval, train_crossval_free)

/* train_crossval_is_possible: whether every fold leaves pages to train on. */
gboolean train_crossval_is_possible (const TrainCorpus *corpus);

G_END_DECLS
