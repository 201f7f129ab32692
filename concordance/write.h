/* SPDX-License-Identifier: MIT */
/* Formats of what was found. */
#pragma once

#include "concordance/find.h"

typedef enum {
  CONC_FORMAT_KWIC,
  CONC_FORMAT_JSON,
  CONC_FORMAT_JSONL,
  CONC_FORMAT_XML,
  CONC_FORMAT_TSV,
  CONC_FORMAT_VERTICAL,
  CONC_N_FORMATS
} ConcFormat;

typedef struct {
  const char *name;
  const char *sentence;
  const char *prologue, *separator, *epilogue; /* around all, and between two */
} ConcFormatInfo;

const ConcFormatInfo *conc_format_get_info (ConcFormat format);

typedef struct {
  ConcFormat format;
  guint width;     /* of a line of KWIC, in columns */
  gboolean colour; /* of its keyword */
} ConcLook;

/* conc_hit_append: without what stands between two. */
void conc_hit_append (const ConcHit *hit, const ConcLook *look, GString *out);

/* conc_kwic_append: a line. */
void conc_kwic_append (const ConcHit *hit, const ConcLook *look, GString *out);

typedef enum { CONC_SORT_NONE, CONC_SORT_LEFT, CONC_SORT_RIGHT } ConcSort;

/* conc_hits_sort: by what stands before the keyword, the nearest word first, or behind it. Capitals, marks
 * over letters and signs do not count unless all else is the same; letters come in the order of Unicode,
 * whatever the locale. */
void conc_hits_sort (GPtrArray *hits, ConcSort sort);
