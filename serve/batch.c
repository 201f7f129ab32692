/* SPDX-License-Identifier: MIT */
#include "serve/batch.h"
#include "cli/json.h"
#include "serve/input.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#define LINES_PER_WORKER 4       /* under way */
#define MOST_IN_MEMORY (1 << 20) /* bytes of answers, before they go to a file */
#define LINE_EXTRA 65536         /* bytes that a line may have beside its page */

struct _ServeBatch {
  gatomicrefcount count; /* whoever made it, and each line under way */
  ServeKitchen *kitchen;
  ServePool *pool;
  GPtrArray *options;
  ServeJob wake;
  gpointer wake_data;
  GString *line;     /* the one that is arriving */
  gboolean too_long; /* the rest of it is passed over */
  guint64 offset;    /* of its beginning */
  guint64 n_read;    /* bytes of the body */
  guint64 n_lines;
  gboolean ended;
  pthread_mutex_t lock; /* of all below */
  GQueue lines;         /* (element-type Line): in their order, until they are written */
  gboolean waited_for;
  gboolean abandoned;
  GString *answers; /* in memory */
  int fd;           /* -1, or the file with those before */
  guint64 n_written;
  int failure; /* errno of writing, or 0 */
};

typedef struct {
  ServeBatch *batch;
  GString *text; /* (nullable): not read yet */
  guint64 number;
  guint64 offset;
  ServeInput input;
  GString *answer; /* (nullable): not done yet */
} Line;

static void
line_free (gpointer data)
{
  Line *line = data;
  serve_input_clear (&line->input);
  if (line->text)
    g_string_free (line->text, TRUE);
  if (line->answer)
    g_string_free (line->answer, TRUE);
  g_free (line);
}

ServeBatch *
serve_batch_new (ServeKitchen *kitchen, ServePool *pool, const GPtrArray *options, ServeJob wake,
                 gpointer data)
{
  ServeBatch *batch = g_new0 (ServeBatch, 1);
  g_atomic_ref_count_init (&batch->count);
  batch->kitchen = kitchen;
  batch->pool = pool;
  batch->options = serve_parameters_new ();
  for (guint i = 0; i < options->len; i++) {
    const ServeParameter *parameter = options->pdata[i];
    serve_parameters_add (batch->options, parameter->name, parameter->value);
  }
  serve_parameters_add (batch->options, "format", "jsonl");
  batch->wake = wake;
  batch->wake_data = data;
  batch->line = g_string_new (NULL);
  batch->answers = g_string_new (NULL);
  batch->fd = -1;
  g_queue_init (&batch->lines);
  pthread_mutex_init (&batch->lock, NULL);
  return batch;
}

static void
batch_unref (ServeBatch *batch)
{
  if (!g_atomic_ref_count_dec (&batch->count))
    return;
  g_queue_clear_full (&batch->lines, line_free);
  g_ptr_array_unref (batch->options);
  g_string_free (batch->line, TRUE);
  g_string_free (batch->answers, TRUE);
  if (batch->fd >= 0)
    close (batch->fd);
  pthread_mutex_destroy (&batch->lock);
  g_free (batch);
}

void
serve_batch_free (ServeBatch *batch)
{
  pthread_mutex_lock (&batch->lock);
  batch->abandoned = TRUE;
  batch->waited_for = FALSE;
  pthread_mutex_unlock (&batch->lock);
  batch_unref (batch);
}

/* ---- Answers --------------------------------------------------------------------------------- */

/* A file that nobody else sees, and that is gone with the program. The folder of whoever started the server
 * may be closed to what the server became. */
static int
open_spool (void)
{
  const char *const folders[] = { g_get_tmp_dir (), "/var/tmp", "/tmp" };
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autofree char *name = g_build_filename (folders[i], "texttractor-XXXXXX", NULL);
    int fd = g_mkstemp_full (name, O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0) {
      unlink (name);
      return fd;
    }
  }
  return -1;
}

/* The lock is held. */
static void
spool (ServeBatch *batch, const GString *answer)
{
  g_string_append_len (batch->answers, answer->str, (gssize) answer->len);
  if (batch->answers->len < MOST_IN_MEMORY || batch->failure)
    return;
  g_autoptr (GError) error = NULL;
  if (batch->fd < 0 && (batch->fd = open_spool ()) < 0)
    batch->failure = errno;
  else if (!cli_write_fd (batch->fd, batch->answers->str, batch->answers->len, &error))
    batch->failure = errno ? errno : EIO;
  batch->n_written += batch->answers->len;
  g_string_truncate (batch->answers, 0);
}

static gsize
get_room (const ServeBatch *batch)
{
  return LINES_PER_WORKER * (gsize) serve_pool_get_workers (batch->pool);
}

/* The lock is held. */
static gboolean
is_busy (const ServeBatch *batch)
{
  return batch->ended ? batch->lines.length > 0 : batch->lines.length >= get_room (batch);
}

/* Takes @answer. */
static void
finish_line (Line *line, GString *answer)
{
  ServeBatch *batch = line->batch;
  pthread_mutex_lock (&batch->lock);
  line->answer = answer;
  for (Line *first = g_queue_peek_head (&batch->lines); first && first->answer;
       first = g_queue_peek_head (&batch->lines)) {
    spool (batch, first->answer);
    line_free (g_queue_pop_head (&batch->lines));
  }
  gboolean wake = batch->waited_for && !is_busy (batch);
  if (wake) {
    batch->waited_for = FALSE;
    batch->wake (batch->wake_data);
  }
  pthread_mutex_unlock (&batch->lock);
  batch_unref (batch);
}

static void
fail_line (Line *line, const GError *error)
{
  GString *answer = g_string_new ("{");
  g_string_append_printf (answer, "\"line\":%" G_GUINT64_FORMAT ",\"error\":", line->number);
  serve_problem_append_error (answer, error, line->input.stage);
  g_string_append (answer, "}\n");
  finish_line (line, answer);
}

/* ---- Lines in the workers ---------------------------------------------------------------------- */

static void
extract_line (gpointer data)
{
  Line *line = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractDocument) document = serve_input_label (&line->input, &error);
  GString *answer = document ? serve_input_write (&line->input, document, &error) : NULL;
  g_clear_pointer (&line->input.record, extract_record_free);
  if (answer)
    finish_line (line, answer);
  else
    fail_line (line, error);
}

static void
fetch_line (gpointer data)
{
  Line *line = data;
  g_autoptr (GError) error = NULL;
  if (serve_input_fetch (&line->input, &error))
    serve_pool_work (line->batch->pool, extract_line, line);
  else
    fail_line (line, error);
}

static gboolean
is_abandoned (ServeBatch *batch)
{
  pthread_mutex_lock (&batch->lock);
  gboolean abandoned = batch->abandoned;
  pthread_mutex_unlock (&batch->lock);
  return abandoned;
}

static void
begin_line (gpointer data)
{
  Line *line = data;
  ServeBatch *batch = line->batch;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_strdup_printf ("-#%" G_GUINT64_FORMAT, line->offset);
  if (is_abandoned (batch)) {
    finish_line (line, g_string_new (NULL));
    return;
  }
  gboolean good = serve_input_read_line (&line->input, batch->kitchen, line->text->str, line->text->len, name,
                                         batch->options, &error);
  if (good && line->input.recipe->write.format != EXTRACT_FORMAT_JSONL)
    good = cli_fail_value (&error, "--format", "jsonl in a batch",
                           extract_format_get_info (line->input.recipe->write.format)->name);
  g_string_free (line->text, TRUE);
  line->text = NULL;
  if (!good)
    fail_line (line, error);
  else if (line->input.fetching)
    serve_pool_fetch (batch->pool, fetch_line, line);
  else
    extract_line (line);
}

/* ---- The body ------------------------------------------------------------------------------------ */

static void
fail_too_long (gpointer data)
{
  Line *line = data;
  const CliPageOptions *page = serve_kitchen_get_page (line->batch->kitchen);
  g_autoptr (GError) error = g_error_new (EXTRACT_ERROR, EXTRACT_ERROR_TOO_LARGE,
                                          "the line has more than the limit of %" G_GUINT64_FORMAT " bytes",
                                          page->source.max_bytes + LINE_EXTRA);
  fail_line (line, error);
}

static gboolean
is_blank (const GString *text)
{
  for (gsize i = 0; i < text->len; i++)
    if (!g_ascii_isspace (text->str[i]))
      return FALSE;
  return TRUE;
}

/* The line that arrived goes to the workers. */
static void
push_line (ServeBatch *batch)
{
  batch->n_lines++;
  if (batch->too_long || !is_blank (batch->line)) {
    Line *line = g_new0 (Line, 1);
    line->batch = batch;
    line->number = batch->n_lines;
    line->offset = batch->offset;
    line->text = batch->line;
    batch->line = g_string_new (NULL);
    g_atomic_ref_count_inc (&batch->count);
    pthread_mutex_lock (&batch->lock);
    g_queue_push_tail (&batch->lines, line);
    pthread_mutex_unlock (&batch->lock);
    serve_pool_work (batch->pool, batch->too_long ? fail_too_long : begin_line, line);
  }
  g_string_truncate (batch->line, 0);
  batch->too_long = FALSE;
}

static void
add_to_line (ServeBatch *batch, const char *bytes, gsize n)
{
  const CliPageOptions *page = serve_kitchen_get_page (batch->kitchen);
  if (!batch->too_long && batch->line->len + n > page->source.max_bytes + LINE_EXTRA) {
    g_string_free (batch->line, TRUE);
    batch->line = g_string_new (NULL);
    batch->too_long = TRUE;
  }
  if (!batch->too_long)
    g_string_append_len (batch->line, bytes, (gssize) n);
}

void
serve_batch_add (ServeBatch *batch, const char *bytes, gsize n)
{
  for (const char *end = bytes + n; bytes < end;) {
    const char *newline = memchr (bytes, '\n', (gsize) (end - bytes));
    gsize length = (gsize) ((newline ? newline : end) - bytes);
    add_to_line (batch, bytes, length);
    length += newline != NULL;
    bytes += length;
    batch->n_read += length;
    if (newline) {
      push_line (batch);
      batch->offset = batch->n_read;
    }
  }
}

void
serve_batch_end (ServeBatch *batch)
{
  if (batch->line->len > 0 || batch->too_long)
    push_line (batch);
  pthread_mutex_lock (&batch->lock);
  batch->ended = TRUE;
  pthread_mutex_unlock (&batch->lock);
}

gboolean
serve_batch_is_busy (ServeBatch *batch)
{
  pthread_mutex_lock (&batch->lock);
  gboolean busy = is_busy (batch);
  pthread_mutex_unlock (&batch->lock);
  return busy;
}

gboolean
serve_batch_must_wait (ServeBatch *batch)
{
  pthread_mutex_lock (&batch->lock);
  gboolean busy = batch->waited_for = is_busy (batch);
  pthread_mutex_unlock (&batch->lock);
  return busy;
}

ServeAnswer *
serve_batch_answer (ServeBatch *batch)
{
  const char *type = "application/x-ndjson; charset=utf-8";
  g_autoptr (GError) error = NULL;
  if (batch->fd < 0 && !batch->failure) {
    GString *answers = batch->answers;
    batch->answers = g_string_new (NULL);
    return serve_answer_new_text (200, type, answers);
  }
  if (!batch->failure && !cli_write_fd (batch->fd, batch->answers->str, batch->answers->len, &error))
    batch->failure = EIO;
  if (batch->failure) {
    g_autofree char *sentence =
        g_strdup_printf ("the answers cannot be kept: %s", g_strerror (batch->failure));
    return serve_problem_new (500, "storage", sentence);
  }
  ServeAnswer *answer = serve_answer_new (200, type, NULL);
  answer->fd = batch->fd;
  answer->length = batch->n_written + batch->answers->len;
  batch->fd = -1;
  return answer;
}
