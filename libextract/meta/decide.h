/* SPDX-License-Identifier: MIT */
/* Of all candidates, the values. */
#pragma once

#include "libextract/meta/candidate.h"

typedef struct {
  guint32 text;  /* offset into Decided.texts */
  guint8 field;  /* ExtractField */
  guint8 source; /* Source */
} Value;

typedef struct {
  ExtractRows values;   /* Value, by field; of one field, in order */
  ExtractString *texts; /* NUL behind each */
  guint32 headline;     /* the block that the title is seen in; G_MAXUINT32 */
} Decided;

/* @text: plain, of @length bytes */
void decided_add (Decided *decided, ExtractField field, Source source, const char *text, gsize length);

/* Titles come first: @headline of the result tells where to look for the rest. */
void decide_title (Candidates *all, Decided *decided);
void decide_authors (const Candidates *all, Decided *decided);
/* Of publication and of the last change. */
void decide_dates (const Candidates *all, Decided *decided);
void decide_rest (Candidates *all, Decided *decided);
