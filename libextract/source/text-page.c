/* SPDX-License-Identifier: MIT */
#include "libextract/source/text-page.h"

#include <string.h>

/* What may be in a line beside text. */
static const char *const elements[] = {
  "a",  "b", "br", "code", "em",    "h1",     "h2",  "h3",  "h4", "h5",
  "h6", "i", "li", "ol",   "small", "strong", "sub", "sup", "u",  "ul",
};

/* Of elements that have an address. */
#define MAX_TAG ((gsize) 4096)

/* @p: at a <. */
static gboolean
is_element (const guint8 *p, const guint8 *end)
{
  gsize n = 0;

  p++;
  if (p < end && *p == '/')
    p++;
  while (p + n < end && g_ascii_isalnum (p[n]))
    n++;
  if (p + n == end || p[n] == 0 || !strchr (" />", p[n]) ||
      !memchr (p, '>', MIN ((gsize) (end - p), MAX_TAG)))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (elements); i++)
    if (n == strlen (elements[i]) && memcmp (p, elements[i], n) == 0)
      return TRUE;
  return FALSE;
}

/* Returns: (nullable): what stands for the byte in a page; NULL: itself */
static const char *
get_escape (const guint8 *p, const guint8 *end, gboolean markup)
{
  if (*p == '<')
    return markup && is_element (p, end) ? NULL : "&lt;";
  if (*p == '&')
    return markup ? NULL : "&amp;";
  return *p == 0 ? " " : NULL;
}

static gboolean
append_string (const ExtractSource *source, ExtractSourceBytes *page, const char *string, GError **error)
{
  return extract_source_append (source, page, string, strlen (string), error);
}

static gboolean
append_escaped (const ExtractSource *source, ExtractSourceBytes *page, const guint8 *text, const guint8 *end,
                gboolean markup, GError **error)
{
  const guint8 *from = text;

  for (const guint8 *p = text; p < end; p++) {
    const char *escape = get_escape (p, end, markup);

    if (!escape)
      continue;
    if (!extract_source_append (source, page, from, (gsize) (p - from), error) ||
        !append_string (source, page, escape, error))
      return FALSE;
    from = p + 1;
  }
  return extract_source_append (source, page, from, (gsize) (end - from), error);
}

gboolean
extract_text_page_set_title (const ExtractSource *source, ExtractSourceBytes *page, const GString *title,
                             GError **error)
{
  const guint8 *text = (const guint8 *) title->str;

  return title->len == 0 || (append_string (source, page, "<title>", error) &&
                             append_escaped (source, page, text, text + title->len, FALSE, error) &&
                             append_string (source, page, "</title>\n", error));
}

gboolean
extract_text_page_append (const ExtractSource *source, ExtractSourceBytes *page, const guint8 *line, gsize n,
                          gboolean markup, GError **error)
{
  const guint8 *end = line + n;

  while (line < end && g_ascii_isspace (*line))
    line++;
  while (line < end && g_ascii_isspace (end[-1]))
    end--;
  return line == end || (append_string (source, page, "<p>", error) &&
                         append_escaped (source, page, line, end, markup, error) &&
                         append_string (source, page, "\n", error));
}
