/* SPDX-License-Identifier: MIT */
#include "serve/route.h"
#include "cli/json.h"
#include "cli/why.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"
#include "libextract/page/page.h"
#include "serve/task-answer.h"

#include <string.h>

/* openapi.json, which is compiled in. */
extern GResource *serve_api_get_resource (void);

#define JSON_TYPE "application/json; charset=utf-8"

/* ---- Tables --------------------------------------------------------------------------------- */

static void
append_boolean (GString *json, const char *key, gboolean value)
{
  cli_json_append_key (json, key);
  g_string_append (json, value ? "true" : "false");
}

/* "{"models":[" */
static GString *
begin_list (const char *key)
{
  GString *json = g_string_new ("{");
  cli_json_append_key (json, key);
  g_string_append_c (json, '[');
  return json;
}

static ServeAnswer *
end_list (GString *json)
{
  g_string_append (json, "]}\n");
  return serve_answer_new_text (200, JSON_TYPE, json);
}

static ServeAnswer *
answer_models (const ServeState *state)
{
  g_autoptr (GPtrArray) places = cli_find_models ();
  g_autoptr (ExtractModel) standard = extract_model_get_default (NULL);
  GString *json = begin_list ("models");
  for (guint i = 0; i < places->len; i++) {
    const CliModelPlace *place = places->pdata[i];
    g_autoptr (ExtractModel) model = place->shadowed ? NULL : cli_load_model_place (place, NULL);
    if (!model)
      continue;
    cli_json_append_item (json);
    g_string_append_c (json, '{');
    cli_json_append_string (json, "name", place->name);
    cli_json_append_string (json, "kind", "model");
    cli_json_append_string (json, "sentence", extract_model_get_card (model, "description"));
    cli_json_append_string (json, "language", extract_model_get_card (model, "language"));
    cli_json_append_string (json, "date", extract_model_get_card (model, "date"));
    append_boolean (json, "default",
                    !place->path && standard && strcmp (place->name, extract_model_get_name (standard)) == 0);
    g_string_append_c (json, '}');
  }
  gsize n;
  const ExtractMethod *methods = extract_method_get_all (&n);
  for (gsize i = 0; i < n; i++) {
    cli_json_append_item (json);
    g_string_append_c (json, '{');
    cli_json_append_string (json, "name", methods[i].name);
    cli_json_append_string (json, "kind", "method");
    cli_json_append_string (json, "sentence", methods[i].sentence);
    append_boolean (json, "default", FALSE);
    g_string_append_c (json, '}');
  }
  return end_list (json);
}

static ServeAnswer *
answer_features (const ServeState *state)
{
  GString *json = begin_list ("sets");
  const char *const *names = extract_feature_set_get_names ();
  for (; *names; names++) {
    const ExtractFeatureSet *set = extract_feature_set_find (*names);
    cli_json_append_item (json);
    g_string_append_c (json, '{');
    cli_json_append_string (json, "name", *names);
    cli_json_append_key (json, "features");
    g_string_append_c (json, '[');
    for (guint i = 0; i < extract_feature_set_get_n_features (set); i++) {
      const ExtractFeature *feature = extract_feature_set_get_feature (set, i);
      cli_json_append_item (json);
      g_string_append_c (json, '{');
      cli_json_append_string (json, "name", feature->name);
      cli_json_append_string (json, "family", feature->family);
      cli_json_append_string (json, "unit", feature->unit);
      cli_json_append_number (json, "minimum", feature->minimum);
      cli_json_append_number (json, "maximum", feature->maximum);
      cli_json_append_string (json, "formula", feature->formula);
      cli_json_append_string (json, "sentence", feature->sentence);
      g_string_append_c (json, '}');
    }
    g_string_append (json, "]}");
  }
  return end_list (json);
}

/* Which rules are on depends on the model; here, on the default one. */
static ServeAnswer *
answer_rules (const ServeState *state)
{
  gsize n;
  const ExtractRule *rules = extract_rule_get_all (&n);
  g_autoptr (GPtrArray) nothing = serve_parameters_new ();
  g_autoptr (ServeRecipe) recipe = serve_kitchen_get (state->kitchen, nothing, NULL, NULL);
  ExtractClassifier *classifier =
      recipe ? cli_classifiers_get (recipe->classifiers, cli_classifiers_get_n (recipe->classifiers) - 1)
             : NULL;
  GString *json = begin_list ("rules");
  for (gsize i = 0; i < n; i++) {
    cli_json_append_item (json);
    g_string_append_c (json, '{');
    cli_json_append_string (json, "name", rules[i].name);
    cli_json_append_string (json, "sentence", rules[i].sentence);
    append_boolean (json, "default", classifier && extract_classifier_get_rule (classifier, rules[i].name));
    g_string_append_c (json, '}');
  }
  return end_list (json);
}

/* What an answer in a format is, by ExtractFormat. */
static const char *const types[EXTRACT_N_FORMATS] = {
  [EXTRACT_FORMAT_TEXT] = "text/plain; charset=utf-8",
  [EXTRACT_FORMAT_JSON] = JSON_TYPE,
  [EXTRACT_FORMAT_JSONL] = "application/x-ndjson; charset=utf-8",
  [EXTRACT_FORMAT_HTML] = "text/html; charset=utf-8",
  [EXTRACT_FORMAT_MARKDOWN] = "text/markdown; charset=utf-8",
  [EXTRACT_FORMAT_XML] = "application/xml; charset=utf-8",
  [EXTRACT_FORMAT_VERTICAL] = "text/plain; charset=utf-8",
  [EXTRACT_FORMAT_TEI] = "application/xml; charset=utf-8",
  [EXTRACT_FORMAT_CSV] = "text/csv; charset=utf-8",
  [EXTRACT_FORMAT_TSV] = "text/tab-separated-values; charset=utf-8",
};

static ServeAnswer *
answer_formats (const ServeState *state)
{
  GString *json = begin_list ("formats");
  for (ExtractFormat format = 0; format < EXTRACT_N_FORMATS; format++) {
    const ExtractFormatInfo *info = extract_format_get_info (format);
    cli_json_append_item (json);
    g_string_append_c (json, '{');
    cli_json_append_string (json, "name", info->name);
    cli_json_append_string (json, "suffix", info->suffix);
    cli_json_append_string (json, "type", types[format]);
    cli_json_append_string (json, "sentence", info->sentence);
    append_boolean (json, "default", format == EXTRACT_FORMAT_JSON);
    g_string_append_c (json, '}');
  }
  return end_list (json);
}

static ServeAnswer *
answer_health (const ServeState *state)
{
  return serve_answer_new (200, "text/plain; charset=utf-8", g_bytes_new_static ("ok\n", 3));
}

static ServeAnswer *
answer_metrics (const ServeState *state)
{
  GString *text = g_string_new (NULL);
  serve_metrics_append (state->metrics, text, state->gauges, state->n_gauges);
  return serve_answer_new_text (200, "text/plain; version=0.0.4; charset=utf-8", text);
}

/* ---- Pages ---------------------------------------------------------------------------------- */

static ServeAnswer *
answer_extract (const ServeInput *input, GError **error)
{
  g_autoptr (ExtractDocument) document = serve_input_label (input, error);
  GString *text = document ? serve_input_write (input, document, error) : NULL;
  return text ? serve_answer_new_text (200, types[input->recipe->write.format], text) : NULL;
}

/* With whose scores it was labelled. */
static ExtractClassifier *
get_classifier (const ServeInput *input, GError **error)
{
  if (cli_classifiers_get_n (input->recipe->classifiers) == 1)
    return cli_classifiers_get (input->recipe->classifiers, 0);
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       "models by language are for /v1/extract and /v1/batch alone");
  return NULL;
}

static const char *const why_parameters[] = { "block", "number", "features", NULL };

/* "block=3", "all", or "number=5" on each side of the threshold: as the options of texttractor why. */
static gboolean
choose_blocks (CliWhy *why, const ServeInput *input, GError **error)
{
  const GPtrArray *parameters = input->parameters;
  const char *block = serve_parameters_get (parameters, "block");
  const char *number = serve_parameters_get (parameters, "number");
  guint64 n = CLI_WHY_CLOSEST;
  if (number && !cli_parse_count ("--number", number, 0, G_MAXUINT, &n, error))
    return FALSE;
  if (block) {
    if (!cli_parse_count ("--block", block, 0, G_MAXUINT, &n, error))
      return FALSE;
    if (cli_why_show_block (why, n))
      return TRUE;
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "the page has no block %" G_GUINT64_FORMAT,
                 n);
    return FALSE;
  }
  cli_why_show_closest (why, input->recipe->write.flags & EXTRACT_WRITE_ALL ? G_MAXUINT64 : n);
  return TRUE;
}

static ServeAnswer *
answer_why (const ServeInput *input, GError **error)
{
  ExtractParser *parser = input->recipe->page.parser;
  ExtractClassifier *classifier = get_classifier (input, error);
  g_autoptr (ExtractDocument) document = classifier ? serve_input_label (input, error) : NULL;
  g_autoptr (CliWhy) why = document ? cli_why_new (input->name, extract_parser_get_markup_parser (parser),
                                                   classifier, document, error)
                                    : NULL;
  if (!why || !choose_blocks (why, input, error))
    return NULL;
  const char *features = serve_parameters_get (input->parameters, "features");
  why->features = features && strcmp (features, "no") != 0;
  why->max_bytes = extract_parser_get_limit (parser, EXTRACT_LIMIT_MEMORY);
  why->deadline =
      g_get_monotonic_time () + (gint64) extract_parser_get_limit (parser, EXTRACT_LIMIT_MILLISECONDS) * 1000;
  GString *json = g_string_new (NULL);
  if (cli_why_append_json (json, why, error))
    return serve_answer_new_text (200, JSON_TYPE, json);
  g_string_free (json, TRUE);
  return NULL;
}

static ServeAnswer *
answer_original (const ServeInput *input, GError **error)
{
  g_autoptr (ExtractDocument) document = serve_input_label (input, error);
  char *text = document ? serve_input_dup_original (input, document, error) : NULL;
  if (!text)
    return NULL;
  ServeAnswer *answer =
      serve_answer_new (200, types[EXTRACT_FORMAT_HTML], g_bytes_new_take (text, strlen (text)));
  answer->policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";
  return answer;
}

static ServeAnswer *
answer_openapi (const ServeState *state)
{
  GBytes *bytes =
      g_resource_lookup_data (serve_api_get_resource (), "/openapi.json", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  return serve_answer_new (200, JSON_TYPE, bytes);
}

/* ---- The table ------------------------------------------------------------------------------- */

static const ServeRoute routes[] = {
  { "/", SERVE_FORM, TRUE, TRUE, .open = TRUE },
  { "/openapi.json", SERVE_TABLE, TRUE, FALSE, .open = TRUE, .table = answer_openapi },
  { "/v1/extract", SERVE_PAGE, TRUE, TRUE, .answer = answer_extract },
  { "/v1/why", SERVE_PAGE, TRUE, TRUE, .others = why_parameters, .answer = answer_why },
  { "/v1/page", SERVE_PAGE, TRUE, TRUE, .answer = answer_original },
  { "/v1/batch", SERVE_LINES, FALSE, TRUE },
  { "/tasks", SERVE_TASK, TRUE, TRUE, .form = TRUE, .task = serve_answer_task_page },
  { "/v1/corpora", SERVE_TASK, TRUE, FALSE, .task = serve_answer_corpora },
  { "/v1/tasks", SERVE_TASK, TRUE, TRUE, .task = serve_answer_tasks },
  { "/v1/task", SERVE_TASK, TRUE, FALSE, .task = serve_answer_task },
  { "/v1/sentences", SERVE_TASK, TRUE, FALSE, .task = serve_answer_sentences },
  { "/v1/models", SERVE_TABLE, TRUE, FALSE, .table = answer_models },
  { "/v1/features", SERVE_TABLE, TRUE, FALSE, .table = answer_features },
  { "/v1/rules", SERVE_TABLE, TRUE, FALSE, .table = answer_rules },
  { "/v1/formats", SERVE_TABLE, TRUE, FALSE, .table = answer_formats },
  { "/healthz", SERVE_TABLE, TRUE, FALSE, .open = TRUE, .table = answer_health },
  { "/metrics", SERVE_TABLE, TRUE, FALSE, .table = answer_metrics },
};

const ServeRoute *
serve_route_get_all (gsize *n)
{
  *n = G_N_ELEMENTS (routes);
  return routes;
}

const ServeRoute *
serve_route_find (const char *path)
{
  for (guint i = 0; i < G_N_ELEMENTS (routes); i++)
    if (strcmp (routes[i].path, path) == 0)
      return &routes[i];
  return NULL;
}

gboolean
serve_route_takes (const ServeRoute *route, const char *method)
{
  if (strcmp (method, "POST") == 0)
    return route->post;
  return route->get && (strcmp (method, "GET") == 0 || strcmp (method, "HEAD") == 0);
}

const char *
serve_route_get_methods (const ServeRoute *route)
{
  return route->get && route->post ? "GET, HEAD, POST" : route->get ? "GET, HEAD" : "POST";
}
