/* SPDX-License-Identifier: MIT */
/*
 * Agreement: worked examples of the papers, counted again by hand.
 */
#include <math.h>

#include "annotate/tools/agreement.h"

#define MAX_PEOPLE 4

/* ---- Kappa ------------------------------------------------------------------------------------- */

typedef struct {
  const char *name;
  guint n;
  guint counts[9]; /* [n, n]: first person, second */
  double observed;
  double kappa;
} KappaCase;

static const KappaCase kappa_cases[] = {
  /* Cohen 1960, table 2: p_o = 140/200 = 0.70, p_e = 0.60 x 0.50 + 0.30 x 0.30 + 0.10 x 0.20 = 0.41, and
   * 0.29 / 0.59 */
  { "cohen-1960", 3, { 88, 14, 18, 10, 40, 10, 2, 6, 12 }, 0.70, 0.4915 },
  /* His table 1, in hundredths: p_o = 0.29, p_e = 0.50 x 0.40 + 0.30 x 0.30 + 0.20 x 0.30 = 0.35, and
   * -0.06 / 0.65: less than chance */
  { "cohen-1960-less-than-chance", 3, { 25, 13, 12, 12, 2, 16, 3, 15, 2 }, 0.29, -0.0923 },
  /* p_o = 35/50 = 0.7, p_e = 0.5 x 0.6 + 0.5 x 0.4 = 0.5 */
  { "two-classes", 2, { 20, 5, 10, 15 }, 0.7, 0.4 },
  { "all-equal", 2, { 3, 0, 0, 4 }, 1, 1 },
  { "all-different", 2, { 0, 5, 5, 0 }, 0, -1 },
  { "one-class-only", 2, { 7, 0, 0, 0 }, 1, NAN },
  { "one-person-has-one-class", 2, { 6, 2, 0, 0 }, 0.75, 0 },
};

static void
assert_figure (double value, double expected)
{
  if (isnan (expected))
    g_assert_true (isnan (value));
  else
    g_assert_cmpfloat_with_epsilon (value, expected, 5e-5);
}

static void
test_kappa (gconstpointer data)
{
  const KappaCase *example = data;
  g_autoptr (Agreement) by_units = agreement_new (2, example->n);
  g_autoptr (Agreement) by_weight = agreement_new (2, example->n);

  for (guint i = 0; i < example->n * example->n; i++) {
    const int classes[] = { (int) (i / example->n), (int) (i % example->n) };
    for (guint u = 0; u < example->counts[i]; u++)
      agreement_add (by_units, classes, 1);
    if (example->counts[i] > 0)
      agreement_add (by_weight, classes, example->counts[i]);
  }
  AgreementFigures figures = agreement_get (by_units);
  assert_figure (figures.observed, example->observed);
  assert_figure (figures.kappa, example->kappa);

  AgreementFigures weighted = agreement_get (by_weight);
  assert_figure (weighted.n_units, figures.n_units);
  assert_figure (weighted.kappa, figures.kappa);
  assert_figure (weighted.alpha, figures.alpha);
}

/* ---- Alpha ------------------------------------------------------------------------------------- */

typedef struct {
  const char *name;
  guint n_people;
  const char *labels[MAX_PEOPLE]; /* a character a unit, "." for none */
  double n_units;
  double alpha;
} AlphaCase;

static const AlphaCase alpha_cases[] = {
  /* Krippendorff 2011, A: two observers, binary. o (0,1) = o (1,0) = 4, n (0) = 14, n (1) = 6, n = 20:
   * 1 - 19 x 8 / (400 - 196 - 36) */
  { "krippendorff-2011-a", 2, { "0100000010", "1110010000" }, 10, 0.0952 },
  /* B: two observers, five classes. o (c,c) = 18 of 24, n (c) = 4, 6, 6, 6, 2: 1 - 23 x 6 / (576 - 128) */
  { "krippendorff-2011-b", 2, { "aabbdcccedda", "babbbccceddd" }, 12, 0.6920 },
  /* C: four observers, labels missing; the last unit has one label and does not count. o (c,c) = 32 of 40,
   * n (c) = 9, 13, 10, 5, 3: 1 - 39 x 8 / (1600 - 384) */
  { "krippendorff-2011-c",
    4,
    { "123321412...", "1233224125.3", ".3332342251.", "12332441251." },
    11,
    0.7434 },
  { "all-equal", 3, { "ab.", "abb", "abb" }, 3, 1 },
  { "one-class-only", 2, { "aaa", "aaa" }, 3, NAN },
  { "nothing-in-common", 2, { "ab..", "..ab" }, 0, NAN },
};

static void
add_units (Agreement *agreement, const AlphaCase *example, double weight)
{
  for (guint u = 0; example->labels[0][u]; u++) {
    int classes[MAX_PEOPLE];
    for (guint p = 0; p < example->n_people; p++) {
      char label = example->labels[p][u];
      classes[p] = label == '.' ? AGREEMENT_MISSING : g_ascii_isdigit (label) ? label - '0' : label - 'a';
    }
    agreement_add (agreement, classes, weight);
  }
}

static void
test_alpha (gconstpointer data)
{
  const AlphaCase *example = data;
  g_autoptr (Agreement) once = agreement_new (example->n_people, 6);
  g_autoptr (Agreement) five_times = agreement_new (example->n_people, 6);
  g_autoptr (Agreement) heavy = agreement_new (example->n_people, 6);

  add_units (once, example, 1);
  add_units (heavy, example, 5);
  for (guint i = 0; i < 5; i++)
    add_units (five_times, example, 1);

  AgreementFigures figures = agreement_get (once);
  assert_figure (figures.n_units, example->n_units);
  assert_figure (figures.alpha, example->alpha);
  if (example->n_people > 2)
    g_assert_true (isnan (figures.kappa));
  /* A weight is so many units of the same labels. */
  assert_figure (agreement_get (heavy).n_units, 5 * example->n_units);
  assert_figure (agreement_get (heavy).alpha, agreement_get (five_times).alpha);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kappa_cases); i++) {
    g_autofree char *path = g_strconcat ("/agreement/kappa/", kappa_cases[i].name, NULL);
    g_test_add_data_func (path, &kappa_cases[i], test_kappa);
  }
  for (guint i = 0; i < G_N_ELEMENTS (alpha_cases); i++) {
    g_autofree char *path = g_strconcat ("/agreement/alpha/", alpha_cases[i].name, NULL);
    g_test_add_data_func (path, &alpha_cases[i], test_alpha);
  }
  return g_test_run ();
}
