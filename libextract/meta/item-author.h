/* SPDX-License-Identifier: MIT */
/* Who wrote an item: names and user names, as they stand there. */
#pragma once

#include <glib.h>

/* Bytes of a name, with its NUL; what is longer is none. */
#define ITEM_AUTHOR_LENGTH 96

/* Whether a link leads to somebody's account: "/users/12", "member.php?u=3". */
gboolean extract_item_link_is_account (const char *href);

/*
 * extract_item_read_author: @text: of @length bytes; may have NULs between blocks
 * @author: (out caller-allocates): without "by", "says:", dates, times and the signs before them
 *
 * Returns: whether something is left that may be a name
 */
gboolean extract_item_read_author (const char *text, gsize length, char author[ITEM_AUTHOR_LENGTH]);

/* Whether a word in it is that of a button: "Reply", "Quote". */
gboolean extract_item_author_is_button (const char *author);

/* Over white space and signs that part a name from something else, from before and from behind. */
const char *extract_item_skip_signs (const char *text, const char *end);
const char *extract_item_drop_signs (const char *text, const char *end);
