/* SPDX-License-Identifier: MIT */
#include "libextract/meta/fold.h"

#include <string.h>

gunichar
extract_fold_char (gunichar c)
{
  gunichar base[G_UNICHAR_MAX_DECOMPOSITION_LENGTH];

  if (c < 0x80)
    return (gunichar) g_ascii_tolower ((gchar) c);
  if (g_unichar_combining_class (c) != 0)
    return 0;
  c = g_unichar_tolower (c);
  /* Latin, Greek, Cyrillic, Hebrew, Arabic: elsewhere, marks are vowels, or letters fall apart. */
  if ((c < 0x700 || (c >= 0x1e00 && c < 0x2000)) &&
      g_unichar_fully_decompose (c, FALSE, base, G_N_ELEMENTS (base)) > 0)
    c = base[0];
  return c == 0x131 ? 'i' : c;
}

gsize
extract_fold (const char *text, gsize length, char *folded, gsize room)
{
  const char *end = text + length;
  gsize n = 0;
  gboolean gap = FALSE;

  for (const char *p = text; p < end;) {
    gunichar c;
    char bytes[6];
    gsize more;

    /* Most text is ASCII, of which letters and digits become small by one bit. */
    if ((guchar) *p < 0x80) {
      if (!g_ascii_isalnum (*p)) {
        gap = gap || (n > 0 && *p != '\'');
        p++;
        continue;
      }
      if (n + gap + 1 >= room)
        break;
      if (gap)
        folded[n++] = ' ';
      gap = FALSE;
      while (p < end && g_ascii_isalnum (*p) && n + 1 < room)
        folded[n++] = *p++ | 0x20;
      continue;
    }
    c = g_utf8_get_char (p);
    p = g_utf8_next_char (p);
    if (!g_unichar_isalnum (c) && !g_unichar_ismark (c)) {
      gap = gap || (n > 0 && c != 0x2019);
      continue;
    }
    c = extract_fold_char (c);
    if (c == 0)
      continue;
    more = (gsize) g_unichar_to_utf8 (c, bytes);
    if (n + gap + more >= room)
      break;
    if (gap)
      folded[n++] = ' ';
    gap = FALSE;
    memcpy (folded + n, bytes, more);
    n += more;
  }
  folded[n] = '\0';
  return n;
}

gboolean
extract_fold_is_same (const char *a, const char *b)
{
  char folded_a[1024], folded_b[1024];

  return extract_fold (a, strlen (a), folded_a, sizeof folded_a) > 0 &&
         extract_fold (b, strlen (b), folded_b, sizeof folded_b) > 0 && strcmp (folded_a, folded_b) == 0;
}

gboolean
extract_starts_may_begin (const ExtractStarts *starts, const char *text, gsize length)
{
  const char *end = text + length;

  while (text < end && (guchar) *text < 0x80 && !g_ascii_isalnum (*text))
    text++;
  /* Signs may fall out of a word, and accents off a letter. */
  return end - text < 2 || !g_ascii_isalnum (text[0]) || !g_ascii_isalnum (text[1]) ||
         extract_starts_has (starts, text);
}
