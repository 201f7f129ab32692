/* SPDX-License-Identifier: MIT */
#pragma once

#include "libextract/html/dom.h"
#include "libextract/page/document.h"

/* Of the current element of @dom, which has @attributes. @element: of the page: the one that it became, or if
 * it became none, the one around it, or EXTRACT_NO_ELEMENT */

/* @name: (nullable). @value: (nullable) */
void extract_note_add (ExtractPage *page, guint32 element, ExtractNoteKind kind, const char *name,
                       const char *value);

/* Of meta and link, which are no elements of the page. */
void extract_note_head (ExtractPage *page, ExtractDom *dom, guint32 element, ExtractTag tag);

/* What it says of the page: without one of these attributes, nothing. */
#define EXTRACT_NOTE_TELLING                                                    \
  (EXTRACT_DOM_BIT (EXTRACT_DOM_REL) | EXTRACT_DOM_BIT (EXTRACT_DOM_DATETIME) | \
   EXTRACT_DOM_BIT (EXTRACT_DOM_TYPEOF) | EXTRACT_DOM_BIT (EXTRACT_DOM_TITLE) | \
   EXTRACT_DOM_BIT (EXTRACT_DOM_PROPERTY) | EXTRACT_DOM_BIT (EXTRACT_DOM_CONTENT))
void extract_note_element (ExtractPage *page, ExtractDom *dom, guint32 element, ExtractTag tag,
                           guint64 attributes);

/* What formats ask of it: without one of these attributes, nothing. */
#define EXTRACT_NOTE_SHAPING                                                                   \
  (EXTRACT_DOM_BIT (EXTRACT_DOM_COLSPAN) | EXTRACT_DOM_BIT (EXTRACT_DOM_ROWSPAN) |             \
   EXTRACT_DOM_BIT (EXTRACT_DOM_FIRST) | EXTRACT_DOM_BIT (EXTRACT_DOM_REVERSED) |              \
   EXTRACT_DOM_BIT (EXTRACT_DOM_VALUE) | EXTRACT_DOM_BIT (EXTRACT_DOM_DATA_LANG) |             \
   EXTRACT_DOM_BIT (EXTRACT_DOM_DATA_LANGUAGE) | EXTRACT_DOM_BIT (EXTRACT_DOM_ALTTEXT) |       \
   EXTRACT_DOM_BIT (EXTRACT_DOM_SRC) | EXTRACT_DOM_BIT (EXTRACT_DOM_SRCSET) |                  \
   EXTRACT_DOM_BIT (EXTRACT_DOM_DATA_SRC) | EXTRACT_DOM_BIT (EXTRACT_DOM_DATA_SRCSET) |        \
   EXTRACT_DOM_BIT (EXTRACT_DOM_DATA_LAZY_SRC) | EXTRACT_DOM_BIT (EXTRACT_DOM_DATA_ORIGINAL) | \
   EXTRACT_DOM_BIT (EXTRACT_DOM_ALT) | EXTRACT_DOM_BIT (EXTRACT_DOM_DATA_STEP))
void
extract_note_shape (ExtractPage *page, ExtractDom *dom, guint32 element, ExtractTag tag, guint64 attributes);

/* Of an element that the page does not keep. Returns: TRUE if it has been read to its end */
gboolean extract_note_video (ExtractPage *page, ExtractDom *dom, guint32 element, ExtractTag tag);
