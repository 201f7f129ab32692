/* SPDX-License-Identifier: MIT */
/*
 * The work of a long task.
 *
 *   the fetcher:      addresses ──> answers, each host rarely
 *   worker threads:   answer ──> links of a result page, list or page; vertical text, if a word may be in it
 *   the main thread:  these, as they come ──> the task (what is next), sentences, the journal
 *
 * The main thread hands over so many links at a time, and asks an engine for more when few are left; so what
 * is under way is bounded, however long the task is.
 */
#include "bin/cmd-concordance-task.h"

#include "bin/cmd-concordance-answer.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

/* Links that are under way for each connection: an engine is asked if there are fewer than so many. */
#define FEW_PER_CONNECTION 4
#define MOST_PER_CONNECTION 16
/* Sitemaps in an index, in an index that robots.txt names: deeper it does not get. */
#define MOST_LEVELS 4
/* For an engine that failed, in seconds. */
#define MOST_WAIT 600.0

typedef struct {
  const CmdWeb *web;
  const CmdBatch *batch;
  CmdConcordance *concordance;
  CmdAnswerNeeds needs; /* of workers */
  ConcTask *task;
  CmdTaskOutput *output;
  ExtractFetcher *fetcher;
  CliProgress *progress;
  GString *lines;   /* of the journal */
  gboolean *asked;  /* [engines]: an answer is under way */
  gboolean *gone;   /* [engines]: it is asked no more */
  guint *last;      /* [engines]: hash of the links of the last result page */
  guint n_asked;    /* engines */
  gboolean gave_up; /* on an engine */
  gboolean failed;  /* a list could not be read */
  gboolean enough;  /* sentences */
  gboolean resumed;
  guint64 n_before; /* sentences of earlier runs */
  gint64 start;
  gint64 logged;
  pthread_mutex_t lock; /* of all below */
  pthread_cond_t ready;
  GQueue answers; /* of CmdAnswer */
} Run;

static void
push (Run *run, CmdAnswer *answer)
{
  pthread_mutex_lock (&run->lock);
  g_queue_push_tail (&run->answers, answer);
  pthread_cond_signal (&run->ready);
  pthread_mutex_unlock (&run->lock);
}

static gpointer
work (gpointer data)
{
  Run *run = data;
  for (;;) {
    gsize number;
    guint status = 0;
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractRecord) record = extract_fetcher_take (run->fetcher, &number, &status, &error);
    if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
      return NULL;
    push (run, cmd_answer_read (&run->needs, (CmdOrigin) (number & 3), number >> 2, record, status,
                                g_steal_pointer (&error)));
  }
}

/* ---- What is said ------------------------------------------------------------------------------- */

/* "3407 an hour, 1:02:03 left"; @over: nothing is left */
static char *
describe_rate (const Run *run, gboolean over)
{
  const guint64 n = MIN (conc_task_get_count (run->task, CONC_COUNT_SENTENCES), run->web->n);
  const double hours = (double) (g_get_monotonic_time () - run->start) / 3600e6;
  const double rate = hours > 0 ? (double) (n - MIN (n, run->n_before)) / hours : 0;
  const double left = rate > 0 ? (double) (run->web->n - n) / rate * 3600 : -1;
  if (over || left < 0 || left > 1e9)
    return g_strdup_printf ("%.0f an hour", rate);
  const guint seconds = (guint) left;
  return g_strdup_printf ("%.0f an hour, %u:%02u:%02u left", rate, seconds / 3600, seconds / 60 % 60,
                          seconds % 60);
}

static void
print_counts (const Run *run, gboolean over)
{
  g_autofree char *counts = conc_task_describe (run->task);
  g_autofree char *rate = describe_rate (run, over);
  cli_error (NULL, "%s; %s", counts, rate);
}

static void
note_counts (Run *run)
{
  const gint64 now = g_get_monotonic_time ();
  g_autofree char *note = g_strdup_printf ("%" G_GUINT64_FORMAT " pages, %" G_GUINT64_FORMAT " links",
                                           conc_task_get_count (run->task, CONC_COUNT_PAGES),
                                           conc_task_get_count (run->task, CONC_COUNT_LINKS));
  cli_progress_set_note (run->progress, note);
  if (run->web->log > 0 && now - run->logged >= (gint64) run->web->log * G_USEC_PER_SEC) {
    run->logged = now;
    print_counts (run, FALSE);
  }
}

/* ---- What is asked next -------------------------------------------------------------------------- */

static guint64
count_under_way (const Run *run)
{
  return conc_task_get_n_taken (run->task);
}

/* Whether one more page may be visited. */
static gboolean
may_visit (const Run *run)
{
  const guint64 most = run->web->max_visits;
  return most == 0 || conc_task_get_count (run->task, CONC_COUNT_PAGES) + count_under_way (run) < most;
}

static void
hand_over_links (Run *run)
{
  const guint64 most = MOST_PER_CONNECTION * run->batch->reading->fetch.connections;
  const double wait = run->resumed ? run->batch->reading->fetch.delay : 0;
  const ConcLink *link;
  while (count_under_way (run) < most && may_visit (run) && (link = conc_task_take_link (run->task))) {
    const CmdOrigin origin = link->kind == CONC_LINK_LIST ? CMD_OF_LIST
                             : link->depth >= 0           ? CMD_OF_CRAWL
                                                          : CMD_OF_PAGE;
    const ExtractFetchManner manner = {
      .any_type = origin == CMD_OF_LIST,
      /* The run before may have asked any host just now. */
      .wait = MAX (0, wait - (double) (g_get_monotonic_time () - run->start) / G_USEC_PER_SEC),
    };
    extract_fetcher_add (run->fetcher, (gsize) (link->number << 2 | origin), link->url, &manner);
  }
}

/* What is looked for in query @i. Returns: (transfer full) (nullable): NULL if there are no more bait words
 */
static char *
dup_query (const CmdWeb *web, guint64 i)
{
  const guint n = g_strv_length (web->words);
  const char *word = web->words[i % n];
  g_autofree char *bait = conc_bait_dup (web->bait, i / n);
  const char *quote = strchr (word, ' ') ? "\"" : "";
  return bait ? g_strdup_printf ("%s%s%s%s%s", quote, word, quote, *bait ? " " : "", bait) : NULL;
}

/* Takes an engine out of use, with a sentence unless @why is NULL. */
static void
drop_engine (Run *run, guint i, const char *why)
{
  const ConcEngine *engine = run->web->engines->pdata[i];
  run->gone[i] = TRUE;
  run->gave_up |= why != NULL;
  if (why)
    cli_error (NULL, "the engine %s is not asked any more: %s", engine->name, why);
}

static void
ask_engine (Run *run, guint i)
{
  const ConcEngine *engine = run->web->engines->pdata[i];
  const ConcAsked *asked = conc_task_get_asked (run->task, i);
  g_autofree char *query = dup_query (run->web, asked->query);
  if (asked->failed >= CONC_MOST_FAILED)
    drop_engine (run, i, G_STRINGIFY (CONC_MOST_FAILED) " result pages failed, one behind the other");
  else if (asked->barren >= CONC_MOST_BARREN)
    drop_engine (run, i,
                 "there was no sentence on the pages of " G_STRINGIFY (
                     CONC_MOST_BARREN) " result pages, one behind the other");
  else if (!query)
    drop_engine (run, i, NULL);
  if (run->gone[i])
    return;
  g_autofree char *url = conc_engine_dup_address (engine, query, asked->page, run->web->language);
  const double since =
      run->resumed ? (double) (g_get_monotonic_time () - run->start) / G_USEC_PER_SEC : G_MAXDOUBLE;
  const ExtractFetchManner manner = {
    .any_type = TRUE,
    .no_robots = !engine->robots,
    .no_retries = TRUE,
    .delay = engine->delay,
    /* The run before may have asked it just now; and what fails has twice the time to recover. */
    .wait = MAX (engine->delay - since,
                 asked->failed > 0 ? MIN (engine->delay * (1 << asked->failed), MOST_WAIT) : 0),
    .field = engine->field,
  };
  run->asked[i] = TRUE;
  run->n_asked++;
  extract_fetcher_add (run->fetcher, (gsize) i << 2 | CMD_OF_ENGINE, url, &manner);
}

static void
ask_engines (Run *run)
{
  const guint64 few = FEW_PER_CONNECTION * run->batch->reading->fetch.connections;
  for (guint i = 0; i < run->web->engines->len; i++)
    if (!run->gone[i] && !run->asked[i] && may_visit (run) &&
        count_under_way (run) + conc_task_get_n_waiting (run->task) < few)
      ask_engine (run, i);
}

/* ---- Answers --------------------------------------------------------------------------------------- */

static gboolean
keep_lines (Run *run, GError **error)
{
  const gboolean good = cmd_task_output_keep (run->output, run->lines, error);
  g_string_truncate (run->lines, 0);
  return good;
}

/* Whether these are the links of the result page before: some engines give the last one for ever. */
static gboolean
is_same_again (Run *run, guint i, const GPtrArray *links)
{
  guint hash = 5381;
  for (guint k = 0; k < links->len; k++)
    hash = hash * 33 + g_str_hash (links->pdata[k]);
  const gboolean same = run->last[i] == hash && links->len > 0;
  run->last[i] = hash;
  return same;
}

/* Whether the query has more result pages. @n: links of this one */
static gboolean
has_more (const Run *run, guint i, guint n)
{
  const CmdWeb *web = run->web;
  const ConcEngine *engine = web->engines->pdata[i];
  const ConcAsked *asked = conc_task_get_asked (run->task, i);
  const guint64 pages = web->pages_per_query > 0 ? MIN (engine->pages, web->pages_per_query) : engine->pages;
  return n > 0 && asked->page < pages &&
         (web->results_per_query == 0 || asked->n_links + n < web->results_per_query);
}

static gboolean
take_results (Run *run, const CmdAnswer *answer, GError **error)
{
  const guint i = (guint) answer->number;
  const ConcEngine *engine = run->web->engines->pdata[i];
  const ConcAsked *asked = conc_task_get_asked (run->task, i);
  const guint64 limit = run->web->results_per_query;
  guint n = 0;
  run->asked[i] = FALSE;
  run->n_asked--;
  if (answer->refused) {
    drop_engine (run, i, answer->error->message);
    return TRUE;
  }
  if (answer->error) {
    cli_error (NULL, "a result page of the engine %s failed: %s", engine->name, answer->error->message);
    conc_task_add_failure (run->task, i, run->lines);
    return keep_lines (run, error);
  }
  for (; n < answer->links->len && (limit == 0 || asked->n_links + n < limit); n++)
    conc_task_offer (run->task, CONC_LINK_PAGE, -1, answer->links->pdata[n], run->lines);
  const gboolean same = is_same_again (run, i, answer->links);
  conc_task_add_results (run->task, i, !same && has_more (run, i, n), run->lines);
  return keep_lines (run, error);
}

/* Links of lists, and of pages in a crawl. */
static void
offer_links (Run *run, const CmdAnswer *answer, const ConcLink *link)
{
  const gint depth = link->depth;
  const gboolean list = link->kind == CONC_LINK_LIST;
  for (guint i = 0; answer->links && (list || depth < (gint) run->web->depth) && i < answer->links->len; i++)
    conc_task_offer (run->task, CONC_LINK_PAGE, list ? -1 : depth + 1, answer->links->pdata[i], run->lines);
  for (guint i = 0; list && answer->sitemaps && depth < MOST_LEVELS && i < answer->sitemaps->len; i++)
    conc_task_offer (run->task, CONC_LINK_LIST, depth + 1, answer->sitemaps->pdata[i], run->lines);
}

static void
report (Run *run, const CmdAnswer *answer, const ConcLink *link)
{
  const gboolean list = link->kind == CONC_LINK_LIST;
  run->failed |= list && answer->error;
  if (answer->error && (list || run->web->verbose))
    cli_error (link->url, "%s", answer->error->message);
}

static gboolean
take_visit (Run *run, const CmdAnswer *answer, GError **error)
{
  const CmdPageWork *work = run->batch->work;
  const ConcLink *link = conc_task_find_link (run->task, answer->number);
  const guint64 found = cmd_concordance_get_n (run->concordance);
  const guint64 repeats = cmd_concordance_get_n_repeats (run->concordance);
  report (run, answer, link);
  if (answer->made && *answer->made) {
    g_autofree char *text = work->settle (answer->made, work->data, &run->enough, error);
    if (!text || !cmd_task_output_write (run->output, text, error))
      return FALSE;
  }
  offer_links (run, answer, link);
  const guint n = (guint) (cmd_concordance_get_n (run->concordance) - found);
  conc_task_add_visit (run->task, answer->number, answer->visit, cmd_task_output_get_length (run->output), n,
                       (guint) (cmd_concordance_get_n_repeats (run->concordance) - repeats), run->lines);
  for (guint i = 0; i < n; i++)
    cli_progress_step (run->progress, TRUE);
  return keep_lines (run, error);
}

/* Returns: (transfer full) (nullable): NULL if none came within a moment */
static CmdAnswer *
wait_for_answer (Run *run)
{
  struct timespec until;
  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_nsec += 200000000;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  pthread_mutex_lock (&run->lock);
  if (g_queue_is_empty (&run->answers))
    pthread_cond_timedwait (&run->ready, &run->lock, &until);
  CmdAnswer *answer = g_queue_pop_head (&run->answers);
  pthread_mutex_unlock (&run->lock);
  return answer;
}

/* Returns: FALSE with an error if nothing more can be written. */
static gboolean
run_task (Run *run, GError **error)
{
  while (!run->enough && !cli_interrupted ()) {
    hand_over_links (run);
    ask_engines (run);
    if (count_under_way (run) == 0 && run->n_asked == 0)
      return TRUE;
    g_autoptr (CmdAnswer) answer = wait_for_answer (run);
    if (answer && !(answer->origin == CMD_OF_ENGINE ? take_results (run, answer, error)
                                                    : take_visit (run, answer, error)))
      return FALSE;
    note_counts (run);
  }
  return TRUE;
}

/* ---- Beginning and end ----------------------------------------------------------------------------- */

/* A list that is on disk. */
static void
offer_file (Run *run, const char *path)
{
  static const ConcLink list = { .kind = CONC_LINK_LIST };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractRecord) record = cli_read_record (&run->batch->reading->page, path, &error);
  g_autoptr (CmdAnswer) answer =
      cmd_answer_read (&run->needs, CMD_OF_LIST, 0, record, 0, g_steal_pointer (&error));
  run->failed |= answer->error != NULL;
  if (answer->error)
    cli_error (path, "%s", answer->error->message);
  else
    offer_links (run, answer, &list);
}

static gboolean
offer_given (Run *run, GError **error)
{
  for (char **list = run->web->lists; list && *list; list++) {
    g_autofree char *url = conc_link_tidy (*list);
    if (url)
      conc_task_offer (run->task, CONC_LINK_LIST, 0, url, run->lines);
    else
      offer_file (run, *list);
  }
  for (char **crawl = run->web->crawls; crawl && *crawl; crawl++) {
    g_autofree char *url = conc_link_tidy (*crawl);
    if (url)
      conc_task_offer (run->task, CONC_LINK_PAGE, 0, url, run->lines);
  }
  conc_task_add_given (run->task, run->lines);
  return keep_lines (run, error);
}

/* What earlier runs found, or what this one begins with. */
static gboolean
begin (Run *run, GError **error)
{
  const CmdPageWork *work = run->batch->work;
  if (run->resumed && !work->resume (cmd_task_output_get_part (run->output), work->data, error))
    return FALSE;
  cli_progress_skip (run->progress, conc_task_get_count (run->task, CONC_COUNT_SENTENCES));
  run->n_before = conc_task_get_count (run->task, CONC_COUNT_SENTENCES);
  return conc_task_is_given (run->task) || offer_given (run, error);
}

/* All of it, or what is there of it if nothing more is to be had. */
static gboolean
finish (Run *run, GError **error)
{
  const CmdPageWork *work = run->batch->work;
  g_autofree char *text = work->finish (work->data);
  if (run->gave_up && !run->enough && run->batch->resume)
    return TRUE; /* it may go on another day */
  return cmd_task_output_write (run->output, text, error) && cmd_task_output_end (run->output, error);
}

static void
say_end (const Run *run)
{
  const guint64 n = cmd_concordance_get_n (run->concordance);
  if (cli_interrupted () || run->enough)
    return;
  if (run->gave_up)
    cli_error (NULL, "gives up with %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " sentences%s", n,
               run->web->n, run->batch->resume ? "; the same command goes on" : "");
  else if (n < run->web->n)
    cli_error (NULL, "all is read: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " sentences", n, run->web->n);
}

static ExtractFetcher *
make_fetcher (const CmdBatch *batch, const ExtractSourceLimits *limits)
{
  const CmdFetch *fetch = &batch->reading->fetch;
  const ExtractFetcherOptions options = {
    .connections = (guint) fetch->connections,
    .connections_per_host = (guint) fetch->connections_per_host,
    .delay = fetch->delay,
    .retries = (guint) fetch->retries,
    .robots = fetch->robots_given ? fetch->robots : TRUE,
    .stream = TRUE,
  };
  return extract_fetcher_new (&options, limits, 0, NULL, NULL);
}

static gboolean
run_all (Run *run, GError **error)
{
  const guint jobs = run->batch->reading->page.jobs;
  g_autofree GThread **threads = g_new0 (GThread *, jobs);
  gboolean good;
  for (guint i = 0; i < jobs; i++)
    threads[i] = g_thread_new ("concordance", work, run);
  good = begin (run, error) && run_task (run, error);
  extract_fetcher_stop (run->fetcher);
  for (guint i = 0; i < jobs; i++)
    g_thread_join (threads[i]);
  if (good && (!cli_interrupted () || !run->batch->output.file))
    good = finish (run, error);
  return good;
}

/* No file is both read and written. */
static gboolean
guard (const CmdWeb *web, GError **error)
{
  const char *const files[] = { web->engines_file, web->key_file, web->bait_file };
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    if (files[i] && !cli_guard_input (files[i], error))
      return FALSE;
  for (char **list = web->lists; list && *list; list++)
    if (!extract_source_is_url (*list) && !cli_guard_input (*list, error))
      return FALSE;
  return TRUE;
}

int
cmd_web_run (const CmdWeb *web, const CmdBatch *batch, CmdConcordance *concordance)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ConcTask) task = conc_task_new (web->engines->len, web->memory);
  g_autofree gboolean *asked = g_new0 (gboolean, web->engines->len + 1);
  g_autofree guint *last = g_new0 (guint, web->engines->len + 1);
  g_autofree gboolean *gone = g_new0 (gboolean, web->engines->len + 1);
  g_autoptr (GString) lines = g_string_new (NULL);
  ExtractSourceLimits limits = batch->reading->page.source;
  Run run = { .web = web,
              .batch = batch,
              .concordance = concordance,
              .needs = { web, batch, concordance },
              .task = task,
              .lines = lines,
              .asked = asked,
              .gone = gone,
              .last = last };
  limits.only_pages = TRUE;
  if (!guard (web, &error))
    return cli_fail (NULL, error);
  if (!cli_interrupt_catch ((int) MIN (2 * limits.max_milliseconds, G_MAXINT), &error))
    return cli_fail (NULL, error);
  g_autoptr (CmdTaskOutput) output =
      cmd_task_output_new (&batch->output, batch->output.settings, task, &run.resumed, &error);
  if (!output)
    return cli_fail (NULL, error);
  if (cmd_task_output_is_done (output))
    return cmd_task_output_end (output, &error) ? CLI_EXIT_DONE : cli_fail (NULL, error);
  pthread_mutex_init (&run.lock, NULL);
  pthread_cond_init (&run.ready, NULL);
  run.output = output;
  run.start = run.logged = g_get_monotonic_time ();
  run.fetcher = make_fetcher (batch, &limits);
  run.progress = cli_progress_new ("sentences", web->n);
  run_all (&run, &error);
  cli_progress_free (run.progress);
  extract_fetcher_free (run.fetcher);
  g_queue_clear_full (&run.answers, (GDestroyNotify) cmd_answer_free);
  pthread_cond_destroy (&run.ready);
  pthread_mutex_destroy (&run.lock);
  if (error)
    return cli_fail (NULL, error);
  say_end (&run);
  if (web->log > 0 || web->summary || isatty (STDERR_FILENO))
    print_counts (&run, TRUE);
  if (cli_interrupted ()) {
    cli_render_end (&batch->reading->render);
    cli_interrupt_end ();
  }
  return (run.gave_up && !run.enough) || run.failed ? CLI_EXIT_FAILED : CLI_EXIT_DONE;
}
