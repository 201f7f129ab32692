/* SPDX-License-Identifier: MIT */
/* What "texttractor why" shows, for programs that serve many pages: features, limits, blocks that are not
 * there. */
#include "cli/why.h"
#include "tests/unit/parse.h"
#include "libextract/model/classifier.h"

#include <string.h>

static const char markup[] = "<!DOCTYPE html><title>Tides</title><h1>How to read a tide table</h1>"
                             "<p>Anyone who has ever walked back along a beach that was there an hour ago "
                             "knows what a table is for.</p>"
                             "<ul><li><a href=/a>Home</a></li><li><a href=/b>Contact</a></li></ul>";

static ExtractDocument *
label (ExtractClassifier *classifier)
{
  ExtractDocument *document = parse (markup);
  g_assert_true (extract_classifier_label (classifier, document, NULL));
  return document;
}

static ExtractClassifier *
make_classifier (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = extract_model_get_default (&error);
  g_assert_no_error (error);
  return extract_classifier_new (model);
}

static guint
count (const char *text, const char *word)
{
  guint n = 0;
  for (const char *p = text; (p = strstr (p, word)); p += strlen (word))
    n++;
  return n;
}

static void
test_blocks (void)
{
  g_autoptr (ExtractClassifier) classifier = make_classifier ();
  g_autoptr (ExtractDocument) document = label (classifier);
  g_autoptr (CliWhy) why = cli_why_new ("page", EXTRACT_MARKUP_PARSER_PLAIN, classifier, document, NULL);
  g_autoptr (GString) json = g_string_new (NULL);
  const guint n = extract_document_get_n_blocks (document);

  g_assert_false (cli_why_show_block (why, n));
  g_assert_true (cli_why_append_json (json, why, NULL));
  g_assert_cmpuint (count (json->str, "\"index\""), ==, 0);
  g_assert_true (cli_why_show_block (why, 1));
  g_string_truncate (json, 0);
  g_assert_true (cli_why_append_json (json, why, NULL));
  g_assert_cmpuint (count (json->str, "\"index\""), ==, 1);
  g_assert_nonnull (strstr (json->str, "\"index\": 1, "));
  cli_why_show_closest (why, G_MAXUINT64);
  g_string_truncate (json, 0);
  g_assert_true (cli_why_append_json (json, why, NULL));
  g_assert_cmpuint (count (json->str, "\"index\""), ==, n);
  g_assert_null (strstr (json->str, "\"features\""));
}

/* All of them, as extract_block_get_features () has them where they were computed before labelling. */
static void
test_features (void)
{
  g_autoptr (ExtractClassifier) classifier = make_classifier ();
  ExtractModel *model = extract_classifier_get_model (classifier);
  const ExtractFeatureSet *set = extract_model_get_feature_set (model);
  g_autoptr (ExtractDocument) document = parse (markup);
  g_assert_true (extract_document_compute_features (document, model, NULL));
  g_assert_true (extract_classifier_label (classifier, document, NULL));
  g_autoptr (CliWhy) why = cli_why_new ("page", EXTRACT_MARKUP_PARSER_PLAIN, classifier, document, NULL);
  g_autoptr (GString) json = g_string_new (NULL);
  gsize n;
  const float *features = extract_block_get_features (extract_document_get_block (document, 1), &n);

  g_assert_cmpuint (n, ==, extract_feature_set_get_n_features (set));
  why->features = TRUE;
  g_assert_true (cli_why_show_block (why, 1));
  g_assert_true (cli_why_append_json (json, why, NULL));
  const char *object = strstr (json->str, "\"features\": {");
  g_assert_nonnull (object);
  for (guint k = 0; k < n; k++) {
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd (digits, sizeof digits, "%.9g", features[k]);
    g_autofree char *member = g_strdup_printf ("\"%s\": %s", extract_feature_set_get_feature (set, k)->name,
                                               features[k] != features[k] ? "null" : digits);
    if (!strstr (object, member))
      g_error ("no %s", member);
  }
}

static void
test_method (void)
{
  g_autoptr (ExtractClassifier) classifier =
      extract_classifier_new_for_method (extract_method_find ("justext"));
  g_autoptr (ExtractDocument) document = label (classifier);
  g_autoptr (CliWhy) why = cli_why_new ("page", EXTRACT_MARKUP_PARSER_PLAIN, classifier, document, NULL);
  g_autoptr (GString) json = g_string_new (NULL);

  why->features = TRUE;
  cli_why_show_closest (why, 1);
  g_assert_true (cli_why_append_json (json, why, NULL));
  g_assert_nonnull (strstr (json->str, "\"stages\": [], \"features\": null}"));
}

static void
test_limits (void)
{
  g_autoptr (ExtractClassifier) classifier = make_classifier ();
  g_autoptr (ExtractDocument) document = label (classifier);
  g_autoptr (CliWhy) why = cli_why_new ("page", EXTRACT_MARKUP_PARSER_PLAIN, classifier, document, NULL);
  g_autoptr (GString) json = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  cli_why_show_closest (why, G_MAXUINT64);
  why->max_bytes = 2000;
  g_assert_false (cli_why_append_json (json, why, &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_OUT_OF_MEMORY);
  g_clear_error (&error);
  why->max_bytes = 0;
  why->deadline = 1;
  g_assert_false (cli_why_append_json (json, why, &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_OUT_OF_TIME);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/why/blocks", test_blocks);
  g_test_add_func ("/why/features", test_features);
  g_test_add_func ("/why/method", test_method);
  g_test_add_func ("/why/limits", test_limits);
  return g_test_run ();
}
