/* SPDX-License-Identifier: MIT */
/*
 * Tables in CSV, as RFC 4180 has them: fields between commas; a field in quotes may have commas, line breaks
 * and, twice each, quotes in it.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The caller sets p, end, line (to 1) and fields; the rest says something of the row that was read last. */
typedef struct {
  const char *p; /* what is not read yet */
  const char *end;
  guint line;         /* at p */
  guint row_line;     /* where the row began */
  GPtrArray *fields;  /* of char *, valid UTF-8, owned: those of the row */
  const char *damage; /* (nullable): what is wrong with the row */
} TrainTable;

/* train_table_read_row: FALSE at the end of the table. */
gboolean train_table_read_row (TrainTable *table);

G_END_DECLS
