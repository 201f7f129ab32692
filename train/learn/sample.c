/* SPDX-License-Identifier: MIT */
/*
 * A block i of a page p has the weight
 *
 *   w_i = v_p g_i l_i / sum over the page of g_j l_j   l: sqrt (words), words or 1; g: good-weight or 1;
 *                                                      v: what the page weighs, mostly 1
 *
 * so that every page has the same weight, and a long block more than a menu entry. Either all blocks become
 * samples with their weights; or, for engines without weights, blocks are drawn with the probability w_i and
 * count 1 each. With "block" there is no sum below, and each block of a page weighs v_p.
 *
 * Networks of convolutions read all blocks of a page, one after another: those that are no samples, too, with
 * the weight 0.
 */
#include "train/learn/sample.h"
#include "libextract/feature/feature.h"

#include <math.h>
#include <string.h>

/* A single block teaches no more than this many ordinary ones. */
#define MAXIMUM_WEIGHT 30

static double
block_weight (const TrainPage *page, guint i, const TrainPlan *plan)
{
  ExtractLabel label = train_page_get_label (page, i);
  guint words = page->alignment->n_words[i];
  double weight = 0;

  if (label == EXTRACT_LABEL_NONE)
    return 0;
  switch (plan->length) {
  case TRAIN_LENGTH_SQRT_WORDS:
    weight = sqrt (words);
    break;
  case TRAIN_LENGTH_WORDS:
    weight = words;
    break;
  case TRAIN_LENGTH_EVEN:
  case TRAIN_LENGTH_BLOCK:
    weight = words > 0;
    break;
  }
  return label == EXTRACT_LABEL_GOOD ? weight * plan->good_weight : weight;
}

/* The weights of all blocks of @page. Returns: their sum. */
static double
block_weights (const TrainMaterial *material, const TrainPage *page, const TrainPlan *plan, double *weights)
{
  guint n = extract_document_get_n_blocks (page->document);
  double sum = 0;

  for (guint i = 0; i < n; i++) {
    const gboolean known = material->n_classes == 0 || !isnan (material->targets[page->first_block + i]);

    sum += weights[i] = known ? block_weight (page, i, plan) : 0;
  }
  return sum;
}

static void
add_block (const TrainMaterial *material, const TrainPage *page, guint i, double weight,
           TrainSamples *samples)
{
  const TrainInputs *rows = material->rows;
  float target = train_page_get_label (page, i) == EXTRACT_LABEL_GOOD;

  if (material->targets && !isnan (material->targets[page->first_block + i]))
    target = material->targets[page->first_block + i];
  train_samples_add (samples, rows->values + page->first_block * rows->n_features,
                     extract_document_get_n_blocks (page->document), i, target, weight);
}

/* Systematic sampling: one random number, then even steps through the weights. */
static void
draw_blocks (const TrainMaterial *material, const TrainPage *page, const double *weights, double step,
             double start, TrainSamples *samples)
{
  double next = start * step, reached = 0;

  for (guint i = 0; i < extract_document_get_n_blocks (page->document); i++) {
    reached += weights[i];
    for (; next < reached; next += step)
      add_block (material, page, i, 1, samples);
  }
}

/* To the mean 1. */
static void
scale_weights (TrainSamples *samples, double sum)
{
  double scale = samples->n / sum;

  for (gsize i = 0; i < samples->n; i++)
    samples->weights[i] = MIN (samples->weights[i] * scale, MAXIMUM_WEIGHT);
}

TrainSamples *
train_samples_from_pages (const TrainMaterial *material, GArray *pages, const TrainPlan *plan, guint32 seed)
{
  const ExtractFeatureSet *set = material->rows->set;
  const gboolean is_sequence = train_layers_are_sequence (plan->layers, plan->n_layers);
  const guint n_features = extract_feature_set_get_n_features (set);
  TrainSamples *samples = is_sequence ? train_samples_new (n_features, 0, 1)
                                      : train_samples_new (n_features, extract_feature_set_get_n_core (set),
                                                           extract_feature_set_get_window (set));
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  double total = 0;

  samples->n_classes = material->n_classes;
  for (guint p = 0; p < pages->len; p++) {
    guint place = g_array_index (pages, guint, p);
    const TrainPage *page = g_ptr_array_index (material->corpus->pages, place);
    guint n = extract_document_get_n_blocks (page->document);
    g_autofree double *weights = g_new (double, n);
    double sum = block_weights (material, page, plan, weights), start = g_rand_double (rand);
    double share = material->page_weights ? material->page_weights[place] : 1;

    if (plan->samples > 0 && sum > 0 && share > 0)
      draw_blocks (material, page, weights, sum / (plan->samples * share), start, samples);
    if (plan->length == TRAIN_LENGTH_BLOCK || sum == 0)
      sum = 1;
    for (guint i = 0; plan->samples == 0 && i < n; i++)
      if (weights[i] > 0 || is_sequence) {
        add_block (material, page, i, weights[i] / sum * share, samples);
        total += weights[i] / sum * share;
      }
  }
  if (plan->samples == 0 && total > 0)
    scale_weights (samples, total);
  return samples;
}

gboolean
train_page_has_samples (const TrainPage *page)
{
  for (guint i = 0; i < extract_document_get_n_blocks (page->document); i++)
    if (train_page_get_label (page, i) != EXTRACT_LABEL_NONE)
      return page->trusted;
  return FALSE;
}

static void
digest_page (GChecksum *sum, const TrainPage *page)
{
  guint n = extract_document_get_n_blocks (page->document);
  g_autofree guint8 *labels = g_new (guint8, n + 1);
  g_autofree char *site = train_entry_dup_site (page->entry);
  /* Folds and sites separate training from measuring; pages without a reference count in the folds, too. */
  g_autofree char *name =
      g_strdup_printf ("%s\n%s\n%s\n%u\n%" G_GSIZE_FORMAT "\n", page->entry->dataset->name, page->entry->id,
                       site, page->entry->fold, page->reference->n);

  g_checksum_update (sum, (const guchar *) name, -1);
  for (guint i = 0; i < n; i++)
    labels[i] = train_page_get_label (page, i);
  labels[n] = page->trusted;
  g_checksum_update (sum, labels, n + 1);
  for (guint i = 0; page->labels->classes && i < n; i++)
    if (page->labels->classes[i])
      g_checksum_update (sum, (const guchar *) page->labels->classes[i],
                         (gssize) strlen (page->labels->classes[i]) + 1);
  g_checksum_update (sum, (const guchar *) page->alignment->n_words, n * sizeof *page->alignment->n_words);
  g_checksum_update (sum, (const guchar *) page->alignment->n_matched,
                     n * sizeof *page->alignment->n_matched);
  for (guint i = 0; i < n; i++) {
    gsize n_features;
    const float *features =
        extract_block_get_features (extract_document_get_block (page->document, i), &n_features);

    g_checksum_update (sum, (const guchar *) features, (gssize) (n_features * sizeof *features));
  }
}

char *
train_corpus_dup_digest (const TrainCorpus *corpus)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint p = 0; p < corpus->pages->len; p++)
    digest_page (sum, g_ptr_array_index (corpus->pages, p));
  return g_strdup (g_checksum_get_string (sum));
}
