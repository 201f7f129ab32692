/* SPDX-License-Identifier: MIT */
/* Any bytes as the answer of a driver: the first one says whether it is an error. */
#include "render/answer.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static const char *const keys[] = { "error", "message", "quiet", "html", "truncated", "" };
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) value = NULL;

  if (size == 0)
    return 0;
  value = render_answer_parse ((const char *) data + 1, size - 1, data[0] == 'e' ? 500 : 200, &error);
  g_assert_true ((value == NULL) == (error != NULL));
  g_assert_true (data[0] != 'e' || !value);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++) {
    g_assert_true (g_utf8_validate (render_answer_get_string (value, keys[i]), -1, NULL));
    render_answer_get_number (value, keys[i]);
    render_answer_get_flag (value, keys[i]);
  }
  return 0;
}
