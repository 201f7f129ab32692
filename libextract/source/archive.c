/* SPDX-License-Identifier: MIT */
#include "libextract/source/archive.h"

#include "libextract/base/url.h"

#include <libextract/extract.h>
#include <string.h>

static const ExtractArchiveReader *const readers[] = {
  &extract_archive_warc,
};

/* The first bytes of what @input unpacks to. Returns: how many */
static gsize
unpack_first (const ExtractInput *input, guint8 *bytes, gsize room)
{
  g_autoptr (GZlibDecompressor) gunzip = NULL;
  gsize n_in = input->end - input->pos, n_used = 0, n = 0;

  if (extract_unpack_find_codec (input->bytes + input->pos, n_in) != &extract_codec_gzip) {
    n = MIN (room, n_in);
    memcpy (bytes, input->bytes + input->pos, n);
    return n;
  }
  gunzip = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  if (g_converter_convert (G_CONVERTER (gunzip), input->bytes + input->pos, n_in, bytes, room,
                           G_CONVERTER_NO_FLAGS, &n_used, &n, NULL) == G_CONVERTER_ERROR)
    return 0;
  return n;
}

ExtractArchive *
extract_archive_new (const ExtractSource *source, ExtractInput *input, GError **error)
{
  guint8 first[EXTRACT_ARCHIVE_LOOKS_AT];
  gsize n = unpack_first (input, first, sizeof first);
  ExtractUnpacker *unpacker = NULL;
  ExtractArchive *archive = NULL;
  guint i = 0;

  while (i < G_N_ELEMENTS (readers) && !readers[i]->matches (first, n))
    i++;
  if (i == G_N_ELEMENTS (readers) || !(unpacker = extract_unpacker_new (input, error)))
    return NULL;
  archive = g_new0 (ExtractArchive, 1);
  archive->source = source;
  archive->reader = readers[i];
  extract_lookahead_init (&archive->ahead, unpacker);
  archive->name = g_string_new (NULL);
  archive->uri = g_string_new (NULL);
  archive->content_type = g_string_new (NULL);
  archive->date = g_string_new (NULL);
  return archive;
}

void
extract_archive_free (ExtractArchive *archive)
{
  extract_lookahead_clear (&archive->ahead);
  g_string_free (archive->name, TRUE);
  g_string_free (archive->uri, TRUE);
  g_string_free (archive->content_type, TRUE);
  g_string_free (archive->date, TRUE);
  g_free (archive);
}

ExtractRecord *
extract_archive_next (ExtractArchive *archive, GError **error)
{
  return archive->reader->next (archive, error);
}

const char *
extract_archive_get_name (const ExtractArchive *archive)
{
  return archive->name->str;
}

guint64
extract_archive_get_n_passed (const ExtractArchive *archive)
{
  return archive->n_passed;
}

void
extract_archive_set_place (ExtractArchive *archive, guint64 place)
{
  g_string_printf (archive->name, "%s#%" G_GUINT64_FORMAT, archive->source->name, place);
}

static char *
dup_known (const GString *string)
{
  return string->len > 0 ? g_strdup (string->str) : NULL;
}

ExtractRecord *
extract_archive_make_record (ExtractArchive *archive, ExtractSourceBytes *bytes)
{
  ExtractRecord *record = extract_source_make_record (archive->source, bytes);

  g_free (record->name);
  record->name = g_strdup (archive->name->str);
  record->uri = archive->uri->len > 0 ? extract_url_dup_without_user (archive->uri->str) : NULL;
  record->content_type = dup_known (archive->content_type);
  record->date = dup_known (archive->date);
  return record;
}

gboolean
extract_archive_set_stop (ExtractArchive *archive, GError **error)
{
  const char *kind = extract_unpacker_get_kind (archive->ahead.unpacker);

  switch (archive->ahead.stop) {
  case EXTRACT_UNPACK_FAILED:
    g_propagate_error (error, g_steal_pointer (&archive->ahead.error));
    return TRUE;
  case EXTRACT_UNPACK_DAMAGED:
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "the %s data is damaged", kind);
    return TRUE;
  case EXTRACT_UNPACK_CUT:
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT, "the %s data ends too early", kind);
    return TRUE;
  default:
    return FALSE;
  }
}
