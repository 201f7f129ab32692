/* SPDX-License-Identifier: MIT */
/*
 * The door of this room for rooms above it and for programs: what extract.h leaves out of parsers, documents,
 * blocks and the labels of people.
 */
#pragma once

#include "libextract/html/html.h"

/* ---- Parser ------------------------------------------------------------------------------- */

guint64 extract_parser_get_limit (ExtractParser *parser, ExtractLimit limit);

typedef struct {
  const char *name;
  const char *sentence;
} ExtractMarkupParserInfo;

/* extract_markup_parser_get_info: Returns: (transfer none): a row of the table of ways to read markup. */
const ExtractMarkupParserInfo *extract_markup_parser_get_info (ExtractMarkupParser parser);
void extract_parser_set_markup_parser (ExtractParser *parser, ExtractMarkupParser markup_parser);
/* extract_parser_get_markup_parser: the one that reads its pages: PLAIN if it has selectors. */
ExtractMarkupParser extract_parser_get_markup_parser (ExtractParser *parser);

/* ---- Document and block ------------------------------------------------------------------- */

/* extract_document_get_base: Returns: (nullable): what relative links refer to (`<base href>`, else the
 * URI). */
const char *extract_document_get_base (ExtractDocument *document);
/* extract_document_get_model: Returns: (nullable): name of the model that labelled it. */
const char *extract_document_get_model (ExtractDocument *document);
gboolean extract_document_is_sealed (ExtractDocument *document);
/* extract_document_get_threshold: the score from which its blocks are good, rules apart; 0 before labelling.
 */
double extract_document_get_threshold (ExtractDocument *document);

/* extract_document_drop_block: the block is no more main text, although the document is sealed: it is found
 * to be elsewhere. No other thread may read the document meanwhile. */
void extract_document_drop_block (ExtractDocument *document, guint i);

/* extract_document_set_fetched: when the page was fetched, as the archive that it is from says. @date:
 * (nullable) */
void extract_document_set_fetched (ExtractDocument *document, const char *date);
/* Returns: (transfer none) (nullable) */
const char *extract_document_get_fetched (ExtractDocument *document);

/* ExtractRoleInfo: a row of the table of roles. */
typedef struct {
  const char *name;     /* "comment" */
  const char *sentence; /* what it is */
} ExtractRoleInfo;

const ExtractRoleInfo *extract_role_get_info (ExtractRole role);

/* extract_block_is_selected: whether the selectors of the parser let it be main text. */
gboolean extract_block_is_selected (ExtractBlock *block);
/* extract_block_set_label: what is known better than by the model. @block: of a labelled document. @label:
 * not EXTRACT_LABEL_NONE */
void extract_block_set_label (ExtractBlock *block, ExtractLabel label);
ExtractBlock *extract_block_ref (ExtractBlock *block);
void extract_block_unref (ExtractBlock *block);
/*
 * extract_block_dup_fingerprint: Returns: (transfer full): 32 hexadecimal digits, the same for blocks of the
 * same tag and the same text, but for case, white space and compatibility forms; see texttractor-dataset(5).
 */
char *extract_block_dup_fingerprint (ExtractBlock *block);
/* extract_block_get_occurrence: 1 for the first block of the page that has its fingerprint, 2 for the second
 * ... */
guint extract_block_get_occurrence (ExtractBlock *block);

/* extract_label_dup_line: Returns: (transfer full): @text on one line, without tabs and control characters;
 * if it has more than @max characters, the first of them and an ellipsis */
char *extract_label_dup_line (const char *text, guint max);

/* ---- Annotation --------------------------------------------------------------------------- */

/* extract_annotator_get_nick: "model", "person" or "judge". */
const char *extract_annotator_get_nick (ExtractAnnotator annotator);
/* extract_how_get_nick: "-", "chosen", "accepted" or "remembered". */
const char *extract_how_get_nick (ExtractHow how);

/* extract_class_name_is_valid: a-z, then a-z, 0-9 and -, 32 characters at most. */
gboolean extract_class_name_is_valid (const char *class_name);
/* extract_class_name_is_content: whether blocks of that class are main text: "content" and "heading" are. */
gboolean extract_class_name_is_content (const char *class_name);

ExtractAnnotation *extract_annotation_load_bytes (GBytes *bytes, GError **error);
/* extract_annotation_set_how: how @annotator came to the label that she gave block @i; before, it is unknown.
 */
void extract_annotation_set_how (ExtractAnnotation *annotation, ExtractDocument *document, guint i,
                                 ExtractAnnotator annotator, const char *who, ExtractHow how);
/*
 * extract_annotation_remove: takes the labels of block @i away.
 * @who: (nullable): only those of this annotator
 *
 * Returns: whether there was one.
 */
gboolean extract_annotation_remove (ExtractAnnotation *annotation, ExtractDocument *document, guint i,
                                    const char *who);
/* extract_annotation_get_n_labels: all labels of all annotators. */
gsize extract_annotation_get_n_labels (ExtractAnnotation *annotation);
/* extract_annotation_dup_labels: Returns: (transfer container) (array length=n): all labels, in the order of
 * the file. They live until the annotation is changed. */
const ExtractBlockLabel **extract_annotation_dup_labels (ExtractAnnotation *annotation, gsize *n);

/* ExtractConflict: two labels of one block that contradict each other, and neither counts more. */
typedef struct {
  const ExtractBlockLabel *a; /* the one that extract_annotation_get () returns */
  const ExtractBlockLabel *b; /* if there are several, one that differs in being main text, too */
} ExtractConflict;

/*
 * extract_annotation_dup_conflicts: Returns: (transfer full) (array length=n): one for each block to which
 * several judges, or without a judge several people, gave different classes. Models never contradict.
 * The labels live until the annotation is changed.
 */
ExtractConflict *extract_annotation_dup_conflicts (ExtractAnnotation *annotation, gsize *n);
/*
 * extract_annotation_merge: the labels of two annotations of the same page. Of two labels of one block by
 * the same annotator the later one stays. @a and @b can change places. What contradicts each other after
 * that: extract_annotation_dup_conflicts (). Returns: (transfer full) (nullable): NULL with
 * EXTRACT_ERROR_ANNOTATION if a file could not hold it.
 */
ExtractAnnotation *extract_annotation_merge (ExtractAnnotation *a, ExtractAnnotation *b, GError **error);
