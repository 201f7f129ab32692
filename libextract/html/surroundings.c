/* SPDX-License-Identifier: MIT */
#include "libextract/html/surroundings.h"

#include <string.h>

static void
close_to (Surroundings *around, guint n)
{
  while (around->n_open > n)
    around->paragraphs -= extract_markup_get_tag (around->open[--around->n_open]) == EXTRACT_TAG_P;
}

/* Nothing looks out of them for what it ends. */
static gboolean
is_wall (guint row)
{
  return (extract_markup_names[row].flags & (NAME_TABLE | NAME_CELL)) != 0;
}

/* An end tag in them ends nothing that is around them, unless it is one of a table. */
static gboolean
is_scope (guint row)
{
  static const NameFlags scopes =
      NAME_TABLE | NAME_CELL | NAME_SELECT | NAME_TEMPLATE | NAME_ISLAND | NAME_SCOPE;

  return (extract_markup_names[row].flags & scopes) != 0;
}

/* Whether the end tag of a formatting element finds one: not if all that have no end so far are around the
 * innermost scope. */
static gboolean
ends_format (const Surroundings *around, guint row)
{
  guint outside = 0, i = around->n_open;

  if (around->select)
    return FALSE;
  for (; i > 0 && !is_scope (around->open[i - 1]); i--)
    if (around->open[i - 1] == row)
      return TRUE;
  for (; i > 0; i--)
    outside += around->open[i - 1] == row;
  return around->loose[extract_markup_names[row].formatting] > outside;
}

/* Returns: 1 + the place of the innermost element of a name, not beyond the innermost wall; or 0. A button is
 * one, too. */
static guint
find_open (const Surroundings *around, ExtractTag tag)
{
  for (guint i = around->n_open; i > 0; i--) {
    guint row = around->open[i - 1];

    if (extract_markup_get_tag (row) == tag)
      return i;
    if (is_wall (row) || (extract_markup_names[row].flags & NAME_BUTTON))
      break;
  }
  return 0;
}

gboolean
extract_surroundings_have_paragraph (const Surroundings *around)
{
  return around->paragraphs > 0 && find_open (around, EXTRACT_TAG_P) > 0;
}

gboolean
extract_surroundings_have_button (const Surroundings *around)
{
  return find_open (around, EXTRACT_TAG_BUTTON) > 0;
}

gboolean
extract_surroundings_have (const Surroundings *around, guint row)
{
  for (guint i = around->n_open; i > 0; i--) {
    if (around->open[i - 1] == row)
      return TRUE;
    if (is_wall (around->open[i - 1]))
      break;
  }
  return FALSE;
}

ExtractTag
extract_surroundings_get_parent (const Surroundings *around)
{
  return around->n_open == 0 ? EXTRACT_TAG_OTHER : extract_markup_get_tag (around->open[around->n_open - 1]);
}

/* An li ends the one before it, in the same list. */
static void
end_item (Surroundings *around, ExtractTag tag)
{
  for (guint i = around->n_open; i > 0; i--) {
    ExtractTag open = extract_markup_get_tag (around->open[i - 1]);

    if (open == EXTRACT_TAG_UL || open == EXTRACT_TAG_OL || open == EXTRACT_TAG_DL ||
        is_wall (around->open[i - 1]))
      break;
    if (open == tag || (tag != EXTRACT_TAG_LI && (open == EXTRACT_TAG_DD || open == EXTRACT_TAG_DT))) {
      close_to (around, i - 1);
      break;
    }
  }
}

void
extract_surroundings_start_tag (Surroundings *around, guint row)
{
  NameFlags flags = extract_markup_names[row].flags;
  ExtractTag tag = extract_markup_get_tag (row);

  if (flags & (NAME_FORMAT | NAME_ANCHOR)) {
    guint8 *loose = &around->loose[extract_markup_names[row].formatting];
    guint before = *loose;

    around->tangled = around->tangled || ((flags & NAME_ANCHOR) && before > 0);
    /* An <a> ends the one before it. */
    *loose = flags & NAME_ANCHOR ? 1 : MIN (*loose + 1, G_MAXUINT8);
    around->n_loose += *loose - before;
  }
  if ((flags & NAME_BLOCK) && extract_surroundings_have_paragraph (around))
    close_to (around, find_open (around, EXTRACT_TAG_P) - 1);
  if ((flags & NAME_BUTTON) && extract_surroundings_have_button (around))
    close_to (around, find_open (around, EXTRACT_TAG_BUTTON) - 1);
  if (tag == EXTRACT_TAG_LI || tag == EXTRACT_TAG_DD || tag == EXTRACT_TAG_DT)
    end_item (around, tag);
  if (!(flags & NAME_VOID) && around->n_open < MAX_SURROUNDINGS) {
    around->open[around->n_open++] = row;
    around->paragraphs += tag == EXTRACT_TAG_P;
  }

  if (flags & NAME_TABLE) {
    around->tables++;
    around->cells <<= 1;
  } else if (flags & NAME_CELL)
    around->cells |= 1;
  else if (flags & NAME_ROWS)
    around->cells &= ~(guint64) 1;
  around->select = around->select || (flags & NAME_SELECT);
  around->templates += (flags & NAME_TEMPLATE) != 0;
}

void
extract_surroundings_end_tag (Surroundings *around, guint row)
{
  NameFlags flags = extract_markup_names[row].flags;
  gboolean has_block = FALSE;

  if (flags & (NAME_FORMAT | NAME_ANCHOR)) {
    guint8 *loose = &around->loose[extract_markup_names[row].formatting];

    if (!ends_format (around, row))
      return;
    around->n_loose -= *loose > 0;
    *loose -= *loose > 0;
  }
  for (guint i = around->n_open; i > 0; i--) {
    NameFlags open = extract_markup_names[around->open[i - 1]].flags;

    if (around->open[i - 1] == row) {
      if (has_block)
        memmove (around->open + i - 1, around->open + i, around->n_open-- - i);
      else
        close_to (around, i - 1);
      break;
    }
    if (is_scope (around->open[i - 1]) && !(flags & (NAME_TABLE | NAME_CELL | NAME_ROWS)))
      break;
    /* Formatting elements end alone where a block in them is open. */
    has_block = has_block || ((flags & (NAME_FORMAT | NAME_ANCHOR)) && (open & NAME_BLOCK));
  }

  if ((flags & NAME_TABLE) && around->tables > 0) {
    around->tables--;
    around->cells >>= 1;
  } else if (flags & (NAME_CELL | NAME_ROWS))
    around->cells &= ~(guint64) 1;
  around->select = around->select && !(flags & NAME_SELECT);
  around->templates -= (flags & NAME_TEMPLATE) && around->templates > 0;
}
