/* SPDX-License-Identifier: MIT */
/*
 * The progress of a batch whose pages go to one file, or to shards, as text:
 *
 *   texttractor journal 1: SETTINGS
 *   OUTPUT FAILURES VERDICT NAME           for each page, in the order of the batch:
 *   8213 0 written a.html                  bytes of the output and of the list of failures behind it
 *   8213 71 failed b.html
 *   9120 71 written c.warc.gz#512          a page in an archive
 *   9120 71 packed 2710                    all of this is packed, which makes so many bytes of the shard
 *   9120 71 read c.warc.gz                 the end of the archive
 *   9420 71 shard 2790                     the shard is whole, and has so many bytes
 *
 * The page is written first, then its line, with one call each. So however the program ends, the output has
 * the pages of all complete lines, and at most one more. An incomplete line does not count.
 *
 * Files of the output are deleted as it goes on: what is packed is needed no longer as it was, a shard that
 * is whole gets its name. So what is there is compared with the lines behind the last of these steps alone.
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

/* What is no verdict on a page: steps of the output. */
enum { LINE_PACKED = CMD_N_VERDICTS, LINE_SHARD, N_LINES };
static const char *const steps[] = { "packed", "shard" };

/* A line, without its end. */
typedef struct {
  guint64 output;
  guint64 failures;
  guint kind;       /* a CmdVerdict, or LINE_... */
  const char *name; /* of a page or archive */
  guint64 bytes;    /* of a step */
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

static const char *
get_word (guint kind)
{
  return kind < CMD_N_VERDICTS ? verdicts[kind] : steps[kind - CMD_N_VERDICTS];
}

static gboolean
line_read (const char *text, Line *line)
{
  if (!read_count (&text, &line->output) || !read_count (&text, &line->failures))
    return FALSE;
  for (line->kind = 0; line->kind < N_LINES; line->kind++) {
    gsize length = strlen (get_word (line->kind));
    if (strncmp (text, get_word (line->kind), length) == 0 && text[length] == ' ')
      break;
  }
  if (line->kind == N_LINES)
    return FALSE;
  line->name = text + strlen (get_word (line->kind)) + 1;
  return line->kind < CMD_N_VERDICTS ||
         g_ascii_string_to_unsigned (line->name, 10, 0, G_MAXUINT64, &line->bytes, NULL);
}

/* The state of a journal while it is read. */
typedef struct {
  const CliPlaces *places;
  const CmdJournalLimits *limits;
  CmdJournalState now;    /* behind the last line */
  CmdJournalState sealed; /* behind the last step */
  CmdJournalState good;   /* behind the last line that counts */
  gboolean lost;          /* something of the last step is not there: nothing counts up to the next shard */
} Reading;

/* Whether @name is that of a page in the archive at @place. */
static gboolean
is_inside (const char *name, const char *place)
{
  return g_str_has_prefix (name, place) && name[strlen (place)] == '#';
}

static gboolean
take_page (Reading *reading, const Line *line, GError **error)
{
  CmdJournalState *now = &reading->now;
  g_autofree char *place = now->n_places < cli_places_get_n (reading->places)
                               ? cli_escape (cli_places_get (reading->places, now->n_places))
                               : NULL;
  gboolean inside = place && is_inside (line->name, place);
  if (!inside && g_strcmp0 (place, line->name) != 0)
    return refuse (error, "belongs to a run over other pages; delete it to start over");
  now->n_inside = inside ? now->n_inside + 1 : 0;
  now->n_places += !inside;
  now->counts[line->kind]++;
  if (!reading->lost && now->output - reading->sealed.output <= reading->limits->open)
    reading->good = *now;
  return TRUE;
}

static void
take_step (Reading *reading, const Line *line)
{
  CmdJournalState *now = &reading->now;
  if (line->kind == LINE_SHARD) {
    now->n_shards++;
    now->n_whole = line->bytes;
    now->before = now->output;
  }
  now->sealed = now->output;
  now->packed = line->kind == LINE_SHARD ? 0 : line->bytes;
  reading->lost = now->packed > reading->limits->packed;
  if (!reading->lost)
    reading->sealed = *now;
  reading->good = reading->sealed;
}

/* @text: behind the first line. @length: of the line */
static gboolean
take_line (Reading *reading, const char *text, gsize length, GError **error)
{
  CmdJournalState *now = &reading->now;
  Line line;
  if (!line_read (text, &line) || line.output < now->output || line.failures < now->failures)
    return refuse (error, "is damaged; delete it to start over");
  now->output = line.output;
  now->failures = line.failures;
  now->length += length;
  if (line.kind < CMD_N_VERDICTS)
    return take_page (reading, &line, error);
  take_step (reading, &line);
  return TRUE;
}

static gboolean
take_head (Reading *reading, const char *text, const char *head, gsize length, GError **error)
{
  if (!g_str_has_prefix (text, HEAD))
    return refuse (error, "is not the journal of a run");
  if (strcmp (text, head) != 0)
    return refuse (error, "belongs to a run with other options or another model; delete it to start over");
  reading->now.length = length;
  reading->sealed = reading->good = reading->now;
  return TRUE;
}

static gboolean
read_lines (FILE *stream, const char *head, Reading *reading, GError **error)
{
  gboolean good = TRUE;
  char *text = NULL;
  size_t size = 0;
  gssize n;
  while (good && (n = getline (&text, &size, stream)) > 0) {
    const gboolean first = reading->now.length == 0;
    if (text[n - 1] != '\n') {
      if (first && !g_str_has_prefix (head, text))
        good = refuse (error, "is not the journal of a run");
      break;
    }
    text[n - 1] = '\0';
    good = first ? take_head (reading, text, head, (gsize) n, error)
                 : take_line (reading, text, (gsize) n, error);
  }
  if (good && ferror (stream))
    good = cli_fail_errno (error, "cannot be read");
  free (text);
  return good;
}

CmdJournal *
cmd_journal_open (const char *path, const char *settings, const CliPlaces *places,
                  const CmdJournalLimits *limits, CmdJournalState *state, GError **error)
{
  g_autofree char *head = g_strconcat (HEAD, settings, NULL);
  Reading reading = { .places = places, .limits = limits };
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
  if (fstat (fd, &status) != 0 || !S_ISREG (status.st_mode)) {
    refuse (error, "is not the journal of a run");
    return NULL;
  }

  FILE *stream = fdopen (dup (fd), "r");
  gboolean good =
      stream ? read_lines (stream, head, &reading, error) : cli_fail_errno (error, "cannot be read");
  if (stream)
    fclose (stream);
  *state = reading.good;
  if (good && ftruncate (fd, (off_t) state->length) != 0)
    good = cli_fail_errno (error, "cannot be cut back to the last complete line");
  if (good && state->length == 0) {
    g_autofree char *line = g_strconcat (head, "\n", NULL);
    good = cli_write_fd (fd, line, strlen (line), error);
  }
  return good ? g_steal_pointer (&journal) : NULL;
}

static gboolean
add_line (CmdJournal *journal, guint64 output, guint64 failures, guint kind, const char *rest, GError **error)
{
  g_autofree char *line = g_strdup_printf ("%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %s %s\n", output,
                                           failures, get_word (kind), rest);
  return cli_write_fd (journal->fd, line, strlen (line), error);
}

gboolean
cmd_journal_add (CmdJournal *journal, const char *name, CmdVerdict verdict, guint64 output, guint64 failures,
                 GError **error)
{
  g_autofree char *escaped = cli_escape (name);
  return add_line (journal, output, failures, verdict, escaped, error);
}

gboolean
cmd_journal_add_step (CmdJournal *journal, gboolean whole, guint64 bytes, guint64 output, guint64 failures,
                      GError **error)
{
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, bytes);
  return add_line (journal, output, failures, whole ? LINE_SHARD : LINE_PACKED, number, error);
}

void
cmd_journal_free (CmdJournal *journal)
{
  close (journal->fd);
  g_free (journal);
}
