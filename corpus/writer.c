/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "corpus/packed.h"
#include "corpus/zstd.h"

#include <string.h>

#define CHUNK ((gsize) 128 << 10)

struct _CorpusWriter {
  CliFile *file; /* (nullable): NULL is standard output; owned */
  CorpusPacking packing;
  GConverter *gzip;       /* (nullable): owned */
  const CorpusZstd *zstd; /* (nullable) */
  ZSTD_CStream *stream;   /* (nullable): owned */
  char *waiting;          /* [CHUNK]: to be packed or written; owned */
  gsize n_waiting;
  char *packed; /* [CHUNK]; owned */
};

static gboolean
set_up_zstd (CorpusWriter *writer, GError **error)
{
  writer->zstd = corpus_zstd_get (error);
  if (!writer->zstd)
    return FALSE;
  writer->stream = writer->zstd->createCStream ();
  writer->zstd->CCtx_setParameter (writer->stream, ZSTD_c_checksumFlag, 1);
  return TRUE;
}

CorpusWriter *
corpus_writer_new (const char *path, CorpusPacking packing, GError **error)
{
  g_autoptr (CorpusWriter) writer = g_new0 (CorpusWriter, 1);
  writer->packing = packing;
  writer->waiting = g_malloc (CHUNK);
  writer->packed = g_malloc (CHUNK);
  if (packing == CORPUS_GZIP)
    writer->gzip = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1));
  if ((packing == CORPUS_ZSTD && !set_up_zstd (writer, error)) ||
      (path && !(writer->file = cli_file_open (path, error))))
    return NULL;
  return g_steal_pointer (&writer);
}

void
corpus_writer_free (CorpusWriter *writer)
{
  g_clear_pointer (&writer->file, cli_file_free);
  g_clear_object (&writer->gzip);
  if (writer->stream)
    writer->zstd->freeCStream (writer->stream);
  g_free (writer->waiting);
  g_free (writer->packed);
  g_free (writer);
}

static gboolean
write_out (CorpusWriter *writer, const char *data, gsize length, GError **error)
{
  return writer->file ? cli_file_write (writer->file, data, length, error)
                      : cli_write_stdout (data, length, error);
}

static gboolean
write_gzip (CorpusWriter *writer, gboolean last, GError **error)
{
  gsize pos = 0, n_in, n_out;
  GConverterResult result = G_CONVERTER_CONVERTED;
  while (pos < writer->n_waiting || (last && result != G_CONVERTER_FINISHED)) {
    result =
        g_converter_convert (writer->gzip, writer->waiting + pos, writer->n_waiting - pos, writer->packed,
                             CHUNK, last ? G_CONVERTER_INPUT_AT_END : 0, &n_in, &n_out, error);
    if (result == G_CONVERTER_ERROR || !write_out (writer, writer->packed, n_out, error))
      return FALSE;
    pos += n_in;
  }
  return TRUE;
}

static gboolean
write_zstd (CorpusWriter *writer, gboolean last, GError **error)
{
  ZSTD_inBuffer in = { writer->waiting, writer->n_waiting, 0 };
  gsize left = 1;
  while (in.pos < in.size || (last && left > 0)) {
    ZSTD_outBuffer out = { writer->packed, CHUNK, 0 };
    left = writer->zstd->compressStream2 (writer->stream, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
    if (writer->zstd->isError (left)) {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "cannot be packed by zstd");
      return FALSE;
    }
    if (!write_out (writer, writer->packed, out.pos, error))
      return FALSE;
  }
  return TRUE;
}

/* What waits; @last: and the end of what is packed. */
static gboolean
flush (CorpusWriter *writer, gboolean last, GError **error)
{
  const gboolean good = writer->packing == CORPUS_GZIP   ? write_gzip (writer, last, error)
                        : writer->packing == CORPUS_ZSTD ? write_zstd (writer, last, error)
                        : writer->n_waiting > 0
                            ? write_out (writer, writer->waiting, writer->n_waiting, error)
                            : TRUE;
  writer->n_waiting = 0;
  return good;
}

gboolean
corpus_writer_write (CorpusWriter *writer, const char *data, gsize length, GError **error)
{
  while (length > 0) {
    const gsize n = MIN (length, CHUNK - writer->n_waiting);
    memcpy (writer->waiting + writer->n_waiting, data, n);
    writer->n_waiting += n;
    data += n;
    length -= n;
    if (writer->n_waiting == CHUNK && !flush (writer, FALSE, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
corpus_writer_commit (CorpusWriter *writer, GError **error)
{
  return flush (writer, TRUE, error) && (!writer->file || cli_file_commit (writer->file, error));
}
