/* SPDX-License-Identifier: MIT */
/* Titles without the name of the site. */
#pragma once

#include "libextract/meta/candidate.h"

/* The names of the site, as far as they are known: folded, without spaces. */
typedef struct {
  ExtractString *names; /* NUL behind each; owned */
  char host[64];        /* "theguardian" of www.theguardian.com; "" */
} SiteNames;

void site_names_init (SiteNames *site, const Candidates *all);
void site_names_clear (SiteNames *site);

/* Whether @text is the name of the site, or the name and little else. */
gboolean site_names_has (const SiteNames *site, const char *text, gsize length);

/* Returns: @text from *@start, of that length, without the name of the site before or behind it */
gsize headline_strip_site (const SiteNames *site, const char *text, const char **start);
