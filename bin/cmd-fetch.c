/* SPDX-License-Identifier: MIT */
#include "bin/cmd-fetch.h"

#include <string.h>

#define MAX_CONNECTIONS 1024
#define MAX_RETRIES 10
#define MAX_DELAY 86400
#define MAX_CHANGES \
  ((gsize) MIN (G_GUINT64_CONSTANT (4) << 30, G_MAXSSIZE)) /* bytes of the file of --if-changed */

/* ---- Options -------------------------------------------------------------------------------- */

static gboolean
parse_delay (const char *option, const char *text, gpointer data, GError **error)
{
  CmdFetch *fetch = data;
  return cli_parse_number (option, text, 0, MAX_DELAY, &fetch->delay, error);
}

static gboolean
parse_connections (const char *option, const char *text, gpointer data, GError **error)
{
  CmdFetch *fetch = data;
  gboolean per_host = strcmp (option, "--connections") != 0;
  return cli_parse_count (option, text, 1, MAX_CONNECTIONS,
                          per_host ? &fetch->connections_per_host : &fetch->connections, error);
}

static gboolean
parse_retries (const char *option, const char *text, gpointer data, GError **error)
{
  CmdFetch *fetch = data;
  return cli_parse_count (option, text, 0, MAX_RETRIES, &fetch->retries, error);
}

static gboolean
parse_robots (const char *option, const char *text, gpointer data, GError **error)
{
  CmdFetch *fetch = data;
  fetch->robots = strcmp (text, "yes") == 0;
  fetch->robots_given = TRUE;
  return fetch->robots || strcmp (text, "no") == 0 || cli_fail_value (error, option, "yes or no", text);
}

static gboolean
parse_file (const char *option, const char *text, gpointer data, GError **error)
{
  CmdFetch *fetch = data;
  char **file = strcmp (option, "--warc") == 0 ? &fetch->warc : &fetch->if_changed;
  g_free (*file);
  *file = g_strdup (text);
  return TRUE;
}

GOptionGroup *
cmd_fetch_init (CmdFetch *fetch, CmdFetchFlags flags)
{
  static const GOptionEntry entries[] = {
    { "delay", 0, 0, G_OPTION_ARG_CALLBACK, parse_delay,
      "Between two requests to a host (default 1 second; robots.txt may ask for more)", "S" },
    { "connections", 0, 0, G_OPTION_ARG_CALLBACK, parse_connections,
      "Fetch so many pages at a time (default 16)", "N" },
    { "connections-per-host", 0, 0, G_OPTION_ARG_CALLBACK, parse_connections,
      "Of these, from one host (default 1)", "N" },
    { "retries", 0, 0, G_OPTION_ARG_CALLBACK, parse_retries,
      "Try again so often what may work later (default 2)", "N" },
    { "robots", 0, 0, G_OPTION_ARG_CALLBACK, parse_robots,
      "Obey robots.txt (default: yes if there are several addresses)", "yes|no" },
    { NULL },
  };
  static const GOptionEntry keep_entries[] = {
    { "warc", 0, G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK, parse_file,
      "Add what is fetched to this WARC file (.gz: packed)", "FILE" },
    { "if-changed", 0, G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK, parse_file,
      "Leave out pages that have not changed since the last run with this file", "FILE" },
    { NULL },
  };
  *fetch = (CmdFetch){ .delay = 1, .connections = 16, .connections_per_host = 1, .retries = 2 };
  GOptionGroup *group = g_option_group_new (
      "fetch", "How several URLs are fetched:", "How several URLs are fetched", fetch, NULL);
  g_option_group_add_entries (group, entries);
  if (flags & CMD_FETCH_KEEP)
    g_option_group_add_entries (group, keep_entries);
  return group;
}

void
cmd_fetch_clear (CmdFetch *fetch)
{
  g_clear_pointer (&fetch->fetcher, extract_fetcher_free);
  g_clear_pointer (&fetch->writer, extract_warc_writer_free);
  g_clear_pointer (&fetch->changes, extract_changes_free);
  g_clear_pointer (&fetch->warc, g_free);
  g_clear_pointer (&fetch->if_changed, g_free);
}

gboolean
cmd_fetch_obeys (const CmdFetch *fetch)
{
  return !fetch->robots_given || fetch->robots;
}

gboolean
cmd_fetch_guard (const CmdFetch *fetch, GError **error)
{
  return cli_guard_output ("--warc", fetch->warc, error) &&
         cli_guard_output ("--if-changed", fetch->if_changed, error);
}

/* ---- The fetcher ---------------------------------------------------------------------------- */

static gboolean
load_changes (CmdFetch *fetch, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) local = NULL;
  gsize length = 0;

  if (!cli_read_file (fetch->if_changed, MAX_CHANGES, &text, &length, &local) &&
      !g_error_matches (local, G_IO_ERROR, G_IO_ERROR_NOT_FOUND)) {
    g_propagate_prefixed_error (error, g_steal_pointer (&local), "%s: ", fetch->if_changed);
    return FALSE;
  }
  fetch->changes = extract_changes_load (text, error);
  if (!fetch->changes)
    g_prefix_error (error, "%s: ", fetch->if_changed);
  return fetch->changes != NULL;
}

static gboolean
open_warc (CmdFetch *fetch, gboolean robots, GError **error)
{
  g_autofree char *software = g_strdup_printf ("texttractor/%s", extract_get_version ());
  fetch->writer = extract_warc_writer_open (fetch->warc, software, robots ? "obey" : "ignore", error);
  if (!fetch->writer)
    g_prefix_error (error, "%s: ", fetch->warc);
  return fetch->writer != NULL;
}

gboolean
cmd_fetch_begin (CmdFetch *fetch, const ExtractSourceLimits *limits, gsize n_addresses, gsize n,
                 ExtractFetcherAddress get_address, gpointer data, GError **error)
{
  const gboolean several = n_addresses > 1 || fetch->follows;
  gboolean robots = several ? cmd_fetch_obeys (fetch) : fetch->robots;

  if ((n_addresses == 0 && !fetch->follows) ||
      (!several && !robots && !fetch->any_type && !fetch->warc && !fetch->if_changed))
    return TRUE;
  if ((fetch->if_changed && !load_changes (fetch, error)) ||
      (fetch->warc && !open_warc (fetch, robots, error)))
    return FALSE;
  const ExtractFetcherOptions options = {
    .connections = (guint) fetch->connections,
    .connections_per_host = (guint) fetch->connections_per_host,
    .delay = fetch->delay,
    .retries = (guint) fetch->retries,
    .robots = robots,
    .any_type = fetch->any_type,
    .warc = fetch->writer,
    .changes = fetch->changes,
    .may_redirect = fetch->may_redirect,
  };
  fetch->fetcher = extract_fetcher_new (&options, limits, n, get_address, data);
  return TRUE;
}

gboolean
cmd_fetch_end (CmdFetch *fetch, gboolean done, GError **error)
{
  g_clear_pointer (&fetch->fetcher, extract_fetcher_free);
  g_clear_pointer (&fetch->writer, extract_warc_writer_free);
  if (!fetch->changes || !done)
    return TRUE;
  g_autoptr (GString) text = extract_changes_to_text (fetch->changes);
  if (cli_write_file (fetch->if_changed, text->str, (gssize) text->len, error))
    return TRUE;
  g_prefix_error (error, "%s: ", fetch->if_changed);
  return FALSE;
}
