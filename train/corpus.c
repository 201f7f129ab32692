/* SPDX-License-Identifier: MIT */
#include "corpus.h"

#include "bin/cli.h"

#include <string.h>

/* A page whose reference is mostly not on the page teaches wrong labels. */
#define TRUSTED_RECALL 0.5

typedef struct {
  GPtrArray *entries;
  ExtractParser *parser;
  const ExtractFeatureSet *set;
  CliProgress *progress;
  TrainCorpus *corpus;
  gint n_failed; /* atomic */
} Loading;

static void
page_free (TrainPage *page)
{
  extract_document_unref (page->document);
  train_alignment_free (page->alignment);
  train_tokens_free (page->words);
  g_free (page->ends);
  train_tokens_free (page->reference);
  g_free (page);
}

static TrainPage *
page_new (const TrainEntry *entry, ExtractDocument *document, const char *truth)
{
  TrainScript script = train_script_from_language (entry->lang);
  g_autoptr (TrainVocabulary) vocabulary = train_vocabulary_new ();
  guint n = extract_document_get_n_blocks (document);
  TrainPage *page = g_new0 (TrainPage, 1);

  page->entry = entry;
  page->document = extract_document_ref (document);
  page->words = train_tokens_new ();
  page->reference = train_tokens_new ();
  page->ends = g_new (gsize, n);
  for (guint i = 0; i < n; i++) {
    const char *text = extract_block_get_text (extract_document_get_block (document, i));

    train_tokens_append (page->words, vocabulary, script, text);
    page->ends[i] = page->words->n;
  }
  train_tokens_append (page->reference, vocabulary, script, truth);
  page->alignment = train_alignment_new (page->words, page->ends, n, page->reference);
  page->trusted = train_alignment_get_recall (page->alignment) >= TRUSTED_RECALL;
  return page;
}

static gpointer
load_page (gsize i, gpointer data)
{
  Loading *loading = data;
  const TrainEntry *entry = g_ptr_array_index (loading->entries, i);
  g_autofree char *place = g_build_filename (entry->dataset->path, entry->id, NULL);
  g_autofree char *truth = NULL;
  g_autoptr (ExtractDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  if (train_entry_load_truth (entry, &truth, &error) && !truth)
    return NULL;
  if (!error)
    document = train_entry_load_page (entry, loading->parser, &error);
  if (!document || !extract_document_compute_features (document, loading->set, &error)) {
    cli_error (place, "%s", error->message);
    g_atomic_int_inc (&loading->n_failed);
    return NULL;
  }
  return page_new (entry, document, truth);
}

static gboolean
page_loaded (gsize i, gpointer result, gpointer data)
{
  Loading *loading = data;
  TrainPage *page = result;

  cli_progress_step (loading->progress, page != NULL);
  if (page) {
    page->first_block = loading->corpus->n_blocks;
    loading->corpus->n_blocks += extract_document_get_n_blocks (page->document);
    g_ptr_array_add (loading->corpus->pages, page);
  }
  return TRUE;
}

TrainCorpus *
train_corpus_load (GPtrArray *entries, ExtractParser *parser, const ExtractFeatureSet *set, guint jobs)
{
  g_autoptr (CliProgress) progress = cli_progress_new ("pages", entries->len);
  TrainCorpus *corpus = g_new0 (TrainCorpus, 1);
  Loading loading = { entries, parser, set, progress, corpus, 0 };

  corpus->pages = g_ptr_array_new_with_free_func ((GDestroyNotify) page_free);
  corpus->n_inputs = extract_feature_set_get_n_inputs (set);
  cli_parallel (entries->len, jobs, load_page, page_loaded, (GDestroyNotify) page_free, &loading);
  corpus->n_failed = loading.n_failed;

  corpus->inputs = g_new (float, corpus->n_blocks * corpus->n_inputs);
  for (guint p = 0; p < corpus->pages->len; p++) {
    TrainPage *page = g_ptr_array_index (corpus->pages, p);

    for (guint i = 0; i < extract_document_get_n_blocks (page->document); i++)
      extract_document_get_inputs (page->document, i,
                                   corpus->inputs + (page->first_block + i) * corpus->n_inputs);
  }
  return corpus;
}

void
train_corpus_free (TrainCorpus *corpus)
{
  g_ptr_array_unref (corpus->pages);
  g_free (corpus->inputs);
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
  TrainTokens output = { .ids = g_new (guint32, page->words->n) };
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
