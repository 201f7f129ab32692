/* SPDX-License-Identifier: MIT */
/* The table of measures, on texts and pages small enough to count by hand. */
#include <math.h>
#include <string.h>

#include "train/measure/bootstrap.h"
#include "train/measure/group.h"
#include "train/measure/text.h"
#include "train/measure/measure.h"
#include "train/report/print.h"
#include "libextract/model/model.h"

#include "tests/unit/parse.h"

static TrainEntry entry = { .id = (char *) "a", .lang = (char *) "en" };

#define UNKNOWN (-1)

static double
get (const TrainResult *result, const char *key)
{
  double value = UNKNOWN;
  const TrainMeasure *measure = train_measure_find (key);
  g_assert_nonnull (measure);
  return train_measure_get_page (measure, result, &value) ? value : UNKNOWN;
}

static TrainResult *
measure_texts (const char *output, const char *reference)
{
  TrainResult *result = train_result_new (&entry, output, reference);
  train_result_measure_shingles (result, output, reference);
  train_result_measure_sequence (result, output, reference);
  return result;
}

/* ---- Texts -------------------------------------------------------------------------------- */

static void
test_shingles (void)
{
  static const struct {
    const char *output;
    const char *reference;
    double precision;
    double recall;
    double f1;
    double accuracy;
  } cases[] = {
    { "a b c d e", "a b c d f", 0.5, 0.5, 0.5, 0 }, /* abcd bcde, abcd bcdf */
    { "a a a a a", "a a a a", 0.5, 1, 2.0 / 3, 0 }, /* aaaa twice, and once */
    { "one, two", "one two.", 1, 1, 1, 1 },         /* fewer words: one shingle */
    { "one", "one two", 0, 0, 0, 0 },               /* which is another one */
    { "One two", "one two", 0, 0, 0, 0 },           /* the case counts */
    { "a b c d", "d c b a", 0, 0, 0, 0 },           /* and so does the order */
    { "", ".", UNKNOWN, UNKNOWN, UNKNOWN, 1 },      /* no words at all */
    { NULL, "one", UNKNOWN, 0, 0, 0 },
    { "one", "", 0, UNKNOWN, 0, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TrainResult) result = measure_texts (cases[i].output, cases[i].reference);
    g_test_message ("case %" G_GSIZE_FORMAT, i);
    g_assert_cmpfloat_with_epsilon (get (result, "shingle4-precision"), cases[i].precision, 1e-12);
    g_assert_cmpfloat_with_epsilon (get (result, "shingle4-recall"), cases[i].recall, 1e-12);
    g_assert_cmpfloat_with_epsilon (get (result, "shingle4-f1"), cases[i].f1, 1e-12);
    g_assert_cmpfloat_with_epsilon (get (result, "shingle4-accuracy"), cases[i].accuracy, 1e-12);
  }
}

static void
test_sequence (void)
{
  static const struct {
    const char *output;
    const char *reference;
    double precision;
    double recall;
    double f1;
    double similarity;
  } cases[] = {
    { "The cat sat.", "The cat ran and sat.", 1, 0.6, 0.75, 0.6 }, /* 3 of 3, 3 of 5 */
    { "b a", "a b", 0.5, 0.5, 0.5, 1.0 / 3 },
    { "sat", "sat.", 0, 0, 0, 0 }, /* words are what is between spaces */
    { " x\ty\n", "x y", 1, 1, 1, 1 },
    { "", " ", 1, 1, 1, 1 },
    { NULL, "x", 0, 0, 0, 0 },
    { "x", "", 0, 0, 0, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TrainResult) result = measure_texts (cases[i].output, cases[i].reference);
    g_test_message ("case %" G_GSIZE_FORMAT, i);
    g_assert_cmpfloat_with_epsilon (get (result, "cleaneval-precision"), cases[i].precision, 1e-12);
    g_assert_cmpfloat_with_epsilon (get (result, "cleaneval-recall"), cases[i].recall, 1e-12);
    g_assert_cmpfloat_with_epsilon (get (result, "cleaneval-f1"), cases[i].f1, 1e-12);
    g_assert_cmpfloat_with_epsilon (get (result, "cleaneval-similarity"), cases[i].similarity, 1e-12);
  }
}

/* By the table of all beginnings of both texts. */
static gsize
common_by_table (const TrainWords *a, const TrainWords *b)
{
  g_autofree guint *before = g_new0 (guint, b->n + 1);
  g_autofree guint *row = g_new0 (guint, b->n + 1);
  for (gsize i = 0; i < a->n; i++) {
    for (gsize j = 0; j < b->n; j++)
      row[j + 1] = a->ids[i] == b->ids[j] ? before[j] + 1 : MAX (before[j + 1], row[j]);
    memcpy (before, row, (b->n + 1) * sizeof *row);
  }
  return before[b->n];
}

static TrainWords *
draw_tokens (GRand *random, gint32 n_words)
{
  TrainWords *tokens = train_words_new ();
  tokens->n = tokens->n_allocated = (gsize) g_rand_int_range (random, 0, 400);
  tokens->ids = g_new (guint32, tokens->n + 1);
  for (gsize i = 0; i < tokens->n; i++)
    tokens->ids[i] = (guint32) g_rand_int_range (random, 0, n_words);
  return tokens;
}

static void
test_common (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint i = 0; i < 600; i++) {
    gint32 n_words = i % 3 == 0 ? 1 : i % 3 == 1 ? 4 : 150;
    g_autoptr (TrainWords) a = draw_tokens (random, n_words);
    g_autoptr (TrainWords) b = draw_tokens (random, n_words);
    gsize found, reverse, itself;
    g_assert_true (train_words_common (a, b, &found));
    g_assert_true (train_words_common (b, a, &reverse));
    g_assert_true (train_words_common (a, a, &itself));
    g_assert_cmpuint (found, ==, common_by_table (a, b));
    g_assert_cmpuint (reverse, ==, found);
    g_assert_cmpuint (itself, ==, a->n);
  }

  /* Texts beyond the limit are not looked at. */
  TrainWords huge = { .n = (gsize) 1 << 31 };
  gsize length;
  g_assert_false (train_words_common (&huge, &huge, &length));
}

/* Equal texts give 1, texts without a common word 0, and F1 does not mind which one is the reference. */
static void
test_properties (void)
{
  static const char *const texts[] = { "a", "a b c d e f", "Žluťoučký kůň. Úpěl ďábelské ódy!",
                                       "a a a a a a" };
  static const char *const f1s[] = { "word-f1", "shingle4-f1", "cleaneval-f1" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (texts); j++)
      for (gsize m = 0; m < G_N_ELEMENTS (f1s); m++) {
        g_autoptr (TrainResult) result = measure_texts (texts[i], texts[j]);
        g_autoptr (TrainResult) reverse = measure_texts (texts[j], texts[i]);
        g_autoptr (TrainResult) disjoint = measure_texts (texts[i], "nothing of this is there");
        if (i == j)
          g_assert_cmpfloat (get (result, f1s[m]), ==, 1);
        g_assert_cmpfloat (get (result, f1s[m]), ==, get (reverse, f1s[m]));
        g_assert_cmpfloat (get (disjoint, f1s[m]), ==, 0);
      }
}

/* ---- Blocks ------------------------------------------------------------------------------- */

/*
 * Blocks of the page:  words  truth  score
 *   0 alpha one          2     bad    .9    taken
 *   1 beta two three     3     good   .1
 *   2 gamma four         2     good   .8    taken
 *   3 ...                0     none   .9    taken, but it has no words
 *   4 delta              1     bad    .7    taken
 *   5 epsilon five ...   4     good   .6    taken
 *   6 zeta               1     bad    .2
 */
static const char page[] =
    "<p>alpha one<p>beta two three<p>gamma four<p>...<p>delta<p>epsilon five six seven<p>zeta";
static const char reference[] = "beta two three gamma four epsilon five six seven";
static const float page_scores[] = { .9f, .1f, .8f, .9f, .7f, .6f, .2f };

static TrainResult *
measure_page (const char *truth, const float *scores)
{
  g_autoptr (ExtractDocument) document = parse (page);

  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, 7);

  g_autoptr (ExtractModel) model = extract_model_get_default (NULL);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  extract_classifier_clear_rules (classifier);
  extract_classifier_set_threshold (classifier, 0.5);
  g_assert_true (extract_classifier_label_scored (classifier, document, scores, NULL));

  g_autoptr (TrainAlignment) alignment =
      train_alignment_new_for_document (document, truth, TRAIN_SCRIPT_SPACED);
  TrainResult *result = train_result_new (&entry, "", truth);
  train_result_measure_blocks (result, document, alignment);
  return result;
}

static void
test_blocks (void)
{
  static const struct {
    const char *key;
    double value;
  } cases[] = {
    { "block-precision", 2.0 / 4 },
    { "block-recall", 2.0 / 3 },
    { "block-f1", 4.0 / 7 },
    { "block-accuracy", 3.0 / 6 },
    { "block-words-precision", 6.0 / 9 },
    { "block-words-recall", 6.0 / 9 },
    { "block-words-f1", 6.0 / 9 },
    { "block-words-accuracy", 7.0 / 13 },
    { "success", 2.0 / 3 },
    { "failure", 2.0 / 3 },
    { "start-found", 0 },
    { "end-found", 1 },
    { "start-missed", 1 },
    { "end-missed", 0 },
  };
  g_autoptr (TrainResult) result = measure_page (reference, page_scores);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_test_message ("%s", cases[i].key);
    g_assert_cmpfloat_with_epsilon (get (result, cases[i].key), cases[i].value, 1e-12);
  }
  g_assert_cmpint (result->start, ==, -1); /* it begins one block too early */
  g_assert_cmpint (result->end, ==, 0);

  /* It begins a block too late, and ends two too early; the block without words is no step. */
  static const float late[] = { 0, 0, .8f, .9f, 0, 0, 0 };
  g_autoptr (TrainResult) short_one = measure_page (reference, late);
  g_assert_cmpint (short_one->start, ==, 1);
  g_assert_cmpint (short_one->end, ==, -2);
}

static void
test_blocks_at_ends (void)
{
  static const float none[7] = { 0 };

  /* Nothing is taken: there is no start. */
  g_autoptr (TrainResult) nothing = measure_page (reference, none);
  g_assert_cmpfloat (get (nothing, "block-precision"), ==, 0);
  g_assert_cmpfloat (get (nothing, "success"), ==, 0);
  g_assert_cmpfloat (get (nothing, "failure"), ==, 0);
  g_assert_cmpfloat (get (nothing, "start-found"), ==, UNKNOWN);

  /* There is no main text, and rightly none is found. */
  g_autoptr (TrainResult) right = measure_page ("", none);
  g_assert_cmpfloat (get (right, "block-f1"), ==, 1);
  g_assert_cmpfloat (get (right, "block-accuracy"), ==, 1);
  g_assert_cmpfloat (get (right, "success"), ==, UNKNOWN);

  /* There is none, but some is found. */
  g_autoptr (TrainResult) wrong = measure_page ("", page_scores);
  g_assert_cmpfloat (get (wrong, "block-f1"), ==, 0);
  g_assert_cmpfloat (get (wrong, "failure"), ==, UNKNOWN);
}

static void
test_thesis (void)
{
  static const float none[7] = { 0 };
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func ((GDestroyNotify) train_result_free);
  g_autoptr (GString) text = g_string_new (NULL);

  g_ptr_array_add (results, measure_page (reference, page_scores));
  g_ptr_array_add (results, measure_page (reference, none));
  g_ptr_array_add (results, train_result_new (&entry, "", NULL)); /* its blocks are not known */
  train_print_thesis (text, results);
  g_assert_cmpstr (text->str, ==,
                   "id\tCB\tDB\tNDB\tNB\tZ\tK\tsuccess\tfailure\n"
                   "a\t6\t4\t2\t1\t-1\t0\t0.6667\t0.6667\n"
                   "a\t6\t0\t0\t3\t-\t-\t0.0000\t0.0000\n"
                   "total\t12\t4\t2\t4\t0/1\t1/1\t0.3333\t0.3333\n");
}

/* ---- Many pages --------------------------------------------------------------------------- */

static GPtrArray *
make_results (void)
{
  GPtrArray *results = g_ptr_array_new_with_free_func ((GDestroyNotify) train_result_free);
  g_ptr_array_add (results, measure_texts ("a b c d e", "a b c d f"));
  g_ptr_array_add (results, measure_texts ("a b", "a b"));
  g_ptr_array_add (results, measure_texts ("", "a b"));
  return results;
}

static void
test_means (void)
{
  /* Shingles: the third page has no precision. Sums of the shares: common 1/3 1 0, output 2/3 1 0, reference
   * 2/3 1 1. */
  static const struct {
    const char *key;
    guint n;
    double mean;
    double total;
  } cases[] = {
    { "word-precision", 3, (0.8 + 1 + 0) / 3, 6.0 / 7 },
    { "word-recall", 3, (0.8 + 1 + 0) / 3, 6.0 / 9 },
    { "word-f1", 3, (0.8 + 1 + 0) / 3, 12.0 / 16 },
    { "shingle4-precision", 2, 0.75, 0.8 },
    { "shingle4-recall", 3, 0.5, 0.5 },
    { "shingle4-f1", 3, 0.6, 8.0 / 13 },
    { "shingle4-accuracy", 3, 1.0 / 3, 1.0 / 3 },
    { "cleaneval-similarity", 3, (4.0 / 6 + 1) / 3, 6.0 / 10 },
  };
  g_autoptr (GPtrArray) results = make_results ();
  TrainMeasured measured;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_test_message ("%s", cases[i].key);
    g_assert_true (train_measure_compute (train_measure_find (cases[i].key), results, 1, &measured));
    g_assert_true (measured.has_mean);
    g_assert_cmpuint (measured.n_pages, ==, cases[i].n);
    g_assert_cmpfloat_with_epsilon (measured.mean, cases[i].mean, 1e-12);
    g_assert_cmpfloat_with_epsilon (measured.total, cases[i].total, 1e-12);
    g_assert_cmpfloat (measured.low, <=, measured.mean);
    g_assert_cmpfloat (measured.high, >=, measured.mean);
  }
  g_assert_false (train_measure_compute (train_measure_find ("block-f1"), results, 1, &measured));
  g_assert_false (train_measure_compute (train_measure_find ("with"), results, 1, &measured));

  /* The interval of word-f1 is that of the summary. */
  TrainSummary summary;
  train_summary_compute (results, 1, &summary);
  train_measure_compute (train_measure_find ("word-f1"), results, 1, &measured);
  g_assert_cmpfloat_with_epsilon (measured.low, summary.f1_low, 1e-12);
  g_assert_cmpfloat_with_epsilon (measured.high, summary.f1_high, 1e-12);
}

static void
test_table (void)
{
  gsize n;
  const TrainMeasure *table = train_measure_get_all (&n);

  for (gsize i = 0; i < n; i++) {
    g_assert_true (train_measure_find (table[i].key) == &table[i]);
    g_assert_true ((table[i].get_share != NULL) != (table[i].get_total != NULL));
    g_assert_true (strlen (table[i].unit) > 0 && strlen (table[i].sentence) > 0 &&
                   strlen (table[i].source) > 0);
    /* Precision and recall stand above it. */
    if (table[i].harmonic) {
      g_assert_cmpuint (i, >=, 2);
      g_assert_cmpint (table[i - 2].counted, ==, table[i].counted);
      g_assert_cmpint (table[i - 1].counted, ==, table[i].counted);
    }
  }

  static const struct {
    const char *text;
    guint n; /* measures; 0 if it is wrong */
  } cases[] = { { "word", 3 }, { "word-f1", 1 }, { "word,word-f1", 3 },    { "word-f1,block-f1,thesis", 8 },
                { "", 0 },     { "words", 0 },   { "word,", 0 },           { "word, shingle4", 0 },
                { "WORD", 0 }, { "all", 0 },     { "word-f1,nonsense", 0 } };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    TrainMeasures measures = 0;
    g_autoptr (GError) error = NULL;
    gboolean ok = train_measures_parse ("--measures", cases[i].text, &measures, &error);
    g_test_message ("\"%s\"", cases[i].text);
    g_assert_true (ok == (error == NULL));
    g_assert_true (ok == (cases[i].n > 0));
    guint found = 0;
    for (; ok && measures; measures &= measures - 1)
      found++;
    g_assert_cmpuint (found, ==, cases[i].n);
  }
}

/* Sites that lose most stand first, and only so many of them; types stand by name. */
static void
test_groups (void)
{
  static TrainEntry entries[] = {
    { .id = (char *) "1", .site = (char *) "good.example", .type = (char *) "b" },
    { .id = (char *) "2", .site = (char *) "bad.example", .type = (char *) "a" },
    { .id = (char *) "3", .site = (char *) "www.good.example", .type = (char *) "a" },
    { .id = (char *) "4", .site = (char *) "worse.example" },
    { .id = (char *) "5", .site = (char *) "worse.example" },
  };
  static const char *const outputs[] = { "x", "", "x", "x y z", "x y z" }; /* F1 1, 0, 1, 1/2, 1/2 */
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func ((GDestroyNotify) train_result_free);
  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    g_ptr_array_add (results, train_result_new (&entries[i], outputs[i], "x"));

  g_autoptr (GPtrArray) sites = train_groups_new (results, TRAIN_BY_SITE, 0);
  static const char *const names[] = { "bad.example", "worse.example", "good.example" };
  g_assert_cmpuint (sites->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpstr (((TrainGroup *) sites->pdata[i])->name, ==, names[i]);
  g_assert_cmpuint (((TrainGroup *) sites->pdata[2])->results->len, ==, 2);

  g_autoptr (GPtrArray) two = train_groups_new (results, TRAIN_BY_SITE, 2);
  g_assert_cmpuint (two->len, ==, 2);
  g_autoptr (GPtrArray) types = train_groups_new (results, TRAIN_BY_TYPE, 2);
  g_assert_cmpuint (types->len, ==, 3);
  g_assert_cmpstr (((TrainGroup *) types->pdata[0])->name, ==, "-");
  g_autoptr (GPtrArray) languages = train_groups_new (results, TRAIN_BY_LANGUAGE, 0);
  g_assert_cmpuint (languages->len, ==, 0); /* none is known */
}

static void
test_bootstrap (void)
{
  static const double same[] = { 0.25, 0.25, 0.25 };
  static const double first[] = { 0.5, NAN, 0.5 }, second[] = { 0.25, 0.25, NAN };
  double low, high;

  train_bootstrap_mean (same, 3, 1, &low, &high);
  g_assert_cmpfloat (low, ==, 0.25);
  g_assert_cmpfloat (high, ==, 0.25);

  /* 2 x 1/2 x 1/4 / (3/4), unless a sample has none of one kind, which is rarer than 1 in 20 only for both.
   */
  train_bootstrap_harmonic (first, second, 3, 1, &low, &high);
  g_assert_cmpfloat (low, ==, 0);
  g_assert_cmpfloat_with_epsilon (high, 1.0 / 3, 1e-12);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/measure/shingles", test_shingles);
  g_test_add_func ("/measure/sequence", test_sequence);
  g_test_add_func ("/measure/common", test_common);
  g_test_add_func ("/measure/properties", test_properties);
  g_test_add_func ("/measure/blocks", test_blocks);
  g_test_add_func ("/measure/blocks-at-ends", test_blocks_at_ends);
  g_test_add_func ("/measure/thesis", test_thesis);
  g_test_add_func ("/measure/means", test_means);
  g_test_add_func ("/measure/table", test_table);
  g_test_add_func ("/measure/groups", test_groups);
  g_test_add_func ("/measure/bootstrap", test_bootstrap);
  return g_test_run ();
}
