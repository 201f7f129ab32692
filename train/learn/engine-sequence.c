/* SPDX-License-Identifier: MIT */
/*
 * Adam over batches of snippets: runs of S blocks of a page, for networks of convolutions, and for those that
 * have an output for each label or pair of labels.
 *
 * Rows of a snippet lie one after another, with P rows of 0 before and behind it, P the largest reach. So
 * what a convolution of reach r reads for row i, rows i-r .. i+r, is one piece of memory, and goes through
 * the products of matrices as the row of a dense layer does. With W[s] the weights of the rows i + s:
 *
 *   S[i] = b + sum over s of W[s] Y[i+s]        Y' = f (S)                              forward
 *   D[L] = w (q - p)                            D[i] = f' o sum over s of W[s]^T D'[i-s]   backward
 *   G[s] = sum over i of D'[i]^T Y[i+s]         h = sum over i of D'[i]                  slopes of W[s], b
 *
 * where D' is that of the layer behind, p the outputs as probabilities, q what they should be, and w the
 * weight of the sample:
 *
 *   outputs   p                    q, with targets t of the block and u of the next one
 *   1         sigmoid              t
 *   2         softmax              1 - t, t
 *   4         softmax              (1 - t) (1 - u), (1 - t) u, t (1 - u), t u; w: the smaller one of both
 *   classes   softmax              1 for the class t, else 0
 *
 * The loss is cross-entropy. Dropout hides values of the hidden layers. The same result for any number of
 * threads: a batch is parted into tiles of snippets; whoever takes a tile adds up its rows in their order,
 * and the tiles are added up in theirs.
 */
#include "train/learn/engine-private.h"
#include "train/learn/pool.h"

#include <math.h>
#include <string.h>

#define TILE 16 /* snippets */

/* A layer: m values before it, n neurons; m' and n' are filled up. */
typedef struct {
  ExtractLayer layer;
  guint m, n, n_shifts;
  gsize m_filled, n_filled;
  float *forward;  /* [n_shifts][m'][n']: W^T */
  float *backward; /* [n_shifts][n][m']: W */
  float *bias;     /* [n'] */
} Layer;

typedef struct {
  TrainPlan plan;
  const TrainSamples *samples;
  const TrainKernel *kernel;
  TrainPool *pool;
  Layer layers[TRAIN_MAX_LAYERS];
  guint n_layers, n_outputs;
  gsize n_weights;
  float *memory[TRAIN_N_MEMORIES]; /* [n_weights]; owned */
  gsize *ends;                     /* [samples]: where the page of each ends */
  gsize *begins;                   /* [samples]: and begins */
  double mean_weight;              /* of a sample */
  gsize pad, rows;                 /* P, and rows of a snippet with its pads */

  /* The batch. */
  gsize *starts;     /* [batch]: first samples of the snippets */
  guint64 place;     /* where the random numbers of its snippets begin */
  double *slopes;    /* [tiles][n_weights] */
  double *losses;    /* [tiles] */
  double *weights;   /* [tiles]: of the samples */
  gsize *n_samples;  /* [tiles] */
  GAsyncQueue *idle; /* of Workspace: those that no thread works in */
} Sequence;

/* What a thread works in, by layer; y[l] are the inputs of layer l. */
typedef struct {
  float *y[TRAIN_MAX_LAYERS + 1]; /* [TILE x rows][m' or n'] */
  float *d[TRAIN_MAX_LAYERS + 1]; /* the same: f', then D */
  float *back;                    /* [TILE x rows][widest] */
  float *g[TRAIN_MAX_LAYERS];     /* [n_shifts][n][m'] */
  double *h[TRAIN_MAX_LAYERS];    /* [n] */
} Workspace;

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
workspace_new (const Sequence *sequence)
{
  Workspace *space = g_new0 (Workspace, 1);
  const gsize n_rows = TILE * sequence->rows;
  gsize widest = sequence->layers[0].m_filled;

  space->y[0] = new_matrix (n_rows, sequence->layers[0].m_filled);
  for (guint l = 0; l < sequence->n_layers; l++) {
    const Layer *layer = &sequence->layers[l];

    space->y[l + 1] = new_matrix (n_rows, layer->n_filled);
    space->d[l + 1] = new_matrix (n_rows, layer->n_filled);
    space->g[l] = new_matrix (layer->n_shifts * layer->n, layer->m_filled);
    space->h[l] = g_new0 (double, layer->n);
    widest = MAX (widest, layer->n_filled);
  }
  space->back = new_matrix (n_rows, widest);
  return space;
}

static void
workspace_free (gpointer data)
{
  Workspace *space = data;

  for (guint l = 0; l <= TRAIN_MAX_LAYERS; l++) {
    g_aligned_free (space->y[l]);
    g_aligned_free (space->d[l]);
  }
  for (guint l = 0; l < TRAIN_MAX_LAYERS; l++) {
    g_aligned_free (space->g[l]);
    g_free (space->h[l]);
  }
  g_aligned_free (space->back);
  g_free (space);
}

/* ---- A tile ------------------------------------------------------------------------------------- */

/* Samples of the snippet that begins with @start. */
static gsize
count_samples (const Sequence *sequence, gsize start)
{
  return MIN (sequence->plan.snippet, sequence->ends[start] - start);
}

/* The row of snippet @b of a tile where its samples begin. */
static gsize
row_of (const Sequence *sequence, gsize b)
{
  return b * sequence->rows + sequence->pad;
}

static void
gather (const Sequence *sequence, Workspace *space, const gsize *starts, gsize n)
{
  const Layer *layer = &sequence->layers[0];

  memset (space->y[0], 0, TILE * sequence->rows * layer->m_filled * sizeof (float));
  for (gsize b = 0; b < n; b++)
    for (gsize t = 0; t < count_samples (sequence, starts[b]); t++)
      memcpy (space->y[0] + (row_of (sequence, b) + t) * layer->m_filled,
              sequence->samples->places[starts[b] + t].row, layer->m * sizeof (float));
}

/*
 * Dropout (N. Srivastava and others, 2014) of @n values and their derivatives, as engine-matrix.c has it for
 * inputs. The random numbers (G. Marsaglia, Xorshift RNGs, 2003) belong to the snippet and the layer.
 */
static void
hide_values (double share, guint64 seed, gsize n, float *y, float *d)
{
  const guint32 limit = (guint32) (share * G_MAXUINT32);
  const float grown = (float) (1 / (1 - share));
  guint64 state = seed * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) | 1;

  for (gsize i = 0; i < n; i++) {
    float factor;

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    factor = (guint32) (state >> 32) < limit ? 0 : grown;
    y[i] *= factor;
    d[i] *= factor;
  }
}

static void
run_forward (const Sequence *sequence, Workspace *space, guint64 place, const gsize *starts, gsize n)
{
  for (guint l = 0; l < sequence->n_layers; l++) {
    const Layer *layer = &sequence->layers[l];
    const gboolean is_hidden = l + 1 < sequence->n_layers;

    memset (space->y[l + 1], 0, TILE * sequence->rows * layer->n_filled * sizeof (float));
    memset (space->d[l + 1], 0, TILE * sequence->rows * layer->n_filled * sizeof (float));
    for (gsize b = 0; b < n; b++) {
      const gsize row = row_of (sequence, b), n_rows = count_samples (sequence, starts[b]);
      float *y = space->y[l + 1] + row * layer->n_filled, *d = space->d[l + 1] + row * layer->n_filled;

      for (gsize t = 0; t < n_rows; t++)
        memcpy (y + t * layer->n_filled, layer->bias, layer->n_filled * sizeof *y);
      sequence->kernel->add_product (n_rows, layer->n_shifts * layer->m_filled, layer->n_filled,
                                     space->y[l] + (row - layer->layer.reach) * layer->m_filled,
                                     layer->m_filled, 1, layer->forward, y);
      /* What a sigmoid of the output comes from is what the loss wants. */
      if (is_hidden)
        sequence->kernel->activate (layer->layer.activation, layer->layer.steepness, n_rows * layer->n_filled,
                                    y, d);
      if (is_hidden && sequence->plan.dropout > 0)
        hide_values (sequence->plan.dropout, (place + b) * TRAIN_MAX_LAYERS + l, n_rows * layer->n_filled, y,
                     d);
    }
  }
}

/* What the outputs for sample @i should be. Returns: the weight of that; 0 if nothing is known */
static double
make_goal (const Sequence *sequence, gsize i, double *q)
{
  const float *targets = sequence->samples->targets, *weights = sequence->samples->weights;
  const double t = targets[i];

  if (sequence->samples->n_classes > 0) {
    for (guint o = 0; o < sequence->n_outputs; o++)
      q[o] = o == t;
    return weights[i];
  }
  if (sequence->n_outputs == 1) {
    q[0] = t;
    return weights[i];
  }
  if (sequence->n_outputs == EXTRACT_N_LABELS) {
    q[0] = 1 - t;
    q[1] = t;
    return weights[i];
  }
  if (i + 1 == sequence->ends[i])
    return 0;
  const double u = targets[i + 1];
  q[0] = (1 - t) * (1 - u);
  q[1] = (1 - t) * u;
  q[2] = t * (1 - u);
  q[3] = t * u;
  return MIN (weights[i], weights[i + 1]);
}

/* With z = 2 s, s the sum times the steepness: -q z + ln (1 + exp z). @d: (out): minus its derivative */
static double
compare_sigmoid (double steepness, double sum, double q, double weight, float *d)
{
  const double z = 2 * CLAMP (steepness * sum, -150, 150);

  *d = (float) (weight * 2 * steepness * (q - 1 / (1 + exp (-z))));
  return weight * (MAX (z, 0) + log1p (exp (-fabs (z))) - q * z);
}

/* -sum of q ln p, p = exp (k s) / sum of exp (k s). */
static double
compare_softmax (double k, guint n, const float *sums, const double *q, double weight, float *d)
{
  double most = -INFINITY, whole = 0, loss = 0;

  for (guint o = 0; o < n; o++)
    most = MAX (most, k * sums[o]);
  for (guint o = 0; o < n; o++)
    whole += exp (k * sums[o] - most);
  for (guint o = 0; o < n; o++) {
    const double log_p = k * sums[o] - most - log (whole);

    loss -= weight * q[o] * log_p;
    d[o] = (float) (weight * k * (q[o] - exp (log_p)));
  }
  return loss;
}

/* D of the outputs. */
static void
compare (const Sequence *sequence, Workspace *space, gsize tile, const gsize *starts, gsize n)
{
  const Layer *layer = &sequence->layers[sequence->n_layers - 1];
  const double k = layer->layer.steepness;
  double q[EXTRACT_MAX_CLASSES];

  sequence->losses[tile] = sequence->weights[tile] = 0;
  sequence->n_samples[tile] = 0;
  for (gsize b = 0; b < n; b++) {
    const gsize n_rows = count_samples (sequence, starts[b]);

    sequence->n_samples[tile] += n_rows;
    for (gsize t = 0; t < n_rows; t++) {
      const double weight = make_goal (sequence, starts[b] + t, q);
      const gsize at = (row_of (sequence, b) + t) * layer->n_filled;
      const float *y = space->y[sequence->n_layers] + at;
      float *d = space->d[sequence->n_layers] + at;

      if (weight == 0)
        continue;
      sequence->weights[tile] += weight;
      sequence->losses[tile] += sequence->n_outputs == 1
                                    ? compare_sigmoid (k, y[0], q[0], weight, d)
                                    : compare_softmax (k, sequence->n_outputs, y, q, weight, d);
    }
  }
}

/* All D, and what they add to the slopes. @n_rows: of the tile */
static void
run_backward (const Sequence *sequence, Workspace *space, gsize n_rows)
{
  const gsize first = sequence->pad, n_inner = n_rows - 2 * sequence->pad;

  for (guint l = sequence->n_layers; l-- > 0;) {
    const Layer *layer = &sequence->layers[l];
    const gint64 reach = layer->layer.reach;
    const float *d = space->d[l + 1];

    for (guint s = 0; s < layer->n_shifts; s++)
      sequence->kernel->add_product (layer->n, n_inner, layer->m_filled, d + first * layer->n_filled, 1,
                                     layer->n_filled,
                                     space->y[l] + ((gint64) first + s - reach) * (gint64) layer->m_filled,
                                     space->g[l] + s * layer->n * layer->m_filled);
    for (gsize i = first; i < first + n_inner; i++)
      for (guint j = 0; j < layer->n; j++)
        space->h[l][j] += d[i * layer->n_filled + j];
    if (l == 0)
      break;
    memset (space->back, 0, n_rows * layer->m_filled * sizeof (float));
    for (guint s = 0; s < layer->n_shifts; s++)
      sequence->kernel->add_product (n_inner, layer->n, layer->m_filled,
                                     d + ((gint64) first - s + reach) * (gint64) layer->n_filled,
                                     layer->n_filled, 1, layer->backward + s * layer->n * layer->m_filled,
                                     space->back + first * layer->m_filled);
    for (gsize i = 0; i < n_rows * layer->m_filled; i++)
      space->d[l][i] *= space->back[i];
  }
}

/* To the slopes of the tile, in the order of weights. */
static void
move_slopes (const Sequence *sequence, Workspace *space, double *slopes)
{
  for (guint l = 0; l < sequence->n_layers; l++) {
    const Layer *layer = &sequence->layers[l];

    for (guint j = 0; j < layer->n; j++) {
      for (guint s = 0; s < layer->n_shifts; s++) {
        const float *g = space->g[l] + (s * layer->n + j) * layer->m_filled;

        for (guint i = 0; i < layer->m; i++)
          *slopes++ = g[i];
      }
      *slopes++ = space->h[l][j];
    }
    memset (space->g[l], 0, layer->n_shifts * layer->n * layer->m_filled * sizeof (float));
    memset (space->h[l], 0, layer->n * sizeof (double));
  }
}

static void
run_tile (guint tile, gpointer data)
{
  Sequence *sequence = data;
  const gsize first = (gsize) tile * TILE, n = MIN (TILE, sequence->plan.batch - first);
  const gsize *starts = sequence->starts + first;
  Workspace *space = g_async_queue_try_pop (sequence->idle);

  if (!space)
    space = workspace_new (sequence);
  gather (sequence, space, starts, n);
  run_forward (sequence, space, sequence->place + first, starts, n);
  compare (sequence, space, tile, starts, n);
  run_backward (sequence, space, n * sequence->rows);
  move_slopes (sequence, space, sequence->slopes + tile * sequence->n_weights);
  g_async_queue_push (sequence->idle, space);
}

/* ---- Steps -------------------------------------------------------------------------------------- */

static void
spread_weights (Sequence *sequence)
{
  const float *w = sequence->memory[TRAIN_MEMORY_WEIGHTS];

  for (guint l = 0; l < sequence->n_layers; l++) {
    Layer *layer = &sequence->layers[l];

    for (guint j = 0; j < layer->n; j++) {
      for (guint s = 0; s < layer->n_shifts; s++, w += layer->m) {
        memcpy (layer->backward + (s * layer->n + j) * layer->m_filled, w, layer->m * sizeof *w);
        for (guint i = 0; i < layer->m; i++)
          layer->forward[(s * layer->m_filled + i) * layer->n_filled + j] = w[i];
      }
      layer->bias[j] = *w++;
    }
  }
}

/* The slopes of the penalty l2 / 2 x the sum of squared weights, biases apart. @scale: makes the mean out of
 * a sum, as the step will */
static void
decay (const Sequence *sequence, double scale)
{
  const float *w = sequence->memory[TRAIN_MEMORY_WEIGHTS];
  double *slopes = sequence->slopes;

  for (guint l = 0; l < sequence->n_layers; l++) {
    const Layer *layer = &sequence->layers[l];

    for (guint j = 0; j < layer->n; j++, w++, slopes++)
      for (guint i = layer->n_shifts * layer->m; i > 0; i--)
        *slopes++ -= sequence->plan.l2 / scale * *w++;
  }
}

/* Where the snippet around sample @i begins: with it, or as many before as the page has too few behind. */
static gsize
find_start (const Sequence *sequence, gsize i)
{
  const gsize end = sequence->ends[i], begin = sequence->begins[i], length = sequence->plan.snippet;

  return i + length <= end ? i : end - MIN (length, end - begin);
}

static double
sequence_run_epoch (gpointer self, guint32 seed, guint64 epoch)
{
  Sequence *sequence = self;
  const TrainPlan *plan = &sequence->plan;
  const guint32 seeds[] = { seed, (guint32) epoch };
  g_autoptr (GRand) rand = g_rand_new_with_seed_array (seeds, G_N_ELEMENTS (seeds));
  const gsize n = sequence->samples->n;
  const guint n_tiles = (plan->batch + TILE - 1) / TILE;
  const gsize all = (n + plan->batch * plan->snippet - 1) / (plan->batch * plan->snippet);
  const guint64 n_steps = plan->steps > 0 ? plan->steps : all;
  double loss = 0, weight = 0;

  for (guint64 step = 0; step < n_steps; step++) {
    gsize n_samples = 0;

    for (guint b = 0; b < plan->batch; b++)
      sequence->starts[b] = find_start (sequence, (gsize) (g_rand_double (rand) * (double) n));
    sequence->place = ((seed * G_GUINT64_CONSTANT (1000003) + epoch) * n_steps + step) * plan->batch;
    spread_weights (sequence);
    train_pool_run (sequence->pool, n_tiles, run_tile, sequence);
    for (guint tile = 0; tile < n_tiles; tile++) {
      const double *slopes = sequence->slopes + tile * sequence->n_weights;

      for (gsize i = 0; tile > 0 && i < sequence->n_weights; i++)
        sequence->slopes[i] += slopes[i];
      loss += sequence->losses[tile];
      weight += sequence->weights[tile];
      n_samples += sequence->n_samples[tile];
    }
    const double scale = 1 / (sequence->mean_weight * (double) n_samples);
    decay (sequence, scale);
    train_step_adam (plan, sequence->n_weights, sequence->slopes, scale, epoch * n_steps + step,
                     n_steps * plan->epochs, sequence->memory);
  }
  return weight > 0 ? loss / weight : 0;
}

/* ---- The engine --------------------------------------------------------------------------------- */

static void
make_layers (Sequence *sequence)
{
  guint before = sequence->samples->n_inputs;

  for (guint l = 0; l < sequence->n_layers; l++) {
    Layer *layer = &sequence->layers[l];

    layer->layer = sequence->plan.layers[l];
    layer->m = before;
    layer->n = layer->layer.size;
    layer->n_shifts = 2 * layer->layer.reach + 1;
    layer->m_filled = fill_up (layer->m);
    layer->n_filled = fill_up (layer->n);
    layer->forward = new_matrix (layer->n_shifts * layer->m_filled, layer->n_filled);
    layer->backward = new_matrix (layer->n_shifts * layer->n, layer->m_filled);
    layer->bias = new_matrix (1, layer->n_filled);
    sequence->pad = MAX (sequence->pad, layer->layer.reach);
    before = layer->n;
  }
  sequence->n_outputs = before;
  sequence->rows = sequence->plan.snippet + 2 * sequence->pad;
}

/* A page begins with a sample that has none before it. */
static void
find_pages (Sequence *sequence)
{
  const TrainSamples *samples = sequence->samples;

  sequence->begins = g_new (gsize, samples->n);
  sequence->ends = g_new (gsize, samples->n);
  for (gsize i = 0; i < samples->n; i++)
    sequence->begins[i] = i == 0 || samples->places[i].before == 0 ? i : sequence->begins[i - 1];
  for (gsize i = samples->n; i-- > 0;)
    sequence->ends[i] =
        i + 1 == samples->n || samples->places[i + 1].before == 0 ? i + 1 : sequence->ends[i + 1];
}

static gpointer
sequence_create (const TrainPlan *plan, const TrainSamples *samples, const float *weights, gsize n_weights,
                 guint threads, GError **error)
{
  Sequence *sequence = g_new0 (Sequence, 1);
  const guint n_tiles = (plan->batch + TILE - 1) / TILE;
  guint n_kernels;

  sequence->plan = *plan;
  sequence->samples = samples;
  sequence->kernel = train_kernel_get_all (&n_kernels);
  sequence->pool = train_pool_new (MIN (threads, n_tiles));
  sequence->n_layers = plan->n_layers;
  sequence->n_weights = n_weights;
  make_layers (sequence);
  find_pages (sequence);
  sequence->memory[TRAIN_MEMORY_WEIGHTS] = g_memdup2 (weights, n_weights * sizeof *weights);
  sequence->memory[TRAIN_MEMORY_MEANS] = g_new0 (float, n_weights);
  sequence->memory[TRAIN_MEMORY_SQUARES] = g_new0 (float, n_weights);
  for (gsize i = 0; i < samples->n; i++)
    sequence->mean_weight += samples->weights[i] / (double) samples->n;
  sequence->starts = g_new (gsize, plan->batch);
  sequence->slopes = g_new (double, n_tiles *n_weights);
  sequence->losses = g_new (double, n_tiles);
  sequence->weights = g_new (double, n_tiles);
  sequence->n_samples = g_new (gsize, n_tiles);
  sequence->idle = g_async_queue_new_full (workspace_free);
  return sequence;
}

static void
sequence_destroy (gpointer self)
{
  Sequence *sequence = self;

  for (guint l = 0; l < sequence->n_layers; l++) {
    g_aligned_free (sequence->layers[l].forward);
    g_aligned_free (sequence->layers[l].backward);
    g_aligned_free (sequence->layers[l].bias);
  }
  for (guint m = 0; m < TRAIN_N_MEMORIES; m++)
    g_free (sequence->memory[m]);
  g_free (sequence->begins);
  g_free (sequence->ends);
  g_free (sequence->starts);
  g_free (sequence->slopes);
  g_free (sequence->losses);
  g_free (sequence->weights);
  g_free (sequence->n_samples);
  train_pool_free (sequence->pool);
  g_async_queue_unref (sequence->idle);
  g_free (sequence);
}

static float *const *
sequence_get_memory (gpointer self)
{
  return ((Sequence *) self)->memory;
}

const TrainEngineClass train_engine_sequence = {
  .name = "matrix, with convolutions or several outputs,",
  .algorithms = 1 << TRAIN_ALGORITHM_ADAM,
  .losses = 1 << TRAIN_LOSS_CROSS_ENTROPY,
  .weighted = TRUE,
  .create = sequence_create,
  .destroy = sequence_destroy,
  .run_epoch = sequence_run_epoch,
  .get_memory = sequence_get_memory,
};
