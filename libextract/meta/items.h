/* SPDX-License-Identifier: MIT */
/* What people wrote on a page one after another: comments of readers, posts of a forum. */
#pragma once

#include "libextract/page/document.h"

#define EXTRACT_NO_ITEM G_MAXUINT32

/* What a block is to the items of its page. */
typedef struct {
  guint32 item;  /* that it lies in, or EXTRACT_NO_ITEM */
  guint32 next;  /* block of text of the same item, or EXTRACT_NO_ITEM */
  gboolean text; /* it is text of the item, not its author, its date, or a button */
} ExtractItemBlock;

/* In the run at hand, which it leaves where a limit is reached. Returns: (transfer none) */
ExtractItems *extract_items_of_document (ExtractDocument *document);

/* Returns: (transfer none): one for each block of the page */
const ExtractItemBlock *extract_items_get_blocks (ExtractItems *items);

/* Returns: the first block of its text; ExtractItemBlock.next leads to the others */
guint32 extract_items_get_first_block (ExtractItems *items, guint i);
