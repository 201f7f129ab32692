/* SPDX-License-Identifier: MIT */
#include "train/report/escape.h"

#include <math.h>

#define REPLACEMENT 0xfffd

static gboolean
is_space (gunichar c)
{
  GUnicodeType type = g_unichar_type (c);
  return g_unichar_isspace (c) || type == G_UNICODE_CONTROL || type == G_UNICODE_LINE_SEPARATOR ||
         type == G_UNICODE_PARAGRAPH_SEPARATOR;
}

/* Joiners belong to the spelling of words; the other invisible characters can turn a line around. */
static gboolean
is_left_out (gunichar c)
{
  return g_unichar_type (c) == G_UNICODE_FORMAT && c != 0x200c && c != 0x200d;
}

static void
append_character (GString *markup, gunichar c)
{
  switch (c) {
  case '&':
    g_string_append (markup, "&amp;");
    break;
  case '<':
    g_string_append (markup, "&lt;");
    break;
  case '>':
    g_string_append (markup, "&gt;");
    break;
  case '"':
    g_string_append (markup, "&quot;");
    break;
  case '\'':
    g_string_append (markup, "&#39;");
    break;
  default:
    /* U+xxFFFE and U+xxFFFF are no characters; in XML two of them are errors. */
    g_string_append_unichar (markup, (c & 0xfffe) == 0xfffe ? REPLACEMENT : c);
  }
}

void
train_escape_append_text (GString *markup, const char *text, gsize n_characters)
{
  gsize n = 0;
  gboolean space = FALSE;

  while (*text) {
    gunichar c = g_utf8_get_char_validated (text, -1);
    gboolean valid = c != (gunichar) -1 && c != (gunichar) -2;

    text = valid ? g_utf8_next_char (text) : text + 1;
    if (!valid)
      c = REPLACEMENT;
    if (is_space (c)) {
      space = n > 0;
      continue;
    }
    if (is_left_out (c))
      continue;
    if (n_characters > 0 && n + (space ? 1 : 0) >= n_characters) {
      g_string_append (markup, "…");
      return;
    }
    if (space)
      g_string_append_c (markup, ' ');
    append_character (markup, c);
    n += space ? 2 : 1;
    space = FALSE;
  }
}

void
train_escape_append_number (GString *markup, double value, guint decimals)
{
  char format[] = "%.0f";
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  double half = 0.5;

  if (!isfinite (value)) {
    g_string_append (markup, "–");
    return;
  }
  format[2] = (char) ('0' + MIN (decimals, 9));
  for (guint i = 0; i < decimals; i++)
    half /= 10;
  /* The minus sign is as wide as a digit; none before zeros alone. */
  if (value < -half)
    g_string_append (markup, "−");
  g_string_append (markup, g_ascii_formatd (number, sizeof number, format, fabs (value)));
}
