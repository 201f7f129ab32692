/* SPDX-License-Identifier: MIT */
/*
 * Where the texts of pages go: to a stream (cmd-extract-stream.c), or into a folder with a file for each
 * page, named after it. Those of an archive are in a folder of their own.
 */
#include "cli/cli-private.h"
#include "bin/cmd-extract-parts.h"
#include "libextract/base/url.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME_BYTES 200 /* of an output name, before its suffix */

struct _CmdOutput {
  CmdOutputOptions options;
  CliPlaces *places; /* lent */
  const ExtractFormatInfo *info;
  char *prologue; /* owned */
  const char *epilogue;
  GHashTable *names; /* (nullable): output -> place that took it; with a folder */
  char *root;        /* (nullable): the folder without links */
  char *inner;       /* (nullable): the folder inside it of the page that was claimed last */
  char *resolved;    /* (nullable): the same without links */
  char *made;        /* (nullable): the folder inside it that was made last */
  CmdStream *stream; /* (nullable): without a folder */
};

/* ---- Names ---------------------------------------------------------------------------------- */

static void
strip_suffix (char *name, const char *suffix)
{
  gsize length = strlen (name), n = strlen (suffix);
  if (length >= n && g_ascii_strcasecmp (name + length - n, suffix) == 0)
    name[length - n] = '\0';
}

/* A URL without its scheme and user, as a name: what is no letter, digit, dot or hyphen becomes an
 * underscore. */
static char *
name_url (const char *url)
{
  char *name = extract_url_dup_without_user (url);
  char *rest = strstr (name, "://") + strlen ("://");
  memmove (name, rest, strlen (rest) + 1);
  for (char *c = name; *c; c++)
    if (!g_ascii_isalnum (*c) && !strchr (".-", *c))
      *c = '_';
  gsize length = strlen (name);
  while (length > 0 && name[length - 1] == '_')
    name[--length] = '\0';
  return name;
}

/* What is taken off the name of a page, and of an archive: from the left to the right. */
static const char *const page_suffixes[] = { ".gz", ".html", ".htm", NULL };
static const char *const archive_suffixes[] = {
  ".gz", ".xz", ".zst", ".warc", ".arc", ".jsonl", ".json", NULL
};

/* Returns: (transfer full): the name of the output of @place, without a folder. */
static char *
name_place (const char *place, const char *const *suffixes, const char *suffix)
{
  g_autofree char *name = NULL;
  if (strcmp (place, "-") == 0)
    name = g_strdup ("stdin");
  else if (extract_source_is_url (place))
    name = name_url (place);
  else
    name = g_path_get_basename (place);
  for (; *suffixes; suffixes++)
    strip_suffix (name, *suffixes);
  if (strlen (name) > NAME_BYTES) {
    g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, name, -1);
    return g_strdup_printf ("%.*s-%.16s%s", NAME_BYTES - 17, name, sum, suffix);
  }
  /* A leading dot would hide the output. */
  return g_strconcat (*name == '\0' || *name == '.' ? "page" : "", name, suffix, NULL);
}

/* The same inside the folder of the output: pages of a folder keep their places in it, and those of an
 * archive are below its name. */
static char *
name_output (const CmdOutput *output, const CmdPage *page)
{
  const char *place = cli_places_get (output->places, page->place);
  const char *inside = cli_places_get_inside (output->places, page->place);
  const char *slash = inside ? strrchr (inside, '/') : NULL;
  g_autoptr (GString) name = g_string_new_len (inside, slash ? slash + 1 - inside : 0);
  g_autofree char *base = page->inside ? name_place (place, archive_suffixes, "")
                                       : name_place (place, page_suffixes, output->info->suffix);
  g_string_append (name, base);
  if (page->inside)
    g_string_append_printf (name, "/%s%s", page->inside, output->info->suffix);
  return g_string_free (g_steal_pointer (&name), FALSE);
}

char *
cmd_output_dup_path (const CmdOutput *output, const CmdPage *page)
{
  if (!output->options.folder)
    return NULL;
  g_autofree char *name = name_output (output, page);
  return g_build_filename (output->options.folder, name, NULL);
}

/* Returns: (transfer full): @path, which may not exist yet, without the links above it */
static char *
resolve_folder (const char *path)
{
  char *real = realpath (path, NULL);
  char *copy = g_strdup (real);
  free (real);
  if (copy)
    return copy;
  g_autofree char *above = g_path_get_dirname (path);
  if (g_str_equal (above, path))
    return g_strdup (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *resolved = resolve_folder (above);
  return g_build_filename (resolved, name, NULL);
}

/* One name for each file, however links lead there. Returns: (transfer full): below the folder, if it is
 * there */
static char *
name_file (CmdOutput *output, const char *path)
{
  struct stat status;
  gboolean linked = lstat (path, &status) == 0 && S_ISLNK (status.st_mode);
  g_autofree char *place = linked ? cli_resolve (path) : g_strdup (path);
  g_autofree char *folder = g_path_get_dirname (place);
  g_autofree char *base = g_path_get_basename (place);
  if (g_strcmp0 (folder, output->inner) != 0) {
    g_free (output->resolved);
    output->resolved = resolve_folder (folder);
    g_free (output->inner);
    output->inner = g_steal_pointer (&folder);
  }
  gsize n = strlen (output->root);
  const char *inside = output->resolved;
  if (strncmp (inside, output->root, n) == 0 && (inside[n] == '\0' || inside[n] == '/'))
    inside += inside[n] == '/' ? n + 1 : n;
  return g_build_filename (inside, base, NULL);
}

/* What is read or written beside the pages' files, and is @path. */
static const char *
find_victim (CmdOutput *output, const char *path)
{
  struct stat status;
  if (stat (path, &status) != 0 || !S_ISREG (status.st_mode))
    return NULL;
  const char *name = cli_guard_find (&status);
  return name ? name : cli_places_find (output->places, &status);
}

static gboolean
refuse_taken (const char *name, const char *taken, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS, "not written: its output %s would overwrite that of %s",
               name, taken);
  return FALSE;
}

/* An archive has its folder alone: the names in it need not be kept, however many they are. In the table are
 * files, the folders of archives as "crawl/", and folders with other pages in them as "crawl/.". */
static gboolean
claim_archive (CmdOutput *output, const CmdPage *page, const char *file, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (file);
  g_autofree char *alone = g_strconcat (folder, "/", NULL);
  g_autofree char *shared = g_strconcat (folder, "/.", NULL);
  const char *place = cli_places_get (output->places, page->place);
  const char *taken = g_hash_table_lookup (output->names, alone);
  if (!taken)
    taken = g_hash_table_lookup (output->names, shared);
  if (!taken)
    g_hash_table_insert (output->names, g_steal_pointer (&alone), (char *) place);
  return !taken || taken == place || refuse_taken (folder, taken, error);
}

static gboolean
claim_file (CmdOutput *output, const CmdPage *page, char **file, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (*file);
  g_autofree char *alone = g_strconcat (folder, "/", NULL);
  g_autofree char *shared = g_strconcat (folder, "/.", NULL);
  char *place = (char *) cli_places_get (output->places, page->place);
  const char *taken = g_hash_table_lookup (output->names, *file);
  if (!taken)
    taken = g_hash_table_lookup (output->names, alone);
  if (taken) {
    g_autofree char *name = name_output (output, page);
    return refuse_taken (name, taken, error);
  }
  g_hash_table_insert (output->names, g_steal_pointer (file), place);
  if (!g_hash_table_contains (output->names, shared))
    g_hash_table_insert (output->names, g_steal_pointer (&shared), place);
  return TRUE;
}

gboolean
cmd_output_claim (CmdOutput *output, const CmdPage *page, GError **error)
{
  if (!output->options.folder)
    return TRUE;
  g_autofree char *path = cmd_output_dup_path (output, page);
  g_autofree char *file = name_file (output, path);
  const char *victim = find_victim (output, path);
  if (victim) {
    gboolean itself = g_str_equal (victim, cli_places_get (output->places, page->place));
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS, "not written: its output would overwrite %s%s",
                 itself ? "the page itself" : "", itself ? "" : victim);
    return FALSE;
  }
  return page->inside ? claim_archive (output, page, file, error) : claim_file (output, page, &file, error);
}

/* ---- Start ---------------------------------------------------------------------------------- */

gboolean
cmd_output_guard (const CmdOutputOptions *options, GError **error)
{
  return options->folder || cmd_stream_guard (options, error);
}

static gboolean
open_folder (CmdOutput *output, GError **error)
{
  GError *failure = NULL;
  output->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (g_mkdir_with_parents (output->options.folder, 0777) != 0) {
    cli_fail_errno (&failure, "cannot be created");
    return cmd_fail_at (output->options.folder, failure, error);
  }
  output->root = resolve_folder (output->options.folder);
  return TRUE;
}

CmdOutput *
cmd_output_new (const CmdOutputOptions *options, CliPlaces *places, GError **error)
{
  g_autoptr (CmdOutput) output = g_new0 (CmdOutput, 1);
  output->options = *options;
  output->places = places;
  output->info = extract_format_get_info (options->format);
  if (options->folder)
    return open_folder (output, error) ? g_steal_pointer (&output) : NULL;
  output->stream = cmd_stream_new (options, places, error);
  return output->stream ? g_steal_pointer (&output) : NULL;
}

const CmdJournalState *
cmd_output_get_state (const CmdOutput *output)
{
  static const CmdJournalState none;
  return output->stream ? cmd_stream_get_state (output->stream) : &none;
}

/* ---- Pages ---------------------------------------------------------------------------------- */

/* Between two pages there is an empty line where there is one between blocks, too. */
static const char *
get_separator (ExtractFormat format)
{
  return format == EXTRACT_FORMAT_TEXT || format == EXTRACT_FORMAT_MARKDOWN ? "\n" : "";
}

void
cmd_output_begin (CmdOutput *output, gboolean archive)
{
  const CmdOutputOptions *options = &output->options;
  gboolean several = archive || cli_places_get_n (output->places) > 1 ||
                     cmd_output_get_state (output)->counts[CMD_ARCHIVE_READ] > 0;
  /* Where a page is alone in its file, formats for several pages may do without their frame. */
  if (options->prologue) {
    output->prologue = g_strdup (options->prologue);
    output->epilogue = options->epilogue;
  } else if (output->info->alone && (options->folder || !several)) {
    output->prologue = g_strdup (output->info->alone);
    output->epilogue = "";
  } else {
    output->prologue = extract_format_dup_prologue (options->format, options->flags);
    output->epilogue = output->info->epilogue;
  }
  if (output->stream)
    cmd_stream_set_frame (output->stream, output->prologue,
                          options->prologue ? options->separator : get_separator (options->format),
                          output->epilogue);
}

static gboolean
write_own_file (CmdOutput *output, const CmdPage *page, const char *text, GError **error)
{
  g_autofree char *path = cmd_output_dup_path (output, page);
  g_autofree char *folder = g_path_get_dirname (path);
  const char *const parts[] = { output->prologue, text, output->epilogue };
  GError *failure = NULL;
  if (g_strcmp0 (folder, output->made) != 0) {
    if (g_mkdir_with_parents (folder, 0777) != 0) {
      cli_fail_errno (&failure, "cannot be created");
      return cmd_fail_at (folder, failure, error);
    }
    g_free (output->made);
    output->made = g_steal_pointer (&folder);
  }
  /* One after another: a copy of the text would be as large as it. */
  g_autoptr (CliFile) file = cli_file_open (path, &failure);
  for (guint p = 0; p < G_N_ELEMENTS (parts) && !failure; p++)
    cli_file_write (file, parts[p], strlen (parts[p]), &failure);
  return (!failure && cli_file_commit (file, &failure)) || cmd_fail_at (path, failure, error);
}

gboolean
cmd_output_write (CmdOutput *output, const CmdPage *page, const char *text, gboolean *broken, GError **error)
{
  *broken = FALSE;
  if (!output->stream)
    return write_own_file (output, page, text, error);
  *broken = !cmd_stream_write (output->stream, text, error);
  return !*broken;
}

gboolean
cmd_output_page_done (CmdOutput *output, const char *name, CmdVerdict verdict, guint64 failures,
                      GError **error)
{
  return !output->stream || cmd_stream_page_done (output->stream, name, verdict, failures, error);
}

gboolean
cmd_output_end (CmdOutput *output, gboolean whole, gboolean any, GError **error)
{
  return !output->stream || cmd_stream_end (output->stream, whole, any, error);
}

guint
cmd_output_get_n_files (const CmdOutput *output)
{
  return cmd_stream_get_n_files (output->stream);
}

void
cmd_output_free (CmdOutput *output)
{
  g_clear_pointer (&output->names, g_hash_table_unref);
  g_clear_pointer (&output->stream, cmd_stream_free);
  g_free (output->prologue);
  g_free (output->root);
  g_free (output->inner);
  g_free (output->resolved);
  g_free (output->made);
  g_free (output);
}
