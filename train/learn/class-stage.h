/* SPDX-License-Identifier: MIT */
/*
 * Networks for the classes of blocks, cross-validated: one for each fold k, trained on all but k, and one for
 * all pages, which is that of the model.
 *
 *   labels of people ─> classes ─┐
 *   rows of the view ────────────┴─> network without k ─> outputs of fold k ─┐
 *   final scores, out of fold ───────────────────────────────────────────────┴> probabilities of fold k
 *
 *   probabilities of all folds but k ─> decoder without k ─> probabilities and scores of fold k
 *
 * A network reads what the first network of its chain reads of a block, by the same scale. Blocks that have
 * no class from people are read, but nothing is learnt of them.
 */
#pragma once

#include "train/learn/class-decoder.h"
#include "train/learn/fit.h"
#include "train/learn/view.h"

G_BEGIN_DECLS

/* What a run is about; all lent. */
typedef struct {
  const TrainCorpus *corpus;
  const TrainPlan *plan;
  TrainView *view;
  const double *page_weights;  /* (nullable) [pages] */
  TrainCheckpoint *checkpoint; /* (nullable) */
  CliProgress *progress;
  guint jobs;
  const guint8 *wanted; /* [folds + 1]: whether there is a chain without that fold; the last one: of all */
  const GArray *scored; /* guint: pages that have scores; all are of wanted folds */
} TrainClassTask;

/* What was learnt without one fold, or from all pages. */
typedef struct {
  TrainFit *fit;              /* (nullable) */
  TrainClassDecoder *decoder; /* (nullable) */
} TrainClassFit;

typedef struct {
  char **names; /* of the classes, sorted */
  guint n_classes;
  TrainClassFit *fits; /* [n_fits]: folds + 1 */
  guint n_fits;
  float *probabilities; /* [n_blocks][n_classes]: of the pages that were scored, by what had not seen them */
  gboolean interrupted; /* not all of it was done: there is nothing to make a model of */
} TrainClassStage;

/*
 * train_class_stage_run:
 * @scores: (inout): [n_blocks]: final ones, out of fold; made anew where classes are decoded
 *
 * Returns: (transfer full) (nullable): NULL with G_IO_ERROR_INVALID_ARGUMENT if people gave no classes beside
 * content and boilerplate, none for one of both sides, or only on pages of one fold
 */
TrainClassStage *train_class_stage_run (const TrainClassTask *task, float *scores, GError **error);
void train_class_stage_free (TrainClassStage *stage);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainClassStage, train_class_stage_free)

/* train_class_stage_get: lent, for a model. @fold: the one left out, or the number of folds */
ExtractModelClasses train_class_stage_get (const TrainClassStage *stage, guint fold);

/* train_class_stage_plan: the layers of the network for @n_classes, and how it is trained */
void train_class_stage_plan (const TrainPlan *plan, guint n_classes, TrainPlan *of_classes);

/* train_class_names: those that people gave, sorted. Returns: (transfer full): as train_class_stage_run () */
char **train_class_names (const TrainCorpus *corpus, GError **error);

G_END_DECLS
