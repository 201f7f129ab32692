/* SPDX-License-Identifier: MIT */
/*
 * How passages are made, for the files that make them.
 *
 *   elements, notes --passage_find_spans ()--> spans: ranges of text, and what becomes of them
 *   elements, notes --passage_find_points ()--> points: pictures, videos, formulas without text
 *   a block, spans, points --passage_edit_block ()--> its text and marks, changed
 */
#pragma once

#include "libextract/write/passage.h"
#include "libextract/write/writer.h"

typedef enum {
  SPAN_OUT,
  SPAN_FORMULA, /* replaced by `tex` */
  SPAN_READING, /* put between ( and ) */
  SPAN_DELETED,
  SPAN_MARKED,
  N_SPANS
} SpanKind;

typedef struct {
  guint32 start, end; /* in ExtractPage.text */
  const char *tex;    /* FORMULA: of @tex_length bytes; lent by the page */
  guint32 tex_length;
  guint8 kind;
} Span;

/* A note of a picture, a video, or of TeX in a script. */
typedef struct {
  guint32 note;
  guint32 address; /* offset into ExtractPage.strings */
  guint32 owner;   /* innermost block-level element around it */
  guint32 text;    /* offset into ExtractPage.text */
  guint32 block;   /* the block that it is in, or in front of */
  gboolean inside;
} Point;

/* What becomes of a piece of a block's text. */
typedef struct {
  guint32 start, end;         /* in the text before */
  guint32 new_start, new_end; /* in the text behind */
  guint32 with, length;       /* what it is replaced with, in Builder.scratch */
  gint kind;                  /* of the mark for that; -1 if there is none */
  guint32 href;               /* of the mark */
} Edit;

typedef struct {
  ExtractPassages *passages;
  ExtractDocument *document;
  const ExtractPage *page;
  const char *base; /* what links are resolved against */
  ExtractWriteFlags flags;
  ExtractRows spans;  /* Span, by start; the outer one first */
  ExtractRows points; /* Point, in document order */
  ExtractRows edits;  /* Edit, of the block at hand */
  ExtractRows added;  /* ExtractMark, for it */
  ExtractString *scratch;
  guint8 *headings;  /* [elements]: whether it is in a heading */
  guint32 *quotes;   /* [elements]: the innermost quotation that it is in, or EXTRACT_NO_ELEMENT */
  guint32 quote;     /* the last one that was judged, or EXTRACT_NO_ELEMENT */
  gboolean is_whole; /* what came of that */
  guint32 span;      /* those before it end before the block at hand */
  guint32 point;     /* the next one */
  guint32 figure;    /* with a picture that is written; EXTRACT_NO_ELEMENT */
} Builder;

/* ---- passage-spans.c ---- */

gboolean passage_is_any (const char *const *words, gsize n, const char *text, gsize length);

void passage_find_spans (Builder *b);

/* ---- passage-points.c ---- */

void passage_find_points (Builder *b);

/* How deep the deepest element is that is around both. */
gint passage_shared_depth (const ExtractPage *page, guint32 a, guint32 b);

guint32 passage_find_figure (const ExtractPage *page, guint32 e);

/* Whether a point between blocks belongs to one that is written. */
gboolean passage_is_wanted (const Builder *b, const Point *point);

/* ---- passage-edit.c ---- */

/* Appends what stands for a point, and says which mark it has. */
void passage_append_point (Builder *b, const Point *point, ExtractString *out, gint *kind, guint32 *href);

void passage_keep_mark (Builder *b, ExtractPassage *passage, ExtractMark mark);

/* What is written of block @i: its text and marks, changed by its spans and points. */
void passage_edit_block (Builder *b, guint i, ExtractPassage *passage);
