/* SPDX-License-Identifier: MIT */
#include "libextract/source/codec.h"

#include <lzma.h>
#include <string.h>

/* Twice what xz -9 asks for. */
#define MAX_MEMORY ((guint64) 128 << 20)

static struct {
  lzma_ret (*decoder) (lzma_stream *stream, uint64_t most_memory, uint32_t flags);
  lzma_ret (*code) (lzma_stream *stream, lzma_action action);
  void (*end) (lzma_stream *stream);
} lzma;

static gpointer
load (gpointer unused)
{
  static const char *const names[] = { "lzma_stream_decoder", "lzma_code", "lzma_end", NULL };

  return extract_codec_load (EXTRACT_LIBRARY_LZMA, names, (gpointer *) &lzma);
}

static gboolean
xz_matches (const guint8 *magic)
{
  return memcmp (magic,
                 "\xfd"
                 "7zXZ",
                 6) == 0;
}

static gpointer
xz_new (GError **error)
{
  static GOnce once = G_ONCE_INIT;
  const char *failure = g_once (&once, load, NULL);
  lzma_stream *stream = NULL;

  if (failure) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "xz data cannot be unpacked: %s", failure);
    return NULL;
  }
  stream = g_new0 (lzma_stream, 1);
  return stream;
}

static void
xz_free (gpointer codec)
{
  lzma.end (codec);
  g_free (codec);
}

static void
xz_reset (gpointer codec)
{
  lzma_ret result = lzma.decoder (codec, MAX_MEMORY, 0);

  g_assert (result == LZMA_OK);
}

static ExtractCodecResult
xz_run (gpointer codec, ExtractCodecRun *run)
{
  lzma_stream *stream = codec;
  lzma_ret result = LZMA_OK;

  stream->next_in = run->in;
  stream->avail_in = run->n_in;
  stream->next_out = run->out;
  stream->avail_out = run->n_out;
  result = lzma.code (stream, LZMA_RUN);
  run->in = stream->next_in;
  run->n_in = stream->avail_in;
  run->out = stream->next_out;
  run->n_out = stream->avail_out;
  if (result == LZMA_STREAM_END)
    return EXTRACT_CODEC_END;
  return result == LZMA_OK || result == LZMA_BUF_ERROR ? EXTRACT_CODEC_MORE : EXTRACT_CODEC_DAMAGED;
}

const ExtractCodec extract_codec_xz = {
  .name = "xz",
  .n_magic = 6,
  .matches = xz_matches,
  .new = xz_new,
  .free = xz_free,
  .reset = xz_reset,
  .run = xz_run,
};
