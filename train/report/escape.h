/* SPDX-License-Identifier: MIT */
/* Untrusted text and numbers inside HTML, XML and SVG. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * train_escape_append_text: @text, of which nothing is believed, as text or inside the quotes of an
 * attribute. It stays one line of valid characters that keep their place: white space and control characters
 * become one space, those that turn the direction of reading or cannot be seen are left out, and what is no
 * character becomes U+FFFD.
 * @n_characters: longer texts are cut, and end in an ellipsis; 0: never
 */
void train_escape_append_text (GString *markup, const char *text, gsize n_characters);

/* train_escape_append_number: for people: "0.912", "−0.004"; "–" if it is not finite. */
void train_escape_append_number (GString *markup, double value, guint decimals);

G_END_DECLS
