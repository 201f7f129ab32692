/* SPDX-License-Identifier: MIT */
/* The table of designs: every setting is one that plans know, and what was given as an option stays. */
#include "train/learn/plan.h"
#include "libextract/feature/feature.h"

static void
test_table (void)
{
  gsize n;
  const TrainDesign *table = train_design_get_all (&n);

  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpstr (table[0].name, ==, "rich"); /* the default */
  for (gsize d = 0; d < n; d++) {
    g_autoptr (GError) error = NULL;
    TrainPlan plan;

    g_test_message ("%s", table[d].name);
    g_assert_true (train_design_find (table[d].name) == &table[d]);
    g_assert_nonnull (extract_feature_set_find (table[d].features));
    g_assert_true (*table[d].sentence);
    train_plan_init (&plan);
    train_plan_apply_design (&plan, &table[d]);
    g_assert_true (train_plan_check (&plan, &error));
    g_assert_no_error (error);
  }
  g_assert_null (train_design_find ("poor"));
}

/* Plans begin with the design rich. That of classic trains the network of the thesis by FANN's RPROP. */
static void
test_designs (void)
{
  TrainPlan initial, plan;

  train_plan_init (&initial);
  train_plan_init (&plan);
  train_plan_apply_design (&plan, train_design_find ("rich"));
  g_assert_cmpmem (&initial, sizeof initial, &plan, sizeof plan);
  g_assert_cmpint (plan.engine, ==, TRAIN_ENGINE_MATRIX);
  g_assert_cmpint (plan.algorithm, ==, TRAIN_ALGORITHM_ADAM);

  train_plan_apply_design (&plan, train_design_find ("classic"));
  g_assert_cmpint (plan.engine, ==, TRAIN_ENGINE_FANN);
  g_assert_cmpint (plan.algorithm, ==, TRAIN_ALGORITHM_RPROP);
  g_assert_cmpuint (plan.n_layers, ==, 4);
  g_assert_cmpuint (plan.layers[0].size, ==, 39);
  g_assert_cmpfloat (plan.layers[0].steepness, ==, 0.65F);
  g_assert_cmpuint (plan.passes, ==, 1);

  train_plan_apply_design (&plan, train_design_find ("rich"));
  g_assert_cmpmem (&initial, sizeof initial, &plan, sizeof plan);
}

/* Wherever an option stands, it goes before the design. */
static void
test_options (void)
{
  TrainPlan plan;
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) args = g_strsplit ("train --passes=1 --epochs=77", " ", -1);

  g_option_context_add_group (context, train_plan_options_init (&plan));
  g_option_context_parse_strv (context, &args, &error);
  g_assert_no_error (error);
  train_plan_apply_design (&plan, train_design_find ("rich"));
  g_assert_cmpuint (plan.passes, ==, 1);
  g_assert_cmpuint (plan.epochs, ==, 77);
  g_assert_cmpint (plan.loss, ==, TRAIN_LOSS_CROSS_ENTROPY);
  g_assert_cmpuint (plan.scale, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/table", test_table);
  g_test_add_func ("/design/designs", test_designs);
  g_test_add_func ("/design/options", test_options);
  return g_test_run ();
}
