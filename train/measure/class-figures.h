/* SPDX-License-Identifier: MIT */
/*
 * How well classes are told, of elements or of blocks: what each of them is, and what a network makes of it.
 *
 *   class, found, probabilities of each thing ──> counts ──> precision, recall, F1, confusion, calibration
 *   groups (sites, or styles) ──> drawn with replacement ──> the intervals of these
 */
#pragma once

#include "element/classes.h"

G_BEGIN_DECLS

/* An element or a block that was told. */
typedef struct {
  guint class, found; /* numbers of classes */
  guint group;        /* its site, or style */
  double right;       /* probability of its own class; NAN for all of them if it is not known */
  double sure;        /* probability of what was found; 0 without that */
  gboolean forbidden; /* it is never clicked, whatever was found */
} ClassTold;

typedef struct _ClassFigures ClassFigures;

/* class_figures_new_for_elements: @classes: its names are lent; @n_groups: of sites, or styles */
ClassFigures *class_figures_new_for_elements (const ElementClasses *classes, guint n_groups);
/* class_figures_new_for_blocks: @names: lent */
ClassFigures *class_figures_new_for_blocks (const char *const *names, guint n_groups);
void class_figures_free (ClassFigures *figures);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ClassFigures, class_figures_free)

void class_figures_add (ClassFigures *figures, const ClassTold *told);

/* Mean over the classes that have one of the things. */
double class_figures_get_macro_f1 (const ClassFigures *figures);
void class_figures_get_class (const ClassFigures *figures, guint class, double *precision, double *recall,
                              double *f1);
guint class_figures_get_n (const ClassFigures *figures);

/* A draw of 1000. */
typedef struct {
  double low, high;
} ClassInterval;

/* class_figures_get_macro_interval: 95 % of the draws of @seed are in it. */
ClassInterval class_figures_get_macro_interval (const ClassFigures *figures, guint32 seed);

/* Of the macro F1 of two ways to tell the same elements: the second one minus the first one. */
typedef struct {
  double difference;
  ClassInterval interval; /* 95 % of the draws of groups are in it */
  double p;               /* how likely a difference at least as large is, if each group might as well have
                             been told the other way round: as train_permutation_test () */
} ClassComparison;

ClassComparison class_figures_compare (const ClassFigures *first, const ClassFigures *second, guint32 seed);
/* class_figures_append_comparison: a line. @first_name, @second_name: "each element by itself", "with the
 * decoding" */
void class_figures_append_comparison (GString *text, const ClassFigures *first, const ClassFigures *second,
                                      const char *first_name, const char *second_name, guint32 seed);

/* class_figures_append_table: a line for each class, as what its things were found, and sums. */
void class_figures_append_table (GString *text, const ClassFigures *figures);
/* class_figures_append_intervals: of precision, recall and F1 of each class. @groups: "sites" */
void
class_figures_append_intervals (GString *text, const ClassFigures *figures, const char *groups, guint32 seed);
/* class_figures_append_calibration: how often the class that was found is right, by its probability. */
void class_figures_append_calibration (GString *text, const ClassFigures *figures);
/* class_figures_append_json: members of an object */
void class_figures_append_json (GString *json, const ClassFigures *figures, guint32 seed);

G_END_DECLS
