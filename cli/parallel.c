/* SPDX-License-Identifier: MIT */
/*
 * Work in threads, delivered in order, or as it is ready. Locks are those of POSIX: ThreadSanitizer knows
 * them.
 *
 *   delivered        waiting, or under way         next
 *   . . . . . . . .  # - # # # - # # # # # - -  | . . . .
 *                    <--------- window -------->
 *
 * A slow item delays the delivery of those behind it, but not the work on them: the window is wide, and only
 * the bytes waiting in it are limited.
 */
#include "cli/cli.h"

#include <pthread.h>

#define ITEMS_PER_JOB 4
/* Of a batch of pages: how many may wait for one that takes long, and what they may hold together: at most
 * this, and of what a page may take a part that does not matter. */
#define PAGES_PER_JOB 256
#define MOST_WAITING ((guint64) 16 << 20)
#define WAITING_PART 16

typedef struct {
  gpointer result;
  gsize size; /* bytes that it holds */
  gboolean ready;
  gboolean done; /* delivered, before an earlier item */
} Slot;

typedef struct {
  CliWork work;
  gpointer data;
  gsize n;
  pthread_mutex_t lock; /* of all below */
  pthread_cond_t ready; /* a slot has become ready */
  pthread_cond_t room;  /* an item has been delivered, or the work was stopped */
  gsize next;           /* first item that nobody has begun */
  gsize delivered;      /* the first item that `done` is not through with */
  gboolean unordered;   /* it may be through with later ones */
  gboolean stopped;
  gsize window;       /* items between `delivered` and `next` at most */
  CliSize size;       /* (nullable): of results */
  gsize waiting;      /* bytes of results that are ready or being delivered */
  gsize most_waiting; /* no item is begun while there are more */
  gboolean breakable; /* after an interruption, only the items under way are finished */
  Slot *slots;        /* [window]: item i is in slot i % window */
} Parallel;

static Slot *
get_slot (Parallel *parallel, gsize i)
{
  return &parallel->slots[i % parallel->window];
}

/* Whether another item may be begun. The first one that is not delivered always may, so the work goes on. */
static gboolean
has_room (const Parallel *parallel)
{
  gsize items = parallel->next - parallel->delivered;
  return items == 0 || (items < parallel->window && parallel->waiting < parallel->most_waiting);
}

/* The lock is held. Returns: FALSE if there is nothing more to begin. */
static gboolean
wait_for_item (Parallel *parallel)
{
  for (;;) {
    if (parallel->breakable && cli_interrupted ()) {
      parallel->n = MIN (parallel->n, parallel->next);
      pthread_cond_broadcast (&parallel->room);
      pthread_cond_signal (&parallel->ready);
    }
    if (parallel->stopped || parallel->next >= parallel->n)
      return FALSE;
    if (has_room (parallel))
      return TRUE;
    pthread_cond_wait (&parallel->room, &parallel->lock);
  }
}

static gpointer
run_worker (gpointer data)
{
  Parallel *parallel = data;

  pthread_mutex_lock (&parallel->lock);
  while (wait_for_item (parallel)) {
    gsize i = parallel->next++;
    pthread_mutex_unlock (&parallel->lock);
    gpointer result = parallel->work (i, parallel->data);
    gsize size = parallel->size ? parallel->size (result) : 0;
    pthread_mutex_lock (&parallel->lock);
    *get_slot (parallel, i) = (Slot){ .result = result, .size = size, .ready = TRUE };
    parallel->waiting += size;
    pthread_cond_signal (&parallel->ready);
  }
  pthread_mutex_unlock (&parallel->lock);
  return NULL;
}

/* The lock is held. Waits for an item that may be delivered. Returns: FALSE if there is none any more */
static gboolean
wait_for_result (Parallel *parallel, gsize *item)
{
  while (parallel->delivered < parallel->n && !parallel->stopped) {
    gsize end = parallel->unordered ? parallel->next : parallel->delivered + 1;
    for (gsize i = parallel->delivered; i < end; i++)
      if (get_slot (parallel, i)->ready) {
        *item = i;
        return TRUE;
      }
    pthread_cond_wait (&parallel->ready, &parallel->lock);
  }
  return FALSE;
}

/* The lock is held, but not during @done. */
static void
deliver_all (Parallel *parallel, CliDone done)
{
  gsize i;
  while (wait_for_result (parallel, &i)) {
    Slot *slot = get_slot (parallel, i);
    slot->ready = FALSE;
    gpointer result = g_steal_pointer (&slot->result);
    pthread_mutex_unlock (&parallel->lock);
    gboolean go_on = done (i, result, parallel->data);
    pthread_mutex_lock (&parallel->lock);
    parallel->waiting -= slot->size;
    slot->done = TRUE;
    for (; parallel->delivered < parallel->next && get_slot (parallel, parallel->delivered)->done;
         parallel->delivered++)
      get_slot (parallel, parallel->delivered)->done = FALSE;
    parallel->stopped = !go_on;
    pthread_cond_broadcast (&parallel->room);
  }
}

static gboolean
run (Parallel *parallel, guint jobs, CliDone done, GDestroyNotify free_result)
{
  parallel->slots = g_new0 (Slot, parallel->window);
  pthread_mutex_init (&parallel->lock, NULL);
  pthread_cond_init (&parallel->ready, NULL);
  pthread_cond_init (&parallel->room, NULL);

  g_autoptr (GPtrArray) workers = g_ptr_array_new ();
  for (guint i = 0; i < jobs; i++)
    g_ptr_array_add (workers, g_thread_new ("worker", run_worker, parallel));
  pthread_mutex_lock (&parallel->lock);
  deliver_all (parallel, done);
  pthread_mutex_unlock (&parallel->lock);
  for (guint i = 0; i < workers->len; i++)
    g_thread_join (g_ptr_array_index (workers, i));

  for (gsize i = 0; i < parallel->window; i++)
    if (parallel->slots[i].ready && free_result && parallel->slots[i].result)
      free_result (parallel->slots[i].result);
  g_free (parallel->slots);
  pthread_mutex_destroy (&parallel->lock);
  pthread_cond_destroy (&parallel->ready);
  pthread_cond_destroy (&parallel->room);
  return !parallel->stopped;
}

gboolean
cli_parallel (gsize n, guint jobs, CliWork work, CliDone done, GDestroyNotify free_result, gpointer data)
{
  jobs = CLAMP (jobs, 1, MAX (n, 1));
  Parallel parallel = {
    .work = work, .data = data, .n = n, .window = ITEMS_PER_JOB * (gsize) jobs, .most_waiting = G_MAXSIZE
  };
  return run (&parallel, jobs, done, free_result);
}

gboolean
cli_parallel_pages (gsize n, guint jobs, gboolean unordered, guint64 memory, CliWork work, CliDone done,
                    GDestroyNotify free_result, CliSize size, gpointer data)
{
  jobs = CLAMP (jobs, 1, MAX (n, 1));
  Parallel parallel = {
    .work = work,
    .data = data,
    .n = n,
    .unordered = unordered,
    .window = PAGES_PER_JOB * (gsize) jobs,
    .size = size,
    .most_waiting = MIN (MOST_WAITING, memory / WAITING_PART),
    .breakable = TRUE,
  };
  return run (&parallel, jobs, done, free_result);
}
