/* SPDX-License-Identifier: MIT */
/*
 * From the text of a block to the positions of a corpus, and to sentences: words as ICU finds them, joined
 * where people see one (addresses, "well-known", "12:30", "Dr."), and which of them are the last of a
 * sentence.
 */
#pragma once

#include "libextract/base/rows.h"

typedef struct {
  guint32 start, end; /* in bytes */
  guint8 kind;        /* ExtractBreakKind */
  guint8 spaced;      /* whether white space stands before it */
  guint8 lines;       /* line breaks in that: 0, 1, or 2 for more */
  guint8 last;        /* whether it is the last of a sentence */
  guint8 stop;        /* for the segmenter */
  guint8 lost;        /* the same: a full stop behind which a blank is missing */
} ExtractPosition;

/* More bytes are several positions. */
#define EXTRACT_MAX_POSITION 1024

typedef struct _ExtractSegmenter ExtractSegmenter;

/* @language: (nullable): lent. Returns: (transfer full) */
ExtractSegmenter *extract_segmenter_new (const char *language);
void extract_segmenter_free (ExtractSegmenter *segmenter);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractSegmenter, extract_segmenter_free)

/*
 * extract_segmenter_run: @text: valid UTF-8. Time and memory are linear in @length. In the run at hand, which
 *   it leaves if there is no ICU: extract_breaks_load ().
 *
 * Returns: (transfer none) (array length=n): until the next call
 */
const ExtractPosition *
extract_segmenter_run (ExtractSegmenter *segmenter, const char *text, gsize length, guint32 *n);
