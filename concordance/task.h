/* SPDX-License-Identifier: MIT */
/*
 * A long task: which links are known, which of them are still to be visited, which result page is next, and
 * what was counted. All that changes it is an event, and each event is a line of the journal, behind the
 * links that it brought:
 *
 *   link page - https://a.example/          a page to be visited, or a list; in a crawl with its depth
 *   given 0 1                               the task began with these; links left out, known
 *   results 0 3 1 more 2 5                  engine, query, page, whether more follow; links left out, known
 *   failed 0 3 2                            the result page could not be had
 *   visit 17 found 8213 2 0 0 0             link, verdict, bytes of the output, sentences, repeats; links
 *                                           left out, known
 *
 * Links are numbered as they come, from 0 on. Played again, the lines give the same task. A link without a
 * line "visit" is still to be visited.
 */
#pragma once

#include <gio/gio.h>

/* What is counted. */
typedef enum {
  CONC_COUNT_RESULT_PAGES,
  CONC_COUNT_FAILED_RESULTS,
  CONC_COUNT_LINKS,    /* offered */
  CONC_COUNT_REPEATED, /* of these, known */
  CONC_COUNT_ENDINGS,  /* of these, left out by their ending */
  CONC_COUNT_LISTS,
  CONC_COUNT_PAGES, /* visited */
  CONC_COUNT_TYPE,  /* of these, left out by their type; the next three alike */
  CONC_COUNT_ENCODING,
  CONC_COUNT_LANGUAGE,
  CONC_COUNT_ERRORS,
  CONC_COUNT_SENTENCES,
  CONC_COUNT_REPEATS,
  CONC_N_COUNTS
} ConcCount;

/* What a visit came to. */
typedef enum {
  CONC_VISIT_FOUND, /* read, whether there was a sentence or not */
  CONC_VISIT_LIST,
  CONC_VISIT_TYPE,
  CONC_VISIT_ENCODING,
  CONC_VISIT_LANGUAGE,
  CONC_VISIT_ERROR,
  CONC_N_VISITS
} ConcVisit;

typedef enum { CONC_LINK_PAGE, CONC_LINK_LIST } ConcLinkKind;

typedef struct {
  guint64 number;
  ConcLinkKind kind;
  gint depth; /* of a page in a crawl, or of a list in lists; -1: neither */
  char *url;
  guint64 results; /* the result page that it is of, from 1 on; 0: none */
  GList *place;    /* (nullable): among those that nobody has taken; not owned */
} ConcLink;

/* So often a result page is asked for; then the next query comes. */
#define CONC_MOST_TRIES 3

/* Thesis: so many failures, or result pages without a sentence, one behind the other, and it gives up. */
#define CONC_MOST_FAILED 10
#define CONC_MOST_BARREN 10

typedef struct {
  guint64 query; /* that is next; n_engines apart */
  guint page;    /* of it, from 1 on */
  guint n_links; /* of its result pages so far */
  guint tries;   /* of this result page, that failed */
  guint failed;  /* in a row */
  guint barren;  /* the same without a sentence */
} ConcAsked;

typedef struct _ConcTask ConcTask;

/* conc_task_new: @memory: links that are known for sure: of older ones see conc_seen_keep_older () */
ConcTask *conc_task_new (guint n_engines, guint memory);
void conc_task_free (ConcTask *task);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ConcTask, conc_task_free)

/* ---- Events: links that are offered, and what they come from. @lines: for the journal ---------- */

/* conc_task_offer: @url: as conc_link_tidy () has it. Returns: whether it is one that is not known */
gboolean conc_task_offer (ConcTask *task, ConcLinkKind kind, gint depth, const char *url, GString *lines);
/* conc_task_add_given: they are those that the task begins with. */
void conc_task_add_given (ConcTask *task, GString *lines);
/* conc_task_add_results: the result page that was next has come. @more: the query has more of them */
void conc_task_add_results (ConcTask *task, guint engine, gboolean more, GString *lines);
void conc_task_add_failure (ConcTask *task, guint engine, GString *lines);
/* conc_task_add_visit: @output: bytes of the output with it */
void conc_task_add_visit (ConcTask *task, guint64 number, ConcVisit visit, guint64 output, guint sentences,
                          guint repeats, GString *lines);

/* ---- What is to be done ------------------------------------------------------------------------ */

/* conc_task_is_given: whether it has what it begins with. */
gboolean conc_task_is_given (const ConcTask *task);
/* conc_task_take_link: Returns: (transfer none) (nullable): the next link that nobody has taken; it is there
 * until its visit is added */
const ConcLink *conc_task_take_link (ConcTask *task);
/* conc_task_find_link: Returns: (transfer none) (nullable): one that was taken */
const ConcLink *conc_task_find_link (const ConcTask *task, guint64 number);
gsize conc_task_get_n_taken (const ConcTask *task);
gsize conc_task_get_n_waiting (const ConcTask *task);
const ConcAsked *conc_task_get_asked (const ConcTask *task, guint engine);
guint64 conc_task_get_count (const ConcTask *task, ConcCount count);
guint64 conc_task_get_output (const ConcTask *task);

/* ---- The journal ------------------------------------------------------------------------------- */

/* conc_task_play: @line: without its end. @complete: (out): an event ends with it, so that all so far counts.
 * Returns: FALSE if no task has such a line */
gboolean conc_task_play (ConcTask *task, const char *line, gboolean *complete);
/* conc_task_line_get_output: Returns: the bytes of the output with that event; 0 if the line does not say */
guint64 conc_task_line_get_output (const char *line);
/* conc_task_begin: behind the last line: links of an event that did not come to its end are forgotten, and
 * nobody has failed yet. */
void conc_task_begin (ConcTask *task);

/* conc_task_describe: what was counted, for people. Returns: (transfer full) */
char *conc_task_describe (const ConcTask *task);
