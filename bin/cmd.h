/* SPDX-License-Identifier: MIT */
/*
 * The verbs. A built-in verb is one function in one file, cmd-VERB.c, and one row of the table in
 * texttractor.c. @args begins with the verb and is NULL-terminated, as argv is; the value is the exit code.
 *
 * A new option of a verb also goes into its manual page.
 */
#pragma once

#include <glib.h>

int cmd_concordance (char **args);
int cmd_dedup (char **args);
int cmd_demo (char **args);
int cmd_doctor (char **args);
int cmd_extract (char **args);
int cmd_features (char **args);
int cmd_help (char **args);
int cmd_index (char **args);
int cmd_links (char **args);
int cmd_model (char **args);
int cmd_parallel (char **args);
int cmd_site (char **args);
int cmd_why (char **args);

/* cmd_dup_verb_hint: Returns: (transfer full): cli_dup_hint () for a word that is no verb. */
char *cmd_dup_verb_hint (const char *word);

/* cmd_run: runs a verb, built in or a program of its own. Returns: -1 if there is no such verb. */
int cmd_run (char **args);

/* cmd_print_overview: what `texttractor --help` prints. */
int cmd_print_overview (void);
