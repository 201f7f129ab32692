/* SPDX-License-Identifier: MIT */
/* Lists of names: in a sentence, and as a table at the end of --help. */
#include "cli/cli.h"

#include <string.h>

char *
cli_names_join (const CliName *names, gsize n)
{
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " or ", names[i].name);
  return g_string_free (text, FALSE);
}

char *
cli_names_describe (const char *title, const CliName *names, gsize n)
{
  GString *text = g_string_new (title);
  gsize width = 0;

  for (gsize i = 0; i < n; i++)
    width = MAX (width, strlen (names[i].name));
  for (gsize i = 0; i < n; i++)
    g_string_append_printf (text, "\n  %-*s  %s", (int) width, names[i].name, names[i].sentence);
  return g_string_free (text, FALSE);
}
