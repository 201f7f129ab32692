/* SPDX-License-Identifier: MIT */
/* How a verb over many pages reads them and finds their text: its options, and what they make. */
#pragma once

#include "bin/cmd-extract-filter.h"
#include "bin/cmd-fetch.h"
#include "cli/cli.h"
#include "cli/render.h"

typedef struct {
  CliPageOptions page;
  CliModelOptions model;
  CmdFetch fetch;
  CliRender render;
  CliClassifiers *classifiers;   /* (nullable): owned; by cmd_reading_begin () */
  ExtractClassifier *everything; /* (nullable): owned; by the same; for pages that are text already */
} CmdReading;

/* cmd_reading_add_page: the options of pages and of models. @reading is all zeros before. */
void cmd_reading_add_page (CmdReading *reading, GOptionContext *context, CliPageFlags flags);

/* cmd_reading_add_web: the options of fetching and of rendering. */
void cmd_reading_add_web (CmdReading *reading, GOptionContext *context, CmdFetchFlags flags);

/* cmd_reading_begin: starts what renders, and loads models. Pages that @filter does not want are not read. */
gboolean cmd_reading_begin (CmdReading *reading, CmdFilter *filter, GError **error);

/* cmd_reading_describe_models: what of the models the output depends on, for the settings of a journal.
 * Returns: (transfer full) (nullable) */
char *cmd_reading_describe_models (const CmdReading *reading, GError **error);

void cmd_reading_clear (CmdReading *reading);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CmdReading, cmd_reading_clear)
