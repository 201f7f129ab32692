/* SPDX-License-Identifier: MIT */
/*
 * Threads that work on pages, threads that wait for other servers, and how many requests may be under way.
 *
 *   request ── serve_pool_admit () ──> work ──> fetch ──> work ──> serve_pool_leave ()
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ServePool ServePool;
typedef void (*ServeJob) (gpointer data);

/* serve_pool_new: @workers, @fetchers: threads; @waiting: requests beside those that are worked on */
ServePool *serve_pool_new (guint workers, guint fetchers, guint waiting);
/* serve_pool_close: waits for all jobs, and for the threads. Whoever comes later does the work himself, in
 * his own thread. */
void serve_pool_close (ServePool *pool);
void serve_pool_free (ServePool *pool);

guint serve_pool_get_workers (const ServePool *pool);

/* serve_pool_admit: Returns: FALSE if there are as many requests as may be. Each that is let in has to leave.
 */
gboolean serve_pool_admit (ServePool *pool);
void serve_pool_leave (ServePool *pool);
/* serve_pool_is_full: whether the next one would not be let in. */
gboolean serve_pool_is_full (ServePool *pool);
/* serve_pool_count: requests that were let in. */
guint serve_pool_count (ServePool *pool);

void serve_pool_work (ServePool *pool, ServeJob job, gpointer data);
void serve_pool_fetch (ServePool *pool, ServeJob job, gpointer data);

G_END_DECLS
