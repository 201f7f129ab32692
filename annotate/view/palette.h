/* SPDX-License-Identifier: MIT */
/* The styles of the parts of a screen: on dark and light terminals, with few colours, and without any. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a cell of a canvas says. No style differs from another by its colour alone where that matters: the
 * views put signs beside it. */
typedef enum {
  STYLE_TEXT,
  STYLE_DIM,
  STYLE_STRONG,
  STYLE_LINK,
  STYLE_HEADER,
  STYLE_HEADER_STRONG,
  STYLE_FOOTER,
  STYLE_KEY,
  STYLE_ACCENT,
  STYLE_BAR,
  STYLE_TROUGH,
  STYLE_NOTE,
  STYLE_MESSAGE,
  STYLE_ALARM,
  STYLE_FOUND,
  STYLE_HUE_GREEN, /* of classes: palette_get_hue () */
  STYLE_HUE_GREY,
  STYLE_HUE_YELLOW,
  STYLE_HUE_BLUE,
  STYLE_HUE_CYAN,
  STYLE_HUE_MAGENTA,
  STYLE_HUE_RED,
  N_STYLES,
  STYLE_CURSOR = 1 << 8, /* added to one of them: the cell is on the block under the cursor */
} Style;

typedef enum { PALETTE_DARK, PALETTE_LIGHT, PALETTE_MONO, N_PALETTES } PaletteKind;

typedef enum {
  LOOK_PLAIN = 0,
  LOOK_BOLD = 1 << 0,
  LOOK_DIM = 1 << 1,
  LOOK_UNDERLINE = 1 << 2,
  LOOK_REVERSE = 1 << 3,
} LookFlags;

typedef struct {
  gint16 foreground; /* colour of the terminal, -1: its own */
  gint16 background;
  LookFlags flags;
} Look;

/* palette_find: "dark", "light" or "mono". Returns: FALSE if there is no such palette. */
gboolean palette_find (const char *name, PaletteKind *kind);

/* palette_choose: by NO_COLOR, then by COLORFGBG; else for a dark terminal. */
PaletteKind palette_choose (void);

/* palette_get_look: @n_colors: of the terminal; with less than 8 every palette is PALETTE_MONO */
Look palette_get_look (PaletteKind kind, int n_colors, Style style);

/* palette_get_letter: of the style, for canvas_dump_styles () */
char palette_get_letter (Style style);

/* palette_get_hue: the style of the class with that number; from the eighth on they come again. */
Style palette_get_hue (guint class_number);

G_END_DECLS
