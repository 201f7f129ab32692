/* SPDX-License-Identifier: MIT */
/* Fields of the metadata as options name them: "title,date". */
#include "cli/cli.h"

#include <string.h>

static void
list_fields (CliName fields[EXTRACT_N_FIELDS])
{
  for (ExtractField field = 0; field < EXTRACT_N_FIELDS; field++) {
    const ExtractFieldInfo *info = extract_field_get_info (field);
    fields[field] = (CliName){ info->name, info->sentence };
  }
}

char *
cli_fields_describe (void)
{
  CliName fields[EXTRACT_N_FIELDS];

  list_fields (fields);
  return cli_names_describe ("Fields of the metadata:", fields, EXTRACT_N_FIELDS);
}

static gboolean
fail_field (const char *option, const char *name, GError **error)
{
  CliName fields[EXTRACT_N_FIELDS];

  list_fields (fields);
  g_autofree char *names = cli_names_join (fields, EXTRACT_N_FIELDS);
  g_autofree char *expected = g_strconcat ("names of fields, separated by commas: ", names, NULL);
  return cli_fail_value (error, option, expected, name);
}

gboolean
cli_fields_parse (const char *option, const char *text, ExtractWriteFlags *fields, GError **error)
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
cli_fields_are_known (ExtractMetadata *metadata, ExtractWriteFlags fields)
{
  for (ExtractField field = 0; field < EXTRACT_N_FIELDS; field++)
    if ((fields & EXTRACT_WRITE_FIELD (field)) && extract_metadata_get_n_values (metadata, field) == 0)
      return FALSE;
  return TRUE;
}
