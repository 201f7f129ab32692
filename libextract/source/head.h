/* SPDX-License-Identifier: MIT */
/*
 * Heads as HTTP and WARC have them: lines with a name, a colon and a value, up to an empty line. Lines may
 * end in LF alone, and go on in the next line, which begins with a blank.
 */
#pragma once

#include <glib.h>

/* Heads that are longer are damage. */
#define EXTRACT_MAX_HEAD ((gsize) 64 << 10)

/* A part of a head; not owned. */
typedef struct {
  const char *text; /* (nullable): NULL if there is none */
  gsize n;
} ExtractHeadText;

/* extract_head_find_end: @from: where to begin to look. Returns: its length with the empty line; 0: not here
 */
gsize extract_head_find_end (const guint8 *head, gsize n, gsize from);

/*
 * extract_head_next_field: @at: where to go on; begins at the start of a line. @value: without blanks around
 * it Returns: FALSE at the end. Lines that are no fields are passed over.
 */
gboolean
extract_head_next_field (ExtractHeadText head, gsize *at, ExtractHeadText *name, ExtractHeadText *value);

/* Returns: where the line after that at @at begins */
gsize extract_head_skip_line (ExtractHeadText head, gsize at);

/* Returns: what is between, without blanks and line ends around it */
ExtractHeadText extract_head_strip (const char *begin, const char *end);

/* extract_head_is: whether @text is @word, which is in lower case, in any case of letters. */
gboolean extract_head_is (ExtractHeadText text, const char *word);

/* extract_head_begins: the same for how it begins. */
gboolean extract_head_begins (ExtractHeadText text, const char *word);

/* extract_head_read_number: digits alone. Returns: FALSE if @text is anything else, or too large */
gboolean extract_head_read_number (ExtractHeadText text, guint64 *number);

/* extract_head_assign: @string becomes @text in one line, in UTF-8, without control characters. */
void extract_head_assign (GString *string, ExtractHeadText text);
