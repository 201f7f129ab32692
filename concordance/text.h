/* SPDX-License-Identifier: MIT */
/*
 * A document of vertical text as sentences: what `texttractor extract` writes, and what corpora are kept in.
 *
 *   <doc url="…"> <p type="text"> <s> lines of positions ──> sentences of tokens, and their text
 *
 * In the text of a sentence tokens are parted by a blank, unless <g/> stands between them.
 */
#pragma once

#include <gio/gio.h>

/* What a paragraph is. */
typedef enum { CONC_TEXT, CONC_HEADING, CONC_LIST, CONC_TABLE, CONC_QUOTE, CONC_CODE } ConcType;

typedef struct {
  guint32 start, end; /* in bytes of the text of the document */
  const char *tag;    /* (nullable): interned, or of the document */
  const char *lemma;  /* (nullable): the same */
  gboolean glued;     /* no blank stands before it */
} ConcToken;

typedef struct {
  guint32 first, n;   /* tokens */
  guint32 start, end; /* in bytes of the text of the document */
  ConcType type;
  gboolean whole; /* it begins and ends as sentences do */
} ConcSentence;

typedef struct {
  GString *text;      /* of all sentences, each on a line */
  GArray *tokens;     /* of ConcToken */
  GArray *sentences;  /* of ConcSentence */
  GStringChunk *tags; /* and lemmas */
  /* Of <doc>: (nullable) */
  char *source;
  char *url;
  char *date;
  char *language;
} ConcText;

ConcText *conc_text_new (void);
void conc_text_free (ConcText *text);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ConcText, conc_text_free)

typedef enum {
  CONC_READ_DEFAULT = 0,
  CONC_READ_COLUMNS = 1 << 0, /* the second and third column of a position are its tag and lemma */
  CONC_READ_HEADS = 1 << 1,   /* titles are sentences, too */
  CONC_READ_OWN = 1 << 2,     /* we wrote it just now: a broken bar stands for a bar */
} ConcReadFlags;

/* conc_text_read: the (first) document of @vertical, in place of what @text had. Lines that are no structure
 * that is known here, and what is no valid UTF-8, are passed over. */
void conc_text_read (ConcText *text, const char *vertical, gsize length, ConcReadFlags flags);

/* conc_line_is_tag, conc_line_is_position: what a line is, up to @end, which is its end. */
gboolean conc_line_is_tag (const char *line, const char *end);
gboolean conc_line_is_position (const char *line, const char *end);

const ConcSentence *conc_text_sentence (const ConcText *text, guint i);
ConcToken *conc_text_token (const ConcText *text, guint i);
