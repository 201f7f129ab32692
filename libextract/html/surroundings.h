/* SPDX-License-Identifier: MIT */
/*
 * A guess at what is open in gumbo's tree, made from the tags that gumbo was given: only what is put in,
 * taken out or left behind by tags that are where they should be. Where it is wrong, the tree will tell
 * (skeleton.h, Proof).
 */
#pragma once

#include "libextract/html/markup.h"

/* What is open beyond them is not followed. */
#define MAX_SURROUNDINGS 256

typedef struct {
  gboolean select; /* in a select */
  guint templates; /* open ones */
  guint tables;    /* open ones */
  guint64 cells;   /* a bit for each open table, the innermost one last: whether it is in a cell */

  guint8 loose[EXTRACT_N_FORMATTINGS + 1]; /* of each formatting element, those without an end so far */
  guint n_loose;                           /* all of them */
  gboolean tangled; /* there was an <a> in another one, which may wait to be opened anew from then on */

  guint n_open;
  guint8 open[MAX_SURROUNDINGS]; /* rows of extract_markup_names */
  guint paragraphs;              /* p among them */
} Surroundings;

void extract_surroundings_start_tag (Surroundings *around, guint row);
void extract_surroundings_end_tag (Surroundings *around, guint row);

/* Whether a p, or a button, would be ended by what ends it. */
gboolean extract_surroundings_have_paragraph (const Surroundings *around);
gboolean extract_surroundings_have_button (const Surroundings *around);

/* Whether an end tag would find its element. */
gboolean extract_surroundings_have (const Surroundings *around, guint row);

/* Returns: the innermost open element */
ExtractTag extract_surroundings_get_parent (const Surroundings *around);

/* Whether text goes where it stands, and tags mean what they mean in body. */
static inline gboolean
surroundings_are_body (const Surroundings *around)
{
  return !around->select && around->templates == 0 && (around->tables == 0 || around->cells & 1);
}

/* Of an <a> there must be no other one, of the others no more than two. */
static inline gboolean
surroundings_may_have (const Surroundings *around, ExtractFormatting formatting)
{
  return around->loose[formatting] <= (formatting == EXTRACT_FORMATTING_A ? 0 : 2);
}
