/* SPDX-License-Identifier: MIT */
/*
 * The language of the main text: its good blocks are read as one text, so menus and notices do not count.
 * What the page declares is a hint. The language of a block is found by the block alone, with that of the
 * main text as a hint, or what the page declares if that is not known.
 */
#include "libextract/meta/language.h"

static ExtractLanguage
find_language (ExtractDocument *document)
{
  g_autoptr (ExtractString) text = extract_string_new ();

  for (guint i = 0; i < document->n_blocks; i++) {
    EXTRACT_BUDGET_LOOK_EVERY (i + 1, 1024);
    if (document->blocks[i].label != EXTRACT_LABEL_GOOD)
      continue;
    extract_string_append (text, extract_document_text (document, i),
                           extract_document_piece (document, i)->length);
    extract_string_append_c (text, '\n');
  }
  return extract_language_detect (text->str, text->len, document->page->language);
}

ExtractLanguage
extract_language_of_document (ExtractDocument *document)
{
  ExtractLanguage *kept = g_atomic_pointer_get (&document->language);
  ExtractLanguage found;

  if (kept)
    return *kept;
  found = find_language (document);
  kept = g_memdup2 (&found, sizeof found);
  if (!g_atomic_pointer_compare_and_exchange (&document->language, NULL, kept))
    g_free (kept);
  return found;
}

ExtractLanguage
extract_language_of_block (ExtractDocument *document, guint i)
{
  const char *code = extract_language_of_document (document).code;

  return extract_language_detect (
      extract_document_text (document, i), extract_document_piece (document, i)->length,
      strcmp (code, EXTRACT_LANGUAGE_UNKNOWN) == 0 ? document->page->language : code);
}

/* ---- The public face ------------------------------------------------------------------------- */

typedef struct {
  ExtractDocument *document;
  ExtractBlock *block; /* (nullable): NULL for the main text */
  ExtractLanguage found;
} Asking;

static void
ask (gpointer data)
{
  Asking *asking = data;

  asking->found =
      asking->block
          ? extract_language_of_block (asking->document, (guint) (asking->block - asking->document->blocks))
          : extract_language_of_document (asking->document);
}

static const char *
find_for (Asking *asking, double *share, GError **error)
{
  if (!asking->document->sealed) {
    g_set_error_literal (error, EXTRACT_ERROR, EXTRACT_ERROR_NOT_LABELLED,
                         "the document has not been labelled");
    return NULL;
  }
  if (!extract_language_load (error) || !extract_document_run (asking->document, ask, asking, error))
    return NULL;
  if (share)
    *share = asking->found.share;
  return asking->found.code;
}

const char *
extract_document_detect_language (ExtractDocument *document, double *share, GError **error)
{
  g_return_val_if_fail (document != NULL, NULL);
  return find_for (&(Asking){ .document = document }, share, error);
}

const char *
extract_block_detect_language (ExtractBlock *block, double *share, GError **error)
{
  g_return_val_if_fail (block != NULL, NULL);
  return find_for (&(Asking){ .document = block->document, .block = block }, share, error);
}
