/* SPDX-License-Identifier: MIT */
#include "serve/pool.h"

#include <pthread.h>

typedef struct {
  ServeJob job;
  gpointer data;
} Item;

/* Threads that take items in turn. */
typedef struct {
  guint most; /* threads */
  pthread_mutex_t lock;
  pthread_cond_t more; /* an item has come, or the end */
  GPtrArray *threads;  /* GThread *; begun when an item comes and all are busy */
  guint n_idle;
  GQueue items; /* Item * */
  gboolean closed;
} Crew;

struct _ServePool {
  Crew workers;
  Crew fetchers;
  gint most;       /* requests */
  gint n_requests; /* atomic */
};

/* ---- A crew ------------------------------------------------------------------------------------ */

static void
crew_init (Crew *crew, guint most)
{
  crew->most = most;
  pthread_mutex_init (&crew->lock, NULL);
  pthread_cond_init (&crew->more, NULL);
  crew->threads = g_ptr_array_new ();
}

static gpointer
run_thread (gpointer data)
{
  Crew *crew = data;

  pthread_mutex_lock (&crew->lock);
  for (;;) {
    crew->n_idle++;
    while (!crew->items.length && !crew->closed)
      pthread_cond_wait (&crew->more, &crew->lock);
    crew->n_idle--;
    Item *item = g_queue_pop_head (&crew->items);
    if (!item)
      break;
    pthread_mutex_unlock (&crew->lock);
    item->job (item->data);
    g_free (item);
    pthread_mutex_lock (&crew->lock);
  }
  pthread_mutex_unlock (&crew->lock);
  return NULL;
}

/* The lock is held. */
static void
add_thread (Crew *crew)
{
  GThread *thread = g_thread_try_new ("serve", run_thread, crew, NULL);
  if (thread)
    g_ptr_array_add (crew->threads, thread);
}

/* Returns: whether one of the crew does the job. */
static gboolean
crew_push (Crew *crew, ServeJob job, gpointer data)
{
  pthread_mutex_lock (&crew->lock);
  if (!crew->closed && crew->items.length >= crew->n_idle && crew->threads->len < crew->most)
    add_thread (crew);
  gboolean takes = !crew->closed && crew->threads->len > 0;
  if (takes) {
    Item *item = g_new (Item, 1);
    *item = (Item){ job, data };
    g_queue_push_tail (&crew->items, item);
    pthread_cond_signal (&crew->more);
  }
  pthread_mutex_unlock (&crew->lock);
  return takes;
}

static void
crew_close (Crew *crew)
{
  pthread_mutex_lock (&crew->lock);
  crew->closed = TRUE;
  pthread_cond_broadcast (&crew->more);
  pthread_mutex_unlock (&crew->lock);
}

/* Waits until the threads of a crew that was closed have ended, not only their jobs. What OpenSSL keeps for a
 * thread is freed when the thread ends; were the program to end meanwhile, OpenSSL (3.0) would free it twice.
 * So this is no GThreadPool, which does not wait for its threads. */
static void
crew_join (Crew *crew)
{
  for (guint i = 0; i < crew->threads->len; i++)
    g_thread_join (crew->threads->pdata[i]);
  g_ptr_array_set_size (crew->threads, 0);
}

static void
crew_clear (Crew *crew)
{
  g_ptr_array_unref (crew->threads);
  pthread_cond_destroy (&crew->more);
  pthread_mutex_destroy (&crew->lock);
}

/* ---- The pool ---------------------------------------------------------------------------------- */

ServePool *
serve_pool_new (guint workers, guint fetchers, guint waiting)
{
  ServePool *pool = g_new0 (ServePool, 1);
  crew_init (&pool->workers, workers);
  crew_init (&pool->fetchers, fetchers);
  pool->most = (gint) (workers + waiting);
  return pool;
}

void
serve_pool_close (ServePool *pool)
{
  crew_close (&pool->fetchers);
  crew_close (&pool->workers);
  crew_join (&pool->fetchers);
  crew_join (&pool->workers);
}

void
serve_pool_free (ServePool *pool)
{
  serve_pool_close (pool);
  crew_clear (&pool->fetchers);
  crew_clear (&pool->workers);
  g_free (pool);
}

guint
serve_pool_get_workers (const ServePool *pool)
{
  return pool->workers.most;
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

void
serve_pool_work (ServePool *pool, ServeJob job, gpointer data)
{
  if (!crew_push (&pool->workers, job, data))
    job (data);
}

void
serve_pool_fetch (ServePool *pool, ServeJob job, gpointer data)
{
  if (!crew_push (&pool->fetchers, job, data))
    job (data);
}
