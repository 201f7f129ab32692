/* SPDX-License-Identifier: MIT */
/* Rows that grow: as a GArray, but quick to append to, counted, and easy on the memory of large pages. */
#pragma once

#include "libextract/base/budget.h"

typedef struct {
  gpointer data; /* [allocated]; owned, by extract_memory_free () */
  guint32 len;
  guint32 allocated;
} ExtractRows;

#define ROWS_FIRST 256
/* Bytes from which on they grow by a quarter, not by all: the system moves them without a copy, and what is
 * asked for in vain counts. */
#define ROWS_LARGE ((gsize) 4 << 20)

static inline guint32
rows_next_room (gsize room, gsize row_size)
{
  const guint64 next = room * row_size >= ROWS_LARGE ? room + (guint64) room / 4 : 2 * (guint64) room;

  return (guint32) CLAMP (next, ROWS_FIRST, G_MAXUINT32);
}

/* @rows: (transfer full): full. @room: (inout): rows that there is room for. Returns: (transfer full) */
static inline gpointer
rows_grow (gpointer rows, guint32 *room, gsize row_size)
{
  if (*room == G_MAXUINT32)
    extract_budget_breach (EXTRACT_ERROR_OUT_OF_MEMORY);
  *room = rows_next_room (*room, row_size);
  return extract_memory_realloc (rows, *room, row_size);
}

/* Returns: (transfer none): a new row, not cleared; there until the next one is added */
static inline gpointer
rows_add (ExtractRows *rows, gsize row_size)
{
  if (rows->len == rows->allocated)
    rows->data = rows_grow (rows->data, &rows->allocated, row_size);
  return (char *) rows->data + row_size * rows->len++;
}

#define ROWS_ADD(rows, Type) ((Type *) rows_add (&(rows), sizeof (Type)))
#define ROWS_INDEX(rows, Type, i) (&((Type *) (rows).data)[i])
