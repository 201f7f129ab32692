/* SPDX-License-Identifier: MIT */
/*
 * The second stage: only the scores p around a block, in the order of the page, in the tree, and in groups of
 * similar blocks. w are words, t* is the best cut of score-cut.c.
 *
 * Means over blocks without words are 0, and so are scores beyond the ends of the page.
 */
#include "libextract/feature/family.h"
#include "libextract/feature/groups.h"
#include "libextract/feature/score-cut.h"

#include <math.h>

#define REACH 5        /* blocks on each side whose scores are features of their own */
#define N_LEVELS 6     /* subtrees, the owner first */
#define LIKELY 0.5F    /* a block above it counts as main text here */
#define FARTHEST 1.0   /* the largest value of a distance */
#define LOG_WORDS 2.3F /* more than log (2^32) / 10 */

static const guint reaches[] = { 2, 5, 15, 40 }; /* of the means over a window */

typedef enum {
  SCORE, /* p of i-REACH .. i+REACH */
  WINDOW = SCORE + 2 * REACH + 1,
  PAGE_MEAN = WINDOW + G_N_ELEMENTS (reaches),
  PAGE_WORDS,
  PAGE_MAXIMUM,
  PATH_MEAN,
  CLASS_PATH_MEAN,
  CUT,
  ABOVE_CUT,
  HIGHER,
  LEVEL,
  LEVEL_LARGEST = LEVEL + N_LEVELS,
  LEVEL_SMALLEST,
  DISTANCE_BEFORE,
  DISTANCE_AFTER,
  LIKELY_BEFORE,
  IS_LIKELY,
  N_VALUES
} Value;

typedef struct {
  float values[N_VALUES];
} Facts;

/* Differences of running totals can be off by their last bits. */
static double
quotient (double dividend, double divisor)
{
  return divisor > 0 ? CLAMP (dividend / divisor, 0, 1) : 0;
}

static guint32
get_words (const ExtractRich *rich, guint i)
{
  return rich->totals[i + 1].words - rich->totals[i].words;
}

/* ---- In the order of the page ------------------------------------------------------------------ */

/* Running totals over the blocks before a block. */
typedef struct {
  double roots;       /* sqrt w */
  double score_roots; /* p sqrt w */
  double score_words; /* p w */
} Sums;

static const Sums *
make_sums (const ExtractRich *rich, ExtractScratch *scratch)
{
  Sums *sums = extract_scratch_take (scratch, (gsize) rich->n + 1, sizeof *sums);

  sums[0] = (Sums){ 0, 0, 0 };
  for (guint i = 0; i < rich->n; i++) {
    double words = get_words (rich, i), root = sqrt (words), p = rich->scores[i];

    sums[i + 1] =
        (Sums){ sums[i].roots + root, sums[i].score_roots + p * root, sums[i].score_words + p * words };
  }
  return sums;
}

static void
fill_neighbours (const ExtractRich *rich, const Sums *sums, guint i, float *values)
{
  for (guint k = 0; k <= 2 * REACH; k++)
    if (i + k >= REACH && i + k - REACH < rich->n)
      values[SCORE + k] = rich->scores[i + k - REACH];
  for (guint k = 0; k < G_N_ELEMENTS (reaches); k++) {
    const Sums *first = &sums[i - MIN (i, reaches[k])];
    const Sums *end = &sums[MIN (i + reaches[k] + 1, rich->n)];

    values[WINDOW + k] = quotient (end->score_roots - first->score_roots, end->roots - first->roots);
  }
  values[IS_LIKELY] = rich->scores[i] > LIKELY;
}

/* The likely blocks around a block. */
typedef struct {
  guint32 last;     /* before it; there if n_before > 0 */
  guint32 next;     /* behind it, or the number of blocks */
  guint32 n_before; /* of them */
} Likely;

/* @n_likely: (out): of the page. Returns: of each block */
static const Likely *
find_likely (const ExtractRich *rich, guint *n_likely, ExtractScratch *scratch)
{
  Likely *likely = extract_scratch_take (scratch, rich->n, sizeof *likely);
  guint n = 0, last = 0;

  for (guint i = 0; i < rich->n; i++) {
    likely[i] = (Likely){ .last = last, .n_before = n };
    if (rich->scores[i] > LIKELY) {
      n++;
      last = i;
    }
  }
  for (guint i = rich->n, next = rich->n; i-- > 0;) {
    likely[i].next = next;
    if (rich->scores[i] > LIKELY)
      next = i;
  }
  *n_likely = n;
  return likely;
}

static double
distance (const ExtractRich *rich, guint blocks)
{
  return MIN (extract_logs_double (rich->logs, blocks) / 5, FARTHEST);
}

/* Distances to the nearest likely blocks, and which share of these comes before. */
static void
fill_likely (const ExtractRich *rich, const Likely *likely, guint n_likely, guint i, float *values)
{
  values[DISTANCE_BEFORE] = likely->n_before > 0 ? distance (rich, i - likely->last) : FARTHEST;
  values[DISTANCE_AFTER] = likely->next < rich->n ? distance (rich, likely->next - i) : FARTHEST;
  values[LIKELY_BEFORE] = quotient ((float) likely->n_before, n_likely);
}

/* ---- Of the page ------------------------------------------------------------------------------- */

typedef struct {
  float mean;
  float expected_words; /* log (1 + n) / 10 */
  float maximum;
  double cut;
  const double *higher; /* of each block: words of blocks with higher scores */
} Page;

static void
page_init (Page *page, const ExtractRich *rich, const Sums *sums, ExtractScratch *scratch)
{
  const double score_words = sums[rich->n].score_words;
  double *higher = extract_scratch_take (scratch, rich->n, sizeof *higher);

  *page = (Page){ .mean = quotient (score_words, rich->totals[rich->n].words),
                  .expected_words = log1p (score_words) / 10,
                  .cut = extract_score_cut (rich, higher, NULL),
                  .higher = higher };
  for (guint i = 0; i < rich->n; i++)
    page->maximum = MAX (page->maximum, rich->scores[i]);
}

static void
fill_page (const Page *page, const ExtractRich *rich, guint i, float *values)
{
  values[PAGE_MEAN] = page->mean;
  values[PAGE_WORDS] = page->expected_words;
  values[PAGE_MAXIMUM] = page->maximum;
  values[CUT] = page->cut;
  values[ABOVE_CUT] = rich->scores[i] - page->cut;
  values[HIGHER] = quotient (page->higher[i], rich->totals[rich->n].words);
}

/* ---- In the tree ------------------------------------------------------------------------------- */

/* Mean p over the words of the subtree of @element. */
static double
subtree_mean (const ExtractRich *rich, const Sums *sums, guint32 element)
{
  ExtractSpan span = rich->spans[element];

  return quotient (sums[span.end].score_words - sums[span.first].score_words,
                   extract_rich_sum (rich, span).words);
}

static guint32
count_blocks (const ExtractRich *rich, guint32 element)
{
  return rich->spans[element].end - rich->spans[element].first;
}

typedef struct {
  float mean;              /* p of the subtree */
  float largest, smallest; /* of the element and its ancestors */
  guint32 wider;           /* the nearest ancestor with more blocks, or EXTRACT_NO_ELEMENT */
} Subtree;

/* Returns: of each element */
static const Subtree *
measure_subtrees (const ExtractRich *rich, const Sums *sums, ExtractScratch *scratch)
{
  Subtree *subtrees = extract_scratch_take (scratch, rich->n_elements, sizeof *subtrees);

  for (guint32 e = 0; e < rich->n_elements; e++) {
    guint32 parent = extract_page_element (rich->page, e)->parent;
    float mean = subtree_mean (rich, sums, e);

    subtrees[e] = (Subtree){ mean, mean, mean, EXTRACT_NO_ELEMENT };
    if (parent != EXTRACT_NO_ELEMENT) {
      subtrees[e].largest = MAX (mean, subtrees[parent].largest);
      subtrees[e].smallest = MIN (mean, subtrees[parent].smallest);
      subtrees[e].wider =
          count_blocks (rich, parent) > count_blocks (rich, e) ? parent : subtrees[parent].wider;
    }
  }
  return subtrees;
}

static void
fill_subtrees (const ExtractRich *rich, const Subtree *subtrees, guint i, float *values)
{
  guint32 e = extract_document_piece (rich->document, i)->element;

  values[LEVEL_LARGEST] = subtrees[e].largest;
  values[LEVEL_SMALLEST] = subtrees[e].smallest;
  for (guint level = 0; level < N_LEVELS; level++) {
    values[LEVEL + level] = subtrees[e].mean;
    if (subtrees[e].wider != EXTRACT_NO_ELEMENT)
      e = subtrees[e].wider;
  }
}

/* ---- In groups --------------------------------------------------------------------------------- */

/* Returns: of each group the mean p over its blocks, of weight sqrt w */
static const float *
measure_groups (const ExtractRich *rich, const guint32 *groups, guint n_groups, ExtractScratch *scratch)
{
  float *means = extract_scratch_take (scratch, n_groups, sizeof *means);
  ExtractScratch *inner = extract_scratch_begin ();
  Sums *sums = extract_scratch_take0 (inner, n_groups, sizeof *sums);

  for (guint i = 0; i < rich->n; i++) {
    double root = sqrt (get_words (rich, i));

    sums[groups[i]].roots += root;
    sums[groups[i]].score_roots += rich->scores[i] * root;
  }
  for (guint g = 0; g < n_groups; g++)
    means[g] = quotient (sums[g].score_roots, sums[g].roots);
  extract_scratch_end (inner);
  return means;
}

/* ---- The family -------------------------------------------------------------------------------- */

typedef struct {
  const Sums *sums;     /* [blocks + 1] */
  const Likely *likely; /* [blocks] */
  guint n_likely;       /* of the page */
  Page page;
  const Subtree *subtrees; /* [elements] */
  const ExtractGroups *groups;
  const float *path, *class_path; /* of each group */
} Around;

static gpointer
prepare (const ExtractRich *rich, ExtractScratch *scratch)
{
  const ExtractGroups *groups = extract_document_get_groups (rich->document);
  Around *around = extract_scratch_take (scratch, 1, sizeof *around);

  around->sums = make_sums (rich, scratch);
  around->likely = find_likely (rich, &around->n_likely, scratch);
  page_init (&around->page, rich, around->sums, scratch);
  around->subtrees = measure_subtrees (rich, around->sums, scratch);
  around->groups = groups;
  around->path = measure_groups (rich, groups->path, groups->n_paths, scratch);
  around->class_path = measure_groups (rich, groups->class_path, groups->n_class_paths, scratch);
  return around;
}

static void
compute (const ExtractRich *rich, gpointer prepared, guint first, guint end, gpointer facts)
{
  const Around *around = prepared;

  for (guint i = first; i < end; i++) {
    float *values = ((Facts *) facts)[i - first].values;

    fill_neighbours (rich, around->sums, i, values);
    fill_likely (rich, &around->likely[i], around->n_likely, i, values);
    fill_page (&around->page, rich, i, values);
    fill_subtrees (rich, around->subtrees, i, values);
    values[PATH_MEAN] = around->path[around->groups->path[i]];
    values[CLASS_PATH_MEAN] = around->class_path[around->groups->class_path[i]];
  }
}

/* ---- The table --------------------------------------------------------------------------------- */

#define SCORES "context", "score", 0, 1
#define ROW(place) NULL, place, 0

/* clang-format off */
static const ExtractFeatureRow rows[] = {
  { { "score-before-5", SCORES, "p of block i-5", "Score of block i-5" }, ROW (SCORE) },
  { { "score-before-4", SCORES, "p of block i-4", "Score of block i-4" }, ROW (SCORE + 1) },
  { { "score-before-3", SCORES, "p of block i-3", "Score of block i-3" }, ROW (SCORE + 2) },
  { { "score-before-2", SCORES, "p of block i-2", "Score of block i-2" }, ROW (SCORE + 3) },
  { { "score-before-1", SCORES, "p of block i-1", "Score of block i-1" }, ROW (SCORE + 4) },
  { { "score", SCORES, "p", "Score of the block" }, ROW (SCORE + 5) },
  { { "score-after-1", SCORES, "p of block i+1", "Score of block i+1" }, ROW (SCORE + 6) },
  { { "score-after-2", SCORES, "p of block i+2", "Score of block i+2" }, ROW (SCORE + 7) },
  { { "score-after-3", SCORES, "p of block i+3", "Score of block i+3" }, ROW (SCORE + 8) },
  { { "score-after-4", SCORES, "p of block i+4", "Score of block i+4" }, ROW (SCORE + 9) },
  { { "score-after-5", SCORES, "p of block i+5", "Score of block i+5" }, ROW (SCORE + 10) },
  { { "scores-within-2", SCORES, "sum p sqrt w / sum sqrt w, i-2 .. i+2", "Mean score of the blocks up to 2 away" }, ROW (WINDOW) },
  { { "scores-within-5", SCORES, "sum p sqrt w / sum sqrt w, i-5 .. i+5", "Mean score of the blocks up to 5 away" }, ROW (WINDOW + 1) },
  { { "scores-within-15", SCORES, "sum p sqrt w / sum sqrt w, i-15 .. i+15", "Mean score of the blocks up to 15 away" }, ROW (WINDOW + 2) },
  { { "scores-within-40", SCORES, "sum p sqrt w / sum sqrt w, i-40 .. i+40", "Mean score of the blocks up to 40 away" }, ROW (WINDOW + 3) },
  { { "page-score", SCORES, "sum p w / W", "Mean score of the words of the page" }, ROW (PAGE_MEAN) },
  { { "page-expected-words", "context", "log", 0, LOG_WORDS, "log (sum p w) / 10", "Words that are expected to be main text" }, ROW (PAGE_WORDS) },
  { { "page-top-score", SCORES, "max p", "Highest score of the page" }, ROW (PAGE_MAXIMUM) },
  { { "path-score", SCORES, "sum p sqrt w / sum sqrt w", "Mean score of the blocks of the same tag path" }, ROW (PATH_MEAN) },
  { { "class-path-score", SCORES, "sum p sqrt w / sum sqrt w", "Mean score of the blocks of the same class path" }, ROW (CLASS_PATH_MEAN) },
  { { "cut", SCORES, "t*", "Threshold of the best expected F1" }, ROW (CUT) },
  { { "above-cut", "context", "score", -1, 1, "p - t*", "How far the score is above that threshold" }, ROW (ABOVE_CUT) },
  { { "higher-words", "context", "share", 0, 1, "words of higher p / W", "Words of the page in blocks of a higher score" }, ROW (HIGHER) },
  { { "subtree-score-0", SCORES, "sum p w / sum w", "Mean score of the words of subtree 0" }, ROW (LEVEL) },
  { { "subtree-score-1", SCORES, "sum p w / sum w", "Mean score of the words of subtree 1" }, ROW (LEVEL + 1) },
  { { "subtree-score-2", SCORES, "sum p w / sum w", "Mean score of the words of subtree 2" }, ROW (LEVEL + 2) },
  { { "subtree-score-3", SCORES, "sum p w / sum w", "Mean score of the words of subtree 3" }, ROW (LEVEL + 3) },
  { { "subtree-score-4", SCORES, "sum p w / sum w", "Mean score of the words of subtree 4" }, ROW (LEVEL + 4) },
  { { "subtree-score-5", SCORES, "sum p w / sum w", "Mean score of the words of subtree 5" }, ROW (LEVEL + 5) },
  { { "subtree-score-most", SCORES, "max of sum p w / sum w", "The largest such mean of the owner and its ancestors" }, ROW (LEVEL_LARGEST) },
  { { "subtree-score-least", SCORES, "min of sum p w / sum w", "The smallest such mean of the owner and its ancestors" }, ROW (LEVEL_SMALLEST) },
  { { "likely-block-before", "context", "log", 0, 1, "log (d) / 5, at most 1", "Blocks back to the last one of p > 0.5; 1 if there is none" }, ROW (DISTANCE_BEFORE) },
  { { "likely-block-after", "context", "log", 0, 1, "log (d) / 5, at most 1", "Blocks to the next one of p > 0.5; 1 if there is none" }, ROW (DISTANCE_AFTER) },
  { { "likely-blocks-before", "context", "share", 0, 1, "those before / all of p > 0.5", "Share of the blocks of p > 0.5 that come before" }, ROW (LIKELY_BEFORE) },
  { { "is-likely", "context", "flag", 0, 1, "p > 0.5", "Is more likely main text than not" }, ROW (IS_LIKELY) },
};
/* clang-format on */

const ExtractFeatureFamily extract_feature_context = {
  .name = "context",
  .rows = rows,
  .n_rows = G_N_ELEMENTS (rows),
  .facts_size = sizeof (Facts),
  .prepare = prepare,
  .compute = compute,
};
