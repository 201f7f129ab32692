/* SPDX-License-Identifier: MIT */
/*
 * Checks sets before training: their figures, and pages with problems.
 *
 *   entries -> pages, each by itself (check-page.c) ─┬> figures of each set
 *                                                    ├> pages that are there twice (check-twins.c)
 *                                                    └> findings, the worst first, and a verdict
 */
#pragma once

#include "cli/cli.h"
#include "train/data/labels.h"
#include "train/data/select.h"

G_BEGIN_DECLS

/* What may be wrong with a page. */
typedef enum {
  TRAIN_FINDING_BROKEN,
  TRAIN_FINDING_CONTRADICTION,
  TRAIN_FINDING_UNFIT_LABELS,
  TRAIN_FINDING_EMPTY_PAGE,
  TRAIN_FINDING_LOW_RECALL,
  TRAIN_FINDING_LONG_REFERENCE,
  TRAIN_FINDING_EMPTY_REFERENCE,
  TRAIN_FINDING_TINY_PAGE,
  TRAIN_FINDING_LANGUAGE,
  TRAIN_FINDING_SAME_PAGE,
  TRAIN_FINDING_SAME_TEXT,
  TRAIN_FINDING_NEAR_TEXT,
  TRAIN_N_FINDINGS
} TrainFindingKind;

typedef struct {
  const char *nick;     /* "low-recall" */
  const char *sentence; /* what it means */
} TrainFindingInfo;

/* train_finding_get_info: Returns: (transfer none): the row of @kind. */
const TrainFindingInfo *train_finding_get_info (TrainFindingKind kind);

#define TRAIN_MINHASHES 64

/* What is to be known of a page, so that the page itself need not be kept. */
typedef struct {
  const TrainEntry *entry;
  char *site;
  char *error; /* (nullable): why it cannot be read; nothing below is set then */
  TrainLabelSource source;
  gboolean has_reference; /* there is a reference text */
  gboolean trusted;       /* to be trained on */
  char *reason;           /* (nullable): why not */
  double recall;          /* of the reference */
  guint n_blocks;
  guint n_good_blocks;
  guint n_bad_blocks;
  guint n_given; /* blocks that people labelled */
  gboolean has_labels;
  gsize n_words; /* words as the alignment counts them */
  gsize n_good_words;
  gsize n_bad_words;
  gsize n_reference;
  char *language;                     /* (nullable): how its script differs from the declared language */
  char *page_sum;                     /* SHA-256 of the bytes */
  char *text_sum;                     /* and of the words of the main text */
  gsize n_text;                       /* words of the main text, or of the whole page if that is not known */
  guint32 minhashes[TRAIN_MINHASHES]; /* see check-twins.c */
} TrainCheckPage;

typedef struct {
  TrainFindingKind kind;
  const TrainCheckPage *page;
  const TrainCheckPage *twin; /* (nullable): the page that it is like */
  double badness;             /* the greatest is listed first */
  char *reason;               /* a sentence */
} TrainFinding;

typedef struct {
  const TrainSelected *selected;
  GPtrArray *pages;    /* of TrainCheckPage, in the order of the entries */
  GPtrArray *findings; /* of TrainFinding: by kind, the worst first */
  guint n_failed;      /* pages that cannot be read */
  gboolean usable;     /* one can train on it */
  char *verdict;       /* a sentence */
} TrainCheck;

/* train_check_new: the same sets give the same findings, whatever @jobs is. Returns: (transfer full) */
TrainCheck *
train_check_new (const TrainSelected *selected, ExtractParser *parser, double minimum_recall, guint jobs);
void train_check_free (TrainCheck *check);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainCheck, train_check_free)

/* train_check_append_table: for people; @at_most findings of each kind are listed. */
void train_check_append_table (GString *text, const TrainCheck *check, guint at_most);
/* train_check_append_json: one line, one object, all findings. */
void train_check_append_json (GString *text, const TrainCheck *check);

/* train_check: all of the above, on standard output. Returns: what the program exits with: CLI_EXIT_FAILED if
 * pages cannot be read, or one cannot train on the sets. */
CliExit
train_check (const TrainSelected *selected, const CliPageOptions *page, double minimum_recall, gboolean json);

/* ---- Parts of it -------------------------------------------------------------------------------- */

/* train_check_page_new: Returns: (transfer full): never NULL; a page that fails has an error. */
TrainCheckPage *train_check_page_new (const TrainEntry *entry, ExtractParser *parser, double minimum_recall);
void train_check_page_free (TrainCheckPage *page);

/* train_check_page_learns: whether there is something to learn from the page. */
gboolean train_check_page_learns (const TrainCheckPage *page);

/* train_check_sketch: fills in @minhashes for a text of @n words. */
void train_check_sketch (const char *const *words, gsize n, guint32 minhashes[TRAIN_MINHASHES]);

/* train_check_find_twins: appends findings about pages that are there twice. */
void train_check_find_twins (GPtrArray *pages, GPtrArray *findings);

/* train_finding_new: takes @reason. */
TrainFinding *train_finding_new (TrainFindingKind kind, const TrainCheckPage *page,
                                 const TrainCheckPage *twin, double badness, char *reason);

G_END_DECLS
