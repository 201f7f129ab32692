/* SPDX-License-Identifier: MIT */
/*
 * texttractor demo: what the program does, on a page that it brings along: the blocks, how likely each is
 * main text, what is printed of them, and what to try next.
 */
#include "cli/cli.h"
#include "bin/cmd.h"

#include "libextract/page/page.h"

#include <string.h>

#define PAGE "article.html"
#define RESOURCE "/texttractor/demo/" PAGE
#define TEXT_CHARACTERS 56 /* of a block */
#define BAR_CELLS 8        /* of a score of 1 */

static char *opt_output;
static gboolean coloured;

static const GOptionEntry entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &opt_output,
    "Write the page to this file instead, to try other commands on it", "FILE" },
  { NULL },
};

static const CliName next_steps[] = {
  { "texttractor demo -o " PAGE, "keep the page, for the commands below" },
  { "texttractor " PAGE, "the same text; a URL, a folder or an archive works as well" },
  { "texttractor -f markdown --metadata " PAGE, "with title, authors and date; json, tei, csv and others" },
  { "texttractor why " PAGE, "which features moved the scores, and how far" },
  { "texttractor annotate " PAGE, "label blocks yourself, to train a model on" },
  { "texttractor doctor", "what is installed, and what is missing" },
  { "texttractor help tutorial", "from saved pages to a model of your own" },
};

static const char *
get_colour (ExtractLabel label)
{
  static const char *const colours[] = {
    [EXTRACT_LABEL_NONE] = "",
    [EXTRACT_LABEL_BAD] = "\033[31m",
    [EXTRACT_LABEL_NEAR_GOOD] = "\033[33m",
    [EXTRACT_LABEL_GOOD] = "\033[32m",
  };
  return coloured ? colours[label] : "";
}

static const char *
end_colour (void)
{
  return coloured ? "\033[0m" : "";
}

static void
append_title (GString *output, const char *title)
{
  g_string_append_printf (output, "\n%s%s%s\n\n", coloured ? "\033[1m" : "", title, end_colour ());
}

/* "0.98 ########  good  p   Anyone who has ever" */
static void
append_block (GString *output, ExtractBlock *block)
{
  const ExtractLabel label = extract_block_get_label (block);
  const double score = extract_block_get_score (block);
  const int cells = (int) (score * BAR_CELLS + 0.5);
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text = extract_label_dup_line (extract_block_get_text (block), TEXT_CHARACTERS);

  g_string_append_printf (output, "  %s%s %.*s%*s  %-4s  %-5s %s%s\n", get_colour (label),
                          g_ascii_formatd (digits, sizeof digits, "%.2f", score), cells, "########",
                          BAR_CELLS - cells, "", extract_label_get_nick (label),
                          extract_block_get_tag (block), text, end_colour ());
}

static void
append_blocks (GString *output, ExtractDocument *document)
{
  const guint n = extract_document_get_n_blocks (document);
  guint n_good = 0;
  for (guint i = 0; i < n; i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    append_block (output, block);
    n_good += extract_block_get_label (block) == EXTRACT_LABEL_GOOD;
  }
  g_string_append_printf (output, "\n  %u of %u blocks are main text.\n", n_good, n);
}

static void
append_next_steps (GString *output)
{
  int width = 0;
  for (guint i = 0; i < G_N_ELEMENTS (next_steps); i++)
    width = MAX (width, (int) strlen (next_steps[i].name));
  for (guint i = 0; i < G_N_ELEMENTS (next_steps); i++)
    g_string_append_printf (output, "  %-*s  %s\n", width, next_steps[i].name, next_steps[i].sentence);
}

static ExtractDocument *
label_page (GBytes *page, GError **error)
{
  g_autoptr (ExtractModel) model = extract_model_get_default (error);
  g_autoptr (ExtractClassifier) classifier = model ? extract_classifier_new (model) : NULL;
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (ExtractDocument) document =
      classifier ? extract_parser_parse_bytes (parser, page, NULL, NULL, error) : NULL;
  if (!document || !extract_classifier_label (classifier, document, error))
    return NULL;
  return g_steal_pointer (&document);
}

static int
show (GBytes *page)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractDocument) document = label_page (page, &error);
  g_autofree char *text =
      document ? extract_document_to_string (document, EXTRACT_FORMAT_TEXT, EXTRACT_WRITE_DEFAULT, &error)
               : NULL;
  g_autoptr (GString) output = g_string_new (NULL);
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (!text)
    return cli_fail (PAGE, error);
  g_string_append_printf (
      output, "A web page comes with this program: " PAGE ", %" G_GSIZE_FORMAT " bytes of HTML.\n",
      g_bytes_get_size (page));
  append_title (output, "1. The page is cut into blocks, and a network scores them");
  append_blocks (output, document);
  g_string_append_printf (
      output,
      "  A score says how likely a block is main text. The model %s, the default, takes\n"
      "  blocks from %s on; rules then correct what the network cannot know.\n",
      extract_document_get_model (document),
      g_ascii_formatd (digits, sizeof digits, "%.2f", extract_document_get_threshold (document)));
  append_title (output, "2. The main text is printed");
  g_string_append (output, text);
  append_title (output, "3. What to try next");
  append_next_steps (output);
  return (coloured ? cli_print_coloured : cli_print) (output->str);
}

int
cmd_demo (char **args)
{
  g_autoptr (GOptionContext) context =
      cli_context_new (NULL, "Shows, on a page that comes with the program, how main text is found.");
  g_auto (GStrv) operands = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!cli_parse (context, args, &operands, &status))
    return status;
  if (operands[0])
    return cli_usage ("demo takes no page: it has one of its own");
  g_autoptr (GBytes) page = g_resources_lookup_data (RESOURCE, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  if (!page)
    return cli_fail (PAGE, error);
  if (!opt_output) {
    coloured = cli_wants_colour ();
    return show (page);
  }
  if (!cli_guard_output ("--output", opt_output, &error) ||
      !cli_write_file (opt_output, g_bytes_get_data (page, NULL), (gssize) g_bytes_get_size (page), &error))
    return cli_fail (opt_output, error);
  return CLI_EXIT_DONE;
}
