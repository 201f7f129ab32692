/* SPDX-License-Identifier: MIT */
/*
 * From labelled elements to a model of elements.
 *
 *   elements ─> features ─> for each class some networks: it, or another one ─> joined: one network
 *   each group of elements, told by a network of the others ─> outputs ─> temperature, decoder, threshold ─>
 *                                                                                                      figures
 *
 * A group is a site, or a style: cross-validation by it never tells an element by a network that has seen its
 * group; nor are temperature, decoder and threshold of a group learnt from it.
 */
#pragma once

#include "train/learn/element-corpus.h"
#include "train/learn/element-decoder.h"
#include "train/measure/class-figures.h"

#include "libextract/model/model.h"

G_BEGIN_DECLS

/* How a class is chosen. */
typedef struct {
  double temperature;
  TrainClassDecoder *decoder; /* owned */
  double threshold;           /* of Revealer */
} ElementChoice;

/* A cross-validation. */
typedef struct {
  ElementBy by;
  float *outputs;        /* [elements][learnt]: of networks that have not seen the group of the element */
  ElementChoice choice;  /* that is best for all */
  ClassFigures *figures; /* each group by a choice of its own: that is best for the others */
  ClassFigures *alone;   /* (nullable): by the same networks, without the decoding, if there is one */
  guint *found;          /* [elements]: as the figures have it: number among the learnt */
  float *probabilities;  /* [elements][learnt]: the same */
} ElementCrossval;

/* element_crossval_run: @jobs: threads. Returns: (transfer full) (nullable): NULL with an error if there are
 * fewer than two groups */
ElementCrossval *
element_crossval_run (const ElementCorpus *corpus, ElementBy by, const TrainClassDecoding *decoding,
                      guint32 seed, guint jobs, GError **error);
void element_crossval_free (ElementCrossval *crossval);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ElementCrossval, element_crossval_free)

/* element_fit_model: of all elements. @card: as for extract_model_new (). Returns: (transfer full) (nullable)
 */
ExtractModel *element_fit_model (const ElementCorpus *corpus, const ElementChoice *choice, guint32 seed,
                                 const char *const *card, GError **error);

/* element_fit_describe: for the card. Returns: (transfer full) */
char *element_fit_describe (const TrainClassDecoding *decoding);

G_END_DECLS
