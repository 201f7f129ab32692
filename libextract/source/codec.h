/* SPDX-License-Identifier: MIT */
/*
 * Kinds of packed data, each unpacked member by member (of gzip; a frame of zstd, a stream of xz). Their
 * libraries are loaded when such data comes along.
 */
#pragma once

#include "libextract/base/libraries.h"

#include <gio/gio.h>

typedef enum {
  EXTRACT_CODEC_MORE,    /* needs more input, or more room for output */
  EXTRACT_CODEC_END,     /* of the member */
  EXTRACT_CODEC_DAMAGED, /* cannot go on */
} ExtractCodecResult;

/* What comes in, and where it goes. */
typedef struct {
  const guint8 *in;
  gsize n_in;
  guint8 *out;
  gsize n_out; /* room */
} ExtractCodecRun;

typedef struct {
  const char *name; /* "gzip" */
  guint n_magic;    /* bytes that say what it is */
  gboolean (*matches) (const guint8 *magic);
  /* Returns: (transfer full) (nullable): loads the library */
  gpointer (*new) (GError **error);
  void (*free) (gpointer codec);
  /* Before each member, the first one too. */
  void (*reset) (gpointer codec);
  /* Moves all of @run on. At the end of a member, @run->in may go back to bytes of the run before. */
  ExtractCodecResult (*run) (gpointer codec, ExtractCodecRun *run);
} ExtractCodec;

extern const ExtractCodec extract_codec_gzip;
extern const ExtractCodec extract_codec_xz;
extern const ExtractCodec extract_codec_zstd;
/* For answers of HTTP only: zstd without a dictionary, and three without a magic. */
extern const ExtractCodec extract_codec_zstd_frames;
extern const ExtractCodec extract_codec_zlib;
extern const ExtractCodec extract_codec_deflate;
extern const ExtractCodec extract_codec_brotli;

/* extract_codec_begins_dictionary: whether zstd data begins with the dictionary of an archive. */
gboolean extract_codec_begins_dictionary (const guint8 *bytes, gsize n);

/*
 * extract_codec_load: @names: ends in NULL; @functions: [their number]: where to put them
 * Returns: (nullable): what is missing; static
 */
char *extract_codec_load (ExtractLibrary library, const char *const *names, gpointer *functions);
