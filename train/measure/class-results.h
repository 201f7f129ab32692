/* SPDX-License-Identifier: MIT */
/* Classes of blocks, as people gave them and as a model told them, over measured pages. */
#pragma once

#include "train/data/labels.h"
#include "train/measure/class-figures.h"
#include "train/measure/metrics.h"

G_BEGIN_DECLS

/* train_result_measure_classes: holds the classes of a labelled document against those that people gave;
 * where both are known. */
void train_result_measure_classes (TrainResult *result, ExtractDocument *document, const TrainLabels *labels);

/* Of many pages. */
typedef struct {
  char **names; /* of all classes that were given or found, sorted; owned */
  ClassFigures *figures;
  guint n_sites;
  gboolean with_probabilities;
} TrainClassFigures;

/*
 * train_class_figures_new: of @results (TrainResult), grouped by site
 * @others: (nullable): more results, whose classes and sites get the same numbers: to compare both
 *
 * Returns: (transfer full) (nullable): NULL if no class was measured
 */
TrainClassFigures *train_class_figures_new (GPtrArray *results, GPtrArray *others);
void train_class_figures_free (TrainClassFigures *figures);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainClassFigures, train_class_figures_free)

/* train_class_figures_append: tables for people: each class, intervals, calibration if that is known */
void train_class_figures_append (GString *text, const TrainClassFigures *figures, guint32 seed);

/* train_class_figures_append_json: a member of an object: "classes": {...} */
void train_class_figures_append_json (GString *json, const TrainClassFigures *figures, guint32 seed);

/* train_class_figures_append_comparison: a line, and the table of the second one. Both are of the same pages.
 * @name_a, @name_b: of the systems */
void
train_class_figures_append_comparison (GString *text, const TrainClassFigures *a, const TrainClassFigures *b,
                                       const char *name_a, const char *name_b, guint32 seed);
/* The same as a member: "classes": {"macro_f1_a": ..., "macro_f1_b": ..., "difference": ...} */
void train_class_figures_append_json_comparison (GString *json, const TrainClassFigures *a,
                                                 const TrainClassFigures *b, guint32 seed);

G_END_DECLS
