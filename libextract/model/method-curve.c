/* SPDX-License-Identifier: MIT */
/*
 * Methods that see a page as a row of tokens, words and tags, and look for where words are dense.
 *
 *   <div> <a> Home </a> </div> <p> one two three four </p>
 *     0    0    1    0     0    0   1   1    1    1    0
 *
 * Tags are those of method-bte.c. Which words of a block the tags inside it stand between is not known: they
 * are spread evenly among them. Tags behind the last block are not seen.
 *
 * Content code blurring (Gottron 2008), in its variant for tokens: the row is blurred, so that each token
 * gets its content code ratio, the share of words around it,
 *
 *   ratio i = sum over k = -r .. r of w (k) token (i + k) / sum of w (k),   w (k) = exp (- 2 k^2 / r^2)
 *
 * over the tokens that there are; r = 25. Main text is where it is at least 0.75: blocks whose words reach
 * that on average.
 *
 * Document slope curve (Pinto et al. 2002): the curve of the number of tags so far climbs slowly where the
 * main text is. A token is main text if in the window of 50 tokens around it, less than half as many tokens
 * are tags as in the whole page; a block, if at least half of its words are.
 */
#include "libextract/model/method.h"

#include <math.h>
#include <string.h>

#define BLUR_RANGE 25
#define BLUR_THRESHOLD 0.75
#define SLOPE_WINDOW 50
#define SLOPE_SHARE 0.5

typedef struct {
  guint8 *words;   /* [n]: 1 for a word, 0 for a tag; owned */
  guint64 *starts; /* [blocks + 1]: where a block begins, behind the tags before it; owned */
  guint64 *ends;   /* [blocks]; owned */
  guint64 n;
} Row;

static void
row_clear (Row *row)
{
  extract_memory_free (row->words);
  extract_memory_free (row->starts);
  extract_memory_free (row->ends);
}

static Row
row_make (ExtractDocument *document)
{
  const guint n_blocks = document->n_blocks;
  Row row = { .starts = EXTRACT_NEW (guint64, n_blocks + 1), .ends = EXTRACT_NEW (guint64, n_blocks + 1) };
  guint32 tags = 0;

  for (guint i = 0; i < n_blocks; i++) {
    const ExtractPiece *piece = extract_document_piece (document, i);

    row.starts[i] = row.n + (piece->first_tag - tags);
    row.ends[i] = row.starts[i] + piece->stats.words + (piece->last_tag - piece->first_tag);
    row.n = row.ends[i];
    tags = piece->last_tag;
  }
  row.words = EXTRACT_NEW0 (guint8, row.n + 1);
  for (guint i = 0; i < n_blocks; i++) {
    const guint64 words = extract_document_piece (document, i)->stats.words;
    const guint64 n = row.ends[i] - row.starts[i];

    /* Token t of the block is a word if that makes the share of words up to it right. */
    for (guint64 t = 0; t < n; t++) {
      EXTRACT_BUDGET_LOOK_EVERY (t, EXTRACT_STEPS_PER_CLOCK);
      row.words[row.starts[i] + t] = (t + 1) * words / n > t * words / n;
    }
  }
  return row;
}

void
extract_method_content_code_blurring (ExtractDocument *document, float *scores)
{
  Row row = row_make (document);
  double weights[BLUR_RANGE + 1];

  for (guint k = 0; k <= BLUR_RANGE; k++)
    weights[k] = exp (-2.0 * k * k / (BLUR_RANGE * BLUR_RANGE));
  for (guint i = 0; i < document->n_blocks; i++) {
    double sum = 0;
    guint64 n = 0;

    for (guint64 t = row.starts[i]; t < row.ends[i]; t++) {
      const guint64 first = t < BLUR_RANGE ? 0 : t - BLUR_RANGE, end = MIN (t + BLUR_RANGE + 1, row.n);
      double words = 0, all = 0;

      EXTRACT_BUDGET_LOOK_EVERY (t, EXTRACT_STEPS_PER_CLOCK / BLUR_RANGE);
      if (!row.words[t])
        continue;
      for (guint64 u = first; u < end; u++) {
        const double w = weights[u > t ? u - t : t - u];

        words += w * row.words[u];
        all += w;
      }
      sum += words / all;
      n++;
    }
    scores[i] = n > 0 && sum >= BLUR_THRESHOLD * (double) n;
  }
  row_clear (&row);
}

void
extract_method_document_slope_curve (ExtractDocument *document, float *scores)
{
  Row row = row_make (document);
  EXTRACT_AUTOFREE guint64 *tags = EXTRACT_NEW (guint64, row.n + 1); /* before token t */

  tags[0] = 0;
  for (guint64 t = 0; t < row.n; t++)
    tags[t + 1] = tags[t] + !row.words[t];
  for (guint i = 0; i < document->n_blocks; i++) {
    guint64 low = 0, n = 0;

    for (guint64 t = row.starts[i]; t < row.ends[i]; t++) {
      const guint64 first = t < SLOPE_WINDOW / 2 ? 0 : t - SLOPE_WINDOW / 2;
      const guint64 end = MIN (first + SLOPE_WINDOW, row.n);

      /* tags in the window / its tokens < share of tags in the page / 2 */
      n += row.words[t];
      low += row.words[t] && (double) (tags[end] - tags[first]) * (double) row.n <
                                 SLOPE_SHARE * (double) tags[row.n] * (double) (end - first);
    }
    scores[i] = n > 0 && 2 * low >= n;
  }
  row_clear (&row);
}
