/* SPDX-License-Identifier: MIT */
#include "train/learn/element-decoder.h"

#include "train/learn/crf.h"

#include <math.h>
#include <string.h>

typedef struct {
  const ElementCorpus *corpus;
  const float *probabilities;
  GArray *chains; /* ElementChain: those that are learnt from */
  guint n_elements;
} Lesson;

static Lesson
lesson_new (const ElementCorpus *corpus, ElementBy by, int without, const float *probabilities)
{
  Lesson lesson = { corpus, probabilities, g_array_new (FALSE, FALSE, sizeof (ElementChain)), 0 };

  for (guint k = 0; k < corpus->chains->len; k++) {
    const ElementChain *chain = &g_array_index (corpus->chains, ElementChain, k);

    if ((int) g_array_index (corpus->groups[by], guint, chain->first) == without)
      continue;
    g_array_append_val (lesson.chains, *chain);
    lesson.n_elements += chain->n;
  }
  return lesson;
}

static void
count_transitions (const Lesson *lesson, double *transitions)
{
  const guint n = lesson->corpus->learnt->len;
  g_autofree double *counts = g_new (double, (gsize) n *n);

  for (guint k = 0; k < n * n; k++)
    counts[k] = 1;
  for (guint k = 0; k < lesson->chains->len; k++) {
    const ElementChain *chain = &g_array_index (lesson->chains, ElementChain, k);

    for (guint i = chain->first; i + 1 < chain->first + chain->n; i++)
      counts[element_corpus_get_output (lesson->corpus, i) * n +
             element_corpus_get_output (lesson->corpus, i + 1)]++;
  }
  train_transitions_weigh (counts, n, transitions);
}

static void
measure_chain (gsize k, const double *parameters, double *slopes, gpointer data)
{
  const Lesson *lesson = data;
  const ElementChain *chain = &g_array_index (lesson->chains, ElementChain, k);
  const guint n = lesson->corpus->learnt->len;
  const float *probabilities = lesson->probabilities + (gsize) chain->first * n;
  g_autofree double *odds = g_new (double, (gsize) chain->n *n);
  g_autofree int *labels = g_new (int, chain->n);

  for (gsize i = 0; i < chain->n; i++) {
    const double first = train_crf_limit (probabilities[i * n]);

    for (guint c = 0; c < n; c++)
      odds[i * n + c] = log (train_crf_limit (probabilities[i * n + c]) / first);
    labels[i] = (int) element_corpus_get_output (lesson->corpus, chain->first + (guint) i);
  }
  train_crf_measure (&(TrainCrfSequence){ chain->n, n, odds, labels, NULL, 0 }, parameters,
                     1.0 / lesson->n_elements, slopes);
}

static void
fit_crf (ElementDecoder *decoder, const Lesson *lesson, guint jobs)
{
  const guint n = lesson->corpus->learnt->len;
  g_autofree double *parameters = g_new0 (double, train_crf_get_n (n, 0));

  parameters[TRAIN_CRF_SLOPE] = 1;
  train_crf_fit (lesson->chains->len, n, 0, jobs, measure_chain, (gpointer) lesson, parameters);
  decoder->decoding.slope = parameters[TRAIN_CRF_SLOPE];
  decoder->decoding.weight = 1;
  memcpy (decoder->offsets + 1, parameters + TRAIN_CRF_OFFSETS, (n - 1) * sizeof (double));
  memcpy (decoder->transitions, parameters + train_crf_get_pairs (n), (gsize) n * n * sizeof (double));
}

ElementDecoder *
element_decoder_new (const ElementCorpus *corpus, const ElementDecoding *decoding, ElementBy by, int without,
                     const float *probabilities, guint jobs)
{
  ElementDecoder *decoder = g_new0 (ElementDecoder, 1);
  const gsize n = corpus->learnt->len;
  Lesson lesson;

  decoder->decoding.kind = decoding->kind;
  if (decoding->kind == EXTRACT_DECODING_THRESHOLD)
    return decoder;
  decoder->decoding.offsets = decoder->offsets = g_new0 (double, n);
  decoder->decoding.transitions = decoder->transitions = g_new0 (double, n *n);
  lesson = lesson_new (corpus, by, without, probabilities);
  if (decoding->kind == EXTRACT_DECODING_CRF)
    fit_crf (decoder, &lesson, jobs);
  else {
    decoder->decoding.slope = 1;
    decoder->decoding.weight = decoding->weight;
    count_transitions (&lesson, decoder->transitions);
  }
  g_array_unref (lesson.chains);
  return decoder;
}

void
element_decoder_free (ElementDecoder *decoder)
{
  if (!decoder)
    return;
  g_free (decoder->offsets);
  g_free (decoder->transitions);
  g_free (decoder);
}

void
element_decoder_run (const ElementDecoder *decoder, const ElementCorpus *corpus, float *probabilities)
{
  const gsize n = corpus->learnt->len;

  for (guint k = 0; k < corpus->chains->len; k++) {
    const ElementChain *chain = &g_array_index (corpus->chains, ElementChain, k);

    extract_class_decoding_apply (&decoder->decoding, chain->n, (guint) n, probabilities + chain->first * n);
  }
}
