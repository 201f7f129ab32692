/* SPDX-License-Identifier: MIT */
/*
 * A block as it is written: changed by its spans and points, and without the links that only a screen needs.
 */
#include "libextract/write/passage-private.h"

#include <string.h>

#include "libextract/meta/fold.h"

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

void
passage_append_point (Builder *b, const Point *point, ExtractString *out, gint *kind, guint32 *href)
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

  passage_append_point (b, point, with, &kind, &href);
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

void
passage_keep_mark (Builder *b, ExtractPassage *passage, ExtractMark mark)
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
      passage_keep_mark (b, passage, added[n]);
    passage_keep_mark (b, passage, moved);
  }
  for (; n < b->added.len; n++)
    passage_keep_mark (b, passage, added[n]);
}

void
passage_edit_block (Builder *b, guint i, ExtractPassage *passage)
{
  const ExtractPiece *piece = extract_document_piece (b->document, i);
  const gboolean is_heading = b->headings[piece->element] > 0;
  const char *text = b->page->text->str + piece->text;
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
    b->figure = passage_find_figure (b->page, point->owner);
    changes = TRUE;
  }
  if (changes) {
    ExtractString *out = b->passages->text;

    if (b->edits.len > 1)
      qsort (b->edits.data, b->edits.len, sizeof (Edit), compare_edits);
    passage->edited = TRUE;
    passage->text = out->len;
    append_edited (b, text, piece->length, piece->pre, out);
    passage->length = out->len - 1 - passage->text;
    passage->marks = b->passages->marks.len;
    passage->n_marks = 0;
    append_marks (b, piece, is_heading, passage);
  }
}
