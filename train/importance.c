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
#include <string.h>

#include "bin/cli.h"

#define BATCH 512 /* blocks whose inputs are in memory for a feature */

typedef struct {
  const TrainCorpus *corpus;
  ExtractNetwork *network;
  ExtractClassifier *classifier; /* without rules */
  guint n_features;
  guint window;
  guint32 seed;
  double *f1; /* [pages]: with the features as they are */
  GArray *importances;
} Run;

static const TrainPage *
page_at (const TrainCorpus *corpus, guint p)
{
  return g_ptr_array_index (corpus->pages, p);
}

static guint
page_get_n_blocks (const TrainPage *page)
{
  return extract_document_get_n_blocks (page->document);
}

/* ---- Scores ------------------------------------------------------------------------------- */

/* The values of feature @f in all blocks, in another order. */
static float *
exchange_values (const Run *run, guint f)
{
  const TrainCorpus *corpus = run->corpus;
  guint32 seeds[] = { run->seed, f };
  g_autoptr (GRand) random = g_rand_new_with_seed_array (seeds, G_N_ELEMENTS (seeds));
  const float *own = corpus->inputs + (gsize) run->window * run->n_features + f;
  float *values = g_new (float, corpus->n_blocks);

  for (gsize b = 0; b < corpus->n_blocks; b++)
    values[b] = own[b * corpus->n_inputs];
  /* R. Durstenfeld, Algorithm 235: Random Permutation, 1964. */
  for (gsize b = corpus->n_blocks; b > 1; b--) {
    gsize other = (gsize) (g_rand_double (random) * (double) b);
    float value = values[b - 1];

    values[b - 1] = values[other];
    values[other] = value;
  }
  return values;
}

/* Puts @values of feature @f into the @inputs of block @i of @page. */
static void
put_values (const Run *run, const TrainPage *page, guint i, guint f, const float *values, float *inputs)
{
  guint n = page_get_n_blocks (page);

  for (guint slot = 0; slot < 2 * run->window + 1; slot++) {
    gint64 neighbour = (gint64) i + slot - run->window;

    if (neighbour >= 0 && neighbour < n)
      inputs[(gsize) slot * run->n_features + f] = values[page->first_block + (gsize) neighbour];
  }
}

/* @values: (nullable): of feature @f, in place of its own. @scores: [blocks of the page]. */
static void
score_blocks (const Run *run, const TrainPage *page, guint f, const float *values, float *inputs,
              float *scores)
{
  gsize n_inputs = run->corpus->n_inputs;
  guint n = page_get_n_blocks (page);

  for (guint first = 0; first < n; first += BATCH) {
    guint n_batch = MIN (BATCH, n - first);

    memcpy (inputs, run->corpus->inputs + (page->first_block + first) * n_inputs,
            n_batch * n_inputs * sizeof *inputs);
    for (guint i = 0; values && i < n_batch; i++)
      put_values (run, page, first + i, f, values, inputs + i * n_inputs);
    extract_network_score (run->network, n_batch, inputs, scores + first);
  }
}

/* @f1: (out caller-allocates): of each page */
static void
score_pages (const Run *run, guint f, const float *values, double *f1)
{
  const TrainCorpus *corpus = run->corpus;
  g_autofree float *inputs = g_new (float, (gsize) BATCH * corpus->n_inputs);
  g_autofree float *scores = g_new (float, corpus->n_blocks + 1);

  for (guint p = 0; p < corpus->pages->len; p++) {
    const TrainPage *page = page_at (corpus, p);
    g_autoptr (ExtractDocument) copy = extract_document_copy (page->document);
    TrainScores word_scores;

    score_blocks (run, page, f, values, inputs, scores);
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

GArray *
train_importance_compute (const TrainCorpus *corpus, ExtractModel *model, guint32 seed, guint jobs)
{
  const ExtractFeatureSet *set = extract_model_get_feature_set (model);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  g_autofree double *f1 = g_new (double, corpus->pages->len + 1);
  GArray *importances = g_array_new (FALSE, TRUE, sizeof (TrainImportance));
  Run run = { .corpus = corpus,
              .network = extract_model_get_network (model),
              .classifier = classifier,
              .n_features = extract_feature_set_get_n_features (set),
              .window = extract_feature_set_get_window (set),
              .seed = seed,
              .f1 = f1,
              .importances = importances };

  g_return_val_if_fail (corpus->n_inputs == extract_feature_set_get_n_inputs (set), importances);
  extract_classifier_clear_rules (classifier);
  g_array_set_size (importances, run.n_features);
  for (guint f = 0; f < run.n_features; f++)
    g_array_index (importances, TrainImportance, f).feature = extract_feature_set_get_feature (set, f);
  score_pages (&run, 0, NULL, f1);
  cli_parallel (run.n_features, jobs, work_on_feature, feature_done, g_free, &run);
  return importances;
}
