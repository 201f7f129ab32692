/* SPDX-License-Identifier: MIT */
/*
 * iRPROP- over all samples, or Adam over one batch of them after the other, computed in blocks of samples.
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
 * The same result for any number of threads: a batch (of RPROP: all samples) is parted into groups, by the
 * number of its samples alone; whichever thread takes a group adds up its samples in their order, and at the
 * end of the batch one thread adds up the groups in theirs. Sums are floats over a span of some blocks,
 * doubles beyond.
 */
#include "train/learn/engine-private.h"
#include "libextract/model/model.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#define BLOCK 64       /* samples in a product, so that its operands stay in the nearest cache */
#define SPAN 512       /* samples of an epoch whose slopes are summed as floats */
#define BATCH_SPAN 256 /* samples of a batch: few enough to share between threads */
#define MAX_GROUPS 64
#define MAX_SUMS (1 << 22) /* doubles in all groups, unless a single network is larger */
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
  float targets[BLOCK];
  float weights[BLOCK];       /* of the samples */
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
  gsize span;                      /* SPAN or BATCH_SPAN */
  guint max_groups;

  /* The epoch. */
  gsize *order;   /* (nullable) [samples]: their order; NULL: as they are */
  guint64 places; /* where the random numbers of its samples begin */

  /* The batch that is worked on. */
  gsize first, n; /* of its samples, in this order */
  gsize n_spans;
  guint n_groups;
  double *group_slopes;            /* [n_groups][n_weights] */
  double group_losses[MAX_GROUPS]; /* [n_groups] */

  /* Threads beside the caller's, each with its own workspace. */
  GPtrArray *workers;   /* GThread * */
  Workspace *workspace; /* of the one that calls */
  pthread_mutex_t lock; /* of all below */
  pthread_cond_t begin; /* a batch has begun, or all is over */
  pthread_cond_t end;   /* a worker has found no group that is left */
  guint round;          /* batches that have begun */
  guint next_group;
  guint n_busy; /* workers still busy with the batch */
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

/*
 * Dropout (N. Srivastava and others, Dropout: A Simple Way to Prevent Neural Networks from Overfitting,
 * 2014): with the share q of the inputs hidden, x becomes 0, or x / (1 - q), so that sums stay what they are
 * on average. The random numbers (G. Marsaglia, Xorshift RNGs, 2003) begin anew in each sample, so that none
 * depends on the threads.
 */
static void
hide_inputs (double share, guint64 seed, guint n, float *x)
{
  const guint32 limit = (guint32) (share * G_MAXUINT32);
  const float grown = (float) (1 / (1 - share));
  guint64 state = seed * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) | 1;

  for (guint i = 0; i < n; i++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    x[i] = (guint32) (state >> 32) < limit ? 0 : x[i] * grown;
  }
}

/* Takes the samples from place @first on, in the order of the epoch. */
static void
gather (const Matrix *matrix, gsize first, gsize n, Workspace *space)
{
  const TrainSamples *samples = matrix->samples;

  for (gsize i = 0; i < n; i++) {
    gsize sample = matrix->order ? matrix->order[first + i] : first + i;

    train_samples_gather (samples, sample, space->x + i * matrix->layers[0].m_filled);
    if (matrix->plan.dropout > 0)
      hide_inputs (matrix->plan.dropout, matrix->places + first + i, matrix->layers[0].m,
                   space->x + i * matrix->layers[0].m_filled);
    space->targets[i] = samples->targets[sample];
    space->weights[i] = samples->weights[sample];
  }
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
compare_by_square (const Matrix *matrix, const Workspace *space, gsize n)
{
  guint last = matrix->plan.n_layers - 1;
  const float *targets = space->targets, *weights = space->weights;
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
compare_by_entropy (const Matrix *matrix, const Workspace *space, gsize n)
{
  guint last = matrix->plan.n_layers - 1;
  const float *targets = space->targets, *weights = space->weights;
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
  gsize at = group * matrix->n_spans / matrix->n_groups * matrix->span;
  gsize end = (group + 1) * matrix->n_spans / matrix->n_groups * matrix->span;
  double loss = 0;

  memset (slopes, 0, matrix->n_weights * sizeof *slopes);
  for (end = MIN (end, matrix->n); at < end; at += BLOCK) {
    gsize n = MIN (BLOCK, end - at);

    gather (matrix, matrix->first + at, n, space);
    run_forward (matrix, space, n);
    loss += matrix->plan.loss == TRAIN_LOSS_CROSS_ENTROPY ? compare_by_entropy (matrix, space, n)
                                                          : compare_by_square (matrix, space, n);
    run_backward (matrix, space, n);
    if ((at + n) % matrix->span == 0 || at + n == end)
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
  guint round = 0;

  pthread_mutex_lock (&matrix->lock);
  for (;;) {
    while (!matrix->stopped && matrix->round == round)
      pthread_cond_wait (&matrix->begin, &matrix->lock);
    if (matrix->stopped)
      break;
    round = matrix->round;
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
  matrix->round++;
  matrix->next_group = 0;
  matrix->n_busy = matrix->workers->len;
  pthread_cond_broadcast (&matrix->begin);
  run_groups (matrix, matrix->workspace);
  while (matrix->n_busy > 0)
    pthread_cond_wait (&matrix->end, &matrix->lock);
  pthread_mutex_unlock (&matrix->lock);
}

/* ---- Batches ------------------------------------------------------------------------------------ */

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

/* Adds up slopes, in those of the first group, and losses over @n samples. Returns: the sum of the losses. */
static double
run_batch (Matrix *matrix, gsize first, gsize n)
{
  double loss = 0;

  matrix->first = first;
  matrix->n = n;
  matrix->n_spans = (n + matrix->span - 1) / matrix->span;
  matrix->n_groups = MIN (matrix->max_groups, matrix->n_spans);
  spread_weights (matrix);
  run_all_groups (matrix);
  for (guint group = 0; group < matrix->n_groups; group++) {
    const double *slopes = matrix->group_slopes + group * matrix->n_weights;

    for (gsize i = 0; group > 0 && i < matrix->n_weights; i++)
      matrix->group_slopes[i] += slopes[i];
    loss += matrix->group_losses[group];
  }
  return loss;
}

/* R. Durstenfeld, Algorithm 235: Random Permutation, 1964. */
static void
shuffle_samples (Matrix *matrix, guint32 seed, guint64 epoch)
{
  const guint32 seeds[] = { seed, (guint32) epoch };
  g_autoptr (GRand) rand = g_rand_new_with_seed_array (seeds, G_N_ELEMENTS (seeds));

  for (gsize i = 0; i < matrix->samples->n; i++)
    matrix->order[i] = i;
  for (gsize i = matrix->samples->n; i > 1; i--) {
    gsize other = (gsize) (g_rand_double (rand) * (double) i);
    gsize sample = matrix->order[i - 1];

    matrix->order[i - 1] = matrix->order[other];
    matrix->order[other] = sample;
  }
}

static double
run_rprop (Matrix *matrix)
{
  double loss = run_batch (matrix, 0, matrix->samples->n);

  train_step_rprop (&matrix->plan, matrix->n_weights, matrix->group_slopes, matrix->memory);
  return loss;
}

static double
run_adam (Matrix *matrix, guint32 seed, guint64 epoch)
{
  gsize n_samples = matrix->samples->n, batch = matrix->plan.batch;
  guint64 n_steps = (n_samples + batch - 1) / batch, step = epoch * n_steps;
  double mean_weight = matrix->weight / (double) n_samples, loss = 0;

  shuffle_samples (matrix, seed, epoch);
  matrix->places = (seed * G_GUINT64_CONSTANT (1000003) + epoch) * n_samples;
  for (gsize first = 0; first < n_samples; first += batch, step++) {
    gsize n = MIN (batch, n_samples - first);

    loss += run_batch (matrix, first, n);
    train_step_adam (&matrix->plan, matrix->n_weights, matrix->group_slopes, 1 / (mean_weight * (double) n),
                     step, n_steps * matrix->plan.epochs, matrix->memory);
  }
  return loss;
}

static double
matrix_run_epoch (gpointer self, guint32 seed, guint64 epoch)
{
  Matrix *matrix = self;

  return (matrix->order ? run_adam (matrix, seed, epoch) : run_rprop (matrix)) / matrix->weight;
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

static void
remember (Matrix *matrix, guint memory, float value)
{
  matrix->memory[memory] = g_new (float, matrix->n_weights);
  for (gsize i = 0; i < matrix->n_weights; i++)
    matrix->memory[memory][i] = value;
}

/* What the algorithm needs beside the weights, and how large its batches are. */
static void
make_algorithm (Matrix *matrix)
{
  gsize n = matrix->samples->n, n_spans;

  if (matrix->plan.algorithm == TRAIN_ALGORITHM_ADAM) {
    remember (matrix, TRAIN_MEMORY_MEANS, 0);
    remember (matrix, TRAIN_MEMORY_SQUARES, 0);
    matrix->order = g_new (gsize, n);
    matrix->span = BATCH_SPAN;
    n = MIN (n, matrix->plan.batch);
  } else {
    remember (matrix, TRAIN_MEMORY_STEPS, matrix->plan.rprop_first_step);
    remember (matrix, TRAIN_MEMORY_SLOPES, 0);
    matrix->span = SPAN;
  }
  n_spans = (n + matrix->span - 1) / matrix->span;
  matrix->max_groups = MIN (CLAMP (MAX_SUMS / matrix->n_weights, 1, MAX_GROUPS), n_spans);
  matrix->group_slopes = g_new (double, matrix->max_groups * matrix->n_weights);
}

/* With fewer threads it only takes longer. */
static void
start_workers (Matrix *matrix, guint n)
{
  matrix->workers = g_ptr_array_new ();
  for (guint i = 0; i < n; i++) {
    GThread *worker = g_thread_try_new ("train", run_worker, matrix, NULL);

    if (!worker)
      break;
    g_ptr_array_add (matrix->workers, worker);
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
  make_algorithm (matrix);
  for (gsize i = 0; i < samples->n; i++)
    matrix->weight += samples->weights[i];

  pthread_mutex_init (&matrix->lock, NULL);
  pthread_cond_init (&matrix->begin, NULL);
  pthread_cond_init (&matrix->end, NULL);
  matrix->workspace = workspace_new (matrix);
  start_workers (matrix, MIN (threads, matrix->max_groups) - 1);
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
  g_free (matrix->order);
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
  .algorithms = 1 << TRAIN_ALGORITHM_RPROP | 1 << TRAIN_ALGORITHM_ADAM,
  .losses = 1 << TRAIN_LOSS_SQUARE | 1 << TRAIN_LOSS_CROSS_ENTROPY,
  .weighted = TRUE,
  .create = matrix_create,
  .destroy = matrix_destroy,
  .run_epoch = matrix_run_epoch,
  .get_memory = matrix_get_memory,
};
