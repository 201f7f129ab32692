/* SPDX-License-Identifier: MIT */
/* What finding out an encoding and decoding share. */
#pragma once

#include "libextract/html/charset.h"

#include <string.h>

typedef enum {
  FAMILY_UTF_8,
  FAMILY_UTF_16BE,
  FAMILY_UTF_16LE,
  FAMILY_SINGLE_BYTE, /* ASCII, and 128 characters above it */
  FAMILY_MULTI_BYTE,  /* ASCII, and pairs of a lead byte >= 0x80 and a trail byte >= 0x40 */
  FAMILY_GB18030,     /* the same, and sequences of four bytes */
  FAMILY_EUC_JP,      /* the same, and sequences of three bytes */
  FAMILY_ISO_2022_JP, /* seven bits, escape sequences */
  FAMILY_REPLACEMENT, /* encodings too dangerous to be decoded */
} Family;

typedef struct {
  const char *name; /* as in the standard; is a label too */
  Family family;
  const char *iconv[2]; /* (nullable): names for iconv; the second source fills the gaps of the first */
  const char *labels;   /* the other labels, lower case, separated by spaces */
} Encoding;
/* All encodings of the standard. */
#define N_ENCODINGS 40

/* Returns: (nullable): the encoding of a label; white space around it and its letter case do not matter. */
const Encoding *extract_charset_find (const char *label, gsize length);
const Encoding *extract_charset_find_name (const char *name);
/* Returns: 0 .. N_ENCODINGS - 1 */
guint extract_charset_index (const Encoding *encoding);

static inline gboolean
is_utf_16 (const Encoding *encoding)
{
  return encoding->family == FAMILY_UTF_16BE || encoding->family == FAMILY_UTF_16LE;
}

static inline gboolean
is_between (guint8 byte, guint8 first, guint8 last)
{
  return byte >= first && byte <= last;
}

/* No bytes may come as a null pointer, which must not be added to. */
static inline const guint8 *
or_empty (const guint8 *bytes)
{
  return bytes != NULL ? bytes : (const guint8 *) "";
}

static inline gboolean
is_ascii_word (const guint8 *p)
{
  guint64 word;

  memcpy (&word, p, sizeof word);
  return (word & G_GUINT64_CONSTANT (0x8080808080808080)) == 0;
}

/* The compiler makes a register of it. */
typedef guint64 AsciiBlock __attribute__ ((vector_size (16)));

/* @p: at 64 bytes */
static inline gboolean
is_ascii_block (const guint8 *p)
{
  AsciiBlock a, b, c, d;

  memcpy (&a, p, 16);
  memcpy (&b, p + 16, 16);
  memcpy (&c, p + 32, 16);
  memcpy (&d, p + 48, 16);
  a |= b | c | d;
  return ((a[0] | a[1]) & G_GUINT64_CONSTANT (0x8080808080808080)) == 0;
}

static inline const guint8 *
skip_ascii (const guint8 *p, const guint8 *end)
{
  while (end - p >= 64 && is_ascii_block (p))
    p += 64;
  while (end - p >= 8 && is_ascii_word (p))
    p += 8;
  while (p < end && *p < 0x80)
    p++;
  return p;
}

/*
 * Length of the UTF-8 sequence at @p, which is not ASCII; if it is invalid, of its maximal subpart:
 * the bytes that become one U+FFFD.
 */
static inline guint
measure_utf8 (const guint8 *p, const guint8 *end, gboolean *valid)
{
  guint8 low = 0x80, high = 0xbf;
  guint length, i;

  *valid = FALSE;
  if (p[0] < 0xc2 || p[0] > 0xf4)
    return 1;
  length = p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
  if (p[0] == 0xe0)
    low = 0xa0; /* shorter forms exist */
  else if (p[0] == 0xed)
    high = 0x9f; /* surrogates */
  else if (p[0] == 0xf0)
    low = 0x90;
  else if (p[0] == 0xf4)
    high = 0x8f; /* above U+10FFFF */
  if (end - p < 2 || p[1] < low || p[1] > high)
    return 1;
  for (i = 2; i < length; i++)
    if (p + i == end || (p[i] & 0xc0) != 0x80)
      return i;
  *valid = TRUE;
  return length;
}

typedef struct {
  gsize valid;   /* sequences of more than one byte */
  gsize invalid; /* sequences that would become U+FFFD */
  gboolean cut;  /* the last of those errors ended with the input, and might have continued */
} Utf8Count;

/* Counts the sequences of UTF-8 that are not ASCII. */
Utf8Count extract_charset_count_utf8 (const guint8 *p, const guint8 *end);
