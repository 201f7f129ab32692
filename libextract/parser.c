/* SPDX-License-Identifier: MIT */
/* From the bytes of a page to a document, inside the limits of the page. */
#include "charset.h"
#include "document-private.h"
#include "dom.h"
#include "segment.h"

#include <string.h>

G_DEFINE_BOXED_TYPE (ExtractParser, extract_parser, extract_parser_ref, extract_parser_unref)

struct _ExtractParser {
  gint ref_count; /* atomic */
  guint64 limits[EXTRACT_N_LIMITS];
  const char *encoding; /* (nullable): a static WHATWG name */
  ExtractMarkupParser markup_parser;
};

/* THE table of the ways to read markup. */
static const ExtractMarkupParserInfo markup_parsers[EXTRACT_N_MARKUP_PARSERS] = {
  [EXTRACT_MARKUP_PARSER_SCANNER] = { "scanner", "gumbo behind a scanner" },
  [EXTRACT_MARKUP_PARSER_PLAIN] = { "plain", "gumbo alone: the same result, slower" },
};

const ExtractMarkupParserInfo *
extract_markup_parser_get_info (ExtractMarkupParser parser)
{
  g_return_val_if_fail ((guint) parser < EXTRACT_N_MARKUP_PARSERS, NULL);
  return &markup_parsers[parser];
}

/* THE table of limits. */
static const ExtractLimitInfo limits[EXTRACT_N_LIMITS] = {
  [EXTRACT_LIMIT_BYTES] = { "max-bytes", "bytes", 50 << 20, 1 << 30, "length of a page" },
  [EXTRACT_LIMIT_DEPTH] = { "max-depth", "elements", 1000, 60000, "nesting of elements" },
  [EXTRACT_LIMIT_BLOCKS] = { "max-blocks", "blocks", 250000, 10000000, "text blocks of a page" },
  [EXTRACT_LIMIT_MEMORY] = { "max-memory", "bytes", 512 << 20, G_GUINT64_CONSTANT (64) << 30,
                             "memory for a page" },
  [EXTRACT_LIMIT_MILLISECONDS] = { "timeout", "milliseconds", 5000, 24 * 3600 * 1000, "time for a page" },
};

const ExtractLimitInfo *
extract_limit_get_info (ExtractLimit limit)
{
  g_return_val_if_fail ((guint) limit < EXTRACT_N_LIMITS, NULL);
  return &limits[limit];
}

ExtractParser *
extract_parser_new (void)
{
  ExtractParser *parser = g_new0 (ExtractParser, 1);

  parser->ref_count = 1;
  for (guint i = 0; i < EXTRACT_N_LIMITS; i++)
    parser->limits[i] = limits[i].default_value;
  return parser;
}

ExtractParser *
extract_parser_ref (ExtractParser *parser)
{
  g_atomic_int_inc (&parser->ref_count);
  return parser;
}

void
extract_parser_unref (ExtractParser *parser)
{
  if (g_atomic_int_dec_and_test (&parser->ref_count))
    g_free (parser);
}

void
extract_parser_set_limit (ExtractParser *parser, ExtractLimit limit, guint64 value)
{
  g_return_if_fail ((guint) limit < EXTRACT_N_LIMITS);
  parser->limits[limit] = CLAMP (value, 1, limits[limit].maximum);
}

guint64
extract_parser_get_limit (ExtractParser *parser, ExtractLimit limit)
{
  g_return_val_if_fail ((guint) limit < EXTRACT_N_LIMITS, 0);
  return parser->limits[limit];
}

gboolean
extract_parser_set_encoding (ExtractParser *parser, const char *label, GError **error)
{
  parser->encoding = label ? extract_charset_from_label (label) : NULL;
  if (label && !parser->encoding) {
    g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_ENCODING, "there is no encoding named \"%s\"", label);
    return FALSE;
  }
  return TRUE;
}

void
extract_parser_set_markup_parser (ExtractParser *parser, ExtractMarkupParser markup_parser)
{
  g_return_if_fail ((guint) markup_parser < EXTRACT_N_MARKUP_PARSERS);
  parser->markup_parser = markup_parser;
}

ExtractMarkupParser
extract_parser_get_markup_parser (ExtractParser *parser)
{
  return parser->markup_parser;
}

/* Files that are often taken for pages, by their first bytes. */
static const struct {
  const char *magic;
  gsize length;
  const char *what;
} other_files[] = {
  { "%PDF-", 5, "a PDF document" },
  { "%!PS", 4, "a PostScript document" },
  { "{\\rtf", 5, "an RTF document" },
  { "\xff\xd8\xff", 3, "a JPEG image" },
  { "\x89PNG\r\n", 6, "a PNG image" },
  { "GIF87a", 6, "a GIF image" },
  { "GIF89a", 6, "a GIF image" },
  { "RIFF", 4, "a RIFF file (sound, video or WebP image)" },
  { "II*\0", 4, "a TIFF image" },
  { "MM\0*", 4, "a TIFF image" },
  { "OggS", 4, "an Ogg file" },
  { "ID3", 3, "an MP3 file" },
  { "PK\003\004", 4, "a ZIP archive or office document" },
  { "Rar!\x1a\x07", 6, "a RAR archive" },
  { "7z\xbc\xaf\x27\x1c", 6, "a 7z archive" },
  { "\x1f\x8b", 2, "gzip data" },
  { "BZh", 3, "bzip2 data" },
  { "\xfd"
    "7zXZ",
    5, "xz data" },
  { "\x28\xb5\x2f\xfd", 4, "zstd data" },
  { "\xd0\xcf\x11\xe0", 4, "an old office document" },
  { "\x7f"
    "ELF",
    4, "a program" },
  { "wOFF", 4, "a font" },
  { "wOF2", 4, "a font" },
  { "\0asm", 4, "a program" },
};

/* How much of a page tells whether it is text, and the share of control characters that no text has: where
 * all bytes are as frequent, a tenth are. A few of them mean nothing. */
#define SNIFF_BYTES 2048
#define MAX_CONTROL_SHARE 0.05
#define FEW_CONTROLS 4

static gboolean
check_is_page (const guint8 *bytes, gsize length, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (other_files); i++)
    if (length >= other_files[i].length && memcmp (bytes, other_files[i].magic, other_files[i].length) == 0) {
      g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_NOT_HTML, "is %s, not a web page",
                   other_files[i].what);
      return FALSE;
    }
  return TRUE;
}

/* Looks at the decoded text: in UTF-16, controls are parts of letters. NUL does not count, pages
 * have been damaged by it and are still pages. */
static gboolean
check_is_text (const char *text, gsize length, GError **error)
{
  gsize n = MIN (length, SNIFF_BYTES), chars = 0, controls = 0;

  for (gsize i = 0; i < n; i++) {
    chars += ((guchar) text[i] & 0xc0) != 0x80;
    controls += text[i] > 0 && text[i] < 0x20 && !strchr ("\t\n\f\r\033", text[i]);
  }
  if (controls > FEW_CONTROLS && controls > chars * MAX_CONTROL_SHARE) {
    g_set_error_literal (error, EXTRACT_ERROR, EXTRACT_ERROR_NOT_HTML, "is binary data, not a web page");
    return FALSE;
  }
  return TRUE;
}

ExtractDocument *
extract_parser_parse_bytes (ExtractParser *parser, GBytes *bytes, const char *content_type, const char *uri,
                            GError **error)
{
  gsize length, bom, text_length;
  const guint8 *data = g_bytes_get_data (bytes, &length);
  ExtractFence fence = {
    .memory = parser->limits[EXTRACT_LIMIT_MEMORY],
    .deadline = extract_fence_get_time () + parser->limits[EXTRACT_LIMIT_MILLISECONDS] * 1000,
    .depth = parser->limits[EXTRACT_LIMIT_DEPTH],
  };
  const char *charset, *text;
  g_autoptr (GBytes) decoded = NULL;
  g_autoptr (ExtractDom) dom = NULL;
  ExtractPage *page;
  ExtractDocument *document;

  if (!data)
    data = (const guint8 *) ""; /* no bytes may come as a null pointer */
  if (length > parser->limits[EXTRACT_LIMIT_BYTES]) {
    g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_TOO_LARGE,
                 "is longer than the limit of %" G_GUINT64_FORMAT " bytes",
                 parser->limits[EXTRACT_LIMIT_BYTES]);
    return NULL;
  }
  if (!check_is_page (data, length, error))
    return NULL;

  charset = extract_charset_detect (data, length, parser->encoding, content_type, &bom);
  decoded = extract_charset_decode (bytes, bom, charset, fence.memory, error);
  if (!decoded)
    return NULL;
  text = g_bytes_get_data (decoded, &text_length);
  text = text ? text : "";
  if (!check_is_text (text, text_length, error))
    return NULL;
  if (text_length > 0 && text != (const char *) data + bom)
    fence.memory -= MIN (fence.memory, text_length);
  dom = extract_dom_parse (text, text_length, parser->markup_parser, &fence, error);
  if (!dom)
    return NULL;

  page = extract_page_new ();
  page->uri = g_strdup (uri);
  page->charset = charset;
  if (!extract_segment_page (dom, &fence, parser->limits[EXTRACT_LIMIT_BLOCKS], page, error)) {
    extract_page_unref (page);
    return NULL;
  }
  if (!page->base)
    page->base = g_strdup (uri);
  document = extract_document_new (page);
  document->max_memory = parser->limits[EXTRACT_LIMIT_MEMORY];
  return document;
}
