/* SPDX-License-Identifier: MIT */
/* How the addresses of a list are fetched: options, and the fetcher that they ask for. */
#pragma once

#include "cli/cli.h"
#include "libextract/source/fetcher.h"

typedef enum {
  CMD_FETCH_LIST = 0,      /* the options of all lists of addresses */
  CMD_FETCH_KEEP = 1 << 0, /* --warc and --if-changed as well */
} CmdFetchFlags;

typedef struct {
  double delay;
  guint64 connections;
  guint64 connections_per_host;
  guint64 retries;
  gboolean robots;
  gboolean robots_given;
  gboolean follows;                    /* more addresses come later; by the caller */
  ExtractFetcherRedirect may_redirect; /* (nullable); by the caller */
  gboolean any_type;                   /* also what is no web page is fetched; by the caller */
  char *warc;                          /* (nullable) */
  char *if_changed;                    /* (nullable) */
  ExtractFetcher *fetcher;             /* (nullable): owned; NULL if nothing is fetched ahead */
  ExtractWarcWriter *writer;           /* (nullable): owned */
  ExtractChanges *changes;             /* (nullable): owned */
} CmdFetch;

/* cmd_fetch_init: its options. */
GOptionGroup *cmd_fetch_init (CmdFetch *fetch, CmdFetchFlags flags);
void cmd_fetch_clear (CmdFetch *fetch);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CmdFetch, cmd_fetch_clear)

/* cmd_fetch_obeys: whether robots.txt is obeyed where there are several addresses. */
gboolean cmd_fetch_obeys (const CmdFetch *fetch);

/* cmd_fetch_guard: says what is going to be written, see cli_guard_output (). */
gboolean cmd_fetch_guard (const CmdFetch *fetch, GError **error);

/*
 * cmd_fetch_begin: fetches ahead, if there is more than one address, or if an option asks for what only the
 * fetcher does. The error names its file itself.
 * @n_addresses: in the whole list; one alone is fetched as a browser does it: without robots.txt
 * @n, @get_address, @data: as for extract_fetcher_new ()
 */
gboolean cmd_fetch_begin (CmdFetch *fetch, const ExtractSourceLimits *limits, gsize n_addresses, gsize n,
                          ExtractFetcherAddress get_address, gpointer data, GError **error);

/* cmd_fetch_end: stops. @done: whether what was learnt of changes is to be kept. The error names its file. */
gboolean cmd_fetch_end (CmdFetch *fetch, gboolean done, GError **error);
