/* SPDX-License-Identifier: MIT */
/* What is answered about tasks: to programs, and to people. */
#pragma once

#include "serve/tasks.h"

G_BEGIN_DECLS

/* @tasks: (nullable): NULL: there are no corpora. Returns: (nullable): NULL with @error */
ServeAnswer *serve_answer_corpora (ServeTasks *tasks, const ServeRequest *request, GError **error);
ServeAnswer *serve_answer_tasks (ServeTasks *tasks, const ServeRequest *request, GError **error);
ServeAnswer *serve_answer_task (ServeTasks *tasks, const ServeRequest *request, GError **error);
ServeAnswer *serve_answer_sentences (ServeTasks *tasks, const ServeRequest *request, GError **error);
ServeAnswer *serve_answer_task_page (ServeTasks *tasks, const ServeRequest *request, GError **error);

G_END_DECLS
