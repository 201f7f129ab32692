/* SPDX-License-Identifier: MIT */
#include "libextract/source/fetch-queue.h"

#include <string.h>

/* Hosts that have nothing to be fetched are remembered, as long as there are not more. */
#define MAX_IDLE 10000

ExtractFetchItem *
extract_fetch_item_new (gsize number, const char *url)
{
  ExtractFetchItem *item = g_new0 (ExtractFetchItem, 1);

  item->number = number;
  item->url = g_strdup (url);
  return item;
}

void
extract_fetch_item_free (ExtractFetchItem *item)
{
  g_free (item->url);
  g_strfreev (item->cookies);
  g_clear_pointer (&item->record, extract_record_free);
  g_clear_error (&item->error);
  g_free (item->key);
  g_free (item->etag);
  g_free (item->modified);
  g_free (item);
}

static void
host_free (gpointer data)
{
  ExtractFetchHost *host = data;

  g_queue_clear (&host->queue);
  for (guint i = 0; i < G_N_ELEMENTS (host->robots); i++) {
    g_clear_pointer (&host->robots[i].rules, extract_robots_free);
    g_clear_error (&host->robots[i].error);
  }
  g_free (host->name);
  g_free (host);
}

void
extract_fetch_queue_init (ExtractFetchQueue *queue, guint per_host, gint64 delay)
{
  *queue = (ExtractFetchQueue){ .per_host = per_host, .delay = delay };
  queue->hosts = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, host_free);
  queue->active = g_ptr_array_new ();
}

void
extract_fetch_queue_clear (ExtractFetchQueue *queue)
{
  g_ptr_array_unref (queue->active);
  g_hash_table_unref (queue->hosts);
}

static gboolean
is_https (const char *url)
{
  return g_ascii_strncasecmp (url, "https:", strlen ("https:")) == 0;
}

/* The name of the server, and its port unless that is the one of the scheme: both schemes have one queue. */
static char *
dup_host_name (const char *url)
{
  const char *start = strstr (url, "://") + strlen ("://");
  gsize n = strcspn (start, "/?#\\");
  g_autofree char *authority = g_ascii_strdown (start, (gssize) n);
  const char *at = strrchr (authority, '@');
  char *name = g_strdup (at ? at + 1 : authority);
  const char *port = is_https (url) ? ":443" : ":80";

  if (g_str_has_suffix (name, port))
    name[strlen (name) - strlen (port)] = '\0';
  return name;
}

static gboolean
is_idle (gpointer name, gpointer value, gpointer now)
{
  const ExtractFetchHost *host = value;
  return host->queue.length == 0 && host->n_asked == 0 && host->free_at < *(gint64 *) now;
}

static ExtractFetchHost *
get_host (ExtractFetchQueue *queue, const char *url)
{
  g_autofree char *name = dup_host_name (url);
  ExtractFetchHost *host = g_hash_table_lookup (queue->hosts, name);

  if (host)
    return host;
  if (g_hash_table_size (queue->hosts) >= MAX_IDLE + queue->active->len) {
    gint64 now = g_get_monotonic_time ();
    g_hash_table_foreach_remove (queue->hosts, is_idle, &now);
  }
  host = g_new0 (ExtractFetchHost, 1);
  host->name = g_steal_pointer (&name);
  g_hash_table_insert (queue->hosts, host->name, host);
  return host;
}

void
extract_fetch_queue_add (ExtractFetchQueue *queue, ExtractFetchItem *item, gboolean first)
{
  ExtractFetchHost *host = get_host (queue, item->url);

  item->host = host;
  host->delay = MAX (host->delay, (gint64) (item->manner.delay * G_USEC_PER_SEC));
  if (host->queue.length == 0)
    g_ptr_array_add (queue->active, host);
  if (first)
    g_queue_push_head (&host->queue, item);
  else
    g_queue_push_tail (&host->queue, item);
}

gsize
extract_fetch_item_get_size (const ExtractFetchItem *item)
{
  const ExtractRecord *record = item->record;

  if (!record)
    return 0;
  return g_bytes_get_size (record->bytes) + (record->report ? g_bytes_get_size (record->report) : 0);
}

ExtractFetchRobots *
extract_fetch_item_get_robots (const ExtractFetchItem *item)
{
  return &item->host->robots[is_https (item->url)];
}

/* Returns: (nullable): the first of the host that may be fetched now. @due: earlier, if one is due later */
static ExtractFetchItem *
choose_of_host (const ExtractFetchQueue *queue, const ExtractFetchHost *host, gboolean wanted, gint64 now,
                gint64 *due)
{
  if (host->n_asked >= queue->per_host)
    return NULL;
  for (const GList *link = host->queue.head; link; link = link->next) {
    ExtractFetchItem *item = link->data;
    gint64 at = MAX (host->free_at, item->not_before);

    if ((wanted && !item->wanted) || extract_fetch_item_get_robots (item)->phase == EXTRACT_ROBOTS_ASKED)
      continue;
    if (at <= now)
      return item;
    *due = MIN (*due, at);
    if (host->free_at > now)
      return NULL;
  }
  return NULL;
}

ExtractFetchItem *
extract_fetch_queue_choose (ExtractFetchQueue *queue, gboolean wanted, gint64 now, gint64 *due)
{
  ExtractFetchItem *best = NULL;

  *due = G_MAXINT64;
  for (guint i = 0; i < queue->active->len; i++) {
    ExtractFetchItem *item = choose_of_host (queue, g_ptr_array_index (queue->active, i), wanted, now, due);
    if (item && (!best || item->number < best->number))
      best = item;
  }
  return best;
}

void
extract_fetch_queue_begin (ExtractFetchQueue *queue, ExtractFetchItem *item)
{
  g_queue_remove (&item->host->queue, item);
  if (item->host->queue.length == 0)
    g_ptr_array_remove_fast (queue->active, item->host);
  item->host->n_asked++;
}

void
extract_fetch_queue_end (ExtractFetchQueue *queue, ExtractFetchHost *host, gint64 now, gint64 wait)
{
  host->n_asked--;
  if (wait >= 0)
    host->free_at = MAX (host->free_at, now + MAX (wait, MAX (queue->delay, host->delay)));
}
