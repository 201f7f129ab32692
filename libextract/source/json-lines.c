/* SPDX-License-Identifier: MIT */
/*
 * JSON Lines: each line is an object with "url" and "html", and perhaps "content_type", "date" and "title",
 * all of them strings. Other members are passed over.
 *
 *   {"url": "https://site.example/", "html": "<p>Ducks are birds.\n"}
 *
 * Pages are long, so a line is not made a tree: its members are read in one pass, without recursion.
 */
#include "libextract/source/head.h"
#include "libextract/source/lines.h"

#include <libextract/extract.h>
#include <string.h>

/* Where we are in a line. */
typedef struct {
  const guint8 *at;
  const guint8 *end;
} Cursor;

enum { MEMBER_HTML, MEMBER_URL, MEMBER_TYPE, MEMBER_DATE, MEMBER_TITLE, N_MEMBERS };
static const char *const names[N_MEMBERS] = { "html", "url", "content_type", "date", "title" };

/* What the line says. */
typedef struct {
  const ExtractSource *source; /* (nullable): NULL: the page itself is not kept */
  GString *key;
  GString *texts[N_MEMBERS]; /* but for HTML */
  gboolean has[N_MEMBERS];
  ExtractSourceBytes html;
} Members;

static void
members_init (Members *members, const ExtractSource *source)
{
  *members = (Members){ .source = source, .key = g_string_new (NULL) };
  for (guint i = MEMBER_URL; i < N_MEMBERS; i++)
    members->texts[i] = g_string_new (NULL);
}

static void
members_clear (Members *members)
{
  g_string_free (members->key, TRUE);
  for (guint i = MEMBER_URL; i < N_MEMBERS; i++)
    g_string_free (members->texts[i], TRUE);
  extract_source_bytes_clear (&members->html);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Members, members_clear)

static void
skip_blank (Cursor *cursor)
{
  while (cursor->at < cursor->end && strchr (" \t\r\n", *cursor->at) && *cursor->at)
    cursor->at++;
}

/* Returns: whether the next byte, after blanks, is @byte, which is then taken */
static gboolean
take (Cursor *cursor, char byte)
{
  skip_blank (cursor);
  if (cursor->at == cursor->end || *cursor->at != (guint8) byte)
    return FALSE;
  cursor->at++;
  return TRUE;
}

/* ---- Strings -------------------------------------------------------------------------------------- */

static gboolean
read_hex (Cursor *cursor, gunichar *code)
{
  *code = 0;
  if (cursor->end - cursor->at < 4)
    return FALSE;
  for (guint i = 0; i < 4; i++, cursor->at++) {
    if (!g_ascii_isxdigit (*cursor->at))
      return FALSE;
    *code = *code * 16 + (gunichar) g_ascii_xdigit_value ((char) *cursor->at);
  }
  return TRUE;
}

/* Behind a backslash. @utf8: [6]. Returns: the number of bytes that it stands for; 0 if it is wrong */
static gsize
read_escape (Cursor *cursor, char *utf8)
{
  static const char letters[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
  const char *letter = NULL;
  gunichar code = 0, low = 0;

  if (cursor->at == cursor->end || *cursor->at == 0)
    return 0;
  letter = strchr (letters, *cursor->at);
  if (!letter && *cursor->at != 'u')
    return 0;
  cursor->at++;
  if (letter) {
    *utf8 = values[letter - letters];
    return 1;
  }
  if (!read_hex (cursor, &code))
    return 0;
  if (code >= 0xd800 && code < 0xdc00 && cursor->end - cursor->at >= 6 && cursor->at[0] == '\\' &&
      cursor->at[1] == 'u') {
    Cursor second = { cursor->at + 2, cursor->end };

    if (read_hex (&second, &low) && low >= 0xdc00 && low < 0xe000) {
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
      *cursor = second;
    }
  }
  if (code == 0 || (code >= 0xd800 && code < 0xe000)) /* no character */
    code = 0xfffd;
  return (gsize) g_unichar_to_utf8 (code, utf8);
}

/* What a string consists of goes to one of these. */
typedef struct {
  GString *string;           /* (nullable) */
  ExtractSourceBytes *bytes; /* (nullable) */
  const ExtractSource *source;
  GError **error;
} Sink;

static gboolean
sink_add (const Sink *sink, const void *data, gsize n)
{
  if (sink->string)
    g_string_append_len (sink->string, data, (gssize) n);
  return !sink->bytes || extract_source_append (sink->source, sink->bytes, data, n, sink->error);
}

/* Behind the first quote. Returns: FALSE if it is no string of JSON, or with an error of the sink */
static gboolean
read_string (Cursor *cursor, const Sink *sink)
{
  for (;;) {
    const guint8 *from = cursor->at;
    char utf8[6];
    gsize n = 0;

    while (cursor->at < cursor->end && *cursor->at != '"' && *cursor->at != '\\' && *cursor->at >= 0x20)
      cursor->at++;
    if (!sink_add (sink, from, (gsize) (cursor->at - from)) || cursor->at == cursor->end)
      return FALSE;
    if (*cursor->at == '"') {
      cursor->at++;
      return TRUE;
    }
    if (*cursor->at++ != '\\' || (n = read_escape (cursor, utf8)) == 0 || !sink_add (sink, utf8, n))
      return FALSE;
  }
}

/* ---- Objects --------------------------------------------------------------------------------------- */

/* Goes over a value of any kind: brackets are counted, and nothing is kept. */
static gboolean
skip_value (Cursor *cursor)
{
  const Sink nowhere = { 0 };
  gsize depth = 0;

  skip_blank (cursor);
  for (const guint8 *begin = cursor->at; cursor->at < cursor->end; cursor->at++) {
    guint8 c = *cursor->at;

    if (c == '"') {
      cursor->at++;
      if (!read_string (cursor, &nowhere))
        return FALSE;
      cursor->at--;
    } else if (c == '[' || c == '{') {
      depth++;
    } else if (depth == 0 && (c == ',' || c == '}')) {
      return cursor->at > begin;
    } else if (c == ']' || c == '}') {
      if (depth == 0)
        return FALSE;
      depth--;
    } else if (!g_ascii_isalnum (c) && (c == 0 || !strchr ("+-.,: \t\r", c))) {
      return FALSE;
    }
  }
  return FALSE;
}

/* The value of the key that was read. One that is no string is as good as none. */
static gboolean
read_value (Cursor *cursor, Members *members, GError **error)
{
  guint i = 0;
  Sink sink = { .source = members->source, .error = error };

  while (i < N_MEMBERS && !g_str_equal (members->key->str, names[i]))
    i++;
  skip_blank (cursor);
  if (i == N_MEMBERS || cursor->at == cursor->end || *cursor->at != '"')
    return skip_value (cursor);
  cursor->at++;
  members->has[i] = TRUE;
  if (i == MEMBER_HTML) {
    members->html.length = 0; /* the last one counts */
    sink.bytes = members->source ? &members->html : NULL;
  } else
    sink.string = g_string_truncate (members->texts[i], 0);
  return read_string (cursor, &sink);
}

/* Returns: FALSE if it is no object, or with @error; as far as it was read, @members have it */
static gboolean
read_object (Cursor *cursor, Members *members, GError **error)
{
  const Sink key = { .string = members->key };

  if (!take (cursor, '{'))
    return FALSE;
  do {
    g_string_truncate (members->key, 0);
    if (!take (cursor, '"') || !read_string (cursor, &key) || !take (cursor, ':') ||
        !read_value (cursor, members, error))
      return FALSE;
  } while (take (cursor, ','));
  if (!take (cursor, '}'))
    return FALSE;
  skip_blank (cursor);
  return cursor->at == cursor->end;
}

/* ---- The archive ------------------------------------------------------------------------------------ */

static gboolean
json_lines_matches (const guint8 *bytes, gsize n)
{
  gsize i = extract_line_count_blank (bytes, n);
  const guint8 *newline = memchr (bytes + i, '\n', n - i);
  Cursor cursor = { bytes + i, newline ? newline : bytes + n };
  g_auto (Members) members = { 0 };
  gboolean complete = FALSE;

  members_init (&members, NULL);
  complete = read_object (&cursor, &members, NULL);
  if (complete || newline)
    return complete && members.has[MEMBER_URL] && members.has[MEMBER_HTML];
  /* The line goes on. */
  return cursor.at == cursor.end && (members.has[MEMBER_URL] || members.has[MEMBER_HTML]);
}

static void
keep_text (GString *string, const GString *text)
{
  extract_head_assign (string, (ExtractHeadText){ text->str, text->len });
}

/* The page is in UTF-8, whatever it was before it was in JSON: so is its type without a charset. */
static void
keep_type (ExtractArchive *archive, const GString *text)
{
  gsize n = strcspn (text->str, ";");

  extract_head_assign (archive->content_type, extract_head_strip (text->str, text->str + n));
}

/* Returns: FALSE with @error if the line is no page */
static gboolean
read_line (ExtractArchive *archive, const guint8 *line, gsize n, Members *members, GError **error)
{
  gsize blank = extract_line_count_blank (line, n);
  Cursor cursor = { line + blank, line + n };
  g_autoptr (GError) local = NULL;

  if (!read_object (&cursor, members, &local)) {
    if (local)
      g_propagate_error (error, g_steal_pointer (&local));
    else
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "the line is no object of JSON");
    return FALSE;
  }
  for (guint i = MEMBER_HTML; i <= MEMBER_URL; i++) {
    if (!members->has[i]) {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "the line has no string \"%s\"", names[i]);
      return FALSE;
    }
  }
  keep_text (archive->uri, members->texts[MEMBER_URL]);
  keep_type (archive, members->texts[MEMBER_TYPE]);
  keep_text (archive->date, members->texts[MEMBER_DATE]);
  keep_text (archive->title, members->texts[MEMBER_TITLE]);
  return TRUE;
}

/* Returns: (nullable): NULL without @error if it is not wanted */
static ExtractRecord *
make_page (ExtractArchive *archive, Members *members)
{
  const ExtractRecordHead head = {
    .uri = archive->uri->str,
    .content_type = archive->content_type->len > 0 ? archive->content_type->str : NULL,
    .date = archive->date->len > 0 ? archive->date->str : NULL,
  };

  if (!extract_archive_wants (archive, &head))
    return NULL;
  if (archive->content_type->len == 0)
    g_string_assign (archive->content_type, "text/html");
  g_string_append (archive->content_type, "; charset=utf-8");
  return extract_archive_make_record (archive, &members->html);
}

static ExtractRecord *
json_lines_next (ExtractArchive *archive, GError **error)
{
  for (;;) {
    const guint8 *line = NULL;
    gsize n = 0, n_used = 0;
    ExtractLine what = extract_line_peek (archive, &line, &n, &n_used);
    g_auto (Members) members = { 0 };
    ExtractRecord *record = NULL;
    gboolean good = FALSE;

    members_init (&members, archive->source);
    if (what == EXTRACT_LINE_END)
      return NULL;
    extract_archive_set_place (archive, ++archive->n_records);
    if (what == EXTRACT_LINE_STOPPED) {
      extract_line_set_stopped (archive, error);
      return NULL;
    }
    if (what == EXTRACT_LINE_TOO_LONG) {
      extract_source_set_too_large (archive->source, error);
      return NULL;
    }
    if (extract_line_count_blank (line, n) == n) {
      extract_lookahead_skip (&archive->ahead, n_used);
      continue;
    }
    good = read_line (archive, line, n, &members, error);
    extract_lookahead_skip (&archive->ahead, n_used);
    if (!good)
      return NULL;
    record = make_page (archive, &members);
    if (record)
      return record;
    archive->n_passed++;
  }
}

const ExtractArchiveReader extract_archive_json_lines = {
  .name = "JSON Lines",
  .matches = json_lines_matches,
  .next = json_lines_next,
};
