/* SPDX-License-Identifier: MIT */
#include "libextract/source/archive.h"

#include "libextract/base/url.h"
#include "libextract/source/text-page.h"

#include <libextract/extract.h>
#include <string.h>

#define FIRST_LOOK 64
#define FIRST_BYTES (64 * 1024)
/* It unpacks nothing before it has all of a block. */
#define FIRST_BYTES_OF_ZSTD (192 * 1024)

static const ExtractArchiveReader *const readers[] = {
  &extract_archive_warc,       &extract_archive_arc,  &extract_archive_wikipedia,
  &extract_archive_json_lines, &extract_archive_dump,
};

/* By zlib, which is there in any case: most of these are pages. */
static gsize
unpack_first_gzip (const guint8 *in, gsize n_in, guint8 *bytes, gsize room)
{
  g_autoptr (GZlibDecompressor) gunzip = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  gsize n_used = 0, n = 0;
  GConverterResult result = g_converter_convert (G_CONVERTER (gunzip), in, n_in, bytes, room,
                                                 G_CONVERTER_NO_FLAGS, &n_used, &n, NULL);

  return result == G_CONVERTER_ERROR ? 0 : n;
}

static gsize
unpack_first_by (const ExtractCodec *codec, const guint8 *in, gsize n_in, guint8 *bytes, gsize room)
{
  gpointer state = codec->new (NULL);
  ExtractCodecRun run = { in, n_in, bytes, room };

  if (!state)
    return 0;
  do
    codec->reset (state);
  while (codec->run (state, &run) == EXTRACT_CODEC_END && run.n_in > 0 && run.n_out > 0);
  codec->free (state);
  return room - run.n_out;
}

/* The first bytes of what @in unpacks to. Returns: how many */
static gsize
unpack_first (const guint8 *in, gsize n_in, guint8 *bytes, gsize room)
{
  gsize n = MIN (room, n_in);
  const ExtractCodec *codec = extract_unpack_find_codec (in, n_in);

  if (codec == &extract_codec_gzip)
    return unpack_first_gzip (in, n_in, bytes, room);
  if (codec)
    return unpack_first_by (codec, in, n_in, bytes, room);
  memcpy (bytes, in, n);
  return n;
}

static const ExtractArchiveReader *
find_reader (const guint8 *bytes, gsize n_bytes)
{
  guint8 first[EXTRACT_ARCHIVE_LOOKS_AT];
  gsize n = 0;

  /* The first page may be far behind the dictionary; only WARC has such. */
  if (extract_codec_begins_dictionary (bytes, n_bytes))
    return &extract_archive_warc;
  n = unpack_first (bytes, n_bytes, first, sizeof first);
  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    if (readers[i]->matches (first, n))
      return readers[i];
  return NULL;
}

gboolean
extract_archive_matches (const guint8 *bytes, gsize n)
{
  return find_reader (bytes, n) != NULL;
}

gboolean
extract_archive_may_match (const guint8 *bytes, gsize n)
{
  const ExtractCodec *codec = extract_unpack_find_codec (bytes, n);

  return n < (codec == &extract_codec_zstd ? FIRST_BYTES_OF_ZSTD : FIRST_BYTES);
}

/* Whoever writes to a pipe may wait with the rest: so an archive is looked for before all is there. */
gboolean
extract_archive_await (ExtractInput *input, GError **error)
{
  gsize look_at = FIRST_LOOK;

  while (!input->ended && extract_archive_may_match (input->bytes, input->end)) {
    if (!extract_input_more (input, error))
      return FALSE;
    if ((input->end >= look_at || (input->end > 0 && input->bytes[input->end - 1] == '\n')) &&
        extract_archive_matches (input->bytes, input->end))
      return TRUE;
    look_at = MAX (look_at, 2 * input->end);
  }
  return TRUE;
}

ExtractArchive *
extract_archive_new (const ExtractSource *source, ExtractInput *input, GError **error)
{
  const ExtractArchiveReader *reader = find_reader (input->bytes + input->pos, input->end - input->pos);
  ExtractUnpacker *unpacker = NULL;
  ExtractArchive *archive = NULL;

  if (reader && reader->refusal)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, reader->refusal);
  if (!reader || reader->refusal || !(unpacker = extract_unpacker_new (input, error)))
    return NULL;
  archive = g_new0 (ExtractArchive, 1);
  archive->source = source;
  archive->reader = reader;
  extract_lookahead_init (&archive->ahead, unpacker);
  archive->name = g_string_new (NULL);
  archive->uri = g_string_new (NULL);
  archive->content_type = g_string_new (NULL);
  archive->date = g_string_new (NULL);
  archive->title = g_string_new (NULL);
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
  g_string_free (archive->title, TRUE);
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
  record->title = dup_known (archive->title);
  return record;
}

ExtractRecord *
extract_archive_make_text (ExtractArchive *archive, ExtractSourceBytes *bytes)
{
  ExtractRecord *record = extract_archive_make_record (archive, bytes);

  g_free (record->content_type);
  record->content_type = g_strdup (EXTRACT_TEXT_PAGE_TYPE);
  record->whole = TRUE;
  return record;
}

gboolean
extract_archive_wants (const ExtractArchive *archive, const ExtractRecordHead *head)
{
  const ExtractSourceLimits *limits = &archive->source->limits;

  return limits->wants ? limits->wants (head, limits->wants_data) : extract_record_head_is_page (head);
}

gboolean
extract_archive_set_stop (ExtractArchive *archive, GError **error)
{
  ExtractLookahead *ahead = &archive->ahead;

  if (ahead->stop == EXTRACT_UNPACK_FAILED) {
    g_propagate_error (error, g_steal_pointer (&ahead->error));
    extract_lookahead_skip (ahead, extract_lookahead_get_length (ahead));
    ahead->stop = EXTRACT_UNPACK_END;
  } else if (ahead->stop == EXTRACT_UNPACK_DAMAGED || ahead->stop == EXTRACT_UNPACK_CUT)
    extract_unpacker_set_error (ahead->unpacker, ahead->stop, error);
  else
    return FALSE;
  return TRUE;
}
