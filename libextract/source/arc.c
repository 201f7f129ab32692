/* SPDX-License-Identifier: MIT */
/*
 * ARC 1, which was before WARC. The head of a record is a line:
 *
 *   http://site.example/ 192.0.2.1 20061213232345 text/html 1234
 *   filedesc://name.arc 0.0.0.0 20061213232345 text/plain 76          the first record, about the archive
 */
#include "libextract/source/crawl.h"

#include <string.h>

#define N_FIELDS 5
enum { FIELD_URL, FIELD_ADDRESS, FIELD_DATE, FIELD_TYPE, FIELD_LENGTH };

/* From the right: addresses of pages may have spaces. Returns: FALSE if there are fewer */
static gboolean
split (ExtractHeadText line, ExtractHeadText *fields)
{
  const char *end = line.text + line.n;

  for (guint i = N_FIELDS - 1; i > FIELD_URL; i--) {
    const char *begin = end;

    while (begin > line.text && begin[-1] != ' ')
      begin--;
    if (begin == end || begin == line.text)
      return FALSE;
    fields[i] = (ExtractHeadText){ begin, (gsize) (end - begin) };
    end = begin - 1;
  }
  fields[FIELD_URL] = (ExtractHeadText){ line.text, (gsize) (end - line.text) };
  return end > line.text;
}

static gboolean
is_date (ExtractHeadText text)
{
  guint64 number = 0;

  return text.n == strlen ("20061213232345") && extract_head_read_number (text, &number);
}

static gboolean
has_scheme (const guint8 *bytes, gsize n)
{
  static const char *const schemes[] = { "filedesc:", "http:", "https:", "dns:", "ftp:" };

  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    if (memcmp (bytes, schemes[i], MIN (n, strlen (schemes[i]))) == 0)
      return TRUE;
  return FALSE;
}

/* A line that is there must have the fields; of one that is not, the scheme is known. */
static gboolean
arc_begins (const guint8 *bytes, gsize n)
{
  const guint8 *newline = memchr (bytes, '\n', n);
  ExtractHeadText fields[N_FIELDS];
  guint64 length = 0;

  if (!has_scheme (bytes, n))
    return FALSE;
  if (!newline)
    return TRUE;
  return split (extract_head_strip ((const char *) bytes, (const char *) newline), fields) &&
         is_date (fields[FIELD_DATE]) && extract_head_read_number (fields[FIELD_LENGTH], &length);
}

static gboolean
arc_accepts (const guint8 *bytes, gsize n)
{
  return n >= strlen ("dns:") && arc_begins (bytes, n);
}

static gboolean
arc_matches (const guint8 *bytes, gsize n)
{
  return n >= strlen ("filedesc:") && memcmp (bytes, "filedesc:", strlen ("filedesc:")) == 0 &&
         memchr (bytes, '\n', n) && arc_begins (bytes, n);
}

static gsize
arc_find_head_end (const guint8 *bytes, gsize n, gsize from)
{
  const guint8 *newline = memchr (bytes + from, '\n', n - from);

  return newline ? (gsize) (newline + 1 - bytes) : 0;
}

static const char *
arc_parse (ExtractHeadText text, ExtractCrawlHead *head)
{
  ExtractHeadText fields[N_FIELDS];

  if (!split (extract_head_strip (text.text, text.text + text.n), fields) || !is_date (fields[FIELD_DATE]))
    return "the head of the record is not valid";
  if (!extract_head_read_number (fields[FIELD_LENGTH], &head->length))
    return "the length of the record is not valid";
  head->uri = fields[FIELD_URL];
  head->date = fields[FIELD_DATE];
  head->content_type = fields[FIELD_TYPE];
  head->maybe_http = extract_head_begins (head->uri, "http:") || extract_head_begins (head->uri, "https:");
  head->page = head->maybe_http || extract_head_begins (head->uri, "ftp:");
  return NULL;
}

static const ExtractCrawlFormat arc_format = {
  .start = { "\nhttp", arc_begins },
  .accepts = arc_accepts,
  .find_head_end = arc_find_head_end,
  .parse = arc_parse,
};

static ExtractRecord *
arc_next (ExtractArchive *archive, GError **error)
{
  return extract_crawl_next (archive, &arc_format, error);
}

const ExtractArchiveReader extract_archive_arc = {
  .name = "ARC",
  .matches = arc_matches,
  .next = arc_next,
};
