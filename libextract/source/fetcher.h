/* SPDX-License-Identifier: MIT */
/*
 * Fetches the addresses of a list ahead of who reads them: side by side, but each server is asked rarely.
 *
 *   list ──> items of hosts ──> threads, one for each connection ──> pages, taken by number
 *            h1: 0 3 4 7        whichever host may be asked next,
 *            h2: 1              the first of its items
 *            h3: 2 5 6
 *
 * Between two requests to a host passes a time; robots.txt is obeyed; what may work later is tried again. How
 * far it fetches ahead is limited; what somebody waits for is always fetched.
 */
#pragma once

#include "libextract/source/changes.h"
#include "libextract/source/fetch-queue.h"
#include "libextract/source/source.h"
#include "libextract/source/warc-writer.h"

typedef struct _ExtractFetcher ExtractFetcher;

/* Returns: whether item @i may be redirected to @url. From any thread. */
typedef gboolean (*ExtractFetcherRedirect) (gsize i, const char *url, gpointer data);

typedef struct {
  guint connections;          /* at a time, 1 or more */
  guint connections_per_host; /* of these */
  double delay;               /* seconds from an answer of a host to the next request */
  guint retries;              /* of a request, after the first one */
  gboolean robots;            /* robots.txt is obeyed */
  gboolean any_type;          /* also what is no web page is fetched */
  gboolean stream;            /* there is no list: addresses are added, and taken as they are ready */
  ExtractWarcWriter *warc;    /* (nullable): not owned; what is fetched is kept there */
  ExtractChanges *changes;    /* (nullable): not owned; pages that have not changed are not fetched */
  ExtractFetcherRedirect may_redirect; /* (nullable): with the data of the addresses */
} ExtractFetcherOptions;

/* Returns: (transfer none) (nullable): the address of item @i; NULL: it is none, or not wanted. From any
 * thread. */
typedef const char *(*ExtractFetcherAddress) (gsize i, gpointer data);

/*
 * extract_fetcher_new: begins at once. @limits: of each request; lent, as what @options name.
 * @n: items
 */
ExtractFetcher *extract_fetcher_new (const ExtractFetcherOptions *options, const ExtractSourceLimits *limits,
                                     gsize n, ExtractFetcherAddress get_address, gpointer data);

/* extract_fetcher_extend: there are @n items now. They may be got from this moment on. @fetcher: (nullable)
 */
void extract_fetcher_extend (ExtractFetcher *fetcher, gsize n);

/* extract_fetcher_free: cancels what is under way. */
void extract_fetcher_free (ExtractFetcher *fetcher);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractFetcher, extract_fetcher_free)

/*
 * extract_fetcher_open: Returns: (transfer full): a source of item @i, which is @place. If that is an
 * address, it waits for the fetcher; otherwise this is extract_source_new (). @fetcher: (nullable)
 */
ExtractSource *
extract_fetcher_open (ExtractFetcher *fetcher, gsize i, const char *place, const ExtractSourceLimits *limits);

/*
 * extract_fetcher_add: of a stream: one more address, which is to be fetched. @number: what it is called by;
 * of addresses of one host that may be asked, the smallest is fetched first. @manner: (nullable)
 */
void extract_fetcher_add (ExtractFetcher *fetcher, gsize number, const char *url,
                          const ExtractFetchManner *manner);

/*
 * extract_fetcher_take: of a stream: waits for the next page that is ready, from any thread.
 * @number: (out): of its address. @status: (out): of the last answer; 0: none, or it was not asked
 * Returns: (transfer full) (nullable): NULL with an error; G_IO_ERROR_CANCELLED: the work is stopped
 */
ExtractRecord *extract_fetcher_take (ExtractFetcher *fetcher, gsize *number, guint *status, GError **error);

/* extract_fetcher_stop: nobody waits for a page any more, and no more are fetched. */
void extract_fetcher_stop (ExtractFetcher *fetcher);

/* extract_fetcher_done: the page of item @i has become what it should: if it does not change, the next run
 * need not fetch it. @fetcher: (nullable) */
void extract_fetcher_done (ExtractFetcher *fetcher, gsize i);
