/* SPDX-License-Identifier: MIT */
/*
 * Features of the page, the same for all its blocks. They tell the network the kind of page: an article, a
 * thread, a product, a listing.
 *
 *   n blocks   W words of the page   log x  ln (1 + x)
 */
#include "libextract/feature/family.h"
#include "libextract/feature/groups.h"
#include "libextract/feature/logarithm.h"
#include "libextract/page/names.h"
#include "libextract/text/facts.h"

#include <math.h>
#include <string.h>

/* What a page has; a row of the table is one of these numbers. */
enum {
  WORDS,
  BLOCKS,
  P_WORDS,
  LI_WORDS,
  CELL_WORDS,
  LINKED,
  MEAN_WORDS,
  FORMS,
  INPUTS,
  ARTICLES,
  H1,
  HEADINGS,
  MAIN,
  ROLE_MAIN,
  OG_ARTICLE,
  OG_PRODUCT,
  OG_WEBSITE,
  OG_NONE,
  TYPE_ARTICLE,
  TYPE_PRODUCT,
  TYPE_DISCUSSION,
  TYPE_LIST,
  TYPE_SERVICE,
  TYPE_ORGANIZATION,
  TYPE_FAQ,
  TYPE_BREADCRUMB,
  TYPE_PAGE,
  PRICES,
  QUESTIONS,
  LONGEST,
  WORDS_OF_20,
  WORDS_OF_50,
  FREQUENT,
  CODE,
  TIMES,
  TABLES,
  IMAGES,
  ENDS,
  TITLE_WORDS,
  DOCTYPE_HTML5,
  DOCTYPE_XHTML,
  DOCTYPE_OLD,
  LARGEST_GROUP,
  N_VALUES
};

typedef struct {
  float values[N_VALUES];
} Facts;

static double
ratio (double part, double whole)
{
  return whole > 0 ? part / whole : 0;
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

#define LONG_BLOCK 20
#define VERY_LONG_BLOCK 50

typedef struct {
  guint32 li_words;
  guint32 cell_words;
  guint32 long_words; /* in blocks of LONG_BLOCK words and more */
  guint32 very_long_words;
  guint32 most_words; /* of a block */
  guint32 headings;
  guint32 prices;
  guint32 questions;
  guint32 ends; /* blocks that end as a sentence does */
} BlockCounts;

static void
count_block (const ExtractRich *rich, guint i, BlockCounts *counts)
{
  const ExtractPiece *piece = extract_document_piece (rich->document, i);
  guint32 words = piece->stats.words, signs = piece->facts.signs;
  ExtractTag tag = extract_rich_owner (rich, i)->tag;

  counts->li_words += tag == EXTRACT_TAG_LI ? words : 0;
  counts->cell_words += tag == EXTRACT_TAG_TD || tag == EXTRACT_TAG_TH ? words : 0;
  counts->long_words += words >= LONG_BLOCK ? words : 0;
  counts->very_long_words += words >= VERY_LONG_BLOCK ? words : 0;
  counts->most_words = MAX (counts->most_words, words);
  counts->headings += (extract_tag_get_flags (tag) & TAG_HEADING) != 0;
  counts->prices += (signs & EXTRACT_SIGN_PRICE) != 0;
  counts->questions += (signs & EXTRACT_SIGN_QUESTION) != 0;
  counts->ends += (signs & EXTRACT_SIGN_END) != 0;
}

static guint32
count_largest_group (const ExtractRich *rich)
{
  const ExtractGroups *groups = extract_document_get_groups (rich->document);
  EXTRACT_AUTOFREE guint32 *sizes = EXTRACT_NEW0 (guint32, groups->n_class_paths);
  guint32 largest = 0;

  for (guint i = 0; i < rich->n; i++) {
    guint32 size = ++sizes[groups->class_path[i]];

    largest = MAX (largest, size);
  }
  return largest;
}

static void
measure_blocks (const ExtractRich *rich, float *values)
{
  const ExtractTotals *all = &rich->totals[rich->n];
  double n = rich->n, words = all->words;
  BlockCounts counts = { 0 };

  for (guint i = 0; i < rich->n; i++)
    count_block (rich, i, &counts);
  values[WORDS] = extract_log1p (words) / 10;
  values[BLOCKS] = extract_log1p (n) / 8;
  values[P_WORDS] = ratio (all->p_words, words);
  values[LI_WORDS] = ratio (counts.li_words, words);
  values[CELL_WORDS] = ratio (counts.cell_words, words);
  values[LINKED] = ratio (all->link_chars, all->ink);
  values[MEAN_WORDS] = extract_log1p (ratio (words, n)) / 4;
  values[HEADINGS] = ratio (counts.headings, n);
  values[PRICES] = extract_log1p (counts.prices) / 5;
  values[QUESTIONS] = ratio (counts.questions, n);
  values[LONGEST] = ratio (counts.most_words, words);
  values[WORDS_OF_20] = ratio (counts.long_words, words);
  values[WORDS_OF_50] = ratio (counts.very_long_words, words);
  values[FREQUENT] = rich->knows_frequent ? ratio (all->frequent, words) : NAN;
  values[ENDS] = ratio (counts.ends, n);
  values[LARGEST_GROUP] = ratio (count_largest_group (rich), n);
}

/* ---- Elements -------------------------------------------------------------------------------- */

static gboolean
has_role_main (const ExtractRich *rich)
{
  const ExtractNames *names = extract_page_get_names (rich->document->page);

  for (guint32 s = 0; s < names->n_shapes; s++)
    if (g_ascii_strcasecmp (extract_names_get_attribute (names, rich->page, s, EXTRACT_ATTRIBUTE_ROLE),
                            "main") == 0)
      return TRUE;
  return FALSE;
}

static void
measure_elements (const ExtractRich *rich, float *values)
{
  guint32 counts[EXTRACT_N_TAGS] = { 0 };

  for (guint32 e = 0; e < rich->n_elements; e++)
    counts[extract_page_element (rich->page, e)->tag]++;
  values[FORMS] = extract_log1p (counts[EXTRACT_TAG_FORM]) / 4;
  values[INPUTS] =
      extract_log1p (counts[EXTRACT_TAG_INPUT] + counts[EXTRACT_TAG_SELECT] + counts[EXTRACT_TAG_TEXTAREA]) /
      5;
  values[ARTICLES] = extract_log1p (counts[EXTRACT_TAG_ARTICLE]) / 4;
  values[H1] = extract_log1p (counts[EXTRACT_TAG_H1]) / 3;
  values[MAIN] = counts[EXTRACT_TAG_MAIN] > 0;
  values[ROLE_MAIN] = has_role_main (rich);
  values[CODE] = extract_log1p (counts[EXTRACT_TAG_PRE] + counts[EXTRACT_TAG_CODE]) / 6;
  values[TIMES] = extract_log1p (counts[EXTRACT_TAG_TIME]) / 4;
  values[TABLES] = extract_log1p (counts[EXTRACT_TAG_TABLE]) / 4;
  values[IMAGES] = extract_log1p (counts[EXTRACT_TAG_IMG]) / 6;
}

/* ---- What the page says of itself ------------------------------------------------------------ */

#define FULL_TITLE 30
#define MOST_TITLE 4

/* Letter case does not matter. */
static gboolean
has_word (const char *text, const char *word)
{
  const gsize length = strlen (word);

  for (; *text; text++)
    if (g_ascii_strncasecmp (text, word, length) == 0)
      return TRUE;
  return FALSE;
}

static void
measure_about (const ExtractRich *rich, float *values)
{
  static const guint types[] = {
    [TYPE_ARTICLE - TYPE_ARTICLE] = EXTRACT_STRUCTURED_ARTICLE,
    [TYPE_PRODUCT - TYPE_ARTICLE] = EXTRACT_STRUCTURED_PRODUCT,
    [TYPE_DISCUSSION - TYPE_ARTICLE] = EXTRACT_STRUCTURED_DISCUSSION,
    [TYPE_LIST - TYPE_ARTICLE] = EXTRACT_STRUCTURED_LIST,
    [TYPE_SERVICE - TYPE_ARTICLE] = EXTRACT_STRUCTURED_SERVICE,
    [TYPE_ORGANIZATION - TYPE_ARTICLE] = EXTRACT_STRUCTURED_ORGANIZATION,
    [TYPE_FAQ - TYPE_ARTICLE] = EXTRACT_STRUCTURED_FAQ,
    [TYPE_BREADCRUMB - TYPE_ARTICLE] = EXTRACT_STRUCTURED_BREADCRUMB,
    [TYPE_PAGE - TYPE_ARTICLE] = EXTRACT_STRUCTURED_PAGE,
  };
  const char *type = rich->page->og_type ? rich->page->og_type : "";
  ExtractTextStats title;

  values[OG_ARTICLE] = has_word (type, "article");
  values[OG_PRODUCT] = has_word (type, "product");
  values[OG_WEBSITE] = has_word (type, "website");
  values[OG_NONE] = *type == '\0';
  for (guint t = 0; t < G_N_ELEMENTS (types); t++)
    values[TYPE_ARTICLE + t] = (rich->structured->types & types[t]) != 0;
  values[DOCTYPE_HTML5] = rich->page->doctype == EXTRACT_DOCTYPE_HTML5;
  values[DOCTYPE_XHTML] = rich->page->doctype == EXTRACT_DOCTYPE_XHTML;
  values[DOCTYPE_OLD] = rich->page->doctype == EXTRACT_DOCTYPE_OLD;
  extract_text_stats_count (rich->page->title, strlen (rich->page->title), &title);
  values[TITLE_WORDS] = MIN ((double) title.words / FULL_TITLE, MOST_TITLE);
}

/* ---- The family ------------------------------------------------------------------------------ */

static gpointer
prepare (const ExtractRich *rich, ExtractScratch *scratch)
{
  Facts *page = extract_scratch_take0 (scratch, 1, sizeof *page);

  measure_blocks (rich, page->values);
  measure_elements (rich, page->values);
  measure_about (rich, page->values);
  return page;
}

/* ---- The table ------------------------------------------------------------------------------- */

#define LOG "logarithm"
#define ROW(value, name, unit, maximum, formula, sentence)                        \
  {                                                                               \
    { "page-" name, "page", unit, 0, maximum, formula, sentence }, NULL, value, 0 \
  }
#define TYPE(value, name, what)                                                      \
  ROW (value, "type-" name, "flag", 1, "1 if structured data has a type like " what, \
       "Declares to be or to have: " what)

/* clang-format off */
static const ExtractFeatureRow rows[] = {
  ROW (WORDS, "words", LOG, 3, "log W / 10", "Words of the page"),
  ROW (BLOCKS, "blocks", LOG, 3, "log n / 8", "Blocks of the page"),
  ROW (P_WORDS, "p-words", "share", 1, "words in p / W", "Words in paragraphs"),
  ROW (LI_WORDS, "li-words", "share", 1, "words in li / W", "Words in list items"),
  ROW (CELL_WORDS, "cell-words", "share", 1, "words in td and th / W", "Words in cells of tables"),
  ROW (LINKED, "link-density", "share", 1, "linked e / e, of the page", "Link density of the page"),
  ROW (MEAN_WORDS, "mean-words", LOG, 6, "log (W / n) / 4", "Words of a block of the page"),
  ROW (FORMS, "forms", LOG, 6, "log form / 4", "Forms"),
  ROW (INPUTS, "inputs", LOG, 5, "log (input + select + textarea) / 5", "Controls of forms"),
  ROW (ARTICLES, "articles", LOG, 6, "log article / 4", "Elements article"),
  ROW (H1, "h1", LOG, 8, "log h1 / 3", "Elements h1"),
  ROW (HEADINGS, "headings", "share", 1, "blocks in h1 .. h6 / n", "Headings among the blocks"),
  ROW (MAIN, "main", "flag", 1, "1 if there is an element main", "Has an element main"),
  ROW (ROLE_MAIN, "role-main", "flag", 1, "1 if an element has role=main", "Has an element of the role main"),
  ROW (OG_ARTICLE, "og-article", "flag", 1, "1 if og:type contains article", "Calls itself article"),
  ROW (OG_PRODUCT, "og-product", "flag", 1, "1 if og:type contains product", "Calls itself product"),
  ROW (OG_WEBSITE, "og-website", "flag", 1, "1 if og:type contains website", "Calls itself website"),
  ROW (OG_NONE, "og-none", "flag", 1, "1 if there is no og:type", "Does not say by og:type what it is"),
  TYPE (TYPE_ARTICLE, "article", "article, news, posting of a blog"),
  TYPE (TYPE_PRODUCT, "product", "product"),
  TYPE (TYPE_DISCUSSION, "discussion", "discussion, question and answer, comment"),
  TYPE (TYPE_LIST, "list", "list of items, collection"),
  TYPE (TYPE_SERVICE, "service", "local business, service"),
  TYPE (TYPE_ORGANIZATION, "organization", "organization"),
  TYPE (TYPE_FAQ, "faq", "frequent questions"),
  TYPE (TYPE_BREADCRUMB, "breadcrumb", "breadcrumbs"),
  TYPE (TYPE_PAGE, "page", "web page"),
  ROW (PRICES, "prices", LOG, 5, "log blocks with a price / 5", "Blocks with a price"),
  ROW (QUESTIONS, "questions", "share", 1, "blocks with a question mark / n", "Questions among the blocks"),
  ROW (LONGEST, "longest", "share", 1, "max w / W", "Share of the words of the page in its longest block"),
  ROW (WORDS_OF_20, "words-of-20", "share", 1, "words in blocks of 20 words and more / W", "Words in long blocks"),
  ROW (WORDS_OF_50, "words-of-50", "share", 1, "words in blocks of 50 words and more / W", "Words in very long blocks"),
  ROW (FREQUENT, "frequent", "share", 1, "frequent words / W", "Frequent words of the language among the words of the page"),
  ROW (CODE, "code", LOG, 4, "log (pre + code) / 6", "Elements pre and code"),
  ROW (TIMES, "times", LOG, 6, "log time / 4", "Elements time"),
  ROW (TABLES, "tables", LOG, 6, "log table / 4", "Tables"),
  ROW (IMAGES, "images", LOG, 4, "log img / 6", "Images of the page"),
  ROW (ENDS, "ends", "share", 1, "blocks that end like a sentence / n", "Ends of sentences among the blocks"),
  ROW (TITLE_WORDS, "title-words", "count", MOST_TITLE, "min (4, words of the title / 30)", "Words of the title"),
  ROW (DOCTYPE_HTML5, "doctype-html5", "flag", 1, "1 if <!DOCTYPE> has no public identifier", "Declares to be HTML as it is today"),
  ROW (DOCTYPE_XHTML, "doctype-xhtml", "flag", 1, "1 if the public identifier has XHTML in it", "Declares to be XHTML"),
  ROW (DOCTYPE_OLD, "doctype-old", "flag", 1, "1 if there is another public identifier", "Declares to be HTML 2 to 4.01"),
  ROW (LARGEST_GROUP, "largest-group", "share", 1, "blocks of the largest class-path group / n", "Size of the largest group of blocks of the same path and classes"),
};
/* clang-format on */

const ExtractFeatureFamily extract_feature_page = {
  .name = "page",
  .rows = rows,
  .n_rows = G_N_ELEMENTS (rows),
  .facts_size = sizeof (Facts),
  .prepare = prepare,
  .of_page = TRUE,
};
