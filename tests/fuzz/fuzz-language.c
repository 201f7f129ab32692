/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a text whose language is asked for, behind a line that is the hint: what comes back is a code
 * with its share or neither, the same every time, and no hint makes it another language.
 */
#include <libextract/text/language.h>

#include <string.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static ExtractLanguage
detect (const char *text, gsize length, const char *hint)
{
  const ExtractLanguage found = extract_language_detect (text, length, hint);
  g_autofree char *code = extract_language_dup_code (found.code);

  g_assert_cmpstr (code, ==, found.code);
  g_assert_true (found.share >= 0 && found.share <= 1);
  g_assert_cmpint (found.share == 0, ==, strcmp (found.code, EXTRACT_LANGUAGE_UNKNOWN) == 0);
  return found;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const guint8 *end = memchr (data, '\n', size);
  const gsize n = end ? (gsize) (end - data) : 0;
  g_autofree char *hint = g_strndup ((const char *) data, n);
  const gsize length = end ? size - n - 1 : 0;
  /* In memory of its own, so that a read beyond its end is seen. */
  g_autofree char *text = g_memdup2 (end ? end + 1 : data, length);
  ExtractLanguage alone, hinted;

  if (!end || !extract_language_load (NULL))
    return 0;
  alone = detect (text, length, NULL);
  hinted = detect (text, length, hint);
  if (strcmp (alone.code, EXTRACT_LANGUAGE_UNKNOWN) != 0)
    g_assert_cmpstr (alone.code, ==, hinted.code);
  g_assert_cmpstr (hinted.code, ==, extract_language_detect (text, length, hint).code);
  return 0;
}
