/* SPDX-License-Identifier: MIT */
/* texttractor eval --metadata: the title, authors and date of pages against those of the index of their set.
 */
#pragma once

#include "cli/cli.h"
#include "train/data/select.h"

G_BEGIN_DECLS

/*
 * eval_metadata: measures the pages of @selected, and prints a table, or a line of JSON for each set.
 * Returns: CLI_EXIT_FAILED if a page failed, lines of an index were left out, or a set has nothing to
 * measure.
 */
CliExit eval_metadata (const TrainSelected *selected, ExtractParser *parser, guint jobs, gboolean json);

/* What values are before they are compared. */

/* eval_metadata_fold: NFKC, lower case, runs of white space as one blank, trimmed. Returns: (transfer full)
 */
char *eval_metadata_fold (const char *text);
/* eval_metadata_split_names: a list of names, cut at commas, semicolons, " and " and " & ".
 * Returns: (transfer full): the names, folded; none is empty */
char **eval_metadata_split_names (const char *text);
/* eval_metadata_dup_day: Returns: (transfer full): the day of a date of ISO 8601, "2020-03-04"; "" if it has
 * none */
char *eval_metadata_dup_day (const char *text);

G_END_DECLS
