/* SPDX-License-Identifier: MIT */
/* Two systems on the same pages: the test of chance against all signs counted by hand, and what has changed.
 */
#include <string.h>

#include "train/measure/bootstrap.h"
#include "train/measure/changes.h"
#include "train/report/compare.h"
#include "libextract/model/model.h"

#include "tests/unit/parse.h"

static TrainEntry entry = { .id = (char *) "a", .type = (char *) "article" };

static TrainResult *
make_result (double f1)
{
  TrainResult *result = g_new0 (TrainResult, 1);
  result->entry = &entry;
  result->scored = f1 >= 0;
  result->scores.f1 = f1;
  return result;
}

/* @f1: ends with 2; -1 is a page without a reference */
static GPtrArray *
make_results (const double *f1)
{
  GPtrArray *results = g_ptr_array_new_with_free_func ((GDestroyNotify) train_result_free);
  for (; *f1 <= 1; f1++)
    g_ptr_array_add (results, make_result (*f1));
  return results;
}

static void
test_permutations (void)
{
  static const struct {
    guint n;
    double differences[6];
    double p;
  } cases[] = {
    { 0, { 0 }, 1 },
    { 2, { 0, 0 }, 1 },
    { 1, { .4 }, 1 },               /* both signs are as far */
    { 3, { .1, .2, .3 }, 2.0 / 8 }, /* only all + and all - */
    { 3, { -.1, -.2, -.3 }, 2.0 / 8 },
    { 2, { .1, -.1 }, 1 },
    { 3, { .1, .2, -.3 }, 1 },                   /* the sum is 0, but for rounding */
    { 6, { .5, .5, .5, .5, -.1, 0 }, 4.0 / 32 }, /* 2.1 and 1.9, with either sign */
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_test_message ("case %" G_GSIZE_FORMAT, i);
    g_assert_cmpfloat_with_epsilon (train_permutation_test (cases[i].differences, cases[i].n, 1), cases[i].p,
                                    1e-12);
  }
}

static void
test_random_permutations (void)
{
  double same[64], mixed[64], slight[64];
  for (guint i = 0; i < 64; i++) {
    same[i] = 0.1;
    mixed[i] = i % 2 ? 0.1 : -0.1;
    slight[i] = i < 40 ? 0.1 : -0.1;
  }

  /* 2 / 2^64 is never met; a probability is not 0 for that. */
  g_assert_cmpfloat_with_epsilon (train_permutation_test (same, 64, 1), 1.0 / 10001, 1e-12);
  g_assert_cmpfloat (train_permutation_test (mixed, 64, 1), ==, 1);
  /* 40 or more heads of 64, or 24 or fewer: 2 x 0.02998 by the binomial distribution. */
  double p = train_permutation_test (slight, 64, 1);
  g_assert_cmpfloat_with_epsilon (p, 0.0599, 0.008);
  g_assert_cmpfloat (train_permutation_test (slight, 64, 1), ==, p);
}

static void
test_compute (void)
{
  static const double f1_a[] = { .5, .5, .5, -1, 1, 2 }, f1_b[] = { .6, .4, .9, -1, 1, 2 };
  g_autoptr (GPtrArray) a = make_results (f1_a);
  g_autoptr (GPtrArray) b = make_results (f1_b);
  TrainComparison there, back;

  g_assert_true (train_compare_compute (a, b, 1, &there));
  g_assert_cmpuint (there.n_pages, ==, 4);
  g_assert_cmpfloat_with_epsilon (there.a, 2.5 / 4, 1e-12);
  g_assert_cmpfloat_with_epsilon (there.b, 2.9 / 4, 1e-12);
  g_assert_cmpfloat_with_epsilon (there.difference, 0.1, 1e-12);
  g_assert_cmpuint (there.wins, ==, 2);
  g_assert_cmpuint (there.ties, ==, 1);
  g_assert_cmpuint (there.losses, ==, 1);
  g_assert_cmpfloat_with_epsilon (there.p, 6.0 / 8, 1e-12); /* .4 of .1 -.1 .4: .6 .4 .4, with either sign */
  g_assert_cmpfloat (there.low, <=, 0.1);
  g_assert_cmpfloat (there.high, >=, 0.1);

  /* The other way round is the same but for the sign. */
  g_assert_true (train_compare_compute (b, a, 1, &back));
  g_assert_cmpfloat_with_epsilon (back.difference, -there.difference, 1e-12);
  g_assert_cmpfloat (back.p, ==, there.p);
  g_assert_cmpuint (back.wins, ==, there.losses);

  /* A system against itself. */
  g_assert_true (train_compare_compute (a, a, 1, &back));
  g_assert_cmpfloat (back.difference, ==, 0);
  g_assert_cmpfloat (back.p, ==, 1);
  g_assert_cmpuint (back.ties, ==, 4);

  static const double unknown[] = { -1, 2 };
  g_autoptr (GPtrArray) none = make_results (unknown);
  g_assert_false (train_compare_compute (none, none, 1, &back));
}

static void
test_report (void)
{
  static const double worse[] = { .1, .1, .1, .1, .1, .1, 2 }, better[] = { .2, .2, .2, .2, .2, .2, 2 };
  const TrainCompareOptions options = {
    .name_a = "one", .name_b = "\"two\"", .seed = 1, .by = TRAIN_BY_DEFAULT
  };
  g_autoptr (GPtrArray) a = make_results (worse);
  g_autoptr (GPtrArray) b = make_results (better);
  g_autoptr (GString) text = g_string_new (NULL);

  train_compare_append_table (text, "set", a, b, &options);
  g_assert_nonnull (
      strstr (text->str, "\nB is better by 0.1000 (0.1000 to 0.1000); this is beyond chance (p = 0.0312)."));
  g_string_truncate (text, 0);
  train_compare_append_table (text, "set", b, a, &options);
  g_assert_nonnull (
      strstr (text->str, "\nA is better by 0.1000 (0.1000 to 0.1000); this is beyond chance (p = 0.0312)."));
  g_string_truncate (text, 0);
  train_compare_append_table (text, "set", a, a, &options);
  g_assert_nonnull (strstr (text->str, "\nBoth have the same F1 on every page.\n"));

  g_string_truncate (text, 0);
  train_compare_append_json (text, "set", a, b, &options);
  g_assert_cmpstr (text->str, ==,
                   "{\"set\": \"set\", \"a\": \"one\", \"b\": \"\\\"two\\\"\", \"pages\": 6, \"n\": 6, "
                   "\"f1_a\": 0.1, \"f1_b\": 0.2, \"difference\": 0.1, \"low\": 0.1, \"high\": 0.1, "
                   "\"p\": 0.03125, \"wins\": 6, \"ties\": 0, \"losses\": 0, "
                   "\"by_type\": {\"article\": {\"n\": 6, \"f1_a\": 0.1, \"f1_b\": 0.2, \"difference\": 0.1, "
                   "\"low\": 0.1, \"high\": 0.1, \"p\": 0.03125, \"wins\": 6, \"ties\": 0, \"losses\": 0}}");
}

static void
test_largest (void)
{
  static const double f1_a[] = { .5, .5, .5, -1, .5, .5, 2 }, f1_b[] = { .6, .5, .1, -1, .9, .4, 2 };
  static const guint order[] = { 2, 4, 0, 5 }; /* .4 .4 .1 .1: of equal ones the first */
  g_autoptr (GPtrArray) a = make_results (f1_a);
  g_autoptr (GPtrArray) b = make_results (f1_b);
  g_autoptr (GArray) all = train_compare_find_changes (a, b, 100);
  g_autoptr (GArray) two = train_compare_find_changes (a, b, 2);

  g_assert_cmpmem (two->data, two->len * sizeof (guint), order, 2 * sizeof (guint));
  g_assert_cmpuint (all->len, ==, 4);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpuint (g_array_index (all, guint, i), ==, order[i]);
}

static void
test_sentences (void)
{
  static const struct {
    const char *a;
    const char *b;
    const char *reference;
    const char *expected;
  } cases[] = {
    { "One. Two.", "one.\nTWO.", "", "" }, /* case and line breaks do not count */
    { "One. Two.", "One. Three! Four", "Two. Four", "  - good Two.\n  + bad  Three!\n  + good Four\n" },
    { "x\nx\nx", "x", "x", "  - good x\n  - good x\n" }, /* each as often as it is there */
    { "", "", "a", "" },
    { "", " \n\n. \n", "", "  + bad  .\n" },
    { "3.14 is e.g. pi", "3.14 is", "", "  - bad  3.14 is e.g.\n  - bad  pi\n  + bad  3.14 is\n" },
    { "一。二！三", "一。三", "二！", "  - good 二！\n" },
    { "tab\there \x1b[31m", "", "", "  - bad  tab here \\x1b[31m\n" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GPtrArray) changes = train_changes_of_texts (cases[i].a, cases[i].b, cases[i].reference);
    g_autoptr (GString) text = g_string_new (NULL);
    train_changes_append_text (text, changes);
    g_test_message ("case %" G_GSIZE_FORMAT, i);
    g_assert_cmpstr (text->str, ==, cases[i].expected);
  }
}

static void
test_many_sentences (void)
{
  g_autoptr (GString) many = g_string_new (NULL);
  for (guint i = 0; i < 25; i++)
    g_string_append_printf (many, "%u %s\n", i,
                            "0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 "
                            "0123456789 0123456789 0123456789");
  g_autoptr (GPtrArray) changes = train_changes_of_texts ("", many->str, "");
  g_autoptr (GString) text = g_string_new (NULL);
  train_changes_append_text (text, changes);
  g_auto (GStrv) lines = g_strsplit (text->str, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 22); /* twenty, the rest, and what is behind the last break */
  g_assert_cmpstr (lines[20], ==, "  and 5 more");
  g_assert_cmpint (g_utf8_strlen (lines[0], -1), ==, 9 + 80 + 1);
  g_assert_true (g_str_has_suffix (lines[0], "…"));
}

/* Blocks that one labelling takes and the other does not. */
static ExtractDocument *
label (ExtractDocument *document, const float *scores)
{
  g_autoptr (ExtractModel) model = extract_model_get_default (NULL);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  ExtractDocument *copy = extract_document_copy (document);
  extract_classifier_clear_rules (classifier);
  g_assert_true (extract_classifier_label_scored (classifier, copy, scores, NULL));
  return copy;
}

static void
test_blocks (void)
{
  static const char page[] = "<h1>Title here</h1><p>same<p>only in the first<li>only in the second<p>...";
  static const float scores_a[] = { 0, 1, 1, 0, 0 }, scores_b[] = { 1, 1, 0, 1, 1 };
  g_autoptr (ExtractDocument) document = parse (page);

  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, 5);

  g_autoptr (ExtractDocument) a = label (document, scores_a);
  g_autoptr (ExtractDocument) b = label (document, scores_b);
  g_autoptr (TrainAlignment) alignment =
      train_alignment_new_for_document (document, "Title here same", TRAIN_SCRIPT_SPACED);
  g_autoptr (GPtrArray) changes = train_changes_of_blocks (a, b, alignment);
  g_autoptr (GString) text = g_string_new (NULL);
  train_changes_append_text (text, changes);
  g_assert_cmpstr (text->str, ==,
                   "  + good h1: Title here\n"
                   "  - bad  p: only in the first\n"
                   "  + bad  li: only in the second\n"
                   "  + none p: ...\n");

  g_string_truncate (text, 0);
  g_ptr_array_set_size (changes, 1);
  train_changes_append_json (text, changes);
  g_assert_cmpstr (text->str, ==,
                   "[{\"only_in\": \"b\", \"truth\": \"good\", \"tag\": \"h1\", \"text\": \"Title here\"}]");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compare/permutations", test_permutations);
  g_test_add_func ("/compare/random-permutations", test_random_permutations);
  g_test_add_func ("/compare/compute", test_compute);
  g_test_add_func ("/compare/report", test_report);
  g_test_add_func ("/compare/largest", test_largest);
  g_test_add_func ("/compare/sentences", test_sentences);
  g_test_add_func ("/compare/many-sentences", test_many_sentences);
  g_test_add_func ("/compare/blocks", test_blocks);
  return g_test_run ();
}
