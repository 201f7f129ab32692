/* SPDX-License-Identifier: MIT */
/*
 * --trace=DIR: what was done in the browser, as one report of HTML: a section for each page with its steps,
 * what was seen behind each, and what it brought. The folder gets its name when it is whole.
 *
 *   DIR/index.html       the report
 *   DIR/3-1.jpg          page 3 behind step 1
 *   DIR/3.txt            the tree of page 3
 */
#pragma once

#include "bin/cmd-follow.h"

typedef struct _CmdTrace CmdTrace;

/* cmd_trace_new: @folder: must not be there, or be empty. The error names it itself. */
CmdTrace *cmd_trace_new (const char *folder, GError **error);
/* cmd_trace_free: what was not committed is removed again. */
void cmd_trace_free (CmdTrace *trace);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CmdTrace, cmd_trace_free)

/*
 * cmd_trace_describe: in a worker: what is shown of page @i, and its pictures into the folder.
 * @document: (nullable): labelled; NULL if it failed. @links: (nullable): that may be followed
 * Returns: (transfer full) (nullable): HTML; NULL with an error that names its file
 */
char *cmd_trace_describe (CmdTrace *trace, gsize i, const ExtractRecord *record, ExtractDocument *document,
                          const GPtrArray *links, GError **error);

/*
 * cmd_trace_add: in the main thread, in the order of the pages.
 * @section: (nullable): of cmd_trace_describe (). @sentence: (nullable): why there is no page. @found:
 * (nullable): how it was found
 */
gboolean cmd_trace_add (CmdTrace *trace, gsize i, const char *name, const char *section, const char *sentence,
                        const FollowPage *found, GError **error);

/* cmd_trace_discard: it is not going to be whole: what there is of it is removed. */
void cmd_trace_discard (CmdTrace *trace);

/* cmd_trace_commit: the run is whole. */
gboolean cmd_trace_commit (CmdTrace *trace, GError **error);
