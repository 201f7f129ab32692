/* SPDX-License-Identifier: MIT */
/*
 * The page itself, made harmless, with its blocks marked.
 *
 *   tree of the page     <form action=…> <p onclick=…> Anyone who <a href=…>walks</a> …
 *   elements by name     <div>           <p class="good">         <span class="link" title=…>
 *   text                 escaped
 *
 * Names and attributes are never copied: a name is a row of the table here, and an attribute one of class,
 * title, colspan and rowspan. All else is text, so what is in it does not matter.
 *
 * The tree is walked as segment.c walks it. So the n-th element that is not removed is the n-th of the page,
 * and the text behind t tags is of the block from first_tag to last_tag. An element is marked if it has one
 * kind of blocks only, all of its own; else their texts are.
 */
#include "libextract/write/write.h"

#include <string.h>

#include "libextract/base/growing-string.h"
#include "libextract/base/url.h"
#include "libextract/page/document.h"
#include "libextract/page/parser.h"
#include "libextract/text/kind.h"

#define MAX_TITLE 512 /* bytes of what the page says in an attribute, or of itself */
#define MAX_SPAN 65535
#define BYTES_PER_LOOK 65536
#define NO_NAME ""

/* ---- The document around it ----------------------------------------------------------------- */

static const char style[] =
    ":root{color-scheme:light dark}"
    "body{font:16px/1.5 system-ui,sans-serif;margin:1rem;color:#666;background:#fff;overflow-wrap:anywhere}"
    "p,li,dt,dd,td,th,h1,h2,h3,h4,h5,h6,pre,div,caption,figcaption{unicode-bidi:plaintext}"
    "pre{white-space:pre-wrap}"
    "table{border-collapse:collapse}"
    "td,th{border:1px solid #8886;padding:.1em .4em;text-align:start;vertical-align:top}"
    ".link{text-decoration:underline}"
    ".box,.field,.button{display:inline-block;border:1px solid #8888;padding:0 .4em;font-size:.9em;"
    "max-width:100%}"
    ".box{border-style:dashed}"
    ".hidden{outline:1px dotted #8888}"
    ".good{color:#111;background:#e6f4ea;border-left:.3em solid #1b7f3b;padding-left:.5em}"
    ".near-good{color:#333;background:#fff6dd;border-left:.3em dotted #a86400;padding-left:.5em}"
    "span.good,span.near-good{border-left:0;padding-left:0}"
    "span.good{border-bottom:2px solid #1b7f3b}"
    "span.near-good{border-bottom:2px dotted #a86400}"
    ".note{position:sticky;bottom:0;margin-top:1em;padding:.5em 1em;border:2px solid #b00020;color:#111;"
    "background:#fff}"
    "@media(prefers-color-scheme:dark){"
    "body{color:#a0a0a0;background:#121212}"
    ".good{color:#f2f2f2;background:#12301c;border-color:#58c27d}"
    ".near-good{color:#ddd;background:#332a10;border-color:#e0a030}"
    ".note{color:#f2f2f2;background:#121212;border-color:#ff6b7d}}";

static const char note_cut[] =
    "<div class=\"note\">The page goes on, but is too long to be shown here.</div>\n";
static const char document_end[] = "</body>\n</html>\n";

char *
extract_original_dup_style_source (void)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize length = sizeof digest;

  g_checksum_update (checksum, (const guchar *) style, sizeof style - 1);
  g_checksum_get_digest (checksum, digest, &length);
  g_autofree char *base64 = g_base64_encode (digest, length);
  return g_strdup_printf ("'sha256-%s'", base64);
}

/* ---- Elements ------------------------------------------------------------------------------- */

/* What is written for an element: NULL is nothing. Not here: what is NO_NAME, void, or a placeholder. */
static const char *const names[EXTRACT_N_TAGS] = {
#define SAME(id, name) [EXTRACT_TAG_##id] = name
  SAME (ADDRESS, "address"),
  SAME (ARTICLE, "article"),
  SAME (ASIDE, "aside"),
  SAME (BLOCKQUOTE, "blockquote"),
  SAME (DD, "dd"),
  SAME (DIV, "div"),
  SAME (DL, "dl"),
  SAME (DT, "dt"),
  SAME (FIGCAPTION, "figcaption"),
  SAME (FIGURE, "figure"),
  SAME (FOOTER, "footer"),
  SAME (HEADER, "header"),
  SAME (H1, "h1"),
  SAME (H2, "h2"),
  SAME (H3, "h3"),
  SAME (H4, "h4"),
  SAME (H5, "h5"),
  SAME (H6, "h6"),
  SAME (LI, "li"),
  SAME (MAIN, "main"),
  SAME (NAV, "nav"),
  SAME (OL, "ol"),
  SAME (UL, "ul"),
  SAME (P, "p"),
  SAME (PRE, "pre"),
  SAME (SECTION, "section"),
  SAME (TABLE, "table"),
  SAME (CAPTION, "caption"),
  SAME (THEAD, "thead"),
  SAME (TBODY, "tbody"),
  SAME (TFOOT, "tfoot"),
  SAME (TR, "tr"),
  SAME (TD, "td"),
  SAME (TH, "th"),
  SAME (CITE, "cite"),
  SAME (CODE, "code"),
  SAME (EM, "em"),
  SAME (STRONG, "strong"),
  SAME (Q, "q"),
  SAME (DFN, "dfn"),
  SAME (KBD, "kbd"),
  SAME (SAMP, "samp"),
  SAME (VAR, "var"),
  SAME (SUB, "sub"),
  SAME (SUP, "sup"),
  SAME (B, "b"),
  SAME (I, "i"),
  SAME (DEL, "del"),
  SAME (S, "s"),
#undef SAME
  [EXTRACT_TAG_BODY] = "div",
  [EXTRACT_TAG_FRAMESET] = "div",
  [EXTRACT_TAG_NOSCRIPT] = "div",
  [EXTRACT_TAG_TEMPLATE] = "div",
  [EXTRACT_TAG_CENTER] = "div",
  [EXTRACT_TAG_DETAILS] = "div",
  [EXTRACT_TAG_DIALOG] = "div",
  [EXTRACT_TAG_FIELDSET] = "div",
  [EXTRACT_TAG_FORM] = "div",
  [EXTRACT_TAG_HGROUP] = "div",
  [EXTRACT_TAG_OPTGROUP] = "div",
  [EXTRACT_TAG_OPTION] = "div",
  [EXTRACT_TAG_SEARCH] = "div",
  [EXTRACT_TAG_SUMMARY] = "div",
  [EXTRACT_TAG_LEGEND] = "div",
  [EXTRACT_TAG_DIR] = "ul",
  [EXTRACT_TAG_MENU] = "ul",
  [EXTRACT_TAG_LISTING] = "pre",
  [EXTRACT_TAG_XMP] = "pre",
  [EXTRACT_TAG_PLAINTEXT] = "pre",
  [EXTRACT_TAG_TT] = "code",
  [EXTRACT_TAG_STRIKE] = "s",
  [EXTRACT_TAG_A] = "span",
  [EXTRACT_TAG_BUTTON] = "span",
  [EXTRACT_TAG_SELECT] = "span",
  [EXTRACT_TAG_TEXTAREA] = "span",
};

/* Removed elements that people see: a box with this in it. */
static const char *const boxes[EXTRACT_N_TAGS] = {
  [EXTRACT_TAG_OBJECT] = "object", [EXTRACT_TAG_VIDEO] = "video",   [EXTRACT_TAG_AUDIO] = "audio",
  [EXTRACT_TAG_APPLET] = "applet", [EXTRACT_TAG_CANVAS] = "canvas", [EXTRACT_TAG_IFRAME] = "frame",
  [EXTRACT_TAG_EMBED] = "object",  [EXTRACT_TAG_SVG] = "drawing",
};

static const char *
get_class (ExtractTag tag)
{
  switch (tag) {
  case EXTRACT_TAG_A:
    return "link";
  case EXTRACT_TAG_BUTTON:
    return "button";
  case EXTRACT_TAG_SELECT:
  case EXTRACT_TAG_TEXTAREA:
    return "field";
  default:
    return NULL;
  }
}

/* Which element of a table something is. */
typedef enum { PART_NONE, PART_TABLE, PART_GROUP, PART_ROW, PART_CELL, PART_CAPTION } Part;

static Part
get_part (ExtractTag tag)
{
  switch (tag) {
  case EXTRACT_TAG_TABLE:
    return PART_TABLE;
  case EXTRACT_TAG_THEAD:
  case EXTRACT_TAG_TBODY:
  case EXTRACT_TAG_TFOOT:
    return PART_GROUP;
  case EXTRACT_TAG_TR:
    return PART_ROW;
  case EXTRACT_TAG_TD:
  case EXTRACT_TAG_TH:
    return PART_CELL;
  case EXTRACT_TAG_CAPTION:
    return PART_CAPTION;
  default:
    return PART_NONE;
  }
}

/* An open element. */
typedef struct {
  const char *name;   /* what was written for it; NO_NAME: nothing */
  guint32 owner;      /* innermost block-level element: itself or one around it */
  guint8 part;        /* Part: of the innermost element that was written */
  gboolean is_marked; /* the owner is: its texts need no mark */
  gboolean is_silent; /* nothing of it is written */
  gboolean is_pre;    /* white space counts in it */
  ExtractMatch match; /* with selectors */
} Open;

typedef struct {
  /* Given. */
  ExtractDocument *document;
  ExtractParser *parser;
  GBytes *bytes;
  const char *content_type;
  gsize max_bytes;

  ExtractDecoded decoded;
  char *result; /* (transfer full) */

  /* While it walks. */
  const ExtractSelectors *selectors;
  ExtractDom *dom;
  ExtractString *out;
  ExtractString *tag;  /* the one being put together */
  ExtractRows open;    /* Open */
  gsize closing;       /* bytes of the end tags of what is open */
  guint32 n_elements;  /* so far: those that the page keeps */
  guint32 tags;        /* as in segment.c */
  guint32 next_inside; /* block: none before begins behind the start of the element at hand */
  guint32 next_text;   /* block: all before end before the text at hand */
  guint32 last_text;   /* block that was found last, or G_MAXUINT32 */
  gboolean was_space;  /* the last character was white space */
  gboolean is_in_span; /* of a text that is marked */
  gboolean is_full;
} Original;

/* ---- Writing -------------------------------------------------------------------------------- */

/* Returns: whether @n bytes more can be written, and then what is open can be closed; else no more will be.
 */
static gboolean
has_room (Original *o, gsize n)
{
  if (!o->is_full && o->out->len + n + o->closing + sizeof note_cut + sizeof document_end > o->max_bytes)
    o->is_full = TRUE;
  return !o->is_full;
}

/* Returns: what is written for the character at @p of @n bytes; NULL: it itself; "": nothing */
static const char *
escape (const char *p, gunichar c)
{
  switch (*p) {
  case '&':
    return "&amp;";
  case '<':
    return "&lt;";
  case '>':
    return "&gt;";
  case '"':
    return "&quot;";
  case '\'':
    return "&#39;";
  default:
    break;
  }
  /* Controls, and what is no character. */
  if ((c < 0x20 && !strchr ("\t\n\f\r", (int) c)) || (c >= 0x7f && c < 0xa0) || (c & 0xfffe) == 0xfffe ||
      (c >= 0xfdd0 && c <= 0xfdef) || c == 0)
    return "";
  return NULL;
}

/* @out: not @o->out. Cuts what is longer than MAX_TITLE. */
static void
append_value (ExtractString *out, const char *value)
{
  const char *end = value;

  for (; *end && end - value < MAX_TITLE; end = g_utf8_next_char (end)) {
    const gunichar c = g_utf8_get_char (end);
    const char *escaped = escape (end, c);

    if (escaped)
      extract_string_append_str (out, escaped);
    else if (c < 0x20)
      extract_string_append_c (out, ' ');
    else
      extract_string_append_unichar (out, c);
  }
  if (*end)
    extract_string_append_str (out, "…");
}

static void
append_text (Original *o, const char *text, gsize length, gboolean pre)
{
  const char *end = text + length;

  for (guint n = 1; text < end && !o->is_full; n++) {
    const gunichar c = g_utf8_get_char (text);
    const char *next = g_utf8_next_char (text), *escaped = escape (text, c);
    const gboolean is_space = c < 0x80 && c > 0 && strchr (" \t\n\f\r", (int) c);

    EXTRACT_BUDGET_LOOK_EVERY (n, BYTES_PER_LOOK);
    if (!has_room (o, 8))
      break;
    if (is_space && !pre) {
      if (!o->was_space)
        extract_string_append_c (o->out, ' ');
    } else if (escaped)
      extract_string_append_str (o->out, escaped);
    else
      extract_string_append (o->out, text, (gsize) (next - text));
    o->was_space = is_space;
    text = next;
  }
}

/* Begins the tag at hand. */
static void
tag_begin (Original *o, const char *name)
{
  extract_string_assign (o->tag, "<");
  extract_string_append_str (o->tag, name);
}

static void
tag_add (Original *o, const char *attribute, const char *value)
{
  extract_string_append_c (o->tag, ' ');
  extract_string_append_str (o->tag, attribute);
  extract_string_append_str (o->tag, "=\"");
  append_value (o->tag, value);
  extract_string_append_c (o->tag, '"');
}

/* @closing: bytes of its end tag; 0 if that is written already, or there is none. Returns: whether it was
 * written */
static gboolean
tag_write (Original *o, gsize closing)
{
  if (!has_room (o, o->tag->len + 2 + closing))
    return FALSE;
  extract_string_append (o->out, o->tag->str, o->tag->len);
  extract_string_append_c (o->out, '>');
  o->closing += closing;
  return TRUE;
}

static gsize
get_closing (const char *name)
{
  return strlen (name) + strlen ("</>\n");
}

static void
tag_close (Original *o, const char *name)
{
  o->closing -= get_closing (name);
  extract_string_append_str (o->out, "</");
  extract_string_append_str (o->out, name);
  extract_string_append_c (o->out, '>');
}

/* Of the block that an element or a text is. */
static void
tag_add_block (Original *o, guint i)
{
  ExtractBlock *block = extract_document_get_block (o->document, i);
  const char *nick = extract_label_get_nick (extract_block_get_label (block));
  const char *rule = extract_block_get_rule (block);
  char score[G_ASCII_DTOSTR_BUF_SIZE];
  g_autoptr (ExtractString) title = extract_string_new ();

  g_ascii_formatd (score, sizeof score, "%.4f", extract_block_get_score (block));
  extract_string_append_printf (title, "Block %u: %s, %s%s%s", i, nick, score, rule ? ", by the rule " : "",
                                rule ? rule : "");
  tag_add (o, "title", title->str);
}

static Open *
get_top (const Original *o)
{
  return o->open.len > 0 ? ROWS_INDEX (o->open, Open, o->open.len - 1) : NULL;
}

/* A box in place of something that is not shown. */
static void
write_box (Original *o, const char *text)
{
  const Open *top = get_top (o);

  if ((top && (top->is_silent || (top->part != PART_NONE && top->part < PART_CELL))))
    return;
  tag_begin (o, "span");
  tag_add (o, "class", "box");
  extract_string_append_c (o->tag, '>');
  append_value (o->tag, text);
  extract_string_append_str (o->tag, "</span");
  if (tag_write (o, 0))
    o->was_space = FALSE;
}

/* ---- Blocks --------------------------------------------------------------------------------- */

/* Whether the block-level element @index has blocks that are kept. @only: (out): they are all its own and of
 * one label */
static gboolean
look_inside (Original *o, guint32 index, gboolean *only)
{
  const guint n = extract_document_get_n_blocks (o->document);
  const ExtractElement *element = extract_page_element (o->document->page, index);
  guint i;

  *only = FALSE;
  while (o->next_inside < n &&
         extract_document_piece (o->document, o->next_inside)->text < element->text_start)
    o->next_inside++;
  for (i = o->next_inside; i < n; i++) {
    const ExtractPiece *piece = extract_document_piece (o->document, i);

    if (piece->text >= element->text_end)
      break;
    if (piece->element != index ||
        o->document->blocks[i].label != o->document->blocks[o->next_inside].label) {
      *only = FALSE;
      return TRUE;
    }
    *only = TRUE;
  }
  return i > o->next_inside;
}

/* Returns: the block that the text at hand is of, or G_MAXUINT32 */
static guint32
find_block (Original *o, guint32 owner)
{
  const guint n = extract_document_get_n_blocks (o->document);

  while (o->next_text < n && extract_document_piece (o->document, o->next_text)->last_tag < o->tags)
    o->next_text++;
  for (guint i = o->next_text; i < n && extract_document_piece (o->document, i)->first_tag <= o->tags; i++)
    if (extract_document_piece (o->document, i)->element == owner)
      return o->last_text = i;
  return G_MAXUINT32;
}

/* Text from here on is of other blocks. That may be so without a tag in the page: gumbo makes elements for
 * isindex. */
static void
pass_border (Original *o)
{
  if (o->last_text != G_MAXUINT32)
    o->next_text = o->last_text + 1;
  o->last_text = G_MAXUINT32;
}

static void
span_open (Original *o, guint32 owner)
{
  const guint32 block = find_block (o, owner);

  if (block == G_MAXUINT32)
    return;
  tag_begin (o, "span");
  tag_add (o, "class", extract_label_get_nick (o->document->blocks[block].label));
  tag_add_block (o, block);
  o->is_in_span = tag_write (o, get_closing ("span"));
}

static void
span_close (Original *o)
{
  if (o->is_in_span)
    tag_close (o, "span");
  o->is_in_span = FALSE;
}

/* ---- The walk ------------------------------------------------------------------------------- */

/* What the element at hand becomes. */
static const char *
choose_name (ExtractTag tag, Part around)
{
  const char *name = names[tag];
  const Part part = get_part (tag);

  if (!name)
    return NO_NAME;
  /* Where a table has to have its parts there is nothing else, and there are no parts elsewhere. */
  switch (part) {
  case PART_GROUP:
  case PART_CAPTION:
    return around == PART_TABLE ? name : around == PART_GROUP || around == PART_ROW ? NO_NAME : "div";
  case PART_ROW:
    return around == PART_TABLE || around == PART_GROUP ? name : around == PART_ROW ? NO_NAME : "div";
  case PART_CELL:
    return around == PART_ROW ? name : around == PART_TABLE || around == PART_GROUP ? NO_NAME : "div";
  default:
    return around == PART_TABLE || around == PART_GROUP || around == PART_ROW ? NO_NAME : name;
  }
}

static void
tag_add_span (Original *o, const char *name, ExtractDomAttribute attribute)
{
  const char *value = extract_dom_get_attribute (o->dom, attribute);
  guint64 n;
  char digits[24];

  if (!value || !g_ascii_string_to_unsigned (value, 10, 0, MAX_SPAN, &n, NULL))
    return;
  g_snprintf (digits, sizeof digits, "%" G_GUINT64_FORMAT, n);
  tag_add (o, name, digits);
}

/* Where a link leads: without user and password, and of one that is long the beginning. */
static void
tag_add_target (Original *o)
{
  const char *href = extract_dom_get_attribute (o->dom, EXTRACT_DOM_HREF);

  if (!href || !*href)
    return;
  g_autoptr (ExtractString) start = extract_string_new ();
  const char *end = href;
  while (*end && end - href <= MAX_TITLE)
    end = g_utf8_next_char (end);
  extract_string_append (start, href, (gsize) (end - href));
  EXTRACT_AUTOFREE char *shown = extract_memory_adopt (extract_url_dup_without_user (start->str));
  tag_add (o, "title", shown);
}

static void
start_kept (Original *o, ExtractTag tag, ExtractTagFlags flags, const ExtractMatch *match)
{
  const Open *top = get_top (o);
  const guint32 index = o->n_elements++;
  const ExtractElement *element;
  Open open = { .name = NO_NAME, .owner = index, .match = *match };
  const char *class_name = get_class (tag);
  gboolean only = FALSE, has_blocks = FALSE;

  if (index >= o->document->page->elements.len)
    extract_budget_fail (g_error_new_literal (EXTRACT_ERROR, EXTRACT_ERROR_MARKUP, "is another page"));
  element = extract_page_element (o->document->page, index);
  if (flags & TAG_BLOCK)
    has_blocks = look_inside (o, index, &only);
  if (top) {
    open.part = top->part;
    open.is_silent = top->is_silent;
    open.is_pre = top->is_pre;
    if (!(flags & TAG_BLOCK)) {
      open.owner = top->owner;
      open.is_marked = top->is_marked;
    }
  }
  if ((flags & TAG_RESERVE) && !has_blocks)
    open.is_silent = TRUE;
  if (flags & TAG_PRE)
    open.is_pre = TRUE;
  if (!open.is_silent && !o->is_full) {
    const char *name = choose_name (tag, open.part);

    if (*name) {
      const Part part = strcmp (name, "div") == 0 ? PART_NONE : get_part (tag);

      tag_begin (o, name);
      if (only || class_name || (element->hidden & EXTRACT_HIDDEN_STYLE)) {
        const char *words[] = {
          only ? extract_label_get_nick (o->document->blocks[o->next_inside].label) : NULL,
          class_name,
          element->hidden & EXTRACT_HIDDEN_STYLE ? "hidden" : NULL,
        };
        const char *before = " class=\"";

        for (guint i = 0; i < G_N_ELEMENTS (words); i++)
          if (words[i]) {
            extract_string_append_str (o->tag, before);
            extract_string_append_str (o->tag, words[i]);
            before = " ";
          }
        extract_string_append_c (o->tag, '"');
      }
      if (only)
        tag_add_block (o, o->next_inside);
      else if (tag == EXTRACT_TAG_A)
        tag_add_target (o);
      if (part == PART_CELL) {
        tag_add_span (o, "colspan", EXTRACT_DOM_COLSPAN);
        tag_add_span (o, "rowspan", EXTRACT_DOM_ROWSPAN);
      }
      if (tag_write (o, get_closing (name))) {
        open.name = name;
        open.part = part;
        open.is_marked |= only;
        /* Readers leave out a line break that comes first. */
        if (strcmp (name, "pre") == 0)
          extract_string_append_c (o->out, '\n');
        if (flags & TAG_BLOCK)
          o->was_space = TRUE;
      }
    }
  }
  *ROWS_ADD (o->open, Open) = open;
}

/* Elements that have nothing in them. */
static void
write_void (Original *o, ExtractTag tag)
{
  const Open *top = get_top (o);
  const char *value = NULL;

  switch (tag) {
  case EXTRACT_TAG_BR:
  case EXTRACT_TAG_WBR:
  case EXTRACT_TAG_HR:
    if (top->is_silent || (top->part != PART_NONE && top->part < PART_CELL))
      return;
    tag_begin (o, extract_tag_get_name (tag));
    tag_write (o, 0);
    o->was_space = tag != EXTRACT_TAG_WBR;
    break;
  case EXTRACT_TAG_IMG:
    value = extract_dom_get_attribute (o->dom, EXTRACT_DOM_ALT);
    if (!value)
      write_box (o, "picture");
    else if (*value)
      write_box (o, value);
    break;
  case EXTRACT_TAG_INPUT:
    value = extract_dom_get_attribute (o->dom, EXTRACT_DOM_TYPE);
    if (value && g_ascii_strcasecmp (value, "hidden") == 0)
      return;
    if (value && (g_ascii_strcasecmp (value, "submit") == 0 || g_ascii_strcasecmp (value, "button") == 0)) {
      value = extract_dom_get_attribute (o->dom, EXTRACT_DOM_VALUE);
      write_box (o, value ? value : "submit");
    } else
      write_box (o, "…");
    break;
  default:
    break;
  }
}

static void
element_start (Original *o)
{
  const ExtractTag tag = extract_dom_get_tag (o->dom);
  const ExtractTagFlags flags = extract_tag_get_flags (tag);
  const Open *top = get_top (o);
  ExtractMatch match = { 0 };

  o->tags += extract_dom_has_start_tag (o->dom);
  if (o->selectors)
    match = extract_selectors_match (o->selectors, o->dom, top ? &top->match : NULL);
  if ((flags & TAG_REMOVED) ||
      (o->selectors && extract_selectors_selects (o->selectors, EXTRACT_SELECTION_PRUNE, &match))) {
    o->tags += extract_dom_has_end_tag (o->dom);
    if (boxes[tag])
      write_box (o, boxes[tag]);
    extract_dom_skip (o->dom);
    return;
  }
  if (flags & TAG_BLOCK)
    pass_border (o);
  start_kept (o, tag, flags, &match);
  write_void (o, tag);
}

static void
element_end (Original *o)
{
  const Open *top = get_top (o);
  const ExtractTagFlags flags = extract_tag_get_flags (extract_dom_get_tag (o->dom));

  o->tags += extract_dom_has_end_tag (o->dom);
  if (flags & TAG_BLOCK)
    pass_border (o);
  if (*top->name) {
    tag_close (o, top->name);
    if (flags & TAG_BLOCK) {
      extract_string_append_c (o->out, '\n');
      o->was_space = TRUE;
    }
  }
  o->open.len--;
}

/* Returns: the first byte of @text that a block would have, or @length */
static gsize
find_shown (const char *text, gsize length)
{
  const char *p = text;

  for (guint n = 1; p < text + length; n++, p = g_utf8_next_char (p)) {
    const gunichar c = g_utf8_get_char (p);

    EXTRACT_BUDGET_LOOK_EVERY (n, BYTES_PER_LOOK);
    if (!g_unichar_isspace (c) && !extract_text_is_dropped (c))
      break;
  }
  return (gsize) (p - text);
}

/* Text may come in pieces, in which white space may stand alone: what is marked begins with the first of all
 * else, and ends with the next tag. */
static void
write_text (Original *o)
{
  const Open *top = get_top (o);
  gsize length, blank = 0;
  const char *text = extract_dom_get_text (o->dom, &length);

  if (!top || top->is_silent)
    return;
  if (!top->is_marked && !o->is_in_span) {
    blank = find_shown (text, length);
    append_text (o, text, blank, top->is_pre);
    if (blank < length)
      span_open (o, top->owner);
  }
  append_text (o, text + blank, length - blank, top->is_pre);
}

static void
walk (Original *o)
{
  for (guint events = 1; !o->is_full; events++) {
    EXTRACT_BUDGET_LOOK_EVERY (events, EXTRACT_DOM_EVENTS_PER_LOOK);
    switch (extract_dom_next (o->dom)) {
    case EXTRACT_DOM_START:
      span_close (o);
      element_start (o);
      break;
    case EXTRACT_DOM_END:
      span_close (o);
      element_end (o);
      break;
    case EXTRACT_DOM_TEXT:
      write_text (o);
      break;
    case EXTRACT_DOM_END_OF_TREE:
      return;
    }
  }
}

static void
write_head (Original *o)
{
  ExtractPage *page = o->document->page;
  EXTRACT_AUTOFREE char *source = extract_memory_adopt (extract_original_dup_style_source ());

  extract_string_append_str (o->out, "<!DOCTYPE html>\n<html");
  if (page->language && *page->language &&
      page->language[strspn (page->language, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-")] == 0)
    extract_string_append_printf (o->out, " lang=\"%.35s\"", page->language);
  extract_string_append_printf (
      o->out,
      ">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src %s; "
      "base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>",
      source);
  append_value (o->out, page->title);
  extract_string_append_str (o->out, "</title>\n<style>");
  extract_string_append_str (o->out, style);
  extract_string_append_str (o->out, "</style>\n</head>\n<body>\n");
}

static void
make (gpointer data)
{
  Original *o = data;
  const guint64 room = o->document->max_memory - MIN (o->document->max_memory, o->document->page->memory);
  const char *text = extract_parser_decode (o->parser, o->bytes, o->content_type, room, &o->decoded);

  o->selectors = extract_parser_get_selectors (o->parser);
  o->dom = extract_parser_read_tree (o->parser, text, o->decoded.length);
  o->out = extract_string_new ();
  o->tag = extract_string_new ();
  write_head (o);
  walk (o);
  span_close (o);
  while (o->open.len > 0) {
    if (*get_top (o)->name)
      tag_close (o, get_top (o)->name);
    o->open.len--;
  }
  extract_string_append_c (o->out, '\n');
  if (o->is_full)
    extract_string_append_str (o->out, note_cut);
  extract_string_append_str (o->out, document_end);
  extract_dom_free (o->dom);
  extract_memory_free (o->open.data);
  extract_string_free (o->tag);
  o->result = extract_string_free_to_str (o->out);
}

char *
extract_document_to_original (ExtractDocument *document, ExtractParser *parser, GBytes *bytes,
                              const char *content_type, gsize max_bytes, GError **error)
{
  g_return_val_if_fail (document != NULL && document->sealed, NULL);
  g_return_val_if_fail (parser != NULL, NULL);
  g_return_val_if_fail (bytes != NULL, NULL);

  Original original = { .document = document,
                        .parser = parser,
                        .bytes = bytes,
                        .last_text = G_MAXUINT32,
                        .content_type = content_type,
                        .max_bytes = MAX (max_bytes, EXTRACT_ORIGINAL_LEAST) };

  if (!extract_document_run (document, make, &original, error))
    original.result = NULL;
  g_clear_pointer (&original.decoded.bytes, g_bytes_unref);
  return original.result;
}
