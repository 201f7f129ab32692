/* SPDX-License-Identifier: MIT */
/*
 * A line is as much of the text as fits, up to the last place where it may be broken:
 *
 *   the harbour of the old town  |width
 *               ^line end ^next
 *
 * Lines do not depend on each other, so a screen costs what it shows, whatever the page.
 */
#include "annotate/view/wrap.h"

#include "annotate/view/glyph.h"

/* Closing punctuation, which hangs on the character before it. */
static gboolean
is_closing (gunichar c)
{
  switch (g_unichar_type (c)) {
  case G_UNICODE_CLOSE_PUNCTUATION:
  case G_UNICODE_FINAL_PUNCTUATION:
    return TRUE;
  default:
    return c == 0x3001 || c == 0x3002 || c == 0xff0c || c == 0xff0e || c == 0xff01 || c == 0xff1f ||
           c == 0xff1a || c == 0xff1b || c == 0x30fc || c == 0x30fb;
  }
}

static gboolean
is_opening (gunichar c)
{
  GUnicodeType type = g_unichar_type (c);
  return type == G_UNICODE_OPEN_PUNCTUATION || type == G_UNICODE_INITIAL_PUNCTUATION;
}

/* Whether a line may end between the two glyphs. */
static gboolean
may_break (const Glyph *before, const Glyph *after)
{
  if (before->chars[0] == '-' && g_unichar_isalpha (after->chars[0]))
    return TRUE;
  return (before->width == 2 || after->width == 2) && !is_opening (before->chars[0]) &&
         !is_closing (after->chars[0]);
}

static gboolean
is_space (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

/* Bytes from @text to @stop, without white space before it. */
static gsize
get_length (const char *text, const char *stop)
{
  while (stop > text && is_space (stop[-1]))
    stop--;
  return (gsize) (stop - text);
}

static const char *
skip_spaces (const char *text, const char *end)
{
  while (text < end && is_space (*text))
    text++;
  return text;
}

const char *
wrap_next (const char *text, const char *end, int width, gsize *length)
{
  const char *last_break = text; /* the latest place where the line may end; none at its beginning */
  const char *at = text, *next;
  Glyph glyph, before = { 0 };
  int used = 0;

  for (; at < end && *at != '\n' && (next = glyph_next (at, end, &glyph)); at = next, before = glyph) {
    gboolean space = glyph.chars[0] == ' ';
    if (at > text && (space || may_break (&before, &glyph)))
      last_break = at;
    if (!space && used + glyph.width > width && at > text) {
      const char *stop = get_length (text, last_break) > 0 ? last_break : at;
      *length = get_length (text, stop);
      return skip_spaces (stop, end);
    }
    used += glyph.width;
  }
  *length = get_length (text, at);
  return at + 1 < end && *at == '\n' ? at + 1 : NULL;
}

guint
wrap_count (const char *text, const char *end, int width, guint limit)
{
  gsize length;
  guint n = 0;

  for (; text && n < limit; n++)
    text = wrap_next (text, end, width, &length);
  return n;
}
