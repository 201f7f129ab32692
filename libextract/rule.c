/* SPDX-License-Identifier: MIT */
/*
 * THE table of post-analysis rules (Mrózek 2014): what the network cannot see in three blocks.
 * Rules change labels, never scores, and leave their name at each block that they changed.
 */
#include "rule.h"

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
/* Blocks right before the heading may belong to it: kickers, dates, authors. */
#define BEFORE_HEADING 3

static GHashTable *
word_set (const char *text)
{
  GHashTable *set = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *folded = g_utf8_casefold (text, -1);
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
  g_autofree guint *good = g_new0 (guint, document->page->elements->len + 1);
  guint32 none = document->page->elements->len;

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

/* ---- The table -------------------------------------------------------------------------------- */

/* clang-format off */
#define RULES(X)                                                                                   \
  X (main_text_start, "main-text-start",                                                           \
     "the h1 or h2 most like the page title is good; all blocks three or more before it are bad")  \
  X (common_path, "common-path",                                                                   \
     "where three or more blocks below one element are good, all blocks right below it are good")  \
  X (alone_blocks, "alone-blocks",                                                                 \
     "from the end: a good block with no good one among the five before it is bad, unless it is "  \
     "the first of the page; stops at the first that stays")                                       \
  X (block_neighbours, "block-neighbours",                                                         \
     "near-good blocks become good by their neighbours: headings, list items, paragraphs and "     \
     "others each in their way")
/* clang-format on */

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
  *n = G_N_ELEMENTS (rules);
  return rules;
}

int
extract_rule_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    if (g_str_equal (rules[i].name, name))
      return i;
  return -1;
}

void
extract_rule_apply (guint rule, ExtractDocument *document)
{
  functions[rule](document, rule);
}
