/* SPDX-License-Identifier: MIT */
#include "libextract/meta/candidate.h"

#include "libextract/page/plain-text.h"
#include "libextract/text/token.h"

static const struct {
  const char *name;
  const char *sentence;
} sources[N_SOURCES] = {
#define X(id, name, sentence) { name, sentence },
  EXTRACT_SOURCES (X)
#undef X
};

const char *
extract_source_get_name (Source source)
{
  return sources[source].name;
}

const char *
extract_source_get_sentence (Source source)
{
  return sources[source].sentence;
}

/* Appends @text with single blanks, no controls, and a NUL. Returns: whether anything is left */
static gboolean
append_collapsed (ExtractString *texts, const char *text, gsize length)
{
  const gsize start = texts->len;
  const char *end = text + length;

  for (const char *p = text; p < end; p = g_utf8_next_char (p)) {
    const char *word = p;
    gunichar c;

    /* Most text is ASCII, of which these signs and letters stay as they are. */
    while (p<end && * p> 0x20 && *p < 0x7f)
      p++;
    extract_string_append (texts, word, (gsize) (p - word));
    if (p == end)
      break;
    c = g_utf8_get_char (p);
    if (g_unichar_isspace (c) || c < 0x20) {
      if (texts->len > start && texts->str[texts->len - 1] != ' ')
        extract_string_append_c (texts, ' ');
    } else if (c >= 0x20 && !(c >= 0x7f && c <= 0x9f) && c != 0xad && c != 0xfeff && c != 0xfffd &&
               (c & 0xfffe) != 0xfffe && !(c >= 0x200b && c <= 0x200f))
      extract_string_append (texts, p, (gsize) (g_utf8_next_char (p) - p));
  }
  if (texts->len > start && texts->str[texts->len - 1] == ' ')
    extract_string_truncate (texts, texts->len - 1);
  if (texts->len == start)
    return FALSE;
  extract_string_append_c (texts, '\0');
  return TRUE;
}

Candidate *
candidate_add_plain (Candidates *all, ExtractField field, Source source, guint trust, const char *text,
                     gsize length)
{
  const guint32 offset = (guint32) all->texts->len;
  Candidate *candidate;

  if (length > EXTRACT_MAX_NOTE)
    length = extract_token_whole_length (text, EXTRACT_MAX_NOTE);
  if (all->n_of_field[field] >= MAX_CANDIDATES || !append_collapsed (all->texts, text, length))
    return NULL;
  all->n_of_field[field]++;
  candidate = ROWS_ADD (all->rows, Candidate);
  *candidate = (Candidate){ .text = offset,
                            .element = EXTRACT_NO_ELEMENT,
                            .piece = G_MAXUINT32,
                            .field = (guint8) field,
                            .source = (guint8) source,
                            .trust = (guint8) trust };
  return candidate;
}

Candidate *
candidate_add (Candidates *all, ExtractField field, Source source, guint trust, const char *text)
{
  ExtractString *raw = all->spares[0], *plain = all->spares[1];
  const gsize length = extract_token_whole_length (text, strnlen (text, EXTRACT_MAX_NOTE));

  extract_string_truncate (raw, 0);
  extract_string_append (raw, text, length);
  extract_plain_resolve (raw, plain);
  extract_string_truncate (plain, 0);
  extract_plain_append_text (plain, raw->str);
  return candidate_add_plain (all, field, source, trust, plain->str, plain->len);
}
