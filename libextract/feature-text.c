/* SPDX-License-Identifier: MIT */
/*
 * Features of the text of a block. Formulas use the letters of texttractor-features(7):
 *
 *   c characters   e characters but spaces   w words   s sentences
 */
#include "feature-private.h"
#include "text-stats.h"

typedef struct {
  const ExtractPiece *piece;
  const ExtractTextFacts *text;
  const ExtractLogs *logs;
  gboolean knows_frequent;
  guint strong; /* characters but spaces in b or strong */
  guint breaks; /* br */
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

/* Marks are ordered by their start, and nested as elements are: one that ends inside of another is read. */
static void
read_marks (const ExtractRich *rich, guint i, Facts *facts)
{
  const ExtractMark *marks = &g_array_index (rich->page->marks, ExtractMark, facts->piece->marks);
  const char *text = extract_document_text (rich->document, i);
  guint32 read = 0;

  for (guint m = 0; m < facts->piece->n_marks; m++) {
    facts->breaks += marks[m].kind == EXTRACT_MARK_BREAK;
    if (marks[m].kind == EXTRACT_MARK_STRONG && marks[m].end > read) {
      facts->strong += count_ink (text + marks[m].start, text + marks[m].end);
      read = marks[m].end;
    }
  }
}

static void
compute (const ExtractRich *rich, gpointer all)
{
  Facts *facts = all;

  for (guint i = 0; i < rich->n; i++) {
    facts[i].piece = extract_document_piece (rich->document, i);
    facts[i].text = &rich->texts[i];
    facts[i].logs = rich->logs;
    facts[i].knows_frequent = rich->knows_frequent;
    read_marks (rich, i, &facts[i]);
  }
}

/* ---- Values -------------------------------------------------------------------------------------- */

/* A value of the facts b of a block. */
#define VALUE(name, expression)                          \
  static double name (gconstpointer facts, int argument) \
  {                                                      \
    const Facts *b = facts;                              \
                                                         \
    return (expression);                                 \
  }

static guint
ink (const Facts *b)
{
  return b->piece->stats.chars - b->piece->stats.spaces;
}

/* 0 if the divisor is 0 */
static double
share (double dividend, double divisor)
{
  return divisor > 0 ? dividend / divisor : 0;
}

static double
share_of_links (const Facts *b)
{
  return share (b->piece->link_chars, ink (b));
}

/* @argument: what the logarithm is divided by */
VALUE (log_chars, extract_logs_double (b->logs, b->piece->stats.chars) / argument)
VALUE (log_words, extract_logs_double (b->logs, b->piece->stats.words) / argument)
VALUE (log_sentences, extract_logs_double (b->logs, b->piece->stats.sentences) / argument)
VALUE (log_links, extract_logs_double (b->logs, b->piece->links) / argument)
VALUE (log_images, extract_logs_double (b->logs, b->piece->images) / argument)
VALUE (log_positives, extract_logs_double (b->logs, b->piece->positives) / argument)
VALUE (log_breaks, extract_logs_double (b->logs, b->breaks) / argument)

VALUE (frequent_words, b->knows_frequent ? share (b->text->frequent, b->piece->stats.words) : NAN)
VALUE (digits, share (b->piece->stats.digits, b->piece->stats.chars))
VALUE (capitals, share (b->text->capitals, b->piece->stats.chars))
VALUE (non_ascii, share (b->text->non_ascii, b->piece->stats.chars))
VALUE (commas, MIN (1, share (3.0 * b->text->commas, b->piece->stats.words)))
VALUE (word_length, MIN (1, ink (b) / 12.0 / MAX (1, b->piece->stats.words)))
VALUE (links, share_of_links (b))
VALUE (strong, share (b->strong, ink (b)))
VALUE (all_caps, share (b->piece->stats.all_caps_words, b->piece->stats.words))
VALUE (long_words, share (b->piece->stats.long_words, b->piece->stats.words))
VALUE (distinct_words, share (b->text->distinct_words, b->piece->stats.words))
VALUE (one_word, b->piece->stats.words < 2)
VALUE (one_link, b->piece->links == 1 && share_of_links (b) > 0.95)

/* @argument: EXTRACT_SIGN_… */
VALUE (sign, (b->text->signs & argument) != 0)

/* ---- The table ----------------------------------------------------------------------------------- */

#define LOG "logarithm"
#define SHARE "share"
#define FLAG "flag"
#define CORE EXTRACT_FEATURE_CORE

/* A page has no more than 2^32 characters: log c < 22.2. */
/* clang-format off */
static const ExtractFeatureRow rows[] = {
  { { "characters", "text", LOG, 0, 3, "log c / 8", "Characters" },
    log_chars, 8, CORE },
  { { "words", "text", LOG, 0, 4, "log w / 7", "Words" },
    log_words, 7, CORE },
  { { "sentences", "text", LOG, 0, 6, "log s / 4", "Sentences" },
    log_sentences, 4, CORE },
  { { "frequent-words", "text", SHARE, 0, 1, "frequent words / w", "Frequent words of the language of the page among the words" },
    frequent_words, 0, CORE },
  { { "ends-sentence", "text", FLAG, 0, 1, "1 if the text ends with the end of a sentence", "Ends with a full stop or its like" },
    sign, EXTRACT_SIGN_END, CORE },
  { { "ends-colon", "text", FLAG, 0, 1, "1 if the text ends with a colon", "Ends with a colon" },
    sign, EXTRACT_SIGN_COLON, CORE },
  { { "starts-capital", "text", FLAG, 0, 1, "1 if the first letter or digit is a capital", "Begins with a capital" },
    sign, EXTRACT_SIGN_CAPITAL, CORE },
  { { "digits", "text", SHARE, 0, 1, "digits / c", "Decimal digits among the characters" },
    digits, 0, CORE },
  { { "capitals", "text", SHARE, 0, 1, "capitals / c", "Capitals among the characters" },
    capitals, 0, CORE },
  { { "commas", "text", SHARE, 0, 1, "min (1, 3 commas / w)", "Commas against words" },
    commas, 0, CORE },
  { { "word-length", "text", SHARE, 0, 1, "min (1, e / w / 12)", "Mean length of a word" },
    word_length, 0, CORE },
  { { "link-density", "text", SHARE, 0, 1, "linked e / e", "Characters inside links" },
    links, 0, CORE },
  { { "links", "text", LOG, 0, 8, "log links / 3", "Links with text" },
    log_links, 3, CORE },
  { { "has-copyright", "text", FLAG, 0, 1, "1 if © or (c) occurs", "Has a copyright sign" },
    sign, EXTRACT_SIGN_COPYRIGHT, CORE },
  { { "has-separator", "text", FLAG, 0, 1, "1 if a bar, guillemet, bullet, middle dot or arrow occurs", "Has a sign that separates items" },
    sign, EXTRACT_SIGN_SEPARATOR, CORE },
  { { "has-price", "text", FLAG, 0, 1, "1 if a number stands beside a sign or name of a currency", "Has a price" },
    sign, EXTRACT_SIGN_PRICE, CORE },
  { { "has-date", "text", FLAG, 0, 1, "1 if a year from 1900 to 2099, a number beside the name of a month, or ago occurs", "Has a date" },
    sign, EXTRACT_SIGN_DATE, CORE },
  { { "has-address", "text", FLAG, 0, 1, "1 if @, http:, https: or www. occurs", "Has an address of mail or the web" },
    sign, EXTRACT_SIGN_ADDRESS, CORE },
  { { "has-question", "text", FLAG, 0, 1, "1 if a question mark occurs", "Has a question mark" },
    sign, EXTRACT_SIGN_QUESTION, CORE },
  { { "images", "text", LOG, 0, 8, "log images / 3", "Images" },
    log_images, 3, CORE },
  { { "strong", "text", SHARE, 0, 1, "e in b or strong / e", "Characters in bold letters" },
    strong, 0, CORE },
  { { "positive-inline", "text", LOG, 0, 8, "log positive / 3", "Inline elements of running text: cite code em strong q dfn kbd samp var sub sup" },
    log_positives, 3, CORE },
  { { "breaks", "text", LOG, 0, 8, "log br / 3", "Line breaks" },
    log_breaks, 3, CORE },
  { { "all-caps-words", "text", SHARE, 0, 1, "all-caps / w", "Words of two or more capitals and no small letter among the words" },
    all_caps, 0, CORE },
  { { "has-quote", "text", FLAG, 0, 1, "1 if a double quotation mark or a pair of guillemets occurs", "Has quotation marks" },
    sign, EXTRACT_SIGN_QUOTE, CORE },
  { { "one-word", "text", FLAG, 0, 1, "1 if w < 2", "Is a single word" },
    one_word, 0, CORE },
  { { "long-words", "text", SHARE, 0, 1, "words over 8 characters / w", "Long words among the words" },
    long_words, 0, CORE },
  { { "has-code", "text", FLAG, 0, 1, "1 if one of { } ; = < > or () occurs", "Has signs of programs" },
    sign, EXTRACT_SIGN_CODE, CORE },
  { { "non-ascii", "text", SHARE, 0, 1, "characters beyond ASCII / c", "Characters beyond ASCII among the characters" },
    non_ascii, 0, CORE },
  { { "one-link", "text", FLAG, 0, 1, "1 if links = 1 and linked e / e > 0.95", "Is a single link" },
    one_link, 0, CORE },
  { { "distinct-words", "text", SHARE, 0, 1, "distinct words / w", "Words that occur for the first time among the words" },
    distinct_words, 0, CORE },
};
/* clang-format on */

const ExtractFeatureFamily extract_feature_text = {
  "text", rows, G_N_ELEMENTS (rows), sizeof (Facts), compute,
};
