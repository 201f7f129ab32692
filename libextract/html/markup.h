/* SPDX-License-Identifier: MIT */
/* Tags as they stand in a page: what the scanner knows of their names, and where their attributes are. */
#pragma once

#include "libextract/html/event.h"
#include "libextract/html/tag.h"

/* ---- Bytes ---------------------------------------------------------------------------------- */

enum {
  BYTE_WHITE = 1 << 0,    /* white space */
  BYTE_NAME_END = 1 << 1, /* ends the name of a tag */
  BYTE_KEY_END = 1 << 2,  /* ends the name of an attribute */
  BYTE_LETTER = 1 << 3,   /* ASCII */
  BYTE_ODD = 1 << 4,      /* gumbo may replace it, or what it begins, by another character */
};

extern const guint8 extract_markup_bytes[256];

static inline gboolean
is_white (char c)
{
  return extract_markup_bytes[(guchar) c] & BYTE_WHITE;
}

static inline gboolean
is_letter (char c)
{
  return extract_markup_bytes[(guchar) c] & BYTE_LETTER;
}

/* @small: in small letters. Returns: whether @length bytes of @name are the same but for the case of letters
 */
static inline gboolean
is_same (const char *small, const char *name, gsize length)
{
  /* Most names are in small letters. */
  for (gsize i = 0; i < length; i++)
    if (small[i] != name[i] && !(is_letter (name[i]) && small[i] == (name[i] | 0x20)))
      return FALSE;
  return TRUE;
}

static inline const char *
skip_white (const char *p, const char *end)
{
  while (p < end && is_white (*p))
    p++;
  return p;
}

/* Returns: the end of the name of a tag */
static inline const char *
skip_name (const char *p, const char *end)
{
  while (p < end && !(extract_markup_bytes[(guchar) *p] & BYTE_NAME_END))
    p++;
  return p;
}

/* Returns: the first < from @p on that is no text, or the end of the page */
const char *extract_markup_find (const char *p, const char *end);

/* ---- Names of elements ---------------------------------------------------------------------- */

typedef enum {
  NAME_RCDATA = 1 << 0,    /* raw text with references */
  NAME_RAWTEXT = 1 << 1,   /* raw text */
  NAME_SCRIPT = 1 << 2,    /* raw text that may hold its own end tag in a comment */
  NAME_PLAINTEXT = 1 << 3, /* raw text up to the end of the page */
  NAME_VERBATIM = 1 << 4,  /* gumbo needs the attributes */
  NAME_SPACED = 1 << 5,    /* white space inside counts */
  NAME_LINE = 1 << 6,      /* raw text that loses a line break at its start */
  NAME_DOUBT = 1 << 7,     /* from here on, guesses have to be proven */
  NAME_FOREIGN = 1 << 8,   /* svg, math */
  NAME_ISLAND = 1 << 9,    /* HTML in svg */
  NAME_HTML = 1 << 10,     /* ends svg and math, and stands in body */
  NAME_COLUMNS = 1 << 11,  /* white space inside is parted from other text */
  NAME_GIVE_UP = 1 << 12,
  NAME_FORMAT = 1 << 13, /* "Noah's Ark clause" */
  NAME_FONT = 1 << 14,
  NAME_INPUT = 1 << 15,
  NAME_PHRASE = 1 << 16, /* may be in a phrase */
  NAME_VOID = 1 << 17,   /* the same, and has no end tag */
  NAME_TABLE = 1 << 18,
  NAME_CELL = 1 << 19,
  NAME_ROWS = 1 << 20, /* any other part of a table */
  NAME_SELECT = 1 << 21,
  NAME_TEMPLATE = 1 << 22,
  NAME_FORM = 1 << 23,
  NAME_ANCHOR = 1 << 24, /* ends the one before it */
  NAME_BLOCK = 1 << 25,  /* ends a p */
  NAME_QUIET = 1 << 26,  /* formatting elements that wait are not opened anew for it, as for text */
  NAME_HEAD = 1 << 27,   /* does something else before body begins */
  NAME_BUTTON = 1 << 28, /* ends the one around it */
  NAME_SCOPE = 1 << 29,  /* an end tag in it does not end what is around it */
} NameFlags;

/* Elements that open anew behind what has closed them. */
typedef enum {
  EXTRACT_FORMATTING_A,
  EXTRACT_FORMATTING_B,
  EXTRACT_FORMATTING_BIG,
  EXTRACT_FORMATTING_CODE,
  EXTRACT_FORMATTING_EM,
  EXTRACT_FORMATTING_FONT,
  EXTRACT_FORMATTING_I,
  EXTRACT_FORMATTING_S,
  EXTRACT_FORMATTING_SMALL,
  EXTRACT_FORMATTING_STRIKE,
  EXTRACT_FORMATTING_STRONG,
  EXTRACT_FORMATTING_TT,
  EXTRACT_FORMATTING_U,
  EXTRACT_N_FORMATTINGS
} ExtractFormatting;

#define NAME_RAW (NAME_RCDATA | NAME_RAWTEXT | NAME_SCRIPT | NAME_PLAINTEXT)

typedef struct {
  const char *name;
  NameFlags flags;
  ExtractFormatting formatting; /* with NAME_FORMAT, NAME_ANCHOR */
} MarkupName;

/* THE table of the names that mean something; row 0 is that of all others. */
extern const MarkupName extract_markup_names[];

/* Returns: its row of the table */
guint extract_markup_find_name (const char *name, gsize length);
/* Of a row. */
ExtractTag extract_markup_get_tag (guint row);

/* ---- Tags ----------------------------------------------------------------------------------- */

typedef struct {
  const char *name;
  gsize name_length;
  const char *value; /* (nullable): NULL without a = */
  gsize value_length;
  gboolean is_odd; /* its name has odd bytes */
} Attribute;

typedef enum { TAG_ATTRIBUTE, TAG_END, TAG_SELF_CLOSING, TAG_CUT } TagPart;

/* @p: (inout): behind the name or an attribute; then behind the attribute, or at the >
 * Returns: TAG_CUT if the page ends in the tag */
TagPart extract_markup_read (const char **place, const char *end, Attribute *attribute);

/* Returns: EXTRACT_DOM_N_ATTRIBUTES if nothing reads it */
ExtractDomAttribute extract_markup_find_attribute (const char *name, gsize length);
/*
 * extract_markup_is_glued: whether gumbo takes what stands at @name_end for a part of the name. In svg and
 * math it looks at the page for the names of elements, where newer ones forget that a CR is white space.
 */
gboolean extract_markup_is_glued (const char *name_end, const char *end);

/* @in_html: what it is in HTML. Returns: the same in svg and math, where some attributes have a namespace of
 * their own, and with gumbo no prefix. */
ExtractDomAttribute
extract_markup_find_foreign_attribute (const char *name, gsize length, ExtractDomAttribute in_html);
