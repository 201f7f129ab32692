/* SPDX-License-Identifier: MIT */
/*
 * What is learnt for chains of any number of labels: transitions, and a linear-chain CRF, with the likelihood
 * of sequences, its derivatives, and the parameters that make it largest. Knows neither pages nor elements.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * train_transitions_weigh: with n (x, y) in @counts, 1 and the pairs of neighbours that have labels x and y,
 *
 *   t[x][y] = ln (n (x, y) / sum over z of n (x, z))
 *
 * @counts: [n_labels][n_labels]: above 0
 * @transitions: (out caller-allocates): [n_labels][n_labels]
 */
void train_transitions_weigh (const double *counts, guint n_labels, double *transitions);

/* A sequence of places, with what is known of their labels; all lent. */
typedef struct {
  guint n, n_labels;   /* n_labels: 2 or more */
  const double *odds;  /* [n][n_labels]: ln (p[y] / p[0]), by somebody else; so 0 for the first label */
  const int *labels;   /* [n]: -1 where it is not known, which may be any */
  const float *values; /* (nullable): [n][n_features] of a place and the next one */
  guint n_features;    /* 0 without @values */
} TrainCrfSequence;

/*
 * Parameters: the slope; the offset of each label but the first one; then transitions, or of each pair of
 * labels the weights of the features and the bias.
 */
#define TRAIN_CRF_SLOPE 0
#define TRAIN_CRF_OFFSETS 1

/* train_crf_get_pairs: where those of the pairs of labels begin */
gsize train_crf_get_pairs (guint n_labels);
/* train_crf_get_n: how many parameters there are */
gsize train_crf_get_n (guint n_labels, guint n_features);

/* train_crf_limit: a probability that is sure of nothing: 0 and 1 would outweigh all else */
double train_crf_limit (double probability);

/*
 * train_crf_measure: log likelihood of the labels of a sequence, and its derivatives
 * @slopes: (inout): [parameters]: @weight x derivatives are added
 *
 * Returns: @weight x the log likelihood
 */
double
train_crf_measure (const TrainCrfSequence *sequence, const double *parameters, double weight, double *slopes);

/* TrainCrfMeasure: train_crf_measure () of the @i-th sequence, with its weight; from any thread */
typedef void (*TrainCrfMeasure) (gsize i, const double *parameters, double *slopes, gpointer data);

/*
 * train_crf_fit: @parameters: (inout): from these on, to those that make the sum over all sequences largest,
 * less a penalty for what joins labels. @jobs: threads; the result does not depend on it
 */
void train_crf_fit (gsize n_sequences, guint n_labels, guint n_features, guint jobs, TrainCrfMeasure measure,
                    gpointer data, double *parameters);

G_END_DECLS
