/* SPDX-License-Identifier: MIT */
/*
 * Tokens of a page: what elements are called (tag, words of class and id, role, itemprop, itemtype), and the
 * words of its blocks; as hashes. Tables that were learnt say how much each speaks for main text.
 */
#pragma once

#include "document-private.h"

/* The longest word of a class or an id that is read; the rest of it is cut off. */
#define EXTRACT_MAX_NAME 64
/* An element has no more words of class and id than these. */
#define EXTRACT_MAX_NAMES 24

/*
 * extract_token_next_name: the next word of a class or id: cut at everything but letters and digits, and
 * between a small letter and a capital; in lower case; of two characters or more. "mainNav-item_2x" has
 * "main", "nav", "item", "2x".
 * @position: (inout): where to go on
 * @name: (out caller-allocates): NUL-terminated
 * Returns: its length; 0 at the end
 */
gsize extract_token_next_name (const char **position, char name[EXTRACT_MAX_NAME]);

/* Both parts of all elements and blocks, as hashes. Element e has element_tokens[element_starts[e] ..
 * element_starts[e + 1] - 1], block i has words[word_starts[i] ..]. */
typedef struct {
  guint32 *element_starts; /* [n_elements + 1] */
  guint32 *element_tokens;
  guint32 *word_starts; /* [n_blocks + 1] */
  guint32 *words;       /* the distinct ones of each block */
} ExtractTokens;

/* Made when first asked for; documents that share a page may ask at the same time. */
const ExtractTokens *extract_document_get_tokens (ExtractDocument *document);
void extract_tokens_free (ExtractTokens *tokens);
