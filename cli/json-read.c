/* SPDX-License-Identifier: MIT */
/*
 * The JSON parser calls itself for each level, so a hostile text could use up the stack: the depth is
 * counted first. Strings in single quotes and comments, which the parser takes and JSON does not know, would
 * hide brackets from the count, so they are refused. It also takes several values where one should be, and
 * loses all but one of them, and memory: nothing may be before the object or behind it. A line of an index
 * has two levels, the deepest of the published layouts four.
 */
#include "cli/json-read.h"

#include <gio/gio.h>
#include <libextract/extract.h>
#include <libextract/base/url.h>
#include <string.h>

#define MAX_NESTING 32

/* Whether a brace is the first in @text, behind a byte order mark and white space. */
static gboolean
begins_object (const char *text, gsize length)
{
  static const char mark[] = "\xef\xbb\xbf";
  gsize i = length >= strlen (mark) && memcmp (text, mark, strlen (mark)) == 0 ? strlen (mark) : 0;

  while (i < length && g_ascii_isspace (text[i]))
    i++;
  return i < length && text[i] == '{';
}

static gboolean
check_text (const char *text, gsize length, GError **error)
{
  guint depth = 0;
  gboolean in_string = FALSE, ended = FALSE;

  for (gsize i = 0; i < length; i++) {
    char c = text[i];
    if (ended && !g_ascii_isspace (c)) {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           "there is more behind the JSON object");
      return FALSE;
    }
    if (in_string) {
      if (c == '\\')
        i++;
      else if (c == '"')
        in_string = FALSE;
    } else if (c == '"') {
      in_string = TRUE;
    } else if (c == '\'' || c == '/' || c == '#') {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "JSON has no \"%c\" outside of strings", c);
      return FALSE;
    } else if (c == '{' || c == '[') {
      if (++depth > MAX_NESTING) {
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "nested more than %d levels deep",
                     MAX_NESTING);
        return FALSE;
      }
    } else if ((c == '}' || c == ']') && depth > 0) {
      depth--;
      ended = depth == 0;
    }
  }
  return TRUE;
}

static gboolean
node_is_string (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;
}

gboolean
cli_json_get_string (JsonObject *object, const char *key, char **value, GError **error)
{
  JsonNode *node = json_object_get_member (object, key);
  if (!node || JSON_NODE_HOLDS_NULL (node))
    return TRUE;
  if (!node_is_string (node)) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "\"%s\" is not a string", key);
    return FALSE;
  }
  *value = json_node_dup_string (node);
  return TRUE;
}

gboolean
cli_json_get_url (JsonObject *object, const char *key, char **value, GError **error)
{
  g_autofree char *url = NULL;
  if (!cli_json_get_string (object, key, &url, error))
    return FALSE;
  if (url)
    *value = extract_url_dup_without_user (url);
  return TRUE;
}

gboolean
cli_json_get_strings (JsonObject *object, const char *key, char ***values, GError **error)
{
  JsonNode *node = json_object_get_member (object, key);
  if (!node || JSON_NODE_HOLDS_NULL (node))
    return TRUE;

  g_autoptr (GPtrArray) strings = g_ptr_array_new_with_free_func (g_free);
  gboolean good = JSON_NODE_HOLDS_ARRAY (node);
  JsonArray *array = good ? json_node_get_array (node) : NULL;
  for (guint i = 0; good && i < json_array_get_length (array); i++) {
    JsonNode *element = json_array_get_element (array, i);
    good = node_is_string (element);
    if (good)
      g_ptr_array_add (strings, json_node_dup_string (element));
  }
  if (!good) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "\"%s\" is not a list of strings", key);
    return FALSE;
  }
  g_ptr_array_add (strings, NULL);
  *values = (char **) g_ptr_array_steal (strings, NULL);
  return TRUE;
}

gboolean
cli_json_get_object (JsonObject *object, const char *key, JsonObject **value, GError **error)
{
  JsonNode *node = json_object_get_member (object, key);
  if (!node || JSON_NODE_HOLDS_NULL (node))
    return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT (node)) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "\"%s\" is not an object", key);
    return FALSE;
  }
  *value = json_node_get_object (node);
  return TRUE;
}

JsonObject *
cli_json_parse (const char *text, gsize length, GError **error)
{
  if (length == 0) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "is empty");
    return NULL;
  }
  if (!begins_object (text, length)) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "not a JSON object");
    return NULL;
  }
  if (!check_text (text, length, error))
    return NULL;

  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  if (!json_parser_load_from_data (parser, text, (gssize) length, error))
    return NULL;

  return json_object_ref (json_node_get_object (json_parser_get_root (parser)));
}
