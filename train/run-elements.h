/* SPDX-License-Identifier: MIT */
/* Sets of elements: what texttractor train, eval and elements do with them. */
#pragma once

#include "cli/cli.h"
#include "train/learn/element-fit.h"

G_BEGIN_DECLS

/* What becomes of a model, and its card; NULL if not given. */
typedef struct {
  const char *output; /* the file of the model */
  const char *card;   /* a file in Markdown */
  const char *name, *date, *licence, *attribution, *note;
} RunElementsFiles;

/* How it is learnt. */
typedef struct {
  TrainClassDecoding decoding;
  guint32 seed;
  guint jobs; /* threads */
} RunElementsPlan;

/* run_elements_train: cross-validates by site and by style, and writes a model of all elements. */
CliExit
run_elements_train (char **sets, const RunElementsFiles *files, const RunElementsPlan *plan, gboolean quiet);

/* run_elements_validate: cross-validates by site. @wrong: first prints the elements whose class was not found
 */
CliExit run_elements_validate (char **sets, const RunElementsPlan *plan, gboolean wrong);

G_END_DECLS
