/* SPDX-License-Identifier: MIT */
/*
 * With F a feature, v (b) its value in block b, and p a random order of all blocks of all pages:
 *
 *   v' (b) = v (p (b))                  wherever b is seen: by itself, and in the windows of its neighbours
 *   d (page) = F1 (page) - F1' (page)   F1' by the scores for v'
 *   loss = mean of d                    error = standard deviation of d / sqrt (pages)
 *
 * (L. Breiman, Random Forests, Machine Learning 45, 2001.) What a window shows beyond the ends of a page
 * stays 0. Features are worked on at the same time; each has an order of its own, from the seed and its
 * place.
 */
#include "importance.h"

#include <math.h>

#include "bin/cli.h"
#include "rows.h"

typedef struct {
  const TrainCorpus *corpus;
  const TrainRows *rows; /* standardised as the model has it */
  ExtractNetwork *network;
  ExtractClassifier *classifier; /* without rules */
  guint32 seed;
  double *f1; /* [pages]: with the features as they are */
  GArray *importances;
} Run;

static const TrainPage *
page_at (const TrainCorpus *corpus, guint p)
{
  return g_ptr_array_index (corpus->pages, p);
}

/* ---- Scores ------------------------------------------------------------------------------- */

/* The values of feature @f in all blocks, in another order. */
static float *
exchange_values (const Run *run, guint f)
{
  const TrainCorpus *corpus = run->corpus;
  guint32 seeds[] = { run->seed, f };
  g_autoptr (GRand) random = g_rand_new_with_seed_array (seeds, G_N_ELEMENTS (seeds));
  float *values = g_new (float, corpus->n_blocks);

  for (gsize b = 0; b < corpus->n_blocks; b++)
    values[b] = run->rows->values[b * run->rows->n_features + f];
  /* R. Durstenfeld, Algorithm 235: Random Permutation, 1964. */
  for (gsize b = corpus->n_blocks; b > 1; b--) {
    gsize other = (gsize) (g_rand_double (random) * (double) b);
    float value = values[b - 1];

    values[b - 1] = values[other];
    values[other] = value;
  }
  return values;
}

/* @values: (nullable): of feature @f, in place of its own. @scores: [blocks of the page]. */
static void
score_blocks (const Run *run, const TrainPage *page, guint f, const float *values, float *scores)
{
  gsize n_features = run->rows->n_features;
  guint n = extract_document_get_n_blocks (page->document);
  const float *own = run->rows->values + page->first_block * n_features;
  g_autofree float *exchanged = values ? g_memdup2 (own, n * n_features * sizeof *own) : NULL;

  for (guint i = 0; exchanged && i < n; i++)
    exchanged[i * n_features + f] = values[page->first_block + i];
  train_rows_score_blocks (run->rows->set, exchanged ? exchanged : own, n, run->network, scores);
}

/* @f1: (out caller-allocates): of each page */
static void
score_pages (const Run *run, guint f, const float *values, double *f1)
{
  const TrainCorpus *corpus = run->corpus;
  g_autofree float *scores = g_new (float, corpus->n_blocks + 1);

  for (guint p = 0; p < corpus->pages->len; p++) {
    const TrainPage *page = page_at (corpus, p);
    g_autoptr (ExtractDocument) copy = extract_document_copy (page->document);
    TrainScores word_scores;

    score_blocks (run, page, f, values, scores);
    extract_classifier_label_scored (run->classifier, copy, scores, NULL);
    train_page_score (page, copy, &word_scores);
    f1[p] = word_scores.f1;
  }
}

/* ---- Features ----------------------------------------------------------------------------- */

/* Returns: the F1 of each page with feature @f exchanged. */
static gpointer
work_on_feature (gsize f, gpointer data)
{
  const Run *run = data;
  g_autofree float *values = exchange_values (run, (guint) f);
  double *f1 = g_new (double, run->corpus->pages->len + 1);

  score_pages (run, (guint) f, values, f1);
  return f1;
}

static gboolean
feature_done (gsize f, gpointer result, gpointer data)
{
  Run *run = data;
  g_autofree double *f1 = result;
  guint n = run->corpus->pages->len;
  TrainImportance *importance = &g_array_index (run->importances, TrainImportance, f);
  double sum = 0, squares = 0;

  for (guint p = 0; p < n; p++)
    sum += run->f1[p] - f1[p];
  importance->loss = n > 0 ? sum / n : 0;
  for (guint p = 0; p < n; p++) {
    double d = run->f1[p] - f1[p] - importance->loss;
    squares += d * d;
  }
  importance->error = n > 1 ? sqrt (squares / (n - 1) / n) : 0;
  return TRUE;
}

/* Fills @rows with what the network of the model reads. */
static void
take_rows (TrainRows *rows, const TrainCorpus *corpus, const ExtractModelParts *parts)
{
  train_rows_take_features (rows, corpus);
  if (parts->scale)
    extract_scale_apply (parts->scale, rows->n_features, rows->n_blocks, rows->values);
}

GArray *
train_importance_compute (const TrainCorpus *corpus, ExtractModel *model, guint32 seed, guint jobs)
{
  const ExtractFeatureSet *set = extract_model_get_feature_set (model);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  g_autofree double *f1 = g_new (double, corpus->pages->len + 1);
  GArray *importances = g_array_new (FALSE, TRUE, sizeof (TrainImportance));
  g_autoptr (TrainRows) rows = train_rows_new (set, corpus->n_blocks);
  Run run = { .corpus = corpus,
              .rows = rows,
              .network = extract_model_get_network (model),
              .classifier = classifier,
              .seed = seed,
              .f1 = f1,
              .importances = importances };

  take_rows (rows, corpus, extract_model_get_parts (model));
  extract_classifier_clear_rules (classifier);
  g_array_set_size (importances, rows->n_features);
  for (guint f = 0; f < rows->n_features; f++)
    g_array_index (importances, TrainImportance, f).feature = extract_feature_set_get_feature (set, f);
  score_pages (&run, 0, NULL, f1);
  cli_parallel (rows->n_features, jobs, work_on_feature, feature_done, g_free, &run);
  return importances;
}
