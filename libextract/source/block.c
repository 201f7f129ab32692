/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "libextract/source/block.h"

#include <string.h>

/* Behind each block. */
#define LINE_ENDS "\r\n\r\n"
/* How much of what is behind is looked at: what comes by a pipe need not be there yet. */
#define LOOKS_AT ((gsize) 16)

void
extract_block_init (ExtractBlock *block, ExtractLookahead *ahead, const ExtractBlockStart *start,
                    guint64 length)
{
  *block = (ExtractBlock){ .ahead = ahead, .start = start, .left = length, .at_line = TRUE };
}

gsize
extract_block_find_line (const ExtractBlockStart *start, const guint8 *bytes, gsize n, gboolean at_line)
{
  const char *line = start->line + 1;
  gsize length = strlen (line);
  const guint8 *at = bytes;

  if (at_line && n >= length && memcmp (bytes, line, length) == 0 && start->begins (bytes, n))
    return 0;
  while ((at = memmem (at, (gsize) (bytes + n - at), start->line, length + 1)) != NULL) {
    at++;
    if (start->begins (at, (gsize) (bytes + n - at)))
      return (gsize) (at - bytes);
  }
  return n;
}

static gsize
need_across (ExtractBlock *block, gsize n)
{
  return extract_lookahead_need_across (block->ahead, n, block->start->begins);
}

gsize
extract_block_need (ExtractBlock *block, gsize n)
{
  return (gsize) MIN (need_across (block, (gsize) MIN (n, block->left)), block->left);
}

/* Whether what follows a block is the next record, or nothing. @surely: two line ends are not enough; without
 * it, what is behind them is no fault of this record */
static gboolean
ends_well (const ExtractBlock *block, const guint8 *bytes, gsize n, gboolean surely)
{
  ExtractUnpacked stop = block->ahead->stop;
  gsize i = 0;

  while (i < n && (bytes[i] == '\r' || bytes[i] == '\n'))
    i++;
  if (i < n)
    return block->start->begins (bytes + i, n - i) ||
           (!surely && n >= strlen (LINE_ENDS) && memcmp (bytes, LINE_ENDS, strlen (LINE_ENDS)) == 0);
  return stop == EXTRACT_UNPACK_END || stop == EXTRACT_UNPACK_MEMBER_END || n >= LOOKS_AT;
}

/* A record seems to begin here, within the block. */
static void
judge (ExtractBlock *block)
{
  gsize need = 0, have = 0;

  block->state = EXTRACT_BLOCK_LENGTH;
  if (block->left > block->most)
    return;
  need = (gsize) block->left + EXTRACT_BEGIN_LOOKS_AT;
  have = need_across (block, need);
  if (have < block->left || !ends_well (block, extract_lookahead_peek (block->ahead) + block->left,
                                        have - (gsize) block->left, TRUE))
    return;
  block->state = EXTRACT_BLOCK_GOOD;
  block->sure = block->left;
}

static void
take_given (ExtractBlock *block)
{
  extract_lookahead_skip (block->ahead, block->given);
  block->left -= block->given;
  block->sure -= MIN (block->sure, block->given);
  block->given = 0;
}

/* How many of @have bytes can be given before the next suspicious line. */
static gsize
count_safe (const ExtractBlock *block, gsize have)
{
  const guint8 *bytes = extract_lookahead_peek (block->ahead);
  gsize length = strlen (block->start->line), safe = 0;

  if (!block->guarded)
    return have;
  if (block->sure > 0)
    return (gsize) MIN (have, block->sure);
  safe = extract_block_find_line (block->start, bytes, have, block->at_line);
  if (safe < have || have == block->left)
    return safe;
  /* The line may begin with the last bytes. */
  return have > length ? have - length : have;
}

gboolean
extract_block_next (ExtractBlock *block, const guint8 **bytes, gsize *n)
{
  gsize have = 0;

  take_given (block);
  if (block->left == 0 || block->state != EXTRACT_BLOCK_GOOD)
    return FALSE;
  have = extract_block_need (block, block->guarded ? EXTRACT_BEGIN_LOOKS_AT : 1);
  if (have == 0) {
    block->state = block->ahead->wall != G_MAXUINT64 ? EXTRACT_BLOCK_SHORT : EXTRACT_BLOCK_STOPPED;
    return FALSE;
  }
  block->given = count_safe (block, have);
  if (block->given == 0) {
    judge (block);
    if (block->state != EXTRACT_BLOCK_GOOD)
      return FALSE;
    block->given = (gsize) block->sure;
  }
  *bytes = extract_lookahead_peek (block->ahead);
  *n = block->given;
  block->at_line = (*bytes)[*n - 1] == '\n';
  return TRUE;
}

/* At least the line behind the line ends, if it is no longer than what is looked at. Returns: how many bytes
 */
static gsize
look_behind (ExtractLookahead *ahead)
{
  gsize n = extract_lookahead_need (ahead, LOOKS_AT), before = 0, i = 0;

  while (n > before && n < EXTRACT_BEGIN_LOOKS_AT) {
    const guint8 *bytes = extract_lookahead_peek (ahead);

    while (i < n && (bytes[i] == '\r' || bytes[i] == '\n'))
      i++;
    if (n < LOOKS_AT || memchr (bytes + i, '\n', n - i))
      break;
    before = n;
    n = extract_lookahead_need (ahead, n + 1);
  }
  return n;
}

void
extract_block_end (ExtractBlock *block)
{
  const guint8 *bytes = NULL;
  gsize n = 0;

  while (extract_block_next (block, &bytes, &n))
    continue;
  if (block->state != EXTRACT_BLOCK_GOOD)
    return;
  n = look_behind (block->ahead);
  bytes = extract_lookahead_peek (block->ahead);
  if (ends_well (block, bytes, n, FALSE))
    return;
  /* Line ends, and then no end: the sum of the member is wrong, say. */
  while (n > 0 && (*bytes == '\r' || *bytes == '\n'))
    bytes++, n--;
  block->state = n == 0 ? EXTRACT_BLOCK_STOPPED : EXTRACT_BLOCK_LENGTH;
}
