/* SPDX-License-Identifier: MIT */
/* The pages of a batch, read to learn what those of a site share. Nothing is written. */
#pragma once

#include "bin/cmd-extract-batch.h"

typedef struct {
  ExtractSites *sites;
  gboolean by_site;  /* each page by its site, and those of unknown sites not at all; else all as one */
  GHashTable *names; /* (nullable): gets the names of the sites, if there are no more than some */
} CmdSiteLearning;

#define CMD_MOST_SITE_NAMES 1000

/* cmd_site_learn: @batch: what is written is not. Returns: what to exit with, or it ends the program by the
 * signal that interrupted it. Pages that cannot be read are left out, and CLI_EXIT_FAILED returned. */
int cmd_site_learn (const CmdBatch *batch, CmdSiteLearning *learning);
