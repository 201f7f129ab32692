/* SPDX-License-Identifier: MIT */
/* Who takes the pages that were fetched: as they are ready, or by their numbers. */
#include "libextract/source/fetcher-private.h"
#include "libextract/source/source-private.h"

#include <libextract/extract.h>

/* ---- Streams -------------------------------------------------------------------------------- */

void
extract_fetcher_add (ExtractFetcher *fetcher, gsize number, const char *url, const ExtractFetchManner *manner)
{
  ExtractFetchItem *item = extract_fetch_item_new (number, url);

  if (manner) {
    item->manner = *manner;
    item->not_before = g_get_monotonic_time () + (gint64) (manner->wait * G_USEC_PER_SEC);
  }
  pthread_mutex_lock (&fetcher->lock);
  g_hash_table_insert (fetcher->items, &item->number, item);
  extract_fetch_queue_add (&fetcher->queue, item, FALSE);
  pthread_cond_broadcast (&fetcher->work);
  pthread_mutex_unlock (&fetcher->lock);
}

/* Returns: (transfer full) (nullable): NULL if the work was stopped */
static ExtractFetchItem *
wait_for_any (ExtractFetcher *fetcher)
{
  ExtractFetchItem *item = NULL;

  pthread_mutex_lock (&fetcher->lock);
  while (!fetcher->stopped && g_queue_is_empty (&fetcher->done))
    pthread_cond_wait (&fetcher->ready, &fetcher->lock);
  item = fetcher->stopped ? NULL : g_queue_pop_head (&fetcher->done);
  if (item) {
    g_hash_table_steal (fetcher->items, &item->number);
    fetcher->waiting -= extract_fetch_item_get_size (item);
    pthread_cond_broadcast (&fetcher->work);
  }
  pthread_mutex_unlock (&fetcher->lock);
  return item;
}

ExtractRecord *
extract_fetcher_take (ExtractFetcher *fetcher, gsize *number, guint *status, GError **error)
{
  g_autoptr (ExtractFetchItem) item = wait_for_any (fetcher);

  if (!item) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "interrupted");
    return NULL;
  }
  *number = (gsize) item->number;
  *status = item->status;
  if (item->error)
    g_propagate_error (error, g_steal_pointer (&item->error));
  else if (!item->record)
    g_set_error_literal (error, EXTRACT_ERROR, EXTRACT_ERROR_NOT_HTML, "is an archive of pages, not a page");
  return g_steal_pointer (&item->record);
}

/* ---- Taking pages --------------------------------------------------------------------------- */

/* The lock is held. Waits until the item is ready, which may not even have been looked at. Returns: (transfer
 * full) (nullable): NULL if the work was stopped before */
static ExtractFetchItem *
wait_for_item (ExtractFetcher *fetcher, gsize i, const char *url)
{
  const guint64 number = i;
  ExtractFetchItem *item = g_hash_table_lookup (fetcher->items, &number);

  if (!item)
    item = extract_fetcher_add_item (fetcher, i, url);
  fetcher->next = MAX (fetcher->next, i + 1); /* whoever takes those before says so, too */
  item->wanted = TRUE;
  pthread_cond_broadcast (&fetcher->work);
  while (!item->ready && !fetcher->stopped)
    pthread_cond_wait (&fetcher->ready, &fetcher->lock);
  if (!item->ready)
    return NULL;
  g_hash_table_steal (fetcher->items, &number);
  fetcher->waiting -= extract_fetch_item_get_size (item);
  pthread_cond_broadcast (&fetcher->work);
  return item;
}

/* Keeps what is to be remembered of the page once it is done. */
static void
keep_pending (ExtractFetcher *fetcher, ExtractFetchItem *item)
{
  if (!item->key) {
    extract_fetch_item_free (item);
    return;
  }
  pthread_mutex_lock (&fetcher->lock);
  g_hash_table_replace (fetcher->pending, &item->number, item);
  pthread_mutex_unlock (&fetcher->lock);
}

/* An archive is as long as it likes: it is read as a stream of its own, redirects and all. */
static ExtractInput *
begin_archive (ExtractSource *source, GError **error)
{
  if (!extract_source_curl_backend.open (source, error))
    return NULL;
  source->backend = &extract_source_curl_backend;
  source->streams = TRUE;
  return source->backend->begin (source, error);
}

static gboolean
fetched_open (ExtractSource *source, GError **error)
{
  return TRUE;
}

/* Waits for the page. */
static ExtractInput *
fetched_begin (ExtractSource *source, GError **error)
{
  ExtractFetcher *fetcher = source->fetcher;
  g_autoptr (ExtractFetchItem) item = NULL;

  pthread_mutex_lock (&fetcher->lock);
  item = wait_for_item (fetcher, source->item, source->place);
  pthread_mutex_unlock (&fetcher->lock);
  if (!item) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "interrupted");
    return NULL;
  }
  if (item->archive)
    return begin_archive (source, error);
  source->state = g_steal_pointer (&item);
  return NULL;
}

static ExtractRecord *
fetched_next (ExtractSource *source, GError **error)
{
  ExtractFetchItem *item = g_steal_pointer (&source->state);
  ExtractRecord *record = NULL;

  if (!item)
    return NULL;
  source->unchanged = item->unchanged;
  source->elsewhere = item->elsewhere;
  source->disallowed = item->disallowed;
  if (item->error)
    g_propagate_error (error, g_steal_pointer (&item->error));
  record = g_steal_pointer (&item->record);
  if (record) {
    g_free (record->name);
    record->name = g_strdup (source->name);
  }
  keep_pending (source->fetcher, item);
  return record;
}

static void
fetched_close (ExtractSource *source)
{
  if (source->state)
    extract_fetch_item_free (source->state);
  source->state = NULL;
}

static const ExtractSourceBackend fetched_backend = {
  .name = "fetched",
  .matches = extract_source_is_url,
  .open = fetched_open,
  .begin = fetched_begin,
  .next = fetched_next,
  .close = fetched_close,
};

ExtractSource *
extract_fetcher_open (ExtractFetcher *fetcher, gsize i, const char *place, const ExtractSourceLimits *limits)
{
  ExtractSource *source = extract_source_new (place, limits);

  if (fetcher && extract_source_is_url (place)) {
    source->backend = &fetched_backend;
    source->fetcher = fetcher;
    source->item = i;
  }
  return source;
}

void
extract_fetcher_done (ExtractFetcher *fetcher, gsize i)
{
  const guint64 number = i;
  ExtractFetchItem *item = NULL;

  if (!fetcher || !fetcher->options.changes)
    return;
  pthread_mutex_lock (&fetcher->lock);
  item = g_hash_table_lookup (fetcher->pending, &number);
  if (item) {
    g_hash_table_steal (fetcher->pending, &number);
    extract_changes_set (fetcher->options.changes, item->key, item->etag, item->modified);
    extract_fetch_item_free (item);
  }
  pthread_mutex_unlock (&fetcher->lock);
}
