/* SPDX-License-Identifier: MIT */
/*
 * Of two people, with p (c, k) the share of units that the first one gave c, the second k:
 *
 *   kappa = (p_o - p_e) / (1 - p_e)     p_o = sum over c of p (c, c)
 *                                       p_e = sum over c of p (c, .) p (., c)
 *
 * Of any number, with m_u labels of unit u, each ordered pair of them counts 1 / (m_u - 1) in the
 * coincidences o (c, k); n (c) = sum over k of o (c, k), n = sum over c of n (c):
 *
 *   alpha = 1 - (n - 1) (n - sum over c of o (c, c)) / (n^2 - sum over c of n (c)^2)
 *
 * for the nominal metric: classes are equal or not.
 */
#include "annotate/tools/agreement.h"

#include <math.h>

struct _Agreement {
  guint n_people;
  guint n_classes;
  double n_units;
  double *coincidences; /* [n_classes, n_classes] */
  double *pairs;        /* (nullable) [n_classes, n_classes]: of two people: first, second */
  guint *counts;        /* [n_classes]: of the unit that is being added */
};

Agreement *
agreement_new (guint n_people, guint n_classes)
{
  g_return_val_if_fail (n_people >= 2, NULL);

  Agreement *agreement = g_new0 (Agreement, 1);
  gsize n_cells = (gsize) n_classes * n_classes;
  agreement->n_people = n_people;
  agreement->n_classes = n_classes;
  agreement->coincidences = g_new0 (double, n_cells);
  agreement->pairs = n_people == 2 ? g_new0 (double, n_cells) : NULL;
  agreement->counts = g_new0 (guint, n_classes);
  return agreement;
}

void
agreement_free (Agreement *agreement)
{
  g_free (agreement->coincidences);
  g_free (agreement->pairs);
  g_free (agreement->counts);
  g_free (agreement);
}

void
agreement_add (Agreement *agreement, const int *classes, double weight)
{
  guint n = agreement->n_classes, n_labels = 0;

  for (guint p = 0; p < agreement->n_people; p++)
    if (classes[p] != AGREEMENT_MISSING) {
      g_return_if_fail (classes[p] >= 0 && (guint) classes[p] < n);
      n_labels++;
    }
  if (n_labels < 2)
    return;

  agreement->n_units += weight;
  if (agreement->pairs)
    agreement->pairs[(guint) classes[0] * n + (guint) classes[1]] += weight;
  for (guint p = 0; p < agreement->n_people; p++)
    if (classes[p] != AGREEMENT_MISSING)
      agreement->counts[classes[p]]++;

  /* Each person meets all labels of the unit except their own. */
  double share = weight / (n_labels - 1);
  for (guint p = 0; p < agreement->n_people; p++) {
    if (classes[p] == AGREEMENT_MISSING)
      continue;
    double *row = agreement->coincidences + (gsize) classes[p] * n;
    for (guint k = 0; k < n; k++)
      row[k] += share * (agreement->counts[k] - (k == (guint) classes[p]));
  }
  for (guint p = 0; p < agreement->n_people; p++)
    if (classes[p] != AGREEMENT_MISSING)
      agreement->counts[classes[p]] = 0;
}

static double
get_kappa (const Agreement *agreement)
{
  guint n = agreement->n_classes;
  double observed = 0, expected = 0, n_units = agreement->n_units;

  for (guint c = 0; c < n; c++) {
    double first = 0, second = 0;
    for (guint k = 0; k < n; k++) {
      first += agreement->pairs[c * n + k] / n_units;
      second += agreement->pairs[k * n + c] / n_units;
    }
    observed += agreement->pairs[c * n + c] / n_units;
    expected += first * second;
  }
  return 1 - expected > 1e-12 ? (observed - expected) / (1 - expected) : NAN;
}

AgreementFigures
agreement_get (const Agreement *agreement)
{
  AgreementFigures figures = { .n_units = agreement->n_units, NAN, NAN, NAN };
  guint n_classes = agreement->n_classes;
  double n = 0, equal = 0, squares = 0;

  for (guint c = 0; c < n_classes; c++) {
    double n_class = 0;
    for (guint k = 0; k < n_classes; k++)
      n_class += agreement->coincidences[c * n_classes + k];
    equal += agreement->coincidences[c * n_classes + c];
    squares += n_class * n_class;
    n += n_class;
  }
  if (n <= 0)
    return figures;
  figures.observed = equal / n;
  if (n * n - squares > 1e-9 * n * n)
    figures.alpha = 1 - (n - 1) * (n - equal) / (n * n - squares);
  if (agreement->pairs)
    figures.kappa = get_kappa (agreement);
  return figures;
}
