/* SPDX-License-Identifier: MIT */
/* A run of texttractor-train: its options, and its two results, a model or a sweep. */
#pragma once

#include "cli/cli.h"
#include "train/learn/corpus.h"
#include "train/learn/plan.h"
#include "train/learn/stack.h"
#include "libextract/model/model.h"

G_BEGIN_DECLS

/* Options as they were given; NULL if not. */
typedef struct {
  char *output; /* the file of the model, or of the table of a sweep */
  char *card;   /* files */
  char *scores;
  char *checkpoint;
  char *outputs; /* folders */
  char *report;
  char *sweep; /* a file of plans */
  char *start; /* a model */
  char *design;
  char **settings; /* (nullable): "NAME=VALUE" */
  char *features;
  char **set_weights; /* (nullable): "SET=X" */
  char *tune;         /* name of the set that decides */
  char *name;         /* for the card */
  char *date;
  char *licence;
  char *attribution;
  char *note;
  char *minimum_recall;
  gboolean learning_curve;
  gboolean check;
  gboolean json;
} TrainOptions;

typedef struct {
  const TrainOptions *options;
  const CliPageOptions *page;
  TrainPlan *plan;
  const ExtractFeatureSet *set;
  ExtractNetwork *start;     /* (nullable), owned */
  ExtractModel *start_model; /* (nullable), owned: that it is of */
  GPtrArray *sets;           /* of TrainDataset, lent */
  GPtrArray *entries;        /* of TrainEntry, lent: the pages of the sets that were chosen */
  TrainCorpus *corpus;       /* owned */
  double minimum_recall;
  double *page_weights; /* (nullable), owned: [pages] */
  const guint8 *part;   /* (nullable), lent: [pages]: of a learning curve: see TrainStackTask */
} TrainRun;

/* train_run_describe: all that networks depend on. Returns: (transfer full) */
char *train_run_describe (const TrainRun *run);

/* train_run_stack: the networks of @plan. @checkpoint: (nullable). Returns: as train_stack_run () */
TrainStack *train_run_stack (const TrainRun *run, const TrainPlan *plan, gboolean with_final,
                             TrainCheckpoint *checkpoint, CliProgress *progress, GError **error);

/* train_run_make_model: networks, thresholds, rules; a report, and the model. */
CliExit train_run_make_model (const TrainRun *run);

/* train_run_sweep: measures @variants (of TrainVariant) that the table does not have yet, and ranks them. */
CliExit train_run_sweep (const TrainRun *run, GPtrArray *variants);

G_END_DECLS
