/* SPDX-License-Identifier: MIT */
#include "train/learn/pool.h"

#include <pthread.h>

struct _TrainPool {
  GPtrArray *workers;   /* GThread *: besides the one that calls */
  pthread_mutex_t lock; /* of all below */
  pthread_cond_t begin; /* a loop has begun, or all is over */
  pthread_cond_t end;   /* a worker has found no item that is left */
  TrainWork work;
  gpointer data;
  guint n, next; /* items of the loop */
  guint loop;    /* its number */
  guint n_busy;  /* workers that are not yet through with it */
  gboolean stopped;
};

/* Takes items as long as there are any. The lock is held, but not during the work. */
static void
run_items (TrainPool *pool)
{
  while (pool->next < pool->n) {
    guint item = pool->next++;

    pthread_mutex_unlock (&pool->lock);
    pool->work (item, pool->data);
    pthread_mutex_lock (&pool->lock);
  }
}

static gpointer
run_worker (gpointer data)
{
  TrainPool *pool = data;
  guint loop = 0;

  pthread_mutex_lock (&pool->lock);
  for (;;) {
    while (!pool->stopped && pool->loop == loop)
      pthread_cond_wait (&pool->begin, &pool->lock);
    if (pool->stopped)
      break;
    loop = pool->loop;
    run_items (pool);
    pool->n_busy--;
    pthread_cond_signal (&pool->end);
  }
  pthread_mutex_unlock (&pool->lock);
  return NULL;
}

TrainPool *
train_pool_new (guint threads)
{
  TrainPool *pool = g_new0 (TrainPool, 1);

  pthread_mutex_init (&pool->lock, NULL);
  pthread_cond_init (&pool->begin, NULL);
  pthread_cond_init (&pool->end, NULL);
  pool->workers = g_ptr_array_new ();
  for (guint i = 1; i < threads; i++) {
    GThread *worker = g_thread_try_new ("train", run_worker, pool, NULL);

    if (!worker)
      break;
    g_ptr_array_add (pool->workers, worker);
  }
  return pool;
}

void
train_pool_run (TrainPool *pool, guint n, TrainWork work, gpointer data)
{
  pthread_mutex_lock (&pool->lock);
  pool->work = work;
  pool->data = data;
  pool->n = n;
  pool->next = 0;
  pool->loop++;
  pool->n_busy = pool->workers->len;
  pthread_cond_broadcast (&pool->begin);
  run_items (pool);
  while (pool->n_busy > 0)
    pthread_cond_wait (&pool->end, &pool->lock);
  pthread_mutex_unlock (&pool->lock);
}

void
train_pool_free (TrainPool *pool)
{
  pthread_mutex_lock (&pool->lock);
  pool->stopped = TRUE;
  pthread_cond_broadcast (&pool->begin);
  pthread_mutex_unlock (&pool->lock);
  for (guint i = 0; i < pool->workers->len; i++)
    g_thread_join (pool->workers->pdata[i]);
  g_ptr_array_unref (pool->workers);
  pthread_mutex_destroy (&pool->lock);
  pthread_cond_destroy (&pool->begin);
  pthread_cond_destroy (&pool->end);
  g_free (pool);
}
