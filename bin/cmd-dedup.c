/* SPDX-License-Identifier: MIT */
/*
 * texttractor dedup: shards of a corpus in, the same shards without duplicates out.
 *
 *   first pass    each shard is read: those with damage are left out
 *   second pass   the others, in the order of their names: document -> judged -> what is left of it is
 * written
 *
 * So the result does not depend on the order in which shards are given, and a document never goes because of
 * one in a shard that is not written.
 */
#include "bin/cmd.h"
#include "cli/cli.h"
#include "corpus/dedup.h"
#include "corpus/shard.h"

#include <string.h>
#include <unistd.h>

static CorpusDedupOptions options;
static char *opt_output;
static char *opt_output_dir;
static gboolean opt_quiet;

static gboolean
parse_find (const char *option, const char *text, gpointer data, GError **error)
{
  return corpus_dedup_parse_kinds (text, &options.kinds) ||
         cli_fail_value (error, option, CORPUS_KIND_NAMES, text);
}

/* Less similar documents seldom share a band. */
#define LEAST_SIMILARITY 0.3
#define LEAST_OVERLAP 0.01

static gboolean
parse_similarity (const char *option, const char *text, gpointer data, GError **error)
{
  return cli_parse_number (option, text, LEAST_SIMILARITY, 1, &options.similarity, error);
}

static gboolean
parse_overlap (const char *option, const char *text, gpointer data, GError **error)
{
  return cli_parse_number (option, text, LEAST_OVERLAP, 1, &options.overlap, error);
}

static gboolean
parse_memory (const char *option, const char *text, gpointer data, GError **error)
{
  return cli_parse_size (option, text, CORPUS_LEAST_MEMORY, CORPUS_MOST_MEMORY, &options.memory, error);
}

static const GOptionEntry entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &opt_output,
    "Write all shards to this file (packed if it ends in .gz or .zst)", "FILE" },
  { "output-dir", 0, 0, G_OPTION_ARG_FILENAME, &opt_output_dir,
    "Write each shard to a file of its name in this folder, packed as it is", "DIR" },
  { "find", 0, 0, G_OPTION_ARG_CALLBACK, parse_find,
    "What to find: exact, near or paragraphs (default near,paragraphs)", "KIND,…" },
  { "similarity", 0, 0, G_OPTION_ARG_CALLBACK, parse_similarity,
    "Documents are near if this part of their runs of five words is the same (default 0.5)", "T" },
  { "overlap", 0, 0, G_OPTION_ARG_CALLBACK, parse_overlap,
    "A paragraph goes if this part of its runs of five words was there before (default 0.5)", "T" },
  { "memory", 0, 0, G_OPTION_ARG_CALLBACK, parse_memory, "Memory for what was there before (default 2G)",
    "N" },
  { "quiet", 'q', 0, G_OPTION_ARG_NONE, &opt_quiet, "Do not print figures at the end", NULL },
  { NULL },
};

typedef struct {
  const char *path;
  char *name;   /* without its folder */
  char *output; /* (nullable): its own file */
  gboolean good;
} Shard;

static void
shard_free (gpointer data)
{
  Shard *shard = data;
  g_free (shard->name);
  g_free (shard->output);
  g_free (shard);
}

/* One run over all shards. */
typedef struct {
  GPtrArray *shards; /* of Shard, by name */
  CorpusDedup *dedup;
  CorpusShardFormat format; /* of those that are good */
  CliProgress *progress;
  guint n_failed;
} Run;

/* ---- Names ------------------------------------------------------------------------------------ */

static int
compare_shards (gconstpointer a, gconstpointer b)
{
  const Shard *const *one = a, *const *other = b;
  const int order = strcmp ((*one)->name, (*other)->name);
  return order != 0 ? order : strcmp ((*one)->path, (*other)->path);
}

static GPtrArray *
list_shards (char **paths)
{
  GPtrArray *shards = g_ptr_array_new_with_free_func (shard_free);
  for (char **path = paths; *path; path++) {
    Shard *shard = g_new0 (Shard, 1);
    shard->path = *path;
    shard->name = g_path_get_basename (*path);
    shard->output = opt_output_dir ? g_build_filename (opt_output_dir, shard->name, NULL) : NULL;
    g_ptr_array_add (shards, shard);
  }
  g_ptr_array_sort (shards, compare_shards);
  return shards;
}

static char *
dup_file_key (const struct stat *status)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT, (guint64) status->st_dev,
                          (guint64) status->st_ino);
}

/* No shard may be written over one that is read, nor given twice. There may be many, so they are compared by
 * a table. */
static gboolean
check_shards (GPtrArray *shards, GError **error)
{
  g_autoptr (GHashTable) inputs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  struct stat status;
  for (guint i = 0; i < shards->len; i++) {
    const Shard *shard = shards->pdata[i];
    if (stat (shard->path, &status) != 0)
      continue; /* whoever reads it will say so */
    char *key = dup_file_key (&status);
    const Shard *other = g_hash_table_lookup (inputs, key);
    if (other)
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, "%s and %s are the same shard", other->path,
                   shard->path);
    g_hash_table_insert (inputs, key, (gpointer) shard);
    if (other || !cli_guard_input_status (shard->path, &status, error))
      return FALSE;
  }
  for (guint i = 0; opt_output_dir && i < shards->len; i++) {
    const Shard *shard = shards->pdata[i], *before = i > 0 ? shards->pdata[i - 1] : NULL;
    g_autofree char *key = stat (shard->output, &status) == 0 ? dup_file_key (&status) : NULL;
    const Shard *input = key ? g_hash_table_lookup (inputs, key) : NULL;
    if (before && strcmp (before->name, shard->name) == 0)
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                   "%s and %s would both be written to %s: give them other names", before->path, shard->path,
                   shard->output);
    else if (input)
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, "%s would overwrite %s, which is an input",
                   shard->output, input->path);
    else
      continue;
    return FALSE;
  }
  return TRUE;
}

/* ---- The passes ------------------------------------------------------------------------------- */

static void
report (Run *run, const char *place, const GError *error)
{
  cli_error (place, "%s", error->message);
  run->n_failed++;
}

static gboolean
check_shard (Run *run, const Shard *shard, GError **error)
{
  static const char *const names[] = { "empty", "vertical text", "JSON Lines" };
  g_autoptr (GError) failure = NULL;
  g_autoptr (CorpusShard) reader = corpus_shard_new (shard->path, error);
  g_autoptr (CorpusDocument) document = corpus_document_new (FALSE, FALSE);
  if (!reader)
    return FALSE;
  while (!cli_interrupted () && corpus_shard_next (reader, document, &failure))
    ;
  if (failure) {
    g_propagate_error (error, g_steal_pointer (&failure));
    return FALSE;
  }
  const CorpusShardFormat format = corpus_shard_get_format (reader);
  if (!opt_output_dir && run->format && format && format != run->format) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 "is %s, and shards before it are %s: one file cannot have both (--output-dir can)",
                 names[format], names[run->format]);
    return FALSE;
  }
  run->format = format ? format : run->format;
  return TRUE;
}

static void
check_all (Run *run)
{
  for (guint i = 0; i < run->shards->len && !cli_interrupted (); i++) {
    Shard *shard = run->shards->pdata[i];
    g_autoptr (GError) error = NULL;
    shard->good = check_shard (run, shard, &error);
    if (!shard->good)
      report (run, shard->path, error);
    cli_progress_step (run->progress, shard->good);
  }
}

static gboolean
settle_document (Run *run, const CorpusDocument *document, CorpusWriter *writer, GError **error)
{
  if (!document->is_document)
    return corpus_document_write (document, writer, error);
  if (corpus_dedup_judge (run->dedup, document->text) != CORPUS_KEPT)
    return TRUE;
  corpus_dedup_keep (run->dedup, document->text);
  return corpus_document_write (document, writer, error);
}

/* @all: (nullable): of all shards, if they have no files of their own. @place: (out): what an error is about
 */
static gboolean
write_shard (Run *run, const Shard *shard, CorpusWriter *all, const char **place, GError **error)
{
  g_autoptr (GError) failure = NULL;
  *place = shard->path;
  g_autoptr (CorpusShard) reader = corpus_shard_new (shard->path, error);
  g_autoptr (CorpusDocument) document = corpus_document_new (TRUE, (options.kinds & CORPUS_PARAGRAPHS) != 0);
  if (!reader)
    return FALSE;
  *place = shard->output ? shard->output : opt_output ? opt_output : "standard output";
  g_autoptr (CorpusWriter) own =
      all ? NULL : corpus_writer_new (shard->output, corpus_shard_get_packing (reader), error);
  if (!all && !own)
    return FALSE;
  while (!cli_interrupted () && corpus_shard_next (reader, document, &failure))
    if (!settle_document (run, document, all ? all : own, error))
      return FALSE;
  if (failure) {
    *place = shard->path;
    g_propagate_error (error, g_steal_pointer (&failure));
    return FALSE;
  }
  return !own || cli_interrupted () || corpus_writer_commit (own, error);
}

/* Returns: FALSE, after a message, if nothing more can be written */
static gboolean
write_all (Run *run, CorpusWriter *writer)
{
  for (guint i = 0; i < run->shards->len && !cli_interrupted (); i++) {
    const Shard *shard = run->shards->pdata[i];
    g_autoptr (GError) error = NULL;
    const char *place;
    if (!shard->good)
      continue;
    if (!write_shard (run, shard, writer, &place, &error)) {
      report (run, place, error);
      if (writer || place != shard->path)
        return FALSE;
    }
    cli_progress_step (run->progress, !error);
  }
  return TRUE;
}

/* ---- The run ---------------------------------------------------------------------------------- */

static void
print_figures (const Run *run)
{
  g_autofree char *warning = corpus_dedup_dup_warning (run->dedup, "--memory");
  g_autofree char *sentence = corpus_dedup_dup_sentence (run->dedup);
  if (warning)
    cli_error (NULL, "%s", warning);
  if (!opt_quiet)
    cli_error (NULL, "%s", sentence);
}

static int
run_passes (Run *run)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CorpusWriter) writer = NULL;
  check_all (run);
  if (!opt_output_dir && run->n_failed < run->shards->len && !cli_interrupted ()) {
    writer = corpus_writer_new (opt_output, opt_output ? corpus_packing_of_name (opt_output) : CORPUS_PLAIN,
                                &error);
    if (!writer)
      return cli_fail (opt_output, error);
  }
  if (!write_all (run, writer) || cli_interrupted ())
    return CLI_EXIT_FAILED;
  if (writer && !corpus_writer_commit (writer, &error))
    return cli_fail (opt_output, error);
  print_figures (run);
  return run->n_failed > 0 ? CLI_EXIT_FAILED : CLI_EXIT_DONE;
}

static int
run_all (GPtrArray *shards)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CorpusDedup) dedup = corpus_dedup_new (&options);
  g_autoptr (CliProgress) progress = cli_progress_new ("passes over shards", 2 * (gsize) shards->len);
  Run run = { .shards = shards, .dedup = dedup, .progress = progress };
  if (!cli_interrupt_catch (-1, &error))
    return cli_fail (NULL, error);
  const int status = run_passes (&run);
  g_clear_pointer (&progress, cli_progress_free);
  if (cli_interrupted ()) {
    cli_error (NULL, "interrupted: %s",
               opt_output_dir ? "only finished shards were written" : "nothing was written");
    cli_interrupt_end ();
  }
  return status;
}

int
cmd_dedup (char **args)
{
  g_autoptr (GOptionContext) context =
      cli_context_new ("SHARD…", "Removes duplicates from shards of a corpus: files in the formats vertical "
                                 "and jsonl of extract,\nplain or packed by gzip or zstd.");
  g_option_context_add_main_entries (context, entries, NULL);
  options = CORPUS_DEDUP_DEFAULTS;
  options.kinds = CORPUS_EXACT | CORPUS_NEAR | CORPUS_PARAGRAPHS;
  g_auto (GStrv) operands = NULL;
  int status;
  if (!cli_parse (context, args, &operands, &status))
    return status;
  if (!operands[0])
    return cli_usage ("dedup needs one or more shards");
  if (g_strv_contains ((const char *const *) operands, "-"))
    return cli_usage ("shards are read twice, so none can be standard input");
  if (opt_output && opt_output_dir)
    return cli_usage ("--output and --output-dir cannot be used together");

  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) shards = list_shards (operands);
  if ((!opt_output && !opt_output_dir && !cli_guard_stdout (&error)) ||
      !cli_guard_output ("--output", opt_output, &error) || !check_shards (shards, &error))
    return cli_fail (NULL, error);
  if (opt_output_dir && g_mkdir_with_parents (opt_output_dir, 0777) != 0) {
    cli_fail_errno (&error, "cannot be created");
    return cli_fail (opt_output_dir, error);
  }
  return run_all (shards);
}
