/* SPDX-License-Identifier: MIT */
/* Duplicates: the set of runs, the index of documents, and what is dropped. */
#include "corpus/dedup.h"
#include "corpus/index.h"
#include "corpus/set.h"

#include <string.h>

/* ---- The set ---------------------------------------------------------------------------------- */

static guint64
mix (guint64 i)
{
  i = (i + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  i = (i ^ i >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  i = (i ^ i >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return i ^ i >> 31;
}

#define MANY 3000000 /* the set doubles twice */

static void
test_set_many (void)
{
  g_autoptr (CorpusSet) set = corpus_set_new ();
  guint n_wrong = 0;
  for (guint64 i = 0; i < MANY; i++) {
    g_assert_true (corpus_set_add (set, mix (i), G_MAXUINT64));
    if (i % 100 == 0)
      g_assert_true (corpus_set_add (set, mix (i), G_MAXUINT64));
  }
  for (guint64 i = 0; i < MANY; i++)
    if (!corpus_set_has (set, mix (i)))
      g_error ("%" G_GUINT64_FORMAT " is lost", i);
  for (guint64 i = MANY; i < 2 * MANY; i++)
    n_wrong += corpus_set_has (set, mix (i));
  /* One in 2^41 / MANY, that is four of them. */
  g_test_message ("%u of %u others are taken for members; %" G_GUINT64_FORMAT " bytes for %" G_GSIZE_FORMAT,
                  n_wrong, MANY, corpus_set_get_memory (set), corpus_set_get_n (set));
  g_assert_cmpuint (n_wrong, <, 20);
  g_assert_cmpuint (MANY - corpus_set_get_n (set), <, 20);
  g_assert_cmpuint (corpus_set_get_memory (set), <, MANY * 6);
}

/* At the ends of the homes, and in one place. */
static void
test_set_crowded (void)
{
  static const guint64 homes[] = { 0, G_MAXUINT64 << 23, (guint64) 1 << 63 };
  g_autoptr (CorpusSet) set = corpus_set_new ();
  for (guint h = 0; h < G_N_ELEMENTS (homes); h++)
    for (guint64 i = 0; i < 300; i++)
      g_assert_true (corpus_set_add (set, homes[h] + (i << 23), G_MAXUINT64));
  for (guint64 i = 0; i < MANY; i++)
    corpus_set_add (set, mix (i), G_MAXUINT64);
  for (guint h = 0; h < G_N_ELEMENTS (homes); h++)
    for (guint64 i = 0; i < 300; i++)
      g_assert_true (corpus_set_has (set, homes[h] + (i << 23)));
  g_assert_false (corpus_set_has (set, (guint64) 7 << 60));
}

static void
test_set_full (void)
{
  g_autoptr (CorpusSet) set = corpus_set_new ();
  const guint64 room = corpus_set_get_memory (set);
  guint64 n = 0;
  while (corpus_set_add (set, mix (n), room))
    n++;
  g_assert_cmpuint (corpus_set_get_memory (set), ==, room);
  g_assert_cmpuint (n, >, 700000);
  g_assert_true (corpus_set_add (set, mix (0), room)); /* is there */
  g_assert_false (corpus_set_has (set, mix (n)));
  g_assert_true (corpus_set_add (set, mix (n), G_MAXUINT64));
}

/* ---- The index -------------------------------------------------------------------------------- */

static ExtractSketch
made_sketch (guint64 seed)
{
  ExtractSketch sketch = { .exact = mix (seed), .n_words = 1 };
  for (guint i = 0; i < EXTRACT_SKETCH_MINIMA; i++)
    sketch.minima[i] = (guint32) mix (seed * 1000 + i);
  return sketch;
}

/* How many minima of a text are those of another one, from the last, and whether it is found with 0.5. */
static const struct {
  guint n_equal;
  gboolean found;
} near[] = { { 128, TRUE }, { 100, TRUE }, { 66, TRUE }, { 60, FALSE }, { 10, FALSE }, { 0, FALSE } };

static void
test_index (void)
{
  g_autoptr (CorpusIndex) index = corpus_index_new (TRUE);
  for (guint64 i = 0; i < 20000; i++) {
    const ExtractSketch sketch = made_sketch (i);
    g_assert_false (corpus_index_has_near (index, &sketch, 0.5));
    g_assert_true (corpus_index_add (index, &sketch, G_MAXUINT64));
  }
  for (guint64 i = 0; i < 20000; i += 37)
    for (guint k = 0; k < G_N_ELEMENTS (near); k++) {
      const ExtractSketch sketch = made_sketch (i);
      ExtractSketch other = made_sketch (100000 + i);
      g_assert_true (corpus_index_has_exact (index, &sketch));
      g_assert_false (corpus_index_has_exact (index, &other));
      const guint first = EXTRACT_SKETCH_MINIMA - near[k].n_equal;
      memcpy (other.minima + first, sketch.minima + first, near[k].n_equal * sizeof *sketch.minima);
      g_assert_cmpint (corpus_index_has_near (index, &other, 0.5), ==, near[k].found);
    }
}

/* Texts that share bands and nothing else cost no more time each. */
static void
test_index_alike (void)
{
  g_autoptr (CorpusIndex) index = corpus_index_new (TRUE);
  for (guint64 i = 0; i < 50000; i++) {
    ExtractSketch sketch = made_sketch (i);
    memset (sketch.minima, 0, 8 * sizeof *sketch.minima);
    g_assert_false (corpus_index_has_near (index, &sketch, 0.5));
    g_assert_true (corpus_index_add (index, &sketch, G_MAXUINT64));
  }
}

static void
test_index_full (void)
{
  for (guint is_near = 0; is_near < 2; is_near++) {
    g_autoptr (CorpusIndex) index = corpus_index_new (is_near);
    guint64 n = 0;
    ExtractSketch sketch = made_sketch (n);
    while (corpus_index_add (index, &sketch, 1 << 20))
      sketch = made_sketch (++n);
    g_test_message ("%" G_GUINT64_FORMAT " documents in 1 MB", n);
    g_assert_cmpuint (corpus_index_get_memory (index), <=, 1 << 20);
    g_assert_cmpuint (corpus_index_get_n (index), ==, n);
    g_assert_cmpuint (n, >, is_near ? 1500 : 40000);
    g_assert_false (corpus_index_has_exact (index, &sketch));
  }
}

/* ---- Judging ---------------------------------------------------------------------------------- */

/* Documents by lines; paragraphs are parted by |. Behind the tab, what stays: a letter for each paragraph,
 * "." for one that is dropped; or the verdict. */
typedef struct {
  const char *name;
  CorpusKinds kinds;
  const char *lines;
} Case;

#define A "the tide rises twice a day in this harbour and boats rise with it"
#define B "at low water the mud shows and the birds come to eat from it"
#define HALF_A "the tide rises twice a day in this harbour where nobody has seen it so far"

static const Case cases[] = {
  { "exact", CORPUS_EXACT, A "\t1\n" B "\t1\n" A "\texact\n" A " \xc2\xa1\texact\n" },
  { "exact-across-paragraphs", CORPUS_EXACT, A "|" B "\t12\n" A " " B "\texact\n" },
  { "exact-not-near", CORPUS_EXACT, A "\t1\n" A " today\t1\n" },
  { "near", CORPUS_EXACT | CORPUS_NEAR, A "\t1\n" A " today\tnear\n" B "\t1\n" A "\texact\n" },
  { "near-of-dropped", CORPUS_EXACT | CORPUS_NEAR,
    "a b c d e f g h i j k l\t1\na b c d e f g h i j k l m n o\tnear\na b c d e f g h i j k l m n o p q r s "
    "t u\t1\n" },
  { "no-words", CORPUS_EXACT | CORPUS_NEAR | CORPUS_PARAGRAPHS, "!\t1\n!\t1\n--|!\t12\n" },
  { "few-words", CORPUS_EXACT | CORPUS_NEAR, "low water\t1\nlow water\texact\nlow tide\t1\n" },
  { "paragraphs", CORPUS_PARAGRAPHS,
    A "|" B "\t12\n" B "|new words stand here in a paragraph\t.2\n" A "\tempty\n" },
  { "half-seen", CORPUS_PARAGRAPHS,
    A "\t1\n" HALF_A "|other words stand here in a paragraph\t12\n" A
      " too|other words stand there in one\t.2\n" },
  { "dropped-is-not-remembered", CORPUS_PARAGRAPHS,
    "a b c d e f g h i j k l\t1\na b c d e f g h i j k l m n o p q\tempty\ng h i j k l m n o p q r s t u "
    "v\t1\n" },
  { "twice-in-one", CORPUS_PARAGRAPHS, A "|" A "|" B "\t1.3\n" },
  { "short-stay", CORPUS_PARAGRAPHS,
    "Tides|" A "|see also\t123\nTides|" B "|see also\t123\nTides|" A "\tempty\nTides\t1\n" },
  { "all", CORPUS_EXACT | CORPUS_NEAR | CORPUS_PARAGRAPHS,
    A "|" B "\t12\n" A "|" B "\texact\n" A "|" B " today\tnear\n"
      "new words stand here in a paragraph that is longer than the other one so that it is not near|" A
      "\t1.\n" },
};

static char *
dup_outcome (CorpusDedup *dedup, CorpusText *text)
{
  static const char *const names[] = { NULL, "exact", "near", "empty" };
  const CorpusVerdict verdict = corpus_dedup_judge (dedup, text);
  GString *outcome = g_string_new (names[verdict]);
  gsize n;
  if (verdict != CORPUS_KEPT)
    return g_string_free (outcome, FALSE);
  corpus_dedup_keep (dedup, text);
  const CorpusParagraph *paragraphs = corpus_text_get_paragraphs (text, &n);
  for (gsize i = 0; i < n; i++)
    g_string_append_c (outcome, paragraphs[i].dropped ? '.' : (char) ('1' + i));
  return g_string_free (outcome, FALSE);
}

static void
test_judge (gconstpointer data)
{
  const Case *test = data;
  CorpusDedupOptions options = CORPUS_DEDUP_DEFAULTS;
  options.kinds = test->kinds;
  g_autoptr (CorpusDedup) dedup = corpus_dedup_new (&options);
  g_autoptr (CorpusText) text = corpus_text_new ((test->kinds & CORPUS_PARAGRAPHS) != 0);
  g_auto (GStrv) lines = g_strsplit (test->lines, "\n", -1);
  for (guint i = 0; *lines[i]; i++) {
    g_auto (GStrv) parts = g_strsplit (lines[i], "\t", 2);
    g_auto (GStrv) paragraphs = g_strsplit (parts[0], "|", -1);
    corpus_text_begin (text);
    for (guint k = 0; paragraphs[k]; k++) {
      corpus_text_begin_paragraph (text);
      corpus_text_add (text, paragraphs[k], strlen (paragraphs[k]));
      corpus_text_end_paragraph (text);
    }
    corpus_text_end (text);
    g_autofree char *outcome = dup_outcome (dedup, text);
    g_test_message ("%s", parts[0]);
    if (test->kinds & CORPUS_PARAGRAPHS || !g_ascii_isdigit (*parts[1]))
      g_assert_cmpstr (outcome, ==, parts[1]);
    else
      g_assert_cmpstr (outcome, ==, "");
  }
}

/* Two documents that share the first @n of 100 words; whether the second one goes. */
static const struct {
  guint n;
  double similarity;
  gboolean dropped;
} thresholds[] = { { 95, 0.5, TRUE },  { 90, 0.5, TRUE },   { 50, 0.5, FALSE },
                   { 85, 0.9, FALSE }, { 90, 0.99, FALSE }, { 0, 0.1, FALSE } };

static void
test_thresholds (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (thresholds); i++) {
    CorpusDedupOptions options = CORPUS_DEDUP_DEFAULTS;
    options.kinds = CORPUS_EXACT | CORPUS_NEAR;
    options.similarity = thresholds[i].similarity;
    g_autoptr (CorpusDedup) dedup = corpus_dedup_new (&options);
    g_autoptr (CorpusText) text = corpus_text_new (FALSE);
    for (guint document = 0; document < 2; document++) {
      corpus_text_begin (text);
      for (guint word = 0; word < 100; word++) {
        g_autofree char *name =
            g_strdup_printf ("w%u", word < thresholds[i].n ? word : 1000 * (document + 1) + word);
        corpus_text_add (text, name, strlen (name));
      }
      corpus_text_end (text);
      const CorpusVerdict verdict = corpus_dedup_judge (dedup, text);
      g_assert_cmpint (verdict == CORPUS_DROPPED_NEAR, ==, document == 1 && thresholds[i].dropped);
      corpus_dedup_keep (dedup, text);
    }
  }
}

/* What does not fit is judged, but not remembered, and counted. */
static void
test_memory (void)
{
  CorpusDedupOptions options = CORPUS_DEDUP_DEFAULTS;
  options.kinds = CORPUS_EXACT | CORPUS_NEAR | CORPUS_PARAGRAPHS;
  options.memory = CORPUS_LEAST_MEMORY;
  g_autoptr (CorpusDedup) dedup = corpus_dedup_new (&options);
  g_autoptr (CorpusText) text = corpus_text_new (TRUE);
  guint64 n_dropped = 0;
  for (guint i = 0; i < 60000; i++) {
    corpus_text_begin (text);
    corpus_text_begin_paragraph (text);
    for (guint word = 0; word < 30; word++) {
      g_autofree char *name = g_strdup_printf ("w%ux%u", i % 50000, word);
      corpus_text_add (text, name, strlen (name));
    }
    corpus_text_end_paragraph (text);
    corpus_text_end (text);
    if (corpus_dedup_judge (dedup, text) == CORPUS_KEPT)
      corpus_dedup_keep (dedup, text);
    else
      n_dropped++;
  }
  const CorpusDedupFigures figures = corpus_dedup_get_figures (dedup);
  g_autofree char *warning = corpus_dedup_dup_warning (dedup, "--memory");
  g_test_message ("%s", warning);
  g_assert_cmpuint (figures.memory, <=, CORPUS_LEAST_MEMORY);
  g_assert_cmpuint (figures.n_forgotten_documents, >, 0);
  g_assert_cmpuint (figures.n_forgotten_runs, >, 0);
  g_assert_cmpuint (n_dropped, ==, 10000); /* the first ones were remembered */
}

static void
test_kinds (void)
{
  static const struct {
    const char *names;
    guint kinds; /* 0: none of them */
  } names[] = { { "exact", CORPUS_EXACT },
                { "near", CORPUS_EXACT | CORPUS_NEAR },
                { "paragraphs", CORPUS_PARAGRAPHS },
                { "exact,paragraphs", CORPUS_EXACT | CORPUS_PARAGRAPHS },
                { "near,paragraphs", CORPUS_EXACT | CORPUS_NEAR | CORPUS_PARAGRAPHS },
                { "", 0 },
                { "near,", 0 },
                { "all", 0 } };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    CorpusKinds kinds;
    g_assert_cmpint (corpus_dedup_parse_kinds (names[i].names, &kinds), ==, names[i].kinds != 0);
    if (names[i].kinds)
      g_assert_cmpuint (kinds, ==, names[i].kinds);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dedup/set/many", test_set_many);
  g_test_add_func ("/dedup/set/crowded", test_set_crowded);
  g_test_add_func ("/dedup/set/full", test_set_full);
  g_test_add_func ("/dedup/index/near", test_index);
  g_test_add_func ("/dedup/index/alike", test_index_alike);
  g_test_add_func ("/dedup/index/full", test_index_full);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/dedup/judge/", cases[i].name, NULL);
    g_test_add_data_func (path, &cases[i], test_judge);
  }
  g_test_add_func ("/dedup/thresholds", test_thresholds);
  g_test_add_func ("/dedup/memory", test_memory);
  g_test_add_func ("/dedup/kinds", test_kinds);
  return g_test_run ();
}
