/* SPDX-License-Identifier: MIT */
/*
 * The HTML tree, as a walk from the first tag to the last. The only door to the HTML parser: what
 * a reader wants to keep it copies, since all names and texts go with the ExtractDom.
 */
#pragma once

#include "libextract/extract.h"
#include "libextract/html/tag.h"

typedef enum {
  EXTRACT_DOM_END_OF_TREE,
  EXTRACT_DOM_START, /* an element begins; a void element ends at once */
  EXTRACT_DOM_END,   /* it ends */
  EXTRACT_DOM_TEXT,
} ExtractDomEvent;

/* THE table of the attributes that anything reads. */
/* clang-format off */
#define EXTRACT_DOM_ATTRIBUTES(X)                                                          \
  X (CLASS, "class")             X (ID, "id")                 X (ROLE, "role")             \
  X (ITEMPROP, "itemprop")       X (ITEMTYPE, "itemtype")     X (STYLE, "style")           \
  X (HIDDEN, "hidden")           X (ARIA_HIDDEN, "aria-hidden")                            \
  X (HREF, "href")               X (LANG, "lang")             X (XML_LANG, "xml:lang")     \
  X (TYPE, "type")               X (NAME, "name")             X (PROPERTY, "property")     \
  X (CONTENT, "content")         X (HTTP_EQUIV, "http-equiv")                              \
  X (SHADOWROOTMODE, "shadowrootmode")
/* clang-format on */

typedef enum {
#define X(id, name) EXTRACT_DOM_##id,
  EXTRACT_DOM_ATTRIBUTES (X)
#undef X
      EXTRACT_DOM_N_ATTRIBUTES
} ExtractDomAttribute;

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

/* Goes on to the next event. */
ExtractDomEvent extract_dom_next (ExtractDom *dom);
/* After EXTRACT_DOM_START: leaves out what is inside the element, and its EXTRACT_DOM_END. */
void extract_dom_skip (ExtractDom *dom);

/* Of the current element (START, END). */
ExtractTag extract_dom_get_tag (ExtractDom *dom);
/* Returns: a bit (1 << ExtractDomAttribute) for each attribute that the current element may have. */
guint32 extract_dom_get_attributes (ExtractDom *dom);
/* Returns: (nullable): the value of an attribute of the current element. */
const char *extract_dom_get_attribute (ExtractDom *dom, ExtractDomAttribute attribute);
/* Its name. */
const char *extract_dom_attribute_get_name (ExtractDomAttribute attribute);
/* Whether its tags stand in the page, or follow from the others only: those of html, </p>, <tbody>. */
gboolean extract_dom_has_start_tag (ExtractDom *dom);
gboolean extract_dom_has_end_tag (ExtractDom *dom);
/* Of the current TEXT. Returns: @length bytes, without a NUL behind them, until the next event */
const char *extract_dom_get_text (ExtractDom *dom, gsize *length);
