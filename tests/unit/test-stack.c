/* SPDX-License-Identifier: MIT */
/* Chains of networks: nothing crosses the border of a fold, and chains are what models are made of. */
#include <math.h>

#include "made-corpus.h"
#include "train/learn/plan.h"
#include "train/learn/stack.h"
#include "train/learn/view.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"

#define N_FOLDS 4

typedef struct {
  MadeCorpus *made;
  TrainPlan plan;
  TrainStackTask task;
} Bench;

static void
set (Bench *bench, const char *key, const char *value)
{
  g_assert_true (train_plan_set (&bench->plan, "", key, value, NULL));
}

static void
bench_use (Bench *bench, MadeCorpus *made, const char *design)
{
  bench->made = made;
  train_plan_init (&bench->plan);
  train_plan_apply_design (&bench->plan, train_design_find (design));
  set (bench, "folds", G_STRINGIFY (N_FOLDS));
  set (bench, "network", "8,1");
  set (bench, "epochs", "4");
  set (bench, "context-network", "4,1");
  set (bench, "context-epochs", "4");
  set (bench, "teacher-network", "6,1");
  set (bench, "teacher-epochs", "2");
  bench->task = (TrainStackTask){ .corpus = made->corpus,
                                  .set = extract_feature_set_find (train_design_find (design)->features),
                                  .plan = &bench->plan,
                                  .progress = cli_progress_new ("epochs", 0),
                                  .jobs = 2 };
}

static void
bench_set_up (Bench *bench, gconstpointer design)
{
  bench_use (bench, made_corpus_toy (N_FOLDS), design);
}

static void
bench_tear_down (Bench *bench, gconstpointer data)
{
  cli_progress_free (bench->task.progress);
  made_corpus_free (bench->made);
}

static TrainStack *
run (const Bench *bench, gboolean with_final)
{
  g_autoptr (GError) error = NULL;
  TrainStack *stack = train_stack_run (&bench->task, with_final, &error);

  g_assert_no_error (error);
  g_assert_nonnull (stack);
  g_assert_false (stack->interrupted);
  g_assert_cmpuint (stack->chains->len, ==, N_FOLDS + 1);
  g_assert_cmpuint (stack->scored->len, ==, bench->made->corpus->pages->len);
  return stack;
}

static const TrainChain *
chain_at (const TrainStack *stack, guint c)
{
  return stack->chains->pdata[c];
}

static gboolean
same_network (const ExtractNetwork *a, const ExtractNetwork *b)
{
  gsize n_a, n_b;
  const float *x = extract_network_get_weights (a, &n_a), *y = extract_network_get_weights (b, &n_b);

  return n_a == n_b && memcmp (x, y, n_a * sizeof *x) == 0;
}

/* ---- What has seen what ----------------------------------------------------------------------- */

/* Turns what is known of the pages of @fold around: good blocks become bad, bad ones good, and there is no
 * reference; or back. */
static void
turn_labels (Bench *bench, guint fold, gsize *n_words)
{
  for (guint p = 0; p < bench->made->corpus->pages->len; p++) {
    const TrainPage *page = made_page (bench->made, p);
    TrainAlignment *alignment = page->labels->alignment;
    gsize n = page->reference->n;

    if (page->entry->fold != fold)
      continue;
    for (guint i = 0; i < alignment->n_blocks; i++)
      alignment->n_matched[i] = alignment->n_words[i] - alignment->n_matched[i];
    page->reference->n = n_words[p];
    n_words[p] = n;
  }
}

static void
assert_same_page (const TrainStack *before, const TrainStack *after, const TrainPage *page, guint p)
{
  gsize size = extract_document_get_n_blocks (page->document) * sizeof (float);

  g_assert_cmpmem (before->first + page->first_block, size, after->first + page->first_block, size);
  g_assert_cmpmem (before->scores + page->first_block, size, after->scores + page->first_block, size);
}

/* Scores of the pages of a fold are the same whatever is known of them. */
static void
test_unseen (Bench *bench, gconstpointer data)
{
  g_autofree gsize *n_words = g_new0 (gsize, bench->made->corpus->pages->len);
  g_autoptr (TrainStack) before = run (bench, TRUE);

  for (guint fold = 0; fold < N_FOLDS; fold++) {
    g_autoptr (TrainStack) after = NULL;
    guint n_other = 0;

    turn_labels (bench, fold, n_words);
    after = run (bench, TRUE);
    turn_labels (bench, fold, n_words);
    g_test_message ("fold %u turned", fold + 1);
    for (guint p = 0; p < bench->made->corpus->pages->len; p++) {
      const TrainPage *page = made_page (bench->made, p);
      gsize size = extract_document_get_n_blocks (page->document) * sizeof (float);

      if (page->entry->fold == fold)
        assert_same_page (before, after, page, p);
      else
        n_other += memcmp (before->scores + page->first_block, after->scores + page->first_block, size) != 0;
    }
    g_assert_cmpuint (n_other, >, 0);
    g_assert_false (
        same_network (chain_at (before, N_FOLDS)->first->network, chain_at (after, N_FOLDS)->first->network));
  }
}

/* Thresholds and rules for the pages of a fold are those that suit the reported scores of all others. */
static void
test_decisions (Bench *bench, gconstpointer data)
{
  g_autoptr (TrainStack) stack = run (bench, TRUE);
  gsize n_rules;

  extract_rule_get_all (&n_rules);
  for (guint fold = 0; fold < N_FOLDS; fold++) {
    g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (guint));
    g_autofree TrainRuleEffect *effects = g_new0 (TrainRuleEffect, n_rules);
    const TrainDecision *decision = train_stack_get_decision (stack, fold);
    ExtractModelParts parts;
    TrainJudge judge = { .corpus = bench->made->corpus,
                         .pages = others,
                         .scored = others,
                         .scores = stack->scores,
                         .parts = &parts,
                         .jobs = 1 };
    TrainDecision expected;

    for (guint p = 0; p < bench->made->corpus->pages->len; p++)
      if (!stack->nested || made_page (bench->made, p)->entry->fold != fold)
        g_array_append_val (others, p);
    train_chain_get_parts (stack->best, bench->task.set, &parts);
    train_decision_find (&judge, &expected, effects);
    g_assert_cmpfloat (decision->good, ==, expected.good);
    g_assert_cmpfloat (decision->near_good, ==, expected.near_good);
    g_assert_cmpuint (decision->rules, ==, expected.rules);
  }
}

/* What the labels of a page say is not in its own features, not even where no fold is left out. */
static void
test_own_labels (Bench *bench, gconstpointer data)
{
  const TrainCorpus *corpus = bench->made->corpus;
  gsize n = extract_feature_set_get_n_features (bench->task.set);
  g_autofree gsize *n_words = g_new0 (gsize, corpus->pages->len);

  for (guint fold = 0; fold < N_FOLDS; fold++) {
    g_autoptr (TrainView) before = train_view_new (corpus, bench->task.set, NULL, N_FOLDS, FALSE, 1);
    g_autoptr (TrainView) after = NULL;
    guint n_other = 0;

    train_view_leave_out (before, 0);
    turn_labels (bench, fold, n_words);
    after = train_view_new (corpus, bench->task.set, NULL, N_FOLDS, FALSE, 1);
    train_view_leave_out (after, 0);
    turn_labels (bench, fold, n_words);
    for (guint p = 0; p < corpus->pages->len; p++) {
      const TrainPage *page = made_page (bench->made, p);
      gsize place = page->first_block * n,
            size = extract_document_get_n_blocks (page->document) * n * sizeof (float);
      const float *x = train_view_get_rows (before)->values + place;
      const float *y = train_view_get_rows (after)->values + place;

      if (page->entry->fold == fold)
        g_assert_cmpmem (x, size, y, size);
      else
        n_other += memcmp (x, y, size) != 0;
    }
    g_assert_cmpint (n_other > 0, ==, train_view_depends (before));
  }
}

/* Classes that occur in one site only say which of two blocks is main text there, by chance this or that. Who
 * reads tables that have counted the page knows all of them. */
static void
test_own_classes (void)
{
  enum { N_SITES = 16, N_PAGES = 4 };
  static const char *const texts[] = { "one two three four five six", "ten nine eight seven six five" };
  MadePage pages[N_SITES * N_PAGES];
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autoptr (GPtrArray) strings = g_ptr_array_new_with_free_func (g_free);
  Bench bench;
  g_autoptr (TrainStack) stack = NULL;
  guint n_right = 0;

  for (guint site = 0; site < N_SITES; site++) {
    gboolean second = g_rand_boolean (rand);

    for (guint i = 0; i < N_PAGES; i++) {
      gboolean swapped = g_rand_boolean (rand);
      char *id = g_strdup_printf ("p%u-%u", site, i);
      char *url = g_strdup_printf ("http://s%u.example/%u", site, i);
      char *html =
          g_strdup_printf ("<div class=%c%u>%s</div><div class=%c%u>%s</div>", swapped ? 'y' : 'x',
                           site + 100, texts[swapped], swapped ? 'x' : 'y', site + 100, texts[!swapped]);

      g_ptr_array_add (strings, id);
      g_ptr_array_add (strings, url);
      g_ptr_array_add (strings, html);
      pages[site * N_PAGES + i] = (MadePage){ id, url, html, texts[second] };
    }
  }
  bench_use (&bench, made_corpus_new (pages, G_N_ELEMENTS (pages), N_FOLDS), "rich");
  set (&bench, "epochs", "30");
  stack = run (&bench, FALSE);
  for (guint p = 0; p < bench.made->corpus->pages->len; p++) {
    const TrainPage *page = made_page (bench.made, p);
    const float *scores = stack->scores + page->first_block;
    gboolean first = train_page_get_label (page, 0) == EXTRACT_LABEL_GOOD;

    g_assert_cmpuint (extract_document_get_n_blocks (page->document), ==, 2);
    n_right += (scores[0] > scores[1]) == first;
  }
  g_test_message ("%u of %u", n_right, (guint) G_N_ELEMENTS (pages));
  g_assert_cmpuint (n_right, <, G_N_ELEMENTS (pages) * 3 / 4);
  bench_tear_down (&bench, NULL);
}

/* ---- Chains ------------------------------------------------------------------------------------- */

/* A model made of the chain of a fold scores the pages of that fold as they were scored. */
static void
test_parts (Bench *bench, gconstpointer design)
{
  static const char *const card[] = { "name", "chain", NULL };
  const ExtractFeatureSet *features = bench->task.set;
  g_autoptr (TrainStack) stack = run (bench, TRUE);

  for (guint p = 0; p < bench->made->corpus->pages->len; p++) {
    const TrainPage *page = made_page (bench->made, p);
    const TrainChain *chain = chain_at (stack, page->entry->fold);
    g_autoptr (ExtractDocument) copy = extract_document_copy (page->document);
    g_autoptr (ExtractModel) model = NULL;
    g_autoptr (ExtractClassifier) classifier = NULL;
    g_autoptr (GError) error = NULL;
    ExtractModelParts parts;

    train_chain_get_parts (chain, features, &parts);
    model =
        train_decision_to_model (train_stack_get_decision (stack, page->entry->fold), card, &parts, &error);
    g_assert_no_error (error);
    classifier = extract_classifier_new (model);
    g_assert_true (extract_classifier_label (classifier, copy, &error));
    for (guint i = 0; i < extract_document_get_n_blocks (copy); i++)
      g_assert_cmpfloat_with_epsilon (extract_block_get_score (extract_document_get_block (copy, i)),
                                      stack->scores[page->first_block + i], 1e-5);
    if (stack->outcomes && extract_document_has_main_text (copy))
      g_assert_cmpfloat_with_epsilon (extract_document_get_confidence (copy), stack->outcomes[p][0], 1e-4);
  }
}

static void
test_jobs (Bench *bench, gconstpointer data)
{
  gsize n = bench->made->corpus->n_blocks * sizeof (float);
  g_autoptr (TrainStack) two = run (bench, TRUE);
  g_autoptr (TrainStack) one = NULL;

  bench->task.jobs = 1;
  one = run (bench, TRUE);
  g_assert_cmpmem (one->first, n, two->first, n);
  g_assert_cmpmem (one->scores, n, two->scores, n);
  for (guint c = 0; c <= N_FOLDS; c++) {
    g_assert_true (same_network (chain_at (one, c)->first->network, chain_at (two, c)->first->network));
    if (chain_at (one, c)->outcome)
      g_assert_true (same_network (chain_at (one, c)->outcome->network, chain_at (two, c)->outcome->network));
  }
}

/* What is in a checkpoint is not trained again; and it is the same. */
static void
test_checkpoint (Bench *bench, gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "test-stack-XXXXXX", NULL);
  gsize n = bench->made->corpus->n_blocks * sizeof (float);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrainStack) plain = run (bench, TRUE), first = NULL, again = NULL;
  int fd = g_mkstemp (path);

  g_assert_true (g_close (fd, NULL));
  g_unlink (path);
  bench->task.checkpoint = train_checkpoint_open (path, "run", &error);
  g_assert_no_error (error);
  first = run (bench, TRUE);
  train_checkpoint_free (bench->task.checkpoint);
  bench->task.checkpoint = train_checkpoint_open (path, "run", &error);
  g_assert_no_error (error);
  again = run (bench, TRUE);
  train_checkpoint_free (bench->task.checkpoint);
  g_unlink (path);
  g_assert_cmpmem (plain->scores, n, first->scores, n);
  g_assert_cmpmem (plain->scores, n, again->scores, n);
  g_assert_true (
      same_network (chain_at (plain, N_FOLDS)->first->network, chain_at (again, N_FOLDS)->first->network));
}

/* Without a chain of all pages, that of the first fold stands for it, or that with the best held-back F1. */
static void
test_best (Bench *bench, gconstpointer data)
{
  g_autoptr (TrainStack) with = run (bench, TRUE), without = run (bench, FALSE);
  guint best = 0;

  g_assert_true (with->best == chain_at (with, N_FOLDS));
  g_assert_nonnull (with->effects);
  g_assert_null (without->effects);
  g_assert_null (chain_at (without, N_FOLDS));
  for (guint c = 1; c < N_FOLDS; c++)
    if (chain_at (without, c)->first->held_f1 > chain_at (without, best)->first->held_f1)
      best = c;
  g_assert_true (without->best == chain_at (without, best));
}

/* The last network has seen all pages, for the median of the epochs that the others were kept after. */
static void
test_final (Bench *bench, gconstpointer data)
{
  g_autoptr (GPtrArray) fits = g_ptr_array_new ();
  g_autoptr (TrainStack) stack = NULL;
  const TrainFit *last;

  set (bench, "epochs", "40");
  set (bench, "patience", "5");
  set (bench, "held", "0.25");
  stack = run (bench, TRUE);
  last = chain_at (stack, N_FOLDS)->first;
  for (guint c = 0; c < N_FOLDS; c++)
    g_ptr_array_add (fits, chain_at (stack, c)->first);
  g_assert_cmpuint (last->history->epochs->len, ==, train_crossval_get_epochs (fits));
  g_assert_true (isnan (last->held_f1));
}

/* A page of weight 0 is scored, and teaches nothing. */
static void
test_weights (Bench *bench, gconstpointer data)
{
  guint n = bench->made->corpus->pages->len;
  g_autofree double *weights = g_new (double, n);
  g_autofree gsize *n_words = g_new0 (gsize, n);
  g_autoptr (TrainStack) before = NULL, after = NULL;

  for (guint p = 0; p < n; p++)
    weights[p] = made_page (bench->made, p)->entry->fold == 1 ? 0 : 1;
  bench->task.page_weights = weights;
  set (bench, "held", "0");
  before = run (bench, TRUE);
  turn_labels (bench, 1, n_words);
  after = run (bench, TRUE);
  turn_labels (bench, 1, n_words);
  for (guint c = 0; c <= N_FOLDS; c++)
    g_assert_true (same_network (chain_at (before, c)->first->network, chain_at (after, c)->first->network));
}

static void
assert_same_decision (const TrainDecision *before, const TrainDecision *after)
{
  g_assert_cmpfloat (before->good, ==, after->good);
  g_assert_cmpfloat (before->near_good, ==, after->near_good);
  g_assert_cmpuint (before->rules, ==, after->rules);
  g_assert_cmpfloat (before->no_text, ==, after->no_text);
}

/* What is not in the part is scored, and has a say in nothing. */
static void
test_part (Bench *bench, gconstpointer data)
{
  const guint n = bench->made->corpus->pages->len;
  g_autofree double *weights = g_new (double, n);
  g_autofree guint8 *part = g_new (guint8, n);
  g_autofree gsize *n_words = g_new0 (gsize, n);

  for (guint p = 0; p < n; p++) {
    part[p] = made_page (bench->made, p)->entry->fold != 1;
    weights[p] = part[p];
  }
  bench->task.page_weights = weights;
  bench->task.part = part;
  g_autoptr (TrainStack) before = run (bench, FALSE);
  turn_labels (bench, 1, n_words);
  g_autoptr (TrainStack) after = run (bench, FALSE);
  turn_labels (bench, 1, n_words);
  g_assert_nonnull (before->effects);
  g_assert_cmpuint (before->deciding->len, ==, 18);
  assert_same_decision (&before->decision, &after->decision);
  for (guint fold = 0; fold < N_FOLDS; fold++)
    assert_same_decision (train_stack_get_decision (before, fold), train_stack_get_decision (after, fold));
  for (guint p = 0; p < n; p++) {
    assert_same_page (before, after, made_page (bench->made, p), p);
    if (before->outcomes)
      g_assert_cmpmem (before->outcomes[p], sizeof *before->outcomes, after->outcomes[p],
                       sizeof *after->outcomes);
  }
  bench->task.part = NULL;
  g_autoptr (TrainStack) all_decide = run (bench, FALSE);
  g_assert_null (all_decide->effects);
  g_assert_cmpuint (all_decide->deciding->len, ==, n);
}

int
main (int argc, char **argv)
{
  static const char *const designs[] = { "rich", "classic" };
  static const struct {
    const char *name;
    void (*function) (Bench *bench, gconstpointer data);
  } tests[] = {
    { "unseen", test_unseen }, { "decisions", test_decisions }, { "own-labels", test_own_labels },
    { "parts", test_parts },   { "jobs", test_jobs },           { "checkpoint", test_checkpoint },
    { "best", test_best },     { "final", test_final },         { "weights", test_weights },
    { "part", test_part },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize d = 0; d < G_N_ELEMENTS (designs); d++)
    for (gsize i = 0; i < G_N_ELEMENTS (tests); i++) {
      g_autofree char *name = g_strdup_printf ("/stack/%s/%s", designs[d], tests[i].name);
      g_test_add (name, Bench, designs[d], bench_set_up, tests[i].function, bench_tear_down);
    }
  g_test_add_func ("/stack/own-classes", test_own_classes);
  return g_test_run ();
}
