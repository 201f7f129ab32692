/* SPDX-License-Identifier: MIT */
/* Sketches: which words they are made of, and what two of them say about their texts. */
#include <libextract/text/sketch.h>

#include <math.h>
#include <string.h>

static ExtractSketch
make_sketch (const char *text)
{
  ExtractSketcher sketcher;
  extract_sketcher_begin (&sketcher, NULL, NULL);
  extract_sketcher_add (&sketcher, text, strlen (text));
  return *extract_sketcher_end (&sketcher);
}

/* ---- Words ------------------------------------------------------------------------------------ */

/* Two texts, and whether they have the same words. */
typedef struct {
  const char *name, *a, *b;
  guint n_words; /* of a */
  gboolean same;
} Case;

static const Case cases[] = {
  { "case", "The TIDE rises", "the tide rises", 3, TRUE },
  { "space", "the tide\nrises", "  the  tide\t rises ", 3, TRUE },
  { "space-parts", "boats rise", "boatsrise", 2, FALSE },
  { "signs", "The tide, (rises).", "the tide rises", 3, TRUE },
  { "order", "the tide rises", "tide the rises", 3, FALSE },
  { "twice", "the tide tide", "the tide", 3, FALSE },
  { "apostrophe", "don't", "don t", 2, TRUE },
  { "curly-apostrophe", "don’t", "don't", 2, TRUE },
  { "underscore", "snake_case", "snake _ case", 2, TRUE },
  { "digits", "x86 3.14", "x86 3 14", 3, TRUE },
  { "accents", "ÉTÉ ΟΔΟΣ", "été οδοσ", 2, TRUE },
  { "marks", "cafe\xcc\x81s", "cafes", 1, FALSE },
  { "mark-alone", "\xcc\x81 cafe", "cafe", 1, TRUE },
  { "soft-hyphen",
    "har\xc2\xad"
    "bour",
    "harbour", 1, TRUE },
  { "zero-width-space",
    "har\xe2\x80\x8b"
    "bour",
    "har bour", 2, TRUE },
  { "han", "日本語", "日 本 語", 3, TRUE },
  { "han-in-latin", "x日y", "x 日 y", 3, TRUE },
  { "thai", "กขค", "ก ข ค", 3, TRUE },
  { "hangul", "한국 어", "한국어", 2, FALSE },
  { "not-utf-8",
    "a\xff"
    "b\xe2\x82",
    "a b", 2, TRUE },
  { "none", " -- !", "", 0, TRUE },
};

static void
test_words (gconstpointer data)
{
  const Case *test = data;
  const ExtractSketch a = make_sketch (test->a), b = make_sketch (test->b);
  g_assert_cmpuint (a.n_words, ==, test->n_words);
  g_assert_cmpint (a.exact == b.exact, ==, test->same);
}

/* A text cut into its tokens has the same sketch. */
static void
test_pieces (void)
{
  static const char *const pieces[] = { "The",   "tide", ",",  "don",   "'", "t",
                                        "rises", "日",   "本", "twice", "a", "day" };
  const ExtractSketch whole = make_sketch ("The tide, don't rises日本 twice a day");
  ExtractSketcher sketcher;
  extract_sketcher_begin (&sketcher, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++) {
    if (i == 7)
      extract_sketcher_begin_paragraph (&sketcher);
    extract_sketcher_add (&sketcher, pieces[i], strlen (pieces[i]));
  }
  g_assert_cmpmem (extract_sketcher_end (&sketcher), sizeof whole, &whole, sizeof whole);
}

static void
count_run (guint64 run, gpointer data)
{
  ++*(guint *) data;
}

/* Runs lie in one paragraph; minima are of the whole text. */
static void
test_paragraphs (void)
{
  guint n = 0;
  ExtractSketcher sketcher;
  extract_sketcher_begin (&sketcher, count_run, &n);
  extract_sketcher_begin_paragraph (&sketcher);
  extract_sketcher_add (&sketcher, "one two three four five six", 27);
  extract_sketcher_begin_paragraph (&sketcher);
  extract_sketcher_add (&sketcher, "one two three four", 18);
  extract_sketcher_end (&sketcher);
  g_assert_cmpuint (n, ==, 2);
}

/* ---- What sketches say ------------------------------------------------------------------------ */

/* Words "w0 w1 ...": @n of them from @first on, each as a text of its own would be too short for a run. */
static char *
dup_text (guint first, guint n)
{
  GString *text = g_string_new (NULL);
  for (guint i = first; i < first + n; i++)
    g_string_append_printf (text, "w%u ", i);
  return g_string_free (text, FALSE);
}

static double
compare (const ExtractSketch *a, const ExtractSketch *b)
{
  guint n = 0;
  for (guint i = 0; i < EXTRACT_SKETCH_MINIMA; i++)
    n += a->minima[i] == b->minima[i];
  return (double) n / EXTRACT_SKETCH_MINIMA;
}

static gboolean
share_band (const ExtractSketch *a, const ExtractSketch *b)
{
  for (guint i = 0; i < EXTRACT_SKETCH_BANDS; i++)
    if (extract_sketch_get_band (a, i) == extract_sketch_get_band (b, i))
      return TRUE;
  return FALSE;
}

/* Two texts of @n words that share all but the first and last @other of them. */
typedef struct {
  const char *name;
  guint n, other;
} Pair;

static const Pair pairs[] = {
  { "same", 500, 0 },   { "nine-tenths", 500, 26 }, { "three-quarters", 500, 71 },
  { "half", 500, 165 }, { "third", 500, 248 },      { "tenth", 500, 406 },
  { "short", 60, 12 },  { "long", 20000, 6665 },    { "nothing", 500, 500 },
};

#define N_TEXTS 400

/* Estimates are right on the average, and texts share a band as often as the head of sketch.h says. */
static void
test_similarity (gconstpointer data)
{
  const Pair *pair = data;
  const guint n_texts = pair->n > 5000 ? N_TEXTS / 10 : N_TEXTS;
  const double runs = pair->n - EXTRACT_SKETCH_WORDS + 1;
  const double both = MAX (0, runs - pair->other), truth = both / (2 * runs - both);
  const double expected = 1 - pow (1 - pow (truth, EXTRACT_SKETCH_ROWS), EXTRACT_SKETCH_BANDS);
  double sum = 0;
  guint n_banded = 0;
  for (guint i = 0; i < n_texts; i++) {
    g_autofree char *a = dup_text (i * 100000, pair->n), *b = dup_text (i * 100000 + pair->other, pair->n);
    const ExtractSketch one = make_sketch (a), other = make_sketch (b);
    sum += compare (&one, &other);
    n_banded += share_band (&one, &other);
  }
  g_test_message ("%s: similarity %.3f, estimated %.3f; share a band: %.3f, expected %.3f", pair->name, truth,
                  sum / n_texts, (double) n_banded / n_texts, expected);
  g_assert_cmpfloat (fabs (sum / n_texts - truth), <, 0.02);
  /* Of few texts, the share is rough. */
  g_assert_cmpfloat (fabs ((double) n_banded / n_texts - expected), <, n_texts < N_TEXTS ? 0.2 : 0.06);
}

/* Bits of hashes: each is set in about half of all minima. */
static void
test_bits (void)
{
  guint ones[32] = { 0 };
  for (guint i = 0; i < 200; i++) {
    g_autofree char *text = dup_text (i * 1000, EXTRACT_SKETCH_WORDS);
    const ExtractSketch sketch = make_sketch (text);
    for (guint bit = 0; bit < 32; bit++)
      ones[bit] += sketch.minima[0] >> bit & 1;
  }
  for (guint bit = 0; bit < 32; bit++) {
    g_assert_cmpuint (ones[bit], >, 65);
    g_assert_cmpuint (ones[bit], <, 135);
  }
}

/* Fingerprints in files are compared with those of later versions. */
static void
test_fixed (void)
{
  const ExtractSketch sketch = make_sketch ("The tide rises twice a day in this harbour.");
  g_assert_cmphex (sketch.exact, ==, G_GUINT64_CONSTANT (0x7f2f62b76bd578a7));
  g_assert_cmphex (sketch.minima[0], ==, 0x74342023);
  g_assert_cmphex (extract_sketch_get_band (&sketch, 31), ==, G_GUINT64_CONSTANT (0x5b70f70ff0a98973));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/sketch/words/", cases[i].name, NULL);
    g_test_add_data_func (path, &cases[i], test_words);
  }
  g_test_add_func ("/sketch/pieces", test_pieces);
  g_test_add_func ("/sketch/paragraphs", test_paragraphs);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++) {
    g_autofree char *path = g_strconcat ("/sketch/similarity/", pairs[i].name, NULL);
    g_test_add_data_func (path, &pairs[i], test_similarity);
  }
  g_test_add_func ("/sketch/bits", test_bits);
  g_test_add_func ("/sketch/fixed", test_fixed);
  return g_test_run ();
}
