/* SPDX-License-Identifier: MIT */
/* What the files of this folder share among themselves. */
#pragma once

#include "cli/cli.h"

G_BEGIN_DECLS

/*
 * Names of files that a signal is to remove before it ends the program. Between cli_temporaries_begin () and
 * cli_temporaries_end () no signal ends it, so that such a file can be made and be known at once.
 */
gboolean cli_temporaries_begin (GError **error); /* Returns: FALSE if there is nothing to end */
void cli_temporaries_add (const char *path);     /* @path: lent, until it is removed */
void cli_temporaries_end (void);
/* cli_temporaries_remove: removes the file @path, and forgets it. */
void cli_temporaries_remove (const char *path);
/* cli_temporaries_forget: the file @path has another name now. Between begin and end. */
void cli_temporaries_forget (const char *path);

/*
 * cli_fail_write: an error for errno of a write. If nobody reads any more what is written, it ends the
 * program by SIGPIPE, without a word, as it would have been if nothing had had to be cleared away; but where
 * that signal was ignored from the start, this is an error like others. Returns: FALSE
 */
gboolean cli_fail_write (GError **error);

/* cli_resolve: the file behind symbolic links, also if there is nothing at their end yet. Returns: (transfer
 * full) */
char *cli_resolve (const char *path);

/* cli_find_value: what @help calls the value of an option: "FILE" of the line "  -o, --output=FILE  Write
 * ...".
 * @arg: "--output", "--output=x" or "-o"
 * Returns: (transfer full) (nullable): "" if it takes none, NULL if there is no such option */
char *cli_find_value (const char *help, const char *arg);

/* cli_apply_config: those of the section @verb of the configuration file that @args ask for; the description
 * of
 * @context tells them. */
gboolean cli_apply_config (GOptionContext *context, const char *verb, char **args, GError **error);

/* cli_load_combination: @name: of a combination. Returns: (transfer full) (nullable): errors as in
 * cli_load_classifier () */
ExtractClassifier *cli_load_combination (const CliModelOptions *options, const char *name, GError **error);
/* cli_describe_combinations: the table of combinations, for the end of --help. Returns: (transfer full) */
char *cli_describe_combinations (void);

G_END_DECLS
