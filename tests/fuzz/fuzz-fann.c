/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a network file of FANN. What is taken has to come back from the file that we write of it, and
 * that file has to be written again as it was.
 */
#include <libextract/extract.h>
#include <libextract/model/model.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (ExtractNetwork) network = extract_network_from_fann (bytes, &error);

  if (network == NULL) {
    g_assert_true (g_error_matches (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT));
    g_assert_true (g_str_has_prefix (error->message, "line "));
    g_assert_true (g_utf8_validate (error->message, -1, NULL));
    return 0;
  }
  g_autoptr (GBytes) written = extract_network_to_fann (network);
  g_autoptr (ExtractNetwork) again = extract_network_from_fann (written, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) twice = extract_network_to_fann (again);
  g_assert_true (g_bytes_equal (written, twice));
  return 0;
}
