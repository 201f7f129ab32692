/* SPDX-License-Identifier: MIT */
/*
 * J. Lafferty, A. McCallum, F. Pereira, Conditional Random Fields, 2001: potentials as in ExtractDecoding and
 * ExtractClassDecoding, with weight 1, and t[i][x][y] either one number for all places or b + sum over k of
 * w[k] e[i][k], e features of the edge. With Z the sum over all sequences of labels, and C that over those
 * that agree with what is known,
 *
 *   log likelihood = ln C - ln Z        its derivative by a potential = share of it in C - share of it in Z
 *
 * where shares come from forward and backward (extract_chain_run ()). Of this, the weighted sum over the
 * sequences, less PENALTY / 2 x the sum of the squares of what joins labels, is made largest by iRPROP- in
 * doubles, all sequences at a time.
 */
#include "train/learn/crf.h"

#include <math.h>
#include <string.h>

#include "cli/cli.h"
#include "libextract/model/model.h"

#define PENALTY 1e-4
#define N_STEPS 150
#define FIRST_STEP 0.02
#define LARGEST_STEP 1
/* As in extract_decoding_apply (). */
#define LEAST_SCORE 1e-6

void
train_transitions_weigh (const double *counts, guint n_labels, double *transitions)
{
  for (guint x = 0; x < n_labels; x++) {
    double sum = 0;

    for (guint y = 0; y < n_labels; y++)
      sum += counts[x * n_labels + y];
    for (guint y = 0; y < n_labels; y++)
      transitions[x * n_labels + y] = log (counts[x * n_labels + y] / sum);
  }
}

gsize
train_crf_get_pairs (guint n_labels)
{
  return TRAIN_CRF_OFFSETS + (gsize) n_labels - 1;
}

gsize
train_crf_get_n (guint n_labels, guint n_features)
{
  return train_crf_get_pairs (n_labels) + (gsize) n_labels * n_labels * (n_features + 1);
}

double
train_crf_limit (double probability)
{
  return CLAMP (probability, LEAST_SCORE, 1 - LEAST_SCORE);
}

/* ---- A sequence --------------------------------------------------------------------------------- */

/* t[i], of all pairs of labels. */
static void
weigh_pairs (const TrainCrfSequence *sequence, gsize i, const double *parameters, double *pairs)
{
  const guint n_features = sequence->n_features;
  const float *values = sequence->values ? sequence->values + i * n_features : NULL;
  const double *w = parameters + train_crf_get_pairs (sequence->n_labels);

  for (guint k = 0; k < sequence->n_labels * sequence->n_labels; k++, w += n_features + 1) {
    pairs[k] = w[n_features];
    for (guint f = 0; f < n_features; f++)
      pairs[k] += w[f] * values[f];
  }
}

/* Adds @weight x the shares of the potentials of the labels, but the first one, whose potential is 0. */
static void
add_unit_shares (const ExtractChain *chain, double total, const TrainCrfSequence *sequence, double weight,
                 double *slopes)
{
  const guint n_labels = chain->n_labels;

  for (gsize i = 0; i < chain->n; i++)
    for (guint y = 1; y < n_labels; y++) {
      const gsize at = i * n_labels + y;
      const double share = weight * exp (chain->before[at] + chain->after[at] - total);

      slopes[TRAIN_CRF_SLOPE] += share * sequence->odds[at];
      slopes[TRAIN_CRF_OFFSETS + y - 1] += share;
    }
}

/* The same for the pairs. @total: of the chain */
static void
add_pair_shares (const ExtractChain *chain, double total, const TrainCrfSequence *sequence, double weight,
                 double *slopes)
{
  const guint n_labels = chain->n_labels, n_features = sequence->n_features;

  for (gsize i = 0; i + 1 < chain->n; i++)
    for (guint k = 0; k < n_labels * n_labels; k++) {
      const gsize from = i * n_labels + k / n_labels, to = (i + 1) * n_labels + k % n_labels;
      const double share = weight * exp (chain->before[from] + chain->pairs[i * chain->pair_step + k] +
                                         chain->units[to] + chain->after[to] - total);
      double *slope = slopes + train_crf_get_pairs (n_labels) + (gsize) k * (n_features + 1);

      for (guint f = 0; f < n_features; f++)
        slope[f] += share * sequence->values[i * n_features + f];
      slope[n_features] += share;
    }
}

/* Returns: the logarithm of the sum of all sequences of the chain */
static double
add_shares (const ExtractChain *chain, const TrainCrfSequence *sequence, double weight, double *slopes)
{
  const double total = extract_chain_run (chain, EXTRACT_CHAIN_SUM);

  add_unit_shares (chain, total, sequence, weight, slopes);
  add_pair_shares (chain, total, sequence, weight, slopes);
  return total;
}

double
train_crf_measure (const TrainCrfSequence *sequence, const double *parameters, double weight, double *slopes)
{
  const guint n_labels = sequence->n_labels;
  const gsize n = sequence->n, n_units = n * n_labels, n_pairs = (gsize) n_labels * n_labels;
  const gsize pair_step = sequence->values ? n_pairs : 0;
  g_autofree double *units = g_new (double, n_units + 1);
  g_autofree double *pairs = g_new (double, sequence->values ? n_pairs *n + 1 : n_pairs);
  g_autofree double *before = g_new (double, n_units + 1);
  g_autofree double *after = g_new (double, n_units + 1);
  const ExtractChain chain = { sequence->n, n_labels, units, pairs, pair_step, before, after };
  double all;

  if (n == 0)
    return 0;
  for (gsize i = 0; i < n; i++) {
    units[i * n_labels] = 0;
    for (guint y = 1; y < n_labels; y++)
      units[i * n_labels + y] = parameters[TRAIN_CRF_SLOPE] * sequence->odds[i * n_labels + y] +
                                parameters[TRAIN_CRF_OFFSETS + y - 1];
    if (sequence->values || i == 0)
      weigh_pairs (sequence, i, parameters, pairs + i * pair_step);
  }
  all = add_shares (&chain, sequence, -weight, slopes);
  for (gsize i = 0; i < n; i++)
    for (guint y = 0; sequence->labels[i] >= 0 && y < n_labels; y++)
      if (y != (guint) sequence->labels[i])
        units[i * n_labels + y] = -INFINITY;
  return weight * (add_shares (&chain, sequence, weight, slopes) - all);
}

/* ---- All of them -------------------------------------------------------------------------------- */

typedef struct {
  TrainCrfMeasure measure;
  gpointer data;
  gsize n; /* parameters */
  const double *parameters;
  double *slopes; /* [n] */
} Fitting;

static gpointer
measure_sequence (gsize i, gpointer data)
{
  const Fitting *fitting = data;
  double *slopes = g_new0 (double, fitting->n);

  fitting->measure (i, fitting->parameters, slopes, fitting->data);
  return slopes;
}

static gboolean
sequence_measured (gsize i, gpointer result, gpointer data)
{
  Fitting *fitting = data;
  double *slopes = result;

  for (gsize k = 0; k < fitting->n; k++)
    fitting->slopes[k] += slopes[k];
  g_free (slopes);
  return TRUE;
}

/* C. Igel, M. Hüsken, 2000; as engine-step.c has it for networks. */
void
train_crf_fit (gsize n_sequences, guint n_labels, guint n_features, guint jobs, TrainCrfMeasure measure,
               gpointer data, double *parameters)
{
  const gsize n = train_crf_get_n (n_labels, n_features), first_pair = train_crf_get_pairs (n_labels);
  g_autofree double *steps = g_new (double, n), *last = g_new0 (double, n), *slopes = g_new (double, n);
  Fitting fitting = { measure, data, n, parameters, slopes };

  for (gsize k = 0; k < n; k++)
    steps[k] = FIRST_STEP;
  for (guint step = 0; step < N_STEPS; step++) {
    memset (slopes, 0, n * sizeof *slopes);
    cli_parallel (n_sequences, jobs, measure_sequence, sequence_measured, g_free, &fitting);
    for (gsize k = 0; k < n; k++) {
      double slope = slopes[k];

      if (k >= first_pair)
        slope -= PENALTY * parameters[k];
      if (slope * last[k] > 0)
        steps[k] = MIN (1.2 * steps[k], LARGEST_STEP);
      else if (slope * last[k] < 0) {
        steps[k] *= 0.5;
        slope = 0;
      }
      parameters[k] += slope > 0 ? steps[k] : slope < 0 ? -steps[k] : 0;
      last[k] = slope;
    }
  }
}
