/* SPDX-License-Identifier: MIT */
/* A page of a batch in the main thread: from its text to the output, the journal, failures and progress. */
#include "bin/cmd-extract-run.h"
#include "libextract/page/page.h"

/* @place: (nullable): if @failure does not name it itself. Returns: FALSE if the list cannot be written. */
static gboolean
report_failure (CmdRun *run, const CmdPage *page, const char *place, const GError *failure)
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
report_reason (CmdRun *run, const CmdPage *page, const CmdResult *result)
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
is_duplicate (CmdRun *run, CmdResult *result)
{
  if (!result->words || result->error)
    return FALSE;
  if (corpus_dedup_judge (run->dedup, result->words) != CORPUS_KEPT)
    return TRUE;
  if (result->document && cmd_filter_drop_paragraphs (result->words, result->document)) {
    g_free (result->text);
    result->text = cmd_page_write (run->batch, result->document, &result->error);
  }
  return FALSE;
}

/* Another address has led to this page. */
static gboolean
is_first_visit (const CmdRun *run, const CmdPage *page, const CmdResult *result)
{
  return !run->batch->follow || page->inside ||
         cmd_follow_is_new (run->batch->follow, page->place, result->address);
}

/* Returns: FALSE, after a message, if nothing more can be written. */
gboolean
cmd_page_do_work (CmdRun *run, const CmdPage *page, const char *made, gboolean *more)
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
settle_page (CmdRun *run, const CmdPage *page, CmdResult *result, CmdVerdict *verdict)
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
    return cmd_page_do_work (run, page, result->text, &more);
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

gboolean
cmd_page_keep (CmdRun *run, const char *name, CmdVerdict verdict)
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
gboolean
cmd_page_take_links (const CmdRun *run, gsize place, const CmdResult *result)
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
explain (const CmdResult *result)
{
  return result->error     ? result->error->message
         : result->there   ? "An earlier run has written it."
         : result->section ? NULL
                           : "It was left out.";
}

/* Returns: FALSE, after a message, if the trace cannot be written */
static gboolean
trace_page (const CmdRun *run, const CmdPage *page, CmdResult *result)
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
gboolean
cmd_page_deliver (CmdRun *run, const CmdPage *page, CmdResult *result)
{
  CmdVerdict verdict;
  if (g_error_matches (result->error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    run->cut_short = TRUE; /* it is as if it had not been begun, and so are those behind it */
    return FALSE;
  }
  if (!settle_page (run, page, result, &verdict) || !trace_page (run, page, result) ||
      (!page->inside && !cmd_page_take_links (run, page->place, result)) ||
      !cmd_page_keep (run, page->name, verdict))
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
