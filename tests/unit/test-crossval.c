/* SPDX-License-Identifier: MIT */
/* Cross-validation on datasets/toy: which network has seen what. */
#include <math.h>

#include "made-plan.h"
#include "made-corpus.h"
#include "train/learn/crossval.h"
#include "libextract/model/model.h"

#define N_FOLDS 4

typedef struct {
  MadeCorpus *made;
  TrainPlan plan;
  TrainFitter fitter;
} Bench;

static void
bench_set_up (Bench *bench, gconstpointer engine)
{
  bench->made = made_corpus_toy (N_FOLDS);
  made_plan_init (&bench->plan);
  train_plan_set (&bench->plan, "", "network", "8,1", NULL);
  train_plan_set (&bench->plan, "", "engine", engine, NULL);
  bench->plan.samples = bench->plan.engine == TRAIN_ENGINE_FANN ? 20 : 0;
  bench->plan.folds = N_FOLDS;
  bench->plan.epochs = 40;
  bench->plan.patience = 5;
  bench->plan.held = 0.25;
  bench->fitter = (TrainFitter){ .corpus = bench->made->corpus,
                                 .rows = bench->made->rows,
                                 .plan = &bench->plan,
                                 .progress = cli_progress_new ("epochs", 0),
                                 .threads = 1 };
}

static void
bench_tear_down (Bench *bench, gconstpointer data)
{
  cli_progress_free (bench->fitter.progress);
  made_corpus_free (bench->made);
}

static TrainCrossval *
run (const Bench *bench, guint32 without, guint jobs)
{
  g_autoptr (GError) error = NULL;
  TrainCrossval *crossval = train_crossval_run (&bench->fitter, without, 0, "", jobs, &error);

  g_assert_no_error (error);
  g_assert_nonnull (crossval);
  g_assert_false (crossval->interrupted);
  g_assert_cmpuint (crossval->fits->len, ==, N_FOLDS);
  return crossval;
}

static const TrainFit *
fit_at (const TrainCrossval *crossval, guint f)
{
  return crossval->fits->pdata[f];
}

static gboolean
same_network (const ExtractNetwork *a, const ExtractNetwork *b)
{
  gsize n_a, n_b;
  const float *x = extract_network_get_weights (a, &n_a), *y = extract_network_get_weights (b, &n_b);

  return n_a == n_b && memcmp (x, y, n_a * sizeof *x) == 0;
}

/* Each page has the scores that the network of its fold gives it. */
static void
test_scores (Bench *bench, gconstpointer data)
{
  const TrainCorpus *corpus = bench->made->corpus;
  g_autoptr (TrainCrossval) crossval = run (bench, 0, 1);
  g_autoptr (GHashTable) scored = g_hash_table_new (NULL, NULL);

  g_assert_cmpuint (crossval->scored->len, ==, corpus->pages->len);
  for (guint i = 0; i < crossval->scored->len; i++) {
    guint p = g_array_index (crossval->scored, guint, i);
    const TrainPage *page = made_page (bench->made, p);
    guint n = extract_document_get_n_blocks (page->document);
    g_autofree float *scores = g_new (float, n);

    g_assert_true (g_hash_table_add (scored, GUINT_TO_POINTER (p)));
    train_inputs_score_page (bench->made->rows, corpus, p, fit_at (crossval, page->entry->fold)->network,
                             scores);
    g_assert_cmpmem (scores, n * sizeof *scores, crossval->scores + page->first_block, n * sizeof *scores);
  }
}

/* Turns what the pages of @fold teach around: good blocks become bad, bad ones good. */
static void
turn_labels (Bench *bench, guint fold)
{
  for (guint p = 0; p < bench->made->corpus->pages->len; p++) {
    const TrainPage *page = made_page (bench->made, p);
    TrainAlignment *alignment = page->labels->alignment;

    for (guint i = 0; page->entry->fold == fold && i < alignment->n_blocks; i++)
      alignment->n_matched[i] = alignment->n_words[i] - alignment->n_matched[i];
  }
}

/* A network that has not seen a fold is the same whatever its pages say, held-back ones among them; without
 * those, each of the others is another one. */
static void
test_unseen (Bench *bench, gconstpointer data)
{
  static const double shares[] = { 0.25, 0 };

  for (gsize s = 0; s < G_N_ELEMENTS (shares); s++) {
    bench->plan.held = shares[s];
    g_autoptr (TrainCrossval) before = run (bench, 0, 1);
    for (guint fold = 0; fold < N_FOLDS; fold++) {
      turn_labels (bench, fold);
      g_autoptr (TrainCrossval) after = run (bench, 0, 1);
      turn_labels (bench, fold);
      for (guint f = 0; f < N_FOLDS; f++) {
        gboolean same = same_network (fit_at (before, f)->network, fit_at (after, f)->network);

        g_test_message ("held %g, fold %u turned, network %u", shares[s], fold + 1, f + 1);
        if (f == fold || shares[s] == 0)
          g_assert_cmpint (same, ==, f == fold);
      }
      for (guint p = 0; p < bench->made->corpus->pages->len; p++) {
        const TrainPage *page = made_page (bench->made, p);
        gsize size = extract_document_get_n_blocks (page->document) * sizeof (float);

        if (page->entry->fold == fold)
          g_assert_cmpmem (before->scores + page->first_block, size, after->scores + page->first_block, size);
      }
    }
  }
}

/* A fold that is left out altogether teaches nothing and is not scored; networks have it in their names. */
static void
test_left_out (Bench *bench, gconstpointer data)
{
  g_autoptr (TrainCrossval) before = run (bench, 1u << 1, 1);
  g_autoptr (TrainCrossval) after = NULL;

  turn_labels (bench, 1);
  after = run (bench, 1u << 1, 1);
  turn_labels (bench, 1);
  g_assert_null (fit_at (before, 1));
  g_assert_cmpstr (fit_at (before, 0)->history->name, ==, "fold 1 without 2");
  for (guint f = 0; f < N_FOLDS; f++)
    if (f != 1)
      g_assert_true (same_network (fit_at (before, f)->network, fit_at (after, f)->network));
  for (guint i = 0; i < before->scored->len; i++)
    g_assert_cmpuint (made_page (bench->made, g_array_index (before->scored, guint, i))->entry->fold, !=, 1);
}

/* The median of the epochs that were kept. */
static void
test_epochs (Bench *bench, gconstpointer data)
{
  g_autoptr (TrainCrossval) crossval = run (bench, 0, 1);
  guint least = G_MAXUINT, most = 0, n_below = 0, n_above = 0;
  guint median = train_crossval_get_epochs (crossval->fits);

  for (guint f = 0; f < N_FOLDS; f++) {
    guint epochs = fit_at (crossval, f)->history->best;

    least = MIN (least, epochs);
    most = MAX (most, epochs);
    n_below += epochs < median;
    n_above += epochs > median;
  }
  g_assert_cmpuint (least, <, most); /* else it could be any of them */
  g_assert_cmpuint (n_below, <=, N_FOLDS / 2);
  g_assert_cmpuint (n_above, <=, N_FOLDS / 2);
}

/* Pages that weigh nothing are scored, but not learnt from. */
static void
test_weights (Bench *bench, gconstpointer data)
{
  guint n = bench->made->corpus->pages->len;
  g_autofree double *weights = g_new (double, n);
  g_autoptr (GArray) pages = NULL;

  for (guint p = 0; p < n; p++)
    weights[p] = made_page (bench->made, p)->entry->fold == 2 ? 0 : 1;
  pages = train_crossval_list_pages (bench->made->corpus, weights, 1u << 0);
  for (guint i = 0; i < pages->len; i++) {
    guint fold = made_page (bench->made, g_array_index (pages, guint, i))->entry->fold;

    g_assert_true (fold == 1 || fold == 3);
  }
  g_assert_true (train_crossval_is_possible (bench->made->corpus, weights, 2));
  g_assert_false (train_crossval_is_possible (bench->made->corpus, weights, 3));
}

static void
test_jobs (Bench *bench, gconstpointer data)
{
  g_autoptr (TrainCrossval) one = run (bench, 0, 1);
  g_autoptr (TrainCrossval) three = run (bench, 0, 3);
  gsize size = bench->made->corpus->n_blocks * sizeof (float);

  for (guint f = 0; f < N_FOLDS; f++)
    g_assert_true (same_network (fit_at (one, f)->network, fit_at (three, f)->network));
  g_assert_cmpmem (one->scores, size, three->scores, size);
  g_assert_cmpmem (one->scored->data, one->scored->len * sizeof (guint), three->scored->data,
                   three->scored->len * sizeof (guint));
}

static void
set_fold (Bench *bench, guint fold)
{
  for (guint i = 0; i < bench->made->dataset->entries->len; i++)
    ((TrainEntry *) bench->made->dataset->entries->pdata[i])->fold = fold;
}

static void
test_possible (Bench *bench, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  TrainEntry *first = bench->made->dataset->entries->pdata[0];

  g_assert_true (train_crossval_is_possible (bench->made->corpus, NULL, 1));
  set_fold (bench, 1);
  g_assert_false (train_crossval_is_possible (bench->made->corpus, NULL, 1));
  g_assert_null (train_crossval_run (&bench->fitter, 0, 0, "", 2, &error)); /* and who tries gets an error */
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);

  first->fold = 0;
  g_assert_true (train_crossval_is_possible (bench->made->corpus, NULL, 1));
  ((TrainPage *) made_page (bench->made, 0))->trusted = FALSE; /* there is nothing to learn from it */
  g_assert_false (train_crossval_is_possible (bench->made->corpus, NULL, 1));
}

int
main (int argc, char **argv)
{
  static const char *const engines[] = { "matrix", "fann" };
  static const struct {
    const char *name;
    void (*function) (Bench *bench, gconstpointer data);
  } tests[] = {
    { "scores", test_scores },     { "unseen", test_unseen },   { "left-out", test_left_out },
    { "epochs", test_epochs },     { "weights", test_weights }, { "jobs", test_jobs },
    { "possible", test_possible },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize e = 0; e < G_N_ELEMENTS (engines); e++)
    for (gsize i = 0; i < G_N_ELEMENTS (tests); i++) {
      g_autofree char *name = g_strdup_printf ("/crossval/%s/%s", engines[e], tests[i].name);
      g_test_add (name, Bench, engines[e], bench_set_up, tests[i].function, bench_tear_down);
    }
  return g_test_run ();
}
