/* SPDX-License-Identifier: MIT */
/*
 * HTML: a small document for each page, its main text in one <article>; several pages make several
 * documents, one after another.
 *
 * These elements are kept: headings, lists, quotes, tables, lists of terms, figures, preformatted text;
 * inline: links, strong, em, code, sub, sup, del, mark, img and br. All other blocks become p. A block that
 * is alone in its item, cell or caption is bare text there. Empty cells replace cells that are not written,
 * so that all rows have as many columns.
 *
 * With all blocks, each has data-score, data-label, data-rule, and its label as class; then none is bare.
 */
#include "libextract/write/outline.h"
#include "libextract/write/thread.h"
#include "libextract/write/writer.h"

#include <string.h>

#define FRAMES                                                                                               \
  (FRAME_LISTS | FRAME_TABLES | FRAME_BIT (FRAME_ITEM) | FRAME_BIT (FRAME_QUOTE) | FRAME_BIT (FRAME_TERMS) | \
   FRAME_BIT (FRAME_TERM) | FRAME_BIT (FRAME_DETAIL) | FRAME_BIT (FRAME_FIGURE) |                            \
   FRAME_BIT (FRAME_FIGCAPTION))

typedef struct {
  ExtractString *out;
  ExtractDocument *document;
  ExtractWriteFlags flags;
  const ExtractPassages *passages;
  ExtractOutline *outline;
  gboolean in_code;                     /* the passage at hand is code with a language */
  guint32 row;                          /* of the table at hand */
  guint32 columns;                      /* of the row at hand, so far */
  guint32 until[TABLE_MAX_COLUMNS + 1]; /* of each column: the row that it is free again in */
} Html;

/* ---- Inline --------------------------------------------------------------------------------- */

static const char *const mark_names[EXTRACT_N_MARKS] = {
  [EXTRACT_MARK_LINK] = "a",      [EXTRACT_MARK_STRONG] = "strong", [EXTRACT_MARK_EMPHASIS] = "em",
  [EXTRACT_MARK_CODE] = "code",   [EXTRACT_MARK_SUB] = "sub",       [EXTRACT_MARK_SUP] = "sup",
  [EXTRACT_MARK_DELETED] = "del", [EXTRACT_MARK_MARKED] = "mark",
};

/* Marks that are open at the reading point. None is open twice: the inner one would say nothing new. */
typedef struct {
  const ExtractMark *open[EXTRACT_N_MARKS];
  guint n_open;
} Marks;

static void
mark_begin (ExtractString *out, ExtractDocument *document, Marks *marks, const ExtractMark *mark)
{
  for (guint i = 0; i < marks->n_open; i++)
    if (marks->open[i]->kind == mark->kind)
      return;
  if (mark->kind == EXTRACT_MARK_LINK) {
    EXTRACT_AUTOFREE char *link = extract_writer_dup_link (document, mark);

    if (!link)
      return;
    extract_string_append_str (out, "<a");
    extract_writer_append_attribute (out, "href", link);
    extract_string_append_c (out, '>');
  } else
    extract_string_append_printf (out, "<%s>", mark_names[mark->kind]);
  marks->open[marks->n_open++] = mark;
}

static void
append_picture (Html *html, const ExtractMark *mark)
{
  const ExtractPicture *picture = ROWS_INDEX (html->passages->pictures, ExtractPicture, mark->href);
  const char *strings = html->document->page->strings->str;
  EXTRACT_AUTOFREE char *address =
      extract_writer_dup_address (html->document, strings + picture->address, TRUE);

  extract_string_append_str (html->out, "<img");
  extract_writer_append_attribute (html->out, "src", address);
  extract_writer_append_attribute (html->out, "alt", strings + picture->alt);
  extract_string_append_c (html->out, '>');
}

static void
append_inline (Html *html, const ExtractPassage *passage)
{
  ExtractString *out = html->out;
  const char *text = extract_passage_text (html->passages, passage);
  const ExtractMark *mark = extract_passage_marks (html->passages, passage);
  const ExtractMark *last = mark + passage->n_marks;
  Marks marks = { .n_open = 0 };
  guint32 p = 0;

  while (TRUE) {
    guint32 next = passage->length;

    while (marks.n_open > 0 && marks.open[marks.n_open - 1]->end <= p)
      extract_string_append_printf (out, "</%s>", mark_names[marks.open[--marks.n_open]->kind]);
    while (mark < last && mark->start <= p) {
      const ExtractMark *begins = mark++;

      if (begins->kind == EXTRACT_MARK_PICTURE) {
        append_picture (html, begins);
        p = begins->end;
        break;
      }
      if (begins->kind != EXTRACT_MARK_BREAK) {
        if (begins->end > p && extract_writer_shows (html->flags, begins) &&
            !(html->in_code && begins->kind == EXTRACT_MARK_CODE))
          mark_begin (out, html->document, &marks, begins);
        continue;
      }
      extract_string_append_str (out, "<br>");
      /* In place of a space; marks may end after that. */
      if (begins->start == p && p < passage->length && text[p] == ' ') {
        p++;
        break;
      }
    }
    if (p == passage->length)
      break;
    if (marks.n_open > 0)
      next = MIN (next, marks.open[marks.n_open - 1]->end);
    if (mark < last)
      next = MIN (next, mark->start);
    if (next > p)
      extract_writer_append_markup (out, text + p, next - p, FALSE);
    p = MAX (p, next);
  }
  while (marks.n_open > 0)
    extract_string_append_printf (out, "</%s>", mark_names[marks.open[--marks.n_open]->kind]);
}

/* ---- Frames --------------------------------------------------------------------------------- */

static void
begin_line (ExtractString *out)
{
  if (out->str[out->len - 1] != '\n')
    extract_string_append_c (out, '\n');
}

static const char *
frame_name (Html *html, guint32 frame)
{
  switch ((ExtractFrameKind) html->outline->nodes[frame].kind) {
  case FRAME_BULLETS:
    return "ul";
  case FRAME_CELL:
    return html->outline->nodes[frame].header ? "th" : "td";
  default:
    return extract_tag_get_name (extract_page_element (html->document->page, frame)->tag);
  }
}

/* Empty cells up to @column, but where cells of rows above are. */
static void
append_empty_cells (Html *html, guint32 column)
{
  while (html->columns < column)
    if (html->until[++html->columns] <= html->row)
      extract_string_append_str (html->out, "<td></td>");
}

static void
append_number (ExtractString *out, const char *name, gint32 number)
{
  if (number >= 0)
    extract_string_append_printf (out, " %s=\"%d\"", name, number);
}

static void
frame_open (Html *html, guint32 frame)
{
  const ExtractOutlineNode *node = &html->outline->nodes[frame];

  if (node->kind == FRAME_CELL)
    append_empty_cells (html, node->columns - 1);
  else
    begin_line (html->out);
  extract_string_append_printf (html->out, "<%s", frame_name (html, frame));
  switch ((ExtractFrameKind) node->kind) {
  case FRAME_TABLE:
    html->row = 0;
    memset (html->until, 0, sizeof html->until);
    break;
  case FRAME_ROW:
    html->row++;
    html->columns = 0;
    break;
  case FRAME_CELL:
    append_number (html->out, "colspan", node->spanned > 1 ? node->spanned : -1);
    append_number (html->out, "rowspan", node->rows > 1 ? (gint32) node->rows : -1);
    for (guint16 i = 0; i < node->spanned; i++)
      html->until[++html->columns] = html->row + node->rows;
    break;
  case FRAME_NUMBERS:
    append_number (html->out, "start", node->number);
    extract_string_append_str (html->out, node->reversed ? " reversed" : "");
    break;
  case FRAME_ITEM:
    if (extract_outline_open_kind (html->outline, html->outline->n_open - 1) == FRAME_NUMBERS)
      append_number (html->out, "value", node->number);
    break;
  default:
    break;
  }
  extract_string_append_c (html->out, '>');
}

static void
frame_close (Html *html, guint32 frame)
{
  ExtractFrameKind kind = html->outline->nodes[frame].kind;

  /* These hold other frames and no text. */
  if ((FRAME_LISTS | FRAME_BIT (FRAME_TERMS) | FRAME_BIT (FRAME_TABLE) | FRAME_BIT (FRAME_FIGURE)) &
      FRAME_BIT (kind))
    begin_line (html->out);
  /* The table is the frame around its rows. */
  if (kind == FRAME_ROW)
    append_empty_cells (html, html->outline->nodes[html->outline->open[html->outline->n_open - 1]].columns);
  extract_string_append_printf (html->out, "</%s>", frame_name (html, frame));
  if (kind != FRAME_CELL)
    extract_string_append_c (html->out, '\n');
}

static void
frames_close (Html *html, guint kept)
{
  while (html->outline->n_open > kept)
    frame_close (html, html->outline->open[--html->outline->n_open]);
}

/* ---- Blocks --------------------------------------------------------------------------------- */

/* The element of a block; NULL if it is bare. */
static const char *
block_name (Html *html, const ExtractPassage *passage)
{
  const ExtractOutlineNode *owner = extract_outline_owner (html->outline, passage);
  const ExtractOutlineNode *frame =
      owner->frame == EXTRACT_NO_ELEMENT ? NULL : &html->outline->nodes[owner->frame];
  ExtractFrameKind kind = frame ? frame->kind : FRAME_NONE;

  if (extract_passage_is_pre (html->passages, passage))
    return "pre";
  if (owner->heading > 0 && kind != FRAME_TERM)
    return extract_tag_get_name (EXTRACT_TAG_H1 + owner->heading - 1);
  if (html->flags & EXTRACT_WRITE_ALL)
    return "p";
  switch (kind) {
  case FRAME_ITEM:
  case FRAME_TERM:
  case FRAME_DETAIL:
  case FRAME_CAPTION:
  case FRAME_CELL:
  case FRAME_FIGCAPTION:
    return frame->blocks == 1 ? NULL : "p";
  default:
    return "p";
  }
}

static void
append_verdict (ExtractString *out, ExtractBlock *block)
{
  const char *label = extract_label_get_nick (block->label), *rule = extract_block_get_rule (block);

  extract_writer_append_attribute (out, "class", label);
  extract_string_append_str (out, " data-score=\"");
  extract_writer_append_number (out, "%.4f", block->score);
  extract_string_append_c (out, '"');
  extract_writer_append_attribute (out, "data-label", label);
  if (rule)
    extract_writer_append_attribute (out, "data-rule", rule);
}

static void
append_passage (Html *html, const ExtractPassage *passage)
{
  ExtractString *out = html->out;
  const char *name = block_name (html, passage);
  char language[EXTRACT_MAX_CODE_LANGUAGE];
  guint kept = extract_outline_enter (html->outline, passage);

  frames_close (html, kept);
  while (html->outline->n_open < html->outline->n_wanted) {
    guint32 frame = html->outline->wanted[html->outline->n_open];

    frame_open (html, frame);
    html->outline->open[html->outline->n_open++] = frame;
  }
  html->in_code = extract_passage_is_pre (html->passages, passage) &&
                  extract_passages_read_language (html->passages, passage->element, language);
  if (!name) {
    append_inline (html, passage);
    return;
  }
  begin_line (out);
  extract_string_append_printf (out, "<%s", name);
  if ((html->flags & EXTRACT_WRITE_ALL) && passage->block != EXTRACT_NO_BLOCK)
    append_verdict (out, &html->document->blocks[passage->block]);
  extract_string_append_c (out, '>');
  if (html->in_code)
    extract_string_append_printf (out, "<code class=\"language-%s\">", language);
  /* The parser drops a line break at the start of pre. */
  else if (extract_passage_text (html->passages, passage)[0] == '\n')
    extract_string_append_c (out, '\n');
  append_inline (html, passage);
  extract_string_append_printf (out, "%s</%s>\n", html->in_code ? "</code>" : "", name);
}

/* ---- Comments ------------------------------------------------------------------------------- */

/* Levels of answers: article elements in each other. */
#define COMMENT_NESTING 64

static void
append_byline (ExtractString *out, const char *author, const char *date)
{
  if (!author && !date)
    return;
  extract_string_append_str (out, "<footer>");
  if (author) {
    extract_string_append_str (out, "<cite>");
    extract_writer_append_markup (out, author, strlen (author), FALSE);
    extract_string_append_str (out, date ? "</cite>, " : "</cite>");
  }
  if (date)
    extract_string_append_printf (out, "<time datetime=\"%s\">%s</time>", date, date);
  extract_string_append_str (out, "</footer>\n");
}

static void
close_articles (ExtractString *out, guint n)
{
  for (; n > 0; n--)
    extract_string_append_str (out, "</article>\n");
}

static void
append_comment (Html *html, ExtractItems *items, guint i)
{
  ExtractString *out = html->out;
  ExtractDocument *document = html->document;
  const ExtractItemBlock *blocks = extract_items_get_blocks (items);

  extract_string_append_str (out, "<article>\n");
  append_byline (out, extract_items_get_author (items, i), extract_items_get_date (items, i));
  for (guint32 b = extract_items_get_first_block (items, i); b != EXTRACT_NO_ITEM; b = blocks[b].next) {
    const ExtractPassage passage = extract_passage_of_block (document, b);
    const char *name = extract_document_piece (document, b)->pre ? "pre" : "p";

    extract_string_append_printf (out, "<%s>", name);
    if (extract_document_text (document, b)[0] == '\n')
      extract_string_append_c (out, '\n');
    append_inline (html, &passage);
    extract_string_append_printf (out, "</%s>\n", name);
  }
}

static void
append_comments (Html *html)
{
  ExtractThread thread = extract_thread_begin (html->document, html->flags, COMMENT_NESTING);

  html->in_code = FALSE;
  while (extract_thread_next (&thread)) {
    extract_string_append_str (html->out, thread.n == 1 ? "<section class=\"comments\">\n" : "");
    close_articles (html->out, thread.n_ended);
    append_comment (html, thread.items, thread.item);
  }
  close_articles (html->out, thread.n_ended);
  extract_string_append_str (html->out, thread.n > 0 ? "</section>\n" : "");
}

void
extract_write_html (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  g_autoptr (ExtractPassages) passages = extract_passages_new (document, flags);
  g_autoptr (ExtractOutline) outline = extract_outline_new (passages, FRAMES);
  Html html = { .out = out, .document = document, .flags = flags, .passages = passages, .outline = outline };

  extract_write_html_head (out, document, flags);
  extract_string_append_str (out, "<body>\n<article>\n");
  for (guint i = 0; i < passages->passages.len; i++)
    append_passage (&html, extract_passage (passages, i));
  frames_close (&html, 0);
  extract_string_append_str (out, "</article>\n");
  if (flags & EXTRACT_WRITE_ITEMS)
    append_comments (&html);
  extract_string_append_str (out, "</body>\n</html>\n");
}
