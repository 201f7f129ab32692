/* SPDX-License-Identifier: MIT */
/*
 * From parameters to a recipe: each becomes an option of the command line, "--threshold=0.4", and is parsed
 * like one. So both have the same options, values and sentences. What names a file is not in the table.
 */
#include "serve/recipe.h"
#include "cli/json-read.h"
#include "libextract/page/page.h"
#include "libextract/text/language.h"
#include "libextract/write/write.h"

#include <pthread.h>
#include <string.h>

#define MAX_RECIPES 256     /* that are kept */
#define MAX_KEY 4096        /* bytes of the options of one that is kept */
#define MAX_PARAMETERS 1000 /* of a request */

static const ServeParameterInfo infos[] = {
  { "all", SERVE_FLAG },       { "comments", SERVE_VALUE },   { "detect-lang", SERVE_VALUE },
  { "encoding", SERVE_VALUE }, { "fields", SERVE_VALUE },     { "fingerprints", SERVE_FLAG },
  { "format", SERVE_VALUE },   { "formatting", SERVE_VALUE }, { "images", SERVE_VALUE },
  { "links", SERVE_VALUE },    { "metadata", SERVE_FLAG },    { "model", SERVE_VALUE },
  { "no-rule", SERVE_LIST },   { "no-rules", SERVE_FLAG },    { "parser", SERVE_VALUE },
  { "precision", SERVE_FLAG }, { "prune", SERVE_LIST },       { "recall", SERVE_FLAG },
  { "rule", SERVE_LIST },      { "select", SERVE_LIST },      { "structure", SERVE_VALUE },
  { "tables", SERVE_VALUE },   { "threshold", SERVE_VALUE },  { "today", SERVE_VALUE },
  { "url", SERVE_VALUE },      { "xpath", SERVE_LIST },
};

const ServeParameterInfo *
serve_parameter_get_all (gsize *n)
{
  *n = G_N_ELEMENTS (infos);
  return infos;
}

/* ---- Recipes -------------------------------------------------------------------------------- */

ServeRecipe *
serve_recipe_ref (ServeRecipe *recipe)
{
  g_atomic_ref_count_inc (&recipe->count);
  return recipe;
}

void
serve_recipe_unref (ServeRecipe *recipe)
{
  if (!g_atomic_ref_count_dec (&recipe->count))
    return;
  cli_page_options_clear (&recipe->page);
  cli_model_options_clear (&recipe->model);
  cli_write_options_clear (&recipe->write);
  g_clear_pointer (&recipe->classifiers, cli_classifiers_free);
  g_free (recipe);
}

struct _ServeKitchen {
  const CliPageOptions *page;
  char *model; /* (nullable) */
  pthread_mutex_t lock;
  GHashTable *recipes; /* (element-type utf8 ServeRecipe): by their options */
  CliModels *models;
};

ServeKitchen *
serve_kitchen_new (const CliPageOptions *page, const char *model)
{
  ServeKitchen *kitchen = g_new0 (ServeKitchen, 1);
  kitchen->page = page;
  kitchen->model = g_strdup (model);
  pthread_mutex_init (&kitchen->lock, NULL);
  serve_kitchen_renew (kitchen);
  return kitchen;
}

const CliPageOptions *
serve_kitchen_get_page (const ServeKitchen *kitchen)
{
  return kitchen->page;
}

void
serve_kitchen_free (ServeKitchen *kitchen)
{
  g_hash_table_unref (kitchen->recipes);
  cli_models_free (kitchen->models);
  pthread_mutex_destroy (&kitchen->lock);
  g_free (kitchen->model);
  g_free (kitchen);
}

void
serve_kitchen_renew (ServeKitchen *kitchen)
{
  pthread_mutex_lock (&kitchen->lock);
  g_clear_pointer (&kitchen->recipes, g_hash_table_unref);
  g_clear_pointer (&kitchen->models, cli_models_free);
  kitchen->recipes =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) serve_recipe_unref);
  kitchen->models = cli_models_new ();
  pthread_mutex_unlock (&kitchen->lock);
}

/* ---- From parameters to options ---------------------------------------------------------------- */

static const ServeParameterInfo *
find_info (const char *name, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (infos); i++) {
    if (strcmp (infos[i].name, name) == 0)
      return &infos[i];
    g_string_append_printf (names, "%s ", infos[i].name);
  }
  g_autofree char *safe = cli_escape (name);
  g_autofree char *hint = cli_dup_hint (name, names->str);
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION, "there is no option \"%s\"%s", safe,
               hint);
  return NULL;
}

/* A model file would be one of this machine. */
static gboolean
check_model (const char *text, GError **error)
{
  g_auto (GStrv) entries = g_strsplit_set (text, ",:", -1);
  for (char **entry = entries; *entry; entry++)
    if (**entry && (strchr (*entry, '/') || g_str_has_suffix (*entry, ".model"))) {
      g_autofree char *safe = cli_escape (text);
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "--model takes the name of a model or method here, not a file (\"%s\")", safe);
      return FALSE;
    }
  return TRUE;
}

static gboolean
is_yes (const char *value)
{
  return !*value || strcmp (value, "yes") == 0 || strcmp (value, "true") == 0 || strcmp (value, "1") == 0;
}

static gboolean
is_no (const char *value)
{
  return strcmp (value, "no") == 0 || strcmp (value, "false") == 0 || strcmp (value, "0") == 0;
}

/* Whether no parameter of the same name comes behind parameter @i. */
static gboolean
is_last (const GPtrArray *parameters, guint i)
{
  const ServeParameter *parameter = parameters->pdata[i];
  return serve_parameters_get (parameters, parameter->name) == parameter->value;
}

/* Adds the option of @parameter to @args. A flag counts where it is given last. */
static gboolean
add_argument (GPtrArray *args, const ServeParameter *parameter, gboolean last, GError **error)
{
  const ServeParameterInfo *info = find_info (parameter->name, error);
  g_autofree char *option = g_strconcat ("--", parameter->name, NULL);
  if (!info)
    return FALSE;
  if (strcmp (info->name, "url") == 0)
    return TRUE;
  if (strcmp (info->name, "model") == 0 && !check_model (parameter->value, error))
    return FALSE;
  if (info->kind != SERVE_FLAG)
    g_ptr_array_add (args, g_strconcat (option, "=", parameter->value, NULL));
  else if (!is_yes (parameter->value) && !is_no (parameter->value))
    return cli_fail_value (error, option, "yes or no", parameter->value);
  else if (last && is_yes (parameter->value))
    g_ptr_array_add (args, g_steal_pointer (&option));
  return TRUE;
}

/* Returns: (transfer full) (nullable): "", options, NULL */
static GPtrArray *
make_arguments (const ServeKitchen *kitchen, const GPtrArray *parameters, const char *const *others,
                GError **error)
{
  g_autoptr (GPtrArray) args = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (args, g_strdup (""));
  g_ptr_array_add (args, g_strdup ("--format=json"));
  if (kitchen->model)
    g_ptr_array_add (args, g_strconcat ("--model=", kitchen->model, NULL));
  if (parameters->len > MAX_PARAMETERS) {
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "a request has at most %d options",
                 MAX_PARAMETERS);
    return NULL;
  }
  for (guint i = 0; i < parameters->len; i++) {
    const ServeParameter *parameter = parameters->pdata[i];
    if (!(others && g_strv_contains (others, parameter->name)) &&
        !add_argument (args, parameter, is_last (parameters, i), error))
      return NULL;
  }
  g_ptr_array_add (args, NULL);
  return g_steal_pointer (&args);
}

/* ---- From options to a recipe -------------------------------------------------------------------- */

static void
take_limits (ServeRecipe *recipe, const CliPageOptions *page)
{
  for (ExtractLimit limit = 0; limit < EXTRACT_N_LIMITS; limit++)
    extract_parser_set_limit (recipe->page.parser, limit, extract_parser_get_limit (page->parser, limit));
  recipe->page.source = page->source;
}

static ServeRecipe *
make_recipe (const ServeKitchen *kitchen, char **args, CliModels *models, GError **error)
{
  g_autoptr (ServeRecipe) recipe = g_new0 (ServeRecipe, 1);
  g_atomic_ref_count_init (&recipe->count);
  g_autoptr (GOptionContext) context = cli_context_new (NULL, NULL);
  g_option_context_add_group (context, cli_page_options_init (&recipe->page, CLI_PAGE_PLACE));
  g_option_context_add_group (context, cli_model_options_init (&recipe->model));
  g_option_context_add_group (context, cli_write_options_init (&recipe->write));
  if (!cli_parse_args (context, args, error))
    return NULL;
  take_limits (recipe, kitchen->page);
  recipe->model.models = models;
  recipe->classifiers = cli_classifiers_new (&recipe->model, error);
  recipe->model.models = NULL;
  if (!recipe->classifiers)
    return NULL;
  if (recipe->model.items)
    recipe->write.flags |= EXTRACT_WRITE_ITEMS;
  if (cli_model_is_by_language (recipe->model.name))
    recipe->write.flags |= EXTRACT_WRITE_LANGUAGE;
  if (!extract_format_load (recipe->write.format, error) ||
      ((recipe->write.flags & EXTRACT_WRITE_LANGUAGE) && !extract_language_load (error)))
    return NULL;
  return g_steal_pointer (&recipe);
}

/* "--today" is another day tomorrow. With their lengths: a value may look like the option behind it. */
static char *
make_key (char **args)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *day = g_date_time_format (now, "%Y-%m-%d");
  GString *key = g_string_new (day);
  for (; *args; args++)
    g_string_append_printf (key, " %" G_GSIZE_FORMAT ":%s", strlen (*args), *args);
  return g_string_free (key, FALSE);
}

ServeRecipe *
serve_kitchen_get (ServeKitchen *kitchen, const GPtrArray *parameters, const char *const *others,
                   GError **error)
{
  g_autoptr (GPtrArray) args = make_arguments (kitchen, parameters, others, error);
  if (!args)
    return NULL;
  g_autofree char *key = make_key ((char **) args->pdata);
  pthread_mutex_lock (&kitchen->lock);
  ServeRecipe *recipe = g_hash_table_lookup (kitchen->recipes, key);
  if (recipe)
    serve_recipe_ref (recipe);
  else if ((recipe = make_recipe (kitchen, (char **) args->pdata, kitchen->models, error))) {
    cli_write_options_set_today (&recipe->write, recipe->page.parser);
    if (g_hash_table_size (kitchen->recipes) >= MAX_RECIPES)
      g_hash_table_remove_all (kitchen->recipes);
    if (strlen (key) <= MAX_KEY)
      g_hash_table_insert (kitchen->recipes, g_strdup (key), serve_recipe_ref (recipe));
  }
  pthread_mutex_unlock (&kitchen->lock);
  return recipe;
}

/* ---- JSON ------------------------------------------------------------------------------------------ */

static gboolean
add_value (GPtrArray *parameters, const char *name, JsonNode *node, GError **error)
{
  g_autofree char *text = NULL;
  GType type = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID;
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  if (type == G_TYPE_STRING)
    text = json_node_dup_string (node);
  else if (type == G_TYPE_BOOLEAN)
    text = g_strdup (json_node_get_boolean (node) ? "yes" : "no");
  else if (type == G_TYPE_INT64)
    text = g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (node));
  else if (type == G_TYPE_DOUBLE)
    text = g_strdup (g_ascii_dtostr (digits, sizeof digits, json_node_get_double (node)));
  else {
    g_autofree char *safe = cli_escape (name);
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 "\"%s\" is not a string, a number, true, false or a list of these", safe);
    return FALSE;
  }
  serve_parameters_add (parameters, name, text);
  return TRUE;
}

static gboolean
add_member (GPtrArray *parameters, const char *name, JsonNode *node, GError **error)
{
  if (JSON_NODE_HOLDS_NULL (node))
    return TRUE;
  if (!JSON_NODE_HOLDS_ARRAY (node))
    return add_value (parameters, name, node, error);
  JsonArray *array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (!add_value (parameters, name, json_array_get_element (array, i), error))
      return FALSE;
  return TRUE;
}

/* Whether a string has the escape of NUL, which would be its end. */
static gboolean
has_nul (const char *text, gsize length)
{
  for (gsize i = 0; i + 1 < length; i++)
    if (text[i] == '\\') {
      if (length - i >= 6 && memcmp (text + i, "\\u0000", 6) == 0)
        return TRUE;
      i++;
    }
  return FALSE;
}

gboolean
serve_recipe_read_json (const char *text, gsize length, GPtrArray *parameters, GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (JsonObject) object = NULL;
  if (!g_utf8_validate (text, (gssize) length, NULL))
    g_set_error_literal (&failure, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "is not UTF-8");
  else if (has_nul (text, length))
    g_set_error_literal (&failure, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                         "has \\u0000; such a page can only be sent as the body itself");
  else
    object = cli_json_parse (text, length, &failure);
  if (!object) {
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "the JSON cannot be read: %s",
                 failure->message);
    return FALSE;
  }
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    if (!add_member (parameters, name, node, error))
      return FALSE;
  return TRUE;
}
