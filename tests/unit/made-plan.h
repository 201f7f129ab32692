/* SPDX-License-Identifier: MIT */
/* A plan that is quick, for tests: the design classic, but with our own engine and all blocks. */
#pragma once

#include "train/learn/plan.h"

static inline void
made_plan_init (TrainPlan *plan)
{
  train_plan_init (plan);
  train_plan_apply_design (plan, train_design_find ("classic"));
  g_assert_true (train_plan_set (plan, "", "engine", "matrix", NULL));
  g_assert_true (train_plan_set (plan, "", "samples", "0", NULL));
}
