/* SPDX-License-Identifier: MIT */
/*
 * The effect of rules. A page is labelled several times by the same scores:
 *
 *   variant 0            no rule
 *   variants 1 .. n      rule 1 .. n of the table alone
 *   variant n + 1        all rules
 *   variant n + 2        the rules that are in use
 */
#pragma once

#include "cli/cli.h"
#include "train/measure/metrics.h"

G_BEGIN_DECLS

guint train_effect_get_n_variants (void);
/* train_effect_get_name: "common-path", "all rules" ... Returns: (transfer none) */
const char *train_effect_get_name (guint variant);

/* The classifiers of the variants; threads may share them. */
typedef struct {
  GPtrArray *classifiers; /* of ExtractClassifier, one for each variant */
} TrainEffects;

/* train_effects_new: the thresholds and the rules in use are those of @options. Returns: (transfer full)
 * (nullable) */
TrainEffects *train_effects_new (const CliModelOptions *options, GError **error);
void train_effects_free (TrainEffects *effects);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainEffects, train_effects_free)

/* train_effects_measure: fills in result->rule_f1, by the scores of @labelled. */
void train_effects_measure (const TrainEffects *effects, TrainResult *result, ExtractDocument *labelled,
                            const char *reference);

/* A variant against no rule, over pages. */
typedef struct {
  guint n_pages;
  double without; /* mean F1 */
  double with;
  double gain;  /* mean of the differences */
  double error; /* standard error of that mean: sqrt (variance of the differences / n) */
} TrainEffect;

/* train_effect_compute: Returns: FALSE if no page was measured. */
gboolean train_effect_compute (GPtrArray *results, guint variant, TrainEffect *effect);

G_END_DECLS
