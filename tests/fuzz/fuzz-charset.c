/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as text in any encoding: detected, and decoded both as detected and as the first byte
 * says. The result is valid UTF-8 and as long as the limit allows. The second byte says where the
 * Content-Type ends and the page begins.
 */
#include <libextract/html/charset.h>

#include <string.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* An encoding of each family of decoders, and of each table. */
static const char *const labels[] = {
  "utf-8",        "utf-16le",     "utf-16be",   "iso-2022-jp", "shift_jis",      "euc-jp",
  "euc-kr",       "big5",         "gbk",        "gb18030",     "replacement",    "windows-1252",
  "windows-1250", "windows-1251", "iso-8859-2", "iso-8859-7",  "iso-8859-8-i",   "koi8-r",
  "koi8-u",       "ibm866",       "macintosh",  "windows-874", "x-mac-cyrillic", "x-user-defined",
};

static void
decode (GBytes *bytes, gsize bom_length, const char *charset, gsize max_length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) text = extract_charset_decode (bytes, bom_length, charset, max_length, &error);
  gsize length;
  const char *start;

  if (!text) {
    g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_OUT_OF_MEMORY);
    return;
  }
  g_assert_no_error (error);
  start = g_bytes_get_data (text, &length);
  g_assert_cmpuint (length, <=, max_length);
  /* NUL bytes stay, and are valid here. */
  for (gsize i = 0; i < length;) {
    const char *end;

    if (!start[i])
      i++;
    else {
      g_utf8_validate (start + i, (gssize) (length - i), &end);
      g_assert_cmpuint (end - start, >, i);
      i = end - start;
    }
  }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *content_type = NULL;
  g_autofree char *label = NULL;
  const char *charset;
  gsize bom_length, header;

  if (size < 2)
    return 0;
  header = MIN (data[1], size - 2);
  content_type = g_strndup ((const char *) data + 2, header);
  label = extract_charset_from_content_type (content_type);
  if (label)
    extract_charset_from_label (label);
  bytes = g_bytes_new (data + 2 + header, size - 2 - header);
  charset = extract_charset_detect (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL,
                                    content_type, &bom_length);
  g_assert_cmpstr (extract_charset_from_label (charset), ==, charset);
  g_assert_cmpuint (bom_length, <=, g_bytes_get_size (bytes));
  decode (bytes, bom_length, charset, G_MAXSIZE / 2);
  decode (bytes, bom_length, charset, 20);
  decode (bytes, 0, labels[data[0] % G_N_ELEMENTS (labels)], 1 << 20);
  return 0;
}
