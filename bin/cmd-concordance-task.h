/* SPDX-License-Identifier: MIT */
/*
 * What a long task writes: sentences, and with --resume the journal beside them.
 *
 *   FILE.part, FILE.journal ──> FILE, when all is done
 *
 * Sentences are written first, then the line of their page, with one call each. So however the program ends,
 * the output has the sentences of all complete events, and at most those of one more, which are cut off
 * again.
 */
#pragma once

#include "bin/cmd-concordance-web.h"
#include "concordance/task.h"

typedef struct _CmdTaskOutput CmdTaskOutput;

/*
 * cmd_task_output_new: @task: the events of an earlier run are played, if there was one.
 * @resumed: (out): whether there was. Errors name their file.
 */
CmdTaskOutput *cmd_task_output_new (const CmdOutputOptions *options, const char *settings, ConcTask *task,
                                    gboolean *resumed, GError **error);
void cmd_task_output_free (CmdTaskOutput *output);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CmdTaskOutput, cmd_task_output_free)

/* cmd_task_output_get_part: Returns: (transfer none) (nullable): the file that an earlier run wrote */
const char *cmd_task_output_get_part (const CmdTaskOutput *output);

/* cmd_task_output_write: @text: "" writes nothing */
gboolean cmd_task_output_write (CmdTaskOutput *output, const char *text, GError **error);
guint64 cmd_task_output_get_length (const CmdTaskOutput *output);
/* cmd_task_output_keep: @lines: of the journal; they are events that are complete. */
gboolean cmd_task_output_keep (CmdTaskOutput *output, const GString *lines, GError **error);
/* cmd_task_output_end: the file gets its name. */
gboolean cmd_task_output_end (CmdTaskOutput *output, GError **error);
