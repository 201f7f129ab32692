/* SPDX-License-Identifier: MIT */
/*
 * What the features need to know of a text, in one pass over it: how many characters, words and sentences it
 * has, signs of prices, dates, questions ..., its words, and its tokens.
 */
#pragma once

#include "libextract/page/document.h"
#include "libextract/text/stopwords.h"
#include "libextract/text/token.h"

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

/* Has room for the distinct words of a text. */
typedef struct _ExtractTextReader ExtractTextReader;

ExtractTextReader *extract_text_reader_new (void);
void extract_text_reader_free (ExtractTextReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractTextReader, extract_text_reader_free)

/*
 * extract_text_reader_read: @text: UTF-8, NUL-terminated
 * @stats: (out caller-allocates)
 * @facts: (out caller-allocates)
 * @words: (nullable): gets its words, as many as the statistics say
 * @tokens: (nullable): gets the hashes of its tokens, see token.h; of some more than once
 */
void
extract_text_reader_read (ExtractTextReader *reader, const char *text, gsize length, ExtractTextStats *stats,
                          ExtractTextFacts *facts, ExtractWords *words, ExtractHashes *tokens);

/* The statistics alone. */
void extract_text_stats_count (const char *text, gsize length, ExtractTextStats *stats);
