/* SPDX-License-Identifier: MIT */
/*
 * Features of the text of a block. Formulas use the letters of texttractor-features(7):
 *
 *   c characters   e characters but spaces   w words   s sentences
 */
#include "libextract/feature/family.h"
#include "libextract/text/kind.h"

#include <math.h>

/* What a block has; a row of the table is one of these numbers, or a flag. */
enum {
  CHARACTERS,
  WORDS,
  SENTENCES,
  FREQUENT_WORDS,
  DIGITS,
  CAPITALS,
  COMMAS,
  WORD_LENGTH,
  LINK_DENSITY,
  LINKS,
  IMAGES,
  STRONG,
  POSITIVE_INLINE,
  BREAKS,
  ALL_CAPS_WORDS,
  LONG_WORDS,
  NON_ASCII,
  DISTINCT_WORDS,
  N_VALUES
};

/* Flags of the block beside EXTRACT_SIGN_…, which they stand behind. */
enum { IS_ONE_WORD = 1 << 24, IS_ONE_LINK = 1 << 25 };

typedef struct {
  guint64 flags;
  float values[N_VALUES];
} Facts;

/* Characters from @p to @end that are no white space. */
static guint
count_ink (const char *p, const char *end)
{
  guint n = 0;

  for (; p < end; p = g_utf8_next_char (p))
    n += extract_text_get_kind (g_utf8_get_char (p)) != EXTRACT_KIND_SPACE;
  return n;
}

typedef struct {
  guint strong; /* characters but spaces in b or strong */
  guint breaks; /* br */
} Marked;

/* Marks are ordered by their start, and nested as elements are: one that ends inside of another is read. */
static Marked
read_marks (const ExtractRich *rich, guint i)
{
  const ExtractPiece *piece = extract_document_piece (rich->document, i);
  const ExtractMark *marks = extract_document_marks (rich->document, piece);
  const char *text = extract_document_text (rich->document, i);
  Marked marked = { 0 };
  guint32 read = 0;

  for (guint m = 0; m < piece->n_marks; m++) {
    marked.breaks += marks[m].kind == EXTRACT_MARK_BREAK;
    if (marks[m].kind == EXTRACT_MARK_STRONG && marks[m].end > read) {
      marked.strong += count_ink (text + marks[m].start, text + marks[m].end);
      read = marks[m].end;
    }
  }
  return marked;
}

/* 0 if the divisor is 0 */
static double
share (double dividend, double divisor)
{
  return divisor > 0 ? dividend / divisor : 0;
}

static void
measure (const ExtractRich *rich, guint i, Facts *facts)
{
  const ExtractPiece *piece = extract_document_piece (rich->document, i);
  const ExtractTextStats *stats = &piece->stats;
  const ExtractTextFacts *text = &piece->facts;
  const guint frequent = rich->totals[i + 1].frequent - rich->totals[i].frequent;
  const Marked marked = read_marks (rich, i);
  const guint ink = stats->chars - stats->spaces;
  const double links = share (piece->link_chars, ink);
  float *values = facts->values;

  values[CHARACTERS] = extract_logs_double (rich->logs, stats->chars) / 8;
  values[WORDS] = extract_logs_double (rich->logs, stats->words) / 7;
  values[SENTENCES] = extract_logs_double (rich->logs, stats->sentences) / 4;
  values[FREQUENT_WORDS] = rich->knows_frequent ? share (frequent, stats->words) : NAN;
  values[DIGITS] = share (stats->digits, stats->chars);
  values[CAPITALS] = share (text->capitals, stats->chars);
  values[COMMAS] = MIN (1, share (3.0 * text->commas, stats->words));
  values[WORD_LENGTH] = MIN (1, ink / 12.0 / MAX (1, stats->words));
  values[LINK_DENSITY] = links;
  values[LINKS] = extract_logs_double (rich->logs, piece->links) / 3;
  values[IMAGES] = extract_logs_double (rich->logs, piece->images) / 3;
  values[STRONG] = share (marked.strong, ink);
  values[POSITIVE_INLINE] = extract_logs_double (rich->logs, piece->positives) / 3;
  values[BREAKS] = extract_logs_double (rich->logs, marked.breaks) / 3;
  values[ALL_CAPS_WORDS] = share (stats->all_caps_words, stats->words);
  values[LONG_WORDS] = share (stats->long_words, stats->words);
  values[NON_ASCII] = share (text->non_ascii, stats->chars);
  values[DISTINCT_WORDS] = share (text->distinct_words, stats->words);
  facts->flags = text->signs | (stats->words < 2 ? IS_ONE_WORD : 0) |
                 (piece->links == 1 && links > 0.95 ? IS_ONE_LINK : 0);
}

static void
compute (const ExtractRich *rich, gpointer prepared, guint first, guint end, gpointer facts)
{
  for (guint i = first; i < end; i++)
    measure (rich, i, (Facts *) facts + (i - first));
}

/* ---- The table ----------------------------------------------------------------------------------- */

#define LOG "logarithm"
#define SHARE "share"
#define FLAG "flag"
#define VALUE(place) NULL, G_STRUCT_OFFSET (Facts, values) / sizeof (float) + (place), EXTRACT_FEATURE_CORE
#define FLAG_OF(flag) NULL, __builtin_ctz (flag), EXTRACT_FEATURE_CORE | EXTRACT_FEATURE_BIT

/* A page has no more than 2^32 characters: log c < 22.2. */
/* clang-format off */
static const ExtractFeatureRow rows[] = {
  { { "characters", "text", LOG, 0, 3, "log c / 8", "Characters" },
    VALUE (CHARACTERS) },
  { { "words", "text", LOG, 0, 4, "log w / 7", "Words" },
    VALUE (WORDS) },
  { { "sentences", "text", LOG, 0, 6, "log s / 4", "Sentences" },
    VALUE (SENTENCES) },
  { { "frequent-words", "text", SHARE, 0, 1, "frequent words / w", "Share of frequent words of the page's language" },
    VALUE (FREQUENT_WORDS) },
  { { "ends-sentence", "text", FLAG, 0, 1, "1 if the text ends with the end of a sentence", "Ends with a full stop or its like" },
    FLAG_OF (EXTRACT_SIGN_END) },
  { { "ends-colon", "text", FLAG, 0, 1, "1 if the text ends with a colon", "Ends with a colon" },
    FLAG_OF (EXTRACT_SIGN_COLON) },
  { { "starts-capital", "text", FLAG, 0, 1, "1 if the first letter or digit is a capital", "Begins with a capital" },
    FLAG_OF (EXTRACT_SIGN_CAPITAL) },
  { { "digits", "text", SHARE, 0, 1, "digits / c", "Decimal digits among the characters" },
    VALUE (DIGITS) },
  { { "capitals", "text", SHARE, 0, 1, "capitals / c", "Capitals among the characters" },
    VALUE (CAPITALS) },
  { { "commas", "text", SHARE, 0, 1, "min (1, 3 commas / w)", "Commas against words" },
    VALUE (COMMAS) },
  { { "word-length", "text", SHARE, 0, 1, "min (1, e / w / 12)", "Mean length of a word" },
    VALUE (WORD_LENGTH) },
  { { "link-density", "text", SHARE, 0, 1, "linked e / e", "Characters inside links" },
    VALUE (LINK_DENSITY) },
  { { "links", "text", LOG, 0, 8, "log links / 3", "Links with text" },
    VALUE (LINKS) },
  { { "has-copyright", "text", FLAG, 0, 1, "1 if © or (c) occurs", "Has a copyright sign" },
    FLAG_OF (EXTRACT_SIGN_COPYRIGHT) },
  { { "has-separator", "text", FLAG, 0, 1, "1 if a bar, guillemet, bullet, middle dot or arrow occurs", "Has a sign that separates items" },
    FLAG_OF (EXTRACT_SIGN_SEPARATOR) },
  { { "has-price", "text", FLAG, 0, 1, "1 if a number stands beside a sign or name of a currency", "Has a price" },
    FLAG_OF (EXTRACT_SIGN_PRICE) },
  { { "has-date", "text", FLAG, 0, 1, "1 if a year from 1900 to 2099, a number beside the name of a month, or ago occurs", "Has a date" },
    FLAG_OF (EXTRACT_SIGN_DATE) },
  { { "has-address", "text", FLAG, 0, 1, "1 if @, http:, https: or www. occurs", "Has an address of mail or the web" },
    FLAG_OF (EXTRACT_SIGN_ADDRESS) },
  { { "has-question", "text", FLAG, 0, 1, "1 if a question mark occurs", "Has a question mark" },
    FLAG_OF (EXTRACT_SIGN_QUESTION) },
  { { "images", "text", LOG, 0, 8, "log images / 3", "Images" },
    VALUE (IMAGES) },
  { { "strong", "text", SHARE, 0, 1, "e in b or strong / e", "Characters in bold letters" },
    VALUE (STRONG) },
  { { "positive-inline", "text", LOG, 0, 8, "log positive / 3", "Inline elements of running text: cite code em strong q dfn kbd samp var sub sup" },
    VALUE (POSITIVE_INLINE) },
  { { "breaks", "text", LOG, 0, 8, "log br / 3", "Line breaks" },
    VALUE (BREAKS) },
  { { "all-caps-words", "text", SHARE, 0, 1, "all-caps / w", "Words of two or more capitals and no small letter among the words" },
    VALUE (ALL_CAPS_WORDS) },
  { { "has-quote", "text", FLAG, 0, 1, "1 if a double quotation mark or a pair of guillemets occurs", "Has quotation marks" },
    FLAG_OF (EXTRACT_SIGN_QUOTE) },
  { { "one-word", "text", FLAG, 0, 1, "1 if w < 2", "Is a single word" },
    FLAG_OF (IS_ONE_WORD) },
  { { "long-words", "text", SHARE, 0, 1, "words over 8 characters / w", "Long words among the words" },
    VALUE (LONG_WORDS) },
  { { "has-code", "text", FLAG, 0, 1, "1 if one of { } ; = < > or () occurs", "Has signs of programs" },
    FLAG_OF (EXTRACT_SIGN_CODE) },
  { { "non-ascii", "text", SHARE, 0, 1, "characters beyond ASCII / c", "Characters beyond ASCII among the characters" },
    VALUE (NON_ASCII) },
  { { "one-link", "text", FLAG, 0, 1, "1 if links = 1 and linked e / e > 0.95", "Is a single link" },
    FLAG_OF (IS_ONE_LINK) },
  { { "distinct-words", "text", SHARE, 0, 1, "distinct words / w", "Share of words that occur for the first time" },
    VALUE (DISTINCT_WORDS) },
};
/* clang-format on */

const ExtractFeatureFamily extract_feature_text = {
  .name = "text",
  .rows = rows,
  .n_rows = G_N_ELEMENTS (rows),
  .facts_size = sizeof (Facts),
  .compute = compute,
};
