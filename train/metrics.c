/* SPDX-License-Identifier: MIT */
/*
 * The measure of main text: how many words a program's output o and the reference t have in common.
 * With o (w) and t (w) the number of times the word w is there,
 *
 *   common = sum over w of min (o (w), t (w))
 *   precision P = common / sum of o      recall R = common / sum of t      F1 = 2 P R / (P + R)
 *
 * per page; then the mean over the pages. Its interval is a bootstrap: the mean of as many pages
 * drawn with replacement, N_SAMPLES times; the middle 95 % of these means.
 *
 * Snippets are short texts that the output must have, or must not have.
 */
#include "metrics.h"

#include <json-glib/json-glib.h>
#include <stdlib.h>
#include <string.h>

#define N_SAMPLES 1000
#define UNKNOWN "-" /* the type or language of pages that have none */

/* ---- Scores of a page --------------------------------------------------------------------- */

static void
scores_set (TrainScores *scores, double precision, double recall)
{
  double sum = precision + recall;
  scores->precision = precision;
  scores->recall = recall;
  scores->f1 = sum > 0 ? 2 * precision * recall / sum : 0;
}

void
train_scores_compute (const TrainTokens *output, const TrainTokens *reference, TrainScores *scores)
{
  if (output->n == 0 || reference->n == 0) {
    double value = output->n == reference->n ? 1 : 0;
    scores_set (scores, value, value);
    return;
  }

  guint32 n_ids = 0;
  for (gsize i = 0; i < reference->n; i++)
    n_ids = MAX (n_ids, reference->ids[i] + 1);
  g_autofree guint32 *left = g_new0 (guint32, n_ids); /* of each word, what is not yet taken */
  for (gsize i = 0; i < reference->n; i++)
    left[reference->ids[i]]++;

  gsize common = 0;
  for (gsize i = 0; i < output->n; i++) {
    guint32 id = output->ids[i];
    if (id >= n_ids || left[id] == 0)
      continue;
    left[id]--;
    common++;
  }
  scores_set (scores, (double) common / output->n, (double) common / reference->n);
}

void
train_confusion_add (TrainConfusion *confusion, gboolean is_good, gboolean as_good, double weight)
{
  if (is_good)
    *(as_good ? &confusion->good_as_good : &confusion->good_as_bad) += weight;
  else
    *(as_good ? &confusion->bad_as_good : &confusion->bad_as_bad) += weight;
}

static void
confusion_add_all (TrainConfusion *confusion, const TrainConfusion *more)
{
  confusion->good_as_good += more->good_as_good;
  confusion->good_as_bad += more->good_as_bad;
  confusion->bad_as_good += more->bad_as_good;
  confusion->bad_as_bad += more->bad_as_bad;
}

static double
share (double part, double whole)
{
  return whole > 0 ? part / whole : 0;
}

double
train_confusion_get_accuracy (const TrainConfusion *confusion)
{
  double right = confusion->good_as_good + confusion->bad_as_bad;
  return share (right, right + confusion->good_as_bad + confusion->bad_as_good);
}

void
train_confusion_get_scores (const TrainConfusion *confusion, TrainScores *scores)
{
  double right = confusion->good_as_good;
  scores_set (scores, share (right, right + confusion->bad_as_good),
              share (right, right + confusion->good_as_bad));
}

/* ---- Results ------------------------------------------------------------------------------ */

/* Counts the @snippets that are not empty, and those of them that @squashed has. */
static void
count_snippets (char **snippets, const char *squashed, guint *n, guint *n_found)
{
  for (char **snippet = snippets; snippet && *snippet; snippet++) {
    g_autofree char *text = train_text_squash (*snippet);
    if (*text == '\0')
      continue;
    (*n)++;
    if (strstr (squashed, text))
      (*n_found)++;
  }
}

TrainResult *
train_result_new (const TrainEntry *entry, const char *output, const char *reference)
{
  TrainResult *result = g_new0 (TrainResult, 1);
  result->entry = entry;
  result->missing = output == NULL;
  if (!output)
    output = "";
  result->empty = train_text_is_blank (output);
  result->n_characters = g_utf8_strlen (output, -1);

  if (reference) {
    g_autoptr (TrainVocabulary) vocabulary = train_vocabulary_new ();
    g_autoptr (TrainTokens) output_words = train_tokens_new ();
    g_autoptr (TrainTokens) reference_words = train_tokens_new ();
    TrainScript script = train_script_from_language (entry->lang);
    train_tokens_append (reference_words, vocabulary, script, reference);
    train_tokens_append (output_words, vocabulary, script, output);
    train_scores_compute (output_words, reference_words, &result->scores);
    result->scored = TRUE;
  }

  if (entry->with || entry->without) {
    g_autofree char *squashed = train_text_squash (output);
    guint without_found = 0;
    count_snippets (entry->with, squashed, &result->n_with, &result->with_found);
    count_snippets (entry->without, squashed, &result->n_without, &without_found);
    result->without_absent = result->n_without - without_found;
  }
  return result;
}

void
train_result_free (TrainResult *result)
{
  g_clear_pointer (&result->block_results, g_array_unref);
  g_free (result);
}

void
train_result_measure_blocks (TrainResult *result, ExtractDocument *document, const TrainAlignment *alignment)
{
  g_return_if_fail (extract_document_get_n_blocks (document) == alignment->n_blocks);

  result->has_blocks = TRUE;
  result->block_results = g_array_sized_new (FALSE, FALSE, sizeof (TrainBlockResult), alignment->n_blocks);
  for (guint i = 0; i < alignment->n_blocks; i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    TrainBlockResult one = {
      .score = extract_block_get_score (block),
      .share = train_alignment_get_share (alignment, i),
      .n_words = alignment->n_words[i],
      .truth = train_alignment_get_label (alignment, i),
      .label = extract_block_get_label (block),
    };

    g_array_append_val (result->block_results, one);
    if (one.truth == EXTRACT_LABEL_NONE)
      continue;
    gboolean is_good = one.truth == EXTRACT_LABEL_GOOD;
    gboolean as_good = one.label == EXTRACT_LABEL_GOOD;
    train_confusion_add (&result->blocks, is_good, as_good, 1);
    train_confusion_add (&result->words, is_good, as_good, alignment->n_words[i]);
  }
}

/* ---- Summaries ---------------------------------------------------------------------------- */

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static void
summary_compute_interval (TrainSummary *summary, const double *f1, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  double means[N_SAMPLES];

  for (guint s = 0; s < N_SAMPLES; s++) {
    double sum = 0;
    for (guint i = 0; i < summary->n_scored; i++)
      sum += f1[g_rand_int_range (random, 0, (gint32) summary->n_scored)];
    means[s] = sum / summary->n_scored;
  }
  qsort (means, N_SAMPLES, sizeof (double), compare_doubles);
  summary->f1_low = means[N_SAMPLES * 25 / 1000];
  summary->f1_high = means[N_SAMPLES * 975 / 1000 - 1];
}

void
train_summary_compute (GPtrArray *results, guint32 seed, TrainSummary *summary)
{
  g_autofree double *f1 = g_new (double, (gsize) results->len + 1);
  guint with_found = 0, without_absent = 0, pages_with = 0, pages_without = 0;

  *summary = (TrainSummary){ .n_pages = results->len };
  for (guint i = 0; i < results->len; i++) {
    const TrainResult *result = results->pdata[i];
    summary->n_missing += result->missing ? 1 : 0;
    summary->n_empty += result->empty ? 1 : 0;
    if (result->scored) {
      f1[summary->n_scored++] = result->scores.f1;
      summary->scores.f1 += result->scores.f1;
      summary->scores.precision += result->scores.precision;
      summary->scores.recall += result->scores.recall;
    }
    if (result->n_with > 0) {
      pages_with++;
      with_found += result->with_found;
      summary->n_with += result->n_with;
      summary->with_recall_page += (double) result->with_found / result->n_with;
    }
    if (result->n_without > 0) {
      pages_without++;
      without_absent += result->without_absent;
      summary->n_without += result->n_without;
      summary->without_exclusion_page += (double) result->without_absent / result->n_without;
    }
    if (result->has_blocks) {
      summary->n_with_blocks++;
      confusion_add_all (&summary->blocks, &result->blocks);
      confusion_add_all (&summary->words, &result->words);
    }
  }

  if (summary->n_scored > 0) {
    summary->scores.f1 /= summary->n_scored;
    summary->scores.precision /= summary->n_scored;
    summary->scores.recall /= summary->n_scored;
    summary_compute_interval (summary, f1, seed);
  }
  summary->with_recall = share (with_found, summary->n_with);
  summary->with_recall_page = share (summary->with_recall_page, pages_with);
  summary->without_exclusion = share (without_absent, summary->n_without);
  summary->without_exclusion_page = share (summary->without_exclusion_page, pages_without);
}

/* ---- Groups ------------------------------------------------------------------------------- */

typedef const char *(*GroupName) (const TrainEntry *entry);

static const char *
entry_get_type_name (const TrainEntry *entry)
{
  return entry->type ? entry->type : UNKNOWN;
}

static const char *
entry_get_language_name (const TrainEntry *entry)
{
  return entry->lang ? entry->lang : UNKNOWN;
}

typedef struct {
  const char *name;
  GPtrArray *results; /* lent */
} Group;

static void
group_free (gpointer data)
{
  Group *group = data;
  g_ptr_array_unref (group->results);
  g_free (group);
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const Group *x = *(Group *const *) a, *y = *(Group *const *) b;
  return strcmp (x->name, y->name);
}

/* The pages that have a reference by what @get_name says of them, in the order of the names;
 * no groups at all if it says nothing of any page. */
static GPtrArray *
group_results (GPtrArray *results, GroupName get_name)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *groups = g_ptr_array_new_with_free_func (group_free);

  for (guint i = 0; i < results->len; i++) {
    TrainResult *result = results->pdata[i];
    if (!result->scored)
      continue;
    const char *name = get_name (result->entry);
    Group *group = g_hash_table_lookup (by_name, name);
    if (!group) {
      group = g_new0 (Group, 1);
      group->name = name;
      group->results = g_ptr_array_new ();
      g_hash_table_insert (by_name, (char *) name, group);
      g_ptr_array_add (groups, group);
    }
    g_ptr_array_add (group->results, result);
  }

  if (groups->len == 1 && strcmp (((Group *) groups->pdata[0])->name, UNKNOWN) == 0)
    g_ptr_array_set_size (groups, 0);
  g_ptr_array_sort (groups, compare_groups);
  return groups;
}

/* ---- Report for people -------------------------------------------------------------------- */

static void
append_cell (GString *text, gboolean known, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append_printf (text, " %9s", known ? g_ascii_formatd (number, sizeof number, "%.4f", value) : "-");
}

static void
append_row (GString *text, const char *name, GPtrArray *results, gboolean with_blocks, guint32 seed)
{
  TrainSummary s;
  train_summary_compute (results, seed, &s);

  gboolean scored = s.n_scored > 0;
  glong padding = 24 - g_utf8_strlen (name, -1);
  g_string_append_printf (text, "%s%*s %6u", name, (int) MAX (padding, 0), "", s.n_pages);
  append_cell (text, scored, s.scores.f1);
  append_cell (text, scored, (s.f1_high - s.f1_low) / 2);
  append_cell (text, scored, s.scores.precision);
  append_cell (text, scored, s.scores.recall);
  append_cell (text, s.n_with > 0, s.with_recall);
  append_cell (text, s.n_without > 0, s.without_exclusion);
  if (with_blocks) {
    TrainScores blocks, words;
    gboolean known = s.n_with_blocks > 0;
    train_confusion_get_scores (&s.blocks, &blocks);
    train_confusion_get_scores (&s.words, &words);
    append_cell (text, known, train_confusion_get_accuracy (&s.blocks));
    append_cell (text, known, blocks.f1);
    append_cell (text, known, train_confusion_get_accuracy (&s.words));
    append_cell (text, known, words.f1);
  }
  g_string_append_c (text, '\n');
}

static void
append_rows (GString *text, const char *label, GPtrArray *results, GroupName get_name, gboolean with_blocks,
             guint32 seed)
{
  g_autoptr (GPtrArray) groups = group_results (results, get_name);
  for (guint i = 0; i < groups->len; i++) {
    const Group *group = groups->pdata[i];
    g_autofree char *name = g_strdup_printf ("%s %s", label, group->name);
    append_row (text, name, group->results, with_blocks, seed);
  }
}

void
train_report_append_table (GString *text, const char *name, GPtrArray *results, guint32 seed)
{
  TrainSummary summary;
  train_summary_compute (results, seed, &summary);
  gboolean with_blocks = summary.n_with_blocks > 0;

  g_string_append_printf (
      text, "%s: %u pages, %u with a reference, %u without output, %u with an empty one\n", name,
      summary.n_pages, summary.n_scored, summary.n_missing, summary.n_empty - summary.n_missing);
  g_string_append_printf (text, "%-24s %6s %9s %9s %9s %9s %9s %9s", "", "pages", "F1", "+-", "precision",
                          "recall", "with", "without");
  if (with_blocks)
    g_string_append_printf (text, " %9s %9s %9s %9s", "block-acc", "block-F1", "word-acc", "word-F1");
  g_string_append_c (text, '\n');

  append_row (text, "all", results, with_blocks, seed);
  append_rows (text, "type", results, entry_get_type_name, with_blocks, seed);
  append_rows (text, "language", results, entry_get_language_name, with_blocks, seed);
}

/* ---- Report for programs ------------------------------------------------------------------ */

static void
append_json_key (GString *json, const char *key)
{
  if (json->str[json->len - 1] != '{')
    g_string_append (json, ", ");
  g_autoptr (JsonNode) node = json_node_alloc ();
  json_node_init_string (node, key);
  g_autofree char *quoted = json_to_string (node, FALSE);
  g_string_append_printf (json, "%s: ", quoted);
}

static void
append_json_string (GString *json, const char *key, const char *value)
{
  append_json_key (json, key);
  g_autoptr (JsonNode) node = json_node_alloc ();
  json_node_init_string (node, value);
  g_autofree char *quoted = json_to_string (node, FALSE);
  g_string_append (json, quoted);
}

static void
append_json_count (GString *json, const char *key, guint value)
{
  append_json_key (json, key);
  g_string_append_printf (json, "%u", value);
}

/* Five decimals, without the zeros at the end but for the first. */
static void
append_json_number (GString *json, const char *key, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd (number, sizeof number, "%.5f", value);
  gsize length = strlen (number);
  while (number[length - 1] == '0' && number[length - 2] != '.')
    length--;
  append_json_key (json, key);
  g_string_append_len (json, number, (gssize) length);
}

static void
append_json_scores (GString *json, const TrainSummary *summary)
{
  append_json_number (json, "f1", summary->scores.f1);
  append_json_number (json, "f1_low", summary->f1_low);
  append_json_number (json, "f1_high", summary->f1_high);
  append_json_number (json, "precision", summary->scores.precision);
  append_json_number (json, "recall", summary->scores.recall);
}

static void
append_json_groups (GString *json, const char *key, GPtrArray *results, GroupName get_name, guint32 seed)
{
  g_autoptr (GPtrArray) groups = group_results (results, get_name);
  if (groups->len == 0)
    return;

  append_json_key (json, key);
  g_string_append_c (json, '{');
  for (guint i = 0; i < groups->len; i++) {
    const Group *group = groups->pdata[i];
    TrainSummary summary;
    train_summary_compute (group->results, seed, &summary);
    append_json_key (json, group->name);
    g_string_append_c (json, '{');
    append_json_count (json, "n", summary.n_scored);
    append_json_scores (json, &summary);
    g_string_append_c (json, '}');
  }
  g_string_append_c (json, '}');
}

static void
append_json_confusion (GString *json, const char *key, const TrainConfusion *confusion)
{
  TrainScores scores;
  train_confusion_get_scores (confusion, &scores);
  append_json_key (json, key);
  g_string_append_c (json, '{');
  append_json_number (json, "accuracy", train_confusion_get_accuracy (confusion));
  append_json_number (json, "precision", scores.precision);
  append_json_number (json, "recall", scores.recall);
  append_json_number (json, "f1", scores.f1);
  g_string_append_c (json, '}');
}

void
train_report_append_json (GString *text, const char *name, GPtrArray *results, guint32 seed)
{
  TrainSummary summary;
  train_summary_compute (results, seed, &summary);

  g_string_append_c (text, '{');
  append_json_string (text, "set", name);
  append_json_string (text, "metric", "word");
  append_json_count (text, "pages", summary.n_pages);
  append_json_count (text, "missing", summary.n_missing);
  append_json_count (text, "empty", summary.n_empty);
  if (summary.n_scored > 0) {
    append_json_count (text, "scored", summary.n_scored);
    append_json_scores (text, &summary);
    append_json_groups (text, "by_type", results, entry_get_type_name, seed);
    append_json_groups (text, "by_lang", results, entry_get_language_name, seed);
  }
  if (summary.n_with > 0) {
    append_json_number (text, "with_recall", summary.with_recall);
    append_json_number (text, "with_recall_page", summary.with_recall_page);
    append_json_count (text, "with_snippets", summary.n_with);
  }
  if (summary.n_without > 0) {
    append_json_number (text, "without_exclusion", summary.without_exclusion);
    append_json_number (text, "without_exclusion_page", summary.without_exclusion_page);
    append_json_count (text, "without_snippets", summary.n_without);
  }
  if (summary.n_with_blocks > 0) {
    append_json_confusion (text, "blocks", &summary.blocks);
    append_json_confusion (text, "block_words", &summary.words);
  }
  g_string_append (text, "}\n");
}

static void
append_column (GString *text, gboolean known, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append_c (text, '\t');
  g_string_append (text, known ? g_ascii_formatd (number, sizeof number, "%.4f", value) : "-");
}

static void
append_share_column (GString *text, guint part, guint whole)
{
  if (whole > 0)
    g_string_append_printf (text, "\t%u/%u", part, whole);
  else
    g_string_append (text, "\t-");
}

void
train_report_append_pages_head (GString *text)
{
  g_string_append (text, "id\ttype\tlang\tf1\tprecision\trecall\twith\twithout_ok\tout_chars\n");
}

void
train_report_append_pages (GString *text, GPtrArray *results)
{
  for (guint i = 0; i < results->len; i++) {
    const TrainResult *result = results->pdata[i];
    g_string_append_printf (text, "%s\t%s\t%s", result->entry->id, entry_get_type_name (result->entry),
                            entry_get_language_name (result->entry));
    append_column (text, result->scored, result->scores.f1);
    append_column (text, result->scored, result->scores.precision);
    append_column (text, result->scored, result->scores.recall);
    append_share_column (text, result->with_found, result->n_with);
    append_share_column (text, result->without_absent, result->n_without);
    g_string_append_printf (text, "\t%ld\n", result->n_characters);
  }
}
