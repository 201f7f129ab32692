/* SPDX-License-Identifier: MIT */
/*
 * Texts of Wikipedia, as WikiExtractor and its kin make them of dumps:
 *
 *   <doc id="12" url="https://en.wikipedia.org/wiki?curid=12" title="Anarchism">
 *   Anarchism
 *
 *   Anarchism is a political philosophy ...
 *   </doc>
 */
#include "config.h"

#include "libextract/source/head.h"
#include "libextract/source/lines.h"
#include "libextract/source/text-page.h"

#include <libextract/extract.h>
#include <string.h>

#define BEGIN "<doc "
#define END "</doc>"

static gboolean
line_begins (const guint8 *line, gsize n, const char *with)
{
  return n >= strlen (with) && memcmp (line, with, strlen (with)) == 0;
}

static gboolean
is_end (const guint8 *line, gsize n)
{
  return line_begins (line, n, END) &&
         extract_line_count_blank (line + strlen (END), n - strlen (END)) == n - strlen (END);
}

static gboolean
is_begin (const guint8 *line, gsize n)
{
  return line_begins (line, n, BEGIN) && memmem (line, n, " id=\"", strlen (" id=\"")) != NULL;
}

static gboolean
wikipedia_matches (const guint8 *bytes, gsize n)
{
  gsize i = extract_line_count_blank (bytes, n);
  const guint8 *newline = memchr (bytes + i, '\n', n - i);

  return is_begin (bytes + i, newline ? (gsize) (newline - bytes) - i : n - i);
}

/*
 * Quotes in titles are often not escaped: a value ends at the quote that the next attribute or the end of the
 * tag follows.
 */
static ExtractHeadText
find_attribute (const guint8 *line, gsize n, const char *start)
{
  const char *begin = memmem (line, n, start, strlen (start)), *end = NULL;
  const char *last = (const char *) line + n;

  if (!begin)
    return (ExtractHeadText){ 0 };
  begin += strlen (start);
  for (end = begin; end < last; end++) {
    const char *p = end + 1;

    if (*end != '"')
      continue;
    if (p == last || *p == '>')
      break;
    while (p < last && *p == ' ')
      p++;
    while (p < last && g_ascii_isalpha (*p))
      p++;
    if (p > end + 2 && p + 1 < last && p[0] == '=' && p[1] == '"')
      break;
  }
  return (ExtractHeadText){ begin, (gsize) (end - begin) };
}

/* The references that are in attributes and in first lines. */
static void
unescape (GString *text)
{
  static const char *const references[][2] = {
    { "&quot;", "\"" }, { "&#39;", "'" }, { "&lt;", "<" }, { "&gt;", ">" }, { "&amp;", "&" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (references); i++)
    g_string_replace (text, references[i][0], references[i][1], 0);
}

static void
keep_head (ExtractArchive *archive, const guint8 *line, gsize n)
{
  extract_head_assign (archive->uri, find_attribute (line, n, " url=\""));
  unescape (archive->uri);
  extract_head_assign (archive->title, find_attribute (line, n, " title=\""));
  unescape (archive->title);
}

/* The first line of a page is often its title, which is told in another way. */
static gboolean
is_title (const ExtractArchive *archive, const guint8 *line, gsize n)
{
  g_autoptr (GString) text = NULL;

  if (archive->title->len == 0 || n > 8 * archive->title->len)
    return FALSE;
  text = g_string_new (NULL);
  extract_head_assign (text, extract_head_strip ((const char *) line, (const char *) line + n));
  unescape (text);
  return g_string_equal (text, archive->title);
}

static void
set_cut (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT, "the page is cut short");
}

/* Goes to the next page, and over its first line. Returns: FALSE with @error, or at the end */
static gboolean
begin_page (ExtractArchive *archive, GError **error)
{
  gboolean junk = FALSE;

  for (;;) {
    const guint8 *line = NULL;
    gsize n = 0, n_used = 0;
    ExtractLine what = extract_line_peek (archive, &line, &n, &n_used);
    gsize blank = what == EXTRACT_LINE_READ ? extract_line_count_blank (line, n) : 0;
    gboolean begins = what == EXTRACT_LINE_READ && is_begin (line + blank, n - blank);

    if ((begins || what == EXTRACT_LINE_END) && junk) {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "is no page");
      return FALSE;
    }
    if (what == EXTRACT_LINE_END)
      return FALSE;
    if (!junk)
      extract_archive_set_place (archive, archive->ahead.offset + blank);
    if (what == EXTRACT_LINE_STOPPED) {
      extract_line_set_stopped (archive, error);
      return FALSE;
    }
    junk = junk || what == EXTRACT_LINE_TOO_LONG || (!begins && blank < n);
    if (begins)
      keep_head (archive, line + blank, n - blank);
    if (what == EXTRACT_LINE_READ)
      extract_lookahead_skip (&archive->ahead, n_used);
    if (begins)
      return TRUE;
  }
}

/* Returns: FALSE with @error */
static gboolean
read_lines (ExtractArchive *archive, gboolean wanted, ExtractSourceBytes *bytes, GError **error)
{
  g_autoptr (GError) failure = NULL;
  gboolean first = TRUE;

  if (wanted)
    extract_text_page_set_title (archive->source, bytes, archive->title, &failure);
  for (;;) {
    const guint8 *line = NULL;
    gsize n = 0, n_used = 0;
    ExtractLine what = extract_line_peek (archive, &line, &n, &n_used);

    if (what == EXTRACT_LINE_STOPPED) {
      extract_line_set_stopped (archive, error);
      return FALSE;
    }
    if (what == EXTRACT_LINE_END || (what == EXTRACT_LINE_READ && is_begin (line, n))) {
      set_cut (error);
      return FALSE;
    }
    if (what == EXTRACT_LINE_TOO_LONG) {
      if (!failure)
        extract_source_set_too_large (archive->source, &failure);
      continue;
    }
    if (is_end (line, n))
      break;
    if (wanted && !failure && !(first && is_title (archive, line, n)))
      extract_text_page_append (archive->source, bytes, line, n, TRUE, &failure);
    first = first && extract_line_count_blank (line, n) == n;
    extract_lookahead_skip (&archive->ahead, n_used);
  }
  extract_lookahead_skip (&archive->ahead, strlen (END));
  if (!failure)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

static ExtractRecord *
wikipedia_next (ExtractArchive *archive, GError **error)
{
  while (begin_page (archive, error)) {
    g_auto (ExtractSourceBytes) bytes = { 0 };
    const ExtractRecordHead head = { .uri = archive->uri->len > 0 ? archive->uri->str : NULL,
                                     .content_type = "text/plain",
                                     .whole = TRUE };
    gboolean wanted = extract_archive_wants (archive, &head);

    if (!read_lines (archive, wanted, &bytes, error))
      return NULL;
    if (wanted)
      return extract_archive_make_text (archive, &bytes);
    archive->n_passed++;
  }
  return NULL;
}

const ExtractArchiveReader extract_archive_wikipedia = {
  .name = "Wikipedia",
  .matches = wikipedia_matches,
  .next = wikipedia_next,
};

/* ---- What it is made of ------------------------------------------------------------------------ */

static gboolean
dump_matches (const guint8 *bytes, gsize n)
{
  gsize i = extract_line_count_blank (bytes, n);

  if (line_begins (bytes + i, n - i, "<?xml")) {
    const guint8 *end = memchr (bytes + i, '>', n - i);

    i = end ? (gsize) (end + 1 - bytes) : n;
    i += extract_line_count_blank (bytes + i, n - i);
  }
  return line_begins (bytes + i, n - i, "<mediawiki");
}

const ExtractArchiveReader extract_archive_dump = {
  .name = "MediaWiki",
  .matches = dump_matches,
  .refusal = "is a dump of MediaWiki, which is not read; make texts of it with WikiExtractor, and read these",
};
