/* SPDX-License-Identifier: MIT */
/*
 * Subtrees around a block, the best container, groups of like blocks, neighbours, and items: elements that
 * repeat beside each other, such as the cards of a listing.
 *
 *   body
 *     div        level 2 of both blocks
 *       ul       level 1: the next one up that holds more blocks
 *         li     level 0 of block 1, an item: two siblings of its kind
 *         li     level 0 of block 2
 *       p
 *
 * Everything is computed for elements first, in one pass from the root or to it, then looked up by the
 * owners.
 *
 *   W words of the page   log x  ln (1 + x)   link density  linked characters but spaces / all of them
 */
#include "libextract/feature/family.h"
#include "libextract/feature/groups.h"
#include "libextract/page/names.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* What a block has; a row of the table is one of these numbers. */
enum { WORDS, LINKED, BLOCKS, WORD_SHARE, FREQUENT, MEAN_WORDS, P_WORDS, N_SUBTREE };
enum { BELOW_TOP, STEPS_UP, STEPS_DOWN, NEAR_SCORE, N_CANDIDATE };
enum { GROUP_SIZE, GROUP_WORDS, GROUP_LINKED, GROUP_MEAN_WORDS, GROUP_ENDS, N_GROUP };
enum { CLIMB, DISTANCE, SAME_PATH, SAME_CLASS_PATH, N_NEIGHBOUR };
enum { LIKE_OWNER, ITEMS, ITEM_WORDS, ITEM_MEAN_WORDS, ITEM_LINKED, ITEM_BLOCKS, ITEM_PLACE, N_ITEM };
enum { PATH, CLASS_PATH, N_GROUPINGS };
enum { BEFORE, AFTER, N_SIDES };

#define N_LEVELS 5

typedef struct {
  float subtrees[N_LEVELS][N_SUBTREE];
  float candidate[N_CANDIDATE];
  float groups[N_GROUPINGS][N_GROUP];
  float neighbours[N_SIDES][N_NEIGHBOUR];
  float item[N_ITEM];
} Facts;

static double
ratio (double part, double whole)
{
  return whole > 0 ? part / whole : 0;
}

static guint32
parent_of (const ExtractRich *rich, guint32 e)
{
  return extract_page_element (rich->page, e)->parent;
}

static guint32
owner_of (const ExtractRich *rich, guint i)
{
  return extract_document_piece (rich->document, i)->element;
}

static guint32
span_length (const ExtractRich *rich, guint32 e)
{
  return rich->spans[e].end - rich->spans[e].first;
}

static double
link_density (const ExtractRich *rich, guint32 e)
{
  ExtractTotals sum = extract_rich_sum (rich, rich->spans[e]);

  return ratio (sum.link_chars, sum.ink);
}

/* ---- Subtrees -------------------------------------------------------------------------------- */

static void
measure_subtree (const ExtractRich *rich, guint32 e, float values[N_SUBTREE])
{
  ExtractTotals sum = extract_rich_sum (rich, rich->spans[e]);
  guint32 blocks = span_length (rich, e);

  values[WORDS] = extract_logs_float (rich->logs, sum.words) / 9;
  values[LINKED] = ratio (sum.link_chars, sum.ink);
  values[BLOCKS] = extract_logs_float (rich->logs, blocks) / 7;
  values[WORD_SHARE] = ratio (sum.words, rich->totals[rich->n].words);
  values[FREQUENT] = rich->knows_frequent ? ratio (sum.frequent, sum.words) : NAN;
  values[MEAN_WORDS] = extract_logs_mean (rich->logs, sum.words, blocks) / 5;
  values[P_WORDS] = ratio (sum.p_words, sum.words);
}

/* Returns: of each element the nearest ancestor that holds more blocks; where there is none, the root */
static guint32 *
find_wider (const ExtractRich *rich, ExtractScratch *scratch)
{
  guint32 *wider = extract_scratch_take (scratch, rich->n_elements, sizeof *wider);

  for (guint32 e = 0; e < rich->n_elements; e++) {
    guint32 parent = parent_of (rich, e);

    if (parent == EXTRACT_NO_ELEMENT)
      wider[e] = e;
    else
      wider[e] = span_length (rich, parent) > span_length (rich, e) ? parent : wider[parent];
  }
  return wider;
}

typedef struct {
  const guint32 *wider;
  float (*values)[N_SUBTREE]; /* of the elements in question, which have more than 0 BLOCKS */
} Subtrees;

static void
subtrees_init (Subtrees *subtrees, const ExtractRich *rich, ExtractScratch *scratch)
{
  subtrees->wider = find_wider (rich, scratch);
  subtrees->values = extract_scratch_take0 (scratch, rich->n_elements, sizeof *subtrees->values);
}

static void
fill_subtrees (const Subtrees *subtrees, const ExtractRich *rich, guint i, Facts *facts)
{
  guint32 e = owner_of (rich, i);

  for (guint level = 0; level < N_LEVELS; level++, e = subtrees->wider[e]) {
    if (subtrees->values[e][BLOCKS] == 0)
      measure_subtree (rich, e, subtrees->values[e]);
    memcpy (facts->subtrees[level], subtrees->values[e], sizeof facts->subtrees[level]);
  }
}

/* ---- The candidate --------------------------------------------------------------------------- */

#define CANDIDATE_WORDS 10
#define CANDIDATE_LINKED 0.5
#define N_NEAREST 4

/*
 * A block of running text speaks for the elements above its owner:
 *
 *   s = 1 + min (3, e / 100) + min (1, 3 commas / w)      parent s, grandparent s / 2, the next s / 6
 */
static double
text_score (const ExtractRich *rich, guint i)
{
  const ExtractPiece *piece = extract_document_piece (rich->document, i);
  const ExtractTextStats *stats = &piece->stats;
  double ink = (double) stats->chars - stats->spaces;

  if (stats->words < CANDIDATE_WORDS || ratio (piece->link_chars, ink) >= CANDIDATE_LINKED)
    return 0;
  return 1 + MIN (3, ink / 100) + MIN (1, 3.0 * piece->facts.commas / stats->words);
}

/* Returns: of each element: what its blocks say of it x (1 - link density) */
static float *
score_elements (const ExtractRich *rich, ExtractScratch *scratch)
{
  static const double shares[] = { 1, 1 / 2.0, 1 / 6.0 };
  float *scores = extract_scratch_take0 (scratch, rich->n_elements, sizeof *scores);

  for (guint i = 0; i < rich->n; i++) {
    double score = text_score (rich, i);
    guint32 e = score > 0 ? parent_of (rich, owner_of (rich, i)) : EXTRACT_NO_ELEMENT;

    for (guint k = 0; k < G_N_ELEMENTS (shares) && e != EXTRACT_NO_ELEMENT; k++) {
      scores[e] += score * shares[k];
      e = parent_of (rich, e);
    }
  }
  for (guint32 e = 0; e < rich->n_elements; e++)
    if (scores[e] > 0)
      scores[e] *= 1 - link_density (rich, e);
  return scores;
}

/* Returns: the first one of the highest score; EXTRACT_NO_ELEMENT if none has any */
static guint32
find_top (const ExtractRich *rich, const float *scores)
{
  guint32 top = EXTRACT_NO_ELEMENT;

  for (guint32 e = 0; e < rich->n_elements; e++)
    if (scores[e] > (top == EXTRACT_NO_ELEMENT ? 0 : scores[top]))
      top = e;
  return top;
}

/* Returns: of each element 1 + the depth of the nearest common ancestor with @top */
static guint32 *
find_meetings (const ExtractRich *rich, guint32 top, ExtractScratch *scratch)
{
  guint32 *meetings = extract_scratch_take0 (scratch, rich->n_elements, sizeof *meetings);

  for (guint32 e = top; e != EXTRACT_NO_ELEMENT; e = parent_of (rich, e))
    meetings[e] = extract_page_element (rich->page, e)->depth + 1;
  for (guint32 e = 0; e < rich->n_elements; e++)
    if (meetings[e] == 0)
      meetings[e] = meetings[parent_of (rich, e)];
  return meetings;
}

typedef struct {
  guint32 top; /* the element, or EXTRACT_NO_ELEMENT */
  const float *scores;
  const guint32 *meetings; /* (nullable) */
} Candidate;

static void
candidate_init (Candidate *candidate, const ExtractRich *rich, ExtractScratch *scratch)
{
  candidate->scores = score_elements (rich, scratch);
  candidate->top = find_top (rich, candidate->scores);
  candidate->meetings =
      candidate->top == EXTRACT_NO_ELEMENT ? NULL : find_meetings (rich, candidate->top, scratch);
}

static void
fill_candidate (const Candidate *candidate, const ExtractRich *rich, guint i, float values[N_CANDIDATE])
{
  guint32 e = owner_of (rich, i);
  float best = 0;
  double up, down;

  values[STEPS_UP] = values[STEPS_DOWN] = 1;
  if (!candidate->meetings)
    return;
  up = extract_page_element (rich->page, e)->depth + 1.0 - candidate->meetings[e];
  down = extract_page_element (rich->page, candidate->top)->depth + 1.0 - candidate->meetings[e];
  values[BELOW_TOP] = down == 0;
  values[STEPS_UP] = MIN (1, up / 10);
  values[STEPS_DOWN] = MIN (1, down / 10);
  for (guint k = 0; k < N_NEAREST && e != EXTRACT_NO_ELEMENT; k++, e = parent_of (rich, e))
    best = MAX (best, candidate->scores[e]);
  values[NEAR_SCORE] = best / candidate->scores[candidate->top];
}

/* ---- Groups ---------------------------------------------------------------------------------- */

typedef struct {
  guint32 blocks;
  guint32 words;
  guint32 ink;
  guint32 link_chars;
  guint32 ends; /* blocks that end as a sentence does */
} GroupSum;

static void
measure_group (const ExtractRich *rich, const GroupSum *sum, float values[N_GROUP])
{
  values[GROUP_SIZE] = extract_logs_float (rich->logs, sum->blocks) / 6;
  values[GROUP_WORDS] = ratio (sum->words, rich->totals[rich->n].words);
  values[GROUP_LINKED] = ratio (sum->link_chars, sum->ink);
  values[GROUP_MEAN_WORDS] = extract_logs_mean (rich->logs, sum->words, sum->blocks) / 5;
  values[GROUP_ENDS] = ratio (sum->ends, sum->blocks);
}

typedef struct {
  const guint32 *numbers;   /* of each block: its group */
  float (*values)[N_GROUP]; /* of each group */
} Grouping;

static void
grouping_init (Grouping *grouping, const ExtractRich *rich, const guint32 *numbers, guint n_groups,
               ExtractScratch *scratch)
{
  ExtractScratch *inner;
  GroupSum *sums;

  grouping->numbers = numbers;
  grouping->values = extract_scratch_take (scratch, n_groups, sizeof *grouping->values);
  inner = extract_scratch_begin ();
  sums = extract_scratch_take0 (inner, n_groups, sizeof *sums);
  for (guint i = 0; i < rich->n; i++) {
    const ExtractPiece *piece = extract_document_piece (rich->document, i);
    GroupSum *sum = &sums[numbers[i]];

    sum->blocks++;
    sum->words += piece->stats.words;
    sum->ink += piece->stats.chars - piece->stats.spaces;
    sum->link_chars += piece->link_chars;
    sum->ends += (piece->facts.signs & EXTRACT_SIGN_END) != 0;
  }
  for (guint g = 0; g < n_groups; g++)
    measure_group (rich, &sums[g], grouping->values[g]);
  extract_scratch_end (inner);
}

/* ---- Neighbours ------------------------------------------------------------------------------ */

/* The steps from block to block are part of one walk around the tree: all of them together are at most twice
 * the elements. */
static guint32
find_common_ancestor (const ExtractRich *rich, guint32 a, guint32 b)
{
  while (a != b)
    if (extract_page_element (rich->page, a)->depth >= extract_page_element (rich->page, b)->depth)
      a = parent_of (rich, a);
    else
      b = parent_of (rich, b);
  return a;
}

/* @i, @i + 1: two blocks. @after: of the first; @before: of the second */
static void
measure_neighbours (const ExtractRich *rich, const ExtractGroups *groups, guint i, float after[N_NEIGHBOUR],
                    float before[N_NEIGHBOUR])
{
  guint32 a = owner_of (rich, i), b = owner_of (rich, i + 1);
  guint common = extract_page_element (rich->page, find_common_ancestor (rich, a, b))->depth;
  guint depth_a = extract_page_element (rich->page, a)->depth;
  guint depth_b = extract_page_element (rich->page, b)->depth;

  after[CLIMB] = 1 - (double) (depth_a - common) / (depth_a + 1);
  before[CLIMB] = 1 - (double) (depth_b - common) / (depth_b + 1);
  after[DISTANCE] = before[DISTANCE] = extract_logs_float (rich->logs, depth_a + depth_b - 2 * common) / 3;
  after[SAME_PATH] = before[SAME_PATH] = groups->path[i] == groups->path[i + 1];
  after[SAME_CLASS_PATH] = before[SAME_CLASS_PATH] = groups->class_path[i] == groups->class_path[i + 1];
}

/* Of the blocks @first .. @end - 1; of pairs that are partly outside, the other half goes nowhere. */
static void
fill_neighbours (const ExtractRich *rich, const ExtractGroups *groups, guint first, guint end, Facts *facts)
{
  float nowhere[N_NEIGHBOUR];

  for (guint i = first > 0 ? first - 1 : 0; i < end && i + 1 < rich->n; i++)
    measure_neighbours (rich, groups, i, i < first ? nowhere : facts[i - first].neighbours[AFTER],
                        i + 1 == end ? nowhere : facts[i + 1 - first].neighbours[BEFORE]);
}

/* ---- Items ----------------------------------------------------------------------------------- */

/* Elements under one parent, with the same tag and the same first word of class, each with blocks. */
typedef struct {
  guint32 size;
  guint32 blocks;
  guint32 words;
  guint32 ink;
  guint32 link_chars;
} Siblings;

typedef struct {
  guint32 *numbers; /* of each element with blocks: index into all */
  Siblings *all;
  guint32 *items; /* of each element with blocks: an element, or EXTRACT_NO_ELEMENT */
} Items;

static guint64
hash_likeness (const ExtractRich *rich, const ExtractNames *names, guint32 e)
{
  const ExtractElement *element = extract_page_element (rich->page, e);
  const ExtractShape *shape = &names->shapes[names->element_shapes[e]];
  guint32 name =
      shape->id_words > shape->class_words ? names->names[names->words[shape->class_words].name].hash : 0;

  return extract_groups_mix (extract_groups_mix (extract_groups_mix (0, element->parent), element->tag),
                             name);
}

static void
siblings_add (Siblings *set, const ExtractRich *rich, guint32 e)
{
  ExtractTotals sum = extract_rich_sum (rich, rich->spans[e]);

  set->size++;
  set->blocks += span_length (rich, e);
  set->words += sum.words;
  set->ink += sum.ink;
  set->link_chars += sum.link_chars;
}

static void
find_siblings (Items *items, const ExtractRich *rich, ExtractScratch *scratch)
{
  const ExtractNames *names = extract_page_get_names (rich->document->page);
  guint32 *elements, *numbers, n = 0, n_sets;
  ExtractScratch *inner;
  guint64 *hashes;

  items->numbers = extract_scratch_take (scratch, rich->n_elements, sizeof *items->numbers);
  items->all = extract_scratch_take (scratch, rich->n_elements, sizeof *items->all);
  inner = extract_scratch_begin ();
  elements = extract_scratch_take (inner, rich->n_elements, sizeof *elements);
  hashes = extract_scratch_take (inner, rich->n_elements, sizeof *hashes);
  numbers = extract_scratch_take (inner, rich->n_elements, sizeof *numbers);
  for (guint32 e = 0; e < rich->n_elements; e++)
    if (span_length (rich, e) > 0) {
      elements[n] = e;
      hashes[n++] = hash_likeness (rich, names, e);
    }
  n_sets = extract_groups_number (hashes, n, numbers);
  memset (items->all, 0, n_sets * sizeof *items->all);
  for (guint32 k = 0; k < n; k++) {
    items->numbers[elements[k]] = numbers[k];
    siblings_add (&items->all[numbers[k]], rich, elements[k]);
  }
  extract_scratch_end (inner);
}

/* An item is an element of two or more blocks that has siblings like it. That of an element is the one around
 * it that has most siblings, the inner one of two. */
static void
find_items (Items *items, const ExtractRich *rich, ExtractScratch *scratch)
{
  items->items = extract_scratch_take (scratch, rich->n_elements, sizeof *items->items);
  for (guint32 e = 0; e < rich->n_elements; e++) {
    guint32 parent = parent_of (rich, e), item, size;

    if (span_length (rich, e) == 0)
      continue;
    item = parent == EXTRACT_NO_ELEMENT ? EXTRACT_NO_ELEMENT : items->items[parent];
    size = items->all[items->numbers[e]].size;
    if (span_length (rich, e) > 1 && size > 1 &&
        (item == EXTRACT_NO_ELEMENT || size >= items->all[items->numbers[item]].size))
      item = e;
    items->items[e] = item;
  }
}

static void
measure_items (const ExtractRich *rich, const Siblings *set, float values[N_ITEM])
{
  values[ITEMS] = extract_logs_float (rich->logs, set->size) / 6;
  values[ITEM_WORDS] = ratio (set->words, rich->totals[rich->n].words);
  values[ITEM_MEAN_WORDS] = extract_logs_mean (rich->logs, set->words, set->size) / 7;
  values[ITEM_LINKED] = ratio (set->link_chars, set->ink);
  values[ITEM_BLOCKS] = extract_logs_mean (rich->logs, set->blocks, set->size) / 5;
}

static void
fill_items (const Items *items, const ExtractRich *rich, guint first, guint end, Facts *facts)
{
  const Siblings *last = NULL;
  float of_last[N_ITEM] = { 0 };

  for (guint i = first; i < end; i++) {
    guint32 owner = owner_of (rich, i), item = items->items[owner];
    const Siblings *set;
    float *values = facts[i - first].item;

    if (item != EXTRACT_NO_ELEMENT) {
      /* Most blocks stand in the item after that of the block before. */
      set = &items->all[items->numbers[item]];
      if (set != last)
        measure_items (rich, set, of_last);
      last = set;
      memcpy (values, of_last, sizeof of_last);
      values[ITEM_PLACE] = (double) (i - rich->spans[item].first) / span_length (rich, item);
    }
    values[LIKE_OWNER] = extract_logs_float (rich->logs, items->all[items->numbers[owner]].size) / 6;
  }
}

/* ---- The family ------------------------------------------------------------------------------ */

typedef struct {
  const ExtractGroups *groups;
  Subtrees subtrees;
  Candidate candidate;
  Grouping groupings[N_GROUPINGS];
  Items items;
} Tree;

static gpointer
prepare (const ExtractRich *rich, ExtractScratch *scratch)
{
  const ExtractGroups *groups = extract_document_get_groups (rich->document);
  Tree *tree = extract_scratch_take (scratch, 1, sizeof *tree);

  tree->groups = groups;
  subtrees_init (&tree->subtrees, rich, scratch);
  candidate_init (&tree->candidate, rich, scratch);
  grouping_init (&tree->groupings[PATH], rich, groups->path, groups->n_paths, scratch);
  grouping_init (&tree->groupings[CLASS_PATH], rich, groups->class_path, groups->n_class_paths, scratch);
  find_siblings (&tree->items, rich, scratch);
  find_items (&tree->items, rich, scratch);
  return tree;
}

static void
compute (const ExtractRich *rich, gpointer prepared, guint first, guint end, gpointer facts)
{
  const Tree *tree = prepared;
  Facts *block = facts;

  for (guint i = first; i < end; i++, block++) {
    fill_subtrees (&tree->subtrees, rich, i, block);
    fill_candidate (&tree->candidate, rich, i, block->candidate);
    for (guint g = 0; g < N_GROUPINGS; g++)
      memcpy (block->groups[g], tree->groupings[g].values[tree->groupings[g].numbers[i]],
              sizeof block->groups[g]);
  }
  fill_neighbours (rich, tree->groups, first, end, facts);
  fill_items (&tree->items, rich, first, end, facts);
}

/* ---- The table ------------------------------------------------------------------------------- */

#define CORE EXTRACT_FEATURE_CORE
#define LOG "logarithm"

#define PLACE(member) NULL, (int) (offsetof (Facts, member) / sizeof (float))

/* clang-format off */
#define LEVEL(l, name, core)                                                                                       \
  { { "subtree-" name "-words", "subtree", LOG, 0, 3, "log words of level " name " / 9", "Words at level " name }, \
    PLACE (subtrees[l][WORDS]), 0 },                                                                               \
  { { "subtree-" name "-link-density", "subtree", "share", 0, 1, "linked e / e, of level " name, "Link density at level " name }, \
    PLACE (subtrees[l][LINKED]), core },                                                                           \
  { { "subtree-" name "-blocks", "subtree", LOG, 0, 4, "log blocks of level " name " / 7", "Blocks at level " name }, \
    PLACE (subtrees[l][BLOCKS]), 0 },                                                                              \
  { { "subtree-" name "-word-share", "subtree", "share", 0, 1, "words of level " name " / W", "Share of the words of the page at level " name }, \
    PLACE (subtrees[l][WORD_SHARE]), core },                                                                       \
  { { "subtree-" name "-frequent", "subtree", "share", 0, 1, "frequent words / words, of level " name, "Frequent words at level " name }, \
    PLACE (subtrees[l][FREQUENT]), 0 },                                                                            \
  { { "subtree-" name "-mean-words", "subtree", LOG, 0, 5, "log (words / blocks) / 5, of level " name, "Words of a block at level " name }, \
    PLACE (subtrees[l][MEAN_WORDS]), 0 },                                                                          \
  { { "subtree-" name "-p-words", "subtree", "share", 0, 1, "words in p / words, of level " name, "Words in paragraphs at level " name }, \
    PLACE (subtrees[l][P_WORDS]), 0 }

#define GROUP(g, name, of, core)                                                                                   \
  { { name "-group-size", "group", LOG, 0, 4, "log blocks of the " name " group / 6", "Blocks of the same " of }, \
    PLACE (groups[g][GROUP_SIZE]), core },                                                                         \
  { { name "-group-words", "group", "share", 0, 1, "words of the " name " group / W", "Share of the words of the page in blocks of the same " of }, \
    PLACE (groups[g][GROUP_WORDS]), 0 },                                                                           \
  { { name "-group-link-density", "group", "share", 0, 1, "linked e / e, of the " name " group", "Link density of blocks of the same " of }, \
    PLACE (groups[g][GROUP_LINKED]), core },                                                                       \
  { { name "-group-mean-words", "group", LOG, 0, 5, "log (words / blocks) / 5, of the " name " group", "Words of a block of the same " of }, \
    PLACE (groups[g][GROUP_MEAN_WORDS]), core }

#define NEIGHBOUR(s, side)                                                                                         \
  { { side "-climb", "neighbour", "share", 0, 1, "1 - u / (depth of the owner + 1), " side, "Nearness of the block " side " by the ancestors of this block" }, \
    PLACE (neighbours[s][CLIMB]), 0 },                                                                             \
  { { side "-distance", "neighbour", LOG, 0, 4, "log (u + v) / 3, " side, "Steps through the tree to the block " side }, \
    PLACE (neighbours[s][DISTANCE]), 0 },                                                                          \
  { { side "-same-path", "neighbour", "flag", 0, 1, "1 if the block " side " is in the same path group", "Path group continues " side }, \
    PLACE (neighbours[s][SAME_PATH]), 0 },                                                                         \
  { { side "-same-class-path", "neighbour", "flag", 0, 1, "1 if the block " side " is in the same class-path group", "Class-path group continues " side }, \
    PLACE (neighbours[s][SAME_CLASS_PATH]), 0 }

static const ExtractFeatureRow rows[] = {
  LEVEL (0, "owner", 0),
  LEVEL (1, "first", CORE),
  LEVEL (2, "second", CORE),
  LEVEL (3, "third", 0),
  LEVEL (4, "fourth", 0),

  { { "below-candidate", "candidate", "flag", 0, 1, "1 if the candidate is the owner or above it", "Lies in the candidate" },
    PLACE (candidate[BELOW_TOP]), CORE },
  { { "candidate-up", "candidate", "count", 0, 1, "min (1, steps up / 10); 1 without candidate", "Steps from the owner up to what holds the candidate as well" },
    PLACE (candidate[STEPS_UP]), 0 },
  { { "candidate-down", "candidate", "count", 0, 1, "min (1, steps down / 10); 1 without candidate", "Steps from there down to the candidate" },
    PLACE (candidate[STEPS_DOWN]), 0 },
  { { "candidate-score", "candidate", "share", 0, 1, "largest score among the owner and the three elements above it / score of the candidate", "Score of the elements around the block" },
    PLACE (candidate[NEAR_SCORE]), 0 },

  GROUP (PATH, "path", "path", 0),
  GROUP (CLASS_PATH, "class-path", "path and classes", CORE),
  { { "class-path-group-ends", "group", "share", 0, 1, "blocks of the class-path group that end like a sentence / its blocks", "Ends of sentences among blocks of the same path and classes" },
    PLACE (groups[CLASS_PATH][GROUP_ENDS]), 0 },
  { { "like-siblings", "group", LOG, 0, 4, "log siblings like the owner / 6", "Elements beside the owner that are like it" },
    PLACE (item[LIKE_OWNER]), 0 },
  { { "items", "group", LOG, 0, 4, "log items / 6; 0 without item", "Items beside the item that the block is in" },
    PLACE (item[ITEMS]), 0 },
  { { "items-words", "group", "share", 0, 1, "words of the items / W", "Share of the words of the page in these items" },
    PLACE (item[ITEM_WORDS]), 0 },
  { { "items-mean-words", "group", LOG, 0, 4, "log (words of the items / items) / 7", "Words of an item" },
    PLACE (item[ITEM_MEAN_WORDS]), 0 },
  { { "items-link-density", "group", "share", 0, 1, "linked e / e, of the items", "Link density of these items" },
    PLACE (item[ITEM_LINKED]), 0 },
  { { "items-mean-blocks", "group", LOG, 0, 5, "log (blocks of the items / items) / 5", "Blocks of an item" },
    PLACE (item[ITEM_BLOCKS]), 0 },
  { { "item-place", "group", "share", 0, 1, "blocks of the item before this one / its blocks", "Place in the item" },
    PLACE (item[ITEM_PLACE]), 0 },

  NEIGHBOUR (BEFORE, "before"),
  NEIGHBOUR (AFTER, "after"),
};
/* clang-format on */

const ExtractFeatureFamily extract_feature_tree = {
  .name = "tree",
  .rows = rows,
  .n_rows = G_N_ELEMENTS (rows),
  .facts_size = sizeof (Facts),
  .prepare = prepare,
  .compute = compute,
};
