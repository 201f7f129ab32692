/* SPDX-License-Identifier: MIT */
/* What the threads that fetch and those who take the pages share. */
#pragma once

#include "libextract/source/fetcher.h"

#include <pthread.h>

struct _ExtractFetcher {
  ExtractFetcherOptions options;
  ExtractSourceLimits limits;
  ExtractFetcherAddress get_address;
  gpointer data;
  gsize n;
  GCancellable *cancellable; /* owned; of all requests */
  GCancellable *outer;       /* (nullable): not owned; cancels them, too */
  gulong outer_id;
  pthread_mutex_t lock; /* of all below */
  pthread_cond_t work;  /* there may be something to fetch */
  pthread_cond_t ready; /* a page has come, or the work is stopped */
  gboolean stopped;
  ExtractFetchQueue queue;
  GHashTable *items;   /* number -> item; owned: those that nobody has taken */
  GHashTable *pending; /* number -> item; owned: taken, but not done; only with changes */
  gsize next;          /* item that was not looked at yet */
  gsize waiting;       /* bytes of pages that are ready */
  GQueue done;         /* of a stream: items that are ready; not owned */
  GPtrArray *threads;  /* GThread */
};

/* extract_fetcher_add_item: the lock is held. Returns: (transfer none) */
ExtractFetchItem *extract_fetcher_add_item (ExtractFetcher *fetcher, gsize i, const char *url);
