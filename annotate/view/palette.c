/* SPDX-License-Identifier: MIT */
/*
 * One row per style. Colours are numbers of the 256 colours of xterm; beside each is its replacement on
 * terminals with 8 colours. The background of the terminal is kept, except for bars and the cursor.
 */
#include "annotate/view/palette.h"

#include <string.h>

typedef struct {
  gint16 many, few; /* of 256, of 8 */
} Tint;

#define OWN \
  {         \
    -1, -1  \
  }

typedef struct {
  char letter;
  Tint dark, light; /* foreground */
  LookFlags flags;  /* with colours */
  LookFlags mono;   /* without */
} Row;

/* clang-format off */
static const Row rows[N_STYLES] = {
  [STYLE_TEXT]          = { '.', OWN,        OWN,        LOOK_PLAIN,     LOOK_PLAIN },
  [STYLE_DIM]           = { 'd', { 244, 7 }, { 243, 0 }, LOOK_PLAIN,     LOOK_DIM },
  [STYLE_STRONG]        = { 's', OWN,        OWN,        LOOK_BOLD,      LOOK_BOLD },
  [STYLE_LINK]          = { 'l', { 110, 6 }, { 25, 4 },  LOOK_UNDERLINE, LOOK_UNDERLINE },
  [STYLE_HEADER]        = { 'h', { 250, 7 }, { 238, 0 }, LOOK_PLAIN,     LOOK_REVERSE },
  [STYLE_HEADER_STRONG] = { 'H', { 255, 7 }, { 232, 0 }, LOOK_BOLD,      LOOK_REVERSE | LOOK_BOLD },
  [STYLE_FOOTER]        = { 'f', { 246, 7 }, { 241, 0 }, LOOK_PLAIN,     LOOK_PLAIN },
  [STYLE_KEY]           = { 'k', { 180, 3 }, { 94, 0 },  LOOK_BOLD,      LOOK_BOLD },
  [STYLE_ACCENT]        = { 'a', { 215, 3 }, { 130, 1 }, LOOK_BOLD,      LOOK_BOLD },
  [STYLE_BAR]           = { 'b', { 109, 6 }, { 24, 4 },  LOOK_PLAIN,     LOOK_BOLD },
  [STYLE_TROUGH]        = { 't', { 239, 7 }, { 250, 0 }, LOOK_PLAIN,     LOOK_DIM },
  [STYLE_NOTE]          = { 'n', { 180, 3 }, { 94, 0 },  LOOK_PLAIN,     LOOK_PLAIN },
  [STYLE_MESSAGE]       = { 'm', OWN,        OWN,        LOOK_BOLD,      LOOK_BOLD },
  [STYLE_ALARM]         = { '!', { 203, 1 }, { 124, 1 }, LOOK_BOLD,      LOOK_REVERSE },
  [STYLE_FOUND]         = { '*', { 222, 3 }, { 94, 1 },  LOOK_REVERSE,   LOOK_REVERSE },
  [STYLE_HUE_GREEN]     = { 'G', { 114, 2 }, { 28, 2 },  LOOK_BOLD,      LOOK_BOLD },
  [STYLE_HUE_GREY]      = { 'W', { 246, 7 }, { 241, 0 }, LOOK_PLAIN,     LOOK_PLAIN },
  [STYLE_HUE_YELLOW]    = { 'Y', { 221, 3 }, { 136, 3 }, LOOK_BOLD,      LOOK_BOLD },
  [STYLE_HUE_BLUE]      = { 'B', { 111, 4 }, { 26, 4 },  LOOK_BOLD,      LOOK_BOLD },
  [STYLE_HUE_CYAN]      = { 'C', { 80, 6 },  { 30, 6 },  LOOK_BOLD,      LOOK_BOLD },
  [STYLE_HUE_MAGENTA]   = { 'M', { 176, 5 }, { 90, 5 },  LOOK_BOLD,      LOOK_BOLD },
  [STYLE_HUE_RED]       = { 'R', { 174, 1 }, { 124, 1 }, LOOK_BOLD,      LOOK_BOLD },
};
/* clang-format on */

/* Backgrounds, by palette. */
static const gint16 bar_background[] = { [PALETTE_DARK] = 236, [PALETTE_LIGHT] = 253 };
static const gint16 cursor_background[] = { [PALETTE_DARK] = 237, [PALETTE_LIGHT] = 255 };

static const char *const kind_names[] = {
  [PALETTE_DARK] = "dark",
  [PALETTE_LIGHT] = "light",
  [PALETTE_MONO] = "mono",
};

gboolean
palette_find (const char *name, PaletteKind *kind)
{
  for (guint i = 0; i < N_PALETTES; i++)
    if (g_str_equal (kind_names[i], name)) {
      *kind = (PaletteKind) i;
      return TRUE;
    }
  return FALSE;
}

/* COLORFGBG is "15;0" or "15;default;0": the last number is the background, of 16 colours. */
static gboolean
has_light_background (void)
{
  const char *colors = g_getenv ("COLORFGBG");
  const char *last = colors ? strrchr (colors, ';') : NULL;
  return last && (g_str_equal (last, ";7") || g_str_equal (last, ";15"));
}

PaletteKind
palette_choose (void)
{
  const char *no_color = g_getenv ("NO_COLOR");
  if (no_color && *no_color)
    return PALETTE_MONO;
  return has_light_background () ? PALETTE_LIGHT : PALETTE_DARK;
}

static gboolean
is_bar (Style style)
{
  return style == STYLE_HEADER || style == STYLE_HEADER_STRONG;
}

Look
palette_get_look (PaletteKind kind, int n_colors, Style style)
{
  gboolean cursor = (style & STYLE_CURSOR) != 0;
  style &= ~(unsigned) STYLE_CURSOR;
  g_return_val_if_fail ((guint) style < N_STYLES, ((Look){ -1, -1, LOOK_PLAIN }));

  const Row *row = &rows[style];
  if (kind == PALETTE_MONO || n_colors < 8)
    return (Look){ -1, -1, cursor ? (row->mono & ~(guint) LOOK_DIM) | LOOK_BOLD : row->mono };

  const Tint *tint = kind == PALETTE_LIGHT ? &row->light : &row->dark;
  Look look = { n_colors >= 256 ? tint->many : tint->few, -1, row->flags };
  if (n_colors < 256) {
    look.foreground = is_bar (style) ? -1 : look.foreground;
    look.flags |= is_bar (style) ? LOOK_REVERSE : cursor ? LOOK_BOLD : LOOK_PLAIN;
  } else if (is_bar (style) || cursor) {
    look.background = is_bar (style) ? bar_background[kind] : cursor_background[kind];
  }
  return look;
}

char
palette_get_letter (Style style)
{
  return rows[style & ~(unsigned) STYLE_CURSOR].letter;
}

Style
palette_get_hue (guint class_number)
{
  return (Style) (STYLE_HUE_GREEN + class_number % (N_STYLES - STYLE_HUE_GREEN));
}
