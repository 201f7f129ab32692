/* SPDX-License-Identifier: MIT */
/*
 * The inputs of a block: its own features between those of its neighbours.
 *
 * To score blocks, their inputs are not put together. The values of some blocks are turned into columns, with
 * those of the neighbours before and after them; input k of block i is a value of block i + shift (k), and
 * lies shift (k) floats behind that of the block itself:
 *
 *             block -2 -1  0  1  2 ... 65
 *   feature 0        .  .  .  .  .      .      inputs 0 ... from -2 on: row 0 ...
 *   feature 1        .  .  .  .  .      .      inputs of the block itself from 0 on
 *   ...
 *
 * Most features are 0 for most blocks. So what 0 becomes is taken off, and the first layer passes over what
 * is then 0 for sixteen blocks: six of ten features of the set rich.
 */
#include <math.h>
#include <string.h>

#include "window.h"
#include "scratch.h"

#define LEAST_DEVIATION 0.03f
#define FARTHEST 6

void
extract_scale_apply (const ExtractScale *scale, guint n_columns, gsize n_rows, float *values)
{
  for (gsize i = 0; i < n_rows; i++, values += n_columns)
    for (guint k = 0; k < n_columns; k++) {
      float x = (values[k] - scale[k].mean) / MAX (scale[k].deviation, LEAST_DEVIATION);

      values[k] = isnan (x) ? 0 : CLAMP (x, -FARTHEST, FARTHEST);
    }
}

void
extract_inputs_gather (const ExtractFeatureSet *set, const float *rows, guint n, guint i, float *inputs)
{
  gsize n_features = extract_feature_set_get_n_features (set);
  gsize n_core = extract_feature_set_get_n_core (set);
  gint64 window = extract_feature_set_get_window (set);

  for (gint64 j = (gint64) i - window; j <= (gint64) i + window; j++) {
    gsize width = j == i ? n_features : n_core;

    if (j >= 0 && j < n)
      memcpy (inputs, rows + j * n_features, width * sizeof *inputs);
    else
      memset (inputs, 0, width * sizeof *inputs);
    inputs += width;
  }
}

void
extract_document_get_inputs (ExtractDocument *document, guint i, float *inputs)
{
  guint n = extract_feature_set_get_n_inputs (document->set);

  g_return_if_fail (document->features != NULL && i < document->n_blocks);
  extract_inputs_gather (document->set, g_bytes_get_data (document->features, NULL), document->n_blocks, i,
                         inputs);
  for (guint k = 0; k < n; k++)
    if (isnan (inputs[k]))
      inputs[k] = 0;
}

struct _ExtractWindow {
  guint n_features;
  guint n_core;
  guint width;
  ExtractNetwork *network; /* owned */
  ExtractColumn *columns;  /* [n_features]; owned */
  float *weights;          /* of `first`; owned */
  float *base;             /* of `first`; owned */
  ExtractInputLayer first;
};

/* ---- Making one --------------------------------------------------------------------------------- */

static ExtractColumn *
make_columns (guint n, const ExtractScale *scale)
{
  ExtractColumn *columns = g_new (ExtractColumn, n);

  for (guint k = 0; k < n; k++) {
    ExtractColumn *column = &columns[k];

    *column = (ExtractColumn){ .factor = 1, .limit = INFINITY };
    if (!scale)
      continue;
    column->mean = scale[k].mean;
    column->factor = 1 / MAX (scale[k].deviation, LEAST_DEVIATION);
    column->limit = FARTHEST;
    column->zero = CLAMP ((0 - column->mean) * column->factor, -column->limit, column->limit);
  }
  return columns;
}

/* Places of the inputs, as extract_inputs_gather () has them: feature k of the neighbour at @shift is at
 * k stride + shift. */
static void
place_inputs (const ExtractWindow *window, gsize stride, guint32 *at)
{
  for (guint shift = 0; shift <= 2 * window->width; shift++) {
    guint n = shift == window->width ? window->n_features : window->n_core;

    for (guint k = 0; k < n; k++)
      *at++ = (guint32) (k * stride + shift);
  }
}

/* The first layer, by inputs. */
static void
order_weights (ExtractWindow *window)
{
  const guint n_inputs = extract_network_get_n_inputs (window->network);
  const guint n_neurons = extract_network_get_layer (window->network, 0)->size;
  const guint size = (n_neurons + EXTRACT_NEURONS - 1) / EXTRACT_NEURONS * EXTRACT_NEURONS;
  const gsize stride = (gsize) n_inputs * EXTRACT_NEURONS;
  g_autofree guint32 *features = g_new (guint32, n_inputs);
  gsize n;
  const float *w = extract_network_get_weights (window->network, &n);

  window->weights = g_new0 (float, (gsize) n_inputs *size);
  window->base = g_new0 (float, size);
  place_inputs (window, 2 * window->width + 1, features);
  for (guint j = 0; j < n_neurons; j++, w += n_inputs + 1) {
    double base = w[n_inputs];

    for (guint i = 0; i < n_inputs; i++) {
      window->weights[j / EXTRACT_NEURONS * stride + (gsize) i * EXTRACT_NEURONS + j % EXTRACT_NEURONS] =
          w[i];
      base += (double) w[i] * window->columns[features[i] / (2 * window->width + 1)].zero;
    }
    window->base[j] = (float) base;
  }
  window->first = (ExtractInputLayer){ size, stride, window->weights, window->base };
}

ExtractWindow *
extract_window_new (guint n_features, guint n_core, guint width, const ExtractScale *scale,
                    ExtractNetwork *network)
{
  ExtractWindow *window = g_new0 (ExtractWindow, 1);

  window->n_features = n_features;
  window->n_core = n_core;
  window->width = width;
  window->network = extract_network_ref (network);
  window->columns = make_columns (n_features, scale);
  order_weights (window);
  return window;
}

void
extract_window_free (ExtractWindow *window)
{
  extract_network_unref (window->network);
  g_free (window->columns);
  g_free (window->weights);
  g_free (window->base);
  g_free (window);
}

/* ---- Scoring ------------------------------------------------------------------------------------ */

/* Blocks that are scored at once. */
#define CHUNK 64
G_STATIC_ASSERT (CHUNK % EXTRACT_LANES == 0);

/* Values of blocks first - width .. first + CHUNK - 1 + width; 0 beyond the page. Some columns at a time, so
 * that what is read and what is written are lines of the cache that are used up. */
static void
fill_columns (const ExtractWindow *window, gsize stride, gsize n, const float *values, const float *nothing,
              gsize first, float *x)
{
  for (gsize column = 0; column < stride; column += EXTRACT_LANES) {
    const float *rows[EXTRACT_LANES];

    for (guint lane = 0; lane < EXTRACT_LANES; lane++) {
      const gsize block = first + column + lane - window->width; /* before the page: a huge number */

      rows[lane] = block < n ? values + block * window->n_features : nothing;
    }
    for (guint k = 0; k < window->n_features; k++) {
      float *place = x + k * stride + column;

#pragma GCC unroll 16
      for (guint lane = 0; lane < EXTRACT_LANES; lane++)
        place[lane] = rows[lane][k];
    }
  }
}

/* What is beyond the page is 0 after it has been scaled, too. */
static void
scale_columns (const ExtractWindow *window, const ExtractKernel *kernel, gsize stride, gsize n, gsize first,
               float *x)
{
  const gsize start = first < window->width ? window->width - first : 0;
  const gsize end = MIN (stride, n - first + window->width);

  for (guint k = 0; k < window->n_features; k++) {
    float *row = x + k * stride;
    const float nothing = 0 - window->columns[k].zero;

    kernel->standardise (&window->columns[k], stride, row);
    for (gsize column = 0; column < start; column++)
      row[column] = nothing;
    for (gsize column = end; column < stride; column++)
      row[column] = nothing;
  }
}

void
extract_window_score_on (const ExtractWindow *window, const ExtractKernel *kernel, gsize n,
                         const float *values, float *scores)
{
  /* A multiple of EXTRACT_LANES. */
  const gsize stride = CHUNK + (2 * window->width + EXTRACT_LANES - 1) / EXTRACT_LANES * EXTRACT_LANES;
  ExtractScratch *scratch = extract_scratch_begin ();
  float *x = extract_scratch_take (scratch, window->n_features * stride, sizeof (float));
  const float *nothing = extract_scratch_take0 (scratch, window->n_features, sizeof (float));
  guint32 *at =
      extract_scratch_take (scratch, extract_network_get_n_inputs (window->network), sizeof (guint32));

  place_inputs (window, stride, at);
  for (gsize first = 0; first < n; first += CHUNK) {
    fill_columns (window, stride, n, values, nothing, first, x);
    scale_columns (window, kernel, stride, n, first, x);
    extract_network_score_columns (window->network, &window->first, kernel, MIN (CHUNK, n - first), x, at,
                                   scores + first);
  }
  extract_scratch_end (scratch);
}

void
extract_window_score (const ExtractWindow *window, gsize n, const float *values, float *scores)
{
  guint n_kernels;

  extract_window_score_on (window, extract_kernel_get_all (&n_kernels), n, values, scores);
}
