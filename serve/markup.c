/* SPDX-License-Identifier: MIT */
#include "serve/markup.h"

#include <gio/gio.h>
#include <string.h>

/* By glib-compile-resources. */
G_GNUC_INTERNAL GResource *serve_page_get_resource (void);

const char *
serve_markup_get_source (const char *name)
{
  g_autofree char *path = g_strconcat ("/texttractor/page/", name, NULL);
  /* The bytes are those of the program, and end in a zero: they outlive the reference. */
  g_autoptr (GBytes) bytes =
      g_resource_lookup_data (serve_page_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_assert (bytes);
  return g_bytes_get_data (bytes, NULL);
}

void
serve_markup_append_text (GString *page, const char *text)
{
  while (text && *text) {
    gunichar c = g_utf8_get_char_validated (text, -1);

    if (c == (gunichar) -1 || c == (gunichar) -2) {
      g_string_append (page, "\xef\xbf\xbd");
      text++;
      continue;
    }
    switch (c) {
    case '&':
      g_string_append (page, "&amp;");
      break;
    case '<':
      g_string_append (page, "&lt;");
      break;
    case '>':
      g_string_append (page, "&gt;");
      break;
    case '"':
      g_string_append (page, "&quot;");
      break;
    case '\'':
      g_string_append (page, "&#39;");
      break;
    case '\r': /* as itself, it would become a newline */
      g_string_append (page, "&#13;");
      break;
    default:
      if ((c < 0x20 && c != '\t' && c != '\n' && c != '\f') || (c >= 0x7f && c < 0xa0))
        g_string_append (page, "\xef\xbf\xbd");
      else
        g_string_append_unichar (page, c);
    }
    text = g_utf8_next_char (text);
  }
}

void
serve_markup_append (GString *page, const char *format, ...)
{
  va_list texts;

  va_start (texts, format);
  for (const char *next; (next = strstr (format, "%s")); format = next + 2) {
    g_string_append_len (page, format, next - format);
    serve_markup_append_text (page, va_arg (texts, const char *));
  }
  va_end (texts);
  g_string_append (page, format);
}

char *
serve_markup_dup_hash (const char *name)
{
  const char *text = serve_markup_get_source (name);
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize length = sizeof digest;

  g_checksum_update (checksum, (const guchar *) text, (gssize) strlen (text));
  g_checksum_get_digest (checksum, digest, &length);
  return g_base64_encode (digest, length);
}
