/* SPDX-License-Identifier: MIT */
/*
 * Many plans, each measured by cross-validation: a sweep. The plans come from a small text file,
 *
 *   # comment
 *   epochs: 100
 *   network: 39,19,1 26,1
 *   rprop-first-step: 0.002 0.01
 *
 * Each line has a hyperparameter and its values, separated by white space; all combinations are tried. An
 * empty line begins another grid. Results are added to a table one by one; a resumed sweep measures those
 * that are missing.
 */
#pragma once

#include "train/learn/plan.h"

G_BEGIN_DECLS

typedef struct {
  TrainPlan plan;
  char *name; /* "network=26,1 rprop-first-step=0.01": what the file says of it */
} TrainVariant;

/*
 * train_sweep_load: @base: what the file does not say
 * Returns: (transfer full) (nullable): of TrainVariant, each name once, in the order of the file, the last
 * key of a grid changing fastest. The error names the file and line.
 */
GPtrArray *train_sweep_load (const char *path, const TrainPlan *base, GError **error);

/* What is known of a variant. */
typedef struct {
  double f1, f1_low, f1_high; /* mean word F1 per page, and its interval */
  double precision, recall;
  double good;  /* threshold */
  double error; /* mean over the folds: loss in the epoch kept */
  guint epochs; /* median of the epochs that were kept in the folds */
} TrainSweepResult;

/*
 * The table of results, a file. Its head has a digest of what the results depend on but the variants.
 */
typedef struct _TrainSweepTable TrainSweepTable;

/*
 * train_sweep_table_open: reads the table @path, or begins it.
 * @run: what all results depend on, such as the pages; a table of another run is refused
 * Returns: (transfer full) (nullable): fails with G_IO_ERROR_INVALID_DATA, or what reading and writing fails
 * with
 */
TrainSweepTable *train_sweep_table_open (const char *path, const char *run, GError **error);
gboolean train_sweep_table_has (const TrainSweepTable *table, const char *name);
/* train_sweep_table_add: writes the line to the disk. */
gboolean train_sweep_table_add (TrainSweepTable *table, const char *name, const TrainSweepResult *result,
                                GError **error);
/* train_sweep_table_rank: Returns: (transfer full): for people: all results, the best first */
char *train_sweep_table_rank (const TrainSweepTable *table);
void train_sweep_table_free (TrainSweepTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainSweepTable, train_sweep_table_free)

G_END_DECLS
