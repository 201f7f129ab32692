/* SPDX-License-Identifier: MIT */
#include "train/data/json-write.h"

#include <json-glib/json-glib.h>
#include <string.h>

void
train_json_append_quoted (GString *json, const char *value)
{
  g_autoptr (JsonNode) node = json_node_alloc ();
  g_autofree char *valid = g_utf8_make_valid (value, -1); /* names of files need not be */
  json_node_init_string (node, valid);
  g_autofree char *quoted = json_to_string (node, FALSE);
  g_string_append (json, quoted);
}

void
train_json_append_item (GString *json)
{
  if (json->str[json->len - 1] != '[')
    g_string_append (json, ", ");
}

void
train_json_append_key (GString *json, const char *key)
{
  if (json->str[json->len - 1] != '{')
    g_string_append (json, ", ");
  train_json_append_quoted (json, key);
  g_string_append (json, ": ");
}

void
train_json_append_string (GString *json, const char *key, const char *value)
{
  train_json_append_key (json, key);
  train_json_append_quoted (json, value);
}

void
train_json_append_count (GString *json, const char *key, guint value)
{
  train_json_append_key (json, key);
  g_string_append_printf (json, "%u", value);
}

void
train_json_append_number (GString *json, const char *key, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd (number, sizeof number, "%.5f", value);
  gsize length = strlen (number);
  while (number[length - 1] == '0' && number[length - 2] != '.')
    length--;
  train_json_append_key (json, key);
  g_string_append_len (json, number, (gssize) length);
}
