/* SPDX-License-Identifier: MIT */
/*
 * The collapsed tree of a page (T. Vogels, O.-E. Ganea, C. Eickhoff, Web2Text: Deep Structured Boilerplate
 * Removal, 2018): leaves are what has a text, and a chain of elements of which each has one child is one
 * node, whose tag and attributes are those of its element nearest to the leaves.
 *
 *   div        ul             Leaves are blocks here, where the paper has nodes of text: an element and the
 *    |        /  \            inline elements in it are one leaf, whose tag is that of the element. A block
 *   ul   ->  a    b           that stands beside others in its element is a leaf below this element.
 *  /  \
 * li   li
 * |    |
 * a    b
 */
#pragma once

#include "libextract/feature/family.h"

/* A node that is no leaf: of two blocks or more, but for the root. */
typedef struct {
  guint32 element;    /* of its chain that nearest to the leaves */
  guint32 parent;     /* a node; that of the root is the root */
  guint32 first, end; /* its blocks */
  guint32 depth;      /* 0 for the root */
  guint32 n_children; /* nodes and leaves */
} ExtractNode;

typedef struct ExtractCollapsedSums ExtractCollapsedSums;

typedef struct {
  ExtractNode *nodes; /* [n_nodes]: parents first; nodes[0] is the root */
  guint n_nodes;
  guint32 *parents;           /* [blocks]: the node above the leaf, whose depth is one more */
  ExtractCollapsedSums *sums; /* [blocks + 1]: of the blocks before */
  guint8 *hints;              /* [n_shapes]: EXTRACT_HINT_…, of the words of class and id */
  const guint32 *shapes;      /* [elements] */
} ExtractCollapsed;

/* What the words of class and id speak for. */
enum {
  EXTRACT_HINT_CONTENT = 1 << 0,
  EXTRACT_HINT_BOILERPLATE = 1 << 1,
};

/* Returns: (transfer none): in @scratch */
ExtractCollapsed *extract_collapsed_new (const ExtractRich *rich, ExtractScratch *scratch);

/* The common ancestor of blocks @i and @i + 1, from below block @i on; see edges.c. */
guint32 extract_collapsed_get_common (const ExtractCollapsed *tree, guint i);

/* EXTRACT_HINT_… of an element. */
guint extract_collapsed_get_hints (const ExtractCollapsed *tree, guint32 element);

/* What is known of the blocks below a node, or of a block. */
enum {
  EXTRACT_NODE_WORDS,
  EXTRACT_NODE_WORD_LENGTH,
  EXTRACT_NODE_HAS_STOP_WORD,
  EXTRACT_NODE_STOP_WORDS,
  EXTRACT_NODE_CHARS,
  EXTRACT_NODE_PUNCTUATION,
  EXTRACT_NODE_HAS_DIGIT,
  EXTRACT_NODE_DIGITS,
  EXTRACT_NODE_SENTENCE_LENGTH,
  EXTRACT_NODE_SENTENCES,
  EXTRACT_NODE_LINKS,
  EXTRACT_NODE_CAPITALS,
  EXTRACT_NODE_ALL_CAPS,
  EXTRACT_NODE_N_OF_TEXT, /* so many are of a text alone */
  EXTRACT_NODE_ENDS = EXTRACT_NODE_N_OF_TEXT,
  EXTRACT_NODE_SHARE,
  EXTRACT_NODE_BLOCKS,
  EXTRACT_NODE_CHILDREN,
  EXTRACT_NODE_PLACE,
  EXTRACT_NODE_CONTENT,
  EXTRACT_NODE_BOILERPLATE,
  EXTRACT_NODE_N_VALUES
};

/* @values: (out caller-allocates): [EXTRACT_NODE_N_OF_TEXT]: of the blocks @first .. @end - 1 */
void extract_collapsed_measure_text (const ExtractCollapsed *tree, const ExtractRich *rich, guint first,
                                     guint end, float *values);
/* @values: (out caller-allocates): [EXTRACT_NODE_N_VALUES] */
void extract_collapsed_measure_node (const ExtractCollapsed *tree, const ExtractRich *rich, guint32 node,
                                     float *values);

/* Rows of those values, which begin at the float @base of the facts. @of: "its parent" */
/* clang-format off */
#define EXTRACT_TEXT_ROWS(family, prefix, of, base)                                                                        \
  { { prefix "words", family, "logarithm", 0, 3, "log w / 9", "Words of " of }, NULL, (base) + EXTRACT_NODE_WORDS, 0 },    \
  { { prefix "word-length", family, "characters", 0, 1, "letters and digits of words / w, cut to 3..15, / 15; 0 without words", "Mean length of the words of " of }, NULL, (base) + EXTRACT_NODE_WORD_LENGTH, 0 }, \
  { { prefix "has-frequent-word", family, "flag", 0, 1, "1 if a word is frequent in the language of the page", "A frequent word in " of }, NULL, (base) + EXTRACT_NODE_HAS_STOP_WORD, 0 }, \
  { { prefix "frequent-words", family, "share", 0, 1, "frequent words / w", "Frequent words of " of }, NULL, (base) + EXTRACT_NODE_STOP_WORDS, 0 }, \
  { { prefix "characters", family, "logarithm", 0, 3, "log c / 12", "Characters of " of }, NULL, (base) + EXTRACT_NODE_CHARS, 0 }, \
  { { prefix "punctuation", family, "logarithm", 0, 1, "log (100 x (c - letters - digits - spaces) / c) / 5", "Share of signs that are neither letters, digits nor spaces in " of }, NULL, (base) + EXTRACT_NODE_PUNCTUATION, 0 }, \
  { { prefix "has-digit", family, "flag", 0, 1, "1 if there is a digit", "A digit in " of }, NULL, (base) + EXTRACT_NODE_HAS_DIGIT, 0 }, \
  { { prefix "digits", family, "share", 0, 1, "digits / c", "Digits among the characters of " of }, NULL, (base) + EXTRACT_NODE_DIGITS, 0 }, \
  { { prefix "sentence-length", family, "logarithm", 0, 5, "log (w / sentences) / 5", "Mean words of a sentence of " of }, NULL, (base) + EXTRACT_NODE_SENTENCE_LENGTH, 0 }, \
  { { prefix "has-sentences", family, "flag", 0, 1, "1 if sentences > 1", "Several sentences in " of }, NULL, (base) + EXTRACT_NODE_SENTENCES, 0 }, \
  { { prefix "link-density", family, "share", 0, 1, "link characters / e", "Characters in links of " of }, NULL, (base) + EXTRACT_NODE_LINKS, 0 }, \
  { { prefix "capitals", family, "share", 0, 1, "capitalised words / w", "Words with a capital at the front of " of }, NULL, (base) + EXTRACT_NODE_CAPITALS, 0 }, \
  { { prefix "all-caps", family, "share", 0, 1, "words of capitals / w", "Words of nothing but capitals of " of }, NULL, (base) + EXTRACT_NODE_ALL_CAPS, 0 }

#define EXTRACT_NODE_ROWS(family, prefix, of, base)                                                                        \
  EXTRACT_TEXT_ROWS (family, prefix, of, base),                                                                            \
  { { prefix "ends", family, "share", 0, 1, "blocks that end a sentence / blocks", "Blocks that end like a sentence of " of }, NULL, (base) + EXTRACT_NODE_ENDS, 0 }, \
  { { prefix "share", family, "share", 0, 1, "w / W", "Words of the page that are in " of }, NULL, (base) + EXTRACT_NODE_SHARE, 0 }, \
  { { prefix "blocks", family, "logarithm", 0, 4, "log blocks / 7", "Blocks of " of }, NULL, (base) + EXTRACT_NODE_BLOCKS, 0 }, \
  { { prefix "children", family, "logarithm", 0, 5, "log children / 5", "Children in the collapsed tree of " of }, NULL, (base) + EXTRACT_NODE_CHILDREN, 0 }, \
  { { prefix "place", family, "share", 0, 1, "(first block + last block) / 2 n", "Where the middle is of " of }, NULL, (base) + EXTRACT_NODE_PLACE, 0 }, \
  { { prefix "is-content", family, "flag", 0, 1, "1 if a word of class or id has content, article, post, entry, text, story, body or main", "Names that speak for main text, of " of }, NULL, (base) + EXTRACT_NODE_CONTENT, 0 }, \
  { { prefix "is-boilerplate", family, "flag", 0, 1, "1 if a word of class or id has nav, menu, side, foot, head, comment, share, social, related, widget, promo, banner, cookie, breadcrumb, login, search or copyright, or is ad or ads", "Names that speak against it, of " of }, NULL, (base) + EXTRACT_NODE_BOILERPLATE, 0 }
/* clang-format on */
