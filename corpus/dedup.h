/* SPDX-License-Identifier: MIT */
/*
 * Which documents and paragraphs are there already. In the order in which they come, in one thread:
 *
 *   CorpusText ──> corpus_dedup_judge () ──> a copy, or nearly one, of a document that was kept: it is
 * dropped; else which paragraphs are dropped ──> corpus_dedup_keep ()      what is left is remembered
 *
 * A paragraph is dropped if enough of its runs of five words stand in paragraphs that were kept before, of
 * other documents or of its own (Pomikálek 2011). One with less than five words goes with the others: it is
 * dropped only if the document is.
 *
 * When the memory is used up, what is new is judged, but no more remembered.
 */
#pragma once

#include "corpus/text.h"

typedef enum {
  CORPUS_EXACT = 1 << 0,      /* documents with the same words */
  CORPUS_NEAR = 1 << 1,       /* documents with nearly the same words; includes EXACT */
  CORPUS_PARAGRAPHS = 1 << 2, /* paragraphs with nearly the same words */
} CorpusKinds;

typedef struct {
  CorpusKinds kinds;
  double
      similarity; /* of documents: of all runs of both, the part that both have, from which they are near */
  double overlap; /* of a paragraph: the part of its runs that was there before, from which it is dropped */
  guint64 memory; /* bytes */
} CorpusDedupOptions;

#define CORPUS_LEAST_MEMORY ((guint64) 8 << 20)
#define CORPUS_MOST_MEMORY ((guint64) 4 << 40)
#define CORPUS_DEDUP_DEFAULTS \
  ((CorpusDedupOptions){ .similarity = 0.5, .overlap = 0.5, .memory = (guint64) 2 << 30 })

typedef enum {
  CORPUS_KEPT,
  CORPUS_DROPPED_EXACT,
  CORPUS_DROPPED_NEAR,
  CORPUS_DROPPED_EMPTY, /* each of its paragraphs is dropped */
} CorpusVerdict;

typedef struct {
  guint64 n_documents; /* judged */
  guint64 n_exact;     /* dropped */
  guint64 n_near;
  guint64 n_empty;
  guint64 n_paragraphs; /* of documents that are kept or empty */
  guint64 n_dropped_paragraphs;
  guint64 n_forgotten_documents; /* kept, but not remembered */
  guint64 n_forgotten_runs;
  guint64 memory; /* bytes that are used */
} CorpusDedupFigures;

typedef struct _CorpusDedup CorpusDedup;

/* What corpus_dedup_parse_kinds () takes, for people. */
#define CORPUS_KIND_NAMES "exact, near or paragraphs, or several of them with commas"
/* corpus_dedup_parse_kinds: "exact,near,paragraphs". Returns: FALSE if a name is none of them */
gboolean corpus_dedup_parse_kinds (const char *names, CorpusKinds *kinds);

CorpusDedup *corpus_dedup_new (const CorpusDedupOptions *options);
void corpus_dedup_free (CorpusDedup *dedup);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CorpusDedup, corpus_dedup_free)

CorpusVerdict corpus_dedup_judge (CorpusDedup *dedup, CorpusText *text);
/* corpus_dedup_keep: @text: judged last */
void corpus_dedup_keep (CorpusDedup *dedup, CorpusText *text);
CorpusDedupFigures corpus_dedup_get_figures (const CorpusDedup *dedup);

/* corpus_dedup_dup_sentence: Returns: (transfer full): the figures, for people */
char *corpus_dedup_dup_sentence (const CorpusDedup *dedup);
/* corpus_dedup_dup_warning: @option: what gives it more memory. Returns: (transfer full) (nullable): a
 * sentence if some duplicates may not be found */
char *corpus_dedup_dup_warning (const CorpusDedup *dedup, const char *option);
