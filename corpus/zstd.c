/* SPDX-License-Identifier: MIT */
#include "corpus/zstd.h"

#include "libextract/base/libraries.h"

#include <dlfcn.h>

static CorpusZstd zstd;

/* Returns: (nullable): why there is none */
static gpointer
load (gpointer unused)
{
  gpointer library = extract_library_open (EXTRACT_LIBRARY_ZSTD);
  if (!library)
    return g_strdup (dlerror ());
#define X(name)                                                     \
  if (!(*(gpointer *) &zstd.name = dlsym (library, "ZSTD_" #name))) \
    return g_strdup (dlerror ());
  CORPUS_ZSTD_FUNCTIONS (X)
#undef X
  return NULL;
}

const CorpusZstd *
corpus_zstd_get (GError **error)
{
  static GOnce once = G_ONCE_INIT;
  const char *failure = g_once (&once, load, NULL);
  if (failure)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                 "is packed by zstd, whose library cannot be loaded (Debian package libzstd1): %s", failure);
  return failure ? NULL : &zstd;
}
