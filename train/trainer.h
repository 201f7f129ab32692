/* SPDX-License-Identifier: MIT */
/* Training a network on samples, by FANN. */
#pragma once

#include <libextract/extract.h>

/* Samples for training. Rows may be shared by any number of TrainSamples, and may occur more than
 * once in one: that is how a sample gets a greater weight. */
typedef struct {
  guint n_inputs;
  GPtrArray *inputs;  /* float *: [n_inputs] each, in [0, 1]; not owned */
  GPtrArray *outputs; /* float *: one value each, in the range of the network's output; not owned */
} TrainSamples;

TrainSamples *train_samples_new (guint n_inputs);
void train_samples_free (TrainSamples *samples);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainSamples, train_samples_free)

typedef struct {
  const ExtractLayer *layers; /* [n_layers], the one output last */
  guint n_layers;
  guint epochs;
  guint32 seed; /* of the first weights */
} TrainPlan;

/* Called after each epoch, from the thread that trains. @error: mean squared error of the epoch. */
typedef void (*TrainProgress) (guint epoch, double error, gpointer data);

/*
 * train_network: iRPROP- over all samples, @plan->epochs times. The same samples and plan give the
 * same network. Threads may train networks of their own at the same time.
 * Returns: (transfer full) (nullable): NULL with G_IO_ERROR_FAILED if FANN cannot do it.
 */
ExtractNetwork *train_network (const TrainSamples *samples, const TrainPlan *plan, TrainProgress progress,
                               gpointer data, GError **error);
