/* SPDX-License-Identifier: MIT */
/*
 * Compares the proposals of two models with the decisions of people, on pages that neither was trained on.
 */
#pragma once

#include "train/data/dataset.h"

G_BEGIN_DECLS

#define TRIAL_N 2

/* Mean word F1 over the pages, of each model; NAN where there is no model, or no page. */
typedef struct {
  double f1[TRIAL_N];
  guint n_pages; /* that could be read and have labels */
} TrialFigures;

/*
 * trial_run: @pages: (element-type TrainEntry)
 * @classifiers: each (nullable)
 * @stop: (nullable): set to TRUE, atomically, to end early: the figures mean nothing then
 *
 * Of a page count the blocks that have a label, with their words. With n(label), n(model) words of main text
 * by labels and by the model, and n(both) by both, F1 is 2 n(both) / (n(label) + n(model)); 1 if both find
 * none.
 */
TrialFigures trial_run (const GPtrArray *pages, ExtractParser *parser,
                        ExtractClassifier *const classifiers[TRIAL_N], const gint *stop);

G_END_DECLS
