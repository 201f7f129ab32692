/* SPDX-License-Identifier: MIT */
/* Which elements of a page are items: what stands between finding them and reading what is in them. */
#pragma once

#include "libextract/base/scratch.h"
#include "libextract/meta/item-names.h"

#define NONE G_MAXUINT32
/* A line about an item is no longer, in bytes. */
#define MAX_LINE 200
/* Elements of text in one another. */
#define MAX_LEVEL 4

/* An element that may be an item. */
typedef struct {
  guint32 element;
  guint32 end;   /* of its elements: element .. end - 1 */
  guint32 group; /* index into groups */
  guint32 up;    /* candidate of the same group around it, or NONE */
  guint32 words; /* of its own text, without that of the same group in it */
  guint32 all_words;
  guint32 authors;
  guint32 dates;
  guint32 links;     /* to accounts; also in what is in it */
  gboolean zoned;    /* it lies in a zone of comments */
  gboolean headline; /* it holds the headline of the page */
  gboolean taken;    /* it is an item */
} May;

typedef struct {
  guint32 signature;
  guint32 first; /* candidate */
  guint32 last;
  guint32 n;
  guint32 complete;
  guint32 zoned;      /* in a zone of comments */
  guint32 signatures; /* with a link to an account, and a date */
  guint32 anchored;   /* with author or date */
  guint32 whole;      /* with author and date */
  guint8 noun;
  guint8 declared;
  guint8 thread;
  guint8 named;
  gboolean settled;
} Group;

typedef struct {
  const ExtractPage *page;
  guint8 date_flags;
  guint32 today;
  gboolean forum;          /* it is one, as metadata or its address say */
  const guint8 *roles;     /* [n_pieces] */
  guint32 headline;        /* piece, or NONE */
  const ExtractNames *all; /* its names */
  ItemNames *names;        /* [n_shapes] */
  guint8 *parts;           /* ItemPart [n_elements]: that it is in */
  guint8 *levels;          /* [n_elements]: elements of text around it, in its item; up to MAX_LEVEL */
  guint8 *quoted;          /* [n_elements]: 1 in a quotation */
  guint32 *ends;           /* [n_elements] */
  guint32 *authors;        /* [n_elements + 1]: elements before it that name an author ... */
  guint32 *dates;          /* ... or a date */
  guint32 *words;          /* [n_pieces + 1]: of text before it */
  guint32 *links;          /* [n_pieces + 1]: links to people before it */
  guint32 *days;           /* [n_pieces + 1]: lines before it with a date */
  guint8 *piece_days;      /* [n_pieces]: 1 if it is a line with a date */
  ExtractRows may;         /* May */
  ExtractRows groups;      /* Group */
  guint32 *item_of;        /* [n_elements]: item that it is in, or NONE */
  gboolean numbered;       /* it is known */
  ExtractRows found;       /* Found */
} Finder;

static inline const ItemNames *
names_of (const Finder *f, guint32 e)
{
  return &f->names[f->all->element_shapes[e]];
}

static inline guint32
piece_at (const ExtractPage *page, gsize offset)
{
  guint32 low = 0, high = page->pieces.len;

  while (low < high) {
    const guint32 middle = low + (high - low) / 2;

    if (ROWS_INDEX (page->pieces, ExtractPiece, middle)->text < offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static inline ItemNoun
noun_of (const Finder *f, guint32 may)
{
  return ROWS_INDEX (f->groups, Group, ROWS_INDEX (f->may, May, may)->group)->noun;
}

/* Finds the items of the page of @f, of which all is known down to its names. The arrays are of @scratch, the
 * rows the caller's. */
void extract_item_find (Finder *f, ExtractScratch *scratch);

/* What elements are in. Once f->item_of is known, by the items; before, by all that may be one. */
void extract_item_read_elements (Finder *f);
