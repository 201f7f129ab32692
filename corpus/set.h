/* SPDX-License-Identifier: MIT */
/*
 * A set of hashes that only grows, in four bytes each.
 *
 *   home    the first bits of a hash say where it is looked for, and in the slots behind
 *   slot    bits 9 to 40 of the hash; 0 if it is empty
 *
 * Bits that slot and home have in common give the home back when the set doubles in place. All but the first
 * 41 bits are forgotten: of n hashes in the set, one of 2^41 / n others is taken for one of them: one in
 * 33,000 if there are 64 million. At most three slots in four are full.
 */
#pragma once

#include <glib.h>

typedef struct _CorpusSet CorpusSet;

CorpusSet *corpus_set_new (void);
void corpus_set_free (CorpusSet *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CorpusSet, corpus_set_free)

/* corpus_set_expect: @hash is going to be looked for or added soon: the slots come nearer meanwhile. */
void corpus_set_expect (const CorpusSet *set, guint64 hash);
gboolean corpus_set_has (const CorpusSet *set, guint64 hash);
/* corpus_set_add: @room: bytes that the set may take. Returns: FALSE if it would need more: @hash is not
 * added */
gboolean corpus_set_add (CorpusSet *set, guint64 hash, guint64 room);

gsize corpus_set_get_n (const CorpusSet *set);
/* corpus_set_get_memory: bytes. */
guint64 corpus_set_get_memory (const CorpusSet *set);
