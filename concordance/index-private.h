/* SPDX-License-Identifier: MIT */
/* What index.c reads and index-writer.c writes. */
#pragma once

#include "concordance/index.h"
#include "concordance/store.h"

/* Who changes what is kept of a page raises it. */
#define CONC_INDEX_VERSION "1"
#define CONC_INDEX_VERSION_NAME "texttractor"
#define CONC_INDEX_TEXT_NAME "text"
#define CONC_INDEX_TAGS_NAME "tags"

/* Kinds of terms: a letter before the word. */
#define CONC_INDEX_WORD 'w'
#define CONC_INDEX_LEMMA 'l'
#define CONC_INDEX_UNTAGGED "u" /* a sentence has no tags yet */

/* conc_index_dup_term: Returns: (transfer full) */
char *conc_index_dup_term (char kind, const char *folded);

/* Of a page, beside ConcReadFlags. */
#define CONC_INDEX_TAGGED (1 << 6)

/* A language or encoding with a longer name is none. */
#define CONC_INDEX_NAME_BYTES 48

typedef struct {
  guint flags;
  char language[CONC_INDEX_NAME_BYTES], charset[CONC_INDEX_NAME_BYTES];
} ConcIndexFacts;

void conc_index_facts_append (const ConcIndexPage *page, GString *facts);
gboolean conc_index_facts_read (const char *bytes, gsize n, ConcIndexFacts *facts);

/* Of a sentence. */
enum { CONC_INDEX_WHOLE = 1 << 0, CONC_INDEX_ASCII = 1 << 1 };

typedef struct {
  guint flags;
  guint64 hash, near_hash;
} ConcIndexRow;

#define CONC_INDEX_ROW_BYTES 17

void conc_index_row_append (const ConcIndexRow *row, GString *table);
gboolean conc_index_row_read (const char *table, gsize n, guint32 i, ConcIndexRow *row);

/* conc_index_check: whether it is an index of ours. */
gboolean conc_index_check (const ConcStoreClass *class, ConcStore *store, gboolean *all_text, GError **error);
