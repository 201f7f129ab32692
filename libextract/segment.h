/* SPDX-License-Identifier: MIT */
#pragma once

#include "document-private.h"
#include "dom.h"

/* Cuts a tree into blocks and fills @page in: texts, elements, marks, pieces, title, language, base.
 * Fails with EXTRACT_ERROR_TOO_DEEP, _TOO_MANY_BLOCKS, _OUT_OF_TIME, _OUT_OF_MEMORY. */
gboolean extract_segment_page (ExtractDom *dom, const ExtractFence *fence, guint64 max_blocks,
                               ExtractPage *page, GError **error);
