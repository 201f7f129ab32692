/* SPDX-License-Identifier: MIT */
#include "libextract/source/head.h"

#include <string.h>

gsize
extract_head_find_end (const guint8 *head, gsize n, gsize from)
{
  const guint8 *end = head + n, *at = head + (from > 3 ? from - 3 : 0);

  while ((at = memchr (at, '\n', (gsize) (end - at))) != NULL) {
    at++;
    if (at < end && *at == '\n')
      return (gsize) (at + 1 - head);
    if (at + 1 < end && at[0] == '\r' && at[1] == '\n')
      return (gsize) (at + 2 - head);
  }
  return 0;
}

gsize
extract_head_skip_line (ExtractHeadText head, gsize at)
{
  const char *newline = memchr (head.text + at, '\n', head.n - at);

  return newline ? (gsize) (newline + 1 - head.text) : head.n;
}

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

ExtractHeadText
extract_head_strip (const char *begin, const char *end)
{
  while (begin < end && g_ascii_isspace (*begin))
    begin++;
  while (end > begin && g_ascii_isspace (end[-1]))
    end--;
  return (ExtractHeadText){ begin, (gsize) (end - begin) };
}

gboolean
extract_head_next_field (ExtractHeadText head, gsize *at, ExtractHeadText *name, ExtractHeadText *value)
{
  while (*at < head.n) {
    gsize begin = *at, end = extract_head_skip_line (head, begin);
    const char *line = head.text + begin, *colon = memchr (line, ':', end - begin);

    while (end < head.n && is_blank (head.text[end]))
      end = extract_head_skip_line (head, end);
    *at = end;
    if (!colon || is_blank (*line))
      continue;
    *name = extract_head_strip (line, colon);
    *value = extract_head_strip (colon + 1, head.text + end);
    return TRUE;
  }
  return FALSE;
}

gboolean
extract_head_begins (ExtractHeadText text, const char *word)
{
  return text.n >= strlen (word) && g_ascii_strncasecmp (text.text, word, strlen (word)) == 0;
}

gboolean
extract_head_is (ExtractHeadText text, const char *word)
{
  return text.n == strlen (word) && extract_head_begins (text, word);
}

gboolean
extract_head_read_number (ExtractHeadText text, guint64 *number)
{
  *number = 0;
  for (gsize i = 0; i < text.n; i++)
    if (!g_ascii_isdigit (text.text[i]) || *number > (G_MAXINT64 - 9) / 10)
      return FALSE;
    else
      *number = *number * 10 + (guint64) (text.text[i] - '0');
  return text.n > 0;
}

void
extract_head_assign (GString *string, ExtractHeadText text)
{
  g_string_truncate (string, 0);
  for (gsize i = 0; i < text.n; i++) {
    char c = text.text[i];

    if (g_ascii_iscntrl (c) || c == ' ') /* line ends of a value that goes on, too */
      c = ' ';
    if (c != ' ' || (string->len > 0 && string->str[string->len - 1] != ' '))
      g_string_append_c (string, c);
  }
  if (!g_utf8_validate (string->str, (gssize) string->len, NULL)) {
    g_autofree char *valid = g_utf8_make_valid (string->str, (gssize) string->len);

    g_string_assign (string, valid);
  }
}
