/* SPDX-License-Identifier: MIT */
/*
 * The output of all pages: one stream, as it is or packed, to standard output, a file or shards of it.
 *
 *   pages ──> the open end ──> members of gzip or zstd ──> FILE.part ──> FILE, or its shards
 *             FILE.tail        of some megabytes
 *
 * A shard ends behind the page that fills it, a member as well: where, depends on the pages alone. So the
 * bytes are the same however many threads there were, and however often the run was interrupted.
 *
 * With --resume the journal says how far the output is. What is packed can only be cut back to the end of a
 * member; so what waits for that is kept as it is, in FILE.tail. A line of the journal comes
 *
 *   behind each page, once it is in FILE.tail (or in FILE.part, if nothing is packed);
 *   behind each member, once it is in FILE.part. Then FILE.tail is emptied;
 *   at the end of each shard, once all of it is in FILE.part. Then that gets its name.
 */
#include "cli/cli-private.h"
#include "bin/cmd-extract-parts.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MEMBER_BYTES ((gsize) 4 << 20) /* before packing: at least, but for the last one of a file */
#define JOURNAL_SUFFIX ".journal"
#define PART_SUFFIX ".part"
#define TAIL_SUFFIX ".tail"

struct _CmdStream {
  CmdOutputOptions options;
  CliPlaces *places;                           /* lent */
  const char *prologue, *separator, *epilogue; /* lent */

  CliPacker *packer; /* (nullable) */
  GString *open;     /* with a packer: the beginning of a member */
  GString *packed;   /* with a packer: scratch */

  CliFile *file;   /* (nullable): at work; NULL is standard output */
  char *path;      /* (nullable): the name that it gets */
  guint n_files;   /* that have theirs */
  guint64 length;  /* bytes of all of them, before packing */
  guint64 before;  /* of these, what is not of the file at work */
  guint64 n_bytes; /* of the file at work, packed */

  /* With --resume. */
  CliLock *lock;       /* (nullable): of the file */
  CmdJournal *journal; /* (nullable) */
  char *journal_path, *part, *tail_path;
  int tail;                /* -1: nothing is packed */
  CmdJournalState earlier; /* what earlier runs did */
  guint64 failures;        /* bytes of their list */
};

gboolean
cmd_fail_at (const char *place, GError *failure, GError **error)
{
  g_autofree char *safe = cli_escape (place);
  g_propagate_prefixed_error (error, failure, "%s: ", safe);
  return FALSE;
}

char *
cmd_name_beside (const char *file, const char *suffix)
{
  struct stat status;
  gboolean linked = lstat (file, &status) == 0 && S_ISLNK (status.st_mode);
  g_autofree char *target = linked ? cli_resolve (file) : g_strdup (file);
  return g_strconcat (target, suffix, NULL);
}

/* ---- Guard ---------------------------------------------------------------------------------- */

static gboolean
guard_stdout (const CmdOutputOptions *options, GError **error)
{
  if (options->packing == CLI_PACKING_NONE || !isatty (STDOUT_FILENO))
    return cli_guard_stdout (error);
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                       "packed output is not written to a terminal; name a file with --output");
  return FALSE;
}

static gboolean
guard_beside (const CmdOutputOptions *options, const char *option, const char *suffix, GError **error)
{
  g_autofree char *path = cmd_name_beside (options->file, suffix);
  return cli_guard_output (option, path, error);
}

gboolean
cmd_stream_guard (const CmdOutputOptions *options, GError **error)
{
  if (!options->file)
    return guard_stdout (options, error);
  g_autofree char *done = cmd_done_name (options->file);
  /* With shards there is no file of this name. */
  return (options->shard_size > 0 || cli_guard_output ("--output", options->file, error)) &&
         (!options->done || cli_guard_output ("--done", done, error)) &&
         (!options->resume ||
          (guard_beside (options, "--resume", PART_SUFFIX, error) &&
           guard_beside (options, "--resume", JOURNAL_SUFFIX, error) &&
           (options->packing == CLI_PACKING_NONE || guard_beside (options, "--resume", TAIL_SUFFIX, error))));
}

/* ---- Files ---------------------------------------------------------------------------------- */

static gboolean
fail_here (const CmdStream *stream, GError *failure, GError **error)
{
  return cmd_fail_at (stream->path ? stream->path : "standard output", failure, error);
}

static gboolean
open_file (CmdStream *stream, GError **error)
{
  GError *failure = NULL;
  g_free (stream->path);
  stream->path = cmd_shard_name (&stream->options, stream->n_files + 1);
  if (!stream->journal) {
    stream->file = cli_file_open (stream->path, &failure);
    return stream->file || fail_here (stream, failure, error);
  }
  gboolean begun = stream->earlier.length > 0 || stream->n_files > 0;
  stream->file = cli_file_resume (stream->path, stream->part, begun, stream->n_bytes, &failure);
  return stream->file || cmd_fail_at (stream->part, failure, error);
}

static gboolean
write_out (CmdStream *stream, const char *data, gsize length, GError **error)
{
  GError *failure = NULL;
  stream->n_bytes += length;
  return (stream->file ? cli_file_write (stream->file, data, length, &failure)
                       : cli_write_stdout (data, length, &failure)) ||
         fail_here (stream, failure, error);
}

static gboolean
append (CmdStream *stream, const char *text, GError **error)
{
  gsize length = strlen (text);
  stream->length += length;
  if (!stream->packer)
    return write_out (stream, text, length, error);
  g_string_append_len (stream->open, text, (gssize) length);
  return TRUE;
}

static gboolean
pack (CmdStream *stream, GError **error)
{
  GError *failure = NULL;
  g_string_truncate (stream->packed, 0);
  if (!cli_packer_pack (stream->packer, stream->open->str, stream->open->len, stream->packed, &failure))
    return fail_here (stream, failure, error);
  g_string_truncate (stream->open, 0);
  return write_out (stream, stream->packed->str, stream->packed->len, error);
}

/* ---- The journal ---------------------------------------------------------------------------- */

static gboolean
flush (CmdStream *stream, GError **error)
{
  GError *failure = NULL;
  return cli_file_flush (stream->file, &failure) || fail_here (stream, failure, error);
}

/* The page that begins at @start of the open end survives the end of the program. */
static gboolean
keep_page (CmdStream *stream, gsize start, GError **error)
{
  GError *failure = NULL;
  if (!stream->journal)
    return TRUE;
  if (!stream->packer)
    return flush (stream, error);
  return cli_write_fd (stream->tail, stream->open->str + start, stream->open->len - start, &failure) ||
         cmd_fail_at (stream->tail_path, failure, error);
}

/* All of the output is packed, and if @whole, its shard is whole. */
static gboolean
keep_step (CmdStream *stream, gboolean whole, GError **error)
{
  GError *failure = NULL;
  if (!stream->journal)
    return TRUE;
  if (!flush (stream, error))
    return FALSE;
  if (!cmd_journal_add_step (stream->journal, whole, stream->n_bytes, stream->length, stream->failures,
                             &failure))
    return cmd_fail_at (stream->journal_path, failure, error);
  if (stream->tail < 0 || ftruncate (stream->tail, 0) == 0)
    return TRUE;
  cli_fail_errno (&failure, "cannot be emptied");
  return cmd_fail_at (stream->tail_path, failure, error);
}

/* ---- Start ---------------------------------------------------------------------------------- */

static guint64
get_size (const char *path)
{
  struct stat status;
  return lstat (path, &status) == 0 ? (guint64) status.st_size : 0;
}

/* A run may have been killed when a shard was whole, but had not got its name. */
static gboolean
name_last_shard (CmdStream *stream, GError **error)
{
  const CmdJournalState *state = &stream->earlier;
  GError *failure = NULL;
  g_autofree char *path = cmd_shard_name (&stream->options, state->n_shards);
  if (access (path, F_OK) == 0 || state->output > state->before)
    return TRUE;
  g_autoptr (CliFile) file = cli_file_resume (path, stream->part, TRUE, state->n_whole, &failure);
  return (file && cli_file_commit (file, &failure)) || cmd_fail_at (stream->part, failure, error);
}

static gboolean
check_shards (CmdStream *stream, GError **error)
{
  for (guint n = 1; n <= stream->earlier.n_shards; n++) {
    g_autofree char *path = cmd_shard_name (&stream->options, n);
    if (access (path, F_OK) == 0)
      continue;
    g_autofree char *name = cli_escape (path);
    g_autofree char *journal = cli_escape (stream->journal_path);
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 "%s: is missing, but was written by the run that is to be resumed; delete %s to start over",
                 name, journal);
    return FALSE;
  }
  return TRUE;
}

static gboolean
open_journal (CmdStream *stream, GError **error)
{
  const CmdOutputOptions *options = &stream->options;
  CmdJournalLimits limits = { .open = get_size (stream->packer ? stream->tail_path : stream->part) };
  GError *failure = NULL;
  if (stream->packer)
    limits.packed = get_size (stream->part);
  stream->journal = cmd_journal_open (stream->journal_path, options->settings, stream->places, &limits,
                                      &stream->earlier, &failure);
  if (!stream->journal)
    return cmd_fail_at (stream->journal_path, failure, error);
  stream->length = stream->earlier.output;
  stream->before = stream->earlier.before;
  stream->n_bytes = stream->packer ? stream->earlier.packed : stream->length - stream->before;
  stream->n_files = stream->earlier.n_shards;
  stream->failures = stream->earlier.failures;
  return stream->n_files == 0 || (name_last_shard (stream, error) && check_shards (stream, error));
}

static gboolean
open_tail (CmdStream *stream, GError **error)
{
  guint64 length = stream->earlier.output - stream->earlier.sealed;
  g_autofree char *text = NULL;
  gsize n;
  GError *failure = NULL;
  if (!stream->packer)
    return TRUE;
  stream->tail = cli_open_part (stream->tail_path, stream->earlier.length > 0, length, &failure);
  if (stream->tail < 0 || !cli_read_file (stream->tail_path, length, &text, &n, &failure))
    return cmd_fail_at (stream->tail_path, failure, error);
  g_string_append_len (stream->open, text, (gssize) n);
  return TRUE;
}

/* FILE.part, FILE.tail, and the journal that says how much of them counts. */
static gboolean
open_resumed (CmdStream *stream, GError **error)
{
  const CmdOutputOptions *options = &stream->options;
  struct stat status;
  GError *failure = NULL;

  if (options->shard_size == 0 && stat (options->file, &status) == 0 && !S_ISREG (status.st_mode)) {
    g_set_error_literal (&failure, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                         "is not a regular file, so a run that writes to it cannot be resumed");
    return cmd_fail_at (options->file, failure, error);
  }
  stream->part = cmd_name_beside (options->file, PART_SUFFIX);
  stream->tail_path = cmd_name_beside (options->file, TAIL_SUFFIX);
  stream->journal_path = cmd_name_beside (options->file, JOURNAL_SUFFIX);
  stream->lock = cli_lock_new (options->file, &failure);
  if (!stream->lock)
    return cmd_fail_at (options->file, failure, error);
  if (!open_journal (stream, error))
    return FALSE;
  if (open_file (stream, error) && open_tail (stream, error))
    return TRUE;
  if (stream->earlier.length == 0) { /* we have just made them */
    unlink (stream->journal_path);
    if (stream->file)
      unlink (stream->part);
  }
  return FALSE;
}

static gboolean
open_stream (CmdStream *stream, GError **error)
{
  const CmdOutputOptions *options = &stream->options;
  GError *failure = NULL;
  if (options->packing != CLI_PACKING_NONE) {
    stream->packer = cli_packer_new (options->packing, &failure);
    if (!stream->packer)
      return cmd_fail_at (options->file ? options->file : "standard output", failure, error);
    stream->open = g_string_new (NULL);
    stream->packed = g_string_new (NULL);
  }
  if (!options->file)
    return TRUE;
  if (options->shard_size > 0 && !cmd_shards_check (options, stream->places, error))
    return FALSE;
  return options->resume ? open_resumed (stream, error) : open_file (stream, error);
}

CmdStream *
cmd_stream_new (const CmdOutputOptions *options, CliPlaces *places, GError **error)
{
  g_autoptr (CmdStream) stream = g_new0 (CmdStream, 1);
  stream->options = *options;
  stream->places = places;
  stream->tail = -1;
  return open_stream (stream, error) ? g_steal_pointer (&stream) : NULL;
}

const CmdJournalState *
cmd_stream_get_state (const CmdStream *stream)
{
  return &stream->earlier;
}

void
cmd_stream_set_frame (CmdStream *stream, const char *prologue, const char *separator, const char *epilogue)
{
  stream->prologue = prologue;
  stream->separator = separator;
  stream->epilogue = epilogue;
}

/* ---- Pages ---------------------------------------------------------------------------------- */

/* What there is to do before a shard may get its name. What is written beside the output is there by now. */
static gboolean
end_shard (CmdStream *stream, GError **error)
{
  const CmdOutputOptions *options = &stream->options;
  return (stream->n_files > 0 ||
          (cmd_shards_check (options, NULL, error) && cmd_shards_remove (options, error))) &&
         keep_step (stream, TRUE, error);
}

/* The file at work is whole. */
static gboolean
end_file (CmdStream *stream, GError **error)
{
  GError *failure = NULL;
  if ((stream->length == stream->before && !append (stream, stream->prologue, error)) ||
      !append (stream, stream->epilogue, error))
    return FALSE;
  /* Even an empty file has to be one of its kind. */
  if (stream->packer && (stream->open->len > 0 || stream->n_bytes == 0) && !pack (stream, error))
    return FALSE;
  if (!stream->file)
    return TRUE;
  if (stream->options.shard_size > 0 && !end_shard (stream, error))
    return FALSE;
  if (!cli_file_commit (stream->file, &failure))
    return fail_here (stream, failure, error);
  g_clear_pointer (&stream->file, cli_file_free);
  stream->n_files++;
  stream->before = stream->length;
  stream->n_bytes = 0;
  return TRUE;
}

/* Ends before the next page what the last one filled. */
static gboolean
make_room (CmdStream *stream, GError **error)
{
  guint64 size = stream->options.shard_size;
  if (size > 0 && stream->length - stream->before >= size)
    return end_file (stream, error) && open_file (stream, error);
  if (stream->packer && stream->open->len >= MEMBER_BYTES)
    return pack (stream, error) && keep_step (stream, FALSE, error);
  return TRUE;
}

gboolean
cmd_stream_write (CmdStream *stream, const char *text, GError **error)
{
  if (*text == '\0')
    return TRUE;
  if (!make_room (stream, error))
    return FALSE;
  gsize start = stream->packer ? stream->open->len : 0;
  return append (stream, stream->length == stream->before ? stream->prologue : stream->separator, error) &&
         append (stream, text, error) && keep_page (stream, start, error);
}

gboolean
cmd_stream_page_done (CmdStream *stream, const char *name, CmdVerdict verdict, guint64 failures,
                      GError **error)
{
  GError *failure = NULL;
  stream->failures = failures;
  return !stream->journal ||
         cmd_journal_add (stream->journal, name, verdict, stream->length, failures, &failure) ||
         cmd_fail_at (stream->journal_path, failure, error);
}

/* ---- End ------------------------------------------------------------------------------------ */

gboolean
cmd_stream_end (CmdStream *stream, gboolean whole, gboolean any, GError **error)
{
  gboolean named = !stream->options.file || (whole && any);
  if (stream->journal && !whole)
    return TRUE;
  if (named && (stream->length > stream->before || stream->n_files == 0) && !end_file (stream, error))
    return FALSE;
  if (stream->journal) {
    unlink (stream->part); /* if there was nothing to put in its place */
    unlink (stream->tail_path);
    unlink (stream->journal_path);
  }
  return TRUE;
}

guint
cmd_stream_get_n_files (const CmdStream *stream)
{
  return stream->n_files;
}

void
cmd_stream_free (CmdStream *stream)
{
  g_clear_pointer (&stream->journal, cmd_journal_free);
  g_clear_pointer (&stream->file, cli_file_free);
  g_clear_pointer (&stream->lock, cli_lock_free);
  g_clear_pointer (&stream->packer, cli_packer_free);
  if (stream->open)
    g_string_free (stream->open, TRUE);
  if (stream->packed)
    g_string_free (stream->packed, TRUE);
  if (stream->tail >= 0)
    close (stream->tail);
  g_free (stream->path);
  g_free (stream->part);
  g_free (stream->tail_path);
  g_free (stream->journal_path);
  g_free (stream);
}
