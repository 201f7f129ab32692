/* SPDX-License-Identifier: MIT */
/*
 * A file of options, read before those of the command line, which go before it:
 *
 *   [extract]
 *   format = markdown         as --format=markdown
 *   metadata = yes            as --metadata; no: as if the line were not there
 *
 * Each line is parsed by itself, as the command line would be, so that an error can name it.
 */
#include "cli/cli-private.h"

#include <string.h>

#define MAX_BYTES 65536

/* --config and --no-config of @args; the last one counts. @given: (out) (transfer full) (nullable)
 * Returns: whether a file is to be read */
static gboolean
find_file (char **args, char **given)
{
  gboolean read = TRUE;
  *given = NULL;
  for (char **arg = args + 1; *args && *arg && strcmp (*arg, "--") != 0; arg++) {
    const char *value = g_str_has_prefix (*arg, "--config=")               ? *arg + strlen ("--config=")
                        : strcmp (*arg, "--config") == 0 && arg[1] != NULL ? *++arg
                                                                           : NULL;
    if (value && *value) {
      g_free (*given);
      *given = g_strdup (value);
      read = TRUE;
    } else if (strcmp (*arg, "--no-config") == 0)
      read = FALSE;
  }
  return read;
}

/* "format = json" as "--format=json". Returns: (transfer full) (nullable): "" if it says nothing */
static char *
line_to_argument (GOptionContext *context, const char *line, GError **error)
{
  const char *equals = strchr (line, '=');
  if (!equals || equals == line) {
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                         "an option, = and a value are expected, such as format = json");
    return NULL;
  }
  g_autofree char *name = g_strstrip (g_strndup (line, equals - line));
  g_autofree char *value = g_strstrip (g_strdup (equals + 1));
  g_autofree char *help = g_option_context_get_help (context, FALSE, NULL);
  g_autofree char *option = g_strconcat ("--", name, NULL);
  g_autofree char *takes = cli_find_value (help, option);
  if (!takes || strcmp (name, "config") == 0 || strcmp (name, "no-config") == 0) {
    g_autofree char *hint =
        *name == '-' ? g_strdup ("; write it without dashes") : cli_dup_hint (option, help);
    char *dashes = strstr (hint, "\"--");
    if (dashes)
      memmove (dashes + 1, dashes + 3, strlen (dashes + 3) + 1);
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION, "there is no option \"%s\"%s", name,
                 hint);
    return NULL;
  }
  if (*takes)
    return g_strconcat (option, "=", value, NULL);
  if (strcmp (value, "yes") == 0)
    return g_steal_pointer (&option);
  if (strcmp (value, "no") == 0)
    return g_strdup ("");
  cli_fail_value (error, option, "yes or no", value);
  return NULL;
}

/* Adds to @set what is in force. */
static gboolean
apply_line (GOptionContext *context, const char *line, GString *set, GError **error)
{
  g_autofree char *argument = line_to_argument (context, line, error);
  if (!argument || !*argument)
    return argument != NULL;
  char *args[] = { (char *) "", argument, NULL };
  if (!cli_parse_args (context, args, error))
    return FALSE;
  g_string_append_printf (set, "\n  %s", argument);
  return TRUE;
}

static gboolean
apply_lines (GOptionContext *context, const char *verb, const char *text, GString *set, GError **error)
{
  g_auto (GStrv) lines = cli_split_lines (text);
  g_autofree char *head = g_strdup_printf ("[%s]", verb);
  gboolean inside = FALSE;
  for (guint i = 0; lines[i]; i++) {
    const char *line = g_strstrip (lines[i]);
    gboolean good = TRUE;
    if (!*line || *line == '#')
      continue;
    if (*line == '[' || !inside) {
      inside = good = strcmp (line, head) == 0;
      if (!good)
        g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s is expected here", head);
    } else
      good = apply_line (context, line, set, error);
    if (!good) {
      g_prefix_error (error, "line %u: ", i + 1);
      return FALSE;
    }
  }
  return TRUE;
}

gboolean
cli_apply_config (GOptionContext *context, const char *verb, char **args, GError **error)
{
  g_autofree char *given = NULL, *text = NULL;
  g_autoptr (GString) set = g_string_new (NULL);
  g_autoptr (GError) failure = NULL;
  gsize length;
  if (!find_file (args, &given))
    return TRUE;
  g_autofree char *path =
      given ? g_strdup (given) : g_build_filename (g_get_user_config_dir (), "texttractor", "config", NULL);
  if (!cli_read_file (path, MAX_BYTES, &text, &length, &failure)) {
    if (!given && g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
      return TRUE;
  } else if (strlen (text) != length || !g_utf8_validate (text, -1, NULL))
    g_set_error_literal (&failure, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "is not a text in UTF-8");
  else
    apply_lines (context, verb, text, set, &failure);
  if (failure) {
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s: %s", path, failure->message);
    return FALSE;
  }
  if (set->len > 0) {
    const char *description = g_option_context_get_description (context);
    g_autofree char *with =
        g_strdup_printf ("%s\n\nSet by %s:%s", description ? description : "", path, set->str);
    g_option_context_set_description (context, with);
  }
  return TRUE;
}
