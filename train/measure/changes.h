/* SPDX-License-Identifier: MIT */
/*
 * The differences between two systems on a page: blocks, if both label blocks; sentences, if one has only
 * texts.
 */
#pragma once

#include <libextract/extract.h>

#include "train/data/align.h"

G_BEGIN_DECLS

/* A block or sentence that only one of them has. */
typedef struct {
  gboolean added;     /* B has it, else A */
  ExtractLabel truth; /* its label by the reference; NONE if it has no words */
  const char *tag;    /* (nullable): of a block; static, or of the document */
  char *text;
} TrainChange;

void train_change_free (TrainChange *change);

/* train_changes_of_blocks: @a and @b: the same page, labelled. Returns: (transfer full): of TrainChange */
GPtrArray *train_changes_of_blocks (ExtractDocument *a, ExtractDocument *b, const TrainAlignment *alignment);

/*
 * train_changes_of_texts: sentences end at line breaks and after full stops and the like. They are compared
 * as snippets are (train_text_squash ()), each as often as it is there. Those of A come first. Returns:
 * (transfer full): of TrainChange
 */
GPtrArray *train_changes_of_texts (const char *a, const char *b, const char *reference);

/*
 * Up to 20 of @changes, long texts cut short; then how many more there are.
 *   text: a line for each, "  + good  p   The text"
 *   json: an array
 */
void train_changes_append_text (GString *text, GPtrArray *changes);
void train_changes_append_json (GString *json, GPtrArray *changes);

G_END_DECLS
