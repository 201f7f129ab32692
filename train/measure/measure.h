/* SPDX-License-Identifier: MIT */
/*
 * The table of measures. Most are shares of what is counted on a page (TrainCounts):
 *
 *   page    its share
 *   mean    of the shares of the pages, each weighs the same, with an interval (bootstrap.h)
 *   total   the same share of the sums of all pages, where large pages weigh more
 */
#pragma once

#include "train/measure/metrics.h"

G_BEGIN_DECLS

typedef struct _TrainMeasure TrainMeasure;

struct _TrainMeasure {
  const char *key;      /* "shingle4-f1" */
  const char *family;   /* "shingle4": measures that are asked for together */
  const char *unit;     /* "share" or "blocks" */
  const char *sentence; /* what it is */
  const char *source;   /* where it is from */

  /* Of a page: @part / @whole of what is counted. Both functions are NULL or not as the table says. */
  TrainCounted counted;
  void (*get_share) (const TrainCounts *counts, double *part, double *whole);
  gboolean empty_is_right; /* nothing of nothing is 1, nothing of something is 0; else a share of nothing is
                              unknown */
  gboolean harmonic;       /* the mean is the harmonic one of the means of the two rows above */

  /* Of all blocks of all pages at once (curve.h), if there is no share of a page. */
  double (*get_total) (GPtrArray *results);
};

/* train_measure_get_all: Returns: (transfer none) (array length=n): the table, families together. */
const TrainMeasure *train_measure_get_all (gsize *n);

/* train_measure_find: Returns: (transfer none) (nullable): the row of that key. */
const TrainMeasure *train_measure_find (const char *key);

/* train_measures_describe: the table, for the end of --help. Returns: (transfer full) */
char *train_measures_describe (void);

/* Some measures: bit i is row i of the table. */
typedef guint64 TrainMeasures;

/* train_measures_parse: @text: keys and families with commas between them. */
gboolean train_measures_parse (const char *option, const char *text, TrainMeasures *measures, GError **error);

/* train_measures_need: whether one of @measures is about @counted. */
gboolean train_measures_need (TrainMeasures measures, TrainCounted counted);
/* train_measures_need_blocks: whether one of @measures is about blocks. */
gboolean train_measures_need_blocks (TrainMeasures measures);

/* train_measure_get_page: Returns: FALSE if it is not known of this page. */
gboolean train_measure_get_page (const TrainMeasure *measure, const TrainResult *result, double *value);

/* A measure of many pages. */
typedef struct {
  guint n_pages;     /* pages that it is known of */
  gboolean has_mean; /* it is a share of pages */
  double mean;
  double low; /* of the interval of the mean */
  double high;
  double total;
} TrainMeasured;

/* train_measure_compute: Returns: FALSE if it is known of no page. */
gboolean train_measure_compute (const TrainMeasure *measure, GPtrArray *results, guint32 seed,
                                TrainMeasured *measured);

G_END_DECLS
