/* SPDX-License-Identifier: MIT */
/* Sentences of a document in which a word was found. */
#pragma once

#include "concordance/query.h"

typedef struct {
  guint64 id;    /* from 1 on, in the order in which they are written */
  char *url;     /* (nullable) */
  char *source;  /* (nullable): file, or place in an archive */
  char *date;    /* (nullable): of the page */
  char *keyword; /* as it stands in the sentence */
  char *tag;     /* (nullable): its part of speech */
  char *lemma;   /* (nullable) */
  guint32 start; /* of the keyword, in characters of the sentence */
  guint32 end;
  guint32 at; /* the same, in bytes */
  guint32 behind;
  char *sentence;
  char *before;   /* sentences before it, as many as are asked for; "" if there are none */
  char *after;    /* behind it */
  char *vertical; /* (nullable): its positions, a line each */
} ConcHit;

void conc_hit_free (ConcHit *hit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ConcHit, conc_hit_free)

typedef struct {
  const ConcQuery *query;
  guint max_per_page; /* 0: all */
  guint context;      /* sentences on each side */
  gboolean fragments; /* also what is no whole sentence */
  gboolean ascii;     /* no sentences with other characters */
  gboolean vertical;  /* fill in `vertical` */
} ConcWanted;

/* conc_is_candidate: whether a sentence is wanted, whatever words it has. */
gboolean conc_is_candidate (const ConcWanted *wanted, const ConcText *text, const ConcSentence *sentence);

/* conc_has: whether anything in the document may be found, before it has tags. */
gboolean conc_has (const ConcWanted *wanted, const ConcText *text);

/* conc_find: one for each sentence, with the first match in it. @hits: (element-type ConcHit): they are added
 * to it. @is_new: (nullable): asked of each sentence that has a match: FALSE leaves it out */
void conc_find (const ConcWanted *wanted, const ConcText *text,
                gboolean (*is_new) (const char *sentence, gsize length, gpointer data), gpointer data,
                GPtrArray *hits);

/* conc_find_in: the first match in the sentence @i. Returns: (transfer full) (nullable): NULL if there is
 * none, or no such sentence */
ConcHit *conc_find_in (const ConcWanted *wanted, const ConcText *text, guint i);

/* conc_append_position: a line of vertical text: the word, and if it has them, tag and lemma. */
void conc_append_position (GString *vertical, const ConcText *text, const ConcToken *token);
