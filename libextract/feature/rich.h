/* SPDX-License-Identifier: MIT */
/*
 * What several families of features need to know of a page, computed once.
 *
 * The blocks of a subtree are adjacent in the order of the page: an element is a span of blocks, and any sum
 * over a subtree is the difference of two running totals.
 */
#pragma once

#include <math.h>

#include "libextract/feature/feature.h"
#include "libextract/feature/logarithm.h"
#include "libextract/page/document.h"
#include "libextract/page/structured.h"

/* The blocks in the subtree of an element: first .. end - 1; none if first == end. */
typedef struct ExtractSpan {
  guint32 first;
  guint32 end;
} ExtractSpan;

/* Running totals: what the blocks before a block have together. */
typedef struct {
  guint32 words;
  guint32 chars;
  guint32 ink;        /* characters but spaces */
  guint32 link_chars; /* of the ink, in links */
  guint32 p_words;    /* words of blocks whose owner is p */
  guint32 frequent;   /* frequent words, in the language of the page */
} ExtractTotals;

/* ln (1 + n) of small counts, which most are, as extract_log1p () and log1p () give it. */
#define EXTRACT_N_LOGS 2048
typedef struct {
  float of_float[EXTRACT_N_LOGS];
  double of_double[EXTRACT_N_LOGS];
} ExtractLogs;

static inline float
extract_logs_float (const ExtractLogs *logs, guint32 n)
{
  return n < EXTRACT_N_LOGS ? logs->of_float[n] : extract_log1p (n);
}

static inline double
extract_logs_double (const ExtractLogs *logs, guint32 n)
{
  return n < EXTRACT_N_LOGS ? logs->of_double[n] : log1p (n);
}

/* ln (1 + n / m), 0 if m is 0 */
static inline float
extract_logs_mean (const ExtractLogs *logs, guint32 n, guint32 m)
{
  return m > 1 ? extract_log1p ((double) n / m) : extract_logs_float (logs, n * m);
}

typedef struct {
  ExtractDocument *document;
  const ExtractPage *page;
  const ExtractLogs *logs;
  guint n; /* blocks */
  guint n_elements;
  const ExtractSpan *spans; /* [n_elements]; of the page */
  ExtractTotals *totals;    /* [n + 1]: totals[i] is of the blocks before i */
  const ExtractWord *words; /* words of the page; those of block i begin at totals[i].words */
  int language;             /* language of the page, by its list of frequent words; -1 if none fits. Set by
                               extract_rich_read_texts () */
  gboolean knows_frequent;  /* whether there is a list, so that counts of frequent words mean something */
  ExtractStructured *structured;    /* (nullable): what the page says of itself; as above */
  const ExtractTokenTables *tables; /* (nullable) */
  const float *scores;              /* (nullable): [n], for the families context and outcome */
  double threshold;                 /* for the family outcome */
} ExtractRich;

/* Bytes that this takes for each block and for each element of a page. */

/* @tables: (nullable); @scores: (nullable): lent */
ExtractRich *extract_rich_new (ExtractDocument *document, const ExtractTokenTables *tables,
                               const float *scores, double threshold);
void extract_rich_free (ExtractRich *rich);

/* Fills in what the texts of the page say: structured data, language, frequent words. For sets with the
 * family text. */
void extract_rich_read_texts (ExtractRich *rich);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractRich, extract_rich_free)

/* Totals of the blocks first .. end - 1. */
static inline ExtractTotals
extract_rich_sum (const ExtractRich *rich, ExtractSpan span)
{
  const ExtractTotals *a = &rich->totals[span.first], *b = &rich->totals[span.end];

  return (ExtractTotals){ b->words - a->words,           b->chars - a->chars,     b->ink - a->ink,
                          b->link_chars - a->link_chars, b->p_words - a->p_words, b->frequent - a->frequent };
}

static inline const ExtractElement *
extract_rich_owner (const ExtractRich *rich, guint i)
{
  return extract_page_element (rich->page, extract_document_piece (rich->document, i)->element);
}
