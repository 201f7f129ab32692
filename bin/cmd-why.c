/* SPDX-License-Identifier: MIT */
/*
 * texttractor why: which blocks of a page were close to the threshold, and what moved their scores. For
 * people, or as JSON.
 */
#include "cli/cli.h"
#include "cli/render.h"
#include "cli/why.h"
#include "bin/cmd.h"
#include "libextract/model/model.h"

#include <math.h>
#include <string.h>

#define LEAST_MOVE 0.005   /* what is less is not shown to people */
#define TEXT_CHARACTERS 96 /* of a block, for people */

static char *opt_format;
static char *opt_number;
static char *opt_block;
static gboolean opt_all;
static gboolean coloured;

static const GOptionEntry entries[] = {
  { "format", 'f', 0, G_OPTION_ARG_STRING, &opt_format, "Format of the output: text or json (default text)",
    "NAME" },
  { "number", 'n', 0, G_OPTION_ARG_STRING, &opt_number,
    "Show so many blocks on each side of the threshold (default " G_STRINGIFY (CLI_WHY_CLOSEST) ")", "N" },
  { "block", 0, 0, G_OPTION_ARG_STRING, &opt_block, "Show only this block (0 is the first)", "N" },
  { "all", 'a', 0, G_OPTION_ARG_NONE, &opt_all, "Show all blocks", NULL },
  { NULL },
};

/* ---- For people ------------------------------------------------------------------------------ */

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

static void
append_digits (GString *output, const char *format, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append (output,
                   isnan (value) ? "unknown" : g_ascii_formatd (digits, sizeof digits, format, value));
}

/* "  -0.12  link-density  1, typically 0.2: Characters in links (blocks before -0.02)" */
static void
append_cause (GString *output, const ExtractCause *cause, int width)
{
  const struct {
    double move;
    const char *whose;
  } sides[] = { { cause->before, "blocks before" }, { cause->after, "blocks after" } };
  const char *open = " (";
  g_string_append (output, "    ");
  append_digits (output, "%+.2f", extract_cause_sum (cause));
  g_string_append_printf (output, "  %-*s  ", width, cause->feature->name);
  append_digits (output, "%.3g", cause->value);
  g_string_append (output, ", typically ");
  append_digits (output, "%.3g", cause->typical);
  g_string_append_printf (output, ": %s", cause->feature->sentence);
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    if (fabs (sides[i].move) >= LEAST_MOVE) {
      g_string_append_printf (output, "%s%s ", open, sides[i].whose);
      append_digits (output, "%+.2f", sides[i].move);
      open = ", ";
    }
  g_string_append (output, *open == ',' ? ")\n" : "\n");
}

static void
append_stage (GString *output, const CliWhy *why, ExtractStageKind stage, guint i)
{
  g_autoptr (ExtractExplanation) explanation = extract_explainer_explain (why->explainer, stage, i);
  g_autoptr (GPtrArray) causes = cli_why_choose_causes (explanation);
  int width = 0;
  g_string_append (output, stage == EXTRACT_STAGE_FIRST ? "  First stage: " : "  Second stage: ");
  append_digits (output, "%.2f", explanation->score);
  g_string_append (output, ", and ");
  append_digits (output, "%.2f", explanation->typical);
  g_string_append (output, " for a typical block\n");
  while (causes->len > 0 && fabs (extract_cause_sum (causes->pdata[causes->len - 1])) < LEAST_MOVE)
    g_ptr_array_set_size (causes, (gint) causes->len - 1);
  for (guint k = 0; k < causes->len; k++)
    width = MAX (width, (int) strlen (((ExtractCause *) causes->pdata[k])->feature->name));
  for (guint k = 0; k < causes->len; k++)
    append_cause (output, causes->pdata[k], width);
}

static void
append_block (GString *output, const CliWhy *why, guint i)
{
  ExtractBlock *block = extract_document_get_block (why->document, i);
  const ExtractLabel label = extract_block_get_label (block);
  const double distance = cli_why_get_distance (why, i);
  const char *rule = extract_block_get_rule (block);
  g_autofree char *text = extract_label_dup_line (extract_block_get_text (block), TEXT_CHARACTERS);
  g_string_append_printf (output, "\n%sBlock %u, %s: %s%s, ", get_colour (label), i,
                          extract_block_get_tag (block), extract_label_get_nick (label),
                          coloured ? "\033[0m" : "");
  append_digits (output, "%.4f", extract_block_get_score (block));
  g_string_append (output, ", which is ");
  append_digits (output, "%.4f", fabs (distance));
  g_string_append_printf (output, " %s the threshold\n", distance < 0 ? "below" : "above");
  g_string_append_printf (output, "  %s%s%s\n", get_colour (label), text, coloured ? "\033[0m" : "");
  if (rule)
    g_string_append_printf (output, "  The rule %s made it %s.\n", rule, extract_label_get_nick (label));
  else if (!extract_block_is_selected (block))
    g_string_append (output, "  It is in no element that --select names, so it is bad.\n");
  else if (distance >= 0 && label != EXTRACT_LABEL_GOOD)
    g_string_append (output, "  The model thinks that the page has no main text, so it is bad.\n");
  for (ExtractStageKind stage = 0; stage < extract_explainer_get_n_stages (why->explainer); stage++)
    append_stage (output, why, stage, i);
}

static void
append_rules (GString *output, const CliWhy *why)
{
  gsize n;
  const ExtractRule *rules = extract_rule_get_all (&n);
  for (gsize r = 0; r < n; r++) {
    guint changed = cli_why_count_changed (why, rules[r].name);
    if (changed > 0)
      g_string_append_printf (output, "The rule %s changed %u block%s: %s.\n", rules[r].name, changed,
                              changed == 1 ? "" : "s", rules[r].sentence);
  }
}

static void
append_text (GString *output, const CliWhy *why)
{
  const char *origin, *title = cli_why_find_title (why, &origin);
  const char *model = extract_document_get_model (why->document);
  const ExtractReason reason = extract_document_get_reason (why->document);
  g_autofree char *place = cli_escape (why->place);
  g_string_append_printf (output, "%s: %u of %u blocks are main text\n", place, cli_why_count_good (why),
                          extract_document_get_n_blocks (why->document));
  if (title) {
    g_autofree char *line = extract_label_dup_line (title, TEXT_CHARACTERS);
    g_string_append_printf (output, "Title: %s (%s)\n", line, origin);
  }
  g_string_append_printf (output, "Model %s, threshold ", model);
  append_digits (output, "%.3g", extract_document_get_threshold (why->document));
  g_string_append (output, "; page confidence ");
  append_digits (output, "%.2f", extract_document_get_confidence (why->document));
  g_string_append_printf (output, "; parser %s, encoding %s\n", why->parser,
                          extract_document_get_charset (why->document));
  if (reason != EXTRACT_REASON_NONE)
    g_string_append_printf (output, "%s main text: %s; %s.\n",
                            extract_document_has_main_text (why->document) ? "Hardly any" : "No",
                            extract_reason_get_info (reason)->sentence,
                            extract_reason_get_info (reason)->advice);
  append_rules (output, why);
  if (extract_explainer_get_n_stages (why->explainer) == 0)
    g_string_append_printf (output, "%s %s: it has no features that move scores.\n", model,
                            cli_model_is_combined (model) ? "is a combination, not a model"
                            : extract_method_find (model) ? "is a method, not a model"
                                                          : "reads the blocks of a page as a sequence");
  for (guint i = 0; i < extract_document_get_n_blocks (why->document); i++)
    if (why->shown[i])
      append_block (output, why, i);
}

/* ---- The verb --------------------------------------------------------------------------------- */

/* @number: of blocks on each side; @index: (nullable): of the only block to show */
static int
print_page (const char *place, const CliPageOptions *options, ExtractClassifier *classifier, gboolean json,
            guint64 number, const guint64 *index)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractDocument) document = cli_read_page (options, place, &error);
  if (!document || !extract_classifier_label (classifier, document, &error))
    return cli_fail (place, error);
  g_autoptr (CliWhy) why =
      cli_why_new (place, extract_parser_get_markup_parser (options->parser), classifier, document, &error);
  if (!why)
    return cli_fail (place, error);
  if (!index)
    cli_why_show_closest (why, number);
  else if (!cli_why_show_block (why, *index)) {
    cli_error (place, "there is no block %" G_GUINT64_FORMAT ": the page has %u", *index,
               extract_document_get_n_blocks (document));
    return CLI_EXIT_FAILED;
  }
  g_autoptr (GString) output = g_string_new (NULL);
  if (!json)
    append_text (output, why);
  else if (!cli_why_append_json (output, why, &error))
    return cli_fail (place, error);
  return (coloured ? cli_print_coloured : cli_print) (output->str);
}

int
cmd_why (char **args)
{
  g_autoptr (GOptionContext) context = cli_context_new (
      "PAGE", "Shows which blocks of a page were close to the threshold, and what moved their scores.");
  g_option_context_add_main_entries (context, entries, NULL);
  g_auto (CliPageOptions) options = { 0 };
  g_option_context_add_group (context, cli_page_options_init (&options, CLI_PAGE_PLACE));
  g_auto (CliModelOptions) model_options = { 0 };
  g_option_context_add_group (context, cli_model_options_init (&model_options));
  g_auto (CliRender) render = { 0 };
  g_option_context_add_group (context, cli_render_init (&render));
  g_auto (GStrv) operands = NULL;
  int status;
  if (!cli_parse (context, args, &operands, &status))
    return status;

  gboolean json = g_strcmp0 (opt_format, "json") == 0;
  if (opt_format && !json && strcmp (opt_format, "text") != 0)
    return cli_usage_value ("--format", "text or json", opt_format);
  if (g_strv_length (operands) != 1)
    return cli_usage ("why takes one page");
  if ((opt_block != NULL) + (opt_number != NULL) + opt_all > 1)
    return cli_usage ("--block, --number and --all cannot be used together");
  g_autoptr (GError) error = NULL;
  guint64 number = opt_all ? G_MAXUINT64 : CLI_WHY_CLOSEST, index;
  if ((opt_number && !cli_parse_count ("--number", opt_number, 1, G_MAXUINT32, &number, &error)) ||
      (opt_block && !cli_parse_count ("--block", opt_block, 0, G_MAXUINT32, &index, &error)))
    return cli_usage ("%s", error->message);
  if (!cli_guard_stdout (&error) || !cli_guard_input (operands[0], &error))
    return cli_fail (NULL, error);
  if (!cli_render_begin (&render, &options.source, &error))
    return cli_fail (NULL, error);
  g_autoptr (ExtractClassifier) classifier = cli_load_classifier (&model_options, NULL, &error);
  if (!classifier)
    return cli_fail (NULL, error);
  coloured = !json && cli_wants_colour ();
  return print_page (operands[0], &options, classifier, json, number, opt_block ? &index : NULL);
}
