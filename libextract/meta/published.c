/* SPDX-License-Identifier: MIT */
/*
 * Which of the days that a page names is the one on which it was published, or none of them.
 *
 * Candidates of the same day are one choice, "no date" is another; each has facts, and each fact a weight:
 *
 *   score (c) = sum over facts f of weight (f) * value (c, f)        the choice with the highest score is it
 *
 * The weights come from pages whose dates people know, dated and undated ones, by maximum likelihood of a
 * softmax over the choices of a page. They say: what is declared, and what stands right at the headline; not
 * a date that is one of many, nor one of a shop or of the first page of a site.
 */
#include "libextract/meta/decide.h"

#include <stdlib.h>
#include <string.h>

#include "libextract/meta/date.h"

#define MAX_DAYS 64

/* Who names the day: bits, of dates of publication; the same shifted are of changes. */
enum {
  BY_THING = 1 << 0,         /* datePublished of the main thing */
  BY_THING_CREATED = 1 << 1, /* dateCreated, or the same thing in another notation */
  BY_PAGE_THING = 1 << 2,    /* of the WebPage around it */
  BY_OTHER_THING = 1 << 3,
  BY_OPENGRAPH = 1 << 4,
  BY_META = 1 << 5,
  BY_DUBLIN_CORE = 1 << 6,
  BY_CITATION = 1 << 7,
  BY_ADDRESS = 1 << 8,
  BY_TIME = 1 << 9,
  BY_TIME_ASIDE = 1 << 10,
  BY_CLASS = 1 << 11,
  BY_CLASS_ASIDE = 1 << 12,
  BY_TEXT = 1 << 13,
  BY_TEXT_LABELLED = 1 << 14,
  BY_FAR_TEXT = 1 << 15,
};

#define CHANGED(by) ((by) << 16)
#define BY_ANY 0xffffu
#define DECLARED (BY_THING | BY_OPENGRAPH | BY_META | BY_DUBLIN_CORE | BY_CITATION | BY_ADDRESS)
/* Elements this near to the headline are about it. */
#define NEAR_BEFORE 4
#define NEAR_BEHIND 12

typedef struct {
  ExtractDate date; /* as exact as any candidate is */
  guint32 number;   /* days since year 1 */
  guint32 by;
  guint trust;   /* of the candidate that @source is of */
  Source source; /* of publication; of a change if nobody speaks of publication */
  gboolean near; /* an element near the headline names it as published */
  gboolean labelled;
  gboolean nearest; /* the date in the text that is nearest to the headline */
  guint n_time, n_class;
} Day;

typedef struct {
  const Candidates *all;
  guint32 headline;
  Day days[MAX_DAYS];
  guint n;
  gboolean product, post, home;
} Days;

/* ---- Collecting ----------------------------------------------------------------------------- */

static guint32
who_names (const Candidate *candidate)
{
  const gboolean aside = (candidate->flags & CANDIDATE_OTHER) != 0;

  switch ((Source) candidate->source) {
  case SOURCE_JSON_LD:
  case SOURCE_MICRODATA:
  case SOURCE_RDFA:
    return candidate->trust >= 95   ? BY_THING
           : candidate->trust == 65 ? BY_THING_CREATED
           : candidate->trust == 55 ? BY_PAGE_THING
                                    : BY_OTHER_THING;
  case SOURCE_OPENGRAPH:
    return BY_OPENGRAPH;
  case SOURCE_DUBLIN_CORE:
    return BY_DUBLIN_CORE;
  case SOURCE_CITATION:
    return BY_CITATION;
  case SOURCE_ADDRESS:
    return BY_ADDRESS;
  case SOURCE_TIME:
    return aside ? BY_TIME_ASIDE : BY_TIME;
  case SOURCE_CLASS:
    return aside ? BY_CLASS_ASIDE : BY_CLASS;
  case SOURCE_TEXT:
    return candidate->trust < 15                          ? BY_FAR_TEXT
           : (candidate->flags & CANDIDATE_LABELLED) != 0 ? BY_TEXT_LABELLED
                                                          : BY_TEXT;
  default:
    return BY_META;
  }
}

/* Returns: (nullable): the choice of that day; NULL if there are too many */
static Day *
day_add (Days *d, const ExtractDate *date)
{
  const guint32 number = extract_date_to_days (date);

  for (guint i = 0; i < d->n; i++)
    if (d->days[i].number == number)
      return &d->days[i];
  if (d->n == MAX_DAYS)
    return NULL;
  d->days[d->n] = (Day){ .date = *date, .number = number };
  return &d->days[d->n++];
}

/* @text_distance: (inout): of the nearest date in the text so far */
static void
add_candidate (Days *d, const Candidate *candidate, guint *text_distance)
{
  const char *text = candidate_text (d->all, candidate);
  const gboolean changed = candidate->field == EXTRACT_FIELD_MODIFIED;
  guint32 by = who_names (candidate);
  gint64 distance;
  ExtractDate date;
  gsize start, end;
  Day *day;

  if (!extract_date_find (text, strlen (text), d->all->date_flags | EXTRACT_DATE_MACHINE, d->all->today,
                          &date, &start, &end) ||
      date.precision < EXTRACT_DATE_DAY || !(day = day_add (d, &date)))
    return;
  if (changed ? !(day->by & BY_ANY) && candidate->trust > day->trust
              : !(day->by & BY_ANY) || candidate->trust > day->trust) {
    day->trust = candidate->trust;
    day->source = candidate->source;
  }
  if (date.precision > day->date.precision)
    day->date = date;
  day->by |= changed ? CHANGED (by) : by;
  day->n_time += !changed && by == BY_TIME;
  day->n_class += !changed && by == BY_CLASS;
  distance = (gint64) candidate->piece - d->headline;
  if ((candidate->source == SOURCE_TIME || candidate->source == SOURCE_CLASS)) {
    day->labelled = day->labelled || (!changed && (candidate->flags & CANDIDATE_LABELLED));
    day->near = day->near || (!changed && d->headline != G_MAXUINT32 && candidate->piece != G_MAXUINT32 &&
                              distance >= -NEAR_BEFORE && distance <= NEAR_BEHIND);
  }
  if (candidate->source == SOURCE_TEXT && by != BY_FAR_TEXT) {
    const guint away = (guint) (d->headline == G_MAXUINT32 ? candidate->piece : (guint32) ABS (distance));

    if (away < *text_distance) {
      for (guint i = 0; i < d->n; i++)
        d->days[i].nearest = FALSE;
      day->nearest = TRUE;
      *text_distance = away;
    }
  }
}

/* 3/4 was read as 4 March, and a machine says that it is 3 April. */
static gboolean
is_swapped (const Day *day, const Day *other)
{
  return !(day->by & (BY_THING | BY_OPENGRAPH | BY_ADDRESS)) && day->date.day != day->date.month &&
         other->date.year == day->date.year && other->date.month == day->date.day &&
         other->date.day == day->date.month &&
         (other->by & (DECLARED | BY_PAGE_THING | BY_TIME | CHANGED (BY_THING) | CHANGED (BY_OPENGRAPH)));
}

/* 02:11 in Greenwich was 21:11 of the day before where the page was made. */
static gboolean
is_elsewhere (const Day *day, const Day *other)
{
  const ExtractDate *a = &day->date, *b = &other->date;

  return a->has_zone && a->zone == 0 && b->has_zone && b->zone != 0 &&
         (gint64) day->number * 1440 + a->hour * 60 + a->minute ==
             (gint64) other->number * 1440 + b->hour * 60 + b->minute - b->zone;
}

/* Days that are one, written in two ways. */
static void
join_same (Days *d)
{
  for (guint i = 0; i < d->n; i++)
    for (guint j = 0; j < d->n; j++) {
      Day *day = &d->days[i], *other = &d->days[j];

      if (!is_swapped (day, other) && !is_elsewhere (day, other))
        continue;
      other->by |= day->by;
      other->near = other->near || day->near;
      other->nearest = other->nearest || day->nearest;
      other->n_time += day->n_time;
      other->n_class += day->n_class;
      *day = d->days[--d->n];
      i--;
      break;
    }
}

static void
collect (Days *d)
{
  const char *uri = d->all->page->uri, *path;
  guint text_distance = G_MAXUINT;

  for (guint i = 0; i < candidates_length (d->all); i++) {
    const Candidate *candidate = candidate_get (d->all, i);
    const char *text = candidate_text (d->all, candidate);

    EXTRACT_BUDGET_LOOK_EVERY (i + 1, 64);
    if (candidate->field == EXTRACT_FIELD_KIND) {
      d->product = d->product || strcmp (text, "product") == 0;
      d->post = d->post || strcmp (text, "forum") == 0 || strcmp (text, "question") == 0;
    } else if (candidate->field == EXTRACT_FIELD_PUBLISHED || candidate->field == EXTRACT_FIELD_MODIFIED)
      add_candidate (d, candidate, &text_distance);
  }
  join_same (d);
  path = uri ? strstr (uri, "://") : NULL;
  if (path) {
    path += 3 + strcspn (path + 3, "/");
    d->home = *path == '\0' || strcmp (path, "/") == 0;
  }
}

/* ---- Facts ---------------------------------------------------------------------------------- */

/* What is true of several days together. */
typedef struct {
  guint32 first; /* the number of the earliest day */
  guint with_time, with_class;
} Overview;

static Overview
look_over (const Days *d)
{
  Overview o = { .first = G_MAXUINT32 };

  for (guint i = 0; i < d->n; i++) {
    o.first = MIN (o.first, d->days[i].number);
    o.with_time += (d->days[i].by & BY_TIME) != 0;
    o.with_class += (d->days[i].by & BY_CLASS) != 0;
  }
  return o;
}

static double
score (const Days *d, const Day *day, const Overview *o)
{
  const guint32 by = day->by;
  guint says = 0;
  double sum = 0;

  const struct {
    gboolean is;
    double weight;
  } facts[] = {
    { (by & BY_THING) != 0, -0.71 }, /* beside what it has for being declared */
    { (by & BY_PAGE_THING) != 0, 1.04 },
    { (by & BY_OPENGRAPH) != 0, 1.72 },
    { (by & BY_META) != 0, 0.95 },
    { (by & BY_ADDRESS) != 0, 2.40 },
    { (by & BY_TEXT) != 0, 1.10 },
    { (by & BY_TEXT_LABELLED) != 0, 0.95 },
    { (by & CHANGED (BY_THING)) != 0, 1.22 },
    { (by & CHANGED (BY_OPENGRAPH)) != 0, -0.51 },
    { (by & BY_ANY) == 0, 0.66 },
    { (by & DECLARED) != 0, 2.02 },
    { day->near, 1.85 },
    { day->nearest, 2.52 },
    { day->near && day->nearest, -2.35 },
    { d->n > 1 && day->number == o->first, 0.49 },
    { (by & BY_TIME) && o->with_time > 2, 0.83 },
    { (by & BY_CLASS) && o->with_class > 2, -1.08 },
    { d->post && (by & BY_THING), 1.83 },
    { d->post && (by & BY_THING_CREATED), 1.53 },
    { d->post && day->near, 1.91 },
    { d->post && day->nearest, -1.41 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    sum += facts[i].is ? facts[i].weight : 0;
  for (guint32 bits = by & BY_ANY; bits; bits &= bits - 1)
    says++;
  return sum + 1.71 * MIN (4u, says + day->near + day->labelled) / 4;
}

static double
score_none (const Days *d)
{
  return (d->post ? 0.9 : 1.5) + (d->product ? 4.46 : 0) + (d->home ? 3.14 : 0);
}

/* ---- The dates ------------------------------------------------------------------------------ */

/* A month or a year that is declared, where no day is known. */
static void
decide_inexact (const Candidates *all, Decided *decided)
{
  for (guint i = 0; i < candidates_length (all); i++) {
    const Candidate *candidate = candidate_get (all, i);
    const char *text = candidate_text (all, candidate);
    char printed[EXTRACT_DATE_LENGTH];
    ExtractDate date;
    gsize start, end;

    if (candidate->field != EXTRACT_FIELD_PUBLISHED || candidate->trust < 76 ||
        !extract_date_find (text, strlen (text), all->date_flags | EXTRACT_DATE_MACHINE, all->today, &date,
                            &start, &end) ||
        date.precision >= EXTRACT_DATE_DAY)
      continue;
    extract_date_print (&date, printed);
    decided_add (decided, EXTRACT_FIELD_PUBLISHED, candidate->source, printed, strlen (printed));
    return;
  }
}

/* The most trusted day of a change that is not before @published. */
static void
decide_modified (const Days *d, Decided *decided, guint32 published)
{
  static const guint32 order[] = { BY_THING, BY_OPENGRAPH,     BY_META, BY_DUBLIN_CORE, BY_PAGE_THING,
                                   BY_TIME,  BY_TEXT_LABELLED, BY_TEXT, BY_CLASS,       BY_FAR_TEXT };
  static const Source sources[] = { SOURCE_JSON_LD, SOURCE_OPENGRAPH, SOURCE_META, SOURCE_DUBLIN_CORE,
                                    SOURCE_JSON_LD, SOURCE_TIME,      SOURCE_TEXT, SOURCE_TEXT,
                                    SOURCE_CLASS,   SOURCE_TEXT };

  for (guint o = 0; o < G_N_ELEMENTS (order); o++)
    for (guint i = 0; i < d->n; i++) {
      char printed[EXTRACT_DATE_LENGTH];

      if (!(d->days[i].by & CHANGED (order[o])) || d->days[i].number < published)
        continue;
      extract_date_print (&d->days[i].date, printed);
      decided_add (decided, EXTRACT_FIELD_MODIFIED, sources[o], printed, strlen (printed));
      return;
    }
}

void
decide_dates (const Candidates *all, Decided *decided)
{
  Days *d = EXTRACT_NEW0 (Days, 1);
  const Day *best = NULL;
  double best_score;
  Overview o;

  d->all = all;
  d->headline = decided->headline;
  collect (d);
  o = look_over (d);
  best_score = score_none (d);
  for (guint i = 0; i < d->n; i++) {
    const double found = score (d, &d->days[i], &o);

    if (found > best_score) {
      best = &d->days[i];
      best_score = found;
    }
  }
  if (best) {
    char printed[EXTRACT_DATE_LENGTH];

    extract_date_print (&best->date, printed);
    decided_add (decided, EXTRACT_FIELD_PUBLISHED, best->source, printed, strlen (printed));
  } else
    decide_inexact (all, decided);
  decide_modified (d, decided, best ? best->number : 0);
  extract_memory_free (d);
}
