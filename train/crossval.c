/* SPDX-License-Identifier: MIT */
#include "crossval.h"

#include "sample.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
  const TrainFitter *fitter;
  TrainFit **fits; /* [folds] */
  GError *error;   /* (nullable): the first one */
} Folding;

/* What a fold came to. */
typedef struct {
  TrainFit *fit; /* (nullable) */
  GError *error; /* (nullable) */
} Outcome;

static const TrainPage *
page_at (const TrainCorpus *corpus, guint p)
{
  return g_ptr_array_index (corpus->pages, p);
}

/* Pages to learn from that are not in the fold @without. Returns: (transfer full): of guint */
static GArray *
pages_without (const TrainCorpus *corpus, guint without)
{
  GArray *pages = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint p = 0; p < corpus->pages->len; p++)
    if (page_at (corpus, p)->entry->fold != without && train_page_has_samples (page_at (corpus, p)))
      g_array_append_val (pages, p);
  return pages;
}

gboolean
train_crossval_is_possible (const TrainCorpus *corpus)
{
  g_autoptr (GArray) all = pages_without (corpus, G_MAXUINT);

  for (guint i = 1; i < all->len; i++)
    if (page_at (corpus, g_array_index (all, guint, i))->entry->fold !=
        page_at (corpus, g_array_index (all, guint, 0))->entry->fold)
      return TRUE;
  return FALSE;
}

/* ---- Folds ---------------------------------------------------------------------------------- */

static gpointer
fit_fold (gsize fold, gpointer data)
{
  Folding *folding = data;
  g_autofree char *name = g_strdup_printf ("fold %" G_GSIZE_FORMAT, fold + 1);
  g_autoptr (GArray) pages = pages_without (folding->fitter->corpus, fold);
  Outcome *outcome = g_new0 (Outcome, 1);

  outcome->fit = train_fit_pages (folding->fitter, name, pages, 0, &outcome->error);
  return outcome;
}

static gboolean
fold_fitted (gsize fold, gpointer result, gpointer data)
{
  Folding *folding = data;
  Outcome *outcome = result;

  folding->fits[fold] = outcome->fit;
  folding->error = outcome->error;
  g_free (outcome);
  return folding->error == NULL;
}

static void
free_outcome (gpointer data)
{
  Outcome *outcome = data;

  g_clear_pointer (&outcome->fit, train_fit_free);
  g_clear_error (&outcome->error);
  g_free (outcome);
}

/* FANN has one thread: networks go side by side. The other engine has its own: one network after another. */
static gboolean
fit_folds (TrainCrossval *crossval, const TrainFitter *fitter, guint jobs, GError **error)
{
  gboolean side_by_side = fitter->plan->engine == TRAIN_ENGINE_FANN;
  TrainFitter each = *fitter;
  Folding folding = { &each, (TrainFit **) crossval->fits->pdata, NULL };

  each.threads = side_by_side ? 1 : jobs;
  cli_parallel (fitter->plan->folds, side_by_side ? jobs : 1, fit_fold, fold_fitted, free_outcome, &folding);
  if (folding.error)
    g_propagate_error (error, folding.error);
  return folding.error == NULL;
}

/* ---- The network of all pages --------------------------------------------------------------- */

static int
by_size (gconstpointer a, gconstpointer b)
{
  guint x = *(const guint *) a, y = *(const guint *) b;

  return (x > y) - (x < y);
}

/* The median of the epochs that were kept in the folds: all pages are learnt from, none is held back. */
static guint
usual_epochs (const TrainCrossval *crossval, guint n_folds)
{
  g_autoptr (GArray) epochs = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint f = 0; f < n_folds; f++)
    g_array_append_val (epochs, ((TrainFit *) crossval->fits->pdata[f])->history->best);
  g_array_sort (epochs, by_size);
  return g_array_index (epochs, guint, epochs->len / 2);
}

static gboolean
fit_final (TrainCrossval *crossval, const TrainFitter *fitter, guint jobs, GError **error)
{
  g_autoptr (GArray) pages = pages_without (fitter->corpus, G_MAXUINT);
  GError *failure = NULL;
  TrainFitter last = *fitter;
  guint folds = fitter->plan->folds, epochs = usual_epochs (crossval, folds);

  last.threads = jobs;
  cli_progress_skip (fitter->progress, (fitter->plan->epochs - epochs) * (gsize) fitter->plan->restarts);
  crossval->fits->pdata[folds] = train_fit_pages (&last, "all pages", pages, epochs, &failure);
  if (failure)
    g_propagate_error (error, failure);
  return failure == NULL;
}

/* ---- All of it ------------------------------------------------------------------------------ */

static void
score_fold (TrainCrossval *crossval, const TrainCorpus *corpus, guint fold)
{
  const TrainFit *fit = crossval->fits->pdata[fold];

  for (guint p = 0; fit && p < corpus->pages->len; p++) {
    const TrainPage *page = page_at (corpus, p);

    if (page->entry->fold != fold)
      continue;
    extract_network_score (fit->network, extract_document_get_n_blocks (page->document),
                           corpus->inputs + page->first_block * corpus->n_inputs,
                           crossval->scores + page->first_block);
    g_array_append_val (crossval->scored, p);
  }
}

/* The network of all pages; without it, that of the fold with the best held-back F1. */
static ExtractNetwork *
best_network (const TrainCrossval *crossval, guint folds)
{
  const TrainFit *best = crossval->fits->pdata[folds];

  for (guint f = 0; f < folds && !crossval->fits->pdata[folds]; f++) {
    const TrainFit *fit = crossval->fits->pdata[f];

    if (fit && (!best || fit->held_f1 > best->held_f1))
      best = fit;
  }
  return best ? best->network : NULL;
}

static void
free_fit (gpointer fit)
{
  g_clear_pointer ((TrainFit **) &fit, train_fit_free);
}

TrainCrossval *
train_crossval_run (const TrainFitter *fitter, gboolean with_final, guint jobs, GError **error)
{
  g_autoptr (TrainCrossval) crossval = g_new0 (TrainCrossval, 1);
  guint folds = fitter->plan->folds;

  crossval->fits = g_ptr_array_new_with_free_func (free_fit);
  g_ptr_array_set_size (crossval->fits, folds + 1);
  crossval->scores = g_new0 (float, fitter->corpus->n_blocks);
  crossval->scored = g_array_new (FALSE, FALSE, sizeof (guint));
  if (!fit_folds (crossval, fitter, jobs, error))
    return NULL;
  for (guint f = 0; f < folds; f++) {
    const TrainFit *fit = crossval->fits->pdata[f];

    crossval->interrupted |= !fit || fit->interrupted;
    score_fold (crossval, fitter->corpus, f);
  }
  if (with_final && !crossval->interrupted) {
    if (!fit_final (crossval, fitter, jobs, error))
      return NULL;
    crossval->interrupted =
        !crossval->fits->pdata[folds] || ((TrainFit *) crossval->fits->pdata[folds])->interrupted;
  }
  crossval->network = best_network (crossval, folds);
  return crossval->network ? g_steal_pointer (&crossval) : NULL;
}

void
train_crossval_free (TrainCrossval *crossval)
{
  g_ptr_array_unref (crossval->fits);
  g_free (crossval->scores);
  g_array_unref (crossval->scored);
  g_free (crossval);
}
