/* SPDX-License-Identifier: MIT */
/*
 * How the classes of things that follow each other are decoded: learnt from probabilities by networks that
 * had not seen them, and their classes. Knows neither pages nor elements.
 */
#pragma once

#include "libextract/model/model.h"

G_BEGIN_DECLS

/* What is to be learnt. */
typedef struct {
  ExtractDecodingKind kind;
  double weight; /* >= 0: of transitions, for VITERBI */
} TrainClassDecoding;

/* Things that follow each other. */
typedef struct {
  gsize first; /* places among all */
  guint n;
  double weight; /* of the likelihood of the chain, for CRF; >= 0 */
} TrainClassChain;

/* What it is learnt from; all lent. */
typedef struct {
  guint n_classes;
  const GArray *chains;       /* TrainClassChain */
  const int *classes;         /* [things]: -1 where it is not known */
  const float *probabilities; /* [things][classes] */
} TrainClassLesson;

/* What was learnt; nothing for THRESHOLD. */
typedef struct {
  ExtractClassDecoding decoding;
  double *offsets, *transitions; /* (nullable): its numbers; owned */
} TrainClassDecoder;

/*
 * train_class_decoder_new:
 * @jobs: threads; the result does not depend on it
 *
 * viterbi: transitions are counted. crf: slope, offsets and transitions are those that make the classes most
 * likely.
 */
TrainClassDecoder *
train_class_decoder_new (const TrainClassLesson *lesson, const TrainClassDecoding *decoding, guint jobs);
/* @decoder: (nullable) */
void train_class_decoder_free (TrainClassDecoder *decoder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainClassDecoder, train_class_decoder_free)

G_END_DECLS
