/* SPDX-License-Identifier: MIT */
/*
 * Key word in context: a line of fixed width, the word in its middle.
 *
 *     …as far as anybody knows, they  have  no idea of what a duck is.
 *
 * Widths are those of a terminal: wide characters take two columns, marks none. Of text that is written from
 * right to left, what comes before the word stands on its right; each part is isolated, so that a terminal
 * that knows directions does not mix them.
 */
#include "concordance/write.h"

#include <stdlib.h>
#include <string.h>

#define ISOLATE "\342\201\250"     /* U+2068 */
#define ISOLATE_END "\342\201\251" /* U+2069 */
#define ELLIPSIS "\342\200\246"    /* U+2026 */

static guint
get_width (gunichar c)
{
  return g_unichar_iszerowidth (c) || g_unichar_ismark (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
}

/* What no terminal should get. */
static gboolean
is_printed (gunichar c)
{
  const GUnicodeType type = g_unichar_type (c);
  return c == 0x200c || c == 0x200d ||
         (type != G_UNICODE_CONTROL && type != G_UNICODE_FORMAT && type != G_UNICODE_SURROGATE &&
          type != G_UNICODE_LINE_SEPARATOR && type != G_UNICODE_PARAGRAPH_SEPARATOR);
}

static gboolean
is_right_to_left (const char *text)
{
  for (const char *p = text; *p; p = g_utf8_next_char (p)) {
    const gunichar c = g_utf8_get_char (p);
    if (g_unichar_isalpha (c))
      return (c >= 0x590 && c <= 0x8ff) || (c >= 0xfb1d && c <= 0xfdff) || (c >= 0xfe70 && c <= 0xfeff) ||
             (c >= 0x10800 && c <= 0x10fff) || (c >= 0x1e800 && c <= 0x1efff);
  }
  return FALSE;
}

static guint
measure (const char *p, const char *end)
{
  guint width = 0;
  for (; p < end; p = g_utf8_next_char (p))
    width += is_printed (g_utf8_get_char (p)) ? get_width (g_utf8_get_char (p)) : 0;
  return width;
}

static void
append_printed (GString *out, const char *p, const char *end)
{
  for (; p < end; p = g_utf8_next_char (p))
    if (is_printed (g_utf8_get_char (p)))
      g_string_append_unichar (out, g_utf8_get_char (p));
}

static void
pad (GString *out, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append_c (out, ' ');
}

/* Part of a line: @text, cut at its beginning or end to @width columns. */
typedef struct {
  const char *start, *end;
  gboolean cut;
  guint width; /* with the sign that it was cut */
} Part;

static Part
cut_part (const char *start, const char *end, guint width, gboolean keep_end)
{
  Part part = { start, end, FALSE, measure (start, end) };
  if (part.width <= width)
    return part;
  part.cut = TRUE;
  while (part.start < part.end && part.width + 1 > width) {
    const char *cut = keep_end ? part.start : g_utf8_prev_char (part.end);
    part.width -= measure (cut, g_utf8_next_char (cut));
    if (keep_end)
      part.start = g_utf8_next_char (cut);
    else
      part.end = cut;
  }
  /* A mark goes with its letter. */
  while (keep_end && part.start < part.end && get_width (g_utf8_get_char (part.start)) == 0)
    part.start = g_utf8_next_char (part.start);
  part.width = width > 0 ? part.width + 1 : 0;
  part.cut = width > 0;
  return part;
}

static void
append_part (GString *out, const Part *part, gboolean keeps_end, gboolean isolate)
{
  if (isolate)
    g_string_append (out, ISOLATE);
  if (part->cut && keeps_end)
    g_string_append (out, ELLIPSIS);
  append_printed (out, part->start, part->end);
  if (part->cut && !keeps_end)
    g_string_append (out, ELLIPSIS);
  if (isolate)
    g_string_append (out, ISOLATE_END);
}

static void
append_keyword (GString *out, const char *start, const char *end, const ConcLook *look, gboolean isolate)
{
  g_string_append (out, look->colour ? "\033[1;31m" : "");
  g_string_append (out, isolate ? ISOLATE : "");
  append_printed (out, start, end);
  g_string_append (out, isolate ? ISOLATE_END : "");
  g_string_append (out, look->colour ? "\033[0m" : "");
}

void
conc_kwic_append (const ConcHit *hit, const ConcLook *look, GString *out)
{
  const char *text = hit->sentence, *at = text + hit->at, *behind = text + hit->behind;
  const char *end = text + strlen (text);
  const gboolean reversed = is_right_to_left (text);
  const guint keyword = measure (at, behind);
  const guint left = look->width / 2 - MIN (look->width / 2, keyword / 2);
  const guint right = look->width - MIN (look->width, left + keyword);
  const Part before = cut_part (text, at, reversed ? right : left, TRUE);
  const Part after = cut_part (behind, end, reversed ? left : right, FALSE);
  const Part *first = reversed ? &after : &before, *last = reversed ? &before : &after;
  pad (out, left - MIN (left, first->width));
  append_part (out, first, !reversed, reversed);
  append_keyword (out, at, behind, look, reversed);
  append_part (out, last, reversed, reversed);
  g_string_append_c (out, '\n');
}
