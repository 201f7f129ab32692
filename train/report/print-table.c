/* SPDX-License-Identifier: MIT */
/* Results for people: tables of fixed columns, and tab-separated lines for spreadsheets. */
#include "train/measure/curve.h"
#include "train/learn/effect.h"
#include "train/report/print.h"

#include <string.h>

void
train_print_name (GString *text, const char *label, const char *name)
{
  glong width = g_utf8_strlen (label, -1) + g_utf8_strlen (name, -1) + (*name ? 1 : 0);
  g_string_append_printf (text, "%s%s%s%*s", label, *name ? " " : "", name, (int) MAX (24 - width, 0), "");
}

void
train_print_group (GString *text, TrainBy by, const TrainGroup *group)
{
  gboolean of_no_site = by == TRAIN_BY_SITE && train_group_is_unknown (group);
  train_print_name (text, of_no_site ? "pages of unknown site" : train_by_get_info (by)->label,
                    of_no_site ? "" : group->name);
}

void
train_print_cell (GString *text, gboolean known, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append_printf (text, " %9s", known ? g_ascii_formatd (number, sizeof number, "%.4f", value) : "-");
}

void
train_print_column (GString *text, gboolean known, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append_c (text, '\t');
  g_string_append (text, known ? g_ascii_formatd (number, sizeof number, "%.4f", value) : "-");
}

/* ---- The usual table ---------------------------------------------------------------------- */

static void
append_cells (GString *text, GPtrArray *results, gboolean with_blocks, guint32 seed)
{
  TrainSummary s;
  train_summary_compute (results, seed, &s);

  gboolean scored = s.n_scored > 0;
  g_string_append_printf (text, " %6u", s.n_pages);
  train_print_cell (text, scored, s.scores.f1);
  train_print_cell (text, scored, (s.f1_high - s.f1_low) / 2);
  train_print_cell (text, scored, s.scores.precision);
  train_print_cell (text, scored, s.scores.recall);
  train_print_cell (text, s.n_with > 0, s.with_recall);
  train_print_cell (text, s.n_without > 0, s.without_exclusion);
  if (with_blocks) {
    TrainScores blocks, words;
    gboolean known = s.n_with_blocks > 0;
    train_confusion_get_scores (&s.blocks, &blocks);
    train_confusion_get_scores (&s.words, &words);
    train_print_cell (text, known, train_confusion_get_accuracy (&s.blocks));
    train_print_cell (text, known, blocks.f1);
    train_print_cell (text, known, train_confusion_get_accuracy (&s.words));
    train_print_cell (text, known, words.f1);
  }
  g_string_append_c (text, '\n');
}

static void
append_usual_table (GString *text, const char *name, GPtrArray *results, const TrainPrint *print)
{
  TrainSummary summary;
  train_summary_compute (results, print->seed, &summary);
  gboolean with_blocks = summary.n_with_blocks > 0 && print->blocks;

  g_string_append_printf (
      text, "%s: %u pages, %u with a reference, %u without output, %u with an empty output\n", name,
      summary.n_pages, summary.n_scored, summary.n_missing, summary.n_empty - summary.n_missing);
  g_string_append_printf (text, "%-24s %6s %9s %9s %9s %9s %9s %9s", "", "pages", "F1", "+-", "precision",
                          "recall", "with", "without");
  if (with_blocks)
    g_string_append_printf (text, " %9s %9s %9s %9s", "block-acc", "block-F1", "word-acc", "word-F1");
  g_string_append_c (text, '\n');

  train_print_name (text, "all", "");
  append_cells (text, results, with_blocks, print->seed);
  for (TrainBy by = 0; by < TRAIN_N_BY; by++) {
    if (!(print->by & 1u << by))
      continue;
    g_autoptr (GPtrArray) groups = train_groups_new (results, by, print->n_sites);
    for (guint i = 0; i < groups->len; i++) {
      const TrainGroup *group = groups->pdata[i];
      train_print_group (text, by, group);
      append_cells (text, group->results, with_blocks, print->seed);
    }
  }
}

/* ---- Tables of measures ------------------------------------------------------------------- */

/* A line for each measure, over all pages. */
static void
append_measures (GString *text, GPtrArray *results, const TrainPrint *print)
{
  gsize n;
  const TrainMeasure *measures = train_measure_get_all (&n);

  g_string_append_printf (text, "\n%-24s %6s %9s %9s %9s %9s  unit\n", "", "pages", "mean", "low", "high",
                          "total");
  for (gsize i = 0; i < n; i++) {
    if (!(print->measures >> i & 1))
      continue;
    TrainMeasured m;
    gboolean known = train_measure_compute (&measures[i], results, print->seed, &m);
    train_print_name (text, measures[i].key, "");
    g_string_append_printf (text, " %6u", m.n_pages);
    train_print_cell (text, known && m.has_mean, m.mean);
    train_print_cell (text, known && m.has_mean, m.low);
    train_print_cell (text, known && m.has_mean, m.high);
    train_print_cell (text, known, m.total);
    g_string_append_printf (text, "  %s\n", measures[i].unit);
  }
}

/* The key of a measure as the head of a column. */
static const char *
shorten_key (const TrainMeasure *measure)
{
  const char *dash = strrchr (measure->key, '-');
  gboolean repeats = dash && g_str_has_prefix (measure->family, "block");
  repeats |= dash && g_str_has_prefix (measure->key, measure->family);
  return repeats ? dash + 1 : measure->key;
}

static void
append_group_row (GString *text, TrainBy by, const TrainGroup *group, gsize first, gsize end,
                  const TrainPrint *print)
{
  gsize n;
  const TrainMeasure *measures = train_measure_get_all (&n);

  train_print_group (text, by, group);
  g_string_append_printf (text, " %6u", group->results->len);
  for (gsize i = first; i < end; i++) {
    if (!(print->measures >> i & 1))
      continue;
    TrainMeasured m;
    gboolean known = train_measure_compute (&measures[i], group->results, print->seed, &m);
    glong width = MAX (9, (glong) strlen (shorten_key (&measures[i])));
    g_string_append_printf (text, "%*s", (int) width - 9, "");
    train_print_cell (text, known, m.has_mean ? m.mean : m.total);
  }
  g_string_append_c (text, '\n');
}

/* The measures [@first, @end) of a family, a line for each group. */
static void
append_family (GString *text, GPtrArray *results, gsize first, gsize end, const TrainPrint *print)
{
  gsize n;
  const TrainMeasure *measures = train_measure_get_all (&n);

  g_string_append_c (text, '\n');
  train_print_name (text, measures[first].family, "");
  g_string_append (text, "  pages");
  for (gsize i = first; i < end; i++)
    if (print->measures >> i & 1)
      g_string_append_printf (text, " %9s", shorten_key (&measures[i]));
  g_string_append_c (text, '\n');
  for (TrainBy by = 0; by < TRAIN_N_BY; by++) {
    if (!(print->by & 1u << by))
      continue;
    g_autoptr (GPtrArray) groups = train_groups_new (results, by, print->n_sites);
    for (guint g = 0; g < groups->len; g++)
      append_group_row (text, by, groups->pdata[g], first, end, print);
  }
}

/* What each rule does alone, and all of them together. */
static void
append_effects (GString *text, GPtrArray *results)
{
  TrainEffect effect;
  if (!train_effect_compute (results, 0, &effect))
    return;

  g_string_append_printf (text, "\n%-24s %6s %9s %9s %9s %9s\n", "rules", "pages", "without", "with", "gain",
                          "error");
  for (guint v = 1; v < train_effect_get_n_variants (); v++) {
    train_effect_compute (results, v, &effect);
    train_print_name (text, train_effect_get_name (v), "");
    g_string_append_printf (text, " %6u", effect.n_pages);
    train_print_cell (text, TRUE, effect.without);
    train_print_cell (text, TRUE, effect.with);
    train_print_cell (text, TRUE, effect.gain);
    train_print_cell (text, TRUE, effect.error);
    g_string_append_c (text, '\n');
  }
}

void
train_print_table (GString *text, const char *name, GPtrArray *results, const TrainPrint *print)
{
  gsize n;
  const TrainMeasure *measures = train_measure_get_all (&n);

  append_usual_table (text, name, results, print);
  if (print->measures != 0)
    append_measures (text, results, print);
  for (gsize first = 0, end; first < n; first = end) {
    gboolean wanted = FALSE;
    for (end = first; end < n && strcmp (measures[end].family, measures[first].family) == 0; end++)
      wanted |= print->measures >> end & 1;
    if (wanted)
      append_family (text, results, first, end, print);
  }
  append_effects (text, results);
  if (print->classes) {
    g_string_append_c (text, '\n');
    train_class_figures_append (text, print->classes, print->seed);
  }
}

/* ---- Lines of columns --------------------------------------------------------------------- */

static void
append_share_column (GString *text, guint part, guint whole)
{
  if (whole > 0)
    g_string_append_printf (text, "\t%u/%u", part, whole);
  else
    g_string_append (text, "\t-");
}

void
train_print_pages_head (GString *text, TrainMeasures measures)
{
  gsize n;
  const TrainMeasure *table = train_measure_get_all (&n);

  g_string_append (text, "id\ttype\tlang\tf1\tprecision\trecall\twith\twithout_ok\tout_chars");
  for (gsize i = 0; i < n; i++)
    if (measures >> i & 1 && table[i].get_share)
      g_string_append_printf (text, "\t%s", table[i].key);
  g_string_append_c (text, '\n');
}

void
train_print_pages (GString *text, GPtrArray *results, TrainMeasures measures)
{
  gsize n;
  const TrainMeasure *table = train_measure_get_all (&n);

  for (guint p = 0; p < results->len; p++) {
    const TrainResult *result = results->pdata[p];
    g_string_append_printf (text, "%s\t%s\t%s", result->entry->id, train_entry_get_type_name (result->entry),
                            train_entry_get_language_name (result->entry));
    train_print_column (text, result->scored, result->scores.f1);
    train_print_column (text, result->scored, result->scores.precision);
    train_print_column (text, result->scored, result->scores.recall);
    append_share_column (text, result->with_found, result->n_with);
    append_share_column (text, result->without_absent, result->n_without);
    g_string_append_printf (text, "\t%ld", result->n_characters);
    for (gsize i = 0; i < n; i++) {
      double value = 0;
      if (!(measures >> i & 1) || !table[i].get_share)
        continue;
      gboolean known = train_measure_get_page (&table[i], result, &value);
      train_print_column (text, known, value);
    }
    g_string_append_c (text, '\n');
  }
}

/* CB blocks, DB those marked good, NDB those of them that are not, NB good ones that were missed; Z and K: by
 * how many blocks start and end were missed. */
static void
append_thesis_row (GString *text, const char *id, const TrainConfusion *c)
{
  double good = c->good_as_good + c->good_as_bad;
  double blocks[] = { good + c->bad_as_good + c->bad_as_bad, c->good_as_good + c->bad_as_good, c->bad_as_good,
                      c->good_as_bad };

  g_string_append (text, id);
  for (gsize i = 0; i < G_N_ELEMENTS (blocks); i++)
    g_string_append_printf (text, "\t%u", (guint) blocks[i]);
}

static void
append_thesis_shares (GString *text, const TrainConfusion *c)
{
  double good = c->good_as_good + c->good_as_bad;
  train_print_column (text, good > 0, c->good_as_good / MAX (good, 1));
  train_print_column (text, good > 0, c->bad_as_good / MAX (good, 1));
  g_string_append_c (text, '\n');
}

void
train_print_thesis (GString *text, GPtrArray *results)
{
  TrainSummary all;
  guint n = 0, n_starts = 0, n_ends = 0;

  g_string_append (text, "id\tCB\tDB\tNDB\tNB\tZ\tK\tsuccess\tfailure\n");
  for (guint i = 0; i < results->len; i++) {
    const TrainResult *result = results->pdata[i];
    if (!result->has_blocks)
      continue;
    append_thesis_row (text, result->entry->id, &result->blocks);
    if (result->counted & 1u << TRAIN_COUNTED_START) {
      g_string_append_printf (text, "\t%d\t%d", result->start, result->end);
      n++;
      n_starts += result->start == 0 ? 1 : 0;
      n_ends += result->end == 0 ? 1 : 0;
    } else {
      g_string_append (text, "\t-\t-");
    }
    append_thesis_shares (text, &result->blocks);
  }

  train_summary_compute (results, 0, &all);
  append_thesis_row (text, "total", &all.blocks);
  append_share_column (text, n_starts, n);
  append_share_column (text, n_ends, n);
  append_thesis_shares (text, &all.blocks);
}

void
train_print_curve (GString *text, GPtrArray *results)
{
  g_autoptr (GArray) curve = train_curve_precision_recall (results);

  g_string_append (text, "threshold\tprecision\trecall\tf1\n");
  for (guint i = 0; i < curve->len; i++) {
    const TrainCurvePoint *point = &g_array_index (curve, TrainCurvePoint, i);
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append (text, g_ascii_formatd (number, sizeof number, "%.3f", point->threshold));
    train_print_column (text, TRUE, point->precision);
    train_print_column (text, TRUE, point->recall);
    train_print_column (text, TRUE, point->f1);
    g_string_append_c (text, '\n');
  }
}

/* ---- The usual ones ----------------------------------------------------------------------- */

void
train_report_append_table (GString *text, const char *name, GPtrArray *results, guint32 seed)
{
  train_print_table (text, name, results,
                     &(TrainPrint){ .seed = seed, .by = TRAIN_BY_DEFAULT, .blocks = TRUE });
}

void
train_report_append_pages_head (GString *text)
{
  train_print_pages_head (text, 0);
}

void
train_report_append_pages (GString *text, GPtrArray *results)
{
  train_print_pages (text, results, 0);
}
