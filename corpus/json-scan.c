/* SPDX-License-Identifier: MIT */
#include "corpus/json-scan.h"

#include <string.h>

#define MOST_DEPTH 63

/* What may come next. */
enum {
  VALUE,
  FIRST_VALUE, /* of an array, or its end */
  KEY,
  FIRST_KEY, /* of an object, or its end */
  SEPARATOR, /* or the end of the container */
};

void
corpus_json_scan_begin (CorpusJsonScan *scan, const char *text, gsize length)
{
  *scan = (CorpusJsonScan){ .place = text, .end = text + length, .expected = VALUE };
}

static char
peek (CorpusJsonScan *scan)
{
  while (scan->place < scan->end && strchr (" \t\r\n", *scan->place) && *scan->place)
    scan->place++;
  return scan->place < scan->end ? *scan->place : '\0';
}

static gboolean
in_array (const CorpusJsonScan *scan)
{
  return (scan->arrays >> scan->depth) & 1;
}

static CorpusJsonEvent
open_container (CorpusJsonScan *scan, gboolean is_array)
{
  if (scan->depth == MOST_DEPTH)
    return CORPUS_JSON_BAD;
  scan->depth++;
  scan->arrays &= ~((guint64) 1 << scan->depth);
  scan->arrays |= (guint64) is_array << scan->depth;
  scan->place++;
  scan->expected = is_array ? FIRST_VALUE : FIRST_KEY;
  return is_array ? CORPUS_JSON_ARRAY : CORPUS_JSON_OBJECT;
}

static CorpusJsonEvent
close_container (CorpusJsonScan *scan)
{
  scan->depth--;
  scan->place++;
  scan->expected = SEPARATOR;
  return CORPUS_JSON_CLOSE;
}

/* @place: at the opening quote */
static gboolean
read_string (CorpusJsonScan *scan)
{
  scan->value = ++scan->place;
  for (; scan->place < scan->end && *scan->place != '"'; scan->place++)
    if ((guchar) *scan->place < ' ' || (*scan->place == '\\' && ++scan->place == scan->end))
      return FALSE;
  if (scan->place >= scan->end)
    return FALSE;
  scan->length = (gsize) (scan->place++ - scan->value);
  return TRUE;
}

static CorpusJsonEvent
read_key (CorpusJsonScan *scan)
{
  if (!read_string (scan) || peek (scan) != ':')
    return CORPUS_JSON_BAD;
  scan->place++;
  scan->expected = VALUE;
  return CORPUS_JSON_KEY;
}

static CorpusJsonEvent
read_word (CorpusJsonScan *scan)
{
  const char *start = scan->place;
  while (scan->place < scan->end && (g_ascii_isalnum (*scan->place) || strchr ("+-.", *scan->place)) &&
         *scan->place)
    scan->place++;
  const gsize n = (gsize) (scan->place - start);
  const gboolean is_number = n > 0 && (g_ascii_isdigit (*start) || (*start == '-' && n > 1));
  scan->expected = SEPARATOR;
  return is_number || (n == 4 && (memcmp (start, "true", 4) == 0 || memcmp (start, "null", 4) == 0)) ||
                 (n == 5 && memcmp (start, "false", 5) == 0)
             ? CORPUS_JSON_OTHER
             : CORPUS_JSON_BAD;
}

static CorpusJsonEvent
read_value (CorpusJsonScan *scan, char c)
{
  if (c == '{' || c == '[')
    return open_container (scan, c == '[');
  if (c != '"')
    return read_word (scan);
  scan->expected = SEPARATOR;
  return read_string (scan) ? CORPUS_JSON_STRING : CORPUS_JSON_BAD;
}

CorpusJsonEvent
corpus_json_scan_next (CorpusJsonScan *scan)
{
  char c = peek (scan);
  if (scan->expected == SEPARATOR && scan->depth == 0)
    return scan->place == scan->end ? CORPUS_JSON_END : CORPUS_JSON_BAD;
  if (scan->expected != VALUE && scan->expected != KEY && c == (in_array (scan) ? ']' : '}'))
    return close_container (scan);
  if (scan->expected == SEPARATOR) {
    if (c != ',')
      return CORPUS_JSON_BAD;
    scan->place++;
    scan->expected = in_array (scan) ? VALUE : KEY;
    c = peek (scan);
  }
  if (scan->expected == KEY || scan->expected == FIRST_KEY)
    return c == '"' ? read_key (scan) : CORPUS_JSON_BAD;
  return read_value (scan, c);
}

gboolean
corpus_json_scan_is (const CorpusJsonScan *scan, const char *word)
{
  return strlen (word) == scan->length && memcmp (word, scan->value, scan->length) == 0;
}

/* ---- Strings ---------------------------------------------------------------------------------- */

/* Returns: the value of the four digits of \uXXXX at @p, -1 if there is no such thing */
static int
read_unit (const char *p, const char *end)
{
  int unit = 0;
  if (end - p < 6 || p[0] != '\\' || p[1] != 'u')
    return -1;
  for (guint i = 2; i < 6; i++) {
    if (!g_ascii_isxdigit (p[i]))
      return -1;
    unit = unit * 16 + g_ascii_xdigit_value (p[i]);
  }
  return unit;
}

/* @p: at a backslash. Returns: behind the escape */
static const char *
unescape (GString *text, const char *p, const char *end)
{
  const int unit = read_unit (p, end);
  if (unit < 0) {
    g_string_append_c (text, p + 1 < end && strchr ("\"\\/", p[1]) ? p[1] : ' ');
    return MIN (p + 2, end);
  }
  const int low = unit >= 0xd800 && unit < 0xdc00 ? read_unit (p + 6, end) : -1;
  if (low >= 0xdc00 && low < 0xe000) {
    g_string_append_unichar (text, 0x10000 + (((gunichar) unit - 0xd800) << 10) + ((gunichar) low - 0xdc00));
    return p + 12;
  }
  g_string_append_unichar (text, unit == 0 || (unit >= 0xd800 && unit < 0xe000) ? ' ' : (gunichar) unit);
  return p + 6;
}

void
corpus_json_unescape (GString *text, const char *value, gsize length)
{
  const char *end = value + length;
  for (const char *p = value; p < end;) {
    const char *escape = memchr (p, '\\', (gsize) (end - p));
    g_string_append_len (text, p, (escape ? escape : end) - p);
    p = escape ? unescape (text, escape, end) : end;
  }
}
