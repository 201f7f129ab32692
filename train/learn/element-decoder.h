/* SPDX-License-Identifier: MIT */
/* The decoding of the classes of the elements of a page. */
#pragma once

#include "train/learn/class-decoder.h"
#include "train/learn/element-corpus.h"

G_BEGIN_DECLS

/*
 * element_decoder_new:
 * @by, @without: the group from which nothing is learnt; -1: there is none
 * @probabilities: [elements][learnt]
 * @jobs: threads; the result does not depend on it
 *
 * As train_class_decoder_new (), each element alike.
 */
TrainClassDecoder *element_decoder_new (const ElementCorpus *corpus, const TrainClassDecoding *decoding,
                                        ElementBy by, int without, const float *probabilities, guint jobs);

/* element_decoder_run: @probabilities: (inout): [elements][learnt] of all chains of @corpus */
void
element_decoder_run (const TrainClassDecoder *decoder, const ElementCorpus *corpus, float *probabilities);

G_END_DECLS
