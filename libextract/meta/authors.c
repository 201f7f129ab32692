/* SPDX-License-Identifier: MIT */
/*
 * Which of the names that a page names are its authors.
 *
 * Each name has facts: who says it, where it stands, what it looks like. It is an author if
 *
 *   sum over facts f of weight (f) * value (name, f)  >  THRESHOLD
 *
 * The weights come from pages whose authors people know, by maximum likelihood (a logistic regression). They
 * say: whom the page declares, and the first name at the headline; not a second one somewhere else, not a
 * part of another name, not one of many.
 */
#include "libextract/meta/decide.h"

#include <string.h>

#include "libextract/meta/fold.h"
#include "libextract/meta/person.h"

#define MAX_NAMES 96
#define MAX_AUTHORS 24
#define THRESHOLD 0.1

/* Who says that somebody is an author: bits. */
enum {
  BY_THING = 1 << 0,
  BY_PAGE_THING = 1 << 1,
  BY_OTHER_THING = 1 << 2,
  BY_DATA = 1 << 3, /* twitter:data1 with a label */
  BY_OPENGRAPH = 1 << 4,
  BY_META = 1 << 5,
  BY_CITATION = 1 << 6,
  BY_DUBLIN_CORE = 1 << 7,
  BY_REL = 1 << 8,
  BY_PATH = 1 << 9,        /* a link to /author/... */
  BY_OTHER_PATH = 1 << 10, /* a link to /people/... and the like */
  BY_CLASS = 1 << 11,
  BY_CLASS_ASIDE = 1 << 12,
  BY_TEXT = 1 << 13,
};

#define DECLARED (BY_THING | BY_DATA | BY_META | BY_CITATION | BY_DUBLIN_CORE)
#define SEEN (BY_REL | BY_PATH | BY_OTHER_PATH | BY_CLASS | BY_TEXT)

typedef struct {
  char name[PERSON_LENGTH];
  char folded[PERSON_LENGTH];
  guint32 by;
  guint32 first_of; /* BY_… of which it is the first name of all */
  guint trust;      /* of the candidate that @source is of */
  Source source;
  double near; /* 0 .. 1 */
  gboolean far_text, nearest, person;
} Name;

typedef struct {
  const Candidates *all;
  guint32 headline;
  guint n;
  guint n_class;  /* times that a class names somebody */
  guint32 had;    /* BY_… that had a name */
  gint64 nearest; /* distance of the nearest name to the headline, in blocks */
  gboolean post;
  Name names[MAX_NAMES]; /* the first n are set */
} Names;

/* ---- Collecting ----------------------------------------------------------------------------- */

static guint32
who_says (const Candidate *candidate)
{
  switch ((Source) candidate->source) {
  case SOURCE_JSON_LD:
  case SOURCE_MICRODATA:
  case SOURCE_RDFA:
    return candidate->trust >= 90 ? BY_THING : candidate->trust < 60 ? BY_PAGE_THING : BY_OTHER_THING;
  case SOURCE_OPENGRAPH:
    return candidate->trust == 84 ? BY_DATA : BY_OPENGRAPH;
  case SOURCE_CITATION:
    return BY_CITATION;
  case SOURCE_DUBLIN_CORE:
    return BY_DUBLIN_CORE;
  case SOURCE_LINK:
    return candidate->trust >= 70 ? BY_REL : candidate->flags & CANDIDATE_OTHER ? BY_OTHER_PATH : BY_PATH;
  case SOURCE_CLASS:
    return candidate->flags & CANDIDATE_OTHER ? BY_CLASS_ASIDE : BY_CLASS;
  case SOURCE_TEXT:
    return BY_TEXT;
  default:
    return BY_META;
  }
}

static PersonTrust
how_to_read (const Candidate *candidate)
{
  if (candidate->flags & CANDIDATE_USER)
    return PERSON_USER;
  switch ((Source) candidate->source) {
  case SOURCE_CLASS:
  case SOURCE_TEXT:
  case SOURCE_LINK:
    return PERSON_SEEN;
  case SOURCE_CITATION:
  case SOURCE_DUBLIN_CORE:
    return PERSON_REVERSED;
  default:
    return PERSON_DECLARED;
  }
}

static Name *
name_add (Names *n, const char *text)
{
  char folded[PERSON_LENGTH];
  Name *name;

  extract_fold (text, strlen (text), folded, sizeof folded);
  for (guint i = 0; i < n->n; i++)
    if (strcmp (n->names[i].folded, folded) == 0)
      return &n->names[i];
  if (n->n == MAX_NAMES)
    return NULL;
  name = &n->names[n->n++];
  *name = (Name){ .near = 0 };
  g_strlcpy (name->name, text, sizeof name->name);
  g_strlcpy (name->folded, folded, sizeof name->folded);
  return name;
}

static void
note_place (Names *n, Name *name, const Candidate *candidate, guint32 by, gboolean first)
{
  const gint64 distance = (gint64) candidate->piece - n->headline;

  if (!(by & SEEN) || n->headline == G_MAXUINT32 || candidate->piece == G_MAXUINT32)
    return;
  name->near = MAX (name->near, distance >= -3 && distance <= 6    ? 1
                                : distance >= -5 && distance <= 15 ? 0.5
                                                                   : 0);
  if (!first)
    return;
  if (ABS (distance) < n->nearest) {
    for (guint i = 0; i < n->n; i++)
      n->names[i].nearest = FALSE;
    name->nearest = TRUE;
    n->nearest = ABS (distance);
  }
}

/* Many words, and most of them small: what a person says of themselves. */
static gboolean
is_prose (const char *text)
{
  guint words = 0, small = 0;

  for (const char *p = text; *p; p = g_utf8_next_char (p))
    if (p == text || p[-1] == ' ') {
      words++;
      small += g_unichar_islower (g_utf8_get_char (p));
    }
  return words > 12 && 2 * small > words;
}

static void
add_candidate (Names *n, const Candidate *candidate)
{
  const char *place = candidate_text (n->all, candidate);
  const guint32 by = who_says (candidate);
  const PersonTrust trust = how_to_read (candidate);
  char text[PERSON_LENGTH];

  if (is_prose (place))
    return;
  for (guint i = 0; person_next (&place, trust, text); i++) {
    Name *name = name_add (n, text);

    if (!name)
      return;
    if (candidate->trust > name->trust) {
      name->trust = candidate->trust;
      name->source = candidate->source;
      g_strlcpy (name->name, text, sizeof name->name);
    }
    name->by |= by;
    name->person = name->person || (candidate->flags & CANDIDATE_PERSON);
    name->far_text = name->far_text || (by == BY_TEXT && candidate->trust <= 25);
    n->n_class += by == BY_CLASS;
    if (!(n->had & by)) {
      n->had |= by;
      name->first_of |= by;
    }
    note_place (n, name, candidate, by, i == 0);
  }
}

/* ---- Facts ---------------------------------------------------------------------------------- */

static gboolean
has_words (const char *words, const char *part)
{
  const gsize length = strlen (part);

  for (const char *p = strstr (words, part); p; p = strstr (p + 1, part))
    if ((p == words || p[-1] == ' ') && (p[length] == '\0' || p[length] == ' '))
      return TRUE;
  return FALSE;
}

/* What the others are to a name. */
typedef struct {
  gboolean any_declared; /* some name is declared */
  gboolean near_seen;    /* a name that is not stands at the headline */
} Overview;

static double
score (const Names *n, const Name *name, const Overview *o)
{
  const guint32 by = name->by;
  const gboolean declared = (by & DECLARED) != 0;
  guint words = 1;
  gboolean part = FALSE, whole = FALSE;
  double sum = -2.05 + 1.70 * name->near;

  for (const char *p = name->name; *p; p++)
    words += *p == ' ' && p[1];
  for (guint i = 0; i < n->n; i++)
    if (&n->names[i] != name) {
      part = part || has_words (n->names[i].folded, name->folded);
      whole = whole || has_words (name->folded, n->names[i].folded);
    }

  const struct {
    gboolean is;
    double weight;
  } facts[] = {
    { declared, 2.59 },
    { (by & BY_META) != 0, 0.84 },
    { (by & BY_CLASS) != 0, -0.49 },
    { (by & BY_TEXT) != 0, -1.23 },
    { (name->first_of & BY_CLASS) != 0, 1.74 },
    { (name->first_of & BY_TEXT) != 0, 0.95 },
    { name->far_text, 1.61 },
    { name->nearest, 1.90 },
    { name->person, 0.80 },
    { __builtin_popcount (by) >= 2, 1.48 },
    { part, 1.03 },
    { whole, -2.85 },
    { words == 1, -1.00 },
    { words == 1 && !declared, -0.74 },
    { words > 3, -1.69 },
    { (by & BY_CLASS) && n->n_class > 4, -0.55 },
    { !declared && o->any_declared, -2.20 },
    { declared && (by & SEEN), -2.65 },
    { declared && !(by & SEEN) && o->near_seen, -2.45 },
    { n->post && (by & (BY_THING | BY_OTHER_THING)), 2.31 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    sum += facts[i].is ? facts[i].weight : 0;
  /* Libraries are told all authors. */
  return by & BY_CITATION ? MAX (sum, THRESHOLD + 1) : sum;
}

void
decide_authors (const Candidates *all, Decided *decided)
{
  Names *n = EXTRACT_NEW (Names, 1);
  Overview o = { FALSE, FALSE };
  guint found = 0;

  /* Most pages have three names: the place for all of them is not cleared. */
  memset (n, 0, G_STRUCT_OFFSET (Names, names));
  n->all = all;
  n->headline = decided->headline;
  n->nearest = G_MAXINT64;
  for (guint i = 0; i < candidates_length (all); i++) {
    const Candidate *candidate = candidate_get (all, i);
    const char *text = candidate_text (all, candidate);

    EXTRACT_BUDGET_LOOK_EVERY (i + 1, 16);
    if (candidate->field == EXTRACT_FIELD_AUTHOR)
      add_candidate (n, candidate);
    else if (candidate->field == EXTRACT_FIELD_KIND)
      n->post = n->post || strcmp (text, "forum") == 0 || strcmp (text, "question") == 0;
  }
  for (guint i = 0; i < n->n; i++) {
    const gboolean declared = (n->names[i].by & DECLARED) != 0;

    o.any_declared = o.any_declared || declared;
    o.near_seen =
        o.near_seen || (!declared && (n->names[i].by & (BY_TEXT | BY_PATH | BY_REL)) && n->names[i].near > 0);
  }
  for (guint i = 0; i < n->n && found < MAX_AUTHORS; i++)
    if (score (n, &n->names[i], &o) > THRESHOLD) {
      decided_add (decided, EXTRACT_FIELD_AUTHOR, n->names[i].source, n->names[i].name,
                   strlen (n->names[i].name));
      found++;
    }
  extract_memory_free (n);
}
