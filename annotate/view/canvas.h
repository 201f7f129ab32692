/* SPDX-License-Identifier: MIT */
/* A screen in memory: views paint on it, the terminal and the tests read it. */
#pragma once

#include "annotate/view/glyph.h"
#include "annotate/view/palette.h"

G_BEGIN_DECLS

typedef struct {
  Glyph glyph;   /* width 0: the right half of the glyph in the cell to its left */
  guint16 style; /* Style, with STYLE_CURSOR */
} CanvasCell;

typedef struct _Canvas Canvas;

Canvas *canvas_new (int columns, int rows);
void canvas_free (Canvas *canvas);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Canvas, canvas_free)

/* canvas_resize: to 1 x 1 or more; then it is empty. */
void canvas_resize (Canvas *canvas, int columns, int rows);
void canvas_clear (Canvas *canvas);
int canvas_get_columns (const Canvas *canvas);
int canvas_get_rows (const Canvas *canvas);
/* canvas_get_cell: @row and @column must be on it. */
const CanvasCell *canvas_get_cell (const Canvas *canvas, int row, int column);

/*
 * canvas_put: writes @text from @column on, up to @limit (the first column that is not written to). A wide
 * glyph that would be cut at the limit becomes a space. Rows and columns outside the canvas are left out.
 * @length: of @text in bytes, or -1
 * Returns: the column after the text.
 */
int canvas_put (Canvas *canvas, int row, int column, int limit, Style style, const char *text, gssize length);

/* canvas_put_short: the same, but text that is longer ends with "…". */
int canvas_put_short (Canvas *canvas, int row, int column, int limit, Style style, const char *text);

/* canvas_printf: canvas_put_short () of what is made by a format. */
int canvas_printf (Canvas *canvas, int row, int column, int limit, Style style, const char *format, ...)
    G_GNUC_PRINTF (6, 7);

/* canvas_fill: the columns of a row from @column to before @limit with a narrow character. */
void canvas_fill (Canvas *canvas, int row, int column, int limit, Style style, gunichar c);

/* canvas_restyle: adds @flag to the styles of these columns, or, if it is a style, puts it in their place. */
void canvas_restyle (Canvas *canvas, int row, int column, int limit, Style flag);

/* canvas_set_caret: where the terminal shows its caret, in a prompt; nowhere with row -1. */
void canvas_set_caret (Canvas *canvas, int row, int column);
gboolean canvas_get_caret (const Canvas *canvas, int *row, int *column);

/* canvas_dump: Returns: (transfer full): the rows as text, a line each, without the spaces at their ends. */
char *canvas_dump (const Canvas *canvas);
/* canvas_dump_styles: Returns: (transfer full): the same with a letter for each cell instead. */
char *canvas_dump_styles (const Canvas *canvas);

G_END_DECLS
