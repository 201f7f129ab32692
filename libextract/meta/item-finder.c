/* SPDX-License-Identifier: MIT */
/*
 * Which elements are items, by their names and by what is in them:
 *
 *   names --> candidates --> groups of the same names --those with authors, dates and text--> items
 *
 * Names nest as they like: li.comment > div.comment-wrapper > article.comment are the same comments three
 * times. So groups are weighed as a whole. The one with the most complete elements goes first, of equal ones
 * the outermost; and no item of another group lies in one of its items, but comments in posts.
 *
 * Everything is one walk over elements or blocks in their order.
 */
#include "libextract/meta/item-finder.h"

#include "libextract/meta/date.h"
#include "libextract/meta/item-author.h"

/* ---- What is there -------------------------------------------------------------------------- */

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
void
extract_item_read_elements (Finder *f)
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

void
extract_item_find (Finder *f, ExtractScratch *scratch)
{
  const gsize n = f->page->elements.len, n_pieces = f->page->pieces.len;

  f->names = extract_scratch_take (scratch, (gsize) f->all->n_shapes + 1, sizeof *f->names);
  f->parts = extract_scratch_take (scratch, n + 1, sizeof *f->parts);
  f->levels = extract_scratch_take (scratch, n + 1, sizeof *f->levels);
  f->quoted = extract_scratch_take (scratch, n + 1, sizeof *f->quoted);
  f->ends = extract_scratch_take (scratch, n + 1, sizeof *f->ends);
  f->authors = extract_scratch_take0 (scratch, n + 1, sizeof *f->authors);
  f->dates = extract_scratch_take0 (scratch, n + 1, sizeof *f->dates);
  f->words = extract_scratch_take0 (scratch, n_pieces + 1, sizeof *f->words);
  f->links = extract_scratch_take0 (scratch, n_pieces + 1, sizeof *f->links);
  f->days = extract_scratch_take0 (scratch, n_pieces + 1, sizeof *f->days);
  f->piece_days = extract_scratch_take0 (scratch, n_pieces + 1, sizeof *f->piece_days);

  extract_item_names_read (f->page, f->all, f->names);
  extract_item_read_elements (f);
  count_anchors (f);
  count_pieces (f);
  find_candidates (f);
  weigh_groups (f);
  choose_groups (f);
}
