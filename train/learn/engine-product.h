/* SPDX-License-Identifier: MIT */
/*
 * Products of matrices for one kind of vector registers; included by engine-kernel.c once for each:
 *
 *   WIDTH        floats in a register
 *   COUNT        registers for the columns of a row
 *   NAME (name)  what is defined here
 *
 * Sums of COUNT registers of up to six rows stay in registers all along: six are enough to hide how long an
 * addition takes, and with COUNT 2 all that fit into 16 registers. Vectors of the compiler that are wider
 * than the registers would do for all, but go through memory. The loops over R and COUNT are unrolled.
 */

/* Columns are a multiple of TRAIN_LANES. */
G_STATIC_ASSERT (TRAIN_LANES % (WIDTH * COUNT) == 0);

typedef float NAME (Lanes) __attribute__ ((vector_size (WIDTH * sizeof (float)), may_alias));

INLINE void
NAME (add_rows) (const guint R, gsize n_depth, gsize n_columns, const float *a, gsize a_row, gsize a_depth,
                 const float *b, float *c)
{
  NAME (Lanes) sums[6][COUNT];

#pragma GCC unroll 6
  for (guint r = 0; r < R; r++)
#pragma GCC unroll 2
    for (guint v = 0; v < COUNT; v++)
      sums[r][v] = ((const NAME (Lanes) *) (gconstpointer) (c + r * n_columns))[v];
  for (gsize k = 0; k < n_depth; k++, a += a_depth, b += n_columns) {
    const NAME (Lanes) *lanes = (gconstpointer) b;

#pragma GCC unroll 6
    for (guint r = 0; r < R; r++)
#pragma GCC unroll 2
      for (guint v = 0; v < COUNT; v++)
        sums[r][v] += a[r * a_row] * lanes[v];
  }
#pragma GCC unroll 6
  for (guint r = 0; r < R; r++)
#pragma GCC unroll 2
    for (guint v = 0; v < COUNT; v++)
      ((NAME (Lanes) *) (gpointer) (c + r * n_columns))[v] = sums[r][v];
}

INLINE void
NAME (add_all) (gsize n_rows, gsize n_depth, gsize n_columns, const float *a, gsize a_row, gsize a_depth,
                const float *b, float *c)
{
  for (gsize j = 0; j < n_columns; j += WIDTH * COUNT) {
    gsize r = 0;

    for (; r + 6 <= n_rows; r += 6)
      NAME (add_rows) (6, n_depth, n_columns, a + r * a_row, a_row, a_depth, b + j, c + r * n_columns + j);
    for (; r + 3 <= n_rows; r += 3)
      NAME (add_rows) (3, n_depth, n_columns, a + r * a_row, a_row, a_depth, b + j, c + r * n_columns + j);
    for (; r < n_rows; r++)
      NAME (add_rows) (1, n_depth, n_columns, a + r * a_row, a_row, a_depth, b + j, c + r * n_columns + j);
  }
}

#undef WIDTH
#undef COUNT
#undef NAME
