/* SPDX-License-Identifier: MIT */
/*
 * What the rich features need to know of a text beyond ExtractTextStats: signs of prices, dates, questions
 * ..., its words, and its tokens. One pass over the text, with the words of text-stats.c.
 */
#pragma once

#include "document-private.h"
#include "stopwords.h"
#include "token.h"

/* Something occurs in a text. */
enum {
  EXTRACT_SIGN_END = 1 << 0,     /* the last character ends a sentence; quotes and brackets may follow */
  EXTRACT_SIGN_COLON = 1 << 1,   /* it is a colon */
  EXTRACT_SIGN_CAPITAL = 1 << 2, /* the first letter or digit is a capital */
  EXTRACT_SIGN_COPYRIGHT = 1 << 3,
  EXTRACT_SIGN_SEPARATOR = 1 << 4, /* a bar, guillemet, bullet, middle dot, arrow */
  EXTRACT_SIGN_PRICE = 1 << 5,
  EXTRACT_SIGN_DATE = 1 << 6,
  EXTRACT_SIGN_ADDRESS = 1 << 7, /* @, http:, https:, www. */
  EXTRACT_SIGN_QUESTION = 1 << 8,
  EXTRACT_SIGN_QUOTE = 1 << 9,
  EXTRACT_SIGN_CODE = 1 << 10, /* { } ; = < > () */
};

typedef struct {
  guint32 signs;    /* bits EXTRACT_SIGN_… */
  guint32 capitals; /* letters that are capitals */
  guint32 commas;
  guint32 non_ascii;      /* characters beyond ASCII */
  guint32 distinct_words; /* letter case does not matter */
  guint32 frequent;       /* frequent words, in the language of the page; see rich.h */
} ExtractTextFacts;

/* A word in lower case and without apostrophes. Two of the same hash are the same. */
typedef struct {
  guint32 hash;
  guint32 chars;
  guint32 languages; /* bit l: it is a frequent word of language l */
} ExtractWord;

/* Has room for the distinct words of a text, so that texts are read without taking memory. */
typedef struct _ExtractTextReader ExtractTextReader;

/* @max_words: of any of the texts */
ExtractTextReader *extract_text_reader_new (guint max_words);
void extract_text_reader_free (ExtractTextReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractTextReader, extract_text_reader_free)

/*
 * extract_text_reader_read: @text: UTF-8, NUL-terminated
 * @facts: (out caller-allocates): all but `frequent`, which stays 0
 * @words: (out caller-allocates) (array length=n_words)
 * @n_words: how many it has, by ExtractTextStats
 * @tokens: (nullable): gets the hashes of its tokens, see token.h; of some more than once
 */
void
extract_text_reader_read (ExtractTextReader *reader, const char *text, gsize length, ExtractTextFacts *facts,
                          ExtractWord *words, guint n_words, ExtractHashes *tokens);

/*
 * extract_document_read_texts: the same of all blocks.
 * @facts: (out caller-allocates): [n_blocks]
 * @words: (out caller-allocates): those of each block behind those of the block before it
 * @tokens: (nullable): gets a group of each block
 */
void extract_document_read_texts (ExtractDocument *document, ExtractTextFacts *facts, ExtractWord *words,
                                  ExtractHashes *tokens);
