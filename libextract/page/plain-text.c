/* SPDX-License-Identifier: MIT */
/* Plain texts, out of those that have HTML in them although they are none: in scripts, in attributes. */
#include "libextract/page/plain-text.h"

#include <stdlib.h>
#include <string.h>

#include "libextract/html/tag.h"

typedef struct {
  const char *name;
  guint value;
} Entry;

/* clang-format off */
/* Names of character references, as far as texts in scripts have them. */
static const Entry references[] = {
  { "Aacute", 0xc1 }, { "Acirc", 0xc2 }, { "Agrave", 0xc0 }, { "Aring", 0xc5 }, { "Auml", 0xc4 },
  { "Ccedil", 0xc7 }, { "Eacute", 0xc9 }, { "Egrave", 0xc8 }, { "Iacute", 0xcd }, { "Ntilde", 0xd1 },
  { "Oacute", 0xd3 }, { "Oslash", 0xd8 }, { "Ouml", 0xd6 }, { "Uacute", 0xda }, { "Uuml", 0xdc },
  { "aacute", 0xe1 }, { "acirc", 0xe2 }, { "aelig", 0xe6 }, { "agrave", 0xe0 }, { "amp", '&' },
  { "apos", '\'' }, { "aring", 0xe5 }, { "atilde", 0xe3 }, { "auml", 0xe4 }, { "bull", 0x2022 },
  { "ccedil", 0xe7 }, { "copy", 0xa9 }, { "deg", 0xb0 }, { "eacute", 0xe9 }, { "ecirc", 0xea },
  { "egrave", 0xe8 }, { "euml", 0xeb }, { "euro", 0x20ac }, { "frac12", 0xbd }, { "gt", '>' },
  { "hellip", 0x2026 }, { "iacute", 0xed }, { "icirc", 0xee }, { "iexcl", 0xa1 }, { "iquest", 0xbf },
  { "iuml", 0xef }, { "laquo", 0xab }, { "ldquo", 0x201c }, { "lsquo", 0x2018 }, { "lt", '<' },
  { "mdash", 0x2014 }, { "middot", 0xb7 }, { "nbsp", ' ' }, { "ndash", 0x2013 }, { "ntilde", 0xf1 },
  { "oacute", 0xf3 }, { "ocirc", 0xf4 }, { "ograve", 0xf2 }, { "oslash", 0xf8 }, { "otilde", 0xf5 },
  { "ouml", 0xf6 }, { "pound", 0xa3 }, { "quot", '"' }, { "raquo", 0xbb }, { "rdquo", 0x201d },
  { "reg", 0xae }, { "rsquo", 0x2019 }, { "szlig", 0xdf }, { "times", 0xd7 }, { "trade", 0x2122 },
  { "uacute", 0xfa }, { "ucirc", 0xfb }, { "ugrave", 0xf9 }, { "uuml", 0xfc }, { "yacute", 0xfd },
};
/* clang-format on */

static int
entry_compare (const void *name, const void *entry)
{
  return strcmp (name, ((const Entry *) entry)->name);
}

/* Returns: the character that @name is for, or 0 */
static guint
reference_find (const char *name)
{
  const Entry *entry = bsearch (name, references, G_N_ELEMENTS (references), sizeof (Entry), entry_compare);

  return entry ? entry->value : 0;
}

void
extract_plain_append_char (ExtractString *text, guint c)
{
  if (c == 0 || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
    c = ' ';
  extract_string_append_unichar (text, c);
}

/* @p: behind the &
 * Returns: the end of the reference and its character; NULL if it is none */
static const char *
read_reference (const char *p, guint *c)
{
  char name[10];
  gsize n = 0;

  if (*p == '#') {
    gboolean hex = g_ascii_tolower (p[1]) == 'x';
    const char *digits = p + 1 + hex, *q = digits;

    for (*c = 0; q < digits + 8 && (hex ? g_ascii_isxdigit (*q) : g_ascii_isdigit (*q)); q++)
      *c = *c * (hex ? 16 : 10) + g_ascii_xdigit_value (*q);
    return q == digits ? NULL : *q == ';' ? q + 1 : q;
  }
  for (; n < sizeof (name) - 1 && g_ascii_isalnum (p[n]); n++)
    name[n] = p[n];
  name[n] = '\0';
  *c = reference_find (name);
  return *c == 0 || p[n] != ';' ? NULL : p + n + 1;
}

static void
resolve_once (ExtractString *text, ExtractString *spare)
{
  const char *p = text->str, *and;

  extract_string_truncate (spare, 0);
  while ((and = strchr (p, '&')) != NULL) {
    guint c;
    const char *end = read_reference (and+1, &c);

    extract_string_append (spare, p, and-p + (end == NULL));
    if (end)
      extract_plain_append_char (spare, c);
    p = end ? end : and+1;
  }
  if (p == text->str)
    return;
  extract_string_append_str (spare, p);
  extract_string_assign (text, spare->str);
}

void
extract_plain_resolve (ExtractString *text, ExtractString *spare)
{
  resolve_once (text, spare);
  resolve_once (text, spare);
}

/* @p: behind the <. Returns: whether it begins a tag; "1 < 2" has none. */
static gboolean
is_tag (const char *p)
{
  return g_ascii_isalpha (*p) || *p == '!' || (*p == '/' && g_ascii_isalpha (p[1]));
}

/* As in the page, inline elements are not seen, and others part words. */
static gboolean
tag_parts (const char *p)
{
  gsize length = 0;

  p += *p == '/';
  while (g_ascii_isalnum (p[length]))
    length++;
  ExtractTag tag = extract_tag_from_name (p, length);
  return tag == EXTRACT_TAG_BR || (extract_tag_get_flags (tag) & (TAG_BLOCK | TAG_APART)) != 0;
}

void
extract_plain_append_text (ExtractString *texts, const char *text)
{
  gsize start = texts->len;

  for (const char *p = text; *p;) {
    gsize n = strcspn (p, "<");
    const char *end = p[n] && is_tag (p + n + 1) ? strchr (p + n, '>') : NULL;

    extract_string_append (texts, p, n);
    p += n;
    if (end) {
      if (tag_parts (p + 1))
        extract_string_append_c (texts, ' ');
      p = end + 1;
    } else if (*p && is_tag (p + 1)) {
      /* There is no > any more. */
      extract_string_append_str (texts, p);
      break;
    } else if (*p)
      extract_string_append_c (texts, *p++);
  }
  if (texts->len > start)
    extract_string_append_c (texts, '\0');
}
