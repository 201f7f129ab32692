/* SPDX-License-Identifier: MIT */
#include "train/learn/design.h"

#include <string.h>

/* clang-format off */
static const TrainSetting rich[] = {
  { "network", "32,16,1" },
  { "algorithm", "adam" },
  { "loss", "cross-entropy" },
  { "epochs", "8" },
  { "dropout", "0.3" },
  { "held", "0" },
  { "scale", "on" },
  { "passes", "2" },
  { "context-epochs", "20" },
  { "teacher", "networks" },
  { "teacher-network", "128,32,1" },
  { "teacher-count", "3" },
  { "teacher-epochs", "8" },
  { "outcome", "on" },
  { NULL },
};
/* clang-format on */

static const TrainSetting classic[] = { { NULL } };

static const TrainDesign designs[] = {
  { "rich", "rich", rich, "many features, tables of tokens, two stages, soft labels, and a confidence" },
  { "classic", "classic", classic, "the 26 features and the network of the thesis" },
};

const TrainDesign *
train_design_get_all (gsize *n)
{
  *n = G_N_ELEMENTS (designs);
  return designs;
}

const TrainDesign *
train_design_find (const char *name)
{
  for (guint d = 0; d < G_N_ELEMENTS (designs); d++)
    if (strcmp (designs[d].name, name) == 0)
      return &designs[d];
  return NULL;
}

void
train_design_apply (const TrainDesign *design, TrainPlan *plan)
{
  for (const TrainSetting *setting = design->settings; setting->key; setting++)
    train_plan_set_unless_given (plan, setting->key, setting->value);
}
