/* SPDX-License-Identifier: MIT */
/*
 * The memory of a thread is a list of chunks, each larger than the one before. When all is returned, they
 * become one chunk for the next pages; what only a huge page needed is freed.
 */
#include "libextract/base/scratch.h"

#include <stdlib.h>
#include <string.h>

#include "libextract/base/budget.h"

#define LINE 64 /* bytes */
#define FIRST_CHUNK ((gsize) 256 << 10)
#define KEPT ((gsize) 4 << 20) /* of a thread, between pages */

/* A chunk begins with this. */
typedef struct _Chunk {
  struct _Chunk *before; /* (nullable) */
  gsize size;            /* bytes, with this */
  gsize used;
} Chunk;

/* Where a function began; lies in the store itself. */
typedef struct _Mark {
  struct _Mark *outer; /* (nullable) */
  Chunk *chunk;
  gsize used;
  gsize taken;
} Mark;

struct _ExtractScratch {
  Chunk *chunk;     /* the last one */
  Mark *mark;       /* (nullable): the innermost one */
  Mark *remembered; /* (nullable): the innermost one when extract_scratch_remember () was called */
  gsize taken;      /* bytes counted so far, even if they lie in chunks left from other pages */
};

static gsize
round_up (gsize n)
{
  return (n + LINE - 1) / LINE * LINE;
}

static Chunk *
chunk_new (gsize size, Chunk *before)
{
  Chunk *chunk = aligned_alloc (LINE, size);

  if (!chunk)
    extract_budget_breach (EXTRACT_ERROR_OUT_OF_MEMORY);
  extract_memory_wish (chunk, size);
  *chunk = (Chunk){ .before = before, .size = size, .used = round_up (sizeof (Chunk)) };
  return chunk;
}

/* Frees the chunks above @chunk. Returns: their bytes */
static gsize
drop_chunks (ExtractScratch *scratch, const Chunk *chunk)
{
  gsize bytes = 0;

  while (scratch->chunk != chunk) {
    Chunk *before = scratch->chunk->before;

    bytes += scratch->chunk->size;
    free (scratch->chunk);
    scratch->chunk = before;
  }
  return bytes;
}

static void
scratch_free (gpointer data)
{
  ExtractScratch *scratch = data;

  drop_chunks (scratch, NULL);
  g_free (scratch);
}

static GPrivate store = G_PRIVATE_INIT (scratch_free);

gpointer
extract_scratch_take (ExtractScratch *scratch, gsize n, gsize size)
{
  gsize needed = round_up (n * size);
  Chunk *chunk = scratch->chunk;
  char *place;

  extract_budget_charge (needed);
  scratch->taken += needed;
  if (chunk->size - chunk->used < needed)
    chunk = scratch->chunk = chunk_new (MAX (2 * chunk->size, needed + round_up (sizeof (Chunk))), chunk);
  place = (char *) chunk + chunk->used;
  chunk->used += needed;
  return place;
}

gpointer
extract_scratch_take0 (ExtractScratch *scratch, gsize n, gsize size)
{
  return memset (extract_scratch_take (scratch, n, size), 0, n * size);
}

ExtractScratch *
extract_scratch_begin (void)
{
  ExtractScratch *scratch = g_private_get (&store);
  Chunk *chunk;
  gsize used, taken;
  Mark *mark;

  if (!scratch) {
    scratch = g_new0 (ExtractScratch, 1);
    scratch->chunk = chunk_new (FIRST_CHUNK, NULL);
    g_private_set (&store, scratch);
  }
  chunk = scratch->chunk;
  used = chunk->used;
  taken = scratch->taken;
  mark = extract_scratch_take (scratch, 1, sizeof (Mark));
  *mark = (Mark){ .outer = scratch->mark, .chunk = chunk, .used = used, .taken = taken };
  scratch->mark = mark;
  return scratch;
}

void
extract_scratch_end (ExtractScratch *scratch)
{
  Mark mark = *scratch->mark;

  extract_budget_release (scratch->taken - mark.taken);
  scratch->taken = mark.taken;
  scratch->mark = mark.outer;
  if (mark.outer) {
    drop_chunks (scratch, mark.chunk);
    mark.chunk->used = mark.used;
  } else if (scratch->chunk == mark.chunk && !mark.chunk->before) {
    mark.chunk->used = mark.used;
  } else {
    gsize bytes = drop_chunks (scratch, NULL);

    scratch->chunk = chunk_new (MIN (bytes, KEPT), NULL);
  }
}

void
extract_scratch_remember (void)
{
  ExtractScratch *scratch = g_private_get (&store);

  if (scratch)
    scratch->remembered = scratch->mark;
}

void
extract_scratch_go_back (void)
{
  ExtractScratch *scratch = g_private_get (&store);

  while (scratch && scratch->mark != scratch->remembered)
    extract_scratch_end (scratch);
}
