/* SPDX-License-Identifier: MIT */
#include "libextract/source/lines.h"

#include <libextract/extract.h>
#include <string.h>

#define MARK "\xef\xbb\xbf"

gsize
extract_line_count_blank (const guint8 *bytes, gsize n)
{
  gsize i = n >= strlen (MARK) && memcmp (bytes, MARK, strlen (MARK)) == 0 ? strlen (MARK) : 0;

  while (i < n && g_ascii_isspace (bytes[i]))
    i++;
  return i;
}

/* At least @n bytes, whatever members they are of. */
static gsize
need_across (ExtractLookahead *ahead, gsize n)
{
  gsize have = extract_lookahead_need (ahead, n);

  while (have < n && ahead->stop == EXTRACT_UNPACK_MEMBER_END) {
    extract_lookahead_cross (ahead);
    have = extract_lookahead_need (ahead, n);
  }
  return have;
}

static ExtractLine
skip_long (ExtractLookahead *ahead)
{
  for (;;) {
    gsize n = need_across (ahead, 1);
    const guint8 *bytes = extract_lookahead_peek (ahead), *newline = memchr (bytes, '\n', n);

    extract_lookahead_skip (ahead, newline ? (gsize) (newline + 1 - bytes) : n);
    if (newline || n == 0)
      return EXTRACT_LINE_TOO_LONG;
  }
}

ExtractLine
extract_line_peek (ExtractArchive *archive, const guint8 **line, gsize *n, gsize *n_used)
{
  ExtractLookahead *ahead = &archive->ahead;
  guint64 most = MIN (archive->source->limits.max_bytes, archive->source->limits.max_memory);
  gsize have = need_across (ahead, 1), from = 0;
  const guint8 *newline = NULL;

  while (!(newline = memchr (extract_lookahead_peek (ahead) + from, '\n', have - from))) {
    from = have;
    if (have > most)
      return skip_long (ahead);
    have = need_across (ahead, have + 1);
    if (have == from)
      break;
  }
  *line = extract_lookahead_peek (ahead);
  *n = newline ? (gsize) (newline - *line) : have;
  *n_used = *n + (newline != NULL);
  if (*n > most)
    return skip_long (ahead);
  if (newline)
    return EXTRACT_LINE_READ;
  if (ahead->stop != EXTRACT_UNPACK_END)
    return EXTRACT_LINE_STOPPED;
  return have > 0 ? EXTRACT_LINE_READ : EXTRACT_LINE_END;
}

void
extract_line_set_stopped (ExtractArchive *archive, GError **error)
{
  ExtractLookahead *ahead = &archive->ahead;
  gboolean damaged = ahead->stop == EXTRACT_UNPACK_DAMAGED;
  g_autoptr (GError) local = NULL;

  extract_archive_set_stop (archive, &local);
  if (damaged)
    g_set_error (error, local->domain, local->code, "%s, and nothing behind it can be read", local->message);
  else
    g_propagate_error (error, g_steal_pointer (&local));
  extract_lookahead_skip (ahead, extract_lookahead_get_length (ahead));
  ahead->stop = EXTRACT_UNPACK_END;
}
