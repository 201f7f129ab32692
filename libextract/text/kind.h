/* SPDX-License-Identifier: MIT */
#pragma once

#include <glib.h>

/* How many letters make a word in scripts without spaces between words. */
#define EXTRACT_LETTERS_OF_AN_UNSPACED_WORD 5

/* What a character does in a text. */
typedef enum {
  EXTRACT_KIND_OTHER,
  EXTRACT_KIND_SPACE,
  EXTRACT_KIND_SMALL,   /* letter, not a capital */
  EXTRACT_KIND_CAPITAL, /* upper or title case */
  EXTRACT_KIND_DIGIT,
  EXTRACT_KIND_MARK,     /* continues a word: combining marks, _ and invisible joiners */
  EXTRACT_KIND_HAN,      /* a letter that is a word */
  EXTRACT_KIND_UNSPACED, /* a letter of a script without spaces between words */
  EXTRACT_KIND_APOSTROPHE,
  EXTRACT_KIND_STOP,     /* ends a sentence if white space follows */
  EXTRACT_KIND_FULLSTOP, /* ends a sentence */
  EXTRACT_KIND_CLOSING,  /* may stand between a stop and the white space */
  EXTRACT_KIND_BAR,
  EXTRACT_KIND_ANGLE,
  EXTRACT_KIND_COPYRIGHT,
} ExtractKind;

ExtractKind extract_text_get_kind (gunichar c);

/* Characters that never belong to a text: controls, non-characters, byte order marks, soft hyphens. */
static inline gboolean
extract_text_is_dropped (gunichar c)
{
  return (c >= 0x7f && c <= 0x9f) || c == 0xad || c == 0xfeff || (c & 0xfffe) == 0xfffe ||
         (c >= 0xfdd0 && c <= 0xfdef);
}
