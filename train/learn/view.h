/* SPDX-License-Identifier: MIT */
/*
 * The corpus for networks that must not see some folds.
 *
 *   labels of the other folds -> counts of tokens -> tables -> features of the family "token" -> rows
 *
 * Without the folds S, the tables for a page of fold f are counted without S and f, so that its own labels
 * are not in its features. The scale is that of the pages outside S.
 */
#pragma once

#include "train/learn/inputs.h"
#include "libextract/feature/feature.h"

G_BEGIN_DECLS

typedef struct _TrainView TrainView;

/*
 * train_view_new: @corpus, @weights: lent. The documents of the corpus get features of @set.
 * @weights: (nullable): of the pages
 * @scaled: whether rows are standardised
 */
TrainView *train_view_new (const TrainCorpus *corpus, const ExtractFeatureSet *set, const double *weights,
                           guint n_folds, gboolean scaled, guint jobs);
void train_view_free (TrainView *view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainView, train_view_free)

/* train_view_depends: whether leaving out folds makes a difference. */
gboolean train_view_depends (const TrainView *view);

/* train_view_leave_out: @without: folds, bit f for fold f. Rows, scale and tables are those without them. */
void train_view_leave_out (TrainView *view, guint32 without);

const TrainInputs *train_view_get_rows (const TrainView *view);
/* train_view_get_tables: Returns: (transfer none) (nullable): of all pages that are not left out. */
ExtractTokenTables *train_view_get_tables (TrainView *view);

G_END_DECLS
