/* SPDX-License-Identifier: MIT */
/*
 * XML: the data of JSON, in elements and attributes. Texts are plain, without inline elements. Attributes
 * with an unknown value are left out. Characters that XML 1.0 does not allow become U+FFFD.
 *
 *   pages   the root: all pages of a run; written by the prologue and the epilogue of the format
 *   page    source? url? fetched? title language? detected_language? language_share? charset model?
 * confidence main_text reason? metadata  name origin; holds a value: on request block   tag path role score
 * label rule? step? detected_language?; holds the text post, comment  number reply_to? author? date?; hold
 * the text: on request
 */
#include "libextract/write/write.h"
#include "libextract/write/writer.h"

#include <string.h>

static void
append_known (ExtractString *out, const char *name, const char *value)
{
  if (value)
    extract_writer_append_attribute (out, name, value);
}

static void
append_block (ExtractString *out, ExtractDocument *document, guint i, ExtractMetadata *roles,
              ExtractWriteFlags flags)
{
  ExtractBlock *block = &document->blocks[i];
  EXTRACT_AUTOFREE char *path = extract_block_dup_path (block);
  const guint step = extract_writer_get_step (document, i);

  extract_string_append_str (out, "<block");
  extract_writer_append_attribute (out, "tag", extract_block_get_tag (block));
  extract_writer_append_attribute (out, "path", path);
  extract_writer_append_attribute (out, "role", extract_writer_get_role (document, i, roles));
  extract_string_append_str (out, " score=\"");
  extract_writer_append_number (out, "%.4f", block->score);
  extract_string_append_c (out, '"');
  extract_writer_append_attribute (out, "label", extract_label_get_nick (block->label));
  append_known (out, "rule", extract_block_get_rule (block));
  if (step > 0) {
    extract_string_append_str (out, " step=\"");
    extract_writer_append_number (out, "%.0f", step);
    extract_string_append_c (out, '"');
  }
  if (flags & EXTRACT_WRITE_LANGUAGES)
    extract_writer_append_attribute (out, "detected_language", extract_language_of_block (document, i).code);
  extract_string_append_c (out, '>');
  extract_writer_append_markup (out, extract_document_text (document, i),
                                extract_document_piece (document, i)->length, FALSE);
  extract_string_append_str (out, "</block>\n");
}

static void
append_metadata (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  ExtractMetadata *metadata = extract_writer_get_metadata (document);

  for (ExtractField field = 0; field < EXTRACT_N_FIELDS; field++)
    for (guint i = 0; i < extract_writer_count_values (metadata, flags, field); i++) {
      const char *value = extract_metadata_get_value (metadata, field, i);

      extract_string_append_str (out, "<metadata");
      extract_writer_append_attribute (out, "name", extract_field_get_info (field)->name);
      extract_writer_append_attribute (out, "origin", extract_metadata_get_origin (metadata, field, i));
      extract_string_append_c (out, '>');
      extract_writer_append_markup (out, value, strlen (value), FALSE);
      extract_string_append_str (out, "</metadata>\n");
    }
}

static void
append_items (ExtractString *out, ExtractDocument *document)
{
  ExtractItems *items = extract_writer_get_items (document);

  for (guint i = 0; i < extract_items_get_n_items (items); i++) {
    const char *name = extract_items_get_kind (items, i) == EXTRACT_ITEM_POST ? "post" : "comment";
    const char *text = extract_items_get_text (items, i);
    const int reply_to = extract_items_get_reply_to (items, i);

    EXTRACT_BUDGET_LOOK_EVERY (i + 1, 1024);
    extract_string_append_printf (out, "<%s number=\"%u\"", name, i + 1);
    if (reply_to >= 0)
      extract_string_append_printf (out, " reply_to=\"%d\"", reply_to + 1);
    append_known (out, "author", extract_items_get_author (items, i));
    append_known (out, "date", extract_items_get_date (items, i));
    extract_string_append_c (out, '>');
    extract_writer_append_markup (out, text, strlen (text), FALSE);
    extract_string_append_printf (out, "</%s>\n", name);
  }
}

static void
append_language (ExtractString *out, ExtractLanguage language)
{
  extract_writer_append_attribute (out, "detected_language", language.code);
  extract_string_append_str (out, " language_share=\"");
  extract_writer_append_number (out, "%.4f", language.share);
  extract_string_append_c (out, '"');
}

void
extract_write_xml (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  ExtractMetadata *roles = extract_writer_get_roles (document, flags);

  extract_string_append_str (out, "<page");
  append_known (out, "source", extract_document_get_source (document));
  append_known (out, "url", extract_document_get_uri (document));
  append_known (out, "fetched", extract_document_get_fetched (document));
  extract_writer_append_attribute (out, "title", extract_document_get_title (document));
  append_known (out, "language", extract_document_get_language (document));
  if (flags & EXTRACT_WRITE_LANGUAGE)
    append_language (out, extract_language_of_document (document));
  extract_writer_append_attribute (out, "charset", extract_document_get_charset (document));
  append_known (out, "model", extract_document_get_model (document));
  extract_string_append_str (out, " confidence=\"");
  extract_writer_append_number (out, "%.4f", extract_document_get_confidence (document));
  extract_string_append_c (out, '"');
  extract_writer_append_attribute (out, "main_text",
                                   extract_document_has_main_text (document) ? "true" : "false");
  append_known (out, "reason", extract_writer_get_reason (document));
  extract_string_append_str (out, ">\n");
  if (flags & EXTRACT_WRITE_METADATA)
    append_metadata (out, document, flags);
  for (guint i = 0; i < document->n_blocks; i++)
    if (!extract_writer_skips (document, i, flags))
      append_block (out, document, i, roles, flags);
  if (flags & EXTRACT_WRITE_ITEMS)
    append_items (out, document);
  extract_string_append_str (out, "</page>\n");
}
