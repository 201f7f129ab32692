/* SPDX-License-Identifier: MIT */
/* A command that answers each question: one process for the whole run. */
#pragma once

#include <gio/gio.h>

typedef struct _CliAsk CliAsk;

/* cli_ask_new: @what: "the filter command", for messages: lent. @command: for sh -c. It is started when it is
 * first asked. @milliseconds: for an answer */
CliAsk *cli_ask_new (const char *what, const char *command, guint64 milliseconds);

/*
 * cli_ask_line: from any thread, one after another.
 * @question: a line, with its end
 * @max: bytes that the answer may have
 * If there is none, the command is ended, and started anew for the next question; a few times in a row, then
 * no more.
 * Returns: (transfer full) (nullable): the answer, without its end
 */
char *cli_ask_line (CliAsk *ask, const GString *question, gsize max, GError **error);

/*
 * cli_ask_until: the same, of any number of lines.
 * @end, @n_end: how an answer ends, and nothing else in it does
 */
GString *
cli_ask_until (CliAsk *ask, const GString *question, const char *end, gsize n_end, gsize max, GError **error);

/* cli_ask_free: closes the input of the command, and waits a moment for its end. */
void cli_ask_free (CliAsk *ask);
