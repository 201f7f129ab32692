/* SPDX-License-Identifier: MIT */
/* Addresses of pages that are followed: which are one, and of which site. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * follow_address_dup: what is fetched of an address: the scheme and host in small letters, without the port
 * of the scheme, "." and ".." resolved, %41 as A and %c3 as %C3, other letters as %C3%A9, no fragment.
 * Returns: (transfer full) (nullable): NULL if it is none of http or https, or has a user or password
 */
char *follow_address_dup (const char *address);

/*
 * follow_address_dup_key: what the addresses of one page have in common. @address: of follow_address_dup ().
 * Without what tells only who came from where, and in which session: utm_source, fbclid, PHPSESSID; without a
 * "?" behind which nothing stands. Returns: (transfer full)
 */
char *follow_address_dup_key (const char *address);

/* follow_address_dup_site: "site.example" of "https://www.Site.example:8080/a". Returns: (transfer full) */
char *follow_address_dup_site (const char *address);

/* follow_address_is_of_site: whether @address is of @site, or of a part of it: "news.site.example". */
gboolean follow_address_is_of_site (const char *address, const char *site);

/*
 * follow_address_is_deed: whether who asks for it may change something: a segment of its path, or a name or
 * value of its query, is "logout", "delete", "add-to-cart", "warenkorb", "abmelden", … In many languages.
 */
gboolean follow_address_is_deed (const char *address);

/* follow_address_is_file: whether its path ends in the suffix of a picture, a PDF, or another file that is no
 * page. */
gboolean follow_address_is_file (const char *address);

G_END_DECLS
