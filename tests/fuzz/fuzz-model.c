/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a model file, as they are and with the checksum put right, without which hardly a
 * change would come past the first check. What is taken must be written again as it was.
 */
#include <libextract/extract.h>
#include <libextract/model/model.h>

#define CHECKSUM "checksum: sha256 "

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
load (GBytes *bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = extract_model_load_any_bytes (bytes, &error);

  if (model == NULL) {
    g_assert_true (g_error_matches (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT) ||
                   g_error_matches (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_MISMATCH));
    g_assert_true (g_str_has_prefix (error->message, "line "));
    g_assert_true (g_utf8_validate (error->message, -1, NULL));
    return;
  }
  g_autoptr (GBytes) again = extract_model_to_bytes (model);
  g_assert_true (g_bytes_equal (bytes, again));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  load (bytes);

  const char *old = g_strrstr_len ((const char *) data, (gssize) size, CHECKSUM);
  gsize body = old != NULL ? (gsize) (old - (const char *) data) : size;
  g_autofree char *sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, data, body);
  GString *file = g_string_new_len ((const char *) data, (gssize) body);
  g_string_append_printf (file, CHECKSUM "%s\n", sum);
  g_autoptr (GBytes) summed = g_string_free_to_bytes (file);
  load (summed);
  return 0;
}
