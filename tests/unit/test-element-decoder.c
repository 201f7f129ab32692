/* SPDX-License-Identifier: MIT */
/*
 * Decoding of the classes of elements: chains of labelled elements, transitions counted by hand, a CRF that
 * learns what its networks did not know, and figures of two ways to tell the same elements.
 */
#include <math.h>
#include <string.h>

#include "train/learn/element-decoder.h"
#include "train/measure/class-figures.h"

/* ---- A corpus ----------------------------------------------------------------------------------- */

/* Pages of sites: a letter for each element, r i n: Revealer, Inner, None; two chains where a page has an
 * element without a class. */
typedef struct {
  const char *classes;
  guint site;
} Chain;

static const Chain chains[] = { { "iiin", 0 }, { "riiir", 0 }, { "nnr", 1 }, { "i", 1 } };

/* The classes that are learnt. */
static const guint learnt[] = { ELEMENT_REVEALER, ELEMENT_INNER, ELEMENT_NONE };

static ElementCorpus *
corpus_new (void)
{
  ElementCorpus *corpus = g_new0 (ElementCorpus, 1);

  corpus->sets = g_ptr_array_new ();
  corpus->classes = element_classes_new ();
  corpus->elements = g_ptr_array_new_with_free_func (g_free);
  corpus->chains = g_array_new (FALSE, FALSE, sizeof (ElementChain));
  corpus->learnt = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_vals (corpus->learnt, learnt, G_N_ELEMENTS (learnt));
  for (guint b = 0; b < ELEMENT_N_BY; b++) {
    corpus->groups[b] = g_array_new (FALSE, FALSE, sizeof (guint));
    corpus->names[b] = g_ptr_array_new ();
  }
  for (guint k = 0; k < G_N_ELEMENTS (chains); k++) {
    const ElementChain chain = { corpus->elements->len, (guint) strlen (chains[k].classes) };

    g_array_append_val (corpus->chains, chain);
    for (const char *letter = chains[k].classes; *letter; letter++) {
      Element *element = g_new0 (Element, 1);

      element->class = *letter == 'r' ? ELEMENT_REVEALER : *letter == 'i' ? ELEMENT_INNER : ELEMENT_NONE;
      g_ptr_array_add (corpus->elements, element);
      for (guint b = 0; b < ELEMENT_N_BY; b++)
        g_array_append_val (corpus->groups[b], chains[k].site);
    }
  }
  return corpus;
}

enum { N_ELEMENTS = 13, N_LEARNT = 3 };

/* The networks know nothing of the second and third element of a chain, and are half sure of the others. */
static void
make_probabilities (const ElementCorpus *corpus, float *probabilities)
{
  for (guint k = 0; k < corpus->chains->len; k++) {
    const ElementChain *chain = &g_array_index (corpus->chains, ElementChain, k);

    for (guint i = 0; i < chain->n; i++)
      for (guint c = 0; c < N_LEARNT; c++) {
        const gboolean own = c == element_corpus_get_output (corpus, chain->first + i);
        probabilities[(chain->first + i) * N_LEARNT + c] = i == 1 || i == 2 ? 1 / 3.0F : own ? 0.5F : 0.25F;
      }
  }
}

/* The mean of ln p of what the elements are. */
static double
get_likelihood (const ElementCorpus *corpus, const float *probabilities)
{
  double sum = 0;

  for (guint i = 0; i < N_ELEMENTS; i++)
    sum += log (probabilities[i * N_LEARNT + element_corpus_get_output (corpus, i)]);
  return sum / N_ELEMENTS;
}

/* ---- Decoders ----------------------------------------------------------------------------------- */

/* Of all but site 1: i-i 2, i-n 1, r-i 1, i-i 2, i-r 1; and 1 more of each. */
static void
test_transitions (void)
{
  const double expected[] = { log (1 / 4.0), log (2 / 4.0), log (1 / 4.0), /* from r: 1 2 1 */
                              log (2 / 9.0), log (5 / 9.0), log (2 / 9.0), /* from i: 2 5 2 */
                              log (1 / 3.0), log (1 / 3.0), log (1 / 3.0) };
  g_autoptr (ElementCorpus) corpus = corpus_new ();
  const TrainClassDecoding viterbi = { EXTRACT_DECODING_VITERBI, 0.5 };
  float probabilities[N_ELEMENTS * N_LEARNT];

  make_probabilities (corpus, probabilities);
  g_autoptr (TrainClassDecoder) decoder =
      element_decoder_new (corpus, &viterbi, ELEMENT_BY_SITE, 1, probabilities, 1);
  g_assert_cmpint (decoder->decoding.kind, ==, EXTRACT_DECODING_VITERBI);
  g_assert_cmpfloat (decoder->decoding.slope, ==, 1);
  g_assert_cmpfloat (decoder->decoding.weight, ==, 0.5);
  for (guint k = 0; k < G_N_ELEMENTS (expected); k++)
    g_assert_cmpfloat (fabs (decoder->transitions[k] - expected[k]), <, 1e-12);
  for (guint c = 0; c < N_LEARNT; c++)
    g_assert_cmpfloat (decoder->offsets[c], ==, 0);
}

/* What is not decoded stays as it is. */
static void
test_threshold (void)
{
  g_autoptr (ElementCorpus) corpus = corpus_new ();
  const TrainClassDecoding none = { EXTRACT_DECODING_THRESHOLD, 0 };
  float probabilities[N_ELEMENTS * N_LEARNT], decoded[N_ELEMENTS * N_LEARNT];

  make_probabilities (corpus, probabilities);
  memcpy (decoded, probabilities, sizeof decoded);
  g_autoptr (TrainClassDecoder) decoder =
      element_decoder_new (corpus, &none, ELEMENT_BY_SITE, -1, probabilities, 1);
  element_decoder_run (decoder, corpus, decoded);
  g_assert_cmpmem (decoded, sizeof decoded, probabilities, sizeof probabilities);
}

/* The classes become more likely; chains of the group that is left out teach nothing; threads change
 * nothing. */
static void
test_crf (void)
{
  g_autoptr (ElementCorpus) corpus = corpus_new ();
  const TrainClassDecoding crf = { EXTRACT_DECODING_CRF, 0 };
  float probabilities[N_ELEMENTS * N_LEARNT], decoded[N_ELEMENTS * N_LEARNT];

  make_probabilities (corpus, probabilities);
  memcpy (decoded, probabilities, sizeof decoded);
  g_autoptr (TrainClassDecoder) decoder =
      element_decoder_new (corpus, &crf, ELEMENT_BY_SITE, -1, probabilities, 1);
  g_autoptr (TrainClassDecoder) threads =
      element_decoder_new (corpus, &crf, ELEMENT_BY_SITE, -1, probabilities, 3);
  g_assert_cmpmem (decoder->transitions, 9 * sizeof (double), threads->transitions, 9 * sizeof (double));
  element_decoder_run (decoder, corpus, decoded);
  g_assert_cmpfloat (get_likelihood (corpus, decoded), >, get_likelihood (corpus, probabilities) / 2);
  g_assert_cmpfloat (decoder->offsets[0], ==, 0);

  g_autoptr (TrainClassDecoder) others =
      element_decoder_new (corpus, &crf, ELEMENT_BY_SITE, 1, probabilities, 1);
  for (guint k = 0; k < corpus->elements->len; k++)
    if (g_array_index (corpus->groups[ELEMENT_BY_SITE], guint, k) == 1)
      ((Element *) corpus->elements->pdata[k])->class = ELEMENT_REVEALER;
  g_autoptr (TrainClassDecoder) again =
      element_decoder_new (corpus, &crf, ELEMENT_BY_SITE, 1, probabilities, 1);
  g_assert_cmpmem (others->transitions, 9 * sizeof (double), again->transitions, 9 * sizeof (double));
}

/* ---- Figures ------------------------------------------------------------------------------------ */

/* @found: of six elements in three groups, which are Revealer and None in turns */
static ClassFigures *
figures_new (const ElementClasses *classes, const ElementClass found[6])
{
  ClassFigures *figures = class_figures_new_for_elements (classes, 3);

  for (guint i = 0; i < 6; i++)
    class_figures_add (
        figures, &(ClassTold){ i % 2 ? ELEMENT_NONE : ELEMENT_REVEALER, found[i], i / 2, 0.5, 0.5, FALSE });
  return figures;
}

static void
test_comparison (void)
{
  const ElementClass half[6] = { ELEMENT_REVEALER, ELEMENT_REVEALER, ELEMENT_REVEALER,
                                 ELEMENT_REVEALER, ELEMENT_REVEALER, ELEMENT_REVEALER };
  const ElementClass right[6] = { ELEMENT_REVEALER, ELEMENT_NONE,     ELEMENT_REVEALER,
                                  ELEMENT_NONE,     ELEMENT_REVEALER, ELEMENT_NONE };
  g_autoptr (ElementClasses) classes = element_classes_new ();
  g_autoptr (ClassFigures) first = figures_new (classes, half);
  g_autoptr (ClassFigures) second = figures_new (classes, right);
  g_autoptr (GString) line = g_string_new (NULL);
  ClassComparison comparison = class_figures_compare (first, first, 1);

  g_assert_cmpfloat (comparison.difference, ==, 0);
  g_assert_cmpfloat (comparison.interval.low, ==, 0);
  g_assert_cmpfloat (comparison.interval.high, ==, 0);
  g_assert_cmpfloat (comparison.p, ==, 1);
  /* Revealer 6/9 and None 0, against 1 and 1. All three groups the other way round is as far; of the eight
   * ways, no other. */
  comparison = class_figures_compare (first, second, 1);
  g_assert_cmpfloat (fabs (comparison.difference - (1 - (6.0 / 9 + 0) / 2)), <, 1e-12);
  g_assert_cmpfloat (fabs (comparison.interval.low - comparison.difference), <, 1e-12);
  g_assert_cmpfloat (comparison.p, ==, 2 / 8.0);
  class_figures_append_comparison (line, first, second, "one", "with the decoding", 1);
  g_assert_cmpstr (
      line->str, ==,
      "one: macro F1 0.333; with the decoding +0.6667 (0.6667 to 0.6667); this may be chance (p = "
      "0.2500)\n");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/element-decoder/transitions", test_transitions);
  g_test_add_func ("/element-decoder/threshold", test_threshold);
  g_test_add_func ("/element-decoder/crf", test_crf);
  g_test_add_func ("/class-figures/comparison", test_comparison);
  return g_test_run ();
}
