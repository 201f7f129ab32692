/* SPDX-License-Identifier: MIT */
/*
 * Readability (Arc90 2009, as Mozilla's Readability.js has it): paragraphs give points to the elements
 * around them, the best element wins, and some of its siblings come along.
 *
 * 1. Elements that are hidden, whose role is that of a menu or a dialog, or whose class and id sound unlikely
 *    (and not at all likely) are gone, with all in them.
 * 2. Each paragraph with 25 characters or more gives, with c commas and n characters,
 *
 *      points = 1 + (c + 1) + min (n / 100, 3)
 *
 *    to its parent, half of them to its grandparent, and 1 / (3 l) to the one l levels above the parent, up
 * to l = 4. An element begins with points for its tag, and 25 more or fewer for its class, and for its id.
 * 3. score = points x (1 - share of the text that is in links). The best element is the top; of it the page
 *    has what is said at find_top () and choose_siblings ().
 * 4. If all that has less than 500 characters, again without step 1 by class and id, then without classes in
 *    step 2; at last the longest of the three.
 *
 * What differs: what the program does to the article afterwards (it drops tables, lists and parts that look
 * poor), and to names of authors before, is left out. The text of a paragraph is that of our blocks.
 */
#include "libextract/model/method.h"
#include "libextract/page/names.h"

#include <math.h>
#include <string.h>

#define MIN_PARAGRAPH 25
#define MIN_ARTICLE 500
#define N_LEVELS 5
#define N_TOP 5
#define N_AGREEING 3
#define WEIGHT_OF_NAME 25
#define WEIGHT_OF_ANCHOR 0.3 /* links to a place of the same page */

/* What the attempts differ in. */
enum { STRIP_UNLIKELY = 1 << 0, WEIGH_NAMES = 1 << 1 };

/* What the class and the id of an element say. */
typedef struct {
  gint8 weight; /* WEIGHT_OF_NAME, for each: up or down */
  guint8 unlikely;
  guint8 role; /* 1: that of a menu, a dialog, ... */
} Sound;

typedef struct {
  guint64 chars;
  double linked;
  guint64 commas;
} Amount;

typedef struct {
  double points;
  guint32 children; /* elements */
  guint32 ps;       /* of these */
  guint8 removed;   /* in this attempt */
  guint8 is_scored; /* has points */
  guint8 has_block; /* below it is an element that no paragraph can hold */
  guint8 owns_text; /* a block is its own */
  guint8 is_good;   /* in the article */
} Node;

typedef struct {
  ExtractDocument *document;
  const ExtractPage *page;
  const ExtractNames *names;
  guint32 n;       /* elements */
  Sound *sounds;   /* [shapes] */
  Amount *amounts; /* [n_blocks] */
  Amount *below;   /* [n]: of the blocks that are not removed */
  Node *nodes;     /* [n] */
  guint8 flags;    /* of the attempt */
} Reader;

/* ---- What names say ------------------------------------------------------------------------------ */

static const char *const unlikely[] = {
  "-ad-",         "ai2html",  "banner",  "breadcrumbs", "combx",   "comment",    "community",  "cover-wrap",
  "disqus",       "extra",    "footer",  "gdpr",        "header",  "legends",    "menu",       "related",
  "remark",       "replies",  "rss",     "shoutbox",    "sidebar", "skyscraper", "social",     "sponsor",
  "supplemental", "ad-break", "agegate", "pagination",  "pager",   "popup",      "yom-remote", NULL
};
static const char *const likely[] = { "and",  "article", "body",   "column", "content",
                                      "main", "mathjax", "shadow", NULL };
static const char *const positive[] = { "article", "body", "content", "entry",      "hentry",
                                        "h-entry", "main", "page",    "pagination", "post",
                                        "text",    "blog", "story",   NULL };
static const char *const negative[] = { "-ad-",    "hidden",   "banner",   "combx",   "comment",
                                        "com-",    "contact",  "footer",   "gdpr",    "masthead",
                                        "media",   "meta",     "outbrain", "promo",   "related",
                                        "scroll",  "share",    "shoutbox", "sidebar", "skyscraper",
                                        "sponsor", "shopping", "tags",     "widget",  NULL };
static const char *const roles[] = { "menu",  "menubar",     "complementary", "navigation",
                                     "alert", "alertdialog", "dialog",        NULL };

/* @text: in lower case */
static gboolean
has_one_of (const char *text, const char *const *words)
{
  for (; *words; words++)
    if (strstr (text, *words))
      return TRUE;
  return FALSE;
}

/* Whether one of the names in @text is @name. */
static gboolean
has_name (const char *text, const char *name)
{
  const gsize length = strlen (name);

  for (const char *p = text; (p = strstr (p, name)); p += length)
    if ((p == text || p[-1] == ' ') && (p[length] == ' ' || p[length] == '\0'))
      return TRUE;
  return FALSE;
}

/* @text: EXTRACT_MAX_ATTRIBUTE + 1 bytes */
static void
copy_lower (char *text, const char *value)
{
  gsize i = 0;

  for (; value[i] && i < EXTRACT_MAX_ATTRIBUTE; i++)
    text[i] = g_ascii_tolower (value[i]);
  text[i] = '\0';
}

static Sound *
read_sounds (const ExtractPage *page, const ExtractNames *names)
{
  Sound *sounds = EXTRACT_NEW0 (Sound, names->n_shapes);
  char text[EXTRACT_MAX_ATTRIBUTE + 1];

  for (guint s = 0; s < names->n_shapes; s++) {
    static const ExtractAttribute named[] = { EXTRACT_ATTRIBUTE_CLASS, EXTRACT_ATTRIBUTE_ID };
    gboolean is_unlikely = FALSE, is_likely = FALSE;

    EXTRACT_BUDGET_LOOK_EVERY (s, 256);
    for (guint a = 0; a < G_N_ELEMENTS (named); a++) {
      copy_lower (text, extract_names_get_attribute (names, page, s, named[a]));
      if (*text == '\0')
        continue;
      is_unlikely |= has_one_of (text, unlikely);
      is_likely |= has_one_of (text, likely);
      if (has_one_of (text, negative) || has_name (text, "hid"))
        sounds[s].weight -= WEIGHT_OF_NAME;
      if (has_one_of (text, positive))
        sounds[s].weight += WEIGHT_OF_NAME;
    }
    sounds[s].unlikely = is_unlikely && !is_likely;
    sounds[s].role =
        g_strv_contains (roles, extract_names_get_attribute (names, page, s, EXTRACT_ATTRIBUTE_ROLE));
  }
  return sounds;
}

static const Sound *
sound_of (const Reader *reader, guint32 e)
{
  return &reader->sounds[reader->names->element_shapes[e]];
}

/* ---- What blocks hold ---------------------------------------------------------------------------- */

static gboolean
is_comma (gunichar c)
{
  switch (c) {
  case ',':
  case 0x060c:
  case 0xfe50:
  case 0xfe10:
  case 0xfe11:
  case 0x2e41:
  case 0x2e34:
  case 0x2e32:
  case 0xff0c:
    return TRUE;
  default:
    return FALSE;
  }
}

static Amount
read_amount (ExtractDocument *document, guint i)
{
  const ExtractPiece *piece = extract_document_piece (document, i);
  const char *text = extract_document_text (document, i);
  const ExtractMark *marks = extract_document_marks (document, piece);
  Amount amount = { .chars = piece->stats.chars };

  for (const char *p = text; p < text + piece->length; p = g_utf8_next_char (p))
    amount.commas += is_comma (g_utf8_get_char (p));
  for (guint m = 0; m < piece->n_marks; m++)
    if (marks[m].kind == EXTRACT_MARK_LINK) {
      const char *href = document->page->strings->str + marks[m].href;
      const glong n = g_utf8_pointer_to_offset (text + marks[m].start, text + marks[m].end);

      amount.linked += (double) n * (*href == '#' ? WEIGHT_OF_ANCHOR : 1);
    }
  return amount;
}

static void
amount_add (Amount *to, const Amount *amount)
{
  to->chars += amount->chars;
  to->linked += amount->linked;
  to->commas += amount->commas;
}

static double
link_density (const Amount *amount)
{
  return amount->chars > 0 ? amount->linked / (double) amount->chars : 0;
}

/* ---- Elements ------------------------------------------------------------------------------------ */

static guint32
parent_of (const Reader *reader, guint32 e)
{
  return extract_page_element (reader->page, e)->parent;
}

static ExtractTag
tag_of (const Reader *reader, guint32 e)
{
  return extract_page_element (reader->page, e)->tag;
}

/* Elements that keep a div from being a paragraph. */
static gboolean
parts_paragraphs (ExtractTag tag)
{
  switch (tag) {
  case EXTRACT_TAG_BLOCKQUOTE:
  case EXTRACT_TAG_DL:
  case EXTRACT_TAG_DIV:
  case EXTRACT_TAG_IMG:
  case EXTRACT_TAG_OL:
  case EXTRACT_TAG_P:
  case EXTRACT_TAG_PRE:
  case EXTRACT_TAG_TABLE:
  case EXTRACT_TAG_UL:
    return TRUE;
  default:
    return FALSE;
  }
}

static void
read_tree (Reader *reader)
{
  for (guint i = 0; i < reader->document->n_blocks; i++)
    reader->nodes[extract_document_piece (reader->document, i)->element].owns_text = 1;
  for (guint32 e = reader->n; e-- > 0;) {
    const guint32 parent = parent_of (reader, e);

    if (parent == EXTRACT_NO_ELEMENT)
      continue;
    reader->nodes[parent].children++;
    reader->nodes[parent].ps += tag_of (reader, e) == EXTRACT_TAG_P;
    reader->nodes[parent].has_block |= reader->nodes[e].has_block || parts_paragraphs (tag_of (reader, e));
  }
}

/* Within four levels, as the program looks. */
static gboolean
is_in_table_or_code (const Reader *reader, guint32 e)
{
  for (guint level = 0; level < 4; level++) {
    e = parent_of (reader, e);
    if (e == EXTRACT_NO_ELEMENT)
      return FALSE;
    if (tag_of (reader, e) == EXTRACT_TAG_TABLE || tag_of (reader, e) == EXTRACT_TAG_CODE)
      return TRUE;
  }
  return FALSE;
}

static gboolean
is_removed (const Reader *reader, guint32 e)
{
  const ExtractTag tag = tag_of (reader, e);
  const Sound *sound = sound_of (reader, e);

  if (extract_page_element (reader->page, e)->hidden != EXTRACT_HIDDEN_SHOWN)
    return TRUE;
  if (!(reader->flags & STRIP_UNLIKELY) || tag == EXTRACT_TAG_HTML || tag == EXTRACT_TAG_BODY ||
      tag == EXTRACT_TAG_A)
    return FALSE;
  return sound->role || (sound->unlikely && !is_in_table_or_code (reader, e));
}

static void
begin_attempt (Reader *reader, guint8 flags)
{
  reader->flags = flags;
  memset (reader->below, 0, reader->n * sizeof *reader->below);
  for (guint32 e = 0; e < reader->n; e++) {
    const guint32 parent = parent_of (reader, e);
    Node *node = &reader->nodes[e];

    node->points = 0;
    node->is_scored = node->is_good = FALSE;
    node->removed = (parent != EXTRACT_NO_ELEMENT && reader->nodes[parent].removed) || is_removed (reader, e);
  }
  for (guint i = 0; i < reader->document->n_blocks; i++) {
    const guint32 owner = extract_document_piece (reader->document, i)->element;

    if (!reader->nodes[owner].removed)
      amount_add (&reader->below[owner], &reader->amounts[i]);
  }
  for (guint32 e = reader->n; e-- > 0;)
    if (parent_of (reader, e) != EXTRACT_NO_ELEMENT)
      amount_add (&reader->below[parent_of (reader, e)], &reader->below[e]);
}

/* ---- Points -------------------------------------------------------------------------------------- */

static double
points_of_tag (ExtractTag tag)
{
  switch (tag) {
  case EXTRACT_TAG_DIV:
    return 5;
  case EXTRACT_TAG_PRE:
  case EXTRACT_TAG_TD:
  case EXTRACT_TAG_BLOCKQUOTE:
    return 3;
  case EXTRACT_TAG_ADDRESS:
  case EXTRACT_TAG_OL:
  case EXTRACT_TAG_UL:
  case EXTRACT_TAG_DL:
  case EXTRACT_TAG_DD:
  case EXTRACT_TAG_DT:
  case EXTRACT_TAG_LI:
  case EXTRACT_TAG_FORM:
    return -3;
  case EXTRACT_TAG_TH:
    return -5;
  default:
    return extract_tag_get_flags (tag) & TAG_HEADING ? -5 : 0;
  }
}

static Node *
begin_scoring (Reader *reader, guint32 e)
{
  Node *node = &reader->nodes[e];

  if (!node->is_scored) {
    node->is_scored = TRUE;
    node->points = points_of_tag (tag_of (reader, e));
    if (reader->flags & WEIGH_NAMES)
      node->points += sound_of (reader, e)->weight;
  }
  return node;
}

/* A paragraph whose parent is @e. */
static void
give_points (Reader *reader, guint32 e, const Amount *amount)
{
  double points;

  if (amount->chars < MIN_PARAGRAPH)
    return;
  points = 2 + (double) amount->commas + (double) MIN (amount->chars / 100, 3);
  for (guint level = 0; level < N_LEVELS && e != EXTRACT_NO_ELEMENT; level++) {
    const guint32 parent = parent_of (reader, e);

    if (parent != EXTRACT_NO_ELEMENT) /* html itself has none */
      begin_scoring (reader, e)->points += points / (level == 0 ? 1 : level == 1 ? 2 : 3 * level);
    e = parent;
  }
}

/* Elements that are a paragraph with all that they hold. */
static gboolean
is_paragraph (ExtractTag tag)
{
  switch (tag) {
  case EXTRACT_TAG_SECTION:
  case EXTRACT_TAG_P:
  case EXTRACT_TAG_TD:
  case EXTRACT_TAG_PRE:
    return TRUE;
  default:
    return (extract_tag_get_flags (tag) & TAG_HEADING) && tag != EXTRACT_TAG_H1;
  }
}

/* A div around one p is the p. */
static gboolean
is_shell (const Reader *reader, guint32 e)
{
  const Node *node = &reader->nodes[e];

  return tag_of (reader, e) == EXTRACT_TAG_DIV && node->children == 1 && node->ps == 1 && !node->owns_text &&
         link_density (&reader->below[e]) < 0.25;
}

static void
score_paragraphs (Reader *reader)
{
  for (guint32 e = 0; e < reader->n; e++) {
    guint32 parent = parent_of (reader, e);

    if (reader->nodes[e].removed || parent == EXTRACT_NO_ELEMENT || !is_paragraph (tag_of (reader, e)))
      continue;
    if (tag_of (reader, e) == EXTRACT_TAG_P && is_shell (reader, parent))
      parent = parent_of (reader, parent);
    give_points (reader, parent, &reader->below[e]);
  }
  /* Text of a div is a paragraph: the div itself, if there is nothing else in it. */
  for (guint i = 0; i < reader->document->n_blocks; i++) {
    const guint32 owner = extract_document_piece (reader->document, i)->element;
    const guint32 parent = parent_of (reader, owner);
    const gboolean alone =
        !reader->nodes[owner].has_block && reader->below[owner].chars == reader->amounts[i].chars;

    if (tag_of (reader, owner) == EXTRACT_TAG_DIV && !reader->nodes[owner].removed)
      give_points (reader, alone ? parent : owner, &reader->amounts[i]);
  }
  for (guint32 e = 0; e < reader->n; e++)
    reader->nodes[e].points *= 1 - MIN (link_density (&reader->below[e]), 1);
}

/* ---- The article --------------------------------------------------------------------------------- */

static gboolean
is_page (const Reader *reader, guint32 e)
{
  return e == EXTRACT_NO_ELEMENT || tag_of (reader, e) == EXTRACT_TAG_BODY ||
         tag_of (reader, e) == EXTRACT_TAG_HTML;
}

static gboolean
is_ancestor (const Reader *reader, guint32 ancestor, guint32 e)
{
  const guint16 depth = extract_page_element (reader->page, ancestor)->depth;

  while (extract_page_element (reader->page, e)->depth > depth)
    e = parent_of (reader, e);
  return e == ancestor;
}

/* @best: [N_TOP]. Returns: how many there are, the best first; the first one of equals */
static guint
find_best (const Reader *reader, guint32 *best)
{
  guint n = 0;

  for (guint32 e = 0; e < reader->n; e++) {
    guint at = n;

    if (!reader->nodes[e].is_scored)
      continue;
    while (at > 0 && reader->nodes[e].points > reader->nodes[best[at - 1]].points)
      at--;
    if (at == N_TOP)
      continue;
    n = MIN (n + 1, N_TOP);
    memmove (best + at + 1, best + at, (n - at - 1) * sizeof *best);
    best[at] = e;
  }
  return n;
}

/*
 * The best element; an ancestor of it that is one of three more that are nearly as good, too; one above it
 * as long as scores do not fall to a third of the first, if its score is better; and the parent of an only
 * child.
 *
 * Returns: EXTRACT_NO_ELEMENT: the whole page
 */
static guint32
find_top (Reader *reader)
{
  guint32 best[N_TOP], top, near[N_TOP];
  const guint n = find_best (reader, best);
  guint n_near = 0;
  double last, least;

  if (n == 0 || is_page (reader, best[0]))
    return EXTRACT_NO_ELEMENT;
  top = best[0];
  for (guint i = 1; i < n; i++)
    if (reader->nodes[best[i]].points >= 0.75 * reader->nodes[top].points)
      near[n_near++] = best[i];
  for (guint32 e = parent_of (reader, top); n_near >= N_AGREEING && !is_page (reader, e);
       e = parent_of (reader, e)) {
    guint agreeing = 0;

    for (guint i = 0; i < n_near; i++)
      agreeing += near[i] != e && is_ancestor (reader, e, near[i]);
    if (agreeing >= N_AGREEING) {
      top = e;
      begin_scoring (reader, top);
      break;
    }
  }
  last = reader->nodes[top].points;
  least = last / 3;
  for (guint32 e = parent_of (reader, top); !is_page (reader, e); e = parent_of (reader, e)) {
    const Node *node = &reader->nodes[e];

    if (!node->is_scored)
      continue;
    if (node->points < least)
      break;
    if (node->points > last) {
      top = e;
      break;
    }
    last = node->points;
  }
  for (guint32 e = parent_of (reader, top); !is_page (reader, e) && reader->nodes[e].children == 1;
       e = parent_of (reader, e))
    top = e;
  begin_scoring (reader, top);
  return top;
}

/* A full stop before a space or at the end. */
static gboolean
has_sentence (const Reader *reader, guint32 e)
{
  const ExtractElement *element = extract_page_element (reader->page, e);
  const char *text = reader->page->text->str;

  for (guint32 i = element->text_start; i < element->text_end; i++)
    if (text[i] == '.' && (i + 1 == element->text_end || text[i + 1] == ' ' || text[i + 1] == '\0'))
      return TRUE;
  return FALSE;
}

/* A sibling is good if its score, and a fifth of the top's if they are of one class, is at least a fifth of
 * the top's, and 10; and a p that is long and has few links, or is a short sentence without any. */
static gboolean
is_good_sibling (const Reader *reader, guint32 top, guint32 e)
{
  const ExtractElement *sibling = extract_page_element (reader->page, e);
  const char *class = extract_page_get_attribute (reader->page, sibling, EXTRACT_ATTRIBUTE_CLASS);
  const char *of_top = extract_page_get_attribute (reader->page, extract_page_element (reader->page, top),
                                                   EXTRACT_ATTRIBUTE_CLASS);
  const double best = reader->nodes[top].points;
  const double bonus = *class && g_str_equal (class, of_top) ? 0.2 * best : 0;
  const Amount *amount = &reader->below[e];

  if (reader->nodes[e].is_scored && reader->nodes[e].points + bonus >= MAX (10, 0.2 * best))
    return TRUE;
  if ((sibling->tag != EXTRACT_TAG_P && !is_shell (reader, e)) || amount->chars == 0)
    return FALSE;
  if (amount->chars > 80)
    return link_density (amount) < 0.25;
  return amount->chars < 80 && amount->linked == 0 && has_sentence (reader, e);
}

/* Returns: its characters */
static guint64
choose_siblings (Reader *reader)
{
  const guint32 top = find_top (reader);
  const guint32 parent = top == EXTRACT_NO_ELEMENT ? EXTRACT_NO_ELEMENT : parent_of (reader, top);
  guint64 chars = 0;

  for (guint32 e = 0; e < reader->n; e++) {
    const guint32 above = parent_of (reader, e);
    Node *node = &reader->nodes[e];

    if (node->removed)
      continue;
    node->is_good = top == EXTRACT_NO_ELEMENT || e == top ||
                    (above != EXTRACT_NO_ELEMENT && reader->nodes[above].is_good) ||
                    (above == parent && is_good_sibling (reader, top, e));
  }
  for (guint i = 0; i < reader->document->n_blocks; i++)
    if (reader->nodes[extract_document_piece (reader->document, i)->element].is_good)
      chars += reader->amounts[i].chars;
  return chars;
}

void
extract_method_readability (ExtractDocument *document, float *scores)
{
  static const guint8 attempts[] = { STRIP_UNLIKELY | WEIGH_NAMES, WEIGH_NAMES, 0 };
  const ExtractPage *page = document->page;
  const ExtractNames *names = extract_page_get_names (document->page);
  EXTRACT_AUTOFREE Sound *sounds = read_sounds (page, names);
  EXTRACT_AUTOFREE Amount *amounts = EXTRACT_NEW (Amount, document->n_blocks);
  EXTRACT_AUTOFREE Amount *below = EXTRACT_NEW (Amount, page->elements.len);
  EXTRACT_AUTOFREE Node *nodes = EXTRACT_NEW0 (Node, page->elements.len);
  Reader reader = { .document = document, .page = page, .names = names, .n = page->elements.len };
  guint64 most = 0;

  reader.sounds = sounds;
  reader.amounts = amounts;
  reader.below = below;
  reader.nodes = nodes;
  read_tree (&reader);
  for (guint i = 0; i < document->n_blocks; i++) {
    amounts[i] = read_amount (document, i);
    scores[i] = 0;
  }
  for (guint a = 0; a < G_N_ELEMENTS (attempts) && most < MIN_ARTICLE; a++) {
    guint64 chars;

    begin_attempt (&reader, attempts[a]);
    score_paragraphs (&reader);
    chars = choose_siblings (&reader);
    if (chars <= most)
      continue;
    most = chars;
    for (guint i = 0; i < document->n_blocks; i++)
      scores[i] = nodes[extract_document_piece (document, i)->element].is_good;
  }
}
