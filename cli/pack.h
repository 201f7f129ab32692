/* SPDX-License-Identifier: MIT */
/*
 * Data in, members of gzip or frames of zstd out. Each stands by itself: behind any of them a file may end or
 * go on, and gunzip and unzstd read all of them as one. The same data give the same bytes: no member knows of
 * names, times, or processors.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum { CLI_PACKING_NONE, CLI_PACKING_GZIP, CLI_PACKING_ZSTD, CLI_N_PACKINGS } CliPacking;

/* cli_packing_parse: "gzip", "zstd" or "none". @option: for the sentence of the error */
gboolean cli_packing_parse (const char *option, const char *text, CliPacking *packing, GError **error);
const char *cli_packing_get_name (CliPacking packing);
/* cli_packing_get_suffix: ".gz", ".zst" or "" */
const char *cli_packing_get_suffix (CliPacking packing);
/* cli_packing_guess: by the suffix of the file @name. */
CliPacking cli_packing_guess (const char *name);

typedef struct _CliPacker CliPacker;

/* cli_packer_new: Returns: (transfer full) (nullable): NULL with an error if there is no library for it;
 * @packing is not CLI_PACKING_NONE */
CliPacker *cli_packer_new (CliPacking packing, GError **error);
/* cli_packer_pack: appends a member with @data, which may be empty, to @out. */
gboolean cli_packer_pack (CliPacker *packer, const char *data, gsize length, GString *out, GError **error);
void cli_packer_free (CliPacker *packer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliPacker, cli_packer_free)

G_END_DECLS
