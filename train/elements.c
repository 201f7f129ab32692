/* SPDX-License-Identifier: MIT */
/* texttractor elements: a short form of train and eval for sets of elements. */
#include "cli/cli.h"
#include "element/feature.h"
#include "train/run-elements.h"

static char *opt_output;
static gboolean opt_features;
static gboolean opt_wrong;
static guint64 opt_seed = 1;
static TrainClassDecoding opt_decoding = { EXTRACT_DECODING_THRESHOLD, 0.1 };

static gboolean
parse_seed (const char *option, const char *text, gpointer data, GError **error)
{
  return cli_parse_count (option, text, 0, G_MAXUINT32, &opt_seed, error);
}

static gboolean
parse_decode (const char *option, const char *text, gpointer data, GError **error)
{
  guint decode;

  if (!cli_parse_decoding (option, text, &decode, error))
    return FALSE;
  opt_decoding.kind = (ExtractDecodingKind) (decode - 1);
  return TRUE;
}

static const GOptionEntry entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &opt_output,
    "Train on all sites, and write the model to this file", "FILE" },
  { "features", 0, 0, G_OPTION_ARG_NONE, &opt_features, "Print the table of features: name and meaning",
    NULL },
  { "decode", 0, 0, G_OPTION_ARG_CALLBACK, parse_decode,
    "From probabilities to classes: each element by itself (threshold, the default), or the most likely "
    "sequence of classes (viterbi) or class (crf)",
    "threshold|viterbi|crf" },
  { "seed", 0, 0, G_OPTION_ARG_CALLBACK, parse_seed, "Seed of all random numbers (default 1)", "N" },
  { "wrong", 0, 0, G_OPTION_ARG_NONE, &opt_wrong, "Print the elements whose class was not found", NULL },
  { NULL },
};

static char *
describe_classes (void)
{
  GString *text = g_string_new ("Classes:");

  for (guint c = 0; c < ELEMENT_N_CLASSES; c++) {
    const ElementClassInfo *info = element_class_get_info ((ElementClass) c);
    g_string_append_printf (text, "\n  %-9s %s", info->name, info->sentence);
  }
  return g_string_free (text, FALSE);
}

static CliExit
print_features (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < element_features_get_n (); i++)
    g_string_append_printf (text, "%s\t%s\n", element_features_get_info (i)->name,
                            element_features_get_info (i)->sentence);
  return cli_print (text->str);
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = cli_context_new (
      "SET…",
      "Measures and trains the network that tells which elements of pages to click. A SET is a folder with\n"
      "elements.jsonl; texttractor train and eval do the same with all their options.");
  g_auto (GStrv) operands = NULL;
  int parsed;

  cli_init ("texttractor elements");
  g_autofree char *classes = describe_classes ();
  g_option_context_set_description (context, classes);
  g_option_context_add_main_entries (context, entries, NULL);
  if (!cli_parse (context, argv, &operands, &parsed))
    return parsed;
  if (opt_features)
    return print_features ();
  if (!*operands)
    return cli_usage ("no set given");
  const RunElementsPlan plan = { opt_decoding, (guint32) opt_seed, g_get_num_processors () };
  if (opt_output) {
    const RunElementsFiles files = { .output = opt_output };
    const CliOutput outputs[] = { { "--output", opt_output, FALSE } };
    const CliExit status = cli_check_outputs (outputs, G_N_ELEMENTS (outputs));

    return (int) (status == CLI_EXIT_DONE ? run_elements_train (operands, &files, &plan, TRUE) : status);
  }
  return (int) run_elements_validate (operands, &plan, opt_wrong);
}
