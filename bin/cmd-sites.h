/* SPDX-License-Identifier: MIT */
/* What is known of the sites of pages: the options --site and --site-memory, a template, or all sites of a
 * batch. */
#pragma once

#include "cli/cli.h"
#include "libextract/site/site.h"

typedef struct {
  char *site; /* (nullable): --site: "auto", or the file of a template */
  guint64 memory;
  gboolean automatic;
  ExtractSites *sites; /* (nullable) */
} CmdSites;

/* cmd_sites_init: its options. */
GOptionGroup *cmd_sites_init (CmdSites *sites);
void cmd_sites_clear (CmdSites *sites);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CmdSites, cmd_sites_clear)

/* cmd_sites_begin: reads the template, if there is one. Without --site it does nothing. @places: what is
 * read. The error names the file. */
gboolean cmd_sites_begin (CmdSites *sites, const CliPlaces *places, GError **error);

/* cmd_sites_label: @document: labelled by @classifier. From any thread. */
gboolean cmd_sites_label (const CmdSites *sites, ExtractClassifier *classifier, ExtractDocument **document,
                          GError **error);

/* cmd_sites_describe: for the journal. Returns: (transfer full): "" without --site */
char *cmd_sites_describe (const CmdSites *sites);

/* cmd_sites_load: a template. The error names the file. Returns: (transfer full) (nullable) */
ExtractSites *cmd_sites_load (const char *path, GError **error);
/* cmd_sites_dup_warning: Returns: (transfer full) (nullable): what is to be said if memory was too short */
char *cmd_sites_dup_warning (const ExtractSites *sites, const char *option);
