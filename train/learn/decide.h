/* SPDX-License-Identifier: MIT */
/*
 * Chooses the best thresholds and rules for a network, on cross-validated scores.
 */
#pragma once

#include <libextract/extract.h>
#include <libextract/model/model.h>

#include "train/learn/corpus.h"

/* A way to turn scores into labels. */
typedef struct {
  double good; /* thresholds, as in ExtractModel */
  double near_good;
  guint rules;             /* bit r: rule r of the table is on */
  double no_text;          /* (0, 1]: pages whose second outcome is this or more have no main text */
  ExtractFavour precision; /* 0 if not looked for */
  ExtractFavour recall;
} TrainDecision;

/* What a rule does alone. */
typedef struct {
  double gain;  /* mean difference of F1 with and without it */
  double error; /* standard error of that mean, over pages */
  gboolean on;  /* became a default */
} TrainRuleEffect;

/* What decisions are judged by. */
typedef struct {
  const TrainCorpus *corpus;
  GArray *pages;                  /* guint: which pages of the corpus count */
  GArray *scored;                 /* guint: pages that have scores, including those above */
  const float *scores;            /* [corpus->n_blocks] */
  const ExtractModelParts *parts; /* any that fit the set: they are not run */
  guint jobs;
} TrainJudge;

/* train_decision_find: the decision with the best mean word F1 over the pages that count; among
 * thresholds that are as good, the one that suits all pages.
 * @effects: (out caller-allocates): one for each rule of the table */
void train_decision_find (const TrainJudge *judge, TrainDecision *decision, TrainRuleEffect *effects);

/* train_decision_find_threshold: the decision without rules that is best in the same sense. */
void train_decision_find_threshold (const TrainJudge *judge, TrainDecision *decision);

/* train_decision_mean_f1: mean word F1 of the pages under @decision. */
double train_decision_mean_f1 (const TrainJudge *judge, const TrainDecision *decision);

/* train_decision_to_model: @card: as in extract_model_new (); @parts: what it is made of but for the
 * decision. Returns: (transfer full) (nullable) */
ExtractModel *train_decision_to_model (const TrainDecision *decision, const char *const *card,
                                       const ExtractModelParts *parts, GError **error);

/* train_decision_to_classifier: of a candidate. Its rules are those that were decided on and no others: one
 * that is on with every model is not what is to be found out. Returns: (transfer full) (nullable) */
ExtractClassifier *
train_decision_to_classifier (const TrainDecision *decision, const ExtractModelParts *parts);
