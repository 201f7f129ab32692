/* SPDX-License-Identifier: MIT */
/* Small pieces come from chunks, by size class, and are recycled; large ones come from the system. */
#include "libextract/html/arena.h"
#include "libextract/base/budget.h"

#include <string.h>

/* Chunks grow with what there is, by little, for they count as a whole; small ones are of a size that the
 * system gets back. */
#define ARENA_CHUNK ((gsize) 256 * 1024)
#define ARENA_CHUNKS 32
#define ARENA_CALLS_PER_CLOCK 256
/* So much memory takes its time, too. */
#define ARENA_CLOCK ((gsize) 64 * 1024)

/* In front of each small piece. */
typedef struct {
  gsize size; /* of what follows, a multiple of the grain */
} ArenaHead;

/* In front of each large piece; ends like ArenaHead, so that extract_arena_free () can tell them apart. */
struct _ArenaLarge {
  ArenaLarge *next;
  ArenaLarge *previous;
  ArenaHead head;
};

G_NORETURN void
extract_arena_leave (ExtractArena *arena, ExtractError breach)
{
  arena->breach = breach;
  longjmp (*arena->exit, 1);
}

static void
arena_charge (ExtractArena *arena, gsize bytes)
{
  if (!extract_budget_try_charge (bytes))
    extract_arena_leave (arena, EXTRACT_ERROR_OUT_OF_MEMORY);
  arena->used += bytes;
}

static void
arena_release (ExtractArena *arena, gsize bytes)
{
  extract_budget_release (bytes);
  arena->used -= bytes;
}

void
extract_arena_look (ExtractArena *arena)
{
  if (!extract_budget_has_time ())
    extract_arena_leave (arena, EXTRACT_ERROR_OUT_OF_TIME);
}

static void
arena_add_chunk (ExtractArena *arena)
{
  const gsize size = MAX (ARENA_CHUNK, arena->used / ARENA_CHUNKS / ARENA_GRAIN * ARENA_GRAIN);
  gpointer *chunk;

  arena_charge (arena, size);
  chunk = g_try_malloc (size);
  if (!chunk) {
    arena_release (arena, size);
    extract_arena_leave (arena, EXTRACT_ERROR_OUT_OF_MEMORY);
  }
  *chunk = arena->chunks;
  arena->chunks = chunk;
  arena->free_start = (char *) chunk + ARENA_GRAIN;
  arena->free_bytes = size - ARENA_GRAIN;
}

static gpointer
arena_alloc_large (ExtractArena *arena, gsize size)
{
  ArenaLarge *piece;

  arena_charge (arena, size + sizeof *piece);
  piece = g_try_malloc (size + sizeof *piece);
  if (!piece) {
    arena_release (arena, size + sizeof *piece);
    extract_arena_leave (arena, EXTRACT_ERROR_OUT_OF_MEMORY);
  }
  piece->head.size = size;
  piece->previous = NULL;
  piece->next = arena->large;
  if (piece->next)
    piece->next->previous = piece;
  arena->large = piece;
  return piece + 1;
}

void *
extract_arena_alloc (void *data, size_t wanted)
{
  ExtractArena *arena = data;
  gsize size = MAX ((wanted + ARENA_GRAIN - 1) / ARENA_GRAIN * ARENA_GRAIN, ARENA_GRAIN);
  ArenaHead *head;
  gpointer memory;

  if (++arena->calls % ARENA_CALLS_PER_CLOCK == 0 || size >= ARENA_CLOCK)
    extract_arena_look (arena);
  if (size > ARENA_LARGE)
    return arena_alloc_large (arena, size);

  memory = arena->recycled[size / ARENA_GRAIN];
  if (memory) {
    arena->recycled[size / ARENA_GRAIN] = *(gpointer *) memory;
    return memory;
  }
  if (arena->free_bytes < size + sizeof *head)
    arena_add_chunk (arena);
  head = (ArenaHead *) (gpointer) arena->free_start;
  head->size = size;
  arena->free_start += size + sizeof *head;
  arena->free_bytes -= size + sizeof *head;
  return head + 1;
}

void
extract_arena_free (void *data, void *memory)
{
  ExtractArena *arena = data;
  gsize size;

  if (!memory)
    return;
  size = ((ArenaHead *) memory - 1)->size;
  if (size > ARENA_LARGE) {
    ArenaLarge *piece = (ArenaLarge *) memory - 1;

    if (piece->next)
      piece->next->previous = piece->previous;
    if (piece->previous)
      piece->previous->next = piece->next;
    else
      arena->large = piece->next;
    arena_release (arena, size + sizeof *piece);
    g_free (piece);
    return;
  }
  *(gpointer *) memory = arena->recycled[size / ARENA_GRAIN];
  arena->recycled[size / ARENA_GRAIN] = memory;
}

void
extract_arena_drop (ExtractArena *arena)
{
  for (ArenaLarge *piece = arena->large, *next; piece; piece = next) {
    next = piece->next;
    g_free (piece);
  }
  for (gpointer *chunk = arena->chunks, *before; chunk; chunk = before) {
    before = *chunk;
    g_free (chunk);
  }
  extract_budget_release (arena->used);
  *arena = (ExtractArena){ .breach = arena->breach };
}
