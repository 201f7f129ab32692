/* SPDX-License-Identifier: MIT */
/* Results as people and programs read them. train_report_append_… (metrics.h) are short for the usual ones.
 */
#pragma once

#include "train/measure/class-results.h"
#include "train/measure/group.h"
#include "train/measure/measure.h"

G_BEGIN_DECLS

/* How results are summed up. */
typedef struct {
  guint32 seed;                     /* of intervals */
  guint by;                         /* bit b: in groups by TrainBy b */
  guint n_sites;                    /* of a table: groups by site, 0: all */
  gboolean blocks;                  /* the columns about blocks, if they were measured */
  const TrainClassFigures *classes; /* (nullable): lent */
  TrainMeasures measures;           /* beside the usual figures */
} TrainPrint;

/*
 * Reports of @results (of TrainResult), which are those of the set @name.
 *   table: for people: a line for all pages and for each group, then a table for each family of measures
 *   json:  one line, one object
 *   pages: a line of tab-separated columns for each page; train_print_pages_head () is above them
 */
void train_print_table (GString *text, const char *name, GPtrArray *results, const TrainPrint *print);
void train_print_json (GString *text, const char *name, GPtrArray *results, const TrainPrint *print);
void train_print_pages_head (GString *text, TrainMeasures measures);
void train_print_pages (GString *text, GPtrArray *results, TrainMeasures measures);

/* train_print_thesis: the columns of the thesis, a line for each page, and a last one for all of them. */
void train_print_thesis (GString *text, GPtrArray *results);

/* train_print_curve: a line for each point of the precision-recall curve. */
void train_print_curve (GString *text, GPtrArray *results);

/* Pieces that comparisons use as well: a number in a cell of a table or column, or a hyphen. */
void train_print_name (GString *text, const char *label, const char *name);
void train_print_group (GString *text, TrainBy by, const TrainGroup *group);
void train_print_cell (GString *text, gboolean known, double value);
void train_print_column (GString *text, gboolean known, double value);

G_END_DECLS
