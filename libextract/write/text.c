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
 *
 * Comments behind the text begin with a line for their author and date.
 *
 *   -- Marta Lind, 2020-03-04
 */
#include "libextract/write/thread.h"

static void
append_tag (ExtractString *out, ExtractBlock *block)
{
  const char *rule = extract_block_get_rule (block);

  extract_string_append_printf (out, "[%s ", extract_label_get_nick (block->label));
  extract_writer_append_number (out, "%.2f", block->score);
  extract_string_append_printf (out, " %s%s%s] ", extract_block_get_tag (block), rule ? " " : "",
                                rule ? rule : "");
}

static void
begin_block (ExtractString *out)
{
  if (out->len > 0)
    extract_string_append_c (out, '\n');
}

static void
append_comments (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  ExtractThread thread = extract_thread_begin (document, flags, 1);

  while (extract_thread_next (&thread)) {
    const char *author = extract_items_get_author (thread.items, thread.item);
    const char *date = extract_items_get_date (thread.items, thread.item);

    begin_block (out);
    extract_string_append_str (out, "--");
    if (author || date) {
      extract_string_append_c (out, ' ');
      extract_string_append_str (out, author ? author : date);
    }
    if (author && date) {
      extract_string_append_str (out, ", ");
      extract_string_append_str (out, date);
    }
    extract_string_append_c (out, '\n');
    begin_block (out);
    extract_string_append_str (out, extract_items_get_text (thread.items, thread.item));
    extract_string_append_c (out, '\n');
  }
}

void
extract_write_text (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  for (guint i = 0; i < document->n_blocks; i++) {
    if (extract_writer_skips (document, i, flags))
      continue;
    begin_block (out);
    if (flags & EXTRACT_WRITE_ALL)
      append_tag (out, &document->blocks[i]);
    extract_string_append (out, extract_document_text (document, i),
                           extract_document_piece (document, i)->length);
    extract_string_append_c (out, '\n');
  }
  if (flags & EXTRACT_WRITE_ITEMS)
    append_comments (out, document, flags);
}
