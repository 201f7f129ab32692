/* SPDX-License-Identifier: MIT */
/*
 * What is compared of a document: its sketch, and for each paragraph the hashes of its runs of words. Made in
 * any thread, judged in one: dedup.h.
 */
#pragma once

#include "libextract/text/sketch.h"

typedef struct {
  gsize end;        /* of its runs; they begin where those of the one before end */
  gboolean dropped; /* by corpus_dedup_judge () */
} CorpusParagraph;

typedef struct _CorpusText CorpusText;

/* corpus_text_new: @paragraphs: whether runs are kept. */
CorpusText *corpus_text_new (gboolean paragraphs);
void corpus_text_free (CorpusText *text);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CorpusText, corpus_text_free)

/* corpus_text_begin: as if it were new; keeps its memory. */
void corpus_text_begin (CorpusText *text);
void corpus_text_begin_paragraph (CorpusText *text);
/* corpus_text_add: more of the paragraph; or text between paragraphs, which only the sketch knows. */
void corpus_text_add (CorpusText *text, const char *words, gsize length);
void corpus_text_end_paragraph (CorpusText *text);
void corpus_text_end (CorpusText *text);

const ExtractSketch *corpus_text_get_sketch (const CorpusText *text);
/* corpus_text_get_paragraphs: Returns: (array length=n): none, unless runs are kept */
CorpusParagraph *corpus_text_get_paragraphs (CorpusText *text, gsize *n);
/* corpus_text_get_runs: Returns: (array length=n): of paragraph @i; none if it has less than five words */
const guint64 *corpus_text_get_runs (const CorpusText *text, gsize i, gsize *n);
/* corpus_text_get_memory: bytes. */
gsize corpus_text_get_memory (const CorpusText *text);
