/* SPDX-License-Identifier: MIT */
/* What is written on a canvas, at its edges and over each other; and the palettes. */
#include "annotate/view/canvas.h"

#include <string.h>

#define COLUMNS 8

/* A row: two texts written one after the other, and the row they leave. */
typedef struct {
  const char *name;
  int column, limit;
  const char *first;
  int second_column;
  const char *second; /* (nullable) */
  const char *row;
  int after; /* column after the first text */
} PutCase;

/* clang-format off */
static const PutCase put_cases[] = {
  { "plain",             0, 8, "ab",         0, NULL,  "ab",         2 },
  { "clipped",           6, 8, "abc",        0, NULL,  "      ab",   8 },
  { "limit",             0, 3, "abcd",       0, NULL,  "abc",        3 },
  { "limit-beyond",      7, 99, "abcd",      0, NULL,  "       a",   8 },
  { "before-the-left",  -1, 8, "abc",        0, NULL,  "bc",         2 },
  { "outside",           9, 12, "abc",       0, NULL,  "",           8 },
  { "wide",              0, 8, "日本",       0, NULL,  "日本",       4 },
  { "wide-cut-right",    0, 3, "日本x",      0, NULL,  "日",         3 },
  { "wide-cut-left",    -1, 8, "日本",       0, NULL,  " 本",        3 },
  { "over-left-half",    0, 8, "日本",       0, "a",   "a 本",       4 },
  { "over-right-half",   0, 8, "日本",       1, "a",   " a本",       4 },
  { "wide-over-halves",  0, 8, "日本",       1, "語",  " 語",        4 },
  { "wide-over-narrow",  0, 8, "abcd",       1, "語",  "a語d",       4 },
  { "combining",         0, 8, "e\u0301e",   0, NULL,  "e\u0301e",   2 },
  { "control",           0, 8, "a\033[2Jb",  0, NULL,  "a␛[2Jb",     6 },
};
/* clang-format on */

static void
test_put (gconstpointer data)
{
  const PutCase *c = data;
  g_autoptr (Canvas) canvas = canvas_new (COLUMNS, 1);
  int after = canvas_put (canvas, 0, c->column, c->limit, STYLE_TEXT, c->first, -1);

  if (c->second)
    canvas_put (canvas, 0, c->second_column, COLUMNS, STYLE_TEXT, c->second, -1);
  g_autofree char *row = canvas_dump (canvas);
  g_autofree char *expected = g_strconcat (c->row, "\n", NULL);
  g_assert_cmpstr (row, ==, expected);
  g_assert_cmpint (after, ==, c->after);
}

static void
test_put_short (void)
{
  static const struct {
    const char *text;
    int limit;
    const char *row;
  } cases[] = {
    { "harbour", 7, "harbour\n" },
    { "harbour", 6, "harbo…\n" },
    { "日本語", 6, "日本語\n" },
    { "日本語", 5, "日本…\n" },
    { "日本語", 4, "日 …\n" },
    { "ab", 0, "\n" },
    { "ab", 1, "…\n" },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (Canvas) canvas = canvas_new (COLUMNS, 1);
    canvas_put_short (canvas, 0, 0, cases[i].limit, STYLE_TEXT, cases[i].text);
    g_autofree char *row = canvas_dump (canvas);
    g_assert_cmpstr (row, ==, cases[i].row);
  }
}

static void
test_rows_outside (void)
{
  g_autoptr (Canvas) canvas = canvas_new (2, 2);
  canvas_put (canvas, -1, 0, 2, STYLE_TEXT, "ab", -1);
  canvas_put (canvas, 2, 0, 2, STYLE_TEXT, "ab", -1);
  canvas_fill (canvas, 2, 0, 2, STYLE_TEXT, 'x');
  canvas_restyle (canvas, 2, 0, 2, STYLE_CURSOR);
  g_autofree char *text = canvas_dump (canvas);
  g_assert_cmpstr (text, ==, "\n\n");
}

static void
test_styles (void)
{
  g_autoptr (Canvas) canvas = canvas_new (4, 2);
  canvas_put (canvas, 0, 0, 4, STYLE_STRONG, "ab", -1);
  canvas_fill (canvas, 1, 1, 3, STYLE_BAR, 0x2501);
  canvas_restyle (canvas, 0, 1, 3, STYLE_CURSOR);
  g_autofree char *styles = canvas_dump_styles (canvas);
  g_assert_cmpstr (styles, ==, "ss..\n.bb.\n");
  g_assert_cmpuint (canvas_get_cell (canvas, 0, 1)->style, ==, STYLE_STRONG | STYLE_CURSOR);
  canvas_restyle (canvas, 0, 1, 2, STYLE_FOUND);
  g_assert_cmpuint (canvas_get_cell (canvas, 0, 1)->style, ==, STYLE_FOUND | STYLE_CURSOR);
}

static void
test_caret_and_size (void)
{
  g_autoptr (Canvas) canvas = canvas_new (4, 2);
  int row, column;
  g_assert_false (canvas_get_caret (canvas, &row, &column));
  canvas_set_caret (canvas, 1, 9);
  g_assert_true (canvas_get_caret (canvas, &row, &column));
  g_assert_cmpint (column, ==, 3);
  canvas_resize (canvas, 0, -3);
  g_assert_cmpint (canvas_get_columns (canvas), ==, 1);
  g_assert_cmpint (canvas_get_rows (canvas), ==, 1);
  g_assert_false (canvas_get_caret (canvas, &row, &column));
}

/* Without colours there are none; with 8, none but those. */
static void
test_palettes (void)
{
  for (guint style = 0; style < N_STYLES; style++)
    for (guint kind = 0; kind < N_PALETTES; kind++)
      for (guint cursor = 0; cursor < 2; cursor++) {
        Style full = (Style) (style | (cursor ? STYLE_CURSOR : 0));
        Look none = palette_get_look ((PaletteKind) kind, 0, full);
        Look few = palette_get_look ((PaletteKind) kind, 8, full);
        g_assert_true (none.foreground == -1 && none.background == -1);
        g_assert_true (few.foreground < 8 && few.background == -1);
      }
  Look mono = palette_get_look (PALETTE_MONO, 256, STYLE_HUE_GREEN);
  g_assert_true (mono.foreground == -1 && mono.background == -1);
}

static void
test_letters_differ (void)
{
  g_autofree char *seen = g_strnfill (N_STYLES, ' ');
  for (guint style = 0; style < N_STYLES; style++) {
    char letter = palette_get_letter ((Style) style);
    g_assert_null (memchr (seen, letter, style));
    seen[style] = letter;
  }
}

static void
test_choose (void)
{
  static const struct {
    const char *no_color, *colors;
    PaletteKind kind;
  } cases[] = {
    { NULL, NULL, PALETTE_DARK },   { "1", "0;15", PALETTE_MONO },           { "", "0;15", PALETTE_LIGHT },
    { NULL, "15;0", PALETTE_DARK }, { NULL, "0;default;15", PALETTE_LIGHT }, { NULL, "0;7", PALETTE_LIGHT },
    { NULL, "15", PALETTE_DARK },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_unsetenv ("NO_COLOR");
    g_unsetenv ("COLORFGBG");
    if (cases[i].no_color)
      g_setenv ("NO_COLOR", cases[i].no_color, TRUE);
    if (cases[i].colors)
      g_setenv ("COLORFGBG", cases[i].colors, TRUE);
    g_assert_cmpint (palette_choose (), ==, cases[i].kind);
  }

  PaletteKind kind;
  g_assert_true (palette_find ("light", &kind));
  g_assert_cmpint (kind, ==, PALETTE_LIGHT);
  g_assert_false (palette_find ("pink", &kind));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (put_cases); i++) {
    g_autofree char *path = g_strconcat ("/canvas/put/", put_cases[i].name, NULL);
    g_test_add_data_func (path, &put_cases[i], test_put);
  }
  g_test_add_func ("/canvas/put-short", test_put_short);
  g_test_add_func ("/canvas/rows-outside", test_rows_outside);
  g_test_add_func ("/canvas/styles", test_styles);
  g_test_add_func ("/canvas/caret-and-size", test_caret_and_size);
  g_test_add_func ("/palette/looks", test_palettes);
  g_test_add_func ("/palette/letters-differ", test_letters_differ);
  g_test_add_func ("/palette/choose", test_choose);
  return g_test_run ();
}
