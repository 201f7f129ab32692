/* SPDX-License-Identifier: MIT */
/* What a list is, and the lists that have no tags. */
#include "libextract/extract.h"
#include "libextract/html/charset.h"
#include "libextract/page/document.h"
#include "libextract/page/json.h"
#include "libextract/source/http-date.h"
#include "libextract/source/links-private.h"

#include <string.h>

#define CHUNK (64 * 1024)
/* Addresses and titles that are longer are somebody's mistake. */
#define MAX_ADDRESS 8192
#define MAX_TITLE 1024

const char *
extract_link_kind_get_name (ExtractLinkKind kind)
{
  static const char *const names[] = { "entry", "page", "link", "feed", "sitemap" };
  return names[kind];
}

static void
link_free (gpointer data)
{
  ExtractLink *link = data;

  g_free (link->url);
  g_free (link->title);
  g_free (link->date);
  g_free (link);
}

/* ---- Links ---------------------------------------------------------------------------------- */

/* Blanks, quotes and the like are written as %20; letters of all alphabets stay. */
static char *
escape (const char *text)
{
  return g_uri_escape_string (
      text, G_URI_RESERVED_CHARS_GENERIC_DELIMITERS G_URI_RESERVED_CHARS_SUBCOMPONENT_DELIMITERS "%", TRUE);
}

/* The name of a host may have been "%3C" before. */
static gboolean
is_clean (const char *url)
{
  for (const char *p = url; *p; p++)
    if ((guint8) *p <= ' ' || strchr ("\"<>\\^`{|}\177", *p))
      return FALSE;
  return TRUE;
}

char *
extract_links_resolve (const char *base, const char *reference)
{
  const GUriFlags flags = G_URI_FLAGS_PARSE_RELAXED | G_URI_FLAGS_ENCODED;
  g_autofree char *text = NULL;
  g_autofree char *stripped = NULL;
  g_autofree char *resolved = NULL;

  if (strlen (reference) > MAX_ADDRESS)
    return NULL;
  stripped = g_strstrip (g_strdup (reference));
  text = escape (stripped);
  if (!*text)
    return NULL;
  if (base)
    resolved = extract_page_resolve (base, text, flags);
  else if (g_uri_is_valid (text, flags, NULL))
    resolved = g_steal_pointer (&text);
  return resolved && is_clean (resolved) ? g_steal_pointer (&resolved) : NULL;
}

/* Returns: (transfer full) (nullable): on one line, without blanks around it */
static char *
make_title (const char *title)
{
  GString *text = g_string_new (NULL);
  const char *end = NULL;

  for (const char *p = title ? title : ""; *p && text->len < MAX_TITLE; p++)
    if (!g_ascii_isspace (*p))
      g_string_append_c (text, *p);
    else if (text->len > 0 && text->str[text->len - 1] != ' ')
      g_string_append_c (text, ' ');
  if (text->len > 0 && text->str[text->len - 1] == ' ')
    g_string_truncate (text, text->len - 1);
  g_utf8_validate_len (text->str, text->len, &end);
  g_string_truncate (text, (gsize) (end - text->str));
  return g_string_free (text, text->len == 0);
}

/* Returns: (transfer full) (nullable): dates of other forms are made those of ISO 8601, or left out */
static char *
make_date (const char *date)
{
  g_autofree char *text = g_strstrip (g_strdup (date ? date : ""));
  g_autoptr (GDateTime) time = NULL;
  gsize n = strlen (text);

  if (n >= 4 && n <= 40 && strspn (text, "0123456789") == 4 && strspn (text, "0123456789-:.+TZ") == n)
    return g_steal_pointer (&text);
  time = extract_http_date_parse (text);
  return time ? g_date_time_format (time, "%Y-%m-%dT%H:%M:%SZ") : NULL;
}

void
extract_links_add (ExtractLinkList *list, ExtractLinkKind kind, const char *base, const char *reference,
                   const char *title, const char *date)
{
  g_autofree char *url = reference ? extract_links_resolve (base ? base : list->base, reference) : NULL;
  ExtractLink *link = NULL;

  if (!url || list->links->len >= list->max ||
      (g_ascii_strncasecmp (url, "http://", 7) != 0 && g_ascii_strncasecmp (url, "https://", 8) != 0))
    return;
  url[strcspn (url, "#")] = '\0';
  link = g_new0 (ExtractLink, 1);
  link->kind = kind;
  link->url = g_steal_pointer (&url);
  link->title = make_title (title);
  link->date = make_date (date);
  g_ptr_array_add (list->links, link);
}

/* ---- JSON Feed ------------------------------------------------------------------------------ */

/* What of an item is wanted. */
enum { URL, EXTERNAL_URL, TITLE, PUBLISHED, MODIFIED, N_MEMBERS };
static const char *const members[] = { "url", "external_url", "title", "date_published", "date_modified" };

static void
add_item (ExtractLinkList *list, char **values)
{
  extract_links_add (list, EXTRACT_LINK_ENTRY, NULL, values[URL] ? values[URL] : values[EXTERNAL_URL],
                     values[TITLE], values[PUBLISHED] ? values[PUBLISHED] : values[MODIFIED]);
  for (guint i = 0; i < N_MEMBERS; i++)
    g_clear_pointer (&values[i], g_free);
}

/* { "items": [ { "url": ... } ] }: depth 1, 2 and 3. */
void
extract_links_read_json (ExtractLinkList *list, const char *text)
{
  ExtractJson json;
  ExtractJsonEvent event;
  char *values[N_MEMBERS] = { NULL };
  guint depth = 0;
  int member = -1;
  gboolean items = FALSE;

  extract_json_init (&json);
  extract_json_begin (&json, text);
  while ((event = extract_json_next (&json)) != EXTRACT_JSON_END) {
    if (event == EXTRACT_JSON_OBJECT || event == EXTRACT_JSON_ARRAY) {
      depth++;
      member = -1;
    } else if (event == EXTRACT_JSON_CLOSE && depth > 0) {
      if (items && depth == 3)
        add_item (list, values);
      depth--;
    } else if (event == EXTRACT_JSON_KEY) {
      member = -1;
      if (depth == 1)
        items = strcmp (json.value->str, "items") == 0;
      for (int i = 0; depth == 3 && items && i < N_MEMBERS; i++)
        if (strcmp (json.value->str, members[i]) == 0)
          member = i;
    } else if (event == EXTRACT_JSON_STRING && member >= 0) {
      g_free (values[member]);
      values[member] = g_strdup (json.value->str);
      member = -1;
    }
  }
  add_item (list, values);
  extract_json_clear (&json);
}

/* ---- Lists of lines ------------------------------------------------------------------------- */

/* Returns: (nullable): what stands behind "@name:", in any case of letters */
static const char *
get_field (const char *line, const char *name)
{
  gsize n = strlen (name);

  if (g_ascii_strncasecmp (line, name, n) != 0)
    return NULL;
  line += n;
  line += strspn (line, " \t");
  return *line == ':' ? line + 1 : NULL;
}

static gboolean
is_robots (char **lines)
{
  for (; *lines; lines++)
    if (get_field (g_strchug (*lines), "sitemap") || get_field (*lines, "user-agent"))
      return TRUE;
  return FALSE;
}

static ExtractListKind
read_lines (ExtractLinkList *list, const char *text)
{
  g_auto (GStrv) lines = g_strsplit_set (text, "\r\n", -1);
  gboolean robots = is_robots (lines);

  for (char **line = lines; *line; line++) {
    const char *address = robots ? get_field (*line, "sitemap") : *line;
    if (address && strstr (address, "://"))
      extract_links_add (list, robots ? EXTRACT_LINK_SITEMAP : EXTRACT_LINK_PAGE, NULL, address, NULL, NULL);
  }
  return robots ? EXTRACT_LIST_ROBOTS : EXTRACT_LIST_TEXT;
}

/* ---- Bytes ---------------------------------------------------------------------------------- */

/* Returns: (transfer full) (nullable) */
static GBytes *
unpack (GBytes *packed, guint64 max, GError **error)
{
  g_autoptr (GZlibDecompressor) gunzip = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autoptr (GByteArray) out = g_byte_array_new ();
  g_autofree guint8 *buffer = g_malloc (CHUNK);
  gsize n = 0;
  const guint8 *in = g_bytes_get_data (packed, &n);
  GConverterResult result = G_CONVERTER_CONVERTED;

  while (result != G_CONVERTER_FINISHED) {
    gsize n_used = 0, n_out = 0;

    result = g_converter_convert (G_CONVERTER (gunzip), in, n, buffer, CHUNK, G_CONVERTER_INPUT_AT_END,
                                  &n_used, &n_out, NULL);
    if (result == G_CONVERTER_ERROR) {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "the compressed data is damaged");
      return NULL;
    }
    if (out->len + n_out > MIN (max, G_MAXUINT / 2)) {
      g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_TOO_LARGE,
                   "longer than the limit of %" G_GUINT64_FORMAT " bytes", max);
      return NULL;
    }
    g_byte_array_append (out, buffer, (guint) n_out);
    in += n_used;
    n -= n_used;
  }
  return g_byte_array_free_to_bytes (g_steal_pointer (&out));
}

/* What <?xml encoding="…"?> says, as Content-Type would. Returns: (transfer full) (nullable) */
static char *
dup_declared_type (const char *bytes, gsize n)
{
  const char *end = n > 5 && memcmp (bytes, "<?xml", 5) == 0 ? memchr (bytes, '>', MIN (n, 1024)) : NULL;
  const char *name = end ? g_strstr_len (bytes, end - bytes, "encoding") : NULL;

  name = name ? name + strcspn (name, "\"'>") : NULL;
  if (!name || name >= end)
    return NULL;
  return g_strdup_printf ("text/xml; charset=%.*s", (int) strcspn (name + 1, "\"'>"), name + 1);
}

/* Returns: (transfer full) (nullable): in UTF-8, with a NUL behind it */
static GString *
decode (GBytes *bytes, const char *content_type, guint64 max, GError **error)
{
  gsize n = 0, bom = 0;
  const char *data = g_bytes_get_data (bytes, &n);
  g_autofree char *charset = content_type ? extract_charset_from_content_type (content_type) : NULL;
  g_autofree char *declared = charset ? NULL : dup_declared_type (data, n);
  const char *name =
      extract_charset_detect ((const guint8 *) data, n, NULL, declared ? declared : content_type, &bom);
  g_autoptr (GBytes) text =
      extract_charset_decode (bytes, bom, name, (gsize) MIN (max * 3, G_MAXSIZE / 2), error);

  return text ? g_string_new_len (g_bytes_get_data (text, NULL), (gssize) g_bytes_get_size (text)) : NULL;
}

static gboolean
is_gzip (GBytes *bytes)
{
  gsize n = 0;
  const guint8 *data = g_bytes_get_data (bytes, &n);
  return n > 2 && data[0] == 0x1f && data[1] == 0x8b;
}

static gboolean
is_html (const char *content_type)
{
  return content_type && g_ascii_strncasecmp (content_type, "text/html", strlen ("text/html")) == 0;
}

static ExtractListKind
read_list (ExtractLinkList *list, const GString *text, const char *content_type)
{
  const char *start = text->str + strspn (text->str, " \t\r\n\f");

  if (*start == '{') {
    extract_links_read_json (list, start);
    return EXTRACT_LIST_FEED;
  }
  if (*start == '<' || is_html (content_type))
    return extract_links_read_markup (list, start, text->len - (gsize) (start - text->str));
  return read_lines (list, start);
}

GPtrArray *
extract_links_read (GBytes *bytes, const char *content_type, const char *uri,
                    const ExtractLinksLimits *limits, ExtractListKind *kind, GError **error)
{
  g_autoptr (GBytes) unpacked =
      is_gzip (bytes) ? unpack (bytes, limits->max_bytes, error) : g_bytes_ref (bytes);
  g_autoptr (GString) text = unpacked ? decode (unpacked, content_type, limits->max_bytes, error) : NULL;
  ExtractLinkList list = { .max = limits->max_links };

  if (!text)
    return NULL;
  list.links = g_ptr_array_new_with_free_func (link_free);
  list.base = g_strdup (uri);
  *kind = read_list (&list, text, content_type);
  g_free (list.base);
  return list.links;
}
