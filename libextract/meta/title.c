/* SPDX-License-Identifier: MIT */
/*
 * Which of the texts that could be the title is the one. Texts that are the same but for case and signs are
 * one choice; a choice has facts, and each fact a weight:
 *
 *   score (c) = sum over facts f of weight (f) * value (c, f)        the choice with the highest score is it
 *
 * The weights come from pages whose titles people know, by maximum likelihood of a softmax over the choices
 * of a page; facts without which titles of other sites are as right as with them are left out. They say what
 * one would think: words of the address are in it, the first h1 and og:title are good, what has a | in it is
 * not done yet, on the first page of a site titles stay whole.
 */
#include "libextract/meta/decide.h"

#include <string.h>

#include "libextract/meta/fold.h"
#include "libextract/meta/headline.h"

#define MAX_CHOICES 192
#define MAX_FOLDED 1024
#define MAX_WORDS 64

/* Who says it: bits. */
enum {
  BY_HEADING = 1 << 0,       /* the first h1 */
  BY_OTHER_HEADING = 1 << 1, /* another one */
  BY_CLASS = 1 << 2,
  BY_HEADLINE = 1 << 3, /* of the main thing in linked data */
  BY_NAME = 1 << 4,     /* its name */
  BY_PAGE = 1 << 5,     /* the name of the page, of the same thing elsewhere */
  BY_OPENGRAPH = 1 << 6,
  BY_TWITTER = 1 << 7,
  BY_TITLE = 1 << 8,
  BY_META = 1 << 9,
  BY_LIBRARY = 1 << 10,  /* citation_title */
  BY_CUT_PIPE = 1 << 11, /* what is before a | in a text of theirs */
  BY_CUT_DASH = 1 << 12, /* before a dash */
  BY_WHOLE = 1 << 13,    /* with the name of the site that others lose */
  BY_WHOLE_OPENGRAPH = 1 << 14,
};

#define BY_SEEN (BY_HEADING | BY_OTHER_HEADING | BY_CLASS)
#define BY_HEAD (BY_HEADLINE | BY_NAME | BY_PAGE | BY_OPENGRAPH | BY_TWITTER | BY_TITLE)
#define BY_ITSELF (BY_SEEN | BY_HEAD | BY_META | BY_LIBRARY)

/* Of texts that are the same but for case and signs, the one of the earlier row is taken. */
static const guint32 order[] = {
  BY_HEADING, BY_LIBRARY,       BY_HEADLINE, BY_OPENGRAPH, BY_TWITTER,  BY_NAME,     BY_TITLE,
  BY_META,    BY_OTHER_HEADING, BY_CLASS,    BY_PAGE,      BY_CUT_PIPE, BY_CUT_DASH, BY_WHOLE,
};

typedef struct {
  guint32 by;           /* BY_… */
  guint32 text, length; /* in Choices.texts: the text to take */
  guint32 rank;         /* of it, in `order` */
  guint32 folded;       /* offset into Choices.texts */
  guint32 piece;        /* where it is seen; G_MAXUINT32 */
  Source source;        /* of the text */
} Choice;

typedef struct {
  const Candidates *all;
  SiteNames site;
  Choice choices[MAX_CHOICES];
  guint n;
  ExtractString *texts;
  gboolean home, post; /* the first page of a site; one of a forum */
  guint headings;
  char slug[256]; /* the longest part of the path, folded */
} Choices;

/* ---- Collecting ----------------------------------------------------------------------------- */

static void
choice_add (Choices *c, guint32 by, Source source, guint32 piece, const char *text, gsize length)
{
  char folded[MAX_FOLDED];
  Choice *choice = NULL;
  guint32 rank = 0;

  /* Signs of permalinks, and quotes around the whole. */
  while (length > 0 && (text[length - 1] == ' ' || g_str_has_prefix (text + length - 1, "#")))
    length--;
  if (length > 2 && g_str_has_prefix (text + length - 2, "¶"))
    length -= 2;
  if (length > 2 && text[0] == '"' && text[length - 1] == '"' && !memchr (text + 1, '"', length - 2)) {
    text++;
    length -= 2;
  }
  while (length > 0 && text[length - 1] == ' ')
    length--;
  if (extract_fold (text, length, folded, sizeof folded) == 0)
    return;
  for (guint i = 0; i < c->n && !choice; i++)
    if (strcmp (c->texts->str + c->choices[i].folded, folded) == 0)
      choice = &c->choices[i];
  if (!choice) {
    if (c->n == MAX_CHOICES)
      return;
    choice = &c->choices[c->n++];
    *choice = (Choice){ .rank = G_MAXUINT32, .folded = (guint32) c->texts->len, .piece = G_MAXUINT32 };
    extract_string_append (c->texts, folded, strlen (folded) + 1);
  }
  while (rank < G_N_ELEMENTS (order) && !(by & order[rank]))
    rank++;
  if (rank < choice->rank) {
    choice->rank = rank;
    choice->source = source;
    choice->text = (guint32) c->texts->len;
    choice->length = (guint32) length;
    extract_string_append (c->texts, text, length);
    extract_string_append_c (c->texts, '\0');
  }
  choice->by |= by;
  if (piece != G_MAXUINT32 && choice->piece == G_MAXUINT32)
    choice->piece = piece;
}

static guint32
who_says (Choices *c, const Candidate *candidate)
{
  switch ((Source) candidate->source) {
  case SOURCE_JSON_LD:
  case SOURCE_MICRODATA:
  case SOURCE_RDFA:
    return candidate->trust >= 90 ? BY_HEADLINE : candidate->trust >= 80 ? BY_NAME : BY_PAGE;
  case SOURCE_OPENGRAPH:
    return candidate->trust >= 85 ? BY_OPENGRAPH : BY_TWITTER;
  case SOURCE_TITLE:
    return BY_TITLE;
  case SOURCE_CITATION:
    return BY_LIBRARY;
  case SOURCE_HEADING:
    return c->headings++ == 0 ? BY_HEADING : BY_OTHER_HEADING;
  case SOURCE_CLASS:
    return BY_CLASS;
  default:
    return BY_META;
  }
}

/* What is before the first of @sign, and before the last one. */
static void
add_cuts (Choices *c, guint32 by, Source source, const char *text, gsize length, const char *sign)
{
  const char *first = strstr (text, sign), *last;

  /* The text goes on behind what counts of it. */
  if (!first || first + strlen (sign) > text + length)
    return;
  choice_add (c, by, source, G_MAXUINT32, text, (gsize) (first - text));
  last = g_strrstr_len (text, (gssize) length, sign);
  if (last > first)
    choice_add (c, by, source, G_MAXUINT32, text, (gsize) (last - text));
}

static void
collect (Choices *c)
{
  guint seen = 0;

  for (guint i = 0; i < candidates_length (c->all); i++) {
    const Candidate *candidate = candidate_get (c->all, i);
    const Source source = candidate->source;
    const char *text, *whole = candidate_text (c->all, candidate);
    guint32 by;
    gsize length;

    EXTRACT_BUDGET_LOOK_EVERY (i + 1, 16);
    if (candidate->field == EXTRACT_FIELD_KIND &&
        (strcmp (whole, "forum") == 0 || strcmp (whole, "question") == 0))
      c->post = TRUE;
    if (candidate->field != EXTRACT_FIELD_TITLE)
      continue;
    by = who_says (c, candidate);
    if ((by & BY_SEEN) && seen++ >= 24)
      continue;
    length = headline_strip_site (&c->site, whole, &text);
    choice_add (c, by, source, candidate->piece, text, length);
    if (length != strlen (whole))
      choice_add (c, BY_WHOLE | (by & BY_OPENGRAPH ? BY_WHOLE_OPENGRAPH : 0), source, candidate->piece, whole,
                  strlen (whole));
    if (by & (BY_HEAD | BY_META)) {
      static const char *const dashes[] = { " - ", " – ", " — ", " / ", " :: ", " » ", " · " };

      add_cuts (c, BY_CUT_PIPE, source, text, length, " | ");
      for (guint s = 0; s < G_N_ELEMENTS (dashes); s++)
        add_cuts (c, BY_CUT_DASH, source, text, length, dashes[s]);
    }
  }
}

static void
read_address (Choices *c)
{
  const char *p = c->all->page->uri ? strstr (c->all->page->uri, "://") : NULL, *best = NULL;
  gsize longest = 0;

  if (!p)
    return;
  p += 3 + strcspn (p + 3, "/?#");
  c->home = *p == '\0' || (*p == '/' && (p[1] == '\0' || p[1] == '?' || p[1] == '#'));
  while (*p == '/') {
    const gsize n = strcspn (p + 1, "/?#");

    if (n > longest) {
      longest = n;
      best = p + 1;
    }
    p += n + 1;
  }
  if (best)
    extract_fold (best, longest, c->slug, sizeof c->slug);
}

/* ---- Words ---------------------------------------------------------------------------------- */

/* Whether @words, folded, has @word as one of its own. */
static gboolean
has_word (const char *words, const char *word, gsize length)
{
  for (const char *p = strstr (words, word); p; p = strstr (p + 1, word))
    if ((p == words || p[-1] == ' ') && (p[length] == '\0' || p[length] == ' '))
      return TRUE;
  return FALSE;
}

/* Of the words of @folded, each counted once, those that are in @others. @n: (out): how many there are */
static guint
count_words_in (const char *folded, const char *others, guint *n)
{
  guint in = 0;
  char word[MAX_FOLDED];

  *n = 0;
  for (const char *p = folded; *p && *n < MAX_WORDS;) {
    const gsize length = strcspn (p, " ");

    memcpy (word, p, length);
    word[length] = '\0';
    ++*n;
    in += has_word (others, word, length);
    p += length + (p[length] == ' ');
  }
  return in;
}

static const char *
folded_of (const Choices *c, const Choice *choice)
{
  return c->texts->str + choice->folded;
}

/* Those of all choices that have one of the bits, as one text. */
static void
join (const Choices *c, guint32 by, char joined[4 * MAX_FOLDED])
{
  gsize n = 0;

  for (guint i = 0; i < c->n; i++) {
    const char *folded = folded_of (c, &c->choices[i]);
    const gsize length = strlen (folded);

    if (!(c->choices[i].by & by) || n + length + 2 >= 4 * MAX_FOLDED)
      continue;
    memcpy (joined + n, folded, length);
    n += length;
    joined[n++] = ' ';
  }
  joined[n] = '\0';
}

/* ---- Facts ---------------------------------------------------------------------------------- */

/* How @choice lies to the others that have one of the bits. */
static gboolean
is_within (const Choices *c, const Choice *choice, guint32 by, gboolean at_start)
{
  const char *folded = folded_of (c, choice);
  const gsize length = strlen (folded);

  for (guint i = 0; i < c->n; i++) {
    const char *other = folded_of (c, &c->choices[i]);

    if (&c->choices[i] == choice || !(c->choices[i].by & by))
      continue;
    if (at_start ? strncmp (other, folded, length) == 0 && other[length] == ' '
                 : has_word (other, folded, length))
      return TRUE;
  }
  return FALSE;
}

static gboolean
holds (const Choices *c, const Choice *choice, guint32 by)
{
  for (guint i = 0; i < c->n; i++) {
    const char *other = folded_of (c, &c->choices[i]);

    if (&c->choices[i] != choice && (c->choices[i].by & by) &&
        has_word (folded_of (c, choice), other, strlen (other)))
      return TRUE;
  }
  return FALSE;
}

static double
score (const Choices *c, const Choice *choice, const char *heads)
{
  const guint32 by = choice->by;
  const char *folded = folded_of (c, choice), *text = c->texts->str + choice->text;
  const gboolean seen = (by & BY_SEEN) != 0, whole = (by & BY_WHOLE) && !(by & BY_ITSELF);
  const gboolean dash = strstr (text, " - ") || strstr (text, " – ") || strstr (text, " — ");
  guint words, slug_words, n, in;
  double sum = 0;

  count_words_in (folded, "", &words);
  n = count_words_in (c->slug, folded, &slug_words);
  in = count_words_in (folded, c->slug, &words);
  if (slug_words >= 2)
    sum += 1.93 * n / slug_words + 0.55 * in / words;
  else if (slug_words == 1)
    sum += n > 0 ? 1.52 : 0;

  const struct {
    gboolean is;
    double weight;
  } facts[] = {
    { (by & BY_HEADING) != 0, 1.16 },
    { (by & BY_OPENGRAPH) != 0, 0.85 },
    { (by & BY_TITLE) != 0, 0.85 },
    { (by & BY_META) != 0, 0.69 },
    { (by & BY_LIBRARY) != 0, 2.00 },
    { (by & BY_NAME) != 0, -0.95 },
    { (by & BY_CLASS) != 0, -0.97 },
    { (by & BY_CUT_PIPE) != 0, 1.49 },
    { (by & BY_CUT_DASH) != 0, 1.17 },
    { (by & BY_CUT_DASH) && !(by & (BY_SEEN | BY_OPENGRAPH | BY_TITLE | BY_HEADLINE)), 0.98 },
    { whole, 0.87 },
    { c->home && whole, 1.76 },
    { c->home && whole && (by & BY_WHOLE_OPENGRAPH), 1.83 },
    { c->post && (by & BY_HEADLINE), 3.14 },
    { strstr (text, " | ") != NULL, -2.53 },
    { dash, -1.40 },
    { dash && (by & BY_HEADING) && (by & BY_TITLE), 0.60 }, /* not learnt: the page has it whole twice */
    { !c->home && site_names_has (&c->site, text, choice->length),
      -1.60 }, /* nor this: a logo as h1 is rare here */
    { seen && (by & BY_HEAD), 0.41 },
    { seen && is_within (c, choice, BY_HEAD, TRUE), 0.53 },
    { !seen && holds (c, choice, BY_HEADING), 0.76 },
    { !seen && is_within (c, choice, BY_HEADING, FALSE), 0.82 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    sum += facts[i].is ? facts[i].weight : 0;
  if (seen && words > 0)
    sum += 1.36 * count_words_in (folded, heads, &n) / words;
  return sum + 1.04 * MIN (5, __builtin_popcount (by & BY_ITSELF)) / 5;
}

/* ---- The title ------------------------------------------------------------------------------ */

/* Where people see a title that is written elsewhere: in a block of its own, or most of it. */
static guint32
find_piece (const Choices *c, const char *wanted)
{
  const ExtractPage *page = c->all->page;
  char folded[MAX_FOLDED];
  guint32 like = G_MAXUINT32;
  ExtractStarts starts = { { 0 } };

  /* A block that is a part of it begins as one of its words does; few others do. */
  for (const char *word = wanted; word; word = strchr (word, ' ') ? strchr (word, ' ') + 1 : NULL)
    extract_starts_add (&starts, word);
  for (guint32 p = 0; p < MIN (page->pieces.len, 2000u); p++) {
    const ExtractPiece *piece = ROWS_INDEX (page->pieces, ExtractPiece, p);

    EXTRACT_BUDGET_LOOK_EVERY (p + 1, 128);
    if (piece->length > 400 ||
        !extract_starts_may_begin (&starts, page->text->str + piece->text, piece->length))
      continue;
    extract_fold (page->text->str + piece->text, piece->length, folded, sizeof folded);
    if (strcmp (folded, wanted) == 0)
      return p;
    if (like == G_MAXUINT32 && strchr (folded, ' ') && 2 * strlen (folded) > strlen (wanted) &&
        has_word (wanted, folded, strlen (folded)))
      like = p;
  }
  return like;
}

void
decide_title (Candidates *all, Decided *decided)
{
  Choices *c = EXTRACT_NEW0 (Choices, 1);
  const Choice *best = NULL;
  double best_score = 0;
  char heads[4 * MAX_FOLDED];

  c->all = all;
  c->texts = extract_string_new ();
  site_names_init (&c->site, all);
  read_address (c);
  collect (c);
  join (c, BY_HEAD, heads);
  for (guint i = 0; i < c->n; i++) {
    const double found = score (c, &c->choices[i], heads);

    EXTRACT_BUDGET_LOOK_EVERY (i + 1, 16);
    if (!best || found > best_score) {
      best = &c->choices[i];
      best_score = found;
    }
  }
  if (best) {
    decided_add (decided, EXTRACT_FIELD_TITLE, best->source, c->texts->str + best->text, best->length);
    decided->headline = best->piece;
    if (decided->headline == G_MAXUINT32)
      decided->headline = find_piece (c, folded_of (c, best));
    for (guint i = 0; i < c->n && decided->headline == G_MAXUINT32; i++)
      if (c->choices[i].by & BY_HEADING)
        decided->headline = c->choices[i].piece;
  }
  site_names_clear (&c->site);
  extract_string_free (c->texts);
  extract_memory_free (c);
}
