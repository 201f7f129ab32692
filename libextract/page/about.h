/* SPDX-License-Identifier: MIT */
#pragma once

#include "libextract/html/dom.h"
#include "libextract/page/document.h"

/* Whether an element may say something of the whole page. */
static inline gboolean
extract_about_looks_at (ExtractTag tag)
{
  switch (tag) {
  case EXTRACT_TAG_TITLE:
  case EXTRACT_TAG_HTML:
  case EXTRACT_TAG_SCRIPT:
  case EXTRACT_TAG_LINK:
  case EXTRACT_TAG_META:
  case EXTRACT_TAG_BASE:
    return TRUE;
  default:
    return FALSE;
  }
}

/* Of the current element of @dom; of the page, @element is around it. Returns: TRUE if it has been read to
 * its end */
gboolean extract_about_read (ExtractPage *page, ExtractDom *dom, guint32 element, ExtractTag tag);

ExtractDoctype extract_about_read_doctype (ExtractDom *dom);
