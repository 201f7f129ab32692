/* SPDX-License-Identifier: MIT */
#include "annotate/script.h"

#include "cli/cli.h"
#include "annotate/view/view.h"

#include <string.h>
#include <unistd.h>

#define MAX_BYTES (16 * 1024 * 1024)
#define MAX_SIDE 1000 /* columns or rows */

#define WAIT_MICROSECONDS 50000

struct _Script {
  char **lines;
};

typedef struct {
  Desk *desk;
  Canvas *canvas;
  ScriptFulfil fulfil;
  gpointer data;
  gboolean ended;
} Run;

/* ---- What a line does ---------------------------------------------------------------------------- */

static void
press (Run *run, const char *key)
{
  if (run->ended)
    return;
  desk_key (run->desk, key);
  run->ended = !run->fulfil (run->data);
  /* Keys that move by a screen need to know what it shows. */
  view_paint (run->desk, run->canvas);
}

static gboolean
parse_size (const char *text, int *columns, int *rows)
{
  g_auto (GStrv) words = g_strsplit (text, " ", 2);
  guint64 width, height;
  if (g_strv_length (words) != 2 || !g_ascii_string_to_unsigned (words[0], 10, 1, MAX_SIDE, &width, NULL) ||
      !g_ascii_string_to_unsigned (words[1], 10, 1, MAX_SIDE, &height, NULL))
    return FALSE;
  *columns = (int) width;
  *rows = (int) height;
  return TRUE;
}

static gboolean
run_size (Run *run, const char *text, GError **error)
{
  int columns = 0, rows = 0;
  parse_size (text, &columns, &rows);
  canvas_resize (run->canvas, columns, rows);
  view_paint (run->desk, run->canvas);
  return TRUE;
}

static gboolean
run_keys (Run *run, const char *text, GError **error)
{
  g_auto (GStrv) keys = g_strsplit (text, " ", -1);
  for (guint i = 0; keys[i]; i++)
    if (*keys[i] != '\0')
      press (run, keys[i]);
  return TRUE;
}

static gboolean
run_type (Run *run, const char *text, GError **error)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p)) {
    g_autofree char *key = g_strndup (p, (gsize) (g_utf8_next_char (p) - p));
    press (run, strcmp (key, " ") == 0 ? "space" : key);
  }
  return TRUE;
}

static gboolean
run_paste (Run *run, const char *text, GError **error)
{
  desk_paste (run->desk, text);
  view_paint (run->desk, run->canvas);
  return TRUE;
}

static gboolean
run_wait (Run *run, const char *text, GError **error)
{
  g_autofree char *before = g_strdup (run->desk->message);
  gint64 end = g_get_monotonic_time () + g_ascii_strtoll (text, NULL, 10) * G_USEC_PER_SEC;
  while (!run->ended && g_get_monotonic_time () < end && g_strcmp0 (before, run->desk->message) == 0) {
    g_usleep (WAIT_MICROSECONDS);
    run->ended = !run->fulfil (run->data);
  }
  view_paint (run->desk, run->canvas);
  return TRUE;
}

/* Nothing of the set is overwritten, nor the script. */
static gboolean
guard_screen (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  const char *const places[] = { path, folder };
  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    struct stat status;
    const char *name = stat (places[i], &status) == 0 ? cli_guard_find (&status) : NULL;
    if (name) {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS, "%s: would overwrite %s, which is an input", path,
                   name);
      return FALSE;
    }
  }
  return TRUE;
}

static gboolean
save (const char *path, const char *text, GError **error)
{
  if (strcmp (path, "-") == 0)
    return cli_write_stdout (text, strlen (text), error);
  if (!guard_screen (path, error))
    return FALSE;
  if (cli_write_file (path, text, -1, error))
    return TRUE;
  g_prefix_error (error, "%s: ", path);
  return FALSE;
}

static gboolean
run_screen (Run *run, const char *text, GError **error)
{
  g_autofree char *screen = canvas_dump (run->canvas);
  return save (text, screen, error);
}

static gboolean
run_styles (Run *run, const char *text, GError **error)
{
  g_autofree char *styles = canvas_dump_styles (run->canvas);
  return save (text, styles, error);
}

/* ---- What a line may be -------------------------------------------------------------------------- */

static gboolean
check_size (const char *text)
{
  int columns, rows;
  return parse_size (text, &columns, &rows);
}

static gboolean
check_keys (const char *text)
{
  g_auto (GStrv) keys = g_strsplit (text, " ", -1);
  for (guint i = 0; keys[i]; i++)
    if (*keys[i] != '\0' && !keys_is_name (keys[i]))
      return FALSE;
  return TRUE;
}

static gboolean
check_seconds (const char *text)
{
  return g_ascii_string_to_unsigned (text, 10, 1, 1000, NULL, NULL);
}

static gboolean
check_text (const char *text)
{
  return *text != '\0';
}

static const struct {
  const char *name;
  gboolean (*check) (const char *text);
  gboolean (*run) (Run *run, const char *text, GError **error);
  const char *expected;
} orders[] = {
  { "size", check_size, run_size, "columns and rows, 1 to 1000" },
  { "keys", check_keys, run_keys, "names of keys" },
  { "type", check_text, run_type, "a text" },
  { "paste", check_text, run_paste, "a text" },
  { "wait", check_seconds, run_wait, "a number of seconds, 1 to 1000" },
  { "screen", check_text, run_screen, "the name of a file" },
  { "styles", check_text, run_styles, "the name of a file" },
};

/* The order of @line, and what follows it. Returns: its row, -1 if there is none. */
static int
find_order (const char *line, const char **rest)
{
  for (guint i = 0; i < G_N_ELEMENTS (orders); i++) {
    gsize length = strlen (orders[i].name);
    if (strncmp (line, orders[i].name, length) != 0 || (line[length] != ' ' && line[length] != '\0'))
      continue;
    *rest = line[length] == ' ' ? line + length + 1 : "";
    return (int) i;
  }
  return -1;
}

static gboolean
is_empty (const char *line)
{
  return *line == '\0' || *line == '#';
}

static gboolean
check_line (const char *line, guint number, GError **error)
{
  const char *rest = "";
  int order = find_order (line, &rest);

  if (is_empty (line) || (order >= 0 && orders[order].check (rest)))
    return TRUE;
  g_autofree char *shown = cli_escape (line);
  if (order < 0)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 "line %u: a line begins with size, keys, type, paste, wait, screen or styles, not \"%s\"",
                 number, shown);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "line %u: %s takes %s: \"%s\"", number,
                 orders[order].name, orders[order].expected, shown);
  return FALSE;
}

/* ---- Scripts ------------------------------------------------------------------------------------- */

/* Returns: (transfer full) (nullable) */
static char *
read_all (const char *path, GError **error)
{
  gsize length;
  char *contents = NULL;

  if (strcmp (path, "-") != 0)
    return cli_read_file (path, MAX_BYTES, &contents, &length, error) ? contents : NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  char part[4096];
  gssize n;
  while ((n = read (STDIN_FILENO, part, sizeof part)) > 0 && text->len < MAX_BYTES)
    g_string_append_len (text, part, n);
  if (n < 0) {
    cli_fail_errno (error, "cannot be read");
    return NULL;
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

Script *
script_load (const char *path, GError **error)
{
  g_autofree char *contents = cli_guard_input (path, error) ? read_all (path, error) : NULL;
  if (!contents)
    return NULL;
  g_autofree char *text = g_utf8_make_valid (contents, -1);
  g_autoptr (Script) script = g_new0 (Script, 1);
  script->lines = cli_split_lines (text);
  for (guint i = 0; script->lines[i]; i++)
    if (!check_line (script->lines[i], i + 1, error))
      return NULL;
  return g_steal_pointer (&script);
}

void
script_free (Script *script)
{
  if (!script)
    return;
  g_strfreev (script->lines);
  g_free (script);
}

gboolean
script_run (const Script *script, Desk *desk, Canvas *canvas, ScriptFulfil fulfil, gpointer data,
            GError **error)
{
  Run run = { .desk = desk, .canvas = canvas, .fulfil = fulfil, .data = data };

  view_paint (desk, canvas);
  for (guint i = 0; script->lines[i] && !run.ended; i++) {
    const char *rest = "";
    int order = is_empty (script->lines[i]) ? -1 : find_order (script->lines[i], &rest);
    if (order >= 0 && !orders[order].run (&run, rest, error)) {
      g_prefix_error (error, "line %u: ", i + 1);
      return FALSE;
    }
  }
  return TRUE;
}
