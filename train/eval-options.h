/* SPDX-License-Identifier: MIT */
/* What texttractor eval is asked to do, beyond pages, model and selection. */
#pragma once

#include "cli/cli.h"
#include "train/report/print.h"

G_BEGIN_DECLS

typedef struct {
  /* What is measured */
  gboolean metadata; /* instead of main texts */
  gboolean blocks;
  gboolean all_measures;
  TrainMeasures measures;
  gboolean rules_effect;
  gboolean speed;
  char *outputs; /* (nullable) a folder of texts */
  gboolean compare;
  char *site; /* (nullable): "auto" */

  /* How it is reported */
  gboolean json;
  guint by;        /* bit b: TrainBy b */
  guint n_sites;   /* 0: all */
  guint n_changes; /* pages to be shown of a comparison */
  gboolean by_given, sites_given, changes_given;
  char *pages; /* (nullable) files */
  char *thesis;
  char *curve;
  char *report;      /* (nullable) a folder */
  double fail_under; /* -1 if not given */
} EvalOptions;

/* eval_options_init: Returns: (transfer full): for g_option_context_set_main_group () */
GOptionGroup *eval_options_init (EvalOptions *options);

/*
 * eval_options_check: the sense of the options together, and of the @operands.
 * @sets, @systems: (out) (transfer full): the folders of sets, and with --compare what is to be compared
 * Returns: FALSE, after saying why, if they make none.
 */
/* eval_options_check_elements: FALSE, after saying why, if there is more than sets of elements know. */
gboolean eval_options_check_elements (const EvalOptions *options, const CliModelOptions *model);
gboolean eval_options_check (EvalOptions *options, const CliModelOptions *model, char **operands,
                             char ***sets, char ***systems);

/* eval_options_need_blocks: whether blocks have to be compared with the reference. */
gboolean eval_options_need_blocks (const EvalOptions *options);

void eval_options_clear (EvalOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EvalOptions, eval_options_clear)

G_END_DECLS
