/* SPDX-License-Identifier: MIT */
#pragma once

#include <glib.h>

/*
 * extract_url_dup_without_user: @text: an address, or a sentence that has some. User names and
 * passwords ("https://jan:secret@site.example/") are for the server only: they are removed before an address
 * is kept or shown. Returns: (transfer full)
 */
char *extract_url_dup_without_user (const char *text);
