/* SPDX-License-Identifier: MIT */
/* A batch of places, and what is to be done with their pages. */
#pragma once

#include "bin/cmd-extract-filter.h"
#include "bin/cmd-extract-keep.h"
#include "bin/cmd-extract-parts.h"
#include "bin/cmd-fetch.h"
#include "cli/render.h"

typedef struct {
  CliPlaces *places;
  const CliPageOptions *page;
  const CliRender *render;
  CliClassifiers *classifiers;
  ExtractClassifier *everything; /* for pages that are text already */
  const CmdFilter *filter;
  const CmdKeep *keep;
  CmdFetch *fetch; /* how URLs are fetched */
  CmdOutputOptions output;
  ExtractWriteFlags only_with; /* EXTRACT_WRITE_FIELD () of those that a page needs */
  const char *failures;        /* (nullable): the file of their list */
  gboolean skip_existing;      /* with a folder: pages whose file is there */
  gboolean resume;             /* --resume was given */
  gboolean unordered;          /* pages are written as they are ready */
  gboolean exit_status;        /* CLI_EXIT_NOTHING if no page has main text */
  gboolean summary;
  gboolean quiet;
} CmdBatch;

/* cmd_batch_run: Returns: what to exit with, after saying why; or it ends the program by the signal that
 * interrupted it. */
int cmd_batch_run (const CmdBatch *batch);
