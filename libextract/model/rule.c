/* SPDX-License-Identifier: MIT */
/*
 * THE table of post-analysis rules, for what the network does not see or decide. The first four are those of
 * Mrózek 2014. Rules change labels, never scores, and mark each block that they change with their name.
 */
#include "libextract/model/rule.h"
#include "libextract/meta/items.h"

#include <string.h>

/* ---- Helpers --------------------------------------------------------------------------------- */

static ExtractLabel
label_at (ExtractDocument *document, guint i)
{
  return document->blocks[i].label;
}

static void
label_set (ExtractDocument *document, guint i, ExtractLabel label, guint rule)
{
  ExtractBlock *block = &document->blocks[i];

  if (block->label == label)
    return;
  block->label = label;
  block->rule = rule;
}

static ExtractTag
owner_tag (ExtractDocument *document, guint i)
{
  return extract_page_element (document->page, extract_document_piece (document, i)->element)->tag;
}

static gboolean
is_heading (ExtractDocument *document, guint i)
{
  return (extract_tag_get_flags (owner_tag (document, i)) & TAG_HEADING) != 0;
}

/* Whether a block of at least this label lies in first..last; both may lie outside the page. */
static gboolean
any_in (ExtractDocument *document, gint64 first, gint64 last, ExtractLabel at_least)
{
  for (gint64 i = MAX (first, 0); i <= MIN (last, (gint64) document->n_blocks - 1); i++)
    if (label_at (document, i) >= at_least)
      return TRUE;
  return FALSE;
}

/* ---- main-text-start -------------------------------------------------------------------------- */

/* A heading resembles the title if their words overlap by more than JACCARD, or if at least
 * CONTAINED of its two or more words are in the title. */
#define JACCARD 0.4
#define CONTAINED 0.8
/* A longer text is no heading, and no title. */
#define LONGEST_HEADING 65536
/* Blocks right before the heading may belong to it: kickers, dates, authors. */
#define BEFORE_HEADING 3

static GHashTable *
word_set (const char *text)
{
  GHashTable *set = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *folded = g_utf8_casefold (strlen (text) > LONGEST_HEADING ? "" : text, -1);
  const char *start = NULL;

  for (const char *p = folded;; p = g_utf8_next_char (p)) {
    if (*p && g_unichar_isalnum (g_utf8_get_char (p))) {
      start = start ? start : p;
      continue;
    }
    if (start)
      g_hash_table_add (set, g_strndup (start, p - start));
    start = NULL;
    if (!*p)
      return set;
  }
}

static double
title_likeness (GHashTable *title, const char *text)
{
  g_autoptr (GHashTable) heading = word_set (text);
  guint a = g_hash_table_size (title), b = g_hash_table_size (heading), common = 0;
  GHashTableIter iter;
  gpointer word;

  g_hash_table_iter_init (&iter, heading);
  while (g_hash_table_iter_next (&iter, &word, NULL))
    common += g_hash_table_contains (title, word);
  if (common == 0)
    return 0;
  if ((double) common / (a + b - common) > JACCARD || (b >= 2 && common >= CONTAINED * b))
    return (double) common / (a + b - common);
  return 0;
}

static void
main_text_start (ExtractDocument *document, guint rule)
{
  g_autoptr (GHashTable) title = word_set (extract_document_get_title (document));
  guint best = 0;
  double best_likeness = 0;

  for (guint i = 0; i < document->n_blocks; i++) {
    ExtractTag tag = owner_tag (document, i);
    double likeness = tag == EXTRACT_TAG_H1 || tag == EXTRACT_TAG_H2
                          ? title_likeness (title, extract_document_text (document, i))
                          : 0;

    if (likeness > best_likeness) {
      best = i;
      best_likeness = likeness;
    }
  }
  if (best_likeness == 0)
    return;
  label_set (document, best, EXTRACT_LABEL_GOOD, rule);
  for (guint i = 0; i + BEFORE_HEADING <= best; i++)
    label_set (document, i, EXTRACT_LABEL_BAD, rule);
}

/* ---- common-path ------------------------------------------------------------------------------ */

#define GOOD_SIBLINGS 3

static void
common_path (ExtractDocument *document, guint rule)
{
  EXTRACT_AUTOFREE guint *good = EXTRACT_NEW0 (guint, document->page->elements.len + 1);
  guint32 none = document->page->elements.len;

#define PARENT(i) \
  MIN (extract_page_element (document->page, extract_document_piece (document, i)->element)->parent, none)
  for (guint i = 0; i < document->n_blocks; i++)
    good[PARENT (i)] += label_at (document, i) == EXTRACT_LABEL_GOOD;
  for (guint i = 0; i < document->n_blocks; i++)
    if (good[PARENT (i)] >= GOOD_SIBLINGS)
      label_set (document, i, EXTRACT_LABEL_GOOD, rule);
#undef PARENT
}

/* ---- alone-blocks ----------------------------------------------------------------------------- */

#define COMPANY 5

/* The first good block of a page is never alone: a page of one paragraph would come out empty. */
static void
alone_blocks (ExtractDocument *document, guint rule)
{
  guint first = 0;

  while (first < document->n_blocks && label_at (document, first) != EXTRACT_LABEL_GOOD)
    first++;
  for (guint i = document->n_blocks; i-- > first + 1;) {
    if (label_at (document, i) != EXTRACT_LABEL_GOOD)
      continue;
    if (any_in (document, (gint64) i - COMPANY, (gint64) i - 1, EXTRACT_LABEL_GOOD))
      return;
    label_set (document, i, EXTRACT_LABEL_BAD, rule);
  }
}

/* ---- block-neighbours ------------------------------------------------------------------------- */

#define HEADING_REACH 3

/* What becomes of near-good blocks:
 *   heading    good if good or near-good blocks lie within three on both sides, or a good one within
 *              three after it
 *   list item  good if a block beside it is good
 *   paragraph  good if a block within two on either side is good
 *   others     good if the blocks on both sides are good */
static gboolean
belongs (ExtractDocument *document, guint index)
{
  gint64 i = index;

  if (is_heading (document, i))
    return any_in (document, i + 1, i + HEADING_REACH, EXTRACT_LABEL_GOOD) ||
           (any_in (document, i - HEADING_REACH, i - 1, EXTRACT_LABEL_NEAR_GOOD) &&
            any_in (document, i + 1, i + HEADING_REACH, EXTRACT_LABEL_NEAR_GOOD));
  switch (owner_tag (document, i)) {
  case EXTRACT_TAG_LI:
    return any_in (document, i - 1, i + 1, EXTRACT_LABEL_GOOD);
  case EXTRACT_TAG_P:
    return any_in (document, i - 2, i + 2, EXTRACT_LABEL_GOOD);
  default:
    return any_in (document, i - 1, i - 1, EXTRACT_LABEL_GOOD) &&
           any_in (document, i + 1, i + 1, EXTRACT_LABEL_GOOD);
  }
}

static void
block_neighbours (ExtractDocument *document, guint rule)
{
  for (guint i = 0; i < document->n_blocks; i++)
    if (label_at (document, i) == EXTRACT_LABEL_NEAR_GOOD && belongs (document, i))
      label_set (document, i, EXTRACT_LABEL_GOOD, rule);
}

/* ---- headline --------------------------------------------------------------------------------- */

#define BEFORE_TEXT 15

/* The nearest h1 before the text, if the text does not begin with one. */
static void
headline (ExtractDocument *document, guint rule)
{
  guint first = 0;

  while (first < document->n_blocks && label_at (document, first) != EXTRACT_LABEL_GOOD)
    first++;
  if (first == document->n_blocks || owner_tag (document, first) == EXTRACT_TAG_H1)
    return;
  for (guint i = first; i-- > 0 && i + BEFORE_TEXT >= first;)
    if (owner_tag (document, i) == EXTRACT_TAG_H1) {
      label_set (document, i, EXTRACT_LABEL_GOOD, rule);
      return;
    }
}

/* ---- whole-tables, omit-tables
 * ----------------------------------------------------------------------------- */

/* Tables of few blocks are mostly there for the looks of the page. */
#define TABLE_BLOCKS 6
#define WIDE_ROWS 2
/* Where at least so many cells are th, half of the cells may hold several blocks. */
#define HEADERS 2

typedef enum { PART_TABLE, PART_CAPTION, PART_ROW, PART_CELL } PartKind;

/* A table, or the caption, a row or a cell of one. */
typedef struct {
  guint32 table; /* index into tables: the innermost one */
  guint32 row;   /* of a cell: index into parts */
  guint32 n;     /* of a row: cells with text; of a cell: blocks */
  guint8 kind;   /* PartKind */
  guint8 header; /* of a cell: 1 if it is a th */
  guint8 good;   /* 1 if a block right in it is good */
} TablePart;

/* What is known of a table. Rows, cells and tables count if they have text. */
typedef struct {
  guint32 outer; /* index into tables: the one that it lies in, or 0 */
  guint32 blocks;
  guint32 rows, wide_rows;         /* those of several cells */
  guint32 cells, crowded, headers; /* those of several blocks; those that are th */
  guint64 words, good_words;       /* a block without words counts as one */
  guint8 nested;                   /* 1 if another table lies in it */
  guint8 structured;               /* 1 if a heading, a list, a quotation or code does */
} Table;

typedef struct {
  guint32 *parts_of;  /* [elements]: twice the index of the innermost part that it is or lies in, and one more
                         if it lies in a structure; below 2 outside of tables */
  ExtractRows parts;  /* TablePart; the first stands for no part */
  ExtractRows tables; /* Table; the first stands for no table */
} Tables;

#define PART(tables, i) ROWS_INDEX ((tables)->parts, TablePart, i)
#define TABLE(tables, i) ROWS_INDEX ((tables)->tables, Table, i)

/* The part that an element of @tag begins in one of the kind @around. Returns: FALSE if it is none */
static gboolean
part_begins (ExtractTag tag, PartKind around, PartKind *kind)
{
  switch (tag) {
  case EXTRACT_TAG_TABLE:
    *kind = PART_TABLE;
    return TRUE;
  case EXTRACT_TAG_CAPTION:
    *kind = PART_CAPTION;
    return around == PART_TABLE;
  case EXTRACT_TAG_TR:
    *kind = PART_ROW;
    return around == PART_TABLE;
  case EXTRACT_TAG_TD:
  case EXTRACT_TAG_TH:
    *kind = PART_CELL;
    return around == PART_ROW;
  default:
    return FALSE;
  }
}

static void
tables_add_element (Tables *tables, const ExtractElement *element, guint32 e)
{
  guint32 around = element->parent == EXTRACT_NO_ELEMENT ? 0 : tables->parts_of[element->parent];
  TablePart part = *PART (tables, around / 2);
  PartKind kind;

  tables->parts_of[e] = around | extract_tag_is_structure (element->tag);
  if (!part_begins (element->tag, part.kind, &kind))
    return;
  if (kind == PART_TABLE) {
    *ROWS_ADD (tables->tables, Table) = (Table){ .outer = part.table };
    part.table = tables->tables.len - 1;
    around = 0;
  }
  tables->parts_of[e] = 2 * tables->parts.len | (around & 1);
  *ROWS_ADD (tables->parts, TablePart) =
      (TablePart){ part.table, around / 2, 0, kind, element->tag == EXTRACT_TAG_TH, 0 };
}

static void
tables_add_block (Tables *tables, ExtractDocument *document, guint i)
{
  const ExtractPiece *piece = extract_document_piece (document, i);
  guint32 part_of = tables->parts_of[piece->element];
  TablePart *part = PART (tables, part_of / 2), *row = PART (tables, part->row);
  Table *table = TABLE (tables, part->table);
  guint32 words = MAX (piece->stats.words, 1);

  /* What is around a table that has been met before has been met, too. */
  if (table->blocks++ == 0)
    for (guint32 t = table->outer; t > 0 && !TABLE (tables, t)->nested; t = TABLE (tables, t)->outer)
      TABLE (tables, t)->nested = 1;
  table->structured |= piece->pre | (part_of & 1);
  table->words += words;
  if (label_at (document, i) == EXTRACT_LABEL_GOOD) {
    table->good_words += words;
    part->good = 1;
  }
  if (part->kind != PART_CELL)
    return;
  part->n++;
  table->crowded += part->n == 2;
  if (part->n > 1)
    return;
  row->n++;
  table->cells++;
  table->headers += part->header;
  table->rows += row->n == 1;
  table->wide_rows += row->n == 2;
}

/*
 * A table shows data if no other table lies in it, and several of its rows, at least half of them, have
 * several cells that hold a text each. Some may hold more; but headings, lists, quotations and code are for
 * pages laid out by tables, unless header cells say that it shows data.
 */
static gboolean
is_data (const Table *table)
{
  gboolean headed = table->headers >= HEADERS;

  return !table->nested && table->blocks >= TABLE_BLOCKS && table->wide_rows >= WIDE_ROWS &&
         (guint64) 2 * table->wide_rows >= table->rows &&
         (guint64) (headed ? 2 : EXTRACT_CROWDED_CELLS) * table->crowded <= table->cells &&
         (headed || !table->structured);
}

/* A cell that comes out in part is not lost, so what the network left out of it stays out. */
static void
make_whole (Tables *tables, ExtractDocument *document, guint rule)
{
  for (guint i = 0; i < document->n_blocks; i++) {
    const TablePart *part =
        PART (tables, tables->parts_of[extract_document_piece (document, i)->element] / 2);
    const Table *table = TABLE (tables, part->table);

    if (table->good_words == 0 || !is_data (table))
      continue;
    if (2 * table->good_words >= table->words) {
      if (!part->good)
        label_set (document, i, EXTRACT_LABEL_GOOD, rule);
    } else if (label_at (document, i) == EXTRACT_LABEL_GOOD)
      label_set (document, i, EXTRACT_LABEL_BAD, rule);
  }
}

/* Returns: whether there is a table; call tables_clear () in any case. */
static gboolean
tables_read (Tables *tables, ExtractDocument *document)
{
  const ExtractPage *page = document->page;

  *tables = (Tables){ .parts_of = EXTRACT_NEW (guint32, page->elements.len) };
  *ROWS_ADD (tables->tables, Table) = (Table){ 0 };
  /* What belongs to no part. Nothing but a table begins in it, as in a caption. */
  *ROWS_ADD (tables->parts, TablePart) = (TablePart){ .kind = PART_CAPTION };
  for (guint32 e = 0; e < page->elements.len; e++)
    tables_add_element (tables, extract_page_element (page, e), e);
  for (guint i = 0; i < document->n_blocks && tables->tables.len > 1; i++)
    tables_add_block (tables, document, i);
  return tables->tables.len > 1;
}

static void
tables_clear (Tables *tables)
{
  extract_memory_free (tables->tables.data);
  extract_memory_free (tables->parts.data);
  extract_memory_free (tables->parts_of);
}

static void
whole_tables (ExtractDocument *document, guint rule)
{
  Tables tables;

  if (tables_read (&tables, document))
    make_whole (&tables, document, rule);
  tables_clear (&tables);
}

static void
omit_tables (ExtractDocument *document, guint rule)
{
  Tables read, *tables = &read;

  if (tables_read (tables, document))
    for (guint i = 0; i < document->n_blocks; i++) {
      guint32 part = tables->parts_of[extract_document_piece (document, i)->element] / 2;

      if (is_data (TABLE (tables, PART (tables, part)->table)))
        label_set (document, i, EXTRACT_LABEL_BAD, rule);
    }
  tables_clear (tables);
}

/* ---- Comments --------------------------------------------------------------------------------- */

/* Comments are more than the forms and buttons around them. */
#define COMMENT_WORDS 5

static gboolean
reads_like_text (ExtractDocument *document, guint i)
{
  const ExtractPiece *piece = extract_document_piece (document, i);
  guint ink = piece->stats.chars - piece->stats.spaces;

  return piece->stats.words >= COMMENT_WORDS && 3 * piece->link_chars <= ink && !is_heading (document, i) &&
         owner_tag (document, i) != EXTRACT_TAG_FORM;
}

static void
keep_comments (ExtractDocument *document, guint rule)
{
  const guint8 *roles = extract_document_get_roles (document);

  for (guint i = 0; i < document->n_blocks; i++)
    if (roles[i] == EXTRACT_ROLE_COMMENT && reads_like_text (document, i))
      label_set (document, i, EXTRACT_LABEL_GOOD, rule);
}

static void
drop_comments (ExtractDocument *document, guint rule)
{
  const guint8 *roles = extract_document_get_roles (document);

  for (guint i = 0; i < document->n_blocks; i++)
    if (roles[i] == EXTRACT_ROLE_COMMENT)
      label_set (document, i, EXTRACT_LABEL_BAD, rule);
}

/* An item of the page counts whatever its names are; of what lies in none, the role. */
static void
only_comments (ExtractDocument *document, guint rule)
{
  const ExtractItemBlock *blocks = extract_items_get_blocks (extract_items_of_document (document));
  const guint8 *roles = extract_document_get_roles (document);

  for (guint i = 0; i < document->n_blocks; i++) {
    const gboolean in_item = blocks[i].item != EXTRACT_NO_ITEM;

    label_set (document, i,
               (in_item ? blocks[i].text : roles[i] == EXTRACT_ROLE_COMMENT && reads_like_text (document, i))
                   ? EXTRACT_LABEL_GOOD
                   : EXTRACT_LABEL_BAD,
               rule);
  }
}

static void
separate_comments (ExtractDocument *document, guint rule)
{
  ExtractItems *items = extract_items_of_document (document);
  const ExtractItemBlock *blocks = extract_items_get_blocks (items);
  const guint8 *roles = extract_document_get_roles (document);

  for (guint i = 0; i < document->n_blocks; i++)
    if (blocks[i].item == EXTRACT_NO_ITEM
            ? roles[i] == EXTRACT_ROLE_COMMENT
            : extract_items_get_kind (items, blocks[i].item) == EXTRACT_ITEM_COMMENT)
      label_set (document, i, EXTRACT_LABEL_BAD, rule);
}

/* ---- The table -------------------------------------------------------------------------------- */

/* clang-format off */
#define RULES(X)                                                                                   \
  X (main_text_start, "main-text-start",                                                           \
     "the h1 or h2 most like the page title becomes good; blocks three or more before it become bad")  \
  X (common_path, "common-path",                                                                   \
     "if three or more blocks with the same parent element are good, all blocks with that parent become good")     \
  X (alone_blocks, "alone-blocks",                                                                 \
     "from the end up, good blocks become bad until one has another good block among the five "    \
     "before it; the first good block stays")                                                      \
  X (block_neighbours, "block-neighbours",                                                         \
     "near-good blocks become good if their neighbours are; headings, list items, paragraphs and " \
     "others have their own conditions")                                                           \
  X (headline, "headline",                                                                         \
     "the nearest h1 within fifteen blocks before the first good block becomes good")              \
  X (whole_tables, "whole-tables",                                                                 \
     "a data table is printed whole if half of its words are good, else not at all")               \
  X (omit_tables, "omit-tables", "data tables become bad") \
  X (keep_comments, "keep-comments",                                                               \
     "readers' comments become good: blocks of that role with five or more words, few of them in " \
     "links")                                                                                      \
  X (drop_comments, "drop-comments", "readers' comments become bad")                               \
  X (only_comments, "only-comments",                                                               \
     "readers' comments and the posts of a forum become good, all other blocks bad")               \
  X (separate_comments, "separate-comments",                                                       \
     "readers' comments become bad, but the posts of a forum do not change")
/* clang-format on */

enum {
#define X(function, name, sentence) RULE_##function,
  RULES (X)
#undef X
      N_RULES
};

/* Classifiers have a bit for each. */
G_STATIC_ASSERT (N_RULES <= 32);

static const ExtractRule rules[] = {
#define X(function, name, sentence) { name, sentence },
  RULES (X)
#undef X
};

static void (*const functions[]) (ExtractDocument *document, guint rule) = {
#define X(function, name, sentence) function,
  RULES (X)
#undef X
};

const ExtractRule *
extract_rule_get_all (gsize *n)
{
  g_return_val_if_fail (n != NULL, NULL);
  *n = N_RULES;
  return rules;
}

int
extract_rule_find (const char *name)
{
  for (guint i = 0; i < N_RULES; i++)
    if (g_str_equal (rules[i].name, name))
      return i;
  return -1;
}

/* What mends the output has nothing to do with what a network sees, so no model has to ask for it. */
guint32
extract_rule_get_repairs (void)
{
  return 1u << RULE_whole_tables;
}

void
extract_rule_apply (guint rule, ExtractDocument *document)
{
  functions[rule](document, rule);
}

const char *
extract_block_get_rule (ExtractBlock *block)
{
  g_return_val_if_fail (block != NULL, NULL);

  return block->rule < 0 ? NULL : rules[(int) block->rule].name;
}
