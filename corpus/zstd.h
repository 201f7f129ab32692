/* SPDX-License-Identifier: MIT */
/* libzstd, loaded when a file packed by it comes along. The only file that includes its header. */
#pragma once

#include <gio/gio.h>
#include <zstd.h>

/* clang-format off */
#define CORPUS_ZSTD_FUNCTIONS(X)                                                                   \
  X (createDStream) X (freeDStream) X (decompressStream) X (DCtx_setParameter) X (isError)         \
  X (createCStream) X (freeCStream) X (compressStream2) X (CCtx_setParameter)
/* clang-format on */

typedef struct {
#define X(name) __typeof__ (ZSTD_##name) *name;
  CORPUS_ZSTD_FUNCTIONS (X)
#undef X
} CorpusZstd;

/* corpus_zstd_get: Returns: (nullable) (transfer none): NULL with @error if it is not installed */
const CorpusZstd *corpus_zstd_get (GError **error);
