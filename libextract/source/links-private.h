/* SPDX-License-Identifier: MIT */
/* What the readers of the kinds of lists share. */
#pragma once

#include "libextract/source/links.h"

typedef struct {
  GPtrArray *links; /* ExtractLink */
  guint max;
  char *base; /* (nullable): owned */
} ExtractLinkList;

/* extract_links_add: @reference: as it stands there; what is no address of http or https is left out.
 * @base: (nullable): instead of that of the list. @title, @date: (nullable) */
void extract_links_add (ExtractLinkList *list, ExtractLinkKind kind, const char *base, const char *reference,
                        const char *title, const char *date);

/* extract_links_resolve: Returns: (transfer full) (nullable): the address, whatever its scheme */
char *extract_links_resolve (const char *base, const char *reference);

/* extract_links_read_json: a JSON Feed. */
void extract_links_read_json (ExtractLinkList *list, const char *text);
/* extract_links_read_markup: all that has tags. Returns: what it is */
ExtractListKind extract_links_read_markup (ExtractLinkList *list, const char *text, gsize n);
