/* SPDX-License-Identifier: MIT */
/* texttractor eval --report: what was measured, what the rules do and what each feature is worth, in one
 * report. */
#pragma once

#include "cli/cli.h"
#include "train/data/dataset.h"

G_BEGIN_DECLS

/* What the report is about. */
typedef struct {
  GPtrArray *entries; /* of TrainEntry */
  GPtrArray *results; /* of TrainResult, with blocks and rules */
  const char *name;   /* of the model */
  const CliModelOptions *model;
  ExtractParser *parser;
  guint32 seed;
  guint jobs;
} EvalReport;

/* eval_report_write: Fails with what writing a file fails with. */
gboolean eval_report_write (const EvalReport *report, const char *folder, GError **error);

G_END_DECLS
