/* SPDX-License-Identifier: MIT */
/*
 * Chains of labels: Viterbi, and forward and backward, by hand and against all sequences there are, for two
 * labels and for three; decoding of scores.
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

enum { N = 5, MAX_LABELS = 3 };

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
  return g_test_run ();
}
