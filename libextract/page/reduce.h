/* SPDX-License-Identifier: MIT */
/* A page without some of its blocks. */
#pragma once

#include "libextract/page/document.h"

/*
 * extract_document_reduce: the page as it would be if the blocks that are not kept had no text: elements,
 * their attributes and all that the page says of itself are the same.
 * @kept: [blocks]
 *
 * Inside of a run, it is to be freed before the run ends; where the run is left, what was kept in the slots
 * of its page is to be dropped: extract_budget_set_undo (), extract_page_drop_kept ().
 *
 * Returns: (transfer full): neither scored nor labelled
 */
ExtractDocument *extract_document_reduce (ExtractDocument *document, const guint8 *kept);
