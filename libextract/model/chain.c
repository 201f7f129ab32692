/* SPDX-License-Identifier: MIT */
/*
 * Labels of a page as a chain, and decoding. With L labels, and + either max or ln (exp a + exp b):
 *
 *   before[0][y] = u[0][y]        before[i][y] = u[i][y] + (+ over x of before[i-1][x] + t[i-1][x][y])
 *   after[n-1][y] = 0             after[i][y]  = + over z of t[i][y][z] + u[i+1][z] + after[i+1][z]
 *
 * so that with max, before + after is the value of the best of all sequences with label y at place i
 * (Viterbi), and with sums the logarithm of their sum (forward and backward). All in doubles, in this order.
 */
#include "libextract/model/model.h"
#include "libextract/base/scratch.h"

#include <math.h>

static const ExtractDecodingInfo infos[EXTRACT_N_DECODINGS] = {
  [EXTRACT_DECODING_THRESHOLD] = { "threshold", "each block is labelled by its own score" },
  [EXTRACT_DECODING_VITERBI] = { "viterbi", "the most likely sequence of labels, by Viterbi" },
  [EXTRACT_DECODING_CRF] = { "crf", "the most likely label of each block, by a linear-chain CRF" },
};

const ExtractDecodingInfo *
extract_decoding_get_info (ExtractDecodingKind kind)
{
  g_return_val_if_fail ((guint) kind < EXTRACT_N_DECODINGS, NULL);
  return &infos[kind];
}

/* ---- Chains ----------------------------------------------------------------------------------- */

/* a + b as above; -INFINITY is nothing at all. */
static double
join (ExtractChainKind kind, double a, double b)
{
  const double most = MAX (a, b), least = MIN (a, b);

  if (kind == EXTRACT_CHAIN_BEST || least == -INFINITY)
    return most;
  return most + log1p (exp (least - most));
}

double
extract_chain_run (const ExtractChain *chain, ExtractChainKind kind)
{
  g_return_val_if_fail (chain != NULL && chain->n > 0 && chain->n_labels > 0, 0);
  g_return_val_if_fail (chain->units && chain->before && chain->after && (chain->n == 1 || chain->pairs), 0);

  const guint n_labels = chain->n_labels;
  double total = -INFINITY;

  for (guint y = 0; y < n_labels; y++)
    chain->before[y] = chain->units[y];
  for (gsize i = 1; i < chain->n; i++) {
    const double *pairs = chain->pairs + (i - 1) * chain->pair_step;
    const double *before = chain->before + (i - 1) * n_labels;

    for (guint y = 0; y < n_labels; y++) {
      double sum = -INFINITY;

      for (guint x = 0; x < n_labels; x++)
        sum = join (kind, sum, before[x] + pairs[x * n_labels + y]);
      chain->before[i * n_labels + y] = chain->units[i * n_labels + y] + sum;
    }
  }
  for (guint y = 0; y < n_labels; y++) {
    const gsize last = (gsize) (chain->n - 1) * n_labels + y;

    chain->after[last] = 0;
    total = join (kind, total, chain->before[last]);
  }
  for (gsize i = chain->n - 1; i-- > 0;) {
    const double *pairs = chain->pairs + i * chain->pair_step;
    const double *units = chain->units + (i + 1) * n_labels, *after = chain->after + (i + 1) * n_labels;

    for (guint y = 0; y < n_labels; y++) {
      double sum = -INFINITY;

      for (guint z = 0; z < n_labels; z++)
        sum = join (kind, sum, pairs[y * n_labels + z] + units[z] + after[z]);
      chain->after[i * n_labels + y] = sum;
    }
  }
  return total;
}

/* ---- Decoding --------------------------------------------------------------------------------- */

/* Scores are not surer than this: 0 and 1 would outweigh all else. */
#define LEAST_SCORE 1e-6

void
extract_decoding_apply (const ExtractDecoding *decoding, guint n, const float *edges, float *scores)
{
  g_return_if_fail (decoding != NULL && (n == 0 || scores != NULL));
  g_return_if_fail (decoding->kind == EXTRACT_DECODING_THRESHOLD || edges || decoding->has_transitions);

  if (decoding->kind == EXTRACT_DECODING_THRESHOLD || n == 0)
    return;
  const ExtractChainKind kind =
      decoding->kind == EXTRACT_DECODING_VITERBI ? EXTRACT_CHAIN_BEST : EXTRACT_CHAIN_SUM;
  const gsize pair_step = decoding->has_transitions ? 0 : EXTRACT_N_PAIRS;
  const gsize n_pairs = decoding->has_transitions ? 1 : n;
  ExtractScratch *scratch = extract_scratch_begin ();
  double *units = extract_scratch_take (scratch, (gsize) n * EXTRACT_N_LABELS, sizeof *units);
  double *pairs = extract_scratch_take (scratch, n_pairs * EXTRACT_N_PAIRS, sizeof *pairs);
  const ExtractChain chain = {
    .n = n,
    .n_labels = EXTRACT_N_LABELS,
    .units = units,
    .pairs = pairs,
    .pair_step = pair_step,
    .before = extract_scratch_take (scratch, (gsize) n * EXTRACT_N_LABELS, sizeof (double)),
    .after = extract_scratch_take (scratch, (gsize) n * EXTRACT_N_LABELS, sizeof (double)),
  };

  for (gsize i = 0; i < n; i++) {
    const double p = CLAMP ((double) scores[i], LEAST_SCORE, 1 - LEAST_SCORE);

    units[2 * i] = 0;
    units[2 * i + 1] = decoding->slope * log (p / (1 - p)) + decoding->offset;
  }
  for (gsize k = 0; k < n_pairs * EXTRACT_N_PAIRS; k++) {
    const double value = decoding->has_transitions ? decoding->transitions[k] : edges[k];

    pairs[k] = isfinite (value) ? decoding->weight * value : 0;
  }
  extract_chain_run (&chain, kind);
  for (gsize i = 0; i < n; i++) {
    const double bad = chain.before[2 * i] + chain.after[2 * i],
                 good = chain.before[2 * i + 1] + chain.after[2 * i + 1];

    scores[i] = (float) (1 / (1 + exp (bad - good)));
  }
  extract_scratch_end (scratch);
}

/* @values: [n]; @shares: (out caller-allocates): exp (value) / sum of all */
static void
share_out (const double *values, guint n, float *shares)
{
  double most = -INFINITY, sum = 0;

  for (guint c = 0; c < n; c++)
    most = MAX (most, values[c]);
  for (guint c = 0; c < n; c++)
    sum += exp (values[c] - most);
  for (guint c = 0; c < n; c++)
    shares[c] = (float) (exp (values[c] - most) / sum);
}

void
extract_class_decoding_apply (const ExtractClassDecoding *decoding, guint n, guint n_classes,
                              float *probabilities)
{
  g_return_if_fail (decoding != NULL && n_classes > 0 && (n == 0 || probabilities != NULL));
  g_return_if_fail (decoding->kind == EXTRACT_DECODING_THRESHOLD ||
                    (decoding->offsets && decoding->transitions));

  if (decoding->kind == EXTRACT_DECODING_THRESHOLD || n == 0)
    return;
  const gsize n_units = (gsize) n * n_classes, n_pairs = (gsize) n_classes * n_classes;
  ExtractScratch *scratch = extract_scratch_begin ();
  double *units = extract_scratch_take (scratch, n_units, sizeof *units);
  double *pairs = extract_scratch_take (scratch, n_pairs, sizeof *pairs);
  double *before = extract_scratch_take (scratch, n_units, sizeof *before);
  double *after = extract_scratch_take (scratch, n_units, sizeof *after);
  const ExtractChain chain = { n, n_classes, units, pairs, 0, before, after };

  for (gsize k = 0; k < n_units; k++) {
    const guint c = k % n_classes;
    const double p = CLAMP ((double) probabilities[k], LEAST_SCORE, 1 - LEAST_SCORE),
                 first = CLAMP ((double) probabilities[k - c], LEAST_SCORE, 1 - LEAST_SCORE);

    units[k] = decoding->slope * log (p / first) + decoding->offsets[c];
  }
  for (gsize k = 0; k < n_pairs; k++)
    pairs[k] = decoding->weight * decoding->transitions[k];
  extract_chain_run (&chain,
                     decoding->kind == EXTRACT_DECODING_VITERBI ? EXTRACT_CHAIN_BEST : EXTRACT_CHAIN_SUM);
  for (gsize k = 0; k < n_units; k++)
    before[k] += after[k];
  for (gsize i = 0; i < n; i++)
    share_out (before + i * n_classes, n_classes, probabilities + i * n_classes);
  extract_scratch_end (scratch);
}
