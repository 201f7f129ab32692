/* SPDX-License-Identifier: MIT */
#include "libextract/source/gzip-head.h"

enum {
  FLAG_SUM = 1 << 1,
  FLAG_EXTRA = 1 << 2,
  FLAG_NAME = 1 << 3,
  FLAG_COMMENT = 1 << 4,
  FLAGS_UNKNOWN = 0xe0
};

enum { FIXED, EXTRA_LENGTH, EXTRA, NAME, COMMENT, SUM, DONE };

#define FIXED_LENGTH 10
#define FLAGS_PLACE 3

/* The flag by which a phase is there. */
static const guint8 flags[DONE] = { 0, FLAG_EXTRA, FLAG_EXTRA, FLAG_NAME, FLAG_COMMENT, FLAG_SUM };

/* CRC-32 (ISO 3309), bit by bit: heads are short. */
static void
add_to_sum (ExtractGzipHead *head, guint8 byte)
{
  guint32 sum = ~head->sum ^ byte;

  for (guint bit = 0; bit < 8; bit++)
    sum = sum & 1 ? sum >> 1 ^ 0xedb88320 : sum >> 1;
  head->sum = ~sum;
}

static void
end_phase (ExtractGzipHead *head)
{
  do
    head->phase++;
  while (head->phase < DONE &&
         (!(head->flags & flags[head->phase]) || (head->phase == EXTRA && head->left == 0)));
  head->n = 0;
}

/* Returns: FALSE if it cannot be there */
static gboolean
add_fixed (ExtractGzipHead *head, guint8 byte)
{
  static const guint8 magic[FLAGS_PLACE] = { 0x1f, 0x8b, 8 };

  if (head->n < FLAGS_PLACE && byte != magic[head->n])
    return FALSE;
  if (head->n == FLAGS_PLACE)
    head->flags = byte;
  if (++head->n == FIXED_LENGTH)
    end_phase (head);
  return !(head->flags & FLAGS_UNKNOWN);
}

static gboolean
add_byte (ExtractGzipHead *head, guint8 byte)
{
  switch (head->phase) {
  case FIXED:
    return add_fixed (head, byte);
  case EXTRA_LENGTH:
    head->left |= (guint) byte << (8 * head->n);
    if (++head->n == 2)
      end_phase (head);
    return TRUE;
  case EXTRA:
    if (--head->left == 0)
      end_phase (head);
    return TRUE;
  case SUM:
    head->given |= (guint16) ((guint) byte << (8 * head->n));
    if (++head->n < 2)
      return TRUE;
    end_phase (head);
    return head->given == (head->sum & 0xffff);
  default:
    if (byte == 0)
      end_phase (head);
    return TRUE;
  }
}

ExtractGzipHeadResult
extract_gzip_head_add (ExtractGzipHead *head, const guint8 **bytes, gsize *n)
{
  while (*n > 0 && head->phase < DONE) {
    const guint8 byte = **bytes;

    if (head->phase != SUM)
      add_to_sum (head, byte);
    ++*bytes;
    --*n;
    if (!add_byte (head, byte))
      return EXTRACT_GZIP_HEAD_DAMAGED;
  }
  return head->phase == DONE ? EXTRACT_GZIP_HEAD_DONE : EXTRACT_GZIP_HEAD_MORE;
}
