/* SPDX-License-Identifier: MIT */
/*
 * Tokens of a page: what elements are called (tag, words of class and id, role, itemprop, itemtype), and
 * those of its texts (text/token.h). Tables that were learnt say how much each speaks for main text.
 *
 *   <p>                 tag; <*> for those without a meaning of their own
 *   .nav                word of class or id
 *   role=main           and itemprop=name
 *   itemtype=article    what stands behind the last / or #
 *   lire                word of a block
 *   =lire la suite      the whole text of a block
 *
 * All are in lower case.
 */
#pragma once

#include "libextract/page/names.h"

/* An element has no more words of class and id than these. */
#define EXTRACT_MAX_NAMES 24

/* The tokens of an element, as often as it has them. */
void extract_token_foreach_of_element (const ExtractPage *page, const ExtractElement *element,
                                       ExtractTokenFunc func, gpointer data);

/*
 * The hashes of the distinct tokens of all shapes of elements that have blocks in them (see names.h), and of
 * all blocks. Shape s has
 * shape_tokens[shape_starts[s] .. shape_starts[s + 1] - 1], block i has words[word_starts[i] ..]. Both are in
 * the order of the hashes.
 */
typedef struct _ExtractTokens {
  const ExtractNames *names; /* of the page */
  guint32 *shape_starts;     /* [n_shapes + 1] */
  guint32 *shape_tokens;
  guint32 *word_starts; /* [n_blocks + 1] */
  guint32 *words;
} ExtractTokens;

/* Made when first asked for; documents that share a page may ask at the same time. */
const ExtractTokens *extract_document_get_tokens (ExtractDocument *document);
