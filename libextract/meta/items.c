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
 * item-finder.c finds the items; here each gets its author, its date and its text. Everything is one walk
 * over elements, notes or blocks in their order.
 */
#include "libextract/meta/items.h"

#include <stdlib.h>
#include <string.h>

#include "libextract/meta/date.h"
#include "libextract/meta/fold.h"
#include "libextract/meta/item-author.h"
#include "libextract/meta/item-finder.h"
#include "libextract/meta/metadata.h"
#include "libextract/meta/person.h"

/* A name in a cite element is no longer, in bytes. */
#define MAX_CITE 32

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
  items->blocks = EXTRACT_NEW (ExtractItemBlock, (gsize) page->pieces.len + 1);
  f.item_of = extract_scratch_take (scratch, (gsize) page->elements.len + 1, sizeof *f.item_of);

  extract_item_find (&f, scratch);
  number_items (&f);
  f.numbered = TRUE;
  extract_item_read_elements (&f);
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
