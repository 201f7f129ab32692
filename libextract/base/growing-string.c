/* SPDX-License-Identifier: MIT */
#include "libextract/base/growing-string.h"

#include <stdarg.h>
#include <stdio.h>

#define FIRST_ROOM 64

ExtractString *
extract_string_new (void)
{
  ExtractString *string = EXTRACT_NEW0 (ExtractString, 1);

  string->str = EXTRACT_NEW0 (char, FIRST_ROOM);
  string->allocated = FIRST_ROOM;
  return string;
}

void
extract_string_free (ExtractString *string)
{
  extract_memory_free (string->str);
  extract_memory_free (string);
}

char *
extract_string_free_to_str (ExtractString *string)
{
  char *str = string->str;

  extract_memory_free (string);
  return str;
}

void
extract_string_make_room (ExtractString *string, gsize n)
{
  const gsize more = string->allocated >= ROWS_LARGE ? string->allocated / 4 : string->allocated;

  if (string->len + n < string->allocated)
    return;
  string->allocated += MAX (n + 1, more);
  string->str = extract_memory_realloc (string->str, string->allocated, 1);
}

void
extract_string_append_printf (ExtractString *string, const char *format, ...)
{
  va_list arguments;
  int n;

  va_start (arguments, format);
  n = vsnprintf (NULL, 0, format, arguments);
  va_end (arguments);
  if (n <= 0)
    return;
  if (string->len + (gsize) n >= string->allocated)
    extract_string_make_room (string, (gsize) n);
  va_start (arguments, format);
  vsnprintf (string->str + string->len, (gsize) n + 1, format, arguments);
  va_end (arguments);
  string->len += (gsize) n;
}

char *
extract_string_make_valid (const char *str)
{
  ExtractString *valid = extract_string_new ();
  const char *end = str + strlen (str), *wrong;

  for (; !g_utf8_validate (str, end - str, &wrong); str = wrong + 1) {
    extract_string_append (valid, str, wrong - str);
    extract_string_append_str (valid, "\357\277\275"); /* U+FFFD */
  }
  extract_string_append (valid, str, end - str);
  return extract_string_free_to_str (valid);
}
