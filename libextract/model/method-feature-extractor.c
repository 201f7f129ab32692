/* SPDX-License-Identifier: MIT */
/*
 * FeatureExtractor and K-FeatureExtractor (Debnath, Mitra, Giles 2005; Debnath, Mitra, Pal, Giles 2005).
 *
 * 1. The values of a block are its counts of words, links and images, each divided by the largest one of all
 *    blocks of the page.
 * 2. The basket has the blocks in which the wanted value, that of words, is larger than the sum of the
 * others.
 * 3. Values of words are divided again, by the largest one in the basket. FeatureExtractor takes the block
 *    with the largest one, the first of equals. K-FeatureExtractor parts the basket into three clusters by
 *    k-means, and takes the one that has that block: pages whose main text is in many blocks.
 *
 * K-means begins with the centres 0, 1/2 and 1 and ends when no block changes its cluster; of two centres
 * that are equally far, the higher one has the block.
 *
 * What differs: blocks are ours; the papers part pages at tables, their rows, paragraphs, rules, lists, div
 * and span. Scripts, applets and forms are not counted: pages are read without them.
 */
#include "libextract/model/method.h"

#define N_CLUSTERS 3
/* Each round takes time in the size of the page; values in one dimension come to rest much earlier. */
#define MAX_ROUNDS 100

/* Returns: (transfer full) (array): the value of each block of the basket, and 0 of the others */
static double *
fill_basket (ExtractDocument *document)
{
  double *values = EXTRACT_NEW0 (double, document->n_blocks);
  guint32 words = 1, links = 1, images = 1, best = 1;

  for (guint i = 0; i < document->n_blocks; i++) {
    const ExtractPiece *piece = extract_document_piece (document, i);

    words = MAX (words, piece->stats.words);
    links = MAX (links, piece->links);
    images = MAX (images, piece->images);
  }
  for (guint i = 0; i < document->n_blocks; i++) {
    const ExtractPiece *piece = extract_document_piece (document, i);
    const double others = (double) piece->links / links + (double) piece->images / images;

    if ((double) piece->stats.words / words > others) {
      values[i] = piece->stats.words;
      best = MAX (best, piece->stats.words);
    }
  }
  for (guint i = 0; i < document->n_blocks; i++)
    values[i] /= best;
  return values;
}

void
extract_method_feature_extractor (ExtractDocument *document, float *scores)
{
  EXTRACT_AUTOFREE double *values = fill_basket (document);
  guint best = 0;

  for (guint i = 0; i < document->n_blocks; i++) {
    scores[i] = 0;
    if (values[i] > values[best])
      best = i;
  }
  if (document->n_blocks > 0 && values[best] > 0)
    scores[best] = 1;
}

static guint
nearest (const double *centres, double value)
{
  guint best = 0;

  for (guint c = 1; c < N_CLUSTERS; c++)
    if (ABS (value - centres[c]) <= ABS (value - centres[best]))
      best = c;
  return best;
}

void
extract_method_k_feature_extractor (ExtractDocument *document, float *scores)
{
  EXTRACT_AUTOFREE double *values = fill_basket (document);
  EXTRACT_AUTOFREE guint8 *clusters = EXTRACT_NEW0 (guint8, document->n_blocks);
  double centres[N_CLUSTERS] = { 0, 0.5, 1 };
  gboolean changed = TRUE;

  for (guint round = 0; changed && round < MAX_ROUNDS; round++) {
    double sums[N_CLUSTERS] = { 0 };
    guint64 n[N_CLUSTERS] = { 0 };

    extract_budget_look ();
    changed = FALSE;
    for (guint i = 0; i < document->n_blocks; i++) {
      const guint c = nearest (centres, values[i]);

      if (values[i] == 0)
        continue;
      changed |= c != clusters[i];
      clusters[i] = (guint8) c;
      sums[c] += values[i];
      n[c]++;
    }
    for (guint c = 0; c < N_CLUSTERS; c++)
      if (n[c] > 0)
        centres[c] = sums[c] / (double) n[c];
  }
  /* The block with the largest value is in the highest cluster. */
  for (guint i = 0; i < document->n_blocks; i++)
    scores[i] = values[i] > 0 && clusters[i] == N_CLUSTERS - 1;
}
