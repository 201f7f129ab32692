/* SPDX-License-Identifier: MIT */
/*
 * A tree is added to those before it so that the loss falls as far as a step of Newton's takes it (J. H.
 * Friedman, Greedy function approximation, 2001). A sample with target t, weight w and the margin m (the sum
 * of what the trees say so far) has the score, gradient and hessian
 *
 *   p = 1 / (1 + exp (-m))     g = w (p - t)     h = w p (1 - p)
 *
 * With G and H their sums over the samples of a leaf, the leaf says v, and parting it in L and R gains
 *
 *   v = - rate G / (H + l2)     gain = GL^2 / (HL + l2) + GR^2 / (HR + l2) - G^2 / (H + l2)
 *
 * Of all leaves that one is parted next that gains most, until there are as many as the plan allows. All
 * splits of a leaf are found from its histograms: for each input, G and H by bin (G. Ke et al., LightGBM,
 * 2017):
 *
 *   samples of the smaller child ─add up─> its histograms
 *   histograms of the leaf - those of the smaller child = those of the larger one
 *
 * The inputs of a tree are copied for its samples first, LANES at a time side by side: so windows and drawn
 * columns cost nothing later, a sample is one load for LANES inputs, and those are added up next to each
 * other without one waiting for the other. A bundle of LANES inputs is one item of work; its sums are in the
 * order of the samples. That is why threads change nothing.
 */
#include "train/learn/trees.h"

#include <math.h>
#include <string.h>

#include "train/learn/pool.h"

#define LANES 8
/* Bins of a lane, and some more: lanes do not fall on the same places of the cache. */
#define STRIDE (TRAIN_MAX_BINS + 4)
/* Samples of a small leaf are far from each other: so many before their turn they are called from memory. */
#define AHEAD 32
/* Rows that go through the trees together. */
#define CHUNK 1024
/* What rounding may feign. */
#define LEAST_GAIN 1e-6
#define LEAST_HESSIAN 1e-6
/* The first margin is not beyond these scores. */
#define LEAST_SCORE 1e-4

/* G and H. */
typedef double Sums __attribute__ ((vector_size (16)));

typedef struct {
  TrainTreesInput input;
  guint8 last;           /* bin that goes to the left */
  gboolean unknown_left; /* bin 0 */
  guint left;            /* node; the right one is next to it; 0: this is a leaf */
  float value;           /* of a leaf */
} Node;

struct _TrainTrees {
  float base;    /* the first margin */
  GArray *nodes; /* of Node: the trees one after the other, the root first */
  GArray *roots; /* of guint */
};

typedef struct {
  double gain; /* 0: there is none */
  guint lane;  /* of all bundles */
  guint last;
  gboolean unknown_left;
  Sums left;
} Split;

typedef struct {
  guint node;
  gsize first, n; /* of the samples of the tree */
  Sums sums;
  Sums *histograms; /* [n_bundles][LANES][STRIDE] */
  Split split;      /* the best one */
} Leaf;

/* A sample of the tree that grows, where its leaf has it. */
typedef struct {
  guint32 place; /* before any split */
  float g, h;
} Sample;

typedef struct {
  const TrainTreesSamples *samples;
  const TrainTreesPlan *plan;
  TrainPool *pool;
  GRand *rand;
  TrainTrees *trees;
  float *margins;          /* [n] */
  TrainTreesInput *usable; /* [n_usable]: inputs that vary */
  guint n_usable;

  /* The tree that grows. */
  gsize n;                  /* samples that were drawn for it */
  guint32 *drawn;           /* [n]: which */
  Sample *sample, *scratch; /* [n] */
  TrainTreesInput *lanes;   /* [n_lanes]: inputs that were drawn for it, by offset */
  guint n_lanes, n_bundles;
  guint8 *packed; /* [n_bundles][n][LANES]: bins */
  guint root;
  Leaf *leaves; /* [plan->leaves] */
  guint n_leaves;
  Sums *histograms; /* [plan->leaves][n_bundles][LANES][STRIDE] */

  /* The split that is made: what comes of it, by bundle. */
  Leaf *small, *large; /* large (nullable): the root has no sibling */
  Split *best[2];      /* [n_bundles]: of the small and the large one */
} Growth;

void
train_trees_plan_init (TrainTreesPlan *plan)
{
  *plan = (TrainTreesPlan){
    .trees = 200,
    .leaves = 31,
    .rate = 0.12,
    .minimum_hessian = 2,
    .l2 = 1,
    .column_share = 0.3,
    .row_share = 0.5,
  };
}

static float
to_score (double margin)
{
  return (float) (1 / (1 + exp (-margin)));
}

/* Without a branch: nobody can tell which way a sample goes. */
static inline gboolean
goes_left (guint bin, guint last, gboolean unknown_left)
{
  return ((bin != 0) & (bin <= last)) | ((bin == 0) & unknown_left);
}

/* ---- Reading trees ---------------------------------------------------------------------------- */

static float
read_tree (const Node *nodes, guint root, const TrainBins *bins, gsize row)
{
  const Node *node = &nodes[root];

  while (node->left) {
    gsize other = node->input.offset ? train_bins_find_row (bins, row, node->input.offset) : row;
    guint bin = bins->columns[node->input.column][other];

    node = &nodes[node->left + !goes_left (bin, node->last, node->unknown_left)];
  }
  return node->value;
}

/* Adds what the trees from @first on say to @margins. */
static void
add_trees (const TrainTrees *trees, guint first, const TrainBins *bins, const guint32 *rows, gsize n,
           float *margins)
{
  const Node *nodes = (const Node *) trees->nodes->data;

  for (guint t = first; t < trees->roots->len; t++)
    for (gsize i = 0; i < n; i++)
      margins[i] += read_tree (nodes, g_array_index (trees->roots, guint, t), bins, rows[i]);
}

typedef struct {
  const TrainTrees *trees;
  const TrainBins *bins;
  const guint32 *rows;
  gsize n;
  float *scores;
} Scoring;

static void
score_chunk (guint chunk, gpointer data)
{
  const Scoring *scoring = data;
  gsize first = (gsize) chunk * CHUNK, n = MIN (CHUNK, scoring->n - first);
  float *scores = scoring->scores + first;

  for (gsize i = 0; i < n; i++)
    scores[i] = scoring->trees->base;
  add_trees (scoring->trees, 0, scoring->bins, scoring->rows + first, n, scores);
  for (gsize i = 0; i < n; i++)
    scores[i] = to_score (scores[i]);
}

void
train_trees_score (const TrainTrees *trees, const TrainBins *bins, const guint32 *rows, gsize n,
                   guint threads, float *scores)
{
  g_autoptr (TrainPool) pool = train_pool_new (threads);
  Scoring scoring = { trees, bins, rows, n, scores };

  train_pool_run (pool, (n + CHUNK - 1) / CHUNK, score_chunk, &scoring);
}

/* ---- What a tree is grown from ---------------------------------------------------------------- */

static void
draw_samples (Growth *growth)
{
  double bound = growth->plan->row_share * (1 + (double) G_MAXUINT32);

  growth->n = 0;
  for (gsize i = 0; i < growth->samples->n; i++)
    if (g_rand_int (growth->rand) < bound)
      growth->drawn[growth->n++] = i;
}

static int
by_offset (gconstpointer a, gconstpointer b)
{
  const TrainTreesInput *x = a, *y = b;

  return x->offset != y->offset ? (x->offset > y->offset) - (x->offset < y->offset)
                                : (x->column > y->column) - (x->column < y->column);
}

/* The first of a shuffle. */
static void
draw_lanes (Growth *growth)
{
  TrainTreesInput *inputs = growth->usable;

  for (guint i = 0; i < growth->n_lanes; i++) {
    guint j = g_rand_int_range (growth->rand, i, growth->n_usable);
    TrainTreesInput drawn = inputs[j];

    inputs[j] = inputs[i];
    growth->lanes[i] = inputs[i] = drawn;
  }
  qsort (growth->lanes, growth->n_lanes, sizeof *growth->lanes, by_offset);
}

/* g and h of the samples of a chunk. */
static void
derive_chunk (guint chunk, gpointer data)
{
  const Growth *growth = data;
  const TrainTreesSamples *samples = growth->samples;

  for (gsize k = (gsize) chunk * CHUNK; k < MIN (growth->n, ((gsize) chunk + 1) * CHUNK); k++) {
    guint32 i = growth->drawn[k];
    float p = to_score (growth->margins[i]);

    growth->sample[k] =
        (Sample){ k, samples->weights[i] * (p - samples->targets[i]), samples->weights[i] * p * (1 - p) };
  }
}

/* Copies the bins of a bundle, chunk by chunk: rows of one offset are looked for once. */
static void
pack_bundle (guint bundle, gpointer data)
{
  const Growth *growth = data;
  const TrainBins *bins = growth->samples->bins;
  const TrainTreesInput *lanes = growth->lanes + bundle * LANES;
  guint n_lanes = MIN (LANES, growth->n_lanes - bundle * LANES);
  guint8 *packed = growth->packed + bundle * growth->n * LANES;
  gsize found[CHUNK];

  for (gsize first = 0, n; first < growth->n; first += n, packed += n * LANES) {
    n = MIN (CHUNK, growth->n - first);
    memset (packed, 0, n * LANES);
    for (guint lane = 0; lane < n_lanes; lane++) {
      const guint8 *column = bins->columns[lanes[lane].column];

      for (gsize k = 0; (lane == 0 || lanes[lane].offset != lanes[lane - 1].offset) && k < n; k++)
        found[k] =
            train_bins_find_row (bins, growth->samples->rows[growth->drawn[first + k]], lanes[lane].offset);
      for (gsize k = 0; k < n; k++)
        packed[k * LANES + lane] = column[found[k]];
    }
  }
}

/* ---- Splits ----------------------------------------------------------------------------------- */

static void
add_samples (const guint8 *packed, const Sample *sample, gsize n, Sums *histograms)
{
  for (gsize i = 0; i < n; i++) {
    const guint8 *bins = packed + (gsize) sample[i].place * LANES;
    Sums sums = { sample[i].g, sample[i].h };

    __builtin_prefetch (packed + (gsize) sample[MIN (i + AHEAD, n - 1)].place * LANES);
#pragma GCC unroll 8
    for (guint lane = 0; lane < LANES; lane++)
      histograms[lane * STRIDE + bins[lane]] += sums;
  }
}

static double
reach (Sums sums, double l2)
{
  return sums[0] * sums[0] / (sums[1] + l2);
}

/* The best split of @leaf between two bins of a lane, if it is better than @best. @unknown: the bin 0 goes to
 * the left */
static void
try_bins (const Growth *growth, const Leaf *leaf, guint lane, gboolean unknown, guint n_bins, Split *best)
{
  const Sums *bins = leaf->histograms + lane * STRIDE;
  double least = MAX (growth->plan->minimum_hessian, LEAST_HESSIAN), l2 = growth->plan->l2;
  double now = reach (leaf->sums, l2);
  Sums left = { 0, 0 };

  if (unknown)
    left = bins[0];
  for (guint bin = 1; bin < n_bins; bin++) {
    Sums right;
    double gain;

    left += bins[bin];
    right = leaf->sums - left;
    if (right[1] < least)
      break;
    if (left[1] < least)
      continue;
    gain = reach (left, l2) + reach (right, l2) - now;
    if (gain > MAX (best->gain, LEAST_GAIN))
      *best = (Split){ gain, lane, bin, unknown, left };
  }
}

/* The best split of @leaf in a bundle. Where nothing is unknown, what is so later goes with the most. */
static void
find_split (const Growth *growth, const Leaf *leaf, guint bundle, Split *best)
{
  guint end = MIN ((bundle + 1) * LANES, growth->n_lanes);

  *best = (Split){ 0 };
  for (guint lane = bundle * LANES; lane < end; lane++) {
    guint n_bins = growth->samples->bins->n_bins[growth->lanes[lane].column];
    gboolean unknown = leaf->histograms[lane * STRIDE][1] > LEAST_HESSIAN;
    double gain = best->gain;

    try_bins (growth, leaf, lane, FALSE, n_bins, best);
    if (unknown)
      try_bins (growth, leaf, lane, TRUE, n_bins, best);
    else if (best->gain > gain)
      best->unknown_left = best->left[1] > leaf->sums[1] / 2;
  }
}

static void
split_bundle (guint bundle, gpointer data)
{
  Growth *growth = data;
  const TrainBins *bins = growth->samples->bins;
  Sums *small = growth->small->histograms + bundle * LANES * STRIDE;

  memset (small, 0, LANES * STRIDE * sizeof *small);
  add_samples (growth->packed + bundle * growth->n * LANES, growth->sample + growth->small->first,
               growth->small->n, small);
  find_split (growth, growth->small, bundle, &growth->best[0][bundle]);
  if (!growth->large)
    return;
  for (guint lane = 0; lane < MIN (LANES, growth->n_lanes - bundle * LANES); lane++) {
    Sums *large = growth->large->histograms + (bundle * LANES + lane) * STRIDE;

    for (guint bin = 0; bin < bins->n_bins[growth->lanes[bundle * LANES + lane].column]; bin++)
      large[bin] -= small[lane * STRIDE + bin];
  }
  find_split (growth, growth->large, bundle, &growth->best[1][bundle]);
}

/* Histograms and best splits of two new leaves; @large has the histograms of both. */
static void
find_splits (Growth *growth, Leaf *small, Leaf *large)
{
  growth->small = small;
  growth->large = large;
  train_pool_run (growth->pool, growth->n_bundles, split_bundle, growth);
  for (guint which = 0; which < (large ? 2 : 1); which++) {
    Split *best = &(which ? large : small)->split;

    *best = (Split){ 0 };
    for (guint bundle = 0; bundle < growth->n_bundles; bundle++)
      if (growth->best[which][bundle].gain > best->gain)
        *best = growth->best[which][bundle];
  }
}

/* ---- A tree ----------------------------------------------------------------------------------- */

/* Returns: the first of @n new nodes */
static guint
add_nodes (TrainTrees *trees, guint n)
{
  guint first = trees->nodes->len;

  g_array_set_size (trees->nodes, first + n);
  return first;
}

/* Puts the samples of @leaf that go to the left before those that go to the right, both in their order.
 * Returns: how many go to the left */
static gsize
part_samples (Growth *growth, const Leaf *leaf)
{
  const Split *split = &leaf->split;
  const guint8 *bins = growth->packed + split->lane / LANES * growth->n * LANES + split->lane % LANES;
  Sample *sample = growth->sample + leaf->first;
  gsize n_left = 0, n_right = 0;

  for (gsize i = 0; i < leaf->n; i++) {
    guint bin = bins[(gsize) sample[i].place * LANES];
    gboolean left = goes_left (bin, split->last, split->unknown_left);

    growth->scratch[n_right] = sample[i];
    sample[n_left] = sample[i];
    n_left += left;
    n_right += !left;
  }
  memcpy (sample + n_left, growth->scratch, n_right * sizeof *sample);
  return n_left;
}

/* Makes the best split of @leaf, which becomes its larger child. */
static void
part_leaf (Growth *growth, Leaf *leaf)
{
  Leaf *other = &growth->leaves[growth->n_leaves];
  const Split split = leaf->split;
  guint left = add_nodes (growth->trees, 2);
  Node *node = &g_array_index (growth->trees->nodes, Node, leaf->node);
  gsize n_left = part_samples (growth, leaf);
  Leaf children[] = {
    { left, leaf->first, n_left, split.left, NULL, { .gain = 0 } },
    { left + 1, leaf->first + n_left, leaf->n - n_left, leaf->sums - split.left, NULL, { .gain = 0 } },
  };
  guint large = children[1].n > children[0].n;

  node->input = growth->lanes[split.lane];
  node->last = split.last;
  node->unknown_left = split.unknown_left;
  node->left = left;

  children[large].histograms = leaf->histograms;
  children[!large].histograms =
      growth->histograms + (gsize) growth->n_leaves * growth->n_bundles * LANES * STRIDE;
  *leaf = children[large];
  *other = children[!large];
  growth->n_leaves++;
  if (growth->n_leaves < growth->plan->leaves)
    find_splits (growth, other, leaf);
}

static void
plant_root (Growth *growth)
{
  Leaf *root = &growth->leaves[0];

  *root = (Leaf){ .node = add_nodes (growth->trees, 1), .n = growth->n, .histograms = growth->histograms };
  for (gsize k = 0; k < growth->n; k++)
    root->sums += (Sums){ growth->sample[k].g, growth->sample[k].h };
  growth->n_leaves = 1;
  g_array_append_val (growth->trees->roots, root->node);
  find_splits (growth, root, NULL);
}

/* The first of the leaves that gain most; NULL if none gains anything. */
static Leaf *
choose_leaf (const Growth *growth)
{
  Leaf *best = NULL;

  for (guint l = 0; l < growth->n_leaves; l++)
    if (growth->leaves[l].split.gain > (best ? best->split.gain : 0))
      best = &growth->leaves[l];
  return best;
}

static void
move_chunk (guint chunk, gpointer data)
{
  const Growth *growth = data;
  gsize first = (gsize) chunk * CHUNK, n = MIN (CHUNK, growth->samples->n - first);

  add_trees (growth->trees, growth->trees->roots->len - 1, growth->samples->bins,
             growth->samples->rows + first, n, growth->margins + first);
}

static void
grow_tree (Growth *growth)
{
  const TrainTreesPlan *plan = growth->plan;
  Leaf *leaf;

  draw_samples (growth);
  draw_lanes (growth);
  train_pool_run (growth->pool, (growth->n + CHUNK - 1) / CHUNK, derive_chunk, growth);
  train_pool_run (growth->pool, growth->n_bundles, pack_bundle, growth);
  plant_root (growth);
  while (growth->n_leaves < plan->leaves && (leaf = choose_leaf (growth)))
    part_leaf (growth, leaf);
  for (guint l = 0; l < growth->n_leaves; l++) {
    Sums sums = growth->leaves[l].sums;

    g_array_index (growth->trees->nodes, Node, growth->leaves[l].node).value =
        (float) (-plan->rate * sums[0] / (sums[1] + plan->l2 + LEAST_HESSIAN));
  }
  train_pool_run (growth->pool, (growth->samples->n + CHUNK - 1) / CHUNK, move_chunk, growth);
}

/* ---- All trees -------------------------------------------------------------------------------- */

/* The margin of the weighted mean of the targets. */
static float
first_margin (const TrainTreesSamples *samples)
{
  double sum = 0, weight = 0, mean;

  for (gsize i = 0; i < samples->n; i++) {
    sum += (double) samples->weights[i] * samples->targets[i];
    weight += samples->weights[i];
  }
  mean = CLAMP (weight > 0 ? sum / weight : 0.5, LEAST_SCORE, 1 - LEAST_SCORE);
  return (float) log (mean / (1 - mean));
}

static void
growth_init (Growth *growth)
{
  const TrainTreesSamples *samples = growth->samples;
  const TrainTreesPlan *plan = growth->plan;
  gsize n = samples->n;

  growth->margins = g_new (float, n);
  for (gsize i = 0; i < n; i++)
    growth->margins[i] = growth->trees->base;
  growth->usable = g_new (TrainTreesInput, samples->n_inputs);
  for (guint i = 0; i < samples->n_inputs; i++)
    if (samples->bins->columns[samples->inputs[i].column])
      growth->usable[growth->n_usable++] = samples->inputs[i];
  growth->n_lanes = MIN (growth->n_usable, (guint) ceil (plan->column_share * growth->n_usable));
  growth->n_bundles = (growth->n_lanes + LANES - 1) / LANES;

  growth->drawn = g_new (guint32, n);
  growth->sample = g_new (Sample, n);
  growth->scratch = g_new (Sample, n);
  growth->lanes = g_new (TrainTreesInput, growth->n_lanes + 1);
  growth->packed = g_aligned_alloc (MAX (n * growth->n_bundles, 1), LANES, 64);
  growth->leaves = g_new0 (Leaf, MAX (plan->leaves, 1));
  growth->histograms =
      g_aligned_alloc (MAX ((gsize) plan->leaves * growth->n_bundles, 1), LANES * STRIDE * sizeof (Sums), 64);
  growth->best[0] = g_new (Split, growth->n_bundles);
  growth->best[1] = g_new (Split, growth->n_bundles);
}

static void
growth_clear (Growth *growth)
{
  g_free (growth->margins);
  g_free (growth->usable);
  g_free (growth->drawn);
  g_free (growth->sample);
  g_free (growth->scratch);
  g_free (growth->lanes);
  g_aligned_free (growth->packed);
  g_free (growth->leaves);
  g_aligned_free (growth->histograms);
  g_free (growth->best[0]);
  g_free (growth->best[1]);
}

TrainTrees *
train_trees_fit (const TrainTreesSamples *samples, const TrainTreesPlan *plan, guint32 seed, guint threads,
                 TrainTreesStep step, gpointer data)
{
  g_autoptr (TrainTrees) trees = g_new0 (TrainTrees, 1);
  g_autoptr (TrainPool) pool = train_pool_new (threads);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  Growth growth = { .samples = samples, .plan = plan, .pool = pool, .rand = rand, .trees = trees };
  gboolean going = TRUE;

  trees->base = first_margin (samples);
  trees->nodes = g_array_new (FALSE, TRUE, sizeof (Node));
  trees->roots = g_array_new (FALSE, FALSE, sizeof (guint));
  growth_init (&growth);
  for (guint t = 0; t < plan->trees && going; t++) {
    grow_tree (&growth);
    going = !step || step (t + 1, data);
  }
  growth_clear (&growth);
  return going ? g_steal_pointer (&trees) : NULL;
}

void
train_trees_free (TrainTrees *trees)
{
  g_array_unref (trees->nodes);
  g_array_unref (trees->roots);
  g_free (trees);
}
