/* SPDX-License-Identifier: MIT */
/* Decoding, learnt, as in crf.c: the likelihood of a CRF is the mean over the pages, each divided by its
 * blocks. */
#include "train/learn/decoder.h"

#include "train/learn/crf.h"

#include <math.h>

/* ---- Pages -------------------------------------------------------------------------------------- */

static ExtractLabel *
list_labels (const TrainPage *page)
{
  const guint n = extract_document_get_n_blocks (page->document);
  ExtractLabel *labels = g_new (ExtractLabel, n + 1);

  for (guint i = 0; i < n; i++)
    labels[i] = train_page_get_label (page, i);
  return labels;
}

/* What is learnt from a page, of the labels bad and good. @odds: (out caller-allocates): [n][2]; @labels:
 * (out caller-allocates): [n] */
static void
describe_page (const TrainPage *page, const float *scores, double *odds, int *labels)
{
  for (guint i = 0; i < extract_document_get_n_blocks (page->document); i++) {
    const double p = train_crf_limit (scores[i]);
    const ExtractLabel label = train_page_get_label (page, i);

    odds[2 * i] = 0;
    odds[2 * i + 1] = log (p / (1 - p));
    labels[i] = label == EXTRACT_LABEL_NONE ? -1 : label == EXTRACT_LABEL_GOOD;
  }
}

static void
measure_page (gsize i, const double *parameters, double *slopes, gpointer data)
{
  const TrainDecoderTask *task = data;
  const guint p = g_array_index (task->pages, guint, i);
  const TrainPage *page = train_corpus_get_page (task->corpus, p);
  const guint n = extract_document_get_n_blocks (page->document);
  const guint n_features = task->rows ? task->rows->n_features : 0;
  g_autofree double *odds = g_new (double, EXTRACT_N_LABELS *n + 1);
  g_autofree int *labels = g_new (int, n + 1);
  const float *values = task->rows ? task->rows->values + page->first_block * n_features : NULL;

  describe_page (page, task->scores + page->first_block, odds, labels);
  train_crf_measure (
      &(TrainCrfSequence){ n, EXTRACT_N_LABELS, odds, labels, values, n_features }, parameters,
      (task->page_weights ? task->page_weights[p] : 1) / (MAX (n, 1) * (double) task->pages->len), slopes);
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
  train_transitions_weigh (counts, EXTRACT_N_LABELS, transitions);
}

/* The layer whose weights are those of the CRF. @pairs: its parameters */
static ExtractNetwork *
make_edges (guint n_features, const double *pairs, GError **error)
{
  const gsize n = EXTRACT_N_PAIRS * (gsize) (n_features + 1);
  const ExtractLayer layer = { EXTRACT_N_PAIRS, EXTRACT_ACTIVATION_LINEAR, 1, 0 };
  g_autofree float *weights = g_new (float, n);

  for (gsize k = 0; k < n; k++)
    weights[k] = (float) pairs[k];
  return extract_network_new (n_features, &layer, 1, weights, n, error);
}

static gboolean
fit_crf (TrainDecoder *decoder, const TrainDecoderTask *task, GError **error)
{
  ExtractDecoding *decoding = &decoder->decoding;
  const guint n_features = task->rows ? task->rows->n_features : 0;
  g_autofree double *parameters = g_new0 (double, train_crf_get_n (EXTRACT_N_LABELS, n_features));
  const double *pairs = parameters + train_crf_get_pairs (EXTRACT_N_LABELS);

  parameters[TRAIN_CRF_SLOPE] = 1;
  train_crf_fit (task->pages->len, EXTRACT_N_LABELS, n_features, task->jobs, measure_page, (gpointer) task,
                 parameters);
  decoding->slope = parameters[TRAIN_CRF_SLOPE];
  decoding->offset = parameters[TRAIN_CRF_OFFSETS];
  decoding->weight = 1;
  decoding->has_transitions = !task->rows;
  for (guint k = 0; k < EXTRACT_N_PAIRS && !task->rows; k++)
    decoding->transitions[k] = pairs[k];
  return !task->rows || (decoder->edges = make_edges (n_features, pairs, error));
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
