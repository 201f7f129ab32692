/* SPDX-License-Identifier: MIT */
/*
 *   page     tags  block 0  tags  block 1  tags  block 2
 *   reduced  tags  block 0                 tags  block 1      without block 1
 *
 * A block that goes takes the tags along that stand inside it and between it and the block before. Its text
 * stays in the text of the page, where no block refers to it, as that of a reserve does (segment.c).
 */
#include "libextract/page/reduce.h"

static ExtractString *
copy_string (const ExtractString *string)
{
  ExtractString *copy = extract_string_new ();

  extract_string_append (copy, string->str, string->len);
  return copy;
}

static ExtractRows
copy_rows (const ExtractRows *rows, gsize row_size)
{
  return (ExtractRows){ .data = extract_memory_dup (rows->data, rows->len, row_size),
                        .len = rows->len,
                        .allocated = rows->len };
}

static void
assign (char **to, const char *from)
{
  extract_memory_free (*to);
  *to = extract_memory_strdup (from);
}

/* All but the blocks. */
static ExtractPage *
copy_page (const ExtractPage *page)
{
  ExtractPage *copy = extract_page_new ();

  assign (&copy->uri, page->uri);
  assign (&copy->base, page->base);
  assign (&copy->title, page->title);
  assign (&copy->language, page->language);
  assign (&copy->description, page->description);
  assign (&copy->og_title, page->og_title);
  assign (&copy->og_description, page->og_description);
  assign (&copy->og_type, page->og_type);
  extract_string_free (copy->linked_data);
  copy->linked_data = copy_string (page->linked_data);
  extract_string_free (copy->text);
  copy->text = copy_string (page->text);
  extract_string_free (copy->strings);
  copy->strings = copy_string (page->strings);
  copy->charset = page->charset;
  copy->doctype = page->doctype;
  memcpy (copy->removed, page->removed, sizeof copy->removed);
  copy->passwords = page->passwords;
  copy->selected = page->selected;
  copy->today = page->today;
  copy->elements = copy_rows (&page->elements, sizeof (ExtractElement));
  copy->marks = copy_rows (&page->marks, sizeof (ExtractMark));
  copy->notes = copy_rows (&page->notes, sizeof (ExtractNote));
  return copy;
}

ExtractDocument *
extract_document_reduce (ExtractDocument *document, const guint8 *kept)
{
  const ExtractPage *page = document->page;
  ExtractPage *copy = copy_page (page);
  guint32 word = 0, token = 0, last_tag = 0, gone = 0; /* gone: tags */
  ExtractDocument *reduced;

  copy->words.items = EXTRACT_NEW (ExtractWord, page->words.n);
  copy->words.room = page->words.n;
  copy->tokens_of_texts.items = EXTRACT_NEW (guint32, page->tokens_of_texts.n);
  copy->tokens_of_texts.room = page->tokens_of_texts.n;
  for (guint i = 0; i < document->n_blocks; i++) {
    const ExtractPiece *piece = extract_document_piece (document, i);

    if (kept[i]) {
      ExtractPiece *row = ROWS_ADD (copy->pieces, ExtractPiece);

      *row = *piece;
      row->first_tag -= gone;
      row->last_tag -= gone;
      for (guint32 w = 0; w < piece->stats.words; w++)
        copy->words.items[copy->words.n++] = page->words.items[word + w];
      for (guint32 t = 0; t < piece->n_tokens; t++)
        copy->tokens_of_texts.items[copy->tokens_of_texts.n++] = page->tokens_of_texts.items[token + t];
    } else
      gone += piece->last_tag - last_tag;
    word += piece->stats.words;
    token += piece->n_tokens;
    last_tag = piece->last_tag;
  }
  reduced = extract_document_new (copy);
  reduced->max_memory = document->max_memory;
  reduced->microseconds = document->microseconds;
  return reduced;
}
