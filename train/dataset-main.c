/* SPDX-License-Identifier: MIT */
/*
 * texttractor dataset: imports and lists sets of pages. The first operand is the action, a row of the table
 * of actions.
 */
#include "cli/cli.h"
#include "libextract/page/page.h"
#include "train/data/dataset.h"
#include "train/data/import.h"
#include "train/data/set-writer.h"

#include <string.h>

static char *opt_from;
static char *opt_output;
static gboolean opt_append;
static char *opt_lang;
static char *opt_type;
static char *opt_split;
static char *opt_date;
static TrainImportUrls opt_urls;

static const char *const url_names[] = {
  [TRAIN_IMPORT_URLS_NONE] = "none",
  [TRAIN_IMPORT_URLS_CANONICAL] = "canonical",
  [TRAIN_IMPORT_URLS_NAME] = "name",
};

static gboolean
parse_urls (const char *option, const char *text, gpointer data, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (url_names); i++)
    if (strcmp (text, url_names[i]) == 0) {
      opt_urls = (TrainImportUrls) i;
      return TRUE;
    }
  return cli_fail_value (error, option, "none, canonical or name", text);
}

static const GOptionEntry entries[] = {
  { "from", 0, 0, G_OPTION_ARG_STRING, &opt_from, "import: format of the sources (see below)", "FORMAT" },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &opt_output, "import: the folder of the set", "SET" },
  { "append", 0, 0, G_OPTION_ARG_NONE, &opt_append,
    "import: add to the set if it exists, or resume its import", NULL },
  { "lang", 0, 0, G_OPTION_ARG_STRING, &opt_lang, "import: language of pages whose source names none",
    "TAG" },
  { "type", 0, 0, G_OPTION_ARG_STRING, &opt_type, "import: type of pages whose source names none", "WORD" },
  { "split", 0, 0, G_OPTION_ARG_STRING, &opt_split, "import: split of pages whose source names none",
    "WORD" },
  { "urls", 0, 0, G_OPTION_ARG_CALLBACK, parse_urls,
    "import: address of pages whose source names none: that which the page declares (canonical), the name of "
    "the file (name), or none (default)",
    "NAME" },
  { "date", 0, 0, G_OPTION_ARG_STRING, &opt_date, "import: date for the README.md of the set", "TEXT" },
  { NULL },
};

/* ---- import ------------------------------------------------------------------------------------ */

/* Returns: (transfer full): "folder, cleaneval or csv" */
static char *
join_formats (void)
{
  gsize n;
  const TrainImportFormat *formats = train_import_get_formats (&n);
  g_autofree CliName *names = g_new (CliName, n);
  for (gsize i = 0; i < n; i++)
    names[i] = (CliName){ .name = formats[i].name };
  return cli_names_join (names, n);
}

static gboolean
check_options (char **sources)
{
  g_autofree char *formats = join_formats ();
  if (!opt_from) {
    cli_usage ("import needs --from=FORMAT, which is %s", formats);
    return FALSE;
  }
  if (!train_import_find_format (opt_from)) {
    cli_usage_value ("--from", formats, opt_from);
    return FALSE;
  }
  if (!opt_output) {
    cli_usage ("import needs -o SET, the folder of the set");
    return FALSE;
  }
  if (!*sources) {
    cli_usage ("name the sources to import");
    return FALSE;
  }
  return TRUE;
}

/* Whether the set can be written, and is made of nothing in it. */
static int
check_output (char **sources)
{
  g_autoptr (GError) error = NULL;
  const CliOutput set = { "--output", opt_output, TRUE };
  int status = cli_check_outputs (&set, 1);
  if (status != CLI_EXIT_DONE)
    return status;
  gboolean good = train_set_writer_guard (opt_output, &error);
  for (char **source = sources; good && *source; source++)
    good = extract_source_is_url (*source) || cli_guard_input (*source, &error);
  return good ? CLI_EXIT_DONE : (int) cli_fail (NULL, error);
}

static int
print_counts (const TrainImportCounts *counts)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_string_printf (text,
                   "%s: %u pages added, %u of them with a reference text; %u already there, %u failed; %u "
                   "pages in the set\n",
                   opt_output, counts->n_added, counts->n_with_truth, counts->n_there, counts->n_failed,
                   counts->n_pages);
  if (counts->n_added > 0 && !cli_interrupted ())
    g_string_append_printf (
        text, "Pages belong to their publishers: name their source and licence in %s/README.md.\n",
        opt_output);
  return cli_print (text->str);
}

static int
run_import (char **sources, const CliPageOptions *page)
{
  if (!check_options (sources))
    return CLI_EXIT_USAGE;
  int status = check_output (sources);
  if (status != CLI_EXIT_DONE)
    return status;

  const guint64 limit = extract_parser_get_limit (page->parser, EXTRACT_LIMIT_MILLISECONDS);
  const TrainImportOptions options = {
    .format = train_import_find_format (opt_from),
    .limits = &page->source,
    .parser = page->parser,
    .jobs = page->jobs,
    .append = opt_append,
    .lang = opt_lang,
    .type = opt_type,
    .split = opt_split,
    .date = opt_date,
    .urls = opt_urls,
    .grace = (int) MIN (2 * limit, G_MAXINT),
  };
  TrainImportCounts counts;
  if (!train_import_run (&options, sources, opt_output, &counts))
    status = CLI_EXIT_FAILED;
  if (counts.n_added + counts.n_there + counts.n_failed > 0 && print_counts (&counts) != CLI_EXIT_DONE)
    status = CLI_EXIT_FAILED;
  if (cli_interrupted ()) {
    cli_error (opt_output, "interrupted; repeat the command with --append to resume");
    cli_interrupt_end ();
  }
  return status;
}

/* ---- formats ----------------------------------------------------------------------------------- */

/* Returns: (transfer full) */
static char *
describe_formats (const char *indent)
{
  GString *text = g_string_new (NULL);
  gsize n;
  const TrainImportFormat *formats = train_import_get_formats (&n);
  for (gsize i = 0; i < n; i++)
    g_string_append_printf (text, "%s%-28s  %s\n", indent, formats[i].name, formats[i].sentence);
  return g_string_free (text, FALSE);
}

static int
run_formats (char **operands, const CliPageOptions *page)
{
  if (*operands)
    return cli_usage ("formats takes no operands");
  g_autofree char *text = describe_formats ("");
  return cli_print (text);
}

/* ---- list -------------------------------------------------------------------------------------- */

/* A run over the pages of a set. */
typedef struct {
  const TrainDataset *dataset;
  const ExtractSourceLimits *limits;
  GString *text;
  gboolean failed;
} Listing;

typedef struct {
  gsize n_bytes;
  GError *error; /* (nullable): why there are none */
} PageSize;

static gboolean
has_file (const TrainEntry *entry, const char *folder, const char *suffix)
{
  g_autofree char *name = g_strconcat (entry->id, suffix, NULL);
  g_autofree char *path = g_build_filename (entry->dataset->path, folder, name, NULL);
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static gpointer
measure_page (gsize i, gpointer data)
{
  const Listing *listing = data;
  const TrainEntry *entry = listing->dataset->entries->pdata[i];
  g_autofree char *name =
      g_strconcat (entry->id, has_file (entry, "html", ".html.gz") ? ".html.gz" : ".html", NULL);
  g_autofree char *path = g_build_filename (entry->dataset->path, "html", name, NULL);
  PageSize *size = g_new0 (PageSize, 1);
  g_autoptr (GBytes) bytes = train_place_read (path, listing->limits, &size->error);
  size->n_bytes = bytes ? g_bytes_get_size (bytes) : 0;
  return size;
}

/* A column; a tab or line break in it would make two. */
static void
append_column (GString *text, const char *value)
{
  g_autofree char *escaped = cli_escape (value && *value ? value : "-");
  g_string_append_printf (text, "%s\t", escaped);
}

static gboolean
list_page (gsize i, gpointer result, gpointer data)
{
  Listing *listing = data;
  PageSize *size = result;
  const TrainEntry *entry = listing->dataset->entries->pdata[i];
  append_column (listing->text, entry->id);
  append_column (listing->text, entry->url);
  append_column (listing->text, entry->lang);
  append_column (listing->text, entry->type);
  append_column (listing->text, entry->split);
  if (size->error) {
    g_autofree char *place = g_build_filename (entry->dataset->path, entry->id, NULL);
    cli_error (place, "%s", size->error->message);
    listing->failed = TRUE;
    append_column (listing->text, NULL);
  } else {
    g_string_append_printf (listing->text, "%" G_GSIZE_FORMAT "\t", size->n_bytes);
  }
  gboolean labels = has_file (entry, "labels", ".labels") || has_file (entry, "labels", ".tsv");
  g_string_append_printf (listing->text, "%s\t%s\n", has_file (entry, "truth", ".txt") ? "yes" : "no",
                          labels ? "yes" : "no");
  g_clear_error (&size->error);
  g_free (size);
  return TRUE;
}

static int
run_list (char **sets, const CliPageOptions *page)
{
  if (!*sets)
    return cli_usage ("name the folder of a set of pages");
  g_autoptr (GString) text = g_string_new ("id\turl\tlang\ttype\tsplit\tbytes\ttruth\tlabels\n");
  gboolean failed = FALSE;
  for (char **set = sets; *set; set++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (TrainDataset) dataset = train_dataset_open (*set, &error);
    if (!dataset)
      return cli_fail (NULL, error);
    for (guint i = 0; i < dataset->warnings->len; i++)
      cli_error (NULL, "%s", (const char *) dataset->warnings->pdata[i]);
    Listing listing = { .dataset = dataset, .limits = &page->source, .text = text };
    cli_parallel (dataset->entries->len, page->jobs, measure_page, list_page, NULL, &listing);
    failed |= listing.failed || dataset->warnings->len > 0;
  }
  return cli_print (text->str) == CLI_EXIT_DONE && !failed ? CLI_EXIT_DONE : CLI_EXIT_FAILED;
}

/* ---- Actions ----------------------------------------------------------------------------------- */

typedef struct {
  const char *name;
  const char *operands;
  const char *sentence;
  int (*run) (char **operands, const CliPageOptions *page);
} Action;

static const Action actions[] = {
  { "import", "--from=FORMAT SOURCE… -o SET", "Make a set from pages, or add pages to it", run_import },
  { "formats", "", "List the formats that can be imported", run_formats },
  { "list", "SET…", "Print a line for each page of the sets", run_list },
};

/* Returns: (transfer full): what is at the end of --help. */
static char *
describe_actions (void)
{
  GString *text = g_string_new ("Actions:\n");
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    g_string_append_printf (text, "  %-7s %-29s %s\n", actions[i].name, actions[i].operands,
                            actions[i].sentence);
  g_autofree char *formats = describe_formats ("  ");
  g_string_append_printf (text, "\nFormats:\n%s", g_strchomp (formats));
  return g_string_free (text, FALSE);
}

static gboolean
has_import_options (void)
{
  return opt_from || opt_output || opt_append || opt_lang || opt_type || opt_split || opt_date || opt_urls;
}

int
main (int argc, char **argv)
{
  cli_init ("texttractor dataset");

  g_autoptr (GOptionContext) context = cli_context_new ("ACTION …", "Imports and lists sets of pages.");
  g_option_context_add_main_entries (context, entries, NULL);
  g_auto (CliPageOptions) page = { 0 };
  g_option_context_add_group (context, cli_page_options_init (&page, CLI_PAGE_JOBS));
  g_autofree char *description = describe_actions ();
  g_option_context_set_description (context, description);

  g_auto (GStrv) operands = NULL;
  int status;
  if (!cli_parse (context, argv, &operands, &status))
    return status;
  if (!*operands)
    return cli_usage ("dataset needs an action: import, formats or list");
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++) {
    if (strcmp (actions[i].name, operands[0]) != 0)
      continue;
    if (actions[i].run != run_import && has_import_options ())
      return cli_usage ("the options of import do not work with %s", actions[i].name);
    return actions[i].run (operands + 1, &page);
  }
  return cli_usage_value ("dataset", "import, formats or list", operands[0]);
}
