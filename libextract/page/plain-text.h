/* SPDX-License-Identifier: MIT */
/*
 * Plain texts, out of those that have HTML in them although they are none: in scripts, in attributes.
 *
 *   string --references--> text with tags --tags--> text
 */
#pragma once

#include "libextract/base/growing-string.h"

/* NUL parts texts, and whatever is no character is none of a text: a space in its place. */
void extract_plain_append_char (ExtractString *text, guint c);
/* Replaces the character references of @text. Texts in scripts are often escaped twice, so this is done
 * twice. @spare: is overwritten */
void extract_plain_resolve (ExtractString *text, ExtractString *spare);
/* Appends @text without its tags, and a NUL; nothing if nothing is left. A tag without an end is text. */
void extract_plain_append_text (ExtractString *texts, const char *text);
