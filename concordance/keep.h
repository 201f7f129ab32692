/* SPDX-License-Identifier: MIT */
/*
 * Which of the sentences found are kept.
 *
 *   found ──> seen before? ──> the first N, or a sample of N: each is as likely as any other
 *
 * What was seen is a memory of bounded size: of a sentence it has a number, and the oldest goes first, if
 * wanted to a filter that remembers far more, and may err (bloom.h).
 */
#pragma once

#include "concordance/find.h"

typedef struct _ConcSeen ConcSeen;

/* conc_seen_new: @size: sentences. @near: those with the same letters are the same, whatever their signs,
 * digits and capitals */
ConcSeen *conc_seen_new (guint size, gboolean near);
void conc_seen_free (ConcSeen *seen);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ConcSeen, conc_seen_free)
/* conc_seen_keep_older: the next @n to 2 @n older ones are known, too; of new ones, one in a thousand may be
 * taken for one of them. Before the first one. */
void conc_seen_keep_older (ConcSeen *seen, gsize n);
/* conc_seen_add: Returns: whether it is new */
gboolean conc_seen_add (ConcSeen *seen, const char *sentence, gsize length);
/* The two steps of it. */
guint64 conc_seen_hash (const char *sentence, gsize length, gboolean near);
gboolean conc_seen_add_hash (ConcSeen *seen, guint64 hash);
gboolean conc_seen_is_near (const ConcSeen *seen);

typedef struct {
  GPtrArray *hits; /* of ConcHit: [n at most] */
  guint64 n;
  guint64 n_offered;
  guint64 state; /* of the numbers drawn */
} ConcSample;

void conc_sample_init (ConcSample *sample, guint64 n, guint64 seed);
void conc_sample_clear (ConcSample *sample);
/* conc_sample_offer: takes @hit. The sample depends on the seed and on the order of the hits, and nothing
 * else. */
void conc_sample_offer (ConcSample *sample, ConcHit *hit);
/* The two steps of it. conc_sample_draw: @place: (out): where the next hit goes. Returns: FALSE if it is not
 * kept */
gboolean conc_sample_draw (ConcSample *sample, guint64 *place);
/* conc_sample_put: takes @hit. */
void conc_sample_put (ConcSample *sample, guint64 place, ConcHit *hit);
/* conc_sample_drop_pending: hits without a sentence go. */
void conc_sample_drop_pending (ConcSample *sample);
