/* SPDX-License-Identifier: MIT */
/*
 * From blocks to passages.
 *
 *   elements, notes --spans_find ()--> spans: a range of the text of the page, and what becomes of it
 *   a block and the spans in it --edit_block ()--> its text and marks, changed
 *
 * What happens to a range:
 *
 *   left out   signs that lead to a heading itself, arrows back from footnotes, buttons that copy code,
 * numbers of lines, the second and third form of a formula replaced   formulas, by $TeX$ put in     ( )
 * around the reading of a character; formulas from scripts; U+FFFC for a picture marked     del, s, strike,
 * mark
 *
 * Most blocks have none of these, and are passages as they are.
 *
 * A picture, a video or a formula outside of a block is a passage if it belongs to a block that is written:
 * to that of its two neighbours which shares the deeper element with it. One in a figure belongs to what is
 * around the figure, and takes its captions along. A quotation is written whole, with who said it, if a part
 * of it is.
 */
#include "libextract/write/passage.h"

#include <string.h>

#include "libextract/meta/fold.h"
#include "libextract/write/writer.h"

/* ---- Spans ---------------------------------------------------------------------------------- */

typedef enum {
  SPAN_OUT,
  SPAN_FORMULA, /* replaced by `tex` */
  SPAN_READING, /* put between ( and ) */
  SPAN_DELETED,
  SPAN_MARKED,
  N_SPANS
} SpanKind;

typedef struct {
  guint32 start, end; /* in ExtractPage.text */
  const char *tex;    /* FORMULA: of @tex_length bytes; lent by the page */
  guint32 tex_length;
  guint8 kind;
} Span;

/* A note of a picture, a video, or of TeX in a script. */
typedef struct {
  guint32 note;
  guint32 address; /* offset into ExtractPage.strings */
  guint32 owner;   /* innermost block-level element around it */
  guint32 text;    /* offset into ExtractPage.text */
  guint32 block;   /* the block that it is in, or in front of */
  gboolean inside;
} Point;

/* What becomes of a piece of a block's text. */
typedef struct {
  guint32 start, end;         /* in the text before */
  guint32 new_start, new_end; /* in the text behind */
  guint32 with, length;       /* what it is replaced with, in Builder.scratch */
  gint kind;                  /* of the mark for that; -1 if there is none */
  guint32 href;               /* of the mark */
} Edit;

typedef struct {
  ExtractPassages *passages;
  ExtractDocument *document;
  const ExtractPage *page;
  const char *base; /* what links are resolved against */
  ExtractWriteFlags flags;
  ExtractRows spans;  /* Span, by start; the outer one first */
  ExtractRows points; /* Point, in document order */
  ExtractRows edits;  /* Edit, of the block at hand */
  ExtractRows added;  /* ExtractMark, for it */
  ExtractString *scratch;
  guint8 *headings;  /* [elements]: whether it is in a heading */
  guint32 *quotes;   /* [elements]: the innermost quotation that it is in, or EXTRACT_NO_ELEMENT */
  guint32 quote;     /* the last one that was judged, or EXTRACT_NO_ELEMENT */
  gboolean is_whole; /* what came of that */
  guint32 span;      /* those before it end before the block at hand */
  guint32 point;     /* the next one */
  guint32 figure;    /* with a picture that is written; EXTRACT_NO_ELEMENT */
} Builder;

/* Buttons and signs say no more. */
#define SIGN_LENGTH 64

/* What words in classes say of what is in the element. */
static const struct {
  const char *word;
  enum { CLASS_NUMBERS, CLASS_COPY, CLASS_FORMULA, CLASS_EDIT } what;
} class_words[] = {
  { "lineno", CLASS_NUMBERS },
  { "linenos", CLASS_NUMBERS },
  { "gutter", CLASS_NUMBERS },
  { "line-number", CLASS_NUMBERS },
  { "line-numbers", CLASS_NUMBERS },
  { "linenumber", CLASS_NUMBERS },
  { "linenumbers", CLASS_NUMBERS },
  { "linenodiv", CLASS_NUMBERS },
  { "hljs-ln-numbers", CLASS_NUMBERS },
  { "hljs-ln-n", CLASS_NUMBERS },
  { "rouge-gutter", CLASS_NUMBERS },
  { "crayon-nums", CLASS_NUMBERS },
  { "blob-num", CLASS_NUMBERS },
  { "code-line-number", CLASS_NUMBERS },
  { "ln", CLASS_NUMBERS },
  { "react-syntax-highlighter-line-number", CLASS_NUMBERS },
  { "copy", CLASS_COPY },
  { "copybtn", CLASS_COPY },
  { "copy-btn", CLASS_COPY },
  { "copy-button", CLASS_COPY },
  { "btn-copy", CLASS_COPY },
  { "btn-clipboard", CLASS_COPY },
  { "clipboard-button", CLASS_COPY },
  { "copy-code-button", CLASS_COPY },
  { "code-copy", CLASS_COPY },
  { "copy-code", CLASS_COPY },
  { "katex-html", CLASS_FORMULA },
  { "MathJax_Preview", CLASS_FORMULA },
  { "MathJax", CLASS_FORMULA },
  { "MathJax_SVG", CLASS_FORMULA },
  { "MathJax_CHTML", CLASS_FORMULA },
  { "MathJax_Display", CLASS_FORMULA },
  { "mw-editsection", CLASS_EDIT },
};

/* What a button says that copies code. */
static const char *const copy_words[] = {
  "copy",        "copied", "copy code",  "copy to clipboard", "copy text", "copy snippet", "kopieren",
  "copier",      "copiar", "копировать", "скопировать",       "复制",      "复制代码",     "コピー",
  "copy copied", "copia",
};

static gboolean
is_any (const char *const *words, gsize n, const char *text, gsize length)
{
  char folded[64];

  if (length > 2 * sizeof folded || extract_fold (text, length, folded, sizeof folded) == 0)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (strcmp (words[i], folded) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_numbers (const char *text, gsize length)
{
  gboolean any = FALSE;

  for (gsize i = 0; i < length; i++) {
    if (text[i] && !strchr ("0123456789 \t\n.:|", text[i]))
      return FALSE;
    any |= g_ascii_isdigit (text[i]);
  }
  return any;
}

/* Returns: bits of what the class of the element says */
static guint
read_class (const ExtractPage *page, const ExtractElement *element)
{
  guint bits = 0;

  for (const char *p = extract_page_get_attribute (page, element, EXTRACT_ATTRIBUTE_CLASS); *p;) {
    const gsize n = strcspn (p, " \t\n\r\f");

    /* Most classes begin with another letter. */
    for (guint i = 0; strchr ("lghrcbMkm", *p) && i < G_N_ELEMENTS (class_words); i++)
      if (class_words[i].word[0] == *p && strlen (class_words[i].word) == n &&
          strncmp (class_words[i].word, p, n) == 0)
        bits |= 1u << class_words[i].what;
    p += n + strspn (p + n, " \t\n\r\f");
  }
  return bits;
}

/* Of math: the annotation in it, which is TeX, or its alttext. @note: the first note of it or of what comes
 * behind it. Returns: whether there is one */
static gboolean
find_tex (const ExtractPage *page, guint32 math, guint32 note, Span *span)
{
  const ExtractElement *element = extract_page_element (page, math);

  for (guint32 e = math + 1; e < page->elements.len; e++) {
    const ExtractElement *inner = extract_page_element (page, e);

    if (inner->depth <= element->depth)
      break;
    if (inner->fine == EXTRACT_TAG_ANNOTATION && inner->text_end > inner->text_start) {
      span->tex = page->text->str + inner->text_start;
      span->tex_length = inner->text_end - inner->text_start;
      return TRUE;
    }
  }
  for (; note < page->notes.len; note++) {
    const ExtractNote *of_math = ROWS_INDEX (page->notes, ExtractNote, note);

    if (of_math->element != math)
      break;
    if (of_math->kind == EXTRACT_NOTE_TEX) {
      span->tex = page->strings->str + of_math->value;
      span->tex_length = strlen (span->tex);
      return TRUE;
    }
  }
  return FALSE;
}

/* @note: the first note of @e or of what comes behind it. @has_formula: formulas of KaTeX and MathJax are
 * there as they look, too. Returns: whether something becomes of the text in element @e */
static gboolean
span_of_element (const ExtractPage *page, guint32 e, guint32 note, gboolean has_formula, Span *span)
{
  const ExtractElement *element = extract_page_element (page, e);
  const char *text = page->text->str + element->text_start;
  const gsize length = element->text_end - element->text_start;
  guint says;

  *span = (Span){ .start = element->text_start, .end = element->text_end };
  switch (element->fine) {
  case EXTRACT_TAG_DEL:
  case EXTRACT_TAG_S:
  case EXTRACT_TAG_STRIKE:
    span->kind = SPAN_DELETED;
    return TRUE;
  case EXTRACT_TAG_MARK:
    span->kind = SPAN_MARKED;
    return TRUE;
  case EXTRACT_TAG_RT:
    span->kind = SPAN_READING;
    return element->previous == EXTRACT_NO_ELEMENT ||
           extract_page_element (page, element->previous)->fine != EXTRACT_TAG_RP;
  case EXTRACT_TAG_MATH:
    span->kind = SPAN_FORMULA;
    return find_tex (page, e, note, span);
  default:
    break;
  }
  span->kind = SPAN_OUT;
  if (element->tag == EXTRACT_TAG_BUTTON && is_any (copy_words, G_N_ELEMENTS (copy_words), text, length))
    return TRUE;
  /* Numbers begin with a digit, and the rest is short, but for formulas. */
  if (element->attributes == 0 || (length > SIGN_LENGTH && !has_formula && !is_numbers (text, SIGN_LENGTH)) ||
      !(says = read_class (page, element)))
    return FALSE;
  return ((says & 1u << CLASS_NUMBERS) && is_numbers (text, length)) ||
         ((says & 1u << CLASS_COPY) && is_any (copy_words, G_N_ELEMENTS (copy_words), text, length)) ||
         ((says & 1u << CLASS_FORMULA) && has_formula) || (says & 1u << CLASS_EDIT);
}

/* Whether the page has formulas that can be read: of those that are drawn, one form is enough. */
static gboolean
has_formulas (const ExtractPage *page)
{
  for (guint32 n = 0; n < page->notes.len; n++)
    if (ROWS_INDEX (page->notes, ExtractNote, n)->kind == EXTRACT_NOTE_TEX)
      return TRUE;
  for (guint32 e = 0; e < page->elements.len; e++)
    if (extract_page_element (page, e)->fine == EXTRACT_TAG_ANNOTATION)
      return TRUE;
  return FALSE;
}

static void
spans_find (Builder *b)
{
  const ExtractPage *page = b->page;
  const gboolean has_formula = has_formulas (page);
  guint32 ends[N_SPANS] = { 0 }, note = 0;

  for (guint32 e = 0; e < page->elements.len; e++) {
    const ExtractElement *element = extract_page_element (page, e);
    Span span;

    EXTRACT_BUDGET_LOOK_EVERY (e + 1, 1024);
    while (note < page->notes.len &&
           (ROWS_INDEX (page->notes, ExtractNote, note)->element == EXTRACT_NO_ELEMENT ||
            ROWS_INDEX (page->notes, ExtractNote, note)->element < e))
      note++;
    if (extract_tag_get_flags (element->tag) & TAG_HEADING)
      b->headings[e] = element->tag - EXTRACT_TAG_H1 + 1;
    else if (element->parent != EXTRACT_NO_ELEMENT)
      b->headings[e] = b->headings[element->parent];
    b->quotes[e] = element->tag == EXTRACT_TAG_BLOCKQUOTE  ? e
                   : element->parent != EXTRACT_NO_ELEMENT ? b->quotes[element->parent]
                                                           : EXTRACT_NO_ELEMENT;
    /* What is inside of one that is left out, or of its own kind, says nothing more. */
    if (element->text_end <= element->text_start || element->text_end <= ends[SPAN_OUT] ||
        element->text_end <= ends[SPAN_FORMULA])
      continue;
    if (span_of_element (page, e, note, has_formula, &span) && span.end > ends[span.kind]) {
      ends[span.kind] = span.end;
      *ROWS_ADD (b->spans, Span) = span;
    }
  }
}

/* ---- Points --------------------------------------------------------------------------------- */

static guint32
find_owner (const ExtractPage *page, guint32 e)
{
  while (e != EXTRACT_NO_ELEMENT &&
         !(extract_tag_get_flags (extract_page_element (page, e)->tag) & TAG_BLOCK))
    e = extract_page_element (page, e)->parent;
  return e;
}

/* Pictures of authors, and signs. */
static gboolean
is_decoration (const ExtractPage *page, const ExtractElement *element)
{
  static const char *const words[] = { "avatar", "icon", "emoji", "smil", "logo" };
  const char *class = extract_page_get_attribute (page, element, EXTRACT_ATTRIBUTE_CLASS);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (class, words[i]))
      return TRUE;
  return FALSE;
}

/* Returns: whether formats show what is noted. @source: (inout): the last address of a source in a picture */
static gboolean
point_of_note (Builder *b, guint32 n, const ExtractNote **source, Point *point)
{
  const ExtractPage *page = b->page;
  const ExtractNote *note = ROWS_INDEX (page->notes, ExtractNote, n);
  const ExtractElement *element;

  if (note->element == EXTRACT_NO_ELEMENT)
    return FALSE;
  element = extract_page_element (page, note->element);
  *point = (Point){ .note = n, .address = note->value, .text = note->text };
  switch (note->kind) {
  case EXTRACT_NOTE_TEX:
    return element->fine != EXTRACT_TAG_MATH;
  case EXTRACT_NOTE_VIDEO:
    return (b->flags & EXTRACT_WRITE_IMAGES) != 0;
  case EXTRACT_NOTE_SOURCE:
    *source = note;
    return FALSE;
  case EXTRACT_NOTE_PICTURE:
    if (note->value == 0 && *source &&
        extract_page_element (page, (*source)->element)->parent == element->parent)
      point->address = (*source)->value;
    /* What is drawn in place of a formula. */
    return (b->flags & EXTRACT_WRITE_IMAGES) && point->address > 0 &&
           !strstr (page->strings->str + note->name, "{\\displaystyle") && !is_decoration (page, element);
  default:
    return FALSE;
  }
}

static void
points_find (Builder *b)
{
  const ExtractPage *page = b->page;
  const ExtractNote *source = NULL;
  guint32 block = 0;
  Point point;

  for (guint32 n = 0; n < page->notes.len; n++) {
    if (ROWS_INDEX (page->notes, ExtractNote, n)->kind == EXTRACT_NOTE_CODE)
      *ROWS_ADD (b->passages->codes, guint32) = n;
    if (!point_of_note (b, n, &source, &point))
      continue;
    point.owner = find_owner (page, ROWS_INDEX (page->notes, ExtractNote, n)->element);
    for (; block < b->document->n_blocks; block++) {
      const ExtractPiece *piece = extract_document_piece (b->document, block);

      if (piece->text + piece->length >= point.text)
        break;
    }
    point.block = block;
    if (block < b->document->n_blocks) {
      const ExtractPiece *piece = extract_document_piece (b->document, block);

      point.inside = piece->text <= point.text && piece->element == point.owner;
      point.block += !point.inside && piece->text < point.text;
    }
    *ROWS_ADD (b->points, Point) = point;
  }
}

/* How deep the deepest element is that is around both. */
static gint
shared_depth (const ExtractPage *page, guint32 a, guint32 b)
{
  while (a != b && a != EXTRACT_NO_ELEMENT && b != EXTRACT_NO_ELEMENT)
    if (a > b)
      a = extract_page_element (page, a)->parent;
    else
      b = extract_page_element (page, b)->parent;
  return a == b && a != EXTRACT_NO_ELEMENT ? extract_page_element (page, a)->depth : -1;
}

static guint32
find_figure (const ExtractPage *page, guint32 e)
{
  while (e != EXTRACT_NO_ELEMENT && extract_page_element (page, e)->tag != EXTRACT_TAG_FIGURE)
    e = extract_page_element (page, e)->parent;
  return e;
}

/* So many blocks of a figure are looked at. */
#define FIGURE_BLOCKS 16

/* Whether a point between blocks belongs to one that is written. */
static gboolean
is_wanted (const Builder *b, const Point *point)
{
  const guint32 figure = find_figure (b->page, point->owner);
  const guint32 e = figure == EXTRACT_NO_ELEMENT ? point->owner : figure;
  gint64 before = (gint64) point->block - 1, behind = point->block;
  gint deep_before = -1, deep_behind = -1;
  gboolean kept_before = FALSE, kept_behind = FALSE;

  /* Its captions may be left out though it is shown. */
  if (figure != EXTRACT_NO_ELEMENT) {
    const ExtractElement *element = extract_page_element (b->page, figure);

    for (guint n = 0; n < FIGURE_BLOCKS && before >= 0 &&
                      extract_document_piece (b->document, before)->text >= element->text_start;
         n++, before--)
      if (!extract_writer_skips (b->document, before, b->flags))
        return TRUE;
    for (guint n = 0; n < FIGURE_BLOCKS && behind < b->document->n_blocks &&
                      extract_document_piece (b->document, behind)->text < element->text_end;
         n++, behind++)
      if (!extract_writer_skips (b->document, behind, b->flags))
        return TRUE;
  }
  if (before >= 0) {
    deep_before = shared_depth (b->page, e, extract_document_piece (b->document, before)->element);
    kept_before = !extract_writer_skips (b->document, before, b->flags);
  }
  if (behind < b->document->n_blocks) {
    deep_behind = shared_depth (b->page, e, extract_document_piece (b->document, behind)->element);
    kept_behind = !extract_writer_skips (b->document, behind, b->flags);
  }
  return (kept_before && deep_before >= deep_behind) || (kept_behind && deep_behind >= deep_before);
}

/* ---- Edits ---------------------------------------------------------------------------------- */

static Edit *
edit_add (Builder *b, guint32 start, guint32 end, const char *with, gsize length)
{
  Edit *edit = ROWS_ADD (b->edits, Edit);

  *edit = (Edit){ .start = start, .end = end, .with = b->scratch->len, .length = length, .kind = -1 };
  extract_string_append (b->scratch, with, length);
  return edit;
}

static void
mark_add (Builder *b, ExtractMarkKind kind, guint32 start, guint32 end, guint32 href)
{
  *ROWS_ADD (b->added, ExtractMark) = (ExtractMark){ .start = start, .end = end, .kind = kind, .href = href };
}

/* White space in TeX means nothing, nor does the group around all of it that says how it is set. */
static void
append_tex (ExtractString *out, const char *tex, gsize length, gboolean display)
{
  static const char group[] = "{\\displaystyle ";
  const char *sign = display ? "$$" : "$", *end = tex + length;
  gsize start;

  while (tex < end && g_ascii_isspace (*tex))
    tex++;
  while (end > tex && g_ascii_isspace (end[-1]))
    end--;
  if ((gsize) (end - tex) > strlen (group) && end[-1] == '}' && strncmp (tex, group, strlen (group)) == 0) {
    tex += strlen (group);
    end--;
  }
  extract_string_append_str (out, sign);
  start = out->len;
  for (; tex < end; tex++) {
    const gboolean is_space = g_ascii_isspace (*tex) || *tex == '\0';

    if (!is_space)
      extract_string_append_c (out, *tex);
    else if (out->len > start && out->str[out->len - 1] != ' ')
      extract_string_append_c (out, ' ');
  }
  while (out->len > start && out->str[out->len - 1] == ' ')
    extract_string_truncate (out, out->len - 1);
  extract_string_append_str (out, sign);
}

/* Lazy pages have a picture twice: the second time for those without scripts. */
static gboolean
is_last_picture (const Builder *b, const char *address)
{
  const ExtractRows *pictures = &b->passages->pictures;

  return pictures->len > 0 &&
         strcmp (b->page->strings->str + ROWS_INDEX (*pictures, ExtractPicture, pictures->len - 1)->address,
                 address) == 0;
}

/* Appends what stands for a point, and says which mark it has. */
static void
append_point (Builder *b, const Point *point, ExtractString *out, gint *kind, guint32 *href)
{
  const ExtractNote *note = ROWS_INDEX (b->page->notes, ExtractNote, point->note);
  const char *value = b->page->strings->str + point->address;

  *kind = -1;
  *href = point->address;
  switch (note->kind) {
  case EXTRACT_NOTE_TEX:
    append_tex (out, value, strlen (value), note->name > 0);
    break;
  case EXTRACT_NOTE_VIDEO: {
    EXTRACT_AUTOFREE char *address = extract_writer_dup_address (b->document, value, TRUE);

    *kind = EXTRACT_MARK_LINK;
    if (address)
      extract_string_append_str (out, address);
    break;
  }
  default: {
    EXTRACT_AUTOFREE char *address = extract_writer_dup_address (b->document, value, TRUE);

    *kind = EXTRACT_MARK_PICTURE;
    *href = b->passages->pictures.len;
    if (!address || is_last_picture (b, value))
      return;
    *ROWS_ADD (b->passages->pictures, ExtractPicture) =
        (ExtractPicture){ .alt = note->name, .address = point->address };
    extract_string_append_str (out, "\357\277\274");
  }
  }
}

static gboolean
is_apart (const char *p)
{
  return *p == '\0' || *p == ' ' || g_ascii_ispunct (*p);
}

static void
edit_for_point (Builder *b, const Point *point, const char *text, guint32 at)
{
  g_autoptr (ExtractString) with = extract_string_new ();
  gint kind;
  guint32 href;
  Edit *edit;

  append_point (b, point, with, &kind, &href);
  if (with->len == 0)
    return;
  /* White space around it fell together. */
  if (at > 0 && !strchr (" ([{\"'/-", text[at - 1]))
    edit_add (b, at, at, " ", 1);
  edit = edit_add (b, at, at, with->str, with->len);
  edit->kind = kind;
  edit->href = href;
  if (!is_apart (text + at))
    edit_add (b, at, at, " ", 1);
}

/* A sign or a phrase that only leads to where it stands. */
static gboolean
is_permalink (const char *text, gsize length)
{
  static const char *const phrases[] = { "permalink", "permanent link", "link to",  "direct link",
                                         "anchor",    "link",           "copy link" };
  char folded[64];

  if (extract_fold (text, MIN (length, sizeof folded / 2), folded, sizeof folded) == 0)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (phrases); i++)
    if (g_str_has_prefix (folded, phrases[i]) && (i < 4 || strcmp (folded, phrases[i]) == 0))
      return TRUE;
  return FALSE;
}

static gboolean
is_arrow (const char *text, gsize length)
{
  static const char *const arrows[] = { "↩", "↩︎", "↩\357\270\216", "↑", "⤴", "↵", "⏎", "⮌", "^",
                                        "↺", "⇑" };

  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++)
    if (strlen (arrows[i]) == length && strncmp (arrows[i], text, length) == 0)
      return TRUE;
  return FALSE;
}

/* Whether a link leads to a place of its own page. */
static gboolean
leads_here (const Builder *b, const ExtractMark *mark)
{
  const char *href = b->page->strings->str + mark->href;
  const gsize length = strcspn (href, "#");

  return mark->kind == EXTRACT_MARK_LINK && href[length] == '#' &&
         (length == 0 || (length == strcspn (b->base, "#") && strncmp (href, b->base, length) == 0));
}

static gboolean
is_pilcrow (const char *text, gsize length)
{
  return length == strlen ("¶") && strncmp (text, "¶", length) == 0;
}

/* What leads only to another place of the page: in a heading, to the heading; in small raised letters, to a
 * footnote; as an arrow, back. Such links say nothing in a text by itself. Returns: whether a mark is left
 * out, or text of it */
static gboolean
edit_links (Builder *b, const ExtractPiece *piece, gboolean is_heading)
{
  const char *text = b->page->text->str + piece->text;
  const ExtractMark *marks = extract_document_marks (b->document, piece);
  guint32 raised_end = 0;
  gboolean any = FALSE;

  for (guint32 m = 0; m < piece->n_marks; m++) {
    const ExtractMark *mark = &marks[m];
    const gsize length = mark->end - mark->start;

    if (mark->kind == EXTRACT_MARK_SUP)
      raised_end = MAX (raised_end, mark->end);
    any |= is_heading && mark->kind == EXTRACT_MARK_BREAK;
    if (!leads_here (b, mark))
      continue;
    any |= is_heading || mark->end <= raised_end ||
           (m + 1 < piece->n_marks && mark[1].kind == EXTRACT_MARK_SUP && mark[1].end <= mark->end);
    if (length < piece->length &&
        ((is_heading && is_permalink (text + mark->start, length)) ||
         is_pilcrow (text + mark->start, length) || is_arrow (text + mark->start, length))) {
      edit_add (b, mark->start, mark->end, "", 0);
      any = TRUE;
    }
  }
  return any;
}

/* Whether a mark of a block is left out, as edit_links () says. */
static gboolean
drops_mark (const Builder *b, const ExtractPiece *piece, const ExtractMark *mark, guint32 raised_end,
            gboolean is_heading)
{
  const ExtractMark *last = extract_document_marks (b->document, piece) + piece->n_marks;

  if (mark->kind == EXTRACT_MARK_BREAK)
    return is_heading;
  if (!leads_here (b, mark))
    return FALSE;
  return is_heading || mark->end <= raised_end ||
         (mark + 1 < last && mark[1].kind == EXTRACT_MARK_SUP && mark[1].end <= mark->end);
}

static void
edit_spans (Builder *b, const ExtractPiece *piece)
{
  const gsize block_start = piece->text, block_end = piece->text + piece->length;
  const char *text = b->page->text->str;

  while (b->span < b->spans.len && ROWS_INDEX (b->spans, Span, b->span)->end <= block_start)
    b->span++;
  for (guint32 i = b->span; i < b->spans.len; i++) {
    const Span *span = ROWS_INDEX (b->spans, Span, i);
    gsize start = MAX (span->start, block_start), end = MIN (span->end, block_end);
    const gsize old = b->scratch->len;

    if (span->start >= block_end)
      break;
    while (start < end && text[start] == ' ')
      start++;
    while (start < end && text[end - 1] == ' ')
      end--;
    if (start >= end)
      continue;
    start -= block_start;
    end -= block_start;
    switch ((SpanKind) span->kind) {
    case SPAN_OUT:
      /* With the space that parts it from the code. */
      if (piece->pre && start == 1 && text[block_start] == ' ')
        start = 0;
      if (piece->pre && end < piece->length && text[block_start + end] == ' ' &&
          (start == 0 || text[block_start + start - 1] == '\n'))
        end++;
      edit_add (b, start, end, "", 0);
      break;
    case SPAN_READING:
      edit_add (b, start, start, "(", 1);
      edit_add (b, end, end, ")", 1);
      break;
    case SPAN_FORMULA:
      if (!piece->pre) {
        append_tex (b->scratch, span->tex, span->tex_length, FALSE);
        *ROWS_ADD (b->edits, Edit) =
            (Edit){ .start = start, .end = end, .with = old, .length = b->scratch->len - old, .kind = -1 };
      }
      break;
    default:
      mark_add (b, span->kind == SPAN_DELETED ? EXTRACT_MARK_DELETED : EXTRACT_MARK_MARKED, start, end, 0);
      break;
    }
  }
}

/* By place; of one place, in the order in which they were added. */
static int
compare_edits (const void *a, const void *b)
{
  const Edit *x = a, *y = b;

  return x->start != y->start ? (x->start > y->start) - (x->start < y->start)
                              : (x->with > y->with) - (x->with < y->with);
}

/* Writes the text of a block with its edits, and says where they are in the new text. */
static void
append_edited (Builder *b, const char *text, guint32 length, gboolean pre, ExtractString *out)
{
  const gsize start = out->len;
  guint32 at = 0;

  for (guint i = 0; i < b->edits.len; i++) {
    Edit *edit = ROWS_INDEX (b->edits, Edit, i);

    if (edit->start > at)
      extract_string_append (out, text + at, edit->start - at);
    at = MAX (at, edit->start);
    edit->new_start = out->len - start;
    if (edit->end >= at)
      extract_string_append (out, b->scratch->str + edit->with, edit->length);
    edit->new_end = out->len - start;
    at = MAX (at, edit->end);
    /* What is left out leaves one space. */
    if (!pre && edit->length == 0 && at < length && text[at] == ' ' &&
        (out->len == start || out->str[out->len - 1] == ' '))
      edit->end = ++at;
  }
  extract_string_append (out, text + at, length - at);
  while (out->len > start && strchr (" \n", out->str[out->len - 1]))
    extract_string_truncate (out, out->len - 1);
  extract_string_append_c (out, '\0');
}

/* Where @at is in the new text. @ends: whether it is the end of a mark. @i: (inout): the first edit that may
 * begin behind it; places come in order */
static guint32
find_new_place (const Builder *b, guint32 at, gboolean ends)
{
  guint low = 0, high = b->edits.len;
  const Edit *edit;

  /* The last edit that begins before, or for a start also at it. */
  while (low < high) {
    const guint middle = low + (high - low) / 2;
    const guint32 start = ROWS_INDEX (b->edits, Edit, middle)->start;

    if (start < at || (start == at && !ends))
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0)
    return at;
  edit = ROWS_INDEX (b->edits, Edit, low - 1);
  return at < edit->end ? (ends ? edit->new_start : edit->new_end) : edit->new_end + (at - edit->end);
}

static void
mark_keep (Builder *b, ExtractPassage *passage, ExtractMark mark)
{
  mark.end = MIN (mark.end, passage->length);
  if (mark.kind == EXTRACT_MARK_BREAK ? mark.start >= passage->length : mark.start >= mark.end)
    return;
  *ROWS_ADD (b->passages->marks, ExtractMark) = mark;
  passage->n_marks++;
}

static int
compare_marks (const void *a, const void *b)
{
  const ExtractMark *x = a, *y = b;

  return x->start != y->start ? (x->start > y->start) - (x->start < y->start)
                              : (x->end < y->end) - (x->end > y->end);
}

/* The marks of the block, and those that were added: by start, the outer one first. */
static void
append_marks (Builder *b, const ExtractPiece *piece, gboolean is_heading, ExtractPassage *passage)
{
  const ExtractMark *mark = extract_document_marks (b->document, piece), *last = mark + piece->n_marks;
  ExtractMark *added = b->added.data;
  guint32 raised_end = 0;
  guint n = 0;

  for (guint i = 0; i < b->added.len; i++) {
    added[i].start = find_new_place (b, added[i].start, FALSE);
    added[i].end = find_new_place (b, added[i].end, TRUE);
  }
  for (guint i = 0; i < b->edits.len; i++) {
    const Edit *edit = ROWS_INDEX (b->edits, Edit, i);

    if (edit->kind >= 0 && edit->new_end > edit->new_start)
      mark_add (b, edit->kind, edit->new_start, edit->new_end, edit->href);
  }
  added = b->added.data;
  if (b->added.len > 1)
    qsort (added, b->added.len, sizeof *added, compare_marks);
  for (; mark < last; mark++) {
    ExtractMark moved = *mark;

    if (mark->kind == EXTRACT_MARK_SUP)
      raised_end = MAX (raised_end, mark->end);
    if (drops_mark (b, piece, mark, raised_end, is_heading))
      continue;
    moved.start = find_new_place (b, mark->start, FALSE);
    moved.end = mark->kind == EXTRACT_MARK_BREAK ? moved.start : find_new_place (b, mark->end, TRUE);
    for (; n < b->added.len &&
           (added[n].start < moved.start || (added[n].start == moved.start && added[n].end >= moved.end));
         n++)
      mark_keep (b, passage, added[n]);
    mark_keep (b, passage, moved);
  }
  for (; n < b->added.len; n++)
    mark_keep (b, passage, added[n]);
}

/* ---- Passages ------------------------------------------------------------------------------- */

static void
passage_add (Builder *b, const ExtractPassage *passage)
{
  *ROWS_ADD (b->passages->passages, ExtractPassage) = *passage;
}

static void
add_block (Builder *b, guint i)
{
  const ExtractPiece *piece = extract_document_piece (b->document, i);
  const gboolean is_heading = b->headings[piece->element] > 0;
  const char *text = b->page->text->str + piece->text;
  ExtractPassage passage = extract_passage_of_block (b->document, i);
  gboolean changes;

  b->edits.len = b->added.len = 0;
  extract_string_truncate (b->scratch, 0);
  edit_spans (b, piece);
  changes = edit_links (b, piece, is_heading) || b->edits.len > 0 || b->added.len > 0;
  for (; b->point < b->points.len && ROWS_INDEX (b->points, Point, b->point)->block == i; b->point++) {
    const Point *point = ROWS_INDEX (b->points, Point, b->point);

    if (piece->pre)
      continue;
    edit_for_point (b, point, text, MIN (point->text - piece->text, piece->length));
    b->figure = find_figure (b->page, point->owner);
    changes = TRUE;
  }
  if (changes) {
    ExtractString *out = b->passages->text;

    if (b->edits.len > 1)
      qsort (b->edits.data, b->edits.len, sizeof (Edit), compare_edits);
    passage.edited = TRUE;
    passage.text = out->len;
    append_edited (b, text, piece->length, piece->pre, out);
    passage.length = out->len - 1 - passage.text;
    passage.marks = b->passages->marks.len;
    passage.n_marks = 0;
    append_marks (b, piece, is_heading, &passage);
  }
  if (passage.length > 0)
    passage_add (b, &passage);
}

/* A passage that is no block: all of it has the mark. @kind: -1 if it has none */
static void
add_own (Builder *b, guint32 element, const char *text, gsize length, gint kind, guint32 href)
{
  ExtractString *out = b->passages->text;
  ExtractPassage passage = { .block = EXTRACT_NO_BLOCK,
                             .element = element,
                             .text = out->len,
                             .length = length,
                             .marks = b->passages->marks.len,
                             .edited = TRUE };

  if (length == 0)
    return;
  extract_string_append (out, text, length);
  extract_string_append_c (out, '\0');
  if (kind >= 0)
    mark_keep (b, &passage, (ExtractMark){ .end = length, .kind = kind, .href = href });
  passage_add (b, &passage);
}

/* Those in front of block @i. */
static void
add_points (Builder *b, guint i)
{
  for (; b->point < b->points.len; b->point++) {
    const Point *point = ROWS_INDEX (b->points, Point, b->point);
    g_autoptr (ExtractString) text = NULL;
    gint kind;
    guint32 href;

    if (point->block > i || (point->block == i && point->inside))
      return;
    if (!is_wanted (b, point))
      continue;
    text = extract_string_new ();
    append_point (b, point, text, &kind, &href);
    add_own (b, point->owner, text->str, text->len, kind, href);
    b->figure = find_figure (b->page, point->owner);
  }
}

/* Whether a block that is not main text is the caption of a picture that is written. */
static gboolean
is_caption (const Builder *b, guint i)
{
  return b->figure != EXTRACT_NO_ELEMENT &&
         extract_document_get_roles (b->document)[i] == EXTRACT_ROLE_CAPTION &&
         find_figure (b->page, extract_document_piece (b->document, i)->element) == b->figure;
}

/* Of the words of @title, at least half are in @text; both folded. */
static gboolean
shares_words (const char *title, const char *text)
{
  guint n = 0, shared = 0;

  for (const char *p = title; *p; p += strspn (p, " ")) {
    const gsize length = strcspn (p, " ");

    n++;
    for (const char *q = text; *q; q += strspn (q, " ")) {
      const gsize other = strcspn (q, " ");

      if (other == length && strncmp (p, q, length) == 0) {
        shared++;
        break;
      }
      q += other;
    }
    p += length;
  }
  return 2 * shared >= n;
}

/* A quotation with more blocks is one for the looks of the page. */
#define QUOTE_BLOCKS 16

static gboolean
is_in_quote (const Builder *b, guint i, guint32 quote)
{
  const ExtractElement *element = extract_page_element (b->page, quote);
  const gsize text = extract_document_piece (b->document, i)->text;

  return text >= element->text_start && text < element->text_end;
}

/* Whether a quotation is written whole: if a part of it is, or what stands before and behind it. @i: a block
 * of it */
static gboolean
judge_quote (const Builder *b, guint32 quote, guint i)
{
  const guint n = b->document->n_blocks;
  const gint depth = extract_page_element (b->page, quote)->depth;
  guint first = i, end = i;

  while (first > 0 && i - first <= QUOTE_BLOCKS && is_in_quote (b, first - 1, quote))
    first--;
  while (end < n && end - first <= QUOTE_BLOCKS && is_in_quote (b, end, quote))
    end++;
  if (end - first > QUOTE_BLOCKS)
    return FALSE;
  for (guint j = first; j < end; j++)
    if (!extract_writer_skips (b->document, j, b->flags))
      return TRUE;
  if (first == 0 || end == n || extract_writer_skips (b->document, first - 1, b->flags) ||
      extract_writer_skips (b->document, end, b->flags))
    return FALSE;
  return shared_depth (b->page, quote, extract_document_piece (b->document, first - 1)->element) ==
             depth - 1 ||
         shared_depth (b->page, quote, extract_document_piece (b->document, end)->element) == depth - 1;
}

/* Whether a block that is no main text is a part of a quotation that is written whole; a rule may have left
 * it out on purpose. */
static gboolean
is_quoted (Builder *b, guint i)
{
  const guint32 quote = b->quotes[extract_document_piece (b->document, i)->element];

  if (quote == EXTRACT_NO_ELEMENT || b->document->blocks[i].rule >= 0)
    return FALSE;
  if (quote != b->quote) {
    b->quote = quote;
    b->is_whole = judge_quote (b, quote, i);
  }
  return b->is_whole;
}

/* What a quotation in a forum says when it is long. */
static gboolean
is_quote_button (const Builder *b, guint i)
{
  static const char *const words[] = { "click to expand", "click to shrink" };
  const ExtractPiece *piece = extract_document_piece (b->document, i);

  return b->quotes[piece->element] != EXTRACT_NO_ELEMENT &&
         is_any (words, G_N_ELEMENTS (words), b->page->text->str + piece->text, piece->length);
}

/* The title stands in front, unless the page itself begins with it: one of the first blocks says it, or is a
 * headline that begins with it, or has at least half of its words. */
static void
add_title (Builder *b)
{
  ExtractMetadata *metadata = extract_writer_get_metadata (b->document);
  const char *title = extract_metadata_get_n_values (metadata, EXTRACT_FIELD_TITLE) > 0
                          ? extract_metadata_get_value (metadata, EXTRACT_FIELD_TITLE, 0)
                          : NULL;
  char folded[512], text[512];
  gsize length;

  if (!title || (length = extract_fold (title, strlen (title), folded, sizeof folded)) == 0)
    return;
  for (guint i = 0, seen = 0; i < b->document->n_blocks && seen < 3; i++) {
    const ExtractPiece *piece = extract_document_piece (b->document, i);

    if (extract_writer_skips (b->document, i, b->flags))
      continue;
    seen++;
    extract_fold (b->page->text->str + piece->text, piece->length, text, sizeof text);
    if (strcmp (folded, text) == 0 ||
        (b->headings[piece->element] && (strncmp (folded, text, length) == 0 ||
                                         (b->headings[piece->element] == 1 && shares_words (folded, text)))))
      return;
  }
  add_own (b, EXTRACT_NO_ELEMENT, title, strlen (title), -1, 0);
}

ExtractPassages *
extract_passages_new (ExtractDocument *document, ExtractWriteFlags flags)
{
  g_autoptr (ExtractString) scratch = extract_string_new ();
  EXTRACT_AUTOFREE guint8 *headings = EXTRACT_NEW0 (guint8, document->page->elements.len + 1);
  EXTRACT_AUTOFREE guint32 *quotes = EXTRACT_NEW (guint32, document->page->elements.len + 1);
  ExtractPassages *passages = EXTRACT_NEW0 (ExtractPassages, 1);
  Builder b = { .passages = passages,
                .document = document,
                .page = document->page,
                .base = extract_writer_get_base (document),
                .flags = flags,
                .scratch = scratch,
                .headings = headings,
                .quotes = quotes,
                .quote = EXTRACT_NO_ELEMENT,
                .figure = EXTRACT_NO_ELEMENT };

  passages->document = document;
  passages->flags = flags;
  passages->text = extract_string_new ();
  spans_find (&b);
  points_find (&b);
  if (!(flags & EXTRACT_WRITE_ALL) && !extract_writer_is_empty (document, flags))
    add_title (&b);
  for (guint i = 0; i < document->n_blocks; i++) {
    add_points (&b, i);
    if ((flags & EXTRACT_WRITE_ALL) ||
        ((!extract_writer_skips (document, i, flags) || is_caption (&b, i) || is_quoted (&b, i)) &&
         !is_quote_button (&b, i)))
      add_block (&b, i);
    while (b.point < b.points.len && ROWS_INDEX (b.points, Point, b.point)->block == i)
      b.point++;
  }
  add_points (&b, document->n_blocks);
  extract_memory_free (b.spans.data);
  extract_memory_free (b.points.data);
  extract_memory_free (b.edits.data);
  extract_memory_free (b.added.data);
  return passages;
}

void
extract_passages_free (ExtractPassages *passages)
{
  extract_string_free (passages->text);
  extract_memory_free (passages->passages.data);
  extract_memory_free (passages->marks.data);
  extract_memory_free (passages->pictures.data);
  extract_memory_free (passages->codes.data);
  extract_memory_free (passages);
}

/* ---- Languages of code ---------------------------------------------------------------------- */

/* Copies what @value begins with, if it is a name. */
static gboolean
copy_language (const char *value, char language[EXTRACT_MAX_CODE_LANGUAGE])
{
  static const char *const none[] = { "none", "text", "plain", "plaintext", "default", "nohighlight", "txt" };
  gsize n = 0;

  while (g_ascii_isalnum (value[n]) || (value[n] && strchr ("+#-_.", value[n])))
    n++;
  if (n == 0 || n >= EXTRACT_MAX_CODE_LANGUAGE || (value[n] && !strchr (" \t\n;,", value[n])))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    language[i] = g_ascii_tolower (value[i]);
  language[n] = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    if (strcmp (none[i], language) == 0)
      return FALSE;
  return TRUE;
}

/* "language-c", "lang-c", "highlight-source-c", "brush: c" in a class. */
static gboolean
read_language_of_class (const char *class, char language[EXTRACT_MAX_CODE_LANGUAGE])
{
  static const char *const starts[] = { "language-", "lang-",       "highlight-source-",
                                        "brush:",    "sourceCode ", "highlight-" };
  /* The last one means something in pages of Sphinx only. */
  const gboolean is_sphinx = strstr (class, "notranslate") || !strchr (class, ' ');

  for (const char *p = class; *p;) {
    const gsize n = strcspn (p, " \t\n\r\f");

    for (guint i = 0; i < G_N_ELEMENTS (starts) - !is_sphinx; i++)
      if (strncmp (p, starts[i], strlen (starts[i])) == 0) {
        const char *value = p + strlen (starts[i]);

        value += strspn (value, " ");
        if (copy_language (value, language))
          return TRUE;
        break;
      }
    p += n + strspn (p + n, " \t\n\r\f");
  }
  return FALSE;
}

static gboolean
read_language_of_element (const ExtractPassages *passages, guint32 e,
                          char language[EXTRACT_MAX_CODE_LANGUAGE])
{
  const ExtractPage *page = passages->document->page;
  const ExtractElement *element = extract_page_element (page, e);
  guint low = 0, high = passages->codes.len;

  if (read_language_of_class (extract_page_get_attribute (page, element, EXTRACT_ATTRIBUTE_CLASS), language))
    return TRUE;
  while (low < high) {
    const guint middle = low + (high - low) / 2;
    const ExtractNote *note =
        ROWS_INDEX (page->notes, ExtractNote, *ROWS_INDEX (passages->codes, guint32, middle));

    if (note->element == e)
      return copy_language (page->strings->str + note->value, language);
    if (note->element < e)
      low = middle + 1;
    else
      high = middle;
  }
  return FALSE;
}

gboolean
extract_passages_read_language (const ExtractPassages *passages, guint32 element,
                                char language[EXTRACT_MAX_CODE_LANGUAGE])
{
  const ExtractPage *page = passages->document->page;
  guint32 around = element;

  /* The code in it, then what is around it. */
  for (guint32 e = element + 1; e < page->elements.len && e < element + 5; e++)
    if (extract_page_element (page, e)->tag == EXTRACT_TAG_CODE &&
        extract_page_element (page, e)->parent == element && read_language_of_element (passages, e, language))
      return TRUE;
  for (guint i = 0; i < 3 && around != EXTRACT_NO_ELEMENT; i++) {
    if (read_language_of_element (passages, around, language))
      return TRUE;
    around = extract_page_element (page, around)->parent;
  }
  return FALSE;
}
