/* SPDX-License-Identifier: MIT */
/*
 * Memory of large pages. It is new each time, and asked for in pages of 4 KB it would cost an eighth of all
 * time: the system gives larger ones for a wish.
 */
#pragma once

#include <glib.h>
#include <sys/mman.h>

#define LARGE_FROM ((gsize) 2 << 20)
#define LARGE_GRAIN ((gsize) 4096)

/* Wishes for large pages, if so much memory is worth it. It is no fault if there are none. */
static inline void
large_wish (gpointer memory, gsize size)
{
#ifdef MADV_HUGEPAGE
  const gsize skipped = -(gsize) memory % LARGE_GRAIN;

  if (size >= LARGE_FROM)
    madvise ((char *) memory + skipped, (size - skipped) / LARGE_GRAIN * LARGE_GRAIN, MADV_HUGEPAGE);
#endif
}

/* As g_realloc_n (). */
static inline gpointer
large_realloc (gpointer memory, gsize n, gsize size)
{
  memory = g_realloc_n (memory, n, size);
  large_wish (memory, n * size);
  return memory;
}
