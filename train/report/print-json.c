/* SPDX-License-Identifier: MIT */
/* Results for programs: one object on one line. */
#include "train/learn/effect.h"
#include "cli/json.h"
#include "train/report/print.h"

static void
append_scores (GString *json, const TrainSummary *summary)
{
  cli_json_append_number (json, "f1", summary->scores.f1);
  cli_json_append_number (json, "f1_low", summary->f1_low);
  cli_json_append_number (json, "f1_high", summary->f1_high);
  cli_json_append_number (json, "precision", summary->scores.precision);
  cli_json_append_number (json, "recall", summary->scores.recall);
}

static void
append_measure (GString *json, const TrainMeasure *measure, const TrainMeasured *measured)
{
  cli_json_append_key (json, measure->key);
  g_string_append_c (json, '{');
  cli_json_append_count (json, "n", measured->n_pages);
  if (measured->has_mean) {
    cli_json_append_number (json, "mean", measured->mean);
    cli_json_append_number (json, "low", measured->low);
    cli_json_append_number (json, "high", measured->high);
  }
  cli_json_append_number (json, "total", measured->total);
  g_string_append_c (json, '}');
}

/* Those that are known. */
static void
append_measures (GString *json, GPtrArray *results, const TrainPrint *print)
{
  gsize n;
  const TrainMeasure *measures = train_measure_get_all (&n);

  if (print->measures == 0)
    return;
  cli_json_append_key (json, "measures");
  g_string_append_c (json, '{');
  for (gsize i = 0; i < n; i++) {
    TrainMeasured measured;
    if (print->measures >> i & 1 && train_measure_compute (&measures[i], results, print->seed, &measured))
      append_measure (json, &measures[i], &measured);
  }
  g_string_append_c (json, '}');
}

static void
append_groups (GString *json, TrainBy by, GPtrArray *results, const TrainPrint *print)
{
  g_autoptr (GPtrArray) groups = train_groups_new (results, by, 0);
  if (groups->len == 0)
    return;

  cli_json_append_key (json, train_by_get_info (by)->json_key);
  g_string_append_c (json, '{');
  for (guint i = 0; i < groups->len; i++) {
    const TrainGroup *group = groups->pdata[i];
    TrainSummary summary;
    train_summary_compute (group->results, print->seed, &summary);
    cli_json_append_key (json, group->name);
    g_string_append_c (json, '{');
    cli_json_append_count (json, "n", summary.n_scored);
    append_scores (json, &summary);
    append_measures (json, group->results, print);
    g_string_append_c (json, '}');
  }
  g_string_append_c (json, '}');
}

static void
append_confusion (GString *json, const char *key, const TrainConfusion *confusion)
{
  TrainScores scores;
  train_confusion_get_scores (confusion, &scores);
  cli_json_append_key (json, key);
  g_string_append_c (json, '{');
  cli_json_append_number (json, "accuracy", train_confusion_get_accuracy (confusion));
  cli_json_append_number (json, "precision", scores.precision);
  cli_json_append_number (json, "recall", scores.recall);
  cli_json_append_number (json, "f1", scores.f1);
  g_string_append_c (json, '}');
}

static void
append_effects (GString *json, GPtrArray *results)
{
  TrainEffect effect;
  if (!train_effect_compute (results, 0, &effect))
    return;

  cli_json_append_key (json, "rules");
  g_string_append_c (json, '{');
  for (guint v = 1; v < train_effect_get_n_variants (); v++) {
    train_effect_compute (results, v, &effect);
    cli_json_append_key (json, train_effect_get_name (v));
    g_string_append_c (json, '{');
    cli_json_append_number (json, "without", effect.without);
    cli_json_append_number (json, "with", effect.with);
    cli_json_append_number (json, "gain", effect.gain);
    cli_json_append_number (json, "error", effect.error);
    g_string_append_c (json, '}');
  }
  g_string_append_c (json, '}');
}

void
train_print_json (GString *text, const char *name, GPtrArray *results, const TrainPrint *print)
{
  TrainSummary summary;
  train_summary_compute (results, print->seed, &summary);

  g_string_append_c (text, '{');
  cli_json_append_string (text, "set", name);
  cli_json_append_string (text, "metric", "word");
  cli_json_append_count (text, "pages", summary.n_pages);
  cli_json_append_count (text, "missing", summary.n_missing);
  cli_json_append_count (text, "empty", summary.n_empty);
  if (train_results_count_trained (results) > 0)
    cli_json_append_count (text, "trained_on", train_results_count_trained (results));
  if (summary.n_scored > 0) {
    cli_json_append_count (text, "scored", summary.n_scored);
    append_scores (text, &summary);
    for (TrainBy by = 0; by < TRAIN_N_BY; by++)
      if (print->by & 1u << by)
        append_groups (text, by, results, print);
  }
  if (summary.n_with > 0) {
    cli_json_append_number (text, "with_recall", summary.with_recall);
    cli_json_append_number (text, "with_recall_page", summary.with_recall_page);
    cli_json_append_count (text, "with_snippets", summary.n_with);
  }
  if (summary.n_without > 0) {
    cli_json_append_number (text, "without_exclusion", summary.without_exclusion);
    cli_json_append_number (text, "without_exclusion_page", summary.without_exclusion_page);
    cli_json_append_count (text, "without_snippets", summary.n_without);
  }
  if (summary.n_with_blocks > 0 && print->blocks) {
    append_confusion (text, "blocks", &summary.blocks);
    append_confusion (text, "block_words", &summary.words);
  }
  append_measures (text, results, print);
  append_effects (text, results);
  if (print->classes)
    train_class_figures_append_json (text, print->classes, print->seed);
  g_string_append (text, "}\n");
}

void
train_report_append_json (GString *text, const char *name, GPtrArray *results, guint32 seed)
{
  train_print_json (text, name, results,
                    &(TrainPrint){ .seed = seed, .by = TRAIN_BY_DEFAULT, .blocks = TRUE });
}
