/* SPDX-License-Identifier: MIT */
#pragma once

#include "train/learn/decide.h"

/* train_decision_find_favours: what a decision has for those who want precision or recall, other things as
 * they are. */
void train_decision_find_favours (const TrainJudge *judge, TrainDecision *decision);

/* train_favour_score: those of @page, by the one or the other of these thresholds.
 * @scores: of the blocks of @page */
TrainScores train_favour_score (const TrainPage *page, const float *scores, const TrainDecision *decision,
                                gboolean precision);
