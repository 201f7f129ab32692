/* SPDX-License-Identifier: MIT */
/*
 * One network, from pages: first weights, epochs, early stopping on held-back sites, restarts.
 *
 *   pages -> [drawn] -> sites held back ─> validation F1 after each epoch ─┐
 *                    └> samples -> engine: epoch, epoch, epoch ... ────────┴> the network of the best epoch
 */
#pragma once

#include "cli/cli.h"
#include "train/learn/checkpoint.h"
#include "train/learn/corpus.h"
#include "train/learn/engine.h"
#include "train/learn/history.h"
#include "train/learn/inputs.h"
#include "libextract/model/model.h"

G_BEGIN_DECLS

/* What all networks of a run share; all lent. */
typedef struct {
  const TrainCorpus *corpus;
  const TrainInputs *rows;    /* of the blocks of the corpus */
  const float *targets;       /* (nullable) [n_blocks]: see TrainMaterial */
  const double *page_weights; /* (nullable) [pages]: as well */
  guint n_classes;            /* as well */
  const TrainPlan *plan;
  ExtractNetwork *start;       /* (nullable): a warm start */
  TrainCheckpoint *checkpoint; /* (nullable) */
  CliProgress *progress;       /* one step is an epoch */
  guint threads;               /* of the engine */
} TrainFitter;

typedef struct {
  ExtractNetwork *network; /* of the epoch kept */
  TrainHistory *history;   /* of the restart that was kept */
  double held_f1;          /* NAN if nothing was held back */
  gboolean interrupted;    /* it could not be trained to its end */
} TrainFit;

/*
 * train_fit_pages:
 * @name: of the network, "fold 1": for the history and the checkpoint
 * @pages: (element-type guint): places in the corpus of the pages that may be trained on
 * @epochs: if not 0, train for exactly so many, and hold nothing back
 *
 * Ends early if the program is interrupted, with the best network so far. The same arguments give the same
 * network, whatever the number of threads, and with a checkpoint however often it was interrupted.
 * Returns: (transfer full) (nullable): NULL with @error if training fails; NULL without if it was interrupted
 * before the first epoch.
 */
TrainFit *
train_fit_pages (const TrainFitter *fitter, const char *name, GArray *pages, guint epochs, GError **error);
void train_fit_free (TrainFit *fit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainFit, train_fit_free)

/* ---- Steps of train_fit_pages (), for tests, too ------------------------------------------------ */

/* train_fit_draw_pages: draws the training pages of the plan from @pages (of guint); a larger number includes
 * the pages of a smaller one. Returns: (transfer full) */
GArray *train_fit_draw_pages (const TrainPlan *plan, GArray *pages);

/* train_fit_hold_back: moves the pages of some sites from @pages to @held; none if there are not sites enough
 * for both. */
void train_fit_hold_back (const TrainCorpus *corpus, const TrainPlan *plan, GArray *pages, GArray *held);

G_END_DECLS
