/* SPDX-License-Identifier: MIT */
/*
 * From the items of a page, which are in the order of the page, to a walk over its threads: an item ends all
 * open items but those that it answers.
 */
#include "libextract/write/thread.h"

ExtractThread
extract_thread_begin (ExtractDocument *document, ExtractWriteFlags flags, guint levels)
{
  return (ExtractThread){
    .document = document, .flags = flags, .items = extract_writer_get_items (document), .levels = levels
  };
}

gboolean
extract_thread_next (ExtractThread *thread)
{
  const guint n = extract_items_get_n_items (thread->items);
  const guint n_open = MIN (thread->open.len, thread->levels);
  int answered;

  while (thread->next < n &&
         !extract_writer_appends_item (thread->document, thread->items, thread->next, thread->flags))
    thread->next++;
  if (thread->next == n) {
    extract_memory_free (thread->open.data);
    thread->open = (ExtractRows){ 0 };
    thread->n_ended = n_open;
    return FALSE;
  }
  thread->item = thread->next++;
  thread->n++;
  answered = extract_items_get_reply_to (thread->items, thread->item);
  while (thread->open.len > 0 && (int) *ROWS_INDEX (thread->open, guint, thread->open.len - 1) != answered)
    thread->open.len--;
  thread->level = MIN (thread->open.len, thread->levels - 1);
  thread->n_ended = n_open - MIN (n_open, thread->level);
  *ROWS_ADD (thread->open, guint) = thread->item;
  return TRUE;
}
