/* SPDX-License-Identifier: MIT */
#include "train/eval-report.h"
#include "libextract/model/model.h"

#include "train/learn/effect.h"
#include "train/data/labels.h"
#include "train/report/report.h"

/* Returns: (transfer full): of TrainRuleEffect, one for each rule of the table */
static GArray *
collect_effects (const EvalReport *report, ExtractClassifier *classifier)
{
  gsize n;
  const ExtractRule *rules = extract_rule_get_all (&n);
  GArray *effects = g_array_new (FALSE, FALSE, sizeof (TrainRuleEffect));

  for (guint r = 0; r < n; r++) {
    TrainEffect effect;
    train_effect_compute (report->results, r + 1, &effect);
    TrainRuleEffect one = { effect.gain, effect.error,
                            extract_classifier_get_rule (classifier, rules[r].name) };
    g_array_append_val (effects, one);
  }
  return effects;
}

gboolean
eval_report_write (const EvalReport *report, const char *folder, GError **error)
{
  g_autoptr (ExtractModel) model = cli_load_model (report->model->name, NULL);
  g_autoptr (ExtractClassifier) classifier = cli_load_classifier (report->model, NULL, error);
  g_autoptr (GArray) effects = NULL;
  g_autoptr (GArray) importances = NULL;
  g_autofree char *title = g_strconcat ("Model ", report->name, NULL);
  g_autofree char *n_pages = g_strdup_printf ("%u", report->entries->len);
  guint trained = train_results_count_trained (report->results);
  g_autofree char *n_trained = g_strdup_printf ("%u: the figures are too good", trained);
  const char *facts[] = { "model",   report->name, "pages", n_pages, trained ? "trained on" : NULL,
                          n_trained, NULL };

  if (!classifier)
    return FALSE;
  effects = collect_effects (report, classifier);
  if (model) {
    g_autoptr (TrainCorpus) corpus =
        train_corpus_load (report->entries, report->parser, extract_model_get_feature_set (model),
                           TRAIN_MINIMUM_RECALL, report->jobs);
    if (corpus->pages->len > 0)
      importances = train_importance_compute (corpus, model, report->seed, report->jobs);
  }
  const TrainReport whole = { .title = title,
                              .facts = facts,
                              .results = report->results,
                              .importances = importances,
                              .rules = (gconstpointer) effects->data,
                              .parser = report->parser,
                              .seed = report->seed,
                              .quotable = trained == 0 };
  return train_report_write (&whole, folder, error);
}
