/* SPDX-License-Identifier: MIT */
/* Lines of a text, one at a time: only what is shown is laid out. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * wrap_next: the first line of @text, which ends at @end, that fits into @width columns (2 or more).
 * A line ends at a line feed, at white space, between two wide characters, or where the width is used up;
 * closing punctuation of Chinese and Japanese does not begin a line.
 * @length: (out): bytes of the line, without the white space at its end
 * Returns: where the next line begins; NULL if this is the last one.
 */
const char *wrap_next (const char *text, const char *end, int width, gsize *length);

/* wrap_count: lines of @text, @limit at most. No more of the text is read than that. */
guint wrap_count (const char *text, const char *end, int width, guint limit);

G_END_DECLS
