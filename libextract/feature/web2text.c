/* SPDX-License-Identifier: MIT */
/*
 * The 128 features of a block of Web2Text (T. Vogels, O.-E. Ganea, C. Eickhoff, 2018): of the block, which is
 * a leaf of the collapsed tree (collapsed.h), of its parent, its grandparent, and the root.
 *
 *   repetitions 3 + leaf 31 + tags of the leaf 17 + parent 20 + tags of the parent 17 + grandparent 20 + root
 * 20
 *
 * The paper says how many there are, what they are about and of which nodes they are, not each of them: those
 * here follow it and keep its number. See texttractor-features(7).
 */
#include "libextract/feature/collapsed.h"
#include "libextract/feature/groups.h"

#include <string.h>

enum {
  DUPLICATE,
  DUPLICATES_10,
  SAME_PATH,
  LEAF,
  HAS_WORD = LEAF + EXTRACT_NODE_N_OF_TEXT,
  HAS_PUNCTUATION,
  N_PUNCTUATION,
  PLACE,
  PLACE_SQUARE,
  ENDS,
  COLON,
  QUESTION,
  COPYRIGHT,
  ADDRESS,
  DATE,
  PRICE,
  CAPITALS_2,
  CAPITALS_3,
  HAS_LINK,
  ALL_LINK,
  SEPARATOR,
  CAPITAL,
  LEAF_TAGS,
  IS_P = LEAF_TAGS,
  IS_DIV,
  IS_LI,
  IS_CELL,
  IS_H1,
  IS_H2,
  IS_H3,
  IS_H4,
  IS_DEFINITION,
  IS_QUOTE,
  IS_PRE,
  IS_SECTION,
  IN_A,
  IN_SPAN,
  IN_STRONG,
  IN_EM,
  IN_CONTROL,
  PARENT,
  PARENT_TAGS = PARENT + EXTRACT_NODE_N_VALUES,
  PARENT_DIV = PARENT_TAGS,
  PARENT_P,
  PARENT_LI,
  PARENT_LIST,
  PARENT_CELL,
  PARENT_ROW,
  PARENT_TABLE,
  PARENT_DL,
  PARENT_SECTION,
  PARENT_ARTICLE,
  PARENT_MAIN,
  PARENT_NAV,
  PARENT_HEADER,
  PARENT_FOOTER,
  PARENT_ASIDE,
  PARENT_FORM,
  PARENT_BODY,
  GRANDPARENT,
  ROOT = GRANDPARENT + EXTRACT_NODE_N_VALUES,
  N_VALUES = ROOT + EXTRACT_NODE_N_VALUES
};

typedef struct {
  float values[N_VALUES];
} Facts;

/* What has to be known of the page. */
typedef struct {
  ExtractCollapsed *tree;
  const ExtractGroups *groups;
  guint32 *texts;       /* [blocks]: equal texts have equal numbers */
  guint32 *text_sizes;  /* [texts]: blocks of each */
  guint32 *group_sizes; /* [class paths] */
  float root[EXTRACT_NODE_N_VALUES];
} Prepared;

/* ---- The page --------------------------------------------------------------------------------- */

/* Equal but for their spaces and line breaks, which blocks do not keep. */
static guint64
hash_text (const ExtractRich *rich, guint i)
{
  const ExtractPiece *piece = extract_document_piece (rich->document, i);
  const char *text = extract_document_text (rich->document, i);
  guint64 hash = piece->length;

  for (guint32 k = 0; k < piece->length; k++)
    hash = (hash ^ (guint8) text[k]) * G_GUINT64_CONSTANT (0x100000001b3);
  return extract_groups_mix (hash, piece->length);
}

static guint32 *
count_sizes (const guint32 *numbers, guint n, ExtractScratch *scratch)
{
  guint32 *sizes = extract_scratch_take0 (scratch, n + 1, sizeof *sizes);

  for (guint i = 0; i < n; i++)
    sizes[numbers[i]]++;
  return sizes;
}

static gpointer
prepare (const ExtractRich *rich, ExtractScratch *scratch)
{
  Prepared *prepared = extract_scratch_take0 (scratch, 1, sizeof *prepared);
  guint64 *hashes = extract_scratch_take (scratch, rich->n + 1, sizeof *hashes);

  prepared->tree = extract_collapsed_new (rich, scratch);
  prepared->groups = extract_document_get_groups (rich->document);
  prepared->texts = extract_scratch_take (scratch, rich->n + 1, sizeof *prepared->texts);
  for (guint i = 0; i < rich->n; i++)
    hashes[i] = hash_text (rich, i);
  extract_groups_number (hashes, rich->n, prepared->texts);
  prepared->text_sizes = count_sizes (prepared->texts, rich->n, scratch);
  prepared->group_sizes = count_sizes (prepared->groups->class_path, rich->n, scratch);
  if (rich->n > 0)
    extract_collapsed_measure_node (prepared->tree, rich, 0, prepared->root);
  return prepared;
}

/* ---- A block ---------------------------------------------------------------------------------- */

static gboolean
has_sign (const ExtractPiece *piece, guint sign)
{
  return (piece->facts.signs & sign) != 0;
}

static void
measure_leaf (const ExtractRich *rich, guint i, float *values)
{
  const ExtractPiece *piece = extract_document_piece (rich->document, i);
  const ExtractTextStats *stats = &piece->stats;
  const guint32 known = stats->letters + stats->digits + stats->spaces;
  const guint32 marks = stats->chars - MIN (known, stats->chars);
  const float capitals = values[LEAF + EXTRACT_NODE_CAPITALS], place = (float) i / (float) rich->n;

  values[HAS_WORD] = stats->words > 0;
  values[HAS_PUNCTUATION] = marks > 0;
  values[N_PUNCTUATION] = extract_logs_float (rich->logs, marks) / 6;
  values[PLACE] = place;
  values[PLACE_SQUARE] = place * place;
  values[ENDS] = has_sign (piece, EXTRACT_SIGN_END);
  values[COLON] = has_sign (piece, EXTRACT_SIGN_COLON);
  values[QUESTION] = has_sign (piece, EXTRACT_SIGN_QUESTION);
  values[COPYRIGHT] = has_sign (piece, EXTRACT_SIGN_COPYRIGHT);
  values[ADDRESS] = has_sign (piece, EXTRACT_SIGN_ADDRESS);
  values[DATE] = has_sign (piece, EXTRACT_SIGN_DATE);
  values[PRICE] = has_sign (piece, EXTRACT_SIGN_PRICE);
  values[CAPITALS_2] = capitals * capitals;
  values[CAPITALS_3] = capitals * capitals * capitals;
  values[HAS_LINK] = piece->links > 0;
  values[ALL_LINK] = piece->links == 1 && values[LEAF + EXTRACT_NODE_LINKS] > 0.95F;
  values[SEPARATOR] = has_sign (piece, EXTRACT_SIGN_SEPARATOR);
  values[CAPITAL] = has_sign (piece, EXTRACT_SIGN_CAPITAL);
}

/* Returns: which value the tag of a leaf is; -1 if none */
static int
find_leaf_tag (ExtractTag tag)
{
  switch (tag) {
  case EXTRACT_TAG_P:
    return IS_P;
  case EXTRACT_TAG_DIV:
    return IS_DIV;
  case EXTRACT_TAG_LI:
    return IS_LI;
  case EXTRACT_TAG_TD:
  case EXTRACT_TAG_TH:
    return IS_CELL;
  case EXTRACT_TAG_H1:
    return IS_H1;
  case EXTRACT_TAG_H2:
    return IS_H2;
  case EXTRACT_TAG_H3:
    return IS_H3;
  case EXTRACT_TAG_H4:
  case EXTRACT_TAG_H5:
  case EXTRACT_TAG_H6:
    return IS_H4;
  case EXTRACT_TAG_DT:
  case EXTRACT_TAG_DD:
    return IS_DEFINITION;
  case EXTRACT_TAG_BLOCKQUOTE:
    return IS_QUOTE;
  case EXTRACT_TAG_PRE:
    return IS_PRE;
  case EXTRACT_TAG_SECTION:
  case EXTRACT_TAG_ARTICLE:
  case EXTRACT_TAG_MAIN:
    return IS_SECTION;
  default:
    return -1;
  }
}

/* The same of a parent. */
static int
find_parent_tag (ExtractTag tag)
{
  switch (tag) {
  case EXTRACT_TAG_DIV:
    return PARENT_DIV;
  case EXTRACT_TAG_P:
    return PARENT_P;
  case EXTRACT_TAG_LI:
    return PARENT_LI;
  case EXTRACT_TAG_UL:
  case EXTRACT_TAG_OL:
  case EXTRACT_TAG_MENU:
    return PARENT_LIST;
  case EXTRACT_TAG_TD:
  case EXTRACT_TAG_TH:
    return PARENT_CELL;
  case EXTRACT_TAG_TR:
    return PARENT_ROW;
  case EXTRACT_TAG_TABLE:
  case EXTRACT_TAG_TBODY:
  case EXTRACT_TAG_THEAD:
  case EXTRACT_TAG_TFOOT:
    return PARENT_TABLE;
  case EXTRACT_TAG_DL:
    return PARENT_DL;
  case EXTRACT_TAG_SECTION:
    return PARENT_SECTION;
  case EXTRACT_TAG_ARTICLE:
    return PARENT_ARTICLE;
  case EXTRACT_TAG_MAIN:
    return PARENT_MAIN;
  case EXTRACT_TAG_NAV:
    return PARENT_NAV;
  case EXTRACT_TAG_HEADER:
    return PARENT_HEADER;
  case EXTRACT_TAG_FOOTER:
    return PARENT_FOOTER;
  case EXTRACT_TAG_ASIDE:
    return PARENT_ASIDE;
  case EXTRACT_TAG_FORM:
  case EXTRACT_TAG_FIELDSET:
    return PARENT_FORM;
  case EXTRACT_TAG_BODY:
    return PARENT_BODY;
  default:
    return -1;
  }
}

static void
set_flag (float *values, int value)
{
  if (value >= 0)
    values[value] = 1;
}

static void
measure_tags (const ExtractRich *rich, guint i, float *values)
{
  const guint wrappers = extract_document_piece (rich->document, i)->wrappers;

  set_flag (values, find_leaf_tag (extract_rich_owner (rich, i)->tag));
  values[IN_A] = (wrappers & EXTRACT_WRAPPER_A) != 0;
  values[IN_SPAN] = (wrappers & EXTRACT_WRAPPER_SPAN) != 0;
  values[IN_STRONG] = (wrappers & EXTRACT_WRAPPER_STRONG) != 0;
  values[IN_EM] = (wrappers & EXTRACT_WRAPPER_EM) != 0;
  values[IN_CONTROL] = (wrappers & (EXTRACT_WRAPPER_BUTTON | EXTRACT_WRAPPER_LABEL)) != 0;
}

static void
compute (const ExtractRich *rich, gpointer data, guint first, guint end, gpointer facts)
{
  const Prepared *prepared = data;
  const ExtractCollapsed *tree = prepared->tree;

  for (guint i = first; i < end; i++) {
    float *values = ((Facts *) facts)[i - first].values;
    const guint32 same = prepared->text_sizes[prepared->texts[i]];
    const guint32 parent = tree->parents[i], grandparent = tree->nodes[parent].parent;

    values[DUPLICATE] = same > 1;
    values[DUPLICATES_10] = same > 10;
    values[SAME_PATH] =
        extract_logs_float (rich->logs, prepared->group_sizes[prepared->groups->class_path[i]]) / 6;
    extract_collapsed_measure_text (tree, rich, i, i + 1, values + LEAF);
    measure_leaf (rich, i, values);
    measure_tags (rich, i, values);
    extract_collapsed_measure_node (tree, rich, parent, values + PARENT);
    set_flag (values, find_parent_tag (extract_page_element (rich->page, tree->nodes[parent].element)->tag));
    extract_collapsed_measure_node (tree, rich, grandparent, values + GRANDPARENT);
    memcpy (values + ROOT, prepared->root, sizeof prepared->root);
  }
}

/* ---- The table -------------------------------------------------------------------------------- */

#define FLAG "web2text", "flag", 0, 1
#define ROW(value, name, unit, formula, sentence)     \
  {                                                   \
    { name, unit, formula, sentence }, NULL, value, 0 \
  }

/* clang-format off */
static const ExtractFeatureRow rows[] = {
  ROW (DUPLICATE, "duplicate", FLAG, "1 if another block has the same text", "The text occurs again"),
  ROW (DUPLICATES_10, "duplicates-10", FLAG, "1 if ten other blocks have the same text", "The text occurs ten times more"),
  { { "same-path", "web2text", "logarithm", 0, 4, "log (blocks of the same class path) / 6", "Blocks in such a place, by tags, class and id" }, NULL, SAME_PATH, 0 },
  EXTRACT_TEXT_ROWS ("web2text", "leaf-", "the block", LEAF),
  ROW (HAS_WORD, "leaf-has-word", FLAG, "1 if w > 0", "There is a word"),
  ROW (HAS_PUNCTUATION, "leaf-has-punctuation", FLAG, "1 if c > letters + digits + spaces", "There is another sign"),
  { { "leaf-signs", "web2text", "logarithm", 0, 4, "log (c - letters - digits - spaces) / 6", "Such signs" }, NULL, N_PUNCTUATION, 0 },
  { { "leaf-place", "web2text", "share", 0, 1, "i / n", "Place among the blocks" }, NULL, PLACE, 0 },
  { { "leaf-place-2", "web2text", "share", 0, 1, "(i / n)^2", "Its square" }, NULL, PLACE_SQUARE, 0 },
  ROW (ENDS, "leaf-ends", FLAG, "1 if the last character ends a sentence", "Ends like a sentence"),
  ROW (COLON, "leaf-colon", FLAG, "1 if the last character is a colon", "Ends with a colon"),
  ROW (QUESTION, "leaf-question", FLAG, "1 if there is a question mark", "Asks something"),
  ROW (COPYRIGHT, "leaf-copyright", FLAG, "1 if there is a copyright sign", "Has the copyright sign"),
  ROW (ADDRESS, "leaf-address", FLAG, "1 if there is @, http:, https: or www.", "Has an address"),
  ROW (DATE, "leaf-date", FLAG, "1 if there is a year or a date", "Has a date"),
  ROW (PRICE, "leaf-price", FLAG, "1 if there is a price", "Has a price"),
  { { "leaf-capitals-2", "web2text", "share", 0, 1, "leaf-capitals^2", "Square of the share of capitalised words" }, NULL, CAPITALS_2, 0 },
  { { "leaf-capitals-3", "web2text", "share", 0, 1, "leaf-capitals^3", "Its third power" }, NULL, CAPITALS_3, 0 },
  ROW (HAS_LINK, "leaf-has-link", FLAG, "1 if there is a link", "Has a link"),
  ROW (ALL_LINK, "leaf-is-link", FLAG, "1 if there is one link, and leaf-link-density > 0.95", "Is one link"),
  ROW (SEPARATOR, "leaf-separator", FLAG, "1 if there is a bar, guillemet, bullet, middle dot or arrow", "Has a sign of lists and menus"),
  ROW (CAPITAL, "leaf-capital", FLAG, "1 if the first letter or digit is a capital", "Begins with a capital"),
  ROW (IS_P, "leaf-tag-p", FLAG, "1 if the owner is p", "Stands in p"),
  ROW (IS_DIV, "leaf-tag-div", FLAG, "1 if the owner is div", "Stands in div"),
  ROW (IS_LI, "leaf-tag-li", FLAG, "1 if the owner is li", "Stands in li"),
  ROW (IS_CELL, "leaf-tag-td", FLAG, "1 if the owner is td or th", "Stands in td or th"),
  ROW (IS_H1, "leaf-tag-h1", FLAG, "1 if the owner is h1", "Stands in h1"),
  ROW (IS_H2, "leaf-tag-h2", FLAG, "1 if the owner is h2", "Stands in h2"),
  ROW (IS_H3, "leaf-tag-h3", FLAG, "1 if the owner is h3", "Stands in h3"),
  ROW (IS_H4, "leaf-tag-h4-6", FLAG, "1 if the owner is h4, h5 or h6", "Stands in h4, h5 or h6"),
  ROW (IS_DEFINITION, "leaf-tag-dt-dd", FLAG, "1 if the owner is dt or dd", "Stands in dt or dd"),
  ROW (IS_QUOTE, "leaf-tag-blockquote", FLAG, "1 if the owner is blockquote", "Stands in blockquote"),
  ROW (IS_PRE, "leaf-tag-pre", FLAG, "1 if the owner is pre", "Stands in pre"),
  ROW (IS_SECTION, "leaf-tag-section", FLAG, "1 if the owner is section, article or main", "Stands in section, article or main"),
  ROW (IN_A, "leaf-in-a", FLAG, "1 if all or some of it is in a", "Has a in it"),
  ROW (IN_SPAN, "leaf-in-span", FLAG, "1 if all or some of it is in span", "Has span in it"),
  ROW (IN_STRONG, "leaf-in-strong", FLAG, "1 if all or some of it is in b or strong", "Has b or strong in it"),
  ROW (IN_EM, "leaf-in-em", FLAG, "1 if all or some of it is in i or em", "Has i or em in it"),
  ROW (IN_CONTROL, "leaf-in-control", FLAG, "1 if all or some of it is in button or label", "Has button or label in it"),
  EXTRACT_NODE_ROWS ("web2text", "parent-", "the parent", PARENT),
  ROW (PARENT_DIV, "parent-tag-div", FLAG, "1 if the parent is div", "Parent is div"),
  ROW (PARENT_P, "parent-tag-p", FLAG, "1 if the parent is p", "Parent is p"),
  ROW (PARENT_LI, "parent-tag-li", FLAG, "1 if the parent is li", "Parent is li"),
  ROW (PARENT_LIST, "parent-tag-list", FLAG, "1 if the parent is ul, ol or menu", "Parent is ul, ol or menu"),
  ROW (PARENT_CELL, "parent-tag-td", FLAG, "1 if the parent is td or th", "Parent is td or th"),
  ROW (PARENT_ROW, "parent-tag-tr", FLAG, "1 if the parent is tr", "Parent is tr"),
  ROW (PARENT_TABLE, "parent-tag-table", FLAG, "1 if the parent is table, tbody, thead or tfoot", "Parent is table, tbody, thead or tfoot"),
  ROW (PARENT_DL, "parent-tag-dl", FLAG, "1 if the parent is dl", "Parent is dl"),
  ROW (PARENT_SECTION, "parent-tag-section", FLAG, "1 if the parent is section", "Parent is section"),
  ROW (PARENT_ARTICLE, "parent-tag-article", FLAG, "1 if the parent is article", "Parent is article"),
  ROW (PARENT_MAIN, "parent-tag-main", FLAG, "1 if the parent is main", "Parent is main"),
  ROW (PARENT_NAV, "parent-tag-nav", FLAG, "1 if the parent is nav", "Parent is nav"),
  ROW (PARENT_HEADER, "parent-tag-header", FLAG, "1 if the parent is header", "Parent is header"),
  ROW (PARENT_FOOTER, "parent-tag-footer", FLAG, "1 if the parent is footer", "Parent is footer"),
  ROW (PARENT_ASIDE, "parent-tag-aside", FLAG, "1 if the parent is aside", "Parent is aside"),
  ROW (PARENT_FORM, "parent-tag-form", FLAG, "1 if the parent is form or fieldset", "Parent is form or fieldset"),
  ROW (PARENT_BODY, "parent-tag-body", FLAG, "1 if the parent is body", "Parent is body"),
  EXTRACT_NODE_ROWS ("web2text", "grandparent-", "the grandparent", GRANDPARENT),
  EXTRACT_NODE_ROWS ("web2text", "root-", "the page", ROOT),
};
/* clang-format on */

G_STATIC_ASSERT (G_N_ELEMENTS (rows) == 128);

const ExtractFeatureFamily extract_feature_web2text = {
  .name = "web2text",
  .rows = rows,
  .n_rows = G_N_ELEMENTS (rows),
  .facts_size = sizeof (Facts),
  .prepare = prepare,
  .compute = compute,
};
