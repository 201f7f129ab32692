/* SPDX-License-Identifier: MIT */
/* The access log: a line for each request. From any thread. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ServeLog ServeLog;

/* serve_log_new: @path: (nullable): NULL: standard error; @json: lines of JSON */
ServeLog *serve_log_new (const char *path, gboolean json, GError **error);
void serve_log_free (ServeLog *log);

/* serve_log_reopen: the file may have been moved away. */
gboolean serve_log_reopen (ServeLog *log, GError **error);

typedef struct {
  const char *client;
  const char *method;
  const char *path;
  guint status;
  guint64 received; /* bytes of the body */
  guint64 sent;
  double seconds;
} ServeLogLine;

void serve_log_write (ServeLog *log, const ServeLogLine *line);

G_END_DECLS
