/* SPDX-License-Identifier: MIT */
/* Models: which one is meant, and how it is set up. */
#include "cli/cli-private.h"
#include "libextract/model/model.h"

#include <pthread.h>
#include <string.h>

/* ---- Options of the model ------------------------------------------------------------------- */

static gboolean
parse_threshold (const char *option, const char *text, gpointer data, GError **error)
{
  CliModelOptions *options = data;
  return cli_parse_number (option, text, 0.0001, 1, &options->threshold, error);
}

gboolean
cli_parse_decoding (const char *option, const char *text, guint *decode, GError **error)
{
  for (guint d = 0; d < EXTRACT_N_DECODINGS; d++)
    if (strcmp (extract_decoding_get_info (d)->name, text) == 0) {
      *decode = d + 1;
      return TRUE;
    }
  return cli_fail_value (error, option, "threshold, viterbi or crf", text);
}

static gboolean
parse_decode (const char *option, const char *text, gpointer data, GError **error)
{
  CliModelOptions *options = data;

  return cli_parse_decoding (option, text, &options->decode, error);
}

static gboolean
parse_model (const char *option, const char *text, gpointer data, GError **error)
{
  CliModelOptions *options = data;
  g_free (options->name);
  options->name = g_strdup (text);
  return TRUE;
}

static gboolean
parse_no_rules (const char *option, const char *text, gpointer data, GError **error)
{
  CliModelOptions *options = data;
  options->no_rules = TRUE;
  return TRUE;
}

static gboolean
append_rule (char ***names, const char *option, const char *name, GError **error)
{
  gsize n;
  const ExtractRule *rules = extract_rule_get_all (&n);
  g_autoptr (GString) expected = g_string_new ("the name of a rule");
  for (gsize i = 0; i < n; i++) {
    if (strcmp (rules[i].name, name) != 0) {
      g_string_append_printf (expected, "%s%s", i == 0 ? " (" : ", ", rules[i].name);
      continue;
    }
    gsize length = *names ? g_strv_length (*names) : 0;
    *names = g_renew (char *, *names, length + 2);
    (*names)[length] = g_strdup (name);
    (*names)[length + 1] = NULL;
    return TRUE;
  }
  if (n > 0)
    g_string_append_c (expected, ')');
  return cli_fail_value (error, option, expected->str, name);
}

static gboolean
parse_rule (const char *option, const char *text, gpointer data, GError **error)
{
  CliModelOptions *options = data;
  gboolean on = strcmp (option, "--rule") == 0;
  return append_rule (on ? &options->rules : &options->rules_off, option, text, error);
}

static gboolean
parse_favour (const char *option, const char *text, gpointer data, GError **error)
{
  CliModelOptions *options = data;
  options->favour = strcmp (option, "--precision") == 0 ? 1 : -1;
  return TRUE;
}

/* @names: (nullable) */
static void
remove_rule (char **names, const char *name)
{
  for (; names && *names; names++)
    if (strcmp (*names, name) == 0) {
      g_free (*names);
      memmove (names, names + 1, (g_strv_length (names + 1) + 1) * sizeof *names);
      return;
    }
}

/* A rule for each choice, of which one is on or none. Of several options the last one counts. */
static gboolean
parse_comments (const char *option, const char *text, gpointer data, GError **error)
{
  static const char *const choices[] = { "keep", "drop", "only", "separate", NULL };
  CliModelOptions *options = data;

  if (!g_strv_contains (choices, text))
    return cli_fail_value (error, option, "keep, drop, only or separate", text);
  for (guint i = 0; choices[i]; i++) {
    g_autofree char *rule = g_strconcat (choices[i], "-comments", NULL);
    const gboolean on = strcmp (text, choices[i]) == 0;

    remove_rule (options->rules, rule);
    remove_rule (options->rules_off, rule);
    if (!append_rule (on ? &options->rules : &options->rules_off, option, rule, error))
      return FALSE;
  }
  options->items = strcmp (text, "only") == 0 || strcmp (text, "separate") == 0;
  return TRUE;
}

static gboolean
parse_tables (const char *option, const char *text, gpointer data, GError **error)
{
  CliModelOptions *options = data;
  gboolean yes = strcmp (text, "yes") == 0;

  if (!yes && strcmp (text, "no") != 0)
    return cli_fail_value (error, option, "yes or no", text);
  remove_rule (options->rules, "omit-tables");
  remove_rule (options->rules_off, "omit-tables");
  return append_rule (yes ? &options->rules_off : &options->rules, option, "omit-tables", error);
}

GOptionGroup *
cli_model_options_init (CliModelOptions *options)
{
  static const GOptionEntry entries[] = {
    { "model", 'm', G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK, parse_model,
      "Model or method by name, or a model file (with a slash, or ending in .model)", "NAME|FILE" },
    { "no-rules", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, parse_no_rules,
      "Apply no rule: keep the labels that the network gives", NULL },
    { "rule", 0, 0, G_OPTION_ARG_CALLBACK, parse_rule, "Switch a rule on", "NAME" },
    { "no-rule", 0, 0, G_OPTION_ARG_CALLBACK, parse_rule, "Switch a rule off", "NAME" },
    { "comments", 0, 0, G_OPTION_ARG_CALLBACK, parse_comments,
      "Readers' comments: keep them as main text, drop them, print only them, or print them separately, "
      "with author and date (default: as the network decides)",
      "keep|drop|only|separate" },
    { "tables", 0, 0, G_OPTION_ARG_CALLBACK, parse_tables,
      "no: leave data tables out of the main text (default: yes)", "yes|no" },
    { "threshold", 0, 0, G_OPTION_ARG_CALLBACK, parse_threshold, "Score from which a block is main text",
      "T" },
    { "precision", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, parse_favour,
      "Favour precision: leave out what is in doubt, by the threshold that the model has for it", NULL },
    { "recall", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, parse_favour,
      "Favour recall: keep what is in doubt, by the threshold that the model has for it", NULL },
    { "decode", 0, 0, G_OPTION_ARG_CALLBACK, parse_decode,
      "From scores to labels: each block by itself (threshold), or the most likely sequence of labels "
      "(viterbi) "
      "or label (crf), if the model knows how (default: as the model was trained)",
      "threshold|viterbi|crf" },
    { NULL },
  };
  *options = (CliModelOptions){ 0 };
  GOptionGroup *group =
      g_option_group_new ("model", "How blocks are labelled:", "How blocks are labelled", options, NULL);
  g_option_group_add_entries (group, entries);
  return group;
}

void
cli_model_options_clear (CliModelOptions *options)
{
  g_clear_pointer (&options->name, g_free);
  g_clear_pointer (&options->rules, g_strfreev);
  g_clear_pointer (&options->rules_off, g_strfreev);
}

ExtractModel *
cli_load_model (const char *name, GError **error)
{
  if (!name)
    return extract_model_get_default (error);
  g_autoptr (CliModelPlace) place = cli_find_model (name, error);
  return place ? cli_load_model_place (place, error) : NULL;
}

/* ---- Models that have been loaded ------------------------------------------------------------- */

struct _CliModels {
  pthread_mutex_t lock;
  GHashTable *models; /* (element-type utf8 ExtractModel): by name, "" for the default one */
};

CliModels *
cli_models_new (void)
{
  CliModels *models = g_new0 (CliModels, 1);
  pthread_mutex_init (&models->lock, NULL);
  models->models =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) extract_model_unref);
  return models;
}

void
cli_models_free (CliModels *models)
{
  g_hash_table_unref (models->models);
  pthread_mutex_destroy (&models->lock);
  g_free (models);
}

/* @models: (nullable); @name: (nullable). Returns: (transfer full) (nullable) */
static ExtractModel *
get_model (CliModels *models, const char *name, GError **error)
{
  const char *key = name ? name : "";
  if (!models)
    return cli_load_model (name, error);
  pthread_mutex_lock (&models->lock);
  ExtractModel *model = g_hash_table_lookup (models->models, key);
  if (!model && (model = cli_load_model (name, error)))
    g_hash_table_insert (models->models, g_strdup (key), model);
  if (model)
    extract_model_ref (model);
  pthread_mutex_unlock (&models->lock);
  return model;
}

/* ---- The classifier --------------------------------------------------------------------------- */

/* @name: of the model or method. Returns: (transfer full) (nullable): @classifier */
static ExtractClassifier *
cli_classifier_set_up (ExtractClassifier *classifier, const char *name, const CliModelOptions *options,
                       GError **error)
{
  if (options->decode > 0 && !extract_classifier_set_decoding (classifier, options->decode - 1)) {
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 "--decode=%s: the model %s was trained without a decoding",
                 extract_decoding_get_info (options->decode - 1)->name, name);
    extract_classifier_unref (classifier);
    return NULL;
  }
  if (options->threshold > 0)
    extract_classifier_set_threshold (classifier, options->threshold);
  else if (options->favour != 0)
    extract_classifier_favour (classifier, options->favour > 0);
  if (options->no_rules)
    extract_classifier_clear_rules (classifier);
  for (guint i = 0; options->rules && options->rules[i]; i++)
    extract_classifier_set_rule (classifier, options->rules[i], TRUE);
  for (guint i = 0; options->rules_off && options->rules_off[i]; i++)
    extract_classifier_set_rule (classifier, options->rules_off[i], FALSE);
  return classifier;
}

/* "justext, boilerpipe". Returns: (transfer full) */
static char *
list_methods (void)
{
  GString *names = g_string_new (NULL);
  gsize n;
  const ExtractMethod *methods = extract_method_get_all (&n);

  for (gsize i = 0; i < n; i++)
    g_string_append_printf (names, "%s%s", i == 0 ? "" : ", ", methods[i].name);
  return g_string_free (names, FALSE);
}

ExtractClassifier *
cli_load_classifier (const CliModelOptions *options, const char *name, GError **error)
{
  const char *wanted = name ? name : options->name;
  g_autoptr (GError) failure = NULL;
  if (cli_model_is_combined (wanted)) {
    ExtractClassifier *classifier = cli_load_combination (options, wanted, error);
    return classifier ? cli_classifier_set_up (classifier, wanted, options, error) : NULL;
  }
  if (cli_model_is_by_language (wanted)) {
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 "models by language, as in \"%s\", are for texttractor extract alone", wanted);
    return NULL;
  }
  g_autoptr (ExtractModel) model = get_model (options->models, wanted, &failure);
  if (model)
    return cli_classifier_set_up (extract_classifier_new (model), extract_model_get_name (model), options,
                                  error);
  if (!wanted || !g_error_matches (failure, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_UNKNOWN)) {
    g_propagate_error (error, g_steal_pointer (&failure));
    return NULL;
  }
  const ExtractMethod *method = extract_method_find (wanted);
  if (method)
    return cli_classifier_set_up (extract_classifier_new_for_method (method), wanted, options, error);
  g_autofree char *methods = list_methods ();
  g_autofree char *of_methods = cli_dup_hint (wanted, methods);
  const char *hint = strstr (failure->message, "; did you mean"); /* a model; it goes behind both lists */
  g_set_error (error, failure->domain, failure->code, "%.*s, and no method of that name (available: %s)%s",
               hint ? (int) (hint - failure->message) : -1, failure->message, methods,
               hint ? hint : of_methods);
  return NULL;
}

char *
cli_describe_rules (void)
{
  gsize n;
  const ExtractRule *rules = extract_rule_get_all (&n);
  g_autofree CliName *names = g_new (CliName, n);

  for (gsize i = 0; i < n; i++)
    names[i] = (CliName){ rules[i].name, rules[i].sentence };
  return cli_names_describe ("Rules:", names, n);
}

char *
cli_describe_methods (void)
{
  gsize n;
  const ExtractMethod *methods = extract_method_get_all (&n);
  g_autofree CliName *names = g_new (CliName, n);

  for (gsize i = 0; i < n; i++)
    names[i] = (CliName){ methods[i].name, methods[i].sentence };
  g_autofree char *of_methods = cli_names_describe ("Methods, in place of a model:", names, n);
  g_autofree char *of_combinations = cli_describe_combinations ();
  return g_strconcat (of_methods, "\n\n", of_combinations, NULL);
}
