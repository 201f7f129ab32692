/* SPDX-License-Identifier: MIT */
/*
 * texttractor site: pages of one site in, its template out; or a template in, and what a person wants to know
 * of it out. libextract/site/ does the work.
 */
#include "bin/cmd-site-learn.h"
#include "bin/cmd.h"
#include "libextract/model/model.h"
#include "libextract/page/page.h"

#include <unistd.h>

#define LEAST_PAGES 3
#define N_SHOWN 20

static char *opt_output;
static char *opt_show;
static char *opt_files_from;
static gboolean opt_all;
static guint64 opt_memory = EXTRACT_SITES_MEMORY;

static gboolean
parse_memory (const char *option, const char *text, gpointer data, GError **error)
{
  return cli_parse_size (option, text, EXTRACT_SITES_LEAST_MEMORY, EXTRACT_SITES_MOST_MEMORY, &opt_memory,
                         error);
}

static const GOptionEntry entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &opt_output, "Write the template to this file", "FILE" },
  { "show", 0, 0, G_OPTION_ARG_FILENAME, &opt_show, "Show what is in this template; learn nothing", "FILE" },
  { "all", 0, 0, G_OPTION_ARG_NONE, &opt_all,
    "With --show: all elements and blocks, not the first 20 of each", NULL },
  { "files-from", 0, 0, G_OPTION_ARG_FILENAME, &opt_files_from, "Read more pages, one a line, from this file",
    "FILE" },
  { "site-memory", 0, 0, G_OPTION_ARG_CALLBACK, parse_memory, "Memory for what is learnt (default 256M)",
    "N" },
  { NULL },
};

/* ---- A template, for people ---------------------------------------------------------------------- */

static int
compare_repeats (gconstpointer a, gconstpointer b)
{
  const ExtractSiteRepeat *x = *(ExtractSiteRepeat *const *) a, *y = *(ExtractSiteRepeat *const *) b;
  if (x->pages != y->pages)
    return x->pages > y->pages ? -1 : 1;
  int order = g_strcmp0 (x->text, y->text);
  return order != 0 ? order : x->key < y->key ? -1 : 1;
}

static int
compare_elements (gconstpointer a, gconstpointer b)
{
  const ExtractSiteElement *x = *(ExtractSiteElement *const *) a, *y = *(ExtractSiteElement *const *) b;
  if (x->good != y->good)
    return x->good > y->good ? -1 : 1;
  if (x->words != y->words)
    return x->words > y->words ? -1 : 1;
  return x->key < y->key ? -1 : 1;
}

static guint
count_shown (guint n)
{
  return opt_all ? n : MIN (n, N_SHOWN);
}

static void
append_more (GString *text, guint n)
{
  if (n > count_shown (n))
    g_string_append_printf (text, "and %u more (--all shows them)\n", n - count_shown (n));
}

static void
append_holder (GString *text, const ExtractSiteTemplate *template)
{
  for (guint i = 0; i < template->elements->len; i++) {
    const ExtractSiteElement *e = template->elements->pdata[i];
    if (e->key != template->holder || e->words == 0)
      continue;
    g_string_append_printf (
        text, "\nThe main text is in this element, on %u pages; %.0f %% of its words are main text:\n%s\n",
        e->pages, 100.0 * e->good / e->words, e->path ? e->path : "-");
    return;
  }
  g_string_append (text, "\nNo element holds the main text.\n");
}

static void
append_repeats (GString *text, const ExtractSiteTemplate *template)
{
  g_autoptr (GPtrArray) repeats = g_ptr_array_new ();
  for (guint i = 0; i < template->repeats->len; i++) {
    const ExtractSiteRepeat *r = template->repeats->pdata[i];
    if (extract_site_is_repeated (r->pages, template->pages))
      g_ptr_array_add (repeats, (gpointer) r);
  }
  g_ptr_array_sort (repeats, compare_repeats);
  g_string_append_printf (text, "\nBlocks that repeat: %u\n", repeats->len);
  if (repeats->len > 0)
    g_string_append (text, " pages  text\n");
  for (guint i = 0; i < count_shown (repeats->len); i++) {
    const ExtractSiteRepeat *r = repeats->pdata[i];
    g_string_append_printf (text, "%6u  %s\n", r->pages, r->text ? r->text : "-");
  }
  append_more (text, repeats->len);
}

static void
append_elements (GString *text, const ExtractSiteTemplate *template)
{
  g_autoptr (GPtrArray) elements = g_ptr_array_new ();
  for (guint i = 0; i < template->elements->len; i++) {
    ExtractSiteElement *e = template->elements->pdata[i];
    if (e->own > 0)
      g_ptr_array_add (elements, e);
  }
  g_ptr_array_sort (elements, compare_elements);
  g_string_append_printf (text, "\nElements with text of their own, by main text in them: %u\n",
                          elements->len);
  if (elements->len > 0)
    g_string_append (text, " pages    words  main text  importance  path\n");
  for (guint i = 0; i < count_shown (elements->len); i++) {
    const ExtractSiteElement *e = elements->pdata[i];
    g_string_append_printf (text, "%6u %8" G_GUINT64_FORMAT "      %3.0f %%        %.2f  %s\n", e->pages,
                            e->words, e->words > 0 ? 100.0 * e->good / e->words : 0, e->importance / 1000.0,
                            e->path ? e->path : "-");
  }
  append_more (text, elements->len);
}

static int
show (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractSites) sites = cmd_sites_load (path, &error);
  if (!sites)
    return cli_fail (NULL, error);
  g_autoptr (ExtractSiteTemplate) template = extract_sites_describe (sites);
  g_autoptr (GString) text = g_string_new (NULL);
  g_string_append_printf (text, "site   %s\npages  %u\n", template->site ? template->site : "not known",
                          template->pages);
  append_holder (text, template);
  append_repeats (text, template);
  append_elements (text, template);
  return cli_print (text->str);
}

/* ---- Learning ------------------------------------------------------------------------------------ */

/* The site of a template is the one that all pages name. */
static void
name_template (ExtractSites *sites, GHashTable *names)
{
  g_autoptr (GList) all = g_list_sort (g_hash_table_get_keys (names), (GCompareFunc) g_strcmp0);
  guint n = g_list_length (all);
  if (n == 1)
    extract_sites_set_name (sites, all->data);
  if (n < 2)
    return;
  g_autofree char *first = cli_escape (all->data), *second = cli_escape (all->next->data);
  cli_error (NULL,
             "pages are of %u sites, such as %s and %s: the template is of them all, and will be used for "
             "any page",
             n, first, second);
}

static int
write_template (const ExtractSites *sites)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = extract_sites_to_bytes (sites);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  g_autoptr (CliFile) file = cli_file_open (opt_output, &error);
  if (!file || !cli_file_write (file, data, length, &error) || !cli_file_commit (file, &error))
    return cli_fail (opt_output, error);
  return CLI_EXIT_DONE;
}

static int
learn (const CmdBatch *batch)
{
  g_autoptr (ExtractSites) sites = extract_sites_new (opt_memory, TRUE);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  CmdSiteLearning learning = { sites, FALSE, names };
  int status = cmd_site_learn (batch, &learning);
  g_autoptr (ExtractSiteTemplate) template = extract_sites_describe (sites);
  if (template->pages < LEAST_PAGES) {
    cli_error (NULL, "a template needs %d pages or more, and %u could be read: %s was not written",
               LEAST_PAGES, template->pages, opt_output);
    return CLI_EXIT_FAILED;
  }
  name_template (sites, names);
  g_autofree char *warning = cmd_sites_dup_warning (sites, "--site-memory");
  if (warning)
    cli_error (NULL, "%s", warning);
  int written = write_template (sites);
  return written != CLI_EXIT_DONE ? written : status;
}

static int
run (char **operands, CmdReading *reading)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CliPlaces) places = cli_places_new ();
  g_auto (CmdFilter) filter = { .max_words = G_MAXUINT64, .dedup = CORPUS_DEDUP_DEFAULTS };
  int status;

  if (!cli_guard_output ("--output", opt_output, &error))
    return cli_fail (NULL, error);
  if (!cli_places_add_all (places, operands, !operands[0] && !opt_files_from, opt_files_from, &status))
    return status;
  if (!cmd_reading_begin (reading, &filter, &error))
    return cli_fail (NULL, error);
  const CmdBatch batch = { .places = places, .reading = reading, .quiet = TRUE };
  return learn (&batch);
}

int
cmd_site (char **args)
{
  g_autoptr (GOptionContext) context = cli_context_new (
      "[PAGE…]",
      "Learns from pages of one site what they share: a template, for extract --site. A PAGE is a file, a\n"
      "folder, an archive of pages (WARC and others), a URL, or - for standard input.");
  g_option_context_add_main_entries (context, entries, NULL);
  g_auto (CmdReading) reading = { 0 };
  cmd_reading_add_page (&reading, context, CLI_PAGE_JOBS);
  cmd_reading_add_web (&reading, context, CMD_FETCH_LIST);
  g_auto (GStrv) operands = NULL;
  int status;

  if (!cli_parse_with_config (context, "site", args, &operands, &status))
    return status;
  if (opt_show) {
    if (operands[0] || opt_output || opt_files_from)
      return cli_usage ("--show takes no pages and writes no template");
    return show (opt_show);
  }
  if (opt_all)
    return cli_usage ("--all needs --show");
  if (!opt_output)
    return cli_usage ("site needs --output, the file of the template");
  if (!operands[0] && !opt_files_from && isatty (STDIN_FILENO))
    return cli_usage ("no page given, and standard input is a terminal (- reads it anyway)");
  return run (operands, &reading);
}
