/* SPDX-License-Identifier: MIT */
/*
 * Boosted regression trees with the logistic loss: a model that is too large to ship, but learns more from
 * the same pages than a network. Only in training: its scores of pages that it has not seen are what networks
 * are then taught (soft labels).
 *
 * The same samples, plan and seed give the same trees, whatever the number of threads.
 */
#pragma once

#include "train/learn/bins.h"

G_BEGIN_DECLS

typedef struct {
  guint trees;
  guint leaves;           /* of a tree, at most */
  double rate;            /* 0..1: how much of its step a tree goes */
  double minimum_hessian; /* > 0: sum of w p (1 - p) in a leaf: w weight, p score of a sample */
  double l2;              /* >= 0: added to that sum */
  double column_share;    /* 0..1: inputs that a tree may use, drawn for each */
  double row_share;       /* 0..1: samples that a tree is grown from, drawn for each */
} TrainTreesPlan;

void train_trees_plan_init (TrainTreesPlan *plan);

/* What trees read of a row: a column of the row at @offset from it; not known if that is on another page. */
typedef struct {
  guint column;
  gint offset;
} TrainTreesInput;

/* What they are grown from; all lent. */
typedef struct {
  const TrainBins *bins;
  const TrainTreesInput *inputs; /* [n_inputs] */
  guint n_inputs;
  const guint32 *rows;  /* [n]: of the bins; one that occurs twice is two samples */
  const float *targets; /* [n]: 0..1: soft ones, too */
  const float *weights; /* [n]: >= 0; of the mean 1, as l2 and minimum_hessian have it */
  gsize n;
} TrainTreesSamples;

typedef struct _TrainTrees TrainTrees;

/* After each tree, for progress. Returns: FALSE to break it off */
typedef gboolean (*TrainTreesStep) (guint n_grown, gpointer data);

/*
 * train_trees_fit:
 * @threads: 1 or more
 * @step: (nullable)
 *
 * Returns: (transfer full) (nullable): NULL only if @step broke it off
 */
TrainTrees *train_trees_fit (const TrainTreesSamples *samples, const TrainTreesPlan *plan, guint32 seed,
                             guint threads, TrainTreesStep step, gpointer data);
void train_trees_free (TrainTrees *trees);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainTrees, train_trees_free)

/* train_trees_score: @bins: those that the trees were grown from.
 * @rows: [n] of them; @scores: [n] (out caller-allocates): 0..1 */
void train_trees_score (const TrainTrees *trees, const TrainBins *bins, const guint32 *rows, gsize n,
                        guint threads, float *scores);

G_END_DECLS
