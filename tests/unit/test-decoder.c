/* SPDX-License-Identifier: MIT */
/* Decoding, learnt: the likelihood of a CRF by hand, against all sequences, and its gradients against
 * differences; and decoders from pages. */
#include <math.h>

#include "made-corpus.h"
#include "train/learn/crf.h"
#include "train/learn/decoder.h"

/*
 * Two blocks with o = ln 3 and 0, slope 2, offset -1, transitions a b c d = 0.5 -0.5 -1 1:
 *
 *   bad  bad    0.5                 = 0.5
 *   bad  good   -0.5 - 1            = -1.5
 *   good bad    2 ln 3 - 1 - 1      = 0.197...
 *   good good   2 ln 3 - 1 + 1 - 1  = 1.197...
 */
static void
test_by_hand (void)
{
  const double parameters[] = { 2, -1, 0.5, -0.5, -1, 1 }, o = log (3), odds[] = { 0, o, 0, 0 };
  const double values[] = { 0.5, -1.5, 2 * o - 2, 2 * o - 1 };
  const int good_bad[] = { 1, 0 }, unknown_good[] = { -1, 1 };
  const TrainCrfSequence known = { 2, 2, odds, good_bad, NULL, 0 },
                         half_known = { 2, 2, odds, unknown_good, NULL, 0 },
                         nothing = { 0, 2, NULL, NULL, NULL, 0 };
  double slopes[6] = { 0 }, all = 0;

  for (guint k = 0; k < 4; k++)
    all += exp (values[k]);
  g_assert_cmpfloat (fabs (train_crf_measure (&known, parameters, 1, slopes) - (values[2] - log (all))), <,
                     1e-9);
  /* Of the transition good-bad: 1 in what agrees, its share in all. */
  g_assert_cmpfloat (fabs (slopes[4] - (1 - exp (values[2]) / all)), <, 1e-9);
  g_assert_cmpfloat (fabs (train_crf_measure (&half_known, parameters, 3, slopes) -
                           3 * (log (exp (values[1]) + exp (values[3])) - log (all))),
                     <, 1e-9);
  g_assert_cmpfloat (train_crf_measure (&nothing, parameters, 1, slopes), ==, 0);
}

/* ---- Any number of labels ----------------------------------------------------------------------- */

enum { MAX_N = 6, MAX_LABELS = 5, MAX_FEATURES = 3 };
enum { MAX_PARAMETERS = MAX_LABELS + MAX_LABELS * MAX_LABELS * (MAX_FEATURES + 1) };

/* A sequence of random numbers, whose third label is not known. */
typedef struct {
  TrainCrfSequence sequence;
  double odds[MAX_N * MAX_LABELS], parameters[MAX_PARAMETERS];
  int labels[MAX_N];
  float values[MAX_N * MAX_FEATURES];
} Made;

static void
made_init (Made *made, guint n, guint n_labels, guint n_features)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (100 * n + 10 * n_labels + n_features);

  for (guint k = 0; k < train_crf_get_n (n_labels, n_features); k++)
    made->parameters[k] = g_rand_double_range (rand, -1, 1);
  for (guint k = 0; k < n * n_labels; k++)
    made->odds[k] = k % n_labels == 0 ? 0 : g_rand_double_range (rand, -3, 3);
  for (guint k = 0; k < n * n_features; k++)
    made->values[k] = (float) g_rand_double_range (rand, -1, 1);
  for (guint i = 0; i < n; i++)
    made->labels[i] = i == 2 ? -1 : g_rand_int_range (rand, 0, (gint32) n_labels);
  made->sequence =
      (TrainCrfSequence){ n,         n_labels, made->odds, made->labels, n_features > 0 ? made->values : NULL,
                          n_features };
}

/* What a sequence of labels adds up to, by the formulas of crf.h. */
static double
add_up (const Made *made, const guint *y)
{
  const TrainCrfSequence *sequence = &made->sequence;
  const guint n_labels = sequence->n_labels, n_features = sequence->n_features;
  double value = 0;

  for (guint i = 0; i < sequence->n; i++) {
    value += y[i] == 0 ? 0
                       : made->parameters[TRAIN_CRF_SLOPE] * made->odds[i * n_labels + y[i]] +
                             made->parameters[TRAIN_CRF_OFFSETS + y[i] - 1];
    if (i + 1 == sequence->n)
      break;
    const double *w = made->parameters + train_crf_get_pairs (n_labels) +
                      (gsize) (y[i] * n_labels + y[i + 1]) * (n_features + 1);
    value += w[n_features];
    for (guint f = 0; f < n_features; f++)
      value += w[f] * made->values[i * n_features + f];
  }
  return value;
}

static void
check_all_sequences (guint n, guint n_labels, guint n_features)
{
  Made made;
  double slopes[MAX_PARAMETERS] = { 0 }, all = 0, agreed = 0;
  guint n_sequences = 1;

  made_init (&made, n, n_labels, n_features);
  for (guint i = 0; i < n; i++)
    n_sequences *= n_labels;
  for (guint s = 0; s < n_sequences; s++) {
    guint y[MAX_N];
    gboolean agrees = TRUE;

    for (guint i = 0, rest = s; i < n; i++, rest /= n_labels) {
      y[i] = rest % n_labels;
      agrees = agrees && (made.labels[i] < 0 || made.labels[i] == (int) y[i]);
    }
    const double share = exp (add_up (&made, y));
    all += share;
    agreed += agrees ? share : 0;
  }
  g_assert_cmpfloat (
      fabs (train_crf_measure (&made.sequence, made.parameters, 1, slopes) - log (agreed / all)), <, 1e-9);
}

static void
test_all_sequences (void)
{
  static const guint labels[] = { 2, 3, 5 };

  for (guint l = 0; l < G_N_ELEMENTS (labels); l++)
    for (guint n = 1; n <= 5; n++)
      for (guint n_features = 0; n_features <= MAX_FEATURES; n_features += MAX_FEATURES)
        check_all_sequences (n, labels[l], n_features);
}

static void
check_gradients (guint n_labels, guint n_features)
{
  Made made;
  double slopes[MAX_PARAMETERS] = { 0 };

  made_init (&made, MAX_N, n_labels, n_features);
  train_crf_measure (&made.sequence, made.parameters, 0.5, slopes);
  for (guint k = 0; k < train_crf_get_n (n_labels, n_features); k++) {
    const double own = made.parameters[k], step = 1e-5;
    double unused[MAX_PARAMETERS] = { 0 }, ends[2];

    for (guint side = 0; side < 2; side++) {
      made.parameters[k] = own + (side ? step : -step);
      ends[side] = train_crf_measure (&made.sequence, made.parameters, 0.5, unused);
    }
    made.parameters[k] = own;
    g_assert_cmpfloat (fabs ((ends[1] - ends[0]) / (2 * step) - slopes[k]), <, 1e-7);
  }
}

static void
test_gradients (void)
{
  for (guint n_labels = 2; n_labels <= MAX_LABELS; n_labels++) {
    check_gradients (n_labels, 0);
    check_gradients (n_labels, MAX_FEATURES);
  }
}

/* ---- From pages --------------------------------------------------------------------------------- */

/* Main text comes in runs: b b g g g b, and g g b b. */
static const MadePage pages[] = {
  { "a", "http://a/",
    "<body><p>menu one<p>menu two<p>first words here<p>second words there<p>third ones<p>end line",
    "first words here second words there third ones" },
  { "b", "http://b/", "<body><p>good morning<p>to all here<p>foot note<p>last line",
    "good morning to all here" },
};

typedef struct {
  MadeCorpus *made;
  TrainInputs *rows;
  GArray *pages;
  TrainPlan plan;
  float *scores;
  TrainDecoderTask task;
} World;

static void
world_init (World *world, ExtractDecodingKind kind, gboolean with_edges)
{
  const guint all[] = { 0, 1 };

  world->made = made_corpus_new (pages, 2, 2);
  world->pages = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_vals (world->pages, all, 2);
  train_plan_init (&world->plan);
  world->plan.decode = kind;
  world->rows = NULL;
  if (with_edges) {
    world->rows = train_inputs_new (extract_feature_set_get_edges (), world->made->corpus->n_blocks);
    for (guint p = 0; p < 2; p++) {
      const TrainPage *page = train_corpus_get_page (world->made->corpus, p);

      extract_document_compute_edges (page->document,
                                      world->rows->values + page->first_block * world->rows->n_features);
    }
    train_inputs_standardise (world->rows, world->made->corpus, world->pages);
  }
  world->scores = g_new (float, 10);
  for (guint i = 0; i < 10; i++)
    world->scores[i] = i == 3 ? 0.45F : (i >= 2 && i <= 4) || i == 6 || i == 7 ? 0.7F : 0.3F;
  world->task = (TrainDecoderTask){ .corpus = world->made->corpus,
                                    .plan = &world->plan,
                                    .rows = world->rows,
                                    .pages = world->pages,
                                    .scores = world->scores,
                                    .jobs = 1 };
}

static void
world_clear (World *world)
{
  g_clear_pointer (&world->rows, train_inputs_free);
  g_array_unref (world->pages);
  g_free (world->scores);
  made_corpus_free (world->made);
}

/* b-b 1 + 1, b-g 1, g-b 1 + 1, g-g 2 + 1; and 1 more of each. */
static void
test_transitions (void)
{
  const double expected[] = { log (3.0 / 5), log (2.0 / 5), log (3.0 / 7), log (4.0 / 7) };
  World world;

  world_init (&world, EXTRACT_DECODING_VITERBI, FALSE);
  g_autoptr (TrainDecoder) decoder = train_decoder_new (&world.task, NULL, NULL);
  g_assert_cmpfloat (decoder->decoding.weight, ==, 0.1);
  g_assert_true (decoder->decoding.has_transitions);
  for (guint k = 0; k < 4; k++)
    g_assert_cmpfloat (fabs (decoder->decoding.transitions[k] - expected[k]), <, 1e-12);
  world_clear (&world);
}

/* The labels become more likely than by the scores alone, and the number of threads changes nothing. */
static void
check_crf (gboolean with_edges)
{
  World world;
  g_autofree float *decoded = NULL, *others = NULL;
  double before = 0, after = 0;

  world_init (&world, EXTRACT_DECODING_CRF, with_edges);
  g_autoptr (TrainDecoder) decoder = train_decoder_new (&world.task, NULL, NULL);
  world.task.jobs = 3;
  g_autoptr (TrainDecoder) again = train_decoder_new (&world.task, NULL, NULL);
  g_assert_true (with_edges == (decoder->edges != NULL));
  decoded = g_memdup2 (world.scores, 10 * sizeof *decoded);
  others = g_memdup2 (world.scores, 10 * sizeof *others);
  for (guint p = 0; p < 2; p++) {
    const TrainPage *page = train_corpus_get_page (world.made->corpus, p);

    train_decoder_run (decoder, world.made->corpus, world.rows, p, decoded + page->first_block);
    train_decoder_run (again, world.made->corpus, world.rows, p, others + page->first_block);
    for (guint i = 0; i < extract_document_get_n_blocks (page->document); i++) {
      const gboolean good = train_page_get_label (page, i) == EXTRACT_LABEL_GOOD;
      const gsize b = page->first_block + i;

      before += log (good ? world.scores[b] : 1 - world.scores[b]);
      after += log (good ? decoded[b] : 1 - decoded[b]);
    }
  }
  g_assert_cmpmem (decoded, 10 * sizeof *decoded, others, 10 * sizeof *others);
  g_assert_cmpfloat (after, >, before / 2);
  world_clear (&world);
}

static void
test_crf (void)
{
  check_crf (FALSE);
  check_crf (TRUE);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/decoder/by-hand", test_by_hand);
  g_test_add_func ("/decoder/all-sequences", test_all_sequences);
  g_test_add_func ("/decoder/gradients", test_gradients);
  g_test_add_func ("/decoder/transitions", test_transitions);
  g_test_add_func ("/decoder/crf", test_crf);
  return g_test_run ();
}
