/* SPDX-License-Identifier: MIT */
#pragma once

#include "libextract/page/document.h"
#include "libextract/html/dom.h"
#include "libextract/page/selector.h"

/* Cuts a tree into blocks and fills @page in: texts, elements, marks, pieces, title, language, base. In the
 * run at hand (budget.h), which it leaves with EXTRACT_ERROR_TOO_DEEP and _TOO_MANY_BLOCKS, too.
 * @selectors: (nullable) */
void extract_segment_page (ExtractDom *dom, guint max_depth, guint64 max_blocks,
                           const ExtractSelectors *selectors, ExtractPage *page);
