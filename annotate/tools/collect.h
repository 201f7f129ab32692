/* SPDX-License-Identifier: MIT */
/*
 * Stores pages from the command line in a set, byte for byte, so that labels keep their pages.
 */
#pragma once

#include "cli/cli.h"

G_BEGIN_DECLS

/* Where pages are kept if nobody says it. */
#define COLLECT_DEFAULT_SET "annotated"

/*
 * collect_pages: adds files, folders and URLs to the set @set, which is made if there is none. What is there
 * already, the same URL or the same file, is not stored again. Says what was done, and what went wrong.
 * @places: (array zero-terminated=1)
 * @files_from: (nullable): a file with more of them, one a line; - for standard input
 * Returns: CLI_EXIT_FAILED if some pages, or all, could not be had
 */
CliExit collect_pages (const char *set, char **places, const char *files_from, const CliPageOptions *page);

/* collect_list: @files_from: (nullable). Returns: (transfer full) (nullable) (element-type filename): the
 * places, and those in the file */
GPtrArray *collect_list (char **places, const char *files_from, GError **error);

/* collect_is_set: whether the folder @path has an index. */
gboolean collect_is_set (const char *path);

G_END_DECLS
