/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as the template of a site, as they are and with the checksum put right, without which hardly a
 * change would come past it. What is taken must be written again as it was.
 */
#include <libextract/site/site.h>

#include <gio/gio.h>
#include <string.h>

#define CHECKSUM "checksum: sha256 "

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
load (GBytes *bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractSites) sites = extract_sites_load_bytes (bytes, &error);

  if (sites == NULL) {
    g_assert_true (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA));
    g_assert_true (g_str_has_prefix (error->message, "line "));
    g_assert_true (g_utf8_validate (error->message, -1, NULL));
    return;
  }
  g_autoptr (GBytes) again = extract_sites_to_bytes (sites);
  g_assert_true (g_bytes_equal (bytes, again));
  g_autoptr (ExtractSiteTemplate) template = extract_sites_describe (sites);
  for (guint i = 0; i < template->elements->len; i++) {
    const ExtractSiteElement *element = template->elements->pdata[i];
    g_assert_cmpuint (element->own, <=, element->pages);
    g_assert_cmpuint (element->pages, <=, template->pages);
    g_assert_cmpuint (element->good, <=, element->words);
  }
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
