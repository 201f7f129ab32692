/* SPDX-License-Identifier: MIT */
#include "cli/why.h"
#include "cli/json.h"

#include <math.h>
#include <stdlib.h>

#define CAUSES 10 /* of a stage */

CliWhy *
cli_why_new (const char *place, ExtractMarkupParser parser, ExtractClassifier *classifier,
             ExtractDocument *document, GError **error)
{
  ExtractExplainer *explainer = extract_explainer_new (classifier, document, error);
  if (!explainer)
    return NULL;
  CliWhy *why = g_new0 (CliWhy, 1);
  why->place = place;
  why->parser = extract_markup_parser_get_info (parser)->name;
  why->document = document;
  why->explainer = explainer;
  why->shown = g_new0 (gboolean, extract_document_get_n_blocks (document) + 1);
  return why;
}

void
cli_why_free (CliWhy *why)
{
  extract_explainer_free (why->explainer);
  g_free (why->shown);
  g_free (why);
}

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

double
cli_why_get_distance (const CliWhy *why, guint i)
{
  return extract_block_get_score (extract_document_get_block (why->document, i)) -
         extract_document_get_threshold (why->document);
}

void
cli_why_show_closest (CliWhy *why, guint64 number)
{
  const guint n = extract_document_get_n_blocks (why->document);
  g_autofree Near *near = g_new (Near, n + 1);
  guint64 left[2] = { number, number };
  for (guint i = 0; i < n; i++)
    near[i] = (Near){ i, cli_why_get_distance (why, i) };
  qsort (near, n, sizeof *near, compare_near);
  for (guint i = 0; i < n; i++)
    if (left[near[i].distance >= 0] > 0) {
      left[near[i].distance >= 0]--;
      why->shown[near[i].index] = TRUE;
    }
}

gboolean
cli_why_show_block (CliWhy *why, guint64 i)
{
  if (i >= extract_document_get_n_blocks (why->document))
    return FALSE;
  why->shown[i] = TRUE;
  return TRUE;
}

GPtrArray *
cli_why_choose_causes (const ExtractExplanation *explanation)
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

guint
cli_why_count_good (const CliWhy *why)
{
  guint n = 0;
  for (guint i = 0; i < extract_document_get_n_blocks (why->document); i++)
    n += extract_block_get_label (extract_document_get_block (why->document, i)) == EXTRACT_LABEL_GOOD;
  return n;
}

guint
cli_why_count_changed (const CliWhy *why, const char *rule)
{
  guint n = 0;
  for (guint i = 0; i < extract_document_get_n_blocks (why->document); i++)
    n += g_strcmp0 (extract_block_get_rule (extract_document_get_block (why->document, i)), rule) == 0;
  return n;
}

const char *
cli_why_find_title (const CliWhy *why, const char **origin)
{
  ExtractMetadata *metadata = extract_document_get_metadata (why->document, NULL);
  if (!metadata || extract_metadata_get_n_values (metadata, EXTRACT_FIELD_TITLE) == 0)
    return NULL;
  *origin = extract_metadata_get_origin (metadata, EXTRACT_FIELD_TITLE, 0);
  return extract_metadata_get_value (metadata, EXTRACT_FIELD_TITLE, 0);
}

/* ---- For programs ---------------------------------------------------------------------------- */

/* Nine digits give the same float again. */
static void
append_json_number (GString *json, const char *key, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  cli_json_append_key (json, key);
  if (isnan (value))
    g_string_append (json, "null");
  else
    g_string_append (json, g_ascii_formatd (digits, sizeof digits, "%.9g", value));
}

static void
append_json_stage (GString *json, const ExtractExplanation *explanation)
{
  g_autoptr (GPtrArray) causes = cli_why_choose_causes (explanation);
  double rest = 0;
  for (guint k = 0; k < explanation->n_causes; k++)
    rest += extract_cause_sum (&explanation->causes[k]);
  g_string_append (json, explanation->stage == EXTRACT_STAGE_FIRST ? "\n   {" : ",\n   {");
  cli_json_append_string (json, "name", extract_stage_get_info (explanation->stage)->name);
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

/* What the first stage read of the block. Methods read nothing. */
static void
append_json_features (GString *json, const ExtractExplanation *explanation)
{
  cli_json_append_key (json, "features");
  g_string_append_c (json, '{');
  for (guint k = 0; k < explanation->n_causes; k++)
    append_json_number (json, explanation->causes[k].feature->name, explanation->causes[k].value);
  g_string_append_c (json, '}');
}

static void
append_json_block (GString *json, const CliWhy *why, guint i)
{
  ExtractBlock *block = extract_document_get_block (why->document, i);
  g_autofree char *path = extract_block_dup_path (block);
  const guint n_stages = extract_explainer_get_n_stages (why->explainer);
  ExtractExplanation *explanations[EXTRACT_N_STAGES];
  g_string_append (json, "\n  {");
  g_string_append_printf (json, "\"index\": %u, ", i);
  cli_json_append_string (json, "tag", extract_block_get_tag (block));
  cli_json_append_string (json, "path", path);
  cli_json_append_string (json, "text", extract_block_get_text (block));
  cli_json_append_string (json, "label", extract_label_get_nick (extract_block_get_label (block)));
  append_json_number (json, "score", extract_block_get_score (block));
  append_json_number (json, "distance", cli_why_get_distance (why, i));
  cli_json_append_string (json, "rule", extract_block_get_rule (block));
  cli_json_append_key (json, "stages");
  g_string_append_c (json, '[');
  for (ExtractStageKind stage = 0; stage < n_stages; stage++) {
    explanations[stage] = extract_explainer_explain (why->explainer, stage, i);
    append_json_stage (json, explanations[stage]);
  }
  g_string_append_c (json, ']');
  if (why->features && n_stages > 0)
    append_json_features (json, explanations[EXTRACT_STAGE_FIRST]);
  else if (why->features)
    cli_json_append_string (json, "features", NULL);
  g_string_append_c (json, '}');
  for (ExtractStageKind stage = 0; stage < n_stages; stage++)
    extract_explanation_free (explanations[stage]);
}

static void
append_json_rules (GString *json, const CliWhy *why)
{
  const char *before = "";
  gsize n;
  const ExtractRule *rules = extract_rule_get_all (&n);
  cli_json_append_key (json, "rules");
  g_string_append_c (json, '[');
  for (gsize r = 0; r < n; r++) {
    guint changed = cli_why_count_changed (why, rules[r].name);
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

static gboolean
check_limits (const CliWhy *why, gsize bytes, GError **error)
{
  if (why->max_bytes > 0 && bytes > why->max_bytes) {
    g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_OUT_OF_MEMORY,
                 "what moved its scores is longer than the limit of %" G_GSIZE_FORMAT
                 " bytes; ask for fewer blocks",
                 why->max_bytes);
    return FALSE;
  }
  if (why->deadline > 0 && g_get_monotonic_time () > why->deadline) {
    g_set_error_literal (error, EXTRACT_ERROR, EXTRACT_ERROR_OUT_OF_TIME,
                         "it took too long to find what moved its scores; ask for fewer blocks");
    return FALSE;
  }
  return TRUE;
}

gboolean
cli_why_append_json (GString *json, const CliWhy *why, GError **error)
{
  const gsize start = json->len;
  const char *origin = NULL, *title = cli_why_find_title (why, &origin), *before = "";
  const ExtractReason reason = extract_document_get_reason (why->document);
  g_string_append_c (json, '{');
  cli_json_append_string (json, "page", why->place);
  cli_json_append_string (json, "title", title);
  cli_json_append_string (json, "origin", origin);
  cli_json_append_string (json, "parser", why->parser);
  cli_json_append_string (json, "charset", extract_document_get_charset (why->document));
  cli_json_append_string (json, "model", extract_document_get_model (why->document));
  append_json_number (json, "threshold", extract_document_get_threshold (why->document));
  append_json_number (json, "confidence", extract_document_get_confidence (why->document));
  cli_json_append_count (json, "n_blocks", extract_document_get_n_blocks (why->document));
  cli_json_append_count (json, "n_good", cli_why_count_good (why));
  cli_json_append_string (json, "reason",
                          reason == EXTRACT_REASON_NONE ? NULL : extract_reason_get_info (reason)->name);
  append_json_rules (json, why);
  g_string_append (json, ",\n ");
  cli_json_append_key (json, "blocks");
  g_string_append_c (json, '[');
  for (guint i = 0; i < extract_document_get_n_blocks (why->document); i++)
    if (why->shown[i]) {
      g_string_append (json, before);
      append_json_block (json, why, i);
      before = ",";
      if (!check_limits (why, json->len - start, error))
        return FALSE;
    }
  g_string_append (json, "]}\n");
  return TRUE;
}
