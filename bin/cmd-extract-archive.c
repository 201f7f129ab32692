/* SPDX-License-Identifier: MIT */
/* The pages of an archive. Threads read in turn, in the order of the pages, and work on what they read side
 * by side. */
#include "bin/cmd-extract-run.h"
#include "libextract/page/page.h"

#include <pthread.h>
#include <string.h>

typedef struct {
  CmdRun *run;
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
read_page (Archive *archive, ExtractRecord **record, CmdResult *result)
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
read_in_turn (Archive *archive, gsize i, ExtractRecord **record, CmdResult *result)
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
describe_page (const Archive *archive, const CmdResult *result)
{
  const char *number = strrchr (result->name, '#');
  return (CmdPage){ archive->place, result->name, number ? number + 1 : "0" };
}

static gpointer
extract_page (gsize i, gpointer data)
{
  Archive *archive = data;
  CmdResult *result = g_new0 (CmdResult, 1);
  g_autoptr (ExtractRecord) record = NULL;
  result->ended = !read_in_turn (archive, i, &record, result);
  if (!record)
    return result;

  const CmdPage page = describe_page (archive, result);
  result->there = archive->run->batch->skip_existing && cmd_page_is_there (archive->run, &page);
  if (!result->there)
    cmd_page_extract (archive->run, record, &page, result);
  return result;
}

/* How far the batch is, though nobody knows how many pages the archive has. */
static void
show_share (const Archive *archive, const ExtractSourceState *state)
{
  const CmdRun *run = archive->run;
  double part = state->size > 0 ? MIN (1, state->n_read / (double) state->size) : 0;
  if (run->progress)
    cli_progress_set_share (run->progress, (archive->place + part) / cli_places_get_n (run->batch->places));
}

/* The end may come before pages that are still worked on. */
static gboolean
deliver_page_of_archive (gsize i, gpointer data_result, gpointer data)
{
  Archive *archive = data;
  g_autoptr (CmdResult) result = data_result;
  if (!result->ended) {
    const CmdPage page = describe_page (archive, result);
    if (!cmd_page_deliver (archive->run, &page, result))
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
gboolean
cmd_archive_run (CmdRun *run, gsize i, ExtractSource *source)
{
  const CliPageOptions *page = &run->batch->reading->page;
  Archive archive = { .run = run, .place = i, .source = source };
  archive.n_before = i == run->first ? run->n_inside : 0;
  pthread_mutex_init (&archive.lock, NULL);
  pthread_cond_init (&archive.turn, NULL);
  gboolean interrupted =
      cli_parallel_pages (G_MAXSIZE, page->jobs, run->batch->unordered,
                          extract_parser_get_limit (page->parser, EXTRACT_LIMIT_MEMORY), extract_page,
                          deliver_page_of_archive, cmd_result_free, cmd_result_size, &archive);
  pthread_cond_destroy (&archive.turn);
  pthread_mutex_destroy (&archive.lock);
  run->n_passed += extract_source_get_state (source).n_passed;
  run->cut_short |= interrupted && !archive.complete;
  return archive.complete && cmd_page_take_links (run, i, NULL) &&
         cmd_page_keep (run, cli_places_get (run->batch->places, i), CMD_ARCHIVE_READ);
}
