/* SPDX-License-Identifier: MIT */
/* Curves of scores, on a page of six blocks and its sums by hand. */
#include "train/measure/curve.h"

/* words, truth, score: by falling score bad 2, good 2, bad 1, good 4, bad 1, good 3, of 13 words, 9 of them
 * good */
static const TrainBlockResult blocks[] = {
  { .score = .9f, .n_words = 2, .truth = EXTRACT_LABEL_BAD },
  { .score = .1f, .n_words = 3, .truth = EXTRACT_LABEL_GOOD },
  { .score = .8f, .n_words = 2, .truth = EXTRACT_LABEL_GOOD },
  { .score = 1, .n_words = 0, .truth = EXTRACT_LABEL_NONE },
  { .score = .7f, .n_words = 1, .truth = EXTRACT_LABEL_BAD },
  { .score = .6f, .n_words = 4, .truth = EXTRACT_LABEL_GOOD },
  { .score = .2f, .n_words = 1, .truth = EXTRACT_LABEL_BAD },
};

/* Returns: (transfer full): a page with the first @n of @some */
static TrainResult *
make_result (const TrainBlockResult *some, guint n)
{
  TrainResult *result = g_new0 (TrainResult, 1);
  result->has_blocks = TRUE;
  result->block_results = g_array_new (FALSE, FALSE, sizeof (TrainBlockResult));
  g_array_append_vals (result->block_results, some, n);
  return result;
}

static GPtrArray *
make_results (const TrainBlockResult *some, guint n)
{
  GPtrArray *results = g_ptr_array_new_with_free_func ((GDestroyNotify) train_result_free);
  g_ptr_array_add (results, make_result (some, n));
  return results;
}

static const TrainCurvePoint *
find_point (GArray *curve, double threshold)
{
  for (guint i = 0; i < curve->len; i++) {
    const TrainCurvePoint *point = &g_array_index (curve, TrainCurvePoint, i);
    if (ABS (point->threshold - threshold) < 1e-9)
      return point;
  }
  return NULL;
}

static void
test_points (void)
{
  g_autoptr (GPtrArray) results = make_results (blocks, G_N_ELEMENTS (blocks));
  g_autoptr (GArray) curve = train_curve_precision_recall (results);
  static const struct {
    double threshold;
    double precision;
    double recall;
  } cases[] = {
    { 0.85, 0, 0 },     { 0.75, 2.0 / 4, 2.0 / 9 }, { 0.5, 6.0 / 9, 6.0 / 9 }, { 0.15, 6.0 / 10, 6.0 / 9 },
    { 0, 9.0 / 13, 1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const TrainCurvePoint *point = find_point (curve, cases[i].threshold);
    g_test_message ("case %" G_GSIZE_FORMAT, i);
    g_assert_nonnull (point);
    g_assert_cmpfloat_with_epsilon (point->precision, cases[i].precision, 1e-9);
    g_assert_cmpfloat_with_epsilon (point->recall, cases[i].recall, 1e-9);
  }
  g_assert_null (find_point (curve, 0.95)); /* nothing is taken there */
  g_assert_cmpuint (curve->len, <=, 201);
  for (guint i = 1; i < curve->len; i++) {
    g_assert_cmpfloat (g_array_index (curve, TrainCurvePoint, i).threshold, <,
                       g_array_index (curve, TrainCurvePoint, i - 1).threshold);
    g_assert_cmpfloat (g_array_index (curve, TrainCurvePoint, i).recall, >=,
                       g_array_index (curve, TrainCurvePoint, i - 1).recall);
  }
  g_assert_cmpfloat_with_epsilon (train_curve_average_precision (curve),
                                  2.0 / 9 * 2 / 4 + 4.0 / 9 * 6 / 9 + 3.0 / 9 * 9 / 13, 1e-9);
}

/* Scores that are a threshold belong to it. */
static void
test_thresholds (void)
{
  for (guint i = 0; i <= 200; i++) {
    float score = (float) (i / 200.0);
    const TrainBlockResult block = { .score = score, .n_words = 1, .truth = EXTRACT_LABEL_GOOD };
    g_autoptr (GPtrArray) results = make_results (&block, 1);
    g_autoptr (GArray) curve = train_curve_precision_recall (results);
    double threshold = g_array_index (curve, TrainCurvePoint, 0).threshold;
    g_assert_cmpfloat (threshold, <=, score);
    g_assert_cmpfloat (threshold + 1.0 / 200, >, score);
  }
}

/* A page weighs 1, however many words it has. */
static void
test_pages (void)
{
  static const TrainBlockResult small[] = { { .score = .9f, .n_words = 1, .truth = EXTRACT_LABEL_GOOD } };
  static const TrainBlockResult large[] = { { .score = .9f, .n_words = 900, .truth = EXTRACT_LABEL_BAD },
                                            { .score = .1f, .n_words = 100, .truth = EXTRACT_LABEL_GOOD } };
  g_autoptr (GPtrArray) results = make_results (small, 1);
  g_ptr_array_add (results, make_result (large, 2));
  g_autoptr (GArray) curve = train_curve_precision_recall (results);

  const TrainCurvePoint *point = find_point (curve, 0.5);
  g_assert_cmpfloat_with_epsilon (point->precision, 1 / 1.9, 1e-9);
  g_assert_cmpfloat_with_epsilon (point->recall, 1 / 1.1, 1e-9);
}

static void
test_calibration (void)
{
  g_autoptr (GPtrArray) results = make_results (blocks, G_N_ELEMENTS (blocks));
  g_autoptr (GArray) bins = train_curve_calibration (results, 2);
  const TrainCalibrationBin *low = &g_array_index (bins, TrainCalibrationBin, 0);
  const TrainCalibrationBin *high = &g_array_index (bins, TrainCalibrationBin, 1);

  g_assert_cmpuint (bins->len, ==, 2);
  g_assert_cmpfloat (low->high, ==, 0.5);
  g_assert_cmpfloat_with_epsilon (low->weight, 4.0 / 13, 1e-6);
  g_assert_cmpfloat_with_epsilon (low->score, (3 * .1 + .2) / 4, 1e-6);
  g_assert_cmpfloat_with_epsilon (low->good, 3.0 / 4, 1e-6);
  g_assert_cmpfloat_with_epsilon (high->weight, 9.0 / 13, 1e-6);
  g_assert_cmpfloat_with_epsilon (high->score, 6.5 / 9, 1e-6);
  g_assert_cmpfloat_with_epsilon (high->good, 6.0 / 9, 1e-6);
  g_assert_cmpfloat_with_epsilon (train_curve_calibration_error (bins), 4.0 / 13 * .625 + 9.0 / 13 * .5 / 9,
                                  1e-6);

  /* A score of 1 is in the last bin; one that says what is there has no error. */
  static const TrainBlockResult sure[] = { { .score = 1, .n_words = 5, .truth = EXTRACT_LABEL_GOOD },
                                           { .score = 0, .n_words = 5, .truth = EXTRACT_LABEL_BAD } };
  g_autoptr (GPtrArray) right = make_results (sure, 2);
  g_autoptr (GArray) ten = train_curve_calibration (right, 10);
  g_assert_cmpfloat (g_array_index (ten, TrainCalibrationBin, 9).weight, ==, 0.5);
  g_assert_cmpfloat (train_curve_calibration_error (ten), ==, 0);
}

static void
test_nothing (void)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autoptr (GPtrArray) no_words = make_results (&blocks[3], 1);
  g_autoptr (GArray) curve = train_curve_precision_recall (none);
  g_autoptr (GArray) no_curve = train_curve_precision_recall (no_words);
  g_autoptr (GArray) bins = train_curve_calibration (no_words, 10);

  g_assert_cmpuint (curve->len, ==, 0);
  g_assert_cmpuint (no_curve->len, ==, 0);
  g_assert_cmpfloat (train_curve_average_precision (curve), ==, 0);
  g_assert_cmpfloat (train_curve_calibration_error (bins), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/curve/points", test_points);
  g_test_add_func ("/curve/thresholds", test_thresholds);
  g_test_add_func ("/curve/pages", test_pages);
  g_test_add_func ("/curve/calibration", test_calibration);
  g_test_add_func ("/curve/nothing", test_nothing);
  return g_test_run ();
}
