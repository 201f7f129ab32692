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
 *   {"name":"out.vert","bytes":8213,"sha256":"…"}],       or a line for each shard
 *   "pages":12,"written":10,"empty":1,"left-out":0,"failed":1}
 */
#include "bin/cmd-extract-parts.h"
#include "cli/json.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define MOST_BYTES (64 << 20) /* of such a file */
#define SEPARATOR ",\n"       /* between descriptions of files */

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

/* Whether the file is described at @text as it is. Returns: (nullable): what stands behind it */
static const char *
skip_file (const char *text, const char *path)
{
  g_autofree char *expected = describe_file (path);
  if (!expected || !g_str_has_prefix (text, expected))
    return NULL;
  const char *end = strstr (text + strlen (expected), "\"}");
  return end ? end + strlen ("\"}") : NULL;
}

gboolean
cmd_done_is_there (const char *path, const char *task, const CmdOutputOptions *output, gsize *n_failed)
{
  g_autofree char *text = NULL;
  gsize length;
  if (!cli_read_file (path, MOST_BYTES, &text, &length, NULL) || !g_str_has_prefix (text, task))
    return FALSE;
  const char *rest = text + strlen (task);
  for (guint n = 1; rest && *rest != ']'; n++) {
    g_autofree char *file = cmd_shard_name (output, n);
    rest = skip_file (rest, file);
    if (rest && g_str_has_prefix (rest, SEPARATOR))
      rest += strlen (SEPARATOR);
  }
  const char *failed = rest ? strstr (rest, "\"failed\":") : NULL;
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

static gboolean
append_file (GString *text, const char *path, GError **error)
{
  GError *failure = NULL;
  g_autofree char *checksum = compute_checksum (path, &failure);
  g_autofree char *description = checksum ? describe_file (path) : NULL;
  if (checksum && !description)
    cli_fail_errno (&failure, "cannot be read");
  if (!description)
    return cmd_fail_at (path, failure, error);
  g_string_append_printf (text, "%s%s\"}", description, checksum);
  return TRUE;
}

gboolean
cmd_done_write (const char *path, const char *task, const CmdOutputOptions *output, guint n_files,
                const gsize counts[CMD_N_VERDICTS], GError **error)
{
  g_autoptr (GString) text = g_string_new (task);
  gsize n = 0;
  for (guint i = 1; i <= n_files; i++) {
    g_autofree char *file = cmd_shard_name (output, i);
    g_string_append (text, i > 1 ? SEPARATOR : "");
    if (!append_file (text, file, error))
      return FALSE;
  }
  for (CmdVerdict verdict = 0; verdict < CMD_ARCHIVE_READ; verdict++)
    n += counts[verdict];
  g_string_append_printf (text, "],\n\"pages\":%" G_GSIZE_FORMAT, n);
  for (CmdVerdict verdict = 0; verdict < CMD_ARCHIVE_READ; verdict++)
    g_string_append_printf (text, ",\"%s\":%" G_GSIZE_FORMAT, cmd_verdict_get_name (verdict),
                            counts[verdict]);
  g_string_append (text, "}\n");
  GError *failure = NULL;
  return cli_write_file (path, text->str, (gssize) text->len, &failure) || cmd_fail_at (path, failure, error);
}
