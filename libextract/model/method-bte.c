/* SPDX-License-Identifier: MIT */
/*
 * Body text extraction (Finn, Kushmerick, Smyth 2001). A page is a row of tokens, words and tags; the
 * main text is the one stretch i..j with
 *
 *   most of  tags before i + words in i..j + tags after j
 *
 * All tags of the page being a constant, that is the stretch with the largest sum of +1 for a word
 * and -1 for a tag: one pass (Kadane). Of equal stretches the one that begins first is taken, and
 * then the shortest.
 *
 * What differs: a stretch begins and ends between blocks, not within one, so a block counts as its
 * words less the tags inside it. Words are those of texttractor-features(7), so that scripts without
 * spaces have any. Tags are the start and end tags that stand in the page: comments are none, what is
 * dropped (scripts) counts as its own two, and so does a removed element with all that it holds.
 */
#include "libextract/model/method.h"

void
extract_method_bte (ExtractDocument *document, float *scores)
{
  gint64 sum = 0, best = 0;
  guint first = 0, best_first = 0, best_end = 0;

  for (guint i = 0; i < document->n_blocks; i++) {
    const ExtractPiece *piece = extract_document_piece (document, i);

    if (i > 0)
      sum -= piece->first_tag - extract_document_piece (document, i - 1)->last_tag;
    if (sum < 0 || i == 0) {
      sum = 0;
      first = i;
    }
    sum += (gint64) piece->stats.words - (piece->last_tag - piece->first_tag);
    if (sum > best) {
      best = sum;
      best_first = first;
      best_end = i + 1;
    }
  }
  for (guint i = 0; i < document->n_blocks; i++)
    scores[i] = i >= best_first && i < best_end;
}
