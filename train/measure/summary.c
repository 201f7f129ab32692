/* SPDX-License-Identifier: MIT */
/*
 * Pages together: means over pages, sums of snippets and blocks, and the interval of the mean F1
 * (bootstrap.h).
 */
#include "train/measure/bootstrap.h"
#include "train/measure/metrics.h"

static double
share (double part, double whole)
{
  return whole > 0 ? part / whole : 0;
}

static void
confusion_add_all (TrainConfusion *confusion, const TrainConfusion *more)
{
  confusion->good_as_good += more->good_as_good;
  confusion->good_as_bad += more->good_as_bad;
  confusion->bad_as_good += more->bad_as_good;
  confusion->bad_as_bad += more->bad_as_bad;
}

void
train_summary_compute (GPtrArray *results, guint32 seed, TrainSummary *summary)
{
  g_autofree double *f1 = g_new (double, (gsize) results->len + 1);
  guint with_found = 0, without_absent = 0, pages_with = 0, pages_without = 0;

  *summary = (TrainSummary){ .n_pages = results->len };
  for (guint i = 0; i < results->len; i++) {
    const TrainResult *result = results->pdata[i];
    summary->n_missing += result->missing ? 1 : 0;
    summary->n_empty += result->empty ? 1 : 0;
    if (result->scored) {
      f1[summary->n_scored++] = result->scores.f1;
      summary->scores.f1 += result->scores.f1;
      summary->scores.precision += result->scores.precision;
      summary->scores.recall += result->scores.recall;
    }
    if (result->n_with > 0) {
      pages_with++;
      with_found += result->with_found;
      summary->n_with += result->n_with;
      summary->with_recall_page += (double) result->with_found / result->n_with;
    }
    if (result->n_without > 0) {
      pages_without++;
      without_absent += result->without_absent;
      summary->n_without += result->n_without;
      summary->without_exclusion_page += (double) result->without_absent / result->n_without;
    }
    if (result->has_blocks) {
      summary->n_with_blocks++;
      confusion_add_all (&summary->blocks, &result->blocks);
      confusion_add_all (&summary->words, &result->words);
    }
  }

  if (summary->n_scored > 0) {
    summary->scores.f1 /= summary->n_scored;
    summary->scores.precision /= summary->n_scored;
    summary->scores.recall /= summary->n_scored;
    train_bootstrap_mean (f1, summary->n_scored, seed, &summary->f1_low, &summary->f1_high);
  }
  summary->with_recall = share (with_found, summary->n_with);
  summary->with_recall_page = share (summary->with_recall_page, pages_with);
  summary->without_exclusion = share (without_absent, summary->n_without);
  summary->without_exclusion_page = share (summary->without_exclusion_page, pages_without);
}
