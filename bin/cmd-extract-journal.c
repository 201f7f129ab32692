/* SPDX-License-Identifier: MIT */
/*
 * The progress of a batch whose pages go to one file, as text:
 *
 *   texttractor journal 1: SETTINGS
 *   OUTPUT FAILURES VERDICT NAME           for each page, in the order of the batch:
 *   8213 0 written a.html                  bytes of the output and of the list of failures behind it
 *   8213 71 failed b.html
 *   9120 71 written c.warc.gz#512          a page in an archive
 *   9120 71 read c.warc.gz                 the end of the archive
 *
 * The page is written first, then its line, with one call each. So however the program ends, the output has
 * the pages of all complete lines, and at most one more. An incomplete line does not count.
 */
#include "bin/cmd-extract-parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEAD "texttractor journal 1: "

struct _CmdJournal {
  int fd;
};

static const char *const verdicts[CMD_N_VERDICTS] = {
  [CMD_PAGE_WRITTEN] = "written", [CMD_PAGE_EMPTY] = "empty",  [CMD_PAGE_LEFT_OUT] = "left-out",
  [CMD_PAGE_FAILED] = "failed",   [CMD_ARCHIVE_READ] = "read",
};

const char *
cmd_verdict_get_name (CmdVerdict verdict)
{
  return verdicts[verdict];
}

static gboolean
refuse (GError **error, const char *sentence)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, sentence);
  return FALSE;
}

/* A line, without its end. */
typedef struct {
  guint64 output;
  guint64 failures;
  CmdVerdict verdict;
  const char *name;
} Line;

static gboolean
read_count (const char **position, guint64 *count)
{
  char *end;
  if (!g_ascii_isdigit (**position))
    return FALSE;
  *count = g_ascii_strtoull (*position, &end, 10);
  *position = end + 1;
  return *end == ' ';
}

static gboolean
line_read (const char *text, Line *line)
{
  if (!read_count (&text, &line->output) || !read_count (&text, &line->failures))
    return FALSE;
  for (line->verdict = 0; line->verdict < CMD_N_VERDICTS; line->verdict++) {
    gsize length = strlen (verdicts[line->verdict]);
    if (strncmp (text, verdicts[line->verdict], length) == 0 && text[length] == ' ') {
      line->name = text + length + 1;
      return TRUE;
    }
  }
  return FALSE;
}

/* The state of a journal while it is read. */
typedef struct {
  const CliPlaces *places;
  guint64 limit;
  CmdJournalState *state;
  gsize length; /* bytes of the lines that count */
} Reading;

/* Whether @name is that of a page in the archive at @place. */
static gboolean
is_inside (const char *name, const char *place)
{
  return g_str_has_prefix (name, place) && name[strlen (place)] == '#';
}

/* @text: behind the first line. @go_on: (out): FALSE if it does not count, nor do those after it */
static gboolean
take_line (Reading *reading, const char *text, gboolean *go_on, GError **error)
{
  CmdJournalState *state = reading->state;
  Line line;
  if (!line_read (text, &line) || line.output < state->output || line.failures < state->failures)
    return refuse (error, "is damaged; delete it to start over");
  g_autofree char *place = state->n_places < cli_places_get_n (reading->places)
                               ? cli_escape (cli_places_get (reading->places, state->n_places))
                               : NULL;
  gboolean inside = place && is_inside (line.name, place);
  if (!inside && g_strcmp0 (place, line.name) != 0)
    return refuse (error, "belongs to a run over other pages; delete it to start over");
  *go_on = line.output <= reading->limit;
  if (!*go_on)
    return TRUE;
  state->n_inside = inside ? state->n_inside + 1 : 0;
  state->n_places += !inside;
  state->counts[line.verdict]++;
  state->output = line.output;
  state->failures = line.failures;
  return TRUE;
}

static gboolean
read_lines (FILE *stream, const char *head, Reading *reading, GError **error)
{
  gboolean good = TRUE, go_on = TRUE;
  char *text = NULL;
  size_t size = 0;
  gssize n;
  while (good && go_on && (n = getline (&text, &size, stream)) > 0) {
    if (text[n - 1] != '\n') {
      if (reading->length == 0 && !g_str_has_prefix (head, text))
        good = refuse (error, "is not the journal of a run");
      break;
    }
    text[n - 1] = '\0';
    if (reading->length > 0)
      good = take_line (reading, text, &go_on, error);
    else if (!g_str_has_prefix (text, HEAD))
      good = refuse (error, "is not the journal of a run");
    else if (strcmp (text, head) != 0)
      good = refuse (error, "belongs to a run with other options or another model; delete it to start over");
    if (go_on)
      reading->length += (gsize) n;
  }
  if (good && ferror (stream))
    good = cli_fail_errno (error, "cannot be read");
  free (text);
  return good;
}

CmdJournal *
cmd_journal_open (const char *path, const char *settings, const CliPlaces *places, guint64 limit,
                  CmdJournalState *state, GError **error)
{
  g_autofree char *head = g_strconcat (HEAD, settings, NULL);
  Reading reading = { .places = places, .limit = limit, .state = state };
  int fd = open (path, O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0666);
  struct stat status;
  if (fd < 0 && errno == ELOOP) {
    refuse (error, "is a link, not a regular file");
    return NULL;
  }
  if (fd < 0) {
    cli_fail_errno (error, "cannot be opened");
    return NULL;
  }
  g_autoptr (CmdJournal) journal = g_new (CmdJournal, 1);
  journal->fd = fd;
  *state = (CmdJournalState){ 0 };
  if (fstat (fd, &status) != 0 || !S_ISREG (status.st_mode)) {
    refuse (error, "is not the journal of a run");
    return NULL;
  }

  FILE *stream = fdopen (dup (fd), "r");
  gboolean good =
      stream ? read_lines (stream, head, &reading, error) : cli_fail_errno (error, "cannot be read");
  if (stream)
    fclose (stream);
  state->begun = reading.length > 0;
  if (good && ftruncate (fd, (off_t) reading.length) != 0)
    good = cli_fail_errno (error, "cannot be cut back to the last complete line");
  if (good && reading.length == 0) {
    g_autofree char *line = g_strconcat (head, "\n", NULL);
    good = cli_write_fd (fd, line, strlen (line), error);
  }
  return good ? g_steal_pointer (&journal) : NULL;
}

gboolean
cmd_journal_add (CmdJournal *journal, const char *name, CmdVerdict verdict, guint64 output, guint64 failures,
                 GError **error)
{
  g_autofree char *escaped = cli_escape (name);
  g_autofree char *line = g_strdup_printf ("%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %s %s\n", output,
                                           failures, verdicts[verdict], escaped);
  return cli_write_fd (journal->fd, line, strlen (line), error);
}

void
cmd_journal_free (CmdJournal *journal)
{
  close (journal->fd);
  g_free (journal);
}
