/* SPDX-License-Identifier: MIT */
/*
 * A convolution of reach r gives, for neuron j of block i,
 *
 *   y[j][i] = f (b[j] + sum over s = -r..r, k of w[j][s][k] x[k][i + s])
 *
 * Values lie in columns, a row for each neuron, so the term of s and k is a row of the layer before, s floats
 * further on; and the kernels of dense layers run it (network-kernel.h), for sixteen blocks at once:
 *
 *   block        0  1  2  3 ...
 *   x[k]   ... [ .  .  . ] .       w[j][-1][k]
 *                [ .  .  . ] .     w[j][0][k]
 *                  [ .  .  . ] .   w[j][1][k]
 *
 * A page goes through in chunks. Each layer has, beside the blocks of its chunk, as many on each side as the
 * layers behind it reach; they are computed twice, so that memory does not grow with the page. What is beyond
 * the page is 0 in all layers.
 */
#include "libextract/model/sequence.h"
#include "libextract/base/scratch.h"

#include <math.h>
#include <string.h>

/* Blocks of a chunk. */
#define CHUNK 64
/* Floats behind a row that lanes read beyond its last block. */
#define SLACK (EXTRACT_LANES + 2 * EXTRACT_MAX_REACH)

/* What a page needs. */
typedef struct {
  const ExtractNetwork *network;
  const ExtractKernel *kernel;
  const ExtractColumn *columns;
  gint64 n;
  gsize stride; /* of a row */
  float *x, *y; /* [widest + 1][stride]: values of two layers, and the ones of the bias */
  float *lanes; /* [widest][EXTRACT_LANES] */
  guint32 *at;  /* [most terms]: where they begin */
} Sequence;

static void
sequence_init (Sequence *sequence, const ExtractNetwork *network, const ExtractKernel *kernel,
               const ExtractColumn *columns, gsize n, ExtractScratch *scratch)
{
  const guint n_inputs = extract_network_get_n_inputs (network), reach = extract_network_get_reach (network);
  const gsize width = MIN (CHUNK, n) + 2 * reach;
  guint before = n_inputs, widest = n_inputs, most = 0;

  for (guint l = 0; l < extract_network_get_n_layers (network); l++) {
    const ExtractLayer *layer = extract_network_get_layer (network, l);

    most = MAX (most, (2 * layer->reach + 1) * before + 1);
    before = layer->size;
    widest = MAX (widest, before);
  }
  *sequence = (Sequence){ .network = network, .kernel = kernel, .columns = columns, .n = (gint64) n };
  sequence->stride = (width + EXTRACT_LANES - 1) / EXTRACT_LANES * EXTRACT_LANES + SLACK;
  sequence->x = extract_scratch_take0 (scratch, (widest + 1) * sequence->stride, sizeof (float));
  sequence->y = extract_scratch_take0 (scratch, (widest + 1) * sequence->stride, sizeof (float));
  sequence->lanes = extract_scratch_take (scratch, (gsize) widest * EXTRACT_LANES, sizeof (float));
  sequence->at = extract_scratch_take (scratch, most, sizeof (guint32));
}

/* 0 for what is beyond the page. @x: [n_rows][stride], whose first column is block @start */
static void
clear_outside (const Sequence *sequence, float *x, guint n_rows, gint64 start, gsize width)
{
  const gsize first = (gsize) MAX (-start, 0), end = (gsize) CLAMP (sequence->n - start, 0, (gint64) width);

  for (guint k = 0; k < n_rows; k++, x += sequence->stride) {
    memset (x, 0, MIN (first, width) * sizeof *x);
    memset (x + end, 0, (sequence->stride - end) * sizeof *x);
  }
}

/* The inputs of @width blocks from @start on, which may be beyond the page. */
static void
read_inputs (const Sequence *sequence, ExtractWindowFill fill, gconstpointer source, gint64 start,
             gsize width)
{
  const guint n_inputs = extract_network_get_n_inputs (sequence->network);
  const gint64 first = MAX (start, 0), end = MIN (start + (gint64) width, sequence->n);
  const gsize used = (width + EXTRACT_LANES - 1) / EXTRACT_LANES * EXTRACT_LANES;

  memset (sequence->x, 0, n_inputs * sequence->stride * sizeof (float));
  fill (source, EXTRACT_VALUES_ALL, (gsize) first, (gsize) end, sequence->x + (first - start),
        sequence->stride);
  for (guint k = 0; k < n_inputs; k++) {
    ExtractColumn column = sequence->columns[k];

    column.zero = 0;
    sequence->kernel->standardise (&column, used, sequence->x + k * sequence->stride);
  }
  clear_outside (sequence, sequence->x, n_inputs, start, width);
}

/* From the values of a layer in x, of @n_before neurons and @width blocks, to those of the next one in y. */
static void
run_layer (const Sequence *sequence, const ExtractLayer *layer, guint n_before, gsize width, const float *w)
{
  const guint n_shifts = 2 * layer->reach + 1, n_terms = n_shifts * n_before + 1;
  float *ones = sequence->x + n_before * sequence->stride;
  guint t = 0;

  for (gsize i = 0; i < sequence->stride; i++)
    ones[i] = 1;
  for (guint s = 0; s < n_shifts; s++)
    for (guint k = 0; k < n_before; k++)
      sequence->at[t++] = (guint32) (k * sequence->stride + s);
  sequence->at[t] = (guint32) (n_before * sequence->stride);
  for (gsize i = 0; i + 2 * layer->reach < width; i += EXTRACT_LANES) {
    sequence->kernel->run_layer (layer, n_terms, sequence->x + i, sequence->at, w, sequence->lanes);
    for (guint j = 0; j < layer->size; j++)
      memcpy (sequence->y + j * sequence->stride + i, sequence->lanes + j * EXTRACT_LANES,
              EXTRACT_LANES * sizeof (float));
  }
}

/* All layers for the blocks @first .. @first + @n - 1. Returns: (transfer none): [outputs][stride] */
static const float *
run_chunk (Sequence *sequence, ExtractWindowFill fill, gconstpointer source, gsize first, gsize n)
{
  const guint n_layers = extract_network_get_n_layers (sequence->network);
  gint64 start = (gint64) first - extract_network_get_reach (sequence->network);
  gsize width = n + 2 * extract_network_get_reach (sequence->network), n_weights;
  guint before = extract_network_get_n_inputs (sequence->network);
  const float *w = extract_network_get_weights (sequence->network, &n_weights);

  read_inputs (sequence, fill, source, start, width);
  for (guint l = 0; l < n_layers; l++) {
    const ExtractLayer *layer = extract_network_get_layer (sequence->network, l);
    float *values = sequence->y;

    run_layer (sequence, layer, before, width, w);
    start += layer->reach;
    width -= 2 * layer->reach;
    clear_outside (sequence, values, layer->size, start, width);
    sequence->y = sequence->x;
    sequence->x = values;
    w += ((2 * (gsize) layer->reach + 1) * before + 1) * layer->size;
    before = layer->size;
  }
  return sequence->x;
}

void
extract_sequence_run_on (const ExtractNetwork *network, const ExtractKernel *kernel,
                         const ExtractColumn *columns, gsize n, ExtractWindowFill fill, gconstpointer source,
                         float *outputs)
{
  const guint n_outputs = extract_network_get_n_outputs (network);
  ExtractScratch *scratch = extract_scratch_begin ();
  Sequence sequence;

  sequence_init (&sequence, network, kernel, columns, n, scratch);
  for (gsize first = 0; first < n; first += CHUNK) {
    const gsize n_blocks = MIN (CHUNK, n - first);
    const float *y = run_chunk (&sequence, fill, source, first, n_blocks);

    for (gsize i = 0; i < n_blocks; i++)
      for (guint o = 0; o < n_outputs; o++)
        *outputs++ = y[o * sequence.stride + i];
  }
  extract_scratch_end (scratch);
}

void
extract_sequence_run (const ExtractNetwork *network, const ExtractColumn *columns, gsize n,
                      ExtractWindowFill fill, gconstpointer source, float *outputs)
{
  guint n_kernels;

  extract_sequence_run_on (network, extract_kernel_get_all (&n_kernels), columns, n, fill, source, outputs);
}

/* ---- Rows --------------------------------------------------------------------------------------- */

typedef struct {
  const float *values; /* [blocks][n_columns] */
  guint n_columns;
} Rows;

static void
fill_from_rows (gconstpointer source, ExtractValuesParts parts, gsize first, gsize end, float *x,
                gsize stride)
{
  const Rows *rows = source;

  for (gsize i = first; i < end; i++)
    for (guint k = 0; k < rows->n_columns; k++)
      x[(i - first) + k * stride] = rows->values[i * rows->n_columns + k];
}

void
extract_network_run_sequence (const ExtractNetwork *network, gsize n, const float *inputs, float *outputs)
{
  g_return_if_fail (network != NULL);
  g_return_if_fail (n == 0 || (inputs != NULL && outputs != NULL));

  const Rows rows = { inputs, extract_network_get_n_inputs (network) };
  g_autofree ExtractColumn *columns = g_new (ExtractColumn, rows.n_columns);

  for (guint k = 0; k < rows.n_columns; k++)
    columns[k] = (ExtractColumn){ .factor = 1, .limit = INFINITY };
  extract_sequence_run (network, columns, n, fill_from_rows, &rows, outputs);
}

/* ---- Scores ------------------------------------------------------------------------------------- */

void
extract_sequence_score (const ExtractNetwork *network, gsize n, const float *outputs, float *scores)
{
  const guint n_outputs = extract_network_get_n_outputs (network);

  for (gsize i = 0; i < n; i++, outputs += n_outputs) {
    const double score = n_outputs == EXTRACT_N_LABELS ? 1 / (1 + exp ((double) outputs[0] - outputs[1]))
                                                       : extract_network_get_score (network, outputs[0]);

    scores[i] = isfinite (score) ? (float) score : 0;
  }
}

void
extract_network_score_sequence (const ExtractNetwork *network, gsize n, const float *inputs, float *scores)
{
  g_return_if_fail (network != NULL);
  g_return_if_fail (n == 0 || (inputs != NULL && scores != NULL));

  g_autofree float *outputs = g_new (float, n *extract_network_get_n_outputs (network) + 1);

  extract_network_run_sequence (network, n, inputs, outputs);
  extract_sequence_score (network, n, outputs, scores);
}
