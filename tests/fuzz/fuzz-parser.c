/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a page, the whole way: parsed, measured, labelled, and written in every format.
 *
 * The first two bytes choose the Content-Type and the limits, '0' to '7' each ('0': none, and the
 * defaults); the page comes after them. So the seeds are pages that can be read.
 */
#include <math.h>
#include <libextract/page/document.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static const char *const content_types[8] = {
  NULL,
  "text/html",
  "text/html; charset=utf-8",
  "text/html; charset=windows-1252",
  "text/html; charset=utf-16le",
  "text/html; charset=iso-2022-jp",
  "text/html; charset=gb18030",
  "application/xhtml+xml; charset=\"Shift_JIS\"",
};

static const struct {
  ExtractLimit limit;
  guint64 value;
} limits[8] = {
  { EXTRACT_LIMIT_BYTES, 1 << 20 }, { EXTRACT_LIMIT_BYTES, 100 },      { EXTRACT_LIMIT_DEPTH, 1 },
  { EXTRACT_LIMIT_DEPTH, 8 },       { EXTRACT_LIMIT_BLOCKS, 2 },       { EXTRACT_LIMIT_MEMORY, 1000 },
  { EXTRACT_LIMIT_MEMORY, 300000 }, { EXTRACT_LIMIT_MILLISECONDS, 1 },
};

/* The library never prints, and gives no other library a reason to. */
static void
refuse_message (const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  g_printerr ("%s: %s\n", domain, message);
  abort ();
}

static void
check_text (const char *text)
{
  g_assert_true (g_utf8_validate (text, -1, NULL));
}

static void
check_markup (const char *text)
{
  static const GMarkupParser handlers = { 0 };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&handlers, 0, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_markup_parse_context_parse (context, text, -1, &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
}

/* One row, of one column more than it has separators outside of quotes. */
static void
check_row (const char *text, char separator)
{
  guint n_columns = 1;
  gboolean quoted = FALSE;

  for (; *text && !(*text == '\n' && !quoted); text++) {
    quoted ^= separator == ',' && *text == '"';
    n_columns += *text == separator && !quoted;
  }
  g_assert_cmpstr (text, ==, "\n");
  g_assert_cmpuint (n_columns, ==, EXTRACT_N_FIELDS + 2);
}

/* Other programs can read it. */
static void
check_record (ExtractFormat format, const char *record)
{
  if (format == EXTRACT_FORMAT_XML || format == EXTRACT_FORMAT_TEI)
    check_markup (record);
  else if (format == EXTRACT_FORMAT_CSV || format == EXTRACT_FORMAT_TSV)
    check_row (record, format == EXTRACT_FORMAT_CSV ? ',' : '\t');
}

/* The texts are what they should be, and the marks lie inside them, at the borders of characters. */
static void
check_block (ExtractDocument *document, guint i)
{
  ExtractBlock *block = extract_document_get_block (document, i);
  const ExtractPiece *piece = extract_document_piece (document, i);
  const char *text = extract_block_get_text (block);
  g_autofree char *path = extract_block_dup_path (block);
  gsize n;
  const float *values = extract_block_get_features (block, &n);
  guint32 start = 0;

  check_text (text);
  check_text (path);
  g_assert_cmpuint (piece->length, >, 0);
  g_assert_cmpuint (piece->length, ==, strlen (text));
  g_assert_null (strchr (" \t\n", text[piece->length - 1]));
  for (gsize j = 0; j < n; j++) {
    const ExtractFeature *feature = extract_feature_set_get_feature (document->set, j);

    g_assert_true (isnan (values[j]) || (values[j] >= feature->minimum && values[j] <= feature->maximum));
  }
  for (guint j = 0; j < piece->n_marks; j++) {
    const ExtractMark *mark = ROWS_INDEX (document->page->marks, ExtractMark, piece->marks + j);

    g_assert_cmpuint (mark->start, >=, start);
    g_assert_cmpuint (mark->start, <=, mark->end);
    g_assert_cmpuint (mark->end, <=, piece->length);
    g_assert_cmpuint (mark->kind, <, EXTRACT_N_MARKS);
    g_assert_cmpuint (mark->href, <, document->page->strings->len);
    g_assert_false (((guchar) text[mark->start] & 0xc0) == 0x80 || ((guchar) text[mark->end] & 0xc0) == 0x80);
    start = mark->start;
  }
}

/* What a page that was parsed may still fail with. */
static void
check_limit (const GError *error)
{
  g_assert_true (g_error_matches (error, EXTRACT_ERROR, EXTRACT_ERROR_OUT_OF_TIME) ||
                 g_error_matches (error, EXTRACT_ERROR, EXTRACT_ERROR_OUT_OF_MEMORY));
}

/* Every value is a text, and every date one that there is. */
static void
check_metadata (ExtractDocument *document)
{
  g_autoptr (GError) error = NULL;
  ExtractMetadata *metadata = extract_document_get_metadata (document, &error);

  g_assert_true ((metadata == NULL) == (error != NULL));
  if (!metadata) {
    check_limit (error);
    return;
  }
  for (ExtractField field = 0; field < EXTRACT_N_FIELDS; field++)
    for (guint i = 0; i < extract_metadata_get_n_values (metadata, field); i++) {
      const char *value = extract_metadata_get_value (metadata, field, i);

      check_text (value);
      g_assert_true (*value != '\0' && i < 65);
      g_assert_nonnull (extract_metadata_get_origin (metadata, field, i));
      if (field == EXTRACT_FIELD_PUBLISHED || field == EXTRACT_FIELD_MODIFIED)
        g_assert_true (strncmp (value, "1990", 4) >= 0 && strlen (value) < 32);
    }
}

/* Each has a text, and answers an earlier one. */
static void
check_items (ExtractDocument *document)
{
  g_autoptr (GError) error = NULL;
  ExtractItems *items = extract_document_get_items (document, &error);

  g_assert_true ((items == NULL) == (error != NULL));
  if (!items) {
    check_limit (error);
    return;
  }
  for (guint i = 0; i < extract_items_get_n_items (items); i++) {
    const char *author = extract_items_get_author (items, i), *date = extract_items_get_date (items, i);

    check_text (extract_items_get_text (items, i));
    g_assert_true (*extract_items_get_text (items, i) != '\0');
    g_assert_cmpint (extract_items_get_reply_to (items, i), <, (int) i);
    if (author)
      check_text (author);
    g_assert_true (!author || *author);
    g_assert_true (!date || (strncmp (date, "1990", 4) >= 0 && strlen (date) < 32));
  }
}

static void
check_document (ExtractDocument *document)
{
  static ExtractClassifier *classifier;
  g_autoptr (GError) error = NULL;

  if (!classifier) {
    g_autoptr (ExtractModel) model = extract_model_get_default (&error);
    gsize n_rules;
    const ExtractRule *rules = extract_rule_get_all (&n_rules);

    g_assert_no_error (error);
    classifier = extract_classifier_new (model);
    for (gsize i = 0; i < n_rules; i++)
      extract_classifier_set_rule (classifier, rules[i].name, TRUE);
  }
  if (!extract_classifier_label (classifier, document, &error)) {
    check_limit (error);
    return;
  }
  check_text (extract_document_get_title (document));
  if (extract_document_get_language (document))
    check_text (extract_document_get_language (document));
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++)
    check_block (document, i);
  check_metadata (document);
  check_items (document);
  for (guint format = 0; format < EXTRACT_N_FORMATS; format++)
    for (guint flags = 0; flags < 2 * EXTRACT_WRITE_IMAGES; flags++) {
      g_autofree char *string = extract_document_to_string (document, format, flags, &error);

      if (!string) {
        check_limit (error);
        return;
      }
      check_text (string);
      check_record (format, string);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (ExtractDocument) document = NULL;

  if (size < 2)
    return 0;
  g_log_set_default_handler (refuse_message, NULL);
  extract_parser_set_limit (parser, limits[data[1] % 8].limit, limits[data[1] % 8].value);
  /* In memory of its own, so that a read beyond its end is seen. */
  bytes = g_bytes_new (data + 2, size - 2);
  document = extract_parser_parse_bytes (parser, bytes, content_types[data[0] % 8], "http://example.org/a/b",
                                         &error);
  g_assert_true ((document == NULL) == (error != NULL));
  if (document)
    check_document (document);
  else
    g_assert_true (error->domain == EXTRACT_ERROR && error->code <= EXTRACT_ERROR_MARKUP);
  return 0;
}
