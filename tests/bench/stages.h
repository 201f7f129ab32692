/* SPDX-License-Identifier: MIT */
/*
 * The way of a page from bytes in memory to text, one function for each stage, so that any clock can stand
 * between them: seconds of the processor here, instructions where callgrind counts those of each function.
 */
#pragma once

#include "libextract/page/document.h"
#include "libextract/html/dom.h"
#include "libextract/html/html.h"

typedef enum {
  STAGE_CHARSET,
  STAGE_TREE,
  STAGE_BLOCKS,
  STAGE_FEATURES,
  STAGE_NETWORK,
  STAGE_RULES,
  STAGE_WRITE,
  N_STAGES
} Stage;

/* What all pages go through. */
typedef struct {
  ExtractModel *model;
  ExtractClassifier *classifier;
} StageTools;

typedef struct {
  double seconds[N_STAGES];
  guint n_blocks;
  gboolean is_plain; /* gumbo had to read the page itself */
} StageCosts;

const char *stage_get_name (Stage stage);
const char *stage_get_sentence (Stage stage);

/* @model: (transfer full) */
void stage_tools_init (StageTools *tools, ExtractModel *model);
void stage_tools_clear (StageTools *tools);

/* Returns: seconds of the processor that this thread has had */
double stage_get_seconds (void);

/* Takes a page through all stages. Returns: FALSE if it could not be parsed */
gboolean stages_run (const StageTools *tools, GBytes *bytes, ExtractMarkupParser parser, StageCosts *costs);

/* Returns: the sum over all stages */
double stage_costs_get_seconds (const StageCosts *costs);
