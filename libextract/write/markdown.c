/* SPDX-License-Identifier: MIT */
/*
 * Markdown: CommonMark, and tables between pipes as GitHub reads them. Nothing at all for a page
 * without main text.
 *
 *   heading   # ...                           list      - or 1., nested by indentation
 *   quote     > ...                           table     pipes, an empty header if it has none
 *   code      fence of backticks              term      **strong** paragraph (Markdown has no dl)
 *   br        backslash; <br> in a line that must not end
 *   strong    **text**                        link      [text](link) or [text](<link>)
 *   em        *text*                          del       ~~text~~
 *   code      `text`                          picture   ![alt](src)
 *   sub, sup, mark: as in HTML
 *
 *   passages --> frames: lists, quotes, tables --> in them, markdown-text.c: a run of text with its marks
 *
 * A list that comes right after one of its kind takes the other marker, * or 1), or the two would
 * become one. So does an item whose number is not the next one: it begins another list. With all blocks, <!--
 * label=bad score=0.0312 rule=name --> stands before each, or in a table at the start of its cell.
 */
#include "libextract/base/json.h"
#include "libextract/write/markdown-text.h"
#include "libextract/write/outline.h"
#include "libextract/write/thread.h"
#include "libextract/write/writer.h"

#include <string.h>

#define FRAMES (FRAME_LISTS | FRAME_TABLES | FRAME_BIT (FRAME_ITEM) | FRAME_BIT (FRAME_QUOTE))

/* ---- Frames --------------------------------------------------------------------------------- */

/* What is known of an open frame. */
typedef struct {
  gsize prefix;          /* length of the prefix around it */
  guint n;               /* of a list: the number of the last item; of a table: rows */
  gint step;             /* of a list: to the next number */
  gboolean fresh;        /* of a list: it has no item yet */
  gboolean other_marker; /* of a list: the other one, as it comes right after one of its kind */
} MarkdownFrame;

typedef struct {
  ExtractString *out;
  ExtractDocument *document;
  ExtractWriteFlags flags;
  const ExtractPassages *passages;
  ExtractOutline *outline;
  ExtractString *prefix;           /* of the lines that come after the first one of the innermost frame */
  MarkdownFrame frames[FRAME_MAX]; /* beside outline->open */
  guint32 columns;                 /* of the row at hand, so far */
  gsize start;                     /* of the page in out */
} Markdown;

/* A line with nothing on it, or after the marks of quotes nothing else. */
static void
append_prefix_of_empty_line (Markdown *markdown)
{
  gsize length = markdown->prefix->len;

  while (length > 0 && markdown->prefix->str[length - 1] == ' ')
    length--;
  extract_string_append (markdown->out, markdown->prefix->str, length);
}

static void
append_cells (Markdown *markdown, guint32 column)
{
  for (; markdown->columns < column; markdown->columns++)
    extract_string_append_str (markdown->out, "  |");
}

/* The line under the first row makes it a table. */
static void
append_delimiters (Markdown *markdown, guint32 columns)
{
  extract_string_append_printf (markdown->out, "\n%s|", markdown->prefix->str);
  for (guint32 i = 0; i < columns; i++)
    extract_string_append_str (markdown->out, " --- |");
}

/* All rows have the same number of cells. */
static void
row_close (Markdown *markdown)
{
  guint depth = markdown->outline->n_open - 1;
  const ExtractOutlineNode *table = &markdown->outline->nodes[markdown->outline->open[depth]];

  append_cells (markdown, table->columns);
  if (markdown->frames[depth].n++ == 0 && table->header)
    append_delimiters (markdown, table->columns);
}

/* Markdown has no table without a header; where the page has none, it is empty. */
static void
row_open (Markdown *markdown)
{
  guint depth = markdown->outline->n_open - 1;
  const ExtractOutlineNode *table = &markdown->outline->nodes[markdown->outline->open[depth]];

  extract_string_append_c (markdown->out, '|');
  markdown->columns = 0;
  if (markdown->frames[depth].n > 0 || table->header)
    return;
  append_cells (markdown, table->columns);
  append_delimiters (markdown, table->columns);
  extract_string_append_printf (markdown->out, "\n%s|", markdown->prefix->str);
  markdown->columns = 0;
}

static void
frame_close (Markdown *markdown)
{
  ExtractOutline *outline = markdown->outline;
  const ExtractOutlineNode *node = &outline->nodes[outline->open[--outline->n_open]];

  if (node->kind == FRAME_ROW)
    row_close (markdown);
  else if (node->kind == FRAME_CELL) {
    extract_string_append_str (markdown->out, " |");
    append_cells (markdown, node->columns + node->spanned - 1);
  }
  extract_string_truncate (markdown->prefix, markdown->frames[outline->n_open].prefix);
}

/* Numbers that do not go up by one need a list each: programs count by themselves. */
static void
append_number (Markdown *markdown, MarkdownFrame *list, gint32 number)
{
  gint64 next = (gint64) list->n + list->step;

  if (number >= 0)
    next = number;
  if (next < 0 || next > LIST_MAX_NUMBER)
    next = 1;
  if (!list->fresh && next != (gint64) list->n + 1)
    list->other_marker = !list->other_marker;
  list->fresh = FALSE;
  list->n = next;
  extract_string_append_printf (markdown->out, "%u%c ", list->n, list->other_marker ? ')' : '.');
}

static void
append_marker (Markdown *markdown, MarkdownFrame *list, ExtractFrameKind kind, gint32 number)
{
  gsize at = markdown->out->len;

  if (kind == FRAME_BULLETS)
    extract_string_append_str (markdown->out, list->other_marker ? "* " : "- ");
  else
    append_number (markdown, list, number);
  extract_markdown_append_repeated (markdown->prefix, ' ', markdown->out->len - at);
}

static void
frame_open (Markdown *markdown, guint32 element, gboolean other_marker)
{
  ExtractOutline *outline = markdown->outline;
  guint depth = outline->n_open;
  const ExtractOutlineNode *node = &outline->nodes[element];
  MarkdownFrame *frame = &markdown->frames[depth];

  *frame = (MarkdownFrame){ .prefix = markdown->prefix->len, .other_marker = other_marker };
  switch ((ExtractFrameKind) node->kind) {
  case FRAME_NUMBERS:
    frame->fresh = TRUE;
    frame->step = node->reversed ? -1 : 1;
    frame->n = (node->number >= 0 ? (guint) node->number : node->reversed ? node->items : 1) - frame->step;
    break;
  case FRAME_ITEM:
    append_marker (markdown, frame - 1, extract_outline_open_kind (outline, depth - 1), node->number);
    break;
  case FRAME_QUOTE:
    extract_string_append_str (markdown->out, "> ");
    extract_string_append_str (markdown->prefix, "> ");
    break;
  case FRAME_ROW:
    row_open (markdown);
    break;
  case FRAME_CELL:
    append_cells (markdown, node->columns - 1);
    markdown->columns++;
    extract_string_append_c (markdown->out, ' ');
    break;
  default:
    break;
  }
  outline->open[outline->n_open++] = element;
}

/* TRUE if the next block goes on the next line, as what is open says; else an empty line comes first. */
static gboolean
is_tight (Markdown *markdown)
{
  ExtractOutline *outline = markdown->outline;
  guint depth = outline->n_open;

  if (depth == 0)
    return FALSE;
  switch (extract_outline_open_kind (outline, depth - 1)) {
  case FRAME_BULLETS:
  case FRAME_NUMBERS:
    return !outline->nodes[outline->open[depth - 1]].loose;
  case FRAME_ITEM:
    return !outline->nodes[outline->open[depth - 2]].loose;
  case FRAME_TABLE:
    return markdown->frames[depth - 1].n > 0;
  default:
    return FALSE;
  }
}

/* Closes and opens frames, up to where the text of a passage begins. */
static void
frames_enter (Markdown *markdown, const ExtractPassage *passage)
{
  ExtractOutline *outline = markdown->outline;
  guint kept = extract_outline_enter (outline, passage);
  ExtractFrameKind closed = extract_outline_open_kind (outline, kept);
  gboolean other_marker = kept < outline->n_open && !markdown->frames[kept].other_marker;

  while (outline->n_open > kept)
    frame_close (markdown);
  if (extract_outline_open_kind (outline, kept - 1) == FRAME_CELL)
    extract_string_append_str (markdown->out, "<br>");
  else if (markdown->out->len > markdown->start &&
           extract_outline_open_kind (outline, kept - 1) != FRAME_ROW) {
    extract_string_append_c (markdown->out, '\n');
    if (!is_tight (markdown)) {
      append_prefix_of_empty_line (markdown);
      extract_string_append_c (markdown->out, '\n');
    }
    extract_string_append_str (markdown->out, markdown->prefix->str);
  }
  while (outline->n_open < outline->n_wanted) {
    guint32 element = outline->wanted[outline->n_open];
    ExtractFrameKind kind = outline->nodes[element].kind;

    frame_open (markdown, element, other_marker && outline->n_open == kept && kind == closed);
  }
}

/* ---- Blocks --------------------------------------------------------------------------------- */

static void
append_comment (Markdown *markdown, ExtractBlock *block, gboolean in_line)
{
  const char *rule = extract_block_get_rule (block);

  extract_string_append_printf (markdown->out, "<!-- label=%s score=", extract_label_get_nick (block->label));
  extract_writer_append_number (markdown->out, "%.4f", block->score);
  if (rule)
    extract_string_append_printf (markdown->out, " rule=%s", rule);
  extract_string_append_str (markdown->out, in_line ? " --> " : " -->\n");
  if (!in_line)
    extract_string_append_str (markdown->out, markdown->prefix->str);
}

static void
append_code (Markdown *markdown, const ExtractPassage *passage)
{
  const char *text = extract_passage_text (markdown->passages, passage);
  gsize length = passage->length, fence = MAX (3, extract_markdown_longest_run (text, length, '`') + 1);
  char language[EXTRACT_MAX_CODE_LANGUAGE];

  while (length > 0 && text[length - 1] == '\n')
    length--;
  extract_markdown_append_repeated (markdown->out, '`', fence);
  if (extract_passages_read_language (markdown->passages, passage->element, language))
    extract_string_append_str (markdown->out, language);
  for (const char *p = text, *end = text + length; p <= end;) {
    const char *line_end = memchr (p, '\n', end - p);

    if (!line_end)
      line_end = end;
    extract_string_append_c (markdown->out, '\n');
    if (line_end > p)
      extract_string_append_str (markdown->out, markdown->prefix->str);
    else
      append_prefix_of_empty_line (markdown);
    extract_string_append (markdown->out, p, line_end - p);
    p = line_end + 1;
  }
  extract_string_append_printf (markdown->out, "\n%s", markdown->prefix->str);
  extract_markdown_append_repeated (markdown->out, '`', fence);
}

static void
append_passage (Markdown *markdown, const ExtractPassage *passage)
{
  const ExtractOutlineNode *owner = extract_outline_owner (markdown->outline, passage);
  ExtractFrameKind frame =
      owner->frame == EXTRACT_NO_ELEMENT ? FRAME_NONE : markdown->outline->nodes[owner->frame].kind;
  ExtractMarkdownText text = {
    .passages = markdown->passages,
    .text = extract_passage_text (markdown->passages, passage),
    .length = passage->length,
    .marks = extract_passage_marks (markdown->passages, passage),
    .n_marks = passage->n_marks,
    .lines = frame == FRAME_CELL ? EXTRACT_LINES_CELL : EXTRACT_LINES_FREE,
    .strong = frame == FRAME_TERM,
  };

  frames_enter (markdown, passage);
  if ((markdown->flags & EXTRACT_WRITE_ALL) && passage->block != EXTRACT_NO_BLOCK)
    append_comment (markdown, &markdown->document->blocks[passage->block], frame == FRAME_CELL);
  text.prefix = markdown->prefix->str;
  text.in_item = extract_outline_open_kind (markdown->outline, markdown->outline->n_open - 1) == FRAME_ITEM;
  if (extract_passage_is_pre (markdown->passages, passage))
    append_code (markdown, passage);
  else if (owner->heading > 0 && frame != FRAME_TERM) {
    extract_markdown_append_repeated (markdown->out, '#', owner->heading);
    extract_string_append_c (markdown->out, ' ');
    text.lines = EXTRACT_LINES_HEADING;
    extract_markdown_append_text (markdown->out, &text);
  } else
    extract_markdown_append_text (markdown->out, &text);
}

/* YAML between two lines of ---, as many programs read it in front of Markdown. */
static void
append_front_matter (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  ExtractMetadata *metadata = extract_writer_get_metadata (document);

  extract_string_append_str (out, "---\n");
  for (ExtractField field = 0; field < EXTRACT_N_FIELDS; field++) {
    const ExtractFieldInfo *info = extract_field_get_info (field);
    const guint n = extract_writer_count_values (metadata, flags, field);

    if (n > 0)
      extract_string_append_printf (out, "%s: %s", info->name, info->many ? "[" : "");
    for (guint i = 0; i < n; i++) {
      extract_string_append_str (out, i > 0 ? ", " : "");
      extract_string_append_json (out, extract_metadata_get_value (metadata, field, i));
    }
    if (n > 0)
      extract_string_append_str (out, info->many ? "]\n" : "\n");
  }
  extract_string_append_str (out, "---\n\n");
}

/* ---- Comments ------------------------------------------------------------------------------- */

/* Levels of answers, each in the list item of what it answers. */
#define COMMENT_NESTING 16

/* @piece: (nullable): of a block; else one line */
static void
append_line (Markdown *markdown, const char *text, gsize length, const ExtractPiece *piece)
{
  const ExtractMarkdownText line = {
    .passages = markdown->passages,
    .text = text,
    .length = (guint32) length,
    .marks = piece ? extract_document_marks (markdown->document, piece) : NULL,
    .n_marks = piece ? piece->n_marks : 0,
    .lines = piece ? EXTRACT_LINES_FREE : EXTRACT_LINES_HEADING,
    .prefix = markdown->prefix->str,
    .in_item = TRUE,
  };

  extract_markdown_append_text (markdown->out, &line);
}

/* "- **Marta Lind**, 2020-03-04", an empty line, and the blocks. */
static void
append_comment_item (Markdown *markdown, ExtractItems *items, guint i)
{
  const ExtractItemBlock *blocks = extract_items_get_blocks (items);
  const char *author = extract_items_get_author (items, i), *date = extract_items_get_date (items, i);
  ExtractString *out = markdown->out;
  gboolean begun = author || date;

  extract_string_append_str (out, "- ");
  extract_string_append_str (markdown->prefix, "  ");
  if (author) {
    extract_string_append_str (out, "**");
    append_line (markdown, author, strlen (author), NULL);
    extract_string_append_str (out, date ? "**, " : "**");
  }
  extract_string_append_str (out, date ? date : "");
  for (guint32 b = extract_items_get_first_block (items, i); b != EXTRACT_NO_ITEM; b = blocks[b].next) {
    const ExtractPiece *piece = extract_document_piece (markdown->document, b);
    const ExtractPassage passage = extract_passage_of_block (markdown->document, b);
    const char *text = extract_document_text (markdown->document, b);

    if (begun) {
      extract_string_append_str (out, "\n\n");
      extract_string_append_str (out, markdown->prefix->str);
    }
    begun = TRUE;
    if (piece->pre)
      append_code (markdown, &passage);
    else
      append_line (markdown, text, piece->length, piece);
  }
  extract_string_append_c (out, '\n');
}

/* Behind a line, a list of them. */
static void
append_comments (Markdown *markdown)
{
  ExtractThread thread = extract_thread_begin (markdown->document, markdown->flags, COMMENT_NESTING);

  while (extract_thread_next (&thread)) {
    extract_string_append_str (markdown->out, thread.n > 1                           ? "\n"
                                              : markdown->out->len > markdown->start ? "\n***\n\n"
                                                                                     : "");
    extract_string_truncate (markdown->prefix, 0);
    for (guint level = 0; level < thread.level; level++)
      extract_string_append_str (markdown->prefix, "  ");
    extract_string_append_str (markdown->out, markdown->prefix->str);
    append_comment_item (markdown, thread.items, thread.item);
  }
}

void
extract_write_markdown (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  g_autoptr (ExtractPassages) passages = extract_passages_new (document, flags);
  g_autoptr (ExtractOutline) outline = extract_outline_new (passages, FRAMES);
  g_autoptr (ExtractString) prefix = extract_string_new ();
  Markdown markdown = {
    .out = out,
    .document = document,
    .flags = flags,
    .passages = passages,
    .outline = outline,
    .prefix = prefix,
    .start = out->len,
  };

  if (extract_writer_is_empty (document, flags))
    return;
  if (flags & EXTRACT_WRITE_METADATA) {
    append_front_matter (out, document, flags);
    markdown.start = out->len;
  }
  for (guint i = 0; i < passages->passages.len; i++)
    append_passage (&markdown, extract_passage (passages, i));
  while (outline->n_open > 0)
    frame_close (&markdown);
  if (out->len > markdown.start)
    extract_string_append_c (out, '\n');
  if (flags & EXTRACT_WRITE_ITEMS)
    append_comments (&markdown);
}
