/* SPDX-License-Identifier: MIT */
/*
 * The classic set: 26 features (Mrózek 2014). Every one is a quotient of two counts of a block, a flag, or a
 * count that is divided by its maximum over the page. Formulas use the letters of texttractor-features(7):
 *
 *   c characters   e characters but spaces   w words   s sentences   i index of the block   n blocks
 */
#include "libextract/feature/family.h"

#define CORE EXTRACT_FEATURE_CORE
#define PER_MAXIMUM (EXTRACT_FEATURE_CORE | EXTRACT_FEATURE_PER_MAXIMUM)

/* What a value is computed from. */
typedef struct {
  const ExtractPage *page;
  const ExtractPiece *piece;
  guint i; /* index of the block */
  guint n; /* blocks of the page */
} Place;

static void
compute_places (const ExtractRich *rich, gpointer prepared, guint first, guint end, gpointer facts)
{
  Place *places = facts;

  for (guint i = first; i < end; i++)
    places[i - first] = (Place){ rich->page, extract_document_piece (rich->document, i), i, rich->n };
}

/* ---- What is counted ------------------------------------------------------------------------ */

#define COUNT(name, expression)                      \
  static double name (gconstpointer facts, int none) \
  {                                                  \
    const Place *b = facts;                          \
                                                     \
    return (expression);                             \
  }

static ExtractTag
owner_tag (const Place *b)
{
  return extract_page_element (b->page, b->piece->element)->tag;
}

COUNT (chars, b->piece->stats.chars)
COUNT (ink, (double) b->piece->stats.chars - b->piece->stats.spaces)
COUNT (letters, b->piece->stats.letters)
COUNT (digits, b->piece->stats.digits)
COUNT (spaces, b->piece->stats.spaces)
COUNT (bars, b->piece->stats.bars)
COUNT (words, b->piece->stats.words)
COUNT (word_chars, b->piece->stats.word_chars)
COUNT (capital_words, b->piece->stats.capital_words)
COUNT (all_caps_words, b->piece->stats.all_caps_words)
COUNT (long_words, b->piece->stats.long_words)
COUNT (short_words, b->piece->stats.short_words)
COUNT (sentences, b->piece->stats.sentences)
COUNT (copyright, b->piece->stats.copyright)
COUNT (angle, b->piece->stats.angle)
COUNT (links, b->piece->links)
COUNT (link_chars, b->piece->link_chars)
COUNT (images, b->piece->images)
COUNT (images_and_words, (double) b->piece->images + b->piece->stats.words)
COUNT (positives, b->piece->positives)
COUNT (positive_ancestor, extract_page_element (b->page, b->piece->element)->positive)
COUNT (heading, (extract_tag_get_flags (owner_tag (b)) & TAG_HEADING) != 0)
COUNT (paragraph, owner_tag (b) == EXTRACT_TAG_P)
COUNT (list_item, owner_tag (b) == EXTRACT_TAG_LI)
COUNT (index_of_block, b->i)
COUNT (blocks, b->n)

#undef COUNT

/* @otherwise: the value where the divisor is 0 */
#define QUOTIENT(name, dividend, divisor, otherwise)       \
  static double name (gconstpointer facts, int none)       \
  {                                                        \
    double d = divisor (facts, 0);                         \
                                                           \
    return d != 0 ? dividend (facts, 0) / d : (otherwise); \
  }

QUOTIENT (digit_density, digits, chars, 1)
QUOTIENT (space_density, spaces, chars, 1)
QUOTIENT (word_length, word_chars, words, 0)
QUOTIENT (sentence_length, words, sentences, 0)
QUOTIENT (image_density, images, images_and_words, 1)
QUOTIENT (bar_density, bars, chars, 1)
QUOTIENT (link_density, link_chars, ink, 1)
QUOTIENT (all_caps_density, all_caps_words, words, 1)
QUOTIENT (long_word_density, long_words, words, 1)
QUOTIENT (short_word_density, short_words, words, 1)
QUOTIENT (position, index_of_block, blocks, 1)

#undef QUOTIENT

/* ---- The table ------------------------------------------------------------------------------- */

#define PAGE_COUNT "count over the page's maximum"
#define SHARE "share"
#define FLAG "flag"

/* clang-format off */
static const ExtractFeatureRow rows[] = {
  { { "letters", "text", PAGE_COUNT, 0, 1, "letters / max letters", "Letters of any script" },
    letters, 0, PER_MAXIMUM },
  { { "words", "text", PAGE_COUNT, 0, 1, "w / max w", "Words" },
    words, 0, PER_MAXIMUM },
  { { "capitalised-words", "text", PAGE_COUNT, 0, 1, "capitalised / max capitalised", "Words that begin with a capital" },
    capital_words, 0, PER_MAXIMUM },
  { { "all-caps-words", "text", PAGE_COUNT, 0, 1, "all-caps / max all-caps", "Words of two or more capitals and no small letter" },
    all_caps_words, 0, PER_MAXIMUM },
  { { "sentences", "text", PAGE_COUNT, 0, 1, "s / max s", "Sentences" },
    sentences, 0, PER_MAXIMUM },
  { { "digit-density", "density", SHARE, 0, 1, "digits / c", "Decimal digits among the characters" },
    digit_density, 0, CORE },
  { { "space-density", "density", SHARE, 0, 1, "spaces / c", "White space among the characters" },
    space_density, 0, CORE },
  { { "links", "markup", PAGE_COUNT, 0, 1, "links / max links", "Links with text" },
    links, 0, PER_MAXIMUM },
  { { "bars", "text", PAGE_COUNT, 0, 1, "bars / max bars", "Vertical bars" },
    bars, 0, PER_MAXIMUM },
  { { "images", "markup", PAGE_COUNT, 0, 1, "images / max images", "Images" },
    images, 0, PER_MAXIMUM },
  { { "positive-inline", "markup", PAGE_COUNT, 0, 1, "positive / max positive", "Inline elements of running text: cite code em strong q dfn kbd samp var sub sup" },
    positives, 0, PER_MAXIMUM },
  { { "has-copyright", "text", FLAG, 0, 1, "1 if © occurs", "Contains a copyright sign" },
    copyright, 0, CORE },
  { { "has-angle", "text", FLAG, 0, 1, "1 if < or > occurs", "Contains < or >" },
    angle, 0, CORE },
  { { "word-length", "text", "mean over the page's maximum", 0, 1, "(word characters / w) / max", "Mean length of a word" },
    word_length, 0, PER_MAXIMUM },
  { { "sentence-length", "text", "mean over the page's maximum", 0, 1, "(w / s) / max", "Mean number of words in a sentence" },
    sentence_length, 0, PER_MAXIMUM },
  { { "image-density", "density", SHARE, 0, 1, "images / (images + w)", "Images against words" },
    image_density, 0, CORE },
  { { "bar-density", "density", SHARE, 0, 1, "bars / c", "Vertical bars among the characters" },
    bar_density, 0, CORE },
  { { "link-density", "density", SHARE, 0, 1, "linked e / e", "Characters inside links" },
    link_density, 0, CORE },
  { { "all-caps-density", "density", SHARE, 0, 1, "all-caps / w", "Words in capitals among the words" },
    all_caps_density, 0, CORE },
  { { "long-word-density", "density", SHARE, 0, 1, "words over 8 characters / w", "Long words among the words" },
    long_word_density, 0, CORE },
  { { "short-word-density", "density", SHARE, 0, 1, "words up to 3 characters / w", "Short words among the words" },
    short_word_density, 0, CORE },
  { { "positive-ancestor", "markup", FLAG, 0, 1, "1 if a class or id of an element around it, below body, contains article, body, blog, content, entry, hentry, main, post, story or text", "Lies inside an element that is named like content" },
    positive_ancestor, 0, CORE },
  { { "is-heading", "tag", FLAG, 0, 1, "1 if the owner is h1 .. h6", "Is a heading" },
    heading, 0, CORE },
  { { "is-paragraph", "tag", FLAG, 0, 1, "1 if the owner is p", "Is a paragraph" },
    paragraph, 0, CORE },
  { { "is-list-item", "tag", FLAG, 0, 1, "1 if the owner is li", "Is a list item" },
    list_item, 0, CORE },
  { { "position", "position", SHARE, 0, 1, "i / n", "Place on the page" },
    position, 0, CORE },
};
/* clang-format on */

const ExtractFeatureFamily extract_feature_classic = {
  .name = "classic",
  .rows = rows,
  .n_rows = G_N_ELEMENTS (rows),
  .facts_size = sizeof (Place),
  .compute = compute_places,
};
