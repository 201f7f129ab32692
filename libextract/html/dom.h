/* SPDX-License-Identifier: MIT */
/*
 * The HTML tree, as a walk from the first tag to the last. The only door to the HTML parser: what
 * a reader wants to keep it copies, since all names and texts go with the ExtractDom.
 */
#pragma once

#include "libextract/html/html.h"
#include "libextract/html/event.h"
#include "libextract/html/tag.h"

typedef struct _ExtractDom ExtractDom;

/* Returns: the scanner, if it knows the gumbo that is linked; else plain. Outside of a run. */
ExtractMarkupParser extract_dom_get_default_parser (void);

/* In the run at hand (budget.h), which it leaves where a limit of that is reached. In a thread there is one
 * tree at a time.
 * @text: valid UTF-8; must outlive the tree. @max_depth: of elements
 * Returns: (transfer full) (nullable); NULL for EXTRACT_ERROR_TOO_DEEP and EXTRACT_ERROR_MARKUP */
ExtractDom *extract_dom_parse (const char *text, gsize length, ExtractMarkupParser parser, guint max_depth,
                               GError **error);
void extract_dom_free (ExtractDom *dom);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractDom, extract_dom_free)

/* Whether gumbo read the page itself, and not its skeleton. */
gboolean extract_dom_is_plain (ExtractDom *dom);

/* What stands in its <!DOCTYPE>. Returns: (nullable): the public identifier, "" if it names none; NULL if
 * there is no
 * <!DOCTYPE> */
const char *extract_dom_get_doctype (ExtractDom *dom);

/* So many events may pass between two looks at the clock. */
#define EXTRACT_DOM_EVENTS_PER_LOOK 1024

/* Goes on to the next event. */
ExtractDomEvent extract_dom_next (ExtractDom *dom);
/* After EXTRACT_DOM_START: leaves out what is inside the element, and its EXTRACT_DOM_END. */
void extract_dom_skip (ExtractDom *dom);

/* Of the current element (START, END). */
ExtractTag extract_dom_get_tag (ExtractDom *dom);
/* Returns: EXTRACT_DOM_BIT () of each attribute that the current element may have. */
guint64 extract_dom_get_attributes (ExtractDom *dom);
/* Returns: (nullable): the value of an attribute of the current element. */
const char *extract_dom_get_attribute (ExtractDom *dom, ExtractDomAttribute attribute);
/* The same where @attributes are those of the current element: most have few. */
static inline const char *
extract_dom_pick_attribute (ExtractDom *dom, guint64 attributes, ExtractDomAttribute attribute)
{
  return attributes & EXTRACT_DOM_BIT (attribute) ? extract_dom_get_attribute (dom, attribute) : NULL;
}
/* The same of any name, which it is asked for in small letters; and the name of the element. Only where
 * extract_dom_is_plain (): the scanner reads what it knows.
 * Returns: @length bytes, without a NUL behind them, in any case of letters */
const char *extract_dom_find_attribute (ExtractDom *dom, const char *name);
const char *extract_dom_get_name (ExtractDom *dom, gsize *length);
/* Whether its tags stand in the page, or follow from the others only: those of html, </p>, <tbody>. */
gboolean extract_dom_has_start_tag (ExtractDom *dom);
gboolean extract_dom_has_end_tag (ExtractDom *dom);
/* Of the current TEXT. Returns: @length bytes, without a NUL behind them, until the next event */
const char *extract_dom_get_text (ExtractDom *dom, gsize *length);
