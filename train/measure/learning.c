/* SPDX-License-Identifier: MIT */
/*
 * Errors fall with the number of examples n as an inverse power law,
 *
 *   error (n) = a + b n^-c
 *
 * (C. Cortes et al., Learning Curves: Asymptotic Values and Rate of Convergence, 1993; R. L. Figueroa et al.,
 * Predicting Sample Size Required for Classification Performance, 2012). As in the latter, later points weigh
 * more: w_j = n_j / max n, for the fewer the examples, the more it matters which. For a fixed c this is a
 * line over x = (n / max n)^-c:
 *
 *   minimise  sum over j of w_j (a + b x_j - error_j)^2    a, b >= 0
 *
 * So only c is searched: first on a grid, then by the golden section between the neighbours of the best.
 */
#include "train/measure/learning.h"

#include "train/measure/bootstrap.h"
#include "train/measure/group.h"

#include <math.h>
#include <stdlib.h>

#define N_GRID 64
#define N_SECTIONS 40
#define GOLDEN 0.6180339887498949
#define N_SAMPLES 1000
/* What rounding leaves of a slope is none. */
#define NO_SLOPE 1e-9

/* ---- The law ---------------------------------------------------------------------------------- */

typedef struct {
  const double *n;
  const double *errors;
  guint n_points;
  double largest; /* of n */
} Points;

/* The best line for this c. @a, @b: (out). Returns: the sum of squares that it leaves */
static double
fit_line (const Points *points, double c, double *a, double *b)
{
  double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0, rest = 0;

  for (guint j = 0; j < points->n_points; j++) {
    const double share = points->n[j] / points->largest, x = pow (share, -c), y = points->errors[j];
    w += share;
    wx += share * x;
    wy += share * y;
    wxx += share * x * x;
    wxy += share * x * y;
  }
  const double determinant = w * wxx - wx * wx;
  *b = determinant > 0 ? (w * wxy - wx * wy) / determinant : 0;
  *a = (wy - *b * wx) / w;
  if (*b < NO_SLOPE) {
    *b = 0;
    *a = wy / w;
  } else if (*a < 0) {
    *a = 0;
    *b = wxy / wxx;
  }
  for (guint j = 0; j < points->n_points; j++) {
    const double share = points->n[j] / points->largest;
    const double off = *a + *b * pow (share, -c) - points->errors[j];
    rest += share * off * off;
  }
  return rest;
}

static double
get_rest (const Points *points, double c)
{
  double a, b;
  return fit_line (points, c, &a, &b);
}

static double
get_c (guint i)
{
  return TRAIN_LAW_MIN_C * pow (TRAIN_LAW_MAX_C / TRAIN_LAW_MIN_C, (double) i / (N_GRID - 1));
}

/* The c with the smallest rest between @low and @high. */
static double
search (const Points *points, double low, double high)
{
  for (guint i = 0; i < N_SECTIONS; i++) {
    const double left = high - GOLDEN * (high - low), right = low + GOLDEN * (high - low);
    if (get_rest (points, left) <= get_rest (points, right))
      high = right;
    else
      low = left;
  }
  return (low + high) / 2;
}

double
train_law_fit (const double *n, const double *errors, guint n_points, TrainLaw *law)
{
  Points points = { n, errors, n_points, 0 };
  guint best = 0;
  double least = INFINITY;

  g_return_val_if_fail (n_points > 0, NAN);
  for (guint j = 0; j < n_points; j++)
    points.largest = MAX (points.largest, n[j]);
  for (guint i = 0; i < N_GRID; i++) {
    const double rest = get_rest (&points, get_c (i));
    if (rest < least) {
      least = rest;
      best = i;
    }
  }
  law->c = search (&points, get_c (best > 0 ? best - 1 : 0), get_c (MIN (best + 1, N_GRID - 1)));
  least = fit_line (&points, law->c, &law->a, &law->b);
  law->b *= pow (points.largest, law->c);
  return least;
}

double
train_law_get (const TrainLaw *law, double n)
{
  return law->a + law->b * pow (n, -law->c);
}

/* ---- What more pages bring -------------------------------------------------------------------- */

const char *
train_gain_explain (const TrainGain *gain)
{
  static const char *const sentences[] = {
    [TRAIN_GAIN_ESTIMATED] = "",
    [TRAIN_GAIN_FEW_PAGES] = "fewer than " G_STRINGIFY (TRAIN_LEARNING_MIN_PAGES) " pages to learn from",
    [TRAIN_GAIN_FEW_POINTS] = "fewer than " G_STRINGIFY (TRAIN_LEARNING_MIN_POINTS) " sizes have such pages",
    [TRAIN_GAIN_FLAT] = "F1 does not grow with the pages",
  };

  return sentences[gain->kind];
}

/* Of a standard normal distribution (Box and Muller 1958). */
static double
draw_normal (GRand *random)
{
  const double u = 1 - g_rand_double (random), v = g_rand_double (random);
  return sqrt (-2 * log (u)) * cos (2 * G_PI * v);
}

static double
get_gain (const TrainLaw *law, double n)
{
  return train_law_get (law, n) - train_law_get (law, n + TRAIN_LEARNING_MORE);
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

/* @spread: standard deviation of a point with all pages about the law */
static void
find_interval (const double *n, double *const *f1, guint n_points, guint n_pages, double spread, guint32 seed,
               TrainGain *gain)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  double gains[N_SAMPLES];

  for (guint s = 0; s < N_SAMPLES; s++) {
    double errors[TRAIN_LEARNING_MAX_POINTS] = { 0 };
    TrainLaw law;
    for (guint i = 0; i < n_pages; i++) {
      const gint32 drawn = g_rand_int_range (random, 0, (gint32) n_pages);
      for (guint j = 0; j < n_points; j++)
        errors[j] += (1 - f1[j][drawn]) / n_pages;
    }
    for (guint j = 0; j < n_points; j++) {
      const double share = n[j] / n[n_points - 1];
      errors[j] = CLAMP (errors[j] + draw_normal (random) * spread / sqrt (share), 0, 1);
    }
    train_law_fit (n, errors, n_points, &law);
    gains[s] = get_gain (&law, n[n_points - 1]);
  }
  qsort (gains, N_SAMPLES, sizeof *gains, compare_doubles);
  gain->low = gains[N_SAMPLES * 25 / 1000];
  gain->high = gains[N_SAMPLES * 975 / 1000 - 1];
}

void
train_gain_estimate (const double *n, double *const *f1, guint n_points, guint n_pages, guint32 seed,
                     TrainGain *gain, TrainLaw *law)
{
  double errors[TRAIN_LEARNING_MAX_POINTS] = { 0 };
  guint first = 0, n_different = 0;

  g_return_if_fail (n_points <= TRAIN_LEARNING_MAX_POINTS && n_pages > 0);
  *gain = (TrainGain){ TRAIN_GAIN_FEW_PAGES, NAN, NAN, NAN };
  *law = (TrainLaw){ NAN, NAN, NAN };
  if (n_points == 0 || n[n_points - 1] < TRAIN_LEARNING_MIN_PAGES)
    return;
  while (n[first] <= 0)
    first++;
  n += first;
  f1 += first;
  n_points -= first;
  for (guint j = 0; j < n_points; j++) {
    n_different += j == 0 || n[j] > n[j - 1];
    for (guint i = 0; i < n_pages; i++)
      errors[j] += (1 - f1[j][i]) / n_pages;
  }
  gain->kind = TRAIN_GAIN_FEW_POINTS;
  if (n_different < TRAIN_LEARNING_MIN_POINTS)
    return;
  const double rest = train_law_fit (n, errors, n_points, law);
  gain->kind = TRAIN_GAIN_FLAT;
  if (law->b == 0)
    return;
  gain->kind = TRAIN_GAIN_ESTIMATED;
  gain->gain = get_gain (law, n[n_points - 1]);
  /* Three parameters were fitted. */
  find_interval (n, f1, n_points, n_pages, sqrt (rest / (n_points - 3)), seed, gain);
}

/* ---- The curve -------------------------------------------------------------------------------- */

static void
row_free (gpointer data)
{
  TrainLearningRow *row = data;
  g_free (row->type);
  g_array_unref (row->points);
  g_free (row);
}

/* Whether @entry is of the type @type; (nullable): any is. */
static gboolean
is_of (const TrainEntry *entry, const char *type)
{
  return !type || g_str_equal (train_entry_get_type_name (entry), type);
}

static guint
count_learnt (const TrainLearningSize *size, const char *type)
{
  guint n = 0;
  for (guint i = 0; i < size->learnt->len; i++)
    n += is_of (size->learnt->pdata[i], type);
  return n;
}

/* The F1 of the pages of the type that were measured. Returns: (transfer full) */
static double *
list_f1 (const TrainLearningSize *size, const char *type, guint *n)
{
  double *f1 = g_new (double, (gsize) size->results->len + 1);

  *n = 0;
  for (guint i = 0; i < size->results->len; i++) {
    const TrainResult *result = size->results->pdata[i];
    if (result->scored && is_of (result->entry, type))
      f1[(*n)++] = result->scores.f1;
  }
  return f1;
}

static TrainLearningRow *
row_new (const TrainLearningSize *sizes, guint n_sizes, const char *type, guint32 seed)
{
  TrainLearningRow *row = g_new0 (TrainLearningRow, 1);
  double n[TRAIN_LEARNING_MAX_POINTS];
  double *f1[TRAIN_LEARNING_MAX_POINTS];
  TrainLaw law;

  row->type = g_strdup (type);
  row->points = g_array_new (FALSE, FALSE, sizeof (TrainLearningPoint));
  for (guint s = 0; s < n_sizes; s++) {
    TrainLearningPoint point = { .n = count_learnt (&sizes[s], type), .f1 = NAN, .low = NAN, .high = NAN };
    f1[s] = list_f1 (&sizes[s], type, &row->n_pages);
    n[s] = point.n;
    if (row->n_pages > 0) {
      point.f1 = 0;
      for (guint i = 0; i < row->n_pages; i++)
        point.f1 += f1[s][i] / row->n_pages;
      train_bootstrap_mean (f1[s], row->n_pages, seed, &point.low, &point.high);
    }
    g_array_append_val (row->points, point);
  }
  train_gain_estimate (n, f1, n_sizes, MAX (row->n_pages, 1), seed, &row->gain, &law);
  row->expected_f1 = 1 - train_law_get (&law, n[n_sizes - 1] + TRAIN_LEARNING_MORE);
  for (guint s = 0; s < n_sizes; s++)
    g_free (f1[s]);
  return row;
}

TrainLearning *
train_learning_new (const TrainLearningSize *sizes, guint n_sizes, guint32 seed)
{
  TrainLearning *learning = g_new (TrainLearning, 1);

  g_return_val_if_fail (n_sizes <= TRAIN_LEARNING_MAX_POINTS, NULL);
  learning->shares = g_ptr_array_new_with_free_func (g_free);
  learning->rows = g_ptr_array_new_with_free_func (row_free);
  for (guint s = 0; s < n_sizes; s++)
    g_ptr_array_add (learning->shares, g_strdup (sizes[s].share));
  if (n_sizes == 0)
    return learning;
  g_ptr_array_add (learning->rows, row_new (sizes, n_sizes, NULL, seed));
  g_autoptr (GPtrArray) types = train_groups_new (sizes[n_sizes - 1].results, TRAIN_BY_TYPE, 0);
  for (guint i = 0; i < types->len; i++)
    g_ptr_array_add (learning->rows,
                     row_new (sizes, n_sizes, ((const TrainGroup *) types->pdata[i])->name, seed));
  return learning;
}

void
train_learning_free (TrainLearning *learning)
{
  g_ptr_array_unref (learning->shares);
  g_ptr_array_unref (learning->rows);
  g_free (learning);
}
