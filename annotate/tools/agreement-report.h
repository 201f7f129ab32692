/* SPDX-License-Identifier: MIT */
/* The agreement of the annotators of a set: over all pages, for each pair of annotators, for each page. */
#pragma once

#include "annotate/tools/agreement.h"

#include "train/data/dataset.h"

G_BEGIN_DECLS

/* A row of the report. */
typedef struct {
  char *page;      /* (nullable): id; NULL for all pages */
  gboolean chosen; /* only of labels that people chose for the block itself */
  char **people;   /* (array zero-terminated=1): whose labels are compared: all of them, or a pair */
  AgreementFigures blocks;
  AgreementFigures words; /* a block counts as much as it has words */
} AgreementRow;

typedef struct {
  char *set;
  char **people;   /* (array zero-terminated=1): people who labelled a page that others labelled too */
  guint n_pages;   /* that two people or more labelled */
  GPtrArray *rows; /* of AgreementRow: all; the pairs; both again of what was chosen, if that is not all; then
                      each page, followed by its pairs, if more than two people labelled it */
  gboolean incomplete; /* a page could not be read, and was named */
} AgreementReport;

/* agreement_report_new: of the labels that people gave, as their classes stand; those of judges and models do
 * not count. Pages that fail are named.
 * @chosen: leave out labels that accept a proposal, or come from memory
 * Returns: (transfer full) */
AgreementReport *agreement_report_new (const TrainDataset *set, ExtractParser *parser, gboolean chosen);
void agreement_report_free (AgreementReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AgreementReport, agreement_report_free)

/* Returns: (transfer full): a table for people; one line of JSON. */
char *agreement_report_to_text (const AgreementReport *report);
char *agreement_report_to_json (const AgreementReport *report);

G_END_DECLS
