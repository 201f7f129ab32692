/* SPDX-License-Identifier: MIT */
/* texttractor extract: pages in, main text out. Here are its options; cmd-extract-batch.c does the work. */
#include "bin/cmd-extract-batch.h"
#include "bin/cmd-model.h"
#include "bin/cmd.h"
#include "libextract/model/model.h"
#include "libextract/page/page.h"
#include "libextract/text/language.h"
#include "libextract/write/write.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static ExtractFormat opt_format = EXTRACT_FORMAT_TEXT;
static char *opt_output;
static char *opt_output_dir;
static gboolean opt_compress; /* --compress was given: opt_packing */
static CliPacking opt_packing;
static guint64 opt_shard_size; /* 0: one file */
static char *opt_files_from;
static char *opt_failures;
static gboolean opt_all;
static gboolean opt_metadata;
static gboolean opt_fingerprints;
static ExtractWriteFlags opt_fields;    /* EXTRACT_WRITE_FIELD (), or none */
static ExtractWriteFlags opt_only_with; /* the same */
static char *opt_today;
static gboolean opt_exit_status;
static ExtractWriteFlags opt_without;  /* EXTRACT_WRITE_NO_..., EXTRACT_WRITE_IMAGES */
static ExtractWriteFlags opt_language; /* EXTRACT_WRITE_LANGUAGE..., by --detect-lang, --lang and --model */
static ExtractWriteFlags opt_items;    /* EXTRACT_WRITE_ITEMS, by --comments */
static char *opt_registry;
static char *opt_shard;
static gboolean opt_unordered;
static gboolean opt_done;
static gboolean opt_resume;
static gboolean opt_skip_existing;
static gboolean opt_summary;
static gboolean opt_quiet;

/* --links=no and the like, which leave something out, and --images=yes and the like, which add something. */
static gboolean
parse_without (const char *option, const char *text, gpointer data, GError **error)
{
  const gboolean adds = strcmp (option, "--images") == 0 || strcmp (option, "--structure") == 0;
  ExtractWriteFlags flag = strcmp (option, "--structure") == 0 ? EXTRACT_WRITE_STRUCTURE
                           : adds                              ? EXTRACT_WRITE_IMAGES
                           : strcmp (option, "--links") == 0   ? EXTRACT_WRITE_NO_LINKS
                                                               : EXTRACT_WRITE_NO_FORMATTING;
  if (strcmp (text, adds ? "yes" : "no") == 0)
    opt_without |= flag;
  else if (strcmp (text, adds ? "no" : "yes") == 0)
    opt_without &= ~flag;
  else
    return cli_fail_value (error, option, "yes or no", text);
  return TRUE;
}

static gboolean
parse_packed (const char *option, const char *text, gpointer data, GError **error)
{
  if (strcmp (option, "--shard-size") == 0)
    return cli_parse_size (option, text, 1, G_MAXINT64, &opt_shard_size, error);
  opt_compress = TRUE;
  return cli_packing_parse (option, text, &opt_packing, error);
}

static gboolean
parse_detect (const char *option, const char *text, gpointer data, GError **error)
{
  const gboolean blocks = strcmp (text, "blocks") == 0;
  if (!blocks && strcmp (text, "page") != 0)
    return cli_fail_value (error, option, "page or blocks", text);
  opt_language = EXTRACT_WRITE_LANGUAGE | (blocks ? EXTRACT_WRITE_LANGUAGES : 0);
  return TRUE;
}

static gboolean
parse_fields (const char *option, const char *text, gpointer data, GError **error)
{
  return cmd_fields_parse (option, text, strcmp (option, "--fields") == 0 ? &opt_fields : &opt_only_with,
                           error);
}

/* By its name, or by the suffix of its files as people write it: "md", "txt", "htm". */
static gboolean
find_format (const char *name, ExtractFormat *format)
{
  const char *suffix = strcmp (name, "htm") == 0 ? "html" : name;
  for (guint i = 0; i < EXTRACT_N_FORMATS; i++) {
    const ExtractFormatInfo *info = extract_format_get_info (i);
    if (strcmp (info->name, name) == 0 || strcmp (info->suffix + 1, suffix) == 0) {
      *format = i;
      return TRUE;
    }
  }
  return FALSE;
}

static void
list_formats (CliName formats[EXTRACT_N_FORMATS])
{
  for (guint i = 0; i < EXTRACT_N_FORMATS; i++) {
    const ExtractFormatInfo *info = extract_format_get_info (i);
    formats[i] = (CliName){ info->name, info->sentence };
  }
}

static gboolean
parse_format (const char *option, const char *text, gpointer data, GError **error)
{
  CliName formats[EXTRACT_N_FORMATS];
  if (find_format (text, &opt_format))
    return TRUE;
  list_formats (formats);
  g_autofree char *names = cli_names_join (formats, EXTRACT_N_FORMATS);
  return cli_fail_value (error, "--format", names, text);
}

static const GOptionEntry entries[] = {
  { "format", 'f', 0, G_OPTION_ARG_CALLBACK, parse_format, "Format of the output (default text; see below)",
    "NAME" },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &opt_output, "Write all pages to this file", "FILE" },
  { "output-dir", 0, 0, G_OPTION_ARG_FILENAME, &opt_output_dir, "Write a file for each page into this folder",
    "DIR" },
  { "compress", 0, 0, G_OPTION_ARG_CALLBACK, parse_packed,
    "Compress the output: gzip, zstd or none (default: by the suffix of --output)", "NAME" },
  { "shard-size", 0, 0, G_OPTION_ARG_CALLBACK, parse_packed,
    "With --output: write FILE in shards of this size, such as 1G", "N" },
  { "files-from", 0, 0, G_OPTION_ARG_FILENAME, &opt_files_from, "Read more pages, one a line, from this file",
    "FILE" },
  { "shard", 0, 0, G_OPTION_ARG_STRING, &opt_shard,
    "Of n equal shares of the pages and archives, read only the i-th", "I/N" },
  { "all", 'a', 0, G_OPTION_ARG_NONE, &opt_all, "Print every block with score, label and rule", NULL },
  { "metadata", 0, 0, G_OPTION_ARG_NONE, &opt_metadata,
    "Also print title, authors, dates and more (tei, csv and tsv always do; text never does)", NULL },
  { "fingerprints", 0, 0, G_OPTION_ARG_NONE, &opt_fingerprints,
    "In json and jsonl, also print what duplicates are found by", NULL },
  { "fields", 0, 0, G_OPTION_ARG_CALLBACK, parse_fields, "Only these fields of the metadata (see below)",
    "NAME,…" },
  { "only-with", 0, 0, G_OPTION_ARG_CALLBACK, parse_fields,
    "Leave out pages that lack one of these fields (see below)", "NAME,…" },
  { "detect-lang", 0, 0, G_OPTION_ARG_CALLBACK, parse_detect,
    "Also print the language that the main text is in; blocks: that of each block, too", "page|blocks" },
  { "today", 0, 0, G_OPTION_ARG_STRING, &opt_today,
    "Ignore dates in pages that are later than this day (default: today)", "DATE" },
  { "links", 0, 0, G_OPTION_ARG_CALLBACK, parse_without,
    "no: leave out the addresses of links in html, markdown, tei and vertical", "yes|no" },
  { "formatting", 0, 0, G_OPTION_ARG_CALLBACK, parse_without,
    "no: leave out bold, italics, code, sub and sup in html, markdown and tei", "yes|no" },
  { "images", 0, 0, G_OPTION_ARG_CALLBACK, parse_without,
    "yes: also print pictures with their captions, and links to videos, in html, markdown and tei; places of "
    "pictures in vertical",
    "yes|no" },
  { "structure", 0, 0, G_OPTION_ARG_CALLBACK, parse_without,
    "yes: say what each paragraph is (heading, list, table, quote, code, text) in vertical", "yes|no" },
  { "registry", 0, 0, G_OPTION_ARG_FILENAME, &opt_registry,
    "With vertical: describe the corpus to Manatee (FILE) and CWB (FILE.cwb)", "FILE" },
  { "unordered", 0, 0, G_OPTION_ARG_NONE, &opt_unordered,
    "Write pages as they are ready, not in the order of input", NULL },
  { "resume", 0, 0, G_OPTION_ARG_NONE, &opt_resume,
    "Continue a run with these options that was interrupted; let this one be continued", NULL },
  { "done", 0, 0, G_OPTION_ARG_NONE, &opt_done,
    "With --output: write FILE.done when FILE is complete; do nothing if it is there", NULL },
  { "skip-existing", 0, 0, G_OPTION_ARG_NONE, &opt_skip_existing,
    "With --output-dir: skip pages whose file exists", NULL },
  { "failures", 0, 0, G_OPTION_ARG_FILENAME, &opt_failures, "Write a line of JSON for each page that fails",
    "FILE" },
  { "summary", 0, 0, G_OPTION_ARG_NONE, &opt_summary,
    "Print a summary at the end, even if standard error is not a terminal", NULL },
  { "quiet", 'q', 0, G_OPTION_ARG_NONE, &opt_quiet, "Do not say why pages have no main text, or hardly any",
    NULL },
  { "exit-status", 0, 0, G_OPTION_ARG_NONE, &opt_exit_status, "Exit with 3 if no page has main text", NULL },
  { NULL },
};

/* Returns: (transfer full): what is at the end of --help. */
static char *
describe_formats (void)
{
  CliName formats[EXTRACT_N_FORMATS];
  list_formats (formats);
  return cli_names_describe ("Formats:", formats, EXTRACT_N_FORMATS);
}

static ExtractWriteFlags
get_flags (void)
{
  return opt_without | opt_language | opt_items | opt_fields | (opt_all ? EXTRACT_WRITE_ALL : 0) |
         (opt_metadata || opt_fields ? EXTRACT_WRITE_METADATA : 0) |
         (opt_fingerprints ? EXTRACT_WRITE_FINGERPRINTS : 0);
}

/* "el=CHECKSUM,CHECKSUM": of the models, or the names of methods. Returns: (transfer full) (nullable) */
static char *
describe_models (const CliClassifiers *classifiers, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < cli_classifiers_get_n (classifiers); i++) {
    const char *name = cli_classifiers_get_name (classifiers, i);
    const char *language = cli_classifiers_get_language (classifiers, i);
    g_autofree char *checksum = NULL;
    if (!name || !extract_method_find (name)) {
      g_autoptr (ExtractModel) model = cli_load_model (name, error);
      if (!model)
        return NULL;
      checksum = model_compute_checksum (model);
    }
    g_string_append_printf (text, "%s%s%s%s", i > 0 ? "," : "", language ? language : "", language ? "=" : "",
                            checksum ? checksum : name);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* All that the output depends on but the pages, on one line. Returns: (transfer full) (nullable) */
static char *
describe_settings (const CmdBatch *batch, const CliModelOptions *options, GError **error)
{
  g_autofree char *keep = cmd_keep_describe (batch->keep);
  g_autofree char *models = describe_models (batch->classifiers, error);
  if (!models)
    return NULL;
  g_autofree char *on = options->rules ? g_strjoinv (",", options->rules) : NULL;
  g_autofree char *off = options->rules_off ? g_strjoinv (",", options->rules_off) : NULL;
  g_autofree char *filter = cmd_filter_describe (batch->filter);
  char threshold[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_dtostr (threshold, sizeof threshold,
                  extract_classifier_get_threshold (cli_classifiers_get (batch->classifiers, 0)));
  g_autofree char *settings =
      g_strdup_printf ("version=%s format=%s compress=%s shard-size=%" G_GUINT64_FORMAT
                       " write=%x only-with=%x today=%s url=%s encoding=%s select=%s model=%s "
                       "threshold=%s "
                       "favour=%d rules=%d+%s-%s %s %s",
                       extract_get_version (), extract_format_get_info (batch->output.format)->name,
                       cli_packing_get_name (batch->output.packing), batch->output.shard_size, get_flags (),
                       opt_only_with, opt_today ? opt_today : "", batch->page->url ? batch->page->url : "",
                       batch->page->encoding ? batch->page->encoding : "",
                       batch->page->selectors ? batch->page->selectors : "", models, threshold,
                       options->favour, !options->no_rules, on ? on : "", off ? off : "", filter, keep);
  return cli_escape (settings);
}

/* Returns: FALSE, after a message, with @status */
static gboolean
add_places (CliPlaces *places, char **operands, int *status)
{
  g_autoptr (GError) error = NULL;
  gboolean good = TRUE;
  for (guint i = 0; good && operands[i]; i++)
    good = cli_places_add (places, operands[i], &error);
  if (good && !operands[0] && !opt_files_from)
    good = cli_places_add (places, "-", &error);
  const char *list = good ? opt_files_from : NULL;
  if (list)
    good = cli_places_add_list (places, list, &error);
  if (!good)
    *status = cli_fail (error->domain == G_OPTION_ERROR ? NULL : list, error);
  return good;
}

/* --shard=2/5 is every fifth place from the second on. */
static gboolean
keep_share (CliPlaces *places, const char *shard, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (shard, "/", 2);
  guint64 i, n;
  if (!parts[0] || !parts[1] || !cli_parse_count ("--shard", parts[1], 1, G_MAXUINT32, &n, NULL) ||
      !cli_parse_count ("--shard", parts[0], 1, n, &i, NULL))
    return cli_fail_value (error, "--shard", "a share and the number of shares, such as 2/5", shard);
  cli_places_keep_share (places, i - 1, n);
  return TRUE;
}

/* The same day for the whole run, even if it ends tomorrow. */
static gboolean
set_today (ExtractParser *parser)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *day = opt_today ? g_strdup (opt_today) : g_date_time_format (now, "%Y-%m-%d");
  return extract_parser_set_today (parser, day);
}

int
cmd_extract (char **args)
{
  g_autoptr (GOptionContext) context = cli_context_new (
      "[PAGE…]",
      "Prints the main text of pages. A PAGE is a file, a folder, an archive of pages (WARC and others), a\n"
      "URL, or - for standard input, which is also read if there is none.");
  g_autofree char *formats = describe_formats ();
  g_autofree char *rules = cli_describe_rules ();
  g_autofree char *methods = cli_describe_methods ();
  g_autofree char *fields = cmd_fields_describe ();
  g_autofree char *tables = g_strconcat (formats, "\n\n", fields, "\n\n", rules, "\n\n", methods, NULL);
  g_option_context_set_description (context, tables);
  g_option_context_add_main_entries (context, entries, NULL);
  g_auto (CliPageOptions) page = { 0 };
  g_option_context_add_group (context, cli_page_options_init (&page, CLI_PAGE_PLACE | CLI_PAGE_JOBS));
  g_auto (CliModelOptions) model_options = { 0 };
  g_option_context_add_group (context, cli_model_options_init (&model_options));
  g_auto (CmdFilter) filter = { 0 };
  g_option_context_add_group (context, cmd_filter_init (&filter));
  g_auto (CmdKeep) keep = { 0 };
  g_option_context_add_group (context, cmd_keep_init (&keep));
  g_auto (CmdFetch) fetch = { 0 };
  g_option_context_add_group (context, cmd_fetch_init (&fetch, CMD_FETCH_KEEP));
  g_auto (GStrv) operands = NULL;
  int status;
  if (!cli_parse_with_config (context, "extract", args, &operands, &status))
    return status;

  opt_items = model_options.items ? EXTRACT_WRITE_ITEMS : 0;
  if (filter.detected || cli_model_is_by_language (model_options.name))
    opt_language |= EXTRACT_WRITE_LANGUAGE;
  if (opt_output && opt_output_dir)
    return cli_usage ("--output and --output-dir cannot be used together");
  if (opt_resume && !opt_output && !opt_output_dir)
    return cli_usage (
        "--resume needs --output or --output-dir: output written to standard output cannot be resumed");
  if (opt_shard_size > 0 && !opt_output)
    return cli_usage ("--shard-size needs --output");
  if (opt_compress && opt_output_dir)
    return cli_usage ("--compress and --output-dir cannot be used together");
  if (!opt_compress && opt_output)
    opt_packing = cli_packing_guess (opt_output);
  if (opt_done && !opt_output)
    return cli_usage ("--done needs --output");
  if (opt_skip_existing && !opt_output_dir)
    return cli_usage ("--skip-existing needs --output-dir");
  if (filter.dedup.kinds && (opt_resume || opt_skip_existing))
    return cli_usage ("--dedup and --deduplicate cannot be used with --resume or --skip-existing: texts of "
                      "earlier runs are not compared");
  if (opt_unordered && (filter.dedup.kinds || (opt_resume && opt_output)))
    return cli_usage (
        "--unordered cannot be used with --dedup, --deduplicate or --resume, which rest on the order");
  if (keep.all && model_options.name)
    return cli_usage ("--keep-all and --model cannot be used together");
  if (opt_registry && opt_format != EXTRACT_FORMAT_VERTICAL)
    return cli_usage ("--registry needs --format=vertical");
  opt_skip_existing |= opt_resume && opt_output_dir;
  if (!set_today (page.parser))
    return cli_usage_value ("--today", "a day as YYYY-MM-DD", opt_today);
  if (!operands[0] && !opt_files_from && isatty (STDIN_FILENO))
    return cli_usage ("no page given, and standard input is a terminal (- reads it anyway)");

  page.source.wants = cmd_filter_wants;
  page.source.wants_data = &filter;
  g_autoptr (GError) error = NULL;
  g_autoptr (CliPlaces) places = cli_places_new ();
  CmdBatch batch = {
    .places = places,
    .page = &page,
    .filter = &filter,
    .keep = &keep,
    .fetch = &fetch,
    .output = { .format = opt_format,
                .flags = get_flags (),
                .file = opt_output,
                .folder = opt_output_dir,
                .resume = opt_output && opt_resume,
                .done = opt_done,
                .packing = opt_packing,
                .shard_size = opt_shard_size },
    .only_with = opt_only_with,
    .failures = opt_failures,
    .skip_existing = opt_skip_existing,
    .resume = opt_resume,
    .unordered = opt_unordered,
    .exit_status = opt_exit_status,
    .summary = opt_summary,
    .quiet = opt_quiet,
  };
  if (!cmd_output_guard (&batch.output, &error) || !cli_guard_output ("--failures", opt_failures, &error) ||
      !cmd_fetch_guard (&fetch, &error) || !cmd_registry_guard (opt_registry, &error) ||
      !extract_format_load (opt_format, &error))
    return cli_fail (NULL, error);
  if (!add_places (places, operands, &status))
    return status;
  if (opt_shard && !keep_share (places, opt_shard, &error))
    return cli_fail (NULL, error);

  g_autoptr (CliClassifiers) classifiers = cli_classifiers_new (&model_options, &error);
  if (!classifiers || (opt_language && !extract_language_load (&error)))
    return cli_fail (NULL, error);
  g_autoptr (ExtractClassifier) everything =
      extract_classifier_new_for_method (extract_method_find ("everything"));
  batch.classifiers = classifiers;
  cmd_keep_begin (&keep, extract_parser_get_limit (page.parser, EXTRACT_LIMIT_MILLISECONDS));
  batch.everything = everything;
  g_autofree char *settings = NULL;
  if ((batch.output.resume || opt_done) && !(settings = describe_settings (&batch, &model_options, &error)))
    return cli_fail (NULL, error);
  batch.output.settings = settings;
  if (opt_registry && !cmd_registry_write (opt_registry, &batch.output, &error))
    return cli_fail (NULL, error);
  return cmd_batch_run (&batch);
}
