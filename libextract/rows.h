/* SPDX-License-Identifier: MIT */
/* Rows that grow: as a GArray, but quick to append to, and easy on the memory of large pages. */
#pragma once

#include "large.h"

typedef struct {
  gpointer data; /* [allocated]; owned, by g_free () */
  guint32 len;
  guint32 allocated;
} ExtractRows;

#define ROWS_FIRST 256

/* Large rows grow by more: what is copied was written in vain. */
static inline guint32
rows_next_room (gsize room, gsize row_size)
{
  const gsize bytes = room * row_size;
  const guint64 next = (bytes >= LARGE_FROM && bytes < LARGE_MOVED_FROM ? 8 : 2) * (guint64) room;

  return (guint32) CLAMP (next, ROWS_FIRST, G_MAXUINT32);
}

/* @rows: (transfer full): @n of them. @room: (out): rows that there is room for. Returns: (transfer full) */
static inline gpointer
rows_grow (gpointer rows, guint32 n, guint32 *room, gsize row_size)
{
  *room = rows_next_room (n, row_size);
  return large_realloc (rows, n, *room, row_size);
}

/* Returns: (transfer none): a new row, not cleared; there until the next one is added */
static inline gpointer
rows_add (ExtractRows *rows, gsize row_size)
{
  if (rows->len == rows->allocated)
    rows->data = rows_grow (rows->data, rows->len, &rows->allocated, row_size);
  return (char *) rows->data + row_size * rows->len++;
}

#define ROWS_ADD(rows, Type) ((Type *) rows_add (&(rows), sizeof (Type)))
#define ROWS_INDEX(rows, Type, i) (&((Type *) (rows).data)[i])
