/* SPDX-License-Identifier: MIT */
/* Letters as they are compared: small, and without their accents. */
#pragma once

#include <glib.h>

/* Returns: @c small and without accents; 0 for an accent, or another mark, by itself. */
gunichar extract_fold_char (gunichar c);

/*
 * extract_fold: what is left of @text, letters and digits only, words parted by one space; cut to what @room
 * has place for, with its NUL. Returns: its length in bytes
 */
gsize extract_fold (const char *text, gsize length, char *folded, gsize room);

/* Whether the two are the same when folded, at most 1023 bytes of it. Neither is when nothing is left. */
gboolean extract_fold_is_same (const char *a, const char *b);
