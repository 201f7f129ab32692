/* SPDX-License-Identifier: MIT */
#include "train/measure/class-figures.h"

#include "cli/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define N_DRAWS 1000
#define N_BINS 10
#define N_PERMUTATIONS 10000
#define MAX_EXACT 13 /* 2^13 are fewer than N_PERMUTATIONS */
#define LEAST 1e-6

/* Things found with a probability in [b / N_BINS, (b + 1) / N_BINS). */
typedef struct {
  guint n, n_right;
  double sure; /* sum */
} Bin;

struct _ClassFigures {
  const char *things; /* "elements", "blocks" */
  const char **names; /* [n_classes]: lent; the array is owned */
  gboolean *clicks;   /* (nullable) [n_classes]: what a browser clicks; owned */
  guint n_classes, n_groups;
  guint *counts; /* [group][class][found] */
  Bin bins[N_BINS];
  double log_loss; /* sum */
  guint n, n_clicked, n_clicked_wrong;
};

static ClassFigures *
figures_alloc (const char *things, guint n_classes, guint n_groups)
{
  ClassFigures *figures = g_new0 (ClassFigures, 1);

  figures->things = things;
  figures->n_classes = n_classes;
  figures->n_groups = n_groups;
  figures->names = g_new (const char *, n_classes);
  figures->counts = g_new0 (guint, (gsize) n_groups * n_classes * n_classes);
  return figures;
}

ClassFigures *
class_figures_new_for_elements (const ElementClasses *classes, guint n_groups)
{
  ClassFigures *figures = figures_alloc ("elements", element_classes_get_n (classes), n_groups);

  figures->clicks = g_new (gboolean, figures->n_classes);
  for (guint c = 0; c < figures->n_classes; c++) {
    const ElementClassRow *row = element_classes_get (classes, c);

    figures->names[c] = row->name;
    figures->clicks[c] =
        row->like == ELEMENT_REVEALER || row->like == ELEMENT_CLOSER || row->like == ELEMENT_CONSENT;
  }
  return figures;
}

ClassFigures *
class_figures_new_for_blocks (const char *const *names, guint n_groups)
{
  ClassFigures *figures = figures_alloc ("blocks", g_strv_length ((char **) names), n_groups);

  for (guint c = 0; c < figures->n_classes; c++)
    figures->names[c] = names[c];
  return figures;
}

void
class_figures_free (ClassFigures *figures)
{
  if (!figures)
    return;
  g_free (figures->names);
  g_free (figures->clicks);
  g_free (figures->counts);
  g_free (figures);
}

void
class_figures_add (ClassFigures *figures, const ClassTold *told)
{
  const gsize n = figures->n_classes;
  Bin *bin = &figures->bins[MIN ((guint) (told->sure * N_BINS), N_BINS - 1)];

  g_return_if_fail (told->class < n && told->found < n && told->group < figures->n_groups);
  figures->counts[(told->group * n + told->class) * n + told->found]++;
  figures->n++;
  figures->log_loss -= log (told->right < LEAST ? LEAST : told->right); /* NAN stays NAN */
  bin->n++;
  bin->n_right += told->class == told->found;
  bin->sure += told->sure;
  if (figures->clicks && figures->clicks[told->found] && !told->forbidden) {
    figures->n_clicked++;
    figures->n_clicked_wrong += !figures->clicks[told->class];
  }
}

/* ---- Figures ---------------------------------------------------------------------------------- */

/* Of a class: things that are it, that were found to be it, and both. */
typedef struct {
  guint n, n_found, n_hits;
} Tally;

/* @weights: (nullable): how often each group counts. @tallies: (out caller-allocates): [n_classes] */
static void
sum_up (const ClassFigures *figures, const guint *weights, Tally *tallies)
{
  const guint n = figures->n_classes;
  const guint *count = figures->counts;

  memset (tallies, 0, n * sizeof *tallies);
  for (guint g = 0; g < figures->n_groups; g++)
    for (guint c = 0; c < n; c++)
      for (guint k = 0; k < n; k++, count++) {
        const guint times = weights ? *count * weights[g] : *count;

        tallies[c].n += times;
        tallies[k].n_found += times;
        tallies[c].n_hits += c == k ? times : 0;
      }
}

static double
to_share (guint part, guint whole)
{
  return whole > 0 ? (double) part / whole : 0;
}

static double
get_precision (const Tally *tally)
{
  return to_share (tally->n_hits, tally->n_found);
}

static double
get_recall (const Tally *tally)
{
  return to_share (tally->n_hits, tally->n);
}

/* 2 P R / (P + R) */
static double
get_f1 (const Tally *tally)
{
  return to_share (2 * tally->n_hits, tally->n + tally->n_found);
}

/* Over the classes that have some. */
static double
get_macro (const Tally *tallies, guint n)
{
  double sum = 0;
  guint n_there = 0;

  for (guint c = 0; c < n; c++)
    if (tallies[c].n > 0) {
      sum += get_f1 (&tallies[c]);
      n_there++;
    }
  return n_there > 0 ? sum / n_there : 0;
}

double
class_figures_get_macro_f1 (const ClassFigures *figures)
{
  g_autofree Tally *tallies = g_new (Tally, figures->n_classes);

  sum_up (figures, NULL, tallies);
  return get_macro (tallies, figures->n_classes);
}

void
class_figures_get_class (const ClassFigures *figures, guint class, double *precision, double *recall,
                         double *f1)
{
  g_autofree Tally *tallies = g_new (Tally, figures->n_classes);

  g_return_if_fail (class < figures->n_classes);
  sum_up (figures, NULL, tallies);
  *precision = get_precision (&tallies[class]);
  *recall = get_recall (&tallies[class]);
  *f1 = get_f1 (&tallies[class]);
}

guint
class_figures_get_n (const ClassFigures *figures)
{
  return figures->n;
}

/* The expected calibration error: sum over the bins of their share x |mean probability - share that is
 * right|. */
static double
get_calibration_error (const ClassFigures *figures)
{
  double error = 0;

  for (guint b = 0; b < N_BINS; b++)
    error += fabs (figures->bins[b].sure - figures->bins[b].n_right);
  return figures->n > 0 ? error / figures->n : 0;
}

/* ---- Intervals -------------------------------------------------------------------------------- */

typedef double (*Figure) (const Tally *tally);
static const Figure shares[] = { get_precision, get_recall, get_f1 };
#define N_FIGURES G_N_ELEMENTS (shares)

/* What the draws gave: [n_classes][N_FIGURES][N_DRAWS], and the macro F1 [N_DRAWS]. */
typedef struct {
  double *of_classes, *macro;
} Draws;

static void
draws_clear (Draws *draws)
{
  g_free (draws->of_classes);
  g_free (draws->macro);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Draws, draws_clear)

/* As many groups as there are, drawn with replacement: what is on a site is alike, so sites are drawn. */
static Draws
draw (const ClassFigures *figures, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  const gsize n = figures->n_classes;
  g_autofree Tally *tallies = g_new (Tally, n);
  g_autofree guint *weights = g_new (guint, figures->n_groups + 1);
  Draws draws = { g_new (double, n *N_FIGURES *N_DRAWS), g_new (double, N_DRAWS) };

  for (guint d = 0; d < N_DRAWS; d++) {
    memset (weights, 0, figures->n_groups * sizeof *weights);
    for (guint g = 0; g < figures->n_groups; g++)
      weights[g_rand_int_range (random, 0, (gint32) figures->n_groups)]++;
    sum_up (figures, weights, tallies);
    for (guint c = 0; c < n; c++)
      for (guint f = 0; f < N_FIGURES; f++)
        draws.of_classes[(c * N_FIGURES + f) * N_DRAWS + d] = shares[f](&tallies[c]);
    draws.macro[d] = get_macro (tallies, figures->n_classes);
  }
  return draws;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Sorts @values. */
static ClassInterval
find_interval (double *values)
{
  qsort (values, N_DRAWS, sizeof *values, compare);
  return (ClassInterval){ values[N_DRAWS * 25 / 1000], values[N_DRAWS * 975 / 1000 - 1] };
}

ClassInterval
class_figures_get_macro_interval (const ClassFigures *figures, guint32 seed)
{
  g_auto (Draws) draws = draw (figures, seed);

  return find_interval (draws.macro);
}

/* ---- Comparison ------------------------------------------------------------------------------- */

/* The same groups in each draw of both. */
static ClassInterval
draw_differences (const ClassFigures *first, const ClassFigures *second, guint32 seed)
{
  g_auto (Draws) of_first = draw (first, seed);
  g_auto (Draws) of_second = draw (second, seed);

  for (guint d = 0; d < N_DRAWS; d++)
    of_second.macro[d] -= of_first.macro[d];
  return find_interval (of_second.macro);
}

/* @swapped: for each group, whether it counts for the other one. @tallies: (out caller-allocates): [2
 * n_classes] */
static double
swap_groups (const ClassFigures *first, const ClassFigures *second, const guint *swapped, const guint *kept,
             Tally *tallies)
{
  const guint n = first->n_classes;
  Tally *const a = tallies, *const b = tallies + n, *const other = tallies + 2 * n;
  const ClassFigures *const pairs[2][2] = { { first, second }, { second, first } };

  for (guint side = 0; side < 2; side++) {
    Tally *sum = side ? b : a;

    sum_up (pairs[side][0], kept, sum);
    sum_up (pairs[side][1], swapped, other);
    for (guint c = 0; c < n; c++) {
      sum[c].n += other[c].n;
      sum[c].n_found += other[c].n_found;
      sum[c].n_hits += other[c].n_hits;
    }
  }
  return get_macro (b, n) - get_macro (a, n);
}

static gboolean
is_same_group (const ClassFigures *first, const ClassFigures *second, guint group)
{
  const gsize n = (gsize) first->n_classes * first->n_classes;

  return memcmp (first->counts + group * n, second->counts + group * n, n * sizeof *first->counts) == 0;
}

static double
permute (const ClassFigures *first, const ClassFigures *second, double difference, guint32 seed)
{
  const guint n_groups = first->n_groups;
  g_autofree guint *swapped = g_new0 (guint, n_groups + 1), *kept = g_new (guint, n_groups + 1);
  g_autofree guint *differ = g_new (guint, n_groups + 1);
  g_autofree Tally *tallies = g_new (Tally, 3 * (gsize) first->n_classes);
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  const double least = fabs (difference) - 1e-12; /* what differs by rounding only is equal */
  guint m = 0, n_far = 0;

  for (guint g = 0; g < n_groups; g++) {
    kept[g] = 1;
    if (!is_same_group (first, second, g))
      differ[m++] = g;
  }
  const gboolean exact = m <= MAX_EXACT;
  const guint n_tried = exact ? 1u << m : N_PERMUTATIONS;
  for (guint t = 0; t < n_tried; t++) {
    guint32 signs = t;

    for (guint k = 0; k < m; k++) {
      if (!exact && k % 32 == 0)
        signs = g_rand_int (random);
      swapped[differ[k]] = signs >> (k % 32) & 1;
      kept[differ[k]] = !swapped[differ[k]];
    }
    n_far += fabs (swap_groups (first, second, swapped, kept, tallies)) >= least;
  }
  return exact ? (double) n_far / n_tried : (1.0 + n_far) / (1.0 + n_tried);
}

ClassComparison
class_figures_compare (const ClassFigures *first, const ClassFigures *second, guint32 seed)
{
  ClassComparison comparison = { .difference = class_figures_get_macro_f1 (second) -
                                               class_figures_get_macro_f1 (first) };

  g_return_val_if_fail (first->n_groups == second->n_groups && first->n_classes == second->n_classes,
                        comparison);
  comparison.interval = draw_differences (first, second, seed);
  comparison.p = permute (first, second, comparison.difference, seed);
  return comparison;
}

/* ---- As text ---------------------------------------------------------------------------------- */

/* Three decimals, whatever the locale. */
static void
append_number (GString *text, double number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (text, g_ascii_formatd (digits, sizeof digits, "%.3f", number));
}

static void
append_interval (GString *text, ClassInterval interval)
{
  append_number (text, interval.low);
  g_string_append (text, " to ");
  append_number (text, interval.high);
}

void
class_figures_append_comparison (GString *text, const ClassFigures *first, const ClassFigures *second,
                                 const char *first_name, const char *second_name, guint32 seed)
{
  const ClassComparison comparison = class_figures_compare (first, second, seed);
  char digits[4][G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (digits[0], sizeof digits[0], "%+.4f", comparison.difference);
  g_ascii_formatd (digits[1], sizeof digits[1], "%.4f", comparison.interval.low);
  g_ascii_formatd (digits[2], sizeof digits[2], "%.4f", comparison.interval.high);
  g_ascii_formatd (digits[3], sizeof digits[3], "%.4f", comparison.p);
  g_string_append_printf (text, "%s: macro F1 ", first_name);
  append_number (text, class_figures_get_macro_f1 (first));
  g_string_append_printf (text, "; %s %s (%s to %s); this %s (p = %s)\n", second_name, digits[0], digits[1],
                          digits[2], comparison.p < 0.05 ? "is beyond chance" : "may be chance", digits[3]);
}

static int
get_name_width (const ClassFigures *figures)
{
  int width = 9;

  for (guint c = 0; c < figures->n_classes; c++)
    width = MAX (width, (int) strlen (figures->names[c]));
  return width;
}

/* Over all groups. */
static guint
count (const ClassFigures *figures, guint class, guint found)
{
  const gsize n = figures->n_classes;
  guint sum = 0;

  for (guint g = 0; g < figures->n_groups; g++)
    sum += figures->counts[(g * n + class) * n + found];
  return sum;
}

void
class_figures_append_table (GString *text, const ClassFigures *figures)
{
  g_autofree Tally *tallies = g_new (Tally, figures->n_classes);
  const int width = get_name_width (figures);
  guint n_right = 0;

  sum_up (figures, NULL, tallies);
  g_string_append_printf (text, "%-*s  precision  recall     F1  %8s  found as", width, "class",
                          figures->things);
  for (guint c = 0; c < figures->n_classes; c++)
    g_string_append_printf (text, "  %.4s", figures->names[c]);
  g_string_append_c (text, '\n');
  for (guint c = 0; c < figures->n_classes; c++) {
    const Tally *tally = &tallies[c];

    n_right += tally->n_hits;
    g_string_append_printf (text, "%-*s      ", width, figures->names[c]);
    append_number (text, get_precision (tally));
    g_string_append (text, "   ");
    append_number (text, get_recall (tally));
    g_string_append (text, "  ");
    append_number (text, get_f1 (tally));
    g_string_append_printf (text, "  %8u          ", tally->n);
    for (guint k = 0; k < figures->n_classes; k++)
      g_string_append_printf (text, "%6u", count (figures, c, k));
    g_string_append_c (text, '\n');
  }
  g_string_append (text, "macro F1 ");
  append_number (text, get_macro (tallies, figures->n_classes));
  g_string_append (text, ", accuracy ");
  append_number (text, to_share (n_right, figures->n));
  if (!isnan (figures->log_loss)) {
    g_string_append (text, ", log loss ");
    append_number (text, figures->log_loss / MAX (figures->n, 1));
  }
  g_string_append_c (text, '\n');
  if (figures->clicks)
    g_string_append_printf (text,
                            "would be clicked: %u, of these %u that reveal or close nothing; none that is "
                            "forbidden\n",
                            figures->n_clicked, figures->n_clicked_wrong);
}

void
class_figures_append_intervals (GString *text, const ClassFigures *figures, const char *groups, guint32 seed)
{
  static const char *const titles[N_FIGURES] = { "precision", "recall", "F1" };
  const int width = get_name_width (figures);
  g_auto (Draws) draws = draw (figures, seed);

  g_string_append_printf (text, "95 %% of draws of %u %s lie in these intervals:\n%-*s", figures->n_groups,
                          groups, width, "class");
  for (guint f = 0; f < N_FIGURES; f++)
    g_string_append_printf (text, "  %-14s", titles[f]);
  g_strchomp (text->str);
  text->len = strlen (text->str);
  g_string_append_c (text, '\n');
  for (guint c = 0; c < figures->n_classes; c++) {
    g_string_append_printf (text, "%-*s", width, figures->names[c]);
    for (guint f = 0; f < N_FIGURES; f++) {
      g_string_append (text, "  ");
      append_interval (text, find_interval (draws.of_classes + ((gsize) c * N_FIGURES + f) * N_DRAWS));
    }
    g_string_append_c (text, '\n');
  }
  g_string_append (text, "macro F1 ");
  append_interval (text, find_interval (draws.macro));
  g_string_append_c (text, '\n');
}

void
class_figures_append_calibration (GString *text, const ClassFigures *figures)
{
  g_string_append_printf (text, "probability of what was found  %8s   mean  right\n", figures->things);
  for (guint b = 0; b < N_BINS; b++) {
    const Bin *bin = &figures->bins[b];

    if (bin->n == 0)
      continue;
    g_string_append_printf (text, "%u.%u to %u.%u                     %10u  ", b / N_BINS, b % N_BINS,
                            (b + 1) / N_BINS, (b + 1) % N_BINS, bin->n);
    append_number (text, bin->sure / bin->n);
    g_string_append (text, "  ");
    append_number (text, to_share (bin->n_right, bin->n));
    g_string_append_c (text, '\n');
  }
  g_string_append (text, "calibration error ");
  append_number (text, get_calibration_error (figures));
  g_string_append_c (text, '\n');
}

/* ---- As JSON ---------------------------------------------------------------------------------- */

static void
append_json_class (GString *json, const ClassFigures *figures, guint class, const Tally *tally)
{
  cli_json_append_item (json);
  g_string_append_c (json, '{');
  cli_json_append_string (json, "class", figures->names[class]);
  cli_json_append_count (json, figures->things, tally->n);
  cli_json_append_number (json, "precision", get_precision (tally));
  cli_json_append_number (json, "recall", get_recall (tally));
  cli_json_append_number (json, "f1", get_f1 (tally));
  cli_json_append_key (json, "found_as");
  g_string_append_c (json, '{');
  for (guint k = 0; k < figures->n_classes; k++)
    if (count (figures, class, k) > 0)
      cli_json_append_count (json, figures->names[k], count (figures, class, k));
  g_string_append (json, "}}");
}

void
class_figures_append_json (GString *json, const ClassFigures *figures, guint32 seed)
{
  g_autofree Tally *tallies = g_new (Tally, figures->n_classes);
  const ClassInterval interval = class_figures_get_macro_interval (figures, seed);

  sum_up (figures, NULL, tallies);
  cli_json_append_count (json, figures->things, figures->n);
  cli_json_append_count (json, "groups", figures->n_groups);
  cli_json_append_number (json, "macro_f1", get_macro (tallies, figures->n_classes));
  cli_json_append_number (json, "macro_f1_low", interval.low);
  cli_json_append_number (json, "macro_f1_high", interval.high);
  if (!isnan (figures->log_loss)) {
    cli_json_append_number (json, "log_loss", figures->log_loss / MAX (figures->n, 1));
    cli_json_append_number (json, "calibration_error", get_calibration_error (figures));
  }
  if (figures->clicks) {
    cli_json_append_count (json, "clicked", figures->n_clicked);
    cli_json_append_count (json, "clicked_wrong", figures->n_clicked_wrong);
  }
  cli_json_append_key (json, "classes");
  g_string_append_c (json, '[');
  for (guint c = 0; c < figures->n_classes; c++)
    append_json_class (json, figures, c, &tallies[c]);
  g_string_append_c (json, ']');
}
