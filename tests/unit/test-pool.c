/* SPDX-License-Identifier: MIT */
/* Threads of the server, and how many requests they are for. */
#include "serve/pool.h"

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
  g_test_add_func ("/pool/admit", test_admit);
  return g_test_run ();
}
