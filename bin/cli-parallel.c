/* SPDX-License-Identifier: MIT */
/* Work in threads, delivered in order. Locks are those of POSIX: ThreadSanitizer knows them. */
#include "bin/cli.h"

#include <pthread.h>

typedef struct {
  gpointer result;
  gboolean ready;
} Slot;

typedef struct {
  CliWork work;
  gpointer data;
  gsize n;
  pthread_mutex_t lock; /* of all below */
  pthread_cond_t ready; /* a slot has become ready */
  pthread_cond_t room;  /* an item has been delivered, or the work was stopped */
  gsize next;           /* first item that nobody has begun */
  gsize delivered;      /* items that `done` is through with */
  gboolean stopped;
  gsize window; /* items between `delivered` and `next` at most */
  Slot *slots;  /* [window]: item i is in slot i % window */
} Parallel;

static gpointer
run_worker (gpointer data)
{
  Parallel *parallel = data;

  pthread_mutex_lock (&parallel->lock);
  for (;;) {
    while (!parallel->stopped && parallel->next < parallel->n &&
           parallel->next - parallel->delivered >= parallel->window)
      pthread_cond_wait (&parallel->room, &parallel->lock);
    if (parallel->stopped || parallel->next >= parallel->n)
      break;
    gsize i = parallel->next++;
    pthread_mutex_unlock (&parallel->lock);
    gpointer result = parallel->work (i, parallel->data);
    pthread_mutex_lock (&parallel->lock);
    parallel->slots[i % parallel->window] = (Slot){ .result = result, .ready = TRUE };
    pthread_cond_signal (&parallel->ready);
  }
  pthread_mutex_unlock (&parallel->lock);
  return NULL;
}

/* The lock is held, but not during @done. */
static void
deliver_all (Parallel *parallel, CliDone done)
{
  for (gsize i = 0; i < parallel->n && !parallel->stopped; i++) {
    Slot *slot = &parallel->slots[i % parallel->window];
    while (!slot->ready)
      pthread_cond_wait (&parallel->ready, &parallel->lock);
    slot->ready = FALSE;
    gpointer result = g_steal_pointer (&slot->result);
    pthread_mutex_unlock (&parallel->lock);
    gboolean go_on = done (i, result, parallel->data);
    pthread_mutex_lock (&parallel->lock);
    parallel->delivered = i + 1;
    parallel->stopped = !go_on;
    pthread_cond_broadcast (&parallel->room);
  }
}

gboolean
cli_parallel (gsize n, guint jobs, CliWork work, CliDone done, GDestroyNotify free_result, gpointer data)
{
  jobs = CLAMP (jobs, 1, MAX (n, 1));
  Parallel parallel = { .work = work, .data = data, .n = n, .window = 4 * (gsize) jobs };
  parallel.slots = g_new0 (Slot, parallel.window);
  pthread_mutex_init (&parallel.lock, NULL);
  pthread_cond_init (&parallel.ready, NULL);
  pthread_cond_init (&parallel.room, NULL);

  g_autoptr (GPtrArray) workers = g_ptr_array_new ();
  for (guint i = 0; i < jobs; i++)
    g_ptr_array_add (workers, g_thread_new ("worker", run_worker, &parallel));
  pthread_mutex_lock (&parallel.lock);
  deliver_all (&parallel, done);
  pthread_mutex_unlock (&parallel.lock);
  for (guint i = 0; i < workers->len; i++)
    g_thread_join (g_ptr_array_index (workers, i));

  for (gsize i = 0; i < parallel.window; i++)
    if (parallel.slots[i].ready && free_result && parallel.slots[i].result)
      free_result (parallel.slots[i].result);
  g_free (parallel.slots);
  pthread_mutex_destroy (&parallel.lock);
  pthread_cond_destroy (&parallel.ready);
  pthread_cond_destroy (&parallel.room);
  return !parallel.stopped;
}
