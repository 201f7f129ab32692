/* SPDX-License-Identifier: MIT */
#include "concordance/bait.h"

#include <string.h>

#include "corpus/json-scan.h"
#include "corpus/packed.h"

#define MOST_OF_LINE (64 << 20)
#define MOST_OF_TITLE 200 /* bytes: a longer one makes no query */
#define LEAST_LETTERS 4   /* of a word of a text: shorter ones are in all pages */
#define MOST_LETTERS 24
#define RANDOM_LETTERS 4

static const ConcBaitInfo kinds[CONC_N_BAITS] = {
  [CONC_BAIT_RANDOM] = { "random", "four letters, drawn at random (the default)", FALSE },
  [CONC_BAIT_NUMBERS] = { "numbers", "0, 1, 2 ...", FALSE },
  [CONC_BAIT_TITLES] = { "titles",
                         "titles of a file, a line each or in JSON Lines, in an order drawn at random",
                         TRUE },
  [CONC_BAIT_ARTICLES] = { "articles", "words of the texts in a file, drawn at random", TRUE },
  [CONC_BAIT_WORDS] = { "words", "the lines of a file, in their order", TRUE },
  [CONC_BAIT_NONE] = { "none", "no bait word: one query for each word", FALSE },
};

const ConcBaitInfo *
conc_bait_get_info (ConcBaitKind kind)
{
  return &kinds[kind];
}

struct _ConcBait {
  ConcBaitKind kind;
  guint64 seed;
  GPtrArray *words;  /* of files */
  GHashTable *known; /* of these, to have each once; not owned */
  guint64 n_offered; /* different ones */
};

/* ---- Numbers drawn: SplitMix64 ---------------------------------------------------------------- */

/* The @i-th number of a seed. */
static guint64
draw (guint64 seed, guint64 i)
{
  guint64 z = (seed + 1) * G_GUINT64_CONSTANT (0xd1342543de82ef95) +
              (i + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* ---- Files ------------------------------------------------------------------------------------ */

/* The first ones, or if they are drawn, the i-th in place of one of N with probability N / i: as likely as
 * all others. */
static void
offer (ConcBait *bait, const char *text, gsize length)
{
  g_autofree char *word = g_strstrip (g_strndup (text, length));
  if (!*word || strlen (word) > MOST_OF_TITLE || !g_utf8_validate (word, -1, NULL) ||
      g_hash_table_contains (bait->known, word))
    return;
  guint64 place = bait->n_offered++;
  if (place >= CONC_MOST_BAITS)
    place = bait->kind == CONC_BAIT_WORDS ? place : draw (bait->seed, place) % bait->n_offered;
  if (place >= CONC_MOST_BAITS)
    return;
  if (place < bait->words->len) {
    g_hash_table_remove (bait->known, bait->words->pdata[place]);
    g_free (bait->words->pdata[place]);
    bait->words->pdata[place] = g_steal_pointer (&word);
  } else
    g_ptr_array_add (bait->words, g_steal_pointer (&word));
  g_hash_table_add (bait->known, bait->words->pdata[place]);
}

static void
offer_words (ConcBait *bait, const char *text, gsize length)
{
  if (!g_utf8_validate (text, (gssize) length, NULL))
    return;
  const char *end = text + length;
  for (const char *p = text, *next; p < end; p = next) {
    guint n = 0;
    for (next = p; next < end && g_unichar_isalpha (g_utf8_get_char (next)); next = g_utf8_next_char (next))
      n++;
    if (n >= LEAST_LETTERS && n <= MOST_LETTERS)
      offer (bait, p, (gsize) (next - p));
    if (next == p)
      next = g_utf8_next_char (p);
  }
}

static void
offer_text (ConcBait *bait, const char *text, gsize length)
{
  if (bait->kind == CONC_BAIT_ARTICLES)
    offer_words (bait, text, length);
  else
    offer (bait, text, length);
}

/* Returns: whether the line is an object of JSON, with or without such a member */
static gboolean
read_object (ConcBait *bait, const char *line, gsize length)
{
  const char *wanted = bait->kind == CONC_BAIT_ARTICLES ? "text" : "title";
  g_autoptr (GString) value = g_string_new (NULL);
  CorpusJsonScan scan;
  CorpusJsonEvent event;
  gboolean is_wanted = FALSE;
  if (length == 0 || *line != '{')
    return FALSE;
  corpus_json_scan_begin (&scan, line, length);
  while ((event = corpus_json_scan_next (&scan)) != CORPUS_JSON_END && event != CORPUS_JSON_BAD)
    if (event == CORPUS_JSON_KEY)
      is_wanted = scan.depth == 1 && corpus_json_scan_is (&scan, wanted);
    else if (event == CORPUS_JSON_STRING && is_wanted)
      corpus_json_unescape (value, scan.value, scan.length);
    else
      is_wanted = FALSE;
  if (event == CORPUS_JSON_END)
    offer_text (bait, value->str, value->len);
  return event == CORPUS_JSON_END;
}

/* Fisher and Yates: each order is as likely as any other. */
static void
shuffle (ConcBait *bait)
{
  for (guint i = bait->words->len; i > 1; i--) {
    const guint other = (guint) (draw (~bait->seed, i) % i);
    gpointer word = bait->words->pdata[i - 1];
    bait->words->pdata[i - 1] = bait->words->pdata[other];
    bait->words->pdata[other] = word;
  }
}

static gboolean
read_file (ConcBait *bait, const char *path, GError **error)
{
  g_autoptr (CorpusReader) reader = corpus_reader_new (path, MOST_OF_LINE, error);
  g_autoptr (GError) failure = NULL;
  const char *line;
  gsize length;
  while (reader && corpus_reader_get_line (reader, &line, &length, &failure))
    if (!read_object (bait, line, length))
      offer_text (bait, line, length);
  if (reader && !failure && bait->words->len == 0)
    g_set_error_literal (&failure, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "has no bait word");
  if (failure)
    g_propagate_error (error, g_steal_pointer (&failure));
  else if (reader)
    return TRUE;
  g_prefix_error (error, "%s: ", path);
  return FALSE;
}

/* ---- Bait words --------------------------------------------------------------------------------- */

ConcBait *
conc_bait_new (ConcBaitKind kind, guint64 seed, const char *path, GError **error)
{
  g_autoptr (ConcBait) bait = g_new0 (ConcBait, 1);
  bait->kind = kind;
  bait->seed = seed;
  bait->words = g_ptr_array_new_with_free_func (g_free);
  bait->known = g_hash_table_new (g_str_hash, g_str_equal);
  if (kinds[kind].file && !read_file (bait, path, error))
    return NULL;
  g_hash_table_remove_all (bait->known);
  if (kind != CONC_BAIT_WORDS)
    shuffle (bait);
  return g_steal_pointer (&bait);
}

void
conc_bait_free (ConcBait *bait)
{
  g_hash_table_unref (bait->known);
  g_ptr_array_unref (bait->words);
  g_free (bait);
}

char *
conc_bait_dup (const ConcBait *bait, guint64 i)
{
  char letters[RANDOM_LETTERS + 1] = "";
  guint64 number = draw (bait->seed, i);
  switch (bait->kind) {
  case CONC_BAIT_RANDOM:
    for (guint k = 0; k < RANDOM_LETTERS; k++, number /= 26)
      letters[k] = (char) ('a' + number % 26);
    return g_strdup (letters);
  case CONC_BAIT_NUMBERS:
    return g_strdup_printf ("%" G_GUINT64_FORMAT, i);
  case CONC_BAIT_NONE:
    return i == 0 ? g_strdup ("") : NULL;
  default:
    return i < bait->words->len ? g_strdup (bait->words->pdata[i]) : NULL;
  }
}
