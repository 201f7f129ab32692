/* SPDX-License-Identifier: MIT */
/*
 * The libraries that are loaded when they are first needed, and not linked: with them, each start of a
 * program would take longer than a page. One table: those that load them and `texttractor doctor` read the
 * same rows.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  EXTRACT_LIBRARY_CURL,
  EXTRACT_LIBRARY_ICU,
  EXTRACT_LIBRARY_CLD2,
  EXTRACT_LIBRARY_ISAL,
  EXTRACT_LIBRARY_ZSTD,
  EXTRACT_LIBRARY_LZMA,
  EXTRACT_LIBRARY_BROTLI,
  EXTRACT_N_LIBRARIES,
} ExtractLibrary;

typedef struct {
  const char *name;    /* as people call it */
  const char *file;    /* (nullable): what the loader of the system finds; NULL: not built in */
  const char *package; /* of Debian */
  const char *purpose; /* "what for", without a full stop */
} ExtractLibraryInfo;

/* Returns: (transfer none) */
const ExtractLibraryInfo *extract_library_get_info (ExtractLibrary library);

/* extract_library_open: loads @library, for dlsym (). Returns: (nullable): NULL if it cannot be loaded;
 * dlerror () says why. It is never closed. */
gpointer extract_library_open (ExtractLibrary library);

G_END_DECLS
