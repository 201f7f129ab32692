/* SPDX-License-Identifier: MIT */
/*
 * iRPROP- over all samples, computed in blocks of samples.
 *
 * A block goes through the network as matrices with a row for each sample, X = Y[0] are their inputs. Layer l
 * has the weights W[l] (a row for each neuron) and biases b[l], f is its activation, o multiplies element by
 * element:
 *
 *   S[l] = Y[l-1] W[l]^T + b[l]     Y[l] = f (S[l])                                 forward
 *   D[L] = e o f'(S[L])             D[l] = (D[l+1] W[l+1]) o f'(S[l])               backward
 *   G[l] = D[l]^T Y[l-1]            h[l] = the sum of the rows of D[l]              slopes of W[l], b[l]
 *
 * With target t, output y and weight w of a sample, e is w (t - y), half of that if the output is symmetric:
 * so FANN has it, and the derivatives f' are FANN's, too (engine-kernel.c). With cross-entropy D[L] is
 * w 2 k (t - y), k the steepness: that is what is left of its derivative by the sum of a sigmoid.
 *
 * Rows are filled up to multiples of TRAIN_LANES: weights with 0, so that what stands there of Y and D never
 * gets into anything that counts.
 *
 * The same result for any number of threads: samples are parted into groups, by their number alone;
 * whichever thread takes a group adds up its samples in their order, and at the end of the epoch one thread
 * adds up the groups in theirs. Sums are floats over 8 blocks, doubles beyond.
 */
#include "engine-private.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#define BLOCK 64 /* samples: what a product works on stays in the nearest cache */
#define SPAN 512 /* samples whose slopes are added up as floats */
#define MAX_GROUPS 64
#define MAX_SUMS (1 << 22) /* doubles in all groups, but for networks that are larger than this */
/* What FANN does not let steps and weights go beyond. */
#define LEAST_LAST_STEP 0.0001F
#define LARGEST_WEIGHT 1500.0F

/* A layer: m values before it, n neurons; m' and n' are filled up. */
typedef struct {
  ExtractLayer layer;
  guint m, n;
  gsize m_filled, n_filled;
  gsize offset;    /* of its weights in all weights */
  float *forward;  /* [m][n']: W^T */
  float *backward; /* [n][m']: W */
  float *bias;     /* [n'] */
} MatrixLayer;

/* What a thread works in, by layer. */
typedef struct {
  float *x;                   /* [BLOCK][m' of the first layer] */
  float *y[TRAIN_MAX_LAYERS]; /* [BLOCK][n']: S, then Y */
  float *d[TRAIN_MAX_LAYERS]; /* [BLOCK][n']: f'(S), then D */
  float *back;                /* [BLOCK][largest n']: D W */
  float *sums;                /* [BLOCK]: S of the output */
  float *g[TRAIN_MAX_LAYERS]; /* [n][m'] */
  float *h[TRAIN_MAX_LAYERS]; /* [n'] */
} Workspace;

typedef struct {
  TrainPlan plan;
  const TrainSamples *samples;
  const TrainKernel *kernel;
  gboolean symmetric; /* the output */
  MatrixLayer layers[TRAIN_MAX_LAYERS];
  gsize n_weights;
  float *memory[TRAIN_N_MEMORIES]; /* [n_weights]: weights, steps, slopes; owned */
  double weight;                   /* sum over the samples */
  gsize n_spans;
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

static gsize
fill_up (gsize n)
{
  return (n + TRAIN_LANES - 1) / TRAIN_LANES * TRAIN_LANES;
}

static float *
new_matrix (gsize n_rows, gsize n_columns)
{
  return g_aligned_alloc0 (n_rows * n_columns, sizeof (float), 64);
}

/* ---- Workspaces --------------------------------------------------------------------------------- */

static Workspace *
workspace_new (const Matrix *matrix)
{
  Workspace *space = g_new0 (Workspace, 1);
  gsize widest = 0;

  space->x = new_matrix (BLOCK, matrix->layers[0].m_filled);
  for (guint l = 0; l < matrix->plan.n_layers; l++) {
    const MatrixLayer *layer = &matrix->layers[l];

    space->y[l] = new_matrix (BLOCK, layer->n_filled);
    space->d[l] = new_matrix (BLOCK, layer->n_filled);
    space->g[l] = new_matrix (layer->n, layer->m_filled);
    space->h[l] = new_matrix (1, layer->n_filled);
    widest = MAX (widest, layer->n_filled);
  }
  space->back = new_matrix (BLOCK, widest);
  space->sums = new_matrix (1, BLOCK);
  return space;
}

static void
workspace_free (Workspace *space)
{
  for (guint l = 0; l < TRAIN_MAX_LAYERS; l++) {
    g_aligned_free (space->y[l]);
    g_aligned_free (space->d[l]);
    g_aligned_free (space->g[l]);
    g_aligned_free (space->h[l]);
  }
  g_aligned_free (space->x);
  g_aligned_free (space->back);
  g_aligned_free (space->sums);
  g_free (space);
}

/* ---- One block -------------------------------------------------------------------------------- */

static void
gather (const Matrix *matrix, gsize first, gsize n, float *x)
{
  for (gsize i = 0; i < n; i++, x += matrix->layers[0].m_filled)
    memcpy (x, matrix->samples->inputs[first + i], matrix->layers[0].m * sizeof *x);
}

static void
run_forward (const Matrix *matrix, Workspace *space, gsize n)
{
  guint last = matrix->plan.n_layers - 1;
  const float *x = space->x;

  for (guint l = 0; l <= last; l++) {
    const MatrixLayer *layer = &matrix->layers[l];
    float *y = space->y[l];

    for (gsize i = 0; i < n; i++)
      memcpy (y + i * layer->n_filled, layer->bias, layer->n_filled * sizeof *y);
    matrix->kernel->add_product (n, layer->m, layer->n_filled, x, layer->m_filled, 1, layer->forward, y);
    for (gsize i = 0; l == last && i < n; i++)
      space->sums[i] = y[i * layer->n_filled];
    matrix->kernel->activate (layer->layer.activation, layer->layer.steepness, n * layer->n_filled, y,
                              space->d[l]);
    x = y;
  }
}

/* From f'(S[L]) to D[L]. Returns: the sum of w x e^2. */
static double
compare_by_square (const Matrix *matrix, const Workspace *space, gsize first, gsize n)
{
  guint last = matrix->plan.n_layers - 1;
  const float *targets = matrix->samples->targets + first, *weights = matrix->samples->weights + first;
  float half = matrix->symmetric ? 0.5F : 1;
  double loss = 0;

  for (gsize i = 0; i < n; i++) {
    gsize k = i * matrix->layers[last].n_filled;
    float e = half * (train_map_target (targets[i], matrix->symmetric) - space->y[last][k]);

    loss += (double) weights[i] * e * e;
    space->d[last][k] *= weights[i] * e;
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
  double steepness = matrix->plan.layers[last].steepness;
  double loss = 0;

  for (gsize i = 0; i < n; i++) {
    gsize k = i * matrix->layers[last].n_filled;
    double z = 2 * CLAMP (steepness * space->sums[i], -150 / steepness, 150 / steepness);

    loss += weights[i] * (MAX (z, 0) + log1p (exp (-fabs (z))) - targets[i] * z);
    space->d[last][k] = weights[i] * (float) (2 * steepness) * (targets[i] - space->y[last][k]);
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

static void
add (gsize n, float *restrict a, const float *restrict b)
{
#pragma omp simd
  for (gsize i = 0; i < n; i++)
    a[i] += b[i];
}

/* From D[L] to all D, and what they add to the slopes. */
static void
run_backward (const Matrix *matrix, Workspace *space, gsize n)
{
  for (guint l = matrix->plan.n_layers; l-- > 0;) {
    const MatrixLayer *layer = &matrix->layers[l];
    const float *d = space->d[l];

    matrix->kernel->add_product (layer->n, n, layer->m_filled, d, 1, layer->n_filled,
                                 l == 0 ? space->x : space->y[l - 1], space->g[l]);
    for (gsize i = 0; i < n; i++)
      add (layer->n_filled, space->h[l], d + i * layer->n_filled);
    if (l == 0)
      break;
    memset (space->back, 0, n * layer->m_filled * sizeof *space->back);
    matrix->kernel->add_product (n, layer->n, layer->m_filled, d, layer->n_filled, 1, layer->backward,
                                 space->back);
    multiply (n * layer->m_filled, space->d[l - 1], space->back);
  }
}

/* Moves the slopes of a span to those of its group, in the order of weights. */
static void
flush_slopes (const Matrix *matrix, Workspace *space, double *slopes)
{
  for (guint l = 0; l < matrix->plan.n_layers; l++) {
    const MatrixLayer *layer = &matrix->layers[l];

    for (guint j = 0; j < layer->n; j++) {
      const float *g = space->g[l] + j * layer->m_filled;

      for (guint i = 0; i < layer->m; i++)
        *slopes++ += g[i];
      *slopes++ += space->h[l][j];
    }
    memset (space->g[l], 0, layer->n * layer->m_filled * sizeof (float));
    memset (space->h[l], 0, layer->n_filled * sizeof (float));
  }
}

static void
run_group (Matrix *matrix, Workspace *space, guint group)
{
  double *slopes = matrix->group_slopes + group * matrix->n_weights;
  gsize first = group * matrix->n_spans / matrix->n_groups * SPAN;
  gsize end = (group + 1) * matrix->n_spans / matrix->n_groups * SPAN;
  double loss = 0;

  memset (slopes, 0, matrix->n_weights * sizeof *slopes);
  for (end = MIN (end, matrix->samples->n); first < end; first += BLOCK) {
    gsize n = MIN (BLOCK, end - first);

    gather (matrix, first, n, space->x);
    run_forward (matrix, space, n);
    loss += matrix->plan.loss == TRAIN_LOSS_CROSS_ENTROPY ? compare_by_entropy (matrix, space, first, n)
                                                          : compare_by_square (matrix, space, first, n);
    run_backward (matrix, space, n);
    if ((first + n) % SPAN == 0 || first + n == end)
      flush_slopes (matrix, space, slopes);
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

/* Weights in the ways in which products need them. */
static void
spread_weights (Matrix *matrix)
{
  for (guint l = 0; l < matrix->plan.n_layers; l++) {
    MatrixLayer *layer = &matrix->layers[l];
    const float *w = matrix->memory[TRAIN_MEMORY_WEIGHTS] + layer->offset;

    for (guint j = 0; j < layer->n; j++, w += layer->m + 1) {
      memcpy (layer->backward + j * layer->m_filled, w, layer->m * sizeof *w);
      for (guint i = 0; i < layer->m; i++)
        layer->forward[i * layer->n_filled + j] = w[i];
      layer->bias[j] = w[layer->m];
    }
  }
}

static double
matrix_run_epoch (gpointer self)
{
  Matrix *matrix = self;
  double loss;

  spread_weights (matrix);
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

static void
make_layers (Matrix *matrix)
{
  gsize offset = 0;
  guint before = matrix->samples->n_inputs;

  for (guint l = 0; l < matrix->plan.n_layers; l++) {
    MatrixLayer *layer = &matrix->layers[l];

    layer->layer = matrix->plan.layers[l];
    layer->m = before;
    layer->n = layer->layer.size;
    layer->m_filled = fill_up (layer->m);
    layer->n_filled = fill_up (layer->n);
    layer->offset = offset;
    layer->forward = new_matrix (layer->m, layer->n_filled);
    layer->backward = new_matrix (layer->n, layer->m_filled);
    layer->bias = new_matrix (1, layer->n_filled);
    offset += ((gsize) layer->m + 1) * layer->n;
    before = layer->n;
  }
}

static gpointer
matrix_create (const TrainPlan *plan, const TrainSamples *samples, const float *weights, gsize n_weights,
               guint threads, GError **error)
{
  Matrix *matrix = g_new0 (Matrix, 1);
  guint n_kernels;

  matrix->plan = *plan;
  matrix->samples = samples;
  matrix->kernel = train_kernel_get_all (&n_kernels);
  matrix->symmetric = train_activation_is_symmetric (plan->layers[plan->n_layers - 1].activation);
  matrix->n_weights = n_weights;
  make_layers (matrix);
  matrix->memory[TRAIN_MEMORY_WEIGHTS] = g_memdup2 (weights, n_weights * sizeof *weights);
  matrix->memory[TRAIN_MEMORY_STEPS] = g_new (float, n_weights);
  matrix->memory[TRAIN_MEMORY_SLOPES] = g_new0 (float, n_weights);
  for (gsize i = 0; i < n_weights; i++)
    matrix->memory[TRAIN_MEMORY_STEPS][i] = plan->rprop_first_step;
  for (gsize i = 0; i < samples->n; i++)
    matrix->weight += samples->weights[i];
  matrix->n_spans = (samples->n + SPAN - 1) / SPAN;
  matrix->n_groups = MIN (CLAMP (MAX_SUMS / n_weights, 1, MAX_GROUPS), matrix->n_spans);
  matrix->group_slopes = g_new (double, matrix->n_groups *n_weights);

  pthread_mutex_init (&matrix->lock, NULL);
  pthread_cond_init (&matrix->begin, NULL);
  pthread_cond_init (&matrix->end, NULL);
  matrix->workspace = workspace_new (matrix);
  matrix->workers = g_ptr_array_new ();
  for (guint i = 1; i < MIN (threads, matrix->n_groups); i++) {
    GThread *worker = g_thread_try_new ("train", run_worker, matrix, NULL);

    /* With fewer threads it only takes longer. */
    if (!worker)
      break;
    g_ptr_array_add (matrix->workers, worker);
  }
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
  for (guint l = 0; l < matrix->plan.n_layers; l++) {
    g_aligned_free (matrix->layers[l].forward);
    g_aligned_free (matrix->layers[l].backward);
    g_aligned_free (matrix->layers[l].bias);
  }
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
