/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a script of JSON-LD, and after the first </script> as the rest of its page. What is read of it
 * has to be text, and the features of the set rich lie in their ranges.
 */
#include <libextract/feature/feature.h>
#include <libextract/page/structured.h>

#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check_texts (const ExtractString *texts)
{
  for (const char *p = texts->str; p < texts->str + texts->len; p += strlen (p) + 1)
    g_assert_true (*p && g_utf8_validate (p, -1, NULL));
  g_assert_true (texts->len == 0 || texts->str[texts->len - 1] == '\0');
}

static void
check_features (ExtractDocument *document)
{
  const ExtractFeatureSet *set = extract_feature_set_find ("rich");
  gsize n = extract_feature_set_get_n_features (set);

  g_assert_true (extract_features_compute (document, set, NULL, NULL));
  for (guint i = 0; i < document->n_blocks; i++) {
    const float *values = extract_block_get_features (extract_document_get_block (document, i), &n);

    for (gsize j = 0; j < n; j++) {
      const ExtractFeature *feature = extract_feature_set_get_feature (set, j);

      g_assert_true (isnan (values[j]) || (values[j] >= feature->minimum && values[j] <= feature->maximum));
    }
  }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GString) page = g_string_new ("<meta charset=utf-8><script type=application/ld+json>");
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (ExtractDocument) document = NULL;
  g_autoptr (ExtractStructured) structured = NULL;

  g_string_append_len (page, (const char *) data, size);
  bytes = g_bytes_new (page->str, page->len);
  document = extract_parser_parse_bytes (parser, bytes, NULL, NULL, NULL);
  if (!document)
    return 0;
  structured = extract_structured_new (document->page);
  check_texts (structured->bodies);
  check_texts (structured->descriptions);
  check_texts (structured->names);
  check_features (document);
  return 0;
}
