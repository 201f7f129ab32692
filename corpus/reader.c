/* SPDX-License-Identifier: MIT */
#include "corpus/packed.h"
#include "corpus/zstd.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK ((gsize) 128 << 10)
/* A frame says how far back it looks; more than this is no honest one. */
#define MOST_WINDOW_BITS 27

struct _CorpusReader {
  int fd;
  gsize max_line;
  CorpusPacking packing;
  GConverter *gunzip;     /* (nullable): owned */
  const CorpusZstd *zstd; /* (nullable) */
  ZSTD_DStream *unzstd;   /* (nullable): owned */
  gboolean inside;        /* of a member or frame */
  guint8 *packed;         /* [CHUNK]: bytes of the file; owned */
  gsize packed_pos;
  gsize packed_end;
  gboolean file_ended;
  guint64 n_read;
  char *text; /* [text_room]: unpacked; owned */
  gsize text_room;
  gsize text_pos; /* the first byte that was not given yet */
  gsize text_end;
};

CorpusPacking
corpus_packing_of_name (const char *name)
{
  return g_str_has_suffix (name, ".gz")    ? CORPUS_GZIP
         : g_str_has_suffix (name, ".zst") ? CORPUS_ZSTD
                                           : CORPUS_PLAIN;
}

static gboolean
fail (GError **error, GIOErrorEnum code, const char *sentence)
{
  g_set_error_literal (error, G_IO_ERROR, code, sentence);
  return FALSE;
}

static gboolean
fail_errno (GError **error)
{
  const int saved_errno = errno;
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (saved_errno), "cannot be read: %s",
               g_strerror (saved_errno));
  return FALSE;
}

/* More bytes of the file, once those at hand are used. */
static gboolean
fill (CorpusReader *reader, GError **error)
{
  reader->packed_pos = reader->packed_end = 0;
  while (!reader->file_ended && reader->packed_end < CHUNK) {
    const gssize n = read (reader->fd, reader->packed + reader->packed_end, CHUNK - reader->packed_end);
    if (n < 0 && errno != EINTR)
      return fail_errno (error);
    reader->file_ended = n == 0;
    reader->packed_end += n > 0 ? (gsize) n : 0;
  }
  reader->n_read += reader->packed_end;
  return TRUE;
}

/* ---- Unpacking -------------------------------------------------------------------------------- */

/* Each of them moves on in what is packed, and puts something behind the text, which has room. */

static gboolean
unpack_gzip (CorpusReader *reader, GError **error)
{
  g_autoptr (GError) failure = NULL;
  gsize n_in, n_out;
  reader->inside = TRUE;
  const GConverterResult result = g_converter_convert (
      reader->gunzip, reader->packed + reader->packed_pos, reader->packed_end - reader->packed_pos,
      reader->text + reader->text_end, reader->text_room - reader->text_end,
      reader->file_ended ? G_CONVERTER_INPUT_AT_END : G_CONVERTER_NO_FLAGS, &n_in, &n_out, &failure);
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT))
    return fail (error, G_IO_ERROR_PARTIAL_INPUT, "the gzip data ends too early");
  if (result == G_CONVERTER_ERROR)
    return fail (error, G_IO_ERROR_INVALID_DATA, "the gzip data is damaged");
  reader->packed_pos += n_in;
  reader->text_end += n_out;
  if (result == G_CONVERTER_FINISHED) {
    g_converter_reset (reader->gunzip);
    reader->inside = FALSE;
  }
  return TRUE;
}

static gboolean
unpack_zstd (CorpusReader *reader, GError **error)
{
  ZSTD_inBuffer in = { reader->packed, reader->packed_end, reader->packed_pos };
  ZSTD_outBuffer out = { reader->text, reader->text_room, reader->text_end };
  const gsize result = reader->zstd->decompressStream (reader->unzstd, &out, &in);
  if (reader->zstd->isError (result))
    return fail (error, G_IO_ERROR_INVALID_DATA, "the zstd data is damaged");
  if (reader->file_ended && in.pos == reader->packed_pos && out.pos == reader->text_end)
    return fail (error, G_IO_ERROR_PARTIAL_INPUT, "the zstd data ends too early");
  reader->inside = result != 0;
  reader->packed_pos = in.pos;
  reader->text_end = out.pos;
  return TRUE;
}

static gboolean
unpack_plain (CorpusReader *reader, GError **error)
{
  const gsize n = MIN (reader->packed_end - reader->packed_pos, reader->text_room - reader->text_end);
  memcpy (reader->text + reader->text_end, reader->packed + reader->packed_pos, n);
  reader->packed_pos += n;
  reader->text_end += n;
  return TRUE;
}

static gboolean
make_room (CorpusReader *reader, GError **error)
{
  memmove (reader->text, reader->text + reader->text_pos, reader->text_end - reader->text_pos);
  reader->text_end -= reader->text_pos;
  reader->text_pos = 0;
  if (reader->text_end < reader->text_room / 2)
    return TRUE;
  if (reader->text_end > reader->max_line) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 "a line is longer than the limit of %" G_GSIZE_FORMAT " bytes", reader->max_line);
    return FALSE;
  }
  char *text = g_try_realloc (reader->text, 2 * reader->text_room);
  if (!text)
    return fail (error, G_IO_ERROR_NO_SPACE, "a line is too long for the memory that there is");
  reader->text = text;
  reader->text_room *= 2;
  return TRUE;
}

/* Some more text. Returns: FALSE at its end, and with @error */
static gboolean
read_more (CorpusReader *reader, GError **error)
{
  const gsize had = reader->text_end - reader->text_pos;
  if (!make_room (reader, error))
    return FALSE;
  while (reader->text_end == had) {
    if (reader->packed_pos == reader->packed_end && !reader->file_ended && !fill (reader, error))
      return FALSE;
    if (reader->packed_pos == reader->packed_end && reader->file_ended && !reader->inside)
      return FALSE;
    const gboolean good = reader->packing == CORPUS_GZIP   ? unpack_gzip (reader, error)
                          : reader->packing == CORPUS_ZSTD ? unpack_zstd (reader, error)
                                                           : unpack_plain (reader, error);
    if (!good)
      return FALSE;
  }
  return TRUE;
}

/* ---- The reader ------------------------------------------------------------------------------- */

static gboolean
set_up_packing (CorpusReader *reader, GError **error)
{
  static const guint8 gzip[] = { 0x1f, 0x8b }, zstd[] = { 0x28, 0xb5, 0x2f, 0xfd };
  if (!fill (reader, error))
    return FALSE;
  if (reader->packed_end >= sizeof gzip && memcmp (reader->packed, gzip, sizeof gzip) == 0) {
    reader->packing = CORPUS_GZIP;
    reader->gunzip = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  } else if (reader->packed_end >= sizeof zstd && memcmp (reader->packed, zstd, sizeof zstd) == 0) {
    reader->packing = CORPUS_ZSTD;
    reader->zstd = corpus_zstd_get (error);
    if (!reader->zstd)
      return FALSE;
    reader->unzstd = reader->zstd->createDStream ();
    reader->zstd->DCtx_setParameter (reader->unzstd, ZSTD_d_windowLogMax, MOST_WINDOW_BITS);
  }
  return TRUE;
}

static gboolean
open_file (CorpusReader *reader, const char *path, GError **error)
{
  struct stat status;
  reader->fd = open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (reader->fd == -1 && errno == ENOENT)
    return fail (error, G_IO_ERROR_NOT_FOUND, "no such file");
  if (reader->fd == -1 || fstat (reader->fd, &status) != 0)
    return fail_errno (error);
  if (!S_ISREG (status.st_mode))
    return fail (error, G_IO_ERROR_NOT_REGULAR_FILE, "is not a regular file, and shards are read twice");
  return TRUE;
}

CorpusReader *
corpus_reader_new (const char *path, gsize max_line, GError **error)
{
  g_autoptr (CorpusReader) reader = g_new0 (CorpusReader, 1);
  reader->max_line = max_line;
  reader->packed = g_malloc (CHUNK);
  reader->text_room = 2 * CHUNK;
  reader->text = g_malloc (reader->text_room);
  if (!open_file (reader, path, error) || !set_up_packing (reader, error))
    return NULL;
  return g_steal_pointer (&reader);
}

void
corpus_reader_free (CorpusReader *reader)
{
  if (reader->fd > STDERR_FILENO)
    close (reader->fd);
  g_clear_object (&reader->gunzip);
  if (reader->unzstd)
    reader->zstd->freeDStream (reader->unzstd);
  g_free (reader->packed);
  g_free (reader->text);
  g_free (reader);
}

CorpusPacking
corpus_reader_get_packing (const CorpusReader *reader)
{
  return reader->packing;
}

guint64
corpus_reader_get_n_read (const CorpusReader *reader)
{
  return reader->n_read;
}

gboolean
corpus_reader_get_line (CorpusReader *reader, const char **line, gsize *length, GError **error)
{
  g_autoptr (GError) failure = NULL;
  gsize looked = 0; /* bytes without a line end */
  for (;;) {
    const char *start = reader->text + reader->text_pos;
    const gsize n = reader->text_end - reader->text_pos;
    const char *end = memchr (start + looked, '\n', n - looked);
    const gboolean more = !end && read_more (reader, &failure);
    if (failure) {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
    if (more) {
      looked = n;
      continue;
    }
    start = reader->text + reader->text_pos; /* may have moved */
    *line = start;
    *length = end ? (gsize) (end + 1 - start) : n;
    reader->text_pos += *length;
    return *length > 0;
  }
}
