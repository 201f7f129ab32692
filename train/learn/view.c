/* SPDX-License-Identifier: MIT */
#include "train/learn/view.h"
#include "libextract/feature/feature.h"

#include "cli/cli.h"
#include "train/learn/crossval.h"

#include <math.h>

struct _TrainView {
  const TrainCorpus *corpus;
  const ExtractFeatureSet *set;
  const double *weights; /* (nullable) */
  guint n_folds;
  guint jobs;
  gboolean scaled;
  TrainInputs *rows;
  guint32 without;
  gboolean filled;
  ExtractTokenCounts **counts; /* (nullable) [n_folds]: of the pages of each; NULL if the set has no tokens */
  GHashTable *tables;          /* folds that were left out -> ExtractTokenTables */
};

/* ---- Tables --------------------------------------------------------------------------------- */

static gboolean
set_has_tokens (const ExtractFeatureSet *set)
{
  for (guint i = 0; i < extract_feature_set_get_n_features (set); i++)
    if (g_str_equal (extract_feature_set_get_feature (set, i)->family, "token"))
      return TRUE;
  return FALSE;
}

static void
count_page (TrainView *view, guint p)
{
  const TrainPage *page = train_corpus_get_page (view->corpus, p);
  guint n = extract_document_get_n_blocks (page->document);
  g_autofree float *shares = g_new (float, n + 1);

  for (guint i = 0; i < n; i++)
    shares[i] = train_page_get_label (page, i) == EXTRACT_LABEL_NONE
                    ? NAN
                    : train_alignment_get_share (page->alignment, i);
  extract_token_counts_add (view->counts[page->entry->fold], page->document, shares,
                            view->weights ? view->weights[p] : 1);
}

/* A fold is counted by one thread. */
static gpointer
count_fold (gsize fold, gpointer data)
{
  TrainView *view = data;
  g_autoptr (GArray) pages = train_crossval_list_pages (view->corpus, view->weights, ~(1u << fold));

  view->counts[fold] = extract_token_counts_new ();
  for (guint i = 0; i < pages->len; i++)
    count_page (view, g_array_index (pages, guint, i));
  return NULL;
}

static gboolean
done (gsize i, gpointer result, gpointer data)
{
  return TRUE;
}

static ExtractTokenTables *
tables_without (TrainView *view, guint32 without)
{
  ExtractTokenTables *tables = g_hash_table_lookup (view->tables, GUINT_TO_POINTER (without));
  ExtractTokenCounts *counts;

  if (tables)
    return tables;
  counts = extract_token_counts_new ();
  for (guint f = 0; f < view->n_folds; f++)
    if (!(without & (1u << f)))
      extract_token_counts_merge (counts, view->counts[f]);
  tables = extract_token_tables_new (counts);
  extract_token_counts_free (counts);
  g_hash_table_insert (view->tables, GUINT_TO_POINTER (without), tables);
  return tables;
}

static void
unref_tables (gpointer tables)
{
  extract_token_tables_unref (tables);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static gpointer
compute_page (gsize p, gpointer data)
{
  TrainView *view = data;
  const TrainPage *page = train_corpus_get_page (view->corpus, p);
  guint32 without = view->without | 1u << page->entry->fold;
  ExtractTokenTables *tables =
      view->counts ? g_hash_table_lookup (view->tables, GUINT_TO_POINTER (without)) : NULL;

  extract_features_compute (page->document, view->set, tables, NULL);
  return NULL;
}

static void
fill (TrainView *view)
{
  g_autoptr (GArray) pages = train_crossval_list_pages (view->corpus, view->weights, view->without);

  for (guint f = 0; view->counts && f < view->n_folds; f++)
    tables_without (view, view->without | 1u << f);
  cli_parallel (view->corpus->pages->len, view->jobs, compute_page, done, NULL, view);
  g_clear_pointer (&view->rows->scale, g_free);
  train_inputs_take_features (view->rows, view->corpus);
  if (view->scaled)
    train_inputs_standardise (view->rows, view->corpus, pages);
  else
    train_inputs_clear_unknown (view->rows);
  view->filled = TRUE;
}

void
train_view_leave_out (TrainView *view, guint32 without)
{
  if (view->filled && (without == view->without || !train_view_depends (view)))
    return;
  view->without = without;
  fill (view);
}

gboolean
train_view_depends (const TrainView *view)
{
  return view->scaled || view->counts;
}

const TrainInputs *
train_view_get_rows (const TrainView *view)
{
  return view->rows;
}

ExtractTokenTables *
train_view_get_tables (TrainView *view)
{
  return view->counts ? tables_without (view, view->without) : NULL;
}

TrainView *
train_view_new (const TrainCorpus *corpus, const ExtractFeatureSet *set, const double *weights, guint n_folds,
                gboolean scaled, guint jobs)
{
  TrainView *view = g_new0 (TrainView, 1);

  view->corpus = corpus;
  view->set = set;
  view->weights = weights;
  view->n_folds = n_folds;
  view->scaled = scaled;
  view->jobs = jobs;
  view->rows = train_inputs_new (set, corpus->n_blocks);
  view->tables = g_hash_table_new_full (NULL, NULL, NULL, unref_tables);
  if (set_has_tokens (set)) {
    view->counts = g_new0 (ExtractTokenCounts *, n_folds);
    cli_parallel (n_folds, jobs, count_fold, done, NULL, view);
  }
  return view;
}

void
train_view_free (TrainView *view)
{
  for (guint f = 0; view->counts && f < view->n_folds; f++)
    extract_token_counts_free (view->counts[f]);
  g_free (view->counts);
  g_hash_table_unref (view->tables);
  train_inputs_free (view->rows);
  g_free (view);
}
