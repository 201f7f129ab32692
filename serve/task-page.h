/* SPDX-License-Identifier: MIT */
/* The web page of tasks: a form, the tasks of a client, and the sentences of one. It has no script. */
#pragma once

#include "serve/tasks.h"

G_BEGIN_DECLS

/* Sentences on a page. */
#define SERVE_TASK_PAGE_HITS 100

typedef struct {
  const ServeCorpus *corpora; /* [n_corpora] */
  gsize n_corpora;
  guint64 most;                /* sentences of a task */
  const GPtrArray *parameters; /* (element-type ServeParameter): what the form has */
  const char *error;           /* (nullable): a sentence */
  const GPtrArray *tasks;      /* (nullable) (element-type ServeTask): of the client */
  /* Of one task. */
  const ServeTask *task; /* (nullable) */
  const GPtrArray *hits; /* (nullable) (element-type ConcHit): sorted */
  ConcSort sort;
  guint from; /* the first one that is shown */
} ServeTaskView;

/* serve_task_page_render: the whole document. */
GString *serve_task_page_render (const ServeTaskView *view);
/* serve_task_page_get_policy: Returns: (transfer none): its Content-Security-Policy */
const char *serve_task_page_get_policy (void);

/* serve_sort_parse: "none", "left" or "right". */
gboolean serve_sort_parse (const char *name, ConcSort *sort);
const char *serve_sort_get_name (ConcSort sort);

G_END_DECLS
