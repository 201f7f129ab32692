/* SPDX-License-Identifier: MIT */
#include "train/learn/crossval.h"
#include "libextract/model/model.h"

#include "train/learn/sample.h"

typedef struct {
  const TrainFitter *fitter;
  guint32 without;
  guint epochs;
  const char *suffix;
  TrainFit **fits; /* [folds] */
  GError *error;   /* (nullable): the first one */
} Folding;

/* What a fold came to. */
typedef struct {
  TrainFit *fit; /* (nullable) */
  GError *error; /* (nullable) */
} Outcome;

static gboolean
has_fold (guint32 folds, guint fold)
{
  return (folds & (1u << fold)) != 0;
}

/* ---- Pages ---------------------------------------------------------------------------------- */

GArray *
train_crossval_list_pages (const TrainCorpus *corpus, const double *weights, guint32 without)
{
  GArray *pages = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint p = 0; p < corpus->pages->len; p++)
    if (!has_fold (without, train_corpus_get_page (corpus, p)->entry->fold) &&
        train_page_has_samples (train_corpus_get_page (corpus, p)) && (!weights || weights[p] > 0))
      g_array_append_val (pages, p);
  return pages;
}

gboolean
train_crossval_is_possible (const TrainCorpus *corpus, const double *weights, guint n_left_out)
{
  g_autoptr (GArray) all = train_crossval_list_pages (corpus, weights, 0);
  guint32 folds = 0;

  for (guint i = 0; i < all->len; i++)
    folds |= 1u << train_corpus_get_page (corpus, g_array_index (all, guint, i))->entry->fold;
  return (guint) __builtin_popcount (folds) > n_left_out;
}

/* ---- Folds ---------------------------------------------------------------------------------- */

/* "fold 1", "fold 1 without 2" */
static char *
name_network (const Folding *folding, guint fold)
{
  g_autoptr (GString) name = g_string_new (NULL);

  g_string_append_printf (name, "fold %u", fold + 1);
  for (guint f = 0; f < folding->fitter->plan->folds; f++)
    if (has_fold (folding->without, f))
      g_string_append_printf (name, " without %u", f + 1);
  return g_strconcat (name->str, folding->suffix, NULL);
}

static gpointer
fit_fold (gsize fold, gpointer data)
{
  Folding *folding = data;
  const TrainFitter *fitter = folding->fitter;
  g_autofree char *name = name_network (folding, fold);
  g_autoptr (GArray) pages =
      train_crossval_list_pages (fitter->corpus, fitter->page_weights, folding->without | 1u << fold);
  Outcome *outcome = g_new0 (Outcome, 1);

  if (!has_fold (folding->without, fold))
    outcome->fit = train_fit_pages (fitter, name, pages, folding->epochs, &outcome->error);
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
fit_folds (Folding *folding, guint jobs, GError **error)
{
  gboolean side_by_side = folding->fitter->plan->engine == TRAIN_ENGINE_FANN;
  TrainFitter each = *folding->fitter;

  each.threads = side_by_side ? 1 : jobs;
  folding->fitter = &each;
  cli_parallel (each.plan->folds, side_by_side ? jobs : 1, fit_fold, fold_fitted, free_outcome, folding);
  if (folding->error)
    g_propagate_error (error, folding->error);
  return folding->error == NULL;
}

/* ---- All of it ------------------------------------------------------------------------------ */

void
train_crossval_score_fold (const TrainFitter *fitter, guint fold, const ExtractNetwork *network,
                           float *scores, GArray *scored)
{
  const TrainCorpus *corpus = fitter->corpus;

  for (guint p = 0; p < corpus->pages->len; p++) {
    const TrainPage *page = train_corpus_get_page (corpus, p);

    if (page->entry->fold != fold)
      continue;
    train_inputs_score_page (fitter->rows, corpus, p, network, scores + page->first_block);
    if (scored)
      g_array_append_val (scored, p);
  }
}

static int
by_size (gconstpointer a, gconstpointer b)
{
  guint x = *(const guint *) a, y = *(const guint *) b;

  return (x > y) - (x < y);
}

guint
train_crossval_get_epochs (GPtrArray *fits)
{
  g_autoptr (GArray) epochs = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint f = 0; f < fits->len; f++)
    if (fits->pdata[f])
      g_array_append_val (epochs, ((TrainFit *) fits->pdata[f])->history->best);
  g_array_sort (epochs, by_size);
  return epochs->len > 0 ? g_array_index (epochs, guint, epochs->len / 2) : 0;
}

static void
free_fit (gpointer fit)
{
  g_clear_pointer ((TrainFit **) &fit, train_fit_free);
}

TrainCrossval *
train_crossval_run (const TrainFitter *fitter, guint32 without, guint epochs, const char *suffix, guint jobs,
                    GError **error)
{
  g_autoptr (TrainCrossval) crossval = g_new0 (TrainCrossval, 1);
  guint folds = fitter->plan->folds;
  Folding folding = { fitter, without, epochs, suffix, NULL, NULL };

  crossval->fits = g_ptr_array_new_with_free_func (free_fit);
  g_ptr_array_set_size (crossval->fits, folds);
  crossval->scores = g_new0 (float, fitter->corpus->n_blocks + 1);
  crossval->scored = g_array_new (FALSE, FALSE, sizeof (guint));
  folding.fits = (TrainFit **) crossval->fits->pdata;
  if (!fit_folds (&folding, jobs, error))
    return NULL;
  for (guint f = 0; f < folds; f++) {
    const TrainFit *fit = crossval->fits->pdata[f];

    if (has_fold (without, f))
      continue;
    crossval->interrupted |= !fit || fit->interrupted;
    if (fit)
      train_crossval_score_fold (fitter, f, fit->network, crossval->scores, crossval->scored);
  }
  return g_steal_pointer (&crossval);
}

void
train_crossval_free (TrainCrossval *crossval)
{
  g_ptr_array_unref (crossval->fits);
  g_free (crossval->scores);
  g_array_unref (crossval->scored);
  g_free (crossval);
}
