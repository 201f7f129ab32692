/* SPDX-License-Identifier: MIT */
#include "cli/json.h"
#include "libextract/base/json.h"

#include <string.h>

void
cli_json_append_quoted (GString *json, const char *value)
{
  g_autofree char *quoted = extract_json_quote (value);

  g_string_append (json, quoted);
}

void
cli_json_append_item (GString *json)
{
  if (json->str[json->len - 1] != '[')
    g_string_append (json, ", ");
}

void
cli_json_append_key (GString *json, const char *key)
{
  if (!strchr ("{ ", json->str[json->len - 1]))
    g_string_append (json, ", ");
  cli_json_append_quoted (json, key);
  g_string_append (json, ": ");
}

void
cli_json_append_string (GString *json, const char *key, const char *value)
{
  cli_json_append_key (json, key);
  cli_json_append_quoted (json, value);
}

void
cli_json_append_count (GString *json, const char *key, guint value)
{
  cli_json_append_key (json, key);
  g_string_append_printf (json, "%u", value);
}

void
cli_json_append_number (GString *json, const char *key, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd (number, sizeof number, "%.5f", value);
  gsize length = strlen (number);
  while (number[length - 1] == '0' && number[length - 2] != '.')
    length--;
  cli_json_append_key (json, key);
  g_string_append_len (json, number, (gssize) length);
}
