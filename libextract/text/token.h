/* SPDX-License-Identifier: MIT */
/*
 * Tokens of a page: what elements are called (tag, words of class and id, role, itemprop, itemtype), and the
 * words of its blocks. Tables that were learnt say how much each speaks for main text.
 *
 *   <p>                 tag; <*> for those without a meaning of their own
 *   .nav                word of class or id
 *   role=main           and itemprop=name
 *   itemtype=article    what stands behind the last / or #
 *   lire                word of a block; of Han and kana also each two that stand side by side
 *   =lire la suite      the whole text of a block of 1 to 6 words
 *
 * All are in lower case. A page keeps their hashes; only who counts tokens sees them as strings.
 */
#pragma once

#include "libextract/page/names.h"

/* An element has no more words of class and id than these. */
#define EXTRACT_MAX_NAMES 24

/* Takes a token; not NUL-terminated. */
typedef void (*ExtractTokenFunc) (const char *token, gsize length, gpointer data);

/* The tokens of an element, as often as it has them. */
void extract_token_foreach_of_element (const ExtractPage *page, const ExtractElement *element,
                                       ExtractTokenFunc func, gpointer data);
/* The tokens of a block's text, as often as it has them. */
void extract_token_foreach_of_text (const char *text, gsize length, ExtractTokenFunc func, gpointer data);

/* FNV-1a of what a token is made of, then the end of MurmurHash3: each bit depends on each byte. */
#define EXTRACT_HASH_START 0x811c9dc5

static inline guint32
extract_hash_add (guint32 hash, guint32 next)
{
  return (hash ^ next) * 0x01000193;
}

static inline guint32
extract_hash_finish (guint32 hash)
{
  hash = (hash ^ hash >> 16) * 0x85ebca6b;
  hash = (hash ^ hash >> 13) * 0xc2b2ae35;
  return hash ^ hash >> 16;
}

/* Of its bytes. */
guint32 extract_token_hash (const char *token, gsize length);

/* Bytes of a word; the rest is cut off. */
#define EXTRACT_MAX_WORD 64
/* The whole text of a block of so many words is a token. */
#define EXTRACT_MAX_TEXT_WORDS 6

void extract_hashes_grow (ExtractHashes *hashes);

static inline void
extract_hashes_append (ExtractHashes *hashes, guint32 hash)
{
  if (hashes->n == hashes->room)
    extract_hashes_grow (hashes);
  hashes->items[hashes->n++] = hash;
}

/* Sorts those from @start on, and leaves out what is there twice. */
void extract_hashes_sort (ExtractHashes *hashes, guint32 start);

/* Returns: the length of @text without a character that was cut at its end. */
gsize extract_token_whole_length (const char *text, gsize length);

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
void extract_tokens_free (ExtractTokens *tokens);
