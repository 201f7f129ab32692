/* SPDX-License-Identifier: MIT */
/*
 * Names of shards: "out.vert.gz" is written as "out-00001.vert.gz", "out-00002.vert.gz" and so on.
 *
 * All files that are named like this are one output. An earlier one, which may have had more of them, goes
 * when the first shard of a new one is whole: never is there a mixture of both.
 */
#include "bin/cmd-extract-parts.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define DIGITS 5 /* at least */

/* What stands behind the number: the suffix of the format, or what is behind the last dot, and that of the
 * packing. Returns: its length */
static gsize
measure_suffix (const char *name, ExtractFormat format)
{
  gsize length = strlen (name);
  gsize n = length - strlen (cli_packing_get_suffix (cli_packing_guess (name)));
  g_autofree char *plain = g_strndup (name, n);
  const char *usual = extract_format_get_info (format)->suffix;
  const char *dot = strrchr (plain, '.');
  if (g_str_has_suffix (plain, usual) && n > strlen (usual))
    n -= strlen (usual);
  else if (dot && dot > plain)
    n = (gsize) (dot - plain);
  return length - n;
}

/* A link stands for the file that it leads to. The parts are (transfer full). */
static void
split_name (const CmdOutputOptions *options, char **folder, char **stem, char **suffix)
{
  g_autofree char *file = cmd_name_beside (options->file, "");
  g_autofree char *name = g_path_get_basename (file);
  gsize n = measure_suffix (name, options->format);
  *folder = g_path_get_dirname (file);
  *suffix = g_strdup (name + strlen (name) - n);
  *stem = g_strndup (name, strlen (name) - n);
}

/* In the words of the user: no "./" where there was none. */
static char *
join_name (const CmdOutputOptions *options, const char *folder, const char *name)
{
  gboolean plain = g_str_equal (folder, ".") && !g_str_has_prefix (options->file, "./");
  return plain ? g_strdup (name) : g_build_filename (folder, name, NULL);
}

char *
cmd_shard_name (const CmdOutputOptions *options, guint n)
{
  g_autofree char *folder = NULL, *stem = NULL, *suffix = NULL;
  if (options->shard_size == 0)
    return g_strdup (options->file);
  split_name (options, &folder, &stem, &suffix);
  g_autofree char *name = g_strdup_printf ("%s-%0*u%s", stem, DIGITS, n, suffix);
  return join_name (options, folder, name);
}

char *
cmd_shards_describe_reading (const CmdOutputOptions *options)
{
  static const char *const programs[] = {
    [CLI_PACKING_NONE] = "cat", [CLI_PACKING_GZIP] = "gzip -dc", [CLI_PACKING_ZSTD] = "zstd -dc"
  };
  g_autofree char *folder = NULL, *stem = NULL, *suffix = NULL;
  if (options->shard_size == 0 && options->packing == CLI_PACKING_NONE)
    return NULL;
  split_name (options, &folder, &stem, &suffix);
  g_autofree char *path = g_build_filename (folder, stem, NULL);
  g_autofree char *place = g_canonicalize_filename (path, NULL);
  g_autofree char *one = g_strconcat (place, suffix, NULL);
  g_autofree char *begin = g_shell_quote (options->shard_size > 0 ? place : one);
  g_autofree char *end = g_shell_quote (suffix);
  return options->shard_size > 0 ? g_strdup_printf ("%s %s-[0-9]*%s", programs[options->packing], begin, end)
                                 : g_strdup_printf ("%s %s", programs[options->packing], begin);
}

static gboolean
is_shard (const char *name, const char *stem, const char *suffix)
{
  if (!g_str_has_prefix (name, stem) || name[strlen (stem)] != '-')
    return FALSE;
  const char *number = name + strlen (stem) + 1;
  gsize n = strspn (number, "0123456789");
  return n >= DIGITS && strcmp (number + n, suffix) == 0;
}

/* Returns: (transfer full) (element-type filename): all that is named like a shard. */
static GPtrArray *
find_shards (const CmdOutputOptions *options)
{
  g_autofree char *folder = NULL, *stem = NULL, *suffix = NULL;
  split_name (options, &folder, &stem, &suffix);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  GDir *dir = g_dir_open (folder, 0, NULL);
  for (const char *name; dir && (name = g_dir_read_name (dir));)
    if (is_shard (name, stem, suffix))
      g_ptr_array_add (paths, join_name (options, folder, name));
  g_clear_pointer (&dir, g_dir_close);
  return paths;
}

gboolean
cmd_shards_check (const CmdOutputOptions *options, CliPlaces *places, GError **error)
{
  g_autoptr (GPtrArray) paths = find_shards (options);
  for (guint i = 0; i < paths->len; i++) {
    struct stat status;
    const char *victim = NULL;
    if (stat (paths->pdata[i], &status) == 0) {
      victim = cli_guard_find (&status);
      if (!victim && places)
        victim = cli_places_find (places, &status);
    }
    if (victim) {
      g_autofree char *sentence =
          g_strdup_printf ("the shards of %s (--output) would replace %s", options->file, victim);
      g_autofree char *safe = cli_escape (sentence);
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, safe);
      return FALSE;
    }
  }
  return TRUE;
}

gboolean
cmd_shards_remove (const CmdOutputOptions *options, GError **error)
{
  g_autoptr (GPtrArray) paths = find_shards (options);
  GError *failure = NULL;
  for (guint i = 0; i < paths->len; i++)
    if (unlink (paths->pdata[i]) != 0 && errno != ENOENT) {
      cli_fail_errno (&failure, "is a shard of an earlier run and cannot be removed");
      return cmd_fail_at (paths->pdata[i], failure, error);
    }
  return TRUE;
}
