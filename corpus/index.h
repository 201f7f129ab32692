/* SPDX-License-Identifier: MIT */
/*
 * The documents that were kept, found again by their sketches.
 *
 *   exact hash ──> the document with the same words
 *   bands      ──> documents that share four minima ──> the first one with enough minima in common
 *
 * A document takes 8 bytes and its share of a table of numbers, at most three quarters full; with minima, 128
 * bytes more and 32 numbers. Of documents that share a band, the first 16 are looked at, so texts that were
 * made alike cost no more time than others.
 */
#pragma once

#include "libextract/text/sketch.h"

typedef struct _CorpusIndex CorpusIndex;

/* corpus_index_new: @near: whether minima are kept. */
CorpusIndex *corpus_index_new (gboolean near);
void corpus_index_free (CorpusIndex *index);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CorpusIndex, corpus_index_free)

gboolean corpus_index_has_exact (const CorpusIndex *index, const ExtractSketch *sketch);
/* corpus_index_has_near: @similarity: the part of the runs of both that they share, as the minima estimate it
 */
gboolean corpus_index_has_near (const CorpusIndex *index, const ExtractSketch *sketch, double similarity);
/* corpus_index_add: @room: bytes that the index may take. Returns: FALSE if it would need more */
gboolean corpus_index_add (CorpusIndex *index, const ExtractSketch *sketch, guint64 room);

gsize corpus_index_get_n (const CorpusIndex *index);
guint64 corpus_index_get_memory (const CorpusIndex *index);
