/* SPDX-License-Identifier: MIT */
/*
 * From labelled blocks to a string. A format is one file with one function, and one row in the
 * table of writer.c; nothing else knows the list.
 *
 *   which blocks are written   extract_writer_skips ()
 *   what stands around them    outline.h
 *   what people read           passage.h
 *   comments behind the text   thread.h
 *   where links lead           extract_writer_dup_link ()
 *
 * Every writer appends to one string, goes over the blocks once, and never recurses.
 */
#pragma once

#include "libextract/meta/language.h"
#include "libextract/page/document.h"

typedef struct {
  ExtractFormatInfo info;
  void (*write) (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags);
} ExtractWriter;

void extract_write_text (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags);
void extract_write_json (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags);
void extract_write_jsonl (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags);
void extract_write_html (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags);
void extract_write_markdown (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags);
void extract_write_xml (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags);
void extract_write_vertical (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags);
void extract_write_tei (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags);
void extract_write_csv (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags);
void extract_write_tsv (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags);

/* What stands in a corpus of TEI before its documents. */
#define EXTRACT_TEI_CORPUS                                                                              \
  "<teiCorpus xmlns=\"http://www.tei-c.org/ns/1.0\">\n<teiHeader>\n<fileDesc>\n"                        \
  "<titleStmt><title>Main texts of web pages</title></titleStmt>\n"                                     \
  "<publicationStmt><p>Made by Texttractor; each page has a header of its own.</p></publicationStmt>\n" \
  "<sourceDesc><p>Web pages</p></sourceDesc>\n</fileDesc>\n</teiHeader>\n"

/* Returns: (transfer full): the first row, with a line break */
char *extract_table_dup_header (char separator, ExtractWriteFlags flags);

/* The start of an HTML document, down to </head>. */
void extract_write_html_head (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags);

/* ---- Helpers ------------------------------------------------------------------------------ */

/* Only good blocks are written, unless all are wanted. */
static inline gboolean
extract_writer_skips (ExtractDocument *document, guint i, ExtractWriteFlags flags)
{
  /* Each writer asks this of each block. */
  EXTRACT_BUDGET_LOOK_EVERY (i + 1, 1024);
  return !(flags & EXTRACT_WRITE_ALL) && document->blocks[i].label != EXTRACT_LABEL_GOOD;
}

/* Whether a mark is written; line breaks, pictures, and what turns the meaning round always are. */
static inline gboolean
extract_writer_shows (ExtractWriteFlags flags, const ExtractMark *mark)
{
  return mark->kind == EXTRACT_MARK_BREAK || mark->kind == EXTRACT_MARK_PICTURE ||
         mark->kind == EXTRACT_MARK_DELETED ||
         !(flags & (mark->kind == EXTRACT_MARK_LINK ? EXTRACT_WRITE_NO_LINKS : EXTRACT_WRITE_NO_FORMATTING));
}

/* In the run at hand, which it leaves where a limit is reached. Returns: (transfer none) */
ExtractMetadata *extract_writer_get_metadata (ExtractDocument *document);

/* Whether a field is among those that are written, if it is known. */
static inline gboolean
extract_writer_has_field (ExtractWriteFlags flags, ExtractField field)
{
  const guint chosen = (guint) flags >> EXTRACT_WRITE_FIELD_SHIFT;

  return chosen == 0 || (chosen >> field) & 1;
}

/* Of a field, the values that are written. */
static inline guint
extract_writer_count_values (ExtractMetadata *metadata, ExtractWriteFlags flags, ExtractField field)
{
  return extract_writer_has_field (flags, field) ? extract_metadata_get_n_values (metadata, field) : 0;
}

/* Returns: (transfer none) (nullable): the first of them */
const char *extract_writer_get_value (ExtractMetadata *metadata, ExtractWriteFlags flags, ExtractField field);

/* Appends the values as one, with @separator between them. Where there may be many, the first character of
 * @separator is not left in a value: @instead stands there. */
void extract_writer_append_values (ExtractString *out, ExtractMetadata *metadata, ExtractWriteFlags flags,
                                   ExtractField field, const char *separator, char instead);

/* Returns: (nullable): the name of the reason why there is no main text */
const char *extract_writer_get_reason (ExtractDocument *document);

/* In the run at hand. Returns: (transfer none) (nullable): what knows roles: with metadata, or where all
 * blocks are written, the metadata; else NULL: the blocks themselves */
ExtractMetadata *extract_writer_get_roles (ExtractDocument *document, ExtractWriteFlags flags);
/* The role of a block. @roles: (nullable): as from extract_writer_get_roles () */
const char *extract_writer_get_role (ExtractDocument *document, guint i, ExtractMetadata *roles);

/* In the run at hand. Returns: (nullable) static: the language that was found, where it is asked for and
 * known */
const char *extract_writer_get_language (ExtractDocument *document, ExtractWriteFlags flags);

/* In the run at hand: the comments and posts. */
ExtractItems *extract_writer_get_items (ExtractDocument *document);

/* Whether comment @item is written behind the text: it is not in the text. */
gboolean extract_writer_appends_item (ExtractDocument *document, ExtractItems *items, guint item,
                                      ExtractWriteFlags flags);

/* TRUE if no block of the document is written, and no comment behind them. */
gboolean extract_writer_is_empty (ExtractDocument *document, ExtractWriteFlags flags);

/* Appends a number as printf-like @format says, whatever the locale; 0 in place of what is not finite. */
void extract_writer_append_number (ExtractString *out, const char *format, double value);

/*
 * Appends text with & < > as entities, and characters that XML does not allow as U+FFFD. In an
 * attribute, quotes and white space other than the space are written as references too.
 */
void extract_writer_append_markup (ExtractString *out, const char *text, gsize length, gboolean attribute);

/* Appends ` name="value"`; the value need not be valid UTF-8. NULL is written as the empty string. */
void extract_writer_append_attribute (ExtractString *out, const char *name, const char *value);

/* What links are resolved against. Returns: (transfer none): "" if that is not known */
const char *extract_writer_get_base (ExtractDocument *document);

/*
 * Where @address leads, resolved against the base of the document, or else the address that the page says it
 * has; as it stands in the page if that fails. NULL if it leads nowhere, or its scheme is not one of http,
 * https, ftp, mailto and tel. @web: only http and https, and no relative address
 */
char *extract_writer_dup_address (ExtractDocument *document, const char *address, gboolean web);
/* The same for a mark. */
char *extract_writer_dup_link (ExtractDocument *document, const ExtractMark *mark);
