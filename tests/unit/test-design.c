/* SPDX-License-Identifier: MIT */
/* The table of designs: every setting is one that plans know, and what was given as an option stays. */
#include "train/learn/design.h"
#include "libextract/feature/feature.h"

static void
test_table (void)
{
  gsize n;
  const TrainDesign *table = train_design_get_all (&n);

  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpstr (table[0].name, ==, "rich"); /* the default */
  for (gsize d = 0; d < n; d++) {
    g_autoptr (GError) error = NULL;
    TrainPlan plan;

    g_test_message ("%s", table[d].name);
    g_assert_true (train_design_find (table[d].name) == &table[d]);
    g_assert_nonnull (extract_feature_set_find (table[d].features));
    g_assert_true (*table[d].sentence);
    train_plan_init (&plan);
    train_design_apply (&table[d], &plan);
    for (const TrainSetting *setting = table[d].settings; setting->key; setting++) {
      TrainPlan again = plan;

      g_assert_true (train_plan_set (&again, "", setting->key, setting->value, &error));
      g_assert_no_error (error);
      g_assert_cmpmem (&plan, sizeof plan, &again, sizeof again);
    }
    g_assert_true (train_plan_check (&plan, &error));
    g_assert_no_error (error);
  }
  g_assert_null (train_design_find ("poor"));
}

/* The classic design is what plans are at first. */
static void
test_classic (void)
{
  TrainPlan initial, plan;

  train_plan_init (&initial);
  train_plan_init (&plan);
  train_design_apply (train_design_find ("classic"), &plan);
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
  train_design_apply (train_design_find ("rich"), &plan);
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
  g_test_add_func ("/design/classic", test_classic);
  g_test_add_func ("/design/options", test_options);
  return g_test_run ();
}
