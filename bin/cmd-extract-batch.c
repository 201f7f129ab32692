/* SPDX-License-Identifier: MIT */
/*
 * Places in, texts of their pages out.
 *
 *   worker threads (extract_place):   place -> document -> labels -> text in the format
 *   the main thread (deliver_place):  text -> output, in the order of input; messages, failures, progress
 *
 * An archive has many pages at one place. The worker that finds one only opens it. When it is its turn in the
 * main thread, threads of its own work on its pages, which each of them reads in turn:
 *
 *   a.html   b.html   c.warc.gz ────────────────────────────────────────   d.html
 *                     c.warc.gz#0   c.warc.gz#1200   c.warc.gz#5310 ...
 *
 * A page that fails is reported and left out; an output that fails ends the batch. An interruption ends it,
 * too, once the pages under way are written.
 */
#include "bin/cmd-extract-batch.h"
#include "libextract/page/page.h"

#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* One run over all places. Workers only read. */
typedef struct {
  const CmdBatch *batch;
  CmdOutput *output;
  CmdFailures *failures;            /* (nullable) */
  CliProgress *progress;            /* (nullable): owned */
  CorpusDedup *dedup;               /* (nullable): what was written, with --dedup */
  gsize first;                      /* place that the run begins with: an earlier one did those before */
  gsize level;                      /* place that the work at hand begins with: others were found later */
  gsize n_before;                   /* pages that an earlier run did */
  gsize n_inside;                   /* of these, the pages in the archive that the run begins with */
  gsize n_places;                   /* that this run is through with */
  gsize n_done;                     /* pages, too */
  gsize n_skipped;                  /* of these, the ones whose file is there */
  guint64 n_passed;                 /* records of archives that are no pages, or not wanted */
  gsize counts[CMD_N_VERDICTS];     /* of pages, of earlier runs too if their journal says so */
  gsize reasons[EXTRACT_N_REASONS]; /* of pages with no main text or hardly any, of this run */
  guint64 bytes;                    /* read */
  gboolean begun;                   /* the output is */
  gboolean committed;               /* the output has its name */
  gboolean cut_short;               /* an interruption ended the waiting for a page */
  gboolean enough;                  /* no more pages are needed */
} Run;

/* What became of a page, or the archive that a place is. */
typedef struct {
  ExtractSource *source; /* (nullable): the archive; nothing else is set */
  char *name;            /* (nullable): of a page in an archive */
  char *text;            /* (nullable): NULL with an error, or if it is there */
  GError *error;         /* (nullable) */
  guint64 bytes;         /* of the page */
  gboolean found;
  gboolean there;            /* its file exists */
  gboolean left_out;         /* it lacks a field of --only-with, or the filter refuses it */
  gboolean ended;            /* the archive has no more pages */
  char *address;             /* (nullable): where the page came from in the end */
  GPtrArray *links;          /* (nullable): FollowLink: where it leads, if links are followed */
  char *section;             /* (nullable): of the trace */
  GError *trace_error;       /* (nullable): of the trace, which cannot be written */
  ExtractReason reason;      /* why there is no main text, or hardly any */
  CorpusText *words;         /* (nullable): what duplicates are found by, with --dedup */
  ExtractDocument *document; /* (nullable): with it, if paragraphs may be dropped */
} Result;

static void
result_free (gpointer data)
{
  Result *result = data;
  g_clear_pointer (&result->source, extract_source_free);
  g_free (result->name);
  g_free (result->text);
  g_clear_error (&result->error);
  g_free (result->address);
  g_free (result->section);
  g_clear_error (&result->trace_error);
  g_clear_pointer (&result->links, g_ptr_array_unref);
  g_clear_pointer (&result->words, corpus_text_free);
  g_clear_pointer (&result->document, extract_document_unref);
  g_free (result);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Result, result_free)

/* What a document holds, by the bytes of its page: roughly. */
#define DOCUMENT_PER_BYTE 4

/* While an archive waits for its turn, no page behind it is begun: its own pages need the room. */
static gsize
result_size (gpointer data)
{
  const Result *result = data;
  if (result->source)
    return G_MAXSIZE / 2;
  return (result->text ? strlen (result->text) : 0) +
         (result->words ? corpus_text_get_memory (result->words) : 0) +
         (result->document ? DOCUMENT_PER_BYTE * result->bytes : 0);
}

/* ---- A page, in a worker --------------------------------------------------------------------- */

static gboolean
file_is_there (const Run *run, const CmdPage *page)
{
  g_autofree char *path = cmd_output_dup_path (run->output, page);
  struct stat status;
  return path && stat (path, &status) == 0 && S_ISREG (status.st_mode);
}

/* Metadata do not depend on labels: a page that is left out needs none. Returns: FALSE, also with an error */
static gboolean
is_wanted (const CmdBatch *batch, ExtractDocument *document, Result *result)
{
  ExtractMetadata *metadata =
      batch->only_with ? extract_document_get_metadata (document, &result->error) : NULL;
  result->left_out = metadata && !cli_fields_are_known (metadata, batch->only_with);
  return !result->left_out && !result->error;
}

static gboolean
label (const CmdBatch *batch, const ExtractRecord *record, ExtractDocument **document, GError **error)
{
  if (record->whole || batch->keep->all)
    return extract_classifier_label (batch->reading->everything, *document, error);
  ExtractClassifier *classifier;
  return cli_classifiers_label (batch->reading->classifiers, document, &classifier, error) &&
         (!batch->sites || cmd_sites_label (batch->sites, classifier, document, error));
}

/* Returns: (transfer full) (nullable) */
static char *
write_text (const CmdBatch *batch, ExtractDocument *document, GError **error)
{
  if (batch->work)
    return batch->work->make (document, batch->work->data, error);
  g_autofree char *text =
      extract_document_to_string (document, batch->output.format, batch->output.flags, error);
  return text && batch->tagger ? conc_tagger_tag_vertical (batch->tagger, text, error)
                               : g_steal_pointer (&text);
}

static void
extract_record (const Run *run, const ExtractRecord *given, const CmdPage *page, Result *result)
{
  const CmdBatch *batch = run->batch;
  result->bytes = g_bytes_get_size (given->bytes);
  g_autoptr (ExtractRecord) text =
      batch->extractor && !given->whole
          ? cmd_extractor_run (batch->extractor, given, batch->reading->page.source.max_bytes, &result->error)
          : NULL;
  const ExtractRecord *record = text ? text : given;
  if (result->error)
    return;
  g_autoptr (ExtractDocument) document = cli_parse_record (&batch->reading->page, record, &result->error);
  if (!document)
    return;
  extract_document_set_source (document, page->name);
  if (!is_wanted (batch, document, result) || !label (batch, record, &document, &result->error) ||
      !cmd_keep_apply (batch->keep, document, &result->error))
    return;
  if (!cmd_filter_keeps (batch->filter, document, &result->error)) {
    result->left_out = !result->error;
    return;
  }
  if (batch->trace && !page->inside)
    result->section =
        cmd_trace_describe (batch->trace, page->place, given, document, result->links, &result->trace_error);
  result->found = extract_document_has_main_text (document);
  result->words = cmd_filter_dup_text (batch->filter, document);
  result->reason = extract_document_get_reason (document);
  result->text = write_text (batch, document, &result->error);
  if (result->words && (batch->filter->dedup.kinds & CORPUS_PARAGRAPHS))
    result->document = g_steal_pointer (&document);
}

/* A folder is a place if no page was found in it. */
static void
explain_folder (GError **error)
{
  if (!g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY))
    return;
  g_clear_error (error);
  g_set_error_literal (
      error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY,
      "is a folder without a page (.html, .htm, .xhtml) or archive (.warc, .arc, .jsonl), packed or not");
}

/* The run before has had the page, or it is not one that is to be followed. */
static void
pass_over (Result *result)
{
  g_clear_error (&result->error);
  result->left_out = TRUE;
}

/* A link that leads to what robots.txt does not allow, out of the site, or to what is no page, is none to
 * follow: nobody has named that page. */
static gboolean
is_left_aside (const CmdBatch *batch, gsize i, const ExtractSource *source, const GError *error)
{
  if (!batch->follow || cmd_follow_is_given (batch->follow, i))
    return FALSE;
  return extract_source_is_elsewhere (source) || extract_source_is_disallowed (source) ||
         g_error_matches (error, EXTRACT_ERROR, EXTRACT_ERROR_NOT_HTML);
}

/* A browser may have been led to another address than the server names. */
static void
follow_record (const CmdBatch *batch, gsize i, const ExtractRecord *record, const CmdPage *page,
               Result *result)
{
  result->address = g_strdup (record->uri);
  if (record->uri && !cmd_follow_may_come_from (batch->follow, i, record->uri)) {
    result->left_out = TRUE;
    return;
  }
  result->links = cmd_follow_find_links (batch->follow, &batch->reading->page, record, &result->error);
}

/* Whether an earlier run has written the page, and knows where it leads. */
static gboolean
is_done (const Run *run, const CmdPage *page)
{
  return run->batch->skip_existing &&
         (!run->batch->follow || cmd_follow_is_known (run->batch->follow, page->place)) &&
         file_is_there (run, page);
}

static gpointer
extract_place (gsize number, gpointer data)
{
  const Run *run = data;
  const CmdBatch *batch = run->batch;
  gsize i = run->level + number;
  const CmdPage page = { i, cli_places_get (batch->places, i), NULL };
  Result *result = g_new0 (Result, 1);
  if (is_done (run, &page)) {
    result->there = TRUE;
    return result;
  }
  g_autoptr (ExtractSource) source = extract_fetcher_open (batch->reading->fetch.fetcher, i - run->first,
                                                           page.name, &batch->reading->page.source);
  if (extract_source_is_archive (source, &result->error)) {
    result->source = g_steal_pointer (&source);
    return result;
  }
  g_autoptr (ExtractRecord) record = result->error ? NULL : cli_read_only_record (source, &result->error);
  if (record && batch->follow)
    follow_record (batch, i, record, &page, result);
  if (record && !result->left_out && !result->error)
    extract_record (run, record, &page, result);
  else if (record)
    return result;
  else if (extract_source_is_unchanged (source) || is_left_aside (batch, i, source, result->error))
    pass_over (result);
  else
    explain_folder (&result->error);
  return result;
}

/* ---- Delivery of a page, in the main thread -------------------------------------------------- */

/* @place: (nullable): if @failure does not name it itself. Returns: FALSE if the list cannot be written. */
static gboolean
report_failure (Run *run, const CmdPage *page, const char *place, const GError *failure)
{
  g_autoptr (GError) error = NULL;
  if (!run->batch->silent)
    cli_error (place, "%s", failure->message);
  if (!run->failures || cmd_failures_add (run->failures, page->name, failure, &error))
    return TRUE;
  cli_error (run->batch->failures, "%s", error->message);
  return FALSE;
}

/* Pages of an archive are too many to name each: the summary counts them. */
static void
report_reason (Run *run, const CmdPage *page, const Result *result)
{
  const ExtractReasonInfo *info = extract_reason_get_info (result->reason);
  if (result->reason == EXTRACT_REASON_NONE)
    return;
  run->reasons[result->reason]++;
  if (!run->batch->quiet && !page->inside && !(run->batch->output.flags & EXTRACT_WRITE_ALL))
    cli_error (page->name, "%s main text: %s; %s", result->found ? "hardly any" : "no", info->sentence,
               info->advice);
}

/* Returns: whether the page is one that was written before. Else it is printed without such paragraphs. */
static gboolean
is_duplicate (Run *run, Result *result)
{
  if (!result->words || result->error)
    return FALSE;
  if (corpus_dedup_judge (run->dedup, result->words) != CORPUS_KEPT)
    return TRUE;
  if (result->document && cmd_filter_drop_paragraphs (result->words, result->document)) {
    g_free (result->text);
    result->text = write_text (run->batch, result->document, &result->error);
  }
  return FALSE;
}

/* Another address has led to this page. */
static gboolean
is_first_visit (const Run *run, const CmdPage *page, const Result *result)
{
  return !run->batch->follow || page->inside ||
         cmd_follow_is_new (run->batch->follow, page->place, result->address);
}

/* Returns: FALSE, after a message, if nothing more can be written. */
static gboolean
do_work (Run *run, const CmdPage *page, const char *made, gboolean *more)
{
  const CmdPageWork *work = run->batch->work;
  g_autoptr (GError) error = NULL;
  gboolean broken;
  g_autofree char *text = work->settle (made, work->data, &run->enough, &error);
  *more = text != NULL;
  if (error || (text && !cmd_output_write (run->output, page, text, &broken, &error))) {
    cli_error (NULL, "%s", error->message);
    return FALSE;
  }
  return TRUE;
}

/* Returns: FALSE if nothing more can be written. */
static gboolean
settle_page (Run *run, const CmdPage *page, Result *result, CmdVerdict *verdict)
{
  g_autoptr (GError) error = NULL;
  if (result->left_out || !is_first_visit (run, page, result) || is_duplicate (run, result)) {
    *verdict = CMD_PAGE_LEFT_OUT;
    return TRUE;
  }
  gboolean claimed = cmd_output_claim (run->output, page, &error), broken;
  *verdict = CMD_PAGE_FAILED;
  if (result->error)
    return report_failure (run, page, page->name, result->error);
  if (!claimed)
    return report_failure (run, page, page->name, error);
  if (result->there) {
    run->n_skipped++;
    *verdict = CMD_PAGE_WRITTEN;
    return TRUE;
  }
  if (run->batch->work) {
    gboolean more;
    *verdict = result->found ? CMD_PAGE_WRITTEN : CMD_PAGE_EMPTY;
    if (result->words)
      corpus_dedup_keep (run->dedup, result->words);
    return do_work (run, page, result->text, &more);
  }
  if (!cmd_output_write (run->output, page, result->text, &broken, &error)) {
    if (!broken)
      return report_failure (run, page, NULL, error);
    cli_error (NULL, "%s", error->message);
    return FALSE;
  }
  *verdict = result->found ? CMD_PAGE_WRITTEN : CMD_PAGE_EMPTY;
  report_reason (run, page, result);
  if (result->words)
    corpus_dedup_keep (run->dedup, result->words);
  return TRUE;
}

static gboolean
keep_in_journal (Run *run, const char *name, CmdVerdict verdict)
{
  g_autoptr (GError) error = NULL;
  guint64 failures = run->failures ? cmd_failures_get_length (run->failures) : 0;
  run->counts[verdict]++;
  if (cmd_output_page_done (run->output, name, verdict, failures, &error))
    return TRUE;
  cli_error (NULL, "%s", error->message);
  return FALSE;
}

/* @result: (nullable): of a page. Returns: FALSE, after a message, if it cannot be kept */
static gboolean
take_links (const Run *run, gsize place, const Result *result)
{
  g_autoptr (GError) error = NULL;
  if (!run->batch->follow || cmd_follow_take (run->batch->follow, place, result ? result->address : NULL,
                                              result ? result->links : NULL, &error))
    return TRUE;
  cli_error (NULL, "%s", error->message);
  return FALSE;
}

/* Returns: (nullable): why a page has no section */
static const char *
explain (const Result *result)
{
  return result->error     ? result->error->message
         : result->there   ? "An earlier run has written it."
         : result->section ? NULL
                           : "It was left out.";
}

/* Returns: FALSE, after a message, if the trace cannot be written */
static gboolean
trace_page (const Run *run, const CmdPage *page, Result *result)
{
  const CmdBatch *batch = run->batch;
  const FollowPage *found = batch->follow ? cmd_follow_get (batch->follow, page->place) : NULL;
  if (!batch->trace || page->inside ||
      (!result->trace_error && cmd_trace_add (batch->trace, page->place, page->name, result->section,
                                              explain (result), found, &result->trace_error)))
    return TRUE;
  cli_error (NULL, "%s", result->trace_error->message);
  return FALSE;
}

/* Returns: FALSE if the batch is to end here. */
static gboolean
deliver_page (Run *run, const CmdPage *page, Result *result)
{
  CmdVerdict verdict;
  if (g_error_matches (result->error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    run->cut_short = TRUE; /* it is as if it had not been begun, and so are those behind it */
    return FALSE;
  }
  if (!settle_page (run, page, result, &verdict) || !trace_page (run, page, result) ||
      (!page->inside && !take_links (run, page->place, result)) ||
      !keep_in_journal (run, page->name, verdict))
    return FALSE;
  run->n_done++;
  run->bytes += result->bytes;
  if (run->progress && result->there) {
    cli_progress_skip (run->progress, 1);
  } else if (run->progress) {
    cli_progress_add_bytes (run->progress, result->bytes);
    cli_progress_step (run->progress, verdict != CMD_PAGE_FAILED);
  }
  return !run->enough;
}

/* ---- The pages of an archive ------------------------------------------------------------------ */

/* Threads read in turn, in the order of the pages, and work on what they read side by side. */
typedef struct {
  Run *run;
  gsize place;
  ExtractSource *source; /* of the thread whose turn it is */
  gsize n_before;        /* pages that an earlier run did; of that thread */
  pthread_mutex_t lock;  /* of all below */
  pthread_cond_t turn;   /* has changed */
  gsize next;            /* page that is to be read next */
  gboolean ended;        /* there is none */
  gsize n_read;          /* pages in this run */
  ExtractSourceState state;
  gsize n_delivered; /* of the main thread */
  gboolean complete; /* all of them are delivered */
} Archive;

/* Returns: FALSE at the end */
static gboolean
read_page (Archive *archive, ExtractRecord **record, Result *result)
{
  for (; archive->n_before > 0; archive->n_before--) {
    g_autoptr (GError) lost = NULL;
    g_autoptr (ExtractRecord) done = extract_source_next (archive->source, &lost);
    if (!done && !lost)
      return FALSE;
  }
  *record = extract_source_next (archive->source, &result->error);
  if (!*record && !result->error)
    return FALSE;
  result->name = g_strdup (extract_source_get_record_name (archive->source));
  return TRUE;
}

/* The lock is not held while a thread reads: what is delivered must not wait for what comes late. */
static gboolean
read_in_turn (Archive *archive, gsize i, ExtractRecord **record, Result *result)
{
  pthread_mutex_lock (&archive->lock);
  while (archive->next != i)
    pthread_cond_wait (&archive->turn, &archive->lock);
  gboolean ended = archive->ended;
  pthread_mutex_unlock (&archive->lock);

  ended = ended || !read_page (archive, record, result);
  ExtractSourceState state = extract_source_get_state (archive->source);

  pthread_mutex_lock (&archive->lock);
  archive->ended = ended;
  archive->state = state;
  archive->n_read += !ended;
  archive->next++;
  pthread_cond_broadcast (&archive->turn);
  pthread_mutex_unlock (&archive->lock);
  return !ended;
}

static CmdPage
describe_page (const Archive *archive, const Result *result)
{
  const char *number = strrchr (result->name, '#');
  return (CmdPage){ archive->place, result->name, number ? number + 1 : "0" };
}

static gpointer
extract_page (gsize i, gpointer data)
{
  Archive *archive = data;
  Result *result = g_new0 (Result, 1);
  g_autoptr (ExtractRecord) record = NULL;
  result->ended = !read_in_turn (archive, i, &record, result);
  if (!record)
    return result;

  const CmdPage page = describe_page (archive, result);
  result->there = archive->run->batch->skip_existing && file_is_there (archive->run, &page);
  if (!result->there)
    extract_record (archive->run, record, &page, result);
  return result;
}

/* How far the batch is, though nobody knows how many pages the archive has. */
static void
show_share (const Archive *archive, const ExtractSourceState *state)
{
  const Run *run = archive->run;
  double part = state->size > 0 ? MIN (1, state->n_read / (double) state->size) : 0;
  if (run->progress)
    cli_progress_set_share (run->progress, (archive->place + part) / cli_places_get_n (run->batch->places));
}

/* The end may come before pages that are still worked on. */
static gboolean
deliver_page_of_archive (gsize i, gpointer data_result, gpointer data)
{
  Archive *archive = data;
  g_autoptr (Result) result = data_result;
  if (!result->ended) {
    const CmdPage page = describe_page (archive, result);
    if (!deliver_page (archive->run, &page, result))
      return FALSE;
    archive->n_delivered++;
  }
  pthread_mutex_lock (&archive->lock);
  ExtractSourceState state = archive->state;
  archive->complete = archive->ended && archive->n_delivered == archive->n_read;
  pthread_mutex_unlock (&archive->lock);
  show_share (archive, &state);
  return !archive->complete;
}

/* Returns: FALSE if the batch is to end here. */
static gboolean
run_archive (Run *run, gsize i, ExtractSource *source)
{
  const CliPageOptions *page = &run->batch->reading->page;
  Archive archive = { .run = run, .place = i, .source = source };
  archive.n_before = i == run->first ? run->n_inside : 0;
  pthread_mutex_init (&archive.lock, NULL);
  pthread_cond_init (&archive.turn, NULL);
  gboolean interrupted =
      cli_parallel_pages (G_MAXSIZE, page->jobs, run->batch->unordered,
                          extract_parser_get_limit (page->parser, EXTRACT_LIMIT_MEMORY), extract_page,
                          deliver_page_of_archive, result_free, result_size, &archive);
  pthread_cond_destroy (&archive.turn);
  pthread_mutex_destroy (&archive.lock);
  run->n_passed += extract_source_get_state (source).n_passed;
  run->cut_short |= interrupted && !archive.complete;
  return archive.complete && take_links (run, i, NULL) &&
         keep_in_journal (run, cli_places_get (run->batch->places, i), CMD_ARCHIVE_READ);
}

/* ---- The batch ------------------------------------------------------------------------------- */

/* How long the pages under way may take after an interruption. */
static gboolean
catch_interruption (const Run *run, GError **error)
{
  guint64 limit = extract_parser_get_limit (run->batch->reading->page.parser, EXTRACT_LIMIT_MILLISECONDS);
  return cli_interrupt_catch ((int) MIN (2 * limit, G_MAXINT), error);
}

/* The first place tells what stands before it. A single page is not waited for, nor is its progress shown. */
static gboolean
begin_output (Run *run, gboolean archive)
{
  const CmdOutputOptions *output = &run->batch->output;
  gsize n = cli_places_get_n (run->batch->places);
  /* Where the pages themselves run over the screen, a line of progress would only be in their way. */
  gboolean pages_on_screen = !output->file && !output->folder && isatty (STDOUT_FILENO);
  g_autoptr (GError) error = NULL;
  run->begun = TRUE;
  archive = archive || run->batch->follow;
  if ((n > 1 || archive) && (!pages_on_screen || run->batch->silent)) {
    run->progress = cli_progress_new ("pages", run->batch->follow ? 0 : n);
    cli_progress_skip (run->progress, run->n_before);
  }
  cmd_output_begin (run->output, archive);
  if (n > 1 || !archive || run->batch->follow || catch_interruption (run, &error))
    return TRUE;
  cli_error (NULL, "%s", error->message);
  return FALSE;
}

static gboolean
deliver_place (gsize number, gpointer data_result, gpointer data)
{
  Run *run = data;
  gsize i = run->level + number;
  g_autoptr (Result) result = data_result;
  const CmdPage page = { i, cli_places_get (run->batch->places, i), NULL };
  if (!run->begun && !begin_output (run, result->source != NULL))
    return FALSE;
  if (!(result->source ? run_archive (run, i, result->source) : deliver_page (run, &page, result)))
    return FALSE;
  run->n_places++;
  if (!result->error)
    extract_fetcher_done (run->batch->reading->fetch.fetcher, i - run->first);
  return TRUE;
}

/* "; reasons: 2 login, 1 empty" */
static void
append_reasons (GString *text, const Run *run)
{
  const char *before = "; reasons: ";
  for (ExtractReason reason = EXTRACT_REASON_NONE + 1; reason < EXTRACT_N_REASONS; reason++)
    if (run->reasons[reason] > 0) {
      g_string_append_printf (text, "%s%" G_GSIZE_FORMAT " %s", before, run->reasons[reason],
                              extract_reason_get_info (reason)->name);
      before = ", ";
    }
}

static void
print_summary (const Run *run, double seconds)
{
  gsize skipped = run->n_before + run->n_skipped;
  gsize worked = run->n_done - run->n_skipped;
  g_autoptr (GString) text = g_string_new (NULL);
  g_string_append_printf (text, "%" G_GSIZE_FORMAT " pages, %.1f MB in %.1f s (%.1f pages/s, %.1f MB/s)",
                          worked, run->bytes / 1e6, seconds, worked / seconds, run->bytes / 1e6 / seconds);
  g_string_append_printf (text, "; %" G_GSIZE_FORMAT " failed, %" G_GSIZE_FORMAT " without main text",
                          run->counts[CMD_PAGE_FAILED], run->counts[CMD_PAGE_EMPTY]);
  if (run->counts[CMD_PAGE_LEFT_OUT] > 0)
    g_string_append_printf (text, ", %" G_GSIZE_FORMAT " left out", run->counts[CMD_PAGE_LEFT_OUT]);
  append_reasons (text, run);
  if (run->n_passed > 0)
    g_string_append_printf (text, "; %" G_GUINT64_FORMAT " records of archives passed over", run->n_passed);
  if (skipped > 0)
    g_string_append_printf (text, "; %" G_GSIZE_FORMAT " done before", skipped);
  if (run->dedup) {
    g_autofree char *duplicates = corpus_dedup_dup_sentence (run->dedup);
    g_string_append_printf (text, "; %s", duplicates);
  }
  cli_error (NULL, "%s", text->str);
}

static void
print_interruption (const Run *run)
{
  const CmdOutputOptions *output = &run->batch->output;
  gsize n_pages = run->n_before + run->n_done, n_places = cli_places_get_n (run->batch->places);
  g_autofree char *rest = NULL;
  if (output->file && !run->batch->resume)
    rest = g_strdup_printf (output->shard_size > 0
                                ? "of %s only whole shards were written (--resume keeps finished pages)"
                                : "%s was not written (--resume keeps finished pages)",
                            output->file);
  else if (output->file || output->folder)
    rest = g_strdup_printf ("run the same command again%s to resume",
                            run->batch->resume || run->batch->skip_existing ? "" : " with --resume");
  /* Nobody knows how many pages an archive has. */
  g_autofree char *all = n_pages == run->first + run->n_places
                             ? g_strdup_printf ("of %" G_GSIZE_FORMAT " pages", n_places)
                             : g_strdup_printf ("pages, %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT " files",
                                                run->first + run->n_places, n_places);
  cli_error (NULL, "interrupted after %" G_GSIZE_FORMAT " %s%s%s", n_pages, all, rest ? "; " : "",
             rest ? rest : "");
}

static const char *
find_address (const Run *run, gsize i)
{
  const CmdPage page = { i, cli_places_get (run->batch->places, i), NULL };
  if (!extract_source_is_url (page.name) || is_done (run, &page))
    return NULL;
  return page.name;
}

/* The address of a place that is to be fetched. Places may be growing meanwhile. */
static const char *
get_address (gsize number, gpointer data)
{
  const Run *run = data;
  CmdFollow *follow = run->batch->follow;
  if (!follow)
    return find_address (run, run->first + number);
  g_mutex_lock (&follow->growing);
  const char *address = find_address (run, run->first + number);
  g_mutex_unlock (&follow->growing);
  return address;
}

static gboolean
may_redirect (gsize number, const char *address, gpointer data)
{
  const Run *run = data;
  return cmd_follow_may_come_from (run->batch->follow, run->first + number, address);
}

/* Pages that are fetched ahead. Returns: FALSE after a message */
static gboolean
begin_fetching (Run *run)
{
  const CmdBatch *batch = run->batch;
  g_autoptr (GError) error = NULL;
  gsize n = cli_places_get_n (batch->places), n_addresses = 0;
  if (batch->follow)
    batch->reading->fetch.may_redirect = may_redirect;
  for (gsize i = 0; i < n && n_addresses < 2; i++)
    n_addresses += extract_source_is_url (cli_places_get (batch->places, i));
  if (cmd_fetch_begin (&batch->reading->fetch, &batch->reading->page.source, n_addresses, n - run->first,
                       get_address, run, &error))
    return TRUE;
  cli_error (NULL, "%s", error->message);
  return FALSE;
}

static const CmdPage no_page = { 0, "", NULL };

/* Returns: FALSE, after a message */
static gboolean
resume_work (Run *run)
{
  const CmdPageWork *work = run->batch->work;
  const CmdJournalState *state = cmd_output_get_state (run->output);
  g_autoptr (GError) error = NULL;
  if (!work->resume || (state->n_places == 0 && state->n_inside == 0))
    return TRUE;
  g_autofree char *part = cmd_name_beside (run->batch->output.file, ".part");
  if (work->resume (part, work->data, &error))
    return TRUE;
  cli_error (part, "%s", error->message);
  return FALSE;
}

/* What there is before the first page. Returns: FALSE, after a message, if the output failed. */
static gboolean
begin_work (Run *run)
{
  gboolean more = TRUE;
  if (!run->batch->work)
    return TRUE;
  if (!begin_output (run, TRUE) || !resume_work (run))
    return FALSE;
  while (more && !run->enough && !cli_interrupted ())
    if (!do_work (run, &no_page, NULL, &more))
      return FALSE;
  return TRUE;
}

/* Returns: FALSE, after a message, if the output failed. */
static gboolean
end_work (Run *run)
{
  const CmdPageWork *work = run->batch->work;
  g_autoptr (GError) error = NULL;
  gboolean broken;
  g_autofree char *text = work ? work->finish (work->data) : NULL;
  if (!text || cmd_output_write (run->output, &no_page, text, &broken, &error))
    return TRUE;
  cli_error (NULL, "%s", error->message);
  return FALSE;
}

/* The places that are known now, from the level on. Returns: FALSE if the batch is to end here */
static gboolean
run_level (Run *run)
{
  const CmdBatch *batch = run->batch;
  return cli_parallel_pages (cli_places_get_n (batch->places) - run->level, batch->reading->page.jobs,
                             batch->unordered,
                             extract_parser_get_limit (batch->reading->page.parser, EXTRACT_LIMIT_MEMORY),
                             extract_place, deliver_place, result_free, result_size, run);
}

/* Goes on to what was found. Returns: FALSE if there is nothing more */
static gboolean
begin_next_level (Run *run)
{
  const CmdBatch *batch = run->batch;
  run->level = cli_places_get_n (batch->places);
  if (!batch->follow || !cmd_follow_grow (batch->follow, batch->places))
    return FALSE;
  extract_fetcher_extend (batch->reading->fetch.fetcher, cli_places_get_n (batch->places) - run->first);
  return !cli_interrupted (); /* else the run is not whole, for what was found is missing */
}

/* Everything between the first page and the last. Returns: FALSE, after a message, if the output failed. */
static gboolean
run_places (Run *run)
{
  const CmdBatch *batch = run->batch;
  gint64 start = g_get_monotonic_time ();
  gboolean good = TRUE;
  run->level = run->first;
  if (!run->enough)
    do
      good = run_level (run);
    while (good && begin_next_level (run));
  if (!run->begun) /* nothing was delivered */
    good = begin_output (run, FALSE) && good;
  gboolean summary = batch->summary || (run->progress && cli_progress_is_shown (run->progress));
  g_clear_pointer (&run->progress, cli_progress_free);
  g_autofree char *warning = run->dedup ? corpus_dedup_dup_warning (run->dedup, "--dedup-memory") : NULL;
  if (warning)
    cli_error (NULL, "%s", warning);
  if (summary)
    print_summary (run, MAX (1, g_get_monotonic_time () - start) / (double) G_USEC_PER_SEC);
  return good || run->cut_short || run->enough;
}

static int
run_batch (Run *run)
{
  const CmdBatch *batch = run->batch;
  g_autoptr (GError) error = NULL;
  gsize n = cli_places_get_n (batch->places);
  const CmdJournalState *state = cmd_output_get_state (run->output);
  g_autoptr (CmdFailures) failures =
      batch->failures ? cmd_failures_new (batch->failures, state->failures, &error) : NULL;
  if (error)
    return cli_fail (batch->failures, error);
  if ((n > 1 || batch->follow) && !catch_interruption (run, &error))
    return cli_fail (NULL, error);
  run->failures = failures;
  run->first = state->n_places;
  run->n_inside = state->n_inside;
  memcpy (run->counts, state->counts, sizeof run->counts);
  for (CmdVerdict verdict = 0; verdict < CMD_ARCHIVE_READ; verdict++)
    run->n_before += state->counts[verdict];
  if (!begin_work (run) || !begin_fetching (run) || !run_places (run))
    return CLI_EXIT_FAILED;

  n = cli_places_get_n (batch->places);
  gboolean whole = run->enough || run->first + run->n_places == n;
  if (whole && !end_work (run))
    return CLI_EXIT_FAILED;
  gsize n_read = run->n_before + run->n_done - run->counts[CMD_PAGE_FAILED];
  /* If no page could be read, an older output is worth more than an empty one. */
  gboolean any = n_read > 0 || n == 0 || batch->work;
  if (!cmd_output_end (run->output, whole, any, &error))
    return cli_fail (NULL, error);
  if (!cmd_fetch_end (&batch->reading->fetch, whole, &error))
    return cli_fail (NULL, error);
  run->committed = whole && any;
  if (whole && batch->trace && !cmd_trace_commit (batch->trace, &error))
    return cli_fail (NULL, error);
  if (run->committed && batch->follow)
    cmd_follow_end (batch->follow, &batch->output);
  if (!whole)
    print_interruption (run);
  run->cut_short = !whole;
  if (!whole || run->counts[CMD_PAGE_FAILED] > 0)
    return CLI_EXIT_FAILED;
  return batch->exit_status && run->counts[CMD_PAGE_WRITTEN] == 0 ? CLI_EXIT_NOTHING : CLI_EXIT_DONE;
}

/* What an earlier run says of the task. */
static int
report_done (const CmdBatch *batch, gsize n_failed)
{
  cli_error (NULL, "%s is done: an earlier run with the same options and pages wrote it", batch->output.file);
  return n_failed > 0 ? CLI_EXIT_FAILED : CLI_EXIT_DONE;
}

static gboolean
open_frontier (const CmdBatch *batch, GError **error)
{
  g_autofree char *rendering = cli_render_describe (&batch->reading->render);
  return cmd_follow_open (batch->follow, &batch->output, rendering, batch->places, error);
}

/* The work of a task, and what stands beside it when it is done. */
static int
run_task (const CmdBatch *batch, Run *run)
{
  g_autoptr (GError) error = NULL;
  const char *file = batch->output.file;
  g_autofree char *path = batch->output.done ? cmd_done_name (file) : NULL;
  g_autofree char *task = path ? cmd_done_describe (batch->output.settings, batch->places) : NULL;
  gsize n_failed;
  if (path && cmd_done_is_there (path, task, &batch->output, &n_failed))
    return report_done (batch, n_failed);
  if (path)
    unlink (path); /* it says something else, or is of an output that has gone */
  if (batch->follow && batch->resume && !open_frontier (batch, &error))
    return cli_fail (NULL, error);
  g_autoptr (CmdOutput) output = cmd_output_new (&batch->output, batch->places, &error);
  if (!output ||
      (batch->follow && batch->output.resume &&
       !cmd_follow_resume (batch->follow, cmd_output_get_state (output)->n_places, batch->places, &error)))
    return cli_fail (NULL, error);
  run->output = output;
  int status = run_batch (run);
  if (path && run->committed &&
      !cmd_done_write (path, task, &batch->output, cmd_output_get_n_files (output), run->counts, &error))
    return cli_fail (NULL, error);
  return status;
}

int
cmd_batch_run (const CmdBatch *batch)
{
  const CorpusDedupOptions *options = &batch->filter->dedup;
  g_autoptr (CorpusDedup) dedup = options->kinds ? corpus_dedup_new (options) : NULL;
  Run run = { .batch = batch, .dedup = dedup };
  int status = run_task (batch, &run);
  if (run.cut_short && batch->trace)
    cmd_trace_discard (batch->trace);
  if (run.cut_short && cli_interrupted ()) {
    if (batch->work && batch->work->abandon)
      batch->work->abandon (batch->work->data);
    cli_render_end (&batch->reading->render);
    cli_interrupt_end ();
  }
  return status;
}
