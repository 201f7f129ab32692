/* SPDX-License-Identifier: MIT */
/* The frame around the views: header, status and footer. A row of the table is a view. */
#include "annotate/view/view.h"
#include "annotate/view/parts.h"
#include "annotate/view/wrap.h"

#include <math.h>
#include <string.h>

#define TALL 14 /* height of the screen from which the header has two rows */
#define LOW 6   /* rows below which there is no status */

typedef void (*PaintFunc) (Desk *desk, const ViewBody *body);

static const struct {
  PaintFunc paint;
  const char *title; /* (nullable): NULL for that of the page */
  KeyPlace place;
} views[DESK_N_VIEWS] = {
  [DESK_PAGE] = { view_page_paint, NULL, KEYS_PAGE },
  [DESK_PAGES] = { view_pages_paint, "Pages", KEYS_LIST },
  [DESK_KEYS] = { view_keys_paint, "Keys", KEYS_TEXT },
  [DESK_GUIDE] = { view_guide_paint, "Guidelines", KEYS_TEXT },
  [DESK_BLOCK] = { view_block_paint, "Block", KEYS_TEXT },
};

/* ---- Header ---------------------------------------------------------------------------------- */

static const TrainEntry *
get_entry (const Desk *desk)
{
  if (desk->position >= desk->order->len)
    return NULL;
  return ledger_get (desk->ledger, g_array_index (desk->order, guint, desk->position))->entry;
}

/* "12/57  240/h", with a bar before it where there is room. Returns: the column where it begins. */
static int
paint_progress (const Desk *desk, Canvas *canvas)
{
  int columns = canvas_get_columns (canvas);
  guint n_done = work_get_n_done (desk->work), n_all = work_get_n_all (desk->work);
  guint pace = columns >= 50 ? desk_get_pace (desk) : 0;
  g_autofree char *pace_text = pace > 0 ? g_strdup_printf ("  %u/h", pace) : g_strdup ("");
  g_autofree char *text =
      g_strdup_printf ("%s%u/%u%s ", n_all > 0 && n_done == n_all ? "✓ " : "", n_done, n_all, pace_text);
  int column = MAX (columns - glyph_get_width (text, -1), 0);

  canvas_put (canvas, 0, column, columns, STYLE_HEADER_STRONG, text, -1);
  if (columns < 70)
    return column - 2;
  view_put_bar (canvas, 0, column - 13, 12, n_all > 0 ? (double) n_done / n_all : 1);
  for (int i = column - 13; i < column - 1; i++)
    if (canvas_get_cell (canvas, 0, i)->style == STYLE_TROUGH)
      canvas_restyle (canvas, 0, i, i + 1, STYLE_HEADER);
  return column - 15;
}

static void
paint_second_row (const Desk *desk, Canvas *canvas, const TrainEntry *entry)
{
  int columns = canvas_get_columns (canvas);
  GString *right = g_string_new (NULL);

  if (desk_get_reason (desk, desk->position))
    g_string_append_printf (right, "%s  ", desk_get_reason (desk, desk->position));
  if (desk->filter != WORK_SHOW_ALL)
    g_string_append_printf (right, "only %s  ", work_filter_get_name (desk->filter));
  if (desk->work && work_is_skipped (desk->work))
    g_string_append (right, "skipped  ");
  if (desk->work && work_get_note (desk->work, -1))
    g_string_append_printf (right, "✎ %s  ", work_get_note (desk->work, -1));
  if (desk->setup.journal && journal_get_annotator (desk->setup.journal) == EXTRACT_ANNOTATOR_JUDGE)
    g_string_append (right, "judging  ");
  g_string_append (right, journal_get_who (desk->setup.journal));

  int column = MAX (columns - 1 - glyph_get_width (right->str, -1), columns / 2);
  canvas_put_short (canvas, 1, column, columns - 1, STYLE_DIM, right->str);
  if (entry)
    canvas_put_short (canvas, 1, 1, column - 2, STYLE_DIM, entry->url ? entry->url : entry->id);
  g_string_free (right, TRUE);
}

/* The title that the set gives the page, else its own, else its id. */
static const char *
get_title (const Desk *desk, const TrainEntry *entry)
{
  const char *own = desk->work ? extract_document_get_title (work_get_document (desk->work)) : "";
  return entry->title && *entry->title ? entry->title : *own ? own : entry->id;
}

static void
paint_header (const Desk *desk, Canvas *canvas, int n_rows)
{
  int columns = canvas_get_columns (canvas), column = 1, limit = columns - 1;
  const TrainEntry *entry = get_entry (desk);
  const char *title = views[desk->view].title;

  canvas_fill (canvas, 0, 0, columns, STYLE_HEADER, ' ');
  if (desk->work)
    limit = paint_progress (desk, canvas);
  if (title)
    column = canvas_printf (canvas, 0, column, limit, STYLE_HEADER_STRONG, "%s  ", title);
  if (entry) {
    column = canvas_printf (canvas, 0, column, limit, STYLE_HEADER, "%u/%u  ", desk->position + 1,
                            desk->order->len);
    canvas_put_short (canvas, 0, column, limit, title ? STYLE_HEADER : STYLE_HEADER_STRONG,
                      get_title (desk, entry));
  }
  if (n_rows > 1)
    paint_second_row (desk, canvas, entry);
}

/* ---- Status ---------------------------------------------------------------------------------- */

/* The end of what is typed is what has to be seen. */
static void
paint_prompt (const Desk *desk, Canvas *canvas, int row)
{
  int columns = canvas_get_columns (canvas);
  int column =
      canvas_put_short (canvas, row, 1, columns / 2, STYLE_KEY, desk_prompt_get_label (desk->prompt));
  const char *typed = desk->typed->str, *end = typed + desk->typed->len;
  int width = glyph_get_width (typed, -1);
  Glyph glyph;

  for (const char *next; width > columns - 1 - column && (next = glyph_next (typed, end, &glyph));
       typed = next)
    width -= glyph.width;
  column = canvas_put (canvas, row, column, columns - 1, STYLE_TEXT, typed, end - typed);
  canvas_set_caret (canvas, row, column);
}

/* The column in which lines of the message begin. */
static int
get_message_column (const Desk *desk)
{
  return desk->alarm ? 4 : 1;
}

/* The rows that the message takes: all of it is shown, but on a small screen, which keeps half of its rows.
 */
static int
count_message_rows (const Desk *desk, const Canvas *canvas)
{
  int width = MAX (canvas_get_columns (canvas) - 1 - get_message_column (desk), 2);
  if (!desk->message || desk->prompt != DESK_PROMPT_NONE)
    return 1;
  return (int) wrap_count (desk->message, desk->message + strlen (desk->message), width,
                           (guint) MAX (canvas_get_rows (canvas) / 2, 1));
}

/* On @n_rows rows from @row on; the last one ends with "…" if there is more. */
static void
paint_message (const Desk *desk, Canvas *canvas, int row, int n_rows)
{
  int columns = canvas_get_columns (canvas), column = get_message_column (desk);
  const char *at = desk->message, *end = at + strlen (at);
  Style style = desk->alarm ? STYLE_ALARM : STYLE_MESSAGE;

  if (desk->alarm)
    canvas_put (canvas, row, 0, columns, STYLE_ALARM, " ! ", -1);
  for (; n_rows > 1 && at; n_rows--) {
    gsize length;
    const char *line = at;
    at = wrap_next (line, end, MAX (columns - 1 - column, 2), &length);
    canvas_put (canvas, row++, column, columns - 1, style, line, (gssize) length);
  }
  if (at)
    canvas_put_short (canvas, row, column, columns - 1, style, at);
}

/* The first key of @action, or its name if it has none. */
static const char *
get_key (const Desk *desk, KeyAction action)
{
  const char *const *names = keys_get (desk->keys, action);
  return *names ? *names : keys_get_info (action)->name;
}

/* How many of the marked blocks wait for what the model proposes to be accepted. */
static guint
count_marked_proposals (const Desk *desk)
{
  guint n = 0;
  for (guint i = desk->mark_first; i <= desk->mark_last; i++)
    n += work_get_state (desk->work, i) == WORK_PROPOSED && work_counts (desk->work, i);
  return n;
}

static char *
describe_mark (const Desk *desk)
{
  guint n = desk->mark_last - desk->mark_first + 1, n_proposals = count_marked_proposals (desk);
  GString *words = g_string_new (NULL);

  g_string_append_printf (words, "%u %s marked", n, n == 1 ? "block" : "blocks");
  if (n_proposals > 0)
    g_string_append_printf (words, "; %s accepts %u", get_key (desk, ACTION_ACCEPT), n_proposals);
  g_string_append_printf (words, "; %s marks none", get_key (desk, ACTION_MARK_NONE));
  return g_string_free (words, FALSE);
}

static char *
describe (const Desk *desk, int columns)
{
  if (desk->view == DESK_PAGES)
    return view_pages_describe (desk);
  if (desk->view == DESK_PAGE && desk->marked)
    return describe_mark (desk);
  if (desk->view == DESK_PAGE)
    return view_page_describe (desk, columns);
  if (desk->n_lines <= desk->shown_lines)
    return g_strdup ("");
  return g_strdup_printf ("lines %u to %u of %u", MIN (desk->scroll, desk->n_lines - desk->shown_lines) + 1,
                          MIN (desk->scroll + desk->shown_lines, desk->n_lines), desk->n_lines);
}

/* @n_rows: from @row on
 * @may_describe: whether they have nothing else to show. Returns: whether they are used. */
static gboolean
paint_status (const Desk *desk, Canvas *canvas, int row, int n_rows, gboolean may_describe)
{
  if (desk->prompt != DESK_PROMPT_NONE) {
    paint_prompt (desk, canvas, row);
  } else if (desk->message) {
    paint_message (desk, canvas, row, n_rows);
  } else if (may_describe) {
    g_autofree char *words = describe (desk, canvas_get_columns (canvas));
    canvas_put_short (canvas, row, 1, canvas_get_columns (canvas) - 1, STYLE_DIM, words);
  } else {
    return FALSE;
  }
  return TRUE;
}

/* ---- Footer ---------------------------------------------------------------------------------- */

typedef struct {
  Canvas *canvas;
  int row, column, limit;
} Footer;

/* A key and its word, if there is room for both. */
static void
add_key (Footer *footer, const char *key, const char *word)
{
  int width = glyph_get_width (key, -1) + 1 + glyph_get_width (word, -1);

  if (footer->column + width > footer->limit)
    return;
  int column = canvas_put (footer->canvas, footer->row, footer->column, footer->limit, STYLE_KEY, key, -1);
  canvas_put (footer->canvas, footer->row, column + 1, footer->limit, STYLE_FOOTER, word, -1);
  footer->column += width + 2;
}

static void
add_action (const Desk *desk, Footer *footer, KeyAction action)
{
  const char *const *names = keys_get (desk->keys, action);
  const KeyInfo *info = keys_get_info (action);
  if (*names)
    add_key (footer, *names, *info->word ? info->word : info->name);
}

/* The classes from number @first on, up to @end. */
static void
add_classes (const Desk *desk, Footer *footer, guint first, guint end)
{
  for (guint i = first; i < MIN (end, classes_get_n (desk->setup.classes)); i++) {
    const LabelClass *class = classes_get (desk->setup.classes, i);
    if (*class->key)
      add_key (footer, class->key, class->name);
  }
}

/* First what gives a block its label: both keys that every set has stay even on a small screen. */
static void
add_deciding_keys (const Desk *desk, Footer *footer)
{
  if (work_get_n_blocks (desk->work) == 0)
    return;
  add_classes (desk, footer, 0, CLASSES_BOILERPLATE + 1);
  if (desk->marked ? count_marked_proposals (desk) > 0
                   : work_get_state (desk->work, desk->cursor) == WORK_PROPOSED)
    add_action (desk, footer, ACTION_ACCEPT);
  add_classes (desk, footer, CLASSES_BOILERPLATE + 1, CLASSES_MAXIMUM);
}

static void
add_page_keys (const Desk *desk, Footer *footer)
{
  static const KeyAction of_range[] = { ACTION_MARK_PARENT, ACTION_CLEAR, ACTION_MARK_NONE };
  static const KeyAction others[] = { ACTION_NEXT_UNDECIDED, ACTION_UNDO, ACTION_MARK,  ACTION_SEARCH,
                                      ACTION_FILTER,         ACTION_NOTE, ACTION_PAGES, ACTION_QUIT };
  const KeyAction *actions = desk->marked ? of_range : others;
  gsize n = desk->marked ? G_N_ELEMENTS (of_range) : G_N_ELEMENTS (others);

  if (work_get_n_done (desk->work) == work_get_n_all (desk->work))
    add_action (desk, footer, ACTION_NEXT_PAGE);
  add_deciding_keys (desk, footer);
  for (gsize i = 0; i < n; i++)
    add_action (desk, footer, actions[i]);
}

static void
add_view_keys (const Desk *desk, Footer *footer)
{
  static const KeyAction list[] = { ACTION_OPEN, ACTION_BACK,   ACTION_DOWN,
                                    ACTION_UP,   ACTION_SEARCH, ACTION_ORDER };
  static const KeyAction text[] = { ACTION_BACK, ACTION_FORWARD, ACTION_DOWN, ACTION_UP };
  static const KeyAction closed[] = { ACTION_NEXT_PAGE, ACTION_PREVIOUS_PAGE, ACTION_PAGES, ACTION_QUIT };
  gboolean is_list = desk->view == DESK_PAGES, is_text = !is_list && desk->view != DESK_PAGE;
  const KeyAction *actions = is_list ? list : is_text ? text : closed;
  gsize n = is_list ? G_N_ELEMENTS (list) : is_text ? G_N_ELEMENTS (text) : G_N_ELEMENTS (closed);

  for (gsize i = 0; i < n; i++)
    add_action (desk, footer, actions[i]);
}

static void
paint_footer (const Desk *desk, Canvas *canvas, int row)
{
  int columns = canvas_get_columns (canvas);
  Footer footer = { canvas, row, 1, columns - 1 };

  if (desk->prompt != DESK_PROMPT_NONE) {
    add_key (&footer, "enter", "done");
    add_key (&footer, "escape", "leave");
    return;
  }
  /* The key that lists all keys always stands at the right. */
  const char *const *all = keys_get (desk->keys, ACTION_KEYS);
  const char *word = keys_get_info (ACTION_KEYS)->word;
  if (*all && desk->view != DESK_KEYS) {
    Footer right = { canvas, row, columns - 2 - glyph_get_width (*all, -1) - glyph_get_width (word, -1),
                     columns - 1 };
    footer.limit = right.column - 2;
    add_key (&right, *all, word);
  }
  if (desk->view == DESK_PAGE && desk->work)
    add_page_keys (desk, &footer);
  else
    add_view_keys (desk, &footer);
}

/* ---- All of it ------------------------------------------------------------------------------- */

void
view_paint (Desk *desk, Canvas *canvas)
{
  int rows = canvas_get_rows (canvas);
  gboolean has_status = rows >= LOW;
  int n_header = rows >= TALL ? 2 : 1, n_status = has_status ? count_message_rows (desk, canvas) : 0;
  ViewBody body = { canvas, n_header, MAX (rows - 1 - n_status, n_header + 1), canvas_get_columns (canvas) };

  canvas_clear (canvas);
  views[desk->view].paint (desk, &body);
  paint_header (desk, canvas, n_header);
  if (has_status)
    paint_status (desk, canvas, rows - 1 - n_status, n_status, TRUE);
  if (has_status || !paint_status (desk, canvas, rows - 1, 1, FALSE))
    paint_footer (desk, canvas, rows - 1);
}
