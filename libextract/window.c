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
 */
#include <math.h>
#include <string.h>

#include "window.h"
#include "network-private.h"
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
    const ExtractScale *scale = window->scale ? &window->scale[k] : NULL;

    kernel->standardise (scale ? scale->mean : 0, scale ? MAX (scale->deviation, LEAST_DEVIATION) : 1,
                         scale ? FARTHEST : INFINITY, stride, row);
    for (gsize column = 0; column < start; column++)
      row[column] = 0;
    for (gsize column = end; column < stride; column++)
      row[column] = 0;
  }
}

/* Where the inputs are, as extract_inputs_gather () has them, and then the ones. */
static void
place_inputs (const ExtractWindow *window, gsize stride, guint32 *at)
{
  for (guint shift = 0; shift <= 2 * window->width; shift++) {
    guint n = shift == window->width ? window->n_features : window->n_core;

    for (guint k = 0; k < n; k++)
      *at++ = (guint32) (k * stride + shift);
  }
  *at = (guint32) (window->n_features * stride);
}

void
extract_window_score (const ExtractWindow *window, const ExtractNetwork *network, gsize n,
                      const float *values, float *scores)
{
  /* A multiple of EXTRACT_LANES. */
  const gsize stride = CHUNK + (2 * window->width + EXTRACT_LANES - 1) / EXTRACT_LANES * EXTRACT_LANES;
  const gsize n_rows = (gsize) window->n_features + 1;
  ExtractScratch *scratch = extract_scratch_begin ();
  float *x = extract_scratch_take (scratch, n_rows * stride, sizeof (float));
  const float *nothing = extract_scratch_take0 (scratch, window->n_features, sizeof (float));
  guint32 *at =
      extract_scratch_take (scratch, (gsize) extract_network_get_n_inputs (network) + 1, sizeof (guint32));
  guint n_kernels;
  const ExtractKernel *kernel = extract_kernel_get_all (&n_kernels);

  place_inputs (window, stride, at);
  for (gsize column = 0; column < stride; column++)
    x[window->n_features * stride + column] = 1;
  for (gsize first = 0; first < n; first += CHUNK) {
    fill_columns (window, stride, n, values, nothing, first, x);
    scale_columns (window, kernel, stride, n, first, x);
    extract_network_score_columns (network, kernel, MIN (CHUNK, n - first), x, at, scores + first);
  }
  extract_scratch_end (scratch);
}
