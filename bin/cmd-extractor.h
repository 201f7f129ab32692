/* SPDX-License-Identifier: MIT */
/* --extractor=COMMAND: a program of the user's finds the text of pages, in place of the network. */
#pragma once

#include "cli/ask.h"
#include "cli/cli.h"

/* cmd_extractor_new: @command: for sh -c: it gets a page as HTML in UTF-8 and a NUL, and answers with its
 * text and a NUL, each line a paragraph; page by page, one process for the whole run. @milliseconds: for a
 * page */
CliAsk *cmd_extractor_new (const char *command, guint64 milliseconds);

/* cmd_extractor_run: from any thread, one after another. Returns: (transfer full) (nullable): the same page,
 * which is its text and nothing else */
ExtractRecord *
cmd_extractor_run (CliAsk *extractor, const ExtractRecord *page, guint64 max_bytes, GError **error);
