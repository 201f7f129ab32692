/* SPDX-License-Identifier: MIT */
/*
 * The head of a gzip member (RFC 1952, 2.3), in whatever pieces it comes:
 *
 *   1F 8B 08 flags | 6 bytes | length, extra field | name, 0 | comment, 0 | sum of all that
 *
 * each of the last four only if its flag is set. ISA-L takes the sum of a head that comes in pieces for
 * wrong, and refuses sound data; so heads are read here.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  EXTRACT_GZIP_HEAD_MORE,
  EXTRACT_GZIP_HEAD_DONE,
  EXTRACT_GZIP_HEAD_DAMAGED
} ExtractGzipHeadResult;

/* All 0 before the first byte. */
typedef struct {
  guint phase;
  guint8 flags;
  guint n;       /* bytes of the phase that have come */
  guint left;    /* of the extra field */
  guint32 sum;   /* CRC-32 of what has come, inverted twice: 0 before the first byte */
  guint16 given; /* the sum that the head gives */
} ExtractGzipHead;

/* extract_gzip_head_add: takes bytes of the head, and none behind it. @bytes, @n: (inout) */
ExtractGzipHeadResult extract_gzip_head_add (ExtractGzipHead *head, const guint8 **bytes, gsize *n);

G_END_DECLS
