/* SPDX-License-Identifier: MIT */
#include "bin/cmd-concordance-task.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEAD "texttractor task 1: "
#define DONE "done\n"

struct _CmdTaskOutput {
  const CmdOutputOptions *options; /* lent */
  CliFile *file;                   /* (nullable): NULL is standard output */
  gboolean begun;                  /* something was written */
  guint64 length;
  /* With --resume: (nullable) */
  CliLock *lock;
  char *part;
  char *path; /* of the journal */
  int fd;     /* of the journal; -1: none */
  gboolean done;
};

/* ---- The journal ------------------------------------------------------------------------------ */

static gboolean
refuse (GError **error, const char *sentence)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, sentence);
  return FALSE;
}

static gboolean
check_head (const char *line, const char *settings, GError **error)
{
  if (!g_str_has_prefix (line, HEAD))
    return refuse (error, "is not the journal of a task");
  if (g_strcmp0 (line + strlen (HEAD), settings) != 0)
    return refuse (error, "belongs to a task with other options or another model; delete it to start over");
  return TRUE;
}

static gboolean
ends_done (int fd, off_t size)
{
  char end[sizeof DONE];
  return size > (off_t) sizeof end && pread (fd, end, sizeof end, size - (off_t) sizeof end) == sizeof end &&
         memcmp (end, "\n" DONE, sizeof end) == 0;
}

/* @most: bytes that the output has. @length: (out): bytes of complete events, with the first line */
static gboolean
play_lines (CmdTaskOutput *output, FILE *stream, const char *settings, ConcTask *task, guint64 most,
            gsize *length, GError **error)
{
  gboolean good = TRUE, complete;
  char *text = NULL;
  size_t size = 0;
  gsize at = 0;
  gssize n;
  while (good && (n = getline (&text, &size, stream)) > 0 && text[n - 1] == '\n') {
    const gboolean first = at == 0;
    text[n - 1] = '\0';
    at += (gsize) n;
    complete = first;
    if (first)
      good = check_head (text, settings, error);
    else if (output->done) /* the other lines do not matter any more */
      break;
    else if (conc_task_line_get_output (text) > most)
      break;
    else if (strlen (text) + 1 != (gsize) n || !conc_task_play (task, text, &complete))
      good = refuse (error, "is damaged; delete it to start over");
    if (good && complete)
      *length = at;
  }
  if (good && ferror (stream))
    good = cli_fail_errno (error, "cannot be read");
  free (text);
  return good;
}

/* Returns: FALSE with an error. @length: (out): 0: there was none */
static gboolean
open_journal (CmdTaskOutput *output, const char *settings, ConcTask *task, gsize *length, GError **error)
{
  struct stat status;
  const guint64 most = lstat (output->part, &status) == 0 ? (guint64) status.st_size : 0;
  output->fd =
      open (output->path, O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0666);
  if (output->fd < 0)
    return cli_fail_errno (error, "cannot be opened");
  if (fstat (output->fd, &status) != 0 || !S_ISREG (status.st_mode))
    return refuse (error, "is not the journal of a task");
  output->done = ends_done (output->fd, status.st_size);
  FILE *stream = fdopen (dup (output->fd), "r");
  gboolean good = stream ? play_lines (output, stream, settings, task, most, length, error)
                         : cli_fail_errno (error, "cannot be read");
  if (stream)
    fclose (stream);
  if (!good)
    return FALSE;
  output->length = output->done ? most : conc_task_get_output (task);
  if (output->done)
    return TRUE;
  if (ftruncate (output->fd, (off_t) *length) != 0)
    return cli_fail_errno (error, "cannot be cut back to the last complete line");
  if (*length > 0)
    return TRUE;
  g_autofree char *head = g_strconcat (HEAD, settings, "\n", NULL);
  return cli_write_fd (output->fd, head, strlen (head), error);
}

/* ---- Files ------------------------------------------------------------------------------------- */

static gboolean
open_resumed (CmdTaskOutput *output, const char *settings, ConcTask *task, gboolean *resumed, GError **error)
{
  const char *file = output->options->file;
  GError *failure = NULL;
  gsize length = 0;
  output->part = cmd_name_beside (file, ".part");
  output->path = cmd_name_beside (file, ".journal");
  output->lock = cli_lock_new (file, &failure);
  if (!output->lock)
    return cmd_fail_at (file, failure, error);
  if (!open_journal (output, settings, task, &length, &failure))
    return cmd_fail_at (output->path, failure, error);
  conc_task_begin (task);
  *resumed = length > 0;
  output->begun = output->length > 0;
  if (output->done && access (output->part, F_OK) != 0)
    return TRUE; /* it has its name */
  output->file = cli_file_resume (file, output->part, *resumed, output->length, &failure);
  if (output->file)
    return TRUE;
  if (!*resumed)
    unlink (output->path); /* we have just made it */
  return cmd_fail_at (output->part, failure, error);
}

CmdTaskOutput *
cmd_task_output_new (const CmdOutputOptions *options, const char *settings, ConcTask *task, gboolean *resumed,
                     GError **error)
{
  g_autoptr (CmdTaskOutput) output = g_new0 (CmdTaskOutput, 1);
  GError *failure = NULL;
  output->options = options;
  output->fd = -1;
  *resumed = FALSE;
  if (options->resume)
    return open_resumed (output, settings, task, resumed, error) ? g_steal_pointer (&output) : NULL;
  if (options->file) {
    output->file = cli_file_open (options->file, &failure);
    if (!output->file) {
      cmd_fail_at (options->file, failure, error);
      return NULL;
    }
  }
  return g_steal_pointer (&output);
}

void
cmd_task_output_free (CmdTaskOutput *output)
{
  g_clear_pointer (&output->file, cli_file_free);
  if (output->fd >= 0)
    close (output->fd);
  g_clear_pointer (&output->lock, cli_lock_free);
  g_free (output->part);
  g_free (output->path);
  g_free (output);
}

gboolean
cmd_task_output_is_done (const CmdTaskOutput *output)
{
  return output->done;
}

const char *
cmd_task_output_get_part (const CmdTaskOutput *output)
{
  return output->part;
}

/* ---- Writing ----------------------------------------------------------------------------------- */

static gboolean
append (CmdTaskOutput *output, const char *text, GError **error)
{
  const gsize n = strlen (text);
  GError *failure = NULL;
  output->length += n;
  if (n == 0 || (output->file ? cli_file_write (output->file, text, n, &failure)
                              : cli_write_stdout (text, n, &failure)))
    return TRUE;
  return cmd_fail_at (output->file ? output->options->file : "standard output", failure, error);
}

gboolean
cmd_task_output_write (CmdTaskOutput *output, const char *text, GError **error)
{
  const gboolean first = !output->begun;
  if (!*text)
    return TRUE;
  output->begun = TRUE;
  return append (output, first ? output->options->prologue : output->options->separator, error) &&
         append (output, text, error);
}

guint64
cmd_task_output_get_length (const CmdTaskOutput *output)
{
  return output->length;
}

gboolean
cmd_task_output_keep (CmdTaskOutput *output, const GString *lines, GError **error)
{
  GError *failure = NULL;
  if (output->fd < 0)
    return TRUE;
  if (!cli_file_flush (output->file, &failure))
    return cmd_fail_at (output->part, failure, error);
  return cli_write_fd (output->fd, lines->str, lines->len, &failure) ||
         cmd_fail_at (output->path, failure, error);
}

static gboolean
end_file (CmdTaskOutput *output, GError **error)
{
  GError *failure = NULL;
  if (output->file && !cli_file_commit (output->file, &failure))
    return cmd_fail_at (output->options->file, failure, error);
  g_clear_pointer (&output->file, cli_file_free);
  if (output->path)
    unlink (output->path);
  return TRUE;
}

gboolean
cmd_task_output_end (CmdTaskOutput *output, GError **error)
{
  GError *failure = NULL;
  if (output->done) /* an earlier run wrote all */
    return end_file (output, error);
  if ((!output->begun && !append (output, output->options->prologue, error)) ||
      !append (output, output->options->epilogue, error))
    return FALSE;
  if (output->fd >= 0 &&
      (!cli_file_flush (output->file, &failure) || !cli_write_fd (output->fd, DONE, strlen (DONE), &failure)))
    return cmd_fail_at (output->path, failure, error);
  return end_file (output, error);
}
