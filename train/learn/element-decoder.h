/* SPDX-License-Identifier: MIT */
/*
 * How the classes of the elements of a page are decoded: learnt from probabilities by networks that had not
 * seen the page, and its labels.
 */
#pragma once

#include "train/learn/element-corpus.h"

#include "libextract/model/model.h"

G_BEGIN_DECLS

/* What is to be learnt. */
typedef struct {
  ExtractDecodingKind kind;
  double weight; /* >= 0: of transitions, for VITERBI */
} ElementDecoding;

/* What was learnt; nothing for THRESHOLD. */
typedef struct {
  ExtractClassDecoding decoding;
  double *offsets, *transitions; /* (nullable): its numbers; owned */
} ElementDecoder;

/*
 * element_decoder_new:
 * @by, @without: the group from which nothing is learnt; -1: there is none
 * @probabilities: [elements][learnt]
 * @jobs: threads; the result does not depend on it
 *
 * viterbi: transitions are counted. crf: slope, offsets and transitions are those that make the classes of
 * the elements most likely, each element alike.
 */
ElementDecoder *element_decoder_new (const ElementCorpus *corpus, const ElementDecoding *decoding,
                                     ElementBy by, int without, const float *probabilities, guint jobs);
void element_decoder_free (ElementDecoder *decoder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ElementDecoder, element_decoder_free)

/* element_decoder_run: @probabilities: (inout): [elements][learnt] of all chains of @corpus */
void element_decoder_run (const ElementDecoder *decoder, const ElementCorpus *corpus, float *probabilities);

G_END_DECLS
