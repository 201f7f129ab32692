/* SPDX-License-Identifier: MIT */
/*
 * Who else decides which blocks are kept, once a page is labelled: patterns, and a command of the user's.
 *
 *   labelled page ──> --keep: blocks that match become good ──> --filter: labels of another program
 */
#pragma once

#include "cli/ask.h"
#include "cli/cli.h"

typedef struct {
  gboolean all;        /* --keep-all */
  GPtrArray *patterns; /* GRegex: --keep */
  char *command;       /* (nullable): --filter */
  CliAsk *ask;         /* (nullable): its process, from cmd_keep_begin () on */
} CmdKeep;

/* cmd_keep_init: its options. */
GOptionGroup *cmd_keep_init (CmdKeep *keep);
void cmd_keep_clear (CmdKeep *keep);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CmdKeep, cmd_keep_clear)

/* cmd_keep_begin: @milliseconds: what the command may take for a page */
void cmd_keep_begin (CmdKeep *keep, guint64 milliseconds);

/* cmd_keep_apply: changes labels. @document: labelled. From any thread. */
gboolean cmd_keep_apply (const CmdKeep *keep, ExtractDocument *document, GError **error);

/* cmd_keep_describe: for the journal. Returns: (transfer full) */
char *cmd_keep_describe (const CmdKeep *keep);
