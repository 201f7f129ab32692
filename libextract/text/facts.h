/* SPDX-License-Identifier: MIT */
/*
 * Facts about a text for the features, in one pass: the number of characters, words and sentences; signs of
 * prices, dates, questions ...; its words, and its tokens.
 */
#pragma once

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

/* What the feature functions need to know of a text; one pass over it, see facts.c. */
typedef struct {
  guint32 chars;          /* characters */
  guint32 letters;        /* characters that are letters */
  guint32 digits;         /* decimal digits */
  guint32 spaces;         /* white space */
  guint32 bars;           /* | and its look-alikes */
  guint32 words;          /* words, see texttractor-features(7) */
  guint32 word_chars;     /* characters in words */
  guint32 capital_words;  /* words whose first letter is a capital */
  guint32 all_caps_words; /* words of two or more capitals and no small letter */
  guint32 long_words;     /* words of more than 8 characters */
  guint32 short_words;    /* words of at most 3 characters */
  guint32 sentences;      /* at least 1 if there is a letter */
  guint8 copyright;       /* 1 if it contains the copyright sign */
  guint8 angle;           /* 1 if it contains < or > */
} ExtractTextStats;

/* What the rich features need besides. */
typedef struct {
  guint32 signs;    /* bits EXTRACT_SIGN_…, see above */
  guint32 capitals; /* letters that are capitals */
  guint32 commas;
  guint32 non_ascii;      /* characters beyond ASCII */
  guint32 distinct_words; /* letter case does not matter */
} ExtractTextFacts;

/* A word in lower case and without apostrophes. Two of the same hash are the same. */
typedef struct {
  guint32 hash;
  guint32 chars;
  guint32 languages; /* bit l: it is a frequent word of language l */
} ExtractWord;

/* Words of texts, one after another. */
typedef struct {
  ExtractWord *items; /* [room]; owned */
  guint32 n;
  guint32 room;
} ExtractWords;

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
