/* SPDX-License-Identifier: MIT */
/* Actions without a terminal: lists, figures, export and import of labels. */
#pragma once

#include "cli/cli.h"
#include "annotate/tools/order.h"
#include "element/network.h"
#include "train/data/dataset.h"

G_BEGIN_DECLS

typedef struct {
  gboolean list;
  gboolean stats;
  gboolean agreement;
  gboolean chosen; /* agreement: leave out labels that were accepted or remembered */
  gboolean conflicts;
  gboolean json;
  char *export;   /* (nullable): name of a format */
  char **imports; /* (nullable): files and folders */
} BatchOptions;

GOptionGroup *batch_options_init (BatchOptions *options);
void batch_options_clear (BatchOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (BatchOptions, batch_options_clear)

/* batch_check: CLI_EXIT_USAGE, after saying why, if the options contradict each other. */
CliExit batch_check (const BatchOptions *options);
/* batch_is_wanted: whether anything of it was asked for; nobody sits down then. */
gboolean batch_is_wanted (const BatchOptions *options);

/* Whose work it is about, and in which order. */
typedef struct {
  const TrainDataset *set;
  const CliPageOptions *page;
  const CliModelOptions
      *model; /* (nullable): for the orders "uncertain" and "disagreement"; NULL to ask none */
  const ElementNetwork *network; /* (nullable): for "uncertain", if the set is one of elements */
  gboolean of_elements;          /* the set is one of them */
  const char *who;
  OrderKind order;
  OrderShare share;
  guint32 seed;
} BatchSetup;

CliExit batch_run (const BatchOptions *options, const BatchSetup *setup);

G_END_DECLS
