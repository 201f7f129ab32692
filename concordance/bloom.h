/* SPDX-License-Identifier: MIT */
/*
 * A memory of fixed size for any number of hashes (a Bloom filter): what it has not seen for long it forgets;
 * and of what it never saw, it takes fewer than one in a thousand for seen.
 *
 *   two generations of n each:   older ──────── younger ──>      a full one becomes the older,
 *                                forgotten  <──────┘             which is forgotten
 *
 * So the last n are known for sure, and those before them up to 2 n. With b = 16 bits for each of n, and
 * k = 11 of them set, a full generation errs with (1 - e^(-k/b))^k = 0.00046, two of them with 0.00092.
 */
#pragma once

#include <glib.h>

typedef struct _ConcBloom ConcBloom;

/* conc_bloom_new: @n: of a generation. 4 n bytes. */
ConcBloom *conc_bloom_new (gsize n);
void conc_bloom_free (ConcBloom *bloom);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ConcBloom, conc_bloom_free)

/* @hash: with good bits */
void conc_bloom_add (ConcBloom *bloom, guint64 hash);
gboolean conc_bloom_has (const ConcBloom *bloom, guint64 hash);
