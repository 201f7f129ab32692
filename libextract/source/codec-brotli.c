/* SPDX-License-Identifier: MIT */
#include "libextract/source/codec.h"

#include <brotli/decode.h>

static struct {
  BrotliDecoderState *(*new) (brotli_alloc_func alloc, brotli_free_func free, void *data);
  void (*free) (BrotliDecoderState *state);
  BrotliDecoderResult (*run) (BrotliDecoderState *state, size_t *n_in, const uint8_t **in, size_t *n_out,
                              uint8_t **out, size_t *total_out);
} brotli;

typedef struct {
  BrotliDecoderState *decoder; /* (nullable): owned */
} BrotliState;

static gpointer
load (gpointer unused)
{
  static const char *const names[] = { "BrotliDecoderCreateInstance", "BrotliDecoderDestroyInstance",
                                       "BrotliDecoderDecompressStream", NULL };

  return extract_codec_load (EXTRACT_LIBRARY_BROTLI, names, (gpointer *) &brotli);
}

static gpointer
brotli_new (GError **error)
{
  static GOnce once = G_ONCE_INIT;
  const char *failure = g_once (&once, load, NULL);

  if (failure) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "br data cannot be unpacked: %s", failure);
    return NULL;
  }
  return g_new0 (BrotliState, 1);
}

static void
brotli_free (gpointer codec)
{
  BrotliState *state = codec;

  g_clear_pointer (&state->decoder, brotli.free);
  g_free (state);
}

static void
brotli_reset (gpointer codec)
{
  BrotliState *state = codec;

  g_clear_pointer (&state->decoder, brotli.free);
  state->decoder = brotli.new(NULL, NULL, NULL);
  g_assert (state->decoder);
}

static ExtractCodecResult
brotli_run (gpointer codec, ExtractCodecRun *run)
{
  BrotliState *state = codec;
  BrotliDecoderResult result =
      brotli.run (state->decoder, &run->n_in, &run->in, &run->n_out, &run->out, NULL);

  if (result == BROTLI_DECODER_RESULT_ERROR)
    return EXTRACT_CODEC_DAMAGED;
  return result == BROTLI_DECODER_RESULT_SUCCESS ? EXTRACT_CODEC_END : EXTRACT_CODEC_MORE;
}

const ExtractCodec extract_codec_brotli = {
  .name = "br",
  .new = brotli_new,
  .free = brotli_free,
  .reset = brotli_reset,
  .run = brotli_run,
};
