/* SPDX-License-Identifier: MIT */
/*
 * The certainty of the scores of a page, for its confidence and verdict: one row of values for the page, all
 * 0 for a page without blocks. Good blocks here are those of p >= t, before any rule. w are words, W those of
 * the page, G those of good blocks; S = sum of p w of good blocks, P = that of the page.
 */
#include "libextract/feature/family.h"
#include "libextract/feature/score-cut.h"

#include <math.h>

#define NEAR 0.1 /* scores closer to the threshold than this are doubtful */

typedef enum {
  EXPECTED_F1,
  BEST_F1,
  BEST_CUT,
  EXPECTED_WORDS,
  GOOD_WORDS,
  PAGE_WORDS,
  GOOD_WORD_SHARE,
  ENTROPY,
  SURENESS,
  DOUBT,
  TOP_SCORE,
  GOOD_SCORE,
  BAD_SCORE,
  BLOCKS,
  GOOD_BLOCKS,
  RUNS,
  FRAGMENTATION,
  LARGEST_RUN,
  COMPACTNESS,
  GOOD_BLOCK_WORDS,
  GOOD_PARAGRAPHS,
  GOOD_LINKS,
  PAGE_LINKS,
  N_VALUES
} Value;

typedef struct {
  double values[N_VALUES];
} Facts;

/* Sums over the blocks of the page. */
typedef struct {
  double words, score_words, entropy, sureness, doubt; /* all weighted by words */
  double good_words, good_score_words, p_words;
  double ink, link_chars;
  guint n_good, first, end; /* good blocks, and the blocks between the first and the last of them */
  guint n_runs;
  double run_words, largest_run; /* words of good blocks side by side */
} Sums;

/* A share; totals that cancel each other out can leave less than nothing. */
static double
quotient (double dividend, double divisor)
{
  return divisor > 0 ? CLAMP (dividend / divisor, 0, 1) : 0;
}

/* In bits. */
static double
binary_entropy (double p)
{
  return p > 0 && p < 1 ? -(p * log2 (p) + (1 - p) * log2 (1 - p)) : 0;
}

static void
add_good (const ExtractRich *rich, guint i, Sums *sums)
{
  const ExtractPiece *piece = extract_document_piece (rich->document, i);
  const double words = piece->stats.words;

  if (sums->n_good == 0)
    sums->first = i;
  if (sums->n_good == 0 || sums->end < i) {
    sums->n_runs++;
    sums->run_words = 0;
  }
  sums->n_good++;
  sums->end = i + 1;
  sums->run_words += words;
  sums->largest_run = MAX (sums->largest_run, sums->run_words);
  sums->good_words += words;
  sums->good_score_words += rich->scores[i] * words;
  sums->p_words += extract_rich_owner (rich, i)->tag == EXTRACT_TAG_P ? words : 0;
  sums->ink += piece->stats.chars - piece->stats.spaces;
  sums->link_chars += piece->link_chars;
}

static Sums
sum_up (const ExtractRich *rich)
{
  Sums sums = { 0 };

  for (guint i = 0; i < rich->n; i++) {
    const double words = extract_document_piece (rich->document, i)->stats.words;
    const double p = rich->scores[i], far = fabs (p - rich->threshold);

    sums.words += words;
    sums.score_words += p * words;
    sums.entropy += words * binary_entropy (p);
    sums.sureness += words * far;
    sums.doubt += far < NEAR ? words : 0;
    if (p >= rich->threshold)
      add_good (rich, i, &sums);
  }
  return sums;
}

static gpointer
prepare (const ExtractRich *rich, ExtractScratch *scratch)
{
  Facts *facts = extract_scratch_take0 (scratch, 1, sizeof *facts);
  double *values = facts->values;
  const Sums s = sum_up (rich);
  const ExtractTotals *page = &rich->totals[rich->n];

  if (rich->n == 0)
    return facts;
  values[EXPECTED_F1] = quotient (2 * s.good_score_words, s.good_words + s.score_words);
  values[BEST_CUT] = extract_score_cut (rich, NULL, &values[BEST_F1]);
  values[EXPECTED_WORDS] = log1p (s.score_words) / 10;
  values[GOOD_WORDS] = log1p (s.good_words) / 10;
  values[PAGE_WORDS] = log1p (s.words) / 10;
  values[GOOD_WORD_SHARE] = quotient (s.good_words, s.words);
  values[ENTROPY] = quotient (s.entropy, s.words);
  values[SURENESS] = quotient (s.sureness, s.words);
  values[DOUBT] = quotient (s.doubt, s.words);
  for (guint i = 0; i < rich->n; i++)
    values[TOP_SCORE] = MAX (values[TOP_SCORE], rich->scores[i]);
  values[GOOD_SCORE] = quotient (s.good_score_words, s.good_words);
  values[BAD_SCORE] = quotient (s.score_words - s.good_score_words, s.words - s.good_words);
  values[BLOCKS] = log1p (rich->n) / 10;
  values[GOOD_BLOCKS] = log1p (s.n_good) / 10;
  values[RUNS] = log1p (s.n_runs) / 10;
  values[FRAGMENTATION] = quotient (s.n_runs, s.n_good);
  values[LARGEST_RUN] = quotient (s.largest_run, s.good_words);
  values[COMPACTNESS] = quotient (s.n_good, s.end - s.first);
  values[GOOD_BLOCK_WORDS] = s.n_good > 0 ? log1p (s.good_words / s.n_good) / 10 : 0;
  values[GOOD_PARAGRAPHS] = quotient (s.p_words, s.good_words);
  values[GOOD_LINKS] = quotient (s.link_chars, s.ink);
  values[PAGE_LINKS] = quotient (page->link_chars, page->ink);
  return facts;
}

static double
get_value (gconstpointer facts, int value)
{
  return ((const Facts *) facts)->values[value];
}

/* ---- The table --------------------------------------------------------------------------------- */

#define SHARE "outcome", "share", 0, 1
#define SCORE "outcome", "score", 0, 1
/* No count exceeds 2^32, whose logarithm is 22.2. */
#define LOG "outcome", "log", 0, 2.3F
#define ROW(place) get_value, place, 0

/* clang-format off */
static const ExtractFeatureRow rows[] = {
  { { "expected-f1", SCORE, "2 S / (G + P)", "F1 that is expected of the good blocks" }, ROW (EXPECTED_F1) },
  { { "best-expected-f1", SCORE, "max over t of 2 S / (G + P)", "F1 that is expected at the best threshold" }, ROW (BEST_F1) },
  { { "best-cut", SCORE, "t*", "That threshold" }, ROW (BEST_CUT) },
  { { "expected-words", LOG, "log (P) / 10", "Words that are expected to be main text" }, ROW (EXPECTED_WORDS) },
  { { "good-words", LOG, "log (G) / 10", "Words of good blocks" }, ROW (GOOD_WORDS) },
  { { "words-of-page", LOG, "log (W) / 10", "Words of the page" }, ROW (PAGE_WORDS) },
  { { "good-word-share", SHARE, "G / W", "Words in good blocks" }, ROW (GOOD_WORD_SHARE) },
  { { "entropy", "outcome", "bits", 0, 1, "sum w H (p) / W", "How undecided the scores are" }, ROW (ENTROPY) },
  { { "sureness", SCORE, "sum w |p - t| / W", "How far the scores are from the threshold" }, ROW (SURENESS) },
  { { "doubt", SHARE, "words of |p - t| < 0.1 / W", "Words whose score is close to the threshold" }, ROW (DOUBT) },
  { { "top-score", SCORE, "max p", "Highest score of the page" }, ROW (TOP_SCORE) },
  { { "good-score", SCORE, "S / G", "Mean score of the words of good blocks" }, ROW (GOOD_SCORE) },
  { { "bad-score", SCORE, "(P - S) / (W - G)", "Mean score of the other words" }, ROW (BAD_SCORE) },
  { { "blocks", LOG, "log (n) / 10", "Blocks of the page" }, ROW (BLOCKS) },
  { { "good-blocks", LOG, "log (good blocks) / 10", "Good blocks" }, ROW (GOOD_BLOCKS) },
  { { "good-runs", LOG, "log (runs) / 10", "Runs of good blocks side by side" }, ROW (RUNS) },
  { { "fragmentation", SHARE, "runs / good blocks", "1 if no two good blocks are side by side" }, ROW (FRAGMENTATION) },
  { { "largest-run", SHARE, "words of the largest run / G", "Share of the good words in the largest run" }, ROW (LARGEST_RUN) },
  { { "compactness", SHARE, "good blocks / blocks from the first to the last", "Good ones among the blocks from the first to the last of them" }, ROW (COMPACTNESS) },
  { { "good-block-words", LOG, "log (G / good blocks) / 10", "Words of a good block, in the mean" }, ROW (GOOD_BLOCK_WORDS) },
  { { "good-paragraphs", SHARE, "words in p / G", "Share of the good words in paragraphs" }, ROW (GOOD_PARAGRAPHS) },
  { { "good-link-density", SHARE, "link characters / e", "Characters of good blocks in links" }, ROW (GOOD_LINKS) },
  { { "page-link-density", SHARE, "link characters / e", "Characters of the page in links" }, ROW (PAGE_LINKS) },
};
/* clang-format on */

const ExtractFeatureFamily extract_feature_outcome = {
  .name = "outcome",
  .rows = rows,
  .n_rows = G_N_ELEMENTS (rows),
  .facts_size = sizeof (Facts),
  .prepare = prepare,
  .of_page = TRUE,
};
