/* SPDX-License-Identifier: MIT */
/*
 * A report: DIR/index.html, a self-contained page, and the same figures for programs: DIR/report.json and
 * tables.
 */
#pragma once

#include "train/learn/corpus.h"
#include "train/learn/decide.h"
#include "train/learn/history.h"
#include "train/learn/importance.h"
#include "train/measure/learning.h"
#include "train/measure/metrics.h"

G_BEGIN_DECLS

typedef struct {
  const char *title;             /* "Model classic" */
  const char *const *facts;      /* NULL-terminated: key, value, key, value ...: what was done, with what */
  GPtrArray *results;            /* of TrainResult */
  GPtrArray *histories;          /* (nullable) of TrainHistory */
  GArray *importances;           /* (nullable) of TrainImportance */
  const TrainRuleEffect *rules;  /* (nullable): one for each rule of the table */
  const TrainLearning *learning; /* (nullable) */
  ExtractParser *parser; /* (nullable): by which the worst pages are read again, to show their blocks */
  guint32 seed;          /* of the bootstrap */
  gboolean quotable;     /* the F1 of all pages is the figure to quote */
} TrainReport;

/* train_report_write: makes the folder @folder if need be; files in it are replaced, each as a whole.
 * The same report gives the same bytes. Fails with what writing a file fails with. */
gboolean train_report_write (const TrainReport *report, const char *folder, GError **error);

G_END_DECLS
