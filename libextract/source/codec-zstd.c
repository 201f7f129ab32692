/* SPDX-License-Identifier: MIT */
/*
 * zstd. Archives may begin with the dictionary of all their frames, in a frame that is otherwise skipped,
 * plain or packed by zstd itself (IIPC, "Use of Zstandard compression in WARC files"):
 *
 *   5D 2A 4D 18 | length | dictionary | frame | frame ...
 *
 * In an answer of HTTP, that frame is passed over, like any other that is to be skipped.
 *
 * The same bytes are damaged or not, in whatever pieces they come. The library is not like that: where it has
 * a whole frame at once, it takes some for sound that it refuses in pieces, and only there it holds the frame
 * against the size that its head may give. So it gets the first byte of a frame alone, and we count.
 */
#include "libextract/source/codec.h"

#include <string.h>
#include <zstd.h>

#define MAGIC_DICTIONARY 0x184d2a5d
#define HEAD 8 /* of a frame that is skipped */
/* Dictionaries have some hundred kilobytes. */
#define MAX_DICTIONARY ((gsize) 16 << 20)
#define PIECE ((guint) 64 << 10)
/* The longest head of a frame: RFC 8878, 3.1.1. */
#define MAX_HEAD 18

static struct {
  ZSTD_DStream *(*new) (void);
  size_t (*free) (ZSTD_DStream *stream);
  size_t (*run) (ZSTD_DStream *stream, ZSTD_outBuffer *out, ZSTD_inBuffer *in);
  size_t (*reset) (ZSTD_DCtx *context, ZSTD_ResetDirective what);
  size_t (*load_dictionary) (ZSTD_DCtx *context, const void *dictionary, size_t n);
  unsigned long long (*get_content_size) (const void *head, size_t n);
  unsigned (*is_error) (size_t code);
} zstd;

typedef struct {
  ZSTD_DStream *stream;  /* owned */
  gboolean begun;        /* no dictionary can follow */
  GByteArray *frame;     /* (nullable): of the dictionary, as far as it has come; owned */
  guint8 head[MAX_HEAD]; /* the first bytes of the frame at hand */
  gsize n_head;
  guint64 n_out; /* bytes that have come out of it */
} ZstdState;

static gpointer
load (gpointer unused)
{
  static const char *const names[] = {
    "ZSTD_createDStream",       "ZSTD_freeDStream",         "ZSTD_decompressStream", "ZSTD_DCtx_reset",
    "ZSTD_DCtx_loadDictionary", "ZSTD_getFrameContentSize", "ZSTD_isError",          NULL
  };

  return extract_codec_load (EXTRACT_LIBRARY_ZSTD, names, (gpointer *) &zstd);
}

static guint32
read_number (const guint8 *bytes)
{
  return bytes[0] | (guint32) bytes[1] << 8 | (guint32) bytes[2] << 16 | (guint32) bytes[3] << 24;
}

static gboolean
zstd_matches (const guint8 *magic)
{
  guint32 number = read_number (magic);

  return number == ZSTD_MAGICNUMBER || (number & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START;
}

gboolean
extract_codec_begins_dictionary (const guint8 *bytes, gsize n)
{
  return n >= 4 && read_number (bytes) == MAGIC_DICTIONARY;
}

static gpointer
zstd_new (GError **error)
{
  static GOnce once = G_ONCE_INIT;
  const char *failure = g_once (&once, load, NULL);
  ZstdState *state = NULL;

  if (failure) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "zstd data cannot be unpacked: %s", failure);
    return NULL;
  }
  state = g_new0 (ZstdState, 1);
  state->stream = zstd.new();
  g_assert (state->stream);
  return state;
}

static void
zstd_free (gpointer codec)
{
  ZstdState *state = codec;

  zstd.free (state->stream);
  g_clear_pointer (&state->frame, g_byte_array_unref);
  g_free (state);
}

static void
zstd_reset (gpointer codec)
{
  ZstdState *state = codec;

  zstd.reset (state->stream, ZSTD_reset_session_only);
  state->n_head = 0;
  state->n_out = 0;
}

/* At the end of a frame: whether as much came out of it as its head says, if it does. */
static gboolean
has_its_size (const ZstdState *state)
{
  const unsigned long long size = zstd.get_content_size (state->head, state->n_head);

  return size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR || size == state->n_out;
}

/* @n_in: so many of the bytes */
static ExtractCodecResult
run_some (ZstdState *state, ExtractCodecRun *run, gsize n_in)
{
  ZSTD_inBuffer in = { run->in, n_in, 0 };
  ZSTD_outBuffer out = { run->out, run->n_out, 0 };
  size_t result = zstd.run (state->stream, &out, &in);
  const gsize n = MIN (in.pos, MAX_HEAD - state->n_head);

  memcpy (state->head + state->n_head, run->in, n);
  state->n_head += n;
  state->n_out += out.pos;
  run->in += in.pos;
  run->n_in -= in.pos;
  run->out += out.pos;
  run->n_out -= out.pos;
  if (zstd.is_error (result))
    return EXTRACT_CODEC_DAMAGED;
  if (result != 0)
    return EXTRACT_CODEC_MORE;
  if (!has_its_size (state))
    return EXTRACT_CODEC_DAMAGED;
  state->n_head = 0;
  state->n_out = 0;
  return EXTRACT_CODEC_END;
}

/* Whether what has come of the magic is right: the library takes what follows a first byte for a frame of its
 * old versions, if it looks like one. */
static gboolean
begins_frame (const ZstdState *state, const ExtractCodecRun *run)
{
  static const guint8 frame[] = { 0x28, 0xb5, 0x2f, 0xfd }, skipped[] = { 0x50, 0x2a, 0x4d, 0x18 };
  guint8 magic[sizeof frame];
  const gsize n = MIN (state->n_head + run->n_in, sizeof magic);

  for (gsize i = 0; i < n; i++)
    magic[i] = i < state->n_head ? state->head[i] : run->in[i - state->n_head];
  if (n > 0 && magic[0] == frame[0])
    return memcmp (magic, frame, n) == 0;
  return n == 0 || ((magic[0] & 0xf0) == skipped[0] && memcmp (magic + 1, skipped + 1, n - 1) == 0);
}

static ExtractCodecResult
run_stream (ZstdState *state, ExtractCodecRun *run)
{
  const gboolean begins = state->n_head == 0 && run->n_in > 1;
  ExtractCodecResult result = EXTRACT_CODEC_MORE;

  if (!begins_frame (state, run))
    return EXTRACT_CODEC_DAMAGED;
  if (begins)
    result = run_some (state, run, 1);
  return result == EXTRACT_CODEC_MORE ? run_some (state, run, run->n_in) : result;
}

/* ---- The dictionary ------------------------------------------------------------------------------ */

/* @frame: of the dictionary. Returns: (transfer full) (nullable): NULL if it is damaged or too large */
static GByteArray *
unpack_dictionary (ZstdState *state, GByteArray *frame)
{
  g_autoptr (GByteArray) unpacked = g_byte_array_new ();
  ExtractCodecRun run = { .in = frame->data + HEAD, .n_in = frame->len - HEAD };
  ExtractCodecResult result = EXTRACT_CODEC_MORE;

  if (run.n_in < 4 || read_number (run.in) != ZSTD_MAGICNUMBER) {
    g_byte_array_append (unpacked, run.in, (guint) run.n_in);
    return g_steal_pointer (&unpacked);
  }
  while (result == EXTRACT_CODEC_MORE && unpacked->len <= MAX_DICTIONARY) {
    guint n = unpacked->len;

    g_byte_array_set_size (unpacked, n + PIECE);
    run.out = unpacked->data + n;
    run.n_out = PIECE;
    result = run_stream (state, &run);
    g_byte_array_set_size (unpacked, n + PIECE - (guint) run.n_out);
    if (run.n_in == 0 && unpacked->len == n && result == EXTRACT_CODEC_MORE)
      return NULL;
  }
  zstd_reset (state);
  return result == EXTRACT_CODEC_END ? g_steal_pointer (&unpacked) : NULL;
}

/* Takes at most as many bytes of the frame as make @length. Returns: whether there are so many */
static gboolean
collect (ZstdState *state, ExtractCodecRun *run, gsize length)
{
  gsize n = MIN (run->n_in, length - MIN (length, state->frame->len));

  g_byte_array_append (state->frame, run->in, (guint) n);
  run->in += n;
  run->n_in -= n;
  return state->frame->len >= length;
}

static ExtractCodecResult
run_dictionary (ZstdState *state, ExtractCodecRun *run)
{
  g_autoptr (GByteArray) dictionary = NULL;
  gsize length = 0;

  if (!collect (state, run, HEAD))
    return EXTRACT_CODEC_MORE;
  length = HEAD + (gsize) read_number (state->frame->data + 4);
  if (length > MAX_DICTIONARY)
    return EXTRACT_CODEC_DAMAGED;
  if (!collect (state, run, length))
    return EXTRACT_CODEC_MORE;
  dictionary = unpack_dictionary (state, state->frame);
  g_clear_pointer (&state->frame, g_byte_array_unref);
  if (!dictionary || zstd.is_error (zstd.load_dictionary (state->stream, dictionary->data, dictionary->len)))
    return EXTRACT_CODEC_DAMAGED;
  return EXTRACT_CODEC_END;
}

/* The first time, @run has at least the magic: who chose the codec has seen it. */
static ExtractCodecResult
zstd_run (gpointer codec, ExtractCodecRun *run)
{
  ZstdState *state = codec;

  if (!state->begun && extract_codec_begins_dictionary (run->in, run->n_in))
    state->frame = g_byte_array_new ();
  state->begun = TRUE;
  return state->frame ? run_dictionary (state, run) : run_stream (state, run);
}

const ExtractCodec extract_codec_zstd = {
  .name = "zstd",
  .n_magic = 4,
  .matches = zstd_matches,
  .new = zstd_new,
  .free = zstd_free,
  .reset = zstd_reset,
  .run = zstd_run,
};

static ExtractCodecResult
zstd_run_frames (gpointer codec, ExtractCodecRun *run)
{
  return run_stream (codec, run);
}

const ExtractCodec extract_codec_zstd_frames = {
  .name = "zstd",
  .n_magic = 4,
  .matches = zstd_matches,
  .new = zstd_new,
  .free = zstd_free,
  .reset = zstd_reset,
  .run = zstd_run_frames,
};
