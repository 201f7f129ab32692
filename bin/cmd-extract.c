/* SPDX-License-Identifier: MIT */
/*
 * texttractor extract: pages in, main text out.
 *
 *   worker threads (extract_page):    place -> document -> labels -> text in the format
 *   the main thread (deliver_page):   text -> output, in the order of input; messages, failures, progress
 *
 * A page that fails is reported and left out; an output that fails ends the batch. An interruption ends it,
 * too, once the pages under way are written.
 */
#include "bin/cmd-extract.h"
#include "bin/cmd-extract-filter.h"
#include "bin/cmd-model.h"
#include "bin/cmd.h"
#include "libextract/model/model.h"
#include "libextract/page/page.h"
#include "libextract/text/language.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static ExtractFormat opt_format = EXTRACT_FORMAT_TEXT;
static char *opt_output;
static char *opt_output_dir;
static char *opt_files_from;
static char *opt_failures;
static gboolean opt_all;
static gboolean opt_metadata;
static ExtractWriteFlags opt_fields;    /* EXTRACT_WRITE_FIELD (), or none */
static ExtractWriteFlags opt_only_with; /* the same */
static char *opt_today;
static gboolean opt_exit_status;
static ExtractWriteFlags opt_without;  /* EXTRACT_WRITE_NO_..., EXTRACT_WRITE_IMAGES */
static ExtractWriteFlags opt_language; /* EXTRACT_WRITE_LANGUAGE..., by --detect-lang, --lang and --model */
static ExtractWriteFlags opt_items;    /* EXTRACT_WRITE_ITEMS, by --comments */
static gboolean opt_resume;
static gboolean opt_skip_existing;
static gboolean opt_summary;
static gboolean opt_quiet;

/* --links=no and the like, which leave something out, and --images=yes, which adds something. */
static gboolean
parse_without (const char *option, const char *text, gpointer data, GError **error)
{
  const gboolean adds = strcmp (option, "--images") == 0;
  ExtractWriteFlags flag = adds                              ? EXTRACT_WRITE_IMAGES
                           : strcmp (option, "--links") == 0 ? EXTRACT_WRITE_NO_LINKS
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

static gboolean
parse_format (const char *option, const char *text, gpointer data, GError **error)
{
  if (find_format (text, &opt_format))
    return TRUE;
  g_autoptr (GString) names = g_string_new (NULL);
  for (guint i = 0; i < EXTRACT_N_FORMATS; i++)
    g_string_append_printf (names, "%s%s",
                            i == 0                       ? ""
                            : i == EXTRACT_N_FORMATS - 1 ? " or "
                                                         : ", ",
                            extract_format_get_info (i)->name);
  return cli_fail_value (error, "--format", names->str, text);
}

static const GOptionEntry entries[] = {
  { "format", 'f', 0, G_OPTION_ARG_CALLBACK, parse_format, "Format of the output (default text; see below)",
    "NAME" },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &opt_output, "Write all pages to this file", "FILE" },
  { "output-dir", 0, 0, G_OPTION_ARG_FILENAME, &opt_output_dir, "Write a file for each page into this folder",
    "DIR" },
  { "files-from", 0, 0, G_OPTION_ARG_FILENAME, &opt_files_from, "Read more pages, one a line, from this file",
    "FILE" },
  { "all", 'a', 0, G_OPTION_ARG_NONE, &opt_all, "Print every block with score, label and rule", NULL },
  { "metadata", 0, 0, G_OPTION_ARG_NONE, &opt_metadata,
    "Also print title, authors, dates and more (tei, csv and tsv always do; text never does)", NULL },
  { "fields", 0, 0, G_OPTION_ARG_CALLBACK, parse_fields, "Only these fields of the metadata (see below)",
    "NAME,…" },
  { "only-with", 0, 0, G_OPTION_ARG_CALLBACK, parse_fields,
    "Leave out pages that lack one of these fields (see below)", "NAME,…" },
  { "detect-lang", 0, 0, G_OPTION_ARG_CALLBACK, parse_detect,
    "Also print the language that the main text is in; blocks: that of each block, too", "page|blocks" },
  { "today", 0, 0, G_OPTION_ARG_STRING, &opt_today,
    "No date of a page is later than this day (default: today)", "DATE" },
  { "links", 0, 0, G_OPTION_ARG_CALLBACK, parse_without,
    "no: leave out the addresses of links in html, markdown and tei", "yes|no" },
  { "formatting", 0, 0, G_OPTION_ARG_CALLBACK, parse_without,
    "no: leave out bold, italics, code, sub and sup in html, markdown and tei", "yes|no" },
  { "images", 0, 0, G_OPTION_ARG_CALLBACK, parse_without,
    "yes: also print pictures with their captions, and links to videos, in html, markdown and tei",
    "yes|no" },
  { "resume", 0, 0, G_OPTION_ARG_NONE, &opt_resume,
    "Resume an interrupted run with the same options; keep this one resumable", NULL },
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

/* One run over all pages. Workers only read. */
typedef struct {
  CliPlaces *places;
  const CliPageOptions *page;
  CliClassifiers *classifiers;
  const CmdFilter *filter;
  ExtractFormat format;
  CmdOutput *output;
  CmdFailures *failures; /* (nullable) */
  CliProgress *progress; /* (nullable) */
  GHashTable *seen;      /* (nullable): keys of the main texts that were written, with --deduplicate */
  gsize first;           /* page that the run begins with: an earlier one did those before */
  gsize n_done;
  gsize counts[CMD_N_VERDICTS];     /* of them, and of earlier runs if their journal says so */
  gsize reasons[EXTRACT_N_REASONS]; /* of pages with no main text or hardly any, of this run */
  gsize n_skipped;                  /* whose file is there */
  gboolean cut_short;               /* an interruption ended the waiting for a page */
  guint64 bytes;                    /* read */
} Batch;

/* What became of a page. */
typedef struct {
  char *text;    /* (nullable): NULL with an error, or if it is there */
  GError *error; /* (nullable) */
  guint64 bytes; /* of the page */
  gboolean found;
  gboolean there;       /* its file exists */
  gboolean left_out;    /* it lacks a field of --only-with, or the filter refuses it */
  ExtractReason reason; /* why there is no main text, or hardly any */
  guint64 key;          /* of its main text, with --deduplicate */
} Result;

static void
result_free (gpointer data)
{
  Result *result = data;
  g_free (result->text);
  g_clear_error (&result->error);
  g_free (result);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Result, result_free)

static gsize
result_size (gpointer data)
{
  const Result *result = data;
  return result->text ? strlen (result->text) : 0;
}

/* Returns: (transfer full): what is at the end of --help. */
static char *
describe_formats (void)
{
  GString *text = g_string_new ("Formats:");
  for (guint i = 0; i < EXTRACT_N_FORMATS; i++) {
    const ExtractFormatInfo *info = extract_format_get_info (i);
    g_string_append_printf (text, "\n  %-10s %s", info->name, info->sentence);
  }
  return g_string_free (text, FALSE);
}

/* ---- A page, in a worker --------------------------------------------------------------------- */

static gboolean
file_is_there (const CmdOutput *output, gsize i)
{
  g_autofree char *path = cmd_output_dup_path (output, i);
  struct stat status;
  return path && stat (path, &status) == 0 && S_ISREG (status.st_mode);
}

static gboolean
read_document (const Batch *batch, gsize i, Result *result, ExtractDocument **document)
{
  g_autoptr (ExtractRecord) record =
      cli_read_record (batch->page, cli_places_get (batch->places, i), &result->error);
  if (!record) {
    if (g_error_matches (result->error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY)) {
      g_clear_error (&result->error);
      g_set_error_literal (&result->error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY,
                           "is a folder without a page (.html, .htm, .xhtml, or one of them with .gz)");
    }
    return FALSE;
  }
  result->bytes = g_bytes_get_size (record->bytes);
  *document = cli_parse_record (batch->page, record, &result->error);
  if (!*document)
    return FALSE;
  extract_document_set_source (*document, cli_places_get (batch->places, i));
  return TRUE;
}

/* Metadata do not depend on labels: a page that is left out needs none. Returns: FALSE, also with an error */
static gboolean
is_wanted (ExtractDocument *document, Result *result)
{
  ExtractMetadata *metadata = opt_only_with ? extract_document_get_metadata (document, &result->error) : NULL;
  result->left_out = metadata && !cmd_fields_are_known (metadata, opt_only_with);
  return !result->left_out && !result->error;
}

static ExtractWriteFlags
get_flags (void)
{
  return opt_without | opt_language | opt_items | opt_fields | (opt_all ? EXTRACT_WRITE_ALL : 0) |
         (opt_metadata || opt_fields ? EXTRACT_WRITE_METADATA : 0);
}

static gpointer
extract_page (gsize number, gpointer data)
{
  const Batch *batch = data;
  gsize i = batch->first + number;
  Result *result = g_new0 (Result, 1);
  g_autoptr (ExtractDocument) document = NULL;
  if (opt_skip_existing && file_is_there (batch->output, i)) {
    result->there = TRUE;
    return result;
  }
  if (!read_document (batch, i, result, &document) || !is_wanted (document, result) ||
      !cli_classifiers_label (batch->classifiers, &document, &result->error))
    return result;
  if (!cmd_filter_keeps (batch->filter, document, &result->error)) {
    result->left_out = !result->error;
    return result;
  }
  result->found = extract_document_has_main_text (document);
  if (batch->seen && result->found)
    result->key = cmd_filter_compute_key (document);
  result->reason = extract_document_get_reason (document);
  result->text = extract_document_to_string (document, batch->format, get_flags (), &result->error);
  return result;
}

/* ---- Its delivery, in the main thread -------------------------------------------------------- */

/* @place: (nullable): if @failure does not name it itself. Returns: FALSE if the list cannot be written. */
static gboolean
report_failure (Batch *batch, gsize i, const char *place, const GError *failure)
{
  g_autoptr (GError) error = NULL;
  cli_error (place, "%s", failure->message);
  if (!batch->failures ||
      cmd_failures_add (batch->failures, cli_places_get (batch->places, i), failure, &error))
    return TRUE;
  cli_error (opt_failures, "%s", error->message);
  return FALSE;
}

static void
report_reason (Batch *batch, const char *place, const Result *result)
{
  const ExtractReasonInfo *info = extract_reason_get_info (result->reason);
  if (result->reason == EXTRACT_REASON_NONE)
    return;
  batch->reasons[result->reason]++;
  if (!opt_quiet && !opt_all)
    cli_error (place, "%s main text: %s; %s", result->found ? "hardly any" : "no", info->sentence,
               info->advice);
}

/* Returns: FALSE if nothing more can be written. */
static gboolean
settle_page (Batch *batch, gsize i, const Result *result, CmdVerdict *verdict)
{
  const char *place = cli_places_get (batch->places, i);
  g_autoptr (GError) error = NULL;
  if (result->left_out || (batch->seen && g_hash_table_contains (batch->seen, &result->key))) {
    *verdict = CMD_PAGE_LEFT_OUT;
    return TRUE;
  }
  gboolean claimed = cmd_output_claim (batch->output, i, &error), broken;
  *verdict = CMD_PAGE_FAILED;
  if (result->error)
    return report_failure (batch, i, place, result->error);
  if (!claimed)
    return report_failure (batch, i, place, error);
  if (result->there) {
    batch->n_skipped++;
    *verdict = CMD_PAGE_WRITTEN;
    return TRUE;
  }
  if (!cmd_output_write (batch->output, i, result->text, &broken, &error)) {
    if (!broken)
      return report_failure (batch, i, NULL, error);
    cli_error (NULL, "%s", error->message);
    return FALSE;
  }
  *verdict = result->found ? CMD_PAGE_WRITTEN : CMD_PAGE_EMPTY;
  report_reason (batch, place, result);
  if (batch->seen && result->found)
    g_hash_table_add (batch->seen, g_memdup2 (&result->key, sizeof result->key));
  return TRUE;
}

static gboolean
deliver_page (gsize number, gpointer data_result, gpointer data)
{
  Batch *batch = data;
  gsize i = batch->first + number;
  g_autoptr (Result) result = data_result;
  g_autoptr (GError) error = NULL;
  CmdVerdict verdict;
  if (g_error_matches (result->error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    batch->cut_short = TRUE; /* it is as if it had not been begun, and so are those behind it */
    return FALSE;
  }
  if (!settle_page (batch, i, result, &verdict))
    return FALSE;
  if (!cmd_output_page_done (batch->output, i, verdict,
                             batch->failures ? cmd_failures_get_length (batch->failures) : 0, &error)) {
    cli_error (NULL, "%s", error->message);
    return FALSE;
  }
  batch->counts[verdict]++;
  batch->n_done++;
  batch->bytes += result->bytes;
  if (batch->progress && result->there) {
    cli_progress_skip (batch->progress, 1);
  } else if (batch->progress) {
    cli_progress_add_bytes (batch->progress, result->bytes);
    cli_progress_step (batch->progress, verdict != CMD_PAGE_FAILED);
  }
  return TRUE;
}

/* ---- The batch ------------------------------------------------------------------------------- */

/* "; reasons: 2 login, 1 empty" */
static void
append_reasons (GString *text, const Batch *batch)
{
  const char *before = "; reasons: ";
  for (ExtractReason reason = EXTRACT_REASON_NONE + 1; reason < EXTRACT_N_REASONS; reason++)
    if (batch->reasons[reason] > 0) {
      g_string_append_printf (text, "%s%" G_GSIZE_FORMAT " %s", before, batch->reasons[reason],
                              extract_reason_get_info (reason)->name);
      before = ", ";
    }
}

static void
print_summary (const Batch *batch, double seconds)
{
  gsize skipped = batch->first + batch->n_skipped;
  gsize worked = batch->n_done - batch->n_skipped;
  g_autoptr (GString) text = g_string_new (NULL);
  g_string_append_printf (text, "%" G_GSIZE_FORMAT " pages, %.1f MB in %.1f s (%.1f pages/s, %.1f MB/s)",
                          worked, batch->bytes / 1e6, seconds, worked / seconds,
                          batch->bytes / 1e6 / seconds);
  g_string_append_printf (text, "; %" G_GSIZE_FORMAT " failed, %" G_GSIZE_FORMAT " without main text",
                          batch->counts[CMD_PAGE_FAILED], batch->counts[CMD_PAGE_EMPTY]);
  if (batch->counts[CMD_PAGE_LEFT_OUT] > 0)
    g_string_append_printf (text, ", %" G_GSIZE_FORMAT " left out", batch->counts[CMD_PAGE_LEFT_OUT]);
  append_reasons (text, batch);
  if (skipped > 0)
    g_string_append_printf (text, "; %" G_GSIZE_FORMAT " done before", skipped);
  cli_error (NULL, "%s", text->str);
}

static void
print_interruption (const Batch *batch)
{
  g_autofree char *rest = NULL;
  if (opt_output && !opt_resume)
    rest = g_strdup_printf ("%s was not written (--resume keeps finished pages)", opt_output);
  else if (opt_resume || opt_output_dir)
    rest = g_strdup_printf ("run the same command again%s to resume",
                            opt_resume || opt_skip_existing ? "" : " with --resume");
  cli_error (NULL, "interrupted after %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT " pages%s%s",
             batch->first + batch->n_done, cli_places_get_n (batch->places), rest ? "; " : "",
             rest ? rest : "");
}

/* Everything between the first page and the last. Returns: FALSE, after a message, if the output failed. */
static gboolean
run_pages (Batch *batch)
{
  gsize n = cli_places_get_n (batch->places);
  gboolean pages_on_screen = !opt_output && !opt_output_dir && isatty (STDOUT_FILENO);
  /* Where the pages themselves run over the screen, a line of progress would only be in their way. */
  g_autoptr (CliProgress) progress = n > 1 && !pages_on_screen ? cli_progress_new ("pages", n) : NULL;
  gboolean summary = opt_summary || (progress && cli_progress_is_shown (progress));
  gint64 start = g_get_monotonic_time ();
  batch->progress = progress;
  if (progress)
    cli_progress_skip (progress, batch->first);
  gboolean good = cli_parallel_pages (n - batch->first, batch->page->jobs,
                                      extract_parser_get_limit (batch->page->parser, EXTRACT_LIMIT_MEMORY),
                                      extract_page, deliver_page, result_free, result_size, batch);
  g_clear_pointer (&progress, cli_progress_free);
  if (summary)
    print_summary (batch, MAX (1, g_get_monotonic_time () - start) / (double) G_USEC_PER_SEC);
  return good || batch->cut_short;
}

static int
run_batch (Batch *batch)
{
  g_autoptr (GError) error = NULL;
  gsize n = cli_places_get_n (batch->places);
  const CmdJournalState *state = cmd_output_get_state (batch->output);
  g_autoptr (CmdFailures) failures =
      opt_failures ? cmd_failures_new (opt_failures, state->failures, &error) : NULL;
  if (error)
    return cli_fail (opt_failures, error);
  /* A single page is not waited for. */
  guint64 limit = extract_parser_get_limit (batch->page->parser, EXTRACT_LIMIT_MILLISECONDS);
  if ((n > 1 && !cli_interrupt_catch ((int) MIN (2 * limit, G_MAXINT), &error)) ||
      !cmd_output_begin (batch->output, &error))
    return cli_fail (NULL, error);
  batch->failures = failures;
  batch->first = state->n_pages;
  memcpy (batch->counts, state->counts, sizeof batch->counts);
  if (!run_pages (batch))
    return CLI_EXIT_FAILED;

  gboolean whole = batch->first + batch->n_done == n;
  gsize n_read = (batch->first + batch->n_done) - batch->counts[CMD_PAGE_FAILED];
  /* If no page could be read, an older output is worth more than an empty one. */
  if (!cmd_output_end (batch->output, whole, n_read > 0, &error))
    return cli_fail (NULL, error);
  if (!whole)
    print_interruption (batch);
  if (!whole || batch->counts[CMD_PAGE_FAILED] > 0)
    return CLI_EXIT_FAILED;
  return opt_exit_status && batch->counts[CMD_PAGE_WRITTEN] == 0 ? CLI_EXIT_NOTHING : CLI_EXIT_DONE;
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
describe_settings (const Batch *batch, const CliModelOptions *options, GError **error)
{
  g_autofree char *models = describe_models (batch->classifiers, error);
  if (!models)
    return NULL;
  g_autofree char *on = options->rules ? g_strjoinv (",", options->rules) : NULL;
  g_autofree char *off = options->rules_off ? g_strjoinv (",", options->rules_off) : NULL;
  g_autofree char *filter = cmd_filter_describe (batch->filter);
  char threshold[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_dtostr (threshold, sizeof threshold,
                  extract_classifier_get_threshold (cli_classifiers_get (batch->classifiers, 0)));
  g_autofree char *settings = g_strdup_printf (
      "version=%s format=%s write=%x only-with=%x today=%s url=%s encoding=%s select=%s model=%s "
      "threshold=%s "
      "favour=%d rules=%d+%s-%s %s",
      extract_get_version (), extract_format_get_info (batch->format)->name, get_flags (), opt_only_with,
      opt_today ? opt_today : "", batch->page->url ? batch->page->url : "",
      batch->page->encoding ? batch->page->encoding : "",
      batch->page->selectors ? batch->page->selectors : "", models, threshold, options->favour,
      !options->no_rules, on ? on : "", off ? off : "", filter);
  return cli_escape (settings);
}

static int
run_output (Batch *batch, CmdOutputOptions *options, const CliModelOptions *model_options)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *settings = NULL;
  if (options->resume && !(settings = describe_settings (batch, model_options, &error)))
    return cli_fail (NULL, error);
  options->settings = settings;
  g_autoptr (CmdOutput) output = cmd_output_new (options, batch->places, &error);
  if (!output)
    return cli_fail (NULL, error);
  batch->output = output;
  return run_batch (batch);
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
      "[PAGE…]", "Prints the main text of pages. A PAGE is a file (also gzip-compressed), a folder, a URL, "
                 "or -\nfor standard input, which is also read if there is none.");
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
  if (opt_skip_existing && !opt_output_dir)
    return cli_usage ("--skip-existing needs --output-dir");
  if (filter.deduplicate && (opt_resume || opt_skip_existing))
    return cli_usage (
        "--deduplicate cannot be used with --resume or --skip-existing: texts of earlier runs are not "
        "compared");
  opt_skip_existing |= opt_resume && opt_output_dir;
  if (!set_today (page.parser))
    return cli_usage_value ("--today", "a day as YYYY-MM-DD", opt_today);
  if (!operands[0] && !opt_files_from && isatty (STDIN_FILENO))
    return cli_usage ("no page given, and standard input is a terminal (- reads it anyway)");

  g_autoptr (GError) error = NULL;
  g_autoptr (CliPlaces) places = cli_places_new ();
  CmdOutputOptions output = {
    .format = opt_format,
    .flags = get_flags (),
    .file = opt_output,
    .folder = opt_output_dir,
    .resume = opt_output && opt_resume,
  };
  if (!cmd_output_guard (&output, &error) || !cli_guard_output ("--failures", opt_failures, &error))
    return cli_fail (NULL, error);
  if (!add_places (places, operands, &status))
    return status;

  g_autoptr (CliClassifiers) classifiers = cli_classifiers_new (&model_options, &error);
  if (!classifiers || (opt_language && !extract_language_load (&error)))
    return cli_fail (NULL, error);
  Batch batch = {
    .places = places, .page = &page, .classifiers = classifiers, .filter = &filter, .format = opt_format
  };
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  batch.seen = filter.deduplicate ? seen : NULL;
  status = run_output (&batch, &output, &model_options);
  if (cli_interrupted () && batch.first + batch.n_done < cli_places_get_n (places))
    cli_interrupt_end ();
  return status;
}
