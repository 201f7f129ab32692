/* SPDX-License-Identifier: MIT */
/* A learning curve (measure/learning.h) as text. */
#pragma once

#include "train/measure/learning.h"

G_BEGIN_DECLS

/* train_report_append_learning: for people: a row for all pages, and for each type, with the gain by more
 * pages, or why there is no estimate. */
void train_report_append_learning (GString *text, const TrainLearning *learning);

/* train_report_append_learning_tsv: a line for each row and size, and one for each gain. */
void train_report_append_learning_tsv (GString *text, const TrainLearning *learning);

G_END_DECLS
