/* SPDX-License-Identifier: MIT */
/*
 * What a block and the next one have to do with each other: the 25 features of edges of Web2Text (see
 * collapsed.h), 0 for the last block of a page. How far they are apart is how many steps it takes through the
 * collapsed tree, by their common ancestor A:
 *
 *   d = depth (leaf i) + depth (leaf i + 1) - 2 depth (A)
 *
 * The nodes that are climbed on the way from block i to A end with block i: on the way through the page, each
 * node is climbed once.
 */
#include "libextract/feature/collapsed.h"

enum {
  DISTANCE_2,
  DISTANCE_3,
  DISTANCE_4,
  DISTANCE_MORE,
  BREAK,
  COMMON,
  N_VALUES = COMMON + EXTRACT_NODE_N_VALUES
};

typedef struct {
  float values[N_VALUES];
} Facts;

static gpointer
prepare (const ExtractRich *rich, ExtractScratch *scratch)
{
  return extract_collapsed_new (rich, scratch);
}

/* Two line breaks in a row part blocks of one element, and so does an element between them. */
static gboolean
is_same_element (const ExtractRich *rich, guint i)
{
  return extract_document_piece (rich->document, i)->element ==
         extract_document_piece (rich->document, i + 1)->element;
}

static void
compute (const ExtractRich *rich, gpointer prepared, guint first, guint end, gpointer facts)
{
  const ExtractCollapsed *tree = prepared;

  for (guint i = first; i < end && i + 1 < rich->n; i++) {
    float *values = ((Facts *) facts)[i - first].values;
    const guint32 common = extract_collapsed_get_common (tree, i);
    const guint distance = tree->nodes[tree->parents[i]].depth + tree->nodes[tree->parents[i + 1]].depth + 2 -
                           2 * tree->nodes[common].depth;

    values[DISTANCE_2] = distance == 2;
    values[DISTANCE_3] = distance == 3;
    values[DISTANCE_4] = distance == 4;
    values[DISTANCE_MORE] = distance > 4;
    values[BREAK] = is_same_element (rich, i);
    extract_collapsed_measure_node (tree, rich, common, values + COMMON);
  }
}

/* clang-format off */
static const ExtractFeatureRow rows[] = {
  { { "distance-2", "edges", "flag", 0, 1, "1 if d = 2", "The next block has the same parent in the collapsed tree" }, NULL, DISTANCE_2, 0 },
  { { "distance-3", "edges", "flag", 0, 1, "1 if d = 3", "One of both is a level deeper" }, NULL, DISTANCE_3, 0 },
  { { "distance-4", "edges", "flag", 0, 1, "1 if d = 4", "Four steps through the tree" }, NULL, DISTANCE_4, 0 },
  { { "distance-more", "edges", "flag", 0, 1, "1 if d > 4", "More than four steps" }, NULL, DISTANCE_MORE, 0 },
  { { "line-break", "edges", "flag", 0, 1, "1 if both have the same owner", "Nothing but line breaks, or what is in an element of its own, parts the two" }, NULL, BREAK, 0 },
  EXTRACT_NODE_ROWS ("edges", "common-", "the common ancestor of both blocks", COMMON),
};
/* clang-format on */

G_STATIC_ASSERT (G_N_ELEMENTS (rows) == 25);

const ExtractFeatureFamily extract_feature_edges = {
  .name = "edges",
  .rows = rows,
  .n_rows = G_N_ELEMENTS (rows),
  .facts_size = sizeof (Facts),
  .prepare = prepare,
  .compute = compute,
};
