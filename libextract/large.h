/* SPDX-License-Identifier: MIT */
/*
 * Memory of large pages. It is new each time, and asked for in pages of 4 KB it would cost an eighth of all
 * time: the system gives larger ones for a wish.
 */
#pragma once

#include <glib.h>
#include <string.h>
#include <sys/mman.h>

#define LARGE_FROM ((gsize) 2 << 20)
#define LARGE_GRAIN ((gsize) 4096)
/* From there on memory is a mapping of its own, which the system moves without a copy. */
#define LARGE_MOVED_FROM ((gsize) 33 << 20)

/* Wishes for large pages, if so much memory is worth it. It is no fault if there are none. The pages that it
 * begins and ends in are wished for as well: else they would be a mapping apart, and the system moves no more
 * than one. */
static inline void
large_wish (gpointer memory, gsize size)
{
#ifdef MADV_HUGEPAGE
  const gsize skipped = (gsize) memory % LARGE_GRAIN;

  if (size >= LARGE_FROM)
    madvise ((char *) memory - skipped, (size + skipped + LARGE_GRAIN - 1) / LARGE_GRAIN * LARGE_GRAIN,
             MADV_HUGEPAGE);
#endif
}

/* As g_malloc_n (). */
static inline gpointer
large_alloc (gsize n, gsize size)
{
  gpointer memory = g_malloc_n (n, size);

  large_wish (memory, n * size);
  return memory;
}

/* As g_realloc_n (), from @old_n. */
static inline gpointer
large_realloc (gpointer memory, gsize old_n, gsize n, gsize size)
{
  gpointer larger;

  /* What is written to is there, in small pages: the wish comes before the copy. */
  if (n * size >= LARGE_FROM && old_n * size < LARGE_MOVED_FROM) {
    larger = large_alloc (n, size);
    if (old_n > 0)
      memcpy (larger, memory, old_n * size);
    g_free (memory);
  } else {
    larger = g_realloc_n (memory, n, size);
    large_wish (larger, n * size);
  }
  return larger;
}
