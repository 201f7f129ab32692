/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a page: what is written of it is valid, in every format, and runs nothing.
 *
 * The first byte chooses the flags; the page comes after it, with an address.
 */
#include <libextract/extract.h>
#include <libextract/text/language.h>

#include "tests/fuzz/valid.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static const char *
check_markdown (const char *text, guint flags)
{
  return flags & EXTRACT_WRITE_METADATA ? valid_front_matter (text) : NULL;
}

static const char *
check_lines (const char *text)
{
  const char *end = strchr (text, '\n');

  return !end || end[1] ? "not one line" : valid_json (text);
}

/* Returns: (nullable): what is wrong with it */
static const char *
check (const char *format, const char *text, guint flags)
{
  if (!g_utf8_validate (text, -1, NULL))
    return "not UTF-8";
  if (strcmp (format, "json") == 0)
    return valid_json (text);
  if (strcmp (format, "jsonl") == 0)
    return check_lines (text);
  if (strcmp (format, "xml") == 0 || strcmp (format, "tei") == 0)
    return valid_xml (text);
  if (strcmp (format, "html") == 0)
    return valid_html (text);
  if (strcmp (format, "markdown") == 0)
    return check_markdown (text, flags);
  if (strcmp (format, "csv") == 0)
    return valid_table (text, ',');
  if (strcmp (format, "tsv") == 0)
    return valid_table (text, '\t');
  if (strcmp (format, "vertical") == 0)
    return valid_vertical (text);
  return NULL;
}

static ExtractClassifier *
get_classifier (void)
{
  static ExtractClassifier *classifier;

  if (!classifier) {
    g_autoptr (ExtractModel) model = extract_model_get_default (NULL);

    classifier = extract_classifier_new (model);
  }
  return classifier;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (ExtractDocument) document = NULL;
  guint flags = size > 0 ? data[0] % (2 * EXTRACT_WRITE_STRUCTURE) : 0;

  if (size < 1)
    return 0;
  if (data[0] & 0x80 && extract_language_load (NULL))
    flags |= EXTRACT_WRITE_LANGUAGE | EXTRACT_WRITE_LANGUAGES;
  bytes = g_bytes_new (data + 1, size - 1);
  document =
      extract_parser_parse_bytes (parser, bytes, "text/html; charset=utf-8", "http://example.org/a/b", NULL);
  if (!document || !extract_classifier_label (get_classifier (), document, NULL))
    return 0;
  for (guint format = 0; format < EXTRACT_N_FORMATS; format++) {
    const char *name = extract_format_get_info ((ExtractFormat) format)->name;
    g_autoptr (GError) error = NULL;
    g_autofree char *text = extract_document_to_string (document, (ExtractFormat) format, flags, &error);
    const char *wrong = text && *text ? check (name, text, flags) : NULL;

    g_assert_no_error (error);
    if (wrong) {
      g_printerr ("%s: %s:\n%s", name, wrong, text);
      abort ();
    }
  }
  return 0;
}
