/* SPDX-License-Identifier: MIT */
/*
 * texttractor model: an action, its options, its operands. The actions that look at models are in
 * cmd-model-look.c, those that make files of them in cmd-model-make.c.
 */
#include "bin/cmd-model.h"
#include "bin/cmd.h"

#include <string.h>

static ModelOptions options = { .good = -1, .near_good = -1 };

typedef enum {
  LIST = 1 << 0,
  SHOW = 1 << 1,
  CHECK = 1 << 2,
  EXPORT = 1 << 3,
  IMPORT = 1 << 4,
  INSTALL = 1 << 5,
} ActionFlags;

typedef struct {
  const char *name;
  const char *operands;
  const char *sentence;
  ActionFlags flag;
  guint least, most; /* how many operands */
  int (*run) (const ModelOptions *options, char **operands);
} Action;

static const Action actions[] = {
  { "list", "", "List the models that can be selected by name", LIST, 0, 0, model_list },
  { "show", "NAME|FILE", "Show card, features, thresholds, rules, tokens, layers and checksum", SHOW, 1, 1,
    model_show },
  { "check", "NAME|FILE…", "Check that models are intact and fit this version", CHECK, 1, G_MAXUINT,
    model_check },
  { "export", "NAME|FILE", "Write a network as a FANN file", EXPORT, 1, 1, model_export },
  { "import", "FILE.net", "Make a model from a FANN file", IMPORT, 1, 1, model_import },
  { "install", "FILE", "Check a model and make it selectable by name", INSTALL, 1, 1, model_install },
};

#define ACTIONS "list, show, check, export, import or install"

static gboolean
parse_threshold (const char *option, const char *text, gpointer data, GError **error)
{
  gboolean good = strcmp (option, "--good") == 0;
  return cli_parse_number (option, text, good ? 0.0001 : 0, 1, good ? &options.good : &options.near_good,
                           error);
}

/* "0.9,0.85": a threshold and a share. */
static gboolean
parse_favour (const char *option, const char *text, gpointer data, GError **error)
{
  ExtractFavour *favour = strcmp (option, "--precision") == 0 ? &options.precision : &options.recall;
  g_auto (GStrv) numbers = g_strsplit (text, ",", 3);
  if (g_strv_length (numbers) != 2)
    return cli_fail_value (error, option, "a threshold and a share, such as 0.9,0.85", text);
  return cli_parse_number (option, numbers[0], 0.0001, 1, &favour->threshold, error) &&
         cli_parse_number (option, numbers[1], 0.0001, 1, &favour->share, error);
}

static const GOptionEntry entries[] = {
  { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, "list: print JSON", NULL },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output,
    "export, import: write to this file (default -, standard output)", "FILE" },
  { "network", 0, 0, G_OPTION_ARG_STRING, &options.network,
    "export: first, context, edges or outcome (default first)", "NETWORK" },
  { "like", 0, 0, G_OPTION_ARG_FILENAME, &options.like,
    "import: take what no option below sets from this model", "NAME|FILE" },
  { "features", 0, 0, G_OPTION_ARG_STRING, &options.features, "import: feature set", "SET" },
  { "good", 0, 0, G_OPTION_ARG_CALLBACK, parse_threshold, "import: score from which a block is good", "T" },
  { "near-good", 0, 0, G_OPTION_ARG_CALLBACK, parse_threshold,
    "import: score from which a block is near-good", "T" },
  { "precision", 0, 0, G_OPTION_ARG_CALLBACK, parse_favour,
    "import: threshold of --precision, and its share of the best score of a page", "T,SHARE" },
  { "recall", 0, 0, G_OPTION_ARG_CALLBACK, parse_favour, "import: the same of --recall", "T,SHARE" },
  { "rules", 0, 0, G_OPTION_ARG_STRING, &options.rules,
    "import: rules that are on by default, separated by commas", "NAMES" },
  { "name", 0, 0, G_OPTION_ARG_STRING, &options.name, "import: name of the model", "NAME" },
  { "card", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.card,
    "import: set a key of the card; without a value, remove it", "KEY=VALUE" },
  { "force", 0, 0, G_OPTION_ARG_NONE, &options.force, "install: replace a model of that name", NULL },
  { NULL },
};

/* Options that belong to other actions than @action are mistakes. */
static gboolean
check_options (const Action *action, int *status)
{
  const struct {
    const char *name;
    gboolean given;
    int actions;
  } rows[] = {
    { "json", options.json, LIST },
    { "output", options.output != NULL, EXPORT | IMPORT },
    { "network", options.network != NULL, EXPORT },
    { "like", options.like != NULL, IMPORT },
    { "features", options.features != NULL, IMPORT },
    { "good", options.good >= 0, IMPORT },
    { "near-good", options.near_good >= 0, IMPORT },
    { "precision", options.precision.threshold > 0, IMPORT },
    { "recall", options.recall.threshold > 0, IMPORT },
    { "rules", options.rules != NULL, IMPORT },
    { "name", options.name != NULL, IMPORT },
    { "card", options.card != NULL, IMPORT },
    { "force", options.force, INSTALL },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    if (rows[i].given && !(rows[i].actions & (int) action->flag)) {
      *status = cli_usage ("model %s has no option --%s", action->name, rows[i].name);
      return FALSE;
    }
  }
  return TRUE;
}

static char *
describe_actions (void)
{
  GString *text = g_string_new ("Actions:");
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    g_string_append_printf (text, "\n  %-7s %-10s %s", actions[i].name, actions[i].operands,
                            actions[i].sentence);
  return g_string_free (text, FALSE);
}

int
cmd_model (char **args)
{
  g_autoptr (GOptionContext) context =
      cli_context_new ("ACTION [NAME|FILE…]", "Lists, shows, checks, converts and installs models.");
  g_autofree char *description = describe_actions ();
  g_option_context_set_description (context, description);
  g_option_context_add_main_entries (context, entries, NULL);
  g_auto (GStrv) operands = NULL;
  int status;
  if (!cli_parse (context, args, &operands, &status))
    return status;

  if (!operands[0])
    return cli_usage ("model needs an action: " ACTIONS);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++) {
    const Action *action = &actions[i];
    if (strcmp (operands[0], action->name) != 0)
      continue;
    guint n = g_strv_length (operands) - 1;
    if (!check_options (action, &status))
      return status;
    if (n < action->least || n > action->most)
      return cli_usage ("usage: texttractor model %s%s%s", action->name, *action->operands ? " " : "",
                        action->operands);
    return action->run (&options, operands + 1);
  }
  return cli_usage_value ("model", ACTIONS, operands[0]);
}
