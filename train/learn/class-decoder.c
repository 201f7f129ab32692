/* SPDX-License-Identifier: MIT */
#include "train/learn/class-decoder.h"

#include "train/learn/crf.h"

#include <math.h>
#include <string.h>

static void
count_transitions (const TrainClassLesson *lesson, double *transitions)
{
  const gsize n = lesson->n_classes;
  g_autofree double *counts = g_new (double, n *n);

  for (gsize k = 0; k < n * n; k++)
    counts[k] = 1;
  for (guint k = 0; k < lesson->chains->len; k++) {
    const TrainClassChain *chain = &g_array_index (lesson->chains, TrainClassChain, k);
    const int *classes = lesson->classes + chain->first;

    for (guint i = 0; i + 1 < chain->n; i++)
      if (classes[i] >= 0 && classes[i + 1] >= 0)
        counts[(gsize) classes[i] * n + (gsize) classes[i + 1]]++;
  }
  train_transitions_weigh (counts, lesson->n_classes, transitions);
}

static void
measure_chain (gsize k, const double *parameters, double *slopes, gpointer data)
{
  const TrainClassLesson *lesson = data;
  const TrainClassChain *chain = &g_array_index (lesson->chains, TrainClassChain, k);
  const guint n = lesson->n_classes;
  const float *probabilities = lesson->probabilities + chain->first * n;
  g_autofree double *odds = g_new (double, (gsize) chain->n *n);

  for (gsize i = 0; i < chain->n; i++) {
    const double first = train_crf_limit (probabilities[i * n]);

    for (guint c = 0; c < n; c++)
      odds[i * n + c] = log (train_crf_limit (probabilities[i * n + c]) / first);
  }
  train_crf_measure (&(TrainCrfSequence){ chain->n, n, odds, lesson->classes + chain->first, NULL, 0 },
                     parameters, chain->weight, slopes);
}

static void
fit_crf (TrainClassDecoder *decoder, const TrainClassLesson *lesson, guint jobs)
{
  const guint n = lesson->n_classes;
  g_autofree double *parameters = g_new0 (double, train_crf_get_n (n, 0));

  parameters[TRAIN_CRF_SLOPE] = 1;
  train_crf_fit (lesson->chains->len, n, 0, jobs, measure_chain, (gpointer) lesson, parameters);
  decoder->decoding.slope = parameters[TRAIN_CRF_SLOPE];
  decoder->decoding.weight = 1;
  memcpy (decoder->offsets + 1, parameters + TRAIN_CRF_OFFSETS, (n - 1) * sizeof (double));
  memcpy (decoder->transitions, parameters + train_crf_get_pairs (n), (gsize) n * n * sizeof (double));
}

TrainClassDecoder *
train_class_decoder_new (const TrainClassLesson *lesson, const TrainClassDecoding *decoding, guint jobs)
{
  TrainClassDecoder *decoder = g_new0 (TrainClassDecoder, 1);
  const gsize n = lesson->n_classes;

  decoder->decoding.kind = decoding->kind;
  if (decoding->kind == EXTRACT_DECODING_THRESHOLD)
    return decoder;
  decoder->decoding.offsets = decoder->offsets = g_new0 (double, n);
  decoder->decoding.transitions = decoder->transitions = g_new0 (double, n *n);
  if (decoding->kind == EXTRACT_DECODING_CRF)
    fit_crf (decoder, lesson, jobs);
  else {
    decoder->decoding.slope = 1;
    decoder->decoding.weight = decoding->weight;
    count_transitions (lesson, decoder->transitions);
  }
  return decoder;
}

void
train_class_decoder_free (TrainClassDecoder *decoder)
{
  if (!decoder)
    return;
  g_free (decoder->offsets);
  g_free (decoder->transitions);
  g_free (decoder);
}
