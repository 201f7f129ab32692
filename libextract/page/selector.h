/* SPDX-License-Identifier: MIT */
/*
 * Elements by selector: those that a page is read without, and those that alone may be main text.
 *
 *   "ul.menu > li, #top"      three compounds of two chains:   ul.menu  >  li        #top
 *
 * Each compound is a bit. An element matches one if its own conditions hold and, for one that is not the
 * first of its chain, its parent (>) or any element around it (space) matches the one before. So the bits of
 * the parent, and those of all elements around, are all that is needed to know.
 */
#pragma once

#include "libextract/html/dom.h"
#include "libextract/page/page.h"

/* What is known of an element: bit c is set if compound c matches. */
typedef struct {
  guint64 itself;
  guint64 around; /* it, or an element around it */
} ExtractMatch;

typedef struct _ExtractSelectors ExtractSelectors;

ExtractSelectors *extract_selectors_new (void);
void extract_selectors_free (ExtractSelectors *selectors);
/* extract_selectors_add: as extract_parser_add_selector (). */
gboolean extract_selectors_add (ExtractSelectors *selectors, ExtractSelection selection, const char *text,
                                GError **error);

/* extract_selectors_match: the current element of @dom, which has to be plain. @parent: (nullable) */
ExtractMatch
extract_selectors_match (const ExtractSelectors *selectors, ExtractDom *dom, const ExtractMatch *parent);

/* extract_selectors_has: whether there is a selector of that kind. */
gboolean extract_selectors_has (const ExtractSelectors *selectors, ExtractSelection selection);
/* extract_selectors_selects: whether an element with that match is one of those elements. */
gboolean extract_selectors_selects (const ExtractSelectors *selectors, ExtractSelection selection,
                                    const ExtractMatch *match);
