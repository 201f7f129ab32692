/* SPDX-License-Identifier: MIT */
/* What pages say that are no articles: the words that tell why there is no main text. */
#pragma once

#include "libextract/extract.h"

/* Where a phrase counts. */
typedef enum {
  PHRASE_HEADING, /* at the start of the title or a headline; of any block of a tiny page */
  PHRASE_TEXT,    /* anywhere in a small page */
} PhrasePlace;

/* A row of the table: what a language says on such pages. */
typedef struct {
  const char *language;
  guint8 reason;       /* ExtractReason */
  guint8 place;        /* PhrasePlace */
  const char *phrases; /* folded, with | between them. Words may go on behind a phrase. */
} ReasonPhrases;

extern const ReasonPhrases extract_reason_phrases[];
extern const guint extract_n_reason_phrases;
