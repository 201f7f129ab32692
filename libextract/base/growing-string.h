/* SPDX-License-Identifier: MIT */
/* Strings that grow by many small pieces: as a GString, but counted, and easy on the memory of large pages.
 */
#pragma once

#include <string.h>

#include "libextract/base/rows.h"

typedef struct {
  char *str; /* ends with a NUL that does not count; owned */
  gsize len;
  gsize allocated;
} ExtractString;

/* Returns: (transfer full): empty */
ExtractString *extract_string_new (void);
void extract_string_free (ExtractString *string);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractString, extract_string_free)
/* Returns: (transfer full): what is in it; frees the rest */
char *extract_string_free_to_str (ExtractString *string);

/* Makes room for @n bytes more. */
void extract_string_make_room (ExtractString *string, gsize n);

static inline void
extract_string_append (ExtractString *string, const char *bytes, gsize n)
{
  if (string->len + n >= string->allocated)
    extract_string_make_room (string, n);
  memcpy (string->str + string->len, bytes, n);
  string->len += n;
  string->str[string->len] = '\0';
}

static inline void
extract_string_append_c (ExtractString *string, char c)
{
  extract_string_append (string, &c, 1);
}

static inline void
extract_string_append_str (ExtractString *string, const char *str)
{
  extract_string_append (string, str, strlen (str));
}

static inline void
extract_string_append_unichar (ExtractString *string, gunichar c)
{
  char bytes[6];

  extract_string_append (string, bytes, (gsize) g_unichar_to_utf8 (c, bytes));
}

/* @len: at most that of @string */
static inline void
extract_string_truncate (ExtractString *string, gsize len)
{
  string->len = len;
  string->str[len] = '\0';
}

/* As g_utf8_make_valid (). Returns: (transfer full) */
char *extract_string_make_valid (const char *str);

/* In place of what is in it. */
static inline void
extract_string_assign (ExtractString *string, const char *str)
{
  extract_string_truncate (string, 0);
  extract_string_append_str (string, str);
}

/* For what is short. */
void extract_string_append_printf (ExtractString *string, const char *format, ...) G_GNUC_PRINTF (2, 3);
