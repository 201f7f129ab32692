/* SPDX-License-Identifier: MIT */
/*
 * How well classes of elements are told: elements with their classes, and what a network makes of them.
 *
 *   class, found, probabilities of each element ──> counts ──> precision, recall, F1, confusion, calibration
 *   groups (sites, or styles) ──> drawn with replacement ──> the intervals of these
 */
#pragma once

#include "element/classes.h"

G_BEGIN_DECLS

/* An element that was told. */
typedef struct {
  guint class, found; /* numbers of ElementClasses */
  guint group;        /* its site, or style */
  double right;       /* probability of its own class */
  double sure;        /* probability of what was found */
  gboolean forbidden; /* it is never clicked, whatever was found */
} ElementTold;

typedef struct _ElementFigures ElementFigures;

/* element_figures_new: @classes: lent; @n_groups: of sites, or styles */
ElementFigures *element_figures_new (const ElementClasses *classes, guint n_groups);
void element_figures_free (ElementFigures *figures);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ElementFigures, element_figures_free)

void element_figures_add (ElementFigures *figures, const ElementTold *told);

/* Means over the classes that have an element. */
double element_figures_get_macro_f1 (const ElementFigures *figures);
void element_figures_get_class (const ElementFigures *figures, guint class, double *precision, double *recall,
                                double *f1);
guint element_figures_get_n (const ElementFigures *figures);

/* A draw of 1000. */
typedef struct {
  double low, high;
} ElementInterval;

/* element_figures_get_macro_interval: 95 % of the draws of @seed are in it. */
ElementInterval element_figures_get_macro_interval (const ElementFigures *figures, guint32 seed);

/* Of the macro F1 of two ways to tell the same elements: the second one minus the first one. */
typedef struct {
  double difference;
  ElementInterval interval; /* 95 % of the draws of groups are in it */
  double p;                 /* how likely a difference at least as large is, if each group might as well have
                               been told the other way round: as train_permutation_test () */
} ElementComparison;

ElementComparison
element_figures_compare (const ElementFigures *first, const ElementFigures *second, guint32 seed);
/* element_figures_append_comparison: a line. @first: its name: "each element by itself" */
void element_figures_append_comparison (GString *text, const ElementFigures *first,
                                        const ElementFigures *second, const char *name, guint32 seed);

/* element_figures_append_table: a line for each class, as what its elements were found, and sums. */
void element_figures_append_table (GString *text, const ElementFigures *figures);
/* element_figures_append_intervals: of precision, recall and F1 of each class. @groups: "sites" */
void element_figures_append_intervals (GString *text, const ElementFigures *figures, const char *groups,
                                       guint32 seed);
/* element_figures_append_calibration: how often the class that was found is right, by its probability. */
void element_figures_append_calibration (GString *text, const ElementFigures *figures);
/* element_figures_append_json: members of an object */
void element_figures_append_json (GString *json, const ElementFigures *figures, guint32 seed);

G_END_DECLS
