/* SPDX-License-Identifier: MIT */
/*
 * Tokens of a text: its words in lower case, of Han and kana also each two that stand side by side; and the
 * whole text of a block of 1 to 6 words, "=lire la suite". A page keeps their hashes; only who counts tokens
 * sees them as strings.
 */
#pragma once

#include "libextract/base/rows.h"

/* Takes a token; not NUL-terminated. */
typedef void (*ExtractTokenFunc) (const char *token, gsize length, gpointer data);

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

/* Hashes of tokens, one after another. */
typedef struct {
  guint32 *items; /* [room]; owned */
  guint32 n;
  guint32 room;
} ExtractHashes;

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
