/* SPDX-License-Identifier: MIT */
#pragma once

#include <glib.h>

/*
 * extract_url_dup_without_user: @text: an address, or a sentence that has some. User names and
 * passwords ("https://jan:secret@site.example/") are for the server only: they are removed before an address
 * is kept or shown. Returns: (transfer full)
 */
char *extract_url_dup_without_user (const char *text);

/*
 * extract_url_dup_site: the registrable domain of an address, "example.co.uk" for
 * "https://www.example.co.uk/page": the last two labels of its host in lower case, three if the second of
 * them is a generic one; a number of a host as it is. Returns: (transfer full) (nullable): NULL if the
 * address has no host
 */
char *extract_url_dup_site (const char *url);
