/* SPDX-License-Identifier: MIT */
/*
 * How the scores of a page are decoded: learnt from scores of pages that the networks had not seen, and their
 * labels.
 */
#pragma once

#include "train/learn/inputs.h"
#include "train/learn/plan.h"

G_BEGIN_DECLS

typedef struct {
  ExtractDecoding decoding;
  ExtractNetwork *edges; /* (nullable): what joins labels of neighbours */
  ExtractScale *scale;   /* (nullable): of its inputs */
} TrainDecoder;

/* What it is learnt from; all lent. */
typedef struct {
  const TrainCorpus *corpus;
  const TrainPlan *plan;
  const TrainInputs *rows;    /* (nullable): of edges, standardised; for a network */
  GArray *pages;              /* of guint: places of the pages in the corpus */
  const float *scores;        /* [n_blocks] */
  const double *page_weights; /* (nullable) [pages of the corpus] */
  guint jobs;                 /* threads; the result does not depend on it */
} TrainDecoderTask;

/*
 * train_decoder_new:
 * @network: (nullable): for viterbi with a network for edges: that network, which has been trained
 *
 * viterbi: transitions are counted, unless there is a network. crf: slope, offset and transitions, or the
 * weights of a network of one layer, are those that make the labels most likely.
 * Returns: (transfer full) (nullable): NULL with @error if its numbers make no network
 */
TrainDecoder *train_decoder_new (const TrainDecoderTask *task, ExtractNetwork *network, GError **error);
void train_decoder_free (TrainDecoder *decoder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainDecoder, train_decoder_free)

/* train_decoder_run: decodes the scores of page @p, in place. @rows: (nullable): of edges, standardised by
 * the scale of the decoder; @scores: [blocks of the page] */
void train_decoder_run (const TrainDecoder *decoder, const TrainCorpus *corpus, const TrainInputs *rows,
                        guint p, float *scores);

G_END_DECLS
