/* SPDX-License-Identifier: MIT */
/* Designs of models: plans that have a name, each with its feature set; one table (design.c). */
#pragma once

#include "train/learn/plan.h"

G_BEGIN_DECLS

typedef struct {
  const char *key;   /* of the table of parameters */
  const char *value; /* one of its values */
} TrainSetting;

typedef struct {
  const char *name;
  const char *features;         /* a feature set */
  const TrainSetting *settings; /* what differs from the defaults; ends with { NULL } */
  const char *sentence;
} TrainDesign;

/* train_design_get_all: Returns: (transfer none) (array length=n): the table; the first one is the default.
 */
const TrainDesign *train_design_get_all (gsize *n);
/* train_design_find: Returns: (transfer none) (nullable) */
const TrainDesign *train_design_find (const char *name);
/* train_design_apply: what was given as an option stays as it is. */
void train_design_apply (const TrainDesign *design, TrainPlan *plan);

G_END_DECLS
