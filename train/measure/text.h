/* SPDX-License-Identifier: MIT */
/* Measures of two texts beyond bags of words: runs of four words, and words in order. */
#pragma once

#include "train/measure/metrics.h"
#include "train/data/words.h"

G_BEGIN_DECLS

/*
 * train_result_measure_shingles, train_result_measure_sequence: count for the measures "shingle4" and
 * "cleaneval" (measure.c). @output: (nullable): as in train_result_new (). A page whose texts are too long
 * for the second (see train_words_common ()) has no figures of it.
 */
void train_result_measure_shingles (TrainResult *result, const char *output, const char *reference);
void train_result_measure_sequence (TrainResult *result, const char *output, const char *reference);

/*
 * train_words_common:
 * @length: (out): words of the longest sequence that both texts have in this order, with anything between
 *
 * Returns: FALSE if that would take more than 2^33 steps, words x words / 64: two texts of 700,000 words
 */
gboolean train_words_common (const TrainWords *a, const TrainWords *b, gsize *length);

G_END_DECLS
