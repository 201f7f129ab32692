/* SPDX-License-Identifier: MIT */
/* What elements say, in many languages. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  ELEMENT_WORDS_MORE,      /* shows more: "show more", "load", "12 replies" */
  ELEMENT_WORDS_ALL,       /* may show more: "details", "comments"; of names: it is shown already */
  ELEMENT_WORDS_LESS,      /* takes it back: "show less" */
  ELEMENT_WORDS_CLOSE,     /* "close", "not now" */
  ELEMENT_WORDS_AGREE,     /* "accept", "only necessary ones" */
  ELEMENT_WORDS_COOKIES,   /* "cookies", "privacy" */
  ELEMENT_WORDS_NEXT,      /* "next", "previous page", "older" */
  ELEMENT_WORDS_FORBIDDEN, /* buys, deletes, sends, logs in, … */
  ELEMENT_WORDS_DETAILS,   /* "settings", "sort by", "menu", "search": something else */
  ELEMENT_N_WORDS
} ElementWords;

/* element_words_fold: Returns: (transfer full): @text for comparing: NFKC, without case and marks over
 * letters, what is no letter or digit as one blank, a blank at both ends */
char *element_words_fold (const char *text);

/* element_words_find: whether one of these is in @folded. */
gboolean element_words_find (const char *folded, ElementWords words);

/* element_words_find_names: the same in names that programmers give, in English: "btn-loadMore". */
gboolean element_words_find_names (const char *names, ElementWords words);

/* element_words_is_language: whether @text is the name or code of a language, and nothing else. */
gboolean element_words_is_language (const char *text);

G_END_DECLS
