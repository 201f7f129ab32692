/* SPDX-License-Identifier: MIT */
/*
 * The tables of tokens of a model, for readers and writers of models.
 *
 *   table     tokens     log-odds of
 *   subtree   elements   the words of an element's subtree
 *   element   elements   the words that stand in an element, or one level below
 *   text      words      the block itself
 */
#pragma once

#include "libextract/feature/feature.h"

typedef enum {
  EXTRACT_TOKEN_SUBTREE,
  EXTRACT_TOKEN_ELEMENT,
  EXTRACT_TOKEN_TEXT,
  EXTRACT_N_TOKEN_TABLES
} ExtractTokenTable;

/* Values are whole hundredths from -EXTRACT_MAX_TOKEN_VALUE to it. */
#define EXTRACT_MAX_TOKEN_VALUE 9.99
/* Bytes of a token, and tokens of a table. */
#define EXTRACT_MAX_TOKEN 512
#define EXTRACT_MAX_TOKENS 1000000

typedef struct {
  const char *token; /* UTF-8 without control characters; the only white space is single spaces inside it */
  float value;
} ExtractTokenEntry;

/* extract_token_table_get_name: "subtree", "element", "text" */
const char *extract_token_table_get_name (ExtractTokenTable table);

/* extract_token_tables_get_entries: Returns: (transfer none) (array length=n): sorted by the bytes of the
 * tokens. */
const ExtractTokenEntry *
extract_token_tables_get_entries (const ExtractTokenTables *tables, ExtractTokenTable table, guint *n);

/*
 * extract_token_tables_new_take: @entries: (array length=n) (transfer full) for each table, and @text,
 * (transfer full), where their tokens stand; taken even on failure
 * @checked: whether all but their hashes is known to be as it should
 *
 * Returns: (transfer full) (nullable): NULL with EXTRACT_ERROR_MODEL_FORMAT, "token 3 of subtree: sentence",
 * if they are not what extract_token_tables_get_entries () gives: sorted, no token twice, no two of the same
 * hash, each a token that could be counted, each value a whole number of hundredths.
 */
ExtractTokenTables *extract_token_tables_new_take (ExtractTokenEntry *const entries[EXTRACT_N_TOKEN_TABLES],
                                                   const guint n[EXTRACT_N_TOKEN_TABLES], char *text,
                                                   gboolean checked, GError **error);

/* extract_token_tables_new_from_entries: the same of copies of @entries, (array length=n) for each table. */
ExtractTokenTables *
extract_token_tables_new_from_entries (const ExtractTokenEntry *const entries[EXTRACT_N_TOKEN_TABLES],
                                       const guint n[EXTRACT_N_TOKEN_TABLES], GError **error);

/* extract_token_is_valid: whether a table may hold it, see ExtractTokenEntry. */
gboolean extract_token_is_valid (const char *token);

/* extract_token_tables_find_all: @values: (out caller-allocates) (array length=n): of the tokens of these
 * hashes, of which there are some ten; NAN of those that it does not have */
void extract_token_tables_find_all (const ExtractTokenTables *tables, ExtractTokenTable table,
                                    const guint32 *hashes, guint n, float *values);
