/* SPDX-License-Identifier: MIT */
/*
 * Plain text: one block a line, an empty line between blocks; preformatted blocks keep their line
 * breaks. Nothing at all for a page without main text.
 *
 * With all blocks, each has a prefix: label, score, element, and the rule if one changed the label. `grep
 * '^\[good '` finds the main text.
 *
 *   [bad 0.03 div] Log in
 *   [good 0.48 p common-path] The second paragraph ...
 */
#include "libextract/write/writer.h"

static void
append_tag (ExtractString *out, ExtractBlock *block)
{
  const char *rule = extract_block_get_rule (block);

  extract_string_append_printf (out, "[%s ", extract_label_get_nick (block->label));
  extract_writer_append_number (out, "%.2f", block->score);
  extract_string_append_printf (out, " %s%s%s] ", extract_block_get_tag (block), rule ? " " : "",
                                rule ? rule : "");
}

void
extract_write_text (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  for (guint i = 0; i < document->n_blocks; i++) {
    if (extract_writer_skips (document, i, flags))
      continue;
    if (out->len > 0)
      extract_string_append_c (out, '\n');
    if (flags & EXTRACT_WRITE_ALL)
      append_tag (out, &document->blocks[i]);
    extract_string_append (out, extract_document_text (document, i),
                           extract_document_piece (document, i)->length);
    extract_string_append_c (out, '\n');
  }
}
