/* SPDX-License-Identifier: MIT */
/*
 * Words, sentences and kinds of characters, in any script.
 *
 *   word      a run of letters, digits, marks and _, with apostrophes inside; where a
 *             script does not put spaces between words: each Han or kana character, and each five
 *             letters of a run in Thai, Lao, Burmese or Khmer (about their mean word length)
 *   sentence  ends with a run of . ! ? and their like before white space or the end, closing quotes
 *             and brackets between them allowed; 。！？ need no space after them. Text behind the
 *             last end is a sentence too if it has a letter.
 */
#include "text-stats.h"

#define LONG_WORD 8
#define SHORT_WORD 3

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

/* The word being read; chars == 0 between words. */
typedef struct {
  guint chars;
  guint capitals;
  guint smalls;
  gboolean starts_capital;
} Word;

static inline void
word_end (Word *word, ExtractTextStats *stats)
{
  if (word->chars == 0)
    return;
  stats->words++;
  stats->word_chars += word->chars;
  stats->capital_words += word->starts_capital;
  stats->all_caps_words += word->capitals >= 2 && word->smalls == 0;
  stats->long_words += word->chars > LONG_WORD;
  stats->short_words += word->chars <= SHORT_WORD;
  *word = (Word){ 0 };
}

void
extract_text_stats_count (const char *text, gsize length, ExtractTextStats *stats)
{
  const char *end = text + length;
  Word word = { 0 };
  gboolean stopped = FALSE;    /* behind a stop; white space would end the sentence */
  gboolean apostrophe = FALSE; /* behind an apostrophe that followed a letter */
  guint sentence_letters = 0;  /* letters since the last end of a sentence */

  *stats = (ExtractTextStats){ 0 };
  for (const char *p = text; p < end;) {
    ExtractKind kind;
    guint n = 0, capitals = 0;

    /* Most of most texts are letters of ASCII, which do nothing but count, and single spaces behind them. */
    while (p + n < end && (guchar) ((p[n] | 0x20) - 'a') < 26) {
      capitals += p[n] <= 'Z';
      n++;
    }
    if (n > 0) {
      if (word.chars == 0)
        word.starts_capital = *p <= 'Z';
      word.chars += n;
      word.capitals += capitals;
      word.smalls += n - capitals;
      stats->chars += n;
      stats->letters += n;
      sentence_letters += n;
      stopped = apostrophe = FALSE;
      p += n;
      if (p < end && *p == ' ') {
        word_end (&word, stats);
        stats->chars++;
        stats->spaces++;
        p++;
      }
      continue;
    }
    if ((guchar) *p < 128) {
      kind = ascii_kind[(guchar) *p];
      p++;
    } else {
      kind = extract_text_get_kind (g_utf8_get_char (p));
      p = g_utf8_next_char (p);
    }
    stats->chars++;

    if (kind >= EXTRACT_KIND_SMALL && kind <= EXTRACT_KIND_UNSPACED) {
      gboolean letter = kind != EXTRACT_KIND_DIGIT && kind != EXTRACT_KIND_MARK;

      if (kind == EXTRACT_KIND_HAN || (apostrophe && !letter) ||
          (kind == EXTRACT_KIND_UNSPACED && word.chars >= EXTRACT_LETTERS_OF_AN_UNSPACED_WORD))
        word_end (&word, stats);
      stopped = apostrophe = FALSE;
      stats->digits += kind == EXTRACT_KIND_DIGIT;
      stats->letters += letter;
      sentence_letters += letter;
      /* A mark lengthens a word, but only letters and digits begin one. */
      if (kind == EXTRACT_KIND_MARK && word.chars == 0)
        continue;
      if (word.chars == 0)
        word.starts_capital = kind == EXTRACT_KIND_CAPITAL;
      word.chars++;
      word.capitals += kind == EXTRACT_KIND_CAPITAL;
      word.smalls += kind == EXTRACT_KIND_SMALL;
      if (kind == EXTRACT_KIND_HAN)
        word_end (&word, stats);
      continue;
    }

    if (kind == EXTRACT_KIND_APOSTROPHE && word.chars > 0 && !apostrophe) {
      apostrophe = TRUE;
      continue;
    }
    word_end (&word, stats);
    apostrophe = FALSE;
    switch (kind) {
    case EXTRACT_KIND_SPACE:
      stats->spaces++;
      if (stopped && sentence_letters > 0) {
        stats->sentences++;
        sentence_letters = 0;
      }
      stopped = FALSE;
      break;
    case EXTRACT_KIND_STOP:
      stopped = TRUE;
      break;
    case EXTRACT_KIND_FULLSTOP:
      if (sentence_letters > 0) {
        stats->sentences++;
        sentence_letters = 0;
      }
      break;
    case EXTRACT_KIND_CLOSING:
    case EXTRACT_KIND_APOSTROPHE:
      break;
    case EXTRACT_KIND_BAR:
      stats->bars++;
      stopped = FALSE;
      break;
    case EXTRACT_KIND_ANGLE:
      stats->angle = 1;
      stopped = FALSE;
      break;
    case EXTRACT_KIND_COPYRIGHT:
      stats->copyright = 1;
      stopped = FALSE;
      break;
    default:
      stopped = FALSE;
    }
  }
  word_end (&word, stats);
  if (sentence_letters > 0)
    stats->sentences++;
}
