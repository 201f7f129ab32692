/* SPDX-License-Identifier: MIT */
/* One network from pages: what it learns from, when it stops, and that it can be broken off. */
#include <math.h>
#include <signal.h>
#include <unistd.h>

#include "made-plan.h"
#include "made-corpus.h"
#include "slow.h"
#include "train/learn/fit.h"
#include "libextract/model/model.h"

#define RECORD "(baya(udd)uday)" /* of the checkpoint, as in fit.c */

/* What a test trains with; all of it can be changed. */
typedef struct {
  MadeCorpus *made;
  GArray *pages;
  TrainPlan plan;
  TrainFitter fitter;
} Bench;

static void
bench_set_up (Bench *bench, gconstpointer data)
{
  bench->made = made_corpus_toy (5);
  bench->pages = made_all_pages (bench->made);
  made_plan_init (&bench->plan);
  train_plan_set (&bench->plan, "", "network", "8,1", NULL);
  bench->plan.epochs = 12;
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
  g_array_unref (bench->pages);
  made_corpus_free (bench->made);
}

static TrainFit *
fit (const Bench *bench, guint epochs)
{
  g_autoptr (GError) error = NULL;
  TrainFit *done = train_fit_pages (&bench->fitter, "net", bench->pages, epochs, &error);

  g_assert_no_error (error);
  g_assert_nonnull (done);
  return done;
}

static const TrainEpoch *
epoch_at (const TrainFit *fit, guint epoch)
{
  g_assert_cmpuint (epoch, <=, fit->history->epochs->len);
  return &g_array_index (fit->history->epochs, TrainEpoch, epoch - 1);
}

static gboolean
same_network (const ExtractNetwork *a, const ExtractNetwork *b)
{
  gsize n_a, n_b;
  const float *x = extract_network_get_weights (a, &n_a), *y = extract_network_get_weights (b, &n_b);

  return n_a == n_b && memcmp (x, y, n_a * sizeof *x) == 0;
}

static void
assert_same_fit (const TrainFit *a, const TrainFit *b)
{
  g_assert_true (same_network (a->network, b->network));
  g_assert_cmpuint (a->history->best, ==, b->history->best);
  g_assert_cmpuint (a->history->epochs->len, ==, b->history->epochs->len);
  for (guint e = 1; e <= a->history->epochs->len; e++) { /* bit for bit: F1 may be no number */
    const TrainEpoch *x = epoch_at (a, e), *y = epoch_at (b, e);

    g_assert_cmpuint (x->epoch, ==, y->epoch);
    g_assert_cmpmem (&x->error, sizeof x->error, &y->error, sizeof y->error);
    g_assert_cmpmem (&x->held_f1, sizeof x->held_f1, &y->held_f1, sizeof y->held_f1);
  }
  g_assert_cmpmem (&a->held_f1, sizeof a->held_f1, &b->held_f1, sizeof b->held_f1);
}

static void
test_same (Bench *bench, gconstpointer data)
{
  g_autoptr (TrainFit) one = fit (bench, 0);
  g_autoptr (TrainFit) again = fit (bench, 0);

  assert_same_fit (one, again);
  bench->fitter.threads = 3;
  g_autoptr (TrainFit) three = fit (bench, 0);
  assert_same_fit (one, three);
  bench->plan.seed = 2;
  g_autoptr (TrainFit) other = fit (bench, 0);
  g_assert_false (same_network (one->network, other->network));
}

/* ---- Pages ------------------------------------------------------------------------------------ */

static char *
dup_site (const Bench *bench, GArray *pages, guint i)
{
  return train_entry_dup_site (made_page (bench->made, g_array_index (pages, guint, i))->entry);
}

/* No site is on both sides, every page is on one; about the share is held back. */
static void
test_hold_back (Bench *bench, gconstpointer data)
{
  static const double shares[] = { 0.01, 0.1, 0.25, 0.5 };
  g_autoptr (GHashTable) held_ever = g_hash_table_new (NULL, NULL);

  for (gsize s = 0; s < G_N_ELEMENTS (shares); s++)
    for (guint32 seed = 0; seed < 20; seed++) {
      g_autoptr (GArray) learnt = g_array_copy (bench->pages);
      g_autoptr (GArray) held = g_array_new (FALSE, FALSE, sizeof (guint));
      g_autoptr (GHashTable) sites = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      double wanted = MAX (1, round (shares[s] * bench->pages->len));

      bench->plan.held = shares[s];
      bench->plan.seed = seed;
      train_fit_hold_back (bench->made->corpus, &bench->plan, learnt, held);
      g_test_message ("share %g, seed %u: %u of %u", shares[s], seed, held->len, bench->pages->len);
      g_assert_cmpuint (learnt->len, >, 0);
      g_assert_cmpuint (learnt->len + held->len, ==, bench->pages->len);
      g_assert_cmpfloat (held->len, <=, 1.5 * wanted + 1);
      if (shares[s] >= 0.1)
        g_assert_cmpuint (held->len, >, 0);
      for (guint i = 0; i < held->len; i++) {
        g_hash_table_add (sites, dup_site (bench, held, i));
        g_hash_table_add (held_ever, GUINT_TO_POINTER (g_array_index (held, guint, i)));
      }
      for (guint i = 0; i < learnt->len; i++) {
        g_autofree char *site = dup_site (bench, learnt, i);
        g_assert_false (g_hash_table_contains (sites, site));
        for (guint j = 0; j < held->len; j++)
          g_assert_cmpuint (g_array_index (learnt, guint, i), !=, g_array_index (held, guint, j));
      }
    }
  g_assert_cmpuint (g_hash_table_size (held_ever), ==, bench->pages->len); /* by chance it can be any */
}

/* Pages of one site cannot be held back from themselves: all epochs are run, and no F1 is known. */
static void
test_one_site (Bench *bench, gconstpointer data)
{
  g_autofree char *first = dup_site (bench, bench->pages, 0);
  g_autoptr (GArray) held = g_array_new (FALSE, FALSE, sizeof (guint));
  guint kept = 0;

  for (guint i = 0; i < bench->pages->len; i++) {
    g_autofree char *site = dup_site (bench, bench->pages, i);
    if (g_str_equal (site, first))
      g_array_index (bench->pages, guint, kept++) = g_array_index (bench->pages, guint, i);
  }
  g_array_set_size (bench->pages, kept);
  train_fit_hold_back (bench->made->corpus, &bench->plan, bench->pages, held);
  g_assert_cmpuint (held->len, ==, 0);
  g_assert_cmpuint (bench->pages->len, ==, kept);

  bench->plan.patience = 1;
  g_autoptr (TrainFit) done = fit (bench, 0);
  g_assert_true (isnan (done->held_f1));
  g_assert_cmpuint (done->history->epochs->len, ==, 12);
  g_assert_cmpuint (done->history->best, ==, 12);
}

static void
test_draw_pages (Bench *bench, gconstpointer data)
{
  g_autoptr (GHashTable) before = g_hash_table_new (NULL, NULL);

  for (guint n = 1; n <= bench->pages->len + 2; n++) {
    bench->plan.pages = n;
    g_autoptr (GArray) drawn = train_fit_draw_pages (&bench->plan, bench->pages);
    g_autoptr (GHashTable) now = g_hash_table_new (NULL, NULL);
    GHashTableIter iter;
    gpointer page;

    g_assert_cmpuint (drawn->len, ==, MIN (n, bench->pages->len));
    for (guint i = 0; i < drawn->len; i++)
      g_hash_table_add (now, GUINT_TO_POINTER (g_array_index (drawn, guint, i)));
    g_assert_cmpuint (g_hash_table_size (now), ==, drawn->len);
    g_hash_table_iter_init (&iter, before);
    while (g_hash_table_iter_next (&iter, &page, NULL))
      g_assert_true (g_hash_table_contains (now, page));
    g_hash_table_remove_all (before);
    g_hash_table_iter_init (&iter, now);
    while (g_hash_table_iter_next (&iter, &page, NULL))
      g_hash_table_add (before, page);
  }

  /* Another seed draws others. */
  bench->plan.pages = 5;
  g_autoptr (GArray) one = train_fit_draw_pages (&bench->plan, bench->pages);
  bench->plan.seed = 2;
  g_autoptr (GArray) other = train_fit_draw_pages (&bench->plan, bench->pages);
  g_assert_cmpint (memcmp (one->data, other->data, 5 * sizeof (guint)), !=, 0);
}

/* ---- When it ends ----------------------------------------------------------------------------- */

static void
test_patience (Bench *bench, gconstpointer data)
{
  guint n_stopped = 0;

  bench->plan.epochs = 150;
  for (guint patience = 1; patience <= 8; patience++) {
    bench->plan.patience = patience;
    g_autoptr (TrainFit) done = fit (bench, 0);
    guint n = done->history->epochs->len, best = done->history->best;

    g_test_message ("patience %u: epoch %u of %u", patience, best, n);
    g_assert_cmpuint (n, ==, MIN (best + patience, 150));
    n_stopped += n < 150;
    g_assert_cmpfloat (done->held_f1, ==, epoch_at (done, best)->held_f1);
    for (guint e = 1; e <= n; e++) {
      g_assert_cmpuint (epoch_at (done, e)->epoch, ==, e);
      if (e < best) /* the first of the best */
        g_assert_cmpfloat (epoch_at (done, e)->held_f1, <, done->held_f1);
      else
        g_assert_cmpfloat (epoch_at (done, e)->held_f1, <=, done->held_f1);
    }
  }
  g_assert_cmpuint (n_stopped, >, 0);
}

/* Nothing is found on any page, so the F1 is 0 after each epoch: the first one is kept. */
static void
test_ties (Bench *bench, gconstpointer data)
{
  for (guint p = 0; p < bench->pages->len; p++) {
    TrainAlignment *alignment = made_page (bench->made, p)->labels->alignment;

    memset (alignment->n_matched, 0, alignment->n_blocks * sizeof *alignment->n_matched);
    alignment->n_reference = 100;
  }
  bench->plan.patience = 4;
  g_autoptr (TrainFit) done = fit (bench, 0);
  g_assert_cmpfloat (done->held_f1, ==, 0);
  g_assert_cmpuint (done->history->best, ==, 1);
  g_assert_cmpuint (done->history->epochs->len, ==, 5);
}

/* The network is that of the best epoch, not of the last one. */
static void
test_best_network (Bench *bench, gconstpointer data)
{
  bench->plan.epochs = 150;
  bench->plan.patience = 10;
  g_autoptr (TrainFit) done = fit (bench, 0);

  g_assert_cmpuint (done->history->best, <, done->history->epochs->len);
  bench->plan.epochs = done->history->best;
  g_autoptr (TrainFit) cut = fit (bench, 0);
  g_assert_cmpuint (cut->history->epochs->len, ==, done->history->best);
  g_assert_true (same_network (done->network, cut->network));
}

static void
test_exact_epochs (Bench *bench, gconstpointer data)
{
  bench->plan.patience = 1;
  g_autoptr (TrainFit) done = fit (bench, 30);

  g_assert_cmpuint (done->history->epochs->len, ==, 30);
  g_assert_cmpuint (done->history->best, ==, 30);
  g_assert_true (isnan (done->held_f1));
  g_assert_false (done->interrupted);
  g_assert_cmpfloat (epoch_at (done, 30)->error, <, epoch_at (done, 1)->error);

  /* That is what a plan without held-back pages does, too. */
  bench->plan.held = 0;
  bench->plan.epochs = 30;
  g_autoptr (TrainFit) same = fit (bench, 0);
  assert_same_fit (done, same);
}

/* ---- Restarts and warm starts ------------------------------------------------------------------- */

static void
test_restarts (Bench *bench, gconstpointer data)
{
  for (guint watched = 0; watched <= 1; watched++) {
    guint n_better = 0;
    g_autoptr (TrainFit) before = NULL;

    bench->plan.held = watched ? 0.25 : 0;
    for (guint n = 1; n <= 6; n++) {
      bench->plan.restarts = n;
      g_autoptr (TrainFit) now = fit (bench, 0);

      if (before) {
        gboolean same = same_network (now->network, before->network);
        double gain = watched ? now->held_f1 - before->held_f1
                              : epoch_at (before, 12)->error - epoch_at (now, 12)->error;

        g_test_message ("%u restarts: %s by %g", n, same ? "the same" : "better", gain);
        g_assert_cmpfloat (gain, >=, 0);
        g_assert_cmpint (same, ==, gain == 0);
        n_better += !same;
      }
      g_clear_pointer (&before, train_fit_free);
      before = g_steal_pointer (&now);
    }
    g_assert_cmpuint (n_better, >, 0);
    g_assert_cmpuint (n_better, <, 5);
  }
}

/* The error of an epoch is that of the network before it. So the first one after a warm start is the next
 * one of the training that gave the network. */
static void
test_warm_start (Bench *bench, gconstpointer data)
{
  g_autoptr (TrainFit) cold = fit (bench, 10);
  g_autoptr (TrainFit) longer = fit (bench, 11);

  bench->fitter.start = cold->network;
  g_autoptr (TrainFit) warm = fit (bench, 1);
  g_assert_cmpfloat (epoch_at (warm, 1)->error, ==, epoch_at (longer, 11)->error);
  g_assert_cmpfloat (epoch_at (warm, 1)->error, <, epoch_at (cold, 1)->error);
  g_assert_false (same_network (warm->network, cold->network));

  /* Whatever the seed: no weight is drawn. */
  bench->plan.seed = 77;
  g_autoptr (TrainFit) other = fit (bench, 1);
  g_assert_true (same_network (warm->network, other->network));

  g_autoptr (GError) error = NULL;
  train_plan_set (&bench->plan, "", "network", "9,1", NULL);
  g_assert_null (train_fit_pages (&bench->fitter, "net", bench->pages, 1, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
}

static void
test_no_pages (Bench *bench, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_array_set_size (bench->pages, 0);
  g_assert_null (train_fit_pages (&bench->fitter, "net", bench->pages, 0, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
}

/* ---- Checkpoints ------------------------------------------------------------------------------ */

/* So many that a signal comes in the middle of them. */
#ifdef __SANITIZE_ADDRESS__
#define N_EPOCHS 1000
#else
#define N_EPOCHS 4000
#endif

static void
plan_long (Bench *bench, gboolean fann)
{
  bench->plan.epochs = N_EPOCHS;
  bench->plan.patience = N_EPOCHS;
  bench->plan.restarts = 2;
  if (fann) {
    bench->plan.engine = TRAIN_ENGINE_FANN;
    bench->plan.samples = 3;
  }
}

static TrainCheckpoint *
open_checkpoint (const char *path)
{
  g_autoptr (GError) error = NULL;
  TrainCheckpoint *checkpoint = train_checkpoint_open (path, "run", &error);

  g_assert_no_error (error);
  return checkpoint;
}

static gpointer
send_signal (gpointer data)
{
  g_usleep (g_ascii_strtoull (g_getenv ("TEST_FIT_MICROSECONDS"), NULL, 10));
  kill (getpid (), SIGINT);
  return NULL;
}

/* In a process of its own: trains on for a moment, then breaks off. */
static void
train_interrupted (Bench *bench, const char *path)
{
  g_autoptr (TrainCheckpoint) checkpoint = open_checkpoint (path);
  g_autoptr (GError) error = NULL;

  signal (SIGINT, SIG_DFL); /* it may have come as ignored */
  g_assert_true (cli_interrupt_catch (-1, &error));
  g_thread_unref (g_thread_new ("signal", send_signal, NULL));
  bench->fitter.checkpoint = checkpoint;
  g_autoptr (TrainFit) done = train_fit_pages (&bench->fitter, "net", bench->pages, 0, &error);
  g_assert_no_error (error);
}

/* Epochs of both restarts that the checkpoint knows; @over: whether that is all */
static guint
count_epochs (const char *path, gboolean *over)
{
  g_autoptr (TrainCheckpoint) checkpoint = open_checkpoint (path);
  static const char *const names[] = { "net/0", "net/1" };
  guint n = 0;

  *over = TRUE;
  for (guint r = 0; r < G_N_ELEMENTS (names); r++) {
    g_autoptr (GVariant) record = train_checkpoint_get (checkpoint, names[r], G_VARIANT_TYPE (RECORD));
    gboolean over_too = FALSE;

    if (record) {
      g_autoptr (GVariant) epochs = g_variant_get_child_value (record, 2);
      g_variant_get_child (record, 0, "b", &over_too);
      n += g_variant_n_children (epochs);
    }
    *over &= over_too;
  }
  return n;
}

static void
test_broken_off (Bench *bench, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  gboolean over = FALSE;
  guint before = 0, n_middle = 0;

  plan_long (bench, data != NULL);
  if (g_test_subprocess ()) {
    train_interrupted (bench, g_getenv ("TEST_FIT_CHECKPOINT"));
    return;
  }
  g_autofree char *folder = g_dir_make_tmp ("test-fit-XXXXXX", &error);
  g_assert_no_error (error);
  g_autofree char *path = g_build_filename (folder, "state", NULL);
  g_setenv ("TEST_FIT_CHECKPOINT", path, TRUE);
  /* Each one gets a little longer: slow builds are through after some dozen, too. */
  for (guint round = 0; round < 3000 && !over; round++) {
    g_autofree char *moment = g_strdup_printf ("%u", G_USEC_PER_SEC / 20 * slowness () * (1 + round / 2));

    g_setenv ("TEST_FIT_MICROSECONDS", moment, TRUE);
    g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
    g_test_trap_assert_passed ();
    guint now = count_epochs (path, &over);
    g_assert_cmpuint (now, >=, before);
    n_middle += !over && now > before;
    before = now;
  }
  g_test_message ("broken off %u times", n_middle);
  g_assert_true (over);
  g_assert_cmpuint (n_middle, >=, 1);

  g_autoptr (TrainFit) whole = fit (bench, 0);
  g_autoptr (TrainCheckpoint) checkpoint = open_checkpoint (path);
  bench->fitter.checkpoint = checkpoint;
  g_autoptr (TrainFit) resumed = fit (bench, 0);
  g_assert_false (resumed->interrupted);
  assert_same_fit (whole, resumed);
  made_remove (folder);
}

/* A record as somebody could have made it. */
typedef struct {
  gboolean over;
  guint n_state;
  guint n_epochs;
  guint best;
  gsize n_weights;
  float weight;
} Forged;

static GVariant *
forge (const Forged *forged)
{
  g_autofree float *weights = g_new (float, forged->n_weights + 1);
  g_autofree guint8 *state = g_malloc0 (forged->n_state + 1);
  GVariantBuilder epochs;

  for (gsize i = 0; i < forged->n_weights; i++)
    weights[i] = forged->weight;
  g_variant_builder_init (&epochs, G_VARIANT_TYPE ("a(udd)"));
  for (guint e = 1; e <= forged->n_epochs; e++)
    g_variant_builder_add (&epochs, "(udd)", e, 0.25, 0.5);
  return g_variant_new (
      "(b@aya(udd)ud@ay)", forged->over,
      g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, state, forged->n_state, 1), &epochs, forged->best, 0.5,
      g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, weights, forged->n_weights * sizeof *weights, 1));
}

static void
test_forged (Bench *bench, gconstpointer data)
{
  static const gsize n = 79 * 8 + 9; /* weights of 78-8-1 */
  const struct {
    Forged forged;
    gboolean taken;
  } cases[] = {
    { { TRUE, 0, 3, 2, n, 0.125F }, TRUE },      { { TRUE, 0, 0, 0, n, 0.125F }, FALSE },
    { { TRUE, 0, 0, 1, n, 0.125F }, FALSE },     { { TRUE, 0, 3, 0, n, 0.125F }, FALSE },
    { { TRUE, 0, 3, 4, n, 0.125F }, FALSE },     { { TRUE, 0, 3, G_MAXUINT, n, 0.125F }, FALSE },
    { { TRUE, 0, 13, 2, n, 0.125F }, FALSE }, /* more than the plan has */
    { { TRUE, 0, 3, 2, n - 1, 0.125F }, FALSE }, { { TRUE, 0, 3, 2, n + 1, 0.125F }, FALSE },
    { { TRUE, 0, 3, 2, 0, 0 }, FALSE },          { { TRUE, 0, 3, 2, n, NAN }, FALSE },
    { { FALSE, 0, 3, 2, n, 0.125F }, FALSE },    { { FALSE, 100000, 3, 2, n, 0.125F }, FALSE },
  };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("test-fit-XXXXXX", &error);
  g_assert_no_error (error);
  g_autofree char *path = g_build_filename (folder, "state", NULL);
  g_autoptr (TrainFit) usual = fit (bench, 0);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TrainCheckpoint) checkpoint = open_checkpoint (path);

    g_test_message ("case %" G_GSIZE_FORMAT, i);
    g_assert_true (train_checkpoint_put (checkpoint, "net/0", forge (&cases[i].forged), NULL));
    bench->fitter.checkpoint = checkpoint;
    g_autoptr (TrainFit) done = train_fit_pages (&bench->fitter, "net", bench->pages, 0, &error);
    if (cases[i].taken) {
      gsize n_weights;
      g_assert_no_error (error);
      g_assert_cmpfloat (extract_network_get_weights (done->network, &n_weights)[0], ==, 0.125);
      g_assert_cmpuint (done->history->best, ==, 2);
      continue;
    }
    g_assert_null (done);
    g_assert_nonnull (error);
    g_assert_true (g_str_has_prefix (error->message, "the checkpoint"));
    g_clear_error (&error);
  }

  /* A value of another type is none. */
  g_autoptr (TrainCheckpoint) checkpoint = open_checkpoint (path);
  g_assert_true (train_checkpoint_put (checkpoint, "net/0", g_variant_new_string ("x"), NULL));
  bench->fitter.checkpoint = checkpoint;
  g_autoptr (TrainFit) fresh = fit (bench, 0);
  assert_same_fit (usual, fresh);
  made_remove (folder);
}

/* The disk has become full: the network is the same, only that it has no checkpoint. */
static void
test_full_disk (Bench *bench, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("test-fit-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "state", NULL);
  g_autoptr (TrainCheckpoint) checkpoint = open_checkpoint (path);

  g_autoptr (TrainFit) usual = fit (bench, 0);
  g_assert_cmpint (symlink ("/dev/full", path), ==, 0);
  bench->fitter.checkpoint = checkpoint;
  g_autoptr (TrainFit) unsaved = fit (bench, 0);
  assert_same_fit (usual, unsaved);
  made_remove (folder);
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *name;
    gconstpointer data;
    void (*function) (Bench *bench, gconstpointer data);
  } tests[] = {
    { "/fit/same", NULL, test_same },
    { "/fit/hold-back", NULL, test_hold_back },
    { "/fit/one-site", NULL, test_one_site },
    { "/fit/draw-pages", NULL, test_draw_pages },
    { "/fit/patience", NULL, test_patience },
    { "/fit/ties", NULL, test_ties },
    { "/fit/best-network", NULL, test_best_network },
    { "/fit/exact-epochs", NULL, test_exact_epochs },
    { "/fit/restarts", NULL, test_restarts },
    { "/fit/warm-start", NULL, test_warm_start },
    { "/fit/no-pages", NULL, test_no_pages },
    { "/fit/broken-off/matrix", NULL, test_broken_off },
    { "/fit/broken-off/fann", "fann", test_broken_off },
    { "/fit/forged", NULL, test_forged },
    { "/fit/full-disk", NULL, test_full_disk },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].name, Bench, tests[i].data, bench_set_up, tests[i].function, bench_tear_down);
  return g_test_run ();
}
