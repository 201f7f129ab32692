/* SPDX-License-Identifier: MIT */
#include "train/learn/cuts.h"

static int
by_score (gconstpointer a, gconstpointer b, gpointer data)
{
  const float *scores = data;
  float x = scores[*(const guint *) a], y = scores[*(const guint *) b];

  return (x < y) - (x > y);
}

/* Words of the reference that are still to be found, by word. Returns: (transfer full) */
static guint32 *
count_reference (const TrainPage *page, guint32 *n_ids)
{
  guint32 *left;

  *n_ids = 0;
  for (gsize i = 0; i < page->reference->n; i++)
    *n_ids = MAX (*n_ids, page->reference->ids[i] + 1);
  left = g_new0 (guint32, *n_ids);
  for (gsize i = 0; i < page->reference->n; i++)
    left[page->reference->ids[i]]++;
  return left;
}

GArray *
train_cuts_new (const TrainPage *page, const float *scores)
{
  guint n_blocks = extract_document_get_n_blocks (page->document);
  GArray *cuts = g_array_sized_new (FALSE, FALSE, sizeof (TrainCut), n_blocks);
  g_autofree guint *order = g_new (guint, n_blocks);
  guint32 n_ids;
  g_autofree guint32 *left = count_reference (page, &n_ids);
  TrainCut cut = { 0 };

  for (guint i = 0; i < n_blocks; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) n_blocks, sizeof *order, by_score, (gpointer) scores);
  for (guint i = 0; i < n_blocks; i++) {
    guint block = order[i];

    cut.score = scores[block];
    for (gsize w = block ? page->ends[block - 1] : 0; w < page->ends[block]; w++) {
      guint32 id = page->words->ids[w];

      cut.n_words++;
      if (id < n_ids && left[id] > 0) {
        left[id]--;
        cut.n_common++;
      }
    }
    g_array_append_val (cuts, cut);
  }
  return cuts;
}

const TrainCut *
train_cuts_find (GArray *cuts, double t)
{
  guint low = 0, high = cuts->len; /* those before `low` are of @t and above, those from `high` on are not */

  while (low < high) {
    guint middle = low + (high - low) / 2;

    if (g_array_index (cuts, TrainCut, middle).score >= t)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 ? &g_array_index (cuts, TrainCut, low - 1) : NULL;
}

TrainScores
train_cut_score (const TrainCut *cut, const TrainPage *page)
{
  const gsize n = cut ? cut->n_words : 0, common = cut ? cut->n_common : 0, n_wanted = page->reference->n;

  if (n + n_wanted == 0)
    return (TrainScores){ 1, 1, 1 };
  return (TrainScores){ .precision = n ? (double) common / n : 0,
                        .recall = n_wanted ? (double) common / n_wanted : 0,
                        .f1 = 2.0 * common / (n + n_wanted) };
}
