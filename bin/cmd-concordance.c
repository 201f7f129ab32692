/* SPDX-License-Identifier: MIT */
/* texttractor concordance: sentences of pages that have a word. Here are its options; cmd-concordance-run.c
 * does the work. */
#include "bin/cmd-concordance.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "bin/cmd-concordance-web.h"
#include "bin/cmd.h"
#include "cli/render.h"
#include "concordance/index.h"
#include "libextract/html/html.h"
#include "libextract/model/model.h"
#include "libextract/text/language.h"
#include "libextract/write/write.h"

#define DEFAULT_MEMORY 1000000
#define DEFAULT_WIDTH 80
#define LEAST_WIDTH 20
#define MOST_WIDTH 1000
#define MOST_CONTEXT 100

static CmdConcordanceOptions options;
static gboolean opt_format; /* --format was given: options.look.format */
static char *opt_pos;
static char *opt_tagger;
static char *opt_lang;
static char *opt_encoding;
static char *opt_output;
static char *opt_files_from;
static gboolean opt_sample;
static gboolean opt_all_text;
static gboolean opt_resume;
static gboolean opt_summary;

static gboolean
parse_number (const char *option, const char *text, gpointer data, GError **error)
{
  guint64 value;
  const struct {
    const char *option;
    guint64 least, most;
    guint *value;
  } rows[] = {
    { "--context", 0, MOST_CONTEXT, &options.wanted.context },
    { "--max-per-page", 1, G_MAXUINT, &options.wanted.max_per_page },
    { "--memory", 1, 100000000, &options.memory },
    { "--width", LEAST_WIDTH, MOST_WIDTH, &options.look.width },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (option, rows[i].option) == 0) {
      if (!cli_parse_count (option, text, rows[i].least, rows[i].most, &value, error))
        return FALSE;
      *rows[i].value = (guint) value;
      return TRUE;
    }
  if (strcmp (option, "--seed") == 0)
    return cli_parse_count (option, text, 0, G_MAXINT64, &options.seed, error);
  return cli_parse_count (option, text, 1, G_MAXINT, &options.n, error);
}

#define FORMATS "kwic, json, jsonl, xml, tsv or vertical"

static gboolean
parse_name (const char *option, const char *text, gpointer data, GError **error)
{
  static const char *const sorts[] = { "none", "left", "right" };
  for (guint i = 0; strcmp (option, "--sort") == 0 && i < G_N_ELEMENTS (sorts); i++)
    if (strcmp (text, sorts[i]) == 0) {
      options.sort = (ConcSort) i;
      return TRUE;
    }
  if (strcmp (option, "--sort") == 0)
    return cli_fail_value (error, option, "none, left or right", text);
  if (strcmp (option, "--tagset") == 0)
    return conc_tag_set_parse (text, &options.tag_set) ||
           cli_fail_value (error, option, CONC_TAG_SET_NAMES, text);
  for (ConcFormat i = 0; i < CONC_N_FORMATS; i++)
    if (strcmp (conc_format_get_info (i)->name, text) == 0) {
      options.look.format = i;
      opt_format = TRUE;
      return TRUE;
    }
  return cli_fail_value (error, "--format", FORMATS, text);
}

static const GOptionEntry entries[] = {
  { "number", 'n', 0, G_OPTION_ARG_CALLBACK, parse_number, "Print so many sentences (default 10)", "N" },
  { "format", 'f', 0, G_OPTION_ARG_CALLBACK, parse_name,
    "Format of the output: " FORMATS " (default: kwic on a terminal, else jsonl)", "NAME" },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &opt_output, "Write to this file", "FILE" },
  { "files-from", 0, 0, G_OPTION_ARG_FILENAME, &opt_files_from, "Read more pages, one a line, from this file",
    "FILE" },
  { "pos", 0, 0, G_OPTION_ARG_STRING, &opt_pos,
    "WORD is a lemma, of a part of speech whose tag matches this, such as V.*", "REGEX" },
  { "tagger", 0, 0, G_OPTION_ARG_STRING, &opt_tagger,
    "What finds parts of speech (default with --pos: apertium; see below)", "NAME|COMMAND" },
  { "tagset", 0, 0, G_OPTION_ARG_CALLBACK, parse_name,
    "Names of parts of speech: penn, universal or own, those of the tagger (default penn)", "NAME" },
  { "max-per-page", 0, 0, G_OPTION_ARG_CALLBACK, parse_number, "No more sentences of a page (default: all)",
    "N" },
  { "lang", 0, 0, G_OPTION_ARG_STRING, &opt_lang, "Only of pages in these languages, or any (default en)",
    "LANG,…" },
  { "encoding", 0, 0, G_OPTION_ARG_STRING, &opt_encoding,
    "Only sentences of ASCII characters (ascii), or of pages in this encoding (default any)", "LABEL" },
  { "context", 0, 0, G_OPTION_ARG_CALLBACK, parse_number,
    "Also so many sentences before and behind (default 0)", "N" },
  { "sample", 0, 0, G_OPTION_ARG_NONE, &opt_sample, "A random sample of all, instead of the first N", NULL },
  { "seed", 0, 0, G_OPTION_ARG_CALLBACK, parse_number, "Which sample, or which bait words (default 1)", "N" },
  { "sort", 0, 0, G_OPTION_ARG_CALLBACK, parse_name,
    "Sort by what stands left or right of the word (default none: as found)", "SIDE" },
  { "near-duplicates", 0, 0, G_OPTION_ARG_NONE, &options.near,
    "Leave out sentences that differ from earlier ones by signs, digits or capitals only", NULL },
  { "memory", 0, 0, G_OPTION_ARG_CALLBACK, parse_number,
    "Sentences that are remembered, to leave out repeats (default 1000000)", "N" },
  { "fragments", 0, 0, G_OPTION_ARG_NONE, &options.wanted.fragments,
    "Also what is no whole sentence: headings, captions, items of lists", NULL },
  { "all-text", 0, 0, G_OPTION_ARG_NONE, &opt_all_text, "Also sentences outside of the main text", NULL },
  { "width", 0, 0, G_OPTION_ARG_CALLBACK, parse_number,
    "Columns of a line of kwic (default: those of the terminal, or 80)", "N" },
  { "resume", 0, 0, G_OPTION_ARG_NONE, &opt_resume,
    "Continue a run with these options that was interrupted; let this one be continued", NULL },
  { "summary", 0, 0, G_OPTION_ARG_NONE, &opt_summary, "Print a summary at the end", NULL },
  { NULL },
};

/* ---- Places -------------------------------------------------------------------------------------- */

/* Vertical files and indexes are read first, by the main thread. Returns: FALSE, after a message, with
 * @status */
static gboolean
add_places (CliPlaces *places, GPtrArray *shards, char **sources, int *status)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) pages = g_ptr_array_new ();
  for (char **source = sources; *source; source++)
    g_ptr_array_add (conc_index_is (*source) || cmd_concordance_is_vertical (*source) ? shards : pages,
                     *source);
  g_ptr_array_add (pages, NULL);
  for (guint i = 0; i < shards->len; i++)
    if (!cli_guard_input (shards->pdata[i], &error)) {
      *status = cli_fail (NULL, error);
      return FALSE;
    }
  return cli_places_add_all (places, (char **) pages->pdata, !sources[0] && !opt_files_from, opt_files_from,
                             status);
}

/* WORD… -- SOURCE…: what stands behind "--" is cut off. Returns: (transfer full) */
static char **
steal_sources (char **args)
{
  guint i = 0;
  while (args[i] && strcmp (args[i], "--") != 0)
    i++;
  if (!args[i])
    return g_new0 (char *, 1);
  args[i] = NULL;
  return g_strdupv (args + i + 1);
}

/* ---- Values of options ------------------------------------------------------------------------------ */

/* Returns: FALSE with an error */
static gboolean
set_languages (GError **error)
{
  const char *list = opt_lang ? opt_lang : "en";
  if (strcmp (list, "any") == 0)
    return TRUE;
  if (!extract_language_load (error))
    return FALSE;
  options.languages = g_strsplit (list, ",", 0);
  for (char **language = options.languages; *language; language++) {
    char *code = strcmp (*language, EXTRACT_LANGUAGE_UNKNOWN) == 0 ? g_strdup (*language)
                                                                   : extract_language_dup_code (*language);
    if (!code)
      return cli_fail_value (error, "--lang", CLI_LANGUAGES ", or any", *language);
    g_free (*language);
    *language = code;
  }
  return TRUE;
}

static gboolean
set_encoding (GError **error)
{
  if (!opt_encoding || strcmp (opt_encoding, "any") == 0)
    return TRUE;
  if (g_ascii_strcasecmp (opt_encoding, "ascii") == 0) {
    options.wanted.ascii = TRUE;
    return TRUE;
  }
  options.charset = extract_encoding_find (opt_encoding);
  return options.charset ||
         cli_fail_value (error, "--encoding", "ascii, any, or an encoding such as utf-8", opt_encoding);
}

static guint
get_width (void)
{
  struct winsize size;
  if (options.look.width > 0)
    return options.look.width;
  if (isatty (STDOUT_FILENO) && ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= LEAST_WIDTH)
    return size.ws_col;
  return DEFAULT_WIDTH;
}

static void
set_look (void)
{
  const gboolean screen = !opt_output && isatty (STDOUT_FILENO);
  if (!opt_format)
    options.look.format = screen ? CONC_FORMAT_KWIC : CONC_FORMAT_JSONL;
  options.look.width = get_width ();
  options.look.colour = screen && cli_wants_colour ();
  options.wanted.vertical = options.look.format == CONC_FORMAT_VERTICAL;
}

/* Vertical text may have its own tags: then the tagger that nobody asked for is not missed. Returns: FALSE
 * with an error */
static gboolean
set_tagger (GError **error)
{
  const char *name = opt_tagger ? opt_tagger : opt_pos ? "apertium" : NULL;
  const char *language = options.languages ? options.languages[0] : NULL;
  g_autoptr (GError) failure = NULL;
  if (!name)
    return TRUE;
  options.tagger = conc_tagger_new (name, language, options.tag_set, CONC_TAGGER_MILLISECONDS, &failure);
  if (failure && !opt_tagger)
    options.no_tagger = g_steal_pointer (&failure);
  else if (failure)
    g_propagate_error (error, g_steal_pointer (&failure));
  return options.tagger != NULL || options.no_tagger != NULL;
}

/* Returns: (transfer full): for the end of --help */
static char *
describe_tables (void)
{
  CliName formats[CONC_N_FORMATS], taggers[8];
  guint n = 0;
  for (ConcFormat i = 0; i < CONC_N_FORMATS; i++)
    formats[i] = (CliName){ conc_format_get_info (i)->name, conc_format_get_info (i)->sentence };
  for (const ConcTaggerInfo *info; n < G_N_ELEMENTS (taggers) && (info = conc_tagger_get_info (n)); n++)
    taggers[n] = (CliName){ info->name, info->sentence };
  g_autofree char *one = cli_names_describe ("Formats:", formats, CONC_N_FORMATS);
  g_autofree char *other = cli_names_describe ("Taggers:", taggers, n);
  return g_strconcat (one, "\n\n", other, NULL);
}

/* All that the output depends on but the pages, on one line. Returns: (transfer full) (nullable) */
static char *
describe_settings (char **words, const CmdReading *reading, const CmdWeb *web, const CmdFollow *follow,
                   GError **error)
{
  const CliModelOptions *model = &reading->model;
  g_autofree char *on_web = cmd_web_is_wanted (web) ? cmd_web_describe (web) : g_strdup ("");
  g_autofree char *following = cmd_follow_describe (follow);
  g_autofree char *models = cmd_reading_describe_models (reading, error);
  g_autofree char *all = g_strjoinv ("\t", words);
  g_autofree char *on = model->rules ? g_strjoinv (",", model->rules) : g_strdup ("");
  g_autofree char *off = model->rules_off ? g_strjoinv (",", model->rules_off) : g_strdup ("");
  g_autofree char *rendering = cli_render_describe (&reading->render);
  char threshold[G_ASCII_DTOSTR_BUF_SIZE];
  if (!models)
    return NULL;
  g_ascii_dtostr (threshold, sizeof threshold,
                  extract_classifier_get_threshold (cli_classifiers_get (reading->classifiers, 0)));
  g_autofree char *settings = g_strdup_printf (
      "concordance version=%s words=%s n=%" G_GUINT64_FORMAT
      " pos=%s tagger=%s tagset=%d lang=%s encoding=%s "
      "max-per-page=%u context=%u near=%d fragments=%d all=%d memory=%u model=%s threshold=%s favour=%d "
      "rules=%d+%s-%s%s%s%s",
      extract_get_version (), all, options.n, opt_pos ? opt_pos : "", opt_tagger ? opt_tagger : "",
      options.tag_set, opt_lang ? opt_lang : "", opt_encoding ? opt_encoding : "",
      options.wanted.max_per_page, options.wanted.context, options.near, options.wanted.fragments,
      opt_all_text, options.memory, models, threshold, model->favour, !model->no_rules, on, off, rendering,
      on_web, following);
  return cli_escape (settings);
}

/* ---- The run ------------------------------------------------------------------------------------------ */

static int
run (char **words, char **sources, CmdReading *reading, CmdWeb *web, CmdFollow *follow)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CliPlaces) places = cli_places_new ();
  g_autoptr (GPtrArray) shards = g_ptr_array_new ();
  g_auto (CmdFilter) filter = { .max_words = G_MAXUINT64, .dedup = CORPUS_DEDUP_DEFAULTS };
  g_auto (CmdKeep) keep = { .patterns = g_ptr_array_new_with_free_func ((GDestroyNotify) g_regex_unref) };
  const ConcFormatInfo *info = conc_format_get_info (options.look.format);
  int status;

  filter.dedup.kinds = 0;
  options.shards = shards;
  options.flags = EXTRACT_WRITE_NO_LINKS | EXTRACT_WRITE_STRUCTURE | (opt_all_text ? EXTRACT_WRITE_ALL : 0);
  CmdBatch batch = {
    .places = places,
    .reading = reading,
    .filter = &filter,
    .keep = &keep,
    .follow = follow->classes == FOLLOW_NONE ? NULL : follow,
    .output = { .format = EXTRACT_FORMAT_VERTICAL,
                .flags = options.flags,
                .file = opt_output,
                .resume = opt_resume,
                .prologue = info->prologue,
                .separator = info->separator,
                .epilogue = info->epilogue },
    .resume = opt_resume,
    .quiet = TRUE,
  };
  if (!cmd_output_guard (&batch.output, &error) || !cmd_follow_guard (follow, &batch.output, &error) ||
      !extract_format_load (EXTRACT_FORMAT_VERTICAL, &error))
    return cli_fail (NULL, error);
  if (!cmd_web_is_wanted (web) && !add_places (places, shards, sources, &status))
    return status;
  cmd_follow_begin (follow, &reading->render, &reading->fetch, places);
  if (!cmd_reading_begin (reading, &filter, &error))
    return cli_fail (NULL, error);
  g_autoptr (CmdConcordance) concordance = cmd_concordance_new (&options);
  g_autofree char *settings = opt_resume ? describe_settings (words, reading, web, follow, &error) : NULL;
  if (opt_resume && !settings)
    return cli_fail (NULL, error);
  batch.output.settings = settings;
  batch.work = cmd_concordance_get_work (concordance);
  status = cmd_web_is_wanted (web) ? cmd_web_run (web, &batch, concordance) : cmd_batch_run (&batch);
  if (!cmd_web_is_wanted (web) && (opt_summary || isatty (STDERR_FILENO)))
    cmd_concordance_print_summary (concordance);
  return status == CLI_EXIT_DONE && cmd_concordance_has_failed (concordance) ? CLI_EXIT_FAILED : status;
}

int
cmd_concordance (char **args)
{
  g_auto (GStrv) sources = steal_sources (args);
  g_autoptr (GOptionContext) context = cli_context_new (
      "WORD… [-- SOURCE…]",
      "Prints sentences of pages that have one of the words. A SOURCE is a file, a folder, an "
      "archive of\npages (WARC and others), vertical text, an index, a URL, or - for standard "
      "input, which is also\nread if there is none.");
  g_autofree char *tables = describe_tables ();
  g_autofree char *web_tables = cmd_web_describe_tables ();
  g_autofree char *description = g_strconcat (tables, "\n\n", web_tables, NULL);
  g_option_context_set_description (context, description);
  g_option_context_add_main_entries (context, entries, NULL);
  g_auto (CmdReading) reading = { 0 };
  cmd_reading_add_page (&reading, context, CLI_PAGE_JOBS);
  cmd_reading_add_web (&reading, context, CMD_FETCH_LIST);
  g_auto (CmdWeb) web = { 0 };
  g_option_context_add_group (context, cmd_web_init (&web));
  g_auto (CmdFollow) follow = { 0 };
  g_option_context_add_group (context, cmd_follow_init (&follow));
  g_auto (GStrv) words = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  options.n = 10;
  options.seed = 1;
  options.memory = DEFAULT_MEMORY;
  if (!cli_parse_with_config (context, "concordance", args, &words, &status))
    return status;
  if (!words[0])
    return cli_usage ("concordance needs a word");
  if (cmd_web_is_wanted (&web) && (sources[0] || opt_files_from))
    return cli_usage ("--engine, --list and --crawl cannot be used with a SOURCE or --files-from");
  if (cmd_web_is_wanted (&web) && follow.classes != FOLLOW_NONE)
    return cli_usage (
        "--engine, --list and --crawl cannot be used with --follow; --crawl follows links itself");
  if (!cmd_web_is_wanted (&web) && !sources[0] && !opt_files_from && isatty (STDIN_FILENO))
    return cli_usage ("no source given behind --, and standard input is a terminal (- reads it anyway)");
  options.sample = opt_sample;
  g_autoptr (ConcQuery) query = conc_query_new (words, opt_pos, &error);
  if (!query || !set_encoding (&error) || !set_languages (&error) || !set_tagger (&error) ||
      !cmd_web_prepare (&web, options.seed, &error))
    return cli_fail (NULL, error);
  options.wanted.query = query;
  if (opt_resume && (!opt_output || options.sample || options.sort != CONC_SORT_NONE ||
                     (opt_format && options.look.format != CONC_FORMAT_JSONL)))
    return cli_usage (
        "--resume needs --output and the format jsonl, and cannot be used with --sample or --sort");
  set_look ();
  web.words = words;
  web.language = options.languages ? options.languages[0] : NULL;
  web.n = options.n;
  web.memory = options.memory;
  web.summary = opt_summary;
  if (cmd_web_is_wanted (&web))
    options.older = options.memory <= G_MAXUINT / 8 ? options.memory * 8 : G_MAXUINT;
  status = run (words, sources, &reading, &web, &follow);
  g_clear_pointer (&options.tagger, conc_tagger_free);
  g_clear_error (&options.no_tagger);
  g_clear_pointer (&options.languages, g_strfreev);
  return status;
}
