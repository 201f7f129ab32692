/* SPDX-License-Identifier: MIT */
/*
 * What a page would print at each threshold, without rules: its blocks by falling score, with what they and
 * those before them have in common with the reference. Every word is counted once.
 */
#pragma once

#include "train/learn/corpus.h"

/* A block, and all of a better score. */
typedef struct {
  float score;
  gsize n_words;
  gsize n_common; /* of them in the reference, as bags */
} TrainCut;

/* train_cuts_new: @scores: of the blocks of @page. Returns: (transfer full) (element-type TrainCut) */
GArray *train_cuts_new (const TrainPage *page, const float *scores);

/* train_cuts_find: Returns: (nullable): the blocks of score @t and above; NULL if there is none. */
const TrainCut *train_cuts_find (GArray *cuts, double t);

/* train_cut_score: @cut: (nullable). Returns: as train_scores_compute (). */
TrainScores train_cut_score (const TrainCut *cut, const TrainPage *page);
