/* SPDX-License-Identifier: MIT */
/*
 * What HTML, Markdown and TEI write of a page, passage by passage, as people read it: the title, the blocks
 * without what only a screen needs, and the pictures between them.
 *
 *   blocks, elements, notes --> passages --> ExtractOutline --> html.c, markdown.c, tei.c
 *
 * Nothing else reads passages: blocks, their features and the other formats stay as they are.
 */
#pragma once

#include "libextract/page/document.h"

#define EXTRACT_NO_BLOCK G_MAXUINT32

typedef struct {
  guint32 block;   /* its number; EXTRACT_NO_BLOCK for the title, pictures, videos, formulas between blocks */
  guint32 element; /* the innermost block-level one around it; EXTRACT_NO_ELEMENT for the title */
  guint32 text;    /* offset into ExtractPage.text, or into ExtractPassages.text if it was edited */
  guint32 length;
  guint32 marks; /* index into ExtractPage.marks, or ExtractPassages.marks */
  guint32 n_marks;
  guint8 edited;
} ExtractPassage;

/* A picture is a character U+FFFC; its mark has its number in `href`. */
typedef struct {
  guint32 alt, address; /* offsets into ExtractPage.strings */
} ExtractPicture;

typedef struct {
  ExtractDocument *document;
  ExtractWriteFlags flags;
  ExtractRows passages; /* ExtractPassage, in reading order */
  ExtractString *text;  /* of edited ones, NUL behind each */
  ExtractRows marks;    /* ExtractMark, of edited ones */
  ExtractRows pictures; /* ExtractPicture */
  ExtractRows codes;    /* guint32: the notes that name a language, by element */
} ExtractPassages;

ExtractPassages *extract_passages_new (ExtractDocument *document, ExtractWriteFlags flags);
void extract_passages_free (ExtractPassages *passages);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractPassages, extract_passages_free)

/* As a language is called in class="language-c": letters, digits and a few signs. */
#define EXTRACT_MAX_CODE_LANGUAGE 32

/* The language of the code in @element. Returns: whether it is known */
gboolean extract_passages_read_language (const ExtractPassages *passages, guint32 element,
                                         char language[EXTRACT_MAX_CODE_LANGUAGE]);

/* A block as it is. */
static inline ExtractPassage
extract_passage_of_block (ExtractDocument *document, guint i)
{
  const ExtractPiece *piece = extract_document_piece (document, i);

  return (ExtractPassage){ .block = i,
                           .element = piece->element,
                           .text = piece->text,
                           .length = piece->length,
                           .marks = piece->marks,
                           .n_marks = piece->n_marks };
}

static inline const ExtractPassage *
extract_passage (const ExtractPassages *passages, guint i)
{
  return ROWS_INDEX (passages->passages, ExtractPassage, i);
}

static inline const char *
extract_passage_text (const ExtractPassages *passages, const ExtractPassage *passage)
{
  return (passage->edited ? passages->text : passages->document->page->text)->str + passage->text;
}

/* Returns: [passage->n_marks]; never NULL */
static inline const ExtractMark *
extract_passage_marks (const ExtractPassages *passages, const ExtractPassage *passage)
{
  static const ExtractMark none;

  return passage->n_marks == 0 ? &none
         : passage->edited     ? ROWS_INDEX (passages->marks, ExtractMark, passage->marks)
                               : ROWS_INDEX (passages->document->page->marks, ExtractMark, passage->marks);
}

/* Whether line breaks in its text count. */
static inline gboolean
extract_passage_is_pre (const ExtractPassages *passages, const ExtractPassage *passage)
{
  return passage->block != EXTRACT_NO_BLOCK &&
         extract_document_piece (passages->document, passage->block)->pre;
}
