/* SPDX-License-Identifier: MIT */
/*
 * The measure of main text: how many words a program's output o and the reference t have in common.
 * With o (w) and t (w) the number of times the word w is there,
 *
 *   common = sum over w of min (o (w), t (w))
 *   precision P = common / sum of o      recall R = common / sum of t      F1 = 2 P R / (P + R)
 *
 * per page. Snippets are short texts that the output must have, or must not have. Labels of blocks are
 * compared with those by the reference.
 */
#include "train/measure/metrics.h"

#include <string.h>

/* ---- Scores of a page --------------------------------------------------------------------- */

void
train_scores_set (TrainScores *scores, double precision, double recall)
{
  double sum = precision + recall;
  scores->precision = precision;
  scores->recall = recall;
  scores->f1 = sum > 0 ? 2 * precision * recall / sum : 0;
}

static TrainCounts
count_words (const TrainWords *output, const TrainWords *reference)
{
  TrainCounts counts = { .output = output->n, .reference = reference->n };
  guint32 n_ids = 0;

  for (gsize i = 0; i < reference->n; i++)
    n_ids = MAX (n_ids, reference->ids[i] + 1);
  g_autofree guint32 *left = g_new0 (guint32, n_ids); /* of each word, what is not yet taken */
  for (gsize i = 0; i < reference->n; i++)
    left[reference->ids[i]]++;

  for (gsize i = 0; i < output->n; i++) {
    guint32 id = output->ids[i];
    if (id >= n_ids || left[id] == 0)
      continue;
    left[id]--;
    counts.common++;
  }
  return counts;
}

static void
scores_from_counts (TrainScores *scores, const TrainCounts *counts)
{
  if (counts->output > 0 && counts->reference > 0) {
    train_scores_set (scores, counts->common / counts->output, counts->common / counts->reference);
  } else {
    double value = counts->output + counts->reference == 0 ? 1 : 0;
    train_scores_set (scores, value, value);
  }
}

void
train_scores_compute (const TrainWords *output, const TrainWords *reference, TrainScores *scores)
{
  TrainCounts counts = count_words (output, reference);
  scores_from_counts (scores, &counts);
}

void
train_confusion_add (TrainConfusion *confusion, gboolean is_good, gboolean as_good, double weight)
{
  if (is_good)
    *(as_good ? &confusion->good_as_good : &confusion->good_as_bad) += weight;
  else
    *(as_good ? &confusion->bad_as_good : &confusion->bad_as_bad) += weight;
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
  train_scores_set (scores, share (right, right + confusion->bad_as_good),
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

void
train_result_count (TrainResult *result, TrainCounted counted, TrainCounts counts)
{
  result->counted |= 1u << counted;
  result->counts[counted] = counts;
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
    g_autoptr (TrainWords) output_words = train_words_new ();
    g_autoptr (TrainWords) reference_words = train_words_new ();
    TrainScript script = train_script_from_language (entry->lang);
    train_words_append (reference_words, vocabulary, script, reference);
    train_words_append (output_words, vocabulary, script, output);
    TrainCounts counts = count_words (output_words, reference_words);
    train_result_count (result, TRAIN_COUNTED_WORDS, counts);
    scores_from_counts (&result->scores, &counts);
    result->scored = TRUE;
  }

  if (entry->with || entry->without) {
    g_autofree char *squashed = train_text_squash (output);
    guint without_found = 0;
    count_snippets (entry->with, squashed, &result->n_with, &result->with_found);
    count_snippets (entry->without, squashed, &result->n_without, &without_found);
    result->without_absent = result->n_without - without_found;
    train_result_count (result, TRAIN_COUNTED_WITH,
                        (TrainCounts){ .right = result->with_found, .all = result->n_with });
    train_result_count (result, TRAIN_COUNTED_WITHOUT,
                        (TrainCounts){ .right = result->without_absent, .all = result->n_without });
  }
  return result;
}

void
train_result_free (TrainResult *result)
{
  g_clear_pointer (&result->block_results, g_array_unref);
  g_clear_pointer (&result->classes, g_array_unref);
  g_free (result->rule_f1);
  g_free (result);
}

void
train_result_add_class (TrainResult *result, const TrainClassResult *class)
{
  if (!result->classes)
    result->classes = g_array_new (FALSE, FALSE, sizeof (TrainClassResult));
  g_array_append_vals (result->classes, class, 1);
}

guint
train_results_count_trained (GPtrArray *results)
{
  guint n = 0;

  for (guint i = 0; i < results->len; i++)
    n += ((const TrainResult *) results->pdata[i])->trained ? 1 : 0;
  return n;
}

static TrainCounts
counts_from_confusion (const TrainConfusion *confusion)
{
  double right = confusion->good_as_good + confusion->bad_as_bad;
  return (TrainCounts){
    .common = confusion->good_as_good,
    .output = confusion->good_as_good + confusion->bad_as_good,
    .reference = confusion->good_as_good + confusion->good_as_bad,
    .right = right,
    .all = right + confusion->bad_as_good + confusion->good_as_bad,
  };
}

/* The first and last of the blocks of a kind. */
typedef struct {
  gint first; /* -1 if there is none */
  gint last;
} Extent;

static void
extent_add (Extent *extent, gint i)
{
  if (extent->first < 0)
    extent->first = i;
  extent->last = i;
}

void
train_result_measure_blocks (TrainResult *result, ExtractDocument *document, const TrainAlignment *alignment)
{
  g_return_if_fail (extract_document_get_n_blocks (document) == alignment->n_blocks);

  Extent good = { -1, -1 }, taken = { -1, -1 };
  gint n = 0; /* blocks with words */
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
    if (is_good)
      extent_add (&good, n);
    if (as_good)
      extent_add (&taken, n);
    n++;
  }

  TrainCounts blocks = counts_from_confusion (&result->blocks);
  train_result_count (result, TRAIN_COUNTED_BLOCKS, blocks);
  train_result_count (result, TRAIN_COUNTED_BLOCK_WORDS, counts_from_confusion (&result->words));
  if (good.first < 0)
    return;
  train_result_count (result, TRAIN_COUNTED_MAIN, blocks);
  if (taken.first < 0)
    return;
  result->start = taken.first - good.first;
  result->end = taken.last - good.last;
  train_result_count (
      result, TRAIN_COUNTED_START,
      (TrainCounts){ .common = ABS (result->start), .right = result->start == 0 ? 1 : 0, .all = 1 });
  train_result_count (
      result, TRAIN_COUNTED_END,
      (TrainCounts){ .common = ABS (result->end), .right = result->end == 0 ? 1 : 0, .all = 1 });
}
