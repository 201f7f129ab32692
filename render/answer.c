/* SPDX-License-Identifier: MIT */
#include "render/answer.h"
#include "cli/json-read.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

G_DEFINE_QUARK (render - error - quark, render_error)

/* Codes of the standard. What is not here is RENDER_ERROR_LOST: a new browser does no harm. */
static const struct {
  const char *code;
  RenderError error;
} codes[] = {
  { "javascript error", RENDER_ERROR_SCRIPT },
  { "script timeout", RENDER_ERROR_TIMEOUT },
  { "timeout", RENDER_ERROR_TIMEOUT },
  { "unexpected alert open", RENDER_ERROR_SCRIPT },
  { "insecure certificate", RENDER_ERROR_ADDRESS },
  { "invalid argument", RENDER_ERROR_ADDRESS },
};

/* The network's errors come as "unknown error: net::ERR_NAME_NOT_RESOLVED", from Firefox as
 * "Reached error page: about:neterror?…". */
static const char *const address_signs[] = { "net::ERR_", "about:neterror" };

static JsonNode *
get_member (JsonNode *value, const char *key)
{
  if (!value || !JSON_NODE_HOLDS_OBJECT (value))
    return NULL;
  return json_object_get_member (json_node_get_object (value), key);
}

const char *
render_answer_get_string (JsonNode *value, const char *key)
{
  JsonNode *node = get_member (value, key);
  gboolean good = node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;

  return good ? json_node_get_string (node) : "";
}

double
render_answer_get_number (JsonNode *value, const char *key)
{
  JsonNode *node = get_member (value, key);
  double number = 0;

  if (node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_INT64)
    number = (double) json_node_get_int (node);
  else if (node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_DOUBLE)
    number = json_node_get_double (node);
  return isfinite (number) ? number : 0;
}

gboolean
render_answer_get_flag (JsonNode *value, const char *key)
{
  JsonNode *node = get_member (value, key);

  return node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN &&
         json_node_get_boolean (node);
}

static RenderError
classify (const char *code, const char *message)
{
  for (guint i = 0; i < G_N_ELEMENTS (address_signs); i++)
    if (strstr (message, address_signs[i]))
      return RENDER_ERROR_ADDRESS;
  if (strstr (message, "crash") || strstr (message, "disconnected") || strstr (message, "not reachable"))
    return RENDER_ERROR_LOST;
  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    if (strcmp (code, codes[i].code) == 0)
      return codes[i].error;
  return RENDER_ERROR_LOST;
}

/* The first line says what; a trace of the stack of the driver follows. */
static void
set_error (JsonNode *value, GError **error)
{
  const char *code = render_answer_get_string (value, "error");
  const char *message = render_answer_get_string (value, "message");
  g_autofree char *line = g_strndup (message, strcspn (message, "\r\n"));

  g_set_error (error, RENDER_ERROR, (gint) classify (code, message), "%s", *line ? line : code);
}

JsonNode *
render_answer_parse (const char *text, gsize n, guint status, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (JsonObject) object = cli_json_parse (text, n, &local);
  JsonNode *value = object ? json_object_get_member (object, "value") : NULL;

  if (!value) {
    g_set_error (error, RENDER_ERROR, RENDER_ERROR_LOST, "the driver does not speak WebDriver%s%s",
                 local ? ": " : "", local ? local->message : "");
    return NULL;
  }
  if (status == 200)
    return json_node_copy (value);
  set_error (value, error);
  return NULL;
}
