/* SPDX-License-Identifier: MIT */
/*
 * The figures of a report for programs. Numbers have seven digits at most; what is not known is "-" in a
 * table and null in JSON. Texts of tables have no control characters: a line is a row.
 */
#include <math.h>
#include <string.h>

#include "cli/cli.h"
#include "train/measure/group.h"
#include "cli/json.h"
#include "train/report/learning.h"
#include "train/report/report-private.h"

#define VERSION 1 /* version of report.json: grows when readers have to change */

static void
append_number (GString *text, double value, const char *unknown)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append (text, isfinite (value) ? g_ascii_formatd (number, sizeof number, "%.7g", value) : unknown);
}

/* ---- Tables ------------------------------------------------------------------------------- */

static void
append_cell (GString *text, double value)
{
  g_string_append_c (text, '\t');
  append_number (text, value, "-");
}

static void
append_name (GString *text, const char *name)
{
  g_autofree char *safe = cli_escape (name);
  g_string_append (text, safe);
}

static void
append_summary_row (GString *text, const char *by, const char *name, const TrainSummary *summary)
{
  TrainScores scores = summary->scores;
  gboolean scored = summary->n_scored > 0;

  g_string_append_printf (text, "%s\t", by);
  append_name (text, name);
  g_string_append_printf (text, "\t%u\t%u", summary->n_pages, summary->n_scored);
  append_cell (text, scored ? scores.f1 : NAN);
  append_cell (text, scored ? summary->f1_low : NAN);
  append_cell (text, scored ? summary->f1_high : NAN);
  append_cell (text, scored ? scores.precision : NAN);
  append_cell (text, scored ? scores.recall : NAN);
  g_string_append_c (text, '\n');
}

static void
append_summary_groups (GString *text, const char *by, GPtrArray *groups, guint32 seed)
{
  for (guint i = 0; i < groups->len; i++) {
    const TrainGroup *group = groups->pdata[i];
    TrainSummary summary;

    train_summary_compute (group->results, seed, &summary);
    append_summary_row (text, by, group->name, &summary);
  }
}

static gboolean
append_summary (GString *text, const TrainReportFigures *figures)
{
  guint32 seed = figures->report->seed;

  g_string_append (text, "by\tname\tpages\tscored\tf1\tf1_low\tf1_high\tprecision\trecall\n");
  append_summary_row (text, "all", "-", &figures->summary);
  append_summary_groups (text, "type", figures->types, seed);
  append_summary_groups (text, "lang", figures->languages, seed);
  return TRUE;
}

static gboolean
append_pages (GString *text, const TrainReportFigures *figures)
{
  if (figures->report->results->len == 0)
    return FALSE;
  train_report_append_pages_head (text);
  train_report_append_pages (text, figures->report->results);
  return TRUE;
}

static gboolean
append_curve (GString *text, const TrainReportFigures *figures)
{
  if (figures->curve->len == 0)
    return FALSE;
  g_string_append (text, "threshold\tprecision\trecall\tf1\n");
  for (guint i = 0; i < figures->curve->len; i++) {
    const TrainCurvePoint *point = &g_array_index (figures->curve, TrainCurvePoint, i);

    append_number (text, point->threshold, "-");
    append_cell (text, point->precision);
    append_cell (text, point->recall);
    append_cell (text, point->f1);
    g_string_append_c (text, '\n');
  }
  return TRUE;
}

static gboolean
append_calibration (GString *text, const TrainReportFigures *figures)
{
  if (figures->curve->len == 0)
    return FALSE;
  g_string_append (text, "low\thigh\tweight\tscore\tgood\n");
  for (guint i = 0; i < figures->bins->len; i++) {
    const TrainCalibrationBin *bin = &g_array_index (figures->bins, TrainCalibrationBin, i);

    append_number (text, bin->low, "-");
    append_cell (text, bin->high);
    append_cell (text, bin->weight);
    append_cell (text, bin->weight > 0 ? bin->score : NAN);
    append_cell (text, bin->weight > 0 ? bin->good : NAN);
    g_string_append_c (text, '\n');
  }
  return TRUE;
}

static gboolean
append_epochs (GString *text, const TrainReportFigures *figures)
{
  GPtrArray *histories = figures->report->histories;

  if (!histories || histories->len == 0)
    return FALSE;
  g_string_append (text, "network\tepoch\terror\theld_f1\tkept\n");
  for (guint h = 0; h < histories->len; h++) {
    const TrainHistory *history = histories->pdata[h];

    for (guint i = 0; i < history->epochs->len; i++) {
      const TrainEpoch *epoch = &g_array_index (history->epochs, TrainEpoch, i);

      append_name (text, history->name);
      g_string_append_printf (text, "\t%u", epoch->epoch);
      append_cell (text, epoch->error);
      append_cell (text, epoch->held_f1);
      g_string_append_printf (text, "\t%d\n", epoch->epoch == history->best);
    }
  }
  return TRUE;
}

static gboolean
append_importances (GString *text, const TrainReportFigures *figures)
{
  GArray *importances = figures->report->importances;

  if (!importances || importances->len == 0)
    return FALSE;
  g_string_append (text, "feature\tloss\terror\n");
  for (guint i = 0; i < importances->len; i++) {
    const TrainImportance *importance = &g_array_index (importances, TrainImportance, i);

    g_string_append (text, importance->feature->name);
    append_cell (text, importance->loss);
    append_cell (text, importance->error);
    g_string_append_c (text, '\n');
  }
  return TRUE;
}

static gboolean
append_rules (GString *text, const TrainReportFigures *figures)
{
  const TrainRuleEffect *effects = figures->report->rules;
  gsize n;
  const ExtractRule *table = extract_rule_get_all (&n);

  if (!effects)
    return FALSE;
  g_string_append (text, "rule\tgain\terror\ton\n");
  for (gsize r = 0; r < n; r++) {
    g_string_append (text, table[r].name);
    append_cell (text, effects[r].gain);
    append_cell (text, effects[r].error);
    g_string_append_printf (text, "\t%d\n", effects[r].on ? 1 : 0);
  }
  return TRUE;
}

static gboolean
append_learning (GString *text, const TrainReportFigures *figures)
{
  const TrainLearning *learning = figures->report->learning;

  if (!learning)
    return FALSE;
  train_report_append_learning_tsv (text, learning);
  return TRUE;
}

/* ---- JSON --------------------------------------------------------------------------------- */

/* @key: (nullable): NULL in an array. */
static void
json_open (GString *json, const char *key, char bracket)
{
  if (key)
    cli_json_append_key (json, key);
  else
    cli_json_append_item (json);
  g_string_append_c (json, bracket);
}

/* @value: (nullable) */
static void
json_string (GString *json, const char *key, const char *value)
{
  g_autofree char *valid = value ? g_utf8_make_valid (value, -1) : NULL;

  cli_json_append_key (json, key);
  if (valid)
    cli_json_append_quoted (json, valid);
  else
    g_string_append (json, "null");
}

static void
json_number (GString *json, const char *key, double value)
{
  cli_json_append_key (json, key);
  append_number (json, value, "null");
}

static void
json_scores (GString *json, gboolean known, const TrainScores *scores)
{
  json_number (json, "f1", known ? scores->f1 : NAN);
  json_number (json, "precision", known ? scores->precision : NAN);
  json_number (json, "recall", known ? scores->recall : NAN);
}

static void
json_head (GString *json, const TrainReportFigures *figures)
{
  const char *const *facts = figures->report->facts;
  g_autofree char *title = g_utf8_make_valid (figures->report->title, -1);
  g_autoptr (GString) summary = g_string_new (NULL);

  json_number (json, "version", VERSION);
  json_string (json, "title", title);
  json_open (json, "facts", '[');
  for (guint i = 0; facts && facts[i]; i += 2) {
    json_open (json, NULL, '{');
    json_string (json, "name", facts[i]);
    json_string (json, "value", facts[i + 1]);
    g_string_append_c (json, '}');
  }
  g_string_append_c (json, ']');

  /* The object that texttractor eval --json prints. */
  train_report_append_json (summary, title, figures->report->results, figures->report->seed);
  cli_json_append_key (json, "summary");
  g_string_append_len (json, summary->str, (gssize) strcspn (summary->str, "\n"));
}

static void
json_curves (GString *json, const TrainReportFigures *figures)
{
  if (figures->curve->len == 0)
    return;
  json_open (json, "precision_recall", '{');
  json_number (json, "average_precision", figures->average_precision);
  json_open (json, "as_labelled", '{');
  json_scores (json, TRUE, &figures->labelled);
  g_string_append_c (json, '}');
  json_open (json, "points", '[');
  for (guint i = 0; i < figures->curve->len; i++) {
    const TrainCurvePoint *point = &g_array_index (figures->curve, TrainCurvePoint, i);
    const TrainScores scores = { point->precision, point->recall, point->f1 };

    json_open (json, NULL, '{');
    json_number (json, "threshold", point->threshold);
    json_scores (json, TRUE, &scores);
    g_string_append_c (json, '}');
  }
  g_string_append (json, "]}");

  json_open (json, "calibration", '{');
  json_number (json, "error", figures->calibration_error);
  json_open (json, "bins", '[');
  for (guint i = 0; i < figures->bins->len; i++) {
    const TrainCalibrationBin *bin = &g_array_index (figures->bins, TrainCalibrationBin, i);

    json_open (json, NULL, '{');
    json_number (json, "low", bin->low);
    json_number (json, "high", bin->high);
    json_number (json, "weight", bin->weight);
    json_number (json, "score", bin->weight > 0 ? bin->score : NAN);
    json_number (json, "good", bin->weight > 0 ? bin->good : NAN);
    g_string_append_c (json, '}');
  }
  g_string_append (json, "]}");
}

static void
json_networks (GString *json, GPtrArray *histories)
{
  if (!histories || histories->len == 0)
    return;
  json_open (json, "networks", '[');
  for (guint h = 0; h < histories->len; h++) {
    const TrainHistory *history = histories->pdata[h];

    json_open (json, NULL, '{');
    json_string (json, "name", history->name);
    json_number (json, "kept", history->best);
    json_open (json, "epochs", '[');
    for (guint i = 0; i < history->epochs->len; i++) {
      const TrainEpoch *epoch = &g_array_index (history->epochs, TrainEpoch, i);

      json_open (json, NULL, '{');
      json_number (json, "epoch", epoch->epoch);
      json_number (json, "error", epoch->error);
      json_number (json, "held_f1", epoch->held_f1);
      g_string_append_c (json, '}');
    }
    g_string_append (json, "]}");
  }
  g_string_append_c (json, ']');
}

static void
json_model (GString *json, const TrainReport *report)
{
  gsize n;
  const ExtractRule *table = extract_rule_get_all (&n);

  if (report->importances && report->importances->len > 0) {
    json_open (json, "importance", '[');
    for (guint i = 0; i < report->importances->len; i++) {
      const TrainImportance *importance = &g_array_index (report->importances, TrainImportance, i);

      json_open (json, NULL, '{');
      json_string (json, "feature", importance->feature->name);
      json_number (json, "loss", importance->loss);
      json_number (json, "error", importance->error);
      g_string_append_c (json, '}');
    }
    g_string_append_c (json, ']');
  }
  if (report->rules) {
    json_open (json, "rules", '[');
    for (gsize r = 0; r < n; r++) {
      json_open (json, NULL, '{');
      json_string (json, "rule", table[r].name);
      json_number (json, "gain", report->rules[r].gain);
      json_number (json, "error", report->rules[r].error);
      cli_json_append_key (json, "on");
      g_string_append (json, report->rules[r].on ? "true" : "false");
      g_string_append_c (json, '}');
    }
    g_string_append_c (json, ']');
  }
}

static void
json_learning_row (GString *json, const TrainLearning *learning, const TrainLearningRow *row)
{
  const gboolean known = row->gain.kind == TRAIN_GAIN_ESTIMATED;

  json_open (json, NULL, '{');
  json_string (json, "type", row->type);
  json_number (json, "pages", row->n_pages);
  json_open (json, "points", '[');
  for (guint s = 0; s < row->points->len; s++) {
    const TrainLearningPoint *point = &g_array_index (row->points, TrainLearningPoint, s);

    json_open (json, NULL, '{');
    json_string (json, "share", learning->shares->pdata[s]);
    json_number (json, "learnt", point->n);
    json_number (json, "f1", point->f1);
    json_number (json, "f1_low", point->low);
    json_number (json, "f1_high", point->high);
    g_string_append_c (json, '}');
  }
  g_string_append_c (json, ']');
  json_number (json, "more", TRAIN_LEARNING_MORE);
  json_number (json, "gain", row->gain.gain);
  json_number (json, "gain_low", row->gain.low);
  json_number (json, "gain_high", row->gain.high);
  json_string (json, "no_estimate", known ? NULL : train_gain_explain (&row->gain));
  g_string_append_c (json, '}');
}

static void
json_learning (GString *json, const TrainLearning *learning)
{
  if (!learning)
    return;
  json_open (json, "learning", '[');
  for (guint i = 0; i < learning->rows->len; i++)
    json_learning_row (json, learning, learning->rows->pdata[i]);
  g_string_append_c (json, ']');
}

static void
json_pages (GString *json, GPtrArray *results)
{
  json_open (json, "pages", '[');
  for (guint i = 0; i < results->len; i++) {
    const TrainResult *result = results->pdata[i];

    g_string_append (json, i > 0 ? ",\n{" : "\n{");
    json_string (json, "id", result->entry->id);
    json_string (json, "type", result->entry->type);
    json_string (json, "lang", result->entry->lang);
    json_scores (json, result->scored, &result->scores);
    g_string_append_c (json, '}');
  }
  g_string_append_c (json, ']');
}

static gboolean
append_json (GString *json, const TrainReportFigures *figures)
{
  g_string_append_c (json, '{');
  json_head (json, figures);
  json_curves (json, figures);
  json_networks (json, figures->report->histories);
  json_model (json, figures->report);
  json_learning (json, figures->report->learning);
  json_pages (json, figures->report->results);
  g_string_append (json, "}\n");
  return TRUE;
}

/* ---- Files -------------------------------------------------------------------------------- */

const TrainReportFile *
train_report_get_data_files (gsize *n)
{
  static const TrainReportFile files[] = {
    { "report.json", append_json },
    { "summary.tsv", append_summary },
    { "pages.tsv", append_pages },
    { "curve.tsv", append_curve },
    { "calibration.tsv", append_calibration },
    { "epochs.tsv", append_epochs },
    { "importance.tsv", append_importances },
    { "rules.tsv", append_rules },
    { "learning.tsv", append_learning },
  };

  *n = G_N_ELEMENTS (files);
  return files;
}
