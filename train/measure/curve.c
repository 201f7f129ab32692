/* SPDX-License-Identifier: MIT */
/*
 * All blocks of all pages are counted in bins by their score, with their weights; then the thresholds go
 * through the bins from the highest.
 *
 *   weight of a block = words of the block / words of the blocks of its page
 *
 * Blocks without words have no known label, and weigh 0.
 */
#include "train/measure/curve.h"

#include <math.h>

#define N_STEPS 200 /* thresholds 0/200 .. 200/200 */

/* Calls for each block with a weight. */
typedef void (*BlockFunc) (const TrainBlockResult *block, double weight, gpointer data);

static void
for_each_block (GPtrArray *results, BlockFunc function, gpointer data)
{
  for (guint i = 0; i < results->len; i++) {
    const TrainResult *result = results->pdata[i];
    double n_words = 0;
    for (guint b = 0; result->block_results && b < result->block_results->len; b++) {
      const TrainBlockResult *block = &g_array_index (result->block_results, TrainBlockResult, b);
      n_words += block->truth == EXTRACT_LABEL_NONE ? 0 : block->n_words;
    }
    for (guint b = 0; n_words > 0 && b < result->block_results->len; b++) {
      const TrainBlockResult *block = &g_array_index (result->block_results, TrainBlockResult, b);
      if (block->truth != EXTRACT_LABEL_NONE)
        function (block, block->n_words / n_words, data);
    }
  }
}

/* The last of the bins [i / n, (i + 1) / n), i = 0 .. @n, whose lower end @score reaches. */
static guint
find_bin (double score, guint n)
{
  guint bin = (guint) (CLAMP (score, 0, 1) * n);
  if (bin < n && (bin + 1.0) / n <= score)
    bin++;
  if (bin > 0 && (double) bin / n > score)
    bin--;
  return bin;
}

/* ---- Precision and recall ----------------------------------------------------------------- */

typedef struct {
  double good[N_STEPS + 1];
  double bad[N_STEPS + 1];
  double all_good;
} Steps;

static void
steps_add (const TrainBlockResult *block, double weight, gpointer data)
{
  Steps *steps = data;
  guint bin = find_bin (block->score, N_STEPS);
  if (block->truth == EXTRACT_LABEL_GOOD) {
    steps->good[bin] += weight;
    steps->all_good += weight;
  } else {
    steps->bad[bin] += weight;
  }
}

GArray *
train_curve_precision_recall (GPtrArray *results)
{
  GArray *curve = g_array_new (FALSE, FALSE, sizeof (TrainCurvePoint));
  Steps steps = { 0 };
  double good = 0, bad = 0;

  for_each_block (results, steps_add, &steps);
  for (gint i = N_STEPS; i >= 0; i--) {
    good += steps.good[i];
    bad += steps.bad[i];
    if (good + bad == 0)
      continue; /* nothing is taken yet: no precision */
    TrainScores scores;
    train_scores_set (&scores, good / (good + bad), steps.all_good > 0 ? good / steps.all_good : 0);
    TrainCurvePoint point = { (double) i / N_STEPS, scores.precision, scores.recall, scores.f1 };
    g_array_append_val (curve, point);
  }
  return curve;
}

double
train_curve_average_precision (GArray *curve)
{
  double area = 0, recall = 0;
  for (guint k = 0; k < curve->len; k++) {
    const TrainCurvePoint *point = &g_array_index (curve, TrainCurvePoint, k);
    area += (point->recall - recall) * point->precision;
    recall = point->recall;
  }
  return area;
}

/* ---- Calibration -------------------------------------------------------------------------- */

/* Sums, until they are divided by the weight. */
static void
bins_add (const TrainBlockResult *block, double weight, gpointer data)
{
  GArray *bins = data;
  guint i = MIN (find_bin (block->score, bins->len), bins->len - 1); /* a score of 1 is in the last one */
  TrainCalibrationBin *bin = &g_array_index (bins, TrainCalibrationBin, i);
  bin->weight += weight;
  bin->score += weight * block->score;
  bin->good += block->truth == EXTRACT_LABEL_GOOD ? weight : 0;
}

GArray *
train_curve_calibration (GPtrArray *results, guint n_bins)
{
  GArray *bins = g_array_new (FALSE, FALSE, sizeof (TrainCalibrationBin));
  double all = 0;

  g_return_val_if_fail (n_bins > 0, bins);
  for (guint i = 0; i < n_bins; i++) {
    TrainCalibrationBin bin = { .low = (double) i / n_bins, .high = (i + 1.0) / n_bins };
    g_array_append_val (bins, bin);
  }
  for_each_block (results, bins_add, bins);

  for (guint i = 0; i < n_bins; i++)
    all += g_array_index (bins, TrainCalibrationBin, i).weight;
  for (guint i = 0; i < n_bins; i++) {
    TrainCalibrationBin *bin = &g_array_index (bins, TrainCalibrationBin, i);
    if (bin->weight == 0)
      continue;
    bin->score /= bin->weight;
    bin->good /= bin->weight;
    bin->weight /= all;
  }
  return bins;
}

double
train_curve_calibration_error (GArray *bins)
{
  double error = 0;
  for (guint i = 0; i < bins->len; i++) {
    const TrainCalibrationBin *bin = &g_array_index (bins, TrainCalibrationBin, i);
    error += bin->weight * fabs (bin->score - bin->good);
  }
  return error;
}
