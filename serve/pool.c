/* SPDX-License-Identifier: MIT */
#include "serve/pool.h"

struct _ServePool {
  GRWLock lock;
  GThreadPool *workers;  /* NULL once it is closed; of the lock */
  GThreadPool *fetchers; /* the same */
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
  g_rw_lock_init (&pool->lock);
  pool->n_workers = workers;
  pool->most = (gint) (workers + waiting);
  pool->workers = g_thread_pool_new (run_item, NULL, (gint) workers, TRUE, NULL);
  pool->fetchers = g_thread_pool_new (run_item, NULL, (gint) fetchers, FALSE, NULL);
  return pool;
}

void
serve_pool_close (ServePool *pool)
{
  g_rw_lock_writer_lock (&pool->lock);
  GThreadPool *workers = g_steal_pointer (&pool->workers);
  GThreadPool *fetchers = g_steal_pointer (&pool->fetchers);
  g_rw_lock_writer_unlock (&pool->lock);
  g_thread_pool_free (fetchers, FALSE, TRUE);
  g_thread_pool_free (workers, FALSE, TRUE);
}

void
serve_pool_free (ServePool *pool)
{
  if (pool->workers)
    serve_pool_close (pool);
  g_rw_lock_clear (&pool->lock);
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
push (ServePool *pool, gboolean fetches, ServeJob job, gpointer data)
{
  g_rw_lock_reader_lock (&pool->lock);
  GThreadPool *threads = fetches ? pool->fetchers : pool->workers;
  if (threads) {
    Item *item = g_new (Item, 1);
    *item = (Item){ job, data };
    g_thread_pool_push (threads, item, NULL);
  }
  g_rw_lock_reader_unlock (&pool->lock);
  if (!threads)
    job (data);
}

void
serve_pool_work (ServePool *pool, ServeJob job, gpointer data)
{
  push (pool, FALSE, job, data);
}

void
serve_pool_fetch (ServePool *pool, ServeJob job, gpointer data)
{
  push (pool, TRUE, job, data);
}
