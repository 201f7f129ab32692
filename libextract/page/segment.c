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
#include "libextract/base/url.h"
#include "libextract/text/facts.h"

#include <string.h>

#define RESERVE_WORDS 50
#define EVENTS_PER_CLOCK 1024
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

/* Characters that never belong to a text: controls, non-characters, byte order marks, soft hyphens. */
static gboolean
is_dropped (gunichar c)
{
  return (c >= 0x7f && c <= 0x9f) || c == 0xad || c == 0xfeff || (c & 0xfffe) == 0xfffe ||
         (c >= 0xfdd0 && c <= 0xfdef);
}

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
      else if (!is_dropped (c))
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

/* Words in a class or id that speak for content. */
static const char *const positive_names[] = {
  "article", "blog", "body", "content", "entry", "hentry", "main", "post", "story", "text",
};

static gboolean
is_positive_name (const char *value)
{
  /* Bit w: word w begins with that letter, or goes on with it. Few pairs of letters do both, so that hardly a
   * branch is guessed wrong. */
  static const guint16 firsts[32] = { [1] = 0x001,  [2] = 0x006,  [3] = 0x008,  [5] = 0x010, [8] = 0x020,
                                      [13] = 0x040, [16] = 0x080, [19] = 0x100, [20] = 0x200 };
  static const guint16 seconds[32] = {
    [18] = 0x001, [12] = 0x002, [15] = 0x08c, [14] = 0x010, [5] = 0x220, [1] = 0x040, [20] = 0x100
  };

  for (const char *p = value; *p; p++) {
    guint words = firsts[*p & 31] & seconds[p[1] & 31];

    for (; words != 0; words &= words - 1) {
      const char *word = positive_names[__builtin_ctz (words)];
      guint n = 0;

      /* Letters alone are made equal to small ones by this bit. */
      while (word[n] && (p[n] | 0x20) == word[n])
        n++;
      if (!word[n])
        return TRUE;
    }
  }
  return FALSE;
}

/* Returns: (nullable): of the element at hand, which has @attributes */
static inline const char *
get_attribute (const Segmenter *s, guint64 attributes, ExtractDomAttribute attribute)
{
  return attributes & EXTRACT_DOM_BIT (attribute) ? extract_dom_get_attribute (s->dom, attribute) : NULL;
}

static gboolean
is_positive (const Segmenter *s, ExtractTag tag, guint64 attributes)
{
  const char *value;

  if (tag == EXTRACT_TAG_HTML || tag == EXTRACT_TAG_BODY)
    return FALSE;
  value = get_attribute (s, attributes, EXTRACT_DOM_CLASS);
  if (value && is_positive_name (value))
    return TRUE;
  value = get_attribute (s, attributes, EXTRACT_DOM_ID);
  return value && is_positive_name (value);
}

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

/* ---- Attributes ----------------------------------------------------------------------------- */

/* Of a style attribute; white space and letter case do not matter. */
static gboolean
style_hides (const char *style)
{
  static const char *const hiding[] = { "display:none", "visibility:hidden" };

  for (const char *p = style; *p; p++)
    for (guint h = 0; h < G_N_ELEMENTS (hiding); h++) {
      const char *q = p, *wanted = hiding[h];

      /* Letters alone are made equal to small ones by this bit. */
      if ((*q | 0x20) != *wanted)
        continue;
      while (*q && *wanted)
        if (g_ascii_isspace (*q) && q > p)
          q++;
        else if (g_ascii_tolower (*q) == *wanted)
          q++, wanted++;
        else
          break;
      if (!*wanted)
        return TRUE;
    }
  return FALSE;
}

static guint8
read_hidden (const Segmenter *s, guint64 attributes)
{
  const char *style = get_attribute (s, attributes, EXTRACT_DOM_STYLE);
  const char *aria = get_attribute (s, attributes, EXTRACT_DOM_ARIA_HIDDEN);
  guint8 hidden = EXTRACT_HIDDEN_SHOWN;

  if (get_attribute (s, attributes, EXTRACT_DOM_HIDDEN) || (style && style_hides (style)))
    hidden |= EXTRACT_HIDDEN_STYLE;
  if (aria && g_ascii_strcasecmp (aria, "true") == 0)
    hidden |= EXTRACT_HIDDEN_ARIA;
  return hidden;
}

/* Returns: as ExtractElement.attributes */
static guint32
copy_attributes (const Segmenter *s, guint64 attributes)
{
  static const ExtractDomAttribute kept[EXTRACT_N_ATTRIBUTES] = {
    [EXTRACT_ATTRIBUTE_CLASS] = EXTRACT_DOM_CLASS,       [EXTRACT_ATTRIBUTE_ID] = EXTRACT_DOM_ID,
    [EXTRACT_ATTRIBUTE_ROLE] = EXTRACT_DOM_ROLE,         [EXTRACT_ATTRIBUTE_ITEMPROP] = EXTRACT_DOM_ITEMPROP,
    [EXTRACT_ATTRIBUTE_ITEMTYPE] = EXTRACT_DOM_ITEMTYPE,
  };
  ExtractString *strings = s->page->strings;
  guint32 offset = strings->len;
  gboolean any = FALSE;

  for (guint a = 0; a < EXTRACT_N_ATTRIBUTES; a++) {
    const char *value = get_attribute (s, attributes, kept[a]);
    gsize length = value ? strnlen (value, EXTRACT_MAX_ATTRIBUTE) : 0;

    /* Not in the middle of a character. */
    while (length == EXTRACT_MAX_ATTRIBUTE && length > 0 && ((guchar) value[length] & 0xc0) == 0x80)
      length--;
    any = any || length > 0;
    if (length > 0)
      extract_string_append (strings, value, length);
    extract_string_append_c (strings, '\0');
  }
  if (!any)
    extract_string_truncate (strings, offset);
  return any ? offset : 0;
}

/* What the last three functions look at. */
#define BIT(attribute) EXTRACT_DOM_BIT (EXTRACT_DOM_##attribute)
#define LOOKED_AT                                                                                       \
  (BIT (CLASS) | BIT (ID) | BIT (ROLE) | BIT (ITEMPROP) | BIT (ITEMTYPE) | BIT (STYLE) | BIT (HIDDEN) | \
   BIT (ARIA_HIDDEN))

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
  if (attributes & LOOKED_AT) {
    element.positive = element.positive || is_positive (s, tag, attributes);
    element.hidden = read_hidden (s, attributes);
    element.attributes = copy_attributes (s, attributes);
  }
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

static void
title_append (ExtractString *title, const char *text, gsize length)
{
  for (const char *p = text; p < text + length; p = g_utf8_next_char (p)) {
    gunichar c = g_utf8_get_char (p);

    if (g_unichar_isspace (c)) {
      if (title->len > 0 && title->str[title->len - 1] != ' ')
        extract_string_append_c (title, ' ');
    } else if (c >= ' ' && !is_dropped (c))
      extract_string_append_unichar (title, c);
  }
}

/* The text of an element up to its end, white space collapsed. In svg, a title may hold elements. */
static char *
read_title (Segmenter *s)
{
  g_autoptr (ExtractString) title = extract_string_new ();
  const char *text;
  gsize length;
  guint events = 0;

  for (guint depth = 1; depth > 0;) {
    EXTRACT_BUDGET_LOOK_EVERY (++events, EVENTS_PER_CLOCK);
    switch (extract_dom_next (s->dom)) {
    case EXTRACT_DOM_START:
      depth++;
      break;
    case EXTRACT_DOM_END:
      depth--;
      break;
    case EXTRACT_DOM_TEXT:
      text = extract_dom_get_text (s->dom, &length);
      title_append (title, text, length);
      break;
    case EXTRACT_DOM_END_OF_TREE:
      depth = 0;
      break;
    }
  }
  return g_strchomp (extract_string_free_to_str (g_steal_pointer (&title)));
}

/* ---- Notes ---------------------------------------------------------------------------------- */

static guint32
note_string (Segmenter *s, const char *value)
{
  ExtractString *strings = s->page->strings;
  const guint32 offset = strings->len;
  gsize length = value ? strnlen (value, EXTRACT_MAX_NOTE) : 0;

  if (length == 0)
    return 0;
  while (length == EXTRACT_MAX_NOTE && length > 0 && ((guchar) value[length] & 0xc0) == 0x80)
    length--;
  extract_string_append (strings, value, length);
  extract_string_append_c (strings, '\0');
  return offset;
}

/* @name: (nullable). @value: (nullable) */
static void
note_add (Segmenter *s, ExtractNoteKind kind, const char *name, const char *value)
{
  /* One after the other: names and values may be in the same place. */
  const guint32 of_name = note_string (s, name), of_value = note_string (s, value);

  *ROWS_ADD (s->page->notes, ExtractNote) = (ExtractNote){
    .element = s->element, .name = of_name, .value = of_value, .text = s->page->text->len, .kind = kind
  };
}

/* Of meta and link, which are no elements of the page. */
static void
note_head (Segmenter *s, ExtractTag tag)
{
  static const struct {
    ExtractDomAttribute name;
    ExtractNoteKind kind;
  } metas[] = {
    { EXTRACT_DOM_PROPERTY, EXTRACT_NOTE_META },
    { EXTRACT_DOM_NAME, EXTRACT_NOTE_META },
    { EXTRACT_DOM_ITEMPROP, EXTRACT_NOTE_ITEMPROP },
    { EXTRACT_DOM_HTTP_EQUIV, EXTRACT_NOTE_META },
  }, links[] = {
    { EXTRACT_DOM_REL, EXTRACT_NOTE_LINK },
    { EXTRACT_DOM_ITEMPROP, EXTRACT_NOTE_ITEMPROP },
  };
  const guint64 attributes = extract_dom_get_attributes (s->dom);
  const gboolean is_meta = tag == EXTRACT_TAG_META;
  const ExtractDomAttribute of_value = is_meta ? EXTRACT_DOM_CONTENT : EXTRACT_DOM_HREF;
  const char *value = get_attribute (s, attributes, of_value);

  for (guint i = 0; value && i < (is_meta ? G_N_ELEMENTS (metas) : G_N_ELEMENTS (links)); i++) {
    const char *name = get_attribute (s, attributes, is_meta ? metas[i].name : links[i].name);

    if (name)
      note_add (s, is_meta ? metas[i].kind : links[i].kind, name, value);
  }
}

/* What a rel of links in the text can say of the page. */
static gboolean
is_telling_rel (const char *rel)
{
  static const char *const telling[] = { "author", "tag", "license", "category" };

  for (guint i = 0; i < G_N_ELEMENTS (telling); i++)
    if (strstr (rel, telling[i]))
      return TRUE;
  return FALSE;
}

#define NOTED (BIT (REL) | BIT (DATETIME) | BIT (TYPEOF) | BIT (TITLE) | BIT (PROPERTY) | BIT (CONTENT))

/* Of the element at hand, which the page has just been given. */
static void
note_element (Segmenter *s, ExtractTag tag, guint64 attributes)
{
  const char *value;

  if ((value = get_attribute (s, attributes, EXTRACT_DOM_REL)) && tag == EXTRACT_TAG_A &&
      is_telling_rel (value))
    note_add (s, EXTRACT_NOTE_LINK, value, extract_dom_get_attribute (s->dom, EXTRACT_DOM_HREF));
  if ((value = get_attribute (s, attributes, EXTRACT_DOM_PROPERTY)))
    note_add (s, EXTRACT_NOTE_PROPERTY, value, extract_dom_get_attribute (s->dom, EXTRACT_DOM_CONTENT));
  if ((value = get_attribute (s, attributes, EXTRACT_DOM_TYPEOF)))
    note_add (s, EXTRACT_NOTE_TYPEOF, NULL, value);
  if ((value = get_attribute (s, attributes, EXTRACT_DOM_CONTENT)))
    note_add (s, EXTRACT_NOTE_CONTENT, NULL, value);
  if ((value = get_attribute (s, attributes, EXTRACT_DOM_DATETIME)))
    note_add (s, EXTRACT_NOTE_DATETIME, NULL, value);
  if ((value = get_attribute (s, attributes, EXTRACT_DOM_TITLE)) &&
      !(extract_tag_get_flags (tag) & TAG_BLOCK) && tag != EXTRACT_TAG_A && tag != EXTRACT_TAG_IMG &&
      strpbrk (value, "0123456789"))
    note_add (s, EXTRACT_NOTE_TITLE, NULL, value);
}

#define SHAPING                                                                                          \
  (BIT (COLSPAN) | BIT (ROWSPAN) | BIT (FIRST) | BIT (REVERSED) | BIT (VALUE) | BIT (DATA_LANG) |        \
   BIT (DATA_LANGUAGE) | BIT (ALTTEXT) | BIT (SRC) | BIT (SRCSET) | BIT (DATA_SRC) | BIT (DATA_SRCSET) | \
   BIT (DATA_LAZY_SRC) | BIT (DATA_ORIGINAL))

/* Data in place of an address is mostly a picture of one point. */
static gboolean
is_address (const char *value)
{
  return *value && g_ascii_strncasecmp (value, "data:", strlen ("data:")) != 0 &&
         strlen (value) < EXTRACT_MAX_NOTE;
}

/* Of "2x", "1.5x", "640w" the number, in thousandths; of anything else 1. */
static guint64
read_size (const char *p)
{
  guint64 size = 0;
  guint unit = 1000;

  if (!g_ascii_isdigit (*p))
    return 1000;
  for (; g_ascii_isdigit (*p) && size < 1000000; p++)
    size = size * 10 + (guint) (*p - '0');
  size *= 1000;
  if (*p == '.')
    for (p++; g_ascii_isdigit (*p) && unit > 1; p++)
      size += (guint) (*p - '0') * (unit /= 10);
  return size;
}

/* The largest one of a srcset: "a.png 1x, b.png 2x", "a.png 320w, b.png 640w". Returns: (nullable): within
 * @set. @length: (out) */
static const char *
find_largest (const char *set, gsize *length)
{
  const char *largest = NULL;
  guint64 most = 0;

  for (const char *p = set + strspn (set, ", \t\n\r\f"); *p; p += strspn (p, ", \t\n\r\f")) {
    const gsize n = strcspn (p, " \t\n\r\f");
    const char *size = p + n + strspn (p + n, " \t\n\r\f");
    const gboolean ends = p[n - 1] == ',';
    const guint64 of_this = ends ? 1000 : read_size (size);

    if (of_this > most) {
      most = of_this;
      largest = p;
      *length = n - ends;
    }
    p = ends ? p + n : size + strcspn (size, ",");
  }
  return largest;
}

/* Where a picture is: lazy pages keep that in attributes of their own. */
static void
note_picture (Segmenter *s, ExtractNoteKind kind, guint64 attributes)
{
  static const ExtractDomAttribute sets[] = { EXTRACT_DOM_DATA_SRCSET, EXTRACT_DOM_SRCSET };
  static const ExtractDomAttribute addresses[] = { EXTRACT_DOM_DATA_SRC, EXTRACT_DOM_DATA_LAZY_SRC,
                                                   EXTRACT_DOM_DATA_ORIGINAL, EXTRACT_DOM_SRC };
  EXTRACT_AUTOFREE char *largest = NULL;
  const char *address = NULL, *value;
  gsize length;

  for (guint i = 0; i < G_N_ELEMENTS (sets) && !address; i++)
    if ((value = get_attribute (s, attributes, sets[i])) && (value = find_largest (value, &length))) {
      extract_memory_free (largest);
      largest = extract_memory_adopt (g_strndup (value, length));
      address = is_address (largest) ? largest : NULL;
    }
  for (guint i = 0; i < G_N_ELEMENTS (addresses) && !address; i++)
    if ((value = get_attribute (s, attributes, addresses[i])) && is_address (value))
      address = value;
  /* A point is there to count readers. */
  for (guint i = 0; i < 2; i++)
    if ((value = get_attribute (s, attributes, i ? EXTRACT_DOM_WIDTH : EXTRACT_DOM_HEIGHT)) && *value &&
        strchr ("012", *value) && (value[1] == '\0' || value[1] == 'p'))
      address = NULL;
  value = get_attribute (s, attributes, EXTRACT_DOM_ALT);
  if (address || value)
    note_add (s, kind, value, address);
}

/* What formats ask of the element at hand. */
static void
note_shape (Segmenter *s, ExtractTag tag, guint64 attributes)
{
  const char *value;

  switch (tag) {
  case EXTRACT_TAG_TD:
  case EXTRACT_TAG_TH:
    if ((value = get_attribute (s, attributes, EXTRACT_DOM_COLSPAN)))
      note_add (s, EXTRACT_NOTE_COLSPAN, NULL, value);
    if ((value = get_attribute (s, attributes, EXTRACT_DOM_ROWSPAN)))
      note_add (s, EXTRACT_NOTE_ROWSPAN, NULL, value);
    break;
  case EXTRACT_TAG_OL:
    if (get_attribute (s, attributes, EXTRACT_DOM_REVERSED))
      note_add (s, EXTRACT_NOTE_REVERSED, NULL, NULL);
    if ((value = get_attribute (s, attributes, EXTRACT_DOM_FIRST)))
      note_add (s, EXTRACT_NOTE_NUMBER, NULL, value);
    break;
  case EXTRACT_TAG_LI:
    if ((value = get_attribute (s, attributes, EXTRACT_DOM_VALUE)))
      note_add (s, EXTRACT_NOTE_NUMBER, NULL, value);
    break;
  case EXTRACT_TAG_PRE:
  case EXTRACT_TAG_CODE:
  case EXTRACT_TAG_DIV:
    if ((value = get_attribute (s, attributes, EXTRACT_DOM_DATA_LANG)) ||
        (value = get_attribute (s, attributes, EXTRACT_DOM_DATA_LANGUAGE)))
      note_add (s, EXTRACT_NOTE_CODE, NULL, value);
    break;
  case EXTRACT_TAG_MATH:
    if ((value = get_attribute (s, attributes, EXTRACT_DOM_ALTTEXT)))
      note_add (s, EXTRACT_NOTE_TEX, get_attribute (s, attributes, EXTRACT_DOM_DISPLAY), value);
    break;
  case EXTRACT_TAG_IMG:
    note_picture (s, EXTRACT_NOTE_PICTURE, attributes);
    break;
  case EXTRACT_TAG_SOURCE:
    note_picture (s, EXTRACT_NOTE_SOURCE, attributes);
    break;
  default:
    break;
  }
}

/* Whether an iframe shows a video, by its address. */
static gboolean
is_player (const char *address)
{
  static const char *const players[] = { "youtube.com/embed/", "youtube-nocookie.com/embed/",
                                         "player.vimeo.com/video/", "dailymotion.com/embed/",
                                         "youtube.com/v/" };

  for (guint i = 0; i < G_N_ELEMENTS (players); i++)
    if (strstr (address, players[i]))
      return TRUE;
  return FALSE;
}

/* Of elements that the page does not keep. Returns: TRUE if the element has been read to its end. */
static gboolean
note_video (Segmenter *s, ExtractTag tag)
{
  static const ExtractDomAttribute addresses[] = { EXTRACT_DOM_SRC, EXTRACT_DOM_DATA_SRC };
  const guint64 attributes = extract_dom_get_attributes (s->dom);
  const char *value = NULL;

  if (tag != EXTRACT_TAG_VIDEO && tag != EXTRACT_TAG_IFRAME)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (addresses) && !value; i++)
    if ((value = get_attribute (s, attributes, addresses[i])) &&
        (!is_address (value) || (tag == EXTRACT_TAG_IFRAME && !is_player (value))))
      value = NULL;
  if (value)
    note_add (s, EXTRACT_NOTE_VIDEO, NULL, value);
  if (value || tag == EXTRACT_TAG_IFRAME)
    return FALSE;
  /* The first source in it. */
  for (guint depth = 1, events = 0; depth > 0;) {
    EXTRACT_BUDGET_LOOK_EVERY (++events, EVENTS_PER_CLOCK);
    switch (extract_dom_next (s->dom)) {
    case EXTRACT_DOM_START:
      depth++;
      if (!value && extract_dom_get_tag (s->dom) == EXTRACT_TAG_SOURCE &&
          (value = extract_dom_get_attribute (s->dom, EXTRACT_DOM_SRC)) && is_address (value))
        note_add (s, EXTRACT_NOTE_VIDEO, NULL, value);
      break;
    case EXTRACT_DOM_END:
      depth--;
      break;
    case EXTRACT_DOM_TEXT:
      break;
    case EXTRACT_DOM_END_OF_TREE:
      depth = 0;
      break;
    }
  }
  return TRUE;
}

/* What a meta element says of the page. */
static void
read_meta (Segmenter *s)
{
  ExtractPage *page = s->page;
  const struct {
    const char *name;
    char **value;
  } wanted[] = {
    { "description", &page->description },
    { "og:title", &page->og_title },
    { "og:description", &page->og_description },
    { "og:type", &page->og_type },
  };
  const char *name = extract_dom_get_attribute (s->dom, EXTRACT_DOM_PROPERTY);
  const char *content = extract_dom_get_attribute (s->dom, EXTRACT_DOM_CONTENT);

  if (!name)
    name = extract_dom_get_attribute (s->dom, EXTRACT_DOM_NAME);
  for (guint i = 0; name && content && i < G_N_ELEMENTS (wanted); i++)
    if (!*wanted[i].value && g_ascii_strcasecmp (name, wanted[i].name) == 0)
      *wanted[i].value = extract_memory_strdup (content);
}

/* Appends all that is in the element at hand, up to its end. */
static void
read_raw (Segmenter *s, ExtractString *out)
{
  const char *text;
  gsize length;

  for (;;)
    switch (extract_dom_next (s->dom)) {
    case EXTRACT_DOM_TEXT:
      text = extract_dom_get_text (s->dom, &length);
      extract_string_append (out, text, length);
      break;
    case EXTRACT_DOM_START:
      extract_dom_skip (s->dom);
      break;
    case EXTRACT_DOM_END:
    case EXTRACT_DOM_END_OF_TREE:
      extract_string_append_c (out, '\0');
      return;
    }
}

static gboolean
begins_with (const char *text, const char *start)
{
  return g_ascii_strncasecmp (text, start, strlen (start)) == 0;
}

/* Keeps a script of JSON-LD, and formulas. Returns: TRUE if it has been read to its end. */
static gboolean
read_script (Segmenter *s)
{
  const char *type = extract_dom_get_attribute (s->dom, EXTRACT_DOM_TYPE);

  if (!type)
    return FALSE;
  if (begins_with (type, "application/ld+json")) {
    read_raw (s, s->page->linked_data);
    return TRUE;
  }
  if (begins_with (type, "math/tex")) {
    g_autoptr (ExtractString) tex = extract_string_new ();
    const gboolean display = strstr (type, "mode=display") != NULL;

    read_raw (s, tex);
    note_add (s, EXTRACT_NOTE_TEX, display ? "display" : NULL, tex->str);
    return TRUE;
  }
  return FALSE;
}

/* A longer base is none. */
#define MAX_BASE 65536

/* Returns: (transfer full) (nullable) */
static char *
resolve_base (const ExtractPage *page, const char *value)
{
  if (strlen (value) > MAX_BASE)
    return NULL;
  EXTRACT_AUTOFREE char *base = extract_memory_adopt (extract_url_dup_without_user (value));
  return page->uri ? extract_memory_adopt (extract_page_resolve (page->uri, base, G_URI_FLAGS_PARSE_RELAXED))
                   : g_steal_pointer (&base);
}

/* What an element says about the whole page. Returns: TRUE if it has been read to its end. */
static gboolean
read_about_page (Segmenter *s, ExtractTag tag)
{
  ExtractPage *page = s->page;
  const char *value = NULL;

  switch (tag) {
  case EXTRACT_TAG_TITLE:
    if (*page->title)
      return FALSE;
    extract_memory_free (page->title);
    page->title = read_title (s);
    return TRUE;
  case EXTRACT_TAG_HTML:
    value = extract_dom_get_attribute (s->dom, EXTRACT_DOM_LANG);
    if (!value)
      value = extract_dom_get_attribute (s->dom, EXTRACT_DOM_XML_LANG);
    break;
  case EXTRACT_TAG_SCRIPT:
    return read_script (s);
  case EXTRACT_TAG_LINK:
    note_head (s, tag);
    return FALSE;
  case EXTRACT_TAG_META:
    read_meta (s);
    note_head (s, tag);
    value = extract_dom_get_attribute (s->dom, EXTRACT_DOM_HTTP_EQUIV);
    value = value && g_ascii_strcasecmp (value, "content-language") == 0
                ? extract_dom_get_attribute (s->dom, EXTRACT_DOM_CONTENT)
                : NULL;
    break;
  case EXTRACT_TAG_BASE:
    value = extract_dom_get_attribute (s->dom, EXTRACT_DOM_HREF);
    if (value && !page->base)
      page->base = resolve_base (page, value);
    return FALSE;
  default:
    return FALSE;
  }
  if (value && *value && !page->language && g_utf8_strlen (value, 64) < 64)
    page->language = g_strstrip (extract_memory_strdup (value));
  return FALSE;
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
  if (read_about_page (s, tag)) {
    s->tags += extract_dom_has_end_tag (s->dom);
    return;
  }
  if (flags & TAG_REMOVED) {
    s->tags += extract_dom_has_end_tag (s->dom);
    s->page->removed[tag] += s->reserve == EXTRACT_NO_ELEMENT;
    if (!note_video (s, tag))
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
  if (attributes & NOTED)
    note_element (s, tag, attributes);
  if (attributes & SHAPING)
    note_shape (s, tag, attributes);
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
    if (++events % EVENTS_PER_CLOCK == 0)
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

static ExtractDoctype
read_doctype (ExtractDom *dom)
{
  const char *public_identifier = extract_dom_get_doctype (dom);

  if (!public_identifier)
    return EXTRACT_DOCTYPE_NONE;
  if (*public_identifier == '\0')
    return EXTRACT_DOCTYPE_HTML5;
  for (const char *p = public_identifier; *p; p++)
    if (g_ascii_strncasecmp (p, "xhtml", strlen ("xhtml")) == 0)
      return EXTRACT_DOCTYPE_XHTML;
  return EXTRACT_DOCTYPE_OLD;
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

  page->doctype = read_doctype (dom);
  page->selected = selectors && extract_selectors_has (selectors, EXTRACT_SELECTION_KEEP);
  block_begin (&s);
  segment_walk (&s, max_depth, max_blocks);
  reserves_settle (&s);
  extract_text_reader_free (s.reader);
  extract_memory_free (s.nodes.data);
  extract_memory_free (s.places.data);
  extract_memory_free (s.matches.data);
}
