/* SPDX-License-Identifier: MIT */
/* The door of this room for programs. */
#pragma once

#include "libextract/extract.h"

/* extract_format_load: what the format needs beside the library: of vertical text ICU. Before pages are read,
 * as without it each of them would fail. Returns: FALSE with G_IO_ERROR_NOT_SUPPORTED */
gboolean extract_format_load (ExtractFormat format, GError **error);

/* ExtractRegistry: corpus managers that are told what vertical text has. */
typedef enum { EXTRACT_REGISTRY_MANATEE, EXTRACT_REGISTRY_CWB, EXTRACT_N_REGISTRIES } ExtractRegistry;

/* ExtractCorpus: where things are: absolute paths. */
typedef struct {
  const char *name;     /* of the corpus */
  const char *data;     /* folder for what the corpus manager makes */
  const char *vertical; /* (nullable): the vertical file */
  const char *command;  /* (nullable): what prints it, if it is packed or in parts: instead of it */
} ExtractCorpus;

/* extract_registry_to_string: Returns: (transfer full): the configuration of a corpus of pages that are
 * written with
 * @flags; what is in it follows the table of vertical text */
char *
extract_registry_to_string (ExtractRegistry registry, const ExtractCorpus *corpus, ExtractWriteFlags flags);

/* extract_block_dup_links: Returns: (transfer full): the absolute addresses of the web that its links lead to
 */
char **extract_block_dup_links (ExtractBlock *block);
