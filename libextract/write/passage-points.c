/* SPDX-License-Identifier: MIT */
/*
 * Pictures, videos and formulas of scripts. One that is outside of a block is written if it belongs to a
 * block that is: to that of its two neighbours which shares the deeper element with it. One in a figure
 * belongs to what is around the figure, and takes its captions along.
 */
#include "libextract/write/passage-private.h"

#include <string.h>

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

void
passage_find_points (Builder *b)
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

gint
passage_shared_depth (const ExtractPage *page, guint32 a, guint32 b)
{
  while (a != b && a != EXTRACT_NO_ELEMENT && b != EXTRACT_NO_ELEMENT)
    if (a > b)
      a = extract_page_element (page, a)->parent;
    else
      b = extract_page_element (page, b)->parent;
  return a == b && a != EXTRACT_NO_ELEMENT ? extract_page_element (page, a)->depth : -1;
}

guint32
passage_find_figure (const ExtractPage *page, guint32 e)
{
  while (e != EXTRACT_NO_ELEMENT && extract_page_element (page, e)->tag != EXTRACT_TAG_FIGURE)
    e = extract_page_element (page, e)->parent;
  return e;
}

/* So many blocks of a figure are looked at. */
#define FIGURE_BLOCKS 16

gboolean
passage_is_wanted (const Builder *b, const Point *point)
{
  const guint32 figure = passage_find_figure (b->page, point->owner);
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
    deep_before = passage_shared_depth (b->page, e, extract_document_piece (b->document, before)->element);
    kept_before = !extract_writer_skips (b->document, before, b->flags);
  }
  if (behind < b->document->n_blocks) {
    deep_behind = passage_shared_depth (b->page, e, extract_document_piece (b->document, behind)->element);
    kept_behind = !extract_writer_skips (b->document, behind, b->flags);
  }
  return (kept_before && deep_before >= deep_behind) || (kept_behind && deep_behind >= deep_before);
}
