/* SPDX-License-Identifier: MIT */
/*
 * A learning curve: the F1 of held-back pages by how many pages there were to learn from, and what more pages
 * may bring; of all pages, and of each page type.
 */
#pragma once

#include "train/measure/metrics.h"

G_BEGIN_DECLS

/* ---- The law -------------------------------------------------------------------------------- */

/* error (n) = a + b n^-c, of n pages to learn from; 0 <= a, 0 <= b, TRAIN_LAW_MIN_C <= c <= TRAIN_LAW_MAX_C
 */
typedef struct {
  double a; /* what is left, however many pages there are */
  double b; /* 0: the error does not fall */
  double c;
} TrainLaw;

#define TRAIN_LAW_MIN_C 0.01
#define TRAIN_LAW_MAX_C 2.0

/*
 * train_law_fit: by least squares, a point weighing as many pages as it has.
 * @n: [n_points]: > 0
 * @errors: [n_points]: 0..1
 * @law: (out)
 * Returns: the weighted sum of squares that is left, the largest of @n weighing 1
 */
double train_law_fit (const double *n, const double *errors, guint n_points, TrainLaw *law);
double train_law_get (const TrainLaw *law, double n);

/* ---- What more pages bring ------------------------------------------------------------------ */

/* So many more pages. */
#define TRAIN_LEARNING_MORE 50
/* With fewer pages to learn from there is no estimate: the curve would have to be drawn on to more than three
 * times as many as there are. */
#define TRAIN_LEARNING_MIN_PAGES 25
/* Fewer points than these would fit any law of three parameters. */
#define TRAIN_LEARNING_MIN_POINTS 4
#define TRAIN_LEARNING_MAX_POINTS 8

typedef enum {
  TRAIN_GAIN_ESTIMATED,
  TRAIN_GAIN_FEW_PAGES,
  TRAIN_GAIN_FEW_POINTS,
  TRAIN_GAIN_FLAT, /* the error does not fall */
} TrainGainKind;

/* What TRAIN_LEARNING_MORE pages more bring; all but the kind only if it is estimated. */
typedef struct {
  TrainGainKind kind;
  double gain; /* of F1 */
  double low;  /* of 95 of 100 samples it is between these */
  double high;
} TrainGain;

/* train_gain_explain: Returns: a sentence why there is no estimate: "fewer than 25 pages to learn from" */
const char *train_gain_explain (const TrainGain *gain);

/*
 * train_gain_estimate:
 * @n: [n_points]: pages to learn from, ascending; a point with none does not count
 * @f1: [n_points][n_pages]: of the same held-back pages for each
 * @n_pages: 1 or more
 * @law: (out)
 *
 * The interval is that of 1000 samples. Each draws the held-back pages with replacement, the same for all
 * points, and moves each point by what points are off the law.
 */
void train_gain_estimate (const double *n, double *const *f1, guint n_points, guint n_pages, guint32 seed,
                          TrainGain *gain, TrainLaw *law);

/* ---- The curve ------------------------------------------------------------------------------ */

typedef struct {
  guint n;    /* pages to learn from */
  double f1;  /* mean of the held-back pages */
  double low; /* of 95 of 100 samples of as many pages it is between these */
  double high;
} TrainLearningPoint;

typedef struct {
  char *type;         /* (nullable): NULL: all pages */
  guint n_pages;      /* held back */
  GArray *points;     /* [sizes] of TrainLearningPoint */
  TrainGain gain;     /* of more pages of this row, all others growing in proportion */
  double expected_f1; /* at so many more pages, by the law; of gain */
} TrainLearningRow;

typedef struct {
  GPtrArray *shares; /* [sizes] of char *: "1/8" */
  GPtrArray *rows;   /* of TrainLearningRow: all pages, then each type by name; empty if there are no sizes */
} TrainLearning;

/* What was learnt from, and how good that is. */
typedef struct {
  const char *share;  /* "1/8" */
  GPtrArray *learnt;  /* of TrainEntry */
  GPtrArray *results; /* of TrainResult: of the same pages in the same order for all sizes */
} TrainLearningSize;

/* train_learning_new: @sizes: ascending, at most TRAIN_LEARNING_MAX_POINTS. Returns: (transfer full) */
TrainLearning *train_learning_new (const TrainLearningSize *sizes, guint n_sizes, guint32 seed);
void train_learning_free (TrainLearning *learning);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainLearning, train_learning_free)

G_END_DECLS
