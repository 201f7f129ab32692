/* SPDX-License-Identifier: MIT */
#include "libextract/page/json.h"

#include <string.h>

#include "libextract/page/plain-text.h"

#define EVENTS_PER_CLOCK 4096

void
extract_json_init (ExtractJson *json)
{
  *json = (ExtractJson){ .value = extract_string_new () };
}

void
extract_json_clear (ExtractJson *json)
{
  extract_string_free (json->value);
}

void
extract_json_begin (ExtractJson *json, const char *script)
{
  json->place = script;
}

/* Returns: the value of four hexadecimal digits, -1 if they are none */
static gint
read_hex (const char *p)
{
  gint c = 0;

  for (guint i = 0; i < 4; i++)
    if (!g_ascii_isxdigit (p[i]))
      return -1;
    else
      c = c * 16 + g_ascii_xdigit_value (p[i]);
  return c;
}

/* @p: at the backslash. Returns: behind the escape */
static const char *
read_escape (ExtractJson *json, const char *p)
{
  gint c, low;

  switch (p[1]) {
  case '\0':
    return p + 1;
  case 'b':
  case 'f':
  case 'n':
  case 'r':
  case 't':
    extract_string_append_c (json->value, ' ');
    return p + 2;
  case 'u':
    c = read_hex (p + 2);
    if (c < 0) {
      extract_string_append_c (json->value, ' ');
      return p + 2;
    }
    low = c >= 0xd800 && c <= 0xdbff && p[6] == '\\' && p[7] == 'u' ? read_hex (p + 8) : 0;
    if (low >= 0xdc00 && low <= 0xdfff) {
      extract_plain_append_char (json->value, 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00));
      return p + 12;
    }
    extract_plain_append_char (json->value, c);
    return p + 6;
  default:
    /* Of a character of several bytes, the others follow as they are. */
    extract_string_append_c (json->value, p[1]);
    return p + 2;
  }
}

static const char *
skip_space (const char *p)
{
  return p + strspn (p, " \t\r\n\f");
}

/* @p: behind a quote in a string. Returns: whether it ends the string. One that nobody escaped has text
 * behind it; where a comma was forgotten, the next string is on the next line. */
static gboolean
quote_ends (const char *p)
{
  const char *next = skip_space (p);

  return *next == '\0' || strchr (",:}]/", *next) || (*next == '"' && memchr (p, '\n', next - p));
}

/* @p: behind the opening quote. Returns: behind the closing one, or the end of the script */
static const char *
read_string (ExtractJson *json, const char *p)
{
  extract_string_truncate (json->value, 0);
  for (;;) {
    gsize n = strcspn (p, "\\\"");

    extract_string_append (json->value, p, n);
    p += n;
    if (*p == '\0')
      return p;
    if (*p == '\\')
      p = read_escape (json, p);
    else if (quote_ends (++p))
      return p;
    else
      extract_string_append_c (json->value, '"');
  }
}

ExtractJsonEvent
extract_json_next (ExtractJson *json)
{
  const char *p = json->place + strcspn (json->place, "\"{}[],");

  EXTRACT_BUDGET_LOOK_EVERY (++json->events, EVENTS_PER_CLOCK);
  json->place = p + (*p != '\0');
  switch (*p) {
  case '\0':
    return EXTRACT_JSON_END;
  case '"':
    json->place = read_string (json, p + 1);
    return *skip_space (json->place) == ':' ? EXTRACT_JSON_KEY : EXTRACT_JSON_STRING;
  case '{':
    return EXTRACT_JSON_OBJECT;
  case '[':
    return EXTRACT_JSON_ARRAY;
  case ',':
    return EXTRACT_JSON_COMMA;
  default:
    return EXTRACT_JSON_CLOSE;
  }
}
