/* SPDX-License-Identifier: MIT */
/* Text as a terminal shows it: one glyph after the other, each one or two columns wide. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* GLYPH_CHARS: a character and the marks on it; further marks are left out. */
#define GLYPH_CHARS 5

/* GLYPH_UNKNOWN: what stands for a character that a terminal must not see. */
#define GLYPH_UNKNOWN 0xfffd

typedef struct {
  gunichar chars[GLYPH_CHARS]; /* [n_chars] never a control character; 0 after the last */
  guint8 n_chars;
  guint8 width; /* 1 or 2 columns */
} Glyph;

/*
 * glyph_next: the glyph at the beginning of @text, which is UTF-8 up to @end.
 * Any text gives glyphs that are safe: control characters and those that turn the direction of writing come
 * as signs, line ends and tabs as spaces, what is not UTF-8 as GLYPH_UNKNOWN.
 * Returns: where the next glyph begins; NULL, with no glyph, if there is none.
 */
const char *glyph_next (const char *text, const char *end, Glyph *glyph);

/* glyph_get_width: columns of @text. @length: in bytes, or -1 */
int glyph_get_width (const char *text, gssize length);

/* glyph_to_ascii: for terminals that know nothing else: a letter without its accents, a sign like it, or "?".
 */
char glyph_to_ascii (const Glyph *glyph);

G_END_DECLS
