/* SPDX-License-Identifier: MIT */
/* The threads that fetch, and the pages that wait to be taken. Locks are those of POSIX: ThreadSanitizer
 * knows them. */
#include "libextract/source/fetcher.h"
#include "libextract/base/url.h"
#include "libextract/source/exchange.h"
#include "libextract/source/fetch-queue.h"
#include "libextract/source/http-date.h"
#include "libextract/source/source-private.h"

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
  GPtrArray *threads;  /* GThread */
};

/* ---- Items ---------------------------------------------------------------------------------- */

/* The lock is held, as in all of this part. */
static ExtractFetchItem *
add_item (ExtractFetcher *fetcher, gsize i, const char *url)
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
    gsize number = fetcher->next;

    if (number >= fetcher->n || is_full (fetcher))
      return FALSE;
    fetcher->next++;
    url = fetcher->get_address (number, fetcher->data);
    if (url && extract_source_is_url (url) && !g_hash_table_contains (fetcher->items, &number))
      add_item (fetcher, number, url);
  }
  return TRUE;
}

static gsize
get_size (const ExtractRecord *record)
{
  return g_bytes_get_size (record->bytes) + (record->report ? g_bytes_get_size (record->report) : 0);
}

static void
finish (ExtractFetcher *fetcher, ExtractFetchItem *item)
{
  item->ready = TRUE;
  item->host = NULL;
  if (item->record)
    fetcher->waiting += get_size (item->record);
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
  if (!again)
    robots->error = g_steal_pointer (&error);
  if (rules)
    host->delay = MIN (MAX_WAIT, (gint64) (MIN (extract_robots_get_delay (rules), 1e6) * G_USEC_PER_SEC));
  extract_fetch_queue_end (&fetcher->queue, host, g_get_monotonic_time (), wait);
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
      !fetcher->options.may_redirect (item->number, exchange->redirect, fetcher->data)) {
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
    .any_type = fetcher->options.any_type,
    .exact = fetcher->options.warc != NULL,
    .cookies = g_steal_pointer (&item->cookies),
  };
  item->record = extract_exchange_run (exchange, item->url, &fetcher->limits, &item->error);
  exchange->etag = exchange->modified = NULL;
  if (!item->error && !exchange->archive && !keep_exchange (fetcher, exchange, &error)) {
    g_clear_pointer (&item->record, extract_record_free);
    item->error = g_steal_pointer (&error);
  }
  if (item->record && fetcher->limits.renderer)
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
  if (fetcher->options.robots && !check_robots (fetcher, robots, item->url, &item->error)) {
    wait = -1;
    item->disallowed = robots->answered;
  } else
    run_exchange (fetcher, item, &exchange);
  if (item->error && wait == 0 && wants_retry (fetcher, &exchange, item->error, item->n_retries, &retry))
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
    if (fetcher->options.robots && extract_fetch_item_get_robots (item)->phase == EXTRACT_ROBOTS_UNKNOWN)
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

static void
start_threads (ExtractFetcher *fetcher)
{
  while (fetcher->threads->len < MIN (fetcher->options.connections, fetcher->n))
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
  stop (NULL, fetcher);
  for (guint i = 0; i < fetcher->threads->len; i++)
    g_thread_join (g_ptr_array_index (fetcher->threads, i));
  if (fetcher->outer)
    g_cancellable_disconnect (fetcher->outer, fetcher->outer_id);
  g_ptr_array_unref (fetcher->threads);
  extract_fetch_queue_clear (&fetcher->queue);
  g_hash_table_unref (fetcher->items);
  g_hash_table_unref (fetcher->pending);
  pthread_cond_destroy (&fetcher->work);
  pthread_cond_destroy (&fetcher->ready);
  pthread_mutex_destroy (&fetcher->lock);
  g_object_unref (fetcher->cancellable);
  g_free (fetcher);
}

/* ---- Taking pages --------------------------------------------------------------------------- */

/* The lock is held. Waits until the item is ready, which may not even have been looked at. Returns: (transfer
 * full) (nullable): NULL if the work was stopped before */
static ExtractFetchItem *
wait_for_item (ExtractFetcher *fetcher, gsize i, const char *url)
{
  ExtractFetchItem *item = g_hash_table_lookup (fetcher->items, &i);

  if (!item)
    item = add_item (fetcher, i, url);
  fetcher->next = MAX (fetcher->next, i + 1); /* whoever takes those before says so, too */
  item->wanted = TRUE;
  pthread_cond_broadcast (&fetcher->work);
  while (!item->ready && !fetcher->stopped)
    pthread_cond_wait (&fetcher->ready, &fetcher->lock);
  if (!item->ready)
    return NULL;
  g_hash_table_steal (fetcher->items, &i);
  if (item->record)
    fetcher->waiting -= get_size (item->record);
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
  ExtractFetchItem *item = NULL;

  if (!fetcher || !fetcher->options.changes)
    return;
  pthread_mutex_lock (&fetcher->lock);
  item = g_hash_table_lookup (fetcher->pending, &i);
  if (item) {
    g_hash_table_steal (fetcher->pending, &i);
    extract_changes_set (fetcher->options.changes, item->key, item->etag, item->modified);
    extract_fetch_item_free (item);
  }
  pthread_mutex_unlock (&fetcher->lock);
}
