/* SPDX-License-Identifier: MIT */
/*
 * How good main texts are: each page by itself (TrainResult), pages together (TrainSummary), and
 * both as people and programs read them (train_report_...). measure.h has further measures.
 */
#pragma once

#include <libextract/extract.h>

#include "train/data/align.h"
#include "train/data/dataset.h"
#include "train/data/words.h"

G_BEGIN_DECLS

typedef struct {
  double precision;
  double recall;
  double f1;
} TrainScores;

/*
 * train_scores_compute: words in common, as bags, over the words of @output (precision) and of
 * @reference (recall). All 1 if both are empty, all 0 if one is. Both are of one vocabulary.
 */
void train_scores_compute (const TrainWords *output, const TrainWords *reference, TrainScores *scores);

/* train_scores_set: precision and recall, and F1 by them. */
void train_scores_set (TrainScores *scores, double precision, double recall);

/* Decisions by truth and outcome; weights of words make them fractions. */
typedef struct {
  double good_as_good;
  double good_as_bad;
  double bad_as_good;
  double bad_as_bad;
} TrainConfusion;

void train_confusion_add (TrainConfusion *confusion, gboolean is_good, gboolean as_good, double weight);
/* train_confusion_get_accuracy: 0 if nothing was added. */
double train_confusion_get_accuracy (const TrainConfusion *confusion);
/* train_confusion_get_scores: of finding what is good; 0 where a share has no denominator. */
void train_confusion_get_scores (const TrainConfusion *confusion, TrainScores *scores);

/* What is counted of a page, for measures that are shares. */
typedef struct {
  double common;    /* items of both the output and the reference */
  double output;    /* items of the output */
  double reference; /* items of the reference */
  double right;     /* right decisions */
  double all;       /* decisions */
} TrainCounts;

/* Kinds of items. */
typedef enum {
  TRAIN_COUNTED_WORDS,    /* as a bag */
  TRAIN_COUNTED_WITH,     /* decisions: snippets that the text is to have */
  TRAIN_COUNTED_WITHOUT,  /* decisions: snippets that it must not have */
  TRAIN_COUNTED_SHINGLES, /* shares of all the shingles of both texts; the decision: texts are equal */
  TRAIN_COUNTED_SEQUENCE, /* words in their order */
  TRAIN_COUNTED_BLOCKS,
  TRAIN_COUNTED_BLOCK_WORDS, /* blocks that count their words */
  TRAIN_COUNTED_MAIN,        /* the blocks of a page that has main text */
  TRAIN_COUNTED_START,       /* common: blocks by which the start is missed; the decision: it is found */
  TRAIN_COUNTED_END,         /* the same for the end */
  TRAIN_N_COUNTED
} TrainCounted;

/* A block of a measured page. */
typedef struct {
  float score;     /* of the network, 0..1 */
  float share;     /* of its words, those that are in the reference */
  guint32 n_words; /* words of it, as the reference counts them */
  guint8 truth;    /* ExtractLabel: GOOD, BAD, or NONE for a block without words */
  guint8 label;    /* ExtractLabel: its label after the rules */
} TrainBlockResult;

/* A block whose class is known, and was told: class-results.h. */
typedef struct {
  const char *class, *found; /* interned */
  double right;              /* probability of its class; NAN if it is not known */
  double sure;               /* of what was found; 0 without that */
} TrainClassResult;

/* A page, measured. */
typedef struct {
  const TrainEntry *entry;
  gboolean missing; /* there was no output, which counts as an empty one */
  gboolean empty;   /* the output is white space at most */
  gboolean scored;  /* there is a reference, so scores are set */
  gboolean trained; /* the model that is measured was trained on the page */
  TrainScores scores;
  guint n_with; /* snippets that are not empty */
  guint n_without;
  guint with_found;
  guint without_absent;
  glong n_characters; /* of the output */
  gboolean has_blocks;
  TrainConfusion blocks; /* each block that has words counts 1 */
  TrainConfusion words;  /* each such block counts its words */
  GArray *block_results; /* (nullable) of TrainBlockResult, one for each block of the page: with has_blocks */
  GArray *classes;       /* (nullable) of TrainClassResult */
  gint start;            /* first block taken for main text - first that is, among blocks with words */
  gint end;              /* the same for the last ones; both only if TRAIN_COUNTED_START is known */
  double *rule_f1;       /* (nullable) [train_effect_get_n_variants ()]: F1 under rules (effect.h) */
  guint counted;         /* bit c: counts[c] is known */
  TrainCounts counts[TRAIN_N_COUNTED];
} TrainResult;

/*
 * train_result_new: measures @output, the main text that a program found.
 * @output: (nullable): NULL if it gave none
 * @reference: (nullable): NULL if there is none
 * Returns: (transfer full)
 */
TrainResult *train_result_new (const TrainEntry *entry, const char *output, const char *reference);
void train_result_free (TrainResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainResult, train_result_free)

/* train_results_count_trained: how many of @results (of TrainResult) are trained. */
guint train_results_count_trained (GPtrArray *results);

/* train_result_count: @counts of the page are known. */
void train_result_count (TrainResult *result, TrainCounted counted, TrainCounts counts);

/* train_result_measure_blocks: holds the labels of a labelled document against those of @alignment. */
void
train_result_measure_blocks (TrainResult *result, ExtractDocument *document, const TrainAlignment *alignment);

/* train_result_add_class: puts a block among its classes. */
void train_result_add_class (TrainResult *result, const TrainClassResult *class);

/* Pages together. Scores are means over the pages that have a reference, each page weighs the same. */
typedef struct {
  guint n_pages;
  guint n_missing;
  guint n_empty;
  guint n_scored;
  TrainScores scores; /* 0 if n_scored is 0 */
  double f1_low;      /* of 95 of 100 samples of as many pages, drawn with replacement, */
  double f1_high;     /* the mean F1 is between these */
  guint n_with;
  guint n_without;
  double with_recall;       /* found snippets / snippets */
  double with_recall_page;  /* mean of the shares of the pages that have snippets */
  double without_exclusion; /* the same for unwanted snippets that are rightly left out */
  double without_exclusion_page;
  guint n_with_blocks; /* pages whose blocks were measured */
  TrainConfusion blocks;
  TrainConfusion words;
} TrainSummary;

/* train_summary_compute: @results: of TrainResult. The same results and seed give the same interval. */
void train_summary_compute (GPtrArray *results, guint32 seed, TrainSummary *summary);

/*
 * Reports of @results (of TrainResult), which are those of the set @name.
 *   table: for people: a line for all pages, for each page type and for each language
 *   json:  one line, one object; numbers have five decimals
 *   pages: a line of tab-separated columns for each page; train_report_append_pages_head () is above them
 */
void train_report_append_table (GString *text, const char *name, GPtrArray *results, guint32 seed);
void train_report_append_json (GString *text, const char *name, GPtrArray *results, guint32 seed);
void train_report_append_pages_head (GString *text);
void train_report_append_pages (GString *text, GPtrArray *results);

G_END_DECLS
