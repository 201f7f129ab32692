/* SPDX-License-Identifier: MIT */
/* Decoding, learnt: the likelihood of a CRF by hand and its gradients against differences, and decoders from
 * pages. */
#include <math.h>

#include "made-corpus.h"
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
  const double parameters[] = { 2, -1, 0.5, -0.5, -1, 1 }, o = log (3);
  const double values[] = { 0.5, -1.5, 2 * o - 2, 2 * o - 1 };
  const float scores[] = { 0.75F, 0.5F };
  const ExtractLabel good_bad[] = { EXTRACT_LABEL_GOOD, EXTRACT_LABEL_BAD };
  const ExtractLabel unknown_good[] = { EXTRACT_LABEL_NONE, EXTRACT_LABEL_GOOD };
  double slopes[6] = { 0 }, all = 0;

  for (guint k = 0; k < 4; k++)
    all += exp (values[k]);
  g_assert_cmpfloat (fabs (train_crf_measure (2, scores, good_bad, NULL, 0, parameters, 1, slopes) -
                           (values[2] - log (all))),
                     <, 1e-9);
  /* Of the transition good-bad: 1 in what agrees, its share in all. */
  g_assert_cmpfloat (fabs (slopes[4] - (1 - exp (values[2]) / all)), <, 1e-9);
  g_assert_cmpfloat (fabs (train_crf_measure (2, scores, unknown_good, NULL, 0, parameters, 3, slopes) -
                           3 * (log (exp (values[1]) + exp (values[3])) - log (all))),
                     <, 1e-9);
  g_assert_cmpfloat (train_crf_measure (0, NULL, NULL, NULL, 0, parameters, 1, slopes), ==, 0);
}

static void
check_gradients (guint n_features)
{
  enum { N = 7, MOST = 3 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (n_features);
  const guint n = TRAIN_CRF_PAIRS + 4 * (n_features + 1);
  double parameters[TRAIN_CRF_PAIRS + 4 * (MOST + 1)], slopes[G_N_ELEMENTS (parameters)] = { 0 };
  float scores[N], values[N * MOST];
  ExtractLabel labels[N];

  for (guint k = 0; k < n; k++)
    parameters[k] = g_rand_double_range (rand, -1, 1);
  for (guint k = 0; k < N * n_features; k++)
    values[k] = (float) g_rand_double_range (rand, -1, 1);
  for (guint i = 0; i < N; i++) {
    scores[i] = (float) g_rand_double_range (rand, 0, 1);
    labels[i] = i == 2 ? EXTRACT_LABEL_NONE : i % 3 == 1 ? EXTRACT_LABEL_GOOD : EXTRACT_LABEL_BAD;
  }
  train_crf_measure (N, scores, labels, n_features > 0 ? values : NULL, n_features, parameters, 0.5, slopes);
  for (guint k = 0; k < n; k++) {
    const double own = parameters[k], step = 1e-5;
    double unused[G_N_ELEMENTS (parameters)] = { 0 }, ends[2];

    for (guint side = 0; side < 2; side++) {
      parameters[k] = own + (side ? step : -step);
      ends[side] = train_crf_measure (N, scores, labels, n_features > 0 ? values : NULL, n_features,
                                      parameters, 0.5, unused);
    }
    parameters[k] = own;
    g_assert_cmpfloat (fabs ((ends[1] - ends[0]) / (2 * step) - slopes[k]), <, 1e-7);
  }
}

static void
test_gradients (void)
{
  check_gradients (0);
  check_gradients (3);
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
  g_test_add_func ("/decoder/gradients", test_gradients);
  g_test_add_func ("/decoder/transitions", test_transitions);
  g_test_add_func ("/decoder/crf", test_crf);
  return g_test_run ();
}
