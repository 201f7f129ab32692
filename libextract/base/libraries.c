/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "libextract/base/libraries.h"

#include <dlfcn.h>

#ifdef HAVE_ICU
/* ICU counts its libraries by its version. */
#define ICU_FILE "libicuuc.so." ICU_MAJOR
#define ICU_PACKAGE "libicu" ICU_MAJOR
#else
#define ICU_FILE NULL
#define ICU_PACKAGE "libicu-dev"
#endif

#ifdef HAVE_CLD2
#define CLD2_FILE "libcld2.so.0"
#else
#define CLD2_FILE NULL
#endif

#ifdef HAVE_ISAL
#define ISAL_FILE "libisal.so.2"
#else
#define ISAL_FILE NULL
#endif

static const ExtractLibraryInfo libraries[EXTRACT_N_LIBRARIES] = {
  [EXTRACT_LIBRARY_CURL] = { "libcurl", "libcurl.so.4", "libcurl4", "fetches URLs" },
  [EXTRACT_LIBRARY_ICU] = { "ICU", ICU_FILE, ICU_PACKAGE, "finds words and sentences for vertical text" },
  [EXTRACT_LIBRARY_CLD2] = { "CLD2", CLD2_FILE, "libcld2-0", "tells languages: --lang, --detect-lang" },
  [EXTRACT_LIBRARY_ISAL] = { "ISA-L", ISAL_FILE, "libisal2", "unpacks archives by gzip, faster than zlib" },
  [EXTRACT_LIBRARY_ZSTD] = { "zstd", "libzstd.so.1", "libzstd1", "packs and unpacks by zstd" },
  [EXTRACT_LIBRARY_LZMA] = { "liblzma", "liblzma.so.5", "liblzma5", "unpacks archives by xz" },
  [EXTRACT_LIBRARY_BROTLI] = { "brotli", "libbrotlidec.so.1", "libbrotli1",
                               "unpacks pages in archives by brotli" },
};

const ExtractLibraryInfo *
extract_library_get_info (ExtractLibrary library)
{
  return &libraries[library];
}

gpointer
extract_library_open (ExtractLibrary library)
{
  return dlopen (libraries[library].file, RTLD_NOW | RTLD_LOCAL);
}
