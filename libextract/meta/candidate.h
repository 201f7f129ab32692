/* SPDX-License-Identifier: MIT */
/*
 * What may be a value of the metadata, before anything is decided.
 *
 *   JSON-LD, microdata, RDFa  ──things.c──┐
 *   meta, link, title, address ──head.c───┼──> candidates ──decide.c──> values
 *   the text itself           ──visible.c─┘
 *
 * A candidate is a text, the field that it may be for, and the row of the table of sources that it came by:
 * of two, the one of the row with the greater trust counts more.
 */
#pragma once

#include "libextract/page/document.h"

/* THE table of where values come from. */
/* clang-format off */
#define EXTRACT_SOURCES(X)                                                                 \
  X (JSON_LD, "json-ld", "a script of linked data: schema.org as JSON-LD")                 \
  X (MICRODATA, "microdata", "itemprop attributes")                                        \
  X (RDFA, "rdfa", "property attributes of elements")                                      \
  X (OPENGRAPH, "opengraph", "meta elements og:..., article:... and twitter:...")           \
  X (DUBLIN_CORE, "dublin-core", "meta elements dc... and dcterms...")                      \
  X (CITATION, "citation", "meta elements citation_..., which libraries use")           \
  X (META, "meta", "other meta elements")                                                  \
  X (LINK, "link", "link elements, and links with a rel")                                  \
  X (TITLE, "title", "the title element")                                                  \
  X (HEADING, "heading", "the visible headline")                                   \
  X (TIME, "time", "a time element")                                                       \
  X (CLASS, "class", "an element with a telling class or id")                       \
  X (ADDRESS, "address", "the address of the page")                                        \
  X (TEXT, "text", "the text near the headline")                                           \
  X (HTML, "html", "the html element")
/* clang-format on */

typedef enum {
#define X(id, name, sentence) SOURCE_##id,
  EXTRACT_SOURCES (X)
#undef X
      N_SOURCES
} Source;

const char *extract_source_get_name (Source source);
const char *extract_source_get_sentence (Source source);

/* What is known of a candidate beside its text. */
enum {
  CANDIDATE_PERSON = 1 << 0,   /* an author that is declared to be a person */
  CANDIDATE_LABELLED = 1 << 1, /* words around it say what it is: "Published", "By" */
  CANDIDATE_USER = 1 << 2,     /* a user name */
  CANDIDATE_OTHER = 1 << 3,    /* belongs to something on the page that need not be the page */
};

typedef struct {
  guint32 text;    /* offset into Candidates.texts */
  guint32 element; /* where it is; EXTRACT_NO_ELEMENT */
  guint32 piece;   /* the block that it is in; G_MAXUINT32 */
  guint8 field;    /* ExtractField */
  guint8 source;   /* Source */
  guint8 trust;    /* 0 .. 100 */
  guint8 flags;    /* CANDIDATE_… */
} Candidate;

typedef struct {
  ExtractDocument *document;
  const ExtractPage *page;
  ExtractRows rows;     /* Candidate */
  ExtractString *texts; /* of the candidates, NUL behind each; plain text, white space collapsed */
  ExtractString *spares[2];
  guint n_of_field[EXTRACT_N_FIELDS];
  guint32 today;     /* as extract_date_get_today () */
  guint8 date_flags; /* ExtractDateFlags of what people write on the page */
} Candidates;

/* Of one field, no page has more to say than that. */
#define MAX_CANDIDATES 256

/*
 * candidate_add: @text: as it stands in the page: references, tags and white space are seen to; at most
 * EXTRACT_MAX_NOTE bytes of it
 *
 * Returns: (transfer none) (nullable): the row, until the next one; NULL where nothing is left of the text
 */
Candidate *candidate_add (Candidates *all, ExtractField field, Source source, guint trust, const char *text);
/* The same for a text that is plain: @length bytes, that may have NULs between blocks. */
Candidate *candidate_add_plain (Candidates *all, ExtractField field, Source source, guint trust,
                                const char *text, gsize length);

static inline const char *
candidate_text (const Candidates *all, const Candidate *candidate)
{
  return all->texts->str + candidate->text;
}

static inline guint
candidates_length (const Candidates *all)
{
  return all->rows.len;
}

static inline Candidate *
candidate_get (const Candidates *all, guint i)
{
  return ROWS_INDEX (all->rows, Candidate, i);
}

/* ---- What each file finds ------------------------------------------------------------------- */

void candidates_find_things (Candidates *all);
void candidates_find_head (Candidates *all);
/* Headings and the elements of the page that name themselves. */
void candidates_find_elements (Candidates *all);
/* @headline: the block of the headline, or G_MAXUINT32 */
void candidates_find_text (Candidates *all, guint32 headline);
