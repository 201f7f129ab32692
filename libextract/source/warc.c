/* SPDX-License-Identifier: MIT */
/* WARC 1.0 and 1.1 (ISO 28500), and what was written before these. */
#include "libextract/source/crawl.h"

#include <string.h>

static gboolean
warc_begins (const guint8 *bytes, gsize n)
{
  static const char start[] = "WARC/";
  gsize length = strlen (start);

  if (n <= length)
    return n > 0 && memcmp (bytes, start, n) == 0;
  return memcmp (bytes, start, length) == 0 && g_ascii_isdigit (bytes[length]) &&
         (n < length + 2 || bytes[length + 1] == '.');
}

static gboolean
warc_accepts (const guint8 *bytes, gsize n)
{
  return n >= strlen ("WARC/1.") && warc_begins (bytes, n);
}

/* The kinds of records that can be pages. A revisit has no body, and a request, metadata and so on are
 * about pages. What continues a record that was split is no page either. */
static gboolean
set_kind (ExtractHeadText type, ExtractCrawlHead *head)
{
  head->converted = extract_head_is (type, "conversion");
  head->page = head->converted || extract_head_is (type, "response") || extract_head_is (type, "resource");
  return head->page;
}

static const char *
warc_parse (ExtractHeadText text, ExtractCrawlHead *head)
{
  ExtractHeadText name, value, type = { 0 };
  gsize at = extract_head_skip_line (text, 0);
  gboolean has_length = FALSE;

  while (extract_head_next_field (text, &at, &name, &value)) {
    if (extract_head_is (name, "content-length")) {
      if (!extract_head_read_number (value, &head->length))
        return "the length of the record is not valid";
      has_length = TRUE;
    } else if (extract_head_is (name, "warc-type"))
      type = value;
    else if (extract_head_is (name, "warc-target-uri"))
      head->uri = value;
    else if (extract_head_is (name, "warc-date"))
      head->date = value;
    else if (extract_head_is (name, "content-type"))
      head->content_type = value;
    else if (extract_head_is (name, "warc-truncated"))
      head->truncated = TRUE;
  }
  if (!has_length)
    return "the record has no length";
  if (!set_kind (type, head))
    return NULL;
  if (head->uri.n >= 2 && head->uri.text[0] == '<' && head->uri.text[head->uri.n - 1] == '>') {
    head->uri.text++;
    head->uri.n -= 2;
  }
  head->http = extract_head_is (type, "response") &&
               (extract_head_begins (head->uri, "http:") || extract_head_begins (head->uri, "https:"));
  return NULL;
}

static const ExtractCrawlFormat warc_format = {
  .start = { "\nWARC/", warc_begins },
  .accepts = warc_accepts,
  .find_head_end = extract_head_find_end,
  .parse = warc_parse,
};

static ExtractRecord *
warc_next (ExtractArchive *archive, GError **error)
{
  return extract_crawl_next (archive, &warc_format, error);
}

const ExtractArchiveReader extract_archive_warc = {
  .name = "WARC",
  .matches = warc_accepts,
  .next = warc_next,
};
