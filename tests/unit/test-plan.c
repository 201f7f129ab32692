/* SPDX-License-Identifier: MIT */
/* The table of parameters: every row by itself, networks as text, and what does not go together. */
#include <string.h>

#include "cli/cli.h"
#include "made-plan.h"
#include "libextract/model/model.h"

#define THESIS                                                                     \
  "39:sigmoid-stepwise:0.65,19:gaussian-symmetric:0.75,9:gaussian-symmetric:0.75," \
  "1:linear-piece-symmetric:0.8"

/* Values to set, in turn: what comes back, or NULL if it has to be refused. */
typedef struct {
  const char *key;
  const char *value;
  const char *again;
} Case;

static void
test_values (void)
{
  static const Case cases[] = {
    { "network", "thesis", THESIS },
    { "network", THESIS, THESIS },
    { "network", "1", "1:sigmoid:0.5" },
    { "network", "26,1", "26:sigmoid-symmetric:0.5,1:sigmoid:0.5" },
    { "network", "8:gaussian,1:linear", "8:gaussian:0.5,1:linear:0.5" },
    { "network", "8:gaussian:2.5e-1,1", "8:gaussian:0.25,1:sigmoid:0.5" },
    { "network", "8:gaussian:0.1234567,1", "8:gaussian:0.1234567,1:sigmoid:0.5" },
    { "network", "65536:gaussian:1000,1:sigmoid:0.001", "65536:gaussian:1000,1:sigmoid:0.001" },
    { "network", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1",
      "1:sigmoid-symmetric:0.5,1:sigmoid-symmetric:0.5,1:sigmoid-symmetric:0.5,1:sigmoid-symmetric:0.5,"
      "1:sigmoid-symmetric:0.5,1:sigmoid-symmetric:0.5,1:sigmoid-symmetric:0.5,1:sigmoid-symmetric:0.5,"
      "1:sigmoid-symmetric:0.5,1:sigmoid-symmetric:0.5,1:sigmoid-symmetric:0.5,1:sigmoid-symmetric:0.5,"
      "1:sigmoid-symmetric:0.5,1:sigmoid-symmetric:0.5,1:sigmoid-symmetric:0.5,1:sigmoid:0.5" },
    { "network", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", NULL },
    { "network", "", NULL },
    { "network", ",", NULL },
    { "network", "26,", NULL },
    { "network", ",1", NULL },
    { "network", "26,,1", NULL },
    { "network", "26,3", NULL },
    { "network", "26", NULL },
    { "network", "0,1", NULL },
    { "network", "-1,1", NULL },
    { "network", "+1,1", NULL },
    { "network", " 1", NULL },
    { "network", "1 ", NULL },
    { "network", "65537,1", NULL },
    { "network", "18446744073709551617,1", NULL },
    { "network", "2.5,1", NULL },
    { "network", "8:,1", NULL },
    { "network", "8:nonsense,1", NULL },
    { "network", "8:gaussian:,1", NULL },
    { "network", "8:gaussian:0,1", NULL },
    { "network", "8:gaussian:-1,1", NULL },
    { "network", "8:gaussian:1001,1", NULL },
    { "network", "8:gaussian:nan,1", NULL },
    { "network", "8:gaussian:inf,1", NULL },
    { "network", "8:gaussian:0.5:1,1", "8:gaussian:0.5,1:sigmoid:0.5" },
    { "network",
      "8:gaussian:0\xd9\xab"
      "5,1",
      NULL },
    { "network", "thesis,1", NULL },
    { "network", "Thesis", NULL },
    { "engine", "fann", "fann" },
    { "engine", "matrix", "matrix" },
    { "engine", "Matrix", NULL },
    { "engine", "", NULL },
    { "engine", "0", NULL },
    { "algorithm", "quickprop", "quickprop" },
    { "algorithm", "batch", "batch" },
    { "algorithm", "incremental", "incremental" },
    { "algorithm", "rprop", "rprop" },
    { "algorithm", "adam", "adam" },
    { "algorithm", "sgd", NULL },
    { "loss", "tanh", "tanh" },
    { "loss", "cross-entropy", "cross-entropy" },
    { "loss", "square", "square" },
    { "loss", "squares", NULL },
    { "epochs", "1", "1" },
    { "epochs", "100000", "100000" },
    { "epochs", "0", NULL },
    { "epochs", "100001", NULL },
    { "epochs", "1e3", NULL },
    { "held", "0", "0" },
    { "held", "0.5", "0.5" },
    { "held", "0.51", NULL },
    { "held", "-0.1", NULL },
    { "held", "0,1", NULL },
    { "held", "nan", NULL },
    { "patience", "1", "1" },
    { "patience", "100000", "100000" },
    { "patience", "0", NULL },
    { "restarts", "1", "1" },
    { "restarts", "100", "100" },
    { "restarts", "0", NULL },
    { "restarts", "101", NULL },
    { "folds", "2", "2" },
    { "folds", "20", "20" },
    { "folds", "1", NULL },
    { "folds", "21", NULL },
    { "seed", "0", "0" },
    { "seed", "2147483647", "2147483647" },
    { "seed", "2147483648", NULL },
    { "seed", "-1", NULL },
    { "samples", "0", "0" },
    { "samples", "10000", "10000" },
    { "samples", "10001", NULL },
    { "length", "words", "words" },
    { "length", "even", "even" },
    { "length", "sqrt-words", "sqrt-words" },
    { "length", "sqrt", NULL },
    { "good-weight", "0.001", "0.001" },
    { "good-weight", "1000", "1000" },
    { "good-weight", "0", NULL },
    { "good-weight", "1001", NULL },
    { "pages", "0", "0" },
    /* Layers before the outputs: the last one is like the others. */
    { "class-network", "32", "32:sigmoid-symmetric:0.5" },
    { "class-network", "32:relu:1,8:relu:1:3", "32:relu:1,8:relu:1:3" },
    { "class-network", "0", NULL },
    { "class-decode", "beam", NULL },
    { "classes", "on", "on" },
    { "pages", "2147483647", "2147483647" },
    { "pages", "x", NULL },
    { "rprop-increase", "10", "10" },
    { "rprop-increase", "1.2345678901234567", "1.2345678901234567" },
    { "rprop-increase", "1", NULL },
    { "rprop-decrease", "0.9999", "0.9999" },
    { "rprop-decrease", "1", NULL },
    { "rprop-decrease", "0", NULL },
    { "rprop-first-step", "1e-9", "1e-09" },
    { "rprop-first-step", "0", NULL },
    { "rprop-minimum-step", "1", "1" },
    { "rprop-minimum-step", "2", NULL },
    { "rprop-maximum-step", "1000", "1000" },
    { "rprop-maximum-step", "0", NULL },
    { "learning-rate", "100", "100" },
    { "learning-rate", "0", "0" },
    { "learning-rate", "-1", NULL },
    { "momentum", "0.9999", "0.9999" },
    { "momentum", "1", NULL },
    { "quickprop-decay", "-1", "-1" },
    { "quickprop-decay", "0", "0" },
    { "quickprop-decay", "0.1", NULL },
    { "quickprop-mu", "100", "100" },
    { "batch", "1", "1" },
    { "batch", "0", NULL },
    { "dropout", "0.3", "0.3" },
    { "dropout", "0.95", NULL },
    { "quickprop-mu", "1", NULL },
    { "schedule", "constant", "constant" },
    { "schedule", "none", NULL },
    { "l2", "0.0001", "0.0001" },
    { "l2", "-1", NULL },
    { "steps", "0", "0" },
    { "snippet", "9", "9" },
    { "snippet", "0", NULL },
    { "network", "5:relu:1:3,2", "5:relu:1:3,2:linear:1" },
    { "network", "5:relu:1:2,1", NULL },
    { "network", "5:relu:1:19,1", NULL },
    { "network", "5:relu:1:3:1,1", NULL },
    { "network", "5,3", NULL },
    { "decode", "crf", "crf" },
    { "decode", "beam", NULL },
    { "decode-weight", "0.1", "0.1" },
    { "decode-weight", "-1", NULL },
    { "edges", "network", "network" },
    { "edges", "none", NULL },
    { "edge-network", "4", "4:linear:1" },
    { "edge-network", "4:linear:1:3", "4:linear:1:3" },
    { "edge-network", "2", NULL },
    { "scale", "on", "on" },
    { "scale", "1", NULL },
    { "passes", "2", "2" },
    { "passes", "3", NULL },
    { "context-network", "8,1", "8:sigmoid-symmetric:0.5,1:sigmoid:0.5" },
    { "context-network", "8,2", NULL },
    { "context-epochs", "0", NULL },
    { "teacher", "networks", "networks" },
    { "teacher", "trees", NULL },
    { "teacher", "me", NULL },
    { "teacher-network", "1", "1:sigmoid:0.5" },
    { "teacher-count", "0", NULL },
    { "teacher-epochs", "7", "7" },
    { "soft", "1", "1" },
    { "soft", "1.1", NULL },
    { "outcome", "on", "on" },
    { "outcome", "yes", NULL },
    { "nonsense", "1", NULL },
    { "", "1", NULL },
    { "Seed", "1", NULL },
  };
  TrainPlan plan;

  made_plan_init (&plan);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const Case *one = &cases[i];
    g_autoptr (GError) error = NULL;
    TrainPlan before = plan;

    g_test_message ("%s: %s", one->key, one->value);
    if (!train_plan_set (&plan, "--option", one->key, one->value, &error)) {
      g_assert_null (one->again);
      g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
      g_assert_cmpmem (&plan, sizeof plan, &before, sizeof before); /* nothing was half done */
      continue;
    }
    g_assert_no_error (error);
    g_assert_nonnull (one->again);
    g_autofree char *again = train_plan_dup_value (&plan, one->key);
    g_assert_cmpstr (again, ==, one->again);
  }
}

/* Each row: its default is one of its values, and is read as what it was. */
static void
test_defaults (void)
{
  g_autoptr (GArray) table = train_plan_get_parameters ();
  TrainPlan plan;

  train_plan_init (&plan);
  g_assert_cmpuint (table->len, ==, 47);
  for (guint r = 0; r < table->len; r++) {
    const TrainParameter *row = &g_array_index (table, TrainParameter, r);
    g_autofree char *value = train_plan_dup_value (&plan, row->key);
    g_autoptr (GError) error = NULL;
    TrainPlan again = plan;

    g_test_message ("%s: %s", row->key, value);
    g_assert_true (*value && *row->argument && *row->sentence);
    g_assert_true (train_plan_set (&again, row->key, row->key, value, &error));
    g_assert_no_error (error);
    g_assert_cmpmem (&plan, sizeof plan, &again, sizeof again);
    for (guint other = 0; other < r; other++)
      g_assert_cmpstr (row->key, !=, g_array_index (table, TrainParameter, other).key);
  }
  g_assert_cmpuint (plan.n_layers, ==, 3);
  g_assert_cmpuint (plan.layers[0].size, ==, 32);
  g_assert_cmpint (plan.engine, ==, TRAIN_ENGINE_MATRIX);
  g_assert_cmpuint (plan.seed, ==, 1);
  g_assert_true (train_plan_check (&plan, NULL));
}

/* Each algorithm has a learning rate of its own, if the plan leaves it open. */
static void
test_learning_rate (void)
{
  TrainPlan plan;

  made_plan_init (&plan);
  plan.algorithm = TRAIN_ALGORITHM_INCREMENTAL;
  g_assert_cmpfloat (train_plan_get_learning_rate (&plan), ==, 0.7);
  plan.algorithm = TRAIN_ALGORITHM_ADAM;
  g_assert_cmpfloat (train_plan_get_learning_rate (&plan), ==, 0.004);
  plan.learning_rate = 0.02;
  g_assert_cmpfloat (train_plan_get_learning_rate (&plan), ==, 0.02);
}

/* Numbers come back to the last bit, so that a checkpoint tells plans apart. */
static void
test_round_trip (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  TrainPlan plan, again;

  made_plan_init (&plan);
  again = plan;
  for (guint i = 0; i < 1000; i++) {
    plan.good_weight = g_rand_double_range (rand, 0.001, 1000);
    plan.layers[0].steepness = g_rand_double_range (rand, 0.001, 10);
    g_autofree char *weight = train_plan_dup_value (&plan, "good-weight");
    g_autofree char *network = train_plan_dup_value (&plan, "network");

    g_assert_true (train_plan_set (&again, "", "good-weight", weight, NULL));
    g_assert_true (train_plan_set (&again, "", "network", network, NULL));
    g_assert_cmpfloat (again.good_weight, ==, plan.good_weight);
    g_assert_cmpfloat (again.layers[0].steepness, ==, plan.layers[0].steepness);
  }
}

/* Specs that somebody made to be long. */
static void
test_long_networks (void)
{
  g_autoptr (GString) text = g_string_new ("1");
  TrainPlan plan;

  made_plan_init (&plan);
  for (guint i = 0; i < 100000; i++)
    g_string_append (text, ",1");
  g_assert_false (train_plan_set (&plan, "", "network", text->str, NULL));
  g_string_assign (text, "8:");
  for (guint i = 0; i < 100000; i++)
    g_string_append (text, "::::::::");
  g_assert_false (train_plan_set (&plan, "", "network", text->str, NULL));
  g_assert_cmpuint (plan.n_layers, ==, 4);
}

static void
test_check (void)
{
  static const struct {
    const char *settings[5][2];
    const char *says; /* NULL if it goes together */
  } cases[] = {
    { { { "engine", "matrix" } }, NULL },
    { { { "algorithm", "incremental" } }, "engine=fann" },
    { { { "algorithm", "batch" } }, "engine=fann" },
    { { { "algorithm", "quickprop" } }, "engine=fann" },
    { { { "algorithm", "adam" } }, NULL },
    { { { "algorithm", "adam" }, { "loss", "cross-entropy" }, { "network", "26,1" } }, NULL },
    { { { "algorithm", "adam" }, { "engine", "fann" }, { "samples", "60" } }, "engine=matrix" },
    { { { "loss", "tanh" } }, "engine=fann" },
    { { { "engine", "fann" } }, "samples=N" },
    { { { "engine", "fann" }, { "samples", "60" } }, NULL },
    { { { "engine", "fann" }, { "samples", "60" }, { "loss", "tanh" }, { "algorithm", "quickprop" } }, NULL },
    { { { "engine", "fann" }, { "samples", "60" }, { "loss", "cross-entropy" } }, "engine=matrix" },
    { { { "loss", "cross-entropy" } }, "sigmoid" },
    { { { "loss", "cross-entropy" }, { "network", "26,1:sigmoid-symmetric" } }, "sigmoid" },
    { { { "loss", "cross-entropy" }, { "network", "26,1" } }, NULL },
    { { { "loss", "cross-entropy" },
        { "network", "26,1" },
        { "passes", "2" },
        { "context-network", "8,1:gaussian" } },
      "context-network" },
    { { { "loss", "cross-entropy" }, { "network", "26,1" }, { "context-network", "8,1:gaussian" } }, NULL },
    { { { "loss", "cross-entropy" },
        { "network", "26,1" },
        { "teacher", "networks" },
        { "teacher-network", "8,1:gaussian" } },
      "teacher-network" },
    { { { "folds", "2" } }, NULL },
    { { { "folds", "2" }, { "passes", "2" } }, "folds=3" },
    { { { "folds", "2" }, { "outcome", "on" } }, "folds=3" },
    { { { "folds", "2" }, { "teacher", "networks" } }, "folds=3" },
    { { { "rprop-minimum-step", "0.5" }, { "rprop-maximum-step", "0.1" } }, "rprop-minimum-step" },
    { { { "rprop-minimum-step", "0.1" }, { "rprop-maximum-step", "0.1" } }, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    TrainPlan plan;

    made_plan_init (&plan);
    for (guint s = 0; cases[i].settings[s][0]; s++)
      g_assert_true (train_plan_set (&plan, "", cases[i].settings[s][0], cases[i].settings[s][1], NULL));
    g_test_message ("case %" G_GSIZE_FORMAT, i);
    g_assert_cmpint (train_plan_check (&plan, &error), ==, cases[i].says == NULL);
    if (cases[i].says) {
      g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
      g_assert_nonnull (strstr (error->message, cases[i].says));
    }
  }
}

static void
test_describe (void)
{
  TrainPlan plan;

  train_plan_init (&plan);
  g_autofree char *initial = train_plan_describe (&plan);
  g_assert_cmpstr (initial, ==, "network 32:sigmoid-symmetric:0.5,16:sigmoid-symmetric:0.5,1:sigmoid:0.5");

  train_plan_set (&plan, "", "network", "26,1", NULL);
  train_plan_set (&plan, "", "seed", "7", NULL);
  train_plan_set (&plan, "", "held", "0.25", NULL);
  g_autofree char *other = train_plan_describe (&plan);
  g_assert_cmpstr (other, ==, "network 26:sigmoid-symmetric:0.5,1:sigmoid:0.5; held 0.25; seed 7");
}

static void
test_set_network (void)
{
  static const ExtractLayer layers[] = { { 2, EXTRACT_ACTIVATION_GAUSSIAN, 0.25F },
                                         { 1, EXTRACT_ACTIVATION_SIGMOID, 0.75F } };
  static const float weights[3 * 2 + 3];
  g_autoptr (ExtractNetwork) network =
      extract_network_new (2, layers, 2, weights, G_N_ELEMENTS (weights), NULL);
  TrainPlan plan;

  made_plan_init (&plan);
  train_plan_set_network (&plan, network);
  g_autofree char *value = train_plan_dup_value (&plan, "network");
  g_assert_cmpstr (value, ==, "2:gaussian:0.25,1:sigmoid:0.75");
}

/* A setting is given as an option is: a design does not change it. */
static void
test_give (void)
{
  static const struct {
    const char *setting;
    const char *says; /* NULL if it is taken */
  } cases[] = { { "dropout=0.2", NULL },
                { "rprop-increase=1.3", NULL },
                { "network=8,1", NULL },
                { "dropout", "--set takes NAME=VALUE, or help, not \"dropout\"" },
                { "dropout=", "dropout takes a number from 0 to 0.9, not \"\"" },
                { "dropuot=0.2", "there is no hyperparameter \"dropuot\"; did you mean \"dropout\"?" },
                { "=1", "there is no hyperparameter \"\"" } };
  TrainPlan plan;

  train_plan_init (&plan);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;

    g_test_message ("%s", cases[i].setting);
    g_assert_cmpint (train_plan_give (&plan, cases[i].setting, &error), ==, cases[i].says == NULL);
    if (cases[i].says)
      g_assert_cmpstr (error->message, ==, cases[i].says);
  }
  train_plan_apply_design (&plan, train_design_find ("classic"));
  g_assert_cmpfloat (plan.dropout, ==, 0.2);
  g_assert_cmpfloat (plan.rprop_increase, ==, 1.3);
  g_assert_cmpuint (plan.n_layers, ==, 2);
  g_assert_cmpuint (plan.passes, ==, 1);
}

/* The options set the plan that they were made for; sentences name the option as it was written. */
static void
test_options (void)
{
  static const struct {
    const char *option;
    const char *says; /* NULL if it is taken */
  } cases[] = { { "--seed=9", NULL },
                { "--seed=x", "--seed takes a whole number from 0 to 2147483647, not \"x\"" },
                { "--engine=gpu", "--engine takes matrix or fann, not \"gpu\"" },
                { "--held=1", "--held takes a number from 0 to 0.5, not \"1\"" } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    TrainPlan plan;
    g_autoptr (GOptionContext) context = g_option_context_new (NULL);
    g_autoptr (GError) error = NULL;
    char *arguments[] = { g_strdup ("train"), g_strdup (cases[i].option), NULL };
    g_auto (GStrv) args = g_strdupv (arguments);

    g_option_context_add_group (context, train_plan_options_init (&plan));
    g_option_context_parse_strv (context, &args, &error);
    if (cases[i].says) {
      g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
      g_assert_cmpstr (error->message, ==, cases[i].says);
    } else {
      g_assert_no_error (error);
      g_assert_cmpuint (plan.seed, ==, 9);
    }
    g_free (arguments[0]);
    g_free (arguments[1]);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plan/values", test_values);
  g_test_add_func ("/plan/defaults", test_defaults);
  g_test_add_func ("/plan/round-trip", test_round_trip);
  g_test_add_func ("/plan/learning-rate", test_learning_rate);
  g_test_add_func ("/plan/long-networks", test_long_networks);
  g_test_add_func ("/plan/check", test_check);
  g_test_add_func ("/plan/describe", test_describe);
  g_test_add_func ("/plan/set-network", test_set_network);
  g_test_add_func ("/plan/give", test_give);
  g_test_add_func ("/plan/options", test_options);
  return g_test_run ();
}
