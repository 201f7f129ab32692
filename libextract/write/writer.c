/* SPDX-License-Identifier: MIT */
/*
 * THE table of formats, and what they share.
 */
#include "libextract/write/writer.h"
#include "libextract/meta/items.h"

#include <math.h>
#include <string.h>

#include "libextract/meta/field.h"
#include "libextract/text/breaks.h"
#include "libextract/write/write.h"

/* Longer links and bases are not resolved: a long base would be copied into each of many links. */
#define LINK_MAX 2048

/* ---- The table ------------------------------------------------------------------------------ */

#define XML_DECLARATION "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

/* Names of the columns, with a separator behind each. */
#define NAME_BEFORE_COMMA(id, name, many, sentence) name ","
#define NAME_BEFORE_TAB(id, name, many, sentence) name "\t"

static const ExtractWriter writers[EXTRACT_N_FORMATS] = {
  [EXTRACT_FORMAT_TEXT] = { { "text", ".txt", "one block a line, an empty line between blocks", "", "",
                              NULL },
                            extract_write_text },
  [EXTRACT_FORMAT_JSON] = { { "json", ".json", "an object for each page, indented", "", "", NULL },
                            extract_write_json },
  [EXTRACT_FORMAT_JSONL] = { { "jsonl", ".jsonl", "an object for each page, on one line", "", "", NULL },
                             extract_write_jsonl },
  [EXTRACT_FORMAT_HTML] = { { "html", ".html", "a small HTML document for each page", "", "", NULL },
                            extract_write_html },
  [EXTRACT_FORMAT_MARKDOWN] = { { "markdown", ".md", "CommonMark, with tables between pipes", "", "", NULL },
                                extract_write_markdown },
  [EXTRACT_FORMAT_XML] = { { "xml", ".xml", "an element for each page and for each block",
                             XML_DECLARATION "<pages>\n", "</pages>\n", NULL },
                           extract_write_xml },
  [EXTRACT_FORMAT_VERTICAL] = { { "vertical", ".vert", "a token a line, as corpus managers read it", "", "",
                                  NULL },
                                extract_write_vertical },
  [EXTRACT_FORMAT_TEI] = { { "tei", ".tei.xml",
                             "TEI P5, a document for each page; of several pages, a corpus",
                             XML_DECLARATION EXTRACT_TEI_CORPUS, "</teiCorpus>\n", XML_DECLARATION },
                           extract_write_tei },
  [EXTRACT_FORMAT_CSV] = { { "csv", ".csv", "a row for each page: source, metadata, text",
                             "source," EXTRACT_FIELDS (NAME_BEFORE_COMMA) "text\n", "", NULL },
                           extract_write_csv },
  [EXTRACT_FORMAT_TSV] = { { "tsv", ".tsv", "the same, separated by tabs",
                             "source\t" EXTRACT_FIELDS (NAME_BEFORE_TAB) "text\n", "", NULL },
                           extract_write_tsv },
};

G_STATIC_ASSERT (EXTRACT_WRITE_FIELD_SHIFT + EXTRACT_N_FIELDS <= 31);

const ExtractFormatInfo *
extract_format_get_info (ExtractFormat format)
{
  g_return_val_if_fail ((guint) format < EXTRACT_N_FORMATS, NULL);
  return &writers[format].info;
}

char *
extract_format_dup_prologue (ExtractFormat format, ExtractWriteFlags flags)
{
  g_return_val_if_fail ((guint) format < EXTRACT_N_FORMATS, NULL);

  const char *prologue = writers[format].info.prologue;

  if (format != EXTRACT_FORMAT_CSV && format != EXTRACT_FORMAT_TSV)
    return g_strdup (prologue);
  return extract_table_dup_header (format == EXTRACT_FORMAT_CSV ? ',' : '\t', flags);
}

gboolean
extract_format_load (ExtractFormat format, GError **error)
{
  g_return_val_if_fail ((guint) format < EXTRACT_N_FORMATS, FALSE);
  return format != EXTRACT_FORMAT_VERTICAL || extract_breaks_load (error);
}

typedef struct {
  ExtractDocument *document;
  ExtractFormat format;
  ExtractWriteFlags flags;
  char *text; /* (out) (transfer full) */
} Writing;

static void
write_document (gpointer data)
{
  Writing *writing = data;
  ExtractString *out = extract_string_new ();

  writers[writing->format].write (out, writing->document, writing->flags);
  writing->text = extract_string_free_to_str (out);
}

char *
extract_document_to_string (ExtractDocument *document, ExtractFormat format, ExtractWriteFlags flags,
                            GError **error)
{
  g_return_val_if_fail (document != NULL, NULL);

  Writing writing = { .document = document, .format = format, .flags = flags };

  g_return_val_if_fail ((guint) format < EXTRACT_N_FORMATS, NULL);
  if (flags & (EXTRACT_WRITE_LANGUAGE | EXTRACT_WRITE_LANGUAGES) && !extract_language_load (error))
    return NULL;
  if (!document->sealed) {
    g_set_error_literal (error, EXTRACT_ERROR, EXTRACT_ERROR_NOT_LABELLED,
                         "the document has not been labelled");
    return NULL;
  }
  return extract_document_run (document, write_document, &writing, error) ? writing.text : NULL;
}

/* ---- Helpers -------------------------------------------------------------------------------- */

ExtractMetadata *
extract_writer_get_metadata (ExtractDocument *document)
{
  GError *error = NULL;
  ExtractMetadata *metadata = extract_document_get_metadata (document, &error);

  if (!metadata)
    extract_budget_fail (error);
  return metadata;
}

const char *
extract_writer_get_value (ExtractMetadata *metadata, ExtractWriteFlags flags, ExtractField field)
{
  return extract_writer_count_values (metadata, flags, field) > 0
             ? extract_metadata_get_value (metadata, field, 0)
             : NULL;
}

void
extract_writer_append_values (ExtractString *out, ExtractMetadata *metadata, ExtractWriteFlags flags,
                              ExtractField field, const char *separator, char instead)
{
  for (guint i = 0; i < extract_writer_count_values (metadata, flags, field); i++) {
    gsize start;

    extract_string_append_str (out, i > 0 ? separator : "");
    start = out->len;
    extract_string_append_str (out, extract_metadata_get_value (metadata, field, i));
    for (char *p = out->str + start; extract_field_get_info (field)->many && *p; p++)
      if (*p == *separator)
        *p = instead;
  }
}

const char *
extract_writer_get_reason (ExtractDocument *document)
{
  const ExtractReason reason = extract_document_get_reason (document);

  return reason == EXTRACT_REASON_NONE ? NULL : extract_reason_get_info (reason)->name;
}

ExtractMetadata *
extract_writer_get_roles (ExtractDocument *document, ExtractWriteFlags flags)
{
  return flags & (EXTRACT_WRITE_METADATA | EXTRACT_WRITE_ALL) ? extract_writer_get_metadata (document) : NULL;
}

const char *
extract_writer_get_role (ExtractDocument *document, guint i, ExtractMetadata *roles)
{
  const ExtractRole role =
      roles ? extract_metadata_get_role (roles, i) : extract_block_get_role (&document->blocks[i]);

  return extract_role_get_info (role)->name;
}

/* Of notes, which stand in the order of the page: the first one at @text or behind it. */
static guint32
find_note (const ExtractPage *page, gsize text)
{
  guint32 first = 0, last = page->notes.len;

  while (first < last) {
    const guint32 middle = first + (last - first) / 2;

    if (ROWS_INDEX (page->notes, ExtractNote, middle)->text < text)
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}

guint
extract_writer_get_step (ExtractDocument *document, guint i)
{
  g_return_val_if_fail (document != NULL && i < document->n_blocks, 0);

  const ExtractPage *page = document->page;
  const ExtractPiece *piece = extract_document_piece (document, i);
  guint64 step = 0;

  for (guint32 n = find_note (page, piece->text); n < page->notes.len && step == 0; n++) {
    const ExtractNote *note = ROWS_INDEX (page->notes, ExtractNote, n);

    if (note->text >= piece->text + piece->length)
      break;
    /* Those of elements around it are about texts of their own. */
    if (note->kind == EXTRACT_NOTE_STEP && note->element >= piece->element)
      g_ascii_string_to_unsigned (page->strings->str + note->value, 10, 1, G_MAXINT32, &step, NULL);
  }
  return (guint) step;
}

const char *
extract_writer_get_language (ExtractDocument *document, ExtractWriteFlags flags)
{
  const char *code = flags & EXTRACT_WRITE_LANGUAGE ? extract_language_of_document (document).code
                                                    : EXTRACT_LANGUAGE_UNKNOWN;

  return strcmp (code, EXTRACT_LANGUAGE_UNKNOWN) != 0 ? code : NULL;
}

ExtractItems *
extract_writer_get_items (ExtractDocument *document)
{
  return extract_items_of_document (document);
}

gboolean
extract_writer_appends_item (ExtractDocument *document, ExtractItems *items, guint item,
                             ExtractWriteFlags flags)
{
  return extract_items_get_kind (items, item) == EXTRACT_ITEM_COMMENT &&
         extract_writer_skips (document, extract_items_get_first_block (items, item), flags);
}

gboolean
extract_writer_is_empty (ExtractDocument *document, ExtractWriteFlags flags)
{
  ExtractItems *items = flags & EXTRACT_WRITE_ITEMS ? extract_writer_get_items (document) : NULL;

  for (guint i = 0; i < document->n_blocks; i++)
    if (!extract_writer_skips (document, i, flags))
      return FALSE;
  for (guint i = 0; items && i < extract_items_get_n_items (items); i++)
    if (extract_writer_appends_item (document, items, i, flags))
      return FALSE;
  return TRUE;
}

void
extract_writer_append_number (ExtractString *out, const char *format, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  extract_string_append_str (out,
                             g_ascii_formatd (buffer, sizeof buffer, format, isfinite (value) ? value : 0));
}

void
extract_writer_append_markup (ExtractString *out, const char *text, gsize length, gboolean attribute)
{
  const char *end = text + length, *run = text;

  for (const char *p = text; p < end; p++) {
    const char *instead = NULL;
    guchar c = *p;
    gsize n = 1;

    if (c == '&')
      instead = "&amp;";
    else if (c == '<')
      instead = "&lt;";
    else if (c == '>')
      instead = "&gt;";
    else if (c == '"' && attribute)
      instead = "&quot;";
    else if (c == '\n' && attribute)
      instead = "&#10;";
    else if (c == '\t' && attribute)
      instead = "&#9;";
    else if (c == '\r')
      instead = "&#13;";
    else if (c < ' ' && c != '\n' && c != '\t')
      instead = "\357\277\275";
    else if (c == 0xef && end - p >= 3 && (guchar) p[1] == 0xbf && (guchar) p[2] >= 0xbe) {
      instead = "\357\277\275"; /* U+FFFE, U+FFFF */
      n = 3;
    }
    if (!instead)
      continue;
    extract_string_append (out, run, p - run);
    extract_string_append_str (out, instead);
    run = p + n;
    p = run - 1;
  }
  extract_string_append (out, run, end - run);
}

void
extract_writer_append_attribute (ExtractString *out, const char *name, const char *value)
{
  EXTRACT_AUTOFREE char *valid = NULL;

  if (value && !g_utf8_validate (value, -1, NULL))
    value = valid = extract_string_make_valid (value);
  extract_string_append_printf (out, " %s=\"", name);
  if (value)
    extract_writer_append_markup (out, value, strlen (value), TRUE);
  extract_string_append_c (out, '"');
}

/* A link without a scheme is relative, and good. */
static gboolean
link_has_good_scheme (const char *link)
{
  static const char *const schemes[] = { "http", "https", "ftp", "mailto", "tel" };
  gsize n = 0;

  while (g_ascii_isalnum (link[n]) || (link[n] && strchr ("+-.", link[n])))
    n++;
  if (link[n] != ':' || !g_ascii_isalpha (link[0]))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    if (strlen (schemes[i]) == n && g_ascii_strncasecmp (schemes[i], link, n) == 0)
      return TRUE;
  return FALSE;
}

/* What browsers do first of all: without it, "java<line break>script:" would pass. */
static char *
link_clean (const char *href)
{
  const char *end = href + strlen (href);
  char *clean, *to;

  while (href < end && (guchar) href[0] <= ' ')
    href++;
  while (end > href && (guchar) end[-1] <= ' ')
    end--;
  clean = to = EXTRACT_NEW (char, end - href + 1);
  for (; href < end; href++)
    if (*href != '\t' && *href != '\n' && *href != '\r')
      *to++ = *href;
  *to = '\0';
  return clean;
}

static gboolean
is_web_address (const char *address)
{
  return g_ascii_strncasecmp (address, "https://", 8) == 0 ||
         g_ascii_strncasecmp (address, "http://", 7) == 0;
}

/* What links are resolved against: the base that the page or its reader names, else the address that the page
 * says it has. Returns: (transfer full): "" if there is none */
static gpointer
make_base (gpointer data)
{
  const ExtractPage *page = data;
  const char *base = page->base, *strings = page->strings->str;

  for (guint32 n = 0; n < page->notes.len && !base; n++) {
    const ExtractNote *note = ROWS_INDEX (page->notes, ExtractNote, n);

    if (((note->kind == EXTRACT_NOTE_LINK && g_ascii_strcasecmp (strings + note->name, "canonical") == 0) ||
         (note->kind == EXTRACT_NOTE_META && g_ascii_strcasecmp (strings + note->name, "og:url") == 0)) &&
        is_web_address (strings + note->value))
      base = strings + note->value;
  }
  return extract_memory_strdup (base && strlen (base) <= LINK_MAX ? base : "");
}

const char *
extract_writer_get_base (ExtractDocument *document)
{
  return extract_page_keep (document->page, EXTRACT_SLOT_BASE, make_base, document->page,
                            extract_memory_free);
}

char *
extract_writer_dup_address (ExtractDocument *document, const char *address, gboolean web)
{
  const char *base = extract_writer_get_base (document);
  EXTRACT_AUTOFREE char *link = link_clean (address);
  EXTRACT_AUTOFREE char *resolved = NULL;

  if (!link_has_good_scheme (link))
    return NULL;
  if (*base && strlen (link) <= LINK_MAX)
    resolved = extract_memory_adopt (
        extract_page_resolve (base, link, G_URI_FLAGS_PARSE_RELAXED | G_URI_FLAGS_ENCODED));
  /* Of a bad base, a good link has a bad scheme. */
  if (resolved && !link_has_good_scheme (resolved))
    return NULL;
  if (!resolved)
    resolved = g_steal_pointer (&link);
  return *resolved && (!web || is_web_address (resolved)) ? g_steal_pointer (&resolved) : NULL;
}

char *
extract_writer_dup_link (ExtractDocument *document, const ExtractMark *mark)
{
  return extract_writer_dup_address (document, document->page->strings->str + mark->href, FALSE);
}

char **
extract_block_dup_links (ExtractBlock *block)
{
  g_return_val_if_fail (block != NULL, NULL);

  ExtractDocument *document = block->document;
  const ExtractPiece *piece = extract_document_piece (document, (guint) (block - document->blocks));
  const ExtractMark *marks = extract_document_marks (document, piece);
  g_autoptr (GStrvBuilder) links = g_strv_builder_new ();

  for (guint32 i = 0; i < piece->n_marks; i++)
    if (marks[i].kind == EXTRACT_MARK_LINK) {
      EXTRACT_AUTOFREE char *address =
          extract_writer_dup_address (document, document->page->strings->str + marks[i].href, TRUE);

      if (address)
        g_strv_builder_add (links, address);
    }
  return g_strv_builder_end (links);
}
