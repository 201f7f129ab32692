/* SPDX-License-Identifier: MIT */
/*
 * Ranges of the text of a page that are not written as they are:
 *
 *   left out    signs that lead to a heading itself, arrows back from footnotes, buttons that
 *               copy code, numbers of lines, the second and third form of a formula
 *   replaced    formulas, by $TeX$
 *   put in      ( ) around the reading of a character
 *   marked      del, s, strike, mark
 */
#include "libextract/write/passage-private.h"

#include <string.h>

#include "libextract/meta/fold.h"

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

gboolean
passage_is_any (const char *const *words, gsize n, const char *text, gsize length)
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

/* A place in the text of the page where a character begins: white space at the end of a block may be gone,
 * and what was behind it is then in the next character. */
static guint32
find_character (const ExtractPage *page, guint32 place)
{
  while (place > 0 && ((guchar) page->text->str[place] & 0xc0) == 0x80)
    place--;
  return place;
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
      span->tex = page->text->str + find_character (page, inner->text_start);
      span->tex_length = strnlen (span->tex, find_character (page, inner->text_end) -
                                                 find_character (page, inner->text_start));
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

  *span = (Span){ .start = find_character (page, element->text_start),
                  .end = find_character (page, element->text_end) };
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
  if (element->tag == EXTRACT_TAG_BUTTON &&
      passage_is_any (copy_words, G_N_ELEMENTS (copy_words), text, length))
    return TRUE;
  /* Numbers begin with a digit, and the rest is short, but for formulas. */
  if (element->attributes == 0 || (length > SIGN_LENGTH && !has_formula && !is_numbers (text, SIGN_LENGTH)) ||
      !(says = read_class (page, element)))
    return FALSE;
  return ((says & 1u << CLASS_NUMBERS) && is_numbers (text, length)) ||
         ((says & 1u << CLASS_COPY) &&
          passage_is_any (copy_words, G_N_ELEMENTS (copy_words), text, length)) ||
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

void
passage_find_spans (Builder *b)
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
