/* SPDX-License-Identifier: MIT */
#include "libextract/source/exchange.h"
#include "libextract/source/source-private.h"

#define CHUNK (64 * 1024)

void
extract_exchange_clear (ExtractExchange *exchange)
{
  g_strfreev (exchange->cookies);
  g_free (exchange->uri);
  g_free (exchange->redirect);
  g_free (exchange->retry_after);
  g_free (exchange->new_etag);
  g_free (exchange->new_modified);
  g_free (exchange->coding);
  g_free (exchange->address);
  if (exchange->request)
    g_string_free (exchange->request, TRUE);
  if (exchange->response)
    g_string_free (exchange->response, TRUE);
  g_clear_pointer (&exchange->body, g_bytes_unref);
  *exchange = (ExtractExchange){ 0 };
}

/* gzip is all that an exact exchange asks for. */
static gboolean
unpack (const ExtractSource *source, GBytes *packed, ExtractSourceBytes *bytes, GError **error)
{
  g_autoptr (GZlibDecompressor) gunzip = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autofree guint8 *out = g_malloc (CHUNK);
  gsize n = 0;
  const guint8 *in = g_bytes_get_data (packed, &n);
  GConverterResult result = n > 0 ? G_CONVERTER_CONVERTED : G_CONVERTER_FINISHED;

  while (result != G_CONVERTER_FINISHED) {
    gsize n_used = 0, n_out = 0;

    result = g_converter_convert (G_CONVERTER (gunzip), in, n, out, CHUNK, G_CONVERTER_INPUT_AT_END, &n_used,
                                  &n_out, NULL);
    if (result == G_CONVERTER_ERROR) {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           "the compressed data is damaged or of an unknown kind");
      return FALSE;
    }
    if (!extract_source_append (source, bytes, out, n_out, error))
      return FALSE;
    in += n_used;
    n -= n_used;
  }
  return TRUE;
}

static gboolean
is_packed (const char *coding)
{
  return coding && *coding && g_ascii_strcasecmp (coding, "identity") != 0;
}

/* Keeps the body of an answer as it came, and unpacks it. Returns: (transfer full) (nullable) */
static ExtractRecord *
take_exact (ExtractExchange *exchange, const ExtractSource *source, ExtractRecord *record, GError **error)
{
  g_autoptr (ExtractRecord) packed = record;
  g_auto (ExtractSourceBytes) bytes = { 0 };
  ExtractRecord *unpacked = NULL;

  exchange->body = g_bytes_ref (packed->bytes);
  if (!is_packed (exchange->coding))
    return g_steal_pointer (&packed);
  if (!unpack (source, packed->bytes, &bytes, error))
    return NULL;
  unpacked = extract_source_make_record (source, &bytes);
  unpacked->content_type = g_steal_pointer (&packed->content_type);
  unpacked->uri = g_steal_pointer (&packed->uri);
  return unpacked;
}

gboolean
extract_exchange_check (const char *url, const ExtractSourceLimits *limits, GError **error)
{
  g_autoptr (ExtractSource) source = extract_source_new (url, limits);
  gboolean good = extract_source_curl_backend.open (source, error);

  if (good)
    extract_source_curl_backend.close (source);
  return good;
}

ExtractRecord *
extract_exchange_run (ExtractExchange *exchange, const char *url, const ExtractSourceLimits *limits,
                      GError **error)
{
  const ExtractSourceBackend *curl = &extract_source_curl_backend;
  g_autoptr (ExtractSource) source = extract_source_new (url, limits);
  ExtractRecord *record = NULL;

  source->exchange = exchange;
  if (!curl->open (source, error))
    return NULL;
  record = curl->next (source, error);
  curl->close (source);
  return record && exchange->exact ? take_exact (exchange, source, record, error) : record;
}
