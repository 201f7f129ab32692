/* SPDX-License-Identifier: MIT */
/* Error and validation F1 of a network in training, epoch by epoch. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  guint epoch;    /* from 1 */
  double error;   /* mean loss over the samples, before the step of this epoch */
  double held_f1; /* word F1 of the pages that are held back, after it; NAN if there are none */
} TrainEpoch;

typedef struct {
  char *name;     /* "fold 1", "all pages" */
  GArray *epochs; /* of TrainEpoch */
  guint best;     /* the epoch whose network was kept */
} TrainHistory;

TrainHistory *train_history_new (const char *name);
void train_history_free (TrainHistory *history);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainHistory, train_history_free)

G_END_DECLS
