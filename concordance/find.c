/* SPDX-License-Identifier: MIT */
#include "concordance/find.h"

#include <string.h>

void
conc_hit_free (ConcHit *hit)
{
  g_free (hit->url);
  g_free (hit->source);
  g_free (hit->date);
  g_free (hit->keyword);
  g_free (hit->tag);
  g_free (hit->lemma);
  g_free (hit->sentence);
  g_free (hit->before);
  g_free (hit->after);
  g_free (hit->vertical);
  g_free (hit);
}

static const char *
get_text (const ConcText *text, const ConcSentence *sentence, gsize *length)
{
  *length = sentence->end - sentence->start;
  return text->text->str + sentence->start;
}

gboolean
conc_is_candidate (const ConcWanted *wanted, const ConcText *text, const ConcSentence *sentence)
{
  if (!sentence->whole && !wanted->fragments)
    return FALSE;
  for (guint32 i = sentence->start; wanted->ascii && i < sentence->end; i++)
    if ((guchar) text->text->str[i] >= 0x80)
      return FALSE;
  return TRUE;
}

gboolean
conc_has (const ConcWanted *wanted, const ConcText *text)
{
  for (guint i = 0; i < text->sentences->len; i++) {
    const ConcSentence *sentence = conc_text_sentence (text, i);
    guint32 first, n;
    if (conc_is_candidate (wanted, text, sentence) &&
        (conc_query_needs_tags (wanted->query) ||
         conc_query_find (wanted->query, text, sentence, 0, &first, &n)))
      return TRUE;
  }
  return FALSE;
}

static void
append_escaped (GString *vertical, const char *p, gsize length)
{
  for (const char *end = p + length; p < end; p++)
    switch (*p) {
    case '&':
      g_string_append (vertical, "&amp;");
      break;
    case '<':
      g_string_append (vertical, "&lt;");
      break;
    case '>':
      g_string_append (vertical, "&gt;");
      break;
    default:
      g_string_append_c (vertical, *p);
    }
}

void
conc_append_position (GString *vertical, const ConcText *text, const ConcToken *token)
{
  append_escaped (vertical, text->text->str + token->start, token->end - token->start);
  if (token->tag) {
    g_string_append_c (vertical, '\t');
    append_escaped (vertical, token->tag, strlen (token->tag));
    g_string_append_c (vertical, '\t');
    if (token->lemma)
      append_escaped (vertical, token->lemma, strlen (token->lemma));
  }
  g_string_append_c (vertical, '\n');
}

/* The keyword is a structure of its own. */
static char *
make_vertical (const ConcText *text, const ConcSentence *sentence, guint32 first, guint32 n)
{
  GString *vertical = g_string_new (NULL);
  for (guint32 i = sentence->first; i < sentence->first + sentence->n; i++) {
    const ConcToken *token = conc_text_token (text, i);
    if (token->glued && i > sentence->first)
      g_string_append (vertical, "<g/>\n");
    if (i == first)
      g_string_append (vertical, "<kw>\n");
    conc_append_position (vertical, text, token);
    if (i + 1 == first + n)
      g_string_append (vertical, "</kw>\n");
  }
  return g_string_free (vertical, FALSE);
}

/* Sentences from @from to before @to, on one line. */
static char *
make_context (const ConcText *text, guint from, guint to)
{
  GString *context = g_string_new (NULL);
  for (guint i = from; i < to; i++) {
    gsize length;
    const char *sentence = get_text (text, conc_text_sentence (text, i), &length);
    if (context->len > 0)
      g_string_append_c (context, ' ');
    g_string_append_len (context, sentence, (gssize) length);
  }
  return g_string_free (context, FALSE);
}

static ConcHit *
make_hit (const ConcWanted *wanted, const ConcText *text, guint i, guint32 first, guint32 n)
{
  const ConcSentence *sentence = conc_text_sentence (text, i);
  const ConcToken *from = conc_text_token (text, first), *to = conc_text_token (text, first + n - 1);
  const guint last = text->sentences->len;
  gsize length;
  const char *start = get_text (text, sentence, &length);
  ConcHit *hit = g_new0 (ConcHit, 1);
  hit->url = g_strdup (text->url);
  hit->source = g_strdup (text->source);
  hit->date = g_strdup (text->date);
  hit->tag = g_strdup (from->tag);
  hit->lemma = g_strdup (from->lemma);
  hit->at = from->start - sentence->start;
  hit->behind = to->end - sentence->start;
  hit->start = (guint32) g_utf8_strlen (start, hit->at);
  hit->end = (guint32) g_utf8_strlen (start, hit->behind);
  hit->sentence = g_strndup (start, length);
  hit->keyword = g_strndup (start + hit->at, hit->behind - hit->at);
  hit->before = make_context (text, i - MIN (i, wanted->context), i);
  hit->after = make_context (text, i + 1, i + 1 + MIN (last - i - 1, wanted->context));
  hit->vertical = wanted->vertical ? make_vertical (text, sentence, first, n) : NULL;
  return hit;
}

ConcHit *
conc_find_in (const ConcWanted *wanted, const ConcText *text, guint i)
{
  guint32 first, n;
  return i < text->sentences->len &&
                 conc_query_find (wanted->query, text, conc_text_sentence (text, i), 0, &first, &n)
             ? make_hit (wanted, text, i, first, n)
             : NULL;
}

void
conc_find (const ConcWanted *wanted, const ConcText *text,
           gboolean (*is_new) (const char *sentence, gsize length, gpointer data), gpointer data,
           GPtrArray *hits)
{
  guint n_found = 0;
  for (guint i = 0; i < text->sentences->len; i++) {
    const ConcSentence *sentence = conc_text_sentence (text, i);
    guint32 first, n;
    gsize length;
    const char *start = get_text (text, sentence, &length);
    if (!conc_is_candidate (wanted, text, sentence) ||
        !conc_query_find (wanted->query, text, sentence, 0, &first, &n) ||
        (is_new && !is_new (start, length, data)))
      continue;
    g_ptr_array_add (hits, make_hit (wanted, text, i, first, n));
    if (wanted->max_per_page > 0 && ++n_found == wanted->max_per_page)
      return;
  }
}
