/* SPDX-License-Identifier: MIT */
/* Plain texts, out of those that have HTML in them although they are none: in scripts, in attributes. */
#include "libextract/page/plain-text.h"

#include <string.h>

#include "libextract/html/reference.h"
#include "libextract/html/tag.h"

void
extract_plain_append_char (ExtractString *text, guint c)
{
  if (c == 0 || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
    c = ' ';
  extract_string_append_unichar (text, c);
}

static void
resolve_once (ExtractString *text, ExtractString *spare)
{
  const char *p = text->str, *end = p + text->len, *at;

  extract_string_truncate (spare, 0);
  while ((at = strchr (p, '&')) != NULL) {
    guint32 code;
    const char *next;
    gboolean known = extract_reference_read (at, end, FALSE, &code, &next) == EXTRACT_REFERENCE_CODE &&
                     (at[1] == '#' || next[-1] == ';');

    extract_string_append (spare, p, at - p + !known);
    if (known)
      extract_plain_append_char (spare, code == 0xa0 || code == 0xfffd ? ' ' : code);
    p = known ? next : at + 1;
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
