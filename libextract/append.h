/* SPDX-License-Identifier: MIT */
/* Strings that grow by many small pieces. */
#pragma once

#include <string.h>

#include "rows.h"

/* Makes room for more than @n bytes; the same for large strings as for rows. */
static inline void
extract_string_make_room (GString *string, gsize n)
{
  const gsize len = string->len;

  g_string_set_size (string, MAX (len + n, rows_next_room (len, 1)));
  g_string_truncate (string, len);
  large_wish (string->str, string->allocated_len);
}

/* As g_string_append_len (), which does more for each piece. */
static inline void
extract_string_append (GString *string, const char *bytes, gsize n)
{
  if (string->len + n >= string->allocated_len)
    extract_string_make_room (string, n);
  memcpy (string->str + string->len, bytes, n);
  string->len += n;
  string->str[string->len] = '\0';
}
