/* SPDX-License-Identifier: MIT */
/*
 * The blocks of a page, as they are read:
 *
 *   ▌+✓ p      ━━━━─  The ferry pier of the old town reopens on
 *   ▌                 Monday, two years after the storm.
 *     │ │      │      └ text; a heading begins with #, an item with •, a cell with │
 *     │ │      └ score of the model
 *     │ └ element
 *     └ sign of the class; ✓ decided, ↺ decided from memory, ? proposed by a model, · nothing
 *
 * A block never takes more than two thirds of the screen; its end is in the view of the block. So a screen
 * costs what it shows: no layout of the page is kept, and 100,000 blocks are as fast as ten.
 */
#include "annotate/view/parts.h"
#include "annotate/view/wrap.h"

#include <math.h>
#include <string.h>

#define TEXT_MAXIMUM 100 /* columns; longer lines are hard to read */

/* Where the columns of a row begin; 0 for one that there is no room for. */
typedef struct {
  int name; /* of the class */
  int tag;  /* element */
  int bar;  /* score */
  int text; /* text, up to: */
  int limit;
  int bar_width;
  guint maximum; /* lines of a block */
} Layout;

static Layout
make_layout (const Desk *desk, const ViewBody *body)
{
  int height = body->bottom - body->top, columns = body->columns, at = 4;
  Layout layout = { 0 };

  if (columns >= 110) {
    layout.name = at;
    at += 13;
  }
  if (columns >= 60) {
    layout.tag = at;
    at += 7;
  }
  if (desk->setup.classifier || desk->setup.network) {
    layout.bar = at;
    layout.bar_width = columns >= 60 ? 5 : 3;
    at += layout.bar_width + 1 + (columns >= 60);
  }
  layout.text = MIN (at, MAX (columns - 4, 0));
  layout.limit = MAX (MIN (columns - 1, layout.text + TEXT_MAXIMUM), layout.text + 2);
  layout.maximum = (guint) MAX (height * 2 / 3, 1);
  return layout;
}

/* ---- What a block is ------------------------------------------------------------------------- */

static const struct {
  const char *tags;
  const char *prefix;
} prefixes[] = {
  { " h1 ", "# " },    { " h2 ", "## " },          { " h3 h4 h5 h6 ", "### " },      { " li dt dd ", "• " },
  { " td th ", "│ " }, { " blockquote q ", "> " }, { " figcaption caption ", "▸ " },
};

static const char *
get_prefix (ExtractBlock *block)
{
  g_autofree char *tag = g_strdup_printf (" %s ", extract_block_get_tag (block));
  for (gsize i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (strstr (prefixes[i].tags, tag))
      return prefixes[i].prefix;
  return "";
}

static Style
get_text_style (const Desk *desk, guint i, ExtractBlock *block)
{
  const LabelClass *class = work_get_decision (desk->work, i);
  if (class && !class->is_content)
    return STYLE_DIM;
  if (*get_prefix (block) == '#')
    return STYLE_STRONG;
  return work_is_link (desk->work, i) ? STYLE_LINK : STYLE_TEXT;
}

/* ---- Its rows -------------------------------------------------------------------------------- */

static gboolean
has_note (const Desk *desk, guint i)
{
  const char *note = work_get_note (desk->work, (int) i);
  return note && *note;
}

static gboolean
has_surroundings (const Desk *desk, guint i)
{
  return i == desk->cursor && work_get_element (desk->work, i);
}

static int
count_surroundings (const Desk *desk, guint i)
{
  g_auto (GStrv) lines = has_surroundings (desk, i) ? view_element_dup_lines (desk, i) : NULL;
  return lines ? (int) g_strv_length (lines) : 0;
}

/* Rows that block @i takes, @limit at most. */
static int
get_height (const Desk *desk, const Layout *layout, guint i)
{
  ExtractBlock *block = work_get_block (desk->work, i);
  const char *text = extract_block_get_text (block);
  int indent = glyph_get_width (get_prefix (block), -1);
  int width = MAX (layout->limit - layout->text - indent, 2);

  return (int) wrap_count (text, text + strlen (text), width, layout->maximum) + has_note (desk, i) +
         (work_get_conflict (desk->work, i) != NULL) + count_surroundings (desk, i);
}

/* What surrounds the element under the cursor. Returns: the row after it. */
static int
paint_surroundings (const Desk *desk, const ViewBody *body, const Layout *layout, int row, guint i)
{
  g_auto (GStrv) lines = view_element_dup_lines (desk, i);

  for (char **line = lines; *line && row < body->bottom; line++)
    canvas_put_short (body->canvas, row++, layout->text, layout->limit, STYLE_DIM, *line);
  return row;
}

static void
paint_signs (const Desk *desk, const ViewBody *body, const Layout *layout, int row, guint i)
{
  WorkState state = work_get_state (desk->work, i);
  const LabelClass *class =
      state == WORK_DECIDED ? work_get_decision (desk->work, i) : work_get_proposal (desk->work, i);

  if (state == WORK_NOTHING || !class) {
    canvas_put (body->canvas, row, 1, body->columns, STYLE_DIM, "·", -1);
    return;
  }
  Style hue = palette_get_hue (view_find_class (desk, class));
  const char *how = state == WORK_PROPOSED                              ? "?"
                    : work_get_way (desk->work, i) == JOURNAL_BY_MEMORY ? "↺"
                                                                        : "✓";
  canvas_put (body->canvas, row, 1, 2, hue, class->sign, -1);
  canvas_put (body->canvas, row, 2, 3, state == WORK_PROPOSED ? STYLE_DIM : hue, how, -1);
  if (layout->name > 0)
    canvas_put_short (body->canvas, row, layout->name, layout->name + 12,
                      state == WORK_PROPOSED ? STYLE_DIM : hue, class->name);
}

static void
paint_gutter (const Desk *desk, const ViewBody *body, int row, guint i)
{
  if (i == desk->cursor)
    canvas_put (body->canvas, row, 0, 1, STYLE_ACCENT, "▌", -1);
  else if (desk_is_marked (desk, i))
    canvas_put (body->canvas, row, 0, 1, STYLE_ACCENT, "│", -1);
}

/* Restyles what was searched for within a line. */
static void
paint_found (const Desk *desk, const ViewBody *body, int row, int column, const char *line, gsize length)
{
  g_autofree char *folded = g_utf8_casefold (desk->search, -1);
  gsize wanted = strlen (folded);

  for (const char *at = line; wanted > 0 && at < line + length; at = g_utf8_next_char (at)) {
    glong n = g_utf8_strlen (folded, -1);
    const char *end = at;
    for (; n > 0 && end < line + length; n--)
      end = g_utf8_next_char (end);
    g_autofree char *piece = g_utf8_casefold (at, end - at);
    if (n == 0 && g_str_equal (piece, folded)) {
      int from = column + glyph_get_width (line, at - line);
      canvas_restyle (body->canvas, row, from, from + glyph_get_width (at, end - at), STYLE_FOUND);
    }
  }
}

/* Of a block that is cut: how much there is of it. */
static void
paint_rest (const ViewBody *body, const Layout *layout, int row, ExtractBlock *block)
{
  gboolean room = layout->limit - layout->text >= 30;
  g_autofree char *n_words = view_dup_words (block);
  g_autofree char *rest = g_strconcat (room ? " … " : "…", room ? n_words : NULL, NULL);
  int from = MAX (layout->limit - glyph_get_width (rest, -1), layout->text);
  canvas_put (body->canvas, row, from, layout->limit, STYLE_DIM, rest, -1);
}

/* Returns: the row after the text. */
static int
paint_text (const Desk *desk, const ViewBody *body, const Layout *layout, int row, guint i)
{
  ExtractBlock *block = work_get_block (desk->work, i);
  const char *at = extract_block_get_text (block), *end = at + strlen (at);
  const char *prefix = get_prefix (block);
  Style style = get_text_style (desk, i, block);
  int column = canvas_put (body->canvas, row, layout->text, layout->limit, STYLE_DIM, prefix, -1);
  int width = MAX (layout->limit - column, 2);

  for (guint n = 0; at && n < layout->maximum; n++) {
    gsize length;
    const char *line = at;
    at = wrap_next (line, end, width, &length);
    if (row >= body->bottom)
      return row;
    canvas_put (body->canvas, row, column, layout->limit, style, line, (gssize) length);
    if (desk->search)
      paint_found (desk, body, row, column, line, length);
    row++;
  }
  if (at)
    paint_rest (body, layout, row - 1, block);
  return row;
}

static int
paint_remark (const ViewBody *body, const Layout *layout, int row, const char *sign, const char *text)
{
  int column = canvas_put (body->canvas, row, layout->text, layout->limit, STYLE_NOTE, sign, -1);
  canvas_put_short (body->canvas, row, column, layout->limit, STYLE_NOTE, text);
  return row + 1;
}

/* Returns: the row after the block. */
static int
paint_block (const Desk *desk, const ViewBody *body, const Layout *layout, int row, guint i)
{
  ExtractBlock *block = work_get_block (desk->work, i);
  const Element *element = work_get_element (desk->work, i);
  int first = row;
  double score = work_get_score (desk->work, i);
  const char *conflict = work_get_conflict (desk->work, i);

  paint_signs (desk, body, layout, row, i);
  if (layout->tag > 0)
    canvas_put_short (body->canvas, row, layout->tag, layout->tag + 6, STYLE_DIM,
                      element ? element->tag : extract_block_get_tag (block));
  if (layout->bar > 0 && !isnan (score))
    view_put_bar (body->canvas, row, layout->bar, layout->bar_width, score);
  row = paint_text (desk, body, layout, row, i);
  if (has_surroundings (desk, i))
    row = paint_surroundings (desk, body, layout, row, i);
  if (conflict && row < body->bottom)
    row = paint_remark (body, layout, row, "≠ ", conflict);
  if (has_note (desk, i) && row < body->bottom)
    row = paint_remark (body, layout, row, "✎ ", work_get_note (desk->work, (int) i));
  for (int painted = first; painted < row; painted++) {
    paint_gutter (desk, body, painted, i);
    if (i == desk->cursor)
      canvas_restyle (body->canvas, painted, 0, body->columns, STYLE_CURSOR);
  }
  return row;
}

/* ---- Which blocks are on the screen ------------------------------------------------------------ */

/* The next block that is shown; the one under the cursor always is. -1 if there is none. */
static int
find_next (const Desk *desk, int i, int step)
{
  int next = work_find_next (desk->work, i, step, desk->filter), cursor = (int) desk->cursor;
  if (step > 0 && cursor > i && (next < 0 || cursor < next))
    return cursor;
  if (step < 0 && cursor < i && (next < 0 || cursor > next))
    return cursor;
  return next;
}

/* The first block so that those up to @last take at most @height rows; @last itself if it alone takes more.
 */
static guint
find_first_above (const Desk *desk, const Layout *layout, guint last, int height)
{
  guint first = last;
  int left = height - get_height (desk, layout, last);

  for (int i = (int) last; left > 0;) {
    i = find_next (desk, i, -1);
    left -= i < 0 ? left + 1 : get_height (desk, layout, (guint) i);
    if (left >= 0)
      first = (guint) i;
  }
  return first;
}

/*
 * The first block of the screen. It stays what it was as long as the cursor has what comes next in view,
 * a third of the screen, and the end of the page is not above the bottom.
 */
static guint
find_first (const Desk *desk, const Layout *layout, int height)
{
  guint first = MIN (desk->shown_first, desk->cursor);
  int above = find_next (desk, (int) desk->cursor, -1);

  if (first == desk->cursor && above >= 0 &&
      get_height (desk, layout, (guint) above) + get_height (desk, layout, desk->cursor) <= height)
    first = (guint) above;

  guint of_cursor = find_first_above (desk, layout, desk->cursor, height - height / 3);
  int last = find_next (desk, (int) work_get_n_blocks (desk->work), -1);
  guint of_end = find_first_above (desk, layout, (guint) last, height - 1);
  first = MIN (MAX (first, of_cursor), of_end);
  return (guint) find_next (desk, (int) first - 1, 1);
}

/* ---- The view -------------------------------------------------------------------------------- */

static void
paint_end (const Desk *desk, const ViewBody *body, const Layout *layout, int row)
{
  guint n_left = work_get_n_all (desk->work) - work_get_n_done (desk->work);
  if (row < body->bottom)
    canvas_printf (body->canvas, row, layout->text, layout->limit, STYLE_DIM, "── %s ──",
                   n_left == 0 ? "all decided" : "end of the page");
}

static void
paint_blocks (Desk *desk, const ViewBody *body)
{
  Layout layout = make_layout (desk, body);
  int row = body->top;
  int i = (int) find_first (desk, &layout, body->bottom - body->top);

  desk->shown_first = (guint) i;
  for (; i >= 0 && row < body->bottom; i = find_next (desk, i, 1)) {
    desk->shown_last = (guint) i;
    row = paint_block (desk, body, &layout, row, (guint) i);
  }
  if (i < 0)
    paint_end (desk, body, &layout, row);
}

void
view_page_paint (Desk *desk, const ViewBody *body)
{
  static const char *const empty[] = {
    [WORK_SHOW_ALL] = "This page has no text.",
    [WORK_SHOW_UNDECIDED] = "Every block of this page is decided.",
    [WORK_SHOW_DISAGREEMENTS] = "Nobody disagrees about this page.",
  };

  if (!desk->work) {
    g_autofree char *problem =
        desk->problem ? g_strdup_printf ("This page cannot be read: %s", desk->problem) : NULL;
    view_say (body, problem ? problem : "The set has no pages.");
  } else if (work_find_next (desk->work, -1, 1, desk->filter) < 0)
    view_say (body, empty[work_get_n_blocks (desk->work) > 0 ? desk->filter : WORK_SHOW_ALL]);
  else
    paint_blocks (desk, body);
}

char *
view_page_describe (const Desk *desk, int columns)
{
  GString *words = g_string_new (NULL);
  guint i = desk->cursor;

  if (!desk->work || i >= work_get_n_blocks (desk->work))
    return g_string_free (words, FALSE);
  ExtractBlock *block = work_get_block (desk->work, i);
  const Element *element = work_get_element (desk->work, i);
  const LabelClass *decision = work_get_decision (desk->work, i),
                   *proposal = work_get_proposal (desk->work, i);
  const char *origin = work_get_origin (desk->work, i);
  g_autofree char *n_words = view_dup_words (block);
  gboolean wide = columns >= 60 || !proposal;

  g_string_append_printf (words, "%u/%u %s", i + 1, work_get_n_blocks (desk->work),
                          element ? element->tag : extract_block_get_tag (block));
  if (wide)
    g_string_append_printf (words, ", %s", n_words);
  if (decision && wide)
    g_string_append_printf (words, " · %s%s", decision->name,
                            work_get_way (desk->work, i) == JOURNAL_BY_PROPOSAL ? ", accepted" : "");
  if (origin)
    g_string_append_printf (words, " from memory of %s", origin);
  if (proposal) {
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_printf (words, " · model: %s", proposal->name);
    if (!isnan (work_get_score (desk->work, i)))
      g_string_append_printf (
          words, " %s", g_ascii_formatd (digits, sizeof digits, "%.2f", work_get_score (desk->work, i)));
  }
  return g_string_free (words, FALSE);
}
