/* SPDX-License-Identifier: MIT */
#pragma once

#include "libextract/html/dom.h"
#include "libextract/page/document.h"

/* All that is looked at: without one of these, an element stays as it is. */
#define EXTRACT_ATTRIBUTES_READ                                                   \
  (EXTRACT_DOM_BIT (EXTRACT_DOM_CLASS) | EXTRACT_DOM_BIT (EXTRACT_DOM_ID) |       \
   EXTRACT_DOM_BIT (EXTRACT_DOM_ROLE) | EXTRACT_DOM_BIT (EXTRACT_DOM_ITEMPROP) |  \
   EXTRACT_DOM_BIT (EXTRACT_DOM_ITEMTYPE) | EXTRACT_DOM_BIT (EXTRACT_DOM_STYLE) | \
   EXTRACT_DOM_BIT (EXTRACT_DOM_HIDDEN) | EXTRACT_DOM_BIT (EXTRACT_DOM_ARIA_HIDDEN))

/* Of the current element of @dom, which has @attributes. Sets @element->positive, unless it is, ->hidden and
 * ->attributes; its tag is known. */
void
extract_attributes_read (ExtractPage *page, ExtractDom *dom, guint64 attributes, ExtractElement *element);
