/* SPDX-License-Identifier: MIT */
/* Glyphs and lines: what a text looks like in a terminal, and where its lines end. */
#include "annotate/view/glyph.h"
#include "annotate/view/wrap.h"

#include <string.h>

#include "tests/unit/slow.h"

/* A row: a text, and its glyphs: each followed by its width. */
typedef struct {
  const char *name, *text, *glyphs;
  int width;
} GlyphCase;

/* clang-format off */
static const GlyphCase glyph_cases[] = {
  { "empty", "", "", 0 },
  { "ascii", "ab", "a1b1", 2 },
  { "wide", "日本", "日2本2", 4 },
  { "hangul", "한", "한2", 2 },
  { "hangul-jamo", "\u1112\u1161\u11ab", "\u1112\u1161\u11ab" "2", 2 },
  { "half-width", "ｱ", "ｱ1", 1 },
  { "combining", "e\u0301x", "e\u0301" "1x1", 2 },
  { "combining-on-wide", "か\u3099", "か\u3099" "2", 2 },
  { "combining-alone", "\u0301", "\u25cc\u0301" "1", 1 },
  { "combining-pile", "a\u0301\u0302\u0303\u0304\u0305\u0306z", "a\u0301\u0302\u0303\u0304" "1z1", 2 },
  { "arabic-marks", "كِتَ", "كِ1تَ1", 2 },
  { "spacing-marks", "का", "क1ा1", 2 },
  { "persian-non-joiner", "ی\u200cر", "ی\u200c" "1ر1", 2 },
  { "emoji", "😀", "😀2", 2 },
  { "emoji-family", "👩\u200d👧", "👩2👧2", 4 },
  { "emoji-skin", "👍\U0001f3fd!", "👍2!1", 3 },
  { "emoji-variant", "⌚\ufe0f", "⌚2", 2 },
  { "spaces", "a\tb\nc\u00a0d\u2028e", "a1 1b1 1c1 1d1 1e1", 9 },
  { "ideographic-space", "\u3000", "\u3000" "2", 2 },
  { "escape", "\033[31m", "␛1[13111m1", 5 },
  { "delete-and-c1", "\x7f\xc2\x9b", "␡1\ufffd1", 2 },
  { "bell", "\a", "␇1", 1 },
  { "override", "\u202eabc\u202c", "\ufffd1a1b1c1\ufffd1", 5 },
  { "isolate", "\u2066a\u2069", "\ufffd1a1\ufffd1", 3 },
  { "without-effect", "a\u00adb\u200bc\ufeffd\u200ee\u2060", "a1b1c1d1e1", 5 },
  { "nothing-at-all", "\u200b\u2060", "", 0 },
  { "private", "\ue000", "\ufffd1", 1 },
  { "unassigned", "\u0378", "\ufffd1", 1 },
  { "not-utf-8", "a\xff\xc3", "a1\ufffd1\ufffd1", 3 },
  { "surrogate", "\xed\xa0\x80", "\ufffd1\ufffd1\ufffd1", 3 },
};

/* A row: lines of a text at a width, with "|" between them. */
typedef struct {
  const char *name, *text;
  int width;
  const char *lines;
} WrapCase;

static const WrapCase wrap_cases[] = {
  { "empty", "", 10, "" },
  { "fits", "the harbour", 11, "the harbour" },
  { "one-short", "the harbour", 10, "the|harbour" },
  { "words", "the harbour of the old town", 10, "the|harbour of|the old|town" },
  { "exact", "abcd efgh", 4, "abcd|efgh" },
  { "spaces-at-the-break", "abcd    efgh", 4, "abcd|efgh" },
  { "spaces-at-the-end", "abcd    ", 4, "abcd" },
  { "long-word", "abcdefghij", 4, "abcd|efgh|ij" },
  { "long-word-after-word", "ab cdefghij", 4, "ab|cdef|ghij" },
  { "hyphen", "well-known", 6, "well-|known" },
  { "hyphen-before-digit", "1990-95x", 6, "1990-9|5x" },
  { "line-feeds", "a\nb\n\nc\n", 10, "a|b||c" },
  { "indented", "if x:\n    run", 12, "if x:|    run" },
  { "indented-too-long", "        abc", 6, "|abc" },
  { "wide", "港の朝は早い", 6, "港の朝|は早い" },
  { "wide-odd", "港の朝は早い", 5, "港の|朝は|早い" },
  { "wide-closing", "港の朝。海", 6, "港の|朝。海" },
  { "wide-opening", "港の「朝」", 6, "港の|「朝」" },
  { "wide-and-latin", "港 harbour 港", 9, "港|harbour|港" },
  { "combining", "e\u0301e\u0301e\u0301e\u0301", 2, "e\u0301e\u0301|e\u0301e\u0301" },
  { "narrowest", "日本", 2, "日|本" },
  { "ignored-at-the-end", "ab\u200b", 2, "ab\u200b" },
};
/* clang-format on */

static void
test_glyphs (gconstpointer data)
{
  const GlyphCase *c = data;
  const char *at = c->text, *end = c->text + strlen (c->text);
  g_autoptr (GString) glyphs = g_string_new (NULL);
  Glyph glyph;

  while ((at = glyph_next (at, end, &glyph))) {
    for (guint i = 0; i < glyph.n_chars; i++)
      g_string_append_unichar (glyphs, glyph.chars[i]);
    g_string_append_printf (glyphs, "%u", glyph.width);
  }
  g_assert_cmpstr (glyphs->str, ==, c->glyphs);
  g_assert_cmpint (glyph_get_width (c->text, -1), ==, c->width);
}

static void
test_lines (gconstpointer data)
{
  const WrapCase *c = data;
  const char *at = c->text, *end = c->text + strlen (c->text);
  g_autoptr (GString) lines = g_string_new (NULL);
  guint n = 0;

  while (at) {
    gsize length;
    const char *line = at;
    at = wrap_next (line, end, c->width, &length);
    g_string_append_printf (lines, "%s%.*s", n++ > 0 ? "|" : "", (int) length, line);
  }
  g_assert_cmpstr (lines->str, ==, c->lines);
  g_assert_cmpuint (wrap_count (c->text, end, c->width, G_MAXUINT), ==, n);
  g_assert_cmpuint (wrap_count (c->text, end, c->width, 1), ==, 1);
}

/* Any bytes: lines fit, go forward, and have nothing that a terminal would obey. */
static void
test_any_bytes (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint round = 0; round < 2000; round++) {
    char text[64];
    gsize n = (gsize) g_rand_int_range (rand, 0, sizeof text);
    for (gsize i = 0; i < n; i++)
      text[i] = (char) g_rand_int_range (rand, 1, 256);
    const char *at = text;
    while (at) {
      gsize length;
      const char *line = at, *end = text + n;
      Glyph glyph;
      at = wrap_next (line, end, 5, &length);
      g_assert_true (at == NULL || (at > line && at <= end));
      g_assert_cmpint (glyph_get_width (line, (gssize) length), <=, 5);
      for (const char *p = line; (p = glyph_next (p, line + length, &glyph));) {
        g_assert_false (g_unichar_iscntrl (glyph.chars[0]));
        g_assert_cmpint (glyph.width, >=, 1);
      }
    }
  }
}

static void
test_ascii (void)
{
  static const struct {
    const char *text;
    char ascii;
  } cases[] = { { "a", 'a' },  { "é", 'e' }, { "Ǻ", 'A' }, { "“", '"' },
                { "日", '?' }, { "✓", 'v' }, { "ß", '?' } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    Glyph glyph;
    glyph_next (cases[i].text, cases[i].text + strlen (cases[i].text), &glyph);
    g_assert_cmpint (glyph_to_ascii (&glyph), ==, cases[i].ascii);
  }
}

/* A block of megabytes costs what is looked at of it. */
static void
test_long_text (void)
{
  g_autofree char *text = g_strnfill (8 << 20, 'x');
  const char *end = text + (8 << 20);
  gint64 begun = g_get_monotonic_time ();

  for (guint i = 0; i < 1000; i++)
    g_assert_cmpuint (wrap_count (text, end, 80, 20), ==, 20);
  assert_seconds_since (begun, 5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (glyph_cases); i++) {
    g_autofree char *path = g_strconcat ("/glyph/", glyph_cases[i].name, NULL);
    g_test_add_data_func (path, &glyph_cases[i], test_glyphs);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (wrap_cases); i++) {
    g_autofree char *path = g_strconcat ("/wrap/", wrap_cases[i].name, NULL);
    g_test_add_data_func (path, &wrap_cases[i], test_lines);
  }
  g_test_add_func ("/wrap/any-bytes", test_any_bytes);
  g_test_add_func ("/wrap/long-text", test_long_text);
  g_test_add_func ("/glyph/to-ascii", test_ascii);
  return g_test_run ();
}
