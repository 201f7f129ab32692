/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/cli.h"

typedef struct {
  guint64 min_words; /* of the main text */
  guint64 max_words;
  char **languages; /* (nullable): primary subtags in lower case: those that may be declared */
  char **detected;  /* (nullable): codes: those that the main text may be in */
  gboolean deduplicate;
} CmdFilter;

/* cmd_filter_init: its options. */
GOptionGroup *cmd_filter_init (CmdFilter *filter);
void cmd_filter_clear (CmdFilter *filter);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CmdFilter, cmd_filter_clear)

/* cmd_filter_keeps: @document: labelled. From any thread. Returns: FALSE, also with an error */
gboolean cmd_filter_keeps (const CmdFilter *filter, ExtractDocument *document, GError **error);

/* cmd_filter_compute_key: of its main text, whatever its white space and the case of its letters; never 0.
 * From any thread. */
guint64 cmd_filter_compute_key (ExtractDocument *document);

/* cmd_filter_describe: for the journal. Returns: (transfer full) */
char *cmd_filter_describe (const CmdFilter *filter);
