/* SPDX-License-Identifier: MIT */
/*
 * A shard of a corpus, document by document, as `texttractor extract` writes it: vertical text, or JSON
 * Lines; plain, or packed by gzip or zstd. Which it is, its bytes say.
 *
 *   lines ──> a document: its bytes, where its paragraphs are in them, and what they are compared by
 *
 * Memory holds one document. A shard with damage has an error where it is found: what is read of it before
 * should not be used, because nobody knows what is missing.
 */
#pragma once

#include "corpus/packed.h"
#include "corpus/text.h"

typedef enum {
  CORPUS_SHARD_EMPTY, /* no line at all */
  CORPUS_SHARD_VERTICAL,
  CORPUS_SHARD_JSONL,
} CorpusShardFormat;

/* Where a paragraph is. */
typedef struct {
  gsize start;
  gsize end;
} CorpusPiece;

typedef struct {
  gboolean is_document; /* FALSE: what stands between two, which is kept */
  gboolean is_list;     /* what is between its paragraphs goes with them: commas */
  GString *bytes;
  GArray *pieces;   /* of CorpusPiece: one for each paragraph of the text */
  CorpusText *text; /* (nullable) */
} CorpusDocument;

/* corpus_document_new: @text: whether they are to be compared. @paragraphs: paragraphs, too */
CorpusDocument *corpus_document_new (gboolean text, gboolean paragraphs);
void corpus_document_free (CorpusDocument *document);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CorpusDocument, corpus_document_free)

typedef struct _CorpusShard CorpusShard;

CorpusShard *corpus_shard_new (const char *path, GError **error);
void corpus_shard_free (CorpusShard *shard);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CorpusShard, corpus_shard_free)
CorpusShardFormat corpus_shard_get_format (const CorpusShard *shard);
CorpusPacking corpus_shard_get_packing (const CorpusShard *shard);
guint64 corpus_shard_get_n_read (const CorpusShard *shard);
/* corpus_shard_next: puts the next document into @document. Returns: FALSE at the end, and with @error */
gboolean corpus_shard_next (CorpusShard *shard, CorpusDocument *document, GError **error);

/* corpus_document_write: without the paragraphs that are dropped. */
gboolean corpus_document_write (const CorpusDocument *document, CorpusWriter *writer, GError **error);
