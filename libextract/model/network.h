/* SPDX-License-Identifier: MIT */
/*
 * Networks over columns: a value of many samples lies in a row, one float for each sample.
 *
 *   x[at[k] + s]      input k of sample s
 *
 * So inputs that samples share, as neighbours in a window do, are there once.
 */
#pragma once

#include "libextract/model/model.h"

/* Samples that run side by side. */
#define EXTRACT_LANES 16

/* How the values of a column become those that a network sees. */
typedef struct {
  float mean, factor; /* factor = 1 / deviation: a division takes sixteen times as long as a product */
  float limit;
  float zero; /* what 0 becomes */
} ExtractColumn;

/*
 * The first layer of a network, for inputs of which most are 0. With z[k] what 0 becomes as input k, each
 * neuron gives
 *
 *   w[0] x[0] + ... + b = w[0] (x[0] - z[0]) + ... + (w[0] z[0] + ... + b)
 *
 * where all terms of an input that is 0 vanish but those in the last bracket, the base, which are added up
 * once.
 */
typedef struct {
  guint size;           /* neurons, and zeros up to a multiple of EXTRACT_NEURONS */
  gsize stride;         /* of weights: inputs x EXTRACT_NEURONS */
  const float *weights; /* [size / EXTRACT_NEURONS][inputs][EXTRACT_NEURONS]: those that are used together
                           side by side */
} ExtractInputLayer;

#define EXTRACT_NEURONS 16

/* An input that may be other than 0. */
typedef struct {
  guint32 at;      /* its place among the columns */
  guint32 weights; /* and that of its weights, for some neurons */
} ExtractTerm;

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
  /* Whether any of @n values is not 0. @n: a multiple of EXTRACT_LANES */
  gboolean (*is_any) (gsize n, const float *x);
  /* Those of the terms that are not 0 for all samples. @left: (out): [n]. Returns: how many */
  guint (*choose_terms) (guint n, const ExtractTerm *terms, const float *x, ExtractTerm *left);
  /* y[j] = base[j] + sum of weights[i][j] x[at[i]] over the terms, in their order. @base: [layer->size]
   * @y: [layer->size][EXTRACT_LANES] */
  void (*add_terms) (const ExtractInputLayer *layer, const float *base, guint n, const ExtractTerm *terms,
                     const float *x, float *y);
  /* y = f (k y), cut as in run_layer; which does this by itself. */
  void (*activate_layer) (const ExtractLayer *layer, float *y);
  /* x = (x - mean) factor - zero, the product cut to [-limit, limit] and 0 if x is NaN. @n: a multiple
   * of EXTRACT_LANES */
  void (*standardise) (const ExtractColumn *column, guint n, float *x);
} ExtractKernel;

/* extract_kernel_get_all: those that this processor can run, the fastest first. */
const ExtractKernel *extract_kernel_get_all (guint *n);

/*
 * extract_network_score_columns: scores of samples 0 .. @n_samples - 1
 * @first: the first layer of @network, @base: its
 * @terms: [@n_terms]: inputs that may be other than 0, for sample 0; those of sample s are s floats behind.
 * What lies there is less what 0 becomes, up to the next multiple of EXTRACT_LANES
 */
void extract_network_score_columns (const ExtractNetwork *network, const ExtractInputLayer *first,
                                    const ExtractKernel *kernel, gsize n_samples, const float *base,
                                    guint n_terms, const ExtractTerm *terms, const float *x, float *scores);

/* extract_network_run_on: extract_network_run () with that kernel. */
void extract_network_run_on (const ExtractNetwork *network, const ExtractKernel *kernel, gsize n_samples,
                             const float *inputs, float *outputs);

/* f (s) by plain arithmetic, see ExtractActivation; what the kernels compute but for rounding. */
double extract_activation_apply (ExtractActivation activation, double s);

/* From the first output of a network to a score, and any finite number to 0..1. */
double extract_network_get_score (const ExtractNetwork *network, double output);
