/* SPDX-License-Identifier: MIT */
/*
 * A concordance task: what was asked for, what became of it, and the sentences.
 *
 *   parameters ──> ServeTask ──> index ──> sentences, in a file, a line each
 *                      └──> JSON, for clients and for the folder of the state
 */
#pragma once

#include "concordance/index.h"
#include "concordance/write.h"
#include "serve/exchange.h"

G_BEGIN_DECLS

/* An index that tasks may be about. */
typedef struct {
  const char *name;
  const char *path;
  guint32 n_pages;
  gboolean tagged; /* it has parts of speech */
} ServeCorpus;

typedef enum {
  SERVE_TASK_WAITING,
  SERVE_TASK_RUNNING,
  SERVE_TASK_DONE,
  SERVE_TASK_FAILED,
  SERVE_N_TASK_STATES
} ServeTaskState;

typedef struct {
  char *id;     /* who knows it may see the task */
  char *client; /* whose task it is */
  /* What was asked for. */
  char *corpus;
  char *words; /* with commas between them */
  char *pos;   /* (nullable) */
  char *lang;  /* codes with commas between them, or "any" */
  guint64 number;
  guint64 context;
  guint64 seed;   /* of a sample; 0: the first ones */
  gint64 created; /* seconds since 1970 */
  /* What became of it. */
  ServeTaskState state;
  guint64 n_sentences; /* that can be seen */
  guint64 n_found;
  guint64 n_repeats;
  double seconds;
  char *failure; /* (nullable): a sentence */
} ServeTask;

void serve_task_free (ServeTask *task);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ServeTask, serve_task_free)
ServeTask *serve_task_copy (const ServeTask *task);

/* serve_task_new: @corpora: [n_corpora]. @most: sentences of a task. Returns: (transfer full) (nullable):
 * without an id; NULL with an error of G_OPTION_ERROR */
ServeTask *serve_task_new (const GPtrArray *parameters, const ServeCorpus *corpora, gsize n_corpora,
                           guint64 most, GError **error);
const char *serve_task_state_get_name (ServeTaskState state);

/* serve_task_append: an object of JSON. @whole: with what only the state has */
void serve_task_append (const ServeTask *task, gboolean whole, GString *json);
/* serve_task_read: what serve_task_append () wrote as a whole. Returns: (transfer full) (nullable) */
ServeTask *serve_task_read (const char *json, gsize length, GError **error);

/* serve_task_run: fills in what became of it. @lines: (out): the sentences. @milliseconds: for the task.
 * @n_found: (inout): atomic: so far. Returns: FALSE if it was cancelled: it has to be run again */
gboolean serve_task_run (ServeTask *task, const ServeCorpus *corpus, guint64 milliseconds,
                         GCancellable *cancellable, GString *lines);

/* serve_hits_read: (element-type ConcHit): of a file of sentences; lines that are damaged are left out */
GPtrArray *serve_hits_read (const char *path, GError **error);
/* serve_hits_parse: of its bytes. */
GPtrArray *serve_hits_parse (const char *text, gsize length);

G_END_DECLS
