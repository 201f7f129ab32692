/* SPDX-License-Identifier: MIT */
#include "libextract/source/http-message.h"

#include <string.h>

gboolean
extract_http_begins (const guint8 *bytes, gsize n)
{
  return memcmp (bytes, "HTTP/", MIN (n, strlen ("HTTP/"))) == 0;
}

/* "HTTP/1.1 200 OK" */
static gboolean
read_status (ExtractHeadText head, guint *status)
{
  gsize i = strlen ("HTTP/");

  if (head.n < i || memcmp (head.text, "HTTP/", i) != 0)
    return FALSE;
  while (i < head.n && (g_ascii_isdigit (head.text[i]) || head.text[i] == '.'))
    i++;
  while (i < head.n && (head.text[i] == ' ' || head.text[i] == '\t'))
    i++;
  *status = 0;
  for (guint n = 0; n < 3; n++, i++) {
    if (i >= head.n || !g_ascii_isdigit (head.text[i]))
      return FALSE;
    *status = *status * 10 + (guint) (head.text[i] - '0');
  }
  return i == head.n || g_ascii_isspace (head.text[i]);
}

gboolean
extract_http_head_parse (ExtractHeadText head, ExtractHttpHead *http)
{
  ExtractHeadText name, value;
  gsize at = 0;

  *http = (ExtractHttpHead){ 0 };
  if (!read_status (head, &http->status))
    return FALSE;
  at = extract_head_skip_line (head, 0);
  while (extract_head_next_field (head, &at, &name, &value)) {
    if (extract_head_is (name, "content-type"))
      http->content_type = value;
    else if (extract_head_is (name, "transfer-encoding"))
      http->transfer = value;
    else if (extract_head_is (name, "content-encoding"))
      http->coding = value;
  }
  return TRUE;
}
