/* SPDX-License-Identifier: MIT */
/* The measure, on texts small enough to count by hand. */
#include <string.h>

#include "train/measure/metrics.h"

static TrainEntry entry = { .id = (char *) "a", .lang = (char *) "en", .type = (char *) "article" };

static void
test_scores (void)
{
  static const struct {
    const char *output;
    const char *reference;
    double precision;
    double recall;
    double f1;
  } cases[] = {
    { "", "", 1, 1, 1 },
    { " ... ", "--", 1, 1, 1 },
    { "", "word", 0, 0, 0 },
    { "word", "", 0, 0, 0 },
    { "word", "other", 0, 0, 0 },
    { "a b c d", "A, B!", 0.5, 1, 2.0 / 3 },
    { "a a b", "a b b b", 2.0 / 3, 0.5, 4.0 / 7 }, /* bags: min (2, 1) + min (1, 3) */
    { "b a", "a b", 1, 1, 1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TrainResult) result = train_result_new (&entry, cases[i].output, cases[i].reference);
    g_test_message ("case %" G_GSIZE_FORMAT, i);
    g_assert_true (result->scored);
    g_assert_cmpfloat_with_epsilon (result->scores.precision, cases[i].precision, 1e-12);
    g_assert_cmpfloat_with_epsilon (result->scores.recall, cases[i].recall, 1e-12);
    g_assert_cmpfloat_with_epsilon (result->scores.f1, cases[i].f1, 1e-12);
  }
}

static void
test_result (void)
{
  const char *with[] = { "The  Sun", "moon", " ", NULL };
  const char *without[] = { "log in", "rain", "", NULL };
  TrainEntry page = entry;
  page.with = (char **) with;
  page.without = (char **) without;

  g_autoptr (TrainResult) result = train_result_new (&page, "the\n SUN and the rain\n", NULL);
  g_assert_false (result->scored);
  g_assert_false (result->missing);
  g_assert_false (result->empty);
  g_assert_cmpuint (result->n_with, ==, 2);
  g_assert_cmpuint (result->with_found, ==, 1);
  g_assert_cmpuint (result->n_without, ==, 2);
  g_assert_cmpuint (result->without_absent, ==, 1);
  g_assert_cmpint (result->n_characters, ==, 22);

  g_autoptr (TrainResult) missing = train_result_new (&page, NULL, "the sun");
  g_assert_true (missing->scored);
  g_assert_true (missing->missing);
  g_assert_true (missing->empty);
  g_assert_cmpfloat (missing->scores.f1, ==, 0);
  g_assert_cmpuint (missing->without_absent, ==, 2);
}

static void
test_confusion (void)
{
  TrainConfusion confusion = { 0 };
  TrainScores scores;

  g_assert_cmpfloat (train_confusion_get_accuracy (&confusion), ==, 0);
  train_confusion_get_scores (&confusion, &scores);
  g_assert_cmpfloat (scores.f1, ==, 0);

  train_confusion_add (&confusion, TRUE, TRUE, 3);
  train_confusion_add (&confusion, TRUE, FALSE, 1);
  train_confusion_add (&confusion, FALSE, TRUE, 2);
  train_confusion_add (&confusion, FALSE, FALSE, 4);
  train_confusion_get_scores (&confusion, &scores);
  g_assert_cmpfloat_with_epsilon (train_confusion_get_accuracy (&confusion), 0.7, 1e-12);
  g_assert_cmpfloat_with_epsilon (scores.precision, 0.6, 1e-12);
  g_assert_cmpfloat_with_epsilon (scores.recall, 0.75, 1e-12);
  g_assert_cmpfloat_with_epsilon (scores.f1, 2.0 / 3, 1e-12);
}

static GPtrArray *
make_results (guint n)
{
  static TrainEntry forum = { .id = (char *) "b", .type = (char *) "forum" };
  GPtrArray *results = g_ptr_array_new_with_free_func ((GDestroyNotify) train_result_free);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (results, train_result_new (i % 2 ? &forum : &entry, i % 4 ? "a b" : "a", "a b"));
  return results;
}

static void
test_summary (void)
{
  g_autoptr (GPtrArray) results = make_results (40);
  TrainSummary summary, again;

  train_summary_compute (results, 7, &summary);
  g_assert_cmpuint (summary.n_pages, ==, 40);
  g_assert_cmpuint (summary.n_scored, ==, 40);
  g_assert_cmpfloat_with_epsilon (summary.scores.f1, 11.0 / 12, 1e-12);
  g_assert_cmpfloat_with_epsilon (summary.scores.precision, 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (summary.scores.recall, 0.875, 1e-12);

  /* One page in four loses 1/3: standard deviation .144, of the mean .0228. */
  g_assert_cmpfloat_with_epsilon (summary.f1_low, 11.0 / 12 - 1.96 * 0.0228, 0.015);
  g_assert_cmpfloat_with_epsilon (summary.f1_high, 11.0 / 12 + 1.96 * 0.0228, 0.015);
  train_summary_compute (results, 7, &again);
  g_assert_cmpfloat (again.f1_low, ==, summary.f1_low);
  g_assert_cmpfloat (again.f1_high, ==, summary.f1_high);

  g_autoptr (GPtrArray) none = make_results (0);
  train_summary_compute (none, 7, &summary);
  g_assert_cmpuint (summary.n_scored, ==, 0);
  g_assert_cmpfloat (summary.scores.f1, ==, 0);
}

static void
test_reports (void)
{
  g_autoptr (GPtrArray) results = make_results (4);
  g_autoptr (GString) json = g_string_new (NULL);
  train_report_append_json (json, "a \"set\"", results, 1);
  g_assert_true (g_str_has_prefix (json->str,
                                   "{\"set\": \"a \\\"set\\\"\", \"metric\": \"word\", \"pages\": 4, "
                                   "\"missing\": 0, \"empty\": 0, \"scored\": 4, \"f1\": 0.91667, "));
  g_assert_nonnull (
      strstr (json->str, "\"precision\": 1.0, \"recall\": 0.875, \"by_type\": {\"article\": {\"n\": 2, "));
  g_assert_nonnull (strstr (json->str, "\"by_lang\": {\"-\": {\"n\": 2, "));
  g_assert_null (strstr (json->str, "with_recall"));
  g_assert_true (g_str_has_suffix (json->str, "}}}\n"));

  g_autoptr (GString) pages = g_string_new (NULL);
  train_report_append_pages_head (pages);
  train_report_append_pages (pages, results);
  g_assert_true (g_str_has_prefix (pages->str,
                                   "id\ttype\tlang\tf1\tprecision\trecall\twith\twithout_ok\tout_chars\n"
                                   "a\tarticle\ten\t0.6667\t1.0000\t0.5000\t-\t-\t1\n"
                                   "b\tforum\t-\t1.0000\t1.0000\t1.0000\t-\t-\t3\n"));

  g_autoptr (GString) table = g_string_new (NULL);
  train_report_append_table (table, "pages", results, 1);
  g_auto (GStrv) lines = g_strsplit (table->str, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 8); /* two heads, all, two types, two languages, nothing */
  g_assert_true (g_str_has_prefix (lines[2], "all  "));
  g_assert_nonnull (strstr (lines[2], " 0.9167 "));
  g_assert_true (g_str_has_prefix (lines[4], "type forum "));
  g_assert_cmpuint (strlen (lines[1]), ==, strlen (lines[2]));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/metrics/scores", test_scores);
  g_test_add_func ("/metrics/result", test_result);
  g_test_add_func ("/metrics/confusion", test_confusion);
  g_test_add_func ("/metrics/summary", test_summary);
  g_test_add_func ("/metrics/reports", test_reports);
  return g_test_run ();
}
