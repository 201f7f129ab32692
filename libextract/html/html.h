/* SPDX-License-Identifier: MIT */
/* The door of this room for programs. */
#pragma once

#include "libextract/extract.h"
#include "libextract/html/reference.h"

/*
 * ExtractMarkupParser: how markup is read. Both give the same documents where the scanner knows the gumbo
 * that is linked; where it does not, PLAIN is the default.
 */
typedef enum {
  EXTRACT_MARKUP_PARSER_SCANNER,
  EXTRACT_MARKUP_PARSER_PLAIN,
  EXTRACT_N_MARKUP_PARSERS
} ExtractMarkupParser;

/* extract_encoding_find: Returns: (nullable): the static WHATWG name ("windows-1252") of a label (" Latin1 ")
 */
const char *extract_encoding_find (const char *label);
