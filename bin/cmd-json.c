/* SPDX-License-Identifier: MIT */
/* Strings of JSON, for the verbs that print it. Texts are UTF-8. */
#include "bin/cmd.h"

void
cmd_append_json_string (GString *output, const char *text)
{
  if (!text) {
    g_string_append (output, "null");
    return;
  }
  g_string_append_c (output, '"');
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      g_string_append_printf (output, "\\%c", *text);
    else if ((guchar) *text < 0x20)
      g_string_append_printf (output, "\\u%04x", (guchar) *text);
    else
      g_string_append_c (output, *text);
  }
  g_string_append_c (output, '"');
}

void
cmd_append_json_member (GString *output, const char *name, const char *value)
{
  cmd_append_json_string (output, name);
  g_string_append (output, ": ");
  cmd_append_json_string (output, value);
}
