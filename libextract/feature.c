/* SPDX-License-Identifier: MIT */
/*
 * THE table of features. The library, the programs, the manual page and the tests read these rows.
 *
 * Every feature is a quotient of two counts of a block, a flag, or a count that is divided by its
 * maximum over the page. Formulas use the letters of texttractor-features(7):
 *
 *   c characters   e characters but spaces   w words   s sentences   i index of the block   n blocks
 */
#include "document-private.h"

typedef enum {
  SCALE_MAXIMUM, /* numerator / denominator, over its maximum on the page (0 if that is 0) */
  SCALE_RATIO,   /* numerator / denominator; 1 if that is 0 */
} Scale;

/* What a value is computed from. */
typedef struct {
  const ExtractPage *page;
  const ExtractPiece *piece;
  guint i; /* index of the block */
  guint n; /* blocks of the page */
} Place;

typedef struct {
  ExtractFeature info;
  Scale scale;
  double (*numerator) (const Place *place);
  double (*denominator) (const Place *place); /* NULL: 1 */
} Row;

/* ---- What is counted ------------------------------------------------------------------------ */

#define COUNT(name, expression)       \
  static double name (const Place *b) \
  {                                   \
    return (expression);              \
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

/* ---- The classic set: 26 features (Mrózek 2014) ---------------------------------------------- */

#define PAGE_COUNT "count over the page's maximum"
#define SHARE "share"
#define FLAG "flag"

/* clang-format off */
static const Row classic[] = {
  { { "letters", "text", PAGE_COUNT, 0, 1, "letters / max letters", "Letters of any script" },
    SCALE_MAXIMUM, letters, NULL },
  { { "words", "text", PAGE_COUNT, 0, 1, "w / max w", "Words" },
    SCALE_MAXIMUM, words, NULL },
  { { "capitalised-words", "text", PAGE_COUNT, 0, 1, "capitalised / max capitalised", "Words that begin with a capital" },
    SCALE_MAXIMUM, capital_words, NULL },
  { { "all-caps-words", "text", PAGE_COUNT, 0, 1, "all-caps / max all-caps", "Words of two or more capitals and no small letter" },
    SCALE_MAXIMUM, all_caps_words, NULL },
  { { "sentences", "text", PAGE_COUNT, 0, 1, "s / max s", "Sentences" },
    SCALE_MAXIMUM, sentences, NULL },
  { { "digit-density", "density", SHARE, 0, 1, "digits / c", "Decimal digits among the characters" },
    SCALE_RATIO, digits, chars },
  { { "space-density", "density", SHARE, 0, 1, "spaces / c", "White space among the characters" },
    SCALE_RATIO, spaces, chars },
  { { "links", "markup", PAGE_COUNT, 0, 1, "links / max links", "Links with text" },
    SCALE_MAXIMUM, links, NULL },
  { { "bars", "text", PAGE_COUNT, 0, 1, "bars / max bars", "Vertical bars" },
    SCALE_MAXIMUM, bars, NULL },
  { { "images", "markup", PAGE_COUNT, 0, 1, "images / max images", "Images" },
    SCALE_MAXIMUM, images, NULL },
  { { "positive-inline", "markup", PAGE_COUNT, 0, 1, "positive / max positive", "Inline elements of running text: cite code em strong q dfn kbd samp var sub sup" },
    SCALE_MAXIMUM, positives, NULL },
  { { "has-copyright", "text", FLAG, 0, 1, "1 if © occurs", "Contains a copyright sign" },
    SCALE_RATIO, copyright, NULL },
  { { "has-angle", "text", FLAG, 0, 1, "1 if < or > occurs", "Contains < or >" },
    SCALE_RATIO, angle, NULL },
  { { "word-length", "text", "mean over the page's maximum", 0, 1, "(word characters / w) / max", "Mean length of a word" },
    SCALE_MAXIMUM, word_chars, words },
  { { "sentence-length", "text", "mean over the page's maximum", 0, 1, "(w / s) / max", "Mean number of words in a sentence" },
    SCALE_MAXIMUM, words, sentences },
  { { "image-density", "density", SHARE, 0, 1, "images / (images + w)", "Images against words" },
    SCALE_RATIO, images, images_and_words },
  { { "bar-density", "density", SHARE, 0, 1, "bars / c", "Vertical bars among the characters" },
    SCALE_RATIO, bars, chars },
  { { "link-density", "density", SHARE, 0, 1, "linked e / e", "Characters inside links" },
    SCALE_RATIO, link_chars, ink },
  { { "all-caps-density", "density", SHARE, 0, 1, "all-caps / w", "Words in capitals among the words" },
    SCALE_RATIO, all_caps_words, words },
  { { "long-word-density", "density", SHARE, 0, 1, "words over 8 characters / w", "Long words among the words" },
    SCALE_RATIO, long_words, words },
  { { "short-word-density", "density", SHARE, 0, 1, "words up to 3 characters / w", "Short words among the words" },
    SCALE_RATIO, short_words, words },
  { { "positive-ancestor", "markup", FLAG, 0, 1, "1 if a class or id of an element around it, below body, contains article, body, blog, content, entry, hentry, main, post, story or text", "Lies inside an element that is named like content" },
    SCALE_RATIO, positive_ancestor, NULL },
  { { "is-heading", "tag", FLAG, 0, 1, "1 if the owner is h1 .. h6", "Is a heading" },
    SCALE_RATIO, heading, NULL },
  { { "is-paragraph", "tag", FLAG, 0, 1, "1 if the owner is p", "Is a paragraph" },
    SCALE_RATIO, paragraph, NULL },
  { { "is-list-item", "tag", FLAG, 0, 1, "1 if the owner is li", "Is a list item" },
    SCALE_RATIO, list_item, NULL },
  { { "position", "position", SHARE, 0, 1, "i / n", "Place on the page" },
    SCALE_RATIO, index_of_block, blocks },
};
/* clang-format on */

/* ---- Sets ------------------------------------------------------------------------------------ */

struct _ExtractFeatureSet {
  const char *name;
  guint version;
  guint window;
  const Row *rows;
  guint n_rows;
};

static const ExtractFeatureSet sets[] = {
  { "classic", 1, 1, classic, G_N_ELEMENTS (classic) },
  { "classic-alone", 1, 0, classic, G_N_ELEMENTS (classic) },
};

static const char *const set_names[] = { "classic", "classic-alone", NULL };

const ExtractFeatureSet *
extract_feature_set_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    if (g_str_equal (sets[i].name, name))
      return &sets[i];
  return NULL;
}

const char *const *
extract_feature_set_get_names (void)
{
  return set_names;
}

const char *
extract_feature_set_get_name (const ExtractFeatureSet *set)
{
  return set->name;
}

guint
extract_feature_set_get_version (const ExtractFeatureSet *set)
{
  return set->version;
}

guint
extract_feature_set_get_n_features (const ExtractFeatureSet *set)
{
  return set->n_rows;
}

guint
extract_feature_set_get_window (const ExtractFeatureSet *set)
{
  return set->window;
}

guint
extract_feature_set_get_n_inputs (const ExtractFeatureSet *set)
{
  return set->n_rows * (2 * set->window + 1);
}

const ExtractFeature *
extract_feature_set_get_feature (const ExtractFeatureSet *set, guint i)
{
  g_return_val_if_fail (i < set->n_rows, NULL);
  return &set->rows[i].info;
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* One feature of all blocks: a column of the matrix `values` [n][width]. */
static void
compute_column (ExtractDocument *document, const Row *row, float *values, guint width)
{
  Place place = { .page = document->page, .n = document->n_blocks };
  double maximum = 0;

  for (place.i = 0; place.i < place.n; place.i++) {
    double numerator, denominator, value;

    place.piece = extract_document_piece (document, place.i);
    numerator = row->numerator (&place);
    denominator = row->denominator ? row->denominator (&place) : 1;
    if (denominator == 0)
      value = row->scale == SCALE_RATIO ? 1 : 0;
    else
      value = numerator / denominator;
    maximum = MAX (maximum, value);
    values[place.i * (gsize) width] = value;
  }
  if (row->scale == SCALE_MAXIMUM && maximum > 0)
    for (guint i = 0; i < place.n; i++)
      values[i * (gsize) width] /= (float) maximum;
}

gboolean
extract_document_compute_features (ExtractDocument *document, const ExtractFeatureSet *set, GError **error)
{
  gsize size = (gsize) document->n_blocks * set->n_rows * sizeof (float);
  float *values;

  if (document->set == set)
    return TRUE;
  if (document->sealed) {
    g_set_error_literal (error, EXTRACT_ERROR, EXTRACT_ERROR_SEALED, "the document has been labelled before");
    return FALSE;
  }
  values = g_malloc (MAX (size, 1));
  for (guint i = 0; i < set->n_rows; i++)
    compute_column (document, &set->rows[i], values + i, set->n_rows);
  g_clear_pointer (&document->features, g_bytes_unref);
  document->features = g_bytes_new_take (values, size);
  document->set = set;
  return TRUE;
}
