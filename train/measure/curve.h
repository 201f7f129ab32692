/* SPDX-License-Identifier: MIT */
/*
 * The quality of scores over all thresholds, for the blocks of measured pages (TrainResult.block_results). A
 * page weighs 1, a block its share of the words of its page.
 */
#pragma once

#include "train/measure/metrics.h"

G_BEGIN_DECLS

/* Blocks with a score of at least `threshold` taken for main text. */
typedef struct {
  double threshold;
  double precision;
  double recall;
  double f1;
} TrainCurvePoint;

/* train_curve_precision_recall: @results: of TrainResult; thresholds fall from 1 to 0, at most 201 points.
 * Returns: (transfer full): of TrainCurvePoint; empty if no blocks were measured */
GArray *train_curve_precision_recall (GPtrArray *results);

/* train_curve_average_precision: area under the curve: sum over its points of (R_k - R_(k-1)) P_k. */
double train_curve_average_precision (GArray *curve);

/* Blocks whose score lies in [low, high). */
typedef struct {
  double low;
  double high;
  double weight; /* share of all weight */
  double score;  /* mean */
  double good;   /* share of it that is main text */
} TrainCalibrationBin;

/* Bins that the calibration error is taken over. */
#define TRAIN_CALIBRATION_BINS 10

/* train_curve_calibration: Returns: (transfer full): of TrainCalibrationBin, @n_bins of equal width */
GArray *train_curve_calibration (GPtrArray *results, guint n_bins);

/* train_curve_calibration_error: expected calibration error: sum of weight x |score - good|. */
double train_curve_calibration_error (GArray *bins);

G_END_DECLS
