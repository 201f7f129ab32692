/* SPDX-License-Identifier: MIT */
/* Work in threads, delivered in order. */
#include "bin/cli.h"

typedef struct {
  gpointer result;
  gboolean ready;
} Slot;

typedef struct {
  CliWork work;
  gpointer data;
  gsize n;
  GMutex lock;     /* of all below */
  GCond ready;     /* a slot has become ready */
  GCond room;      /* an item has been delivered, or the work was stopped */
  gsize next;      /* first item that nobody has begun */
  gsize delivered; /* items that `done` is through with */
  gboolean stopped;
  gsize window; /* items between `delivered` and `next` at most */
  Slot *slots;  /* [window]: item i is in slot i % window */
} Parallel;

static gpointer
run_worker (gpointer data)
{
  Parallel *parallel = data;

  g_mutex_lock (&parallel->lock);
  for (;;) {
    while (!parallel->stopped && parallel->next < parallel->n &&
           parallel->next - parallel->delivered >= parallel->window)
      g_cond_wait (&parallel->room, &parallel->lock);
    if (parallel->stopped || parallel->next >= parallel->n)
      break;
    gsize i = parallel->next++;
    g_mutex_unlock (&parallel->lock);
    gpointer result = parallel->work (i, parallel->data);
    g_mutex_lock (&parallel->lock);
    parallel->slots[i % parallel->window] = (Slot){ .result = result, .ready = TRUE };
    g_cond_signal (&parallel->ready);
  }
  g_mutex_unlock (&parallel->lock);
  return NULL;
}

/* The lock is held, but not during @done. */
static void
deliver_all (Parallel *parallel, CliDone done)
{
  for (gsize i = 0; i < parallel->n && !parallel->stopped; i++) {
    Slot *slot = &parallel->slots[i % parallel->window];
    while (!slot->ready)
      g_cond_wait (&parallel->ready, &parallel->lock);
    slot->ready = FALSE;
    gpointer result = g_steal_pointer (&slot->result);
    g_mutex_unlock (&parallel->lock);
    gboolean go_on = done (i, result, parallel->data);
    g_mutex_lock (&parallel->lock);
    parallel->delivered = i + 1;
    parallel->stopped = !go_on;
    g_cond_broadcast (&parallel->room);
  }
}

gboolean
cli_parallel (gsize n, guint jobs, CliWork work, CliDone done, GDestroyNotify free_result, gpointer data)
{
  jobs = CLAMP (jobs, 1, MAX (n, 1));
  Parallel parallel = { .work = work, .data = data, .n = n, .window = 4 * (gsize) jobs };
  parallel.slots = g_new0 (Slot, parallel.window);
  g_mutex_init (&parallel.lock);
  g_cond_init (&parallel.ready);
  g_cond_init (&parallel.room);

  g_autoptr (GPtrArray) workers = g_ptr_array_new ();
  for (guint i = 0; i < jobs; i++)
    g_ptr_array_add (workers, g_thread_new ("worker", run_worker, &parallel));
  g_mutex_lock (&parallel.lock);
  deliver_all (&parallel, done);
  g_mutex_unlock (&parallel.lock);
  for (guint i = 0; i < workers->len; i++)
    g_thread_join (g_ptr_array_index (workers, i));

  for (gsize i = 0; i < parallel.window; i++)
    if (parallel.slots[i].ready && free_result && parallel.slots[i].result)
      free_result (parallel.slots[i].result);
  g_free (parallel.slots);
  g_mutex_clear (&parallel.lock);
  g_cond_clear (&parallel.ready);
  g_cond_clear (&parallel.room);
  return !parallel.stopped;
}
