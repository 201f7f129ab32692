/* SPDX-License-Identifier: MIT */
/* What scanner.c and phrase.c write the skeleton with. */
#pragma once

#include "libextract/html/markup.h"
#include "libextract/html/skeleton-private.h"
#include "libextract/html/surroundings.h"

/* svg and math that are followed. */
#define MAX_NESTED 16
/* Elements that a phrase can have open at once. */
#define MAX_OPEN 128

/* Attributes that gumbo takes for the same. */
typedef struct {
  gsize form; /* place in the forms */
  gsize length;
  guint32 hash;
} Format;

typedef struct {
  ExtractSkeleton *skeleton;
  const char *end;     /* of the page */
  gsize token;         /* place in the skeleton where gumbo's next token begins */
  gboolean given_up;   /* gumbo has to read the page */
  gboolean doubtful;   /* guesses have to be proven */
  gboolean foreign;    /* there was svg or math */
  gboolean keep_white; /* there was a pre */
  gboolean split;      /* white space before text may be moved: body may not have begun */
  gboolean columns;    /* there was a colgroup */
  gboolean template;   /* there was a template */

  ExtractRows formats;   /* Format */
  ExtractString *forms;  /* (nullable): attributes in a normal form, one after another */
  guint32 *format_slots; /* [1 << format_bits]: number of a format + 1, 0 for none; owned */
  guint format_bits;

  /* A guess at the open elements: whether svg or math (TRUE), or HTML inside it (FALSE), alternately or not.
   */
  gboolean nested[MAX_NESTED];
  guint n_nested;

  Surroundings around;

  /* The stretch of text and elements at hand, nothing of which is in the skeleton yet. */
  guint stretch; /* its first piece */
  guint n_open;
  guint paragraphs; /* p among the open ones */
  guint buttons;    /* the same of button */
  struct {
    const char *tag; /* in the page */
    guint piece;     /* its start tag */
    guint row;       /* its name */
  } open[MAX_OPEN];
} Scanner;

/* What the scanner wants to know of the attributes of a tag. */
typedef struct {
  guint n;
  gboolean verbatim; /* gumbo has to read them */
  gboolean self_closing;
  Attribute first[16];
} TagFacts;

/* What is to be known of the references in a text. */
typedef enum {
  ONLY_GUMBO = 1 << 0,  /* extract_skeleton_decode () would not give what gumbo gives */
  LIKE_RUNS = 1 << 1,   /* gumbo could give characters that stand for runs */
  OVERFLOWS = 1 << 2,   /* gumbo's own numbers overflow */
  STARTS_BLANK = 1 << 3 /* the first one is white space */
} ReferenceFacts;

/* ---- scanner.c: what gumbo is given --------------------------------------------------------- */

static inline void
scanner_put (Scanner *s, const char *start, gsize n)
{
  extract_string_append (s->skeleton->bytes, start, n);
}

/* What has been put is a token. */
static inline void
scanner_end_token (Scanner *s)
{
  s->token = s->skeleton->bytes->len;
}

/* Whether white space in front of text has to stay apart from it. */
static inline gboolean
scanner_keeps_white_apart (const Scanner *s)
{
  return s->keep_white || s->split || s->columns;
}

/* Whether white space in text has to be seen: in a colgroup of a template, gumbo drops the rest. */
static inline gboolean
scanner_keeps_text (const Scanner *s)
{
  return s->keep_white && s->columns && s->template;
}

void extract_scanner_put_run (Scanner *s, const char *start, const char *end, RunKind kind);
void extract_scanner_put_white (Scanner *s, const char *start, const char *end);
void extract_scanner_put_text (Scanner *s, const char *start, const char *end);

/* @last: the page ends here */
ReferenceFacts
extract_scanner_check_references (const char *start, const char *end, gboolean in_attribute, gboolean last);
/* @p: behind the name. @is_start: its values are kept
 * Returns: (nullable): at the >; NULL if the page ends before */
const char *extract_scanner_read_attributes (Scanner *s, const char *p, gboolean is_start, TagFacts *facts);
/* @p: behind the start tag of such an element. Returns: at the end tag, or the end of the page */
const char *extract_scanner_find_raw_end (const Scanner *s, const char *p, const char *name, gsize length,
                                          NameFlags flags);
/* Returns: behind a line break that gumbo leaves out at the start of the text of a raw element */
const char *extract_scanner_skip_line (const char *start, const char *end, NameFlags flags);
/* @p: at <!, <? or </ that is no tag. Returns: behind it */
const char *extract_scanner_find_comment_end (const char *p, const char *end);

/* Gives gumbo a text. */
void extract_scanner_add_text (Scanner *s, const char *start, const char *end);
/* The same with a tag. @p: at the <. Returns: behind it, and the raw text that it begins */
const char *extract_scanner_add_start_tag (Scanner *s, const char *p, guint row);
const char *extract_scanner_add_end_tag (Scanner *s, const char *p, guint row);

/* ---- phrase.c: what it may not be given ----------------------------------------------------- */

/* Each adds to the stretch at hand; what fits into none goes to gumbo, and the stretch before it. */
void extract_phrase_add_text (Scanner *s, const char *start, const char *end);
const char *extract_phrase_add_start_tag (Scanner *s, const char *p);
const char *extract_phrase_add_end_tag (Scanner *s, const char *p);
void extract_phrase_add_comment (Scanner *s);

/* Ends the stretch: elements that are still open go to gumbo, phrases are what is between them.
 * @moving: before a tag that moves what gumbo has not put into the tree yet */
void extract_phrase_settle (Scanner *s, gboolean moving);
