/* SPDX-License-Identifier: MIT */
/* Threads of the server, and how many requests they are for. */
#include "serve/pool.h"

#include <pthread.h>

typedef struct {
  ServePool *pool;
  gint n_done; /* atomic */
  GThread *last;
} Work;

static void
work (gpointer data)
{
  Work *counted = data;
  g_usleep (100);
  g_atomic_int_inc (&counted->n_done);
  counted->last = g_thread_self ();
}

static void
fetch_then_work (gpointer data)
{
  Work *counted = data;
  serve_pool_work (counted->pool, work, counted);
}

/* What was begun comes to its end, with all that it brings; what comes later is done at once. */
static void
test_close (void)
{
  Work counted = { .pool = serve_pool_new (2, 3, 10) };
  for (guint i = 0; i < 500; i++) {
    serve_pool_work (counted.pool, work, &counted);
    serve_pool_fetch (counted.pool, fetch_then_work, &counted);
  }
  serve_pool_close (counted.pool);
  g_assert_cmpint (g_atomic_int_get (&counted.n_done), ==, 1000);
  serve_pool_fetch (counted.pool, fetch_then_work, &counted);
  g_assert_cmpint (counted.n_done, ==, 1001);
  g_assert_true (counted.last == g_thread_self ());
  serve_pool_free (counted.pool);
}

static gint n_ended; /* atomic */

static void
end_slowly (gpointer data)
{
  g_usleep (50000);
  g_atomic_int_inc (&n_ended);
}

static GPrivate of_thread = G_PRIVATE_INIT (end_slowly);

static void
mark_thread (gpointer data)
{
  g_private_set (&of_thread, data);
}

/* A thread may end after the last job that it did: what libraries keep for it (OpenSSL) is freed then, which
 * must not meet with what they free at the end of the program. */
static void
test_join (void)
{
  g_atomic_int_set (&n_ended, 0);
  ServePool *pool = serve_pool_new (1, 1, 10);
  serve_pool_work (pool, mark_thread, pool);
  serve_pool_fetch (pool, mark_thread, pool);
  serve_pool_close (pool);
  g_assert_cmpint (g_atomic_int_get (&n_ended), ==, 2);
  serve_pool_free (pool);
}

typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t all;
  guint n_in;
} Meeting;

/* Returns when three are there. */
static void
meet (gpointer data)
{
  Meeting *meeting = data;
  pthread_mutex_lock (&meeting->lock);
  meeting->n_in++;
  pthread_cond_broadcast (&meeting->all);
  while (meeting->n_in < 3)
    pthread_cond_wait (&meeting->all, &meeting->lock);
  pthread_mutex_unlock (&meeting->lock);
}

/* As many jobs at once as there are threads. */
static void
test_at_once (void)
{
  Meeting meeting = { .lock = PTHREAD_MUTEX_INITIALIZER, .all = PTHREAD_COND_INITIALIZER };
  ServePool *pool = serve_pool_new (2, 1, 10);
  serve_pool_work (pool, meet, &meeting);
  serve_pool_work (pool, meet, &meeting);
  serve_pool_fetch (pool, meet, &meeting);
  serve_pool_free (pool);
  g_assert_cmpuint (meeting.n_in, ==, 3);
  pthread_mutex_destroy (&meeting.lock);
  pthread_cond_destroy (&meeting.all);
}

/* As many as there are threads, and those that may wait. */
static void
test_admit (void)
{
  ServePool *pool = serve_pool_new (2, 1, 3);
  for (guint i = 0; i < 5; i++)
    g_assert_true (serve_pool_admit (pool));
  g_assert_false (serve_pool_admit (pool));
  g_assert_cmpuint (serve_pool_count (pool), ==, 5);
  serve_pool_leave (pool);
  g_assert_true (serve_pool_admit (pool));
  serve_pool_free (pool);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pool/close", test_close);
  g_test_add_func ("/pool/join", test_join);
  g_test_add_func ("/pool/at-once", test_at_once);
  g_test_add_func ("/pool/admit", test_admit);
  return g_test_run ();
}
