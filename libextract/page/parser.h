/* SPDX-License-Identifier: MIT */
/* How a parser reads a page, for who reads the same page once more. In the run at hand (budget.h). */
#pragma once

#include "libextract/html/dom.h"
#include "libextract/page/selector.h"

typedef struct {
  GBytes *bytes; /* (nullable): not from the run: to be given back behind it; owned */
  gsize length;
  const char *charset; /* static: a WHATWG name */
} ExtractDecoded;

/* @room: bytes that it may take. Returns: (transfer none): the text in UTF-8, [length]; there as long as
 * @decoded and @bytes */
const char *extract_parser_decode (const ExtractParser *parser, GBytes *bytes, const char *content_type,
                                   guint64 room, ExtractDecoded *decoded);
/* Leaves the run where there is none. Returns: (transfer full) */
ExtractDom *extract_parser_read_tree (const ExtractParser *parser, const char *text, gsize length);
/* Returns: (nullable) */
const ExtractSelectors *extract_parser_get_selectors (const ExtractParser *parser);
