/* SPDX-License-Identifier: MIT */
/*
 * texttractor links: the addresses that are in feeds, sitemaps and pages, one a line, for --files-from.
 *
 *   operands ──> lists ──> links ──> those that are wanted, each once ──> stdout
 *                  ^         └─ sitemaps that an index or robots.txt names: the lists of the next level
 *                  └──────────────┘
 */
#include "bin/cmd-fetch.h"
#include "cli/render.h"
#include "bin/cmd.h"
#include "cli/json.h"
#include "libextract/page/page.h"
#include "libextract/source/links.h"

#include <string.h>
#include <unistd.h>

/* Sitemaps in an index, in an index that robots.txt names: deeper it does not get. */
#define MAX_LEVELS 4
#define MAX_LINKS 1000000

static char *opt_format;
static char *opt_max_links;
static gboolean opt_all;
static gboolean opt_feeds;
static gboolean opt_same_site;

static const GOptionEntry entries[] = {
  { "format", 'f', 0, G_OPTION_ARG_STRING, &opt_format, "Format of the output: text or jsonl (default text)",
    "NAME" },
  { "all", 'a', 0, G_OPTION_ARG_NONE, &opt_all, "Of a page: all its links, not only those in the main text",
    NULL },
  { "feeds", 0, 0, G_OPTION_ARG_NONE, &opt_feeds, "Of a page: the feeds that it names, not its links", NULL },
  { "same-site", 0, 0, G_OPTION_ARG_NONE, &opt_same_site, "Only addresses of the site of the list", NULL },
  { "max-links", 0, 0, G_OPTION_ARG_STRING, &opt_max_links,
    "Stop after so many addresses (default " G_STRINGIFY (MAX_LINKS) ")", "N" },
  { NULL },
};

typedef struct {
  const CliPageOptions *page;
  CmdFetch *fetch;
  ExtractClassifier *classifier; /* (nullable): made for the first page */
  guint64 max;
  gboolean json;
  GPtrArray *lists; /* names of the level at hand; owned, as all below */
  GPtrArray *next;  /* of the next one */
  GHashTable *seen; /* addresses that were printed, and sitemaps */
  GString *output;  /* not printed yet */
  guint64 n;        /* printed */
  gboolean failed;  /* a list could not be read */
} Run;

/* ---- One link ------------------------------------------------------------------------------- */

/* "site.example" of "https://www.Site.example:8080/a". Returns: (transfer full) */
static char *
dup_site (const char *url)
{
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_PARSE_RELAXED | G_URI_FLAGS_ENCODED, NULL);
  g_autofree char *host = g_ascii_strdown (uri && g_uri_get_host (uri) ? g_uri_get_host (uri) : "", -1);
  return g_strdup (g_str_has_prefix (host, "www.") ? host + strlen ("www.") : host);
}

/* Whether @url is of @site, or of a part of it: "news.site.example". */
static gboolean
is_of_site (const char *url, const char *site)
{
  g_autofree char *own = dup_site (url);
  gsize n = strlen (own), n_site = strlen (site);
  return n >= n_site && strcmp (own + n - n_site, site) == 0 && (n == n_site || own[n - n_site - 1] == '.');
}

/* Returns: FALSE if it cannot be written */
static gboolean
flush (Run *run)
{
  if (run->output->len > 0 && cli_print (run->output->str) != CLI_EXIT_DONE)
    return FALSE;
  g_string_truncate (run->output, 0);
  return TRUE;
}

static void
append_link (Run *run, const ExtractLink *link, const char *source)
{
  GString *output = run->output;

  if (!run->json) {
    g_string_append_printf (output, "%s\n", link->url);
    return;
  }
  g_string_append_c (output, '{');
  cli_json_append_string (output, "url", link->url);
  cli_json_append_string (output, "title", link->title);
  cli_json_append_string (output, "date", link->date);
  cli_json_append_string (output, "kind", extract_link_kind_get_name (link->kind));
  cli_json_append_string (output, "source", source);
  g_string_append (output, "}\n");
}

/* Returns: FALSE if nothing more is wanted, or can be written */
static gboolean
take_link (Run *run, const ExtractLink *link, const char *source, const char *site)
{
  if ((site && !is_of_site (link->url, site)) || !g_hash_table_add (run->seen, g_strdup (link->url)))
    return TRUE;
  if (link->kind == EXTRACT_LINK_SITEMAP) {
    g_ptr_array_add (run->next, g_strdup (link->url));
    return TRUE;
  }
  append_link (run, link, source);
  run->n++;
  return run->output->len < 64 * 1024 || flush (run);
}

/* ---- One list ------------------------------------------------------------------------------- */

/* The main text as HTML: there, its links are absolute. Returns: (transfer full) (nullable) */
static GBytes *
make_main_text (Run *run, const ExtractRecord *record, GError **error)
{
  g_autoptr (ExtractDocument) document = cli_parse_record (run->page, record, error);
  const CliModelOptions model = { 0 };

  if (document && !run->classifier)
    run->classifier = cli_load_classifier (&model, NULL, error);
  if (!document || !run->classifier || !extract_classifier_label (run->classifier, document, error))
    return NULL;
  char *html = extract_document_to_string (document, EXTRACT_FORMAT_HTML, 0, error);
  return html ? g_bytes_new_take (html, strlen (html)) : NULL;
}

/* Returns: (transfer full) (nullable) */
static GPtrArray *
read_links (Run *run, const ExtractRecord *record, GError **error)
{
  const ExtractLinksLimits limits = { .max_bytes = run->page->source.max_bytes,
                                      .max_links = (guint) MIN (run->max, G_MAXINT) };
  const char *uri = record->uri ? record->uri : run->page->url;
  ExtractListKind kind;
  g_autoptr (GPtrArray) links =
      extract_links_read (record->bytes, record->content_type, uri, &limits, &kind, error);

  if (!links || kind != EXTRACT_LIST_PAGE || opt_all || opt_feeds)
    return g_steal_pointer (&links);
  g_autoptr (GBytes) text = make_main_text (run, record, error);
  return text ? extract_links_read (text, "text/html; charset=utf-8", uri, &limits, &kind, error) : NULL;
}

/* Returns: (transfer full) (nullable) */
static ExtractRecord *
read_record (Run *run, gsize i, GError **error)
{
  g_autoptr (ExtractSource) source =
      extract_fetcher_open (run->fetch->fetcher, i, g_ptr_array_index (run->lists, i), &run->page->source);

  if (!extract_source_is_archive (source, error))
    return *error ? NULL : cli_read_only_record (source, error);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                       "is an archive of pages, not a list or page");
  return NULL;
}

static gboolean
take_list (Run *run, gsize i)
{
  const char *place = g_ptr_array_index (run->lists, i);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractRecord) record = read_record (run, i, &error);
  g_autoptr (GPtrArray) links = record ? read_links (run, record, &error) : NULL;

  if (!links) {
    cli_error (place, "%s", error->message);
    run->failed = TRUE;
    return TRUE;
  }
  const char *uri = record->uri ? record->uri : run->page->url;
  g_autofree char *site = opt_same_site && uri ? dup_site (uri) : NULL;
  for (guint k = 0; k < links->len; k++) {
    const ExtractLink *link = g_ptr_array_index (links, k);
    if ((link->kind == EXTRACT_LINK_FEED) != opt_feeds)
      continue;
    if (run->n >= run->max || !take_link (run, link, record->name, site))
      return FALSE;
  }
  return TRUE;
}

/* ---- All lists ------------------------------------------------------------------------------ */

static const char *
get_address (gsize i, gpointer data)
{
  return g_ptr_array_index (((const Run *) data)->lists, i);
}

/* Returns: FALSE if the work is to end here */
static gboolean
take_level (Run *run)
{
  g_autoptr (GError) error = NULL;
  gsize n_addresses = 0;
  gboolean good = TRUE;

  for (guint i = 0; i < run->lists->len; i++)
    n_addresses += extract_source_is_url (g_ptr_array_index (run->lists, i));
  good = cmd_fetch_begin (run->fetch, &run->page->source, n_addresses, run->lists->len, get_address, run,
                          &error);
  for (guint i = 0; i < run->lists->len && good && !cli_interrupted (); i++)
    good = take_list (run, i);
  cmd_fetch_end (run->fetch, FALSE, NULL);
  if (error)
    run->failed = cli_fail (NULL, error) != CLI_EXIT_DONE;
  return good && !cli_interrupted ();
}

static CliExit
take_all (Run *run)
{
  for (guint level = 0; level < MAX_LEVELS && run->lists->len > 0; level++) {
    if (!take_level (run))
      break;
    g_ptr_array_unref (run->lists);
    run->lists = g_steal_pointer (&run->next);
    run->next = g_ptr_array_new_with_free_func (g_free);
  }
  return flush (run) && !run->failed ? CLI_EXIT_DONE : CLI_EXIT_FAILED;
}

static void
run_clear (Run *run)
{
  g_ptr_array_unref (run->lists);
  g_ptr_array_unref (run->next);
  g_hash_table_unref (run->seen);
  g_string_free (run->output, TRUE);
  g_clear_pointer (&run->classifier, extract_classifier_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

int
cmd_links (char **args)
{
  g_autoptr (GOptionContext) context =
      cli_context_new ("FEED|SITEMAP|PAGE…",
                       "Prints the addresses in feeds, sitemaps, robots.txt, lists and web pages, which are\n"
                       "files, URLs, or - for standard input.");
  g_auto (CliPageOptions) page = { 0 };
  g_auto (CmdFetch) fetch = { 0 };
  g_auto (GStrv) operands = NULL;
  g_autoptr (GError) error = NULL;
  guint64 max = MAX_LINKS;
  int status;

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_add_group (context, cli_page_options_init (&page, CLI_PAGE_PLACE));
  g_option_context_add_group (context, cmd_fetch_init (&fetch, CMD_FETCH_LIST));
  g_auto (CliRender) render = { 0 };
  g_option_context_add_group (context, cli_render_init (&render));
  if (!cli_parse_with_config (context, "links", args, &operands, &status))
    return status;
  if (opt_format && strcmp (opt_format, "text") != 0 && strcmp (opt_format, "jsonl") != 0)
    return cli_usage_value ("--format", "text or jsonl", opt_format);
  if (opt_all && opt_feeds)
    return cli_usage ("--all and --feeds cannot be used together");
  if (opt_max_links && !cli_parse_count ("--max-links", opt_max_links, 1, G_MAXINT, &max, &error))
    return cli_usage ("%s", error->message);
  if (!operands[0] && isatty (STDIN_FILENO))
    return cli_usage ("no list or page given, and standard input is a terminal (- reads it anyway)");

  if (!cli_render_begin (&render, &page.source, &error))
    return cli_fail (NULL, error);
  fetch.any_type = TRUE;
  g_auto (Run) run = {
    .page = &page,
    .fetch = &fetch,
    .max = max,
    .json = g_strcmp0 (opt_format, "jsonl") == 0,
    .lists = g_ptr_array_new_with_free_func (g_free),
    .next = g_ptr_array_new_with_free_func (g_free),
    .seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .output = g_string_new (NULL),
  };
  for (char **operand = operands; *operand; operand++)
    g_ptr_array_add (run.lists, g_strdup (*operand));
  if (run.lists->len == 0)
    g_ptr_array_add (run.lists, g_strdup ("-"));
  return take_all (&run);
}
