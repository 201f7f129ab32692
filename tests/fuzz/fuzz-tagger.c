/* SPDX-License-Identifier: MIT */
/* Any bytes as the answer of a tagger. The first one names its format: 'v' is vertical text. */
#include <string.h>

#include "concordance/apertium.h"
#include "concordance/find.h"
#include "concordance/tagger.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static const char vertical[] =
    "<doc>\n<p>\n<s>\nThey\nhave\ncaf\303\251\n<g/>\n-\n<g/>\nbars\nin\nNew\nYork\n"
    "<g/>\n.\n</s>\n</p>\n</doc>\n";

static void
check (const ConcText *text)
{
  guint32 end = 0;

  for (guint i = 0; i < text->tokens->len; i++) {
    const ConcToken *token = conc_text_token (text, i);

    g_assert_true (token->start >= end && token->end >= token->start && token->end <= text->text->len);
    g_assert_true (!token->tag || g_utf8_validate (token->tag, -1, NULL));
    g_assert_true (!token->lemma || g_utf8_validate (token->lemma, -1, NULL));
    end = token->end;
  }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (ConcText) text = conc_text_new ();
  const char *answer = (const char *) data + 1;
  char *words[] = { (char *) "have", NULL };
  g_autoptr (ConcQuery) query = conc_query_new (words, ".*", NULL);
  const ConcWanted wanted = { .query = query, .fragments = TRUE, .context = 1, .vertical = TRUE };
  g_autoptr (GPtrArray) hits = g_ptr_array_new_with_free_func ((GDestroyNotify) conc_hit_free);
  g_autofree char *copy = NULL;

  if (size == 0)
    return 0;
  copy = g_strndup (answer, size - 1);
  conc_text_read (text, vertical, strlen (vertical), CONC_READ_DEFAULT);
  if (data[0] == 'v')
    conc_text_read (text, answer, size - 1, CONC_READ_COLUMNS);
  else if (data[0] == 'l')
    conc_columns_read (text, conc_text_sentence (text, 0), copy, strlen (copy), CONC_TAGS_PENN, NULL);
  else
    conc_apertium_read (text, conc_text_sentence (text, 0), copy, strlen (copy), (ConcTagSet) (data[0] % 3));
  check (text);
  conc_find (&wanted, text, NULL, NULL, hits);
  for (guint i = 0; i < hits->len; i++) {
    const ConcHit *hit = hits->pdata[i];

    g_assert_true (hit->behind <= strlen (hit->sentence) &&
                   hit->end <= (gsize) g_utf8_strlen (hit->sentence, -1));
    g_assert_true (g_utf8_validate (hit->sentence, -1, NULL) && !strchr (hit->sentence, '\n'));
  }
  return 0;
}
