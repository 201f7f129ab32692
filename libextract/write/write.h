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
  gboolean tagged;      /* behind the word, positions have tag and lemma */
} ExtractCorpus;

/* extract_registry_to_string: Returns: (transfer full): the configuration of a corpus of pages that are
 * written with
 * @flags; what is in it follows the table of vertical text */
char *
extract_registry_to_string (ExtractRegistry registry, const ExtractCorpus *corpus, ExtractWriteFlags flags);

/* extract_writer_get_step: Returns: which step of a browser brought block @i; 0: it was there in the
 * beginning, or nobody says */
guint extract_writer_get_step (ExtractDocument *document, guint i);

/* extract_block_dup_links: Returns: (transfer full): the absolute addresses of the web that its links lead to
 */
char **extract_block_dup_links (ExtractBlock *block);

/*
 * extract_document_to_original:
 * @document: labelled; what @parser made of @bytes and @content_type
 * @max_bytes: of the result; less than EXTRACT_ORIGINAL_LEAST is as that
 *
 * The page as a person would see it, but for its looks and what it loads, as a document of HTML for a frame
 * with an empty "sandbox". Elements and texts of blocks have the nick of their label as class. Nothing of the
 * page is in it but text, which is escaped, a few harmless elements, and numbers of columns and rows: where
 * links lead and what pictures show stays as text. What is too long is cut, which a note in it says.
 *
 * Returns: (transfer full) (nullable): NULL with EXTRACT_ERROR_OUT_OF_MEMORY or _OUT_OF_TIME, or what reading
 * the page again fails with
 */
char *extract_document_to_original (ExtractDocument *document, ExtractParser *parser, GBytes *bytes,
                                    const char *content_type, gsize max_bytes, GError **error);
#define EXTRACT_ORIGINAL_LEAST 16384

/* extract_original_dup_style_source: what the Content-Security-Policy of a page with such a document in its
 * srcdoc has to allow as style-src, too: frames inherit it. Returns: (transfer full): "'sha256-…'" */
char *extract_original_dup_style_source (void);
