/* SPDX-License-Identifier: MIT */
/*
 * From labelled blocks to a string. A format is one file with one function, and one row in the
 * table of writer.c; nothing else knows the list.
 *
 *   which blocks are written   extract_writer_skips ()
 *   what stands around them    ExtractOutline: lists, tables, quotes ... as nested frames
 *   where links lead           extract_writer_dup_link ()
 *
 * Every writer appends to one string, goes over the blocks once, and never recurses.
 */
#pragma once

#include "libextract/write/passage.h"

typedef struct {
  ExtractFormatInfo info;
  void (*write) (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags);
} ExtractWriter;

void extract_write_text (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags);
void extract_write_json (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags);
void extract_write_jsonl (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags);
void extract_write_html (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags);
void extract_write_markdown (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags);
void extract_write_xml (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags);
void extract_write_vertical (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags);

/* ---- Helpers ------------------------------------------------------------------------------ */

/* Only good blocks are written, unless all are wanted. */
static inline gboolean
extract_writer_skips (ExtractDocument *document, guint i, ExtractWriteFlags flags)
{
  /* Each writer asks this of each block. */
  EXTRACT_BUDGET_LOOK_EVERY (i + 1, 1024);
  return !(flags & EXTRACT_WRITE_ALL) && document->blocks[i].label != EXTRACT_LABEL_GOOD;
}

/* Whether a mark is written; line breaks, pictures, and what turns the meaning round always are. */
static inline gboolean
extract_writer_shows (ExtractWriteFlags flags, const ExtractMark *mark)
{
  return mark->kind == EXTRACT_MARK_BREAK || mark->kind == EXTRACT_MARK_PICTURE ||
         mark->kind == EXTRACT_MARK_DELETED ||
         !(flags & (mark->kind == EXTRACT_MARK_LINK ? EXTRACT_WRITE_NO_LINKS : EXTRACT_WRITE_NO_FORMATTING));
}

/* In the run at hand, which it leaves where a limit is reached. Returns: (transfer none) */
ExtractMetadata *extract_writer_get_metadata (ExtractDocument *document);

/* TRUE if no block of the document is written. */
gboolean extract_writer_is_empty (ExtractDocument *document, ExtractWriteFlags flags);

/* Appends a number as printf-like @format says, whatever the locale; 0 in place of what is not finite. */
void extract_writer_append_number (ExtractString *out, const char *format, double value);

/*
 * Appends text with & < > as entities, and characters that XML does not allow as U+FFFD. In an
 * attribute, quotes and white space other than the space are written as references too.
 */
void extract_writer_append_markup (ExtractString *out, const char *text, gsize length, gboolean attribute);

/* Appends ` name="value"`; the value need not be valid UTF-8. NULL is written as the empty string. */
void extract_writer_append_attribute (ExtractString *out, const char *name, const char *value);

/* What links are resolved against. Returns: (transfer none): "" if that is not known */
const char *extract_writer_get_base (ExtractDocument *document);

/*
 * Where @address leads, resolved against the base of the document, or else the address that the page says it
 * has; as it stands in the page if that fails. NULL if it leads nowhere, or its scheme is not one of http,
 * https, ftp, mailto and tel. @web: only http and https, and no relative address
 */
char *extract_writer_dup_address (ExtractDocument *document, const char *address, gboolean web);
/* The same for a mark. */
char *extract_writer_dup_link (ExtractDocument *document, const ExtractMark *mark);

/* ---- Outline ------------------------------------------------------------------------------ */

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
