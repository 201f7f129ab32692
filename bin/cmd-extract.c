/* SPDX-License-Identifier: MIT */
/*
 * texttractor extract: pages in, main text out.
 *
 *   worker threads (extract_page):    place -> document -> labels -> text in the format
 *   the main thread (deliver_page):   text -> stdout, one file, or a file for each page, in the order of
 * input
 *
 * A page that fails is reported and left out; an output that fails ends the batch.
 */
#include "bin/cli.h"
#include "bin/cmd.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME_BYTES 200 /* of an output name, before its suffix */

static char *opt_format;
static char *opt_output;
static char *opt_output_dir;
static char *opt_files_from;
static gboolean opt_all;
static gboolean opt_exit_status;

static const GOptionEntry entries[] = {
  { "format", 'f', 0, G_OPTION_ARG_STRING, &opt_format, "Format of the output (default text; see below)",
    "NAME" },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &opt_output, "Write all pages to this file", "FILE" },
  { "output-dir", 0, 0, G_OPTION_ARG_FILENAME, &opt_output_dir, "Write a file for each page into this folder",
    "DIR" },
  { "files-from", 0, 0, G_OPTION_ARG_FILENAME, &opt_files_from, "Read more pages, one a line, from this file",
    "FILE" },
  { "all", 'a', 0, G_OPTION_ARG_NONE, &opt_all,
    "Every block with score, label and rule, not only the main text", NULL },
  { "exit-status", 0, 0, G_OPTION_ARG_NONE, &opt_exit_status, "Exit with 3 if no page has main text", NULL },
  { NULL },
};

/* One run over all pages. Workers only read. */
typedef struct {
  GPtrArray *places;
  const CliPageOptions *page;
  ExtractClassifier *classifier;
  ExtractFormat format;
  CliFile *file;         /* (nullable): --output */
  GHashTable *names;     /* output name -> place that took it; with --output-dir */
  CliProgress *progress; /* (nullable) */
  gsize n_written;
  gsize n_failed;
  gboolean begun; /* something has been written to the one output */
  gboolean found; /* a page had main text */
} Batch;

/* What became of a page. */
typedef struct {
  char *text;    /* (nullable): NULL with an error */
  GError *error; /* (nullable) */
  gboolean found;
} Result;

static void
result_free (gpointer data)
{
  Result *result = data;
  g_free (result->text);
  g_clear_error (&result->error);
  g_free (result);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Result, result_free)

static gboolean
find_format (const char *name, ExtractFormat *format)
{
  for (guint i = 0; i < EXTRACT_N_FORMATS; i++) {
    if (strcmp (extract_format_get_info (i)->name, name) == 0) {
      *format = i;
      return TRUE;
    }
  }
  return FALSE;
}

/* Returns: (transfer full): what is at the end of --help. */
static char *
describe_formats (void)
{
  GString *text = g_string_new ("Formats:");
  for (guint i = 0; i < EXTRACT_N_FORMATS; i++) {
    const ExtractFormatInfo *info = extract_format_get_info (i);
    g_string_append_printf (text, "\n  %-10s %s", info->name, info->sentence);
  }
  return g_string_free (text, FALSE);
}

static gboolean
read_list (const char *path, GPtrArray *places)
{
  gboolean standard = strcmp (path, "-") == 0;
  FILE *stream = standard ? stdin : fopen (path, "re");
  if (!stream) {
    cli_error (path, "cannot be opened: %s", g_strerror (errno));
    return FALSE;
  }
  char *line = NULL;
  size_t size = 0;
  gssize length;
  while ((length = getline (&line, &size, stream)) >= 0) {
    if (length > 0 && line[length - 1] == '\n')
      line[--length] = '\0';
    if (length > 0)
      g_ptr_array_add (places, g_strdup (line));
  }
  free (line);
  gboolean ok = !ferror (stream);
  if (!ok)
    cli_error (path, "cannot be read: %s", g_strerror (errno));
  if (!standard)
    fclose (stream);
  return ok;
}

static gboolean
has_main_text (ExtractDocument *document)
{
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++)
    if (extract_block_get_label (extract_document_get_block (document, i)) == EXTRACT_LABEL_GOOD)
      return TRUE;
  return FALSE;
}

static gpointer
extract_page (gsize i, gpointer data)
{
  const Batch *batch = data;
  Result *result = g_new0 (Result, 1);
  g_autoptr (ExtractDocument) document =
      cli_read_page (batch->page, g_ptr_array_index (batch->places, i), &result->error);
  if (!document || !extract_classifier_label (batch->classifier, document, &result->error))
    return result;
  result->found = has_main_text (document);
  result->text = extract_document_to_string (
      document, batch->format, opt_all ? EXTRACT_WRITE_ALL : EXTRACT_WRITE_DEFAULT, &result->error);
  return result;
}

static void
strip_suffix (char *name, const char *suffix)
{
  gsize length = strlen (name), n = strlen (suffix);
  if (length >= n && g_ascii_strcasecmp (name + length - n, suffix) == 0)
    name[length - n] = '\0';
}

/* A URL without its scheme, as a name: what is no letter, digit, dot or hyphen becomes an underscore. */
static char *
name_url (const char *url)
{
  char *name = g_strdup (strstr (url, "://") + strlen ("://"));
  for (char *c = name; *c; c++)
    if (!g_ascii_isalnum (*c) && !strchr (".-", *c))
      *c = '_';
  gsize length = strlen (name);
  while (length > 0 && name[length - 1] == '_')
    name[--length] = '\0';
  return name;
}

/* Returns: (transfer full): the name of the output of @place, without a folder. */
static char *
name_output (const char *place, const char *suffix)
{
  g_autofree char *name = NULL;
  if (strcmp (place, "-") == 0)
    name = g_strdup ("stdin");
  else if (extract_source_is_url (place))
    name = name_url (place);
  else
    name = g_path_get_basename (place);
  strip_suffix (name, ".gz");
  strip_suffix (name, ".html");
  strip_suffix (name, ".htm");
  if (strlen (name) > NAME_BYTES) {
    g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, name, -1);
    return g_strdup_printf ("%.*s-%.16s%s", NAME_BYTES - 17, name, sum, suffix);
  }
  /* A leading dot would hide the output. */
  return g_strconcat (*name == '\0' || *name == '.' ? "page" : "", name, suffix, NULL);
}

static gboolean
is_same_file (const char *a, const char *b)
{
  struct stat status_a, status_b;
  return stat (a, &status_a) == 0 && stat (b, &status_b) == 0 && status_a.st_dev == status_b.st_dev &&
         status_a.st_ino == status_b.st_ino;
}

/* Returns: FALSE, after a message, if the page counts as failed. */
static gboolean
write_own_file (Batch *batch, const char *place, const char *text)
{
  const ExtractFormatInfo *info = extract_format_get_info (batch->format);
  g_autofree char *name = name_output (place, info->suffix);
  const char *taken = g_hash_table_lookup (batch->names, name);
  if (taken) {
    g_autofree char *other = cli_escape (taken);
    cli_error (place, "not written: its output %s would overwrite that of %s", name, other);
    return FALSE;
  }
  g_autofree char *path = g_build_filename (opt_output_dir, name, NULL);
  if (is_same_file (path, place)) {
    cli_error (place, "not written: its output would overwrite the page itself");
    return FALSE;
  }
  g_hash_table_insert (batch->names, g_steal_pointer (&name), (char *) place);

  g_autofree char *whole = g_strconcat (info->prologue, text, info->epilogue, NULL);
  g_autoptr (GError) error = NULL;
  if (!cli_write_file (path, whole, -1, &error)) {
    cli_error (path, "%s", error->message);
    return FALSE;
  }
  return TRUE;
}

/* To --output, or stdout. Returns: FALSE, after a message, if nothing more can be written there. */
static gboolean
write_shared (Batch *batch, const char *text)
{
  g_autoptr (GError) error = NULL;
  gboolean ok = batch->file ? cli_file_write (batch->file, text, strlen (text), &error)
                            : cli_write_stdout (text, strlen (text), &error);
  if (!ok)
    cli_fail (opt_output ? opt_output : "standard output", error);
  return ok;
}

/* Between two pages there is an empty line where there is one between blocks, too. */
static gboolean
write_page (Batch *batch, const char *text)
{
  if (*text == '\0')
    return TRUE;
  gboolean spaced = batch->format == EXTRACT_FORMAT_TEXT || batch->format == EXTRACT_FORMAT_MARKDOWN;
  g_autofree char *with_space = g_strconcat (batch->begun && spaced ? "\n" : "", text, NULL);
  batch->begun = TRUE;
  return write_shared (batch, with_space);
}

static gboolean
deliver_page (gsize i, gpointer data_result, gpointer data)
{
  Batch *batch = data;
  g_autoptr (Result) result = data_result;
  const char *place = g_ptr_array_index (batch->places, i);

  gboolean ok = result->text != NULL;
  gboolean go_on = TRUE;
  if (!ok)
    cli_error (place, "%s", result->error->message);
  else if (opt_output_dir)
    ok = write_own_file (batch, place, result->text);
  else
    go_on = write_page (batch, result->text);

  batch->n_failed += !ok;
  batch->n_written += ok;
  batch->found |= ok && result->found;
  if (batch->progress)
    cli_progress_step (batch->progress, ok);
  return go_on;
}

static int
run_batch (Batch *batch)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CliFile) file = NULL;
  if (opt_output && !(file = cli_file_open (opt_output, &error)))
    return cli_fail (opt_output, error);
  if (opt_output_dir && g_mkdir_with_parents (opt_output_dir, 0777) != 0) {
    cli_error (opt_output_dir, "cannot be created: %s", g_strerror (errno));
    return CLI_EXIT_FAILED;
  }

  /* Where the pages themselves run over the screen, a line of progress would only be in their way. */
  gboolean watched = batch->places->len > 1 && (opt_output || opt_output_dir || !isatty (STDOUT_FILENO));
  g_autoptr (CliProgress) progress = watched ? cli_progress_new ("pages", batch->places->len) : NULL;
  batch->progress = progress;
  batch->file = file;
  const ExtractFormatInfo *info = extract_format_get_info (batch->format);
  if (!opt_output_dir && !write_shared (batch, info->prologue))
    return CLI_EXIT_FAILED;
  if (!cli_parallel (batch->places->len, batch->page->jobs, extract_page, deliver_page, result_free, batch))
    return CLI_EXIT_FAILED;
  if (!opt_output_dir && !write_shared (batch, info->epilogue))
    return CLI_EXIT_FAILED;
  g_clear_pointer (&progress, cli_progress_free);

  /* If no page could be read, an older output is worth more than an empty one. */
  if (file && batch->n_written > 0 && !cli_file_commit (file, &error))
    return cli_fail (opt_output, error);
  if (batch->n_failed > 0)
    return CLI_EXIT_FAILED;
  return opt_exit_status && !batch->found ? CLI_EXIT_NOTHING : CLI_EXIT_DONE;
}

int
cmd_extract (char **args)
{
  g_autoptr (GOptionContext) context = cli_context_new (
      "[PAGE…]", "Prints the main text of pages. A PAGE is a file (also gzip-compressed), a URL, "
                 "or - for\nstandard input, which is also read if there is none.");
  g_autofree char *formats = describe_formats ();
  g_autofree char *rules = cli_describe_rules ();
  g_autofree char *methods = cli_describe_methods ();
  g_autofree char *tables = g_strconcat (formats, "\n\n", rules, "\n\n", methods, NULL);
  g_option_context_set_description (context, tables);
  g_option_context_add_main_entries (context, entries, NULL);
  g_auto (CliPageOptions) page = { 0 };
  g_option_context_add_group (context, cli_page_options_init (&page, CLI_PAGE_PLACE | CLI_PAGE_JOBS));
  g_auto (CliModelOptions) model_options = { 0 };
  g_option_context_add_group (context, cli_model_options_init (&model_options));
  g_auto (GStrv) operands = NULL;
  int status;
  if (!cli_parse (context, args, &operands, &status))
    return status;

  ExtractFormat format = EXTRACT_FORMAT_TEXT;
  if (opt_format && !find_format (opt_format, &format))
    return cli_usage ("--format takes one of the names that --help lists, not \"%s\"", opt_format);
  if (opt_output && opt_output_dir)
    return cli_usage ("--output and --output-dir exclude each other");
  if (!operands[0] && !opt_files_from && isatty (STDIN_FILENO))
    return cli_usage ("no page was given, and standard input is a terminal (- reads it all the same)");

  g_autoptr (GPtrArray) places = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; operands[i]; i++)
    g_ptr_array_add (places, g_strdup (operands[i]));
  if (opt_files_from && !read_list (opt_files_from, places))
    return CLI_EXIT_FAILED;
  if (!operands[0] && !opt_files_from)
    g_ptr_array_add (places, g_strdup ("-"));

  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractClassifier) classifier = cli_load_classifier (&model_options, NULL, &error);
  if (!classifier)
    return cli_fail (NULL, error);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Batch batch = {
    .places = places,
    .page = &page,
    .classifier = classifier,
    .format = format,
    .names = names,
  };
  return run_batch (&batch);
}
