/* SPDX-License-Identifier: MIT */
/*
 * From blocks to passages: the title, the blocks that are written, edited (passage-private.h), and the
 * pictures between them. Most blocks need no edit. A quotation is written whole, with who said it, if a part
 * of it is.
 */
#include "libextract/write/passage-private.h"

#include <string.h>

#include "libextract/meta/fold.h"

static void
passage_add (Builder *b, const ExtractPassage *passage)
{
  *ROWS_ADD (b->passages->passages, ExtractPassage) = *passage;
}

static void
add_block (Builder *b, guint i)
{
  ExtractPassage passage = extract_passage_of_block (b->document, i);

  passage_edit_block (b, i, &passage);
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
    passage_keep_mark (b, &passage, (ExtractMark){ .end = length, .kind = kind, .href = href });
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
    if (!passage_is_wanted (b, point))
      continue;
    text = extract_string_new ();
    passage_append_point (b, point, text, &kind, &href);
    add_own (b, point->owner, text->str, text->len, kind, href);
    b->figure = passage_find_figure (b->page, point->owner);
  }
}

/* Whether a block that is not main text is the caption of a picture that is written. */
static gboolean
is_caption (const Builder *b, guint i)
{
  return b->figure != EXTRACT_NO_ELEMENT &&
         extract_document_get_roles (b->document)[i] == EXTRACT_ROLE_CAPTION &&
         passage_find_figure (b->page, extract_document_piece (b->document, i)->element) == b->figure;
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
  return passage_shared_depth (b->page, quote, extract_document_piece (b->document, first - 1)->element) ==
             depth - 1 ||
         passage_shared_depth (b->page, quote, extract_document_piece (b->document, end)->element) ==
             depth - 1;
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
         passage_is_any (words, G_N_ELEMENTS (words), b->page->text->str + piece->text, piece->length);
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
  passage_find_spans (&b);
  passage_find_points (&b);
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
