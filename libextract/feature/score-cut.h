/* SPDX-License-Identifier: MIT */
/* The best cut of the scores of a page: see score-cut.c. */
#pragma once

#include "libextract/feature/rich.h"

/*
 * @higher: (nullable) (out caller-allocates) (array): for each block, the words in blocks of a higher score
 * @f1: (nullable) (out): the expected F1 at the cut
 * Returns: the lowest score above the cut; 1 where no score is above 0
 */
double extract_score_cut (const ExtractRich *rich, double *higher, double *f1);
