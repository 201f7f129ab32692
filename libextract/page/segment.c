/* SPDX-License-Identifier: MIT */
/*
 * From the tree to text blocks (Mrózek 2014, section on preprocessing).
 *
 *   <div> some text <b>here</b>        block 1, owner div:  "some text here"
 *     <p>a paragraph<br><br>second</p> blocks 2 and 3, owner p: "a paragraph", "second"
 *     more </div>                      block 4, owner div:  "more"
 *
 * Text between two block-level borders is a block; the innermost block-level element around it owns
 * it. Inline elements dissolve, but leave counts and marks. White space collapses, but in pre. Two
 * br in a row are a border. Blocks without text vanish.
 *
 * noscript and template are a reserve: several forum systems serve all their text there. Their
 * blocks stay only if they hold at least RESERVE_WORDS words and more words than all the rest of
 * the page; a template that is a declared shadow root is shown by browsers, so it is no reserve.
 */
#include "libextract/page/segment.h"

#include <string.h>

#include "libextract/page/about.h"
#include "libextract/page/attribute.h"
#include "libextract/page/note.h"
#include "libextract/text/facts.h"
#include "libextract/text/kind.h"

#define RESERVE_WORDS 50
#define CHARACTERS_PER_CLOCK 65536
#define NO_TEXT G_MAXUINT32

/* Where a block lies. */
typedef enum { PLACE_PAGE, PLACE_NOSCRIPT, PLACE_TEMPLATE, N_PLACES } Place;

/* What the walk needs to know of an element, beside what the page keeps. */
typedef struct {
  guint32 owner;      /* innermost block-level element: itself or an ancestor */
  guint32 last_child; /* the newest one that the page keeps, or EXTRACT_NO_ELEMENT */
  guint32 n_children; /* elements so far, removed ones too */
  guint8 wrappers;    /* bits EXTRACT_WRAPPER_…: elements between its owner and its text */
} Node;

/* A mark that is open at the reading point. */
typedef struct {
  ExtractMarkKind kind;
  guint32 href;
  guint32 index; /* of its mark in the block at hand */
} OpenMark;

typedef struct {
  ExtractPage *page;
  ExtractDom *dom;
  ExtractRows nodes;  /* Node of each element */
  ExtractRows places; /* guint8: Place of each piece */
  ExtractTextReader *reader;
  const ExtractSelectors *selectors; /* (nullable) */
  ExtractRows matches;               /* with selectors: ExtractMatch of each element */

  /* Where the walk is. */
  guint32 tags;    /* tags so far, of removed elements too */
  guint32 element; /* innermost open element */
  guint32 owner;   /* innermost open block-level element */
  guint8 wrapping; /* wrappers of the innermost open element */
  guint pre;       /* open elements in which white space counts */
  guint32 reserve; /* outermost open noscript or template, or EXTRACT_NO_ELEMENT */
  Place place;
  guint open[EXTRACT_N_MARKS]; /* open inline elements of each kind of mark */
  OpenMark stack[EXTRACT_N_MARKS];
  guint n_stack;
  gboolean ended; /* an element that people see as a unit ended, and no text has come since */

  /* The block at hand. */
  gsize start; /* of its text in page->text */
  guint first_mark;
  gboolean space;  /* white space waits to be written before the next character */
  gboolean broken; /* nothing but white space since the last br */
  guint32 links;
  guint32 link_chars;
  guint32 images;
  guint32 positives;
  guint8 wrappers;
  guint32 first_tag; /* as in ExtractPiece; NO_TEXT before the first character */
  guint32 last_tag;
} Segmenter;

/* ---- Marks ---------------------------------------------------------------------------------- */

static int
mark_kind (ExtractTag tag)
{
  switch (tag) {
  case EXTRACT_TAG_STRONG:
  case EXTRACT_TAG_B:
    return EXTRACT_MARK_STRONG;
  case EXTRACT_TAG_EM:
  case EXTRACT_TAG_I:
  case EXTRACT_TAG_CITE:
  case EXTRACT_TAG_DFN:
  case EXTRACT_TAG_VAR:
    return EXTRACT_MARK_EMPHASIS;
  case EXTRACT_TAG_CODE:
  case EXTRACT_TAG_KBD:
  case EXTRACT_TAG_SAMP:
  case EXTRACT_TAG_TT:
    return EXTRACT_MARK_CODE;
  case EXTRACT_TAG_SUB:
    return EXTRACT_MARK_SUB;
  case EXTRACT_TAG_SUP:
    return EXTRACT_MARK_SUP;
  default:
    return -1;
  }
}

static guint32
block_length (const Segmenter *s)
{
  return s->page->text->len - s->start;
}

static void
mark_begin (Segmenter *s, OpenMark *open)
{
  guint32 at = block_length (s);
  ExtractMark mark = { .kind = open->kind, .href = open->href };

  /* Waiting white space belongs in front of the mark. */
  mark.start = mark.end = at + (s->space && at > 0);
  open->index = s->page->marks.len;
  *ROWS_ADD (s->page->marks, ExtractMark) = mark;
}

static void
mark_finish (Segmenter *s, const OpenMark *open)
{
  ExtractMark *mark = ROWS_INDEX (s->page->marks, ExtractMark, open->index);
  const char *text = s->page->text->str + s->start;

  mark->end = MAX (block_length (s), mark->start);
  while (mark->start < mark->end && text[mark->start] == ' ')
    mark->start++;
  s->links += mark->kind == EXTRACT_MARK_LINK && mark->end > mark->start;
}

static void
mark_open (Segmenter *s, ExtractMarkKind kind, guint32 href)
{
  if (s->open[kind]++ > 0)
    return;
  s->stack[s->n_stack] = (OpenMark){ .kind = kind, .href = href };
  mark_begin (s, &s->stack[s->n_stack++]);
}

static void
mark_close (Segmenter *s, ExtractMarkKind kind)
{
  if (--s->open[kind] > 0)
    return;
  /* Elements nest, and so do marks: it is the last one. */
  mark_finish (s, &s->stack[--s->n_stack]);
}

/* ---- Blocks --------------------------------------------------------------------------------- */

/* Drops the marks of a block that hold no text, and puts a break before the marks that begin behind
 * it: their start moved past the break's white space. */
static void
marks_compact (Segmenter *s, guint32 length)
{
  ExtractMark *marks = s->page->marks.data;
  guint kept = s->first_mark;

  for (guint i = s->first_mark; i < s->page->marks.len; i++) {
    ExtractMark mark = marks[i];
    guint at = kept;

    mark.end = MIN (mark.end, length);
    if (mark.kind == EXTRACT_MARK_BREAK ? mark.start >= length : mark.start >= mark.end)
      continue;
    for (; mark.kind == EXTRACT_MARK_BREAK && at > s->first_mark && marks[at - 1].start > mark.start; at--)
      marks[at] = marks[at - 1];
    marks[at] = mark;
    kept++;
  }
  s->page->marks.len = kept;
}

static void
block_begin (Segmenter *s)
{
  s->start = s->page->text->len;
  s->first_mark = s->page->marks.len;
  s->space = s->broken = s->ended = FALSE;
  s->links = s->link_chars = s->images = s->positives = 0;
  s->wrappers = 0;
  s->first_tag = NO_TEXT;
  for (guint i = 0; i < s->n_stack; i++)
    mark_begin (s, &s->stack[i]);
}

/* Makes a piece of the block at hand, unless nothing is left of its text. */
static void
block_keep (Segmenter *s)
{
  ExtractString *text = s->page->text;
  ExtractPiece piece;

  for (guint i = s->n_stack; i-- > 0;)
    mark_finish (s, &s->stack[i]);
  while (text->len > s->start && strchr (" \t\n", text->str[text->len - 1]))
    text->len--;
  marks_compact (s, block_length (s));
  if (text->len == s->start)
    return;
  piece = (ExtractPiece){
    .text = s->start,
    .length = block_length (s),
    .element = s->owner,
    .marks = s->first_mark,
    .n_marks = s->page->marks.len - s->first_mark,
    .links = s->links,
    .link_chars = s->link_chars,
    .images = s->images,
    .positives = s->positives,
    .first_tag = s->first_tag,
    .last_tag = s->last_tag,
    .pre = s->pre > 0,
    .wrappers = s->wrappers,
  };
  piece.n_tokens = s->page->tokens_of_texts.n;
  extract_text_reader_read (s->reader, text->str + s->start, piece.length, &piece.stats, &piece.facts,
                            &s->page->words, &s->page->tokens_of_texts);
  piece.n_tokens = s->page->tokens_of_texts.n - piece.n_tokens;
  *ROWS_ADD (s->page->pieces, ExtractPiece) = piece;
  *ROWS_ADD (s->places, guint8) = s->place;
  extract_string_append_c (text, '\0');
}

static void
block_finish (Segmenter *s)
{
  ExtractString *text = s->page->text;

  if (text->len > s->start)
    block_keep (s);
  if (text->len == s->start && s->page->marks.len > s->first_mark)
    s->page->marks.len = s->first_mark;
  block_begin (s);
}

/* ---- Text ----------------------------------------------------------------------------------- */

static void
text_char (Segmenter *s, const char *bytes, gsize n)
{
  if (s->space) {
    if (s->page->text->len > s->start)
      extract_string_append_c (s->page->text, ' ');
    s->space = FALSE;
  }
  s->broken = s->ended = FALSE;
  s->first_tag = MIN (s->first_tag, s->tags);
  s->last_tag = s->tags;
  s->wrappers |= s->wrapping;
  extract_string_append (s->page->text, bytes, n);
  s->link_chars += s->open[EXTRACT_MARK_LINK] > 0;
}

static void
text_space (Segmenter *s, char c)
{
  if (s->pre == 0)
    s->space = TRUE;
  /* Blank lines before the first line of code say nothing; its indentation does. */
  else if (c != '\n' || s->page->text->len > s->start)
    extract_string_append_c (s->page->text, c);
}

static inline gboolean
is_printable (char c)
{
  return c > ' ' && c < 0x7f;
}

static inline gboolean
is_white (char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r' && c != '\v');
}

/* So many bytes are looked at at once; the compiler makes registers of them. */
typedef gint8 Bytes __attribute__ ((vector_size (16)));

/* Printable ASCII comes in runs, and single spaces between them stay. Returns: the end of the run from @p on,
 * or
 * @p */
static const char *
find_run_end (const char *p, const char *end)
{
  const char *q = p;

  if (!is_printable (*q))
    return q;
  for (; end - q > (gssize) sizeof (Bytes); q += sizeof (Bytes)) {
    Bytes block, next;
    guint64 stops[2];

    memcpy (&block, q, sizeof block);
    memcpy (&next, q + 1, sizeof next);
    block = ((block > ' ') & (block != 0x7f)) | ((block == ' ') & (next > ' ') & (next != 0x7f));
    block = ~block;
    memcpy (stops, &block, sizeof stops);
    if (stops[0])
      return q + __builtin_ctzll (GUINT64_FROM_LE (stops[0])) / 8;
    if (stops[1])
      return q + 8 + __builtin_ctzll (GUINT64_FROM_LE (stops[1])) / 8;
  }
  while (q < end && (is_printable (*q) || (*q == ' ' && q + 1 < end && is_printable (q[1]))))
    q++;
  return q;
}

/* Returns: how many of the characters of a run are no spaces */
static guint32
count_printables (const char *p, const char *end)
{
  guint32 n = 0;

  for (; p < end; p++)
    n += *p != ' ';
  return n;
}

static void
text_append (Segmenter *s, const char *text, gsize length)
{
  const char *end = text + length;

  for (guint n = 1; text < end; n++) {
    const char *p = text, *q = find_run_end (p, end);

    EXTRACT_BUDGET_LOOK_EVERY (n, CHARACTERS_PER_CLOCK);
    if (q > p) {
      text_char (s, p, q - p);
      s->link_chars += s->open[EXTRACT_MARK_LINK] > 0 ? count_printables (p, q) - 1 : 0;
    } else if ((guchar) *p < 0x80) {
      q = p + 1;
      if (is_white (*p)) {
        text_space (s, *p == '\r' || *p == '\f' ? '\n' : *p);
        /* It collapses. */
        while (s->pre == 0 && q < end && is_white (*q))
          q++;
      }
    } else {
      gunichar c = g_utf8_get_char (p);

      q = g_utf8_next_char (p);
      if (g_unichar_isspace (c))
        text_space (s, ' ');
      else if (!extract_text_is_dropped (c))
        text_char (s, p, q - p);
    }
    text = q;
  }
}

static void
text_break (Segmenter *s)
{
  ExtractMark mark = { .kind = EXTRACT_MARK_BREAK, .start = block_length (s), .end = block_length (s) };

  if (s->pre > 0) {
    text_space (s, '\n');
    return;
  }
  if (s->broken) {
    block_finish (s);
    return;
  }
  s->broken = s->space = TRUE;
  if (mark.start > 0)
    *ROWS_ADD (s->page->marks, ExtractMark) = mark;
}

/* ---- Elements ------------------------------------------------------------------------------- */

/* 1, 2, ... among the siblings of one tag. Going back stops at the last one of the tag, so that the
 * steps of all elements together are at most (tags x elements). */
static guint32
sibling_position (const ExtractPage *page, ExtractTag tag, guint32 previous)
{
  for (guint32 e = previous; e != EXTRACT_NO_ELEMENT; e = extract_page_element (page, e)->previous)
    if (extract_page_element (page, e)->tag == tag)
      return extract_page_element (page, e)->position + 1;
  return 1;
}

/* Returns: a bit EXTRACT_WRAPPER_…, or 0 */
static guint8
wrapper_bit (ExtractTag tag)
{
  switch (tag) {
  case EXTRACT_TAG_A:
    return EXTRACT_WRAPPER_A;
  case EXTRACT_TAG_BUTTON:
    return EXTRACT_WRAPPER_BUTTON;
  case EXTRACT_TAG_LABEL:
    return EXTRACT_WRAPPER_LABEL;
  case EXTRACT_TAG_SPAN:
    return EXTRACT_WRAPPER_SPAN;
  case EXTRACT_TAG_B:
  case EXTRACT_TAG_STRONG:
    return EXTRACT_WRAPPER_STRONG;
  case EXTRACT_TAG_I:
  case EXTRACT_TAG_EM:
    return EXTRACT_WRAPPER_EM;
  default:
    return 0;
  }
}

static void
element_push (Segmenter *s, ExtractTag fine, ExtractTagFlags flags, guint64 attributes)
{
  const ExtractTag tag = flags & TAG_FINE ? EXTRACT_TAG_OTHER : fine;
  guint32 index = s->page->elements.len;
  ExtractElement element = {
    .parent = s->element, .previous = EXTRACT_NO_ELEMENT, .position = 1, .tag = tag, .fine = fine
  };
  Node node = { .owner = index, .last_child = EXTRACT_NO_ELEMENT };

  if (s->element != EXTRACT_NO_ELEMENT) {
    const ExtractElement *parent = extract_page_element (s->page, s->element);
    Node *parent_node = ROWS_INDEX (s->nodes, Node, s->element);

    element.depth = parent->depth + 1;
    element.positive = parent->positive;
    element.previous = parent_node->last_child;
    /* Elements without a name of ours are `*[n]` in a path: the n-th of all. */
    element.position = tag == EXTRACT_TAG_OTHER ? parent_node->n_children
                                                : sibling_position (s->page, tag, element.previous);
    parent_node->last_child = index;
    if (!(flags & TAG_BLOCK)) {
      node.owner = parent_node->owner;
      node.wrappers = parent_node->wrappers | wrapper_bit (tag);
    }
  }
  element.hidden = EXTRACT_HIDDEN_SHOWN;
  if (attributes & EXTRACT_ATTRIBUTES_READ)
    extract_attributes_read (s->page, s->dom, attributes, &element);
  element.text_start = element.text_end = s->page->text->len;
  *ROWS_ADD (s->page->elements, ExtractElement) = element;
  *ROWS_ADD (s->nodes, Node) = node;
  s->element = index;
  s->wrapping = node.wrappers;
}

static guint32
string_add (ExtractPage *page, const char *string)
{
  guint32 offset = page->strings->len;

  extract_string_append (page->strings, string, strlen (string) + 1);
  return offset;
}

/* The current element, which is not in the rows yet. */
static ExtractMatch
match_element (const Segmenter *s)
{
  const gboolean is_root = s->element == EXTRACT_NO_ELEMENT;

  return extract_selectors_match (s->selectors, s->dom,
                                  is_root ? NULL : ROWS_INDEX (s->matches, ExtractMatch, s->element));
}

/* The element at hand, which the page has just been given. */
static void
select_element (Segmenter *s, const ExtractMatch *match)
{
  const guint32 parent = extract_page_element (s->page, s->element)->parent;
  Node *node = ROWS_INDEX (s->nodes, Node, s->element);

  *ROWS_ADD (s->matches, ExtractMatch) = *match;
  if (extract_selectors_selects (s->selectors, EXTRACT_SELECTION_KEEP, match))
    node->wrappers |= EXTRACT_WRAPPER_SELECTED;
  else if (parent != EXTRACT_NO_ELEMENT)
    node->wrappers |= ROWS_INDEX (s->nodes, Node, parent)->wrappers & EXTRACT_WRAPPER_SELECTED;
  s->wrapping = node->wrappers;
}

/* Links and spans that touch are mostly drawn apart: menus, badges, columns made by style sheets.
 * Not so in code, where spans are colours. */
static gboolean
is_unit (const Segmenter *s, ExtractTag tag)
{
  return (tag == EXTRACT_TAG_A || tag == EXTRACT_TAG_SPAN) && s->pre == 0 && s->open[EXTRACT_MARK_CODE] == 0;
}

static gboolean
is_password (const Segmenter *s)
{
  const char *type = extract_dom_get_attribute (s->dom, EXTRACT_DOM_TYPE);

  return type && g_ascii_strcasecmp (type, "password") == 0;
}

static void
element_start (Segmenter *s)
{
  ExtractTag tag = extract_dom_get_tag (s->dom);
  ExtractTagFlags flags = extract_tag_get_flags (tag);
  int kind = mark_kind (tag);
  guint64 attributes;
  ExtractMatch match = { 0 };

  if (s->element != EXTRACT_NO_ELEMENT)
    ROWS_INDEX (s->nodes, Node, s->element)->n_children++;
  s->tags += extract_dom_has_start_tag (s->dom);
  if (s->selectors) {
    match = match_element (s);
    if (extract_selectors_selects (s->selectors, EXTRACT_SELECTION_PRUNE, &match)) {
      if (flags & TAG_BLOCK)
        block_finish (s);
      s->tags += extract_dom_has_end_tag (s->dom);
      extract_dom_skip (s->dom);
      return;
    }
  }
  if (extract_about_looks_at (tag) && extract_about_read (s->page, s->dom, s->element, tag)) {
    s->tags += extract_dom_has_end_tag (s->dom);
    return;
  }
  if (flags & TAG_REMOVED) {
    s->tags += extract_dom_has_end_tag (s->dom);
    s->page->removed[tag] += s->reserve == EXTRACT_NO_ELEMENT;
    if (!extract_note_video (s->page, s->dom, s->element, tag))
      extract_dom_skip (s->dom);
    return;
  }
  if (flags & TAG_BLOCK)
    block_finish (s);
  attributes = extract_dom_get_attributes (s->dom);
  element_push (s, tag, flags, attributes);
  if (s->selectors)
    select_element (s, &match);
  if (flags & TAG_BLOCK)
    s->owner = s->element;
  s->pre += (flags & TAG_PRE) != 0;
  s->positives += (flags & TAG_POSITIVE) != 0;
  s->images += tag == EXTRACT_TAG_IMG;
  if (attributes & EXTRACT_NOTE_TELLING)
    extract_note_element (s->page, s->dom, s->element, tag, attributes);
  if (attributes & EXTRACT_NOTE_SHAPING)
    extract_note_shape (s->page, s->dom, s->element, tag, attributes);
  if (tag == EXTRACT_TAG_BR)
    text_break (s);
  if (tag == EXTRACT_TAG_INPUT)
    s->page->passwords += is_password (s);
  if ((flags & TAG_APART) || (is_unit (s, tag) && s->ended))
    text_space (s, ' ');
  if ((flags & TAG_RESERVE) && s->reserve == EXTRACT_NO_ELEMENT &&
      !extract_dom_get_attribute (s->dom, EXTRACT_DOM_SHADOWROOTMODE)) {
    s->reserve = s->element;
    s->place = tag == EXTRACT_TAG_NOSCRIPT ? PLACE_NOSCRIPT : PLACE_TEMPLATE;
  }
  if (tag == EXTRACT_TAG_A) {
    const char *href = extract_dom_get_attribute (s->dom, EXTRACT_DOM_HREF);

    if (href)
      mark_open (s, EXTRACT_MARK_LINK, s->open[EXTRACT_MARK_LINK] ? 0 : string_add (s->page, href));
  } else if (kind >= 0)
    mark_open (s, kind, 0);
}

static void
element_end (Segmenter *s)
{
  ExtractTag tag = extract_dom_get_tag (s->dom);
  ExtractTagFlags flags = extract_tag_get_flags (tag);
  int kind = mark_kind (tag);

  s->tags += extract_dom_has_end_tag (s->dom);
  if (tag == EXTRACT_TAG_A) {
    if (extract_dom_get_attribute (s->dom, EXTRACT_DOM_HREF))
      mark_close (s, EXTRACT_MARK_LINK);
  } else if (kind >= 0)
    mark_close (s, kind);
  s->ended = s->ended || is_unit (s, tag);
  if (flags & TAG_APART)
    text_space (s, ' ');
  if (flags & TAG_BLOCK)
    block_finish (s);
  if (s->reserve == s->element) {
    s->reserve = EXTRACT_NO_ELEMENT;
    s->place = PLACE_PAGE;
  }
  s->pre -= (flags & TAG_PRE) != 0;
  ROWS_INDEX (s->page->elements, ExtractElement, s->element)->text_end = s->page->text->len;
  s->element = extract_page_element (s->page, s->element)->parent;
  if (s->element == EXTRACT_NO_ELEMENT) {
    s->owner = EXTRACT_NO_ELEMENT;
    return;
  }
  s->owner = ROWS_INDEX (s->nodes, Node, s->element)->owner;
  s->wrapping = ROWS_INDEX (s->nodes, Node, s->element)->wrappers;
}

/* ---- The page ------------------------------------------------------------------------------- */

/* Moves the words and tokens of a piece behind those that were kept so far. */
static void
keep_texts (ExtractPage *page, guint word, guint token, const ExtractPiece *piece)
{
  ExtractWords *words = &page->words;
  ExtractHashes *tokens = &page->tokens_of_texts;

  if (piece->stats.words > 0)
    memmove (words->items + words->n, words->items + word, piece->stats.words * sizeof (ExtractWord));
  if (piece->n_tokens > 0)
    memmove (tokens->items + tokens->n, tokens->items + token, piece->n_tokens * sizeof (guint32));
  words->n += piece->stats.words;
  tokens->n += piece->n_tokens;
}

/* Keeps the blocks of a reserve only where the page has little else. */
static void
reserves_settle (Segmenter *s)
{
  ExtractPiece *pieces = s->page->pieces.data;
  guint64 words[N_PLACES] = { 0 }, all = 0;
  guint kept = 0;

  for (guint i = 0; i < s->page->pieces.len; i++) {
    words[*ROWS_INDEX (s->places, guint8, i)] += pieces[i].stats.words;
    all += pieces[i].stats.words;
  }
  s->page->words.n = s->page->tokens_of_texts.n = 0;
  for (guint i = 0, word = 0, token = 0; i < s->page->pieces.len; i++) {
    const ExtractPiece piece = pieces[i];
    Place place = *ROWS_INDEX (s->places, guint8, i);

    if (place == PLACE_PAGE || (words[place] >= RESERVE_WORDS && words[place] > all - words[place])) {
      pieces[kept++] = piece;
      keep_texts (s->page, word, token, &piece);
    }
    word += piece.stats.words;
    token += piece.n_tokens;
  }
  s->page->pieces.len = kept;
}

static void
check_limits (const Segmenter *s, guint64 max_blocks)
{
  if (s->page->pieces.len > max_blocks)
    extract_budget_fail (g_error_new (EXTRACT_ERROR, EXTRACT_ERROR_TOO_MANY_BLOCKS,
                                      "has more text blocks than the limit of %" G_GUINT64_FORMAT,
                                      max_blocks));
  extract_budget_look ();
}

static void
segment_walk (Segmenter *s, guint max_depth, guint64 max_blocks)
{
  guint events = 0;
  const char *text;
  gsize length;

  for (;;) {
    if (++events % EXTRACT_DOM_EVENTS_PER_LOOK == 0)
      check_limits (s, max_blocks);
    switch (extract_dom_next (s->dom)) {
    case EXTRACT_DOM_START:
      if (s->element != EXTRACT_NO_ELEMENT && extract_page_element (s->page, s->element)->depth >= max_depth)
        extract_budget_fail (g_error_new (EXTRACT_ERROR, EXTRACT_ERROR_TOO_DEEP,
                                          "elements are nested deeper than the limit of %u", max_depth));
      element_start (s);
      break;
    case EXTRACT_DOM_END:
      element_end (s);
      break;
    case EXTRACT_DOM_TEXT:
      text = extract_dom_get_text (s->dom, &length);
      text_append (s, text, length);
      break;
    case EXTRACT_DOM_END_OF_TREE:
      check_limits (s, max_blocks);
      return;
    }
  }
}

void
extract_segment_page (ExtractDom *dom, guint max_depth, guint64 max_blocks, const ExtractSelectors *selectors,
                      ExtractPage *page)
{
  Segmenter s = {
    .page = page,
    .dom = dom,
    .reader = extract_text_reader_new (),
    .selectors = selectors,
    .element = EXTRACT_NO_ELEMENT,
    .owner = EXTRACT_NO_ELEMENT,
    .reserve = EXTRACT_NO_ELEMENT,
  };

  page->doctype = extract_about_read_doctype (dom);
  page->selected = selectors && extract_selectors_has (selectors, EXTRACT_SELECTION_KEEP);
  block_begin (&s);
  segment_walk (&s, max_depth, max_blocks);
  reserves_settle (&s);
  extract_text_reader_free (s.reader);
  extract_memory_free (s.nodes.data);
  extract_memory_free (s.places.data);
  extract_memory_free (s.matches.data);
}
