/* SPDX-License-Identifier: MIT */
/* texttractor extract: pages in, main text out. Here are its options; cmd-extract-batch.c does the work. */
#include "bin/cmd-extract-batch.h"
#include "bin/cmd-site-learn.h"
#include "bin/cmd.h"
#include "libextract/model/model.h"
#include "libextract/page/page.h"
#include "libextract/text/language.h"
#include "libextract/write/write.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *opt_output;
static char *opt_output_dir;
static gboolean opt_compress; /* --compress was given: opt_packing */
static CliPacking opt_packing;
static guint64 opt_shard_size; /* 0: one file */
static char *opt_files_from;
static char *opt_failures;
static ExtractWriteFlags opt_only_with; /* the same */
static gboolean opt_exit_status;
static char *opt_registry;
static char *opt_tagger;
static char *opt_extractor;
static char *opt_trace;
static ConcTagSet opt_tag_set;
static char *opt_shard;
static gboolean opt_unordered;
static gboolean opt_done;
static gboolean opt_resume;
static gboolean opt_skip_existing;
static gboolean opt_summary;
static gboolean opt_quiet;

static gboolean
parse_packed (const char *option, const char *text, gpointer data, GError **error)
{
  if (strcmp (option, "--shard-size") == 0)
    return cli_parse_size (option, text, 1, G_MAXINT64, &opt_shard_size, error);
  opt_compress = TRUE;
  return cli_packing_parse (option, text, &opt_packing, error);
}

static gboolean
parse_only_with (const char *option, const char *text, gpointer data, GError **error)
{
  return cli_fields_parse (option, text, &opt_only_with, error);
}

static gboolean
parse_tag_set (const char *option, const char *text, gpointer data, GError **error)
{
  return conc_tag_set_parse (text, &opt_tag_set) || cli_fail_value (error, option, CONC_TAG_SET_NAMES, text);
}

static const GOptionEntry entries[] = {
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
  { "only-with", 0, 0, G_OPTION_ARG_CALLBACK, parse_only_with,
    "Leave out pages that lack one of these fields (see below)", "NAME,…" },
  { "registry", 0, 0, G_OPTION_ARG_FILENAME, &opt_registry,
    "With vertical: describe the corpus to Manatee (FILE) and CWB (FILE.cwb)", "FILE" },
  { "tagger", 0, 0, G_OPTION_ARG_STRING, &opt_tagger,
    "With vertical: add columns with tag and lemma by this (see texttractor-concordance)", "NAME|COMMAND" },
  { "tagset", 0, 0, G_OPTION_ARG_CALLBACK, parse_tag_set,
    "Names of parts of speech: penn, universal or own, those of the tagger (default penn)", "NAME" },
  { "extractor", 0, 0, G_OPTION_ARG_STRING, &opt_extractor,
    "Let this command find the text: pages as HTML in, text out, each with a NUL behind it", "COMMAND" },
  { "trace", 0, 0, G_OPTION_ARG_FILENAME, &opt_trace,
    "With --render: write a report of what was done in the browser into this new folder", "DIR" },
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

/* All that the output depends on but the pages, on one line. Returns: (transfer full) (nullable) */
static char *
describe_settings (const CmdBatch *batch, const CliWriteOptions *write, GError **error)
{
  const CliPageOptions *page = &batch->reading->page;
  const CliModelOptions *options = &batch->reading->model;
  g_autofree char *keep = cmd_keep_describe (batch->keep);
  g_autofree char *rendering = cli_render_describe (&batch->reading->render);
  g_autofree char *following = batch->follow ? cmd_follow_describe (batch->follow) : g_strdup ("");
  g_autofree char *models = cmd_reading_describe_models (batch->reading, error);
  if (!models)
    return NULL;
  g_autofree char *on = options->rules ? g_strjoinv (",", options->rules) : NULL;
  g_autofree char *off = options->rules_off ? g_strjoinv (",", options->rules_off) : NULL;
  g_autofree char *filter = cmd_filter_describe (batch->filter);
  g_autofree char *sites = cmd_sites_describe (batch->sites);
  char threshold[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_dtostr (threshold, sizeof threshold,
                  extract_classifier_get_threshold (cli_classifiers_get (batch->reading->classifiers, 0)));
  g_autofree char *settings = g_strdup_printf (
      "version=%s format=%s compress=%s shard-size=%" G_GUINT64_FORMAT
      " write=%x only-with=%x today=%s url=%s encoding=%s select=%s model=%s "
      "threshold=%s "
      "favour=%d rules=%d+%s-%s %s %s%s%s tagger=%d:%s%s%s%s",
      extract_get_version (), extract_format_get_info (batch->output.format)->name,
      cli_packing_get_name (batch->output.packing), batch->output.shard_size, batch->output.flags,
      opt_only_with, write->today ? write->today : "", page->url ? page->url : "",
      page->encoding ? page->encoding : "", page->selectors ? page->selectors : "", models, threshold,
      options->favour, !options->no_rules, on ? on : "", off ? off : "", filter, keep, rendering, following,
      opt_tag_set, opt_tagger ? opt_tagger : "", sites, opt_extractor ? " extractor=" : "",
      opt_extractor ? opt_extractor : "");
  return cli_escape (settings);
}

/* With --site=auto, the pages are read once before. What is wrong with them, the run that writes says. */
static void
learn_sites (const CmdBatch *batch)
{
  CmdBatch reading = *batch;
  CmdSiteLearning learning = { batch->sites->sites, TRUE, NULL };
  if (!batch->sites->automatic)
    return;
  reading.quiet = reading.silent = TRUE;
  cmd_site_learn (&reading, &learning);
  g_autofree char *warning = cmd_sites_dup_warning (batch->sites->sites, "--site-memory");
  if (warning)
    cli_error (NULL, "%s", warning);
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

/* Options that cannot be used together, and those that need others. Returns: (nullable): the first that is
 * wrong */
static const char *
find_conflict (const CmdReading *reading, const CliWriteOptions *write, const CmdFilter *filter,
               const CmdKeep *keep, const CmdSites *sites, const CmdFollow *follow)
{
  const gboolean is_vertical = write->format == EXTRACT_FORMAT_VERTICAL;
  const gboolean follows = follow->classes != FOLLOW_NONE;
  const CmdFetch *fetch = &reading->fetch;
  const struct {
    gboolean wrong;
    const char *sentence;
  } conflicts[] = {
    { opt_output && opt_output_dir, "--output and --output-dir cannot be used together" },
    { opt_resume && !opt_output && !opt_output_dir,
      "--resume needs --output or --output-dir: output written to standard output cannot be resumed" },
    { opt_shard_size > 0 && !opt_output, "--shard-size needs --output" },
    { opt_compress && opt_output_dir, "--compress and --output-dir cannot be used together" },
    { opt_done && !opt_output, "--done needs --output" },
    { opt_skip_existing && !opt_output_dir, "--skip-existing needs --output-dir" },
    { filter->dedup.kinds && (opt_resume || opt_skip_existing),
      "--dedup and --deduplicate cannot be used with --resume or --skip-existing: texts of earlier runs are "
      "not "
      "compared" },
    { opt_unordered && (filter->dedup.kinds || (opt_resume && opt_output)),
      "--unordered cannot be used with --dedup, --deduplicate or --resume, which rest on the order" },
    { follows && (opt_unordered || opt_shard || fetch->if_changed),
      "--follow cannot be used with --unordered, --shard or --if-changed" },
    { follows && opt_skip_existing,
      "--follow and --skip-existing cannot be used together; --resume also skips what is there" },
    { keep->all && reading->model.name, "--keep-all and --model cannot be used together" },
    { keep->all && sites->site, "--keep-all and --site cannot be used together: nothing is left to decide" },
    { g_strcmp0 (sites->site, "auto") == 0 && (reading->render.wanted || fetch->warc || fetch->if_changed),
      "--site=auto reads files twice, and fetches nothing: --render, --warc and --if-changed cannot be used "
      "with "
      "it" },
    { opt_registry && !is_vertical, "--registry needs --format=vertical" },
    { opt_trace && !reading->render.wanted, "--trace needs --render" },
    { opt_extractor && reading->model.name, "--extractor and --model cannot be used together" },
    { opt_tagger && !is_vertical, "--tagger needs --format=vertical" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (conflicts); i++)
    if (conflicts[i].wrong)
      return conflicts[i].sentence;
  return NULL;
}

int
cmd_extract (char **args)
{
  g_autoptr (GOptionContext) context = cli_context_new (
      "[PAGE…]",
      "Prints the main text of pages. A PAGE is a file, a folder, an archive of pages (WARC and others), a\n"
      "URL, or - for standard input, which is also read if there is none.");
  g_autofree char *formats = cli_describe_formats ();
  g_autofree char *rules = cli_describe_rules ();
  g_autofree char *methods = cli_describe_methods ();
  g_autofree char *fields = cli_fields_describe ();
  g_autofree char *tables = g_strconcat (formats, "\n\n", fields, "\n\n", rules, "\n\n", methods, NULL);
  g_option_context_set_description (context, tables);
  g_option_context_add_main_entries (context, entries, NULL);
  g_auto (CmdReading) reading = { 0 };
  cmd_reading_add_page (&reading, context, CLI_PAGE_PLACE | CLI_PAGE_JOBS);
  g_auto (CliWriteOptions) write = { 0 };
  g_option_context_add_group (context, cli_write_options_init (&write));
  g_auto (CmdFilter) filter = { 0 };
  g_option_context_add_group (context, cmd_filter_init (&filter));
  g_auto (CmdKeep) keep = { 0 };
  g_option_context_add_group (context, cmd_keep_init (&keep));
  g_auto (CmdSites) sites = { 0 };
  g_option_context_add_group (context, cmd_sites_init (&sites));
  cmd_reading_add_web (&reading, context, CMD_FETCH_KEEP);
  g_auto (CmdFollow) follow = { 0 };
  g_option_context_add_group (context, cmd_follow_init (&follow));
  g_auto (GStrv) operands = NULL;
  int status;
  if (!cli_parse_with_config (context, "extract", args, &operands, &status))
    return status;

  if (reading.model.items)
    write.flags |= EXTRACT_WRITE_ITEMS;
  if (filter.detected || cli_model_is_by_language (reading.model.name))
    write.flags |= EXTRACT_WRITE_LANGUAGE;
  const char *conflict = find_conflict (&reading, &write, &filter, &keep, &sites, &follow);
  if (conflict)
    return cli_usage ("%s", conflict);
  if (!opt_compress && opt_output)
    opt_packing = cli_packing_guess (opt_output);
  opt_skip_existing |= opt_resume && opt_output_dir;
  cli_write_options_set_today (&write, reading.page.parser);
  if (!operands[0] && !opt_files_from && isatty (STDIN_FILENO))
    return cli_usage ("no page given, and standard input is a terminal (- reads it anyway)");

  g_autoptr (GError) error = NULL;
  g_autoptr (CliPlaces) places = cli_places_new ();
  CmdBatch batch = {
    .places = places,
    .reading = &reading,
    .filter = &filter,
    .keep = &keep,
    .sites = &sites,
    .output = { .format = write.format,
                .flags = write.flags,
                .tagged = opt_tagger != NULL,
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
  if (!cmd_output_guard (&batch.output, &error) || !cmd_follow_guard (&follow, &batch.output, &error) ||
      !cli_guard_output ("--failures", opt_failures, &error) || !cmd_fetch_guard (&reading.fetch, &error) ||
      !cmd_registry_guard (opt_registry, &error) || !extract_format_load (write.format, &error))
    return cli_fail (NULL, error);
  if (!cli_places_add_all (places, operands, !operands[0] && !opt_files_from, opt_files_from, &status))
    return status;
  if (opt_shard && !keep_share (places, opt_shard, &error))
    return cli_fail (NULL, error);
  if (!cmd_sites_begin (&sites, places, &error))
    return cli_fail (NULL, error);

  if (follow.classes != FOLLOW_NONE) {
    batch.follow = &follow;
    cmd_follow_begin (&follow, &reading.render, &reading.fetch, places);
  }
  g_autoptr (CmdTrace) trace = opt_trace ? cmd_trace_new (opt_trace, &error) : NULL;
  if (error)
    return cli_fail (NULL, error);
  batch.trace = trace;
  reading.render.trace = trace != NULL;
  if (!cmd_reading_begin (&reading, &filter, &error) ||
      ((write.flags & EXTRACT_WRITE_LANGUAGE) && !extract_language_load (&error)))
    return cli_fail (NULL, error);
  const char *language = filter.detected ? filter.detected[0] : "en";
  g_autoptr (ConcTagger) tagger =
      opt_tagger ? conc_tagger_new (opt_tagger, language, opt_tag_set, CONC_TAGGER_MILLISECONDS, &error)
                 : NULL;
  if (error)
    return cli_fail (NULL, error);
  batch.tagger = tagger;
  const guint64 milliseconds = extract_parser_get_limit (reading.page.parser, EXTRACT_LIMIT_MILLISECONDS);
  batch.extractor = opt_extractor ? cmd_extractor_new (opt_extractor, milliseconds) : NULL;
  cmd_keep_begin (&keep, milliseconds);
  g_autofree char *settings = NULL;
  if ((batch.output.resume || opt_done) && !(settings = describe_settings (&batch, &write, &error)))
    return cli_fail (NULL, error);
  batch.output.settings = settings;
  if (opt_registry && !cmd_registry_write (opt_registry, &batch.output, &error))
    return cli_fail (NULL, error);
  learn_sites (&batch);
  status = cmd_batch_run (&batch);
  cli_ask_free (batch.extractor);
  return status;
}
