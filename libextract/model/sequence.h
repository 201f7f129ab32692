/* SPDX-License-Identifier: MIT */
/* Networks that read the blocks of a page one after another. */
#pragma once

#include "libextract/model/network.h"
#include "libextract/model/window.h"

/*
 * extract_sequence_run:
 * @n: blocks
 * @columns: [inputs of @network]: how what @fill gives becomes what the network sees; what 0 becomes is not
 *   taken off
 * @outputs: (out caller-allocates): [n][outputs]
 */
void extract_sequence_run (const ExtractNetwork *network, const ExtractColumn *columns, gsize n,
                           ExtractWindowFill fill, gconstpointer source, float *outputs);
/* The same by a kernel; all give the same bits. */
void extract_sequence_run_on (const ExtractNetwork *network, const ExtractKernel *kernel,
                              const ExtractColumn *columns, gsize n, ExtractWindowFill fill,
                              gconstpointer source, float *outputs);

/* From the outputs of a network to scores. @outputs: [n][outputs] */
void extract_sequence_score (const ExtractNetwork *network, gsize n, const float *outputs, float *scores);
