/* SPDX-License-Identifier: MIT */
#pragma once

#include <glib.h>

/*
 * extract_url_dup_without_user: @text: an address, or a sentence that has some. Names and passwords of users
 * ("https://jan:secret@site.example/") are for the server alone: they are left out before an address is kept
 * or shown. Returns: (transfer full)
 */
char *extract_url_dup_without_user (const char *text);
