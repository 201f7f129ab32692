/* SPDX-License-Identifier: MIT */
/*
 * The learning curve of a run: the same cross-validation, each fold learning only from the pages of a part.
 *
 *   part of the sites -> networks of the folds ─> scores of all pages ─> F1 of each page
 *   all sites: the networks of the model ───────> ...                    the same pages
 *
 * What is not in the part decides nothing: neither weights nor thresholds, rules or the outcome.
 */
#include "train/run.h"
#include "train/verdict.h"

#include "train/learn/part.h"

#include <string.h>

static const struct {
  const char *name;
  double share;
} parts[] = {
  { "1/8", 0.125 },
  { "1/4", 0.25 },
  { "1/2", 0.5 },
  { "3/4", 0.75 },
};

G_STATIC_ASSERT (G_N_ELEMENTS (parts) < TRAIN_LEARNING_MAX_POINTS);

/* A size of the curve. */
typedef struct {
  const char *share;
  GPtrArray *learnt;     /* of TrainEntry, lent */
  GPtrArray *results;    /* of TrainResult, lent */
  TrainVerdict *verdict; /* (nullable): owned; has the results of a part */
} Size;

static void
size_clear (gpointer data)
{
  Size *size = data;
  g_ptr_array_unref (size->learnt);
  g_ptr_array_unref (size->results);
  g_clear_pointer (&size->verdict, train_verdict_free);
}

static void
add_size (GArray *sizes, const TrainRun *run, const char *share, const double *weights,
          const TrainVerdict *verdict, TrainVerdict *owned)
{
  g_autoptr (GArray) pages = train_crossval_list_pages (run->corpus, weights, 0);
  Size size = { share, g_ptr_array_new (), g_ptr_array_new (), owned };

  for (guint i = 0; i < pages->len; i++)
    g_ptr_array_add (size.learnt,
                     (gpointer) train_corpus_get_page (run->corpus, g_array_index (pages, guint, i))->entry);
  for (guint i = 0; i < verdict->results->len; i++) {
    TrainResult *result = verdict->results->pdata[i];
    if (train_run_decides (run, result->entry))
      g_ptr_array_add (size.results, result);
  }
  g_array_append_val (sizes, size);
}

/* Returns: (transfer full): the weights of the pages of the part, 0 for all others */
static double *
weigh_part (const TrainRun *run, const guint8 *part)
{
  double *weights = g_new (double, (gsize) run->corpus->pages->len + 1);

  for (guint p = 0; p < run->corpus->pages->len; p++)
    weights[p] = !part[p] ? 0 : run->page_weights ? run->page_weights[p] : 1;
  return weights;
}

/* Adds the size of a part, if there is anything to learn from it that a smaller one does not have. Returns:
 * FALSE with @error, or without if it was interrupted */
static gboolean
run_part (const TrainRun *run, guint i, TrainCheckpoint *checkpoint, GArray *sizes, CliProgress *progress,
          GError **error)
{
  guint n;
  g_autofree guint8 *part =
      train_part_choose (run->corpus, run->page_weights, parts[i].share, run->plan->seed, &n);
  g_autofree double *weights = weigh_part (run, part);
  const guint before = sizes->len > 0 ? g_array_index (sizes, Size, sizes->len - 1).learnt->len : 0;
  TrainRun of_part = *run;
  TrainPlan plan = *run->plan; /* a part may have no classes, and none are measured */

  if (n == before ||
      !train_crossval_is_possible (run->corpus, weights, train_stack_get_n_left_out (run->plan))) {
    cli_progress_skip (progress, train_stack_count_steps (run->plan, FALSE));
    return TRUE;
  }
  plan.classes = 0;
  of_part.part = part;
  of_part.page_weights = weights;
  if (checkpoint)
    train_checkpoint_begin_part (checkpoint, parts[i].name);
  g_autoptr (TrainStack) stack = train_run_stack (&of_part, &plan, FALSE, checkpoint, progress, error);
  if (!stack || stack->interrupted)
    return FALSE;
  TrainVerdict *verdict = train_verdict_new (&of_part, stack);
  if (verdict) /* else no page of --tune is in it */
    add_size (sizes, run, parts[i].name, weights, verdict, verdict);
  return TRUE;
}

TrainLearning *
train_run_learn (const TrainRun *run, TrainCheckpoint *checkpoint, const TrainVerdict *whole, GError **error)
{
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (Size));
  g_autoptr (CliProgress) progress = cli_progress_new (
      "epochs of the learning curve", G_N_ELEMENTS (parts) * train_stack_count_steps (run->plan, FALSE));
  TrainLearningSize list[G_N_ELEMENTS (parts) + 1];

  g_array_set_clear_func (sizes, size_clear);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (!run_part (run, i, checkpoint, sizes, progress, error))
      return NULL;
  add_size (sizes, run, "1", run->page_weights, whole, NULL);
  for (guint i = 0; i < sizes->len; i++) {
    const Size *size = &g_array_index (sizes, Size, i);
    list[i] = (TrainLearningSize){ size->share, size->learnt, size->results };
  }
  return train_learning_new (list, sizes->len, run->plan->seed);
}
