/* SPDX-License-Identifier: MIT */
#include "concordance/task.h"

#include <string.h>

#include "concordance/engine.h"
#include "concordance/keep.h"

/* Older links are remembered by a filter: so many times more. */
#define OLDER 8

/* A result page of which links are still to be visited. */
typedef struct {
  guint engine;
  guint n_links;
  gboolean found; /* a sentence */
} Results;

struct _ConcTask {
  ConcSeen *seen;
  GQueue waiting;     /* of ConcLink: that nobody has taken; owned by `links` */
  GHashTable *links;  /* number -> ConcLink: not visited yet */
  GHashTable *open;   /* number -> Results; owned */
  GPtrArray *offered; /* of ConcLink: of the event at hand */
  guint n_endings;    /* of it, left out */
  guint n_repeated;   /* of it, known */
  gboolean given;
  guint64 n_links;
  guint64 n_results;
  guint64 output;
  ConcAsked *asked; /* [n_engines] */
  guint n_engines;
  guint64 counts[CONC_N_COUNTS];
};

static void
link_free (gpointer data)
{
  ConcLink *link = data;
  g_free (link->url);
  g_free (link);
}

ConcTask *
conc_task_new (guint n_engines, guint memory)
{
  ConcTask *task = g_new0 (ConcTask, 1);
  task->seen = conc_seen_new (memory, FALSE);
  conc_seen_keep_older (task->seen, (gsize) memory * OLDER);
  task->links = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, link_free);
  task->open = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  task->offered = g_ptr_array_new_with_free_func (link_free);
  task->asked = g_new0 (ConcAsked, n_engines + 1);
  task->n_engines = n_engines;
  for (guint i = 0; i < n_engines; i++)
    task->asked[i] = (ConcAsked){ .query = i, .page = 1 };
  return task;
}

void
conc_task_free (ConcTask *task)
{
  g_queue_clear (&task->waiting);
  g_hash_table_unref (task->links);
  g_hash_table_unref (task->open);
  g_ptr_array_unref (task->offered);
  conc_seen_free (task->seen);
  g_free (task->asked);
  g_free (task);
}

/* ---- Changes ---------------------------------------------------------------------------------- */

static const char *const kinds[] = { "page", "list" };
static const char *const visits[CONC_N_VISITS] = {
  [CONC_VISIT_FOUND] = "found",       [CONC_VISIT_LIST] = "list",         [CONC_VISIT_TYPE] = "type",
  [CONC_VISIT_ENCODING] = "encoding", [CONC_VISIT_LANGUAGE] = "language", [CONC_VISIT_ERROR] = "error",
};
static const ConcCount visit_counts[CONC_N_VISITS] = {
  [CONC_VISIT_FOUND] = CONC_COUNT_PAGES,       [CONC_VISIT_LIST] = CONC_COUNT_LISTS,
  [CONC_VISIT_TYPE] = CONC_COUNT_TYPE,         [CONC_VISIT_ENCODING] = CONC_COUNT_ENCODING,
  [CONC_VISIT_LANGUAGE] = CONC_COUNT_LANGUAGE, [CONC_VISIT_ERROR] = CONC_COUNT_ERRORS,
};

static void
add_offered (ConcTask *task, ConcLinkKind kind, gint depth, const char *url)
{
  ConcLink *link = g_new0 (ConcLink, 1);
  link->kind = kind;
  link->depth = depth;
  link->url = g_strdup (url);
  g_ptr_array_add (task->offered, link);
}

/* The links of the event are to be visited. @results: the result page that they are of, or 0 */
static void
take_offered (ConcTask *task, guint64 results, guint n_endings, guint n_repeated)
{
  const guint n = task->offered->len;
  for (guint i = 0; i < n; i++) {
    ConcLink *link = task->offered->pdata[i];
    task->offered->pdata[i] = NULL;
    link->number = task->n_links++;
    link->results = results;
    g_hash_table_insert (task->links, &link->number, link);
    g_queue_push_tail (&task->waiting, link);
    link->place = task->waiting.tail;
    conc_seen_add (task->seen, link->url, strlen (link->url)); /* unless it was, when it was offered */
  }
  g_ptr_array_set_free_func (task->offered, NULL);
  g_ptr_array_set_size (task->offered, 0);
  g_ptr_array_set_free_func (task->offered, link_free);
  task->counts[CONC_COUNT_LINKS] += n + n_endings + n_repeated;
  task->counts[CONC_COUNT_ENDINGS] += n_endings;
  task->counts[CONC_COUNT_REPEATED] += n_repeated;
  task->n_endings = task->n_repeated = 0;
}

static void
next_query (ConcTask *task, ConcAsked *asked)
{
  asked->query += task->n_engines;
  asked->page = 1;
  asked->n_links = 0;
  asked->tries = 0;
}

/* All of its links are visited. */
static void
close_results (ConcTask *task, const Results *results)
{
  ConcAsked *asked = &task->asked[results->engine];
  asked->barren = results->found ? 0 : asked->barren + 1;
}

static void
apply_results (ConcTask *task, guint engine, gboolean more, guint n_endings, guint n_repeated)
{
  ConcAsked *asked = &task->asked[engine];
  const Results results = { .engine = engine, .n_links = task->offered->len };
  const guint64 number = ++task->n_results;
  asked->n_links += results.n_links + n_endings + n_repeated;
  take_offered (task, task->n_results, n_endings, n_repeated);
  task->counts[CONC_COUNT_RESULT_PAGES]++;
  asked->failed = asked->tries = 0;
  if (results.n_links > 0)
    g_hash_table_insert (task->open, g_memdup2 (&number, sizeof number),
                         g_memdup2 (&results, sizeof results));
  else
    close_results (task, &results);
  if (more)
    asked->page++;
  else
    next_query (task, asked);
}

static void
apply_failure (ConcTask *task, guint engine)
{
  ConcAsked *asked = &task->asked[engine];
  task->counts[CONC_COUNT_RESULT_PAGES]++;
  task->counts[CONC_COUNT_FAILED_RESULTS]++;
  asked->failed++;
  asked->tries++;
  if (asked->tries == CONC_MOST_TRIES)
    next_query (task, asked);
}

/* Returns: FALSE if there is no such link */
static gboolean
apply_visit (ConcTask *task, guint64 number, ConcVisit visit, guint64 output, guint sentences, guint repeats,
             guint n_endings, guint n_repeated)
{
  const ConcLink *link = g_hash_table_lookup (task->links, &number);
  if (!link)
    return FALSE;
  const guint64 of = link->results;
  Results *results = of ? g_hash_table_lookup (task->open, &of) : NULL;
  if (link->place) /* an earlier run took it */
    g_queue_delete_link (&task->waiting, link->place);
  g_hash_table_remove (task->links, &number);
  if (results) {
    results->found |= sentences > 0;
    if (--results->n_links == 0) {
      close_results (task, results);
      g_hash_table_remove (task->open, &of);
    }
  }
  take_offered (task, 0, n_endings, n_repeated);
  task->output = output;
  task->counts[visit_counts[visit]]++;
  task->counts[CONC_COUNT_PAGES] += visit != CONC_VISIT_FOUND && visit != CONC_VISIT_LIST;
  task->counts[CONC_COUNT_SENTENCES] += sentences;
  task->counts[CONC_COUNT_REPEATS] += repeats;
  return TRUE;
}

/* ---- Events ------------------------------------------------------------------------------------ */

gboolean
conc_task_offer (ConcTask *task, ConcLinkKind kind, gint depth, const char *url, GString *lines)
{
  g_autofree char *number = depth >= 0 ? g_strdup_printf ("%d", depth) : g_strdup ("-");
  if (kind == CONC_LINK_PAGE && conc_link_ending (url)) {
    task->n_endings++;
    return FALSE;
  }
  if (!conc_seen_add (task->seen, url, strlen (url))) {
    task->n_repeated++;
    return FALSE;
  }
  g_string_append_printf (lines, "link %s %s %s\n", kinds[kind], number, url);
  add_offered (task, kind, depth, url);
  return TRUE;
}

void
conc_task_add_given (ConcTask *task, GString *lines)
{
  g_string_append_printf (lines, "given %u %u\n", task->n_endings, task->n_repeated);
  task->given = TRUE;
  take_offered (task, 0, task->n_endings, task->n_repeated);
}

void
conc_task_add_results (ConcTask *task, guint engine, gboolean more, GString *lines)
{
  const ConcAsked *asked = &task->asked[engine];
  g_string_append_printf (lines, "results %u %" G_GUINT64_FORMAT " %u %s %u %u\n", engine, asked->query,
                          asked->page, more ? "more" : "last", task->n_endings, task->n_repeated);
  apply_results (task, engine, more, task->n_endings, task->n_repeated);
}

void
conc_task_add_failure (ConcTask *task, guint engine, GString *lines)
{
  const ConcAsked *asked = &task->asked[engine];
  g_string_append_printf (lines, "failed %u %" G_GUINT64_FORMAT " %u\n", engine, asked->query, asked->page);
  apply_failure (task, engine);
}

void
conc_task_add_visit (ConcTask *task, guint64 number, ConcVisit visit, guint64 output, guint sentences,
                     guint repeats, GString *lines)
{
  g_string_append_printf (lines, "visit %" G_GUINT64_FORMAT " %s %" G_GUINT64_FORMAT " %u %u %u %u\n", number,
                          visits[visit], output, sentences, repeats, task->n_endings, task->n_repeated);
  apply_visit (task, number, visit, output, sentences, repeats, task->n_endings, task->n_repeated);
}

/* ---- What is to be done ------------------------------------------------------------------------ */

gboolean
conc_task_is_given (const ConcTask *task)
{
  return task->given;
}

const ConcLink *
conc_task_take_link (ConcTask *task)
{
  ConcLink *link = g_queue_pop_head (&task->waiting);
  if (link)
    link->place = NULL;
  return link;
}

const ConcLink *
conc_task_find_link (const ConcTask *task, guint64 number)
{
  return g_hash_table_lookup (task->links, &number);
}

gsize
conc_task_get_n_waiting (const ConcTask *task)
{
  return task->waiting.length;
}

gsize
conc_task_get_n_taken (const ConcTask *task)
{
  return g_hash_table_size (task->links) - task->waiting.length;
}

const ConcAsked *
conc_task_get_asked (const ConcTask *task, guint engine)
{
  return &task->asked[engine];
}

guint64
conc_task_get_count (const ConcTask *task, ConcCount count)
{
  return task->counts[count];
}

guint64
conc_task_get_output (const ConcTask *task)
{
  return task->output;
}

/* ---- The journal ------------------------------------------------------------------------------- */

static gboolean
read_number (const char *text, guint64 most, guint64 *number)
{
  return g_ascii_string_to_unsigned (text, 10, 0, most, number, NULL);
}

static gboolean
read_guint (const char *text, guint *number)
{
  guint64 value = 0;
  if (!read_number (text, G_MAXINT, &value))
    return FALSE;
  *number = (guint) value;
  return TRUE;
}

static guint
find_word (const char *const *words, guint n, const char *word)
{
  guint i = 0;
  while (i < n && strcmp (words[i], word) != 0)
    i++;
  return i;
}

static gboolean
play_link (ConcTask *task, char **words)
{
  const guint kind = find_word (kinds, G_N_ELEMENTS (kinds), words[1]);
  guint depth = 0;
  g_autofree char *tidy = conc_link_tidy (words[3]);
  if (kind == G_N_ELEMENTS (kinds) || g_strcmp0 (tidy, words[3]) != 0 ||
      (strcmp (words[2], "-") != 0 && !read_guint (words[2], &depth)))
    return FALSE;
  add_offered (task, (ConcLinkKind) kind, *words[2] == '-' ? -1 : (gint) depth, words[3]);
  return TRUE;
}

/* Whether engine, query and page are those that come next. */
static gboolean
is_next (const ConcTask *task, char **words, guint *engine)
{
  guint64 query;
  guint page;
  return read_guint (words[1], engine) && *engine < task->n_engines &&
         read_number (words[2], G_MAXUINT64, &query) && query == task->asked[*engine].query &&
         read_guint (words[3], &page) && page == task->asked[*engine].page;
}

static gboolean
play_given (ConcTask *task, char **words)
{
  guint n_endings, n_repeated;
  if (task->given || task->n_links > 0 || !read_guint (words[1], &n_endings) ||
      !read_guint (words[2], &n_repeated))
    return FALSE;
  task->given = TRUE;
  take_offered (task, 0, n_endings, n_repeated);
  return TRUE;
}

static gboolean
play_results (ConcTask *task, char **words)
{
  guint engine, n_endings, n_repeated;
  const gboolean more = strcmp (words[4], "more") == 0;
  if (!is_next (task, words, &engine) || (!more && strcmp (words[4], "last") != 0) ||
      !read_guint (words[5], &n_endings) || !read_guint (words[6], &n_repeated))
    return FALSE;
  apply_results (task, engine, more, n_endings, n_repeated);
  return TRUE;
}

static gboolean
play_failed (ConcTask *task, char **words)
{
  guint engine;
  if (!is_next (task, words, &engine) || task->offered->len > 0)
    return FALSE;
  apply_failure (task, engine);
  return TRUE;
}

static gboolean
play_visit (ConcTask *task, char **words)
{
  const guint visit = find_word (visits, CONC_N_VISITS, words[2]);
  guint64 number, output;
  guint numbers[4];
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (!read_guint (words[4 + i], &numbers[i]))
      return FALSE;
  return visit < CONC_N_VISITS && read_number (words[1], G_MAXUINT64, &number) &&
         read_number (words[3], G_MAXINT64, &output) && output >= task->output &&
         apply_visit (task, number, (ConcVisit) visit, output, numbers[0], numbers[1], numbers[2],
                      numbers[3]);
}

static const struct {
  const char *word;
  guint n; /* words */
  gboolean (*play) (ConcTask *task, char **words);
  gboolean complete;
} events[] = {
  { "link", 4, play_link, FALSE },    { "given", 3, play_given, TRUE }, { "results", 7, play_results, TRUE },
  { "failed", 4, play_failed, TRUE }, { "visit", 8, play_visit, TRUE },
};

gboolean
conc_task_play (ConcTask *task, const char *line, gboolean *complete)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 9);
  const guint n = g_strv_length (words);
  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    if (n == events[i].n && strcmp (words[0], events[i].word) == 0) {
      *complete = events[i].complete;
      return events[i].play (task, words);
    }
  return FALSE;
}

guint64
conc_task_line_get_output (const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 5);
  guint64 output = 0;
  if (g_strv_length (words) == 5 && strcmp (words[0], "visit") == 0)
    read_number (words[3], G_MAXINT64, &output);
  return output;
}

void
conc_task_begin (ConcTask *task)
{
  g_ptr_array_set_size (task->offered, 0);
  for (guint i = 0; i < task->n_engines; i++)
    task->asked[i].failed = task->asked[i].barren = 0;
}

/* ---- For people ---------------------------------------------------------------------------------- */

/* What stands before and behind each number, in the order of ConcCount. */
static const struct {
  const char *before, *behind;
} words[CONC_N_COUNTS] = {
  [CONC_COUNT_RESULT_PAGES] = { "result pages ", "" },
  [CONC_COUNT_FAILED_RESULTS] = { " (failed ", "), " },
  [CONC_COUNT_LINKS] = { "links ", "" },
  [CONC_COUNT_REPEATED] = { " (known ", "" },
  [CONC_COUNT_ENDINGS] = { ", by ending ", "), " },
  [CONC_COUNT_LISTS] = { "lists ", ", " },
  [CONC_COUNT_PAGES] = { "pages ", "" },
  [CONC_COUNT_TYPE] = { " (by type ", "" },
  [CONC_COUNT_ENCODING] = { ", encoding ", "" },
  [CONC_COUNT_LANGUAGE] = { ", language ", "" },
  [CONC_COUNT_ERRORS] = { ", errors ", "), " },
  [CONC_COUNT_SENTENCES] = { "sentences ", "" },
  [CONC_COUNT_REPEATS] = { " (repeats ", ")" },
};

char *
conc_task_describe (const ConcTask *task)
{
  GString *text = g_string_new (NULL);
  for (ConcCount i = task->n_engines > 0 ? 0 : CONC_COUNT_LINKS; i < CONC_N_COUNTS; i++)
    if (i != CONC_COUNT_LISTS || task->counts[i] > 0)
      g_string_append_printf (text, "%s%" G_GUINT64_FORMAT "%s", words[i].before, task->counts[i],
                              words[i].behind);
  return g_string_free (text, FALSE);
}
