/* SPDX-License-Identifier: MIT */
#include "libextract/write/structure.h"

static const ExtractStructure structures[EXTRACT_N_STRUCTURES] = {
  [EXTRACT_STRUCTURE_DOC] = { "doc", FALSE, 0 },
  [EXTRACT_STRUCTURE_HEAD] = { "head", FALSE, 0 },
  [EXTRACT_STRUCTURE_COMMENT] = { "comment", FALSE, EXTRACT_WRITE_ITEMS },
  [EXTRACT_STRUCTURE_P] = { "p", FALSE, 0 },
  [EXTRACT_STRUCTURE_S] = { "s", FALSE, 0 },
  [EXTRACT_STRUCTURE_GLUE] = { "g", TRUE, 0 },
};

static const ExtractStructureAttribute attributes[EXTRACT_N_VERTICAL_ATTRIBUTES] = {
  [EXTRACT_VERTICAL_SOURCE] = { EXTRACT_STRUCTURE_DOC, "source", FALSE },
  [EXTRACT_VERTICAL_URL] = { EXTRACT_STRUCTURE_DOC, "url", FALSE },
  [EXTRACT_VERTICAL_TITLE] = { EXTRACT_STRUCTURE_DOC, "title", FALSE },
  [EXTRACT_VERTICAL_LANG] = { EXTRACT_STRUCTURE_DOC, "lang", FALSE },
  [EXTRACT_VERTICAL_LANG_SHARE] = { EXTRACT_STRUCTURE_DOC, "lang_share", FALSE },
  [EXTRACT_VERTICAL_DATE] = { EXTRACT_STRUCTURE_DOC, "date", FALSE },
  [EXTRACT_VERTICAL_SITE] = { EXTRACT_STRUCTURE_DOC, "site", FALSE },
#define FIELD_ROW(id, name, many, sentence) \
  [EXTRACT_VERTICAL_FIELD_##id] = { EXTRACT_STRUCTURE_DOC, name, many },
  EXTRACT_FIELDS (FIELD_ROW)
#undef FIELD_ROW
      [EXTRACT_VERTICAL_AUTHOR] = { EXTRACT_STRUCTURE_COMMENT, "author", FALSE },
  [EXTRACT_VERTICAL_WRITTEN] = { EXTRACT_STRUCTURE_COMMENT, "date", FALSE },
  [EXTRACT_VERTICAL_TAG] = { EXTRACT_STRUCTURE_P, "tag", FALSE },
  [EXTRACT_VERTICAL_TYPE] = { EXTRACT_STRUCTURE_P, "type", FALSE },
  [EXTRACT_VERTICAL_SCORE] = { EXTRACT_STRUCTURE_P, "score", FALSE },
  [EXTRACT_VERTICAL_LABEL] = { EXTRACT_STRUCTURE_P, "label", FALSE },
  [EXTRACT_VERTICAL_RULE] = { EXTRACT_STRUCTURE_P, "rule", FALSE },
  [EXTRACT_VERTICAL_P_LANG] = { EXTRACT_STRUCTURE_P, "lang", FALSE },
};

static const char *const columns[EXTRACT_N_COLUMNS] = { "link", "length" };

const ExtractStructure *
extract_structure_get (ExtractStructureId id)
{
  return &structures[id];
}

const ExtractStructureAttribute *
extract_structure_get_attribute (ExtractVerticalAttribute attribute)
{
  return &attributes[attribute];
}

const char *
extract_structure_get_column (ExtractColumn column)
{
  return columns[column];
}

gboolean
extract_structure_has (ExtractStructureId id, ExtractWriteFlags flags)
{
  return (structures[id].needs & flags) == structures[id].needs;
}

gboolean
extract_structure_has_attribute (ExtractVerticalAttribute attribute, ExtractWriteFlags flags)
{
  switch (attribute) {
  case EXTRACT_VERTICAL_FIELD_URL:
  case EXTRACT_VERTICAL_FIELD_TITLE:
  case EXTRACT_VERTICAL_FIELD_LANGUAGE:
  case EXTRACT_VERTICAL_FIELD_PUBLISHED:
    return FALSE; /* they are url, title, lang and date */
  case EXTRACT_VERTICAL_TYPE:
    return (flags & EXTRACT_WRITE_STRUCTURE) != 0;
  case EXTRACT_VERTICAL_LANG_SHARE:
    return (flags & EXTRACT_WRITE_LANGUAGE) != 0;
  case EXTRACT_VERTICAL_P_LANG:
    return (flags & EXTRACT_WRITE_LANGUAGES) != 0;
  case EXTRACT_VERTICAL_SCORE:
  case EXTRACT_VERTICAL_LABEL:
  case EXTRACT_VERTICAL_RULE:
    return (flags & EXTRACT_WRITE_ALL) != 0;
  default:
    if (attribute >= EXTRACT_VERTICAL_FIELD (0) && attribute < EXTRACT_VERTICAL_FIELD (EXTRACT_N_FIELDS))
      return (flags & EXTRACT_WRITE_METADATA) &&
             extract_writer_has_field (flags, (ExtractField) (attribute - EXTRACT_VERTICAL_FIELD (0)));
    return extract_structure_has (attributes[attribute].structure, flags);
  }
}

gboolean
extract_structure_has_columns (ExtractWriteFlags flags)
{
  return !(flags & EXTRACT_WRITE_NO_LINKS) || (flags & EXTRACT_WRITE_IMAGES);
}
