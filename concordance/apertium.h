/* SPDX-License-Identifier: MIT */
/* The stream format of Apertium: ^surface/lemma<tag><tag>$. */
#pragma once

#include "concordance/text.h"

/* How parts of speech are called. */
typedef enum { CONC_TAGS_PENN, CONC_TAGS_UNIVERSAL, CONC_TAGS_OWN, CONC_N_TAG_SETS } ConcTagSet;

/* conc_apertium_append: the sentence, with a NUL behind it. */
void conc_apertium_append (const ConcText *text, const ConcSentence *sentence, GString *question);

/* conc_apertium_read: units are found in the sentence by their surface; tokens that none covers have no tag.
 */
void conc_apertium_read (ConcText *text, const ConcSentence *sentence, const char *answer, gsize length,
                         ConcTagSet set);

/* conc_apertium_dup_command: Returns: (transfer full) (nullable): for sh -c; NULL with an error that says
 * what is to be installed */
char *conc_apertium_dup_command (const char *language, GError **error);
