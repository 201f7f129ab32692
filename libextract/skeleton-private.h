/* SPDX-License-Identifier: MIT */
/* What scanner.c writes down, and skeleton.c reads. */
#pragma once

#include "append.h"
#include "scanner.h"

typedef enum {
  RUN_TEXT, /* references count */
  RUN_RAW,
} RunKind;

/* As a GArray, but quick to append to. */
typedef struct {
  gpointer data; /* owned */
  guint len;
  guint allocated;
} Rows;

static inline gpointer
rows_add (Rows *rows, gsize row_size)
{
  if (rows->len == rows->allocated) {
    rows->allocated = MAX (2 * rows->allocated, 256);
    rows->data = g_realloc_n (rows->data, rows->allocated, row_size);
  }
  return (char *) rows->data + row_size * rows->len++;
}

#define ROWS_ADD(rows, Type) ((Type *) rows_add (&(rows), sizeof (Type)))
#define ROWS_INDEX(rows, Type, i) (&((Type *) (rows).data)[i])

/* Text of the page that is one character of the skeleton. */
typedef struct {
  guint32 start; /* in the page */
  guint32 length : 31;
  guint32 kind : 1; /* RunKind */
} Run;

/* A start tag that lost its attributes. */
typedef struct {
  guint32 place;  /* in the skeleton */
  guint32 values; /* its first one */
  guint32 n_values;
} Tag;

/* Of an attribute that anything reads. */
typedef struct {
  guint32 start; /* in the page; 0 without a = */
  guint32 length;
  guint8 in_html;    /* ExtractDomAttribute that it is in an HTML element, or EXTRACT_DOM_N_ATTRIBUTES */
  guint8 in_foreign; /* the same in svg and math */
} Value;

typedef enum { GUESS_RAW, GUESS_NOT_RAW, GUESS_CDATA } GuessKind;

typedef struct {
  guint32 place; /* in the skeleton */
  guint8 kind;   /* GuessKind */
  guint8 seen;   /* whether the tree has an HTML element, or a comment, there */
} Guess;

struct _ExtractSkeleton {
  const char *text; /* the page; not owned */
  const char *end;
  GString *bytes;
  Rows runs;             /* Run */
  Rows tags;             /* Tag, ordered by place */
  Rows values;           /* Value, by tags */
  Rows guesses;          /* Guess, ordered by place */
  GString *put_together; /* the text that was asked for */

  /* The tag gone to. */
  guint tag;         /* of the last one: the next is most often the one behind it */
  gboolean unfolded; /* whether the next three are its own */
  guint32 has;       /* a bit for each attribute that it has */
  const Value *found[EXTRACT_DOM_N_ATTRIBUTES];  /* those */
  const char *decoded[EXTRACT_DOM_N_ATTRIBUTES]; /* (nullable): until it is asked for */
  GString *strings;                              /* decoded ones; never moves while the tag is looked at */
};

/* Characters that stand for runs: all of plane 15, in front of it one of plane 16 if they do not suffice. */
#define RUNS_PER_PLANE 0xfffe
#define PLANE_15 0xf0000
#define PLANE_16 0x100000
#define MAX_RUNS ((gsize) RUNS_PER_PLANE * RUNS_PER_PLANE)

/* Appends text of the page as gumbo would read it. @references: & begins one */
void extract_skeleton_decode (GString *out, const char *p, const char *end, gboolean references,
                              gboolean in_attribute);
