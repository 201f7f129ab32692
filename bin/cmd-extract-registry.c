/* SPDX-License-Identifier: MIT */
/* What corpus managers are told of a vertical file: FILE for Manatee, FILE.cwb for CWB. */
#include "bin/cmd-extract-parts.h"
#include "libextract/write/write.h"

#define CWB_SUFFIX ".cwb"

gboolean
cmd_registry_guard (const char *path, GError **error)
{
  g_autofree char *cwb = path ? g_strconcat (path, CWB_SUFFIX, NULL) : NULL;
  return cli_guard_output ("--registry", path, error) && cli_guard_output ("--registry", cwb, error);
}

gboolean
cmd_registry_write (const char *path, const CmdOutputOptions *output, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *folder = g_strconcat (path, ".data", NULL);
  g_autofree char *data = g_canonicalize_filename (folder, NULL);
  g_autofree char *vertical = output->file ? g_canonicalize_filename (output->file, NULL) : NULL;
  g_autofree char *command = output->file ? cmd_shards_describe_reading (output) : NULL;
  const ExtractCorpus corpus = {
    .name = name, .data = data, .vertical = vertical, .command = command, .tagged = output->tagged
  };
  for (ExtractRegistry registry = 0; registry < EXTRACT_N_REGISTRIES; registry++) {
    g_autofree char *text = extract_registry_to_string (registry, &corpus, output->flags);
    g_autofree char *file = g_strconcat (path, registry == EXTRACT_REGISTRY_CWB ? CWB_SUFFIX : "", NULL);
    if (!cli_write_file (file, text, -1, error))
      return FALSE;
  }
  return TRUE;
}
