/* SPDX-License-Identifier: MIT */
/* From the bytes of a page to a document, inside the limits of the page. */
#include "libextract/html/charset.h"
#include "libextract/page/document.h"
#include "libextract/html/dom.h"
#include "libextract/page/parser.h"
#include "libextract/page/segment.h"

#include <string.h>

G_DEFINE_BOXED_TYPE (ExtractParser, extract_parser, extract_parser_ref, extract_parser_unref)

struct _ExtractParser {
  gint ref_count; /* atomic */
  guint64 limits[EXTRACT_N_LIMITS];
  const char *encoding; /* (nullable): a static WHATWG name */
  ExtractMarkupParser markup_parser;
  guint32 today;               /* as ExtractPage.today */
  ExtractSelectors *selectors; /* (nullable) */
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
  parser->markup_parser = extract_dom_get_default_parser ();
  for (guint i = 0; i < EXTRACT_N_LIMITS; i++)
    parser->limits[i] = limits[i].default_value;
  return parser;
}

ExtractParser *
extract_parser_ref (ExtractParser *parser)
{
  g_return_val_if_fail (parser != NULL, NULL);
  g_atomic_int_inc (&parser->ref_count);
  return parser;
}

void
extract_parser_unref (ExtractParser *parser)
{
  g_return_if_fail (parser != NULL);
  if (!g_atomic_int_dec_and_test (&parser->ref_count))
    return;
  g_clear_pointer (&parser->selectors, extract_selectors_free);
  g_free (parser);
}

void
extract_parser_set_limit (ExtractParser *parser, ExtractLimit limit, guint64 value)
{
  g_return_if_fail (parser != NULL);
  g_return_if_fail ((guint) limit < EXTRACT_N_LIMITS);
  parser->limits[limit] = CLAMP (value, 1, limits[limit].maximum);
}

guint64
extract_parser_get_limit (ExtractParser *parser, ExtractLimit limit)
{
  g_return_val_if_fail (parser != NULL, 0);
  g_return_val_if_fail ((guint) limit < EXTRACT_N_LIMITS, 0);
  return parser->limits[limit];
}

gboolean
extract_parser_set_encoding (ExtractParser *parser, const char *label, GError **error)
{
  g_return_val_if_fail (parser != NULL, FALSE);
  parser->encoding = label ? extract_charset_from_label (label) : NULL;
  if (label && !parser->encoding) {
    g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_ENCODING, "there is no encoding named \"%s\"", label);
    return FALSE;
  }
  return TRUE;
}

gboolean
extract_parser_set_today (ExtractParser *parser, const char *date)
{
  g_return_val_if_fail (parser != NULL, FALSE);

  GDate day;
  guint numbers[3] = { 0 };

  if (!date) {
    parser->today = 0;
    return TRUE;
  }
  if (strlen (date) != 10)
    return FALSE;
  for (guint i = 0, n = 0; i < 10; i++)
    if (i == 4 || i == 7) {
      if (date[i] != '-')
        return FALSE;
      n++;
    } else if (!g_ascii_isdigit (date[i]))
      return FALSE;
    else
      numbers[n] = numbers[n] * 10 + (guint) (date[i] - '0');
  if (!g_date_valid_dmy ((GDateDay) numbers[2], (GDateMonth) numbers[1], (GDateYear) numbers[0]))
    return FALSE;
  g_date_clear (&day, 1);
  g_date_set_dmy (&day, (GDateDay) numbers[2], (GDateMonth) numbers[1], (GDateYear) numbers[0]);
  parser->today = g_date_get_julian (&day);
  return TRUE;
}

void
extract_parser_set_markup_parser (ExtractParser *parser, ExtractMarkupParser markup_parser)
{
  g_return_if_fail (parser != NULL);
  g_return_if_fail ((guint) markup_parser < EXTRACT_N_MARKUP_PARSERS);
  parser->markup_parser = markup_parser;
}

/* Selectors may ask for any attribute; the scanner passes some. */
static ExtractMarkupParser
choose_markup_parser (const ExtractParser *parser)
{
  return parser->selectors ? EXTRACT_MARKUP_PARSER_PLAIN : parser->markup_parser;
}

ExtractMarkupParser
extract_parser_get_markup_parser (ExtractParser *parser)
{
  g_return_val_if_fail (parser != NULL, EXTRACT_MARKUP_PARSER_SCANNER);
  return choose_markup_parser (parser);
}

gboolean
extract_parser_add_selector (ExtractParser *parser, ExtractSelection selection, const char *text,
                             GError **error)
{
  g_return_val_if_fail (parser != NULL, FALSE);
  g_return_val_if_fail ((guint) selection < EXTRACT_N_SELECTIONS, FALSE);
  g_return_val_if_fail (text != NULL, FALSE);
  if (!parser->selectors)
    parser->selectors = extract_selectors_new ();
  return extract_selectors_add (parser->selectors, selection, text, error);
}

/* Files that are often taken for pages, by their first bytes. Where a text could begin with them, it takes
 * bytes further on as well, which no text has there. */
static const struct {
  const char *magic;
  gsize length;
  const char *what;
  gsize offset;     /* of more of it */
  const char *more; /* (nullable) */
  gsize more_length;
} other_files[] = {
  { "%PDF-", 5, "a PDF document" },
  { "%!PS", 4, "a PostScript document" },
  { "{\\rtf", 5, "an RTF document" },
  { "\xff\xd8\xff", 3, "a JPEG image" },
  { "\x89PNG\r\n", 6, "a PNG image" },
  { "GIF87a", 6, "a GIF image", 12, "\0", 1 }, /* the shape of its pixels, which nobody says */
  { "GIF89a", 6, "a GIF image", 12, "\0", 1 },
  { "RIFF", 4, "a RIFF file (sound, video or WebP image)", 8, "WAVE", 4 },
  { "RIFF", 4, "a RIFF file (sound, video or WebP image)", 8, "AVI ", 4 },
  { "RIFF", 4, "a RIFF file (sound, video or WebP image)", 8, "WEBP", 4 },
  { "II*\0", 4, "a TIFF image" },
  { "MM\0*", 4, "a TIFF image" },
  { "OggS\0", 5, "an Ogg file" },
  { "ID3\2", 4, "an MP3 file" }, /* and so on: the version of the tag */
  { "ID3\3", 4, "an MP3 file" },
  { "ID3\4", 4, "an MP3 file" },
  { "PK\003\004", 4, "a ZIP archive or office document" },
  { "Rar!\x1a\x07", 6, "a RAR archive" },
  { "7z\xbc\xaf\x27\x1c", 6, "a 7z archive" },
  { "\x1f\x8b", 2, "gzip data" },
  { "BZh", 3, "bzip2 data", 4, "\x31\x41\x59\x26\x53\x59", 6 }, /* a block, or none */
  { "BZh", 3, "bzip2 data", 4, "\x17\x72\x45\x38\x50\x90", 6 },
  { "\xfd"
    "7zXZ",
    5, "xz data" },
  { "\x28\xb5\x2f\xfd", 4, "zstd data" },
  { "\xd0\xcf\x11\xe0", 4, "an old office document" },
  { "\x7f"
    "ELF",
    4, "a program" },
  { "wOFF", 4, "a font", 4, "\0\1\0\0", 4 }, /* of the kinds TrueType and OpenType */
  { "wOFF", 4, "a font", 4, "OTTO", 4 },
  { "wOF2", 4, "a font", 4, "\0\1\0\0", 4 },
  { "wOF2", 4, "a font", 4, "OTTO", 4 },
  { "\0asm", 4, "a program" },
};

/* How much of a page tells whether it is text, and the share of control characters that no text has: where
 * all bytes are as frequent, a tenth are. A few of them mean nothing. */
#define SNIFF_BYTES 2048
#define MAX_CONTROL_SHARE 0.05
#define FEW_CONTROLS 4

static gboolean
has_at (const guint8 *bytes, gsize length, gsize offset, const char *magic, gsize n)
{
  return n == 0 || (length >= offset + n && memcmp (bytes + offset, magic, n) == 0);
}

static gboolean
check_is_page (const guint8 *bytes, gsize length, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (other_files); i++)
    if (has_at (bytes, length, 0, other_files[i].magic, other_files[i].length) &&
        has_at (bytes, length, other_files[i].offset, other_files[i].more, other_files[i].more_length)) {
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

/* ---- A page --------------------------------------------------------------------------------- */

typedef struct {
  const ExtractParser *parser;
  GBytes *bytes; /* lent */
  const char *content_type;
  const char *uri;
  const ExtractBudget *budget;
  ExtractDecoded decoded;
  ExtractDocument *document;
} Parsing;

const char *
extract_parser_decode (const ExtractParser *parser, GBytes *bytes, const char *content_type, guint64 room,
                       ExtractDecoded *decoded)
{
  gsize length, bom;
  const guint8 *data = g_bytes_get_data (bytes, &length);
  GError *error = NULL;
  const char *text;

  if (!data)
    data = (const guint8 *) ""; /* no bytes may come as a null pointer */
  decoded->charset = extract_charset_detect (data, length, parser->encoding, content_type, &bom);
  extract_budget_look ();
  decoded->bytes = extract_charset_decode (bytes, bom, decoded->charset, room, &error);
  if (!decoded->bytes)
    extract_budget_fail (error);
  text = g_bytes_get_data (decoded->bytes, &decoded->length);
  text = text ? text : "";
  if (decoded->length > 0 && text != (const char *) data + bom)
    extract_budget_charge (decoded->length);
  extract_budget_look ();
  return text;
}

ExtractDom *
extract_parser_read_tree (const ExtractParser *parser, const char *text, gsize length)
{
  GError *error = NULL;
  ExtractDom *dom = extract_dom_parse (text, length, choose_markup_parser (parser),
                                       (guint) parser->limits[EXTRACT_LIMIT_DEPTH], &error);

  if (!dom)
    extract_budget_fail (error);
  return dom;
}

const ExtractSelectors *
extract_parser_get_selectors (const ExtractParser *parser)
{
  return parser->selectors;
}

static void
parse (gpointer data)
{
  Parsing *parsing = data;
  const guint64 *max = parsing->parser->limits;
  gsize length;
  const guint8 *bytes = g_bytes_get_data (parsing->bytes, &length);
  const char *text;
  guint64 before;
  GError *error = NULL;
  ExtractDom *dom;
  ExtractPage *page;

  if (!bytes)
    bytes = (const guint8 *) ""; /* no bytes may come as a null pointer */
  if (length > max[EXTRACT_LIMIT_BYTES])
    extract_budget_fail (g_error_new (EXTRACT_ERROR, EXTRACT_ERROR_TOO_LARGE,
                                      "is longer than the limit of %" G_GUINT64_FORMAT " bytes",
                                      max[EXTRACT_LIMIT_BYTES]));
  if (!check_is_page (bytes, length, &error))
    extract_budget_fail (error);
  extract_budget_charge (length);
  text = extract_parser_decode (
      parsing->parser, parsing->bytes, parsing->content_type,
      parsing->budget->memory - MIN (parsing->budget->memory, parsing->budget->used), &parsing->decoded);
  if (!check_is_text (text, parsing->decoded.length, &error))
    extract_budget_fail (error);
  before = parsing->budget->used;
  dom = extract_parser_read_tree (parsing->parser, text, parsing->decoded.length);

  page = extract_page_new ();
  page->uri = extract_memory_strdup (parsing->uri);
  page->charset = parsing->decoded.charset;
  page->today = parsing->parser->today;
  extract_segment_page (dom, max[EXTRACT_LIMIT_DEPTH], max[EXTRACT_LIMIT_BLOCKS], parsing->parser->selectors,
                        page);
  extract_dom_free (dom);
  if (!page->base)
    page->base = extract_memory_strdup (parsing->uri);
  page->memory = length + parsing->budget->used - before; /* the caller may still hold the bytes */
  parsing->document = extract_document_new (page);
}

ExtractDocument *
extract_parser_parse_bytes (ExtractParser *parser, GBytes *bytes, const char *content_type, const char *uri,
                            GError **error)
{
  g_return_val_if_fail (parser != NULL, NULL);
  g_return_val_if_fail (bytes != NULL, NULL);

  ExtractBudget budget = {
    .memory = parser->limits[EXTRACT_LIMIT_MEMORY],
    .deadline = extract_budget_get_time () + (gint64) parser->limits[EXTRACT_LIMIT_MILLISECONDS] * 1000,
  };
  Parsing parsing = {
    .parser = parser, .bytes = bytes, .content_type = content_type, .uri = uri, .budget = &budget
  };

  if (extract_budget_run (&budget, parse, &parsing, error)) {
    parsing.document->max_memory = budget.memory;
    parsing.document->microseconds = budget.deadline - extract_budget_get_time ();
  } else
    parsing.document = NULL;
  g_clear_pointer (&parsing.decoded.bytes, g_bytes_unref);
  return parsing.document;
}
