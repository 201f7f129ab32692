/* SPDX-License-Identifier: MIT */
/* A command that answers each line with a line: one process for the whole run. */
#pragma once

#include <gio/gio.h>

typedef struct _CmdAsk CmdAsk;

/* cmd_ask_new: @command: for sh -c. It is started when it is first asked. @milliseconds: for an answer */
CmdAsk *cmd_ask_new (const char *command, guint64 milliseconds);

/*
 * cmd_ask_line: from any thread, one after another.
 * @question: a line, with its end
 * @max: bytes that the answer may have
 * If there is none, the command is ended, and started anew for the next question; a few times in a row, then
 * no more.
 * Returns: (transfer full) (nullable): the answer, without its end
 */
char *cmd_ask_line (CmdAsk *ask, const GString *question, gsize max, GError **error);

/* cmd_ask_free: closes the input of the command, and waits a moment for its end. */
void cmd_ask_free (CmdAsk *ask);
