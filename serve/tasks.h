/* SPDX-License-Identifier: MIT */
/*
 * The tasks of all clients. They are worked on one after another, and a folder keeps them:
 *
 *   FOLDER/ID.task   what was asked for, and what became of it
 *   FOLDER/ID.lines  the sentences, once all are there
 *
 * Both are whole or not there. A task that was not done when the server ended is done when it is started
 * again. From any thread.
 */
#pragma once

#include "serve/task.h"

G_BEGIN_DECLS

typedef struct _ServeTasks ServeTasks;

typedef struct {
  const char *folder;
  char **corpora;       /* NAME=INDEX, NULL-terminated */
  guint per_client;     /* that wait or are worked on */
  guint64 sentences;    /* of a task */
  guint64 milliseconds; /* of a task */
} ServeTasksOptions;

/* serve_tasks_new: @options: lent. The error names the corpus or the folder itself. */
ServeTasks *serve_tasks_new (const ServeTasksOptions *options, GError **error);
/* serve_tasks_begin: from now on tasks are worked on. */
void serve_tasks_begin (ServeTasks *tasks);
/* serve_tasks_free: the task under way is done when the server is started again. */
void serve_tasks_free (ServeTasks *tasks);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ServeTasks, serve_tasks_free)

const ServeCorpus *serve_tasks_get_corpora (const ServeTasks *tasks, gsize *n);
guint64 serve_tasks_get_most (const ServeTasks *tasks);

/* serve_tasks_add: Returns: (transfer full) (nullable): a copy; NULL with G_OPTION_ERROR, or G_IO_ERROR_BUSY
 * if there are too many, or G_IO_ERROR_FAILED if its file could not be written */
ServeTask *
serve_tasks_add (ServeTasks *tasks, const char *client, const GPtrArray *parameters, GError **error);
/* serve_tasks_get: Returns: (transfer full) (nullable): a copy */
ServeTask *serve_tasks_get (ServeTasks *tasks, const char *id);
/* serve_tasks_list: (element-type ServeTask): copies of those of @client, the last one first. */
GPtrArray *serve_tasks_list (ServeTasks *tasks, const char *client);
/* serve_tasks_read: (element-type ConcHit): the sentences of a task that is done. */
GPtrArray *serve_tasks_read (ServeTasks *tasks, const ServeTask *task, GError **error);

G_END_DECLS
