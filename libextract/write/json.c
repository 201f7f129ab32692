/* SPDX-License-Identifier: MIT */
/*
 * JSON: an object for each page, indented or (jsonl) on one line; several pages make several
 * objects, one after another. Its schema is texttractor.schema.json beside this file. A string that
 * is not known is null; a page without main text has an empty array of blocks. Numbers have four
 * decimals.
 */
#include "libextract/base/json.h"
#include "libextract/text/sketch.h"
#include "libextract/write/write.h"
#include "libextract/write/writer.h"

/* Either kind of white space between the tokens. */
typedef struct {
  const char *colon;
  const char *open_page, *next_key, *open_blocks, *open_block, *next_block_key, *close_block, *next_block;
  const char *close_blocks, *close_page;
  const char *open_metadata, *next_field, *close_metadata, *open_origins, *next_origin, *close_origins;
  const char *next_value;
} Layout;

static const Layout indented = {
  .colon = ": ",
  .open_page = "{\n  ",
  .next_key = ",\n  ",
  .open_blocks = "[\n    ",
  .open_block = "{\n      ",
  .next_block_key = ",\n      ",
  .close_block = "\n    }",
  .next_block = ",\n    ",
  .close_blocks = "\n  ]",
  .close_page = "\n}\n",
  .open_metadata = "{\n    ",
  .next_field = ",\n    ",
  .close_metadata = "\n  }",
  .open_origins = "{\n      ",
  .next_origin = ",\n      ",
  .close_origins = "\n    }",
  .next_value = ", ",
};

static const Layout compact = {
  .colon = ":",
  .open_page = "{",
  .next_key = ",",
  .open_blocks = "[",
  .open_block = "{",
  .next_block_key = ",",
  .close_block = "}",
  .next_block = ",",
  .close_blocks = "]",
  .close_page = "}\n",
  .open_metadata = "{",
  .next_field = ",",
  .close_metadata = "}",
  .open_origins = "{",
  .next_origin = ",",
  .close_origins = "}",
  .next_value = ",",
};

static void
append_key (ExtractString *out, const Layout *layout, const char *before, const char *key)
{
  extract_string_append_str (out, before);
  extract_string_append_c (out, '"');
  extract_string_append_str (out, key);
  extract_string_append_c (out, '"');
  extract_string_append_str (out, layout->colon);
}

static void
append_block (ExtractString *out, const Layout *layout, ExtractDocument *document, guint i,
              ExtractMetadata *roles, ExtractWriteFlags flags)
{
  ExtractBlock *block = &document->blocks[i];
  EXTRACT_AUTOFREE char *path = extract_block_dup_path (block);
  const guint step = extract_writer_get_step (document, i);

  append_key (out, layout, layout->open_block, "text");
  extract_string_append_json (out, extract_block_get_text (block));
  append_key (out, layout, layout->next_block_key, "tag");
  extract_string_append_json (out, extract_block_get_tag (block));
  append_key (out, layout, layout->next_block_key, "path");
  extract_string_append_json (out, path);
  append_key (out, layout, layout->next_block_key, "role");
  extract_string_append_json (out, extract_writer_get_role (document, i, roles));
  append_key (out, layout, layout->next_block_key, "score");
  extract_writer_append_number (out, "%.4f", block->score);
  append_key (out, layout, layout->next_block_key, "label");
  extract_string_append_json (out, extract_label_get_nick (block->label));
  if (extract_block_get_class (block)) {
    append_key (out, layout, layout->next_block_key, "class");
    extract_string_append_json (out, extract_block_get_class (block));
  }
  append_key (out, layout, layout->next_block_key, "rule");
  extract_string_append_json (out, extract_block_get_rule (block));
  if (step > 0) {
    append_key (out, layout, layout->next_block_key, "step");
    extract_writer_append_number (out, "%.0f", (double) step);
  }
  if (flags & EXTRACT_WRITE_LANGUAGES) {
    append_key (out, layout, layout->next_block_key, "detected_language");
    extract_string_append_json (out, extract_language_of_block (document, i).code);
  }
  extract_string_append_str (out, layout->close_block);
}

typedef const char *(*GetValue) (ExtractMetadata *metadata, ExtractField field, guint i);

/* The values of a field, or where they come from: an array where there may be many. */
static void
append_values (ExtractString *out, const Layout *layout, ExtractMetadata *metadata, ExtractField field,
               GetValue get_value)
{
  const gboolean many = extract_field_get_info (field)->many;

  extract_string_append_str (out, many ? "[" : "");
  for (guint i = 0; i < extract_metadata_get_n_values (metadata, field); i++) {
    extract_string_append_str (out, i > 0 ? layout->next_value : "");
    extract_string_append_json (out, get_value (metadata, field, i));
  }
  extract_string_append_str (out, many ? "]" : "");
}

/* Fields that are not known are left out. */
static void
append_metadata (ExtractString *out, const Layout *layout, ExtractDocument *document, ExtractWriteFlags flags)
{
  ExtractMetadata *metadata = extract_writer_get_metadata (document);
  const char *before = layout->open_metadata;

  append_key (out, layout, layout->next_key, "metadata");
  for (ExtractField field = 0; field < EXTRACT_N_FIELDS; field++)
    if (extract_writer_count_values (metadata, flags, field) > 0) {
      append_key (out, layout, before, extract_field_get_info (field)->name);
      append_values (out, layout, metadata, field, extract_metadata_get_value);
      before = layout->next_field;
    }
  append_key (out, layout, before, "origins");
  before = layout->open_origins;
  for (ExtractField field = 0; field < EXTRACT_N_FIELDS; field++)
    if (extract_writer_count_values (metadata, flags, field) > 0) {
      append_key (out, layout, before, extract_field_get_info (field)->name);
      append_values (out, layout, metadata, field, extract_metadata_get_origin);
      before = layout->next_origin;
    }
  extract_string_append_str (out, before == layout->open_origins ? "{}" : layout->close_origins);
  extract_string_append_str (out, layout->close_metadata);
}

static void
append_item (ExtractString *out, const Layout *layout, ExtractItems *items, guint i)
{
  const int reply_to = extract_items_get_reply_to (items, i);

  append_key (out, layout, layout->open_block, "number");
  extract_string_append_printf (out, "%u", i + 1);
  append_key (out, layout, layout->next_block_key, "reply_to");
  if (reply_to < 0)
    extract_string_append_str (out, "null");
  else
    extract_string_append_printf (out, "%d", reply_to + 1);
  append_key (out, layout, layout->next_block_key, "author");
  extract_string_append_json (out, extract_items_get_author (items, i));
  append_key (out, layout, layout->next_block_key, "date");
  extract_string_append_json (out, extract_items_get_date (items, i));
  append_key (out, layout, layout->next_block_key, "text");
  extract_string_append_json (out, extract_items_get_text (items, i));
  extract_string_append_str (out, layout->close_block);
}

/* Those of one kind. */
static void
append_items (ExtractString *out, const Layout *layout, ExtractDocument *document, ExtractItemKind kind,
              const char *key)
{
  ExtractItems *items = extract_writer_get_items (document);
  gboolean first = TRUE;

  append_key (out, layout, layout->next_key, key);
  for (guint i = 0; i < extract_items_get_n_items (items); i++) {
    EXTRACT_BUDGET_LOOK_EVERY (i + 1, 1024);
    if (extract_items_get_kind (items, i) != kind)
      continue;
    extract_string_append_str (out, first ? layout->open_blocks : layout->next_block);
    append_item (out, layout, items, i);
    first = FALSE;
  }
  extract_string_append_str (out, first ? "[]" : layout->close_blocks);
}

/* Of the good blocks, whatever is written. */
static void
make_sketch (ExtractSketcher *sketcher, ExtractDocument *document)
{
  extract_sketcher_begin (sketcher, NULL, NULL);
  for (guint i = 0; i < document->n_blocks; i++)
    if (!extract_writer_skips (document, i, EXTRACT_WRITE_DEFAULT))
      extract_sketcher_add (sketcher, extract_document_text (document, i),
                            extract_document_piece (document, i)->length);
  extract_sketcher_end (sketcher);
}

/* Of a text without words, null. */
static void
append_fingerprints (ExtractString *out, const Layout *layout, ExtractDocument *document)
{
  ExtractSketcher sketcher;
  const ExtractSketch *sketch = &sketcher.sketch;

  make_sketch (&sketcher, document);
  append_key (out, layout, layout->next_key, "fingerprints");
  if (sketch->n_words == 0) {
    extract_string_append_str (out, "null");
    return;
  }
  append_key (out, layout, layout->open_metadata, "exact");
  extract_string_append_printf (out, "\"%016" G_GINT64_MODIFIER "x\"", sketch->exact);
  append_key (out, layout, layout->next_field, "minhash");
  extract_string_append_c (out, '"');
  for (guint i = 0; i < EXTRACT_SKETCH_MINIMA; i++)
    extract_string_append_printf (out, "%02x", extract_sketch_get_byte (sketch, i));
  extract_string_append_c (out, '"');
  append_key (out, layout, layout->next_field, "bands");
  for (guint i = 0; i < EXTRACT_SKETCH_BANDS; i++)
    extract_string_append_printf (out, "%s\"%016" G_GINT64_MODIFIER "x\"", i == 0 ? "[" : layout->next_value,
                                  extract_sketch_get_band (sketch, i));
  extract_string_append_c (out, ']');
  extract_string_append_str (out, layout->close_metadata);
}

static void
append_language (ExtractString *out, const Layout *layout, ExtractLanguage language)
{
  append_key (out, layout, layout->next_key, "detected_language");
  extract_string_append_json (out, language.code);
  append_key (out, layout, layout->next_key, "language_share");
  extract_writer_append_number (out, "%.4f", language.share);
}

static void
append_page (ExtractString *out, const Layout *layout, ExtractDocument *document, ExtractWriteFlags flags)
{
  ExtractMetadata *roles = extract_writer_get_roles (document, flags);
  gboolean first = TRUE;

  append_key (out, layout, layout->open_page, "version");
  extract_string_append_str (out, G_STRINGIFY (EXTRACT_JSON_VERSION));
  append_key (out, layout, layout->next_key, "source");
  extract_string_append_json (out, extract_document_get_source (document));
  append_key (out, layout, layout->next_key, "url");
  extract_string_append_json (out, extract_document_get_uri (document));
  if (extract_document_get_fetched (document)) {
    append_key (out, layout, layout->next_key, "fetched");
    extract_string_append_json (out, extract_document_get_fetched (document));
  }
  append_key (out, layout, layout->next_key, "title");
  extract_string_append_json (out, extract_document_get_title (document));
  append_key (out, layout, layout->next_key, "language");
  extract_string_append_json (out, extract_document_get_language (document));
  if (flags & EXTRACT_WRITE_LANGUAGE)
    append_language (out, layout, extract_language_of_document (document));
  append_key (out, layout, layout->next_key, "charset");
  extract_string_append_json (out, extract_document_get_charset (document));
  append_key (out, layout, layout->next_key, "model");
  extract_string_append_json (out, extract_document_get_model (document));
  append_key (out, layout, layout->next_key, "confidence");
  extract_writer_append_number (out, "%.4f", extract_document_get_confidence (document));
  append_key (out, layout, layout->next_key, "main_text");
  extract_string_append_str (out, extract_document_has_main_text (document) ? "true" : "false");
  append_key (out, layout, layout->next_key, "reason");
  extract_string_append_json (out, extract_writer_get_reason (document));
  if (flags & EXTRACT_WRITE_METADATA)
    append_metadata (out, layout, document, flags);
  if (flags & EXTRACT_WRITE_FINGERPRINTS)
    append_fingerprints (out, layout, document);
  append_key (out, layout, layout->next_key, "blocks");
  for (guint i = 0; i < document->n_blocks; i++) {
    if (extract_writer_skips (document, i, flags))
      continue;
    extract_string_append_str (out, first ? layout->open_blocks : layout->next_block);
    append_block (out, layout, document, i, roles, flags);
    first = FALSE;
  }
  extract_string_append_str (out, first ? "[]" : layout->close_blocks);
  if (flags & EXTRACT_WRITE_ITEMS) {
    append_items (out, layout, document, EXTRACT_ITEM_POST, "posts");
    append_items (out, layout, document, EXTRACT_ITEM_COMMENT, "comments");
  }
  extract_string_append_str (out, layout->close_page);
}

void
extract_write_json (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  append_page (out, &indented, document, flags);
}

void
extract_write_jsonl (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  append_page (out, &compact, document, flags);
}
