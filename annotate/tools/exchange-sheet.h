/* SPDX-License-Identifier: MIT */
/* Labels collected for a page, from files of rows (exchange.c) or tagged pages (exchange-krdwrd.c).
 */
#pragma once

#include "train/data/dataset.h"

G_BEGIN_DECLS

typedef struct {
  guint n_labels; /* that are in the set now, and were not before */
  guint n_pages;  /* of which they are */
  guint n_known;  /* labels that are in the set already, or older than those in the set */
  guint n_failed; /* rows that fit no block, and were named */
} ExchangeCounts;

/* A place that is imported. */
typedef struct {
  const TrainDataset *set;
  ExtractParser *parser;
  const char *place;
  const char *who;
  char *now; /* time of labels for which the file has none */
  ExchangeCounts *counts;
} ExchangeImport;

/* Labels for one page, before they are in its file. */
typedef struct {
  const TrainEntry *entry;
  GString *text; /* a labels file */
} ExchangeSheet;

/* exchange_sheet_new: Returns: (transfer full): without labels */
ExchangeSheet *exchange_sheet_new (const TrainEntry *entry);
void exchange_sheet_free (ExchangeSheet *sheet);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExchangeSheet, exchange_sheet_free)

/* A label as the file has it; texts that are NULL are not known. */
typedef struct {
  const char *place; /* "1" */
  const char *fingerprint;
  const char *occurrence; /* "1" */
  const char *class_name;
  const char *source; /* "person" */
  const char *who;
  const char *when;
  const char *score; /* "-" */
  const char *text;  /* of the block */
  const char *how;   /* "chosen" */
} ExchangeLabel;

/* exchange_sheet_add: fails with a sentence if it is none that a labels file could hold. */
gboolean exchange_sheet_add (const ExchangeImport *import, ExchangeSheet *sheet, const ExchangeLabel *label,
                             GError **error);
/* exchange_sheet_add_block: the same for block @i of @document, whatever @label says of the block. */
gboolean
exchange_sheet_add_block (const ExchangeImport *import, ExchangeSheet *sheet, ExtractDocument *document,
                          guint i, const ExchangeLabel *label, GError **error);
/* exchange_store: brings @annotation into the labels of @entry, and counts what is new. */
gboolean exchange_store (const ExchangeImport *import, const TrainEntry *entry, ExtractAnnotation *annotation,
                         GError **error);
/* exchange_sheet_store: brings the labels into the set, and counts them. The error names the place. */
gboolean exchange_sheet_store (const ExchangeImport *import, const ExchangeSheet *sheet, GError **error);

/* exchange_complain: names what is left out, and counts it. */
void exchange_complain (const ExchangeImport *import, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* exchange_find_page: Returns: (nullable): the page with that id, or else that URL. */
const TrainEntry *exchange_find_page (const TrainDataset *set, const char *name);

/* exchange_import_krdwrd: a folder of tagged pages, whose names are the ids of the set. */
gboolean exchange_import_krdwrd (const ExchangeImport *import, GError **error);

G_END_DECLS
