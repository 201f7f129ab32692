/* SPDX-License-Identifier: MIT */
/* What each character does in a text. */
#include "libextract/text/kind.h"

/* clang-format off */
static const guint8 ascii_kind[128] = {
  [' '] = EXTRACT_KIND_SPACE, ['\t'] = EXTRACT_KIND_SPACE, ['\n'] = EXTRACT_KIND_SPACE, ['\f'] = EXTRACT_KIND_SPACE, ['\r'] = EXTRACT_KIND_SPACE,
  ['a'...'z'] = EXTRACT_KIND_SMALL, ['A'...'Z'] = EXTRACT_KIND_CAPITAL, ['0'...'9'] = EXTRACT_KIND_DIGIT, ['_'] = EXTRACT_KIND_MARK,
  ['\''] = EXTRACT_KIND_APOSTROPHE, ['.'] = EXTRACT_KIND_STOP, ['!'] = EXTRACT_KIND_STOP, ['?'] = EXTRACT_KIND_STOP,
  ['"'] = EXTRACT_KIND_CLOSING, [')'] = EXTRACT_KIND_CLOSING, [']'] = EXTRACT_KIND_CLOSING, ['}'] = EXTRACT_KIND_CLOSING,
  ['|'] = EXTRACT_KIND_BAR, ['<'] = EXTRACT_KIND_ANGLE, ['>'] = EXTRACT_KIND_ANGLE,
};
/* clang-format on */

static gboolean
is_han_or_kana (gunichar c)
{
  return (c >= 0x3005 && c <= 0x3007) || (c >= 0x3040 && c <= 0x30ff) || (c >= 0x31f0 && c <= 0x31ff) ||
         (c >= 0x3400 && c <= 0x4dbf) || (c >= 0x4e00 && c <= 0x9fff) || (c >= 0xf900 && c <= 0xfaff) ||
         (c >= 0xff66 && c <= 0xff9f) || (c >= 0x20000 && c <= 0x3134f);
}

static gboolean
is_unspaced (gunichar c)
{
  return (c >= 0x0e00 && c <= 0x0eff) || (c >= 0x1000 && c <= 0x109f) || (c >= 0x1780 && c <= 0x17ff);
}

ExtractKind
extract_text_get_kind (gunichar c)
{
  if (c < 128)
    return ascii_kind[c];
  switch (c) {
  case 0x00a9:
    return EXTRACT_KIND_COPYRIGHT;
  case 0x00a6: /* broken bar */
  case 0x2502: /* box drawings light vertical */
  case 0xff5c: /* fullwidth vertical line */
    return EXTRACT_KIND_BAR;
  case 0x2019: /* right single quotation mark */
    return EXTRACT_KIND_APOSTROPHE;
  case 0x2026: /* ellipsis */
  case 0x037e: /* Greek question mark */
  case 0x203c: /* double exclamation mark and its kin */
  case 0x2047:
  case 0x2048:
  case 0x2049:
  case 0x0589: /* Armenian */
  case 0x061f: /* Arabic question mark */
  case 0x06d4: /* Urdu */
  case 0x0964: /* danda */
  case 0x0965:
  case 0x104a: /* Burmese */
  case 0x104b:
  case 0x1362: /* Ethiopic */
  case 0x1367:
  case 0x17d4: /* Khmer */
    return EXTRACT_KIND_STOP;
  case 0x3002: /* ideographic full stop, fullwidth ! and ? */
  case 0xff01:
  case 0xff0e:
  case 0xff1f:
  case 0xff61:
    return EXTRACT_KIND_FULLSTOP;
  case 0x200c: /* joiners inside words */
  case 0x200d:
  case 0x3099: /* combining voiced sound marks */
  case 0x309a:
    return EXTRACT_KIND_MARK;
  case 0x30a0: /* punctuation among the kana */
  case 0x30fb:
    return EXTRACT_KIND_OTHER;
  }
  if (is_han_or_kana (c))
    return EXTRACT_KIND_HAN;
  switch (g_unichar_type (c)) {
  case G_UNICODE_UPPERCASE_LETTER:
  case G_UNICODE_TITLECASE_LETTER:
    return EXTRACT_KIND_CAPITAL;
  case G_UNICODE_LOWERCASE_LETTER:
    return EXTRACT_KIND_SMALL;
  case G_UNICODE_MODIFIER_LETTER:
  case G_UNICODE_OTHER_LETTER:
    return is_unspaced (c) ? EXTRACT_KIND_UNSPACED : EXTRACT_KIND_SMALL;
  case G_UNICODE_DECIMAL_NUMBER:
    return EXTRACT_KIND_DIGIT;
  case G_UNICODE_LETTER_NUMBER:
  case G_UNICODE_OTHER_NUMBER:
  case G_UNICODE_SPACING_MARK:
  case G_UNICODE_NON_SPACING_MARK:
  case G_UNICODE_ENCLOSING_MARK:
  case G_UNICODE_CONNECT_PUNCTUATION:
    return EXTRACT_KIND_MARK;
  case G_UNICODE_SPACE_SEPARATOR:
  case G_UNICODE_LINE_SEPARATOR:
  case G_UNICODE_PARAGRAPH_SEPARATOR:
    return EXTRACT_KIND_SPACE;
  case G_UNICODE_FORMAT: /* direction marks stand behind a stop as quotes do */
  case G_UNICODE_CLOSE_PUNCTUATION:
  case G_UNICODE_FINAL_PUNCTUATION:
    return EXTRACT_KIND_CLOSING;
  default:
    return EXTRACT_KIND_OTHER;
  }
}
