/* SPDX-License-Identifier: MIT */
/*
 * The comments that are written behind the text, one by one, each below what it answers. Answers below the
 * deepest level stay on that level.
 *
 *   ExtractThread thread = extract_thread_begin (document, flags, levels);
 *
 *   while (extract_thread_next (&thread))
 *     close thread.n_ended elements, then open one for thread.item
 *   close thread.n_ended elements
 */
#pragma once

#include "libextract/meta/items.h"
#include "libextract/write/writer.h"

typedef struct {
  ExtractDocument *document;
  ExtractWriteFlags flags;
  ExtractItems *items; /* lent by the document */
  guint levels;        /* at most; > 0 */
  guint next;          /* item to look at */
  ExtractRows open;    /* guint: what the item at hand answers, outermost first, and itself */

  /* What extract_thread_next () found. */
  guint item;
  guint level;   /* 0 if it answers none that is written */
  guint n_ended; /* levels that end before it, or at the end of all */
  guint n;       /* items so far */
} ExtractThread;

/* In the run at hand. */
ExtractThread extract_thread_begin (ExtractDocument *document, ExtractWriteFlags flags, guint levels);
/* Returns: FALSE if there are no more; then it holds no memory */
gboolean extract_thread_next (ExtractThread *thread);
