/* SPDX-License-Identifier: MIT */
/* What scanner.c writes down, and skeleton.c reads. */
#pragma once

#include "libextract/base/growing-string.h"
#include "libextract/base/rows.h"
#include "libextract/html/skeleton.h"

typedef enum {
  RUN_TEXT, /* references count */
  RUN_RAW,
  RUN_PHRASE,
} RunKind;

/* What is one character of the skeleton: text of the page, or a phrase. */
typedef struct {
  guint32 start; /* in the page; RUN_PHRASE: number of the phrase */
  guint32 length : 30;
  guint32 kind : 2; /* RunKind */
} Run;

/* A longer page has no skeleton. */
#define MAX_LENGTH ((1u << 30) - 1)

/* Text and elements of which each one that begins in it ends in it. */
typedef struct {
  guint32 pieces; /* its first one */
  guint32 n_pieces;
  guint32 begins; /* a bit for each ExtractFormatting and ExtractBeginning that is in it */
} Phrase;

typedef enum {
  PIECE_TEXT,
  PIECE_RAW,      /* text whose references do not count */
  PIECE_COMMENT,  /* nobody is told of it, but it parts texts */
  PIECE_IDLE,     /* an end tag that means nothing, as it is in the page; nobody is told of it */
  PIECE_START,    /* the start tag of an element */
  PIECE_END,      /* its end tag */
  PIECE_VOID_END, /* the end of an element that has no end tag */
} PieceKind;

typedef struct {
  guint32 start;         /* of a text, in the page; of an element, its first value */
  guint32 length;        /* of a text; of an element, its ExtractTag */
  guint16 begins;        /* of an element, as in the phrase */
  guint8 n;              /* of an element, its values */
  guint8 kind : 7;       /* PieceKind */
  guint8 is_foreign : 1; /* of an element: in svg */
} Piece;

G_STATIC_ASSERT (EXTRACT_BEGINNING_QUIET < 16);

/* A tag with more of them is in no phrase. */
#define MAX_VALUES G_MAXUINT8

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
  ExtractString *bytes;
  ExtractRows runs;            /* Run */
  ExtractRows tags;            /* Tag, ordered by place */
  ExtractRows values;          /* Value, by tags */
  ExtractRows guesses;         /* Guess, ordered by place */
  ExtractRows phrases;         /* Phrase */
  ExtractRows pieces;          /* Piece, by phrases */
  guint n_seen;                /* phrases that the tree has */
  gboolean disproven;          /* the tree has one where none may be */
  ExtractString *put_together; /* the text that was asked for */

  /* The text of the tree that is being taken apart. */
  const char *text_start; /* of what the last event was about */
  const char *text_end;   /* of it, and start of what comes */
  const Piece *piece;     /* (nullable): the last event was about it, a piece of a phrase */
  const Piece *piece_end; /* of the phrase */

  /* The tag gone to. */
  guint tag;            /* index of the last one found; the next is usually the one after it */
  guint32 values_start; /* its first value */
  guint32 n_values;
  gboolean unfolded;                             /* whether the next three are its own */
  guint64 has;                                   /* a bit for each attribute that it has */
  const Value *found[EXTRACT_DOM_N_ATTRIBUTES];  /* those */
  const char *decoded[EXTRACT_DOM_N_ATTRIBUTES]; /* (nullable): until it is asked for */
  ExtractString *strings;                        /* decoded ones; never moves while the tag is looked at */
};

/* Characters that stand for runs: all of plane 15, in front of it one of plane 16 if they do not suffice. */
#define RUNS_PER_PLANE 0xfffe
#define PLANE_15 0xf0000
#define PLANE_16 0x100000
#define MAX_RUNS ((gsize) RUNS_PER_PLANE * RUNS_PER_PLANE)

/* Appends text of the page as gumbo would read it. @references: & begins one */
void extract_skeleton_decode (ExtractString *out, const char *p, const char *end, gboolean references,
                              gboolean in_attribute);
