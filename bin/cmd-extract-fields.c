/* SPDX-License-Identifier: MIT */
/* Fields of the metadata as options name them: "title,date". */
#include "bin/cmd-extract-parts.h"

#include <string.h>

char *
cmd_fields_describe (void)
{
  GString *text = g_string_new ("Fields of the metadata:");

  for (ExtractField field = 0; field < EXTRACT_N_FIELDS; field++) {
    const ExtractFieldInfo *info = extract_field_get_info (field);
    g_string_append_printf (text, "\n  %-11s %s", info->name, info->sentence);
  }
  return g_string_free (text, FALSE);
}

static gboolean
fail_field (const char *option, const char *name, GError **error)
{
  g_autoptr (GString) names = g_string_new ("names of fields, separated by commas: ");

  for (ExtractField field = 0; field < EXTRACT_N_FIELDS; field++)
    g_string_append_printf (names, "%s%s",
                            field == 0                      ? ""
                            : field == EXTRACT_N_FIELDS - 1 ? " or "
                                                            : ", ",
                            extract_field_get_info (field)->name);
  return cli_fail_value (error, option, names->str, name);
}

gboolean
cmd_fields_parse (const char *option, const char *text, ExtractWriteFlags *fields, GError **error)
{
  g_auto (GStrv) names = g_strsplit (text, ",", -1);

  if (!names[0])
    return fail_field (option, text, error);
  for (guint i = 0; names[i]; i++) {
    ExtractField field = 0;

    while (field < EXTRACT_N_FIELDS && strcmp (names[i], extract_field_get_info (field)->name) != 0)
      field++;
    if (field == EXTRACT_N_FIELDS)
      return fail_field (option, names[i], error);
    *fields |= EXTRACT_WRITE_FIELD (field);
  }
  return TRUE;
}

gboolean
cmd_fields_are_known (ExtractMetadata *metadata, ExtractWriteFlags fields)
{
  for (ExtractField field = 0; field < EXTRACT_N_FIELDS; field++)
    if ((fields & EXTRACT_WRITE_FIELD (field)) && extract_metadata_get_n_values (metadata, field) == 0)
      return FALSE;
  return TRUE;
}
