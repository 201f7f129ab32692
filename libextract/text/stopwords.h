/* SPDX-License-Identifier: MIT */
/* Frequent words of some languages. */
#pragma once

#include <glib.h>

/* Languages that have a list; the first 11 of them are for justext as well. */
#define EXTRACT_N_FREQUENT_LANGUAGES 27
#define EXTRACT_N_STOPWORD_LANGUAGES 11

/* What a text is made of: pieces between white space, and how many of them are frequent words. */
typedef struct {
  guint64 words;
  guint64 stopwords[EXTRACT_N_STOPWORD_LANGUAGES];
} ExtractStopwordCounts;

/* @language: a tag as in HTML, "en-GB". Returns: the number of its list, -1 if there is none. */
int extract_stopwords_find (const char *language);
/* Returns: the code of list @language, "en". */
const char *extract_stopwords_get_language (guint language);
/* Returns: the words of list @language, with a space between them. */
const char *extract_stopwords_get_words (guint language);
/* Adds what @text has to @counts. */
void extract_stopwords_count (const char *text, gsize length, ExtractStopwordCounts *counts);
