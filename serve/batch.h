/* SPDX-License-Identifier: MIT */
/*
 * Pages as lines of JSON, worked on while they arrive, and answered in their order.
 *
 *   pieces of the body ──> lines ──> workers ──> lines in their order ──> memory, then a file without a name
 *
 * Answers wait until the whole body is there: most clients do not read before they have sent everything, and
 * would wait for ever. What came in is no more in memory by then; when more lines are under way than can be
 * worked on soon, no more are read from the client.
 */
#pragma once

#include "serve/pool.h"
#include "serve/recipe.h"

G_BEGIN_DECLS

typedef struct _ServeBatch ServeBatch;

/*
 * serve_batch_new: @kitchen, @pool: not owned; @options: (element-type ServeParameter): of all pages
 * @wake: called in any thread when a batch that was full, or was waited for, is not any more
 */
ServeBatch *serve_batch_new (ServeKitchen *kitchen, ServePool *pool, const GPtrArray *options, ServeJob wake,
                             gpointer data);
/* serve_batch_free: pages under way come to their end, without an answer. */
void serve_batch_free (ServeBatch *batch);

void serve_batch_add (ServeBatch *batch, const char *bytes, gsize n);
/* serve_batch_end: the body is there. */
void serve_batch_end (ServeBatch *batch);

/* serve_batch_is_busy: whether nothing more may be added, or, after the end, not all is done. */
gboolean serve_batch_is_busy (ServeBatch *batch);
/* serve_batch_must_wait: the same; and if so, it will wake who waits. */
gboolean serve_batch_must_wait (ServeBatch *batch);

/* serve_batch_answer: Returns: (transfer full): all lines. */
ServeAnswer *serve_batch_answer (ServeBatch *batch);

G_END_DECLS
