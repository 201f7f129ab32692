/* SPDX-License-Identifier: MIT */
/* Memory for gumbo, that counts in the run at hand (budget.h), looks at the clock, and is left by longjmp. */
#pragma once

#include <setjmp.h>

#include "libextract/extract.h"

#define ARENA_LARGE (16 * 1024)
#define ARENA_GRAIN 16
#define ARENA_CLASSES (ARENA_LARGE / ARENA_GRAIN)

typedef struct _ArenaLarge ArenaLarge;

typedef struct {
  gpointer chunks;  /* (nullable): the newest chunk; each begins with a pointer to the one before */
  char *free_start; /* of it */
  gsize free_bytes;
  gpointer recycled[ARENA_CLASSES + 1]; /* lists through the first word of free small pieces */
  ArenaLarge *large;
  guint64 used; /* bytes asked of the system */
  guint calls;
  guint characters;    /* that gumbo has read */
  ExtractError breach; /* why it was left */
  jmp_buf *exit;       /* where to */
} ExtractArena;

/* An arena that is all zero is empty. This makes it empty again. */
void extract_arena_drop (ExtractArena *arena);

/* For GumboOptions; @data: the arena. Leaves it where a limit is reached. */
void *extract_arena_alloc (void *data, size_t wanted);
void extract_arena_free (void *data, void *memory);

/* At the clock. */
void extract_arena_look (ExtractArena *arena);
/* Goes to `exit`. */
G_NORETURN void extract_arena_leave (ExtractArena *arena, ExtractError breach);
