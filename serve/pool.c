/* SPDX-License-Identifier: MIT */
#include "serve/pool.h"

struct _ServePool {
  GThreadPool *workers;
  GThreadPool *fetchers;
  guint n_workers;
  gint most;       /* requests */
  gint n_requests; /* atomic */
};

typedef struct {
  ServeJob job;
  gpointer data;
} Item;

static void
run_item (gpointer data, gpointer user_data)
{
  Item item = *(Item *) data;
  g_free (data);
  item.job (item.data);
}

ServePool *
serve_pool_new (guint workers, guint fetchers, guint waiting)
{
  ServePool *pool = g_new0 (ServePool, 1);
  pool->n_workers = workers;
  pool->most = (gint) (workers + waiting);
  pool->workers = g_thread_pool_new (run_item, NULL, (gint) workers, TRUE, NULL);
  pool->fetchers = g_thread_pool_new (run_item, NULL, (gint) fetchers, FALSE, NULL);
  return pool;
}

void
serve_pool_free (ServePool *pool)
{
  g_thread_pool_free (pool->fetchers, FALSE, TRUE);
  g_thread_pool_free (pool->workers, FALSE, TRUE);
  g_free (pool);
}

guint
serve_pool_get_workers (const ServePool *pool)
{
  return pool->n_workers;
}

gboolean
serve_pool_admit (ServePool *pool)
{
  if (g_atomic_int_add (&pool->n_requests, 1) < pool->most)
    return TRUE;
  serve_pool_leave (pool);
  return FALSE;
}

void
serve_pool_leave (ServePool *pool)
{
  g_atomic_int_add (&pool->n_requests, -1);
}

gboolean
serve_pool_is_full (ServePool *pool)
{
  return g_atomic_int_get (&pool->n_requests) >= pool->most;
}

guint
serve_pool_count (ServePool *pool)
{
  return (guint) g_atomic_int_get (&pool->n_requests);
}

static void
push (GThreadPool *threads, ServeJob job, gpointer data)
{
  Item *item = g_new (Item, 1);
  *item = (Item){ job, data };
  g_thread_pool_push (threads, item, NULL);
}

void
serve_pool_work (ServePool *pool, ServeJob job, gpointer data)
{
  push (pool->workers, job, data);
}

void
serve_pool_fetch (ServePool *pool, ServeJob job, gpointer data)
{
  push (pool->fetchers, job, data);
}
