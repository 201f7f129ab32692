/* SPDX-License-Identifier: MIT */
/*
 * Places in, texts of their pages out.
 *
 *   worker threads (cmd-extract-page.c):      place -> document -> labels -> text in the format
 *   the main thread (cmd-extract-deliver.c):  text -> output, in the order of input; messages, failures,
 * progress
 *
 * An archive has many pages at one place. The worker that finds one only opens it. When it is its turn in the
 * main thread, threads of its own work on its pages (cmd-extract-archive.c), which each of them reads in
 * turn:
 *
 *   a.html   b.html   c.warc.gz ────────────────────────────────────────   d.html
 *                     c.warc.gz#0   c.warc.gz#1200   c.warc.gz#5310 ...
 *
 * A page that fails is reported and left out; an output that fails ends the batch. An interruption ends it,
 * too, once the pages under way are written.
 */
#include "bin/cmd-extract-batch.h"

#include "bin/cmd-extract-run.h"
#include "libextract/page/page.h"

#include <string.h>
#include <unistd.h>

/* How long the pages under way may take after an interruption. */
static gboolean
catch_interruption (const CmdRun *run, GError **error)
{
  guint64 limit = extract_parser_get_limit (run->batch->reading->page.parser, EXTRACT_LIMIT_MILLISECONDS);
  return cli_interrupt_catch ((int) MIN (2 * limit, G_MAXINT), error);
}

/* The first place tells what stands before it. A single page is not waited for, nor is its progress shown. */
static gboolean
begin_output (CmdRun *run, gboolean archive)
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
  CmdRun *run = data;
  gsize i = run->level + number;
  g_autoptr (CmdResult) result = data_result;
  const CmdPage page = { i, cli_places_get (run->batch->places, i), NULL };
  if (!run->begun && !begin_output (run, result->source != NULL))
    return FALSE;
  if (!(result->source ? cmd_archive_run (run, i, result->source) : cmd_page_deliver (run, &page, result)))
    return FALSE;
  run->n_places++;
  if (!result->error)
    extract_fetcher_done (run->batch->reading->fetch.fetcher, i - run->first);
  return TRUE;
}

/* "; reasons: 2 login, 1 empty" */
static void
append_reasons (GString *text, const CmdRun *run)
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
print_summary (const CmdRun *run, double seconds)
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
print_interruption (const CmdRun *run)
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
find_address (const CmdRun *run, gsize i)
{
  const CmdPage page = { i, cli_places_get (run->batch->places, i), NULL };
  if (!extract_source_is_url (page.name) || cmd_page_is_done (run, &page))
    return NULL;
  return page.name;
}

/* The address of a place that is to be fetched. Places may be growing meanwhile. */
static const char *
get_address (gsize number, gpointer data)
{
  const CmdRun *run = data;
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
  const CmdRun *run = data;
  return cmd_follow_may_come_from (run->batch->follow, run->first + number, address);
}

/* Pages that are fetched ahead. Returns: FALSE after a message */
static gboolean
begin_fetching (CmdRun *run)
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
resume_work (CmdRun *run)
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
begin_work (CmdRun *run)
{
  gboolean more = TRUE;
  if (!run->batch->work)
    return TRUE;
  if (!begin_output (run, TRUE) || !resume_work (run))
    return FALSE;
  while (more && !run->enough && !cli_interrupted ())
    if (!cmd_page_do_work (run, &no_page, NULL, &more))
      return FALSE;
  return TRUE;
}

/* Returns: FALSE, after a message, if the output failed. */
static gboolean
end_work (CmdRun *run)
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
run_level (CmdRun *run)
{
  const CmdBatch *batch = run->batch;
  return cli_parallel_pages (cli_places_get_n (batch->places) - run->level, batch->reading->page.jobs,
                             batch->unordered,
                             extract_parser_get_limit (batch->reading->page.parser, EXTRACT_LIMIT_MEMORY),
                             cmd_page_extract_place, deliver_place, cmd_result_free, cmd_result_size, run);
}

/* Goes on to what was found. Returns: FALSE if there is nothing more */
static gboolean
begin_next_level (CmdRun *run)
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
run_places (CmdRun *run)
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
run_batch (CmdRun *run)
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
run_task (const CmdBatch *batch, CmdRun *run)
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
  CmdRun run = { .batch = batch, .dedup = dedup };
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
