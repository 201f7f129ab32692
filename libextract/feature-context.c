/* SPDX-License-Identifier: MIT */
/*
 * The second pass: nothing but the scores p around a block, in the order of the page, in the tree, and in
 * groups of like blocks. w are words, t* is the best cut of score-cut.c.
 *
 * Means of nothing (blocks without words) are 0, as is the score of a place beyond the ends of the page.
 */
#include "feature-private.h"
#include "groups.h"
#include "score-cut.h"

#include <math.h>

#define REACH 5        /* blocks on each side whose scores are given one by one */
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

static double
get_words (const ExtractRich *rich, guint i)
{
  return extract_document_piece (rich->document, i)->stats.words;
}

/* ---- In the order of the page ------------------------------------------------------------------ */

/* Running totals over the blocks before a block. */
typedef struct {
  double roots;       /* sqrt w */
  double score_roots; /* p sqrt w */
  double score_words; /* p w */
} Sums;

static Sums *
make_sums (const ExtractRich *rich)
{
  Sums *sums = g_new (Sums, (gsize) rich->n + 1);

  sums[0] = (Sums){ 0, 0, 0 };
  for (guint i = 0; i < rich->n; i++) {
    double words = get_words (rich, i), root = sqrt (words), p = rich->scores[i];

    sums[i + 1] =
        (Sums){ sums[i].roots + root, sums[i].score_roots + p * root, sums[i].score_words + p * words };
  }
  return sums;
}

static void
add_neighbours (const ExtractRich *rich, const Sums *sums, Facts *facts)
{
  for (guint i = 0; i < rich->n; i++) {
    float *values = facts[i].values;

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
}

static double
distance (const ExtractRich *rich, guint blocks)
{
  return MIN (extract_logs_double (rich->logs, blocks) / 5, FARTHEST);
}

/* Distances to the nearest likely blocks, and which share of these comes before. */
static void
add_likely (const ExtractRich *rich, Facts *facts)
{
  guint n_likely = 0, last = 0;

  for (guint i = 0; i < rich->n; i++) {
    facts[i].values[DISTANCE_BEFORE] = n_likely > 0 ? distance (rich, i - last) : FARTHEST;
    facts[i].values[LIKELY_BEFORE] = n_likely;
    if (rich->scores[i] > LIKELY) {
      n_likely++;
      last = i;
    }
  }
  for (guint i = rich->n, next = rich->n; i-- > 0;) {
    facts[i].values[DISTANCE_AFTER] = next < rich->n ? distance (rich, next - i) : FARTHEST;
    facts[i].values[LIKELY_BEFORE] = quotient (facts[i].values[LIKELY_BEFORE], n_likely);
    if (rich->scores[i] > LIKELY)
      next = i;
  }
}

/* ---- Of the page ------------------------------------------------------------------------------- */

static void
add_page (const ExtractRich *rich, const Sums *sums, Facts *facts)
{
  g_autofree double *higher = g_new (double, MAX (rich->n, 1));
  const double words = rich->totals[rich->n].words, score_words = sums[rich->n].score_words;
  const double cut = extract_score_cut (rich, higher, NULL);
  float maximum = 0;

  for (guint i = 0; i < rich->n; i++)
    maximum = MAX (maximum, rich->scores[i]);
  for (guint i = 0; i < rich->n; i++) {
    float *values = facts[i].values;

    values[PAGE_MEAN] = quotient (score_words, words);
    values[PAGE_WORDS] = log1p (score_words) / 10;
    values[PAGE_MAXIMUM] = maximum;
    values[CUT] = cut;
    values[ABOVE_CUT] = rich->scores[i] - cut;
    values[HIGHER] = quotient (higher[i], words);
  }
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
  double mean;              /* p of the subtree */
  double largest, smallest; /* of the element and its ancestors */
  guint32 wider;            /* the nearest ancestor with more blocks, or EXTRACT_NO_ELEMENT */
} Subtree;

static void
add_subtrees (const ExtractRich *rich, const Sums *sums, Facts *facts)
{
  g_autofree Subtree *subtrees = g_new (Subtree, MAX (rich->n_elements, 1));

  for (guint32 e = 0; e < rich->n_elements; e++) {
    guint32 parent = extract_page_element (rich->page, e)->parent;
    double mean = subtree_mean (rich, sums, e);

    subtrees[e] = (Subtree){ mean, mean, mean, EXTRACT_NO_ELEMENT };
    if (parent != EXTRACT_NO_ELEMENT) {
      subtrees[e].largest = MAX (mean, subtrees[parent].largest);
      subtrees[e].smallest = MIN (mean, subtrees[parent].smallest);
      subtrees[e].wider =
          count_blocks (rich, parent) > count_blocks (rich, e) ? parent : subtrees[parent].wider;
    }
  }
  for (guint i = 0; i < rich->n; i++) {
    guint32 e = extract_document_piece (rich->document, i)->element;

    facts[i].values[LEVEL_LARGEST] = subtrees[e].largest;
    facts[i].values[LEVEL_SMALLEST] = subtrees[e].smallest;
    for (guint level = 0; level < N_LEVELS; level++) {
      facts[i].values[LEVEL + level] = subtrees[e].mean;
      if (subtrees[e].wider != EXTRACT_NO_ELEMENT)
        e = subtrees[e].wider;
    }
  }
}

/* ---- In groups --------------------------------------------------------------------------------- */

/* @value: gets the mean p over the blocks of the same group, of weight sqrt w */
static void
add_groups (const ExtractRich *rich, const guint32 *groups, guint n_groups, Value value, Facts *facts)
{
  g_autofree Sums *sums = g_new0 (Sums, MAX (n_groups, 1));

  for (guint i = 0; i < rich->n; i++) {
    double root = sqrt (get_words (rich, i));

    sums[groups[i]].roots += root;
    sums[groups[i]].score_roots += rich->scores[i] * root;
  }
  for (guint i = 0; i < rich->n; i++)
    facts[i].values[value] = quotient (sums[groups[i]].score_roots, sums[groups[i]].roots);
}

static void
compute (const ExtractRich *rich, gpointer facts)
{
  const ExtractGroups *groups = extract_document_get_groups (rich->document);
  g_autofree Sums *sums = make_sums (rich);

  add_neighbours (rich, sums, facts);
  add_likely (rich, facts);
  add_page (rich, sums, facts);
  add_subtrees (rich, sums, facts);
  add_groups (rich, groups->path, groups->n_paths, PATH_MEAN, facts);
  add_groups (rich, groups->class_path, groups->n_class_paths, CLASS_PATH_MEAN, facts);
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
  "context", rows, G_N_ELEMENTS (rows), sizeof (Facts), compute,
};
