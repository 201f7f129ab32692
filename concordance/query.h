/* SPDX-License-Identifier: MIT */
/*
 * Which tokens are wanted: any of some words, as they are written, or as lemmas of a part of speech.
 *
 * A word without capitals is found however it is written ("have": Have, HAVE); one with a capital only as it
 * is ("Polish" is not polish). Words parted by blanks have to follow one another.
 */
#pragma once

#include "concordance/text.h"

typedef struct _ConcQuery ConcQuery;

/* conc_query_new: @words: one or more. @pos: (nullable): a regular expression that a whole tag matches: then
 * the words are lemmas */
ConcQuery *conc_query_new (char **words, const char *pos, GError **error);
void conc_query_free (ConcQuery *query);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ConcQuery, conc_query_free)
gboolean conc_query_needs_tags (const ConcQuery *query);

/* For an index: each word has parts that follow one another. */
guint conc_query_get_n_words (const ConcQuery *query);
guint conc_query_get_n_parts (const ConcQuery *query, guint word);
/* conc_query_dup_part: folded, also where capitals count. Returns: (transfer full) */
char *conc_query_dup_part (const ConcQuery *query, guint word, guint part);
/* conc_query_is_plain: whether all that counts is that one of the words is there, however it is written. */
gboolean conc_query_is_plain (const ConcQuery *query);

/* conc_query_find: the first match in a sentence from token @from on, counted in the sentence.
 * @first, @n: (out): tokens of the match, counted in the document. Returns: FALSE if there is none */
gboolean conc_query_find (const ConcQuery *query, const ConcText *text, const ConcSentence *sentence,
                          guint32 from, guint32 *first, guint32 *n);

/* conc_fold: what words are compared by. Returns: (transfer full) */
char *conc_fold (const char *word, gssize length);
