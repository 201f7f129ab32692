/* SPDX-License-Identifier: MIT */
/* A block is a part of its document, and lives as long. */
#include "libextract/page/document.h"

G_DEFINE_BOXED_TYPE (ExtractBlock, extract_block, extract_block_ref, extract_block_unref)

/* Steps of a path that are written out at both ends. */
#define PATH_ENDS 32

static guint
block_index (ExtractBlock *block)
{
  return block - block->document->blocks;
}

static const ExtractPiece *
block_piece (ExtractBlock *block)
{
  return extract_document_piece (block->document, block_index (block));
}

ExtractBlock *
extract_block_ref (ExtractBlock *block)
{
  g_return_val_if_fail (block != NULL, NULL);
  extract_document_ref (block->document);
  return block;
}

void
extract_block_unref (ExtractBlock *block)
{
  g_return_if_fail (block != NULL);
  extract_document_unref (block->document);
}

gboolean
extract_block_is_selected (ExtractBlock *block)
{
  g_return_val_if_fail (block != NULL, FALSE);
  return !block->document->page->selected || (block_piece (block)->wrappers & EXTRACT_WRAPPER_SELECTED) != 0;
}

const char *
extract_block_get_text (ExtractBlock *block)
{
  g_return_val_if_fail (block != NULL, NULL);
  return extract_document_text (block->document, block_index (block));
}

const char *
extract_block_get_tag (ExtractBlock *block)
{
  g_return_val_if_fail (block != NULL, NULL);
  return extract_tag_get_name (
      extract_page_element (block->document->page, block_piece (block)->element)->tag);
}

char *
extract_block_dup_path (ExtractBlock *block)
{
  g_return_val_if_fail (block != NULL, NULL);

  const ExtractPage *page = block->document->page;
  guint32 steps[2 * PATH_ENDS];
  guint n = 0;
  ExtractString *path = extract_string_new ();

  /* Upwards: the lowest PATH_ENDS elements and the PATH_ENDS nearest to the root. */
  for (guint32 e = block_piece (block)->element; e != EXTRACT_NO_ELEMENT;
       e = extract_page_element (page, e)->parent) {
    guint depth = extract_page_element (page, e)->depth;

    if (n < PATH_ENDS || depth < PATH_ENDS)
      steps[n++] = e;
  }
  while (n-- > 0) {
    const ExtractElement *element = extract_page_element (page, steps[n]);

    extract_string_append_printf (path, "/%s", extract_tag_get_name (element->tag));
    if (element->tag != EXTRACT_TAG_HTML && element->tag != EXTRACT_TAG_BODY)
      extract_string_append_printf (path, "[%u]", element->position);
    if (n == PATH_ENDS && extract_page_element (page, steps[n - 1])->parent != steps[n])
      extract_string_append_str (path, "/…");
  }
  return extract_string_free_to_str (path);
}

guint
extract_block_get_n_words (ExtractBlock *block)
{
  g_return_val_if_fail (block != NULL, 0);
  return block_piece (block)->stats.words;
}

const float *
extract_block_get_features (ExtractBlock *block, gsize *n)
{
  g_return_val_if_fail (block != NULL, NULL);
  g_return_val_if_fail (n != NULL, NULL);

  const ExtractDocument *document = block->document;
  gsize width;

  *n = 0;
  if (!document->features)
    return NULL;
  *n = width = document->n_features;
  return (const float *) g_bytes_get_data (document->features, NULL) + block_index (block) * width;
}

double
extract_block_get_score (ExtractBlock *block)
{
  g_return_val_if_fail (block != NULL, 0);
  return block->score;
}

ExtractLabel
extract_block_get_label (ExtractBlock *block)
{
  g_return_val_if_fail (block != NULL, EXTRACT_LABEL_NONE);
  return block->label;
}

const char *
extract_block_get_class (ExtractBlock *block)
{
  g_return_val_if_fail (block != NULL, NULL);
  return block->class_number > 0 ? block->document->classes[block->class_number - 1] : NULL;
}

void
extract_block_set_label (ExtractBlock *block, ExtractLabel label)
{
  g_return_if_fail (block != NULL);
  g_return_if_fail (label > EXTRACT_LABEL_NONE && label <= EXTRACT_LABEL_GOOD);
  g_return_if_fail (block->document->sealed);
  if (block->label == label)
    return;
  block->label = label;
  block->rule = -1;
  block->class_number = 0;
  block->document->found_none &= label != EXTRACT_LABEL_GOOD;
}
