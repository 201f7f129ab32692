/* SPDX-License-Identifier: MIT */
/*
 * texttractor why: which blocks of a page were close to the threshold, and what moved their scores. For
 * people, or as JSON.
 */
#include "cli/cli.h"
#include "cli/json.h"
#include "bin/cmd.h"
#include "libextract/model/model.h"
#include "libextract/page/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CLOSEST 10         /* blocks on each side of the threshold */
#define CAUSES 10          /* of a stage */
#define LEAST_MOVE 0.005   /* what is less is not shown to people */
#define TEXT_CHARACTERS 96 /* of a block, for people */

static char *opt_format;
static char *opt_number;
static char *opt_block;
static gboolean opt_all;

static const GOptionEntry entries[] = {
  { "format", 'f', 0, G_OPTION_ARG_STRING, &opt_format, "Format of the output: text or json (default text)",
    "NAME" },
  { "number", 'n', 0, G_OPTION_ARG_STRING, &opt_number,
    "Show so many blocks on each side of the threshold (default " G_STRINGIFY (CLOSEST) ")", "N" },
  { "block", 0, 0, G_OPTION_ARG_STRING, &opt_block, "Show only this block (0 is the first)", "N" },
  { "all", 'a', 0, G_OPTION_ARG_NONE, &opt_all, "Show all blocks", NULL },
  { NULL },
};

/* What is to be said of a page. */
typedef struct {
  const char *place;
  const char *parser;
  ExtractDocument *document; /* labelled */
  ExtractClassifier *classifier;
  ExtractExplainer *explainer;
  gboolean *shown; /* [blocks] */
  gboolean coloured;
} Page;

/* ---- Blocks --------------------------------------------------------------------------------- */

typedef struct {
  guint index;
  double distance; /* to the threshold; below 0 on the side of bad blocks */
} Near;

static int
compare_near (const void *a, const void *b)
{
  const Near *x = a, *y = b;
  const double difference = fabs (x->distance) - fabs (y->distance);
  return difference < 0 ? -1 : difference > 0 ? 1 : x->index < y->index ? -1 : 1;
}

static double
get_distance (const Page *page, guint i)
{
  return extract_block_get_score (extract_document_get_block (page->document, i)) -
         extract_document_get_threshold (page->document);
}

static void
choose_closest (Page *page, guint64 number)
{
  const guint n = extract_document_get_n_blocks (page->document);
  g_autofree Near *near = g_new (Near, n + 1);
  guint64 left[2] = { number, number };
  for (guint i = 0; i < n; i++)
    near[i] = (Near){ i, get_distance (page, i) };
  qsort (near, n, sizeof *near, compare_near);
  for (guint i = 0; i < n; i++)
    if (left[near[i].distance >= 0] > 0) {
      left[near[i].distance >= 0]--;
      page->shown[near[i].index] = TRUE;
    }
}

/* The causes that moved the score most, the largest first. Returns: (transfer full): those of @explanation */
static GPtrArray *
choose_causes (const ExtractExplanation *explanation)
{
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();
  g_autofree gboolean *taken = g_new0 (gboolean, explanation->n_causes);
  while (chosen->len < MIN (CAUSES, explanation->n_causes)) {
    guint best = 0;
    double most = -1;
    for (guint k = 0; k < explanation->n_causes; k++)
      if (!taken[k] && fabs (extract_cause_sum (&explanation->causes[k])) > most) {
        most = fabs (extract_cause_sum (&explanation->causes[k]));
        best = k;
      }
    taken[best] = TRUE;
    g_ptr_array_add (chosen, &explanation->causes[best]);
  }
  return g_steal_pointer (&chosen);
}

/* ---- The page ------------------------------------------------------------------------------- */

static guint
count_good (const Page *page)
{
  guint n = 0;
  for (guint i = 0; i < extract_document_get_n_blocks (page->document); i++)
    n += extract_block_get_label (extract_document_get_block (page->document, i)) == EXTRACT_LABEL_GOOD;
  return n;
}

/* Returns: blocks whose label this rule was the last to change */
static guint
count_changed (const Page *page, const char *rule)
{
  guint n = 0;
  for (guint i = 0; i < extract_document_get_n_blocks (page->document); i++)
    n += g_strcmp0 (extract_block_get_rule (extract_document_get_block (page->document, i)), rule) == 0;
  return n;
}

/* @origin: (out). Returns: (nullable): the title of what the page is about */
static const char *
find_title (const Page *page, const char **origin)
{
  ExtractMetadata *metadata = extract_document_get_metadata (page->document, NULL);
  if (!metadata || extract_metadata_get_n_values (metadata, EXTRACT_FIELD_TITLE) == 0)
    return NULL;
  *origin = extract_metadata_get_origin (metadata, EXTRACT_FIELD_TITLE, 0);
  return extract_metadata_get_value (metadata, EXTRACT_FIELD_TITLE, 0);
}

/* ---- For people ------------------------------------------------------------------------------ */

static const char *
get_colour (const Page *page, ExtractLabel label)
{
  static const char *const colours[] = {
    [EXTRACT_LABEL_NONE] = "",
    [EXTRACT_LABEL_BAD] = "\033[31m",
    [EXTRACT_LABEL_NEAR_GOOD] = "\033[33m",
    [EXTRACT_LABEL_GOOD] = "\033[32m",
  };
  return page->coloured ? colours[label] : "";
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
append_stage (GString *output, const Page *page, ExtractStageKind stage, guint i)
{
  g_autoptr (ExtractExplanation) explanation = extract_explainer_explain (page->explainer, stage, i);
  g_autoptr (GPtrArray) causes = choose_causes (explanation);
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
append_block (GString *output, const Page *page, guint i)
{
  ExtractBlock *block = extract_document_get_block (page->document, i);
  const ExtractLabel label = extract_block_get_label (block);
  const double distance = get_distance (page, i);
  const char *rule = extract_block_get_rule (block);
  g_autofree char *text = extract_label_dup_line (extract_block_get_text (block), TEXT_CHARACTERS);
  g_string_append_printf (output, "\n%sBlock %u, %s: %s%s, ", get_colour (page, label), i,
                          extract_block_get_tag (block), extract_label_get_nick (label),
                          page->coloured ? "\033[0m" : "");
  append_digits (output, "%.4f", extract_block_get_score (block));
  g_string_append (output, ", which is ");
  append_digits (output, "%.4f", fabs (distance));
  g_string_append_printf (output, " %s the threshold\n", distance < 0 ? "below" : "above");
  g_string_append_printf (output, "  %s%s%s\n", get_colour (page, label), text,
                          page->coloured ? "\033[0m" : "");
  if (rule)
    g_string_append_printf (output, "  The rule %s made it %s.\n", rule, extract_label_get_nick (label));
  else if (!extract_block_is_selected (block))
    g_string_append (output, "  It is in no element that --select names, so it is bad.\n");
  else if (distance >= 0 && label != EXTRACT_LABEL_GOOD)
    g_string_append (output, "  The model thinks that the page has no main text, so it is bad.\n");
  for (ExtractStageKind stage = 0; stage < extract_explainer_get_n_stages (page->explainer); stage++)
    append_stage (output, page, stage, i);
}

static void
append_rules (GString *output, const Page *page)
{
  gsize n;
  const ExtractRule *rules = extract_rule_get_all (&n);
  for (gsize r = 0; r < n; r++) {
    guint changed = count_changed (page, rules[r].name);
    if (changed > 0)
      g_string_append_printf (output, "The rule %s changed %u block%s: %s.\n", rules[r].name, changed,
                              changed == 1 ? "" : "s", rules[r].sentence);
  }
}

static void
append_text (GString *output, const Page *page)
{
  const char *origin, *title = find_title (page, &origin);
  const char *model = extract_document_get_model (page->document);
  const ExtractReason reason = extract_document_get_reason (page->document);
  g_autofree char *place = cli_escape (page->place);
  g_string_append_printf (output, "%s: %u of %u blocks are main text\n", place, count_good (page),
                          extract_document_get_n_blocks (page->document));
  if (title) {
    g_autofree char *line = extract_label_dup_line (title, TEXT_CHARACTERS);
    g_string_append_printf (output, "Title: %s (%s)\n", line, origin);
  }
  g_string_append_printf (output, "Model %s, threshold ", model);
  append_digits (output, "%.3g", extract_document_get_threshold (page->document));
  g_string_append (output, "; page confidence ");
  append_digits (output, "%.2f", extract_document_get_confidence (page->document));
  g_string_append_printf (output, "; parser %s, encoding %s\n", page->parser,
                          extract_document_get_charset (page->document));
  if (reason != EXTRACT_REASON_NONE)
    g_string_append_printf (output, "%s main text: %s; %s.\n",
                            extract_document_has_main_text (page->document) ? "Hardly any" : "No",
                            extract_reason_get_info (reason)->sentence,
                            extract_reason_get_info (reason)->advice);
  append_rules (output, page);
  if (extract_explainer_get_n_stages (page->explainer) == 0)
    g_string_append_printf (output, "%s is a method, not a model: it has no features that move scores.\n",
                            model);
  for (guint i = 0; i < extract_document_get_n_blocks (page->document); i++)
    if (page->shown[i])
      append_block (output, page, i);
}

/* ---- For programs ---------------------------------------------------------------------------- */

/* Nine digits give the same float again. */
static void
append_json_number (GString *json, const char *key, double value)
{
  cli_json_append_key (json, key);
  if (isnan (value))
    g_string_append (json, "null");
  else
    append_digits (json, "%.9g", value);
}

static void
append_json_stage (GString *json, const Page *page, ExtractStageKind stage, guint i)
{
  g_autoptr (ExtractExplanation) explanation = extract_explainer_explain (page->explainer, stage, i);
  g_autoptr (GPtrArray) causes = choose_causes (explanation);
  double rest = 0;
  for (guint k = 0; k < explanation->n_causes; k++)
    rest += extract_cause_sum (&explanation->causes[k]);
  g_string_append (json, stage == EXTRACT_STAGE_FIRST ? "\n   {" : ",\n   {");
  cli_json_append_string (json, "name", extract_stage_get_info (stage)->name);
  append_json_number (json, "score", explanation->score);
  append_json_number (json, "typical", explanation->typical);
  cli_json_append_key (json, "inputs");
  g_string_append_c (json, '[');
  for (guint k = 0; k < causes->len; k++) {
    const ExtractCause *cause = causes->pdata[k];
    rest -= extract_cause_sum (cause);
    g_string_append (json, k > 0 ? ",\n    {" : "\n    {");
    cli_json_append_string (json, "name", cause->feature->name);
    cli_json_append_string (json, "family", cause->feature->family);
    cli_json_append_string (json, "sentence", cause->feature->sentence);
    append_json_number (json, "value", cause->value);
    append_json_number (json, "typical", cause->typical);
    append_json_number (json, "before", cause->before);
    append_json_number (json, "own", cause->own);
    append_json_number (json, "after", cause->after);
    g_string_append_c (json, '}');
  }
  g_string_append (json, "],\n    ");
  append_json_number (json, "rest", rest);
  g_string_append_c (json, '}');
}

static void
append_json_block (GString *json, const Page *page, guint i)
{
  ExtractBlock *block = extract_document_get_block (page->document, i);
  g_autofree char *path = extract_block_dup_path (block);
  g_string_append (json, "\n  {");
  g_string_append_printf (json, "\"index\": %u, ", i);
  cli_json_append_string (json, "tag", extract_block_get_tag (block));
  cli_json_append_string (json, "path", path);
  cli_json_append_string (json, "text", extract_block_get_text (block));
  cli_json_append_string (json, "label", extract_label_get_nick (extract_block_get_label (block)));
  append_json_number (json, "score", extract_block_get_score (block));
  append_json_number (json, "distance", get_distance (page, i));
  cli_json_append_string (json, "rule", extract_block_get_rule (block));
  cli_json_append_key (json, "stages");
  g_string_append_c (json, '[');
  for (ExtractStageKind stage = 0; stage < extract_explainer_get_n_stages (page->explainer); stage++)
    append_json_stage (json, page, stage, i);
  g_string_append (json, "]}");
}

static void
append_json_rules (GString *json, const Page *page)
{
  const char *before = "";
  gsize n;
  const ExtractRule *rules = extract_rule_get_all (&n);
  cli_json_append_key (json, "rules");
  g_string_append_c (json, '[');
  for (gsize r = 0; r < n; r++) {
    guint changed = count_changed (page, rules[r].name);
    if (changed == 0)
      continue;
    g_string_append_printf (json, "%s{", before);
    cli_json_append_string (json, "name", rules[r].name);
    cli_json_append_string (json, "sentence", rules[r].sentence);
    cli_json_append_count (json, "blocks", changed);
    g_string_append_c (json, '}');
    before = ", ";
  }
  g_string_append_c (json, ']');
}

static void
append_json (GString *json, const Page *page)
{
  const char *origin = NULL, *title = find_title (page, &origin), *before = "";
  const ExtractReason reason = extract_document_get_reason (page->document);
  g_string_append_c (json, '{');
  cli_json_append_string (json, "page", page->place);
  cli_json_append_string (json, "title", title);
  cli_json_append_string (json, "origin", origin);
  cli_json_append_string (json, "parser", page->parser);
  cli_json_append_string (json, "charset", extract_document_get_charset (page->document));
  cli_json_append_string (json, "model", extract_document_get_model (page->document));
  append_json_number (json, "threshold", extract_document_get_threshold (page->document));
  append_json_number (json, "confidence", extract_document_get_confidence (page->document));
  cli_json_append_count (json, "n_blocks", extract_document_get_n_blocks (page->document));
  cli_json_append_count (json, "n_good", count_good (page));
  cli_json_append_string (json, "reason",
                          reason == EXTRACT_REASON_NONE ? NULL : extract_reason_get_info (reason)->name);
  append_json_rules (json, page);
  g_string_append (json, ",\n ");
  cli_json_append_key (json, "blocks");
  g_string_append_c (json, '[');
  for (guint i = 0; i < extract_document_get_n_blocks (page->document); i++)
    if (page->shown[i]) {
      g_string_append (json, before);
      append_json_block (json, page, i);
      before = ",";
    }
  g_string_append (json, "]}\n");
}

/* ---- The verb --------------------------------------------------------------------------------- */

/* @number: of blocks on each side; @index: (nullable): of the only block to show */
static int
print_page (Page *page, const CliPageOptions *options, gboolean json, guint64 number, const guint64 *index)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractDocument) document = cli_read_page (options, page->place, &error);
  if (!document || !extract_classifier_label (page->classifier, document, &error))
    return cli_fail (page->place, error);
  g_autoptr (ExtractExplainer) explainer = extract_explainer_new (page->classifier, document, &error);
  if (!explainer)
    return cli_fail (page->place, error);
  const guint n = extract_document_get_n_blocks (document);
  if (index && *index >= n) {
    cli_error (page->place, "there is no block %" G_GUINT64_FORMAT ": the page has %u", *index, n);
    return CLI_EXIT_FAILED;
  }
  g_autofree gboolean *shown = g_new0 (gboolean, n + 1);
  page->document = document;
  page->explainer = explainer;
  page->shown = shown;
  if (index)
    shown[*index] = TRUE;
  else
    choose_closest (page, number);
  g_autoptr (GString) output = g_string_new (NULL);
  (json ? append_json : append_text) (output, page);
  return (page->coloured ? cli_print_coloured : cli_print) (output->str);
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
  guint64 number = opt_all ? G_MAXUINT64 : CLOSEST, index;
  if ((opt_number && !cli_parse_count ("--number", opt_number, 1, G_MAXUINT32, &number, &error)) ||
      (opt_block && !cli_parse_count ("--block", opt_block, 0, G_MAXUINT32, &index, &error)))
    return cli_usage ("%s", error->message);
  if (!cli_guard_stdout (&error) || !cli_guard_input (operands[0], &error))
    return cli_fail (NULL, error);
  g_autoptr (ExtractClassifier) classifier = cli_load_classifier (&model_options, NULL, &error);
  if (!classifier)
    return cli_fail (NULL, error);
  Page page = {
    .place = operands[0],
    .parser = extract_markup_parser_get_info (extract_parser_get_markup_parser (options.parser))->name,
    .classifier = classifier,
    .coloured = !json && cli_wants_colour (),
  };
  return print_page (&page, &options, json, number, opt_block ? &index : NULL);
}
