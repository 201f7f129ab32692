/* SPDX-License-Identifier: MIT */
/*
 * Chains of labels: Viterbi, and forward and backward, by hand and against all sequences there are, for one
 * to five labels; decoding of scores, and of the probabilities of classes.
 */
#include <math.h>

#include "libextract/model/model.h"

#define CLOSE 1e-9

static void
assert_close (double a, double b)
{
  g_assert_cmpfloat (fabs (a - b), <, CLOSE);
}

/*
 * Two labels at three places; 1 for staying with a label, 0 for changing it:
 *
 *   place       0   1   2          sequences   000  2+0+1 + 2 = 5    100  0+0+1 + 1 = 2
 *   label 0     2   0   1                      001  2+0+0 + 1 = 3    101  0+0+0 + 0 = 0
 *   label 1     0   3   0                      010  2+3+1 + 0 = 6    110  0+3+1 + 1 = 5
 *                                              011  2+3+0 + 1 = 6    111  0+3+0 + 2 = 5
 */
static const double units[] = { 2, 0, 0, 3, 1, 0 }, pairs[] = { 1, 0, 0, 1 };
static const double sequences[] = { 5, 3, 6, 6, 2, 0, 5, 5 };

static void
test_by_hand (void)
{
  /* Of all sequences with label 0, and label 1, at each place. */
  static const double best[] = { 6, 5, 5, 6, 6, 6 };
  double before[6], after[6], sum = 0;
  const ExtractChain chain = { 3, 2, units, pairs, 0, before, after };

  assert_close (extract_chain_run (&chain, EXTRACT_CHAIN_BEST), 6);
  for (guint k = 0; k < 6; k++)
    assert_close (before[k] + after[k], best[k]);
  for (guint s = 0; s < 8; s++)
    sum += exp (sequences[s]);
  assert_close (extract_chain_run (&chain, EXTRACT_CHAIN_SUM), log (sum));
  /* Place 1 with label 1: 010 011 110 111 */
  assert_close (exp (before[3] + after[3]), exp (6) + exp (6) + exp (5) + exp (5));
}

/* A label that is not allowed has the potential -INFINITY: 0 at place 1 leaves 010 011 110 111. */
static void
test_excluded (void)
{
  const double allowed[] = { 2, 0, -INFINITY, 3, 1, 0 };
  double before[6], after[6];
  const ExtractChain chain = { 3, 2, allowed, pairs, 0, before, after };

  assert_close (extract_chain_run (&chain, EXTRACT_CHAIN_SUM), log (2 * exp (6) + 2 * exp (5)));
  g_assert_true (before[2] + after[2] == -INFINITY);
}

/* ---- All sequences ------------------------------------------------------------------------------ */

enum { N = 5, MAX_LABELS = 5 };

/* With pairs of their own at each place. */
static void
check_all (guint n_labels, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  const guint n_pairs = n_labels * n_labels;
  double u[N * MAX_LABELS], t[N * MAX_LABELS * MAX_LABELS], before[N * MAX_LABELS], after[N * MAX_LABELS];
  double best[N * MAX_LABELS], sums[N * MAX_LABELS] = { 0 }, total = 0;
  const ExtractChain chain = { N, n_labels, u, t, n_pairs, before, after };
  guint n_sequences = 1;

  for (guint k = 0; k < N * n_labels; k++) {
    u[k] = g_rand_double_range (random, -3, 3);
    best[k] = -INFINITY;
  }
  for (guint k = 0; k < N * n_pairs; k++)
    t[k] = g_rand_double_range (random, -3, 3);
  for (guint i = 0; i < N; i++)
    n_sequences *= n_labels;
  for (guint s = 0; s < n_sequences; s++) {
    guint y[N];
    double value = 0;

    for (guint i = 0, rest = s; i < N; i++, rest /= n_labels)
      y[i] = rest % n_labels;
    for (guint i = 0; i < N; i++)
      value += u[i * n_labels + y[i]] + (i + 1 < N ? t[i * n_pairs + y[i] * n_labels + y[i + 1]] : 0);
    total += exp (value);
    for (guint i = 0; i < N; i++) {
      best[i * n_labels + y[i]] = MAX (best[i * n_labels + y[i]], value);
      sums[i * n_labels + y[i]] += exp (value);
    }
  }
  extract_chain_run (&chain, EXTRACT_CHAIN_BEST);
  for (guint k = 0; k < N * n_labels; k++)
    assert_close (before[k] + after[k], best[k]);
  assert_close (extract_chain_run (&chain, EXTRACT_CHAIN_SUM), log (total));
  for (guint k = 0; k < N * n_labels; k++)
    assert_close (before[k] + after[k], log (sums[k]));
}

static void
test_all_sequences (void)
{
  for (guint n_labels = 1; n_labels <= MAX_LABELS; n_labels++)
    for (guint32 seed = 0; seed < 20; seed++)
      check_all (n_labels, seed);
}

/* ---- Decoding ----------------------------------------------------------------------------------- */

/* Nothing joins the labels: the scores stay, but for what is surer than anything can be. */
static void
test_alone (void)
{
  const ExtractDecodingKind kinds[] = { EXTRACT_DECODING_VITERBI, EXTRACT_DECODING_CRF };

  for (guint k = 0; k < 2; k++) {
    const ExtractDecoding decoding = { .kind = kinds[k], .slope = 1, .has_transitions = TRUE, .weight = 1 };
    float scores[] = { 0, 0.25F, 0.5F, 0.75F, 1 };

    extract_decoding_apply (&decoding, 5, NULL, scores);
    for (guint i = 0; i < 5; i++)
      g_assert_cmpfloat (fabs (scores[i] - 0.25 * i), <, 2e-6);
  }
  const ExtractDecoding none = { 0 };
  float score = 0.3F;
  extract_decoding_apply (&none, 1, NULL, &score);
  g_assert_cmpfloat (score, ==, 0.3F);
  extract_decoding_apply (&none, 0, NULL, NULL);
}

/* A doubtful block between sure ones follows them, one between two that contradict each other does not. */
static void
test_neighbours (void)
{
  const ExtractDecoding decoding = { .kind = EXTRACT_DECODING_VITERBI,
                                     .slope = 1,
                                     .weight = 1,
                                     .has_transitions = TRUE,
                                     .transitions = { 0, -2, -2, 0 } };
  float between[] = { 0.9F, 0.9F, 0.3F, 0.9F, 0.9F }, alone[] = { 0.1F, 0.1F, 0.7F, 0.1F, 0.1F };
  float edge[] = { 0.9F, 0.9F, 0.3F, 0.1F, 0.1F };

  extract_decoding_apply (&decoding, 5, NULL, between);
  extract_decoding_apply (&decoding, 5, NULL, alone);
  extract_decoding_apply (&decoding, 5, NULL, edge);
  for (guint i = 0; i < 5; i++) {
    g_assert_cmpfloat (between[i], >=, 0.5F);
    g_assert_cmpfloat (alone[i], <, 0.5F);
    g_assert_true ((edge[i] >= 0.5F) == (i < 2));
  }
  /* By hand: good there gains ln (3 / 7) for itself and 4 for two changes that are not made. */
  g_assert_cmpfloat (fabs (between[2] - 1 / (1 + exp (-4 - log (3.0 / 7)))), <, 1e-6);
}

/* Edges of their own: labels may change at the second one alone. */
static void
test_edges (void)
{
  const ExtractDecoding decoding = { .kind = EXTRACT_DECODING_VITERBI, .slope = 1, .weight = 0.5 };
  const float edges[] = { 0, -10, -10, 0, 0, 0, 0, 0, 0, -10, -10, 0, NAN, NAN, NAN, NAN };
  float scores[] = { 0.8F, 0.4F, 0.3F, 0.4F };

  extract_decoding_apply (&decoding, 4, edges, scores);
  for (guint i = 0; i < 4; i++)
    g_assert_true ((scores[i] >= 0.5F) == (i < 2));
}

/* At 0.5, labels are those of the best sequence of all, where that is one. */
static void
test_best_sequence (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);

  for (guint page = 0; page < 50; page++) {
    enum { BLOCKS = 8 };
    ExtractDecoding decoding = {
      .kind = EXTRACT_DECODING_VITERBI, .slope = 1.5, .offset = -0.2, .weight = 0.7, .has_transitions = TRUE
    };
    float scores[BLOCKS], p[BLOCKS];
    double most = -INFINITY;
    guint best = 0;

    for (guint k = 0; k < EXTRACT_N_PAIRS; k++)
      decoding.transitions[k] = g_rand_double_range (random, -3, 0);
    for (guint i = 0; i < BLOCKS; i++)
      scores[i] = p[i] = (float) g_rand_double_range (random, 0.05, 0.95);
    for (guint s = 0; s < 1u << BLOCKS; s++) {
      double value = 0;

      for (guint i = 0; i < BLOCKS; i++) {
        const guint y = s >> i & 1, next = s >> (i + 1) & 1;

        value += y ? 1.5 * log (p[i] / (1.0 - p[i])) - 0.2 : 0;
        value += i + 1 < BLOCKS ? 0.7 * decoding.transitions[2 * y + next] : 0;
      }
      if (value > most) {
        most = value;
        best = s;
      }
    }
    extract_decoding_apply (&decoding, BLOCKS, NULL, scores);
    for (guint i = 0; i < BLOCKS; i++)
      g_assert_true ((scores[i] >= 0.5F) == (best >> i & 1));
  }
}

/* ---- Classes ------------------------------------------------------------------------------------ */

/* Potentials of classes that are made at random. */
typedef struct {
  guint n, n_classes;
  float probabilities[N * MAX_LABELS];
  double offsets[MAX_LABELS], transitions[MAX_LABELS * MAX_LABELS];
  ExtractClassDecoding decoding;
} Classes;

static void
classes_init (Classes *classes, guint n, guint n_classes, ExtractDecodingKind kind)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (10 * n + n_classes);

  *classes = (Classes){ n, n_classes, { 0 }, { 0 }, { 0 }, { kind, 1.2, 0.8, NULL, NULL } };
  for (guint i = 0; i < n; i++) {
    float sum = 0;

    for (guint c = 0; c < n_classes; c++)
      sum += classes->probabilities[i * n_classes + c] = (float) g_rand_double_range (random, 0.05, 1);
    for (guint c = 0; c < n_classes; c++)
      classes->probabilities[i * n_classes + c] /= sum;
  }
  for (guint c = 1; c < n_classes; c++)
    classes->offsets[c] = g_rand_double_range (random, -1, 1);
  for (guint k = 0; k < n_classes * n_classes; k++)
    classes->transitions[k] = g_rand_double_range (random, -2, 2);
  classes->decoding.offsets = classes->offsets;
  classes->decoding.transitions = classes->transitions;
}

/* What a sequence adds up to, by the formulas of model.h. */
static double
classes_add_up (const Classes *classes, const guint *y)
{
  const guint n_classes = classes->n_classes;
  double value = 0;

  for (guint i = 0; i < classes->n; i++) {
    const float *p = classes->probabilities + i * n_classes;

    value += classes->decoding.slope * log ((double) p[y[i]] / (double) p[0]) + classes->offsets[y[i]];
    if (i + 1 < classes->n)
      value += classes->decoding.weight * classes->transitions[y[i] * n_classes + y[i + 1]];
  }
  return value;
}

/* Of all sequences, for each place and class: exp of the best, and the sum of exp. */
static void
check_classes (guint n, guint n_classes, ExtractDecodingKind kind)
{
  Classes classes;
  double parts[N * MAX_LABELS] = { 0 };
  float decoded[N * MAX_LABELS];
  guint n_sequences = 1;

  classes_init (&classes, n, n_classes, kind);
  for (guint i = 0; i < n; i++)
    n_sequences *= n_classes;
  for (guint s = 0; s < n_sequences; s++) {
    guint y[N];

    for (guint i = 0, rest = s; i < n; i++, rest /= n_classes)
      y[i] = rest % n_classes;
    const double value = exp (classes_add_up (&classes, y));
    for (guint i = 0; i < n; i++) {
      double *part = &parts[i * n_classes + y[i]];
      *part = kind == EXTRACT_DECODING_CRF ? *part + value : MAX (*part, value);
    }
  }
  for (guint k = 0; k < n * n_classes; k++)
    decoded[k] = classes.probabilities[k];
  extract_class_decoding_apply (&classes.decoding, n, n_classes, decoded);
  for (guint i = 0; i < n; i++) {
    double sum = 0;

    for (guint c = 0; c < n_classes; c++)
      sum += parts[i * n_classes + c];
    for (guint c = 0; c < n_classes; c++)
      g_assert_cmpfloat (fabs (decoded[i * n_classes + c] - parts[i * n_classes + c] / sum), <, 1e-6);
  }
}

static void
test_classes (void)
{
  static const guint n_classes[] = { 2, 3, 5 };

  for (guint k = 0; k < G_N_ELEMENTS (n_classes); k++)
    for (guint n = 1; n <= N; n++) {
      check_classes (n, n_classes[k], EXTRACT_DECODING_VITERBI);
      check_classes (n, n_classes[k], EXTRACT_DECODING_CRF);
    }
}

/* Two classes are bad and good. */
static void
test_two_classes (void)
{
  const double offsets[] = { 0, -0.3 }, transitions[] = { 0.2, -1, -0.5, 0.7 };
  const ExtractDecodingKind kinds[] = { EXTRACT_DECODING_VITERBI, EXTRACT_DECODING_CRF };

  for (guint k = 0; k < 2; k++) {
    const ExtractClassDecoding of_classes = { kinds[k], 1.5, 0.6, offsets, transitions };
    const ExtractDecoding of_scores = { .kind = kinds[k],
                                        .slope = 1.5,
                                        .offset = -0.3,
                                        .weight = 0.6,
                                        .has_transitions = TRUE,
                                        .transitions = { 0.2, -1, -0.5, 0.7 } };
    float scores[] = { 0.2F, 0.9F, 0.4F, 0.55F }, probabilities[8];

    for (guint i = 0; i < 4; i++) {
      probabilities[2 * i] = 1 - scores[i];
      probabilities[2 * i + 1] = scores[i];
    }
    extract_class_decoding_apply (&of_classes, 4, 2, probabilities);
    extract_decoding_apply (&of_scores, 4, NULL, scores);
    for (guint i = 0; i < 4; i++)
      g_assert_cmpfloat (fabs (probabilities[2 * i + 1] - scores[i]), <, 1e-6);
  }
}

/* Equal sequences give equal probabilities, to the last bit; and nothing is decoded without a decoding. */
static void
test_equal_classes (void)
{
  const double offsets[3] = { 0 }, transitions[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
  const ExtractClassDecoding viterbi = { EXTRACT_DECODING_VITERBI, 1, 1, offsets, transitions }, none = { 0 };
  float equal[] = { 0.25F, 0.25F, 0.25F, 0.25F, 0.25F, 0.25F }, kept[] = { 0.7F, 0.3F };

  extract_class_decoding_apply (&viterbi, 2, 3, equal);
  for (guint k = 0; k < 6; k++)
    g_assert_cmpfloat (equal[k], ==, equal[0]);
  extract_class_decoding_apply (&none, 1, 2, kept);
  g_assert_cmpfloat (kept[0], ==, 0.7F);
  extract_class_decoding_apply (&viterbi, 0, 3, NULL);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chain/by-hand", test_by_hand);
  g_test_add_func ("/chain/excluded", test_excluded);
  g_test_add_func ("/chain/all-sequences", test_all_sequences);
  g_test_add_func ("/decoding/alone", test_alone);
  g_test_add_func ("/decoding/neighbours", test_neighbours);
  g_test_add_func ("/decoding/edges", test_edges);
  g_test_add_func ("/decoding/best-sequence", test_best_sequence);
  g_test_add_func ("/classes/all-sequences", test_classes);
  g_test_add_func ("/classes/two", test_two_classes);
  g_test_add_func ("/classes/equal", test_equal_classes);
  return g_test_run ();
}
