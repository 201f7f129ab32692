/* SPDX-License-Identifier: MIT */
/*
 * What corpus managers have to be told of vertical text: a configuration file of Manatee (NoSketch Engine),
 * or a registry file of CWB with the command that encodes the corpus.
 */
#include "libextract/write/structure.h"
#include "libextract/write/write.h"

/* ---- Manatee --------------------------------------------------------------------------------- */

/* Columns behind the word, each between @before and @behind. */
static void
append_columns (GString *out, const char *before, const char *behind, const ExtractCorpus *corpus,
                ExtractWriteFlags flags)
{
  if (corpus->tagged)
    g_string_append_printf (out, "%stag%s%slemma%s", before, behind, before, behind);
  for (guint c = 0; c < EXTRACT_N_COLUMNS && extract_structure_has_columns (flags); c++)
    g_string_append_printf (out, "%s%s%s", before, extract_structure_get_column (c), behind);
}

/* In quotes: neither can hold one. */
static void
append_quoted (GString *out, const char *key, const char *value)
{
  g_autofree char *clean = g_strdelimit (g_strdup (value), "\"\n\r", '_');

  g_string_append_printf (out, "%s \"%s\"\n", key, clean);
}

static void
append_manatee_structure (GString *out, ExtractStructureId id, ExtractWriteFlags flags)
{
  const ExtractStructure *structure = extract_structure_get (id);

  g_string_append_printf (out, "\nSTRUCTURE %s {\n", structure->name);
  for (guint a = 0; a < EXTRACT_N_VERTICAL_ATTRIBUTES; a++) {
    const ExtractStructureAttribute *attribute = extract_structure_get_attribute (a);

    if (attribute->structure == id && extract_structure_has_attribute (a, flags))
      g_string_append_printf (out, "  ATTRIBUTE %s%s\n", attribute->name,
                              attribute->many ? " {\n    MULTIVALUE yes\n    MULTISEP \"|\"\n  }" : "");
  }
  /* Shown by the white space that is not there. */
  if (structure->empty)
    g_string_append (out, "  DISPLAYTAG 0\n  DISPLAYBEGIN \"_EMPTY_\"\n");
  g_string_append (out, "}\n");
}

static void
append_manatee (GString *out, const ExtractCorpus *corpus, ExtractWriteFlags flags)
{
  append_quoted (out, "NAME", corpus->name);
  append_quoted (out, "PATH", corpus->data);
  g_autofree char *piped = corpus->command ? g_strconcat ("| ", corpus->command, NULL) : NULL;
  if (piped || corpus->vertical)
    append_quoted (out, "VERTICAL", piped ? piped : corpus->vertical);
  g_string_append (out, "ENCODING \"UTF-8\"\n\nATTRIBUTE word\nATTRIBUTE lc {\n  DYNAMIC utf8lowercase\n"
                        "  DYNLIB internal\n  ARG1 \"C\"\n  FUNTYPE s\n  FROMATTR word\n  TYPE index\n"
                        "  TRANSQUERY yes\n}\n");
  append_columns (out, "ATTRIBUTE ", "\n", corpus, flags);
  for (ExtractStructureId id = 0; id < EXTRACT_N_STRUCTURES; id++)
    if (extract_structure_has (id, flags))
      append_manatee_structure (out, id, flags);
}

/* ---- CWB --------------------------------------------------------------------------------------- */

/* Names of corpora are small letters, digits, - and _. */
static char *
dup_cwb_name (const char *name)
{
  char *small = g_ascii_strdown (name, -1);

  for (char *p = small; *p; p++)
    if (!g_ascii_isalnum (*p) && *p != '-')
      *p = '_';
  return small;
}

/* Of structures without recursion, with their attributes: "-S doc:0+url+title". */
static void
append_cwb_command (GString *out, const ExtractCorpus *corpus, const char *name, ExtractWriteFlags flags)
{
  g_autofree char *data = g_shell_quote (corpus->data);
  g_autofree char *vertical = g_shell_quote (corpus->vertical ? corpus->vertical : "FILE.vert");

  g_autofree char *from = corpus->command ? g_strdup ("") : g_strconcat (" -f ", vertical, NULL);

  g_string_append_printf (
      out, "# mkdir -p %s && %s%scwb-encode -d %s%s -R \"$CORPUS_REGISTRY\"/%s -c utf8 -xsB", data,
      corpus->command ? corpus->command : "", corpus->command ? " | " : "", data, from, name);
  append_columns (out, " -P ", "", corpus, flags);
  for (ExtractStructureId id = 0; id < EXTRACT_N_STRUCTURES; id++) {
    const ExtractStructure *structure = extract_structure_get (id);

    if (!extract_structure_has (id, flags))
      continue;
    g_string_append_printf (out, " %s %s%s", structure->empty ? "-0" : "-S", structure->name,
                            structure->empty ? "" : ":0");
    for (guint a = 0; a < EXTRACT_N_VERTICAL_ATTRIBUTES; a++)
      if (extract_structure_get_attribute (a)->structure == id && extract_structure_has_attribute (a, flags))
        g_string_append_printf (out, "+%s", extract_structure_get_attribute (a)->name);
  }
  g_string_append (out, "\n");
}

static void
append_cwb (GString *out, const ExtractCorpus *corpus, ExtractWriteFlags flags)
{
  g_autofree char *name = dup_cwb_name (corpus->name);
  g_autofree char *title = g_strdelimit (g_strdup (corpus->name), "\"\n\r", '_');
  g_autofree char *data = g_strdelimit (g_strdup (corpus->data), "\"\n\r", '_');

  g_string_append_printf (out, "## The corpus is encoded by\n");
  append_cwb_command (out, corpus, name, flags);
  g_string_append_printf (out,
                          "NAME \"%s\"\nID %s\nHOME \"%s\"\n\n##:: charset = \"utf8\"\n\nATTRIBUTE word\n",
                          title, name, data);
  append_columns (out, "ATTRIBUTE ", "\n", corpus, flags);
  for (ExtractStructureId id = 0; id < EXTRACT_N_STRUCTURES; id++) {
    const ExtractStructure *structure = extract_structure_get (id);

    if (!extract_structure_has (id, flags) || structure->empty)
      continue;
    g_string_append_printf (out, "\nSTRUCTURE %s\n", structure->name);
    for (guint a = 0; a < EXTRACT_N_VERTICAL_ATTRIBUTES; a++)
      if (extract_structure_get_attribute (a)->structure == id && extract_structure_has_attribute (a, flags))
        g_string_append_printf (out, "STRUCTURE %s_%s\n", structure->name,
                                extract_structure_get_attribute (a)->name);
  }
}

char *
extract_registry_to_string (ExtractRegistry registry, const ExtractCorpus *corpus, ExtractWriteFlags flags)
{
  g_return_val_if_fail ((guint) registry < EXTRACT_N_REGISTRIES, NULL);
  g_return_val_if_fail (corpus != NULL && corpus->name != NULL && corpus->data != NULL, NULL);

  GString *out = g_string_new (NULL);

  if (registry == EXTRACT_REGISTRY_MANATEE)
    append_manatee (out, corpus, flags);
  else
    append_cwb (out, corpus, flags);
  return g_string_free (out, FALSE);
}
