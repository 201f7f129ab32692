/* SPDX-License-Identifier: MIT */
/*
 * Two systems on the same pages: which one is better, by how much, and whether that could be chance. With d
 * the difference of F1 on a page, B - A: the mean of d, its bootstrap interval, and a paired permutation test
 * (bootstrap.h).
 */
#pragma once

#include "train/measure/group.h"

G_BEGIN_DECLS

/* A difference is beyond chance if its p is below this. */
#define TRAIN_CHANCE 0.05

typedef struct {
  guint n_pages; /* that have a reference */
  double a;      /* mean F1 */
  double b;
  double difference; /* b - a */
  double low;        /* of the difference */
  double high;
  double p;
  guint wins; /* pages on which B is better */
  guint ties;
  guint losses;
} TrainComparison;

/* train_compare_compute: @a and @b: of TrainResult, the same pages in the same order.
 * Returns: FALSE if no page has a reference. */
gboolean train_compare_compute (GPtrArray *a, GPtrArray *b, guint32 seed, TrainComparison *comparison);

/* How a comparison is reported. */
typedef struct {
  const char *name_a;
  const char *name_b;
  guint32 seed;
  guint by; /* bit b: in groups by TrainBy b */
  guint n_sites;
} TrainCompareOptions;

/* Reports about the set @name: for people and, one object on a line, for programs. The second is left open
 * for more keys: the caller appends "}" and a line break. */
void train_compare_append_table (GString *text, const char *name, GPtrArray *a, GPtrArray *b,
                                 const TrainCompareOptions *options);
void train_compare_append_json (GString *json, const char *name, GPtrArray *a, GPtrArray *b,
                                const TrainCompareOptions *options);

/* train_compare_find_changes: @n_pages pages (or fewer) with the largest differences, as guint indices of @a,
 * the largest first. Pages without one are left out. Returns: (transfer full) */
GArray *train_compare_find_changes (GPtrArray *a, GPtrArray *b, guint n_pages);

G_END_DECLS
