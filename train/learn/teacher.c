/* SPDX-License-Identifier: MIT */
#include "train/learn/teacher.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"

#include "train/learn/crossval.h"
#include "train/learn/sample.h"

#include <math.h>
#include <string.h>

/* Networks of a teacher differ by their first weights. */
#define SEED_STEP 7919u

gsize
train_teacher_count_steps (const TrainPlan *plan)
{
  return (gsize) plan->teacher_count * plan->teacher_epochs;
}

/* "teacher without 1 2" */
static char *
name_teacher (const TrainPlan *plan, guint32 without)
{
  GString *name = g_string_new ("teacher without");

  for (guint f = 0; f < plan->folds; f++)
    if (without & (1u << f))
      g_string_append_printf (name, " %u", f + 1);
  return g_string_free (name, FALSE);
}

/* ---- The checkpoint --------------------------------------------------------------------------- */

/* Scores of the pages of the folds @without, one page after another, from or to @packed. Returns: how many */
static gsize
pack (const TrainCorpus *corpus, guint32 without, float *scores, float *packed, gboolean unpack)
{
  gsize n = 0;

  for (guint p = 0; p < corpus->pages->len; p++) {
    const TrainPage *page = train_corpus_get_page (corpus, p);
    guint n_blocks = extract_document_get_n_blocks (page->document);

    if (!(without & (1u << page->entry->fold)))
      continue;
    if (unpack)
      memcpy (scores + page->first_block, packed + n, n_blocks * sizeof *packed);
    else
      memcpy (packed + n, scores + page->first_block, n_blocks * sizeof *packed);
    n += n_blocks;
  }
  return n;
}

static gsize
count_packed (const TrainCorpus *corpus, guint32 without)
{
  gsize n = 0;

  for (guint p = 0; p < corpus->pages->len; p++)
    if (without & (1u << train_corpus_get_page (corpus, p)->entry->fold))
      n += extract_document_get_n_blocks (train_corpus_get_page (corpus, p)->document);
  return n;
}

gboolean
train_teacher_load (const TrainFitter *fitter, guint32 without, float *scores)
{
  g_autofree char *name = name_teacher (fitter->plan, without);
  g_autoptr (GVariant) value =
      fitter->checkpoint ? train_checkpoint_get (fitter->checkpoint, name, G_VARIANT_TYPE ("ay")) : NULL;
  g_autofree float *packed = NULL;
  gconstpointer bytes;
  gsize n;

  if (!value)
    return FALSE;
  bytes = g_variant_get_fixed_array (value, &n, 1);
  if (n != count_packed (fitter->corpus, without) * sizeof *packed)
    return FALSE;
  packed = g_memdup2 (bytes, n);
  pack (fitter->corpus, without, scores, packed, TRUE);
  cli_progress_skip (fitter->progress, train_teacher_count_steps (fitter->plan));
  return TRUE;
}

static void
save_scores (const TrainFitter *fitter, const char *name, guint32 without, float *scores)
{
  g_autofree float *packed = g_new (float, count_packed (fitter->corpus, without) + 1);
  gsize n = pack (fitter->corpus, without, scores, packed, FALSE);
  g_autoptr (GError) error = NULL;

  if (!train_checkpoint_put (fitter->checkpoint, name,
                             g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, packed, n * sizeof *packed, 1),
                             &error))
    cli_error (NULL, "the checkpoint %s; training continues without it", error->message);
}

/* ---- Networks --------------------------------------------------------------------------------- */

/* Adds @share of the scores of @network. */
static void
add_scores (const TrainFitter *fitter, guint32 without, const ExtractNetwork *network, double share,
            float *scores)
{
  g_autofree float *own = g_new0 (float, fitter->corpus->n_blocks + 1);

  for (guint f = 0; f < fitter->plan->folds; f++)
    if (without & (1u << f))
      train_crossval_score_fold (fitter, f, network, own, NULL);
  for (gsize b = 0; b < fitter->corpus->n_blocks; b++)
    scores[b] += share * own[b];
}

static gboolean
ask_networks (const TrainFitter *fitter, const char *name, guint32 without, float *scores,
              gboolean *interrupted, GError **error)
{
  g_autoptr (GArray) pages = train_crossval_list_pages (fitter->corpus, fitter->page_weights, without);
  TrainPlan plan = *fitter->plan;
  TrainFitter own = *fitter;

  memcpy (plan.layers, fitter->plan->teacher_network.layers, sizeof plan.layers);
  plan.n_layers = fitter->plan->teacher_network.n_layers;
  plan.epochs = plan.teacher_epochs;
  plan.restarts = 1;
  own.plan = &plan;
  own.start = NULL;
  for (guint t = 0; t < plan.teacher_count && !*interrupted; t++) {
    g_autofree char *key = g_strdup_printf ("%s, network %u", name, t + 1);
    g_autoptr (GError) failure = NULL;
    g_autoptr (TrainFit) fit = NULL;

    plan.seed = fitter->plan->seed + SEED_STEP * (t + 1);
    fit = train_fit_pages (&own, key, pages, plan.epochs, &failure);
    if (failure) {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
    *interrupted = !fit || fit->interrupted;
    if (fit)
      add_scores (fitter, without, fit->network, 1.0 / plan.teacher_count, scores);
  }
  return TRUE;
}

/* ---- Teachers --------------------------------------------------------------------------------- */

gboolean
train_teacher_score (const TrainFitter *fitter, guint32 without, float *scores, gboolean *interrupted,
                     GError **error)
{
  const TrainPlan *plan = fitter->plan;
  g_autofree char *name = name_teacher (plan, without);
  g_autofree float *own = g_new0 (float, fitter->corpus->n_blocks + 1);
  g_autofree float *packed = NULL;

  if (!ask_networks (fitter, name, without, own, interrupted, error))
    return FALSE;
  packed = g_new (float, count_packed (fitter->corpus, without) + 1);
  pack (fitter->corpus, without, own, packed, FALSE);
  pack (fitter->corpus, without, scores, packed, TRUE);
  if (fitter->checkpoint && !*interrupted)
    save_scores (fitter, name, without, scores);
  return TRUE;
}

float *
train_teacher_soften (const TrainCorpus *corpus, const TrainPlan *plan, const float *scores)
{
  float *targets = g_new (float, corpus->n_blocks + 1);

  for (guint p = 0; p < corpus->pages->len; p++) {
    const TrainPage *page = train_corpus_get_page (corpus, p);

    for (guint i = 0; i < extract_document_get_n_blocks (page->document); i++) {
      ExtractLabel label = train_page_get_label (page, i);
      gsize b = page->first_block + i;

      targets[b] = label == EXTRACT_LABEL_NONE
                       ? NAN
                       : (1 - plan->soft) * (label == EXTRACT_LABEL_GOOD) + plan->soft * scores[b];
    }
  }
  return targets;
}
