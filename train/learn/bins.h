/* SPDX-License-Identifier: MIT */
/*
 * Values of blocks, rounded to a byte: the number of the quantile they are in. What trees are grown from
 * (trees.h): they only ask whether a value is above another.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TRAIN_MAX_BINS 256

typedef struct {
  gsize n_rows;
  guint n_columns;
  guint32 *pages; /* [n_rows]: which page a row is of */
  /* [n_columns] of [n_rows + 1] (nullable): NULL if all its values are the same.
   * Bin 0 is for what is not known (NAN), 1 and above are for values, in their order.
   * Row n_rows is one of unknown values: it stands for neighbours beyond the ends of a page. */
  guint8 **columns;
  guint16 *n_bins; /* [n_columns]: bin 0 included; at most TRAIN_MAX_BINS */
} TrainBins;

/*
 * train_bins_new:
 * @values: [n_rows][n_columns]: may be NAN or infinite
 * @pages: [n_rows]: rows next to each other with the same number are of one page
 * @threads: 1 or more; the bins do not depend on it
 *
 * Returns: (transfer full): bins of about the same number of rows; rows with the same value share one.
 */
TrainBins *
train_bins_new (const float *values, gsize n_rows, guint n_columns, const guint32 *pages, guint threads);
void train_bins_free (TrainBins *bins);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainBins, train_bins_free)

/* train_bins_find_row: Returns: the row at @offset from @row, n_rows if that is on another page. */
static inline gsize
train_bins_find_row (const TrainBins *bins, gsize row, gint offset)
{
  gsize other = row + (gsize) (gssize) offset; /* before the first row: very large */

  return other < bins->n_rows && bins->pages[other] == bins->pages[row] ? other : bins->n_rows;
}

G_END_DECLS
