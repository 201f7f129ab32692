/* SPDX-License-Identifier: MIT */
/*
 * An index: pages as vertical text, found by their words.
 *
 *   vertical text ──> words, lemmas ──> which pages, and which of their sentences
 *                └──> a row a sentence: whether it is whole, and what repeats are told by
 *
 * It only says which pages may have a word. Whether they have it, conc_find () decides on their text: so an
 * index finds what a run over the pages finds, in the same order. All of a page is read for that, unless
 * sentences are only counted, as for a sample.
 */
#pragma once

#include "concordance/keep.h"

/* conc_index_is: whether the folder @path is one, or another store of its kind. */
gboolean conc_index_is (const char *path);

/* What is known of a page beside its text. */
typedef struct {
  const char *place; /* a page of the same place is replaced */
  const char *group; /* (nullable): the archive or file that it came from with others */
  const char
      *language; /* (nullable): a code; NULL: what its text says; if that is nothing, no filter refuses it */
  const char *charset; /* (nullable): the same */
  ConcReadFlags flags; /* how its text is to be read */
  gboolean tagged;     /* by the tagger of the index: no other one is to be asked */
} ConcIndexPage;

/* What all pages of an index have in common. */
typedef struct {
  gboolean all_text; /* sentences outside of the main text, too */
  const char *tags;  /* "": no tagger was asked, else which one, and for which set of tags */
} ConcIndexSettings;

/* ---- Writing ------------------------------------------------------------------------------------ */

typedef struct _ConcIndexWriter ConcIndexWriter;

/* conc_index_writer_new: @path: an index with the same settings, to which pages are added, or nothing that
 * exists. It is changed, or there, once it is committed. */
ConcIndexWriter *conc_index_writer_new (const char *path, const ConcIndexSettings *settings, GError **error);
gboolean conc_index_writer_put (ConcIndexWriter *writer, const ConcIndexPage *page, const char *vertical,
                                gsize length, GError **error);
gboolean conc_index_writer_commit (ConcIndexWriter *writer, GError **error);
guint32 conc_index_writer_get_n (ConcIndexWriter *writer);
void conc_index_writer_free (ConcIndexWriter *writer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ConcIndexWriter, conc_index_writer_free)

/* ---- Reading ------------------------------------------------------------------------------------- */

typedef struct _ConcIndex ConcIndex;

ConcIndex *conc_index_new (const char *path, GError **error);
void conc_index_free (ConcIndex *index);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ConcIndex, conc_index_free)
gboolean conc_index_has_all_text (const ConcIndex *index);
/* conc_index_has_tags: whether a tagger was asked when it was made. */
gboolean conc_index_has_tags (const ConcIndex *index);
guint32 conc_index_get_n (const ConcIndex *index);

/* conc_index_limit: the walks fail with G_IO_ERROR_TIMED_OUT at @deadline, in microseconds as of
 * g_get_monotonic_time (), and with G_IO_ERROR_CANCELLED. @cancellable: lent */
void conc_index_limit (ConcIndex *index, gint64 deadline, GCancellable *cancellable);

/* conc_index_begin: pages that may have what is wanted. @wanted: lent for the whole walk. @languages,
 * @charset: (nullable): only such pages */
gboolean conc_index_begin (ConcIndex *index, const ConcWanted *wanted, char **languages, const char *charset,
                           GError **error);
/* conc_index_next: the next one. @tagged: (out): no tagger is to be asked. Returns: FALSE behind the last
 * one, and with an error */
gboolean conc_index_next (ConcIndex *index, ConcText *text, gboolean *tagged, GError **error);

/* conc_index_can_count: whether the index alone knows which sentences match. */
gboolean conc_index_can_count (const ConcWanted *wanted);

/* conc_index_sample: all that is left of the walk is offered to @sample, as it would be if each page was
 * read.
 * @n_found, @n_repeats: those that are new, and those that are not, are added */
gboolean conc_index_sample (ConcIndex *index, ConcSeen *seen, ConcSample *sample, guint64 *n_found,
                            guint64 *n_repeats, GError **error);
