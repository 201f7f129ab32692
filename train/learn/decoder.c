/* SPDX-License-Identifier: MIT */
/*
 * Decoding, learnt.
 *
 * Transitions: with n (x, y) pairs of neighbours labelled x and y, and 1 added to each,
 *
 *   t[x][y] = ln ((n (x, y) + 1) / (n (x, bad) + n (x, good) + 2))
 *
 * CRF (J. Lafferty, A. McCallum, F. Pereira, Conditional Random Fields, 2001): potentials as in
 * ExtractDecoding, with weight 1, and t[i][x][y] either one number for all places or b + sum over k of
 * w[k] e[i][k], e features of the edge. With Z the sum over all sequences of labels, and C that over those
 * that agree with what is known of the page,
 *
 *   log likelihood = ln C - ln Z        its derivative by a potential = share of it in C - share of it in Z
 *
 * where shares come from forward and backward (extract_chain_run ()). Of this, the mean over the pages, each
 * divided by its blocks, less PENALTY / 2 x the sum of the squares of what joins labels, is made largest by
 * iRPROP- in doubles, all pages at a time.
 */
#include "train/learn/decoder.h"

#include <math.h>
#include <string.h>

#include "cli/cli.h"

#define PENALTY 1e-4
#define N_STEPS 150
#define FIRST_STEP 0.02
#define LARGEST_STEP 1
/* As in extract_decoding_apply (). */
#define LEAST_SCORE 1e-6

/* ---- A page ------------------------------------------------------------------------------------- */

static ExtractLabel *
list_labels (const TrainPage *page)
{
  const guint n = extract_document_get_n_blocks (page->document);
  ExtractLabel *labels = g_new (ExtractLabel, n + 1);

  for (guint i = 0; i < n; i++)
    labels[i] = train_page_get_label (page, i);
  return labels;
}

static double
log_odds (float score)
{
  const double p = CLAMP ((double) score, LEAST_SCORE, 1 - LEAST_SCORE);

  return log (p / (1 - p));
}

/* t[i], of all pairs of labels. */
static void
weigh_pairs (const float *values, guint n_features, const double *parameters, double *pairs)
{
  const double *w = parameters + TRAIN_CRF_PAIRS;

  for (guint k = 0; k < EXTRACT_N_PAIRS; k++, w += n_features + 1) {
    pairs[k] = w[n_features];
    for (guint f = 0; f < n_features; f++)
      pairs[k] += w[f] * values[f];
  }
}

/* Adds @weight x the shares of all potentials to @slopes. @total: of the chain */
static void
add_shares (const ExtractChain *chain, double total, const float *scores, const float *values,
            guint n_features, double weight, double *slopes)
{
  for (gsize i = 0; i < chain->n; i++) {
    const double good = weight * exp (chain->before[2 * i + 1] + chain->after[2 * i + 1] - total);

    slopes[TRAIN_CRF_SLOPE] += good * log_odds (scores[i]);
    slopes[TRAIN_CRF_OFFSET] += good;
  }
  for (gsize i = 0; i + 1 < chain->n; i++)
    for (guint k = 0; k < EXTRACT_N_PAIRS; k++) {
      const guint x = k / EXTRACT_N_LABELS, y = k % EXTRACT_N_LABELS;
      const double share =
          weight * exp (chain->before[2 * i + x] + chain->pairs[i * chain->pair_step + k] +
                        chain->units[2 * (i + 1) + y] + chain->after[2 * (i + 1) + y] - total);
      double *slope = slopes + TRAIN_CRF_PAIRS + k * (n_features + 1);

      for (guint f = 0; f < n_features; f++)
        slope[f] += share * values[i * n_features + f];
      slope[n_features] += share;
    }
}

double
train_crf_measure (guint n, const float *scores, const ExtractLabel *labels, const float *values,
                   guint n_features, const double *parameters, double weight, double *slopes)
{
  const gsize pair_step = values ? EXTRACT_N_PAIRS : 0;
  g_autofree double *units = g_new (double, EXTRACT_N_LABELS *n + 1);
  g_autofree double *pairs = g_new (double, values ? EXTRACT_N_PAIRS *n + 1 : EXTRACT_N_PAIRS);
  g_autofree double *before = g_new (double, EXTRACT_N_LABELS *n + 1);
  g_autofree double *after = g_new (double, EXTRACT_N_LABELS *n + 1);
  const ExtractChain chain = { n, EXTRACT_N_LABELS, units, pairs, pair_step, before, after };
  double all, agreed;

  if (n == 0)
    return 0;
  for (gsize i = 0; i < n; i++) {
    units[2 * i] = 0;
    units[2 * i + 1] = parameters[TRAIN_CRF_SLOPE] * log_odds (scores[i]) + parameters[TRAIN_CRF_OFFSET];
    if (values || i == 0)
      weigh_pairs (values ? values + i * n_features : NULL, n_features, parameters, pairs + i * pair_step);
  }
  all = extract_chain_run (&chain, EXTRACT_CHAIN_SUM);
  add_shares (&chain, all, scores, values, n_features, -weight, slopes);
  for (gsize i = 0; i < n; i++)
    if (labels[i] != EXTRACT_LABEL_NONE)
      units[2 * i + (labels[i] == EXTRACT_LABEL_GOOD ? 0 : 1)] = -INFINITY;
  agreed = extract_chain_run (&chain, EXTRACT_CHAIN_SUM);
  add_shares (&chain, agreed, scores, values, n_features, weight, slopes);
  return weight * (agreed - all);
}

/* ---- All pages ---------------------------------------------------------------------------------- */

typedef struct {
  const TrainDecoderTask *task;
  guint n_features;
  gsize n;            /* parameters */
  double *parameters; /* [n] */
  double *slopes;     /* [n] */
} Fitting;

static gpointer
measure_page (gsize i, gpointer data)
{
  const Fitting *fitting = data;
  const TrainDecoderTask *task = fitting->task;
  const guint p = g_array_index (task->pages, guint, i);
  const TrainPage *page = train_corpus_get_page (task->corpus, p);
  const guint n = extract_document_get_n_blocks (page->document);
  g_autofree ExtractLabel *labels = list_labels (page);
  const double weight =
      (task->page_weights ? task->page_weights[p] : 1) / (MAX (n, 1) * (double) task->pages->len);
  double *slopes = g_new0 (double, fitting->n);

  train_crf_measure (n, task->scores + page->first_block, labels,
                     task->rows ? task->rows->values + page->first_block * fitting->n_features : NULL,
                     fitting->n_features, fitting->parameters, weight, slopes);
  return slopes;
}

static gboolean
page_measured (gsize i, gpointer result, gpointer data)
{
  Fitting *fitting = data;
  double *slopes = result;

  for (gsize k = 0; k < fitting->n; k++)
    fitting->slopes[k] += slopes[k];
  g_free (slopes);
  return TRUE;
}

/* C. Igel, M. Hüsken, 2000; as engine-step.c has it for networks. */
static void
fit_parameters (Fitting *fitting)
{
  g_autofree double *steps = g_new (double, fitting->n), *last = g_new0 (double, fitting->n);

  for (gsize k = 0; k < fitting->n; k++)
    steps[k] = FIRST_STEP;
  for (guint step = 0; step < N_STEPS; step++) {
    memset (fitting->slopes, 0, fitting->n * sizeof *fitting->slopes);
    cli_parallel (fitting->task->pages->len, fitting->task->jobs, measure_page, page_measured, g_free,
                  fitting);
    for (gsize k = 0; k < fitting->n; k++) {
      double slope = fitting->slopes[k];

      if (k >= TRAIN_CRF_PAIRS)
        slope -= PENALTY * fitting->parameters[k];
      if (slope * last[k] > 0)
        steps[k] = MIN (1.2 * steps[k], LARGEST_STEP);
      else if (slope * last[k] < 0) {
        steps[k] *= 0.5;
        slope = 0;
      }
      fitting->parameters[k] += slope > 0 ? steps[k] : slope < 0 ? -steps[k] : 0;
      last[k] = slope;
    }
  }
}

/* ---- Decoders ----------------------------------------------------------------------------------- */

static void
count_transitions (const TrainDecoderTask *task, double *transitions)
{
  double counts[EXTRACT_N_PAIRS] = { 1, 1, 1, 1 };

  for (guint i = 0; i < task->pages->len; i++) {
    const TrainPage *page = train_corpus_get_page (task->corpus, g_array_index (task->pages, guint, i));
    g_autofree ExtractLabel *labels = list_labels (page);

    for (guint b = 0; b + 1 < extract_document_get_n_blocks (page->document); b++)
      if (labels[b] != EXTRACT_LABEL_NONE && labels[b + 1] != EXTRACT_LABEL_NONE)
        counts[EXTRACT_N_LABELS * (labels[b] == EXTRACT_LABEL_GOOD) +
               (labels[b + 1] == EXTRACT_LABEL_GOOD)]++;
  }
  for (guint k = 0; k < EXTRACT_N_PAIRS; k++) {
    const guint x = k / EXTRACT_N_LABELS * EXTRACT_N_LABELS;

    transitions[k] = log (counts[k] / (counts[x] + counts[x + 1]));
  }
}

/* The layer whose weights are those of the CRF. */
static ExtractNetwork *
make_edges (const Fitting *fitting, GError **error)
{
  const gsize n = EXTRACT_N_PAIRS * (gsize) (fitting->n_features + 1);
  const ExtractLayer layer = { EXTRACT_N_PAIRS, EXTRACT_ACTIVATION_LINEAR, 1, 0 };
  g_autofree float *weights = g_new (float, n);

  for (gsize k = 0; k < n; k++)
    weights[k] = (float) fitting->parameters[TRAIN_CRF_PAIRS + k];
  return extract_network_new (fitting->n_features, &layer, 1, weights, n, error);
}

static gboolean
fit_crf (TrainDecoder *decoder, const TrainDecoderTask *task, GError **error)
{
  ExtractDecoding *decoding = &decoder->decoding;
  Fitting fitting = { .task = task, .n_features = task->rows ? task->rows->n_features : 0 };
  g_autofree double *parameters = NULL, *slopes = NULL;

  fitting.n = TRAIN_CRF_PAIRS + EXTRACT_N_PAIRS * (gsize) (fitting.n_features + 1);
  fitting.parameters = parameters = g_new0 (double, fitting.n);
  fitting.slopes = slopes = g_new0 (double, fitting.n);
  parameters[TRAIN_CRF_SLOPE] = 1;
  fit_parameters (&fitting);
  decoding->slope = parameters[TRAIN_CRF_SLOPE];
  decoding->offset = parameters[TRAIN_CRF_OFFSET];
  decoding->weight = 1;
  decoding->has_transitions = !task->rows;
  for (guint k = 0; k < EXTRACT_N_PAIRS && !task->rows; k++)
    decoding->transitions[k] = parameters[TRAIN_CRF_PAIRS + k];
  return !task->rows || (decoder->edges = make_edges (&fitting, error));
}

TrainDecoder *
train_decoder_new (const TrainDecoderTask *task, ExtractNetwork *network, GError **error)
{
  g_autoptr (TrainDecoder) decoder = g_new0 (TrainDecoder, 1);
  ExtractDecoding *decoding = &decoder->decoding;

  decoding->kind = task->plan->decode;
  if (task->rows)
    decoder->scale = g_memdup2 (task->rows->scale, task->rows->n_features * sizeof *task->rows->scale);
  if (decoding->kind == EXTRACT_DECODING_CRF)
    return fit_crf (decoder, task, error) ? g_steal_pointer (&decoder) : NULL;
  decoding->slope = 1;
  decoding->weight = task->plan->decode_weight;
  decoding->has_transitions = !network;
  if (network)
    decoder->edges = extract_network_ref (network);
  else
    count_transitions (task, decoding->transitions);
  return g_steal_pointer (&decoder);
}

void
train_decoder_free (TrainDecoder *decoder)
{
  g_clear_pointer (&decoder->edges, extract_network_unref);
  g_free (decoder->scale);
  g_free (decoder);
}

void
train_decoder_run (const TrainDecoder *decoder, const TrainCorpus *corpus, const TrainInputs *rows, guint p,
                   float *scores)
{
  const TrainPage *page = train_corpus_get_page (corpus, p);
  const guint n = extract_document_get_n_blocks (page->document);
  g_autofree float *edges = decoder->edges ? g_new (float, EXTRACT_N_PAIRS *n + 1) : NULL;

  if (edges)
    extract_network_run_sequence (decoder->edges, n, rows->values + page->first_block * rows->n_features,
                                  edges);
  extract_decoding_apply (&decoder->decoding, n, edges, scores);
}
