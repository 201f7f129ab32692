/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a file of labels, as they are and below the two lines that each file begins with. What is
 * taken is written in a way that is read as the same again, and merged with itself gives nothing new.
 */
#include <libextract/extract.h>
#include <libextract/page/page.h>

#define HEAD \
  "texttractor-labels 1\nplace\tfingerprint\toccurrence\tclass\tsource\twho\twhen\tscore\texcerpt\n"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
load (GBytes *bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractAnnotation) annotation = extract_annotation_load_bytes (bytes, &error);

  if (annotation == NULL) {
    g_assert_true (g_error_matches (error, EXTRACT_ERROR, EXTRACT_ERROR_ANNOTATION));
    g_assert_true (g_str_has_prefix (error->message, "line "));
    g_assert_true (g_utf8_validate (error->message, -1, NULL));
    return;
  }
  g_autoptr (GBytes) written = extract_annotation_to_bytes (annotation);
  g_autoptr (ExtractAnnotation) again = extract_annotation_load_bytes (written, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) rewritten = extract_annotation_to_bytes (again);
  g_assert_true (g_bytes_equal (written, rewritten));

  g_autoptr (ExtractAnnotation) merged = extract_annotation_merge (annotation, again, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) same = extract_annotation_to_bytes (merged);
  g_assert_true (g_bytes_equal (written, same));

  gsize n_labels, n_conflicts;
  g_autofree const ExtractBlockLabel **labels = extract_annotation_dup_labels (annotation, &n_labels);
  g_autofree ExtractConflict *conflicts = extract_annotation_dup_conflicts (annotation, &n_conflicts);
  g_assert_cmpuint (n_labels, ==, extract_annotation_get_n_labels (annotation));
  g_assert_cmpuint (2 * n_conflicts, <=, n_labels);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  load (bytes);

  GString *file = g_string_new (HEAD);
  g_string_append_len (file, (const char *) data, (gssize) size);
  g_autoptr (GBytes) headed = g_string_free_to_bytes (file);
  load (headed);
  return 0;
}
