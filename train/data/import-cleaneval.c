/* SPDX-License-Identifier: MIT */
/*
 * CleanEval 2007 and texts in its manner.
 *
 *   <text id="http://site.example/" title="A title" encoding="iso-8859-1">      URL: http://site.example/
 *   <html> ... </html>                                                          <h>A heading
 *   </text>                                                                     <p>A paragraph
 *                                                                               <l>An item of a list
 *
 * Sources: "CLEANEVAL: Guidelines for annotators" and "Development dataset", cleaneval.sigwac.org.uk, 2007;
 * M. Baroni, F. Chantree, A. Kilgarriff, S. Sharoff, "Cleaneval: a competition for cleaning web pages", LREC
 * 2008. The copy of Web2Text has the pages in orig/N.html and the texts in clean/N-cleaned.txt.
 *
 * jusText prints its paragraphs in the same manner (jusText, justext/__main__.py, output_default and
 * output_detailed): <b> is boilerplate; with --format=detailed all are <p class="good" cfclass="…"
 * heading="0" xpath="…">. In its lines &, < and > are escaped.
 */
#include "train/data/import.h"
#include "libextract/base/url.h"

#include <string.h>

/* ---- Lines ------------------------------------------------------------------------------------ */

/* How markers are read, and which lines are text. */
typedef struct {
  const char *letters; /* of markers: "phl" */
  gboolean escaped;    /* entities stand for characters */
} Markup;

/* Skips a marker at @line, "<p>" or "<p class=…>". @good: set to FALSE if it says that the line is
 * boilerplate */
static const char *
skip_marker (const Markup *markup, const char *line, gboolean *good)
{
  const char *p = line + strspn (line, " \t");
  if (*p != '<' || !p[1] || !strchr (markup->letters, g_ascii_tolower (p[1])))
    return line;
  const char *end = p + 2;
  if (*end != '>' && *end != ' ')
    return line;
  end = strchr (end, '>');
  if (!end)
    return line;
  g_autofree char *marker = g_strndup (p, (gsize) (end - p));
  if (g_ascii_tolower (p[1]) == 'b' || (strstr (marker, " class=\"") && !strstr (marker, " class=\"good\"")))
    *good = FALSE;
  return end + 1;
}

/* Returns: (transfer full): the lines of @text that are main text, without their markers. */
static char *
read_lines (const Markup *markup, const char *text)
{
  GString *lines = g_string_new (NULL);
  g_auto (GStrv) parts = g_strsplit (text, "\n", -1);
  gboolean good = TRUE; /* holds for the lines below a marker, too */
  for (guint i = 0; parts[i]; i++) {
    const char *line = parts[i];
    gboolean marked_good = TRUE;
    const char *rest = skip_marker (markup, line, &marked_good);
    if (rest != line)
      good = marked_good;
    if (!good)
      continue;
    g_autofree char *plain = markup->escaped ? train_import_unescape (rest) : g_strdup (rest);
    g_string_append (lines, g_strstrip (plain));
    g_string_append_c (lines, '\n');
  }
  g_strstrip (lines->str);
  return g_string_free (lines, FALSE);
}

/* ---- The page --------------------------------------------------------------------------------- */

/* Returns: (transfer full) (nullable): the value of @name in the tag @tag. As titles may have quotes of their
 * own, it goes to the last quote before the next attribute. */
static char *
dup_attribute (const char *tag, gsize length, const char *name)
{
  static const char *const names[] = { "id", "title", "encoding" };
  g_autofree char *text = g_strndup (tag, length);
  g_autofree char *start = g_strconcat (" ", name, "=\"", NULL);
  const char *value = strstr (text, start);
  if (!value)
    return NULL;
  value += strlen (start);
  gsize n = strlen (value);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *next = g_strconcat (" ", names[i], "=\"", NULL);
    const char *other = strstr (value, next);
    if (other)
      n = MIN (n, (gsize) (other - value));
  }
  const char *end = g_strrstr_len (value, (gssize) n, "\"");
  return end ? g_strndup (value, (gsize) (end - value)) : NULL;
}

/* Where the tag at @data ends: behind the first > that is not in quotes; in a title with quotes of its own,
 * behind the last one of the line. NULL if there is none. */
static const char *
find_tag_end (const char *data, const char *end)
{
  const char *line_end = memchr (data, '\n', (gsize) (end - data));
  line_end = line_end ? line_end : end;
  gboolean quoted = FALSE;
  const char *last = NULL;
  for (const char *p = data; p < line_end; p++) {
    quoted ^= *p == '"';
    if (*p == '>' && !quoted)
      return p + 1;
    if (*p == '>')
      last = p + 1;
  }
  return last;
}

static gboolean
is_url (const char *text)
{
  return text && extract_source_is_url (text) && g_uri_is_valid (text, G_URI_FLAGS_PARSE_RELAXED, NULL);
}

static char *
dup_url (const char *text, const char *charset)
{
  g_autofree char *url = train_import_decode (text, strlen (text), charset);
  return extract_url_dup_without_user (url);
}

/* Takes the element <text> off, if the page is in one, and puts down what it says. */
static void
unwrap (TrainSetPage *page)
{
  gsize length;
  const char *data = g_bytes_get_data (page->bytes, &length);
  const char *end = data + length;
  const char *p = data;
  while (p < end && (g_ascii_isspace (*p) || (guchar) *p >= 0x80)) /* also a byte order mark */
    p++;
  static const char start[] = "<text id=";
  if ((gsize) (end - p) < strlen (start) || g_ascii_strncasecmp (p, start, strlen (start)) != 0)
    return;
  const char *body = find_tag_end (p, end);
  if (!body)
    return;

  gsize n = (gsize) (body - p);
  g_autofree char *encoding = dup_attribute (p, n, "encoding");
  g_autofree char *title = dup_attribute (p, n, "title");
  g_autofree char *url = dup_attribute (p, n, "id");
  if (encoding)
    page->charset = train_import_dup_charset (encoding);
  if (title && *title) {
    g_autofree char *decoded = train_import_decode (title, strlen (title), page->charset);
    page->title = train_import_unescape (decoded);
  }
  if (is_url (url))
    page->url = dup_url (url, page->charset);

  if (body < end && *body == '\r')
    body++;
  if (body < end && *body == '\n')
    body++;
  static const char close[] = "</text>";
  const char *tail = end;
  while (tail > body && g_ascii_isspace (tail[-1]))
    tail--;
  if ((gsize) (tail - body) >= strlen (close) &&
      g_ascii_strncasecmp (tail - strlen (close), close, strlen (close)) == 0)
    end = tail - strlen (close);
  GBytes *bytes = g_bytes_new_from_bytes (page->bytes, (gsize) (body - data), (gsize) (end - body));
  g_bytes_unref (page->bytes);
  page->bytes = bytes;
}

gboolean
train_import_finish_cleaneval (TrainSetPage *page, GBytes *text, GError **error)
{
  static const Markup markup = { .letters = "phl" };
  unwrap (page);

  gsize length;
  const char *bytes = g_bytes_get_data (text, &length);
  g_autofree char *decoded = train_import_decode (bytes, length, page->charset);
  const char *body = decoded + strspn (decoded, " \t\n");
  if (g_ascii_strncasecmp (body, "URL:", strlen ("URL:")) == 0) {
    const char *line_end = body + strcspn (body, "\n");
    g_autofree char *url = g_strndup (body + strlen ("URL:"), (gsize) (line_end - body) - strlen ("URL:"));
    if (!page->url && is_url (g_strstrip (url)))
      page->url = dup_url (url, NULL);
    body = line_end;
  }
  page->truth = read_lines (&markup, body);
  return TRUE;
}

gboolean
train_import_finish_justext (TrainSetPage *page, GBytes *text, GError **error)
{
  static const Markup markup = { .letters = "phlb", .escaped = TRUE };
  gsize length;
  const char *bytes = g_bytes_get_data (text, &length);
  g_autofree char *decoded = train_import_decode (bytes, length, NULL);
  page->truth = read_lines (&markup, decoded);
  return TRUE;
}
