/* SPDX-License-Identifier: MIT */
#include "train/learn/element-decoder.h"

/* Returns: (transfer full): TrainClassChain: those of the other groups; each element weighs the same */
static GArray *
list_chains (const ElementCorpus *corpus, ElementBy by, int without)
{
  GArray *chains = g_array_new (FALSE, FALSE, sizeof (TrainClassChain));
  guint n_elements = 0;

  for (guint k = 0; k < corpus->chains->len; k++) {
    const ElementChain *chain = &g_array_index (corpus->chains, ElementChain, k);
    const TrainClassChain learnt = { chain->first, chain->n, 0 };

    if ((int) g_array_index (corpus->groups[by], guint, chain->first) == without)
      continue;
    g_array_append_val (chains, learnt);
    n_elements += chain->n;
  }
  for (guint k = 0; k < chains->len; k++)
    g_array_index (chains, TrainClassChain, k).weight = 1.0 / n_elements;
  return chains;
}

TrainClassDecoder *
element_decoder_new (const ElementCorpus *corpus, const TrainClassDecoding *decoding, ElementBy by,
                     int without, const float *probabilities, guint jobs)
{
  g_autoptr (GArray) chains = list_chains (corpus, by, without);
  g_autofree int *classes = g_new (int, corpus->elements->len + 1);

  for (guint i = 0; i < corpus->elements->len; i++)
    classes[i] = (int) element_corpus_get_output (corpus, i);
  return train_class_decoder_new (&(TrainClassLesson){ corpus->learnt->len, chains, classes, probabilities },
                                  decoding, jobs);
}

void
element_decoder_run (const TrainClassDecoder *decoder, const ElementCorpus *corpus, float *probabilities)
{
  const gsize n = corpus->learnt->len;

  for (guint k = 0; k < corpus->chains->len; k++) {
    const ElementChain *chain = &g_array_index (corpus->chains, ElementChain, k);

    extract_class_decoding_apply (&decoder->decoding, chain->n, (guint) n, probabilities + chain->first * n);
  }
}
