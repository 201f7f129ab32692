/* SPDX-License-Identifier: MIT */
/*
 * Networks that judge a page as a whole, by its scores: its expected F1, and the probability that it has no
 * main text. A sample is a page.
 *
 *   scores of the blocks -> extract_document_compute_outcome () -> [scale] -> two outputs, 0..1
 */
#pragma once

#include "train/learn/corpus.h"
#include "train/learn/plan.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"

G_BEGIN_DECLS

/* What is known of the outcome of pages: rows of values, and what came of them. */
typedef struct {
  guint n_pages; /* of the corpus */
  guint n_values;
  float *values; /* [n_pages][n_values]: unscaled; NAN for what is not known */
  float *f1;     /* [n_pages]: word F1 */
  guint8 *empty; /* [n_pages]: the reference is empty */
} TrainOutcomes;

TrainOutcomes *train_outcomes_new (const TrainCorpus *corpus);
void train_outcomes_free (TrainOutcomes *outcomes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainOutcomes, train_outcomes_free)

/* What the two networks are, made one. */
typedef struct {
  ExtractNetwork *network; /* two outputs */
  ExtractScale *scale;     /* [n_values] */
} TrainOutcomeNet;

/*
 * train_outcome_net_new: @pages: (element-type guint): places of those to learn from; one or more
 * @weights: (nullable): of all pages of the corpus
 * The same arguments give the same network. Returns: (transfer full) (nullable): NULL with @error
 */
TrainOutcomeNet *train_outcome_net_new (const TrainOutcomes *outcomes, GArray *pages, const double *weights,
                                        guint32 seed, GError **error);
void train_outcome_net_free (TrainOutcomeNet *net);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainOutcomeNet, train_outcome_net_free)

/* train_outcome_net_run: @outputs: (out): expected F1, likelihood of no main text */
void
train_outcome_net_run (const TrainOutcomeNet *net, const TrainOutcomes *outcomes, guint p, float outputs[2]);

/*
 * train_outcome_choose: the threshold for pages without main text with the best mean F1, if such pages print
 * nothing: F1 is 1 then if the reference is empty, and 0 if not.
 * @outputs: [n_pages][2]
 * Returns: 1 if nothing is better than never, or rests on a handful of pages
 */
double train_outcome_choose (const TrainOutcomes *outcomes, const float (*outputs)[2], GArray *pages);

G_END_DECLS
