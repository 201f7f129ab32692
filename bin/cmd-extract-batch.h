/* SPDX-License-Identifier: MIT */
/* A run over many places: texts of their pages, or what a verb makes of them. */
#pragma once

#include "bin/cmd-extract-work.h"

/* cmd_batch_run: Returns: what to exit with, after saying why; or it ends the program by the signal that
 * interrupted it. */
int cmd_batch_run (const CmdBatch *batch);
