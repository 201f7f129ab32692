/* SPDX-License-Identifier: MIT */
/* What an engine must provide, and what both share. engine.c checks, draws, saves; engines only compute.
 */
#pragma once

#include "train/learn/engine.h"
#include "libextract/model/model.h"

G_BEGIN_DECLS

/* What an engine remembers from epoch to epoch, the weights included; all of it goes into saved states. */
enum {
  TRAIN_MEMORY_WEIGHTS,
  TRAIN_MEMORY_STEPS,  /* RPROP, quickprop: the last step of each weight */
  TRAIN_MEMORY_SLOPES, /* RPROP, quickprop: the last slope of each weight: minus the derivative of the loss */
  TRAIN_MEMORY_DELTAS, /* incremental: the last change of each weight, for the momentum */
  TRAIN_MEMORY_MEANS,  /* Adam: running mean of the slope of each weight, and of its square */
  TRAIN_MEMORY_SQUARES,
  TRAIN_N_MEMORIES
};

/* A row of the table of engines. */
typedef struct {
  const char *name;
  guint algorithms;  /* bits 1 << TrainAlgorithm: those that it has */
  guint losses;      /* bits 1 << TrainLoss */
  gboolean weighted; /* whether samples may have weights other than 1 */
  /* Plan and samples are checked. Returns: (nullable) */
  gpointer (*create) (const TrainPlan *plan, const TrainSamples *samples, const float *weights,
                      gsize n_weights, guint threads, GError **error);
  void (*destroy) (gpointer self);
  /* As train_engine_run_epoch (). @seed: of the order of the samples; @epoch: how many have been before. */
  double (*run_epoch) (gpointer self, guint32 seed, guint64 epoch);
  /* The arrays of n_weights floats each, by TRAIN_MEMORY_…; NULL where there is nothing to remember. */
  float *const *(*get_memory) (gpointer self);
} TrainEngineClass;

extern const TrainEngineClass train_engine_matrix, train_engine_fann, train_engine_sequence;

/* For tests, too. */
float *const *train_engine_get_memory (TrainEngine *engine, gsize *n_weights);

/* Whether the values of an activation lie around 0: targets are then -1 and 1, and errors are halved. */
gboolean train_activation_is_symmetric (ExtractActivation activation);

/* The target of a sample in the range of the output. */
static inline float
train_map_target (float target, gboolean symmetric)
{
  return symmetric ? 2 * target - 1 : target;
}

/* The steps of the matrix engine: all weights at once. @sums: slopes, summed over the samples. */
void train_step_rprop (const TrainPlan *plan, gsize n, const double *sums, float *const *memory);
/* @scale: makes the mean out of a sum; @step: of @n_steps, from 0 */
void train_step_adam (const TrainPlan *plan, gsize n, const double *sums, double scale, guint64 step,
                      guint64 n_steps, float *const *memory);

/* Rows of what kernels work on are multiples of it, and begin at addresses that are multiples of 64 bytes. */
#define TRAIN_LANES 16

/* The inner loops, for one kind of vector registers. */
typedef struct {
  const char *name;
  /*
   * @n: multiple of TRAIN_LANES
   * @values: (inout): the sums of neurons; become their values
   * @derivatives: (out): of the values by the sums
   */
  void (*activate) (ExtractActivation activation, float steepness, gsize n, float *values,
                    float *derivatives);
  /*
   * c[r][j] = c[r][j] + a[r][0] b[0][j] + a[r][1] b[1][j] + … for all r < n_rows and j < n_columns, added
   * up in this order.
   *
   * @a: a[r][k] is at r x a_row + k x a_depth
   * @b: rows of the stride n_columns, a multiple of TRAIN_LANES; @c, too
   */
  void (*add_product) (gsize n_rows, gsize n_depth, gsize n_columns, const float *a, gsize a_row,
                       gsize a_depth, const float *b, float *c);
} TrainKernel;

/* The kernels that this processor can run, the fastest first: each gives the same, to the last bit. */
const TrainKernel *train_kernel_get_all (guint *n);

G_END_DECLS
