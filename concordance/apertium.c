/* SPDX-License-Identifier: MIT */
#include "concordance/apertium.h"

#include <string.h>

/* ---- Installations ------------------------------------------------------------------------------- */

#define FOLDER "/usr/share/apertium"

/* Data for a language come with those of a pair. */
static const struct {
  const char *code;
  const char *pair;   /* "eng-spa": the language first */
  const char *folder; /* its own, and its package */
} languages[] = {
  { "en", "eng-spa", "apertium-eng-spa" }, { "es", "spa-eng", "apertium-eng-spa" },
  { "ca", "cat-spa", "apertium-spa-cat" }, { "fr", "fra-cat", "apertium-fra-cat" },
  { "it", "ita-spa", "apertium-spa-ita" }, { "pt", "por-spa", "apertium-es-pt" },
};

char *
conc_apertium_dup_command (const char *language, GError **error)
{
  guint i = 0;
  while (i < G_N_ELEMENTS (languages) && g_strcmp0 (languages[i].code, language) != 0)
    i++;
  if (i == G_N_ELEMENTS (languages)) {
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                 "apertium is known for en, es, ca, fr, it and pt, not for %s: name a command with --tagger",
                 language ? language : "all languages");
    return NULL;
  }
  g_autofree char *base = g_build_filename (FOLDER, languages[i].folder, languages[i].pair, NULL);
  g_autofree char *words = g_strconcat (base, ".automorf.bin", NULL);
  g_autofree char *model = g_strconcat (base, ".prob", NULL);
  g_autofree char *program = g_find_program_in_path ("lt-proc");
  g_autofree char *tagger = g_find_program_in_path ("apertium-tagger");
  if (program && tagger && g_file_test (words, G_FILE_TEST_EXISTS) && g_file_test (model, G_FILE_TEST_EXISTS))
    return g_strdup_printf ("lt-proc -z %s | apertium-tagger -z -p -g %s", words, model);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
               "the tagger apertium is not installed: apt-get install apertium %s", languages[i].folder);
  return NULL;
}

/* ---- Tags ------------------------------------------------------------------------------------------ */

/* The first row all of whose tags a unit has. */
static const struct {
  const char *tags[3];
  const char *penn;
  const char *universal;
} rows[] = {
  { { "vaux" }, "MD", "AUX" },
  { { "vbmod" }, "MD", "AUX" },
  { { "vbser", "pri", "p3" }, "VBZ", "AUX" },
  { { "vbser", "pres", "p3" }, "VBZ", "AUX" },
  { { "vbser", "past" }, "VBD", "AUX" },
  { { "vbser", "pri" }, "VBP", "AUX" },
  { { "vbser", "pres" }, "VBP", "AUX" },
  { { "vbser", "pp" }, "VBN", "AUX" },
  { { "vbser", "ger" }, "VBG", "AUX" },
  { { "vbser" }, "VB", "AUX" },
  { { "vbhaver", "pri", "p3" }, "VBZ", "AUX" },
  { { "vbhaver", "pres", "p3" }, "VBZ", "AUX" },
  { { "vbhaver", "past" }, "VBD", "AUX" },
  { { "vbhaver", "pri" }, "VBP", "AUX" },
  { { "vbhaver", "pres" }, "VBP", "AUX" },
  { { "vbhaver", "pp" }, "VBN", "AUX" },
  { { "vbhaver", "ger" }, "VBG", "AUX" },
  { { "vbhaver" }, "VB", "AUX" },
  { { "vbdo", "pri", "p3" }, "VBZ", "AUX" },
  { { "vbdo", "pres", "p3" }, "VBZ", "AUX" },
  { { "vbdo", "past" }, "VBD", "AUX" },
  { { "vbdo", "pri" }, "VBP", "AUX" },
  { { "vbdo", "pres" }, "VBP", "AUX" },
  { { "vbdo", "pp" }, "VBN", "AUX" },
  { { "vbdo" }, "VB", "AUX" },
  { { "vblex", "pres", "p3" }, "VBZ", "VERB" },
  { { "vblex", "pri", "p3" }, "VBZ", "VERB" },
  { { "vblex", "past" }, "VBD", "VERB" },
  { { "vblex", "pres" }, "VBP", "VERB" },
  { { "vblex", "pri" }, "VBP", "VERB" },
  { { "vblex", "pp" }, "VBN", "VERB" },
  { { "vblex", "ger" }, "VBG", "VERB" },
  { { "vblex", "pprs" }, "VBG", "VERB" },
  { { "vblex", "subs" }, "VBG", "VERB" },
  { { "vblex" }, "VB", "VERB" },
  { { "np" }, "NNP", "PROPN" },
  { { "n", "pl" }, "NNS", "NOUN" },
  { { "n" }, "NN", "NOUN" },
  { { "adj", "comp" }, "JJR", "ADJ" },
  { { "adj", "sup" }, "JJS", "ADJ" },
  { { "adj", "int" }, "JJ", "ADJ" },
  { { "adj" }, "JJ", "ADJ" },
  { { "adv", "itg" }, "WRB", "ADV" },
  { { "adv", "comp" }, "RBR", "ADV" },
  { { "adv", "sup" }, "RBS", "ADV" },
  { { "adv" }, "RB", "ADV" },
  { { "preadv" }, "RB", "ADV" },
  { { "prn", "itg" }, "WP", "PRON" },
  { { "prn", "pos" }, "PRP$", "PRON" },
  { { "prn", "obj" }, "PRP", "PRON" },
  { { "prn" }, "PRP", "PRON" },
  { { "det", "pos" }, "PRP$", "DET" },
  { { "det" }, "DT", "DET" },
  { { "predet" }, "PDT", "DET" },
  { { "rel" }, "WDT", "PRON" },
  { { "pr" }, "IN", "ADP" },
  { { "cnjcoo" }, "CC", "CCONJ" },
  { { "cnjsub" }, "IN", "SCONJ" },
  { { "cnjadv" }, "RB", "ADV" },
  { { "num" }, "CD", "NUM" },
  { { "ij" }, "UH", "INTJ" },
  { { "gen" }, "POS", "PART" },
  { { "part" }, "TO", "PART" },
  { { "sent" }, ".", "PUNCT" },
  { { "cm" }, ",", "PUNCT" },
  { { "lpar" }, "(", "PUNCT" },
  { { "rpar" }, ")", "PUNCT" },
  { { "lquest" }, "``", "PUNCT" },
  { { "rquot" }, "''", "PUNCT" },
  { { "guio" }, ":", "PUNCT" },
};

/* "<n><pl>" has <n>. */
static gboolean
has_tag (const char *tags, const char *tag)
{
  const gsize n = strlen (tag);
  for (const char *p = tags; (p = strchr (p, '<')); p++)
    if (strncmp (p + 1, tag, n) == 0 && p[1 + n] == '>')
      return TRUE;
  return FALSE;
}

/* Returns: (transfer full) */
static char *
map_tags (const char *tags, const char *lemma, ConcTagSet set)
{
  const gsize n = strlen (tags);
  if (set == CONC_TAGS_OWN && n > 2 && tags[n - 1] == '>') {
    g_autofree char *own = g_strndup (tags + 1, n - 2);
    g_auto (GStrv) parts = g_strsplit (own, "><", 0);
    return g_strjoinv (".", parts);
  }
  for (guint i = 0; *tags && i < G_N_ELEMENTS (rows); i++) {
    guint k = 0;
    while (k < G_N_ELEMENTS (rows[i].tags) && rows[i].tags[k] && has_tag (tags, rows[i].tags[k]))
      k++;
    if (k == G_N_ELEMENTS (rows[i].tags) || !rows[i].tags[k])
      return g_strdup (set == CONC_TAGS_PENN ? rows[i].penn : rows[i].universal);
  }
  /* What no dictionary has is mostly a name. */
  const gboolean capital = g_unichar_isupper (g_utf8_get_char (lemma));
  return g_strdup (set == CONC_TAGS_PENN ? (capital ? "NNP" : "FW") : capital ? "PROPN" : "X");
}

/* ---- Streams --------------------------------------------------------------------------------------- */

void
conc_apertium_append (const ConcText *text, const ConcSentence *sentence, GString *question)
{
  for (guint32 i = sentence->start; i < sentence->end; i++) {
    const char c = text->text->str[i];
    if (strchr ("[]{}^$/\\@<>", c))
      g_string_append_c (question, '\\');
    g_string_append_c (question, c);
  }
  g_string_append_c (question, '\0');
}

/* Up to an unescaped @stop or the end: *@p goes behind it. Returns: (transfer full) */
static char *
take (const char **p, const char *end, const char *stops)
{
  GString *string = g_string_new (NULL);
  while (*p < end && !strchr (stops, **p)) {
    if (**p == '\\' && *p + 1 < end)
      (*p)++;
    g_string_append_c (string, **p);
    (*p)++;
  }
  return g_string_free (string, FALSE);
}

/* An analysis: "do<vbdo><past>+not<adv>". Its tags and lemmas, each parted by "+". */
static void
read_analysis (const char *analysis, ConcTagSet set, GString *tags, GString *lemmas)
{
  g_auto (GStrv) parts = g_strsplit (analysis, "+", 0);
  for (char **part = parts; *part; part++) {
    g_autofree char *lemma = g_strndup (*part, strcspn (*part, "<"));
    const char *own_tags = *part + strlen (lemma);
    char *start = *lemma == '*' ? lemma + 1 : lemma;
    g_strdelimit (start, "#", '\0');
    if (*start == '\0' && !*own_tags)
      continue;
    g_autofree char *tag = map_tags (own_tags, start, set);
    g_autofree char *small = g_utf8_strdown (start, -1);
    g_string_append_printf (tags, "%s%s", tags->len > 0 ? "+" : "", tag);
    g_string_append_printf (lemmas, "%s%s", lemmas->len > 0 ? "+" : "",
                            has_tag (own_tags, "np") || !*own_tags ? start : small);
  }
}

/* A unit may be farther on by as much as is no unit: blanks, signs. */
#define MOST_BETWEEN 512

typedef struct {
  ConcText *text;
  guint32 token, end; /* the next one that has no tag, and the end of them */
  guint32 at;         /* in the text */
  guint32 stop;
} Place;

static void
set_unit (Place *place, const char *surface, const char *tags, const char *lemmas)
{
  ConcText *text = place->text;
  const gsize n = strlen (surface);
  const gsize room = MIN (place->stop - place->at, n + MOST_BETWEEN);
  const char *from = text->text->str + place->at;
  const char *found = n > 0 ? g_strstr_len (from, (gssize) room, surface) : NULL;
  if (!found)
    return;
  const guint32 start = (guint32) (found - text->text->str), behind = start + (guint32) n;
  gboolean first = TRUE;
  place->at = behind;
  while (place->token < place->end && conc_text_token (text, place->token)->end <= start)
    place->token++;
  for (; place->token < place->end; place->token++) {
    ConcToken *token = conc_text_token (text, place->token);
    if (token->start >= behind)
      return;
    if (token->tag)
      continue; /* the rest of a token that begins with another unit */
    g_autofree char *word = g_strndup (text->text->str + token->start, token->end - token->start);
    token->tag = g_string_chunk_insert_const (text->tags, tags);
    token->lemma = g_string_chunk_insert_const (text->tags, first ? lemmas : word);
    first = FALSE;
    if (token->end > behind)
      return;
  }
}

void
conc_apertium_read (ConcText *text, const ConcSentence *sentence, const char *answer, gsize length,
                    ConcTagSet set)
{
  Place place = { text, sentence->first, sentence->first + sentence->n, sentence->start, sentence->end };
  const char *p = answer, *end = answer + length;
  g_autoptr (GString) tags = g_string_new (NULL);
  g_autoptr (GString) lemmas = g_string_new (NULL);
  if (!g_utf8_validate (answer, (gssize) length, NULL))
    return;
  while (p < end) {
    if (*p == '\\' && p + 1 < end)
      p++;
    else if (*p == '^') {
      p++;
      g_autofree char *surface = take (&p, end, "/$");
      p += p < end && *p == '/';
      g_autofree char *analysis = take (&p, end, "/$");
      g_string_truncate (tags, 0);
      g_string_truncate (lemmas, 0);
      read_analysis (analysis, set, tags, lemmas);
      if (tags->len > 0)
        set_unit (&place, surface, tags->str, lemmas->str);
      continue; /* at the end of the unit, or at analyses that were not chosen, which are no units */
    }
    p += p < end;
  }
}
