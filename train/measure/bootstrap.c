/* SPDX-License-Identifier: MIT */
#include "train/measure/bootstrap.h"

#include <math.h>
#include <stdlib.h>

#define N_SAMPLES 1000
#define N_PERMUTATIONS 10000
#define MAX_EXACT 13 /* 2^13 are fewer than N_PERMUTATIONS */

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

/* The middle 95 % of @samples. */
static void
find_interval (double *samples, double *low, double *high)
{
  qsort (samples, N_SAMPLES, sizeof (double), compare_doubles);
  *low = samples[N_SAMPLES * 25 / 1000];
  *high = samples[N_SAMPLES * 975 / 1000 - 1];
}

void
train_bootstrap_mean (const double *values, guint n, guint32 seed, double *low, double *high)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  double means[N_SAMPLES];

  for (guint s = 0; s < N_SAMPLES; s++) {
    double sum = 0;
    for (guint i = 0; i < n; i++)
      sum += values[g_rand_int_range (random, 0, (gint32) n)];
    means[s] = sum / n;
  }
  find_interval (means, low, high);
}

/* A mean over those that are there. */
typedef struct {
  double sum;
  guint n;
} Mean;

static void
mean_add (Mean *mean, double value)
{
  if (isnan (value))
    return;
  mean->sum += value;
  mean->n++;
}

static double
mean_harmonic (const Mean *a, const Mean *b)
{
  double x = a->n > 0 ? a->sum / a->n : 0, y = b->n > 0 ? b->sum / b->n : 0;
  return x + y > 0 ? 2 * x * y / (x + y) : 0;
}

void
train_bootstrap_harmonic (const double *first, const double *second, guint n, guint32 seed, double *low,
                          double *high)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  double means[N_SAMPLES];

  for (guint s = 0; s < N_SAMPLES; s++) {
    Mean a = { 0 }, b = { 0 };
    for (guint i = 0; i < n; i++) {
      gint32 drawn = g_rand_int_range (random, 0, (gint32) n);
      mean_add (&a, first[drawn]);
      mean_add (&b, second[drawn]);
    }
    means[s] = mean_harmonic (&a, &b);
  }
  find_interval (means, low, high);
}

double
train_permutation_test (const double *differences, guint n, guint32 seed)
{
  g_autofree double *nonzero = g_new (double, (gsize) n + 1);
  double observed = 0, size = 0;
  guint m = 0;

  for (guint i = 0; i < n; i++) {
    if (differences[i] == 0)
      continue;
    nonzero[m++] = differences[i];
    observed += differences[i];
    size += fabs (differences[i]);
  }
  observed = fabs (observed) - size * 1e-12; /* sums that differ by rounding only are equal */

  gboolean exact = m <= MAX_EXACT;
  guint n_tried = exact ? 1u << m : N_PERMUTATIONS, n_far = 0;
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  for (guint t = 0; t < n_tried; t++) {
    double sum = 0;
    guint32 signs = t;
    for (guint i = 0; i < m; i++) {
      if (!exact && i % 32 == 0)
        signs = g_rand_int (random);
      sum += signs >> (i % 32) & 1 ? -nonzero[i] : nonzero[i];
    }
    n_far += fabs (sum) >= observed ? 1 : 0;
  }
  return exact ? (double) n_far / n_tried : (1.0 + n_far) / (1.0 + n_tried);
}
