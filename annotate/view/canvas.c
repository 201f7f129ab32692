/* SPDX-License-Identifier: MIT */
/*
 * A grid of cells. A wide glyph takes two cells, the right one with the width 0. Writing over one half clears
 * the other, so that the widths of a row always add up to its columns.
 */
#include "annotate/view/canvas.h"

#include <string.h>

struct _Canvas {
  int columns, rows;
  CanvasCell *cells;           /* owned; [rows][columns] */
  int caret_row, caret_column; /* -1: none */
};

static const Glyph space_glyph = { { ' ' }, 1, 1 };

Canvas *
canvas_new (int columns, int rows)
{
  Canvas *canvas = g_new0 (Canvas, 1);
  canvas_resize (canvas, columns, rows);
  return canvas;
}

void
canvas_free (Canvas *canvas)
{
  if (!canvas)
    return;
  g_free (canvas->cells);
  g_free (canvas);
}

void
canvas_resize (Canvas *canvas, int columns, int rows)
{
  canvas->columns = MAX (columns, 1);
  canvas->rows = MAX (rows, 1);
  g_free (canvas->cells);
  canvas->cells = g_new (CanvasCell, (gsize) canvas->columns * (gsize) canvas->rows);
  canvas_clear (canvas);
}

void
canvas_clear (Canvas *canvas)
{
  for (gsize i = 0; i < (gsize) canvas->columns * (gsize) canvas->rows; i++)
    canvas->cells[i] = (CanvasCell){ space_glyph, STYLE_TEXT };
  canvas->caret_row = -1;
}

int
canvas_get_columns (const Canvas *canvas)
{
  return canvas->columns;
}

int
canvas_get_rows (const Canvas *canvas)
{
  return canvas->rows;
}

static CanvasCell *
get_cell (const Canvas *canvas, int row, int column)
{
  return &canvas->cells[(gsize) row * (gsize) canvas->columns + (gsize) column];
}

const CanvasCell *
canvas_get_cell (const Canvas *canvas, int row, int column)
{
  g_return_val_if_fail (row >= 0 && row < canvas->rows && column >= 0 && column < canvas->columns, NULL);
  return get_cell (canvas, row, column);
}

/* Takes away the other half of a wide glyph of which a cell is a half. */
static void
part (Canvas *canvas, int row, int column)
{
  CanvasCell *cell = get_cell (canvas, row, column);
  if (cell->glyph.width == 0 && column > 0)
    cell[-1].glyph = space_glyph;
  if (cell->glyph.width == 2 && column + 1 < canvas->columns)
    cell[1].glyph = space_glyph;
}

static void
set_cell (Canvas *canvas, int row, int column, Style style, const Glyph *glyph)
{
  part (canvas, row, column);
  *get_cell (canvas, row, column) = (CanvasCell){ *glyph, (guint16) style };
}

/* Both halves of a wide glyph, or a space for the one that is within the limits. */
static void
set_wide (Canvas *canvas, int row, int column, int limit, Style style, const Glyph *glyph)
{
  static const Glyph right_half = { { 0 }, 0, 0 };
  gboolean whole = column >= 0 && column + 1 < limit;

  if (column >= 0)
    set_cell (canvas, row, column, style, whole ? glyph : &space_glyph);
  if (column + 1 < limit)
    set_cell (canvas, row, column + 1, style, whole ? &right_half : &space_glyph);
}

int
canvas_put (Canvas *canvas, int row, int column, int limit, Style style, const char *text, gssize length)
{
  const char *end = text + (length < 0 ? (gssize) strlen (text) : length);
  Glyph glyph;

  if (row < 0 || row >= canvas->rows)
    return column;
  limit = MIN (limit, canvas->columns);
  while (column < limit && (text = glyph_next (text, end, &glyph))) {
    if (glyph.width == 2)
      set_wide (canvas, row, column, limit, style, &glyph);
    else if (column >= 0)
      set_cell (canvas, row, column, style, &glyph);
    column += glyph.width;
  }
  return MIN (column, limit);
}

/* Whether @text takes more than @width columns; reads no more of it than that. */
static gboolean
is_wider (const char *text, int width)
{
  const char *end = text + strlen (text);
  Glyph glyph;

  while (width >= 0 && (text = glyph_next (text, end, &glyph)))
    width -= glyph.width;
  return width < 0;
}

int
canvas_put_short (Canvas *canvas, int row, int column, int limit, Style style, const char *text)
{
  limit = MIN (limit, canvas->columns);
  if (limit <= column)
    return column;
  if (!is_wider (text, limit - column))
    return canvas_put (canvas, row, column, limit, style, text, -1);
  column = canvas_put (canvas, row, column, limit - 1, style, text, -1);
  return canvas_put (canvas, row, column, limit, style, "…", -1);
}

int
canvas_printf (Canvas *canvas, int row, int column, int limit, Style style, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return canvas_put_short (canvas, row, column, limit, style, text);
}

void
canvas_fill (Canvas *canvas, int row, int column, int limit, Style style, gunichar c)
{
  const Glyph glyph = { { c }, 1, 1 };

  if (row < 0 || row >= canvas->rows)
    return;
  for (column = MAX (column, 0); column < MIN (limit, canvas->columns); column++)
    set_cell (canvas, row, column, style, &glyph);
}

void
canvas_restyle (Canvas *canvas, int row, int column, int limit, Style flag)
{
  if (row < 0 || row >= canvas->rows)
    return;
  for (column = MAX (column, 0); column < MIN (limit, canvas->columns); column++) {
    CanvasCell *cell = get_cell (canvas, row, column);
    guint kept = flag == STYLE_CURSOR ? cell->style : cell->style & STYLE_CURSOR;
    cell->style = (guint16) (kept | flag);
  }
}

void
canvas_set_caret (Canvas *canvas, int row, int column)
{
  canvas->caret_row = row;
  canvas->caret_column = CLAMP (column, 0, canvas->columns - 1);
}

gboolean
canvas_get_caret (const Canvas *canvas, int *row, int *column)
{
  *row = canvas->caret_row;
  *column = canvas->caret_column;
  return canvas->caret_row >= 0 && canvas->caret_row < canvas->rows;
}

static void
end_line (GString *text, gsize start)
{
  while (text->len > start && text->str[text->len - 1] == ' ')
    g_string_truncate (text, text->len - 1);
  g_string_append_c (text, '\n');
}

char *
canvas_dump (const Canvas *canvas)
{
  GString *text = g_string_new (NULL);

  for (int row = 0; row < canvas->rows; row++) {
    gsize start = text->len;
    for (int column = 0; column < canvas->columns; column++) {
      const Glyph *glyph = &get_cell (canvas, row, column)->glyph;
      for (guint i = 0; i < glyph->n_chars; i++)
        g_string_append_unichar (text, glyph->chars[i]);
    }
    end_line (text, start);
  }
  return g_string_free (text, FALSE);
}

char *
canvas_dump_styles (const Canvas *canvas)
{
  GString *text = g_string_new (NULL);

  for (int row = 0; row < canvas->rows; row++) {
    for (int column = 0; column < canvas->columns; column++)
      g_string_append_c (text, palette_get_letter ((Style) get_cell (canvas, row, column)->style));
    g_string_append_c (text, '\n');
  }
  return g_string_free (text, FALSE);
}
