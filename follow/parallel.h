/* SPDX-License-Identifier: MIT */
/*
 * Blocks of a page, and those of the same page in another language: which say the same. After Gale and Church
 * 1993, "A Program for Aligning Sentences in Bilingual Corpora", Computational Linguistics 19 (1), with
 * blocks in the place of sentences, and what the tree says about them.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  const char *text; /* not owned, as the next two */
  const char *kind; /* the tag of its element: "h2" */
  const char *path; /* of its element: "/html/body/p[2]" */
} FollowBlock;

/* Some blocks of a page, and those of the other one. */
typedef struct {
  guint first, n;             /* 0 to 2 of the one */
  guint other_first, n_other; /* 0 to 2 of the other; together not 0 */
} FollowMatch;

/* No pair of pages has more pairs of blocks. */
#define FOLLOW_MAX_PAIRS ((gsize) 50 << 20)

/*
 * follow_parallel_align: @n * @n_other: at most FOLLOW_MAX_PAIRS
 * Returns: (transfer full) (element-type FollowMatch): all blocks of both, in order
 */
GArray *follow_parallel_align (const FollowBlock *blocks, guint n, const FollowBlock *other, guint n_other);

G_END_DECLS
