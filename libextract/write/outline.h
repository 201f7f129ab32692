/* SPDX-License-Identifier: MIT */
/* What stands around the passages of a page: lists, tables, quotes ... as nested frames. */
#pragma once

#include "libextract/write/passage.h"

/* What an element is for the text in it; all other elements dissolve. */
typedef enum {
  FRAME_NONE,
  FRAME_BULLETS,    /* ul, menu, dir */
  FRAME_NUMBERS,    /* ol */
  FRAME_ITEM,       /* li in one of them */
  FRAME_QUOTE,      /* blockquote */
  FRAME_TERMS,      /* dl */
  FRAME_TERM,       /* dt in it */
  FRAME_DETAIL,     /* dd in it */
  FRAME_TABLE,      /* table that is none for the sake of layout */
  FRAME_CAPTION,    /* its caption */
  FRAME_ROW,        /* its tr */
  FRAME_CELL,       /* their td, th */
  FRAME_FIGURE,     /* figure */
  FRAME_FIGCAPTION, /* its figcaption */
} ExtractFrameKind;

#define FRAME_BIT(kind) (1u << (kind))
#define FRAME_LISTS (FRAME_BIT (FRAME_BULLETS) | FRAME_BIT (FRAME_NUMBERS))
#define FRAME_TABLES \
  (FRAME_BIT (FRAME_TABLE) | FRAME_BIT (FRAME_CAPTION) | FRAME_BIT (FRAME_ROW) | FRAME_BIT (FRAME_CELL))

/* Lists, quotes, tables and figures nest up to here; what is deeper stands in the innermost one. */
#define FRAME_NESTING 16
/* The most frames around a block: those, with their items; and rows and cells, as tables do not nest. */
#define FRAME_MAX (2 * FRAME_NESTING + 1)

/* Of Markdown; larger numbers of items are none. */
#define LIST_MAX_NUMBER 999999999

/* Wider tables dissolve. */
#define TABLE_MAX_COLUMNS 1000

/* What the outline knows of an element. */
typedef struct {
  guint32 frame;   /* innermost frame around its text: itself or an ancestor; or EXTRACT_NO_ELEMENT */
  guint32 blocks;  /* of a frame: written passages that stand in it directly */
  guint32 columns; /* of a cell: its column, from 1; of a table: how many columns it has */
  guint32 rows;    /* of a cell: how many of the written rows it is in */
  guint16 spanned; /* of a cell: how many columns it is in */
  guint8 kind;     /* ExtractFrameKind */
  guint8 nesting;  /* lists, quotes, tables, figures around its text */
  guint8 heading;  /* 1..6: level of the heading it is or is in; 0 */
  guint8 loose;    /* of a list: 1 if an item holds more than a block with lists after it */
  guint8 used;     /* of a frame: 1 if a block is written in it */
  guint8
      header; /* of a table: 1 if its first row has the names of the columns; of a cell: 1 if it is a name */
  guint8 reversed; /* of a list: 1 if its numbers go down */
  guint32 items;   /* of a list: those that are written */
  gint32 number;   /* of a list: of its first item; of an item: its own; -1 if the page does not say */
} ExtractOutlineNode;

/* The frames around the written passages, and those that are open at the reading point. */
typedef struct {
  ExtractDocument *document;
  guint kinds;               /* FRAME_BIT of each kind that the format has */
  ExtractOutlineNode *nodes; /* one for each element */
  guint32 open[FRAME_MAX];   /* elements, the outermost first */
  guint n_open;
  guint32 wanted[FRAME_MAX]; /* the same for the passage that comes next */
  guint n_wanted;
} ExtractOutline;

ExtractOutline *extract_outline_new (const ExtractPassages *passages, guint kinds);
void extract_outline_free (ExtractOutline *outline);

/*
 * Fills in `wanted` for a passage. Returns: how many of the open frames stay open for it. The writer
 * pops the others off `open`, then pushes the rest of `wanted` to it.
 */
guint extract_outline_enter (ExtractOutline *outline, const ExtractPassage *passage);

/* The frame at @depth of the open ones; FRAME_NONE above the outermost and below the innermost. */
static inline ExtractFrameKind
extract_outline_open_kind (const ExtractOutline *outline, guint depth)
{
  return depth < outline->n_open ? outline->nodes[outline->open[depth]].kind : FRAME_NONE;
}

/* Of the element that owns a passage. The title is a heading of the first level. */
static inline const ExtractOutlineNode *
extract_outline_owner (const ExtractOutline *outline, const ExtractPassage *passage)
{
  static const ExtractOutlineNode title = { .frame = EXTRACT_NO_ELEMENT, .heading = 1 };

  return passage->element == EXTRACT_NO_ELEMENT ? &title : &outline->nodes[passage->element];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractOutline, extract_outline_free)
