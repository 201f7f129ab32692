/* SPDX-License-Identifier: MIT */
/*
 * iRPROP- over all samples, computed in blocks of samples through BLAS.
 *
 * A block of n samples goes through the network as matrices, a column for each sample (X alone has a row for
 * each, as samples come). Layer l has the weights W[l], neuron by neuron with the bias last, f is its
 * activation, o multiplies element by element; a row of ones below each Y stands for the bias:
 *
 *   Y[0] = X^T     S[l] = W[l] Y[l-1]     Y[l] = f (S[l])                                     forward
 *   D[L] = e o f'(S[L])                   D[l] = (W[l+1]^T D[l+1]) o f'(S[l])                 backward
 *   G[l] = D[l] Y[l-1]^T                                                                      slopes
 *
 * With target t, output y and weight w of a sample, e is w (t - y), half of that if the output is symmetric:
 * so FANN has it, and the derivatives f' are FANN's, too (engine-activation.c). With cross-entropy D[L] is
 * w 2 k (t - y), k the steepness: that is what is left of its derivative by the sum of a sigmoid.
 *
 * The same result for any number of threads: samples are parted into groups of blocks, by their number
 * alone; whichever thread takes a group adds up its blocks in their order, and at the end of the epoch one
 * thread adds up the groups in theirs. Sums are of doubles from the block on.
 */
#include "engine-private.h"

#include <cblas.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

#define BLOCK 512 /* samples: all matrices of a usual network stay in the cache of a processor */
#define LANES 16  /* columns are rounded up to it, for TrainActivate */
#define MAX_GROUPS 64
#define MAX_SUMS (1 << 22) /* doubles in all groups, but for networks that are larger than this */
/* What FANN does not let steps and weights go beyond. */
#define LEAST_LAST_STEP 0.0001F
#define LARGEST_WEIGHT 1500.0F

/* What a thread works in. Matrices have the stride `columns`; the last row of Y is that of the ones. */
typedef struct {
  float *x;                   /* [BLOCK][n_inputs + 1]: a row for each sample, its last value 1 */
  float *y[TRAIN_MAX_LAYERS]; /* [size + 1][columns]: S, then Y, then the first factor of D */
  float *d[TRAIN_MAX_LAYERS]; /* [size][columns]: f'(S), then D */
  float *sums;                /* [columns]: S of the output */
  float *slopes;              /* [n_weights]: G of one block */
} Workspace;

typedef struct {
  TrainPlan plan;
  const TrainSamples *samples;
  gboolean symmetric; /* the output */
  TrainActivate activate;
  gsize n_weights;
  gsize offsets[TRAIN_MAX_LAYERS]; /* of W[l] in the weights */
  float *memory[TRAIN_N_MEMORIES]; /* [n_weights]: weights, steps, slopes; owned */
  double weight;                   /* sum over the samples */
  gsize n_blocks;
  guint n_groups;
  double *group_slopes;            /* [n_groups][n_weights] */
  double group_losses[MAX_GROUPS]; /* [n_groups] */

  /* Threads besides the one that calls; each with a workspace of its own. */
  GPtrArray *workers;   /* GThread * */
  Workspace *workspace; /* of the one that calls */
  pthread_mutex_t lock; /* of all below */
  pthread_cond_t begin; /* an epoch has begun, or all is over */
  pthread_cond_t end;   /* a worker has found no group that is left */
  guint epoch;
  guint next_group;
  guint n_busy; /* workers that are not yet through with the epoch */
  gboolean stopped;
} Matrix;

/* ---- One block -------------------------------------------------------------------------------- */

static guint
width_before (const Matrix *matrix, guint l)
{
  return l == 0 ? matrix->samples->n_inputs : matrix->plan.layers[l - 1].size;
}

static Workspace *
workspace_new (const Matrix *matrix)
{
  Workspace *space = g_new0 (Workspace, 1);
  gsize width = (gsize) matrix->samples->n_inputs + 1;

  space->x = g_aligned_alloc0 (BLOCK * width, sizeof (float), 64);
  for (gsize i = 0; i < BLOCK; i++)
    space->x[i * width + width - 1] = 1;
  for (guint l = 0; l < matrix->plan.n_layers; l++) {
    gsize size = matrix->plan.layers[l].size;

    space->y[l] = g_aligned_alloc0 ((size + 1) * BLOCK, sizeof (float), 64);
    space->d[l] = g_aligned_alloc0 (size * BLOCK, sizeof (float), 64);
  }
  space->sums = g_aligned_alloc0 (BLOCK, sizeof (float), 64);
  space->slopes = g_aligned_alloc0 (matrix->n_weights, sizeof (float), 64);
  return space;
}

static void
workspace_free (Workspace *space)
{
  g_aligned_free (space->x);
  for (guint l = 0; l < TRAIN_MAX_LAYERS; l++) {
    g_aligned_free (space->y[l]);
    g_aligned_free (space->d[l]);
  }
  g_aligned_free (space->sums);
  g_aligned_free (space->slopes);
  g_free (space);
}

static void
gather (const Matrix *matrix, gsize first, gsize n, float *x)
{
  guint n_inputs = matrix->samples->n_inputs;

  for (gsize i = 0; i < n; i++, x += n_inputs + 1)
    memcpy (x, matrix->samples->inputs[first + i], n_inputs * sizeof *x);
}

static void
run_forward (const Matrix *matrix, Workspace *space, gsize n, gsize columns)
{
  guint last = matrix->plan.n_layers - 1;

  for (guint l = 0; l <= last; l++) {
    const ExtractLayer *layer = &matrix->plan.layers[l];
    const float *w = matrix->memory[TRAIN_MEMORY_WEIGHTS] + matrix->offsets[l];
    guint width = width_before (matrix, l) + 1;
    float *y = space->y[l], *ones = y + layer->size * columns;

    if (l == 0)
      cblas_sgemm (CblasRowMajor, CblasNoTrans, CblasTrans, layer->size, n, width, 1, w, width, space->x,
                   width, 0, y, columns);
    else
      cblas_sgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, layer->size, n, width, 1, w, width,
                   space->y[l - 1], columns, 0, y, columns);
    if (l == last)
      memcpy (space->sums, y, n * sizeof *y);
    matrix->activate (layer->activation, layer->steepness, layer->size * columns, y, space->d[l]);
    for (gsize i = 0; i < columns; i++)
      ones[i] = 1;
  }
}

/* From f'(S[L]) to D[L]. Returns: the sum of w x e^2. */
static double
compare_by_square (const Matrix *matrix, const Workspace *space, gsize first, gsize n)
{
  guint last = matrix->plan.n_layers - 1;
  const float *targets = matrix->samples->targets + first, *weights = matrix->samples->weights + first;
  const float *y = space->y[last];
  float half = matrix->symmetric ? 0.5F : 1;
  double loss = 0;

  for (gsize i = 0; i < n; i++) {
    float e = half * (train_map_target (targets[i], matrix->symmetric) - y[i]);

    loss += (double) weights[i] * e * e;
    space->d[last][i] *= weights[i] * e;
  }
  return loss;
}

/*
 * The same for -t ln y - (1 - t) ln (1 - y). With y = 1 / (1 + exp (-z)), z = 2 s, this is
 *
 *   max (z, 0) + ln (1 + exp (-|z|)) - t z
 *
 * where nothing overflows, and no logarithm is of 0.
 */
static double
compare_by_entropy (const Matrix *matrix, const Workspace *space, gsize first, gsize n)
{
  guint last = matrix->plan.n_layers - 1;
  const float *targets = matrix->samples->targets + first, *weights = matrix->samples->weights + first;
  const float *y = space->y[last];
  double k = matrix->plan.layers[last].steepness;
  double loss = 0;

  for (gsize i = 0; i < n; i++) {
    double z = 2 * CLAMP (k * space->sums[i], -150 / k, 150 / k);

    loss += weights[i] * (MAX (z, 0) + log1p (exp (-fabs (z))) - targets[i] * z);
    space->d[last][i] = weights[i] * (float) (2 * k) * (targets[i] - y[i]);
  }
  return loss;
}

static void
multiply (gsize n, float *restrict a, const float *restrict b)
{
#pragma omp simd
  for (gsize i = 0; i < n; i++)
    a[i] *= b[i];
}

/* From D[L] to all slopes. */
static void
run_backward (const Matrix *matrix, Workspace *space, gsize n, gsize columns)
{
  for (guint l = matrix->plan.n_layers; l-- > 0;) {
    guint size = matrix->plan.layers[l].size, before = width_before (matrix, l), width = before + 1;
    const float *w = matrix->memory[TRAIN_MEMORY_WEIGHTS] + matrix->offsets[l];
    float *g = space->slopes + matrix->offsets[l];

    if (l == 0) {
      cblas_sgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, size, width, n, 1, space->d[l], columns,
                   space->x, width, 0, g, width);
      break;
    }
    cblas_sgemm (CblasRowMajor, CblasNoTrans, CblasTrans, size, width, n, 1, space->d[l], columns,
                 space->y[l - 1], columns, 0, g, width);
    /* Y[l-1] has done its work, its place is free. */
    cblas_sgemm (CblasRowMajor, CblasTrans, CblasNoTrans, before, n, size, 1, w, width, space->d[l], columns,
                 0, space->y[l - 1], columns);
    multiply (before * columns, space->d[l - 1], space->y[l - 1]);
  }
}

static void
run_group (Matrix *matrix, Workspace *space, guint group)
{
  double *slopes = matrix->group_slopes + group * matrix->n_weights;
  gsize block = group * matrix->n_blocks / matrix->n_groups;
  gsize end = (group + 1) * matrix->n_blocks / matrix->n_groups;
  double loss = 0;

  memset (slopes, 0, matrix->n_weights * sizeof *slopes);
  for (; block < end; block++) {
    gsize first = block * BLOCK, n = MIN (BLOCK, matrix->samples->n - first);
    gsize columns = (n + LANES - 1) / LANES * LANES;

    gather (matrix, first, n, space->x);
    run_forward (matrix, space, n, columns);
    loss += matrix->plan.loss == TRAIN_LOSS_CROSS_ENTROPY ? compare_by_entropy (matrix, space, first, n)
                                                          : compare_by_square (matrix, space, first, n);
    run_backward (matrix, space, n, columns);
    for (gsize i = 0; i < matrix->n_weights; i++)
      slopes[i] += space->slopes[i];
  }
  matrix->group_losses[group] = loss;
}

/* ---- Threads ---------------------------------------------------------------------------------- */

/* Takes groups as long as there are any. The lock is held, but not during the work. */
static void
run_groups (Matrix *matrix, Workspace *space)
{
  while (matrix->next_group < matrix->n_groups) {
    guint group = matrix->next_group++;

    pthread_mutex_unlock (&matrix->lock);
    run_group (matrix, space, group);
    pthread_mutex_lock (&matrix->lock);
  }
}

static gpointer
run_worker (gpointer data)
{
  Matrix *matrix = data;
  Workspace *space = workspace_new (matrix);
  guint epoch = 0;

  pthread_mutex_lock (&matrix->lock);
  for (;;) {
    while (!matrix->stopped && matrix->epoch == epoch)
      pthread_cond_wait (&matrix->begin, &matrix->lock);
    if (matrix->stopped)
      break;
    epoch = matrix->epoch;
    run_groups (matrix, space);
    matrix->n_busy--;
    pthread_cond_signal (&matrix->end);
  }
  pthread_mutex_unlock (&matrix->lock);
  workspace_free (space);
  return NULL;
}

static void
run_all_groups (Matrix *matrix)
{
  pthread_mutex_lock (&matrix->lock);
  matrix->epoch++;
  matrix->next_group = 0;
  matrix->n_busy = matrix->workers->len;
  pthread_cond_broadcast (&matrix->begin);
  run_groups (matrix, matrix->workspace);
  while (matrix->n_busy > 0)
    pthread_cond_wait (&matrix->end, &matrix->lock);
  pthread_mutex_unlock (&matrix->lock);
}

/* ---- The step ----------------------------------------------------------------------------------- */

/*
 * iRPROP- (C. Igel, M. Hüsken, Improving the Rprop Learning Algorithm, 2000). With slope g, last slope h and
 * last step d of a weight:
 *
 *   g h >= 0:  d = min (d increase, maximum)
 *   g h < 0:   d = max (d decrease, minimum), and g = 0
 *   weight += sign (g) d
 *
 * As FANN has it: the sign of 0 is 1, no last step counts as less than 0.0001, and weights stay within ±1500.
 */
static void
step (Matrix *matrix)
{
  const float increase = matrix->plan.rprop_increase, decrease = matrix->plan.rprop_decrease;
  const float minimum = matrix->plan.rprop_minimum_step, maximum = matrix->plan.rprop_maximum_step;
  float *weights = matrix->memory[TRAIN_MEMORY_WEIGHTS];
  float *steps = matrix->memory[TRAIN_MEMORY_STEPS];
  float *slopes = matrix->memory[TRAIN_MEMORY_SLOPES];

  for (gsize i = 0; i < matrix->n_weights; i++) {
    float g = matrix->group_slopes[i], d = MAX (steps[i], LEAST_LAST_STEP);

    if (slopes[i] * g >= 0)
      d = MIN (d * increase, maximum);
    else {
      d = MAX (d * decrease, minimum);
      g = isnan (g) ? g : 0; /* for the caller to see */
    }
    weights[i] = g < 0 ? MAX (weights[i] - d, -LARGEST_WEIGHT) : MIN (weights[i] + d, LARGEST_WEIGHT);
    steps[i] = d;
    slopes[i] = g;
  }
}

static double
matrix_run_epoch (gpointer self)
{
  Matrix *matrix = self;
  double loss;

  run_all_groups (matrix);
  loss = matrix->group_losses[0];
  for (guint group = 1; group < matrix->n_groups; group++) {
    const double *slopes = matrix->group_slopes + group * matrix->n_weights;

    for (gsize i = 0; i < matrix->n_weights; i++)
      matrix->group_slopes[i] += slopes[i];
    loss += matrix->group_losses[group];
  }
  step (matrix);
  return loss / matrix->weight;
}

/* ---- The engine --------------------------------------------------------------------------------- */

/* The threads are ours: a BLAS that has its own would make more than there are processors, and other sums. */
static void
tame_blas (void)
{
  static gsize done;

  if (g_once_init_enter (&done)) {
    openblas_set_num_threads (1);
    g_once_init_leave (&done, 1);
  }
}

static gpointer
matrix_create (const TrainPlan *plan, const TrainSamples *samples, const float *weights, gsize n_weights,
               guint threads, GError **error)
{
  Matrix *matrix = g_new0 (Matrix, 1);
  gsize offset = 0;
  guint n_variants;

  tame_blas ();
  matrix->plan = *plan;
  matrix->samples = samples;
  matrix->symmetric = train_activation_is_symmetric (plan->layers[plan->n_layers - 1].activation);
  matrix->activate = train_activate_get_all (&n_variants)[0];
  matrix->n_weights = n_weights;
  for (guint l = 0; l < plan->n_layers; l++) {
    matrix->offsets[l] = offset;
    offset += ((gsize) width_before (matrix, l) + 1) * plan->layers[l].size;
  }
  matrix->memory[TRAIN_MEMORY_WEIGHTS] = g_memdup2 (weights, n_weights * sizeof *weights);
  matrix->memory[TRAIN_MEMORY_STEPS] = g_new (float, n_weights);
  matrix->memory[TRAIN_MEMORY_SLOPES] = g_new0 (float, n_weights);
  for (gsize i = 0; i < n_weights; i++)
    matrix->memory[TRAIN_MEMORY_STEPS][i] = plan->rprop_first_step;
  for (gsize i = 0; i < samples->n; i++)
    matrix->weight += samples->weights[i];
  matrix->n_blocks = (samples->n + BLOCK - 1) / BLOCK;
  matrix->n_groups = MIN (CLAMP (MAX_SUMS / n_weights, 1, MAX_GROUPS), matrix->n_blocks);
  matrix->group_slopes = g_new (double, matrix->n_groups *n_weights);

  pthread_mutex_init (&matrix->lock, NULL);
  pthread_cond_init (&matrix->begin, NULL);
  pthread_cond_init (&matrix->end, NULL);
  matrix->workspace = workspace_new (matrix);
  matrix->workers = g_ptr_array_new ();
  for (guint i = 1; i < MIN (threads, matrix->n_groups); i++)
    g_ptr_array_add (matrix->workers, g_thread_new ("train", run_worker, matrix));
  return matrix;
}

static void
matrix_destroy (gpointer self)
{
  Matrix *matrix = self;

  pthread_mutex_lock (&matrix->lock);
  matrix->stopped = TRUE;
  pthread_cond_broadcast (&matrix->begin);
  pthread_mutex_unlock (&matrix->lock);
  for (guint i = 0; i < matrix->workers->len; i++)
    g_thread_join (g_ptr_array_index (matrix->workers, i));
  g_ptr_array_unref (matrix->workers);
  workspace_free (matrix->workspace);
  pthread_mutex_destroy (&matrix->lock);
  pthread_cond_destroy (&matrix->begin);
  pthread_cond_destroy (&matrix->end);
  for (guint m = 0; m < TRAIN_N_MEMORIES; m++)
    g_free (matrix->memory[m]);
  g_free (matrix->group_slopes);
  g_free (matrix);
}

static float *const *
matrix_get_memory (gpointer self)
{
  return ((Matrix *) self)->memory;
}

const TrainEngineClass train_engine_matrix = {
  .name = "matrix",
  .algorithms = 1 << TRAIN_ALGORITHM_RPROP,
  .losses = 1 << TRAIN_LOSS_SQUARE | 1 << TRAIN_LOSS_CROSS_ENTROPY,
  .weighted = TRUE,
  .create = matrix_create,
  .destroy = matrix_destroy,
  .run_epoch = matrix_run_epoch,
  .get_memory = matrix_get_memory,
};
