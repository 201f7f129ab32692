/* SPDX-License-Identifier: MIT */
/*
 * The set datasets/toy as a corpus: its references are on its pages, and what is to be found there
 * can be found by choosing blocks.
 */
#include <string.h>

#include "train/learn/corpus.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"

#define N_PAGES 24

static char *
dup_toy_path (void)
{
  const char *top = g_getenv ("top_srcdir");
  return top ? g_build_filename (top, "datasets", "toy", NULL)
             : g_test_build_filename (G_TEST_DIST, "..", "..", "datasets", "toy", NULL);
}

static TrainDataset *
open_toy (void)
{
  g_autofree char *path = dup_toy_path ();
  g_autoptr (GError) error = NULL;
  TrainDataset *dataset = train_dataset_open (path, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (dataset->entries->len, ==, N_PAGES);
  g_assert_cmpuint (dataset->warnings->len, ==, 0);
  return dataset;
}

static TrainCorpus *
load (const TrainDataset *dataset, guint jobs)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  return train_corpus_load (dataset->entries, parser, extract_feature_set_find ("classic"),
                            TRAIN_MINIMUM_RECALL, jobs);
}

static const TrainPage *
get_page (const TrainCorpus *corpus, guint p)
{
  return g_ptr_array_index (corpus->pages, p);
}

/* A copy of @page in which the blocks are good that @is_good says, and nothing else. */
static ExtractDocument *
label (const TrainPage *page, gboolean (*is_good) (const TrainPage *page, guint block))
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = extract_model_get_default (&error);
  g_assert_no_error (error);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  ExtractDocument *copy = extract_document_copy (page->document);
  guint n = extract_document_get_n_blocks (copy);
  g_autofree float *scores = g_new (float, n + 1);

  extract_classifier_clear_rules (classifier);
  extract_classifier_set_threshold (classifier, 0.5);
  for (guint i = 0; i < n; i++)
    scores[i] = is_good (page, i) ? 1 : 0;
  extract_classifier_label_scored (classifier, copy, scores, &error);
  g_assert_no_error (error);
  return copy;
}

static gboolean
good_by_alignment (const TrainPage *page, guint block)
{
  return train_alignment_get_label (page->alignment, block) == EXTRACT_LABEL_GOOD;
}

static gboolean
good_always (const TrainPage *page, guint block)
{
  return TRUE;
}

static gboolean
good_never (const TrainPage *page, guint block)
{
  return FALSE;
}

static gboolean
good_every_third (const TrainPage *page, guint block)
{
  return block % 3 == 0;
}

static void
test_pages (void)
{
  g_autoptr (TrainDataset) dataset = open_toy ();
  g_autoptr (TrainCorpus) corpus = load (dataset, 1);
  gsize n_blocks = 0;
  guint n_empty = 0;

  g_assert_cmpuint (corpus->pages->len, ==, N_PAGES);
  for (guint p = 0; p < corpus->pages->len; p++) {
    const TrainPage *page = get_page (corpus, p);
    guint n = extract_document_get_n_blocks (page->document);

    g_test_message ("%s", page->entry->id);
    g_assert_true (page->entry == g_ptr_array_index (dataset->entries, p));
    g_assert_cmpuint (n, >=, 10);
    g_assert_cmpuint (page->first_block, ==, n_blocks);
    g_assert_cmpuint (page->ends[n - 1], ==, page->words->n);
    g_assert_true (page->trusted);
    n_blocks += n;
    for (guint i = 0; i < n; i++) {
      gsize n_features;
      const float *features =
          extract_block_get_features (extract_document_get_block (page->document, i), &n_features);

      g_assert_cmpuint (n_features, ==,
                        extract_feature_set_get_n_features (extract_feature_set_find ("classic")));
      for (gsize f = 0; f < n_features; f++)
        g_assert_true (features[f] >= 0 && features[f] <= 1);
    }
    if (page->reference->n == 0)
      n_empty++;
  }
  g_assert_cmpuint (corpus->n_blocks, ==, n_blocks);
  g_assert_cmpuint (n_empty, ==, 1);
}

/* Each page reads as it was written: the encoding is right, the words of the reference are there. */
static void
test_recall (void)
{
  g_autoptr (TrainDataset) dataset = open_toy ();
  g_autoptr (TrainCorpus) corpus = load (dataset, 1);

  for (guint p = 0; p < corpus->pages->len; p++) {
    const TrainPage *page = get_page (corpus, p);
    double recall = train_alignment_get_recall (page->alignment);
    g_test_message ("%s: %.4f", page->entry->id, recall);
    g_assert_cmpfloat (recall, >=, 0.95);
  }
}

static void
test_best_choice (void)
{
  g_autoptr (TrainDataset) dataset = open_toy ();
  g_autoptr (TrainCorpus) corpus = load (dataset, 1);

  for (guint p = 0; p < corpus->pages->len; p++) {
    const TrainPage *page = get_page (corpus, p);
    g_autoptr (ExtractDocument) labelled = label (page, good_by_alignment);
    TrainScores scores;

    train_page_score (page, labelled, &scores);
    g_test_message ("%s: F1 %.4f, precision %.4f, recall %.4f", page->entry->id, scores.f1, scores.precision,
                    scores.recall);
    g_assert_cmpfloat (scores.f1, >, 0.97);
  }
}

/* Words of blocks are counted as the words of the text that is printed for them. */
static void
test_score_of_text (void)
{
  static gboolean (*const choices[]) (const TrainPage *, guint) = { good_by_alignment, good_always,
                                                                    good_never, good_every_third };
  g_autoptr (TrainDataset) dataset = open_toy ();
  g_autoptr (TrainCorpus) corpus = load (dataset, 1);

  for (guint p = 0; p < corpus->pages->len; p++)
    for (guint c = 0; c < G_N_ELEMENTS (choices); c++) {
      const TrainPage *page = get_page (corpus, p);
      g_autoptr (ExtractDocument) labelled = label (page, choices[c]);
      g_autofree char *text =
          extract_document_to_string (labelled, EXTRACT_FORMAT_TEXT, EXTRACT_WRITE_DEFAULT, NULL);
      g_autofree char *reference = NULL;
      TrainScores scores;

      g_assert_true (train_entry_load_truth (page->entry, &reference, NULL));
      g_autoptr (TrainResult) result = train_result_new (page->entry, text, reference);
      train_page_score (page, labelled, &scores);
      g_test_message ("%s, choice %u", page->entry->id, c);
      g_assert_cmpfloat (scores.precision, ==, result->scores.precision);
      g_assert_cmpfloat (scores.recall, ==, result->scores.recall);
      g_assert_cmpfloat (scores.f1, ==, result->scores.f1);
    }
}

static void
test_jobs (void)
{
  g_autoptr (TrainDataset) dataset = open_toy ();
  g_autoptr (TrainCorpus) one = load (dataset, 1);
  g_autoptr (TrainCorpus) three = load (dataset, 3);

  g_assert_cmpuint (one->pages->len, ==, three->pages->len);
  g_assert_cmpuint (one->n_blocks, ==, three->n_blocks);
  for (guint p = 0; p < one->pages->len; p++) {
    const TrainPage *a = get_page (one, p), *b = get_page (three, p);
    guint n = a->alignment->n_blocks;

    g_assert_true (a->entry == b->entry);
    g_assert_cmpuint (a->first_block, ==, b->first_block);
    g_assert_cmpmem (a->words->ids, a->words->n * sizeof (guint32), b->words->ids,
                     b->words->n * sizeof (guint32));
    g_assert_cmpmem (a->alignment->n_matched, n * sizeof (guint32), b->alignment->n_matched,
                     b->alignment->n_blocks * sizeof (guint32));
    for (guint i = 0; i < n; i++) {
      gsize n_a, n_b;
      const float *x = extract_block_get_features (extract_document_get_block (a->document, i), &n_a);
      const float *y = extract_block_get_features (extract_document_get_block (b->document, i), &n_b);

      g_assert_cmpmem (x, n_a * sizeof *x, y, n_b * sizeof *y);
    }
  }
}

/* The sites of the set come apart into folds as they should: none is in two. */
static void
test_folds (void)
{
  g_autoptr (TrainDataset) dataset = open_toy ();
  g_autoptr (GHashTable) fold_of = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_pages[4] = { 0 };

  train_dataset_assign_folds (dataset->entries, 4, 1);
  for (guint i = 0; i < dataset->entries->len; i++) {
    const TrainEntry *entry = g_ptr_array_index (dataset->entries, i);
    char *site = train_entry_dup_site (entry);
    gpointer fold;

    g_assert_cmpuint (entry->fold, <, 4);
    n_pages[entry->fold]++;
    if (g_hash_table_lookup_extended (fold_of, site, NULL, &fold)) {
      g_assert_cmpuint (GPOINTER_TO_UINT (fold), ==, entry->fold);
      g_free (site);
    } else {
      g_hash_table_insert (fold_of, site, GUINT_TO_POINTER (entry->fold));
    }
  }
  g_assert_cmpuint (g_hash_table_size (fold_of), ==, 8);
  for (guint f = 0; f < 4; f++)
    g_assert_cmpuint (n_pages[f], ==, 6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/corpus/pages", test_pages);
  g_test_add_func ("/corpus/recall", test_recall);
  g_test_add_func ("/corpus/best-choice", test_best_choice);
  g_test_add_func ("/corpus/score-of-text", test_score_of_text);
  g_test_add_func ("/corpus/jobs", test_jobs);
  g_test_add_func ("/corpus/folds", test_folds);
  return g_test_run ();
}
