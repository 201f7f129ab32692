/* SPDX-License-Identifier: MIT */
/*
 * The block of a record, piece by piece, as long as its head says; but heads lie. Where records have members
 * of their own, the next one begins with the next member, whatever the head says. Otherwise each line that
 * looks like the beginning of a record is suspicious: from there on nothing is let go before it is clear
 * whether the block ends well, so that one can come back:
 *
 *   head | block ........ WARC/1.0 ........|CR LF CR LF WARC/1.0       all right, it is a part of the block
 *   head | block ........ WARC/1.0 ........|............               the length is wrong
 */
#pragma once

#include "libextract/source/lookahead.h"

/* How records begin. */
typedef struct {
  const char *line; /* the first bytes of their first line, behind a line end: "\nWARC/" */
  ExtractLookaheadBegins begins;
} ExtractBlockStart;

typedef enum {
  EXTRACT_BLOCK_GOOD,
  EXTRACT_BLOCK_STOPPED, /* by what the lookahead says */
  EXTRACT_BLOCK_SHORT,   /* the next record begins before its end */
  EXTRACT_BLOCK_LENGTH,  /* its length is wrong */
} ExtractBlockState;

typedef struct {
  ExtractLookahead *ahead;        /* not owned */
  const ExtractBlockStart *start; /* not owned */
  guint64 left;                   /* of the block */
  guint64 most;                   /* bytes to hold back */
  gboolean guarded;               /* lines are suspicious */
  gboolean at_line;               /* a line begins here */
  guint64 sure;                   /* bytes of the block without a record in them */
  gsize given;                    /* what was given last */
  ExtractBlockState state;
} ExtractBlock;

/* Begins where @ahead is. */
void extract_block_init (ExtractBlock *block, ExtractLookahead *ahead, const ExtractBlockStart *start,
                         guint64 length);

/* extract_block_need: Returns: how many bytes of the block are at hand: @n, unless it ends or stops before */
gsize extract_block_need (ExtractBlock *block, gsize n);

/* extract_block_next: Returns: FALSE at the end, and if there is something wrong with it */
gboolean extract_block_next (ExtractBlock *block, const guint8 **bytes, gsize *n);

/* extract_block_end: goes over the rest of the block, and looks at what is behind it. */
void extract_block_end (ExtractBlock *block);

/*
 * extract_block_find_line: the first line that begins like a record. @at_line: whether one begins with the
 * first byte. Returns: @n if there is none
 */
gsize
extract_block_find_line (const ExtractBlockStart *start, const guint8 *bytes, gsize n, gboolean at_line);
