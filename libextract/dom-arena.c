/* SPDX-License-Identifier: MIT */
/* Small pieces come from chunks, by size class, and are recycled; large ones come from the system. */
#include "dom-arena.h"

#include <string.h>

#define ARENA_CHUNK (256 * 1024)
#define ARENA_CALLS_PER_CLOCK 256

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
  if (arena->used + bytes > arena->fence->memory)
    extract_arena_leave (arena, EXTRACT_ERROR_OUT_OF_MEMORY);
  arena->used += bytes;
}

static gpointer
arena_alloc_large (ExtractArena *arena, gsize size)
{
  ArenaLarge *piece;

  arena_charge (arena, size + sizeof *piece);
  piece = g_try_malloc (size + sizeof *piece);
  if (!piece)
    extract_arena_leave (arena, EXTRACT_ERROR_OUT_OF_MEMORY);
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

  if (++arena->calls % ARENA_CALLS_PER_CLOCK == 0 && extract_fence_get_time () > arena->fence->deadline)
    extract_arena_leave (arena, EXTRACT_ERROR_OUT_OF_TIME);
  if (size > ARENA_LARGE)
    return arena_alloc_large (arena, size);

  memory = arena->recycled[size / ARENA_GRAIN];
  if (memory) {
    arena->recycled[size / ARENA_GRAIN] = *(gpointer *) memory;
    return memory;
  }
  if (arena->free_bytes < size + sizeof *head) {
    arena_charge (arena, ARENA_CHUNK);
    g_ptr_array_add (arena->chunks, g_malloc (ARENA_CHUNK));
    arena->free_start = g_ptr_array_index (arena->chunks, arena->chunks->len - 1);
    arena->free_bytes = ARENA_CHUNK;
  }
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
    arena->used -= size + sizeof *piece;
    g_free (piece);
    return;
  }
  *(gpointer *) memory = arena->recycled[size / ARENA_GRAIN];
  arena->recycled[size / ARENA_GRAIN] = memory;
}

void
extract_arena_init (ExtractArena *arena, const ExtractFence *fence)
{
  memset (arena, 0, sizeof *arena);
  arena->chunks = g_ptr_array_new_with_free_func (g_free);
  arena->fence = fence;
}

void
extract_arena_drop (ExtractArena *arena)
{
  for (ArenaLarge *piece = arena->large, *next; piece; piece = next) {
    next = piece->next;
    g_free (piece);
  }
  g_ptr_array_unref (arena->chunks);
}
