/* SPDX-License-Identifier: MIT */
/*
 * Networks over columns: a value of many samples lies in a row, one float for each sample.
 *
 *   x[at[k] + s]      input k of sample s
 *
 * So inputs that samples share, as neighbours in a window do, are there once.
 */
#pragma once

#include "extract.h"

/* Samples that run side by side. */
#define EXTRACT_LANES 16

/* The inner loops, for one kind of vector registers. All give the same bits. */
typedef struct {
  const char *name;
  /*
   * From the values of a layer to those of the next one, for EXTRACT_LANES samples.
   * @n_terms: of each sum: the last one is the bias, whose x is 1
   * @x, @at: [n_terms]: term k is the EXTRACT_LANES floats from x[at[k]] on
   * @w: [layer->size][n_terms]
   * @y: [layer->size][EXTRACT_LANES]
   */
  void (*run_layer) (const ExtractLayer *layer, guint n_terms, const float *x, const guint32 *at,
                     const float *w, float *y);
  /* x = (x - mean) / deviation, cut to [-limit, limit]; 0 if NaN. @n: a multiple of EXTRACT_LANES */
  void (*standardise) (float mean, float deviation, float limit, guint n, float *x);
} ExtractKernel;

/* extract_kernel_get_all: those that this processor can run, the fastest first. */
const ExtractKernel *extract_kernel_get_all (guint *n);

/*
 * extract_network_score_columns: scores of samples 0 .. @n_samples - 1, as extract_network_score () gives
 * them
 * @x, @at: as above; [number of inputs + 1], the last one is a row of ones. Rows are read up to the next
 *          multiple of EXTRACT_LANES.
 */
void extract_network_score_columns (const ExtractNetwork *network, const ExtractKernel *kernel,
                                    gsize n_samples, const float *x, const guint32 *at, float *scores);

/* extract_network_run_on: extract_network_run () with that kernel. */
void extract_network_run_on (const ExtractNetwork *network, const ExtractKernel *kernel, gsize n_samples,
                             const float *inputs, float *outputs);
