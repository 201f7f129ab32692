/* SPDX-License-Identifier: MIT */
/*
 * Export and import of labels.
 *
 *   labels/<id>.labels ─> rows ─> TSV, JSONL, CSV
 *   TSV, JSONL, CSV ─> rows ─┐
 *   KrdWrd: tagged texts ────┼─> labels of the blocks of a page ─> labels/<id>.labels
 *   another copy of the set ─┘
 *
 * A row has a page, a block and a label. Labels in the set stay; of two labels of a block by the same
 * annotator, the later one counts, wherever it comes from.
 */
#pragma once

#include "train/data/dataset.h"
#include "annotate/tools/exchange-sheet.h"

G_BEGIN_DECLS

typedef enum { EXCHANGE_TSV, EXCHANGE_JSONL, EXCHANGE_CSV, EXCHANGE_N_FORMATS } ExchangeFormat;

/* exchange_find_format: Returns: -1 if there is none of that name. */
int exchange_find_format (const char *name);

/*
 * exchange_export: Returns: (transfer full): all labels of all annotators, in the order of the set; pages
 * that cannot be read are named.
 * @incomplete: (out): whether there were any
 */
char *
exchange_export (const TrainDataset *set, ExtractParser *parser, ExchangeFormat format, gboolean *incomplete);

/*
 * exchange_import: @place: FILE.tsv, FILE.jsonl, FILE.csv, a folder that is a set of the same pages, or a
 * folder of KrdWrd
 * @who: who gave labels of which the file does not say it
 *
 * What is left out is named, the rest goes on. FALSE with an error, which names the place, if it cannot be
 * read at all, or the set cannot be written.
 */
gboolean exchange_import (const TrainDataset *set, ExtractParser *parser, const char *place, const char *who,
                          ExchangeCounts *counts, GError **error);

G_END_DECLS
