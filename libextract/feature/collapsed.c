/* SPDX-License-Identifier: MIT */
#include "libextract/feature/collapsed.h"
#include "libextract/feature/logarithm.h"
#include "libextract/page/names.h"

#include <string.h>

/* Running totals: what the blocks before a block have together. */
struct ExtractCollapsedSums {
  guint32 words;
  guint32 word_chars;
  guint32 capital_words;
  guint32 all_caps_words;
  guint32 frequent;
  guint32 chars;
  guint32 marks; /* neither letters, digits nor spaces */
  guint32 digits;
  guint32 sentences;
  guint32 ink;
  guint32 link_chars;
  guint32 ends; /* blocks that end like a sentence */
};

/* ---- The tree --------------------------------------------------------------------------------- */

static guint
count_blocks (const ExtractRich *rich, guint32 element)
{
  return rich->spans[element].end - rich->spans[element].first;
}

static guint32
add_node (ExtractCollapsed *tree, const ExtractRich *rich, guint32 element, guint32 parent)
{
  const guint32 node = tree->n_nodes++;
  const ExtractSpan span = rich->spans[element];

  tree->nodes[node] = (ExtractNode){ .element = element,
                                     .parent = parent,
                                     .first = span.first,
                                     .end = span.end,
                                     .depth = node == 0 ? 0 : tree->nodes[parent].depth + 1 };
  if (node > 0)
    tree->nodes[parent].n_children++;
  return node;
}

/* Elements come after their parents. */
static void
make_nodes (ExtractCollapsed *tree, const ExtractRich *rich, ExtractScratch *scratch)
{
  guint32 *of = extract_scratch_take0 (scratch, rich->n_elements, sizeof *of);

  for (guint32 e = 0; e < rich->n_elements; e++) {
    const guint32 parent = extract_page_element (rich->page, e)->parent;
    const guint32 above = parent == EXTRACT_NO_ELEMENT ? 0 : of[parent];

    of[e] = above;
    if (tree->n_nodes == 0)
      of[e] = add_node (tree, rich, e, 0);
    else if (count_blocks (rich, e) < 2)
      continue;
    else if (tree->nodes[above].first == rich->spans[e].first && tree->nodes[above].end == rich->spans[e].end)
      tree->nodes[above].element = e;
    else
      of[e] = add_node (tree, rich, e, above);
  }
  for (guint i = 0; i < rich->n; i++) {
    tree->parents[i] = of[extract_document_piece (rich->document, i)->element];
    tree->nodes[tree->parents[i]].n_children++;
  }
}

guint32
extract_collapsed_get_common (const ExtractCollapsed *tree, guint i)
{
  guint32 node = tree->parents[i];

  while (tree->nodes[node].end <= i + 1 && node > 0)
    node = tree->nodes[node].parent;
  return node;
}

/* ---- Names ------------------------------------------------------------------------------------ */

static const char *const content_words[] = { "content", "article", "post", "entry",
                                             "text",    "story",   "body", "main" };
static const char *const boilerplate_words[] = { "nav",     "menu",     "side",   "foot",       "head",
                                                 "comment", "share",    "social", "related",    "widget",
                                                 "promo",   "banner",   "cookie", "breadcrumb", "login",
                                                 "search",  "copyright" };

static guint8
hints_of_name (const char *name)
{
  guint8 hints = 0;

  for (guint w = 0; w < G_N_ELEMENTS (content_words); w++)
    hints |= strstr (name, content_words[w]) ? EXTRACT_HINT_CONTENT : 0;
  for (guint w = 0; w < G_N_ELEMENTS (boilerplate_words); w++)
    hints |= strstr (name, boilerplate_words[w]) ? EXTRACT_HINT_BOILERPLATE : 0;
  if (strcmp (name, "ad") == 0 || strcmp (name, "ads") == 0)
    hints |= EXTRACT_HINT_BOILERPLATE;
  return hints;
}

/* Of each name once, then of each shape. */
static void
read_names (ExtractCollapsed *tree, const ExtractRich *rich, ExtractScratch *scratch)
{
  const ExtractNames *names = extract_page_get_names (rich->document->page);
  guint8 *of_names = extract_scratch_take (scratch, names->n_names + 1, sizeof *of_names);

  for (guint k = 0; k < names->n_names; k++)
    of_names[k] = hints_of_name (names->letters + names->names[k].letters);
  tree->shapes = names->element_shapes;
  tree->hints = extract_scratch_take0 (scratch, names->n_shapes + 1, sizeof *tree->hints);
  for (guint s = 0; s < names->n_shapes; s++) {
    guint n;
    const ExtractNameWord *words = extract_names_get_words (names, s, &n);

    for (guint k = 0; k < n; k++)
      tree->hints[s] |= of_names[words[k].name];
  }
}

guint
extract_collapsed_get_hints (const ExtractCollapsed *tree, guint32 element)
{
  return tree->hints[tree->shapes[element]];
}

/* ---- Sums ------------------------------------------------------------------------------------- */

static void
add_up (ExtractCollapsed *tree, const ExtractRich *rich)
{
  for (guint i = 0; i < rich->n; i++) {
    const ExtractPiece *piece = extract_document_piece (rich->document, i);
    const ExtractTextStats *stats = &piece->stats;
    const ExtractCollapsedSums *before = &tree->sums[i];
    const guint32 known = stats->letters + stats->digits + stats->spaces;

    tree->sums[i + 1] = (ExtractCollapsedSums){
      .words = before->words + stats->words,
      .word_chars = before->word_chars + stats->word_chars,
      .capital_words = before->capital_words + stats->capital_words,
      .all_caps_words = before->all_caps_words + stats->all_caps_words,
      .frequent = rich->totals[i + 1].frequent,
      .chars = before->chars + stats->chars,
      .marks = before->marks + stats->chars - MIN (known, stats->chars),
      .digits = before->digits + stats->digits,
      .sentences = before->sentences + stats->sentences,
      .ink = before->ink + stats->chars - MIN (stats->spaces, stats->chars),
      .link_chars = before->link_chars + piece->link_chars,
      .ends = before->ends + ((piece->facts.signs & EXTRACT_SIGN_END) != 0),
    };
  }
}

ExtractCollapsed *
extract_collapsed_new (const ExtractRich *rich, ExtractScratch *scratch)
{
  ExtractCollapsed *tree = extract_scratch_take0 (scratch, 1, sizeof *tree);

  tree->nodes = extract_scratch_take (scratch, rich->n_elements + 1, sizeof *tree->nodes);
  tree->parents = extract_scratch_take (scratch, rich->n + 1, sizeof *tree->parents);
  tree->sums = extract_scratch_take0 (scratch, rich->n + 1, sizeof *tree->sums);
  make_nodes (tree, rich, scratch);
  read_names (tree, rich, scratch);
  add_up (tree, rich);
  return tree;
}

/* ---- Values ----------------------------------------------------------------------------------- */

static float
share (guint32 part, guint32 whole)
{
  return whole > 0 ? MIN ((float) part / (float) whole, 1) : 0;
}

void
extract_collapsed_measure_text (const ExtractCollapsed *tree, const ExtractRich *rich, guint first, guint end,
                                float *values)
{
  const ExtractCollapsedSums *a = &tree->sums[first], *b = &tree->sums[end];
  const guint32 words = b->words - a->words, chars = b->chars - a->chars;
  const guint32 sentences = b->sentences - a->sentences, frequent = b->frequent - a->frequent;
  const gboolean knows = rich->knows_frequent;

  values[EXTRACT_NODE_WORDS] = extract_logs_float (rich->logs, words) / 9;
  values[EXTRACT_NODE_WORD_LENGTH] =
      words > 0 ? CLAMP ((float) (b->word_chars - a->word_chars) / (float) words, 3, 15) / 15 : 0;
  values[EXTRACT_NODE_HAS_STOP_WORD] = knows ? frequent > 0 : NAN;
  values[EXTRACT_NODE_STOP_WORDS] = knows ? share (frequent, words) : NAN;
  values[EXTRACT_NODE_CHARS] = extract_logs_float (rich->logs, chars) / 12;
  values[EXTRACT_NODE_PUNCTUATION] = extract_log1p (100 * share (b->marks - a->marks, chars)) / 5;
  values[EXTRACT_NODE_HAS_DIGIT] = b->digits > a->digits;
  values[EXTRACT_NODE_DIGITS] = share (b->digits - a->digits, chars);
  values[EXTRACT_NODE_SENTENCE_LENGTH] = extract_logs_mean (rich->logs, words, sentences) / 5;
  values[EXTRACT_NODE_SENTENCES] = sentences > 1;
  values[EXTRACT_NODE_LINKS] = share (b->link_chars - a->link_chars, b->ink - a->ink);
  values[EXTRACT_NODE_CAPITALS] = share (b->capital_words - a->capital_words, words);
  values[EXTRACT_NODE_ALL_CAPS] = share (b->all_caps_words - a->all_caps_words, words);
}

void
extract_collapsed_measure_node (const ExtractCollapsed *tree, const ExtractRich *rich, guint32 node,
                                float *values)
{
  const ExtractNode *of = &tree->nodes[node];
  const ExtractCollapsedSums *a = &tree->sums[of->first], *b = &tree->sums[of->end];
  const guint n = of->end - of->first, hints = extract_collapsed_get_hints (tree, of->element);

  extract_collapsed_measure_text (tree, rich, of->first, of->end, values);
  values[EXTRACT_NODE_ENDS] = share (b->ends - a->ends, n);
  values[EXTRACT_NODE_SHARE] = share (b->words - a->words, tree->sums[rich->n].words);
  values[EXTRACT_NODE_BLOCKS] = extract_logs_float (rich->logs, n) / 7;
  values[EXTRACT_NODE_CHILDREN] = extract_logs_float (rich->logs, of->n_children) / 5;
  values[EXTRACT_NODE_PLACE] = (float) (of->first + of->end - MIN (n, 1)) / (2 * (float) MAX (rich->n, 1));
  values[EXTRACT_NODE_CONTENT] = (hints & EXTRACT_HINT_CONTENT) != 0;
  values[EXTRACT_NODE_BOILERPLATE] = (hints & EXTRACT_HINT_BOILERPLATE) != 0;
}
