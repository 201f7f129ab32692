/* SPDX-License-Identifier: MIT */
/* What CLD2 has to say of a text, in C. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  const char *code;  /* (nullable) static: the language of most letters, as CLD2 writes it; NULL: of none */
  double share;      /* of all letters, in bytes, with a space between words */
  int n_bytes;       /* of them */
  gboolean reliable; /* CLD2 is sure */
} ExtractGuess;

/* Returns: (nullable): why it cannot be loaded; static */
const char *extract_cld2_load (void);

/* @text: valid UTF-8 without NULs, and behind it some bytes that may be read. @short_too: guess even if there
 * is hardly anything to go by. Loaded before.
 */
void extract_cld2_guess (const char *text, int length, gboolean short_too, ExtractGuess *guess);

/* Returns: (nullable) static: the code of language @i, "" if it has none; NULL behind the last one. */
const char *extract_cld2_get_code (int i);

G_END_DECLS
