/* SPDX-License-Identifier: MIT */
/*
 * The best threshold if the scores p were probabilities. If the blocks with p >= t are labelled good, with w
 * words each, the expected F1 is about
 *
 *   F (t) = 2 S / (N + P),  S = sum of p w of these blocks, N = their words, P = sum of p w of the page
 *
 * and t* is the score with the largest F: one pass over the blocks, from high to low scores.
 */
#include "libextract/feature/score-cut.h"

#include <string.h>

#include "libextract/base/scratch.h"

/* A number that is the smaller the higher the score is; -0 and 0 have the same. */
static guint32
score_key (float score)
{
  const float plain = score + 0.0F;
  guint32 bits;

  memcpy (&bits, &plain, sizeof bits);
  return bits >> 31 ? bits : ~bits & 0x7fffffff;
}

/* One pass of a sort by the digits of keys: @from -> @to */
static void
sort_by_digit (const guint32 *keys, const guint32 *from, guint32 *to, guint n, guint shift)
{
  guint32 places[256] = { 0 }, place = 0;

  for (guint i = 0; i < n; i++)
    places[keys[i] >> shift & 0xff]++;
  for (guint d = 0; d < G_N_ELEMENTS (places); d++) {
    guint32 count = places[d];

    places[d] = place;
    place += count;
  }
  for (guint i = 0; i < n; i++)
    to[places[keys[from[i]] >> shift & 0xff]++] = from[i];
}

/* Returns: the blocks, the highest score first; in the order of the page where they are the same */
static const guint32 *
sort_blocks (const ExtractRich *rich, ExtractScratch *scratch)
{
  guint32 *keys = extract_scratch_take (scratch, rich->n, sizeof *keys);
  guint32 *blocks = extract_scratch_take (scratch, rich->n, sizeof *blocks);
  guint32 *spare = extract_scratch_take (scratch, rich->n, sizeof *spare);

  for (guint i = 0; i < rich->n; i++) {
    keys[i] = score_key (rich->scores[i]);
    blocks[i] = i;
  }
  for (guint shift = 0; shift < 32; shift += 16) {
    sort_by_digit (keys, blocks, spare, rich->n, shift);
    sort_by_digit (keys, spare, blocks, rich->n, shift + 8);
  }
  return blocks;
}

/* Returns: of each block; side by side, as they are asked for in the order of the scores */
static const guint32 *
gather_words (const ExtractRich *rich, ExtractScratch *scratch)
{
  guint32 *words = extract_scratch_take (scratch, rich->n, sizeof *words);

  for (guint i = 0; i < rich->n; i++)
    words[i] = rich->totals[i + 1].words - rich->totals[i].words;
  return words;
}

double
extract_score_cut (const ExtractRich *rich, double *higher, double *f1)
{
  ExtractScratch *scratch = extract_scratch_begin ();
  const guint32 *blocks = sort_blocks (rich, scratch), *words_of = gather_words (rich, scratch);
  double total = 0, sum = 0, words = 0, best = 0, cut = 1;

  for (guint k = 0; k < rich->n; k++)
    total += (double) rich->scores[blocks[k]] * words_of[blocks[k]];
  for (guint first = 0, end; first < rich->n; first = end) {
    const float score = rich->scores[blocks[first]];
    const double words_before = words;

    /* Blocks of the same score are taken together. */
    for (end = first; end < rich->n && rich->scores[blocks[end]] == score; end++) {
      sum += (double) score * words_of[blocks[end]];
      words += words_of[blocks[end]];
      if (higher)
        higher[blocks[end]] = words_before;
    }
    if (sum > 0 && 2 * sum / (words + total) > best) {
      best = 2 * sum / (words + total);
      cut = score;
    }
  }
  extract_scratch_end (scratch);
  if (f1)
    *f1 = best;
  return cut;
}
