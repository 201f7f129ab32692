/* SPDX-License-Identifier: MIT */
#include "train/learn/corpus.h"
#include "libextract/feature/feature.h"

#include "train/learn/trained.h"

#include "cli/cli.h"

#include <string.h>

typedef struct {
  GPtrArray *entries;
  ExtractParser *parser;
  const ExtractFeatureSet *set;
  double minimum_recall;
  CliProgress *progress;
  TrainCorpus *corpus;
  gint n_failed; /* atomic */
} Loading;

static void
page_free (TrainPage *page)
{
  extract_document_unref (page->document);
  train_labels_free (page->labels);
  train_words_free (page->words);
  g_free (page->ends);
  train_words_free (page->reference);
  g_free (page);
}

static void
untrusted_clear (gpointer untrusted)
{
  g_free (((TrainUntrusted *) untrusted)->reason);
}

/* Takes @labels. */
static TrainPage *
page_new (const TrainEntry *entry, ExtractDocument *document, TrainLabels *labels)
{
  TrainScript script = train_script_from_language (entry->lang);
  g_autoptr (TrainVocabulary) vocabulary = train_vocabulary_new ();
  guint n = extract_document_get_n_blocks (document);
  TrainPage *page = g_new0 (TrainPage, 1);

  page->entry = entry;
  page->document = extract_document_ref (document);
  page->words = train_words_new ();
  page->reference = train_words_new ();
  page->ends = g_new (gsize, n);
  for (guint i = 0; i < n; i++) {
    const char *text = extract_block_get_text (extract_document_get_block (document, i));

    train_words_append (page->words, vocabulary, script, text);
    page->ends[i] = page->words->n;
  }
  train_words_append (page->reference, vocabulary, script, labels->reference ? labels->reference : "");
  page->labels = labels;
  page->alignment = labels->alignment;
  page->trusted = labels->trusted;
  return page;
}

static gpointer
load_page (gsize i, gpointer data)
{
  Loading *loading = data;
  const TrainEntry *entry = g_ptr_array_index (loading->entries, i);
  g_autofree char *place = g_build_filename (entry->dataset->path, entry->id, NULL);
  g_autofree char *truth = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (ExtractDocument) document = NULL;
  TrainLabels *labels = NULL;
  TrainPage *page;
  g_autoptr (GError) error = NULL;

  if (train_entry_load_truth (entry, &truth, &error)) {
    if (!truth && !train_entry_has_labels (entry))
      return NULL;
    bytes = train_entry_load_bytes (entry, loading->parser, &error);
  }
  if (bytes)
    document = train_entry_parse (entry, loading->parser, bytes, &error);
  if (document && extract_features_compute (document, loading->set, NULL, &error))
    labels = train_labels_new_for_document (entry, document, truth, loading->minimum_recall, &error);
  if (!labels) {
    cli_error (place, "%s", error->message);
    g_atomic_int_inc (&loading->n_failed);
    return NULL;
  }
  page = page_new (entry, document, labels);
  page->checksum = train_trained_checksum (bytes);
  return page;
}

static gboolean
page_loaded (gsize i, gpointer result, gpointer data)
{
  Loading *loading = data;
  TrainPage *page = result;

  cli_progress_step (loading->progress, page != NULL);
  if (!page)
    return TRUE;
  if (!page->trusted) {
    TrainUntrusted untrusted = { page->entry, train_labels_get_recall (page->labels),
                                 g_strdup (page->labels->reason) };
    g_array_append_val (loading->corpus->untrusted, untrusted);
  }
  if (page->labels->source == TRAIN_LABELS_NONE) {
    page_free (page);
    return TRUE;
  }
  page->first_block = loading->corpus->n_blocks;
  loading->corpus->n_blocks += extract_document_get_n_blocks (page->document);
  g_ptr_array_add (loading->corpus->pages, page);
  return TRUE;
}

TrainCorpus *
train_corpus_load (GPtrArray *entries, ExtractParser *parser, const ExtractFeatureSet *set,
                   double minimum_recall, guint jobs)
{
  g_autoptr (CliProgress) progress = cli_progress_new ("pages", entries->len);
  TrainCorpus *corpus = g_new0 (TrainCorpus, 1);
  Loading loading = { entries, parser, set, minimum_recall, progress, corpus, 0 };

  corpus->pages = g_ptr_array_new_with_free_func ((GDestroyNotify) page_free);
  corpus->untrusted = g_array_new (FALSE, FALSE, sizeof (TrainUntrusted));
  g_array_set_clear_func (corpus->untrusted, untrusted_clear);
  cli_parallel (entries->len, jobs, load_page, page_loaded, (GDestroyNotify) page_free, &loading);
  corpus->n_failed = loading.n_failed;
  return corpus;
}

void
train_corpus_free (TrainCorpus *corpus)
{
  g_ptr_array_unref (corpus->pages);
  g_array_unref (corpus->untrusted);
  g_free (corpus);
}

ExtractLabel
train_page_get_label (const TrainPage *page, guint i)
{
  return train_alignment_get_label (page->alignment, i);
}

void
train_page_score (const TrainPage *page, ExtractDocument *labelled, TrainScores *scores)
{
  TrainWords output = { .ids = g_new (guint32, page->words->n) };
  gsize start = 0;

  for (guint i = 0; i < extract_document_get_n_blocks (labelled); start = page->ends[i++]) {
    gsize n = page->ends[i] - start;

    if (extract_block_get_label (extract_document_get_block (labelled, i)) != EXTRACT_LABEL_GOOD || n == 0)
      continue;
    memcpy (output.ids + output.n, page->words->ids + start, n * sizeof *output.ids);
    output.n += n;
  }
  train_scores_compute (&output, page->reference, scores);
  g_free (output.ids);
}
