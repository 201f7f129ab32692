/* SPDX-License-Identifier: MIT */
/*
 * Glyphs: the part of a text that is shown in one column of the terminal.
 *
 * Terminals disagree about characters that combine into one picture (flags, families, skin colours) or change
 * the direction of the line. Such characters are left out or replaced, so that the text to the right stays in
 * its column:
 *
 *   kind of character             shown as
 *   control                       its picture in U+2400, or GLYPH_UNKNOWN
 *   end of line, tab              a space
 *   unassigned, private           GLYPH_UNKNOWN: nobody knows its width
 *   embedding, override           GLYPH_UNKNOWN
 *   without width and effect      nothing
 *   mark                          with the character before it; alone, on a dotted circle
 *   joiner, variant, skin after a wide one   nothing: the picture stands by itself
 */
#include "annotate/view/glyph.h"

#include <string.h>

#define DOTTED_CIRCLE 0x25cc

typedef enum { KIND_BASE, KIND_MARK, KIND_NOTHING } Kind;

static gboolean
is_within (gunichar c, gunichar first, gunichar last)
{
  return c >= first && c <= last;
}

/* Embeddings, overrides and isolates of bidirectional text; interlinear annotation. */
static gboolean
is_reordering (gunichar c)
{
  return is_within (c, 0x202a, 0x202e) || is_within (c, 0x2066, 0x2069) || is_within (c, 0xfff9, 0xfffb);
}

/* Of a picture that is wide: the variation selectors, the joiner, and colours of skin. */
static gboolean
fuses_with_wide (gunichar c)
{
  return c == 0x200d || is_within (c, 0xfe00, 0xfe0f) || is_within (c, 0x1f3fb, 0x1f3ff);
}

/* Takes the place of a character that is not shown as it is. */
static gunichar
make_safe (gunichar c)
{
  if (c == '\n' || c == '\r' || c == '\t' || c == 0x2028 || c == 0x2029)
    return ' ';
  if (c < 0x20)
    return 0x2400 + c;
  if (c == 0x7f)
    return 0x2421;
  if (is_reordering (c))
    return GLYPH_UNKNOWN;
  switch (g_unichar_type (c)) {
  case G_UNICODE_CONTROL:
  case G_UNICODE_UNASSIGNED:
  case G_UNICODE_PRIVATE_USE:
  case G_UNICODE_SURROGATE:
    return GLYPH_UNKNOWN;
  case G_UNICODE_SPACE_SEPARATOR:
    return c == 0x3000 ? c : ' ';
  default:
    return c;
  }
}

static Kind
get_kind (gunichar c)
{
  if (c == 0xad)
    return KIND_NOTHING;
  if (!g_unichar_iszerowidth (c))
    return KIND_BASE;
  if (g_unichar_type (c) == G_UNICODE_FORMAT)
    return c == 0x200c || c == 0x200d ? KIND_MARK : KIND_NOTHING;
  return KIND_MARK;
}

/* Reads a character; what is not UTF-8 counts as one GLYPH_UNKNOWN a byte. */
static const char *
read_char (const char *text, const char *end, gunichar *c)
{
  *c = g_utf8_get_char_validated (text, end - text);
  if (*c == 0 || *c == (gunichar) -1 || *c == (gunichar) -2) {
    *c = *c == 0 ? 0x2400 : GLYPH_UNKNOWN;
    return text + 1;
  }
  *c = make_safe (*c);
  return g_utf8_next_char (text);
}

static void
begin (Glyph *glyph, gunichar base)
{
  memset (glyph, 0, sizeof *glyph);
  glyph->chars[0] = base;
  glyph->n_chars = 1;
  glyph->width = g_unichar_iswide (base) ? 2 : 1;
}

const char *
glyph_next (const char *text, const char *end, Glyph *glyph)
{
  gboolean begun = FALSE;

  while (text < end) {
    gunichar c;
    const char *next = read_char (text, end, &c);
    gboolean fused = begun && glyph->width == 2 && fuses_with_wide (c);
    Kind kind = fused ? KIND_NOTHING : get_kind (c);

    if (kind == KIND_BASE && begun)
      return text;
    if (kind == KIND_BASE)
      begin (glyph, c);
    if (kind == KIND_MARK && !begun)
      begin (glyph, DOTTED_CIRCLE);
    if (kind == KIND_MARK && glyph->n_chars < GLYPH_CHARS)
      glyph->chars[glyph->n_chars++] = c;
    begun = begun || kind != KIND_NOTHING;
    text = next;
  }
  return begun ? text : NULL;
}

int
glyph_get_width (const char *text, gssize length)
{
  const char *end = text + (length < 0 ? (gssize) strlen (text) : length);
  int width = 0;
  Glyph glyph;

  while ((text = glyph_next (text, end, &glyph)))
    width += glyph.width;
  return width;
}

/* Signs of our screens, and frequent punctuation. */
static const struct {
  gunichar sign;
  char ascii;
} ascii_signs[] = {
  { 0x2018, '\'' }, { 0x2019, '\'' }, { 0x201c, '"' }, { 0x201d, '"' }, { 0x2013, '-' }, { 0x2014, '-' },
  { 0x2022, '*' },  { 0x2026, '.' },  { 0x00b7, '.' }, { 0x2500, '-' }, { 0x2502, '|' }, { 0x258c, '>' },
  { 0x2588, '#' },  { 0x2593, '#' },  { 0x2592, '+' }, { 0x2591, '.' }, { 0x2713, 'v' }, { 0x25b8, '>' },
  { 0x25cf, '*' },  { 0x25cb, 'o' },  { 0x25d0, '+' }, { 0x2192, '>' }, { 0x2190, '<' }, { 0x2191, '^' },
  { 0x2193, 'v' },  { 0x21ba, '@' },  { 0x2260, '/' }, { 0x25aa, '*' },
};

char
glyph_to_ascii (const Glyph *glyph)
{
  gunichar first[G_UNICHAR_MAX_DECOMPOSITION_LENGTH];

  for (gsize i = 0; i < G_N_ELEMENTS (ascii_signs); i++)
    if (ascii_signs[i].sign == glyph->chars[0])
      return ascii_signs[i].ascii;
  g_unichar_fully_decompose (glyph->chars[0], TRUE, first, G_N_ELEMENTS (first));
  return first[0] < 0x80 ? (char) first[0] : '?';
}
