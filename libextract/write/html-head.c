/* SPDX-License-Identifier: MIT */
/*
 * The head of an HTML document. Metadata have the names that most readers of pages know, ours too.
 */
#include "libextract/write/writer.h"

#include <string.h>

/* An element for each value of a field; the language is an attribute of html, the title the title. */
static const struct {
  ExtractField field;
  const char *start, *attribute;
} elements[] = {
  { EXTRACT_FIELD_AUTHOR, "<meta name=\"author\"", "content" },
  { EXTRACT_FIELD_PUBLISHED, "<meta property=\"article:published_time\"", "content" },
  { EXTRACT_FIELD_MODIFIED, "<meta property=\"article:modified_time\"", "content" },
  { EXTRACT_FIELD_SITE_NAME, "<meta property=\"og:site_name\"", "content" },
  { EXTRACT_FIELD_URL, "<link rel=\"canonical\"", "href" },
  { EXTRACT_FIELD_DESCRIPTION, "<meta name=\"description\"", "content" },
  { EXTRACT_FIELD_IMAGE, "<meta property=\"og:image\"", "content" },
  { EXTRACT_FIELD_CATEGORY, "<meta property=\"article:section\"", "content" },
  { EXTRACT_FIELD_TAG, "<meta property=\"article:tag\"", "content" },
  { EXTRACT_FIELD_LICENCE, "<meta name=\"dcterms.license\"", "content" },
  { EXTRACT_FIELD_KIND, "<meta property=\"og:type\"", "content" },
};

static void
append_element (ExtractString *out, const char *start, const char *attribute, const char *value)
{
  extract_string_append_str (out, start);
  extract_writer_append_attribute (out, attribute, value);
  extract_string_append_str (out, ">\n");
}

void
extract_write_html_head (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  ExtractMetadata *metadata = flags & EXTRACT_WRITE_METADATA ? extract_writer_get_metadata (document) : NULL;
  const char *title = metadata ? extract_writer_get_value (metadata, flags, EXTRACT_FIELD_TITLE) : NULL;
  const char *language = extract_writer_get_language (document, flags);

  if (!title)
    title = extract_document_get_title (document);
  if (!language && metadata)
    language = extract_writer_get_value (metadata, flags, EXTRACT_FIELD_LANGUAGE);
  if (!language)
    language = extract_document_get_language (document);
  extract_string_append_str (out, "<!DOCTYPE html>\n<html");
  if (language)
    extract_writer_append_attribute (out, "lang", language);
  extract_string_append_str (out, ">\n<head>\n<meta charset=\"utf-8\">\n<title>");
  extract_writer_append_markup (out, title, strlen (title), FALSE);
  extract_string_append_str (out, "</title>\n");
  if (metadata && extract_document_get_source (document))
    append_element (out, "<meta name=\"dcterms.source\"", "content", extract_document_get_source (document));
  for (guint e = 0; metadata && e < G_N_ELEMENTS (elements); e++)
    for (guint i = 0; i < extract_writer_count_values (metadata, flags, elements[e].field); i++)
      append_element (out, elements[e].start, elements[e].attribute,
                      extract_metadata_get_value (metadata, elements[e].field, i));
  extract_string_append_str (out, "</head>\n");
}
