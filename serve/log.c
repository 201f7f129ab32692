/* SPDX-License-Identifier: MIT */
#include "serve/log.h"
#include "cli/cli.h"
#include "cli/json.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

struct _ServeLog {
  char *path; /* (nullable) */
  gboolean json;
  pthread_mutex_t lock;
  int fd;
};

/* Lines are added to what is there, also by several programs. */
static int
open_log (const char *path, GError **error)
{
  int fd = path ? open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640) : STDERR_FILENO;
  if (fd < 0)
    cli_fail_errno (error, path);
  return fd;
}

ServeLog *
serve_log_new (const char *path, gboolean json, GError **error)
{
  int fd = open_log (path, error);
  if (fd < 0)
    return NULL;
  ServeLog *log = g_new0 (ServeLog, 1);
  log->path = g_strdup (path);
  log->json = json;
  log->fd = fd;
  pthread_mutex_init (&log->lock, NULL);
  return log;
}

void
serve_log_free (ServeLog *log)
{
  if (log->path)
    close (log->fd);
  pthread_mutex_destroy (&log->lock);
  g_free (log->path);
  g_free (log);
}

gboolean
serve_log_reopen (ServeLog *log, GError **error)
{
  int fd = log->path ? open_log (log->path, error) : log->fd;
  if (fd < 0)
    return FALSE;
  pthread_mutex_lock (&log->lock);
  if (log->path)
    close (log->fd);
  log->fd = fd;
  pthread_mutex_unlock (&log->lock);
  return TRUE;
}

static void
append_json (GString *text, const ServeLogLine *line, const char *time)
{
  g_string_append_c (text, '{');
  cli_json_append_string (text, "time", time);
  cli_json_append_string (text, "client", line->client);
  cli_json_append_string (text, "method", line->method);
  cli_json_append_string (text, "path", line->path);
  cli_json_append_count (text, "status", line->status);
  g_string_append_printf (text, ",\"received\":%" G_GUINT64_FORMAT ",\"sent\":%" G_GUINT64_FORMAT,
                          line->received, line->sent);
  cli_json_append_number (text, "seconds", line->seconds);
  g_string_append (text, "}\n");
}

/* "2026-11-24T09:30:00Z 127.0.0.1 POST /v1/extract 200 8123 1042 0.013" */
static void
append_text (GString *text, const ServeLogLine *line, const char *time)
{
  g_autofree char *method = cli_escape (line->method);
  g_autofree char *path = cli_escape (line->path);
  g_strdelimit (path, " ", '_');
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append_printf (text, "%s %s %s %s %u %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %s\n", time,
                          line->client, method, path, line->status, line->received, line->sent,
                          g_ascii_formatd (digits, sizeof digits, "%.3f", line->seconds));
}

void
serve_log_write (ServeLog *log, const ServeLogLine *line)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format (now, "%Y-%m-%dT%H:%M:%SZ");
  g_autoptr (GString) text = g_string_new (NULL);
  if (log->json)
    append_json (text, line, time);
  else
    append_text (text, line, time);
  pthread_mutex_lock (&log->lock);
  cli_write_fd (log->fd, text->str, text->len, NULL); /* there is nowhere else to say so */
  pthread_mutex_unlock (&log->lock);
}
