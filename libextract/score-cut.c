/* SPDX-License-Identifier: MIT */
/*
 * Where to cut if the scores p were probabilities. If the blocks of p >= t are taken, with w words each, the
 * F1 that is expected is about
 *
 *   F (t) = 2 S / (N + P),  S = sum of p w of these blocks, N = their words, P = sum of p w of the page
 *
 * and t* is the score at which it is largest: one pass over the blocks, those of high scores first.
 */
#include "score-cut.h"

typedef struct {
  float score;
  guint32 block;
  guint32 words;
} Candidate;

/* The higher score first; a fixed order where they are the same. */
static int
compare_candidates (gconstpointer a, gconstpointer b, gpointer data)
{
  const Candidate *x = a, *y = b;

  if (x->score != y->score)
    return x->score > y->score ? -1 : 1;
  return x->block < y->block ? -1 : x->block > y->block;
}

static Candidate *
make_candidates (const ExtractRich *rich)
{
  Candidate *candidates = g_new (Candidate, MAX (rich->n, 1));

  for (guint i = 0; i < rich->n; i++)
    candidates[i] =
        (Candidate){ rich->scores[i], i, extract_document_piece (rich->document, i)->stats.words };
  g_qsort_with_data (candidates, (int) rich->n, sizeof *candidates, compare_candidates, NULL);
  return candidates;
}

double
extract_score_cut (const ExtractRich *rich, double *higher, double *f1)
{
  g_autofree Candidate *candidates = make_candidates (rich);
  double total = 0, sum = 0, words = 0, best = 0, cut = 1;

  for (guint k = 0; k < rich->n; k++)
    total += (double) candidates[k].score * candidates[k].words;
  for (guint first = 0, end; first < rich->n; first = end) {
    const float score = candidates[first].score;
    const double words_before = words;

    /* Blocks of the same score are taken together. */
    for (end = first; end < rich->n && candidates[end].score == score; end++) {
      sum += (double) score * candidates[end].words;
      words += candidates[end].words;
      if (higher)
        higher[candidates[end].block] = words_before;
    }
    if (sum > 0 && 2 * sum / (words + total) > best) {
      best = 2 * sum / (words + total);
      cut = score;
    }
  }
  if (f1)
    *f1 = best;
  return cut;
}
