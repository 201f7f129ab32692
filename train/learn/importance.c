/* SPDX-License-Identifier: MIT */
/*
 * With F a feature, v (b) its value in block b, and p a random order of all blocks of all pages:
 *
 *   v' (b) = v (p (b))                  wherever b is seen: by itself, and in the windows of its neighbours
 *   d (page) = F1 (page) - F1' (page)   F1' by the scores for v'
 *   loss = mean of d                    error = standard deviation of d / sqrt (pages)
 *
 * (L. Breiman, Random Forests, Machine Learning 45, 2001.) What a window shows beyond the ends of a page
 * stays 0. If the model has a second stage, scores go through it. Features are worked on at the same time;
 * each has an order of its own, from the seed and its place.
 */
#include "train/learn/importance.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"

#include <math.h>
#include <string.h>

#include "cli/cli.h"
#include "train/learn/inputs.h"

typedef struct {
  const TrainCorpus *corpus;
  const ExtractStage *first_stage;
  const ExtractStage *second_stage; /* (nullable) */
  ExtractTokenTables *tables;       /* (nullable) */
  gsize *first; /* [pages + 1]: number of blocks before each page; the pages may be part of a corpus */
  float *rows;  /* [blocks of the pages][n_features]: standardised as the model has it */
  gsize n_features;
  ExtractClassifier *classifier; /* without rules */
  guint32 seed;
  double *f1; /* [pages]: with the features as they are */
  GArray *importances;
} Run;

/* ---- Scores ------------------------------------------------------------------------------- */

/* The values of feature @f in all blocks, in another order. */
static float *
exchange_values (const Run *run, guint f)
{
  gsize n_blocks = run->first[run->corpus->pages->len];
  guint32 seeds[] = { run->seed, f };
  g_autoptr (GRand) random = g_rand_new_with_seed_array (seeds, G_N_ELEMENTS (seeds));
  float *values = g_new (float, n_blocks);

  for (gsize b = 0; b < n_blocks; b++)
    values[b] = run->rows[b * run->n_features + f];
  /* R. Durstenfeld, Algorithm 235: Random Permutation, 1964. */
  for (gsize b = n_blocks; b > 1; b--) {
    gsize other = (gsize) (g_rand_double (random) * (double) b);
    float value = values[b - 1];

    values[b - 1] = values[other];
    values[other] = value;
  }
  return values;
}

/* The second stage: from scores to better scores, in place. */
static void
score_again (const ExtractStage *stage, ExtractDocument *document, float *scores)
{
  guint n = extract_document_get_n_blocks (document);
  guint n_features = extract_network_get_n_inputs (stage->network);
  g_autofree float *values = g_new (float, (gsize) n *n_features);

  extract_document_compute_context (document, scores, values);
  extract_scale_apply (stage->scale, n_features, n, values);
  if (extract_network_is_sequence (stage->network))
    extract_network_score_sequence (stage->network, n, values, scores);
  else
    extract_network_score (stage->network, n, values, scores);
}

/* @values: (nullable): of feature @f, in place of its own. @scores: [blocks of the page]. */
static void
score_blocks (const Run *run, guint p, ExtractDocument *document, guint f, const float *values, float *scores)
{
  guint n = extract_document_get_n_blocks (document);
  const float *own = run->rows + run->first[p] * run->n_features;
  g_autofree float *exchanged = values ? g_memdup2 (own, n * run->n_features * sizeof *own) : NULL;

  for (guint i = 0; exchanged && i < n; i++)
    exchanged[i * run->n_features + f] = values[run->first[p] + i];
  train_inputs_score_blocks (run->first_stage->set, exchanged ? exchanged : own, n, run->first_stage->network,
                             scores);
  if (run->second_stage)
    score_again (run->second_stage, document, scores);
  extract_classifier_decode (run->classifier, document, scores);
}

/* @f1: (out caller-allocates): of each page */
static void
score_pages (const Run *run, guint f, const float *values, double *f1)
{
  const TrainCorpus *corpus = run->corpus;
  g_autofree float *scores = g_new (float, run->first[corpus->pages->len] + 1);

  for (guint p = 0; p < corpus->pages->len; p++) {
    const TrainPage *page = train_corpus_get_page (corpus, p);
    g_autoptr (ExtractDocument) copy = extract_document_copy (page->document);
    TrainScores word_scores;

    score_blocks (run, p, copy, f, values, scores);
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

/* ---- All of it ---------------------------------------------------------------------------- */

/* Features as the model has them, with its tables: those of the corpus may have been made with others. */
static void
take_features (Run *run, guint p)
{
  g_autoptr (ExtractDocument) copy = extract_document_copy (train_corpus_get_page (run->corpus, p)->document);
  float *rows = run->rows + run->first[p] * run->n_features;
  guint n = extract_document_get_n_blocks (copy);
  gsize n_features;

  extract_features_compute (copy, run->first_stage->set, run->tables, NULL);
  for (guint i = 0; i < n; i++, rows += run->n_features)
    memcpy (rows, extract_block_get_features (extract_document_get_block (copy, i), &n_features),
            run->n_features * sizeof *rows);
}

static void
run_init (Run *run, const TrainCorpus *corpus, ExtractModel *model, guint32 seed)
{
  guint n = corpus->pages->len;

  run->corpus = corpus;
  run->first_stage = extract_model_get_stage (model, EXTRACT_STAGE_FIRST);
  run->second_stage = extract_model_get_stage (model, EXTRACT_STAGE_CONTEXT);
  run->tables = extract_model_get_parts (model)->tables;
  run->seed = seed;
  run->n_features = extract_feature_set_get_n_features (run->first_stage->set);
  run->first = g_new0 (gsize, n + 1);
  for (guint p = 0; p < n; p++)
    run->first[p + 1] =
        run->first[p] + extract_document_get_n_blocks (train_corpus_get_page (corpus, p)->document);
  run->rows = g_new (float, run->first[n] * run->n_features);
  for (guint p = 0; p < n; p++)
    take_features (run, p);
  if (run->first_stage->scale)
    extract_scale_apply (run->first_stage->scale, run->n_features, run->first[n], run->rows);
  run->classifier = extract_classifier_new (model);
  extract_classifier_clear_rules (run->classifier);
  run->f1 = g_new (double, n + 1);
  score_pages (run, 0, NULL, run->f1);
}

static void
run_clear (Run *run)
{
  g_free (run->first);
  g_free (run->rows);
  g_free (run->f1);
  extract_classifier_unref (run->classifier);
}

GArray *
train_importance_compute (const TrainCorpus *corpus, ExtractModel *model, guint32 seed, guint jobs)
{
  GArray *importances = g_array_new (FALSE, TRUE, sizeof (TrainImportance));
  Run run = { .importances = importances };

  run_init (&run, corpus, model, seed);
  g_array_set_size (importances, run.n_features);
  for (guint f = 0; f < run.n_features; f++)
    g_array_index (importances, TrainImportance, f).feature =
        extract_feature_set_get_feature (run.first_stage->set, f);
  cli_parallel (run.n_features, jobs, work_on_feature, feature_done, g_free, &run);
  run_clear (&run);
  return importances;
}
