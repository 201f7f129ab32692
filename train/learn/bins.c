/* SPDX-License-Identifier: MIT */
/*
 * A value that N/255 of the N rows have or more (mostly 0) has a bin of its own. The others share what bins
 * that leaves, from the lowest value on: with R rows and B bins that are left for them, a bin ends when it
 * has R/B rows, or at a value that is alone. If there are no more than 255 values, each is alone.
 */
#include "train/learn/bins.h"

#include <math.h>
#include <stdlib.h>

#include "train/learn/pool.h"

/* Columns that are worked on together: their values are next to each other in memory. */
#define STRIP 16
#define MAX_BOUNDS (TRAIN_MAX_BINS - 2)
/* Rows whose values bins are made from: more would not move them. */
#define MAX_SAMPLED 50000

typedef struct {
  const float *values;
  TrainBins *bins;
} Binning;

static int
by_value (gconstpointer a, gconstpointer b)
{
  float x = *(const float *) a, y = *(const float *) b;

  return (x > y) - (x < y);
}

/* Copies the known values of column @c, of all rows or of some that are spread evenly. Returns: how many */
static gsize
sample_column (const Binning *binning, guint c, float *sample)
{
  gsize n_rows = binning->bins->n_rows, n = MIN (n_rows, MAX_SAMPLED), known = 0;

  for (gsize i = 0; i < n; i++) {
    float value = binning->values[i * n_rows / n * binning->bins->n_columns + c];

    if (!isnan (value))
      sample[known++] = value;
  }
  return known;
}

/* Where the values that are equal to sample[i] end, in the order. */
static gsize
find_end (const float *sample, gsize n, gsize i)
{
  gsize end = i + 1;

  while (end < n && sample[end] == sample[i])
    end++;
  return end;
}

/* How many values have @frequent rows or more. @rows: (out): how many rows the others have */
static gsize
count_alone (const float *sample, gsize n, gsize frequent, gsize *rows)
{
  gsize n_alone = 0;

  *rows = n;
  for (gsize i = 0, end; i < n; i = end) {
    end = find_end (sample, n, i);
    if (end - i >= frequent) {
      n_alone++;
      *rows -= end - i;
    }
  }
  return n_alone;
}

/* @sample: (inout): becomes sorted
 * @bounds: (out): the largest value of each bin but the last; then infinity. Returns: how many bins */
static guint
divide_values (float *sample, gsize n, float bounds[MAX_BOUNDS + 1])
{
  gsize frequent = (n + MAX_BOUNDS) / (MAX_BOUNDS + 1), rows, in_bin = 0, n_alone;
  guint n_bounds = 0;
  gboolean full = FALSE;

  qsort (sample, n, sizeof *sample, by_value);
  if (count_alone (sample, n, 1, &rows) <= MAX_BOUNDS + 1)
    frequent = 1;
  n_alone = count_alone (sample, n, frequent, &rows);
  for (gsize i = 0, end; i < n; i = end) {
    gboolean alone;

    end = find_end (sample, n, i);
    alone = end - i >= frequent;
    if (in_bin > 0 && n_bounds < MAX_BOUNDS && (full || alone)) {
      bounds[n_bounds++] = sample[i - 1];
      rows -= in_bin;
      in_bin = 0;
    }
    if (alone) {
      n_alone--;
      rows += end - i;
    }
    in_bin += end - i;
    /* Each that is alone may end another bin early. */
    full = alone || in_bin * (MAX_BOUNDS + 1.0 - n_bounds - 2.0 * n_alone) >= rows;
  }
  for (guint i = n_bounds; i <= MAX_BOUNDS; i++)
    bounds[i] = INFINITY;
  return n_bounds + 1;
}

/* 1 + the number of bounds below @value, by halves, without a branch. */
static guint8
find_bin (const float bounds[MAX_BOUNDS + 1], float value)
{
  guint below = 0;

  for (guint half = TRAIN_MAX_BINS / 2; half > 0; half /= 2)
    below += bounds[below + half - 1] < value ? half : 0;
  return isnan (value) ? 0 : below + 1;
}

static void
bin_strip (guint strip, gpointer data)
{
  const Binning *binning = data;
  TrainBins *bins = binning->bins;
  guint first = strip * STRIP, end = MIN (first + STRIP, bins->n_columns);
  g_autofree float *sample = g_new (float, MIN (bins->n_rows, MAX_SAMPLED) + 1);
  float bounds[STRIP][MAX_BOUNDS + 1];
  gboolean varies[STRIP] = { FALSE };

  for (guint c = first; c < end; c++) {
    gsize known = sample_column (binning, c, sample);

    bins->n_bins[c] = 1 + divide_values (sample, known, bounds[c - first]);
    bins->columns[c] = g_malloc (bins->n_rows + 1);
    bins->columns[c][bins->n_rows] = 0;
  }
  for (gsize i = 0; i < bins->n_rows; i++)
    for (guint c = first; c < end; c++) {
      guint8 bin = find_bin (bounds[c - first], binning->values[i * bins->n_columns + c]);

      bins->columns[c][i] = bin;
      varies[c - first] |= bin != bins->columns[c][0];
    }
  for (guint c = first; c < end; c++)
    if (!varies[c - first])
      g_clear_pointer (&bins->columns[c], g_free);
}

TrainBins *
train_bins_new (const float *values, gsize n_rows, guint n_columns, const guint32 *pages, guint threads)
{
  TrainBins *bins = g_new0 (TrainBins, 1);
  g_autoptr (TrainPool) pool = train_pool_new (threads);
  Binning binning = { values, bins };

  bins->n_rows = n_rows;
  bins->n_columns = n_columns;
  bins->pages = g_memdup2 (pages, n_rows * sizeof *pages);
  bins->columns = g_new0 (guint8 *, n_columns);
  bins->n_bins = g_new0 (guint16, n_columns);
  train_pool_run (pool, (n_columns + STRIP - 1) / STRIP, bin_strip, &binning);
  return bins;
}

void
train_bins_free (TrainBins *bins)
{
  for (guint c = 0; c < bins->n_columns; c++)
    g_free (bins->columns[c]);
  g_free (bins->columns);
  g_free (bins->n_bins);
  g_free (bins->pages);
  g_free (bins);
}
