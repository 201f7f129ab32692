/* SPDX-License-Identifier: MIT */
/* Strings that grow by many small pieces. */
#pragma once

#include <glib.h>

#include <string.h>

/* As g_string_append_len (), which does more for each piece. */
static inline void
extract_string_append (GString *string, const char *bytes, gsize n)
{
  if (string->len + n < string->allocated_len) {
    memcpy (string->str + string->len, bytes, n);
    string->len += n;
    string->str[string->len] = '\0';
  } else
    g_string_append_len (string, bytes, n);
}
