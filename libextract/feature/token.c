/* SPDX-License-Identifier: MIT */
/*
 * Log-odds of tokens, from tables; see token-counts.c for their meaning. Tokens that are not in the
 * table do not count; without any token in the table, a block has no value.
 *
 *   shape (tag and attributes) -> mean, smallest and largest value of its tokens
 *   element -> of it and its ancestors, in one pass: parents come before their children
 */
#include "libextract/feature/family.h"

#include <math.h>

#include "libextract/feature/token-table.h"
#include "libextract/feature/tokens.h"

typedef enum {
  SUBTREE_OWNER,
  SUBTREE_PARENT,
  SUBTREE_GRANDPARENT,
  ELEMENT_OWNER,
  ELEMENT_PARENT,
  ELEMENT_GRANDPARENT,
  PATH_LARGEST,
  PATH_SMALLEST,
  PATH_MEAN,
  PATH_SUM,
  ELEMENT_LARGEST,
  ELEMENT_SMALLEST,
  TEXT_MEAN,
  TEXT_LARGEST,
  TEXT_SMALLEST,
  N_VALUES
} Value;

typedef struct {
  float values[N_VALUES];
} Facts;

/* Of some tokens; all NAN if the table has none of them. */
typedef struct {
  float mean;
  float smallest;
  float largest;
} Summary;

static const Summary unknown = { NAN, NAN, NAN };

/* @values: of the tokens, NAN of those that the table does not have */
static Summary
summarise (const float *values, guint n)
{
  Summary summary = { 0, INFINITY, -INFINITY };
  guint known = 0;

  for (guint i = 0; i < n; i++) {
    if (isnan (values[i]))
      continue;
    summary.mean += values[i];
    summary.smallest = MIN (summary.smallest, values[i]);
    summary.largest = MAX (summary.largest, values[i]);
    known++;
  }
  if (known == 0)
    return unknown;
  summary.mean /= known;
  return summary;
}

/* @tokens: of things (shapes, texts), those of the i-th from starts[i] on. Returns: [n] */
static Summary *
summarise_all (const ExtractTokenTables *tables, ExtractTokenTable table, const guint32 *tokens,
               const guint32 *starts, guint n, ExtractScratch *scratch)
{
  Summary *summaries = extract_scratch_take (scratch, n, sizeof *summaries);
  ExtractScratch *inner = extract_scratch_begin ();
  float *values = extract_scratch_take (inner, starts[n], sizeof *values);

  extract_token_tables_find_all (tables, table, tokens, starts[n], values);
  for (guint i = 0; i < n; i++)
    summaries[i] = summarise (values + starts[i], starts[i + 1] - starts[i]);
  extract_scratch_end (inner);
  return summaries;
}

/* An element and its ancestors. */
typedef struct {
  float largest; /* best weight of a single token; -INFINITY if none is known */
  float smallest;
  float sum; /* of the means of the elements */
  guint32 n; /* elements that have a mean */
} Path;

/* Returns: [n_elements] */
static Path *
follow_paths (const ExtractRich *rich, const guint32 *element_shapes, const Summary *shapes,
              ExtractScratch *scratch)
{
  Path *paths = extract_scratch_take (scratch, rich->n_elements, sizeof *paths);

  for (guint32 e = 0; e < rich->n_elements; e++) {
    const Summary *own = &shapes[element_shapes[e]];
    guint32 parent = extract_page_element (rich->page, e)->parent;
    Path path = parent != EXTRACT_NO_ELEMENT ? paths[parent] : (Path){ -INFINITY, INFINITY, 0, 0 };

    if (!isnan (own->mean)) {
      path.largest = MAX (path.largest, own->largest);
      path.smallest = MIN (path.smallest, own->smallest);
      path.sum += own->mean;
      path.n++;
    }
    paths[e] = path;
  }
  return paths;
}

static void
fill_path (const Path *path, float values[N_VALUES])
{
  gboolean known = path->n > 0;

  values[PATH_LARGEST] = known ? path->largest : NAN;
  values[PATH_SMALLEST] = known ? path->smallest : NAN;
  values[PATH_MEAN] = known ? path->sum / path->n : NAN;
  values[PATH_SUM] = known ? path->sum / 5 : NAN;
}

/* Owner, parent, grandparent */
static void
fill_chain (const ExtractRich *rich, const guint32 *element_shapes, guint32 element, const Summary *shapes,
            float values[3])
{
  for (guint i = 0; i < 3; i++) {
    values[i] = element != EXTRACT_NO_ELEMENT ? shapes[element_shapes[element]].mean : NAN;
    if (element != EXTRACT_NO_ELEMENT)
      element = extract_page_element (rich->page, element)->parent;
  }
}

/* What the tables say of a page. */
typedef struct {
  const guint32 *element_shapes;
  const Summary *subtree; /* of each shape: words below such elements */
  const Summary *element; /* of each shape: words that such elements have themselves */
  const Summary *texts;   /* of each block */
  const Path *paths;      /* of each element: by `subtree` */
} Odds;

static gpointer
prepare (const ExtractRich *rich, ExtractScratch *scratch)
{
  const ExtractTokens *tokens;
  Odds *odds;

  if (!rich->tables)
    return NULL;
  tokens = extract_document_get_tokens (rich->document);
  odds = extract_scratch_take (scratch, 1, sizeof *odds);
  odds->element_shapes = tokens->names->element_shapes;
  odds->subtree = summarise_all (rich->tables, EXTRACT_TOKEN_SUBTREE, tokens->shape_tokens,
                                 tokens->shape_starts, tokens->names->n_shapes, scratch);
  odds->element = summarise_all (rich->tables, EXTRACT_TOKEN_ELEMENT, tokens->shape_tokens,
                                 tokens->shape_starts, tokens->names->n_shapes, scratch);
  odds->texts =
      summarise_all (rich->tables, EXTRACT_TOKEN_TEXT, tokens->words, tokens->word_starts, rich->n, scratch);
  odds->paths = follow_paths (rich, odds->element_shapes, odds->subtree, scratch);
  return odds;
}

static void
measure (const ExtractRich *rich, const Odds *odds, guint i, float *values)
{
  guint32 owner = extract_document_piece (rich->document, i)->element;
  const Summary *of_owner = &odds->element[odds->element_shapes[owner]];

  fill_chain (rich, odds->element_shapes, owner, odds->subtree, values + SUBTREE_OWNER);
  fill_chain (rich, odds->element_shapes, owner, odds->element, values + ELEMENT_OWNER);
  fill_path (&odds->paths[owner], values);
  values[ELEMENT_LARGEST] = of_owner->largest;
  values[ELEMENT_SMALLEST] = of_owner->smallest;
  values[TEXT_MEAN] = odds->texts[i].mean;
  values[TEXT_LARGEST] = odds->texts[i].largest;
  values[TEXT_SMALLEST] = odds->texts[i].smallest;
  /* Weights in a table, and so their means, are below 10. NAN stays. */
  values[PATH_SUM] = CLAMP (values[PATH_SUM], -10, 10);
  for (guint v = 0; v < N_VALUES; v++)
    values[v] *= 0.5F;
}

static void
compute (const ExtractRich *rich, gpointer prepared, guint first, guint end, gpointer facts)
{
  Facts *block = facts;

  for (guint i = first; i < end; i++, block++)
    if (prepared)
      measure (rich, prepared, i, block->values);
    else
      for (guint v = 0; v < N_VALUES; v++)
        block->values[v] = NAN;
}

#define ROW(name, argument, formula, sentence)                                                             \
  {                                                                                                        \
    { "token-" name, "token", "log-odds", -5, 5, formula, sentence }, NULL, argument, EXTRACT_FEATURE_CORE \
  }

static const ExtractFeatureRow rows[] = {
  ROW ("subtree-owner", SUBTREE_OWNER, "mean subtree (owner) / 2",
       "Evidence of the names of the owner, by the words below such elements"),
  ROW ("subtree-parent", SUBTREE_PARENT, "mean subtree (parent) / 2",
       "Evidence of the names of the parent, by the words below such elements"),
  ROW ("subtree-grandparent", SUBTREE_GRANDPARENT, "mean subtree (grandparent) / 2",
       "Evidence of the names of the grandparent, by the words below such elements"),
  ROW ("element-owner", ELEMENT_OWNER, "mean element (owner) / 2",
       "Evidence of the names of the owner, by the words directly in such elements"),
  ROW ("element-parent", ELEMENT_PARENT, "mean element (parent) / 2",
       "Evidence of the names of the parent, by the words directly in such elements"),
  ROW ("element-grandparent", ELEMENT_GRANDPARENT, "mean element (grandparent) / 2",
       "Evidence of the names of the grandparent, by the words directly in such elements"),
  ROW ("path-largest", PATH_LARGEST, "max subtree (path) / 2",
       "Strongest evidence for main text in the names of the owner and its ancestors"),
  ROW ("path-smallest", PATH_SMALLEST, "min subtree (path) / 2",
       "Strongest evidence against main text in the names of the owner and its ancestors"),
  ROW ("path-mean", PATH_MEAN, "mean over the path of mean subtree / 2",
       "Mean evidence of the names of the owner and its ancestors"),
  ROW ("path-sum", PATH_SUM, "sum over the path of mean subtree / 10",
       "Summed evidence of the names of the owner and its ancestors"),
  ROW ("element-largest", ELEMENT_LARGEST, "max element (owner) / 2",
       "Strongest evidence for main text in the names of the owner"),
  ROW ("element-smallest", ELEMENT_SMALLEST, "min element (owner) / 2",
       "Strongest evidence against main text in the names of the owner"),
  ROW ("text-mean", TEXT_MEAN, "mean text (block) / 2", "Mean evidence of the words of the block"),
  ROW ("text-largest", TEXT_LARGEST, "max text (block) / 2",
       "Strongest evidence for main text in the words of the block"),
  ROW ("text-smallest", TEXT_SMALLEST, "min text (block) / 2",
       "Strongest evidence against main text in the words of the block"),
};

const ExtractFeatureFamily extract_feature_token = {
  .name = "token",
  .rows = rows,
  .n_rows = G_N_ELEMENTS (rows),
  .facts_size = sizeof (Facts),
  .prepare = prepare,
  .compute = compute,
};
