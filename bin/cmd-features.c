/* SPDX-License-Identifier: MIT */
/*
 * texttractor features: the table of features, or the values for the blocks of a page that the network of a
 * model reads. Both as tab-separated lines or as JSON. --block explains one block to people.
 */
#include "cli/cli.h"
#include "cli/json.h"
#include "bin/cmd.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"

#include <math.h>
#include <string.h>

#define TEXT_CHARACTERS 40 /* of a block, in a table */

static char *opt_format;
static char *opt_model;
static char *opt_set;
static char *opt_block;

static const GOptionEntry entries[] = {
  { "format", 'f', 0, G_OPTION_ARG_STRING, &opt_format, "Format of the output: tsv or json (default tsv)",
    "NAME" },
  { "model", 'm', 0, G_OPTION_ARG_FILENAME, &opt_model,
    "Show the features that this model reads (default: the default model of extract)", "NAME|FILE" },
  { "set", 0, 0, G_OPTION_ARG_STRING, &opt_set, "Feature set (default: that of the model)", "NAME" },
  { "block", 0, 0, G_OPTION_ARG_STRING, &opt_block, "Explain this block of the page (0 is the first)", "N" },
  { NULL },
};

/* As few digits as tell this float from all others.
 * @unknown: what stands for a value that is not known */
static void
append_value (GString *output, float value, const char *unknown)
{
  if (isnan (value)) {
    g_string_append (output, unknown);
    return;
  }
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  const char *const formats[] = { "%.6g", "%.7g", "%.8g", "%.9g" };
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    g_ascii_formatd (digits, sizeof digits, formats[i], value);
    if ((float) g_ascii_strtod (digits, NULL) == value)
      break;
  }
  g_string_append (output, digits);
}

static void
append_float (GString *output, float value)
{
  append_value (output, value, "");
}

static void
append_json_set (GString *output, const ExtractFeatureSet *set)
{
  cli_json_append_string (output, "set", extract_feature_set_get_name (set));
  g_string_append_printf (output, ", \"version\": %u, \"window\": %u", extract_feature_set_get_version (set),
                          extract_feature_set_get_window (set));
}

static void
append_table_tsv (GString *output, const ExtractFeatureSet *set)
{
  g_string_append (output, "name\tfamily\tunit\trange\tformula\tsentence\n");
  for (guint i = 0; i < extract_feature_set_get_n_features (set); i++) {
    const ExtractFeature *feature = extract_feature_set_get_feature (set, i);
    g_string_append_printf (output, "%s\t%s\t%s\t", feature->name, feature->family, feature->unit);
    append_float (output, feature->minimum);
    g_string_append (output, "..");
    append_float (output, feature->maximum);
    g_string_append_printf (output, "\t%s\t%s\n", feature->formula, feature->sentence);
  }
}

static void
append_table_json (GString *output, const ExtractFeatureSet *set)
{
  g_string_append_c (output, '{');
  append_json_set (output, set);
  g_string_append (output, ", \"features\": [");
  for (guint i = 0; i < extract_feature_set_get_n_features (set); i++) {
    const ExtractFeature *feature = extract_feature_set_get_feature (set, i);
    g_string_append (output, i ? ",\n {" : "\n {");
    cli_json_append_string (output, "name", feature->name);
    cli_json_append_string (output, "family", feature->family);
    cli_json_append_string (output, "unit", feature->unit);
    g_string_append (output, ", \"minimum\": ");
    append_float (output, feature->minimum);
    g_string_append (output, ", \"maximum\": ");
    append_float (output, feature->maximum);
    g_string_append (output, ",\n  ");
    cli_json_append_string (output, "formula", feature->formula);
    g_string_append (output, ",\n  ");
    cli_json_append_string (output, "sentence", feature->sentence);
    g_string_append_c (output, '}');
  }
  g_string_append (output, "\n]}\n");
}

/* The beginning of @text, on one line and without tabs. */
static char *
cut_text (const char *text)
{
  g_autofree char *cut = g_utf8_substring (text, 0, MIN (g_utf8_strlen (text, -1), TEXT_CHARACTERS));
  return g_strdelimit (g_steal_pointer (&cut), "\t\n\r", ' ');
}

static void
append_values_tsv (GString *output, const ExtractFeatureSet *set, ExtractDocument *document)
{
  g_string_append (output, "index\ttag\tpath\tn-words");
  for (guint i = 0; i < extract_feature_set_get_n_features (set); i++)
    g_string_append_printf (output, "\t%s", extract_feature_set_get_feature (set, i)->name);
  g_string_append (output, "\ttext\n");

  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    gsize n;
    const float *values = extract_block_get_features (block, &n);
    g_autofree char *path = extract_block_dup_path (block);
    g_autofree char *text = cut_text (extract_block_get_text (block));
    g_string_append_printf (output, "%u\t%s\t%s\t%u", i, extract_block_get_tag (block), path,
                            extract_block_get_n_words (block));
    for (gsize k = 0; k < n; k++) {
      g_string_append_c (output, '\t');
      append_value (output, values[k], "-");
    }
    g_string_append_printf (output, "\t%s\n", text);
  }
}

static void
append_values_json (GString *output, const ExtractFeatureSet *set, ExtractDocument *document)
{
  g_string_append_c (output, '{');
  append_json_set (output, set);
  g_string_append (output, ", \"blocks\": [");
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    gsize n;
    const float *values = extract_block_get_features (block, &n);
    g_autofree char *path = extract_block_dup_path (block);
    g_string_append_printf (output, "%s\n {\"index\": %u, ", i ? "," : "", i);
    cli_json_append_string (output, "tag", extract_block_get_tag (block));
    cli_json_append_string (output, "path", path);
    g_string_append_printf (output, ", \"n_words\": %u,\n  ", extract_block_get_n_words (block));
    cli_json_append_string (output, "text", extract_block_get_text (block));
    g_string_append (output, ",\n  \"features\": {");
    for (gsize k = 0; k < n; k++) {
      cli_json_append_key (output, extract_feature_set_get_feature (set, k)->name);
      append_value (output, values[k], "null");
    }
    g_string_append (output, "}}");
  }
  g_string_append (output, "\n]}\n");
}

static int
find_name_width (const ExtractFeatureSet *set)
{
  gsize width = 0;
  for (guint i = 0; i < extract_feature_set_get_n_features (set); i++)
    width = MAX (width, strlen (extract_feature_set_get_feature (set, i)->name));
  return (int) width;
}

static void
append_row_of_block (GString *output, const ExtractFeature *feature, float value, int name_width)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE] = "-";
  if (!isnan (value))
    g_ascii_formatd (digits, sizeof digits, "%.4g", value);
  g_string_append_printf (output, "%-10s  %-*s  %10s  %s\n", feature->family, name_width, feature->name,
                          digits, feature->sentence);
}

/* Text and values, family by family in the order in which they begin. */
static void
append_block (GString *output, const ExtractFeatureSet *set, ExtractBlock *block)
{
  g_autofree char *text = cli_escape (extract_block_get_text (block));
  g_autofree char *path = extract_block_dup_path (block);
  g_autoptr (GHashTable) done = g_hash_table_new (g_str_hash, g_str_equal);
  gsize n;
  const float *values = extract_block_get_features (block, &n);
  int name_width = find_name_width (set);
  g_string_append_printf (output, "%s\n%s\n", path, text);
  for (gsize i = 0; i < n; i++) {
    const char *family = extract_feature_set_get_feature (set, i)->family;
    if (!g_hash_table_add (done, (gpointer) family))
      continue;
    g_string_append_c (output, '\n');
    for (gsize k = i; k < n; k++) {
      const ExtractFeature *feature = extract_feature_set_get_feature (set, k);
      if (g_str_equal (feature->family, family))
        append_row_of_block (output, feature, values[k], name_width);
    }
  }
}

/* @tables: (nullable): of the model, for the family "token"
 * @index: (nullable): of the only block to show */
static int
print_values (const CliPageOptions *page, const char *place, const ExtractFeatureSet *set,
              ExtractTokenTables *tables, gboolean json, const guint64 *index)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractDocument) document = cli_read_page (page, place, &error);
  if (!document || !extract_features_compute (document, set, tables, &error))
    return cli_fail (place, error);
  g_autoptr (GString) output = g_string_new (NULL);
  if (!index)
    (json ? append_values_json : append_values_tsv) (output, set, document);
  else if (*index < extract_document_get_n_blocks (document))
    append_block (output, set, extract_document_get_block (document, *index));
  else {
    cli_error (place, "there is no block %" G_GUINT64_FORMAT ": the page has %u", *index,
               extract_document_get_n_blocks (document));
    return CLI_EXIT_FAILED;
  }
  return cli_print (output->str);
}

static int
print_table (const ExtractFeatureSet *set, gboolean json)
{
  g_autoptr (GString) output = g_string_new (NULL);
  (json ? append_table_json : append_table_tsv) (output, set);
  return cli_print (output->str);
}

int
cmd_features (char **args)
{
  g_autoptr (GOptionContext) context =
      cli_context_new ("[PAGE]", "Prints the table of features, or their values for a page.");
  g_option_context_add_main_entries (context, entries, NULL);
  g_auto (CliPageOptions) page = { 0 };
  g_option_context_add_group (context, cli_page_options_init (&page, CLI_PAGE_PLACE));
  g_auto (GStrv) operands = NULL;
  int status;
  if (!cli_parse (context, args, &operands, &status))
    return status;

  gboolean json = g_strcmp0 (opt_format, "json") == 0;
  if (opt_format && !json && strcmp (opt_format, "tsv") != 0)
    return cli_usage_value ("--format", "tsv or json", opt_format);
  const ExtractFeatureSet *set = opt_set ? extract_feature_set_find (opt_set) : NULL;
  if (opt_set && !set) {
    g_autofree char *names = g_strjoinv (", ", (char **) extract_feature_set_get_names ());
    g_autofree char *hint = cli_dup_hint (opt_set, names);
    return cli_usage ("there is no feature set \"%s\" (available: %s)%s", opt_set, names, hint);
  }
  if (g_strv_length (operands) > 1)
    return cli_usage ("features takes at most one page");
  if (opt_block && (!operands[0] || opt_format))
    return cli_usage ("--block needs a page, and cannot be used with --format");
  if (!operands[0] && (page.url || page.encoding))
    return cli_usage ("--url and --encoding need a page");
  g_autoptr (GError) error = NULL;
  if (operands[0] && (!cli_guard_stdout (&error) || !cli_guard_input (operands[0], &error)))
    return cli_fail (NULL, error);
  guint64 index;
  if (opt_block && !cli_parse_count ("--block", opt_block, 0, G_MAXUINT32, &index, &error))
    return cli_usage ("%s", error->message);
  g_autoptr (ExtractModel) model = cli_load_model (opt_model, &error);
  if (!model)
    return cli_fail (NULL, error);
  /* Tables belong to the features that they were made for. */
  const ExtractFeatureSet *own = extract_model_get_feature_set (model);
  set = set ? set : own;
  ExtractTokenTables *tables = set == own ? extract_model_get_parts (model)->tables : NULL;
  return operands[0] ? print_values (&page, operands[0], set, tables, json, opt_block ? &index : NULL)
                     : print_table (set, json);
}
