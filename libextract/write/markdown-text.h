/* SPDX-License-Identifier: MIT */
/* A run of text in Markdown: what a paragraph, a heading, a cell or a line of a list is made of. */
#pragma once

#include "libextract/write/passage.h"

/* What lines may do to a block. */
typedef enum {
  EXTRACT_LINES_FREE,    /* a paragraph: lines end, and what they begin with may mean something */
  EXTRACT_LINES_HEADING, /* one line */
  EXTRACT_LINES_CELL,    /* part of a line, up to the next pipe */
} ExtractMarkdownLines;

typedef struct {
  const ExtractPassages *passages;
  const char *text; /* [length] */
  guint32 length;
  const ExtractMark *marks; /* (nullable) [n_marks] */
  guint32 n_marks;
  ExtractMarkdownLines lines;
  const char *prefix; /* of lines after the first one */
  gboolean in_item;   /* it begins a list item */
  gboolean strong;    /* all of it */
} ExtractMarkdownText;

/* Without a line break behind it. */
void extract_markdown_append_text (ExtractString *out, const ExtractMarkdownText *text);

/* Returns: how many @c stand side by side in @text, at most */
gsize extract_markdown_longest_run (const char *text, gsize length, char c);
void extract_markdown_append_repeated (ExtractString *out, char c, gsize n);
