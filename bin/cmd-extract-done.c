/* SPDX-License-Identifier: MIT */
/*
 * FILE.done: that the output FILE is whole, what made it, and what came of it. Written last, so a task of a
 * cluster is done if it is there; run again, the task has nothing to do. The same task makes the same bytes:
 * there are no times in it.
 *
 *   {"texttractor":"0.1.0",
 *   "settings":"format=vertical model=…",
 *   "input":"…",                             checksum of the names of the places, and of the sizes of files
 *   "files":[
 *   {"name":"out.vert","bytes":8213,"sha256":"…"}],
 *   "pages":12,"written":10,"empty":1,"left-out":0,"failed":1}
 */
#include "bin/cmd-extract-parts.h"
#include "cli/json.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define MOST_BYTES (64 << 20) /* of such a file */

char *
cmd_done_name (const char *file)
{
  return g_strconcat (file, ".done", NULL);
}

static char *
compute_input (const CliPlaces *places)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  for (gsize i = 0; i < cli_places_get_n (places); i++) {
    const char *place = cli_places_get (places, i);
    struct stat status;
    gboolean file = !extract_source_is_url (place) && stat (place, &status) == 0 && S_ISREG (status.st_mode);
    g_autofree char *line =
        g_strdup_printf ("%s\n%" G_GUINT64_FORMAT "\n", place, file ? (guint64) status.st_size : (guint64) 0);
    g_checksum_update (sum, (const guchar *) line, (gssize) strlen (line));
  }
  return g_strdup (g_checksum_get_string (sum));
}

char *
cmd_done_describe (const char *settings, const CliPlaces *places)
{
  g_autofree char *input = compute_input (places);
  GString *text = g_string_new ("{\"texttractor\":");
  cli_json_append_quoted (text, extract_get_version ());
  g_string_append (text, ",\n\"settings\":");
  cli_json_append_quoted (text, settings);
  g_string_append_printf (text, ",\n\"input\":\"%s\",\n\"files\":[\n", input);
  return g_string_free (text, FALSE);
}

/* What is said of a file before its checksum. Returns: (transfer full) (nullable): NULL with errno */
static char *
describe_file (const char *path)
{
  struct stat status;
  if (stat (path, &status) != 0)
    return NULL;
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  GString *text = g_string_new ("{\"name\":");
  cli_json_append_quoted (text, valid);
  g_string_append_printf (text, ",\"bytes\":%" G_GUINT64_FORMAT ",\"sha256\":\"", (guint64) status.st_size);
  return g_string_free (text, FALSE);
}

gboolean
cmd_done_is_there (const char *path, const char *task, const char *file, gsize *n_failed)
{
  g_autofree char *text = NULL;
  g_autofree char *expected = describe_file (file);
  gsize length, n_task = strlen (task);
  if (!expected || !cli_read_file (path, MOST_BYTES, &text, &length, NULL) ||
      strncmp (text, task, n_task) != 0 || strncmp (text + n_task, expected, strlen (expected)) != 0)
    return FALSE;
  const char *failed = strstr (text + n_task, "],\n\"pages\":");
  failed = failed ? strstr (failed, "\"failed\":") : NULL;
  if (!failed)
    return FALSE;
  *n_failed = g_ascii_strtoull (failed + strlen ("\"failed\":"), NULL, 10);
  return TRUE;
}

/* Returns: (transfer full) (nullable) */
static char *
compute_checksum (const char *path, GError **error)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree guchar *buffer = g_malloc (1 << 16);
  FILE *stream = fopen (path, "re");
  gsize n;
  while (stream && (n = fread (buffer, 1, 1 << 16, stream)) > 0)
    g_checksum_update (sum, buffer, (gssize) n);
  gboolean good = stream && !ferror (stream);
  if (!good)
    cli_fail_errno (error, "cannot be read");
  if (stream)
    fclose (stream);
  return good ? g_strdup (g_checksum_get_string (sum)) : NULL;
}

gboolean
cmd_done_write (const char *path, const char *task, const char *file, const gsize counts[CMD_N_VERDICTS],
                GError **error)
{
  g_autofree char *checksum = compute_checksum (file, error);
  g_autofree char *description = checksum ? describe_file (file) : NULL;
  if (!description)
    return checksum ? cli_fail_errno (error, "cannot be read") : FALSE;
  gsize n = 0;
  for (CmdVerdict verdict = 0; verdict < CMD_ARCHIVE_READ; verdict++)
    n += counts[verdict];
  g_autoptr (GString) text = g_string_new (task);
  g_string_append_printf (text, "%s%s\"}],\n\"pages\":%" G_GSIZE_FORMAT, description, checksum, n);
  for (CmdVerdict verdict = 0; verdict < CMD_ARCHIVE_READ; verdict++)
    g_string_append_printf (text, ",\"%s\":%" G_GSIZE_FORMAT, cmd_verdict_get_name (verdict),
                            counts[verdict]);
  g_string_append (text, "}\n");
  return cli_write_file (path, text->str, (gssize) text->len, error);
}
