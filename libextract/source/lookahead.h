/* SPDX-License-Identifier: MIT */
/*
 * What an archive unpacks to, with as many bytes at hand as a reader wants to see at once. It stops at the
 * end of each member, so that a reader knows which records have members of their own.
 *
 *   input --unpacker--> lookahead --need, skip--> reader
 */
#pragma once

#include "libextract/source/unpack.h"

typedef struct {
  ExtractUnpacker *unpacker; /* owned */
  guint8 *bytes;             /* [room]; owned */
  gsize room;
  gsize pos; /* the next byte */
  gsize end;
  guint64 offset;        /* of the next byte, unpacked */
  guint64 member;        /* where in the input the member begins that was entered last */
  guint64 member_offset; /* its first byte, unpacked */
  guint64 wall;          /* where a member begins that need_across () did not cross into; G_MAXUINT64: none */
  ExtractUnpacked stop;  /* what is behind the end: _MORE if that is not known yet */
  GError *error;         /* (nullable): of _FAILED; owned */
} ExtractLookahead;

/* @unpacker: (transfer full) */
void extract_lookahead_init (ExtractLookahead *ahead, ExtractUnpacker *unpacker);
void extract_lookahead_clear (ExtractLookahead *ahead);

/* extract_lookahead_need: Returns: how many bytes are at hand: at least @n, unless it stops before. */
gsize extract_lookahead_need (ExtractLookahead *ahead, gsize n);

static inline const guint8 *
extract_lookahead_peek (const ExtractLookahead *ahead)
{
  return ahead->bytes + ahead->pos;
}

static inline gsize
extract_lookahead_get_length (const ExtractLookahead *ahead)
{
  return ahead->end - ahead->pos;
}

/* @n: of the bytes at hand */
void extract_lookahead_skip (ExtractLookahead *ahead, gsize n);

/* Whether a record begins here, as far as @n bytes tell; n > 0. */
typedef gboolean (*ExtractLookaheadBegins) (const guint8 *bytes, gsize n);
/* How many bytes are looked at for that. */
#define EXTRACT_BEGIN_LOOKS_AT ((gsize) 4096)

/*
 * extract_lookahead_need_across: the same, across the ends of members, but not into one that begins with a
 * record: that is a wall, until whoever reads it begins and takes the wall away.
 */
gsize extract_lookahead_need_across (ExtractLookahead *ahead, gsize n, ExtractLookaheadBegins begins);

/* extract_lookahead_cross: at the end of a member: goes on to the next one. */
void extract_lookahead_cross (ExtractLookahead *ahead);

/* extract_lookahead_resume: after damage: drops what is at hand, and goes to the next good member. */
void extract_lookahead_resume (ExtractLookahead *ahead, ExtractUnpackAccepts accepts);
