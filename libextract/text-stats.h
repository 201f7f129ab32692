/* SPDX-License-Identifier: MIT */
#pragma once

#include "document-private.h"

/* Counts all that the features need to know of a text, in one pass. */
void extract_text_stats_count (const char *text, gsize length, ExtractTextStats *stats);
