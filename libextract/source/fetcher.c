/* SPDX-License-Identifier: MIT */
/* The threads that fetch. Locks are those of POSIX: ThreadSanitizer knows them. */
#include "libextract/source/fetcher-private.h"
#include "libextract/base/url.h"
#include "libextract/source/exchange.h"
#include "libextract/source/http-date.h"
#include "libextract/source/source-private.h"

#include <libextract/extract.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

/* How far ahead of who takes the pages: items, and bytes of pages that wait. */
#define MAX_ITEMS 4096
#define MAX_WAITING ((gsize) 32 << 20)
/* How many items are looked at before somebody else gets the lock. */
#define LOOKS 256
/* Before the first retry; before each further one, twice as long. */
#define FIRST_WAIT G_USEC_PER_SEC
/* A host that asks for more is not waited for; one whose robots.txt does, gets this. */
#define MAX_WAIT (120 * (gint64) G_USEC_PER_SEC)
#define ROBOTS_REDIRECTS 5
/* RFC 9309: so long they may be kept. */
#define ROBOTS_AGE (24 * 3600 * (gint64) G_USEC_PER_SEC)

/* ---- Items ---------------------------------------------------------------------------------- */

/* The lock is held, as in all of this part. */
ExtractFetchItem *
extract_fetcher_add_item (ExtractFetcher *fetcher, gsize i, const char *url)
{
  ExtractFetchItem *item = extract_fetch_item_new (i, url);

  g_hash_table_insert (fetcher->items, &item->number, item);
  extract_fetch_queue_add (&fetcher->queue, item, FALSE);
  return item;
}

static gboolean
is_full (const ExtractFetcher *fetcher)
{
  return fetcher->waiting >= MAX_WAITING || g_hash_table_size (fetcher->items) >= MAX_ITEMS;
}

/* Goes on in the list. Returns: whether there is more to be looked at */
static gboolean
look_ahead (ExtractFetcher *fetcher)
{
  for (guint i = 0; i < LOOKS; i++) {
    const char *url = NULL;
    guint64 number = fetcher->next;

    if (number >= fetcher->n || is_full (fetcher))
      return FALSE;
    fetcher->next++;
    url = fetcher->get_address ((gsize) number, fetcher->data);
    if (url && extract_source_is_url (url) && !g_hash_table_contains (fetcher->items, &number))
      extract_fetcher_add_item (fetcher, (gsize) number, url);
  }
  return TRUE;
}

static void
finish (ExtractFetcher *fetcher, ExtractFetchItem *item)
{
  item->ready = TRUE;
  item->host = NULL;
  fetcher->waiting += extract_fetch_item_get_size (item);
  if (fetcher->options.stream)
    g_queue_push_tail (&fetcher->done, item);
  pthread_cond_broadcast (&fetcher->ready);
}

/* ---- What an answer means -------------------------------------------------------------------- */

/* Returns: whether it may work later */
static gboolean
is_passing (guint status, const GError *error)
{
  static const GIOErrorEnum codes[] = {
    G_IO_ERROR_TIMED_OUT,     G_IO_ERROR_CONNECTION_REFUSED, G_IO_ERROR_CONNECTION_CLOSED,
    G_IO_ERROR_PARTIAL_INPUT, G_IO_ERROR_HOST_UNREACHABLE,   G_IO_ERROR_NETWORK_UNREACHABLE,
  };

  if (status >= 400)
    return status == 429 || (status >= 500 && status != 501 && status != 505);
  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    if (g_error_matches (error, G_IO_ERROR, codes[i]))
      return TRUE;
  return FALSE;
}

/* Returns: microseconds that the server asks for; 0 if it does not */
static gint64
read_retry_after (const char *text)
{
  g_autoptr (GDateTime) date = NULL;
  g_autoptr (GDateTime) now = NULL;
  guint64 seconds = 0;

  if (!text)
    return 0;
  if (g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT, &seconds, NULL))
    return (gint64) seconds * G_USEC_PER_SEC;
  date = extract_http_date_parse (text);
  now = g_date_time_new_now_utc ();
  return date ? MAX (0, g_date_time_difference (date, now)) : 0;
}

/* Whether to try again, and how long to wait before that. */
static gboolean
wants_retry (const ExtractFetcher *fetcher, const ExtractExchange *exchange, const GError *error,
             guint n_retries, gint64 *wait)
{
  if (n_retries >= fetcher->options.retries || !is_passing (exchange->status, error))
    return FALSE;
  *wait = MIN ((gint64) FIRST_WAIT << MIN (n_retries, 10), MAX_WAIT);
  *wait = MAX (*wait, read_retry_after (exchange->retry_after));
  return *wait <= MAX_WAIT;
}

/* A server that has too much to do is left alone, not only for this page. */
static gboolean
is_overloaded (const ExtractExchange *exchange)
{
  return exchange->status == 429 || exchange->status == 503;
}

/* ---- robots.txt ----------------------------------------------------------------------------- */

static char *
dup_robots_address (const char *url)
{
  const char *start = strstr (url, "://") + strlen ("://");
  g_autofree char *server = g_strndup (url, (gsize) (start - url) + strcspn (start, "/?#\\"));
  g_autofree char *address = g_strconcat (server, "/robots.txt", NULL);
  return extract_url_dup_without_user (address);
}

static gboolean
keep_exchange (ExtractFetcher *fetcher, const ExtractExchange *exchange, GError **error)
{
  return !fetcher->options.warc || !exchange->body || exchange->clipped ||
         extract_warc_writer_add (fetcher->options.warc, exchange, error);
}

/* Without the lock. Returns: (transfer full) (nullable): the rules; NULL with @error if none can be had.
 * @exchange: of the last request */
static ExtractRobots *
fetch_robots (ExtractFetcher *fetcher, const char *url, ExtractExchange *exchange, GError **error)
{
  g_autofree char *address = dup_robots_address (url);
  ExtractSourceLimits limits = fetcher->limits;

  limits.max_bytes = MIN (limits.max_bytes, EXTRACT_ROBOTS_MAX_BYTES);
  for (guint i = 0; i <= ROBOTS_REDIRECTS; i++) {
    g_autoptr (ExtractRecord) record = NULL;
    g_autoptr (GError) local = NULL;

    extract_exchange_clear (exchange);
    *exchange = (ExtractExchange){ .any_type = TRUE, .clips = TRUE, .exact = fetcher->options.warc != NULL };
    record = extract_exchange_run (exchange, address, &limits, &local);
    if (!keep_exchange (fetcher, exchange, error))
      return NULL;
    if (record)
      return extract_robots_new (g_bytes_get_data (record->bytes, NULL), g_bytes_get_size (record->bytes));
    if (exchange->status >= 400 && exchange->status < 500 && exchange->status != 429)
      return extract_robots_new ("", 0);
    if (local) {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
    if (!exchange->redirect || !extract_source_is_url (exchange->redirect))
      break;
    g_free (address);
    address = g_strdup (exchange->redirect);
  }
  return extract_robots_new ("", 0); /* a file that cannot be found is none */
}

/* The lock is held, but not during the request. */
static void
ask_robots (ExtractFetcher *fetcher, ExtractFetchItem *item)
{
  g_auto (ExtractExchange) exchange = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *url = g_strdup (item->url);
  ExtractFetchRobots *robots = extract_fetch_item_get_robots (item);
  ExtractFetchHost *host = item->host;
  gint64 wait = -1;

  extract_fetch_queue_begin (&fetcher->queue, item);
  extract_fetch_queue_add (&fetcher->queue, item, TRUE);
  robots->phase = EXTRACT_ROBOTS_ASKED;
  pthread_mutex_unlock (&fetcher->lock);
  ExtractRobots *rules = fetch_robots (fetcher, url, &exchange, &error);
  gboolean again = !rules && wants_retry (fetcher, &exchange, error, robots->n_retries, &wait);
  pthread_mutex_lock (&fetcher->lock);
  robots->n_retries += again;
  robots->phase = again ? EXTRACT_ROBOTS_UNKNOWN : EXTRACT_ROBOTS_KNOWN;
  robots->rules = rules;
  robots->answered = exchange.status != 0;
  robots->read_at = g_get_monotonic_time ();
  if (!again)
    robots->error = g_steal_pointer (&error);
  if (rules)
    host->delay = MAX (
        host->delay, MIN (MAX_WAIT, (gint64) (MIN (extract_robots_get_delay (rules), 1e6) * G_USEC_PER_SEC)));
  extract_fetch_queue_end (&fetcher->queue, host, g_get_monotonic_time (), wait);
}

static gboolean
asks_robots (const ExtractFetcher *fetcher, const ExtractFetchItem *item)
{
  return fetcher->options.robots && !item->manner.no_robots;
}

/* The lock is held. What is too old is forgotten, unless somebody reads it. */
static gboolean
knows_robots (ExtractFetchItem *item)
{
  ExtractFetchRobots *robots = extract_fetch_item_get_robots (item);

  if (robots->phase == EXTRACT_ROBOTS_KNOWN && item->host->n_asked == 0 &&
      g_get_monotonic_time () - robots->read_at > ROBOTS_AGE) {
    g_clear_pointer (&robots->rules, extract_robots_free);
    g_clear_error (&robots->error);
    *robots = (ExtractFetchRobots){ .phase = EXTRACT_ROBOTS_UNKNOWN };
  }
  return robots->phase != EXTRACT_ROBOTS_UNKNOWN;
}

/* Returns: FALSE with an error if the page is not to be fetched */
static gboolean
check_robots (const ExtractFetcher *fetcher, const ExtractFetchRobots *robots, const char *url,
              GError **error)
{
  if (!robots->rules && !robots->answered) { /* nor can the page be had */
    if (extract_exchange_check (url, &fetcher->limits, error))
      g_propagate_error (error, g_error_copy (robots->error));
    return FALSE;
  }
  if (!robots->rules) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                 "is not fetched, since robots.txt of the site cannot be read: %s", robots->error->message);
    return FALSE;
  }
  if (extract_robots_allow (robots->rules, url))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                       "robots.txt of the site does not allow to fetch it (--robots=no does so anyway)");
  return FALSE;
}

/* ---- Pages ---------------------------------------------------------------------------------- */

/* Goes where the server sends us. Returns: FALSE with an error, or if the item is not to go there */
static gboolean
follow (ExtractFetcher *fetcher, ExtractFetchItem *item, ExtractExchange *exchange)
{
  if (fetcher->options.may_redirect &&
      !fetcher->options.may_redirect ((gsize) item->number, exchange->redirect, fetcher->data)) {
    item->elsewhere = TRUE;
    return FALSE;
  }
  if (item->n_redirects >= fetcher->limits.max_redirects) {
    g_set_error (&item->error, G_IO_ERROR, G_IO_ERROR_TOO_MANY_LINKS,
                 "redirects more often than the limit of %u", fetcher->limits.max_redirects);
    return FALSE;
  }
  if (!extract_source_is_url (exchange->redirect)) {
    g_set_error_literal (&item->error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                         "redirects to another scheme, but only http and https URLs are fetched");
    return FALSE;
  }
  item->n_redirects++;
  g_free (item->url);
  item->url = g_steal_pointer (&exchange->redirect);
  g_strfreev (item->cookies);
  item->cookies = g_steal_pointer (&exchange->cookies);
  return TRUE;
}

/* What the next run has to know. */
static void
remember (const ExtractFetcher *fetcher, ExtractFetchItem *item, ExtractExchange *exchange, const char *key)
{
  if (!fetcher->options.changes || !item->record)
    return;
  item->key = g_strdup (key);
  item->etag = g_steal_pointer (&exchange->new_etag);
  item->modified = g_steal_pointer (&exchange->new_modified);
}

/* Without the lock: one request for the page. */
static void
run_exchange (ExtractFetcher *fetcher, ExtractFetchItem *item, ExtractExchange *exchange)
{
  g_autofree char *key = extract_url_dup_without_user (item->url);
  g_autofree char *etag = NULL;
  g_autofree char *modified = NULL;
  g_autoptr (GError) error = NULL;

  if (fetcher->options.changes)
    extract_changes_look_up (fetcher->options.changes, key, &etag, &modified);
  *exchange = (ExtractExchange){
    .etag = etag,
    .modified = modified,
    .any_type = fetcher->options.any_type || item->manner.any_type,
    .exact = fetcher->options.warc != NULL,
    .field = item->n_redirects == 0 ? item->manner.field : NULL,
    .cookies = g_steal_pointer (&item->cookies),
  };
  item->record = extract_exchange_run (exchange, item->url, &fetcher->limits, &item->error);
  exchange->etag = exchange->modified = NULL;
  if (!item->error && !exchange->archive && !keep_exchange (fetcher, exchange, &error)) {
    g_clear_pointer (&item->record, extract_record_free);
    item->error = g_steal_pointer (&error);
  }
  item->status = exchange->status;
  if (item->record && fetcher->limits.renderer && !item->manner.any_type)
    item->record =
        extract_renderer_run (fetcher->limits.renderer, item->record, NULL, &fetcher->limits, &item->error);
  remember (fetcher, item, exchange, key);
}

/* The lock is held, but not during the request. */
static void
ask_page (ExtractFetcher *fetcher, ExtractFetchItem *item)
{
  g_auto (ExtractExchange) exchange = { 0 };
  const ExtractFetchRobots *robots = extract_fetch_item_get_robots (item);
  ExtractFetchHost *host = item->host;
  gint64 wait = 0, retry = 0, now = 0;
  gboolean again = FALSE;

  extract_fetch_queue_begin (&fetcher->queue, item);
  pthread_mutex_unlock (&fetcher->lock);
  if (asks_robots (fetcher, item) && !check_robots (fetcher, robots, item->url, &item->error)) {
    wait = -1;
    item->disallowed = robots->answered;
  } else
    run_exchange (fetcher, item, &exchange);
  if (item->error && wait == 0 && !item->manner.no_retries &&
      wants_retry (fetcher, &exchange, item->error, item->n_retries, &retry))
    again = TRUE;
  else if (!item->error && !item->record) {
    item->unchanged = exchange.status == 304;
    item->archive = exchange.archive;
  }
  pthread_mutex_lock (&fetcher->lock);
  now = g_get_monotonic_time ();
  extract_fetch_queue_end (&fetcher->queue, host, now, again && is_overloaded (&exchange) ? retry : wait);
  if (again) {
    item->n_retries++;
    item->not_before = now + retry;
    g_clear_error (&item->error);
    item->cookies = g_steal_pointer (&exchange.cookies);
    extract_fetch_queue_add (&fetcher->queue, item, TRUE);
  } else if (!item->error && !item->record && !item->unchanged && !item->archive &&
             follow (fetcher, item, &exchange))
    extract_fetch_queue_add (&fetcher->queue, item, TRUE);
  else
    finish (fetcher, item);
}

/* ---- Threads -------------------------------------------------------------------------------- */

static void
wait_for_work (ExtractFetcher *fetcher, gint64 due)
{
  struct timespec at = { .tv_sec = due / G_USEC_PER_SEC, .tv_nsec = due % G_USEC_PER_SEC * 1000 };

  if (due == G_MAXINT64)
    pthread_cond_wait (&fetcher->work, &fetcher->lock);
  else
    pthread_cond_timedwait (&fetcher->work, &fetcher->lock, &at);
}

static gpointer
run_thread (gpointer data)
{
  ExtractFetcher *fetcher = data;

  pthread_mutex_lock (&fetcher->lock);
  while (!fetcher->stopped) {
    gboolean more = look_ahead (fetcher);
    gint64 due = G_MAXINT64;
    ExtractFetchItem *item = extract_fetch_queue_choose (&fetcher->queue, fetcher->waiting >= MAX_WAITING,
                                                         g_get_monotonic_time (), &due);

    if (!item && !more)
      wait_for_work (fetcher, due);
    if (!item)
      continue;
    if (asks_robots (fetcher, item) && !knows_robots (item))
      ask_robots (fetcher, item);
    else
      ask_page (fetcher, item);
    pthread_cond_broadcast (&fetcher->work);
  }
  pthread_mutex_unlock (&fetcher->lock);
  return NULL;
}

static void
stop (GCancellable *cancelled, ExtractFetcher *fetcher)
{
  pthread_mutex_lock (&fetcher->lock);
  fetcher->stopped = TRUE;
  pthread_cond_broadcast (&fetcher->work);
  pthread_cond_broadcast (&fetcher->ready);
  pthread_mutex_unlock (&fetcher->lock);
  g_cancellable_cancel (fetcher->cancellable);
}

void
extract_fetcher_stop (ExtractFetcher *fetcher)
{
  stop (NULL, fetcher);
}

static void
start_threads (ExtractFetcher *fetcher)
{
  const gsize most = fetcher->options.stream ? G_MAXSIZE : fetcher->n;
  while (fetcher->threads->len < MIN (fetcher->options.connections, most))
    g_ptr_array_add (fetcher->threads, g_thread_new ("fetcher", run_thread, fetcher));
}

static void
free_item (gpointer item)
{
  extract_fetch_item_free (item);
}

ExtractFetcher *
extract_fetcher_new (const ExtractFetcherOptions *options, const ExtractSourceLimits *limits, gsize n,
                     ExtractFetcherAddress get_address, gpointer data)
{
  ExtractFetcher *fetcher = g_new0 (ExtractFetcher, 1);
  pthread_condattr_t monotonic;

  fetcher->options = *options;
  fetcher->limits = *limits;
  fetcher->get_address = get_address;
  fetcher->data = data;
  fetcher->n = n;
  fetcher->limits.cancellable = fetcher->cancellable = g_cancellable_new ();
  pthread_mutex_init (&fetcher->lock, NULL);
  pthread_condattr_init (&monotonic);
  pthread_condattr_setclock (&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init (&fetcher->work, &monotonic);
  pthread_cond_init (&fetcher->ready, NULL);
  pthread_condattr_destroy (&monotonic);
  extract_fetch_queue_init (&fetcher->queue, options->connections_per_host,
                            (gint64) (options->delay * G_USEC_PER_SEC));
  fetcher->items = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, free_item);
  fetcher->pending = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, free_item);
  fetcher->threads = g_ptr_array_new ();
  fetcher->outer = limits->cancellable;
  if (fetcher->outer)
    fetcher->outer_id = g_cancellable_connect (fetcher->outer, G_CALLBACK (stop), fetcher, NULL);
  start_threads (fetcher);
  return fetcher;
}

void
extract_fetcher_extend (ExtractFetcher *fetcher, gsize n)
{
  if (!fetcher)
    return;
  pthread_mutex_lock (&fetcher->lock);
  fetcher->n = n;
  pthread_cond_broadcast (&fetcher->work);
  pthread_mutex_unlock (&fetcher->lock);
  start_threads (fetcher);
}

void
extract_fetcher_free (ExtractFetcher *fetcher)
{
  extract_fetcher_stop (fetcher);
  for (guint i = 0; i < fetcher->threads->len; i++)
    g_thread_join (g_ptr_array_index (fetcher->threads, i));
  if (fetcher->outer)
    g_cancellable_disconnect (fetcher->outer, fetcher->outer_id);
  g_ptr_array_unref (fetcher->threads);
  g_queue_clear (&fetcher->done);
  extract_fetch_queue_clear (&fetcher->queue);
  g_hash_table_unref (fetcher->items);
  g_hash_table_unref (fetcher->pending);
  pthread_cond_destroy (&fetcher->work);
  pthread_cond_destroy (&fetcher->ready);
  pthread_mutex_destroy (&fetcher->lock);
  g_object_unref (fetcher->cancellable);
  g_free (fetcher);
}
