/* SPDX-License-Identifier: MIT */
#include "concordance/query.h"

#include <string.h>

/* Expressions may go back and forth over a hostile tag: steps of a match. */
#define PATTERN_LIMITS "(*LIMIT_MATCH=100000)"

/* One of the words, a token after another. */
typedef struct {
  char **parts; /* folded, or as they are */
  guint n;
  gboolean exact; /* it has a capital */
} Word;

struct _ConcQuery {
  GArray *words; /* of Word */
  GRegex *pos;   /* (nullable) */
};

/* Most words are of ASCII, and need no tables. */
static gboolean
is_ascii (const char *word, gssize length)
{
  for (const char *p = word; length < 0 ? *p != '\0' : p < word + length; p++)
    if ((guchar) *p >= 0x80 || *p == '\0')
      return FALSE;
  return TRUE;
}

char *
conc_fold (const char *word, gssize length)
{
  if (is_ascii (word, length))
    return g_ascii_strdown (word, length);
  g_autofree char *composed = g_utf8_normalize (word, length, G_NORMALIZE_NFC);
  return composed ? g_utf8_casefold (composed, -1) : g_strdup ("");
}

static gboolean
has_capital (const char *word)
{
  for (const char *p = word; *p; p = g_utf8_next_char (p))
    if (g_unichar_isupper (g_utf8_get_char (p)) || g_unichar_istitle (g_utf8_get_char (p)))
      return TRUE;
  return FALSE;
}

static void
word_clear (gpointer data)
{
  g_strfreev (((Word *) data)->parts);
}

static gboolean
add_word (ConcQuery *query, const char *text, GError **error)
{
  if (!g_utf8_validate (text, -1, NULL)) {
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, "a word is not valid UTF-8");
    return FALSE;
  }
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  const gboolean exact = has_capital (text);
  g_auto (GStrv) pieces = g_strsplit_set (text, " \t\n", -1);
  for (char **piece = pieces; *piece; piece++)
    if (**piece)
      g_ptr_array_add (parts,
                       exact ? g_utf8_normalize (*piece, -1, G_NORMALIZE_NFC) : conc_fold (*piece, -1));
  if (parts->len == 0) {
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, "a word is empty");
    return FALSE;
  }
  Word word = { .n = parts->len, .exact = exact };
  g_ptr_array_add (parts, NULL);
  word.parts = (char **) g_ptr_array_free (g_steal_pointer (&parts), FALSE);
  g_array_append_val (query->words, word);
  return TRUE;
}

ConcQuery *
conc_query_new (char **words, const char *pos, GError **error)
{
  g_autoptr (ConcQuery) query = g_new0 (ConcQuery, 1);
  query->words = g_array_new (FALSE, TRUE, sizeof (Word));
  g_array_set_clear_func (query->words, word_clear);
  for (; *words; words++)
    if (!add_word (query, *words, error))
      return NULL;
  if (pos) {
    g_autofree char *whole = g_strconcat (PATTERN_LIMITS "^(?:", pos, ")$", NULL);
    query->pos = g_utf8_validate (pos, -1, NULL) ? g_regex_new (whole, G_REGEX_OPTIMIZE, 0, NULL) : NULL;
    if (!query->pos) {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           "--pos takes a regular expression, such as V.*");
      return NULL;
    }
  }
  return g_steal_pointer (&query);
}

void
conc_query_free (ConcQuery *query)
{
  g_array_unref (query->words);
  g_clear_pointer (&query->pos, g_regex_unref);
  g_free (query);
}

gboolean
conc_query_needs_tags (const ConcQuery *query)
{
  return query->pos != NULL;
}

guint
conc_query_get_n_words (const ConcQuery *query)
{
  return query->words->len;
}

guint
conc_query_get_n_parts (const ConcQuery *query, guint word)
{
  return g_array_index (query->words, Word, word).n;
}

char *
conc_query_dup_part (const ConcQuery *query, guint word, guint part)
{
  const Word *row = &g_array_index (query->words, Word, word);
  return row->exact ? conc_fold (row->parts[part], -1) : g_strdup (row->parts[part]);
}

gboolean
conc_query_is_plain (const ConcQuery *query)
{
  for (guint i = 0; i < query->words->len; i++) {
    const Word *word = &g_array_index (query->words, Word, i);
    if (word->n != 1 || word->exact)
      return FALSE;
  }
  return !query->pos;
}

/* Whether @text of @length bytes is the part @wanted. Most are of ASCII, and not. */
static gboolean
is_part (const char *text, gsize length, const char *wanted, gboolean exact)
{
  if ((guchar) *text < 0x80 && (guchar) *wanted < 0x80 &&
      (exact ? *text : g_ascii_tolower (*text)) != *wanted)
    return FALSE;
  g_autofree char *own =
      exact ? g_utf8_normalize (text, (gssize) length, G_NORMALIZE_NFC) : conc_fold (text, (gssize) length);
  return own && strcmp (own, wanted) == 0;
}

static gboolean
is_token (const ConcQuery *query, const ConcText *text, const ConcToken *token, const char *wanted,
          gboolean exact)
{
  if (!query->pos)
    return is_part (text->text->str + token->start, token->end - token->start, wanted, exact);
  if (!token->tag || !token->lemma)
    return FALSE;
  /* "they've" is PRP+VBP, they+have. */
  g_auto (GStrv) tags = g_strsplit (token->tag, "+", 0), lemmas = g_strsplit (token->lemma, "+", 0);
  for (guint i = 0; tags[i] && lemmas[i]; i++)
    if (*lemmas[i] && is_part (lemmas[i], strlen (lemmas[i]), wanted, exact) &&
        g_regex_match (query->pos, tags[i], 0, NULL))
      return TRUE;
  return FALSE;
}

static gboolean
is_word_at (const ConcQuery *query, const ConcText *text, const Word *word, guint32 i, guint32 end)
{
  if (end - i < word->n)
    return FALSE;
  for (guint k = 0; k < word->n; k++)
    if (!is_token (query, text, conc_text_token (text, i + k), word->parts[k], word->exact))
      return FALSE;
  return TRUE;
}

gboolean
conc_query_find (const ConcQuery *query, const ConcText *text, const ConcSentence *sentence, guint32 from,
                 guint32 *first, guint32 *n)
{
  const guint32 end = sentence->first + sentence->n;
  for (guint32 i = sentence->first + from; i < end; i++)
    for (guint w = 0; w < query->words->len; w++) {
      const Word *word = &g_array_index (query->words, Word, w);
      if (is_word_at (query, text, word, i, end)) {
        *first = i;
        *n = word->n;
        return TRUE;
      }
    }
  return FALSE;
}
