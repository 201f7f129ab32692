/* SPDX-License-Identifier: MIT */
/*
 * Bait words. A search engine shows some hundred results of a query, whoever asks. With another word beside
 * the one that is looked for, it shows others:
 *
 *   "have" and a bait word ──> have xqzj, have bdlo, have wumk ... ──> other pages each time
 *
 * The i-th bait word depends on the kind, the seed and the file, so that a task can go on where it was.
 */
#pragma once

#include <gio/gio.h>

typedef enum {
  CONC_BAIT_RANDOM,
  CONC_BAIT_NUMBERS,
  CONC_BAIT_TITLES,
  CONC_BAIT_ARTICLES,
  CONC_BAIT_WORDS,
  CONC_BAIT_NONE,
  CONC_N_BAITS
} ConcBaitKind;

typedef struct {
  const char *name;
  const char *sentence;
  gboolean file; /* it needs one */
} ConcBaitInfo;

const ConcBaitInfo *conc_bait_get_info (ConcBaitKind kind);

/* What is kept of a file: a sample, if it has more. */
#define CONC_MOST_BAITS 100000

typedef struct _ConcBait ConcBait;

/* conc_bait_new: @path: (nullable): of kinds that need a file: a line each, or JSON Lines, of which the title
 * or text counts; also packed. */
ConcBait *conc_bait_new (ConcBaitKind kind, guint64 seed, const char *path, GError **error);
void conc_bait_free (ConcBait *bait);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ConcBait, conc_bait_free)

/* conc_bait_dup: Returns: (transfer full) (nullable): the @i-th; NULL if there are no more */
char *conc_bait_dup (const ConcBait *bait, guint64 i);
