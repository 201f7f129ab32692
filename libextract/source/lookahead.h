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

/* extract_lookahead_cross: at the end of a member: goes on to the next one. */
void extract_lookahead_cross (ExtractLookahead *ahead);

/* extract_lookahead_resume: after damage: drops what is at hand, and goes to the next good member. */
void extract_lookahead_resume (ExtractLookahead *ahead, ExtractUnpackAccepts accepts);
