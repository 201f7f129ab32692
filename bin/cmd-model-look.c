/* SPDX-License-Identifier: MIT */
/* texttractor model list, show and check: which models there are, what they contain, whether they are intact.
 */
#include "bin/cmd-model.h"
#include "bin/cmd.h"
#include "cli/json.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COLUMN_CHARACTERS 48 /* of a value of the card in the table of models */
#define CARD_BYTES (1 << 20) /* of NAME.md */
#define CARD_CHECKSUM "SHA-256 of the file: "

char *
model_compute_checksum (ExtractModel *model)
{
  g_autoptr (GBytes) bytes = extract_model_to_bytes (model);
  return g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
}

static gsize
count_bytes (ExtractModel *model)
{
  g_autoptr (GBytes) bytes = extract_model_to_bytes (model);
  return g_bytes_get_size (bytes);
}

/* ---- list ----------------------------------------------------------------------------------- */

enum { NAME, PLACE, STATE, DATE, BYTES, LANGUAGE, SCORES, PATH, N_COLUMNS };

static gboolean
is_default (const CliModelPlace *place)
{
  g_autoptr (ExtractModel) model = extract_model_get_default (NULL);
  return !place->path && model && strcmp (place->name, extract_model_get_name (model)) == 0;
}

/* What the table shows of a value: harmless, not too long, and a dash for nothing. */
static char *
dup_cell (const char *value, glong characters)
{
  if (!value)
    return g_strdup ("-");
  g_autofree char *safe = cli_escape (value);
  if (g_utf8_strlen (safe, -1) <= characters)
    return g_steal_pointer (&safe);
  g_autofree char *cut = g_utf8_substring (safe, 0, characters - 1);
  return g_strconcat (cut, "…", NULL);
}

/* "default, shadowed"; what a model is for, if that is not main text. Returns: (transfer full) (nullable) */
static char *
dup_state (const CliModelPlace *place, ExtractModel *model)
{
  const ExtractModelKind kind = extract_model_get_kind (model);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  if (kind != EXTRACT_MODEL_MAIN_TEXT)
    g_ptr_array_add (words, (gpointer) extract_model_kind_get_name (kind));
  if (is_default (place))
    g_ptr_array_add (words, (gpointer) "default");
  if (place->shadowed)
    g_ptr_array_add (words, (gpointer) "shadowed");
  g_ptr_array_add (words, NULL);
  return words->len > 1 ? g_strjoinv (", ", (char **) words->pdata) : NULL;
}

static char **
make_row (const CliModelPlace *place, ExtractModel *model)
{
  g_autofree char *state = dup_state (place, model);
  char **row = g_new0 (char *, N_COLUMNS + 1);
  row[NAME] = g_strdup (place->name);
  row[PLACE] = g_strdup (place->place);
  row[STATE] = dup_cell (state, COLUMN_CHARACTERS);
  row[DATE] = dup_cell (extract_model_get_card (model, "date"), COLUMN_CHARACTERS);
  row[BYTES] = g_strdup_printf ("%" G_GSIZE_FORMAT, count_bytes (model));
  row[LANGUAGE] = dup_cell (extract_model_get_card (model, "language"), COLUMN_CHARACTERS);
  row[SCORES] = dup_cell (extract_model_get_card (model, "scores"), COLUMN_CHARACTERS);
  row[PATH] = dup_cell (place->path, G_MAXLONG);
  return row;
}

/* The rows one below the other, columns two spaces apart. */
static void
append_table (GString *output, GPtrArray *rows)
{
  glong widths[N_COLUMNS] = { 0 };
  for (guint i = 0; i < rows->len; i++) {
    char **row = g_ptr_array_index (rows, i);
    for (guint k = 0; k < N_COLUMNS; k++)
      widths[k] = MAX (widths[k], g_utf8_strlen (row[k], -1));
  }
  for (guint i = 0; i < rows->len; i++) {
    char **row = g_ptr_array_index (rows, i);
    for (guint k = 0; k < N_COLUMNS; k++) {
      g_string_append (output, row[k]);
      if (k < N_COLUMNS - 1)
        g_string_append_printf (output, "%*s", (int) (widths[k] - g_utf8_strlen (row[k], -1) + 2), "");
    }
    g_string_append_c (output, '\n');
  }
}

static void
append_json (GString *output, const CliModelPlace *place, ExtractModel *model)
{
  static const char *const keys[] = { "language", "date", "scores" };
  g_autofree char *path = place->path ? g_filename_display_name (place->path) : NULL;
  g_string_append (output, output->len > 1 ? ",\n {" : "\n {");
  cli_json_append_string (output, "name", place->name);
  cli_json_append_string (output, "place", place->place);
  cli_json_append_string (output, "path", path);
  cli_json_append_string (output, "kind", extract_model_kind_get_name (extract_model_get_kind (model)));
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    cli_json_append_string (output, keys[i], extract_model_get_card (model, keys[i]));
  g_string_append_printf (output, ", \"bytes\": %" G_GSIZE_FORMAT ", \"default\": %s, \"shadowed\": %s}",
                          count_bytes (model), is_default (place) ? "true" : "false",
                          place->shadowed ? "true" : "false");
}

int
model_list (const ModelOptions *options, char **operands)
{
  static const char *const titles[] = { "name",     "place",  "state", "date", "bytes",
                                        "language", "scores", "path",  NULL };
  g_autoptr (GPtrArray) places = cli_find_models ();
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  g_autoptr (GString) output = g_string_new (options->json ? "[" : NULL);
  gboolean bad = FALSE;
  g_ptr_array_add (rows, g_strdupv ((char **) titles));

  for (guint i = 0; i < places->len; i++) {
    const CliModelPlace *place = g_ptr_array_index (places, i);
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractModel) model = NULL;
    if (!cli_is_model_name (place->name)) {
      cli_error (place->path, "cannot be selected by name: a name is made of a-z, 0-9 and -");
      bad = TRUE;
    } else if (!(model = cli_load_any_model_place (place, &error))) {
      cli_fail (NULL, error);
      bad = TRUE;
    } else if (options->json) {
      append_json (output, place, model);
    } else {
      g_ptr_array_add (rows, make_row (place, model));
    }
  }
  if (options->json)
    g_string_append (output, "\n]\n");
  else
    append_table (output, rows);
  int status = cli_print (output->str);
  return status == CLI_EXIT_DONE && bad ? CLI_EXIT_FAILED : status;
}

/* ---- show ----------------------------------------------------------------------------------- */

#define N_STRONGEST 15
#define WEIGHTS_PER_LINE 8 /* and pages */

/* Lines of the file that are not shown as they are follow the line that says how many come. */
typedef enum { SHOWN, TOKENS, NUMBERS } Section;

/* @line: "KEY: ... NUMBER"; @n: (out): how many lines follow */
static Section
find_section (const char *line, guint64 *n)
{
  const char *number = strrchr (line, ' ');

  *n = number ? g_ascii_strtoull (number, NULL, 10) : 0;
  if (g_str_has_prefix (line, "table: "))
    return TOKENS;
  if (g_str_has_prefix (line, "scale: "))
    return NUMBERS;
  if (!g_str_has_prefix (line, "weights: ") && !g_str_has_prefix (line, "pages: "))
    return SHOWN;
  *n = (*n + WEIGHTS_PER_LINE - 1) / WEIGHTS_PER_LINE;
  return NUMBERS;
}

/* "VALUE TOKEN" */
static int
compare_tokens (gconstpointer a, gconstpointer b)
{
  const char *x = *(const char *const *) a, *y = *(const char *const *) b;
  double p = g_ascii_strtod (x, NULL), q = g_ascii_strtod (y, NULL);

  return p != q ? (p > q ? -1 : 1) : strcmp (strchr (x, ' '), strchr (y, ' '));
}

/* The tokens that say most for main text, or against it. @lines: of a table */
static void
append_strongest (GString *output, GPtrArray *lines, gboolean in_favour)
{
  const char *separator = in_favour ? "  for: " : "  against: ";

  for (guint i = 0; i < MIN (lines->len, N_STRONGEST); i++) {
    const char *line = g_ptr_array_index (lines, in_favour ? i : lines->len - 1 - i);
    double value = g_ascii_strtod (line, NULL);
    if (in_favour ? value <= 0 : value >= 0)
      break;
    g_autofree char *text = cli_escape (line);
    char *token = strchr (text, ' ');
    *token++ = '\0';
    g_string_append_printf (output, "%s%s (%s)", separator, token, text);
    separator = ", ";
  }
  if (*separator == ',')
    g_string_append_c (output, '\n');
}

/* The file of the model is what people want to know, but for its numbers, and tokens that say little. */
int
model_show (const ModelOptions *options, char **operands)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CliModelPlace) place = cli_find_model (operands[0], &error);
  g_autoptr (ExtractModel) model = place ? cli_load_any_model_place (place, &error) : NULL;
  if (!model)
    return cli_fail (NULL, error);

  g_autoptr (GBytes) bytes = extract_model_to_bytes (model);
  g_autofree char *checksum = model_compute_checksum (model);
  g_autofree char *path = place->path ? cli_escape (place->path) : NULL;
  g_autoptr (GString) output = g_string_new (NULL);
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_autofree char *file = g_strndup (data, size);
  g_auto (GStrv) lines = g_strsplit (file, "\n", -1);
  for (char **line = lines; !g_str_has_prefix (*line, "checksum: ");) {
    guint64 n;
    Section section = find_section (*line, &n);
    g_autofree char *safe = cli_escape (*line++);
    g_string_append_printf (output, "%s\n", safe);
    if (section == SHOWN)
      continue;
    if (section == TOKENS) {
      g_autoptr (GPtrArray) tokens = g_ptr_array_new ();
      for (guint64 i = 0; i < n; i++)
        g_ptr_array_add (tokens, line[i]);
      g_ptr_array_sort (tokens, compare_tokens);
      append_strongest (output, tokens, TRUE);
      append_strongest (output, tokens, FALSE);
    }
    line += n;
  }
  g_string_append_printf (output, "bytes: %" G_GSIZE_FORMAT "\nsha256: %s\nplace: %s%s%s\n", size, checksum,
                          place->place, path ? " " : "", path ? path : "");
  return cli_print (output->str);
}

/* ---- check ---------------------------------------------------------------------------------- */

/* A page on which any network has something to tell apart. */
static const char trial_page[] =
    "<!DOCTYPE html><html lang=en><head><title>The lock-keeper's year</title></head><body>"
    "<nav><ul><li><a href=/>Home</a></li><li><a href=/boats>Boats</a></li><li><a "
    "href=/map>Map</a></li></ul></nav>"
    "<div class=ad><a href=/offer>Save now</a></div>"
    "<article><h1>The lock-keeper's year</h1>"
    "<p>In winter the gates are lifted out of the water one after the other, and whoever walks along the "
    "canal "
    "then sees how much of a lock is wood: beams as thick as a man, planed by hand, black with age.</p>"
    "<p>The first boats come in April. Most of them know the way; the others stop in the middle of the basin "
    "and "
    "wait until somebody shouts, which the keeper does gladly, because it has been a long and quiet "
    "winter.</p>"
    "<p>By June there is no more time to shout. Forty boats pass on a good day, and each of them has to be "
    "entered in the book, with its name, its harbour and the number of people on board.</p></article>"
    "<footer><p><a href=/imprint>Imprint</a> | <a href=/privacy>Privacy</a></p><p>© The canal "
    "company</p></footer>"
    "</body></html>";

static gboolean
fail (GError **error, const char *sentence)
{
  g_set_error_literal (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT, sentence);
  return FALSE;
}

/* @rows: as the network sees them. @scores: (nullable) (out caller-allocates) */
static void
run_stage (const ExtractStage *stage, const float *rows, guint n, float *outputs, float *scores)
{
  const gsize n_outputs = extract_network_get_n_outputs (stage->network);
  g_autofree float *inputs = g_new (float, extract_feature_set_get_n_inputs (stage->set));

  if (extract_network_is_sequence (stage->network) && extract_feature_set_get_window (stage->set) == 0) {
    extract_network_run_sequence (stage->network, n, rows, outputs);
    if (scores)
      extract_network_score_sequence (stage->network, n, rows, scores);
    return;
  }
  for (guint i = 0; i < n; i++) {
    extract_inputs_gather (stage->set, rows, n, i, inputs);
    extract_network_run (stage->network, 1, inputs, outputs + i * n_outputs);
    if (scores)
      extract_network_score (stage->network, 1, inputs, &scores[i]);
  }
}

/*
 * Whether the outputs are finite, and tell blocks apart where there are several.
 * @rows: features of the stage's set, @n rows; are standardised
 * @scores: (nullable) (out caller-allocates)
 */
static gboolean
try_stage (ExtractStageKind kind, const ExtractStage *stage, float *rows, guint n, float *scores,
           GError **error)
{
  const char *what = extract_stage_get_info (kind)->network;
  const ExtractScale *scale = stage->scale;
  guint n_features = extract_feature_set_get_n_features (stage->set);
  guint n_outputs = extract_network_get_n_outputs (stage->network);
  g_autofree float *outputs = g_new (float, (gsize) n *n_outputs);
  float least = INFINITY, most = -INFINITY;

  for (gsize k = 0; k < (gsize) n * n_features && !scale; k++)
    rows[k] = isnan (rows[k]) ? 0 : rows[k];
  if (scale)
    extract_scale_apply (scale, n_features, n, rows);
  run_stage (stage, rows, n, outputs, scores);
  for (gsize i = 0; i < (gsize) n * n_outputs; i++)
    if (!isfinite (outputs[i])) {
      g_autofree char *sentence =
          g_strdup_printf ("%s gives numbers that are not finite for a simple page", what);
      return fail (error, sentence);
    }
  for (gsize i = 0; i < n; i++) {
    least = MIN (least, outputs[i * n_outputs]);
    most = MAX (most, outputs[i * n_outputs]);
  }
  if (n > 1 && !(least < most)) {
    g_autofree char *sentence =
        g_strdup_printf ("%s gives the same score to all blocks of a simple page", what);
    return fail (error, sentence);
  }
  return TRUE;
}

/* Each stage of the model on the same page, one after the other. */
static gboolean
try_stages (ExtractModel *model, ExtractDocument *document, GError **error)
{
  const ExtractStage *first = extract_model_get_stage (model, EXTRACT_STAGE_FIRST);
  const ExtractStage *context = extract_model_get_stage (model, EXTRACT_STAGE_CONTEXT);
  const ExtractStage *edges = extract_model_get_stage (model, EXTRACT_STAGE_EDGES);
  const ExtractStage *outcome = extract_model_get_stage (model, EXTRACT_STAGE_OUTCOME);
  guint n = extract_document_get_n_blocks (document);
  guint n_features = extract_feature_set_get_n_features (first->set);
  g_autofree float *rows = g_new (float, (gsize) n *n_features);
  g_autofree float *scores = g_new (float, n);

  for (guint i = 0; i < n; i++) {
    gsize width;
    const float *features = extract_block_get_features (extract_document_get_block (document, i), &width);
    memcpy (rows + (gsize) i * n_features, features, width * sizeof *rows);
  }
  if (!try_stage (EXTRACT_STAGE_FIRST, first, rows, n, scores, error))
    return FALSE;
  if (context) {
    g_autofree float *values = g_new (float, (gsize) n *extract_feature_set_get_n_features (context->set));
    extract_document_compute_context (document, scores, values);
    if (!try_stage (EXTRACT_STAGE_CONTEXT, context, values, n, scores, error))
      return FALSE;
  }
  if (edges) {
    g_autofree float *values = g_new (float, (gsize) n *extract_feature_set_get_n_features (edges->set));
    extract_document_compute_edges (document, values);
    if (!try_stage (EXTRACT_STAGE_EDGES, edges, values, n, NULL, error))
      return FALSE;
  }
  if (!outcome)
    return TRUE;
  g_autofree float *values = g_new (float, extract_feature_set_get_n_features (outcome->set));
  extract_document_compute_outcome (document, scores, extract_model_get_good_threshold (model), values);
  return try_stage (EXTRACT_STAGE_OUTCOME, outcome, values, 1, NULL, error);
}

/* Elements that have nothing, and one that has all: the outputs are finite, and differ. */
static gboolean
try_elements (const ExtractElementParts *parts, GError **error)
{
  const guint n_inputs = extract_network_get_n_inputs (parts->network);
  g_autofree float *inputs = g_new0 (float, 2 * n_inputs);
  g_autofree float *outputs = g_new (float, 2 * parts->n_classes);
  gboolean differ = FALSE;

  for (guint i = 0; i < n_inputs; i++)
    inputs[n_inputs + i] = 1;
  extract_network_run (parts->network, 2, inputs, outputs);
  for (guint c = 0; c < 2 * parts->n_classes; c++) {
    if (!isfinite (outputs[c]))
      return fail (error, "the network gives numbers that are not finite for a simple element");
    differ |= outputs[c] != outputs[0];
  }
  return differ || fail (error, "the network gives the same probability to all classes of two elements");
}

gboolean
model_try (ExtractModel *model, GError **error)
{
  if (extract_model_get_kind (model) == EXTRACT_MODEL_ELEMENTS)
    return try_elements (extract_model_get_element_parts (model), error);
  g_autoptr (GBytes) page = g_bytes_new_static (trial_page, strlen (trial_page));
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  g_autoptr (ExtractDocument) document =
      extract_parser_parse_bytes (parser, page, "text/html; charset=utf-8", NULL, error);

  return document && extract_document_compute_features (document, model, error) &&
         try_stages (model, document, error) && extract_classifier_label (classifier, document, error);
}

/* Whether the card beside the file, NAME.md, is that of this file. Cards that name no checksum are. */
static gboolean
check_card (const char *path, ExtractModel *model, GError **error)
{
  if (!path || !g_str_has_suffix (path, ".model"))
    return TRUE;
  g_autofree char *stem = g_strndup (path, strlen (path) - strlen (".model"));
  g_autofree char *card = g_strconcat (stem, ".md", NULL);
  FILE *file = g_file_test (card, G_FILE_TEST_IS_REGULAR) ? fopen (card, "re") : NULL;
  if (!file)
    return TRUE;
  g_autofree char *text = g_malloc (CARD_BYTES);
  gsize length = fread (text, 1, CARD_BYTES, file);
  fclose (file);

  const char *written = g_strstr_len (text, (gssize) length, CARD_CHECKSUM);
  g_autofree char *checksum = model_compute_checksum (model);
  if (!written)
    return TRUE;
  written += strlen (CARD_CHECKSUM);
  if ((gsize) (text + length - written) >= strlen (checksum) &&
      g_ascii_strncasecmp (written, checksum, strlen (checksum)) == 0)
    return TRUE;
  g_autofree char *base = g_path_get_basename (card);
  g_autofree char *sentence = g_strdup_printf ("the card %s has the SHA-256 of another file", base);
  return fail (error, sentence);
}

static gboolean
check_one (const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CliModelPlace) place = cli_find_model (name, &error);
  g_autoptr (ExtractModel) model = place ? cli_load_any_model_place (place, &error) : NULL;
  if (!model) {
    cli_error (NULL, "%s", error->message);
    return FALSE;
  }
  if (!model_try (model, &error) || !check_card (place->path, model, &error)) {
    cli_error (name, "%s", error->message);
    return FALSE;
  }
  if (strcmp (place->name, extract_model_get_name (model)) != 0)
    cli_error (name, "the model calls itself \"%s\"; it is found by the name of its file",
               extract_model_get_name (model));
  return TRUE;
}

int
model_check (const ModelOptions *options, char **operands)
{
  int status = CLI_EXIT_DONE;
  for (guint i = 0; operands[i]; i++) {
    if (!check_one (operands[i])) {
      status = CLI_EXIT_FAILED;
      continue;
    }
    g_autofree char *safe = cli_escape (operands[i]);
    g_autofree char *line = g_strconcat (safe, ": ok\n", NULL);
    if (cli_print (line) != CLI_EXIT_DONE)
      return CLI_EXIT_FAILED;
  }
  return status;
}
