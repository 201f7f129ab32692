/* SPDX-License-Identifier: MIT */
/* THE table of what vertical text is made of: vertical.c writes it, registry.c describes it to corpus
 * managers. */
#pragma once

#include "libextract/meta/field.h"
#include "libextract/write/writer.h"

typedef enum {
  EXTRACT_STRUCTURE_DOC,
  EXTRACT_STRUCTURE_HEAD,
  EXTRACT_STRUCTURE_COMMENT,
  EXTRACT_STRUCTURE_P,
  EXTRACT_STRUCTURE_S,
  EXTRACT_STRUCTURE_GLUE,
  EXTRACT_N_STRUCTURES
} ExtractStructureId;

typedef struct {
  const char *name;
  gboolean empty;          /* it holds no positions: <g/> */
  ExtractWriteFlags needs; /* all of them; 0 if it is always there */
} ExtractStructure;

/* Attributes of structures, in the order in which they are written. */
typedef enum {
  EXTRACT_VERTICAL_SOURCE,
  EXTRACT_VERTICAL_URL,
  EXTRACT_VERTICAL_TITLE,
  EXTRACT_VERTICAL_LANG,
  EXTRACT_VERTICAL_LANG_SHARE,
  EXTRACT_VERTICAL_DATE,
  EXTRACT_VERTICAL_SITE,
/* A field of the metadata, by EXTRACT_FIELD_…; those above are not twice there. */
#define FIELD_ATTRIBUTE(id, name, many, sentence) EXTRACT_VERTICAL_FIELD_##id,
  EXTRACT_FIELDS (FIELD_ATTRIBUTE)
#undef FIELD_ATTRIBUTE
      EXTRACT_VERTICAL_AUTHOR,
  EXTRACT_VERTICAL_WRITTEN,
  EXTRACT_VERTICAL_TAG,
  EXTRACT_VERTICAL_TYPE,
  EXTRACT_VERTICAL_SCORE,
  EXTRACT_VERTICAL_LABEL,
  EXTRACT_VERTICAL_RULE,
  EXTRACT_VERTICAL_P_LANG,
  EXTRACT_N_VERTICAL_ATTRIBUTES
} ExtractVerticalAttribute;

#define EXTRACT_VERTICAL_FIELD(field) (EXTRACT_VERTICAL_FIELD_TITLE + (guint) (field))

typedef struct {
  ExtractStructureId structure;
  const char *name;
  gboolean many; /* it may have several values, parted by bars */
} ExtractStructureAttribute;

/* Columns behind the word. */
typedef enum { EXTRACT_COLUMN_LINK, EXTRACT_COLUMN_LENGTH, EXTRACT_N_COLUMNS } ExtractColumn;

const ExtractStructure *extract_structure_get (ExtractStructureId id);
const ExtractStructureAttribute *extract_structure_get_attribute (ExtractVerticalAttribute attribute);
const char *extract_structure_get_column (ExtractColumn column);

/* Whether it is written with @flags. */
gboolean extract_structure_has (ExtractStructureId id, ExtractWriteFlags flags);
gboolean extract_structure_has_attribute (ExtractVerticalAttribute attribute, ExtractWriteFlags flags);
gboolean extract_structure_has_columns (ExtractWriteFlags flags);
