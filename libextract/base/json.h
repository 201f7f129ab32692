/* SPDX-License-Identifier: MIT */
/* Strings of JSON (RFC 8259), for all that write it. */
#pragma once

#include "libextract/base/growing-string.h"

/* Appends @string in quotes, or null for NULL. Bytes that are not UTF-8 become U+FFFD. */
void extract_string_append_json (ExtractString *out, const char *string);

/* Returns: (transfer full): the same */
char *extract_json_quote (const char *string);
