/* SPDX-License-Identifier: MIT */
#include "serve/front.h"
#include "libextract/model/model.h"
#include "libextract/page/page.h"
#include "libextract/write/write.h"
#include "serve/page.h"

#include <math.h>
#include <string.h>

/* ---- What can be chosen ------------------------------------------------------------------------ */

/* Lists of what belongs to the view: structs, and the strings in them. */
typedef struct {
  GArray *models; /* (element-type ServePageChoice) */
  GArray *rules;
  GArray *formats;
  GArray *options; /* (element-type ServePagePair) */
  GArray *facts;
  GArray *blocks;     /* (element-type ServePageBlock) */
  GPtrArray *strings; /* (element-type utf8): owned */
} Lists;

static Lists *
lists_new (void)
{
  Lists *lists = g_new0 (Lists, 1);
  lists->models = g_array_new (FALSE, FALSE, sizeof (ServePageChoice));
  lists->rules = g_array_new (FALSE, FALSE, sizeof (ServePageChoice));
  lists->formats = g_array_new (FALSE, FALSE, sizeof (ServePageChoice));
  lists->options = g_array_new (FALSE, FALSE, sizeof (ServePagePair));
  lists->facts = g_array_new (FALSE, FALSE, sizeof (ServePagePair));
  lists->blocks = g_array_new (FALSE, FALSE, sizeof (ServePageBlock));
  lists->strings = g_ptr_array_new_with_free_func (g_free);
  return lists;
}

static void
lists_free (Lists *lists)
{
  g_array_unref (lists->models);
  g_array_unref (lists->rules);
  g_array_unref (lists->formats);
  g_array_unref (lists->options);
  g_array_unref (lists->facts);
  g_array_unref (lists->blocks);
  g_ptr_array_unref (lists->strings);
  g_free (lists);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Lists, lists_free)

/* Takes @string. */
static const char *
keep (Lists *lists, char *string)
{
  g_ptr_array_add (lists->strings, string);
  return string;
}

/* @model: (nullable): NULL for the default one. Returns: (transfer full) (nullable) */
static ServeRecipe *
get_recipe (ServeKitchen *kitchen, const char *model)
{
  g_autoptr (GPtrArray) parameters = serve_parameters_new ();
  if (model)
    serve_parameters_add (parameters, "model", model);
  return serve_kitchen_get (kitchen, parameters, NULL, NULL);
}

/* The classifier of the last resort, where there are several by language. */
static ExtractClassifier *
get_classifier (const ServeRecipe *recipe)
{
  return cli_classifiers_get (recipe->classifiers, cli_classifiers_get_n (recipe->classifiers) - 1);
}

static void
list_models (Lists *lists, ServeKitchen *kitchen)
{
  g_autoptr (GPtrArray) places = cli_find_models ();
  g_autoptr (ServeRecipe) standard = get_recipe (kitchen, NULL);
  const char *chosen = standard && standard->model.name ? standard->model.name : NULL;
  g_autoptr (ExtractModel) builtin = chosen ? NULL : extract_model_get_default (NULL);
  if (builtin)
    chosen = extract_model_get_name (builtin);
  for (guint i = 0; i < places->len; i++) {
    const CliModelPlace *place = places->pdata[i];
    g_autoptr (ServeRecipe) recipe = place->shadowed ? NULL : get_recipe (kitchen, place->name);
    if (!recipe)
      continue;
    const ServePageChoice choice = { keep (lists, g_strdup (place->name)), NULL,
                                     g_strcmp0 (chosen, place->name) == 0,
                                     extract_classifier_get_threshold (get_classifier (recipe)) };
    g_array_append_val (lists->models, choice);
  }
  gsize n;
  const ExtractMethod *methods = extract_method_get_all (&n);
  for (gsize i = 0; i < n; i++) {
    const ServePageChoice choice = { methods[i].name, methods[i].sentence,
                                     g_strcmp0 (chosen, methods[i].name) == 0, NAN };
    g_array_append_val (lists->models, choice);
  }
}

static void
list_rules (Lists *lists, ServeKitchen *kitchen)
{
  gsize n;
  const ExtractRule *rules = extract_rule_get_all (&n);
  g_autoptr (ServeRecipe) recipe = get_recipe (kitchen, NULL);
  for (gsize i = 0; i < n; i++) {
    const ServePageChoice choice = { rules[i].name, rules[i].sentence,
                                     recipe &&
                                         extract_classifier_get_rule (get_classifier (recipe), rules[i].name),
                                     NAN };
    g_array_append_val (lists->rules, choice);
  }
}

static void
list_formats (Lists *lists)
{
  for (ExtractFormat format = 0; format < EXTRACT_N_FORMATS; format++) {
    const ExtractFormatInfo *info = extract_format_get_info (format);
    const ServePageChoice choice = { info->name, info->sentence, format == EXTRACT_FORMAT_TEXT, NAN };
    g_array_append_val (lists->formats, choice);
  }
}

static void
list_options (Lists *lists, const GPtrArray *parameters)
{
  for (guint i = 0; i < parameters->len; i++) {
    const ServeParameter *parameter = parameters->pdata[i];
    const ServePagePair pair = { parameter->name, parameter->value };
    if (strcmp (parameter->name, "url") != 0 && strcmp (parameter->name, "html") != 0)
      g_array_append_val (lists->options, pair);
  }
}

/* ---- The result -------------------------------------------------------------------------------- */

static void
add_fact (Lists *lists, const char *name, const char *value)
{
  const ServePagePair pair = { name, value };
  if (value && *value)
    g_array_append_val (lists->facts, pair);
}

static void
list_facts (Lists *lists, ExtractDocument *document)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  ExtractMetadata *metadata = extract_document_get_metadata (document, NULL);
  g_ascii_formatd (digits, sizeof digits, "%.4f", extract_document_get_confidence (document));
  add_fact (lists, "source", extract_document_get_source (document));
  add_fact (lists, "url", extract_document_get_uri (document));
  add_fact (lists, "charset", extract_document_get_charset (document));
  add_fact (lists, "model", extract_document_get_model (document));
  add_fact (lists, "confidence", keep (lists, g_strdup (digits)));
  for (ExtractField field = 0; metadata && field < EXTRACT_N_FIELDS; field++)
    for (guint i = 0; i < extract_metadata_get_n_values (metadata, field); i++)
      add_fact (lists, extract_field_get_info (field)->name, extract_metadata_get_value (metadata, field, i));
}

static void
list_blocks (Lists *lists, ExtractDocument *document)
{
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    const ServePageBlock shown = {
      .index = i,
      .text = extract_block_get_text (block),
      .tag = extract_block_get_tag (block),
      .path = keep (lists, extract_block_dup_path (block)),
      .role = extract_role_get_info (extract_block_get_role (block))->name,
      .label = extract_label_get_nick (extract_block_get_label (block)),
      .rule = extract_block_get_rule (block),
      .score = extract_block_get_score (block),
    };
    g_array_append_val (lists->blocks, shown);
  }
}

/* Returns: FALSE with @error; @result needs @lists and @document */
static gboolean
make_result (Lists *lists, const ServeInput *input, ExtractDocument *document, ServePageResult *result,
             GError **error)
{
  const ExtractReason reason = extract_document_get_reason (document);
  ExtractMetadata *metadata = extract_document_get_metadata (document, NULL);
  char *reader = extract_document_to_string (document, EXTRACT_FORMAT_HTML,
                                             input->recipe->write.flags | EXTRACT_WRITE_METADATA, error);
  if (!reader)
    return FALSE;
  keep (lists, reader);
  char *original = serve_input_dup_original (input, document, error);
  if (!original)
    return FALSE;
  keep (lists, original);
  list_facts (lists, document);
  list_blocks (lists, document);
  *result = (ServePageResult){
    .title = metadata && extract_metadata_get_n_values (metadata, EXTRACT_FIELD_TITLE) > 0
                 ? extract_metadata_get_value (metadata, EXTRACT_FIELD_TITLE, 0)
                 : extract_document_get_title (document),
    .language = extract_document_get_language (document),
    .reason = reason == EXTRACT_REASON_NONE ? NULL : extract_reason_get_info (reason)->sentence,
    .reader = reader,
    .original = original,
    .model = extract_document_get_model (document),
    .threshold = extract_document_get_threshold (document),
    .facts = (gconstpointer) lists->facts->data,
    .n_facts = lists->facts->len,
    .blocks = (gconstpointer) lists->blocks->data,
    .n_blocks = lists->blocks->len,
  };
  return TRUE;
}

/* ---- The answer ---------------------------------------------------------------------------------- */

/* The same for all; it is in the program for good. */
static const char *
get_policy (void)
{
  static gsize policy;
  if (g_once_init_enter (&policy)) {
    g_autofree char *original = extract_original_dup_style_source ();
    g_once_init_leave (&policy, (gsize) serve_page_dup_policy (original));
  }
  return (const char *) policy;
}

ServeAnswer *
serve_front_answer (ServeKitchen *kitchen, const ServeRequest *request, const ServeInput *input,
                    const GError *failure, ServeStage stage, gboolean fetches, gboolean tasks)
{
  g_autoptr (Lists) lists = lists_new ();
  g_autoptr (GError) error = failure ? g_error_copy (failure) : NULL;
  g_autoptr (ExtractDocument) document = input ? serve_input_label (input, &error) : NULL;
  ServePageResult result;
  gboolean has_result = document && make_result (lists, input, document, &result, &error);
  list_models (lists, kitchen);
  list_rules (lists, kitchen);
  list_formats (lists);
  list_options (lists, request->parameters);
  const ServePageView view = {
    .url = serve_parameters_get (request->parameters, "url"),
    .html = serve_parameters_get (request->parameters, "html"),
    .options = (gconstpointer) lists->options->data,
    .n_options = lists->options->len,
    .models = (gconstpointer) lists->models->data,
    .n_models = lists->models->len,
    .rules = (gconstpointer) lists->rules->data,
    .n_rules = lists->rules->len,
    .formats = (gconstpointer) lists->formats->data,
    .n_formats = lists->formats->len,
    .tasks = tasks,
    .no_fetch = !fetches,
    .result = has_result ? &result : NULL,
    .error = error ? error->message : NULL,
  };
  guint status = error ? serve_problem_get_status (error, stage) : 200;
  ServeAnswer *answer = serve_answer_new_text (status, "text/html; charset=utf-8", serve_page_render (&view));
  answer->policy = get_policy ();
  return answer;
}
