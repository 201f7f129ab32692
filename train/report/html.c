/* SPDX-License-Identifier: MIT */
/*
 * The page: a head that forbids to load anything, then the sections, each a row of the table at the end of
 * this file. It needs no script and no other file, and is well-formed XML, so that a test can read it.
 */
#include <math.h>
#include <string.h>

#include "train/measure/group.h"
#include "train/report/escape.h"
#include "train/report/plot.h"
#include "train/report/report-private.h"

#define N_COLUMNS 20 /* of the histogram */
#define MAX_BARS 40  /* most groups or features in a plot; the tables for programs have all */
#define MAX_LINES 24 /* networks in a plot */

/* ---- Pieces ------------------------------------------------------------------------------- */

static void
append_text (GString *html, const char *text)
{
  train_escape_append_text (html, text, 0);
}

static void
append_number (GString *html, double value, guint decimals)
{
  train_escape_append_number (html, value, decimals);
}

/* A figure as far as its plot; figure_end () comes after that. */
static void
figure_begin (GString *html, const char *title, const char *sentence)
{
  g_string_append (html, "<figure>\n<figcaption><strong>");
  append_text (html, title);
  g_string_append (html, "</strong> ");
  append_text (html, sentence);
  g_string_append (html, "</figcaption>\n");
}

static void
figure_end (GString *html)
{
  g_string_append (html, "</figure>\n");
}

/* ---- What was measured -------------------------------------------------------------------- */

static void
append_facts (GString *html, const TrainReportFigures *figures)
{
  const char *const *facts = figures->report->facts;

  if (!facts || !facts[0])
    return;
  g_string_append (html, "<dl>\n");
  for (guint i = 0; facts[i]; i += 2) {
    g_string_append (html, "<dt><bdi>");
    append_text (html, strcmp (facts[i], "scores") == 0 ? "figure to quote" : facts[i]);
    g_string_append (html, "</bdi></dt><dd><bdi>");
    append_text (html, facts[i + 1]);
    g_string_append (html, "</bdi></dd>\n");
  }
  g_string_append (html, "</dl>\n");
}

static void
append_tile (GString *html, const char *name, double value, guint decimals, const char *note)
{
  g_string_append_printf (html, "<li><span>%s</span><b>", name);
  append_number (html, value, decimals);
  g_string_append_printf (html, "</b><small>%s</small></li>\n", note);
}

static char *
dup_interval (double low, double high)
{
  GString *text = g_string_new (NULL);

  append_number (text, low, 3);
  g_string_append (text, "–");
  append_number (text, high, 3);
  return g_string_free (text, FALSE);
}

static void
append_headline (GString *html, const TrainReportFigures *figures)
{
  const TrainSummary *s = &figures->summary;
  g_autofree char *interval = dup_interval (s->f1_low, s->f1_high);
  g_autofree char *interval_note =
      g_strconcat ("95 %: ", interval, figures->report->quotable ? "; quote this" : "", NULL);
  g_autofree char *pages_note = g_strdup_printf ("%u scored, %u without output", s->n_scored, s->n_missing);

  g_string_append (html, "<p>Words of the output compared with words of the reference text; means over "
                         "pages, with bootstrap intervals.</p>\n<ul class=\"tiles\">\n");
  if (s->n_scored > 0) {
    append_tile (html, "F1", s->scores.f1, 3, interval_note);
    append_tile (html, "Precision", s->scores.precision, 3, "of the output");
    append_tile (html, "Recall", s->scores.recall, 3, "of the reference");
  }
  append_tile (html, "Pages", s->n_pages, 0, pages_note);
  if (s->n_with > 0)
    append_tile (html, "Snippets found", s->with_recall, 3, "of those required");
  if (s->n_without > 0)
    append_tile (html, "Snippets absent", s->without_exclusion, 3, "of those forbidden");
  if (s->n_with_blocks > 0) {
    TrainScores words;
    train_confusion_get_scores (&s->words, &words);
    append_tile (html, "Block accuracy", train_confusion_get_accuracy (&s->blocks), 3, "each block counts 1");
    append_tile (html, "F1 by blocks", words.f1, 3, "weighted by words");
  }
  if (figures->curve->len > 0) {
    append_tile (html, "Average precision", figures->average_precision, 3, "over all thresholds");
    append_tile (html, "Calibration error", figures->calibration_error, 3, "0 is best");
  }
  g_string_append (html, "</ul>\n");
}

/* ---- Groups ------------------------------------------------------------------------------- */

/* What one page says of others is not known. */
static gboolean
has_interval (const TrainSummary *summary)
{
  return summary->n_scored > 1;
}

static void
append_group_row (GString *html, const char *name, const TrainSummary *s)
{
  g_autofree char *interval = dup_interval (s->f1_low, s->f1_high);

  g_string_append (html, "<tr><th scope=\"row\"><bdi>");
  train_escape_append_text (html, name, 40);
  g_string_append_printf (html, "</bdi></th><td>%u</td><td>", s->n_scored);
  append_number (html, s->scores.f1, 3);
  if (has_interval (s))
    g_string_append_printf (html, "<small>%s</small>", interval);
  g_string_append (html, "</td><td>");
  append_number (html, s->scores.precision, 3);
  g_string_append (html, "</td><td>");
  append_number (html, s->scores.recall, 3);
  g_string_append (html, "</td></tr>\n");
}

/* @groups: of TrainGroup; @id: "types", @noun: "page type" */
static void
append_groups (GString *html, const TrainReportFigures *figures, GPtrArray *groups, const char *id,
               const char *noun)
{
  guint n = MIN (groups->len, MAX_BARS);
  g_autofree TrainPlotBar *bars = g_new0 (TrainPlotBar, n + 1);
  g_autofree TrainSummary *summaries = g_new0 (TrainSummary, n + 1);
  g_autofree char *title = g_strconcat ("F1 by ", noun, NULL);

  if (n == 0)
    return;
  summaries[0] = figures->summary;
  for (guint i = 0; i <= n; i++) {
    const TrainGroup *group = i > 0 ? groups->pdata[i - 1] : NULL;
    const TrainSummary *s = &summaries[i];

    if (group)
      train_summary_compute (group->results, figures->report->seed, &summaries[i]);
    bars[i] = (TrainPlotBar){ .name = group ? group->name : "all pages",
                              .value = s->scores.f1,
                              .low = has_interval (s) ? s->f1_low : NAN,
                              .high = has_interval (s) ? s->f1_high : NAN };
  }
  TrainBarPlot plot = { .id = id,
                        .title = title,
                        .description = "Bars with the interval of each mean; the figures are in the table.",
                        .x = { "F1", 0, 1 },
                        .decimals = 3,
                        .bars = bars,
                        .n_bars = n + 1 };

  g_string_append (html, "<div class=\"figures\">\n");
  figure_begin (html, title, "The thin line is the 95 % interval of the mean.");
  train_bar_plot_append (html, &plot);
  figure_end (html);
  g_string_append_printf (html,
                          "<table>\n<thead><tr><th scope=\"col\">%s</th><th scope=\"col\">pages</th>"
                          "<th scope=\"col\">F1</th><th scope=\"col\">precision</th>"
                          "<th scope=\"col\">recall</th></tr></thead>\n<tbody>\n",
                          noun);
  for (guint i = 0; i <= n; i++)
    append_group_row (html, bars[i].name, &summaries[i]);
  g_string_append (html, "</tbody>\n</table>\n</div>\n");
}

static void
append_types (GString *html, const TrainReportFigures *figures)
{
  append_groups (html, figures, figures->types, "types", "page type");
}

static void
append_languages (GString *html, const TrainReportFigures *figures)
{
  append_groups (html, figures, figures->languages, "languages", "language");
}

/* ---- F1 over pages ------------------------------------------------------------------------ */

static void
append_histogram (GString *html, const TrainReportFigures *figures)
{
  double x[N_COLUMNS], y[N_COLUMNS] = { 0 };
  const TrainPlotSeries series = { .kind = TRAIN_PLOT_COLUMNS, .x = x, .y = y, .n = N_COLUMNS, .mark = -1 };
  const TrainPlot plot = { .id = "histogram",
                           .title = "Pages by F1",
                           .description = "Columns: how many pages have an F1 in each twentieth from 0 to 1.",
                           .x = { "F1 of the page", 0, 1 },
                           .y = { "pages", 0, 0 },
                           .series = &series,
                           .n_series = 1 };
  GPtrArray *results = figures->report->results;
  guint n_perfect = 0, n_nothing = 0;

  if (figures->summary.n_scored == 0)
    return;
  for (guint i = 0; i < N_COLUMNS; i++)
    x[i] = (i + 0.5) / N_COLUMNS;
  for (guint i = 0; i < results->len; i++) {
    const TrainResult *result = results->pdata[i];
    double f1 = result->scores.f1;

    if (!result->scored)
      continue;
    y[(guint) MIN (f1 * N_COLUMNS, N_COLUMNS - 1)]++;
    n_perfect += f1 == 1 ? 1 : 0;
    n_nothing += f1 == 0 ? 1 : 0;
  }
  g_autofree char *sentence = g_strdup_printf ("%u pages; F1 is 1 on %u and 0 on %u.",
                                               figures->summary.n_scored, n_perfect, n_nothing);
  g_string_append (html, "<div class=\"figures\">\n");
  figure_begin (html, "Pages by F1", sentence);
  train_plot_append (html, &plot);
  figure_end (html);
  g_string_append (html, "</div>\n");
}

/* ---- Training ----------------------------------------------------------------------------- */

typedef struct {
  GPtrArray *values; /* of double *, owned */
  TrainPlotSeries series[MAX_LINES];
  guint n_series;
} Lines;

/* What @get_value says of each epoch of each network. */
static void
lines_set (Lines *lines, GPtrArray *histories, double (*get_value) (const TrainEpoch *epoch))
{
  lines->values = g_ptr_array_new_with_free_func (g_free);
  lines->n_series = 0;
  for (guint h = 0; h < histories->len && lines->n_series < MAX_LINES; h++) {
    const TrainHistory *history = histories->pdata[h];
    guint n = history->epochs->len, n_known = 0;
    double *x = g_new (double, n + 1), *y = g_new (double, n + 1);
    TrainPlotSeries *series = &lines->series[lines->n_series];

    g_ptr_array_add (lines->values, x);
    g_ptr_array_add (lines->values, y);
    *series = (TrainPlotSeries){ .name = history->name, .x = x, .y = y, .n = n, .mark = -1 };
    for (guint i = 0; i < n; i++) {
      const TrainEpoch *epoch = &g_array_index (history->epochs, TrainEpoch, i);

      x[i] = epoch->epoch;
      y[i] = get_value (epoch);
      n_known += isfinite (y[i]) ? 1 : 0;
      if (epoch->epoch == history->best)
        series->mark = (gint) i;
    }
    if (n_known > 0)
      lines->n_series++;
  }
}

static double
get_error (const TrainEpoch *epoch)
{
  return epoch->error;
}

static double
get_held_f1 (const TrainEpoch *epoch)
{
  return epoch->held_f1;
}

static void
append_epochs (GString *html, GPtrArray *histories, double (*get_value) (const TrainEpoch *epoch),
               const TrainPlot *head, const char *sentence)
{
  Lines lines;
  TrainPlot plot = *head;

  lines_set (&lines, histories, get_value);
  plot.series = lines.series;
  plot.n_series = lines.n_series;
  if (lines.n_series > 0) {
    figure_begin (html, plot.title, sentence);
    train_plot_append (html, &plot);
    figure_end (html);
  }
  g_ptr_array_unref (lines.values);
}

static void
append_training (GString *html, const TrainReportFigures *figures)
{
  static const TrainPlot error = { .id = "error",
                                   .title = "Error",
                                   .description = "Lines: the error of each network over the epochs.",
                                   .x = { "epoch", 0, 0 },
                                   .y = { "error", 0, 0 },
                                   .mark_name = "epoch kept" };
  static const TrainPlot held = { .id = "held",
                                  .title = "Validation F1",
                                  .description = "Lines: the validation F1 of each network over the epochs.",
                                  .x = { "epoch", 0, 0 },
                                  .y = { "F1", 0, 0 },
                                  .mark_name = "epoch kept" };
  GPtrArray *histories = figures->report->histories;
  g_autoptr (GString) plots = g_string_new (NULL);

  if (!histories)
    return;
  append_epochs (plots, histories, get_error, &error, "Mean over the samples, before the step of the epoch.");
  append_epochs (plots, histories, get_held_f1, &held,
                 "Mean over the pages held back from training, after the epoch.");
  if (plots->len == 0)
    return;
  g_string_append_printf (html,
                          "<p>Over the epochs of training, a line for each network.</p>\n"
                          "<div class=\"figures\">\n%s</div>\n",
                          plots->str);
}

/* ---- The learning curve ------------------------------------------------------------------- */

static const char *
get_row_name (const TrainLearningRow *row)
{
  return row->type ? row->type : "all pages";
}

/* A line for each row over the pages of all types. */
static void
append_learning_lines (GString *html, const TrainLearning *learning)
{
  const guint n = MIN (learning->rows->len, MAX_LINES), n_sizes = learning->shares->len;
  const TrainLearningRow *all = learning->rows->pdata[0];
  g_autofree TrainPlotSeries *series = g_new0 (TrainPlotSeries, n);
  g_autofree double *x = g_new (double, n_sizes);
  g_autofree double *y = g_new (double, (gsize) n *n_sizes);
  const TrainPlot plot = { .id = "learning-curve",
                           .title = "F1 by the number of pages",
                           .description =
                               "Lines: the F1 of all pages and of each page type over the pages to "
                               "learn from; the figures are in the table.",
                           .x = { "pages to learn from, of all types", 0, 0 },
                           .y = { "F1", 0, 0 },
                           .series = series,
                           .n_series = n };

  for (guint i = 0; i < n; i++) {
    const TrainLearningRow *row = learning->rows->pdata[i];
    for (guint s = 0; s < n_sizes; s++) {
      x[s] = g_array_index (all->points, TrainLearningPoint, s).n;
      y[i * n_sizes + s] = g_array_index (row->points, TrainLearningPoint, s).f1;
    }
    series[i] = (TrainPlotSeries){ .name = get_row_name (row),
                                   .kind = TRAIN_PLOT_LINE,
                                   .x = x,
                                   .y = y + (gsize) i * n_sizes,
                                   .n = n_sizes,
                                   .mark = -1 };
  }
  figure_begin (html, plot.title, "The pages that are measured are the same for all points.");
  train_plot_append (html, &plot);
  figure_end (html);
}

static void
append_learning_gains (GString *html, const TrainLearning *learning)
{
  g_autoptr (GArray) bars = g_array_new (FALSE, FALSE, sizeof (TrainPlotBar));
  g_autofree char *title = g_strdup_printf ("Gain of F1 by %d more pages", TRAIN_LEARNING_MORE);

  for (guint i = 0; i < learning->rows->len && bars->len < MAX_BARS; i++) {
    const TrainLearningRow *row = learning->rows->pdata[i];
    const TrainPlotBar bar = { get_row_name (row), row->gain.gain, row->gain.low, row->gain.high };
    if (row->gain.kind == TRAIN_GAIN_ESTIMATED)
      g_array_append_val (bars, bar);
  }
  const TrainBarPlot plot = { .id = "learning-gain",
                              .title = title,
                              .description =
                                  "Bars with the interval of each estimate; the figures are in the table.",
                              .x = { "gain of F1", 0, 0 },
                              .decimals = 4,
                              .bars = (const TrainPlotBar *) (gconstpointer) bars->data,
                              .n_bars = bars->len };
  if (bars->len == 0)
    return;
  figure_begin (html, title, "The thin line is the 95 % interval of the estimate.");
  train_bar_plot_append (html, &plot);
  figure_end (html);
}

/* @heads: of the columns after the name of the row, as HTML */
static void
learning_table_begin (GString *html, const char *name, const char *heads)
{
  g_string_append_printf (html, "<table>\n<thead><tr><th scope=\"col\">%s</th>%s</tr></thead>\n<tbody>\n",
                          name, heads);
}

static void
append_learning_name (GString *html, const TrainLearningRow *row)
{
  g_string_append (html, "<tr><th scope=\"row\"><bdi>");
  train_escape_append_text (html, get_row_name (row), 40);
  g_string_append (html, "</bdi></th>");
}

static void
append_learning_points (GString *html, const TrainLearning *learning)
{
  g_autoptr (GString) heads = g_string_new (NULL);

  for (guint s = 0; s < learning->shares->len; s++)
    g_string_append_printf (heads, "<th scope=\"col\">%s</th>", (const char *) learning->shares->pdata[s]);
  learning_table_begin (html, "F1, learnt from", heads->str);
  for (guint i = 0; i < learning->rows->len; i++) {
    const TrainLearningRow *row = learning->rows->pdata[i];
    append_learning_name (html, row);
    for (guint s = 0; s < row->points->len; s++) {
      const TrainLearningPoint *point = &g_array_index (row->points, TrainLearningPoint, s);
      g_string_append (html, "<td>");
      append_number (html, point->f1, 3);
      g_string_append_printf (html, "<small>%u</small></td>", point->n);
    }
    g_string_append (html, "</tr>\n");
  }
  g_string_append (html, "</tbody>\n</table>\n");
}

static void
append_learning_estimates (GString *html, const TrainLearning *learning)
{
  g_autofree char *head = g_strdup_printf ("<th scope=\"col\">by %d more pages</th>", TRAIN_LEARNING_MORE);

  learning_table_begin (html, "gain of F1", head);
  for (guint i = 0; i < learning->rows->len; i++) {
    const TrainLearningRow *row = learning->rows->pdata[i];
    append_learning_name (html, row);
    if (row->gain.kind == TRAIN_GAIN_ESTIMATED) {
      g_string_append (html, "<td>");
      append_number (html, row->gain.gain, 4);
      g_string_append (html, "<small>");
      append_number (html, row->gain.low, 4);
      g_string_append (html, "–");
      append_number (html, row->gain.high, 4);
      g_string_append (html, "</small></td></tr>\n");
    } else
      g_string_append_printf (html, "<td>no estimate<small>%s</small></td></tr>\n",
                              train_gain_explain (&row->gain));
  }
  g_string_append (html, "</tbody>\n</table>\n");
}

static void
append_learning (GString *html, const TrainReportFigures *figures)
{
  const TrainLearning *learning = figures->report->learning;

  if (!learning || learning->rows->len == 0)
    return;
  g_string_append_printf (
      html,
      "<p>What the model would be worth with fewer pages, and, by the law error = a + b "
      "n<sup>−c</sup>, with %d more of a row, all others growing in proportion. The small "
      "figures are pages to learn from, and intervals.</p>\n<div class=\"figures\">\n",
      TRAIN_LEARNING_MORE);
  append_learning_lines (html, learning);
  append_learning_gains (html, learning);
  append_learning_points (html, learning);
  append_learning_estimates (html, learning);
  g_string_append (html, "</div>\n");
}

/* ---- Scores ------------------------------------------------------------------------------- */

static void
append_curve (GString *html, const TrainReportFigures *figures)
{
  guint n = figures->curve->len;
  g_autofree double *x = g_new (double, n + 1);
  g_autofree double *y = g_new (double, n + 1);
  const TrainScores *labelled = &figures->labelled;
  const TrainPlotSeries series[] = {
    { .name = "scores", .kind = TRAIN_PLOT_LINE, .x = x, .y = y, .n = n, .mark = -1 },
    { .name = "final labels",
      .kind = TRAIN_PLOT_POINTS,
      .x = &labelled->recall,
      .y = &labelled->precision,
      .n = 1,
      .mark = -1 },
  };
  const TrainPlot plot = { .id = "curve",
                           .title = "Precision and recall",
                           .description = "Line: precision over recall as the threshold falls from 1 to 0. "
                                          "Point: the final labels, with rules.",
                           .x = { "recall", 0, 1 },
                           .y = { "precision", 0, 1 },
                           .series = series,
                           .n_series = G_N_ELEMENTS (series) };

  for (guint i = 0; i < n; i++) {
    x[i] = g_array_index (figures->curve, TrainCurvePoint, i).recall;
    y[i] = g_array_index (figures->curve, TrainCurvePoint, i).precision;
  }
  figure_begin (html, "Precision and recall",
                "A lower threshold finds more main text and more boilerplate. The point marks the final "
                "labels, with rules.");
  train_plot_append (html, &plot);
  figure_end (html);
}

static void
append_calibration (GString *html, const TrainReportFigures *figures)
{
  guint n = figures->bins->len;
  g_autofree double *x = g_new (double, n + 1);
  g_autofree double *y = g_new (double, n + 1);
  g_autofree double *share = g_new (double, n + 1);
  const TrainPlotSeries series = {
    .kind = TRAIN_PLOT_POINTS, .x = x, .y = y, .share = share, .n = n, .mark = -1
  };
  const TrainPlot plot = { .id = "calibration",
                           .title = "Calibration",
                           .description = "Points: the share of main text among blocks of similar scores. On "
                                          "the diagonal, scores are probabilities.",
                           .x = { "score", 0, 1 },
                           .y = { "share that is main text", 0, 1 },
                           .diagonal = TRUE,
                           .series = &series,
                           .n_series = 1 };

  for (guint i = 0; i < n; i++) {
    const TrainCalibrationBin *bin = &g_array_index (figures->bins, TrainCalibrationBin, i);

    x[i] = bin->weight > 0 ? bin->score : NAN;
    y[i] = bin->weight > 0 ? bin->good : NAN;
    share[i] = bin->weight;
  }
  figure_begin (html, "Calibration",
                "On the dotted line, scores are probabilities; below it, the network is too sure. Larger "
                "points stand for more words.");
  train_plot_append (html, &plot);
  figure_end (html);
}

static void
append_scores (GString *html, const TrainReportFigures *figures)
{
  if (figures->curve->len == 0)
    return;
  g_string_append (html, "<p>The quality of the scores, before threshold and rules. A page weighs 1, a block "
                         "its share of the words of the page.</p>\n<div class=\"figures\">\n");
  append_curve (html, figures);
  append_calibration (html, figures);
  g_string_append (html, "</div>\n");
}

/* ---- The model ---------------------------------------------------------------------------- */

static int
compare_importances (gconstpointer a, gconstpointer b)
{
  const TrainImportance *x = a, *y = b;

  if (x->loss != y->loss)
    return x->loss > y->loss ? -1 : 1;
  return strcmp (x->feature->name, y->feature->name);
}

static void
append_features (GString *html, const TrainReportFigures *figures)
{
  GArray *importances = figures->report->importances;

  if (!importances || importances->len == 0)
    return;
  g_autoptr (GArray) sorted = g_array_copy (importances);
  guint n = MIN (sorted->len, MAX_BARS);
  g_autofree TrainPlotBar *bars = g_new (TrainPlotBar, n);
  TrainBarPlot plot = { .id = "importance",
                        .title = "Loss of F1 without each feature",
                        .description = "Bars, the largest first, each with its standard error.",
                        .x = { "loss of F1", 0, 0 },
                        .decimals = 4,
                        .bars = bars,
                        .n_bars = n };

  g_array_sort (sorted, compare_importances);
  for (guint i = 0; i < n; i++) {
    const TrainImportance *one = &g_array_index (sorted, TrainImportance, i);
    bars[i] = (TrainPlotBar){ one->feature->name, one->loss, one->loss - one->error, one->loss + one->error };
  }
  g_string_append (html, "<div class=\"figures\">\n");
  figure_begin (html, plot.title,
                "The loss of F1, without rules, if the values of the feature are permuted among all blocks. "
                "The thin line is one standard error to each side.");
  train_bar_plot_append (html, &plot);
  figure_end (html);
  g_string_append (html, "<table>\n<thead><tr><th scope=\"col\">feature</th>"
                         "<th scope=\"col\" class=\"text\">what it measures</th></tr></thead>\n<tbody>\n");
  for (guint i = 0; i < n; i++) {
    const ExtractFeature *feature = g_array_index (sorted, TrainImportance, i).feature;
    g_string_append (html, "<tr><th scope=\"row\" class=\"name\">");
    append_text (html, feature->name);
    g_string_append (html, "</th><td class=\"text\">");
    append_text (html, feature->sentence);
    g_string_append (html, "</td></tr>\n");
  }
  g_string_append (html, "</tbody>\n</table>\n</div>\n");
}

static void
append_rules (GString *html, const TrainReportFigures *figures)
{
  const TrainRuleEffect *effects = figures->report->rules;
  gsize n;
  const ExtractRule *table = extract_rule_get_all (&n);

  if (!effects)
    return;
  g_string_append (html,
                   "<p>The gain of F1 by each rule alone, with its standard error over pages.</p>\n<table>\n"
                   "<thead><tr><th scope=\"col\">rule</th><th scope=\"col\">gain</th>"
                   "<th scope=\"col\">by default</th></tr></thead>\n<tbody>\n");
  for (gsize r = 0; r < n; r++) {
    g_string_append (html, "<tr><th scope=\"row\">");
    append_text (html, table[r].name);
    g_string_append (html, "<small>");
    append_text (html, table[r].sentence);
    g_string_append (html, "</small></th><td>");
    append_number (html, effects[r].gain, 4);
    g_string_append (html, "<small>± ");
    append_number (html, effects[r].error, 4);
    g_string_append_printf (html, "</small></td><td>%s</td></tr>\n", effects[r].on ? "✓ on" : "off");
  }
  g_string_append (html, "</tbody>\n</table>\n");
}

static void
append_worst (GString *html, const TrainReportFigures *figures)
{
  (void) train_report_append_worst (html, figures);
}

/* ---- The page ----------------------------------------------------------------------------- */

static const struct {
  const char *id;
  const char *heading;
  void (*append) (GString *html, const TrainReportFigures *figures); /* nothing: the section is left out */
} sections[] = {
  { "measured", "What was measured", append_facts }, { "headline", "Summary", append_headline },
  { "by-type", "Page types", append_types },         { "by-language", "Languages", append_languages },
  { "pages", "F1 of the pages", append_histogram },  { "training", "Training", append_training },
  { "learning", "Learning curve", append_learning }, { "scores", "Scores", append_scores },
  { "features", "Features", append_features },       { "rules", "Rules", append_rules },
  { "worst", "The worst pages", append_worst },
};

/* Nothing may be loaded or run but this style sheet. */
static void
append_head (GString *html, const char *title)
{
  g_autofree char *style = g_strconcat (train_report_get_style (), train_plot_get_style (), NULL);
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize length = sizeof digest;

  g_checksum_update (checksum, (const guchar *) style, (gssize) strlen (style));
  g_checksum_get_digest (checksum, digest, &length);
  g_autofree char *base64 = g_base64_encode (digest, length);
  g_string_append_printf (html,
                          "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                          "style-src 'sha256-%s'; base-uri 'none'; form-action 'none'\"/>\n"
                          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                          "<meta name=\"referrer\" content=\"no-referrer\"/>\n<title>",
                          base64);
  append_text (html, title);
  g_string_append_printf (html, "</title>\n<style>%s</style>\n</head>\n", style);
}

gboolean
train_report_append_html (GString *html, const TrainReportFigures *figures)
{
  g_autoptr (GString) body = g_string_new (NULL);

  append_head (html, figures->report->title);
  g_string_append (html, "<body>\n<header>\n<h1><bdi>");
  append_text (html, figures->report->title);
  g_string_append (html, "</bdi></h1>\n<nav aria-label=\"Sections\"><ul>\n");
  for (guint s = 0; s < G_N_ELEMENTS (sections); s++) {
    g_autoptr (GString) section = g_string_new (NULL);

    sections[s].append (section, figures);
    if (section->len == 0)
      continue;
    g_string_append_printf (html, "<li><a href=\"#%s\">%s</a></li>\n", sections[s].id, sections[s].heading);
    g_string_append_printf (body, "<section id=\"%s\">\n<h2>%s</h2>\n", sections[s].id, sections[s].heading);
    g_string_append_len (body, section->str, (gssize) section->len);
    g_string_append (body, "</section>\n");
  }
  g_string_append (html, "</ul></nav>\n</header>\n<main>\n");
  g_string_append_len (html, body->str, (gssize) body->len);
  g_string_append (html, "</main>\n</body>\n</html>\n");
  return TRUE;
}
