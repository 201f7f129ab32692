/* SPDX-License-Identifier: MIT */
/*
 * Trains one network, epoch by epoch. There are two engines:
 *
 *   matrix  engine-matrix.c: iRPROP- over all samples, or Adam over batches of them, computed in blocks of
 *           samples on several threads; weights per sample, cross-entropy
 *   fann    engine-fann.c: FANN, the reference: four algorithms
 *
 * The same samples, plan, seed and start give the same network, whatever the number of threads.
 * An engine belongs to one thread at a time; threads may use engines of their own at the same time.
 */
#pragma once

#include "train/learn/plan.h"
#include "libextract/model/model.h"

G_BEGIN_DECLS

/* Where the inputs of a sample stand: in its own row and in those of its page around it, one after the other.
 */
typedef struct {
  const float *row;    /* its own, of n_features; not owned */
  guint before, after; /* how many rows of its page there are on each side, at most the window */
} TrainPlace;

/*
 * Samples for training. Inputs are what extract_inputs_gather () gives: all features of the own row, those of
 * the core of the others in the window. Rows may be shared by any number of TrainSamples, and occur more than
 * once in one.
 */
typedef struct {
  guint n_features;
  guint n_core; /* <= n_features */
  guint window;
  guint n_inputs; /* n_features + 2 window n_core */
  gsize n;
  gsize n_allocated;
  TrainPlace *places; /* [n]: of values in [0, 1] or standardised */
  guint n_classes;    /* 0: targets are labels; else they are numbers of classes, 0 to n_classes - 1 */
  float *targets; /* [n]: 1 for good, 0 for bad, or between; engines map them to the range of the output */
  float *weights; /* [n]: >= 0; 1 for an ordinary sample */
} TrainSamples;

/* train_samples_new: @n_core, @window: 0 where a row is all that a sample has */
TrainSamples *train_samples_new (guint n_features, guint n_core, guint window);
/* train_samples_add: the sample of row @i of a page that has @n_rows of them, from @rows on. */
void train_samples_add (TrainSamples *samples, const float *rows, gsize n_rows, gsize i, float target,
                        float weight);
/* train_samples_gather: @inputs: (out caller-allocates): [n_inputs]: those of sample @i */
void train_samples_gather (const TrainSamples *samples, gsize i, float *inputs);
void train_samples_free (TrainSamples *samples);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainSamples, train_samples_free)

typedef struct _TrainEngine TrainEngine;

/*
 * train_engine_new:
 * @plan: copied; layers, engine, algorithm, loss and their parameters are read, with adam the number of
 * epochs, nothing else
 * @samples: outlives the engine
 * @start: (nullable): its weights are the first ones (a warm start); else they are drawn from @seed, evenly
 * in ± 1 / (steepness x sqrt (fan-in)), so that the sums of the first epoch lie where the activations bend
 * @seed: of the first weights, and of the order of the samples where that counts (adam)
 * @threads: 1 or more; only the matrix engine uses more than one
 *
 * Returns: (transfer full) (nullable): NULL with G_IO_ERROR_INVALID_ARGUMENT and one sentence if the engine
 * cannot do what the plan says (an algorithm or loss it does not have, weights with FANN, cross-entropy
 * without a sigmoid output, layers of @start that are not those of the plan), there are no samples, or one is
 * not finite.
 */
TrainEngine *train_engine_new (const TrainPlan *plan, const TrainSamples *samples, ExtractNetwork *start,
                               guint32 seed, guint threads, GError **error);
void train_engine_free (TrainEngine *engine);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainEngine, train_engine_free)

/*
 * train_engine_run_epoch: one pass over the samples, and the step of the weights that follows from it; with
 * adam a step after each batch. The learning rate of adam depends on where in all epochs of the plan a step
 * is; once they are over, it is 0.
 * @mean: (out) (optional): weighted mean of the loss over the samples, each before its step
 *
 * Returns: FALSE with G_IO_ERROR_FAILED if it is not finite any more.
 */
gboolean train_engine_run_epoch (TrainEngine *engine, double *mean, GError **error);

/* train_engine_dup_network: the network as it is now. Returns: (transfer full) (nullable) */
ExtractNetwork *train_engine_dup_network (TrainEngine *engine, GError **error);

/*
 * train_engine_save: the exact state: weights, all that the algorithm remembers from epoch to epoch, and the
 * seed.
 * Returns: (transfer full): bytes; binary, of the order of bytes of this machine
 */
GBytes *train_engine_save (TrainEngine *engine);

/*
 * train_engine_restore: goes on exactly where train_engine_save () was called, in an engine made with the
 * same arguments. Returns: FALSE with G_IO_ERROR_INVALID_DATA if @state is not of such an engine; it is
 * unchanged then.
 */
gboolean train_engine_restore (TrainEngine *engine, GBytes *state, GError **error);

G_END_DECLS
