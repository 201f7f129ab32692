/* SPDX-License-Identifier: MIT */
#include "libextract/html/tag.h"

#include <string.h>

static const struct {
  const char *name;
  ExtractTagFlags flags;
} tags[EXTRACT_N_TAGS] = {
#define X(id, name, flags) { name, (ExtractTagFlags) (flags) },
  EXTRACT_TAGS (X)
#undef X
};

const char *
extract_tag_get_name (ExtractTag tag)
{
  return tags[tag].name;
}

ExtractTagFlags
extract_tag_get_flags (ExtractTag tag)
{
  return tags[tag].flags;
}

gboolean
extract_tag_is_structure (ExtractTag tag)
{
  switch (tag) {
  case EXTRACT_TAG_UL:
  case EXTRACT_TAG_OL:
  case EXTRACT_TAG_MENU:
  case EXTRACT_TAG_DIR:
  case EXTRACT_TAG_LI:
  case EXTRACT_TAG_DL:
  case EXTRACT_TAG_BLOCKQUOTE:
  case EXTRACT_TAG_FIGURE:
    return TRUE;
  default:
    return (extract_tag_get_flags (tag) & (TAG_HEADING | TAG_PRE)) != 0;
  }
}

ExtractTag
extract_tag_from_name (const char *name, gsize len)
{
  static GHashTable *by_name;
  char lower[16];

  if (g_once_init_enter (&by_name)) {
    GHashTable *table = g_hash_table_new (g_str_hash, g_str_equal);
    for (guint i = 1; i < EXTRACT_N_TAGS; i++)
      g_hash_table_insert (table, (gpointer) tags[i].name, GUINT_TO_POINTER (i));
    g_once_init_leave (&by_name, table);
  }
  /* A NUL inside would turn the start of a bad name into a good one. */
  if (len >= sizeof lower || memchr (name, '\0', len))
    return EXTRACT_TAG_OTHER;
  for (gsize i = 0; i < len; i++)
    lower[i] = g_ascii_tolower (name[i]);
  lower[len] = '\0';
  return GPOINTER_TO_UINT (g_hash_table_lookup (by_name, lower));
}
