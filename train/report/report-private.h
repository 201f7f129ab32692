/* SPDX-License-Identifier: MIT */
/* What the files of a report are made of; for report*.c only. */
#pragma once

#include "train/measure/curve.h"
#include "train/report/report.h"

G_BEGIN_DECLS

/* All that is computed, once for all files. */
typedef struct {
  const TrainReport *report;
  TrainSummary summary;
  GPtrArray *types;     /* of TrainGroup; empty if nothing is known */
  GPtrArray *languages; /* of TrainGroup; the same */
  GArray *curve;        /* of TrainCurvePoint; empty if no blocks were measured, like the next */
  double average_precision;
  TrainScores labelled; /* of the labels, rules and all, on the scales of the curve */
  GArray *bins;         /* of TrainCalibrationBin */
  double calibration_error;
} TrainReportFigures;

/* A file of the report. */
typedef struct {
  const char *name;
  /* Returns: FALSE, and nothing appended, if there is nothing to say. */
  gboolean (*append) (GString *text, const TrainReportFigures *figures);
} TrainReportFile;

/* train_report_get_data_files: Returns: (transfer none) (array length=n): those for programs. */
const TrainReportFile *train_report_get_data_files (gsize *n);

/* train_report_append_html: the page, well-formed as XML is. Returns: TRUE */
gboolean train_report_append_html (GString *html, const TrainReportFigures *figures);

/* train_report_append_worst: the pages with the lowest F1 and their blocks. Returns: FALSE if all are
 * perfect. */
gboolean train_report_append_worst (GString *html, const TrainReportFigures *figures);

/* train_report_get_style: the style sheet, but for plots. */
const char *train_report_get_style (void);

G_END_DECLS
