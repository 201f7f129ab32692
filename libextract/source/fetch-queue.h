/* SPDX-License-Identifier: MIT */
/* Hosts, what is to be fetched from each, and when each may be asked again. One thread at a time. */
#pragma once

#include "libextract/source/robots.h"
#include "libextract/source/source.h"

typedef struct _ExtractFetchHost ExtractFetchHost;

/* How one address is fetched, where it is not as the others. */
typedef struct {
  gboolean any_type;   /* what is no web page is fetched, too, and is not rendered */
  gboolean no_robots;  /* robots.txt is not asked */
  gboolean no_retries; /* what fails has failed */
  double delay;        /* of its host, in seconds, if that is more than others have */
  double wait;         /* seconds before the first request */
  const char
      *field; /* (nullable): of the head of the first request, and of none that redirects lead to; lent */
} ExtractFetchManner;

/* An address of the list, on its way. */
typedef struct {
  guint64 number;         /* of 64 bits everywhere: it is the key of tables, by g_int64_hash () */
  char *url;              /* after redirects so far; owned */
  ExtractFetchHost *host; /* (nullable): in whose queue it is, or that is being asked; not owned */
  ExtractFetchManner manner;
  guint status;      /* of the last answer; 0: there was none */
  gint64 not_before; /* it is to be tried again */
  guint n_retries;
  guint n_redirects;
  char **cookies;  /* (nullable): of these; owned */
  gboolean wanted; /* somebody waits for it */
  gboolean ready;
  gboolean unchanged;    /* since the last run */
  gboolean elsewhere;    /* it was redirected to where it is not to go, and was not fetched */
  gboolean disallowed;   /* by robots.txt */
  gboolean archive;      /* it is no page, but many, and was not fetched */
  ExtractRecord *record; /* (nullable): owned */
  GError *error;         /* (nullable): owned */
  char *key;             /* (nullable): what is to be remembered of it: the address, owned */
  char *etag;            /* (nullable): owned */
  char *modified;        /* (nullable): owned */
} ExtractFetchItem;

ExtractFetchItem *extract_fetch_item_new (gsize number, const char *url);
void extract_fetch_item_free (ExtractFetchItem *item);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractFetchItem, extract_fetch_item_free)

/* extract_fetch_item_get_size: bytes of its page, and of what a browser said of it. */
gsize extract_fetch_item_get_size (const ExtractFetchItem *item);

/* What is known of the robots.txt of a scheme of a host. */
typedef struct {
  enum { EXTRACT_ROBOTS_UNKNOWN, EXTRACT_ROBOTS_ASKED, EXTRACT_ROBOTS_KNOWN } phase;
  ExtractRobots *rules; /* (nullable): if known: NULL with an error; owned */
  GError *error;        /* (nullable): owned */
  gboolean answered;    /* it is one of the server */
  guint n_retries;
  gint64 read_at; /* monotonic time */
} ExtractFetchRobots;

struct _ExtractFetchHost {
  char *name;                   /* "www.example.org:8080"; owned */
  GQueue queue;                 /* of items, the next one first; not owned */
  gint64 free_at;               /* the next request not before this; monotonic time */
  gint64 delay;                 /* microseconds, by robots.txt */
  guint n_asked;                /* requests under way */
  ExtractFetchRobots robots[2]; /* of http and https */
};

typedef struct {
  GHashTable *hosts; /* by name; owned */
  GPtrArray *active; /* those with a queue; not owned */
  guint per_host;
  gint64 delay; /* microseconds, at least */
} ExtractFetchQueue;

void extract_fetch_queue_init (ExtractFetchQueue *queue, guint per_host, gint64 delay);
void extract_fetch_queue_clear (ExtractFetchQueue *queue);

/* extract_fetch_queue_add: @item: (transfer none). @first: before the others of its host */
void extract_fetch_queue_add (ExtractFetchQueue *queue, ExtractFetchItem *item, gboolean first);

/*
 * extract_fetch_queue_choose: of the items that may be fetched now, the one with the smallest number. It
 * stays where it is. @wanted: only those that somebody waits for
 * @due: (out): when the next one may be; G_MAXINT64 if that is not known
 */
ExtractFetchItem *
extract_fetch_queue_choose (ExtractFetchQueue *queue, gboolean wanted, gint64 now, gint64 *due);

/* extract_fetch_queue_begin: takes it out: its host is being asked. */
void extract_fetch_queue_begin (ExtractFetchQueue *queue, ExtractFetchItem *item);
/* extract_fetch_queue_end: the host has answered. @wait: microseconds that it is to be left alone at least;
 * -1: it was not asked at all */
void extract_fetch_queue_end (ExtractFetchQueue *queue, ExtractFetchHost *host, gint64 now, gint64 wait);

/* What is known of the robots.txt that says whether @item may be fetched. */
ExtractFetchRobots *extract_fetch_item_get_robots (const ExtractFetchItem *item);
