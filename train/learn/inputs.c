/* SPDX-License-Identifier: MIT */
/*
 * With the blocks b of page p, n(p) in number, the weight of a block is 1 / n(p), so that each page weighs
 * the same. For the values x(b) of a column that are known,
 *
 *   mean = sum of x(b) / n(p)  over  sum of 1 / n(p)
 *   deviation^2 = sum of (x(b) - mean)^2 / n(p)  over  sum of 1 / n(p)
 *
 * A column of which nothing is known has the mean 0 and the deviation 0; how scales are applied says
 * extract_scale_apply ().
 */
#include "train/learn/inputs.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"

#include <math.h>
#include <string.h>

#define BATCH 256 /* blocks whose inputs are in memory at once */

TrainInputs *
train_inputs_new (const ExtractFeatureSet *set, gsize n_blocks)
{
  TrainInputs *rows = g_new0 (TrainInputs, 1);

  rows->set = set;
  rows->n_features = extract_feature_set_get_n_features (set);
  rows->n_inputs = extract_feature_set_get_n_inputs (set);
  rows->n_blocks = n_blocks;
  rows->values = g_new0 (float, n_blocks * rows->n_features);
  return rows;
}

void
train_inputs_free (TrainInputs *rows)
{
  g_free (rows->values);
  g_free (rows->scale);
  g_free (rows);
}

void
train_inputs_take_features (TrainInputs *rows, const TrainCorpus *corpus)
{
  g_return_if_fail (rows->n_blocks == corpus->n_blocks);

  for (guint p = 0; p < corpus->pages->len; p++) {
    const TrainPage *page = train_corpus_get_page (corpus, p);
    float *row = rows->values + page->first_block * rows->n_features;

    for (guint i = 0; i < extract_document_get_n_blocks (page->document); i++, row += rows->n_features) {
      gsize n;
      const float *features = extract_block_get_features (extract_document_get_block (page->document, i), &n);

      g_return_if_fail (n == rows->n_features);
      memcpy (row, features, n * sizeof *row);
    }
  }
}

/* ---- The scale -------------------------------------------------------------------------------- */

/* Sums over the blocks of @pages, by column. */
typedef struct {
  double *weights; /* of what is known */
  double *values;
} Sums;

static void
sums_clear (Sums *sums)
{
  g_free (sums->weights);
  g_free (sums->values);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sums, sums_clear)

/* Sums of x, or with @means of (x - mean)^2. */
static void
sums_compute (Sums *sums, const TrainInputs *rows, const TrainCorpus *corpus, GArray *pages,
              const double *means)
{
  sums->weights = g_new0 (double, rows->n_features);
  sums->values = g_new0 (double, rows->n_features);
  for (guint p = 0; p < pages->len; p++) {
    const TrainPage *page = train_corpus_get_page (corpus, g_array_index (pages, guint, p));
    guint n = extract_document_get_n_blocks (page->document);
    const float *x = rows->values + page->first_block * rows->n_features;

    for (guint i = 0; i < n; i++)
      for (guint k = 0; k < rows->n_features; k++, x++) {
        double value = means ? (*x - means[k]) * (*x - means[k]) : *x;

        if (isnan (*x))
          continue;
        sums->weights[k] += 1.0 / n;
        sums->values[k] += value / n;
      }
  }
}

/* From sums to means, in place. */
static const double *
sums_divide (Sums *sums, guint n)
{
  for (guint k = 0; k < n; k++)
    sums->values[k] = sums->weights[k] > 0 ? sums->values[k] / sums->weights[k] : 0;
  return sums->values;
}

void
train_inputs_standardise (TrainInputs *rows, const TrainCorpus *corpus, GArray *pages)
{
  g_auto (Sums) first = { NULL }, second = { NULL };
  const double *means, *squares;

  g_return_if_fail (rows->scale == NULL && rows->n_blocks == corpus->n_blocks);

  sums_compute (&first, rows, corpus, pages, NULL);
  means = sums_divide (&first, rows->n_features);
  sums_compute (&second, rows, corpus, pages, means);
  squares = sums_divide (&second, rows->n_features);
  rows->scale = g_new (ExtractScale, rows->n_features);
  for (guint k = 0; k < rows->n_features; k++)
    rows->scale[k] = (ExtractScale){ (float) means[k], (float) sqrt (squares[k]) };
  extract_scale_apply (rows->scale, rows->n_features, rows->n_blocks, rows->values);
}

void
train_inputs_clear_unknown (TrainInputs *rows)
{
  for (gsize k = 0; k < rows->n_blocks * rows->n_features; k++)
    if (isnan (rows->values[k]))
      rows->values[k] = 0;
}

/* ---- Scores ------------------------------------------------------------------------------------- */

void
train_inputs_score_page (const TrainInputs *rows, const TrainCorpus *corpus, guint p,
                         const ExtractNetwork *network, float *scores)
{
  const TrainPage *page = train_corpus_get_page (corpus, p);
  guint n = extract_document_get_n_blocks (page->document);

  train_inputs_score_blocks (rows->set, rows->values + page->first_block * rows->n_features, n, network,
                             scores);
}

void
train_inputs_score_blocks (const ExtractFeatureSet *set, const float *values, guint n,
                           const ExtractNetwork *network, float *scores)
{
  gsize n_inputs = extract_feature_set_get_n_inputs (set);
  g_autofree float *inputs = NULL;

  if (extract_network_is_sequence (network)) {
    inputs = g_memdup2 (values, n * n_inputs * sizeof *values);
    for (gsize k = 0; k < n * n_inputs; k++)
      inputs[k] = isnan (inputs[k]) ? 0 : inputs[k];
    extract_network_score_sequence (network, n, inputs, scores);
    return;
  }
  inputs = g_new (float, MIN (n, BATCH) * n_inputs);
  for (guint first = 0; first < n; first += BATCH) {
    guint n_batch = MIN (BATCH, n - first);

    for (guint i = 0; i < n_batch; i++)
      extract_inputs_gather (set, values, n, first + i, inputs + i * n_inputs);
    for (gsize k = 0; k < n_batch * n_inputs; k++)
      inputs[k] = isnan (inputs[k]) ? 0 : inputs[k];
    extract_network_score (network, n_batch, inputs, scores + first);
  }
}
