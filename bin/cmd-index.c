/* SPDX-License-Identifier: MIT */
/*
 * texttractor index: pages, so that texttractor concordance finds their words without reading them.
 *
 *   worker threads:   page ──> vertical text, with tags if they are asked for
 *   the main thread:  vertical text ──> index; vertical files first, and then pages, in their order
 */
#include <string.h>
#include <unistd.h>

#include "bin/cmd-concordance.h"
#include "bin/cmd.h"
#include "cli/render.h"
#include "concordance/index.h"
#include "corpus/shard.h"
#include "libextract/model/model.h"
#include "libextract/text/language.h"
#include "libextract/write/write.h"

static char *opt_output;
static char *opt_files_from;
static char *opt_tagger;
static ConcTagSet opt_tag_set;
static gboolean opt_all_text;
static gboolean opt_summary;

static gboolean
parse_tag_set (const char *option, const char *text, gpointer data, GError **error)
{
  return conc_tag_set_parse (text, &opt_tag_set) || cli_fail_value (error, option, CONC_TAG_SET_NAMES, text);
}

static const GOptionEntry entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &opt_output,
    "The index: a folder, that is made, or to which pages are added", "INDEX" },
  { "files-from", 0, 0, G_OPTION_ARG_FILENAME, &opt_files_from, "Read more pages, one a line, from this file",
    "FILE" },
  { "tagger", 0, 0, G_OPTION_ARG_STRING, &opt_tagger,
    "Keep parts of speech and lemmas, which this finds: see texttractor concordance", "NAME|COMMAND" },
  { "tagset", 0, 0, G_OPTION_ARG_CALLBACK, parse_tag_set,
    "Names of parts of speech: penn, universal or own, those of the tagger (default penn)", "NAME" },
  { "all-text", 0, 0, G_OPTION_ARG_NONE, &opt_all_text, "Also sentences outside of the main text", NULL },
  { "summary", 0, 0, G_OPTION_ARG_NONE, &opt_summary, "Print a summary at the end", NULL },
  { NULL },
};

/* One run. Workers only read. */
typedef struct {
  ConcIndexWriter *writer; /* (nullable): gone when the run was interrupted */
  ConcTagger *tagger;      /* (nullable) */
  ExtractWriteFlags flags;
  gboolean has_languages; /* they can be told */
  GPtrArray *shards;      /* vertical files */
  guint next_shard;
  CorpusShard *shard; /* (nullable): that is being read */
  CorpusDocument *document;
  ConcText *text;
  guint64 n_of_shard; /* documents */
  gboolean failed;    /* a vertical file could not be read */
  gboolean complete;  /* all pages are through */
} Run;

/* ---- In a worker ---------------------------------------------------------------------------------- */

/* A line with all that is known of the page, and its vertical text. */
static char *
make (ExtractDocument *document, gpointer data, GError **error)
{
  const Run *run = data;
  const char *language = run->has_languages ? extract_document_detect_language (document, NULL, error) : "";
  if (!language)
    return NULL;
  g_autofree char *vertical =
      extract_document_to_string (document, EXTRACT_FORMAT_VERTICAL, run->flags, error);
  g_autofree char *tagged =
      vertical && run->tagger ? conc_tagger_tag_vertical (run->tagger, vertical, error) : NULL;
  if (!vertical || (run->tagger && !tagged))
    return NULL;
  g_autofree char *place = g_strescape (extract_document_get_source (document), NULL);
  return g_strdup_printf ("%s\t%s\t%s\n%s", language, extract_document_get_charset (document), place,
                          tagged ? tagged : vertical);
}

/* ---- In the main thread ----------------------------------------------------------------------------- */

/* The archive that a page is in, if its place names one: "crawl.warc.gz#1234". Returns: (transfer full)
 * (nullable) */
static char *
dup_archive (const char *place)
{
  const char *sign = strrchr (place, '#');
  if (!sign || extract_source_is_url (place) || g_file_test (place, G_FILE_TEST_EXISTS))
    return NULL;
  g_autofree char *archive = g_strndup (place, (gsize) (sign - place));
  return g_file_test (archive, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&archive) : NULL;
}

static gboolean
put_page (Run *run, const char *made, GError **error)
{
  const char *newline = strchr (made, '\n');
  g_autofree char *line = g_strndup (made, (gsize) (newline - made));
  g_auto (GStrv) columns = g_strsplit (line, "\t", 3);
  g_autofree char *place = g_strcompress (columns[2]);
  g_autofree char *archive = dup_archive (place);
  const ConcIndexPage page = {
    .place = place,
    .group = archive,
    .language = columns[0],
    .charset = columns[1],
    .flags = CONC_READ_OWN | (run->tagger ? CONC_READ_COLUMNS : 0),
    .tagged = run->tagger != NULL,
  };
  return conc_index_writer_put (run->writer, &page, newline + 1, strlen (newline + 1), error);
}

/* A file that cannot be read, or no further, is named, and the next one follows. Returns: FALSE if there is
 * no document any more */
static gboolean
read_shard (Run *run)
{
  for (; run->next_shard < run->shards->len; run->next_shard++) {
    const char *path = run->shards->pdata[run->next_shard];
    g_autoptr (GError) error = NULL;
    if (!run->shard) {
      run->shard = corpus_shard_new (path, &error);
      run->n_of_shard = 0;
    }
    if (run->shard && corpus_shard_next (run->shard, run->document, &error))
      return TRUE;
    if (error) {
      cli_error (path, "%s", error->message);
      run->failed = TRUE;
    }
    g_clear_pointer (&run->shard, corpus_shard_free);
  }
  return FALSE;
}

static gboolean
has_tags (Run *run)
{
  const ConcText *text = run->text;
  conc_text_read (run->text, run->document->bytes->str, run->document->bytes->len, CONC_READ_COLUMNS);
  for (guint i = 0; i < text->tokens->len; i++)
    if (conc_text_token (text, i)->tag)
      return TRUE;
  return FALSE;
}

/* Tags that vertical text has stay. */
static gboolean
put_document (Run *run, GError **error)
{
  const char *path = run->shards->pdata[run->next_shard];
  const GString *bytes = run->document->bytes;
  g_autofree char *place = g_strdup_printf ("%s#%" G_GUINT64_FORMAT, path, run->n_of_shard++);
  g_autofree char *tagged = NULL;
  if (run->tagger && !has_tags (run)) {
    tagged = conc_tagger_tag_vertical (run->tagger, bytes->str, error);
    if (!tagged)
      return FALSE;
  }
  const ConcIndexPage page = {
    .place = place, .group = path, .flags = CONC_READ_COLUMNS, .tagged = tagged != NULL
  };
  return conc_index_writer_put (run->writer, &page, tagged ? tagged : bytes->str,
                                tagged ? strlen (tagged) : bytes->len, error);
}

/* Nothing is printed. */
static char *
settle (const char *made, gpointer data, gboolean *enough, GError **error)
{
  Run *run = data;
  if (!made && !read_shard (run))
    return NULL;
  return (made ? put_page (run, made, error) : put_document (run, error)) ? g_strdup ("") : NULL;
}

static char *
finish (gpointer data)
{
  ((Run *) data)->complete = TRUE;
  return NULL;
}

/* Nothing stays of what was not completed. */
static void
abandon (gpointer data)
{
  g_clear_pointer (&((Run *) data)->writer, conc_index_writer_free);
}

/* ---- The run ------------------------------------------------------------------------------------------- */

/* Returns: FALSE, after a message, with @status */
static gboolean
add_places (Run *run, CliPlaces *places, char **sources, int *status)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) pages = g_ptr_array_new ();
  for (char **source = sources; *source; source++) {
    if (conc_index_is (*source)) {
      *status = cli_usage ("%s is an index, and no source of pages", *source);
      return FALSE;
    }
    g_ptr_array_add (cmd_concordance_is_vertical (*source) ? run->shards : pages, *source);
  }
  g_ptr_array_add (pages, NULL);
  for (guint i = 0; i < run->shards->len; i++)
    if (!cli_guard_input (run->shards->pdata[i], &error)) {
      *status = cli_fail (NULL, error);
      return FALSE;
    }
  return cli_places_add_all (places, (char **) pages->pdata, !sources[0] && !opt_files_from, opt_files_from,
                             status);
}

static int
commit (Run *run, int status)
{
  g_autoptr (GError) error = NULL;
  if (!run->complete)
    return status;
  const guint32 n = conc_index_writer_get_n (run->writer);
  if (n == 0 && (status != CLI_EXIT_DONE || run->failed)) /* an index of nothing helps nobody */
    return CLI_EXIT_FAILED;
  if (!conc_index_writer_commit (run->writer, &error))
    return cli_fail (opt_output, error);
  if (opt_summary || isatty (STDERR_FILENO))
    cli_error (opt_output, "%u pages", conc_index_writer_get_n (run->writer));
  return status == CLI_EXIT_DONE && run->failed ? CLI_EXIT_FAILED : status;
}

static int
run_batch (Run *run, char **sources, CmdReading *reading, CmdFilter *filter)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CliPlaces) places = cli_places_new ();
  g_auto (CmdKeep) keep = { .patterns = g_ptr_array_new_with_free_func ((GDestroyNotify) g_regex_unref) };
  const CmdPageWork work = { make, settle, NULL, finish, abandon, run };
  int status;

  run->flags = EXTRACT_WRITE_NO_LINKS | EXTRACT_WRITE_STRUCTURE | (opt_all_text ? EXTRACT_WRITE_ALL : 0);
  CmdBatch batch = {
    .work = &work,
    .places = places,
    .reading = reading,
    .filter = filter,
    .keep = &keep,
    .output = { .format = EXTRACT_FORMAT_VERTICAL,
                .flags = run->flags,
                .prologue = "",
                .separator = "",
                .epilogue = "" },
    .quiet = TRUE,
    .summary = opt_summary,
  };
  run->has_languages = extract_language_load (filter->detected ? &error : NULL);
  if (error || !extract_format_load (EXTRACT_FORMAT_VERTICAL, &error))
    return cli_fail (NULL, error);
  if (!add_places (run, places, sources, &status))
    return status;
  if (!cmd_reading_begin (reading, filter, &error))
    return cli_fail (NULL, error);
  return commit (run, cmd_batch_run (&batch));
}

/* Returns: (transfer full): of an index, so that no others are added to it */
static char *
describe_tags (void)
{
  return opt_tagger
             ? g_strdup_printf ("--tagger=%s --tagset=%s", opt_tagger, conc_tag_set_get_name (opt_tag_set))
             : g_strdup ("");
}

static int
index_pages (char **sources, CmdReading *reading, CmdFilter *filter)
{
  g_autoptr (GError) error = NULL;
  const char *language = filter->detected ? filter->detected[0] : "en";
  g_autoptr (ConcTagger) tagger =
      opt_tagger ? conc_tagger_new (opt_tagger, language, opt_tag_set, CONC_TAGGER_MILLISECONDS, &error)
                 : NULL;
  g_autofree char *tags = describe_tags ();
  const ConcIndexSettings settings = { opt_all_text, tags };
  g_autoptr (GPtrArray) shards = g_ptr_array_new ();
  g_autoptr (CorpusDocument) document = corpus_document_new (FALSE, FALSE);
  g_autoptr (ConcText) text = conc_text_new ();
  Run run = { .tagger = tagger, .shards = shards, .document = document, .text = text };
  if (error || !cli_guard_output ("--output", opt_output, &error))
    return cli_fail (NULL, error);
  run.writer = conc_index_writer_new (opt_output, &settings, &error);
  if (!run.writer)
    return cli_fail (opt_output, error);
  const int status = run_batch (&run, sources, reading, filter);
  g_clear_pointer (&run.shard, corpus_shard_free);
  g_clear_pointer (&run.writer, conc_index_writer_free);
  return status;
}

int
cmd_index (char **args)
{
  g_autoptr (GOptionContext) context = cli_context_new (
      "SOURCE…", "Makes an index of pages, in which texttractor concordance finds words at once. Pages that "
                 "are\nadded again are replaced. A SOURCE is a file, a folder, an archive of pages (WARC and "
                 "others),\nvertical text, a URL, or - for standard input, which is also read if there is "
                 "none.");
  g_option_context_add_main_entries (context, entries, NULL);
  g_auto (CmdReading) reading = { 0 };
  cmd_reading_add_page (&reading, context, CLI_PAGE_JOBS);
  g_auto (CmdFilter) filter = { 0 };
  g_option_context_add_group (context, cmd_filter_init (&filter));
  cmd_reading_add_web (&reading, context, CMD_FETCH_LIST);
  g_auto (GStrv) sources = NULL;
  int status;

  if (!cli_parse_with_config (context, "index", args, &sources, &status))
    return status;
  if (!opt_output)
    return cli_usage ("index needs --output, the folder of the index");
  if (!sources[0] && !opt_files_from && isatty (STDIN_FILENO))
    return cli_usage ("no source given, and standard input is a terminal (- reads it anyway)");
  return index_pages (sources, &reading, &filter);
}
