/* SPDX-License-Identifier: MIT */
/*
 * What people wrote on a page one after another:
 *
 *   <ol class=comment-list>
 *     <li class=comment>                      an element that may be an item, by its names
 *       <cite class=fn>Ole</cite>             author
 *       <time datetime=2020-03-04>...         date
 *       <div class=comment-content>...        text
 *       <a class=reply>Reply</a>              nothing
 *       <ul class=children><li class=comment> another item: the reply
 *
 *   names --> candidates --> groups of the same names --those with authors, dates and text--> items
 *
 * Names nest as they like: li.comment > div.comment-wrapper > article.comment are the same comments three
 * times. So groups are weighed as a whole. The one with the most complete elements goes first, of equal ones
 * the outermost; and no item of another group lies in one of its items, but comments in posts.
 *
 * Everything is one walk over elements or blocks in their order.
 */
#include "libextract/meta/items.h"

#include <stdlib.h>
#include <string.h>

#include "libextract/base/scratch.h"
#include "libextract/meta/date.h"
#include "libextract/meta/fold.h"
#include "libextract/meta/item-author.h"
#include "libextract/meta/item-names.h"
#include "libextract/meta/metadata.h"
#include "libextract/meta/person.h"

/* A line about an item is no longer, in bytes. */
#define MAX_LINE 200
#define NONE G_MAXUINT32
/* A name in a cite element is no longer, in bytes. */
#define MAX_CITE 32
/* Elements of text in one another. */
#define MAX_LEVEL 4

G_DEFINE_BOXED_TYPE (ExtractItems, extract_items, extract_items_ref, extract_items_unref)

typedef struct {
  guint32 text;   /* offsets into ExtractItems.texts */
  guint32 author; /* 0 (the empty string) if it is not known */
  guint32 date;
  guint32 reply_to; /* item, or NONE */
  guint32 first;    /* block of its text */
  guint8 kind;      /* ExtractItemKind */
} Item;

struct _ExtractItems {
  gint ref_count; /* atomic */
  Item *items;    /* [n]; owned */
  guint n;
  char *texts;              /* owned */
  ExtractItemBlock *blocks; /* [n_blocks]; owned */
};

/* ---- What is there -------------------------------------------------------------------------- */

/* An element that may be an item. */
typedef struct {
  guint32 element;
  guint32 end;   /* of its elements: element .. end - 1 */
  guint32 group; /* index into groups */
  guint32 up;    /* candidate of the same group around it, or NONE */
  guint32 words; /* of its own text, without that of the same group in it */
  guint32 all_words;
  guint32 authors;
  guint32 dates;
  guint32 links;     /* to accounts; also in what is in it */
  gboolean zoned;    /* it lies in a zone of comments */
  gboolean headline; /* it holds the headline of the page */
  gboolean taken;    /* it is an item */
} May;

typedef struct {
  guint32 signature;
  guint32 first; /* candidate */
  guint32 last;
  guint32 n;
  guint32 complete;
  guint32 zoned;      /* in a zone of comments */
  guint32 signatures; /* with a link to an account, and a date */
  guint32 anchored;   /* with author or date */
  guint32 whole;      /* with author and date */
  guint8 noun;
  guint8 declared;
  guint8 thread;
  guint8 named;
  gboolean settled;
} Group;

typedef struct {
  const ExtractPage *page;
  guint8 date_flags;
  guint32 today;
  gboolean forum;      /* it is one, as metadata or its address say */
  const guint8 *roles; /* [n_pieces] */
  guint32 headline;    /* piece, or NONE */
  const ExtractNames *all;
  ItemNames *names;   /* [n_shapes] */
  guint8 *parts;      /* ItemPart [n_elements]: that it is in */
  guint8 *levels;     /* [n_elements]: elements of text around it, in its item; up to MAX_LEVEL */
  guint8 *quoted;     /* [n_elements]: 1 in a quotation */
  guint32 *ends;      /* [n_elements] */
  guint32 *authors;   /* [n_elements + 1]: elements before it that name an author ... */
  guint32 *dates;     /* ... or a date */
  guint32 *words;     /* [n_pieces + 1]: of text before it */
  guint32 *links;     /* [n_pieces + 1]: links to people before it */
  guint32 *days;      /* [n_pieces + 1]: lines before it with a date */
  guint8 *piece_days; /* [n_pieces]: 1 if it is a line with a date */
  ExtractRows may;    /* May */
  ExtractRows groups; /* Group */
  guint32 *item_of;   /* [n_elements]: item that it is in, or NONE */
  gboolean numbered;  /* it is known */
  ExtractRows found;  /* Found */
} Finder;

static const ItemNames *
names_of (const Finder *f, guint32 e)
{
  return &f->names[f->all->element_shapes[e]];
}

static guint32
piece_at (const ExtractPage *page, gsize offset)
{
  guint32 low = 0, high = page->pieces.len;

  while (low < high) {
    const guint32 middle = low + (high - low) / 2;

    if (ROWS_INDEX (page->pieces, ExtractPiece, middle)->text < offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Before the items are known, every element that may be one begins one. */
static gboolean
begins_item (const Finder *f, guint32 e)
{
  const guint32 parent = extract_page_element (f->page, e)->parent;

  if (parent == EXTRACT_NO_ELEMENT)
    return TRUE;
  return f->numbered ? f->item_of[e] != f->item_of[parent] : names_of (f, e)->noun != ITEM_NONE;
}

/* Elements of text in a quotation are none of the item's. */
static void
read_level (Finder *f, guint32 e, const ItemNames *names)
{
  const guint32 parent = extract_page_element (f->page, e)->parent;

  f->levels[e] = f->quoted[e] = 0;
  if (begins_item (f, e))
    return;
  f->quoted[e] = f->quoted[parent] || names->quote;
  f->levels[e] = f->levels[parent];
  if (names->part == PART_BODY && !f->quoted[e] && f->levels[e] < MAX_LEVEL)
    f->levels[e]++;
}

/* Of elements with their text, what they are in; where each ends. */
static void
read_elements (Finder *f)
{
  const ExtractPage *page = f->page;

  for (guint32 e = 0; e < page->elements.len; e++) {
    const ExtractElement *element = extract_page_element (page, e);
    const ItemNames *names = names_of (f, e);
    guint8 part = names->part;

    EXTRACT_BUDGET_LOOK_EVERY (e + 1, 1024);
    if (element->tag == EXTRACT_TAG_FORM || element->tag == EXTRACT_TAG_NAV ||
        element->tag == EXTRACT_TAG_BUTTON || element->tag == EXTRACT_TAG_TEXTAREA)
      part = PART_OTHER;
    else if (element->tag == EXTRACT_TAG_TIME)
      part = PART_DATE;
    if (part == PART_NONE && !begins_item (f, e))
      part = f->parts[element->parent];
    /* An aside stays one, whatever is in it. */
    if (element->parent != EXTRACT_NO_ELEMENT && f->parts[element->parent] == PART_ASIDE)
      part = PART_ASIDE;
    f->parts[e] = part;
    read_level (f, e, names);
    f->ends[e] = e + 1;
  }
  for (guint32 e = page->elements.len; e-- > 1;) {
    const guint32 parent = extract_page_element (page, e)->parent;

    if (parent != EXTRACT_NO_ELEMENT)
      f->ends[parent] = MAX (f->ends[parent], f->ends[e]);
  }
}

static void
count_anchors (Finder *f)
{
  const ExtractPage *page = f->page;

  for (guint32 e = 0; e < page->elements.len; e++) {
    const ExtractElement *element = extract_page_element (page, e);
    const ItemPart part = names_of (f, e)->part;
    const gsize length = element->text_end - element->text_start;

    f->authors[e + 1] = (part == PART_AUTHOR && length > 0) || element->tag == EXTRACT_TAG_CITE;
    f->dates[e + 1] = element->tag == EXTRACT_TAG_TIME || (part == PART_DATE && length > 0);
  }
  for (guint i = 0; i < page->notes.len; i++) {
    const ExtractNote *note = ROWS_INDEX (page->notes, ExtractNote, i);

    if (note->element != EXTRACT_NO_ELEMENT &&
        (note->kind == EXTRACT_NOTE_DATETIME || note->kind == EXTRACT_NOTE_TITLE))
      f->dates[note->element + 1] = 1;
  }
  for (guint32 e = 0; e < page->elements.len; e++) {
    f->authors[e + 1] += f->authors[e];
    f->dates[e + 1] += f->dates[e];
  }
}

static gboolean
has_day (const Finder *f, const ExtractPiece *piece)
{
  const char *text = f->page->text->str + piece->text;
  ExtractDate date;
  gsize start, end;

  return piece->stats.digits >= 2 && piece->length <= MAX_LINE &&
         extract_date_find (text, piece->length, f->date_flags, f->today, &date, &start, &end) &&
         date.precision >= EXTRACT_DATE_DAY;
}

static void
count_pieces (Finder *f)
{
  const ExtractPage *page = f->page;

  for (guint32 p = 0; p < page->pieces.len; p++) {
    const ExtractPiece *piece = ROWS_INDEX (page->pieces, ExtractPiece, p);
    const guint8 part = f->parts[piece->element];
    guint32 people = 0;

    EXTRACT_BUDGET_LOOK_EVERY (p + 1, 256);
    for (guint32 m = piece->marks; m < piece->marks + piece->n_marks && people == 0; m++) {
      const ExtractMark *mark = ROWS_INDEX (page->marks, ExtractMark, m);

      people =
          mark->kind == EXTRACT_MARK_LINK && extract_item_link_is_account (page->strings->str + mark->href);
    }
    f->piece_days[p] = has_day (f, piece);
    f->links[p + 1] = f->links[p] + people;
    f->days[p + 1] = f->days[p] + f->piece_days[p];
    f->words[p + 1] =
        f->words[p] + (part == PART_NONE || part == PART_BODY || part == PART_LIST ? piece->stats.words : 0);
  }
}

/* ---- Groups --------------------------------------------------------------------------------- */

/* Returns: the group of a signature; a page has only so many, as they are looked for one after another. */
static guint32
find_group (Finder *f, const ItemNames *names)
{
  for (guint32 g = 0; g < f->groups.len; g++)
    if (ROWS_INDEX (f->groups, Group, g)->signature == names->signature)
      return g;
  if (f->groups.len >= 64)
    return NONE;
  *ROWS_ADD (f->groups, Group) = (Group){
    .signature = names->signature,
    .first = f->may.len,
    .last = NONE,
    .noun = names->noun,
    .declared = names->declared,
    .thread = names->thread,
    .named = names->named,
  };
  return f->groups.len - 1;
}

static void
measure (const Finder *f, May *may)
{
  const ExtractElement *element = extract_page_element (f->page, may->element);
  const guint32 from = piece_at (f->page, element->text_start), to = piece_at (f->page, element->text_end);

  may->words = may->all_words = f->words[to] - f->words[from];
  may->links = f->links[to] - f->links[from];
  may->zoned = from < to && f->roles[from] == EXTRACT_ROLE_COMMENT;
  may->headline = f->headline >= from && f->headline < to;
  may->authors = f->authors[may->end] - f->authors[may->element] + f->links[to] - f->links[from];
  may->dates = f->dates[may->end] - f->dates[may->element] + f->days[to] - f->days[from];
}

static void
find_candidates (Finder *f)
{
  for (guint32 e = 0; e < f->page->elements.len; e++) {
    const ItemNames *names = names_of (f, e);
    guint32 g, up;
    May *may;

    EXTRACT_BUDGET_LOOK_EVERY (e + 1, 1024);
    if (names->noun == ITEM_NONE || f->parts[e] == PART_ASIDE ||
        extract_page_element (f->page, e)->text_end == extract_page_element (f->page, e)->text_start ||
        (g = find_group (f, names)) == NONE)
      continue;
    for (up = ROWS_INDEX (f->groups, Group, g)->last; up != NONE && ROWS_INDEX (f->may, May, up)->end <= e;)
      up = ROWS_INDEX (f->may, May, up)->up;
    ROWS_INDEX (f->groups, Group, g)->last = f->may.len;
    may = ROWS_ADD (f->may, May);
    *may = (May){ .element = e, .end = f->ends[e], .group = g, .up = up };
    measure (f, may);
  }
}

/* What an item of its group has is not its own. */
static void
weigh_groups (Finder *f)
{
  for (guint32 i = f->may.len; i-- > 0;) {
    const May *may = ROWS_INDEX (f->may, May, i);
    May *up = may->up == NONE ? NULL : ROWS_INDEX (f->may, May, may->up);
    Group *group = ROWS_INDEX (f->groups, Group, may->group);

    /* Those in it have been taken away already, as they come later; so this is all in it, of them too. */
    if (up) {
      May whole = *may;

      measure (f, &whole);
      up->words -= whole.words;
      up->authors -= whole.authors;
      up->dates -= whole.dates;
    }
    group->n++;
    group->zoned += may->zoned;
    if (may->words == 0)
      continue;
    /* Words for comments mean nothing else. */
    group->complete += may->authors > 0 || may->dates > 0 || group->noun == ITEM_COMMENT;
    group->anchored += may->authors > 0 || may->dates > 0;
    group->signatures += may->links > 0 && may->dates > 0;
    group->whole += may->authors > 0 && may->dates > 0;
  }
}

/* What is called a post is the article or another one, unless the page is a forum, declares it, or shows it
 * by links to accounts. */
static gboolean
is_thread (const Finder *f, const Group *group, gboolean first)
{
  if (group->noun == ITEM_COMMENT)
    return group->complete > 1 || group->anchored > 0;
  return group->complete > 0 && (group->declared || f->forum ||
                                 (group->complete > 1 && ((first && 2 * group->zoned >= group->complete) ||
                                                          2 * group->signatures >= group->complete)));
}

static ItemNoun
noun_of (const Finder *f, guint32 may)
{
  return ROWS_INDEX (f->groups, Group, ROWS_INDEX (f->may, May, may)->group)->noun;
}

/* Which items there are. */
typedef struct {
  guint32 *around; /* [n_elements]: candidate that is the innermost item around it, or itself; NONE */
  guint32 *items;  /* [n_elements + 1]: elements before it that are one */
  guint32 *posts;  /* [n_elements + 1] */
} Taken;

/* The candidates of a group become items, but in an item of another group, or around one: only comments lie
 * in posts. @first: it is the first group; the others must be surer. */
static void
take_group (Finder *f, guint32 g, const Taken *taken, gboolean first)
{
  const Group *group = ROWS_INDEX (f->groups, Group, g);
  const guint32 *inner = group->noun == ITEM_POST ? taken->posts : taken->items;

  for (guint32 i = group->first; i < f->may.len; i++) {
    May *may = ROWS_INDEX (f->may, May, i);
    const guint32 around = taken->around[may->element];
    const gboolean anchored = first || group->noun == ITEM_POST
                                  ? may->authors > 0 || may->dates > 0 || may->up != NONE
                                  : may->authors > 0 && may->dates > 0;

    if (may->group != g || may->words == 0 || (may->headline && !group->declared && !f->forum) ||
        inner[may->end] > inner[may->element])
      continue;
    /* Where most have an author and a date, what has neither is something else. */
    if (!anchored && (!first || group->noun != ITEM_COMMENT || 2 * group->whole >= group->complete))
      continue;
    /* What has most of a post is the post. */
    if (around == NONE ||
        (noun_of (f, around) == ITEM_POST && group->noun == ITEM_COMMENT &&
         10 * (guint64) may->all_words < 7 * (guint64) ROWS_INDEX (f->may, May, around)->all_words))
      may->taken = TRUE;
  }
}

static void
mark_taken (const Finder *f, Taken *taken)
{
  guint32 i = 0;

  for (guint32 e = 0; e < f->page->elements.len; e++) {
    const guint32 parent = extract_page_element (f->page, e)->parent;
    const May *may = i < f->may.len ? ROWS_INDEX (f->may, May, i) : NULL;
    const gboolean is_item = may && may->element == e && may->taken;

    taken->around[e] = is_item ? i : parent == EXTRACT_NO_ELEMENT ? NONE : taken->around[parent];
    taken->items[e + 1] = taken->items[e] + is_item;
    taken->posts[e + 1] = taken->posts[e] + (is_item && noun_of (f, i) == ITEM_POST);
    i += may && may->element == e;
  }
}

#define ROUNDS 4

static guint64
weight (const Group *group)
{
  return 2 * ((guint64) group->complete + group->whole) + group->named;
}

static void
choose_groups (Finder *f)
{
  ExtractScratch *scratch = extract_scratch_begin ();
  const gsize n = f->page->elements.len;
  Taken taken = {
    .around = extract_scratch_take (scratch, n + 1, sizeof *taken.around),
    .items = extract_scratch_take0 (scratch, n + 1, sizeof *taken.items),
    .posts = extract_scratch_take0 (scratch, n + 1, sizeof *taken.posts),
  };

  mark_taken (f, &taken);
  for (guint round = 0; round < ROUNDS; round++) {
    guint32 best = NONE;

    for (guint32 g = 0; g < f->groups.len; g++) {
      const Group *group = ROWS_INDEX (f->groups, Group, g);

      if (!group->settled && is_thread (f, group, round == 0) &&
          (best == NONE || weight (group) > weight (ROWS_INDEX (f->groups, Group, best))))
        best = g;
    }
    if (best == NONE)
      break;
    ROWS_INDEX (f->groups, Group, best)->settled = TRUE;
    take_group (f, best, &taken, round == 0);
    mark_taken (f, &taken);
  }
  extract_scratch_end (scratch);
}

/* ---- Authors, dates, text ------------------------------------------------------------------- */

/* An item in the making. */
typedef struct {
  guint32 may;            /* its candidate */
  guint32 parent;         /* item around it, or NONE */
  guint32 author;         /* offset into the texts; 0 */
  guint32 author_element; /* that gave it, or NONE */
  guint32 first;          /* of its pieces, as a list; NONE */
  guint32 last;
  guint32 number; /* of those that are kept; of the others, that of the one around it */
  ExtractDate date;
  guint8 author_rank; /* 0: none yet; of equal ones, the first counts */
  guint8 date_rank;
  guint32 bodies[MAX_LEVEL + 1]; /* elements of text, by level */
  guint32 words[MAX_LEVEL + 1];  /* in them, but not in one of the next level */
  guint32 n_words;               /* of it so far */
  guint8 kind;                   /* ExtractItemKind */
  guint8 level;                  /* its text is there; 0 if it has no element of text */
} Found;

enum { AUTHOR_LINE = 1, AUTHOR_CITE, AUTHOR_LINK, AUTHOR_CLASS, AUTHOR_DECLARED };
enum { DATE_BODY = 1, DATE_LINE, DATE_CLASS, DATE_TITLE, DATE_DATETIME, DATE_DECLARED };

static void
number_items (Finder *f)
{
  guint32 i = 0;

  for (guint32 e = 0; e < f->page->elements.len; e++) {
    const guint32 parent = extract_page_element (f->page, e)->parent;
    const May *may = i < f->may.len ? ROWS_INDEX (f->may, May, i) : NULL;

    f->item_of[e] = parent == EXTRACT_NO_ELEMENT ? NONE : f->item_of[parent];
    if (!may || may->element != e)
      continue;
    if (may->taken) {
      *ROWS_ADD (f->found, Found) =
          (Found){ .may = i, .parent = f->item_of[e], .author_element = NONE, .first = NONE, .last = NONE };
      f->item_of[e] = f->found.len - 1;
    }
    i++;
  }
}

static Found *
found_at (const Finder *f, guint32 e)
{
  return e == EXTRACT_NO_ELEMENT || f->item_of[e] == NONE ? NULL
                                                          : ROWS_INDEX (f->found, Found, f->item_of[e]);
}

static void
offer_author (ExtractString *texts, Found *found, guint rank, guint32 element, const char *text, gsize length)
{
  char author[ITEM_AUTHOR_LENGTH];

  if (rank < found->author_rank || !extract_item_read_author (text, length, author) ||
      (rank == AUTHOR_LINE && extract_item_author_is_button (author)))
    return;
  found->author_rank = (guint8) rank;
  found->author_element = element;
  found->author = (guint32) texts->len;
  extract_string_append (texts, author, strlen (author) + 1);
}

static void
offer_date (const Finder *f, Found *found, guint rank, gboolean machine, const char *text, gsize length)
{
  const guint8 flags = f->date_flags | (machine ? EXTRACT_DATE_MACHINE : 0);
  ExtractDate date;
  gsize start, end;

  if (rank <= found->date_rank || !extract_date_find (text, length, flags, f->today, &date, &start, &end) ||
      date.precision < EXTRACT_DATE_DAY)
    return;
  found->date = date;
  found->date_rank = (guint8) rank;
}

/* Folded: a date behind one of them is not that of the item. */
static gboolean
is_other_date (const char *text, gsize length)
{
  static const char *const other[] = { "joined",      "join date",   "registered",   "member since",
                                       "edited",      "registriert", "mitglied",     "dabei seit",
                                       "inscrit",     "beitritt",    "geandert",     "modified",
                                       "updated",     "bearbeitet",  "modifie",      "registrado",
                                       "iscritto",    "founded",     "lid geworden", "зарегистрирован",
                                       "регистрация", "dolaczyl",    "rejestracja" };
  char folded[160];

  extract_fold (text, MIN (length, 100u), folded, sizeof folded);
  for (guint i = 0; i < G_N_ELEMENTS (other); i++) {
    const char *found = strstr (folded, other[i]);

    if (found && (found == folded || found[-1] == ' '))
      return TRUE;
  }
  return FALSE;
}

/* The same for a date in an element: by what stands before it in its block. */
static gboolean
is_other_element (const Finder *f, guint32 e)
{
  const guint32 offset = extract_page_element (f->page, e)->text_start;
  const guint32 p = piece_at (f->page, offset);
  const ExtractPiece *piece = p > 0 ? ROWS_INDEX (f->page->pieces, ExtractPiece, p - 1) : NULL;

  return piece && piece->text + piece->length > offset && offset - piece->text <= MAX_LINE &&
         is_other_date (f->page->text->str + piece->text, offset - piece->text);
}

static void
read_element (Finder *f, ExtractString *texts, guint32 e)
{
  const ExtractElement *element = extract_page_element (f->page, e);
  const char *text = f->page->text->str + element->text_start;
  const gsize length = element->text_end - element->text_start;
  const guint8 part = names_of (f, e)->part;
  Found *found = found_at (f, e);
  guint rank;

  if (!found || length == 0)
    return;
  found->bodies[f->levels[e]] += part == PART_BODY && f->parts[e] == PART_BODY && !f->quoted[e];
  /* What somebody cites is no name. */
  if (part == PART_AUTHOR || (element->tag == EXTRACT_TAG_CITE && length <= MAX_CITE)) {
    rank = part != PART_AUTHOR                                                          ? AUTHOR_CITE
           : *extract_page_get_attribute (f->page, element, EXTRACT_ATTRIBUTE_ITEMPROP) ? AUTHOR_DECLARED
                                                                                        : AUTHOR_CLASS;
    /* The first one, or what is inside of it. */
    if (rank > found->author_rank || (rank == found->author_rank && e < f->ends[found->author_element]))
      offer_author (texts, found, rank, e, text, length);
  }
  if ((part == PART_DATE || element->tag == EXTRACT_TAG_TIME) && length <= MAX_LINE &&
      !is_other_element (f, e))
    offer_date (f, found, DATE_CLASS, FALSE, text, length);
}

static void
read_notes (Finder *f)
{
  for (guint32 i = 0; i < f->page->notes.len; i++) {
    const ExtractNote *note = ROWS_INDEX (f->page->notes, ExtractNote, i);
    const char *value = f->page->strings->str + note->value, *name = f->page->strings->str + note->name;
    Found *found = found_at (f, note->element);
    guint rank;

    EXTRACT_BUDGET_LOOK_EVERY (i + 1, 1024);
    if (!found)
      continue;
    if (note->kind == EXTRACT_NOTE_CONTENT || note->kind == EXTRACT_NOTE_ITEMPROP) {
      if (note->kind == EXTRACT_NOTE_CONTENT)
        name = extract_page_get_attribute (f->page, extract_page_element (f->page, note->element),
                                           EXTRACT_ATTRIBUTE_ITEMPROP);
      if (strcmp (name, "datePublished") != 0 && strcmp (name, "dateCreated") != 0 &&
          strcmp (name, "commentTime") != 0)
        continue;
      rank = DATE_DECLARED;
    } else if (note->kind == EXTRACT_NOTE_DATETIME)
      rank = DATE_DATETIME;
    else if (note->kind == EXTRACT_NOTE_TITLE)
      rank = DATE_TITLE;
    else
      continue;
    /* Where it is the only date, it will do. */
    if (rank != DATE_DECLARED && is_other_element (f, note->element))
      rank = DATE_BODY;
    offer_date (f, found, rank, TRUE, value, strlen (value));
  }
}

static gboolean
is_body (const Finder *f, const ExtractPiece *piece)
{
  return f->parts[piece->element] == PART_BODY;
}

static void
read_piece (Finder *f, ExtractString *texts, guint32 *next, guint32 p)
{
  const ExtractPiece *piece = ROWS_INDEX (f->page->pieces, ExtractPiece, p);
  const char *text = f->page->text->str + piece->text;
  Found *found = found_at (f, piece->element);

  next[p] = NONE;
  if (!found)
    return;
  if (found->first == NONE)
    found->first = p;
  else
    next[found->last] = p;
  found->last = p;
  if (is_body (f, piece))
    found->words[f->levels[piece->element]] += piece->stats.words;
  if (f->piece_days[p] && !is_other_date (text, piece->length))
    offer_date (f, found, is_body (f, piece) ? DATE_BODY : DATE_LINE, FALSE, text, piece->length);
  for (guint32 m = piece->marks;
       m < piece->marks + piece->n_marks && found->author_rank < AUTHOR_LINK && !is_body (f, piece); m++) {
    const ExtractMark *mark = ROWS_INDEX (f->page->marks, ExtractMark, m);

    if (mark->kind == EXTRACT_MARK_LINK && mark->end - mark->start < ITEM_AUTHOR_LENGTH &&
        extract_item_link_is_account (f->page->strings->str + mark->href))
      offer_author (texts, found, AUTHOR_LINK, NONE, text + mark->start, mark->end - mark->start);
  }
  /* "Bob, 3 March 2020"; a name alone in bold or in a link before the text. */
  if (found->author_rank == 0 && piece->length <= MAX_LINE &&
      (person_skip_by (text, piece->length) > 0 ||
       (found->n_words <= 4 &&
        (f->piece_days[p] || (piece->stats.words <= 4 && (piece->links > 0 || piece->wrappers != 0))))))
    offer_author (texts, found, AUTHOR_LINE, NONE, text, piece->length);
  found->n_words += f->piece_days[p] ? 0 : piece->stats.words;
}

/* The outermost element of text, or the only one in it if that has much of it. */
static void
find_level (Found *found)
{
  guint64 sum = 0;
  guint level = 0;

  for (guint l = MAX_LEVEL; l > 0; l--) {
    const guint64 inner = sum;

    sum += found->words[l];
    if (sum > 0 && (level == 0 || found->bodies[level] != 1 || 5 * inner < 2 * sum))
      level = l;
  }
  found->level = (guint8) level;
}

/* A line that has little beside a date. */
static gboolean
is_only_date (const Finder *f, const ExtractPiece *piece)
{
  const char *text = f->page->text->str + piece->text;
  ExtractDate date;
  gsize start, end;

  return extract_date_find (text, piece->length, f->date_flags, f->today, &date, &start, &end) &&
         piece->length - (end - start) <= 24;
}

/* Whether a block of an item is not what somebody wrote. */
static gboolean
is_furniture (const Finder *f, const Found *found, const char *author, guint32 p)
{
  const ExtractPiece *piece = ROWS_INDEX (f->page->pieces, ExtractPiece, p);
  const guint8 part = f->parts[piece->element];
  const guint ink = piece->stats.chars - piece->stats.spaces;
  const char *text = f->page->text->str + piece->text;
  char name[ITEM_AUTHOR_LENGTH];

  if (f->piece_days[p] && is_only_date (f, piece))
    return TRUE;
  if (found->level > 0)
    return part != PART_BODY || f->levels[piece->element] < found->level;
  if (part != PART_NONE && part != PART_LIST)
    return TRUE;
  if (piece->stats.words == 0 && piece->stats.chars < 3)
    return TRUE;
  if (piece->length > MAX_LINE)
    return FALSE;
  if ((piece->wrappers & EXTRACT_WRAPPER_BUTTON) && piece->stats.words <= 4)
    return TRUE;
  if (5 * piece->link_chars >= 4 * ink && piece->stats.words <= 4)
    return TRUE;
  if (f->piece_days[p] && piece->length <= MAX_LINE / 2)
    return TRUE;
  return author && extract_item_read_author (text, piece->length, name) && strcmp (name, author) == 0;
}

/* "Bob: well said", "Well said. - Bob, 3 March": what stands around the name goes with it. */
#define MAX_BEHIND_AUTHOR 60

static void
append_text (const Finder *f, ExtractString *texts, const Found *found, guint32 p)
{
  const ExtractPiece *piece = ROWS_INDEX (f->page->pieces, ExtractPiece, p);
  const char *text = f->page->text->str + piece->text, *end = text + piece->length;

  if (found->author_element != NONE) {
    const ExtractElement *author = extract_page_element (f->page, found->author_element);

    if (author->text_start == piece->text && author->text_end < piece->text + piece->length)
      text = extract_item_skip_signs (f->page->text->str + author->text_end, end);
    else if (author->text_start > piece->text && author->text_end <= piece->text + piece->length &&
             piece->text + piece->length - author->text_end <= MAX_BEHIND_AUTHOR)
      end = extract_item_drop_signs (text, f->page->text->str + author->text_start);
  }
  extract_string_append (texts, text, (gsize) (end - text));
}

/* The text of an item goes to the texts. Returns: whether there is any */
static gboolean
write_item (const Finder *f, ExtractString *texts, const guint32 *next, const Found *found, Item *item,
            ExtractItemBlock *blocks)
{
  const gsize start = texts->len;
  guint32 first = NONE, last = NONE;
  char author[ITEM_AUTHOR_LENGTH];
  char date[EXTRACT_DATE_LENGTH];

  g_strlcpy (author, texts->str + found->author, sizeof author);
  for (guint32 p = found->first; p != NONE; p = next[p]) {
    if (is_furniture (f, found, *author ? author : NULL, p))
      continue;
    extract_string_append_str (texts, last != NONE ? "\n\n" : "");
    append_text (f, texts, found, p);
    blocks[p].text = TRUE;
    if (last == NONE)
      first = p;
    else
      blocks[last].next = p;
    last = p;
  }
  if (first == NONE)
    return FALSE;
  extract_string_append_c (texts, '\0');
  *item = (Item){ .text = (guint32) start, .author = found->author, .first = first };
  if (found->date_rank > 0) {
    extract_date_print (&found->date, date);
    item->date = (guint32) texts->len;
    extract_string_append (texts, date, strlen (date) + 1);
  }
  return TRUE;
}

/* Of an item, that of the one around it is known. */
static ExtractItemKind
kind_of (const Finder *f, const Found *found)
{
  const Found *around = found->parent == NONE ? NULL : ROWS_INDEX (f->found, Found, found->parent);

  if (noun_of (f, found->may) == ITEM_POST)
    return f->forum || found->first == NONE || f->roles[found->first] != EXTRACT_ROLE_COMMENT
               ? EXTRACT_ITEM_POST
               : EXTRACT_ITEM_COMMENT;
  if (!around)
    return f->forum ? EXTRACT_ITEM_POST : EXTRACT_ITEM_COMMENT;
  if (noun_of (f, around->may) == ITEM_COMMENT)
    return around->kind;
  /* The first post of a thread may hold the others. */
  return ROWS_INDEX (f->groups, Group, ROWS_INDEX (f->may, May, around->may)->group)->thread
             ? EXTRACT_ITEM_POST
             : EXTRACT_ITEM_COMMENT;
}

static void
write_items (Finder *f, ExtractItems *items)
{
  ExtractScratch *scratch = extract_scratch_begin ();
  const guint32 n_pieces = f->page->pieces.len;
  guint32 *next = extract_scratch_take (scratch, (gsize) n_pieces + 1, sizeof *next);
  ExtractString *texts = extract_string_new ();

  extract_string_append_c (texts, '\0');
  for (guint32 e = 0; e < f->page->elements.len; e++) {
    EXTRACT_BUDGET_LOOK_EVERY (e + 1, 1024);
    read_element (f, texts, e);
  }
  read_notes (f);
  for (guint32 p = 0; p < n_pieces; p++) {
    EXTRACT_BUDGET_LOOK_EVERY (p + 1, 1024);
    read_piece (f, texts, next, p);
  }
  for (guint32 p = 0; p < n_pieces; p++)
    items->blocks[p] = (ExtractItemBlock){ .item = EXTRACT_NO_ITEM, .next = EXTRACT_NO_ITEM };
  items->items = EXTRACT_NEW (Item, (gsize) f->found.len + 1);
  for (guint32 i = 0; i < f->found.len; i++) {
    Found *found = ROWS_INDEX (f->found, Found, i);
    const guint32 around = found->parent == NONE ? NONE : ROWS_INDEX (f->found, Found, found->parent)->number;
    Item *item = &items->items[items->n];

    find_level (found);
    found->kind = (guint8) kind_of (f, found);
    found->number = around;
    if (!write_item (f, texts, next, found, item, items->blocks))
      continue;
    item->reply_to = around;
    item->kind = found->kind;
    found->number = items->n++;
  }
  for (guint32 p = 0; p < n_pieces; p++) {
    const Found *found = found_at (f, ROWS_INDEX (f->page->pieces, ExtractPiece, p)->element);

    if (found)
      items->blocks[p].item = found->number;
  }
  items->texts = extract_string_free_to_str (texts);
  extract_scratch_end (scratch);
}

/* ---- All of them ---------------------------------------------------------------------------- */

static gboolean
is_forum (const ExtractPage *page, ExtractMetadata *metadata)
{
  static const char *const words[] = { "forum",       "viewtopic",   "showthread", "/thread", "/topic",
                                       "/questions/", "/discussion", "/board",     "topic=",  "showtopic",
                                       "ShowTopic",   "/t/",         "ubbthreads" };
  const char *kind = extract_metadata_get_value (metadata, EXTRACT_FIELD_KIND, 0);
  const char *canonical = extract_metadata_get_value (metadata, EXTRACT_FIELD_URL, 0);
  const char *uri = page->uri ? page->uri : canonical;

  /* Many an article asks questions. */
  if (kind && strcmp (kind, "forum") == 0)
    return TRUE;
  for (guint i = 0; uri && i < G_N_ELEMENTS (words); i++)
    if (strstr (uri, words[i]))
      return TRUE;
  return FALSE;
}

static guint32
find_headline (const ExtractPage *page, ExtractMetadata *metadata)
{
  for (guint32 p = 0; p < page->pieces.len; p++)
    if (extract_metadata_get_role (metadata, p) == EXTRACT_ROLE_HEADLINE)
      return p;
  return NONE;
}

typedef struct {
  ExtractDocument *document;
  ExtractMetadata *metadata;
} Making;

static gpointer
make_items (gpointer data)
{
  const Making *making = data;
  ExtractPage *page = making->document->page;
  ExtractScratch *scratch = extract_scratch_begin ();
  const gsize n = page->elements.len, n_pieces = page->pieces.len;
  Finder f = {
    .page = page,
    .date_flags = extract_metadata_read_date_flags (page),
    .today = page->today > 0 ? page->today : extract_date_get_today (),
    .forum = is_forum (page, making->metadata),
    .roles = extract_document_get_roles (making->document),
    .headline = find_headline (page, making->metadata),
    .all = extract_page_get_names (page),
  };
  ExtractItems *items = EXTRACT_NEW0 (ExtractItems, 1);

  items->ref_count = 1;
  items->blocks = EXTRACT_NEW (ExtractItemBlock, n_pieces + 1);
  f.names = extract_scratch_take (scratch, (gsize) f.all->n_shapes + 1, sizeof *f.names);
  f.parts = extract_scratch_take (scratch, n + 1, sizeof *f.parts);
  f.levels = extract_scratch_take (scratch, n + 1, sizeof *f.levels);
  f.quoted = extract_scratch_take (scratch, n + 1, sizeof *f.quoted);
  f.ends = extract_scratch_take (scratch, n + 1, sizeof *f.ends);
  f.item_of = extract_scratch_take (scratch, n + 1, sizeof *f.item_of);
  f.authors = extract_scratch_take0 (scratch, n + 1, sizeof *f.authors);
  f.dates = extract_scratch_take0 (scratch, n + 1, sizeof *f.dates);
  f.words = extract_scratch_take0 (scratch, n_pieces + 1, sizeof *f.words);
  f.links = extract_scratch_take0 (scratch, n_pieces + 1, sizeof *f.links);
  f.days = extract_scratch_take0 (scratch, n_pieces + 1, sizeof *f.days);
  f.piece_days = extract_scratch_take0 (scratch, n_pieces + 1, sizeof *f.piece_days);

  extract_item_names_read (page, f.all, f.names);
  read_elements (&f);
  count_anchors (&f);
  count_pieces (&f);
  find_candidates (&f);
  weigh_groups (&f);
  choose_groups (&f);
  number_items (&f);
  f.numbered = TRUE;
  read_elements (&f);
  write_items (&f, items);

  extract_memory_free (f.may.data);
  extract_memory_free (f.groups.data);
  extract_memory_free (f.found.data);
  extract_scratch_end (scratch);
  return items;
}

static void
free_items (gpointer items)
{
  extract_items_unref (items);
}

typedef struct {
  ExtractDocument *document;
  ExtractItems *items;
} Asking;

ExtractItems *
extract_items_of_document (ExtractDocument *document)
{
  GError *error = NULL;
  Making making = { document, extract_document_get_metadata (document, &error) };

  if (!making.metadata)
    extract_budget_fail (error);
  return extract_page_keep (document->page, EXTRACT_SLOT_ITEMS, make_items, &making, free_items);
}

static void
ask (gpointer data)
{
  Asking *asking = data;

  asking->items = extract_items_of_document (asking->document);
}

ExtractItems *
extract_document_get_items (ExtractDocument *document, GError **error)
{
  g_return_val_if_fail (document != NULL, NULL);

  Asking asking = { .document = document };

  return extract_document_run (document, ask, &asking, error) ? asking.items : NULL;
}

/* ---- Reading them --------------------------------------------------------------------------- */

ExtractItems *
extract_items_ref (ExtractItems *items)
{
  g_return_val_if_fail (items != NULL, NULL);
  g_atomic_int_inc (&items->ref_count);
  return items;
}

void
extract_items_unref (ExtractItems *items)
{
  g_return_if_fail (items != NULL);
  if (!g_atomic_int_dec_and_test (&items->ref_count))
    return;
  extract_memory_free (items->items);
  extract_memory_free (items->blocks);
  extract_memory_free (items->texts);
  extract_memory_free (items);
}

const ExtractItemBlock *
extract_items_get_blocks (ExtractItems *items)
{
  return items->blocks;
}

guint32
extract_items_get_first_block (ExtractItems *items, guint i)
{
  return items->items[i].first;
}

guint
extract_items_get_n_items (ExtractItems *items)
{
  g_return_val_if_fail (items != NULL, 0);
  return items->n;
}

ExtractItemKind
extract_items_get_kind (ExtractItems *items, guint i)
{
  g_return_val_if_fail (items != NULL, EXTRACT_ITEM_COMMENT);
  g_return_val_if_fail (i < items->n, EXTRACT_ITEM_COMMENT);
  return items->items[i].kind;
}

const char *
extract_items_get_author (ExtractItems *items, guint i)
{
  g_return_val_if_fail (items != NULL, NULL);
  g_return_val_if_fail (i < items->n, NULL);
  return items->items[i].author > 0 ? items->texts + items->items[i].author : NULL;
}

const char *
extract_items_get_date (ExtractItems *items, guint i)
{
  g_return_val_if_fail (items != NULL, NULL);
  g_return_val_if_fail (i < items->n, NULL);
  return items->items[i].date > 0 ? items->texts + items->items[i].date : NULL;
}

const char *
extract_items_get_text (ExtractItems *items, guint i)
{
  g_return_val_if_fail (items != NULL, NULL);
  g_return_val_if_fail (i < items->n, NULL);
  return items->texts + items->items[i].text;
}

int
extract_items_get_reply_to (ExtractItems *items, guint i)
{
  g_return_val_if_fail (items != NULL, -1);
  g_return_val_if_fail (i < items->n, -1);
  return items->items[i].reply_to == NONE ? -1 : (int) items->items[i].reply_to;
}
