/* SPDX-License-Identifier: MIT */
#include "train/measure/measure.h"

#include <math.h>
#include <string.h>

#include "cli/cli.h"
#include "train/measure/bootstrap.h"
#include "train/measure/curve.h"

/* ---- Shares ------------------------------------------------------------------------------- */

static void
share_precision (const TrainCounts *counts, double *part, double *whole)
{
  *part = counts->common;
  *whole = counts->output;
}

static void
share_recall (const TrainCounts *counts, double *part, double *whole)
{
  *part = counts->common;
  *whole = counts->reference;
}

/* 2 P R / (P + R) with P = c / o and R = c / r is 2 c / (o + r). */
static void
share_f1 (const TrainCounts *counts, double *part, double *whole)
{
  *part = 2 * counts->common;
  *whole = counts->output + counts->reference;
}

/* Items of an alignment of both: those in common count once. */
static void
share_similarity (const TrainCounts *counts, double *part, double *whole)
{
  *part = counts->common;
  *whole = counts->output + counts->reference - counts->common;
}

static void
share_right (const TrainCounts *counts, double *part, double *whole)
{
  *part = counts->right;
  *whole = counts->all;
}

static void
share_wrongly_taken (const TrainCounts *counts, double *part, double *whole)
{
  *part = counts->output - counts->common;
  *whole = counts->reference;
}

static void
share_distance (const TrainCounts *counts, double *part, double *whole)
{
  *part = counts->common;
  *whole = counts->all;
}

static double
total_average_precision (GPtrArray *results)
{
  g_autoptr (GArray) curve = train_curve_precision_recall (results);
  return train_curve_average_precision (curve);
}

static double
total_calibration_error (GPtrArray *results)
{
  g_autoptr (GArray) bins = train_curve_calibration (results, TRAIN_CALIBRATION_BINS);
  return train_curve_calibration_error (bins);
}

/* ---- The table ---------------------------------------------------------------------------- */

#define WCXB "the WCXB benchmark of main text"
#define BENCHMARK "the article extraction benchmark of Zyte (Scrapinghub), 2020"
#define CLEANEVAL "M. Baroni et al., CleanEval, 2008, as in cleaneval.py of S. Evert, without markers"
#define ALIGNED "labels by alignment with the reference, or by people"
#define THESIS "D. Mrozek, bachelor's thesis, BUT Brno, 2014"
#define STEPS "sum over the thresholds of (R_k - R_(k-1)) P_k"
#define EXPECTED "M. Naeini et al., Obtaining Well Calibrated Probabilities, 2015; 10 bins"

static const TrainMeasure measures[] = {
  { "word-precision", "word", "share", "Share of the output's words that are in the reference, as bags", WCXB,
    TRAIN_COUNTED_WORDS, share_precision, TRUE, FALSE, NULL },
  { "word-recall", "word", "share", "Share of the reference's words that are in the output, as bags", WCXB,
    TRAIN_COUNTED_WORDS, share_recall, TRUE, FALSE, NULL },
  { "word-f1", "word", "share", "Harmonic mean of both: 2 P R / (P + R)", WCXB, TRAIN_COUNTED_WORDS, share_f1,
    TRUE, FALSE, NULL },

  { "with", "snippets", "share", "Share of required snippets that the output has", WCXB, TRAIN_COUNTED_WITH,
    share_right, FALSE, FALSE, NULL },
  { "without", "snippets", "share", "Share of forbidden snippets that the output does not have", WCXB,
    TRAIN_COUNTED_WITHOUT, share_right, FALSE, FALSE, NULL },

  { "shingle4-precision", "shingle4", "share",
    "Share of the output's runs of four words that are in the reference", BENCHMARK, TRAIN_COUNTED_SHINGLES,
    share_precision, FALSE, FALSE, NULL },
  { "shingle4-recall", "shingle4", "share",
    "Share of the reference's runs of four words that are in the output", BENCHMARK, TRAIN_COUNTED_SHINGLES,
    share_recall, FALSE, FALSE, NULL },
  { "shingle4-f1", "shingle4", "share", "Harmonic mean of their means: 2 P R / (P + R)", BENCHMARK,
    TRAIN_COUNTED_SHINGLES, share_f1, FALSE, TRUE, NULL },
  { "shingle4-accuracy", "shingle4", "share",
    "Share of pages whose output has exactly the words of the reference", BENCHMARK, TRAIN_COUNTED_SHINGLES,
    share_right, FALSE, FALSE, NULL },

  { "cleaneval-precision", "cleaneval", "share", "Share of the output's words aligned with the reference",
    CLEANEVAL, TRAIN_COUNTED_SEQUENCE, share_precision, TRUE, FALSE, NULL },
  { "cleaneval-recall", "cleaneval", "share", "Share of the reference's words aligned with the output",
    CLEANEVAL, TRAIN_COUNTED_SEQUENCE, share_recall, TRUE, FALSE, NULL },
  { "cleaneval-f1", "cleaneval", "share", "F1 of both: 1 - edit distance / words of both texts", CLEANEVAL,
    TRAIN_COUNTED_SEQUENCE, share_f1, TRUE, FALSE, NULL },
  { "cleaneval-similarity", "cleaneval", "share",
    "Share of aligned words: 1 - edit distance / length of the alignment", CLEANEVAL, TRAIN_COUNTED_SEQUENCE,
    share_similarity, TRUE, FALSE, NULL },

  { "block-precision", "blocks", "share", "Share of blocks labelled main text that are main text", ALIGNED,
    TRAIN_COUNTED_BLOCKS, share_precision, TRUE, FALSE, NULL },
  { "block-recall", "blocks", "share", "Share of main-text blocks that are labelled main text", ALIGNED,
    TRAIN_COUNTED_BLOCKS, share_recall, TRUE, FALSE, NULL },
  { "block-f1", "blocks", "share", "Harmonic mean of both: 2 P R / (P + R)", ALIGNED, TRAIN_COUNTED_BLOCKS,
    share_f1, TRUE, FALSE, NULL },
  { "block-accuracy", "blocks", "share", "Share of blocks with the right label", ALIGNED,
    TRAIN_COUNTED_BLOCKS, share_right, FALSE, FALSE, NULL },

  { "block-words-precision", "block-words", "share",
    "Share of blocks labelled main text that are main text, weighted by words", ALIGNED,
    TRAIN_COUNTED_BLOCK_WORDS, share_precision, TRUE, FALSE, NULL },
  { "block-words-recall", "block-words", "share",
    "Share of main-text blocks that are labelled main text, weighted by words", ALIGNED,
    TRAIN_COUNTED_BLOCK_WORDS, share_recall, TRUE, FALSE, NULL },
  { "block-words-f1", "block-words", "share", "Harmonic mean of both: 2 P R / (P + R)", ALIGNED,
    TRAIN_COUNTED_BLOCK_WORDS, share_f1, TRUE, FALSE, NULL },
  { "block-words-accuracy", "block-words", "share", "Share of blocks with the right label, weighted by words",
    ALIGNED, TRAIN_COUNTED_BLOCK_WORDS, share_right, FALSE, FALSE, NULL },

  { "success", "thesis", "share", "Share of the page's good blocks that were found", THESIS,
    TRAIN_COUNTED_MAIN, share_recall, FALSE, FALSE, NULL },
  { "failure", "thesis", "share", "Blocks wrongly labelled good, per good block of the page", THESIS,
    TRAIN_COUNTED_MAIN, share_wrongly_taken, FALSE, FALSE, NULL },
  { "start-found", "thesis", "share", "Share of pages whose main text begins with the right block", THESIS,
    TRAIN_COUNTED_START, share_right, FALSE, FALSE, NULL },
  { "end-found", "thesis", "share", "Share of pages whose main text ends with the right block", THESIS,
    TRAIN_COUNTED_END, share_right, FALSE, FALSE, NULL },
  { "start-missed", "thesis", "blocks", "Distance in blocks to the first block of the main text", THESIS,
    TRAIN_COUNTED_START, share_distance, FALSE, FALSE, NULL },
  { "end-missed", "thesis", "blocks", "Distance in blocks to the last block of the main text", THESIS,
    TRAIN_COUNTED_END, share_distance, FALSE, FALSE, NULL },

  { "average-precision", "scores", "share", "Area under the precision-recall curve of the scores", STEPS,
    TRAIN_COUNTED_BLOCKS, NULL, FALSE, FALSE, total_average_precision },
  { "calibration-error", "scores", "share",
    "Mean gap between scores and the share of main text among blocks of that score", EXPECTED,
    TRAIN_COUNTED_BLOCKS, NULL, FALSE, FALSE, total_calibration_error },
};

G_STATIC_ASSERT (G_N_ELEMENTS (measures) <= 64);

const TrainMeasure *
train_measure_get_all (gsize *n)
{
  *n = G_N_ELEMENTS (measures);
  return measures;
}

const TrainMeasure *
train_measure_find (const char *key)
{
  for (gsize i = 0; i < G_N_ELEMENTS (measures); i++)
    if (strcmp (measures[i].key, key) == 0)
      return &measures[i];
  return NULL;
}

/* The families, as a list for people. */
static char *
describe_families (void)
{
  GString *text = g_string_new ("measures or families");
  for (gsize i = 0; i < G_N_ELEMENTS (measures); i++)
    if (i == 0 || strcmp (measures[i].family, measures[i - 1].family) != 0)
      g_string_append_printf (text, "%s%s", i == 0 ? " (" : ", ", measures[i].family);
  g_string_append (text, "), separated by commas");
  return g_string_free (text, FALSE);
}

/* All measures and families, for "did you mean". Returns: (transfer full) */
static char *
join_measures (void)
{
  GString *text = g_string_new (NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (measures); i++)
    g_string_append_printf (text, "%s %s ", measures[i].family, measures[i].key);
  return g_string_free (text, FALSE);
}

gboolean
train_measures_parse (const char *option, const char *text, TrainMeasures *set, GError **error)
{
  g_auto (GStrv) names = g_strsplit (text, ",", -1);

  *set = 0;
  for (char **name = names; *name || name == names; name++) {
    TrainMeasures found = 0;
    for (gsize i = 0; *name && i < G_N_ELEMENTS (measures); i++)
      if (strcmp (*name, measures[i].key) == 0 || strcmp (*name, measures[i].family) == 0)
        found |= (TrainMeasures) 1 << i;
    if (found == 0) {
      g_autofree char *expected = describe_families ();
      g_autofree char *known = join_measures ();
      g_autofree char *hint = cli_dup_hint (*name ? *name : "", known);
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s takes %s, not \"%s\"%s", option,
                   expected, *name ? *name : "", hint);
      return FALSE;
    }
    *set |= found;
  }
  return TRUE;
}

char *
train_measures_describe (void)
{
  GString *text = g_string_new ("Measures:");
  for (gsize i = 0; i < G_N_ELEMENTS (measures); i++) {
    if (i == 0 || strcmp (measures[i].family, measures[i - 1].family) != 0)
      g_string_append_printf (text, "\n %s", measures[i].family);
    g_string_append_printf (text, "\n  %-22s %s", measures[i].key, measures[i].sentence);
  }
  return g_string_free (text, FALSE);
}

gboolean
train_measures_need (TrainMeasures set, TrainCounted counted)
{
  for (gsize i = 0; i < G_N_ELEMENTS (measures); i++)
    if (set >> i & 1 && measures[i].counted == counted)
      return TRUE;
  return FALSE;
}

gboolean
train_measures_need_blocks (TrainMeasures set)
{
  for (TrainCounted counted = TRAIN_COUNTED_BLOCKS; counted < TRAIN_N_COUNTED; counted++)
    if (train_measures_need (set, counted))
      return TRUE;
  return FALSE;
}

/* ---- Pages -------------------------------------------------------------------------------- */

/* Returns: FALSE if a share of these counts is not known. */
static gboolean
measure_share (const TrainMeasure *measure, const TrainCounts *counts, double *value)
{
  double part, whole;
  measure->get_share (counts, &part, &whole);
  if (whole > 0)
    *value = part / whole;
  else if (measure->empty_is_right)
    *value = counts->output + counts->reference > 0 ? 0 : 1;
  return whole > 0 || measure->empty_is_right;
}

gboolean
train_measure_get_page (const TrainMeasure *measure, const TrainResult *result, double *value)
{
  return measure->get_share && (result->counted & 1u << measure->counted) &&
         measure_share (measure, &result->counts[measure->counted], value);
}

/* The pages that @measure is about and, in the same order, its value of each: NAN where it is not known. */
static double *
collect_values (const TrainMeasure *measure, GPtrArray *results, gboolean with_unknown, guint *n)
{
  double *values = g_new (double, (gsize) results->len + 1);

  *n = 0;
  for (guint i = 0; i < results->len; i++) {
    const TrainResult *result = results->pdata[i];
    double value = NAN;
    gboolean known = train_measure_get_page (measure, result, &value);
    if (known || (with_unknown && result->counted & 1u << measure->counted))
      values[(*n)++] = value;
  }
  return values;
}

static double
mean_known (const double *values, guint n)
{
  double sum = 0;
  guint n_known = 0;
  for (guint i = 0; i < n; i++) {
    if (isnan (values[i]))
      continue;
    sum += values[i];
    n_known++;
  }
  return n_known > 0 ? sum / n_known : 0;
}

static gboolean
compute_harmonic (const TrainMeasure *measure, GPtrArray *results, guint32 seed, TrainMeasured *measured)
{
  g_autofree double *precision = collect_values (measure - 2, results, TRUE, &measured->n_pages);
  g_autofree double *recall = collect_values (measure - 1, results, TRUE, &measured->n_pages);
  guint n = measured->n_pages;
  double p = mean_known (precision, n), r = mean_known (recall, n);

  measured->mean = p + r > 0 ? 2 * p * r / (p + r) : 0;
  if (n > 0)
    train_bootstrap_harmonic (precision, recall, n, seed, &measured->low, &measured->high);
  return n > 0;
}

gboolean
train_measure_compute (const TrainMeasure *measure, GPtrArray *results, guint32 seed, TrainMeasured *measured)
{
  TrainCounts sums = { 0 };

  *measured = (TrainMeasured){ .has_mean = measure->get_share != NULL };
  for (guint i = 0; i < results->len; i++) {
    const TrainResult *result = results->pdata[i];
    if (!(result->counted & 1u << measure->counted))
      continue;
    const TrainCounts *counts = &result->counts[measure->counted];
    sums.common += counts->common;
    sums.output += counts->output;
    sums.reference += counts->reference;
    sums.right += counts->right;
    sums.all += counts->all;
    measured->n_pages++;
  }

  if (measure->get_total) {
    measured->total = measure->get_total (results);
    return measured->n_pages > 0;
  }
  if (!measure_share (measure, &sums, &measured->total))
    measured->total = 0;
  if (measure->harmonic)
    return compute_harmonic (measure, results, seed, measured);

  g_autofree double *values = collect_values (measure, results, FALSE, &measured->n_pages);
  if (measured->n_pages == 0)
    return FALSE;
  measured->mean = mean_known (values, measured->n_pages);
  train_bootstrap_mean (values, measured->n_pages, seed, &measured->low, &measured->high);
  return TRUE;
}
