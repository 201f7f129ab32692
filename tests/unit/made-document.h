/* SPDX-License-Identifier: MIT */
/*
 * Documents that are put together by hand. One is a few lines:
 *
 *   h1 A heading            an element in body, with a block of text
 *   ul                      an element without text of its own
 *    li One {b word}        an element in the one above: a space a level
 *    !li Two                ! bad, ~ near-good, + good by the first rule
 *    . Text of the list     more text of the element around it
 *
 * In texts, {b strong} {i em} {c code} {_ sub} {^ sup} {a href|link} {/} br, {n} line break.
 */
#pragma once

#include <libextract/model/model.h>
#include <libextract/write/write.h>
#include <libextract/write/writer.h>

#include <string.h>

#include "tests/unit/parse.h"

static inline guint32
add_element (ExtractPage *page, guint32 parent, ExtractTag tag)
{
  ExtractElement element = {
    .parent = parent, .previous = EXTRACT_NO_ELEMENT, .position = 1, .tag = tag, .fine = tag
  };

  if (parent != EXTRACT_NO_ELEMENT)
    element.depth = extract_page_element (page, parent)->depth + 1;
  for (guint32 e = parent + 1; e < page->elements.len; e++)
    if (extract_page_element (page, e)->parent == parent) {
      element.previous = e;
      element.position += extract_page_element (page, e)->tag == tag;
    }
  *ROWS_ADD (page->elements, ExtractElement) = element;
  return page->elements.len - 1;
}

/* Returns: where the text goes on, after the mark that begins at @p. */
static const char *
add_mark (ExtractPage *page, const char *p, guint32 at, GArray *open)
{
  static const char letters[] = "abic_^/";
  ExtractMark mark = { .start = at,
                       .end = at,
                       .kind = strchr (letters, p[1]) ? strchr (letters, p[1]) - letters : 0 };

  g_assert_true (strchr (letters, p[1]));
  g_array_append_val (open, page->marks.len);
  if (p[1] == 'a') {
    const char *bar = strchr (p, '|');

    mark.href = page->strings->len;
    extract_string_append (page->strings, p + 3, bar - p - 3);
    extract_string_append_c (page->strings, '\0');
    p = bar - 2;
  }
  *ROWS_ADD (page->marks, ExtractMark) = mark;
  return p[2] == ' ' || p[2] == '|' ? p + 3 : p + 2;
}

static inline void
add_block (ExtractPage *page, guint32 owner, const char *text, const char *end)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));
  ExtractPiece piece = { .text = page->text->len, .element = owner, .marks = page->marks.len };

  for (const char *p = text; p < end;) {
    guint32 at = page->text->len - piece.text;

    if (g_str_has_prefix (p, "{n}")) {
      extract_string_append_c (page->text, '\n');
      p += 3;
    } else if (*p == '{')
      p = add_mark (page, p, at, open);
    else if (*p == '}') {
      ROWS_INDEX (page->marks, ExtractMark, g_array_index (open, guint, open->len - 1))->end = at;
      g_array_set_size (open, open->len - 1);
      p++;
    } else
      extract_string_append_c (page->text, *p++);
  }
  piece.n_marks = page->marks.len - piece.marks;
  piece.length = page->text->len - piece.text;
  piece.pre = extract_page_element (page, owner)->tag == EXTRACT_TAG_PRE;
  piece.stats.words = 1;
  extract_string_append_c (page->text, '\0');
  *ROWS_ADD (page->pieces, ExtractPiece) = piece;
}

/* @labels: (nullable): a letter for each block, as before its line. */
static inline ExtractDocument *
finish (ExtractPage *page, const char *labels)
{
  ExtractDocument *document = extract_document_new (page);

  for (guint i = 0; i < document->n_blocks; i++) {
    char letter = labels ? labels[i] : ' ';
    ExtractBlock *block = &document->blocks[i];

    block->label = letter == '!'   ? EXTRACT_LABEL_BAD
                   : letter == '~' ? EXTRACT_LABEL_NEAR_GOOD
                                   : EXTRACT_LABEL_GOOD;
    block->score = letter == '!' ? 0.125 : letter == '~' || letter == '+' ? 0.375 : 0.875;
    block->rule = letter == '+' ? 0 : -1;
  }
  document->threshold = 0.5;
  document->sealed = TRUE;
  return document;
}

static inline ExtractPage *
page_with_body (guint32 *body)
{
  ExtractPage *page = extract_page_new ();

  *body = add_element (page, add_element (page, EXTRACT_NO_ELEMENT, EXTRACT_TAG_HTML), EXTRACT_TAG_BODY);
  return page;
}

static inline ExtractDocument *
document_new (const char *lines)
{
  guint32 elements[16];
  ExtractPage *page = page_with_body (&elements[0]);
  g_autoptr (GString) labels = g_string_new (NULL);

  for (const char *p = lines; *p;) {
    const char *end = strchr (p, '\n');
    gsize depth = strspn (p, " "), n;
    char letter = ' ';

    p += depth;
    if (strchr ("!~+", *p))
      letter = *p++;
    n = strcspn (p, " \n");
    elements[depth + 1] =
        *p == '.' ? elements[depth] : add_element (page, elements[depth], extract_tag_from_name (p, n));
    if (p[n] == ' ') {
      add_block (page, elements[depth + 1], p + n + 1, end);
      g_string_append_c (labels, letter);
    }
    p = end + 1;
  }
  return finish (page, labels->str);
}

/* A page with metadata, as a parser makes it; the body is one good paragraph. */
static inline ExtractDocument *
described_document_new (const char *head)
{
  g_autofree char *html =
      g_strdup_printf ("<!DOCTYPE html><html lang=en><head>%s</head><body><p>Text</p></body></html>", head);
  ExtractDocument *document = parse_sized (html, -1, "https://e.org/x");

  document->blocks[0].label = EXTRACT_LABEL_GOOD;
  document->sealed = TRUE;
  extract_document_set_source (document, "x.html");
  return document;
}

/* Has all of it. */
static const char full_head[] G_GNUC_UNUSED =
    "<title>T &lt;1></title><meta name=author content='Ann Lee and Bo Ek'>"
    "<meta property=article:published_time content='2020-03-04T05:06+01:00'>"
    "<meta property=og:site_name content='The \"S\"'><meta name=description content='=a, b'>"
    "<link rel=canonical href='/c?a=1&amp;b=é'><meta property=og:type content=article>"
    "<meta name=dcterms.license content='CC BY 4.0'><meta property=article:tag content=one>"
    "<meta property=article:tag content=two><meta property=og:image content='https://e.org/i.png'>";

static inline char *
write_document (ExtractDocument *document, ExtractFormat format, ExtractWriteFlags flags)
{
  g_autoptr (GError) error = NULL;
  char *string = extract_document_to_string (document, format, flags, &error);

  g_assert_no_error (error);
  g_assert_true (g_utf8_validate (string, -1, NULL));
  return string;
}

/* What TEI is without metadata. */
#define TEI_START "<TEI xmlns=\"http://www.tei-c.org/ns/1.0\">\n<teiHeader>\n<fileDesc>\n"
#define TEI_TITLE "<titleStmt>\n<title type=\"main\"></title>\n</titleStmt>\n"
#define TEI_PUBLISHER "<publicationStmt>\n<publisher></publisher>\n</publicationStmt>\n"
#define TEI_END_OF_SOURCE "</biblFull>\n</sourceDesc>\n</fileDesc>\n"
#define TEI_PROGRAM                                                                          \
  "<encodingDesc>\n<appInfo>\n<application ident=\"texttractor\" version=\"" EXTRACT_VERSION \
  "\"><label>Texttractor</label></application>\n</appInfo>\n</encodingDesc>\n"
#define TEI_END "<div type=\"entry\">\n</div>\n</body>\n</text>\n</TEI>\n"
