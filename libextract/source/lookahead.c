/* SPDX-License-Identifier: MIT */
#include "libextract/source/lookahead.h"

#include <string.h>

/* Small enough for the caches of processors, and large enough that the codecs are called seldom. */
#define FIRST_ROOM ((gsize) 256 << 10)
/* Codecs that get less have to copy. */
#define LEAST_ROOM ((gsize) 64 << 10)

void
extract_lookahead_init (ExtractLookahead *ahead, ExtractUnpacker *unpacker)
{
  *ahead = (ExtractLookahead){ .unpacker = unpacker, .room = FIRST_ROOM, .wall = G_MAXUINT64 };
  ahead->bytes = g_malloc (FIRST_ROOM);
}

void
extract_lookahead_clear (ExtractLookahead *ahead)
{
  g_clear_pointer (&ahead->unpacker, extract_unpacker_free);
  g_clear_pointer (&ahead->bytes, g_free);
  g_clear_error (&ahead->error);
}

/* Room for @n bytes from the next one on, and for some more. What was needed once is given back. */
static void
make_room (ExtractLookahead *ahead, gsize n)
{
  gsize length = ahead->end - ahead->pos;
  gsize room = MAX (FIRST_ROOM, n + LEAST_ROOM);

  if (length == 0)
    ahead->pos = ahead->end = 0;
  if (ahead->room - ahead->end >= LEAST_ROOM && ahead->room - ahead->pos >= n)
    return;
  memmove (ahead->bytes, ahead->bytes + ahead->pos, length);
  ahead->pos = 0;
  ahead->end = length;
  if (room > ahead->room || (ahead->room > FIRST_ROOM && room == FIRST_ROOM)) {
    room = room > ahead->room ? MAX (room, ahead->room + ahead->room / 2) : MAX (room, length + LEAST_ROOM);
    ahead->bytes = g_realloc (ahead->bytes, room);
    ahead->room = room;
  }
}

gsize
extract_lookahead_need (ExtractLookahead *ahead, gsize n)
{
  while (ahead->end - ahead->pos < n && ahead->stop == EXTRACT_UNPACK_MORE) {
    gsize n_more = 0;

    make_room (ahead, n);
    ahead->stop = extract_unpacker_read (ahead->unpacker, ahead->bytes + ahead->end, ahead->room - ahead->end,
                                         &n_more, &ahead->error);
    ahead->member = extract_unpacker_get_member (ahead->unpacker);
    ahead->end += n_more;
  }
  return ahead->end - ahead->pos;
}

void
extract_lookahead_skip (ExtractLookahead *ahead, gsize n)
{
  ahead->pos += n;
  ahead->offset += n;
}

static void
enter (ExtractLookahead *ahead)
{
  ahead->member_offset = ahead->offset + extract_lookahead_get_length (ahead);
  ahead->stop = EXTRACT_UNPACK_MORE;
}

void
extract_lookahead_cross (ExtractLookahead *ahead)
{
  g_assert (ahead->stop == EXTRACT_UNPACK_MEMBER_END);
  enter (ahead);
}

void
extract_lookahead_resume (ExtractLookahead *ahead, ExtractUnpackAccepts accepts)
{
  extract_lookahead_skip (ahead, extract_lookahead_get_length (ahead));
  if (ahead->stop == EXTRACT_UNPACK_FAILED || ahead->stop == EXTRACT_UNPACK_END)
    return;
  enter (ahead);
  ahead->stop = extract_unpacker_resume (ahead->unpacker, accepts, &ahead->error);
  ahead->member = extract_unpacker_get_member (ahead->unpacker);
}

gsize
extract_lookahead_need_across (ExtractLookahead *ahead, gsize n, ExtractLookaheadBegins begins)
{
  for (;;) {
    gsize have = extract_lookahead_need (ahead, n), more = 0;

    if (ahead->wall != G_MAXUINT64)
      return (gsize) MIN (have, ahead->wall - ahead->offset);
    if (have >= n || ahead->stop != EXTRACT_UNPACK_MEMBER_END)
      return have;
    extract_lookahead_cross (ahead);
    more = extract_lookahead_need (ahead, have + EXTRACT_BEGIN_LOOKS_AT) - have;
    if (more > 0 && begins (extract_lookahead_peek (ahead) + have, more))
      ahead->wall = ahead->offset + have;
  }
}
